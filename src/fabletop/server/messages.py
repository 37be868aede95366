"""The protocol: every message between a page and the server, as types.

`web/src/lib/protocol.ts` is written from this file by `python -m tools.protocol`. Docs: docs/protocol.md.

A page sends messages with an id of its own choosing; each is answered by exactly one Reply with that id,
also when it is sent again. All that changes arrives as an Update. A page never needs to know a rule.
"""

from typing import Any, Literal

from msgspec import Struct

from fabletop.kernel.game import Hints

Json = dict[str, Any]
Result = Literal["won", "drew", "lost"]

# --- What a page shows -----------------------------------------------------------------------------


class Option(Struct, frozen=True):
    """One answer: what a person does with one click."""

    action: int
    verb: str
    thing: str  # what it is done to, named as in the view: "cell 3,4", "hand NV03"; or ""
    words: str
    sure: str = ""  # a warning to be confirmed first
    to: str = ""  # where it leads, named likewise
    ends: str = ""  # what then follows at once, for those who want to be asked before that
    vain: bool = False  # it is allowed, and would do nothing now


class Question(Struct, frozen=True):
    seats: list[int]  # who is asked; empty when the game is over
    prompt: str
    options: list[Option]  # empty for all who are not asked


class Beat(Struct, frozen=True, omit_defaults=True):
    """A moment at which people look up, and what to draw of it. Things and places are named as in views."""

    look: Literal["show", "move", "clash", "mark", "gone", "roll", "cry"]
    thing: str = ""  # what is moved, struck, changed, gone or rolled
    start: str = ""  # from where; by whom a blow is struck
    to: str = ""
    number: str = ""  # "+3", "5 : 2"; of dice, what they show: "3 4"
    card: str = ""  # to be shown large, named as in the catalogue: "card NV03"


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of the log, as this viewer may read it."""

    number: int  # after which answer it happened; 0: before the first
    seat: int | None  # who did it
    kind: str
    words: str
    data: Json
    beat: Beat | None = None
    gist: str = ""  # of what counts, for the heading of its part of the story; who acts there is said once
    opens: bool = False  # such a part begins here: a turn, or more


class Figure(Struct, frozen=True):
    """A number that tells how a game went."""

    words: str
    value: str | int


class Position(Struct, frozen=True):
    """The game as one viewer may see it after `number` answers."""

    number: int
    over: bool
    view: Json  # Game.view
    question: Question
    undo: str | None  # None: my last answer can be taken back; else why not
    mine: int  # after how many answers I answered last; 0: not yet
    since: int  # the answer that ended my last turn; 0: none has. It and what came later is news to me
    spoken: list[str] = []  # the board in lines of text, for screen readers: only in the reply to Look
    progress: float | None = None  # how far the game has come toward its nearest end, 0 to 1, if it can tell
    result: str = ""  # how it ended
    winners: list[int] = []
    losers: list[int] = []  # who is neither has drawn
    figures: list[Figure] = []  # after the end
    sayings: list[str] = []  # what I can truly say of my hand to partners, as far as it was agreed


class Rating(Struct, frozen=True):
    """How strong somebody is in a game, in points: 1000 is where everybody begins, and in a duel who has 400
    more wins ten of eleven games."""

    name: str  # "": mine
    points: int
    low: int  # between these the true figure is, most likely
    high: int
    games: int  # rated ones; 0: a bot's, measured in the lab


class Seat(Struct, frozen=True):
    seat: int
    name: str  # in the game: "Hero (Alice)"
    holder: Literal["person", "bot", "open"]
    who: str  # the person's name, or the bot's level
    here: bool  # the person's page is connected
    away: bool  # a bot answers for a person who may come back
    resigned: bool
    ready: bool  # wants a rematch
    clock: float | None  # seconds left to answer, when the table has a clock and this seat is asked
    you: bool
    handle: str = ""  # of a person, for Mute and SendAway
    muted: bool = False
    gone: int | None = None  # for how many seconds the person's page has not been connected; None: it is
    keep: int | None = None  # then: seconds until others may let a bot play for them; None: they may not
    takeover: int | None = None  # then: seconds until a bot plays for them by itself; None: it will not
    machine: bool = False  # the person is a bot from outside; `who` says whose
    holiday: float | None = None  # until when they are on holiday, and clocks stand that wait for them
    rating: Rating | None = None  # of a person, where the game is rated
    character: str = ""  # of a bot: "bold"


class Spectator(Struct, frozen=True):
    name: str
    handle: str  # for Mute and SendAway
    muted: bool


class Proposal(Struct, frozen=True):
    """Going back further than the rules of undo allow, taking back an answer that another person has before
    them, or another bot, if everybody agrees; or an answer to a question that several people are asked
    together, unless somebody objects."""

    number: int  # which proposal
    seat: int  # who proposed it
    to: int  # to how many answers the game would go back
    yes: list[int]  # who has agreed
    words: str
    bot: int | None = None  # the seat whose bot would be another
    action: int | None = None  # the answer, for those who are asked with them
    left: float | None = None  # seconds until that answer is given; None: all must agree
    voters: list[int] = []  # whose word counts
    instead: int | None = None  # the answer that had been proposed before: to give it is to propose it anew
    instead_words: str = ""  # by whom, and what


class Window(Struct, frozen=True):
    """A question that passes by itself; `Hold` keeps it open. How long it lasts tells nothing of any hand."""

    left: float | None  # seconds until it does; None: it is held open, or who is asked is not here
    held: list[int]  # seats that want to think


class Table(Struct, frozen=True):
    code: str
    game: str
    title: str
    edition: str
    edition_digest: str  # by which GET /api/games/{game}?edition= gives the cards of this very table
    edition_title: str
    own_edition: bool  # somebody made it: not the house's, nor one that comes with the game
    players: int
    options: dict[str, str]
    status: Literal["waiting", "playing", "over"]
    open: bool  # listed on the shelf for everybody
    lesson: bool
    host: bool  # I may change seats and start
    seat: int | None  # mine; None: a spectator
    seats: list[Seat]
    spectators: list[Spectator]
    turn_seconds: int  # 0: no clock
    absent_seconds: int  # how long others wait for somebody who left, before a bot plays on; 0: for ever
    stand_in: str  # the level of such a bot
    resign: str  # what would follow if I resigned, in words; "" if I cannot
    taken_back: int  # answers that were taken back beyond the rules of undo: who did that knows what came
    pace: float  # seconds between the moves of bots
    seed_hash: str
    seed: str | None  # once it is over; a string, for it may be larger than a page's numbers
    proposal: Proposal | None
    rematch: str | None  # the code of the table that follows this one
    paused: bool | None  # None: time cannot be stopped here
    notice: str = ""  # what those who run the house say to everybody
    auto_pass: bool = False  # windows pass by themselves
    window: Window | None = None  # the one that a person is asked in
    partners: list[int] = []  # the other seats of my side
    silent: bool = False  # it was agreed not to talk during the game
    game_seconds: int = 0  # for all turns of one person together; 0: no such clock
    late: str = "bot"  # what follows when time is up: "bot" or "loss"
    waived: bool | None = None  # windows that I am asked in pass, here or not; None: there are none for me
    daily: str = ""  # the day whose deal this is
    closed: bool = False  # it is today's: no hints, no review, no going back before the day is over
    rated: bool = False  # its result changes ratings; who sits down agrees to that
    origin: str = ""  # it goes on from a moment of this finished table, and counts for nothing
    played_on: int = 0  # the moment: after so many answers
    taught: str = ""  # the option that this lesson is about; "": the game itself
    unlearnt: str = ""  # what to know of its bots, where they learnt with another edition
    levels: list[str] = []  # of bots that may sit down, before the game begins
    free_undo: bool = False  # nobody is asked before somebody takes back what the rules of undo allow


class Chat(Struct, frozen=True):
    number: int
    who: str
    seat: int | None
    words: str
    time: float
    team: bool = False  # said to the own side; others read it after the end
    bot: bool = False  # `who` is its level
    at: int | None = None  # the game went back to so many answers then: a line of the story, too


class Notes(Struct, frozen=True):
    """A person's private notes at a table: on all of it, and on single things."""

    seat: int | None  # None: a spectator's
    words: str
    things: dict[str, str]  # by a thing's name


class Coach(Struct, frozen=True):
    """What a lesson says now."""

    step: int  # of the learner's, as `steps`
    steps: int
    words: str
    action: int | None  # the answer it suggests


# --- From the server ------------------------------------------------------------------------------


class Update(Struct, frozen=True, tag="update", omit_defaults=True):
    """What is new. A part that is absent has not changed."""

    version: int  # of the table: grows with every change
    table: Table | None = None
    position: Position | None = None
    log_from: int = 0  # lines from here on are replaced by `log` (taking back shortens the log)
    log: list[Line] | None = None
    chat: list[Chat] | None = None  # new lines
    coach: Coach | None = None
    notes: Notes | None = None  # mine: private until the end
    open_notes: list[Notes] | None = None  # after the end: those of all who play


class Refused(Struct, frozen=True):
    """Why something cannot be done: words for this case, and a rule where there is one."""

    words: str
    rule: str = ""


class Reason(Struct, frozen=True):
    """Something a person may wonder about, and why it cannot be done now."""

    option: str
    words: str
    rule: str


class HintStep(Struct, frozen=True):
    """One answer of a move, as it will be offered."""

    action: int
    words: str
    thing: str  # on the board; "": a button
    to: str


class HintReason(Struct, frozen=True):
    """Why. Of a move itself: `gain`, `risk`, or what happens (`told`); what it `denies`, which the next best
    answer would let happen; a `reply` to be feared; or an `outlook` in figures alone."""

    kind: Literal["gain", "risk", "told", "denies", "reply", "outlook"]
    words: str  # a sentence: "The Duchess is captured: +3."


class Hint(Struct, frozen=True):
    """What a bot would do in your place."""

    action: int
    words: str
    chance: float  # estimate of winning, 0 to 1, after this answer
    second: str  # the next best, in words; or ""
    second_chance: float
    share: float  # of the bot's attention that went to the answer
    steps: list[HintStep] = []  # all answers until the turn or the question passes on; this is the first
    reasons: list[HintReason] = []  # the same whatever is hidden from me
    unless: bool = False  # others could interfere between the steps


class Observation(Struct, frozen=True):
    """What a seat sees as numbers, for bots that have learnt: see docs/learning.md."""

    digest: str  # what a policy must have been trained for
    values: str  # bytes in base64
    columns: list[int]  # of the options, in their order


class Reply(Struct, frozen=True, tag="reply", omit_defaults=True):
    """The one answer to a message."""

    id: int
    refused: Refused | None = None  # None: done
    reasons: list[Reason] | None = None  # to Why
    hint: Hint | None = None  # to AskHint
    position: Position | None = None  # to Look
    views: list[Json] | None = None  # to Look after the end: the view of every seat
    log: list[Line] | None = None  # to Look: what that answer led to
    observation: Observation | None = None  # to Observe
    page: str = ""  # to Hello: a digest of the page that this server has; one of another is loaded anew


FromServer = Update | Reply

# --- From the page ---------------------------------------------------------------------------------


class Message(Struct, frozen=True):
    """Each is answered once, by its id."""

    id: int


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection, and after each reconnection."""

    client: str  # a random name of this page, so that a message sent again is known
    version: int = -1  # what the page has, or -1
    log: int = 0  # how many lines of the log it has
    chat: int = 0  # the number of the last line of chat it has
    visible: bool = True  # somebody can see the page


class Act(Message, frozen=True, tag="act"):
    number: int  # how many answers the page had seen: it acts on that, or on what the game itself did since
    action: int


class Hold(Message, frozen=True, tag="hold"):
    """Let me think: a window stays open until I answer, a proposal to all of us until all have agreed."""

    number: int


class Waive(Message, frozen=True, tag="waive"):
    """Let windows pass that I am asked in at this table, whether I am here or not; or no longer."""

    on: bool


class Attend(Message, frozen=True, tag="attend"):
    """Whether somebody can see this page: who looks is not told by other ways that it is their turn."""

    visible: bool


class Why(Message, frozen=True, tag="why"):
    """Why can I not do anything with this thing?"""

    number: int
    thing: str


class AskHint(Message, frozen=True, tag="hint"):
    number: int


class Undo(Message, frozen=True, tag="undo"):
    number: int


class Propose(Message, frozen=True, tag="propose"):
    to: int


class Vote(Message, frozen=True, tag="vote"):
    proposal: int
    yes: bool


class Look(Message, frozen=True, tag="look"):
    """The position after so many answers, as I may see it."""

    number: int


class Observe(Message, frozen=True, tag="observe"):
    """What I see as numbers, when I am asked."""

    number: int


class Sit(Message, frozen=True, tag="sit"):
    """Take an open seat; or my own seat back from the bot that keeps it."""

    seat: int


class Stand(Message, frozen=True, tag="stand"):
    """Leave my seat: before the start it is open again, later a bot keeps it for me."""


class Arrange(Message, frozen=True, tag="arrange"):
    """Before the start the host gives a seat to a bot, or opens it. Later who plays may propose another bot;
    or let one play for who has been away for as long as was agreed, of the level that was agreed."""

    seat: int
    holder: str  # "open", or a level


class Start(Message, frozen=True, tag="start"):
    """The host begins the game, when all seats are taken."""


class Resign(Message, frozen=True, tag="resign"):
    """I give up."""


class Pause(Message, frozen=True, tag="pause"):
    """Stop the time of a game with a hidden clock, or let it go on. Who plays may do both."""

    on: bool


class Say(Message, frozen=True, tag="say"):
    words: str
    team: bool = False  # to my side alone; after the end all may read it


class Note(Message, frozen=True, tag="note"):
    """My private notes at this table, or on one thing; after the end all may read those of who played."""

    words: str  # "" takes the note away
    thing: str = ""  # "": on the table; else a name of the page's choosing, such as those in options


class Rematch(Message, frozen=True, tag="rematch"):
    """The same game again, at a new table."""


class Report(Message, frozen=True, tag="report"):
    """Something is wrong here: kept with the table and the position."""

    words: str


class Pace(Message, frozen=True, tag="pace"):
    """How many seconds bots wait before they move. Who plays may set it; while somebody is away, not below
    what was agreed."""

    seconds: float


class SendAway(Message, frozen=True, tag="send-away"):
    """The host sends a spectator away for good; before the start, anybody."""

    handle: str


class Mute(Message, frozen=True, tag="mute"):
    """The host lets a spectator's words not be heard, or be heard again; before the start, anybody's."""

    handle: str
    on: bool


class Ping(Message, frozen=True, tag="ping"):
    """Is anybody there?"""


FromPage = (
    Hello
    | Act
    | Hold
    | Waive
    | Attend
    | Why
    | AskHint
    | Undo
    | Propose
    | Vote
    | Look
    | Observe
    | Sit
    | Stand
    | Arrange
    | Start
    | Resign
    | Pause
    | Say
    | Note
    | Rematch
    | Report
    | Pace
    | SendAway
    | Mute
    | Ping
)

# --- Over HTTP -------------------------------------------------------------------------------------


class ChoiceInfo(Struct, frozen=True):
    name: str
    words: str
    values: list[str]
    default: str
    of: str = ""  # the option on which some values depend,
    needs: dict[str, list[str]] = {}  # and what it must then be
    names: dict[str, str] = {}  # what values are called
    title: str = ""  # what people call it
    front: bool = False  # it is asked first
    closed: str = ""  # why it cannot be chosen with so many players: its default holds


class LevelInfo(Struct, frozen=True):
    """A bot that may be seated."""

    name: str
    words: str
    stands_in: bool  # it may play for who left


class GameInfo(Struct, frozen=True):
    """GET /api/shelf lists them."""

    name: str
    title: str
    blurb: str
    players: list[int]
    choices: dict[str, list[ChoiceInfo]]  # by the number of players
    lesson: bool
    how_many: str = ""  # players, in words
    minutes: str = ""
    weight: str = ""
    withdrawn: str = ""  # it cannot be played any more, and these words stand in its place
    against: list[int] = []  # with so many players there are sides: it may be rated
    taught: list[str] = []  # options that have a lesson of their own
    lesson_minutes: int = 0  # how long its own takes
    levels: dict[str, list[str]] = {}  # that may sit down, by the number of players, the weakest first
    sides: dict[str, list[list[int]]] = {}  # of seats, by the number of players, where they are shared


class TableInfo(Struct, frozen=True):
    """A table in a list."""

    code: str
    game: str
    title: str
    status: Literal["waiting", "playing", "over"]
    seats: list[str]  # who sits there, in words
    your_turn: bool
    free: int  # open seats
    changed: float  # when, in seconds since 1970
    result: Result | None = None  # mine, when it is over
    invited_by: str = ""  # somebody keeps a seat for me there
    lesson: bool = False


class Shelf(Struct, frozen=True):
    """GET /api/shelf"""

    me: str
    levels: list[LevelInfo]
    games: list[GameInfo]
    mine: list[TableInfo]  # those that wait for me, then the other running ones, then the latest finished
    open: list[TableInfo]
    notice: str = ""  # what those who run the house say to everybody
    kept: bool = False  # whether I can sit at rated tables


class NewTable(Struct, frozen=True):
    """POST /api/tables, answered by Made."""

    game: str
    players: int | None = None
    options: dict[str, str] = {}
    seats: list[str] = []  # "me", "open", or a level; default: me, and fair bots
    open: bool = False
    turn_seconds: int = 0
    absent_seconds: int = 120  # without a clock: how long others wait for who left; 0: for ever
    pace: float = 0.9
    lesson: bool = False
    taught: str = ""  # with lesson: the option that it is about
    stand_in: str = "fair"  # the level of bots that play for who left; not below fair
    auto_pass: bool = (
        False  # windows in which there may be nothing to play pass by themselves; not in lessons
    )
    game_seconds: int = 0  # in place of turn_seconds: for all turns of one person together
    late: str = "bot"  # or "loss"
    rated: bool = False  # between kept people alone
    free_undo: bool = False  # an answer is taken back without asking whoever is to play next
    edition: str = ""  # a digest; "": the house edition


class Made(Struct, frozen=True):
    code: str


class Rename(Struct, frozen=True):
    """PUT /api/me"""

    name: str


class Device(Struct, frozen=True):
    """A browser that is me."""

    id: str
    made: float  # since when, in seconds since 1970
    this: bool


class Devices(Struct, frozen=True):
    """GET /api/me/devices; DELETE /api/me/devices/{id} ends one, and answers with the others."""

    devices: list[Device]


class Link(Struct, frozen=True):
    """POST /api/me/link: whoever opens the address first, and soon, is me on another device."""

    address: str
    picture: str  # the same as a QR code: the address of an image
    seconds: int


class Redeem(Struct, frozen=True):
    """POST /api/link: be the one who made this link; answered by Rename."""

    token: str


class SignIn(Struct, frozen=True):
    """POST /api/bots: be a bot from outside; answered by Rename, and a cookie."""

    name: str
    link: str = ""  # of the one whose bot it is, as POST /api/me/link gives; without one it is a stranger's


class Holiday(Struct, frozen=True):
    """POST /api/me/holidays; DELETE /api/me/holidays/{begins} ends one. Both are answered by Notices."""

    begins: float  # in seconds since 1970
    ends: float


class Notices(Struct, frozen=True):
    """GET /api/me/notices: how I am told that it is my turn where games go on over days."""

    push: str  # the key for subscriptions; "": this house sends none
    mails: bool  # whether this house sends mail,
    feeds: bool  # and has feeds
    zone: str
    quiet_from: int  # minutes of the day; quiet_until the same: no quiet hours
    quiet_until: int
    mail: str  # my address; "": none
    confirmed: bool
    devices: int  # that are told by push
    feed: str  # the address of my feed; "": none. With .ics in place of .atom: a calendar
    holidays: list[Holiday]
    days_left: int  # of holidays, this year


class Quiet(Struct, frozen=True):
    """PUT /api/me/notices, answered by Notices: in these minutes of my day I am not told anything."""

    zone: str  # "Europe/Vienna"
    quiet_from: int
    quiet_until: int


class Mailing(Struct, frozen=True):
    """PUT /api/me/mail, answered by Notices: mail me there, once I have confirmed it; "": nowhere."""

    address: str


class Subscribe(Struct, frozen=True):
    """POST /api/me/push, answered by Notices: what a browser's PushManager has given."""

    endpoint: str
    p256dh: str
    auth: str


class Unsubscribe(Struct, frozen=True):
    """POST /api/me/push/stop, answered by Notices."""

    endpoint: str


class Passkey(Struct, frozen=True):
    """One of my passkeys. DELETE /api/me/passkeys/{id} takes it away, and answers with Me."""

    id: str
    made: float  # seconds since 1970
    used: float


class Me(Struct, frozen=True):
    """GET /api/me"""

    name: str
    kept: bool  # I am more than the cookie of this browser
    passkeys: list[Passkey]
    phrase: float | None  # since when I have a phrase; DELETE /api/me/phrase takes it away
    page: str  # of mine, under /p/: others see it only while it is `shown`
    shown: bool
    settings: Json  # of the page, while I am kept
    tables: int  # at which I sit: whoever signs in as somebody else may bring them along


class Settings(Struct, frozen=True):
    """PUT /api/me/settings: what a page wants to find on all my devices."""

    settings: Json


class Show(Struct, frozen=True):
    """PUT /api/me/shown: whether others may see my page; answered by Me."""

    shown: bool


class NewPasskey(Struct, frozen=True):
    """POST /api/me/passkeys, answered by Me: what the browser made of POST /api/me/passkeys/options."""

    credential: Json


class Phrase(Struct, frozen=True):
    """POST /api/me/phrase: words to be written down. They are shown this once."""

    words: list[str]


class UsePasskey(Struct, frozen=True):
    """POST /api/passkeys, answered by Known and a cookie: what the browser made of
    POST /api/passkeys/options."""

    credential: Json
    bring: bool = False  # the seats of who this browser was until now, if that was a guest


class UsePhrase(Struct, frozen=True):
    """POST /api/phrase, answered by Known and a cookie."""

    words: str
    bring: bool = False


class Known(Struct, frozen=True):
    """Somebody was here before, and is again."""

    name: str
    settings: Json
    brought: int  # tables that were the guest's
    stayed: int  # and those that stay the guest's, for the person sits there already


class Next(Struct, frozen=True):
    """GET /api/me/next?after=CODE: the next table that waits for me, or none."""

    code: str
    waiting: int  # how many do


class Archived(Struct, frozen=True):
    """PUT /api/me/tables/{code}/archived: put a table aside, or take it back; an invitation is gone then."""

    archived: bool


class Played(Struct, frozen=True):
    """A finished game of mine."""

    code: str
    game: str
    title: str
    ended: float  # seconds since 1970
    result: Result
    words: str  # how it ended
    length: int  # answers
    seconds: float  # from the making of the table to the end
    seats: list[str]
    archived: bool


class History(Struct, frozen=True):
    """GET /api/me/history, with ?game=, result=, who=, archived=1, and before= for the next page."""

    games: list[Played]
    more: bool
    tables: list[TableInfo] = []  # running ones that were put aside; on the first page of what is archived


class Tally(Struct, frozen=True):
    """How often something was played and won, and between which shares the truth lies, 95 times of 100."""

    game: str
    title: str
    kind: str  # "game", "side", "champion", "character", "level", "against", "with": as the game tells
    value: str
    games: int
    won: int
    drawn: int
    low: float
    high: float


class Figures(Struct, frozen=True):
    """GET /api/me/figures"""

    games: list[Tally]
    tallies: list[Tally]
    people: list[Tally]
    words: list[str]  # streaks and firsts


class PersonPage(Struct, frozen=True):
    """GET /api/persons/{page}: what somebody shows of themselves."""

    name: str
    since: float
    games: list[Tally]
    tallies: list[Tally]


class Met(Struct, frozen=True):
    """Somebody I played with."""

    handle: str  # what I call them by; it means nothing to others
    name: str
    games: int  # finished ones
    won: int
    last: float  # when we last played, in seconds since 1970
    blocked: bool


class People(Struct, frozen=True):
    """GET /api/me/people. POST /api/me/people/{handle}/invite opens a table, and answers with Made."""

    people: list[Met]


class Block(Struct, frozen=True):
    """PUT /api/me/people/{handle}/blocked, answered by People; they are not told."""

    blocked: bool


class RuleInfo(Struct, frozen=True):
    id: str
    title: str
    words: str
    section: str


class GameBook(Struct, frozen=True):
    """GET /api/games/{game}, with ?edition= and a digest or without: what does not change during a game."""

    game: str
    title: str
    goal: str  # how it is won, in a sentence; or nothing
    summary: list[str]  # how it is played, in a few sentences
    rules: list[RuleInfo]
    catalog: Json  # Game.catalog: cards, pieces and the board, as data for drawing
    hints: Hints  # for the plain board
    phrases: list[str]  # what partners often say to each other
    lesson: bool  # it is taught
    lesson_minutes: int = 0  # in so many minutes


class Estimate(Struct, frozen=True):
    number: int  # after so many answers
    chances: list[float]  # of winning, one for each seat


class Lesson(Struct, frozen=True):
    """What was better where the game turned, by what the one who answered could know; and why."""

    number: int  # the answer after which it turned
    seat: int | None  # who gave it; None: nobody did
    given: str  # in words
    better: list[str]  # a whole move, in words; empty: nothing better was found
    chance: float  # of winning that it would have left
    reasons: list[HintReason]


class Curve(Struct, frozen=True):
    """GET /api/tables/{code}/curve, after the end. `done` of `total` is estimated so far: all positions, and
    last what was better."""

    done: int
    total: int
    estimates: list[Estimate]
    turning: list[int]  # the answers after which the game turned
    lessons: list[Lesson] = []  # one for each of these, when all is done


class PlayOn(Struct, frozen=True):
    """POST /api/tables/{code}/play-on: a table from a moment of a finished game on; answered by Made."""

    number: int  # after so many answers
    seats: list[str] | None = None  # as in NewTable; None: me where I sat, and bots
    pace: float = 0.9
    auto_pass: bool = False


class PlayDeal(Struct, frozen=True):
    """POST /api/daily/{game}: my one try of today's deal, or practice of one whose day is over; answered by
    Made."""

    day: str = ""  # "": today
    pace: float = 0.9
    auto_pass: bool = False


class Try(Struct, frozen=True):
    """How somebody did with a deal."""

    name: str  # of one who shows themselves, or of a bot; "": mine
    worth: float  # -1 lost to 1 won
    answers: int
    words: str


class MyTry(Struct, frozen=True):
    code: str
    played: Try | None  # None: it has not come to its end on its day


class Compared(Struct, frozen=True):
    """All tries of a deal that counted."""

    played: int
    won: int
    place: int | None  # mine; who did as well in fewer answers is ahead
    shown: list[Try]  # of others who show themselves, the best first
    house: Try | None  # what the strongest bot made of it, once somebody has asked and it has played
    at_it: bool  # it plays, or will


class DealInfo(Struct, frozen=True):
    game: str
    title: str
    company: str  # against whom, in words; "": alone
    seal: str  # a hash that fixes the deal, shown before its day
    sealed: float  # since when it is kept, in seconds since 1970
    seed: str | None  # when the day is over
    nonce: str | None  # of the seal, likewise
    mine: MyTry | None
    compared: Compared | None  # when my try, or the day, is over


class Seal(Struct, frozen=True):
    day: str
    game: str
    seal: str


class Daily(Struct, frozen=True):
    """GET /api/daily, and GET /api/daily/{day} of one that is over."""

    day: str
    over: bool
    left: float  # seconds until today is over
    deals: list[DealInfo]
    coming: list[Seal]
    before: list[str]  # days that are open, the latest first


class GameRatings(Struct, frozen=True):
    game: str
    title: str
    mine: Rating | None  # None: no rated game yet
    path: list[int]  # my points after each game, the latest last
    bots: list[Rating]
    shown: list[Rating]  # people who show themselves, by what they have at least


class Ratings(Struct, frozen=True):
    """GET /api/me/ratings"""

    kept: bool  # whether I can sit at rated tables
    games: list[GameRatings]


class Failure(Struct, frozen=True):
    """Any answer with a status of 400 and above."""

    words: str


OVER_HTTP = (
    Shelf, NewTable, Made, Rename, Devices, Link, Redeem, GameBook, Curve, Failure,
    Notices, Quiet, Mailing, Subscribe, Unsubscribe,
    Me, Settings, Show, NewPasskey, Phrase, UsePasskey, UsePhrase, Known,
    Next, Archived, History, Figures, PersonPage, People, Block,
    PlayDeal, Daily, Ratings, PlayOn,
)  # fmt: skip
