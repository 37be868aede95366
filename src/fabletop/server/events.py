"""What happens at a table, as it is kept in the log: from the first event on, they make the table."""

import msgspec
from msgspec import Struct

CORRESPONDENCE = 3600  # seconds for a turn, from which on people need not play at the same time


class Sat(Struct, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    guest: str
    name: str


class Opened(Struct, frozen=True, tag="opened"):
    """A seat is free, before the start."""

    seat: int


class Hired(Struct, frozen=True, tag="hired"):
    """A seat belongs to a bot of this level."""

    seat: int
    level: str


class Kept(Struct, frozen=True, tag="kept"):
    """A bot plays for a person, who may come back."""

    seat: int
    level: str
    why: str  # "left", "absent", "late"


class Returned(Struct, frozen=True, tag="returned"):
    """The person came back."""

    seat: int


class Renamed(Struct, frozen=True, tag="renamed"):
    guest: str
    name: str


class Started(Struct, frozen=True, tag="started"):
    pass


class Answered(Struct, frozen=True, tag="answered", omit_defaults=True):
    seat: int
    action: int
    spent: int = 0  # milliseconds, in a game with a hidden clock


class Rang(Struct, frozen=True, tag="rang"):
    """The time of the game's hidden clock was up: it did something by itself, and nobody answered."""


class Timed(Struct, frozen=True, tag="timed"):
    """The hidden clock goes on, or stands still; so many milliseconds have passed since the last answer."""

    spent: int
    runs: bool


class Paused(Struct, frozen=True, tag="paused"):
    """Nobody answers until somebody wants to go on."""

    seat: int
    on: bool


class TakenBack(Struct, frozen=True, tag="taken-back", omit_defaults=True):
    """The game went back to `to` answers."""

    to: int
    seat: int | None = None  # whose own answer it was, within the rules of undo


class Held(Struct, frozen=True, tag="held"):
    """A seat wants time in a window that would pass by itself, or before what a group is proposed happens."""

    seat: int


class Proposed(Struct, frozen=True, tag="proposed", omit_defaults=True):
    seat: int
    to: int
    undo: bool = False  # it is their own last answer, and the rules of undo allow it


class Moved(Struct, frozen=True, tag="moved"):
    """A seat would like its group to answer this."""

    seat: int
    action: int
    sure: bool  # the game warns before it: all must agree


class Suggested(Struct, frozen=True, tag="suggested"):
    """A seat would like the bot of another seat to be of this level."""

    seat: int
    bot: int
    level: str


class Voted(Struct, frozen=True, tag="voted"):
    seat: int
    yes: bool


class Resigned(Struct, frozen=True, tag="resigned", omit_defaults=True):
    seat: int
    why: str = ""  # "late": the time was up, and that this is a loss was agreed


class Wound(Struct, frozen=True, tag="wound"):
    """The clock goes, with so many seconds for those who are asked: at first, and after a restart."""

    left: float


class Spent(Struct, frozen=True, tag="spent"):
    """So much of their time for the whole game these seats have used for the turn that is over."""

    seats: list[int]
    seconds: float


class Waived(Struct, frozen=True, tag="waived"):
    """A seat lets windows pass that it is asked in, there or not; or no longer does."""

    seat: int
    on: bool


class GaveUp(Struct, frozen=True, tag="gave-up"):
    """The game is over: all people of these sides have resigned."""

    seats: list[int]


class SentAway(Struct, frozen=True, tag="sent-away"):
    """The host does not want this guest at the table."""

    guest: str
    who: str


class Muted(Struct, frozen=True, tag="muted"):
    """What this guest says is not heard at the table, or is again."""

    guest: str
    who: str
    on: bool


class Mended(Struct, frozen=True, tag="mended"):
    """A fault in the rules was mended: from here on, the game goes on by this version of them."""

    rules_version: int
    answers: int  # given so far


class Said(Struct, frozen=True, tag="said"):
    who: str
    seat: int | None
    words: str
    team: bool = False  # to the own side alone, until the end
    means: list[int] = []  # of what the seat holds: see kernel/talk.py
    bot: bool = False  # `who` is its level


class Paced(Struct, frozen=True, tag="paced"):
    seconds: float


class Wished(Struct, frozen=True, tag="wished"):
    """A seat wants a rematch."""

    seat: int


class Followed(Struct, frozen=True, tag="followed"):
    """The table of this code goes on with the same people."""

    code: str


Event = (
    Sat
    | Opened
    | Hired
    | Kept
    | Returned
    | Renamed
    | Started
    | Answered
    | Rang
    | Timed
    | Paused
    | TakenBack
    | Held
    | Proposed
    | Moved
    | Suggested
    | Voted
    | Resigned
    | GaveUp
    | Wound
    | Spent
    | Waived
    | SentAway
    | Muted
    | Mended
    | Said
    | Paced
    | Wished
    | Followed
)


class Agreed(Struct, frozen=True):
    """What was agreed when a table was made. With the seed and the events, it is the whole table."""

    game: str
    rules_version: int
    edition: str
    edition_digest: str
    players: int
    options: dict[str, str]
    host: str
    listed: bool
    turn_seconds: int
    pace: float
    lesson: bool
    nonce: str
    absent_seconds: int = 0  # tables of older versions had neither of these
    keyed: bool = False
    stand_in: str = "fair"  # the level of bots that play for people who are away
    auto_pass: bool = False  # windows pass by themselves: see windows.py
    game_seconds: int = 0  # for all turns of one person together, where it is not by the turn
    late: str = "bot"  # what follows when time is up: "bot" or "loss"
    daily: str = ""  # the day whose deal this is: see daily.py
    rated: bool = False  # the result changes ratings: see ratings.py
    origin: str = ""  # a finished table, of whose moment after `played_on` answers this one was begun
    played_on: int = 0
    free_undo: bool = False  # the rules of undo suffice: nobody else is asked

    @property
    def is_clocked(self) -> bool:
        return bool(self.turn_seconds or self.game_seconds)

    @property
    def is_by_days(self) -> bool:
        """Whether people need not play at the same time: clocks go on while nobody is there."""
        return self.game_seconds > 0 or self.turn_seconds >= CORRESPONDENCE


encode = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(Event).decode
decode_agreed = msgspec.json.Decoder(Agreed).decode
