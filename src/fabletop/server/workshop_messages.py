"""The protocol of the workshop, over HTTP: `tools.protocol` writes it for the page with the rest."""

from typing import Any, Literal

from msgspec import Struct

from fabletop.kernel.declaring import DeclaredBoard, DeclaredField

Json = dict[str, Any]
Path = list[str | int]  # ["team", 0, "cards", 3, "points"]
Shared = Literal["mine", "link", "listed"]
WorkKind = Literal["edition", "box"]
LETTERS = {"start": "from", "end": "to"}
StudyStatus = Literal["waiting", "running", "done", "stopped", "failed"]

# --- What a game declares --------------------------------------------------------------------------------


class SectionInfo(Struct, frozen=True):
    """A part of an edition: entries of a list, or one table."""

    key: str  # "team.cards"
    title: str
    one: str  # what an entry is called
    words: str
    many: bool
    under: str  # the section in whose entries it lies; "" at the top
    path: list[str]  # ["team", "*", "cards", "*"]
    fields: list[DeclaredField]
    adds: bool  # entries may be added and removed
    look: str  # what the board draws of an entry; "": nothing
    names: str  # the field that people know an entry by; "": none


class ArgumentInfo(Struct, frozen=True):
    kind: str
    expects: str
    optional: bool
    offers: list[str]  # what may be typed, or examples


class VerbInfo(Struct, frozen=True):
    """A step or a condition."""

    name: str
    may: bool
    body: bool
    compare: str
    says: str  # with {} for each argument; "": its words are made otherwise
    arguments: list[ArgumentInfo]


class VocabularyInfo(Struct, frozen=True):
    key: str  # "twist.does"
    verbs: list[VerbInfo]
    conditions: list[VerbInfo]
    branches: int  # of a CHOOSE, at most


class Declaration(Struct, frozen=True):
    """GET /api/workshop/declares/{game}"""

    game: str
    title: str
    sections: list[SectionInfo]
    boards: list[DeclaredBoard]
    games: list[str]  # that can be played with it: this one, and others that have no editions of their own
    vocabularies: list[VocabularyInfo]  # with the names of the house edition


# --- Checking --------------------------------------------------------------------------------------------


class Draft(Struct, frozen=True, omit_defaults=True):
    """POST /api/workshop/check: an edition as it is now, by its content or as text."""

    game: str
    content: Json | None = None
    text: str | None = None


class Problem(Struct, frozen=True, rename=LETTERS):
    path: Path
    section: str
    id: str
    field: str
    start: int  # letters of the field's text; -1: all of it
    end: int
    words: str
    line: str  # as `fabletop check` says it
    must: bool  # False: something is only unbalanced


class Place(Struct, frozen=True):
    """An entry, and what is to be said of it."""

    section: str
    id: str
    path: Path
    fields: list[str]
    words: str


class Todo(Struct, frozen=True):
    """What is still to be typed in."""

    entries: int
    of: int
    places: list[Place]


class Checked(Struct, frozen=True):
    ok: bool  # it can be played
    digest: str  # of a text; "" of a content
    problems: list[Problem]
    notes: list[str]
    counts: dict[str, int]  # entries by section
    words: dict[str, dict[str, str]]  # as printed, by section and id
    todo: Todo
    unplayed: list[Place]  # entries whose text the table does not carry out
    catalog: Json | None  # what the board draws from; None: nothing can be drawn yet


class EffectDraft(Struct, frozen=True, omit_defaults=True):
    """POST /api/workshop/effect: one effect of a draft, as it is being typed."""

    game: str
    content: Json
    path: Path
    text: str
    at: int = -1  # the letter at which it is being typed; -1: nothing is offered
    vocabulary: bool = False  # whether to send it, with the names of this edition


class Span(Struct, frozen=True, rename=LETTERS):
    text: str
    start: int
    end: int


class StepNode(Struct, frozen=True, rename=LETTERS):
    kind: Literal["verb", "if", "choose"]
    name: str
    may: bool
    start: int
    end: int
    arguments: list[Span]
    test: str  # of an IF
    branches: list[list["StepNode"]]  # then and else; the branches of CHOOSE; the steps within a verb


class Misread(Struct, frozen=True, rename=LETTERS):
    start: int
    end: int
    words: str


class Offer(Struct, frozen=True, rename=LETTERS):
    text: str
    start: int  # what it takes the place of
    end: int
    words: str


class Effect(Struct, frozen=True):
    ok: bool
    words: str  # of the whole entry, as printed
    problem: Misread | None
    tree: list[StepNode]
    offers: list[Offer]
    vocabulary: VocabularyInfo | None


# --- Works -----------------------------------------------------------------------------------------------


class WorkInfo(Struct, frozen=True):
    id: str
    game: str
    title: str
    kind: WorkKind
    shared: Shared
    mine: bool
    by: str
    version: int
    digest: str
    made: float
    changed: float
    ok: bool
    todo: int
    unplayed: int


class WorkshopGame(Struct, frozen=True):
    game: str
    title: str
    house: str  # a digest
    house_title: str
    box_todo: int  # entries of a box that are to be typed in


class Workshop(Struct, frozen=True):
    """GET /api/workshop"""

    games: list[WorkshopGame]
    mine: list[WorkInfo]
    listed: list[WorkInfo]
    listing: bool  # whether works may be listed in this house
    most_works: int
    most_bytes: int
    most_study_games: int


class Fork(Struct, frozen=True, omit_defaults=True):
    """POST /api/workshop, answered by Work. `source`: "house", "box", "import" (with its text), a digest, or
    the id of a work."""

    game: str
    source: str
    title: str = ""
    text: str = ""


class Version(Struct, frozen=True):
    number: int
    digest: str
    made: float


class Work(Struct, frozen=True):
    """GET /api/workshop/works/{id}, with ?version= or the latest."""

    info: WorkInfo
    text: str
    content: Json
    versions: list[Version]
    checked: Checked


class Save(Struct, frozen=True, omit_defaults=True):
    """PUT /api/workshop/works/{id}: a new version, by its content or as text."""

    after: int  # the version it was made from
    content: Json | None = None
    text: str | None = None
    title: str | None = None


class Share(Struct, frozen=True):
    """PUT /api/workshop/works/{id}/shared"""

    shared: Shared


class Change(Struct, frozen=True):
    path: Path
    section: str
    id: str
    name: str
    field: str
    before: str
    after: str


class Differences(Struct, frozen=True):
    game: str
    title: str
    digest: str
    against: str
    same: bool
    words: str
    lines: list[str]
    changes: list[Change]


class TryCard(Struct, frozen=True):
    section: str
    id: str


class TryTable(Struct, frozen=True, omit_defaults=True):
    """POST /api/workshop/works/{id}/try, answered by Made."""

    game: str = ""  # another of Declaration.games
    seats: list[str] = []  # as of NewTable
    players: int | None = None
    options: dict[str, str] = {}
    card: TryCard | None = None  # the game begins with it at hand
    version: int = 0  # 0: the latest
    open: bool = False
    pace: float = 0.9


# --- Studies ---------------------------------------------------------------------------------------------


class AskStudy(Struct, frozen=True, omit_defaults=True):
    """POST /api/workshop/works/{id}/studies, answered by StudyInfo."""

    against: str = "house"  # or a digest
    games: int = 1000
    bot: str = "greedy"
    players: int | None = None
    seed: int = 0
    version: int = 0


class StudyInfo(Struct, frozen=True):
    id: str
    work: str
    game: str
    title: str
    digest: str
    against: str
    games: int
    done: int
    status: StudyStatus
    place: int  # in the queue: 1 is the next; 0: not in it
    words: str  # why it failed
    made: float
    seconds: float  # for which it ran
    bot: str
    players: int
    seed: int


class StudyColumn(Struct, frozen=True):
    name: str
    kind: str
    detail: bool


class StudyChart(Struct, frozen=True):
    """A dot and its interval for each row, or a bar: the names of columns."""

    label: str
    value: str
    interval: str
    flag: str
    reference: float | None


class StudySection(Struct, frozen=True):
    title: str
    words: str
    columns: list[StudyColumn]
    rows: list[list[Any]]
    cells: list[list[str]]  # the rows as the command line prints them
    chart: StudyChart | None


class Study(Struct, frozen=True):
    """GET /api/workshop/studies/{id}"""

    info: StudyInfo
    about: list[tuple[str, str]]
    sections: list[StudySection]
    can_keep: bool  # its page can be downloaded


class Studies(Struct, frozen=True):
    """GET /api/workshop/studies"""

    studies: list[StudyInfo]


OVER_HTTP = (
    Declaration, Draft, Checked, EffectDraft, Effect, Workshop, Fork, Work, Save, Share, Differences,
    TryTable, AskStudy, Study, Studies,
)  # fmt: skip
