"""One table: who sits where, the game that is played, and what was said. It is made of its events.

A Table knows nothing of sockets, files and clocks: `apply` carries an event out, commands.py says
which events a person may cause, visibility.py what each may see.
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import msgspec

from fabletop.games import stored_game
from fabletop.kernel.action import act
from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Game, Opening
from fabletop.kernel.question import Illegal, Mistake
from fabletop.kernel.record import Recorded
from fabletop.kernel.replay import promise
from fabletop.kernel.session import Session
from fabletop.kernel.talk import Heard
from fabletop.server import events as ev
from fabletop.server.guests import is_machine
from fabletop.server.lesson import Lesson, has_lesson, lesson_of
from fabletop.server.messages import Chat

DAY = 24 * 3600  # seconds
MOST_CHATS = 300  # lines that are at hand; older ones make room
BEAT = 0.5  # seconds in which one moment is shown,
BEATS = 3.0  # and all that an answer led to


class Unplayable(Mistake):
    """A table that this server cannot open, and why, in words for who wants to."""


@dataclass(slots=True)
class Chair:
    holder: Literal["person", "bot", "open"] = "open"
    guest: str = ""
    who: str = ""  # the person's name
    level: str = ""  # of the bot that has the seat, or keeps it for the person
    away: bool = False
    resigned: bool = False
    ready: bool = False

    @property
    def answers(self) -> bool:
        """Whether a person answers for this seat."""
        return self.holder == "person" and not self.away and not self.resigned

    @property
    def is_machine(self) -> bool:
        """Whether that person is a bot from outside."""
        return is_machine(self.guest)


@dataclass(slots=True)
class Offer:
    """A proposal to go back, to change a bot, or to answer as a group; and who agreed."""

    number: int
    seat: int
    yes: list[int]
    to: int = 0
    undo: bool = False  # it would be their own last answer alone
    bot: int | None = None  # the seat whose bot would be another
    level: str = ""
    answer: int | None = None  # the group's
    sure: bool = False  # the game warns before it, or somebody wants to think: silence is no consent
    instead: "Offer | None" = None  # the answer that had been proposed before it

    @property
    def outcome(self) -> ev.Event:
        """What happens when everybody has agreed."""
        if self.answer is not None:
            return ev.Answered(self.seat, self.answer)
        if self.bot is not None:
            return ev.Hired(self.bot, self.level)
        return ev.TakenBack(self.to, self.seat if self.undo else None)


@dataclass(slots=True)
class Clock:
    """Whose time runs, at a table with a clock."""

    seats: list[int] = field(default_factory=list)
    version: int = 0  # of the table, when it was wound
    since: float = 0.0  # when that was
    left: float = 0.0  # how many seconds they had then


@dataclass
class Table:
    code: str
    agreed: ev.Agreed
    seed: int
    made: float
    edition: Edition | None = None  # where it does not come with the game
    mended: int = 0  # the version of the rules by which it goes on, where that is not the one agreed
    record: dict[str, Any] | None = None  # what it is then read from
    session: Session = field(init=False)
    rules: int = field(init=False)  # the version of the rules by which it was played last
    seed_hash: str = field(init=False)
    closed_until: float = 0.0  # before that nobody else may learn anything of this deal
    open_options: dict[str, str] = field(init=False)
    chairs: list[Chair] = field(init=False)
    version: int = 0  # how many events there were
    started: bool = False
    changed: float = 0.0
    pace: float = 0.0
    offer: Offer | None = None
    declined: Offer | None = None  # the last answer to this question that somebody objected to
    rematch: str | None = None
    chat: list[Chat] = field(default_factory=list)  # the last lines of it
    said: int = 0  # how many there were
    heard: Heard = field(default_factory=Heard)  # what was said of hands
    whispers: int = 0  # of them, said to one side alone
    sent_away: set[str] = field(default_factory=set)  # guests
    muted: set[str] = field(default_factory=set)
    held: list[int] = field(default_factory=list)  # the seats that want to think, in the window that is asked
    lengths: list[int] = field(default_factory=lambda: [0])  # answers given, after each version
    plays: int = 0  # grows when the position changes; with it change
    status: Literal["waiting", "playing", "over"] = "waiting"
    asked: list[int] = field(default_factory=list)  # and the seats that may answer
    taken_back: int = 0  # answers that were taken back beyond the rules of undo
    torn: bool = False  # its log holds answers that its rules do not allow
    lesson: Lesson | None = None
    clock: Clock = field(default_factory=Clock)
    showing: float = 0.0  # for so many seconds pages show what led to this position: no time is counted yet
    savings: list[float] = field(init=False)  # by seat: seconds left for the game, where that is agreed
    waived: set[int] = field(default_factory=set)  # seats that let windows pass
    paused: bool = False
    time_runs: bool = False  # whether the hidden clock of the game was last seen going,
    counted_from: float = 0.0  # and since when, with session.owed milliseconds before that

    def __post_init__(self) -> None:
        agreed = self.agreed
        opening = self.opening()
        self.rules = opening.rules_version
        if self.record is None:
            self.session = Session(opening.game, seed=self.seed, keyed=agreed.keyed, opening=opening)
        else:
            self.session = Recorded(opening, self.seed, agreed.keyed, self.record)
        self.seed_hash = promise(opening, self.seed, agreed.nonce, agreed.keyed)
        self.open_options = opening.open_options
        self.chairs = [Chair() for _ in range(agreed.players)]
        self.pace = agreed.pace
        self.closed_until = end_of(agreed.daily) if agreed.daily else 0.0
        self.changed = self.made
        self.savings = [float(agreed.game_seconds)] * agreed.players
        if agreed.lesson and has_lesson(opening.game):
            same = opening.rules_version == opening.game.rules_version
            self.lesson = lesson_of(opening.game, self.seed) if same else None

    def opening(self) -> Opening:
        """What was agreed, in the words of today; Unplayable says why this server cannot play it."""
        agreed = self.agreed
        game = game_of(agreed)
        if not game.plays_by(self.mended or agreed.rules_version):
            raise Unplayable(
                f"This game was begun by version {agreed.rules_version} of the rules of {game.title}, which "
                "this server does not play."
            )
        edition = self.edition or game.edition_by(agreed.edition_digest)
        if edition is None:
            raise Unplayable(
                f"This game was begun with an edition of {game.title} that this server does not have: "
                f"{agreed.edition!r}, digest {agreed.edition_digest}."
            )
        return game.opening(
            agreed.players, agreed.options, edition, agreed.rules_version, agreed.game, self.mended
        )

    # --- What is so --------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many answers were given."""
        return len(self.session.actions)

    def is_up_to_date(self, number: int) -> bool:
        """Whether nobody has answered since there were so many answers; a game may have done something."""
        return self.length - self.session.rings_at_last <= number <= self.length

    def seat_of(self, guest: str) -> int | None:
        for seat, chair in enumerate(self.chairs):
            if chair.guest == guest and chair.holder == "person":
                return seat
        return None

    def handle(self, guest: str) -> str:
        """By which the host names a guest of this table; nobody learns from it who that is elsewhere."""
        return hashlib.blake2b(f"{self.code} {guest}".encode(), digest_size=6).hexdigest()

    def name_of(self, seat: int) -> str:
        """A seat in words: the person's name, or the bot's."""
        chair = self.chairs[seat]
        return chair.who if chair.holder == "person" else f"{chair.level} bot"

    def people_asked(self) -> list[int]:
        return [seat for seat in self.asked if self.chairs[seat].answers]

    @property
    def passing(self) -> int | None:
        """In a window that passes by itself: the answer it passes with."""
        if self.status != "playing" or not (self.agreed.auto_pass or self.is_waived):
            return None
        verb = self.session.state.question.declined_by
        return None if verb < 0 else int(act(verb, 0))

    @property
    def is_waived(self) -> bool:
        """Whether all who are asked let windows pass."""
        return bool(self.waived) and self.waived.issuperset(self.people_asked() or [-1])

    def voters(self) -> list[int]:
        """The seats whose people must agree to a proposal to go back, or to another bot."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.answers and not chair.is_machine]

    def asks_before_undo(self, seat: int) -> bool:
        """Whether somebody else may be thinking about this seat's last answer: then they are asked first."""
        others = set(self.people_asked()) & set(self.voters()) - {seat}
        return bool(others) and not self.agreed.free_undo

    def side_of(self, seat: int | None) -> tuple[int, ...]:
        """The seats that win and lose with this one."""
        return next((side for side in self.session.sides if seat in side), ())

    @property
    def is_silent(self) -> bool:
        """Whether it was agreed not to talk, and the game is on."""
        return self.agreed.options.get("talk") == "silent" and self.status == "playing"

    def offer_voters(self) -> list[int]:
        """Those who must agree to the proposal that is made: to an answer, those who are asked."""
        answers = self.offer is not None and self.offer.answer is not None
        voters = self.voters()
        return [seat for seat in self.people_asked() if seat in voters] if answers else voters

    def away(self, is_here: Callable[[str], bool]) -> list[Chair]:
        """Those who play and are not there, whether or not a bot has their seat."""
        people = [chair for chair in self.chairs if chair.holder == "person" and not chair.resigned]
        return [chair for chair in people if chair.away or not is_here(chair.guest)]

    def given_up(self, seat: int) -> list[int]:
        """All seats that will have given up when this one resigns, if that ends the game; else none.

        A side gives up with the last of its people. Of two sides, or one alone against the game, that ends
        it. Of more, bots play on as long as there are people to play with.
        """
        sides = self.session.sides
        people = {place for place, chair in enumerate(self.chairs) if chair.holder == "person"}
        staying = {place for place in people if place != seat and not self.chairs[place].resigned}
        lost = [side for side in sides if people & set(side) and not staying & set(side)]
        ends = not staying or (len(sides) <= 2 and bool(lost))
        return sorted(place for side in lost for place in side) if ends else []

    # --- What happens ------------------------------------------------------------------------------

    def apply(self, event: ev.Event, time: float) -> None:
        """Carry out an event that commands.py has allowed."""
        self.version += 1
        self.changed = time
        plays = self.plays
        match event:
            case ev.Answered(seat, action, spent):
                self.session.play(seat, action, worded=False, spent=spent)
                self.position_changes(time, self.session.beats_at_last)
            case ev.Rang():
                self.session.ring()
                self.position_changes(time, self.session.beats_at_last)
            case ev.Timed(spent, runs):
                self.session.owed, self.time_runs = spent, runs
                self.counted_from = max(time, self.counted_from)
            case ev.Paused(seat, on):
                self.paused = on
                paused = "has paused the game" if on else "goes on with the game"
                self.notice(time, seat, f"{self.chairs[seat].who} {paused}.")
            case ev.TakenBack(to, seat):
                self.tell_of_going_back(time, to, seat)
                if seat is None and self.offer is not None and set(self.voters()) <= set(self.offer.yes):
                    self.taken_back += self.length - to
                self.session.go_back_to(to)
                self.heard.forget()
                self.position_changes(time)
            case ev.GaveUp(seats):
                self.session.resign(seats)
                self.plays += 1
                self.offer = None
            case ev.Held(seat):
                self.hold(time, seat)
            case ev.Started():
                self.started = True
                self.plays += 1
            case ev.Said(who, seat, words, team, means, bot):
                self.say(time, who, seat, words, team, bot)
                self.whispers += team
                if seat is not None and (means or bot) and self.record is None:
                    self.heard.note(self.session.game, self.session.state, seat, tuple(means))
            case ev.SentAway(guest, who):
                self.sent_away.add(guest)
                seat = self.seat_of(guest)
                if seat is not None:
                    self.chairs[seat] = Chair()
                self.notice(time, None, f"The host has sent {who} away.")
            case ev.Muted(guest, who, on):
                (self.muted.add if on else self.muted.discard)(guest)
                self.notice(time, None, f"The host has {'muted' if on else 'given the word back to'} {who}.")
            case ev.Paced(seconds):
                self.pace = seconds
            case ev.Followed(code):
                self.rematch = code
            case ev.Renamed(guest, name):
                for chair in self.chairs:
                    if chair.guest == guest:
                        chair.who = name
            case ev.Proposed(seat, to, undo):
                self.offer = Offer(self.version, seat, [seat], to, undo)
            case ev.Moved(seat, action, sure):
                others = self.offer is not None and self.offer.answer is not None
                former = self.offer if others else self.declined  # and no proposal to go back
                self.offer = Offer(self.version, seat, [seat], answer=action, sure=sure, instead=former)
                if former is not None:
                    former.instead = None  # one is enough to compare with
            case ev.Suggested(seat, bot, level):
                self.offer = Offer(self.version, seat, [seat], bot=bot, level=level)
            case ev.Voted(seat, yes):
                self.vote(time, seat, yes)
            case ev.Mended(rules_version, answers):
                self.rules = rules_version
                title, version = self.session.game.title, rules_version
                mended = f"A fault in the rules of {title} was mended: "
                self.notice(time, None, f"{mended}after answer {answers} its version {version} holds.")
            case ev.Wound(left):
                self.clock = Clock(self.clock.seats, self.version, time, left)
            case ev.Spent(seats, seconds):
                for seat in seats:
                    self.savings[seat] = max(0.0, self.savings[seat] - seconds)
                self.clock.left = self.time_for(self.clock.seats)
            case ev.Waived(seat, on):
                (self.waived.add if on else self.waived.discard)(seat)
            case _:
                self.seat_changes(event, time)
        if self.plays != plays and self.started:
            self.held = []
            self.status = "over" if self.session.over else "playing"
            self.asked = [seat for seat in range(self.agreed.players) if self.session.asks(seat)]
        self.lengths.append(self.length)
        if self.agreed.is_clocked:
            self.wind(event, time)

    def position_changes(self, time: float, beats: int = 0) -> None:
        self.plays += 1
        self.offer = self.declined = None
        self.showing = min(BEATS, BEAT * beats)
        self.counted_from = time + self.showing

    def apply_if_it_can_be(self, event: ev.Event, time: float) -> None:
        """Carry out an event of other rules: from the first answer that is no longer allowed on, none is."""
        if self.torn and isinstance(event, ev.Answered | ev.Rang | ev.TakenBack):
            self.version += 1
            self.lengths.append(self.length)
            return
        try:
            self.apply(event, time)
        except (Illegal, Mistake):
            self.torn = True
            self.lengths.append(self.length)

    def wind(self, event: ev.Event, time: float) -> None:
        """A turn has its time from the moment on when others are asked than before.

        That of the first turn runs when somebody is there: then it is Wound.
        """
        people = self.people_asked()
        if people != self.clock.seats:
            since = math.inf if isinstance(event, ev.Started) else time
            self.clock = Clock(people, self.version, since, self.time_for(people))

    def time_for(self, seats: list[int]) -> float:
        """How many seconds they have who are asked now; together, as many as the one who has the fewest."""
        if self.agreed.game_seconds:
            return min((self.savings[seat] for seat in seats), default=0.0)
        return self.agreed.turn_seconds + self.showing

    def seat_changes(self, event: ev.Event, time: float) -> None:
        match event:
            case ev.Sat(seat, guest, name):
                self.chairs[seat] = Chair("person", guest, name)
            case ev.Opened(seat):
                self.chairs[seat] = Chair()
            case ev.Hired(seat, level):
                self.chairs[seat] = Chair("bot", level=level)
                if self.started:
                    self.notice(time, seat, f"{self.session.name(seat)} is played by a {level} bot now.")
                    self.offer = None
            case ev.Kept(seat, level, why):
                chair = self.chairs[seat]
                chair.away, chair.level = True, level
                reason = {"late": " ran out of time", "left": " left the table"}.get(why, " is away")
                self.notice(time, seat, f"{chair.who}{reason}: a bot plays on.")
            case ev.Returned(seat):
                chair = self.chairs[seat]
                chair.away, chair.level = False, ""
                self.notice(time, seat, f"{chair.who} is back.")
            case ev.Resigned(seat, why):
                chair = self.chairs[seat]
                chair.level = chair.level or self.agreed.stand_in
                then = "." if self.given_up(seat) else ": a bot plays on."
                how = "lost by running out of time" if why == "late" else "resigned"
                self.notice(time, seat, f"{chair.who} {how}{then}")
                chair.resigned = True
            case ev.Wished(seat):
                self.chairs[seat].ready = True

    def vote(self, time: float, seat: int, yes: bool) -> None:
        assert self.offer is not None
        if yes:
            self.offer.yes.append(seat)
        else:
            if seat == self.offer.seat:
                self.notice(time, seat, f"{self.name_of(seat)} withdrew the proposal.")
            elif self.offer.answer is not None:
                self.declined = self.offer
                self.notice(time, seat, f"{self.name_of(seat)} would rather not.")
            else:
                to_what = "to go back" if self.offer.bot is None else "to another bot"
                self.notice(time, seat, f"{self.name_of(seat)} did not agree {to_what}.")
            self.offer = None

    def hold(self, time: float, seat: int) -> None:
        """A window, or what is proposed to a group, waits for a seat."""
        if self.offer is None or self.offer.answer is None:
            self.held.append(seat)
        else:
            self.offer.sure = True
            self.notice(time, seat, f"{self.name_of(seat)} wants to think about it.")

    def say(
        self, time: float, who: str, seat: int | None, words: str, team: bool = False, bot: bool = False
    ) -> None:
        self.said += 1
        self.chat.append(Chat(self.said, who, seat, words, time, team, bot))
        if len(self.chat) >= 2 * MOST_CHATS:
            del self.chat[:-MOST_CHATS]

    def notice(self, time: float, seat: int | None, words: str) -> None:
        """A line of the table itself, between those of the people."""
        self.say(time, "", seat, words)

    def tell_of_going_back(self, time: float, to: int, seat: int | None) -> None:
        """Everybody reads it, in the chat and in the story; of one turn that somebody plans anew, once."""
        last = self.chat[-1] if self.chat else None
        if last is not None and last.at is not None and last.seat == seat is not None:
            since = self.session.actions[min(last.at, to) :]
            if all(answer.seat == seat for answer in since):
                return
        words = f"The game went back to answer {to}."
        self.notice(time, seat, words if seat is None else f"{self.name_of(seat)} took an answer back.")
        self.chat[-1] = msgspec.structs.replace(self.chat[-1], at=to)


def end_of(day: str) -> float:
    """When a day is over, by the clock of Greenwich."""
    return datetime.fromisoformat(f"{day}T00:00+00:00").timestamp() + DAY


def game_of(agreed: ev.Agreed) -> Game:
    """The game of a table, under the name that it has today."""
    try:
        return stored_game(agreed.game, agreed.players)
    except Mistake:
        raise Unplayable(f"This is a table of {agreed.game!r}: this server has no such game.") from None
