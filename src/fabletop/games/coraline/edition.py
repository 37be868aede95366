"""Reading an edition of Coraline, and saying precisely what is wrong with it."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from fabletop.games.coraline import cards as c
from fabletop.games.coraline.program import (
    Book,
    Names,
    Reader,
    Step,
    bits,
    compile_steps,
    kinds_of,
    speaks_of,
)
from fabletop.kernel.edition import BadEdition, Edition, Sheet, Source, read_toml
from fabletop.kernel.question import did_you_mean

MARKS = ["stated", "reported", "designed"]
FIXED_ROOMS = ("kitchen", "living-room")  # CO-SETUP.2, CO-WIN.1
FIXED_CHARACTERS = ("coraline", "beldam")
KINDS = ["starter", "treasure"]


@dataclass(frozen=True, slots=True)
class Room:
    id: str
    name: str
    column: int
    row: int
    mark: str


@dataclass(frozen=True, slots=True)
class Character:
    id: str
    name: str
    called: str  # within a sentence: "the Cat"
    home: int  # the room with the portrait, or NOWHERE
    mark: str


@dataclass(frozen=True, slots=True)
class Thing:
    id: str
    name: str
    start: int  # a room, or NOWHERE: in the Satchel
    mark: str


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    name: str
    needs: tuple[int, ...]
    does: tuple[Step, ...]
    mark: str


class CoralineEdition(Edition):
    def __init__(self, name: str, title: str, version: int, digest: str) -> None:
        super().__init__(name, title, version, digest)
        self.rooms: list[Room] = []
        self.characters: list[Character] = []
        self.objects: list[Thing] = []
        self.coraline: list[Card] = []
        self.beldam: list[Card] = []
        self.book: Book = {}
        self.box: c.Box | None = None


# --- The file -------------------------------------------------------------------------------------


def read_edition(file: Path | Source) -> CoralineEdition:
    content, digest = read_toml(file)
    problems: list[str] = []
    sheet = Sheet(content, "the file", problems)
    sheet.one_of("game", ["coraline"])
    edition = CoralineEdition(
        sheet.text("name"), sheet.text("title"), sheet.number("version", 1, 9999), digest
    )
    edition.rooms = [read_room(one) for one in sheet.sheets("room", "room {n}")]
    names = Names(rooms=called([(room.id, room.name) for room in edition.rooms]))
    characters = [read_character(one, names) for one in sheet.sheets("character", "character {n}")]
    edition.characters = sorted(characters, key=lambda one: order(one.id))
    things = [read_thing(one, names) for one in sheet.sheets("object", "object {n}")]
    edition.objects = sorted(things, key=lambda one: one.start >= 0)
    names.characters = called([(one.id, one.name) for one in edition.characters])
    names.objects = called([(one.id, one.name) for one in edition.objects])
    names.homes = [one.home for one in edition.characters]
    check_board(edition, problems)
    edition.coraline = [read_card(one, names, True) for one in sheet.sheets("coraline", "coraline {n}")]
    edition.beldam = [read_card(one, names, False) for one in sheet.sheets("beldam", "beldam {n}")]
    check_cards(edition, problems)
    sheet.done()
    if problems:
        raise BadEdition(file.name, problems)
    edition.box = tables(edition)
    return edition


def called(pairs: list[tuple[str, str]]) -> dict[str, int]:
    """Ids and names in small letters, and what number they mean."""
    found: dict[str, int] = {}
    for number, (id, name) in enumerate(pairs):
        found.setdefault(id.lower(), number)
        found.setdefault(name.lower(), number)
    return found


def order(character: str) -> int:
    """Coraline first, then the Beldam, then the helpers as in the file."""
    return FIXED_CHARACTERS.index(character) if character in FIXED_CHARACTERS else 2


# --- Board, characters, objects (CO-COMP.1, CO-SETUP) ---------------------------------------------


def read_room(sheet: Sheet) -> Room:
    id = sheet.text("id")
    sheet.place = f"room {id!r}"
    room = Room(
        id,
        sheet.text("name"),
        sheet.number("column", 1, 6),
        sheet.number("row", 1, 6),
        sheet.one_of("mark", MARKS, "designed"),
    )
    sheet.done()
    return room


def read_character(sheet: Sheet, names: Names) -> Character:
    id = sheet.text("id")
    sheet.place = f"character {id!r}"
    name = sheet.text("name")
    one = Character(
        id,
        name,
        sheet.text("called", name),
        read_place(sheet, "home", names),
        sheet.one_of("mark", MARKS, "designed"),
    )
    sheet.done()
    return one


def read_thing(sheet: Sheet, names: Names) -> Thing:
    id = sheet.text("id")
    sheet.place = f"object {id!r}"
    kind = sheet.one_of("kind", KINDS)
    start = read_place(sheet, "room", names)
    if kind == "treasure" and start < 0:
        sheet.wrong("room", "a Treasure begins in a room; say which (CO-SETUP.4)")
    if kind == "starter" and start >= 0:
        sheet.wrong("room", "a Starter begins in the Satchel; leave this out (CO-SETUP.3)")
    thing = Thing(id, sheet.text("name"), start, sheet.one_of("mark", MARKS, "designed"))
    sheet.done()
    return thing


def read_place(sheet: Sheet, key: str, names: Names) -> int:
    """A room by its id, or NOWHERE where none is given."""
    if not sheet.has(key):
        return c.NOWHERE
    room = sheet.text(key)
    if room.lower() not in names.rooms:
        sheet.wrong(key, f"there is no room {room!r}; {did_you_mean(room, list(names.rooms))}")
    return names.rooms.get(room.lower(), c.NOWHERE)


def check_board(edition: CoralineEdition, problems: list[str]) -> None:
    counts = {
        "rooms": (len(edition.rooms), c.ROOMS),
        "characters": (len(edition.characters), c.CHARACTERS),
        "starters": (sum(thing.start < 0 for thing in edition.objects), c.STARTERS),
        "treasures": (sum(thing.start >= 0 for thing in edition.objects), c.OBJECTS - c.STARTERS),
    }
    for what, (found, wanted) in counts.items():
        if found != wanted:
            problems.append(f"the file: there are {wanted} {what} (CO-COMP.1), not {found}")
    for kind, ids, wanted_ids in (
        ("room", [room.id for room in edition.rooms], FIXED_ROOMS),
        ("character", [one.id for one in edition.characters], FIXED_CHARACTERS),
        ("object", [one.id for one in edition.objects], ()),
    ):
        problems += [f"{kind} {id!r}: there are two of this id" for id, n in Counter(ids).items() if n > 1]
        problems += [
            f"the file: there is no {kind} {id!r} (CO-SETUP.2)" for id in wanted_ids if id not in ids
        ]
    spots = Counter((room.column, room.row) for room in edition.rooms)
    problems += [f"the file: two rooms lie in column {x}, row {y}" for (x, y), n in spots.items() if n > 1]
    if len(edition.rooms) == c.ROOMS and max(c.distances(beside(edition))) >= c.ROOMS:
        problems.append("the file: not every room can be reached from every other")


def beside(edition: CoralineEdition) -> list[int]:
    """Rooms that share an edge, as bits; never diagonally (CO-SETUP.1, CO-STORY.8)."""
    return [
        bits(
            tuple(
                number
                for number, other in enumerate(edition.rooms)
                if abs(other.column - room.column) + abs(other.row - room.row) == 1
            )
        )
        for room in edition.rooms
    ]


# --- Cards (CO-COMP.5) ----------------------------------------------------------------------------


def read_card(sheet: Sheet, names: Names, helpful: bool) -> Card:
    id = sheet.text("id")
    sheet.place = f"{sheet.place.split()[0]} card {id!r}"
    name = sheet.text("name")
    needs: list[int] = []
    for thing in sheet.rows("needs", []) if helpful else []:
        if str(thing).lower() in names.objects:
            needs.append(names.objects[str(thing).lower()])
        else:
            sheet.wrong(
                "needs", f"there is no object {thing!r}; {did_you_mean(str(thing), list(names.objects))}"
            )
    reader = Reader(names, helpful, lambda words: sheet.wrong("does", words))
    does = reader.steps(sheet.text("does"))
    if speaks_of(does, c.DO_ESCAPE) and len(does) > 1:
        sheet.wrong("does", "ESCAPE ends the game: it stands alone")
    card = Card(id, name, tuple(needs), does, sheet.one_of("mark", MARKS, "designed"))
    sheet.done()
    return card


def check_cards(edition: CoralineEdition, problems: list[str]) -> None:
    for deck, found in (("coraline", edition.coraline), ("beldam", edition.beldam)):
        if len(found) != c.CARDS:
            problems.append(f"the file: there are {c.CARDS} {deck} cards (CO-COMP.1), not {len(found)}")
        for what, values in (("id", [card.id for card in found]), ("name", [card.name for card in found])):
            twice = [value for value, n in Counter(values).items() if n > 1]
            problems += [f"{deck} cards: two have the {what} {value!r} (CO-COMP.5)" for value in twice]
    final = [card.id for card in edition.coraline if speaks_of(card.does, c.DO_ESCAPE)]
    if len(final) != 1:
        problems.append(f"the file: exactly one coraline card has ESCAPE (CO-WIN.1), not {len(final)}")


# --- The tables of the engine ---------------------------------------------------------------------


def tables(edition: CoralineEdition) -> c.Box:
    ids = [room.id for room in edition.rooms]
    rows: list[int] = []
    return c.Box(
        beside=beside(edition),
        kitchen=ids.index("kitchen"),
        living_room=ids.index("living-room"),
        homes=[one.home for one in edition.characters],
        starts=[thing.start for thing in edition.objects],
        needs=[bits(card.needs) for card in edition.coraline],
        first=[compile_steps(card.does, rows, edition.book) for card in edition.coraline],
        woes=[compile_steps(card.does, rows, edition.book) for card in edition.beldam],
        steps=rows,
        deeds=[bits(kinds_of(card.does)) for card in edition.coraline],
        omens=omens([card.does for card in edition.beldam]),
        victory=next(n for n, card in enumerate(edition.coraline) if speaks_of(card.does, c.DO_ESCAPE)),
    )


def omens(woes: list[tuple[Step, ...]]) -> list[int]:
    """Kinds of Beldam cards: the Moon for sure, perhaps, by choice; DROP, TAKE, DISCARD; as bits of cards."""
    sure = [any(step.op == c.DO_MOON for step in does) for does in woes]
    choice = [any(step.op == c.DO_CHOOSE for step in does) for does in woes]
    moon, drop, take, discard = (
        [speaks_of(does, op) for does in woes] for op in (c.DO_MOON, c.DO_DROP, c.DO_TAKE, c.DO_DISCARD)
    )
    perhaps = [m and not s and not o for m, s, o in zip(moon, sure, choice, strict=True)]
    chosen = [m and o for m, o in zip(moon, choice, strict=True)]
    kinds = [sure, perhaps, chosen, drop, take, discard]
    return [bits(tuple(n for n, is_so in enumerate(kind) if is_so)) for kind in kinds]
