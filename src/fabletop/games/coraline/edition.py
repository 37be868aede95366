"""Reading an edition of Coraline, and saying precisely what is wrong with it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fabletop.games.coraline import cards as c
from fabletop.games.coraline.language import BELDAM_WORDS, CORALINE_WORDS
from fabletop.games.coraline.notation import CoralineNames
from fabletop.kernel.edition import Edition, Sheet, Source, begin_edition, end_edition
from fabletop.kernel.effects.kinds import bits
from fabletop.kernel.effects.nodes import Steps, speaks_of
from fabletop.kernel.effects.reader import BadEffect
from fabletop.kernel.effects.vocabulary import Vocabulary, canonical, same_effects
from fabletop.kernel.question import did_you_mean

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
    plural: bool  # "the Garden Shears are"
    mark: str


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    name: str
    needs: tuple[int, ...]
    does: Steps
    mark: str
    unplayed: str = ""  # its printed text, where no steps express it


class CoralineEdition(Edition):
    rooms: list[Room]
    characters: list[Character]
    objects: list[Thing]
    coraline: list[Card]
    beldam: list[Card]
    names: CoralineNames
    box: c.Box


# --- The file -------------------------------------------------------------------------------------


def read_edition(file: Path | Source) -> CoralineEdition:
    edition, sheet = begin_edition(file, "coraline", CoralineEdition)
    problems = sheet.problems
    edition.rooms = [read_room(one) for one in sheet.sheets("room", "room {n}")]
    rooms = CoralineNames([], room=called(edition.rooms))
    characters = [read_character(one, rooms) for one in sheet.sheets("character", "character {n}")]
    edition.characters = sorted(characters, key=lambda one: order(one.id))
    things = [read_thing(one, rooms) for one in sheet.sheets("object", "object {n}")]
    edition.objects = sorted(things, key=lambda one: one.start >= 0)
    check_board(edition, problems)
    names = edition.names = CoralineNames(
        [one.home for one in edition.characters],
        room=called(edition.rooms),
        character=called(edition.characters),
        object=called(edition.objects),
    )
    edition.coraline = [
        read_card(one, names, CORALINE_WORDS) for one in sheet.sheets("coraline", "coraline {n}")
    ]
    edition.beldam = [read_card(one, names, BELDAM_WORDS) for one in sheet.sheets("beldam", "beldam {n}")]
    check_cards(edition, problems)
    end_edition(file, sheet, edition)
    edition.box = tables(edition)
    edition.notes = (*alike(edition, edition.coraline), *alike(edition, edition.beldam))
    return edition


def called(things: Sequence[Room | Character | Thing]) -> list[tuple[str, ...]]:
    """By their names or ids."""
    return [(one.name, one.id) for one in things]


def order(character: str) -> int:
    """Coraline first, then the Beldam, then the helpers as in the file."""
    return FIXED_CHARACTERS.index(character) if character in FIXED_CHARACTERS else 2


# --- Board, characters, objects (CO-COMP.1, CO-SETUP) ---------------------------------------------


def read_room(sheet: Sheet) -> Room:
    room = Room(
        sheet.named("room"),
        sheet.text("name"),
        sheet.number("column", 1, 6),
        sheet.number("row", 1, 6),
        sheet.mark(),
    )
    sheet.done()
    return room


def read_character(sheet: Sheet, names: CoralineNames) -> Character:
    id = sheet.named("character")
    name = sheet.text("name")
    one = Character(
        id,
        name,
        sheet.text("called", name),
        read_place(sheet, "home", names),
        sheet.mark(),
    )
    sheet.done()
    return one


def read_thing(sheet: Sheet, names: CoralineNames) -> Thing:
    id = sheet.named("object")
    kind = sheet.one_of("kind", KINDS)
    start = read_place(sheet, "room", names)
    if kind == "treasure" and start < 0:
        sheet.wrong("room", "a Treasure begins in a room; say which (CO-SETUP.4)")
    if kind == "starter" and start >= 0:
        sheet.wrong("room", "a Starter begins in the Satchel; leave this out (CO-SETUP.3)")
    plural = sheet.flag("plural")
    thing = Thing(id, sheet.text("name"), start, plural, sheet.mark())
    sheet.done()
    return thing


def read_place(sheet: Sheet, key: str, names: CoralineNames) -> int:
    """A room by its id, or NOWHERE where none is given."""
    if not sheet.has(key):
        return c.NOWHERE
    room = sheet.text(key)
    rooms = names.numbers["room"]
    if room.lower() not in rooms:
        sheet.wrong(key, f"there is no room {room!r}; {did_you_mean(room, list(rooms))}")
    return rooms.get(room.lower(), c.NOWHERE)


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


def read_card(sheet: Sheet, names: CoralineNames, words: Vocabulary) -> Card:
    id = sheet.named(f"{sheet.place.split()[0]} card")
    name = sheet.text("name")
    needs: list[int] = []
    objects = names.numbers["object"]
    for thing in sheet.rows("needs", []) if words is CORALINE_WORDS else []:
        if str(thing).lower() in objects:
            needs.append(objects[str(thing).lower()])
        else:
            sheet.wrong("needs", f"there is no object {thing!r}; {did_you_mean(str(thing), list(objects))}")
    does: Steps = ()
    unplayed = sheet.unplayed("does")
    text = "" if unplayed else sheet.text("does")
    try:
        does = words.read(text, names) if text.strip() else ()
    except BadEffect as bad:
        sheet.misread("does", bad)
    if speaks_of(does, "ESCAPE") and len(does) > 1:
        sheet.wrong("does", "ESCAPE ends the game: it stands alone")
    card = Card(id, name, tuple(needs), does, sheet.mark(), unplayed)
    sheet.done()
    return card


def check_cards(edition: CoralineEdition, problems: list[str]) -> None:
    for deck, found in (("coraline", edition.coraline), ("beldam", edition.beldam)):
        if len(found) != c.CARDS:
            problems.append(f"the file: there are {c.CARDS} {deck} cards (CO-COMP.1), not {len(found)}")
        for what, values in (("id", [card.id for card in found]), ("name", [card.name for card in found])):
            twice = [value for value, n in Counter(values).items() if n > 1]
            problems += [f"{deck} cards: two have the {what} {value!r} (CO-COMP.5)" for value in twice]
    final = [card.id for card in edition.coraline if speaks_of(card.does, "ESCAPE")]
    if len(final) != 1:
        problems.append(f"the file: exactly one coraline card has ESCAPE (CO-WIN.1), not {len(final)}")


# --- The tables of the engine ---------------------------------------------------------------------


def tables(edition: CoralineEdition) -> c.Box:
    ids = [room.id for room in edition.rooms]
    writer = CORALINE_WORDS.writer(c.WIDTH)
    return c.Box(
        beside=beside(edition),
        kitchen=ids.index("kitchen"),
        living_room=ids.index("living-room"),
        homes=[one.home for one in edition.characters],
        starts=[thing.start for thing in edition.objects],
        needs=[bits(card.needs) for card in edition.coraline],
        first=[writer.write(card.does, offers=True) for card in edition.coraline],  # CO-R1
        woes=[writer.write(card.does) for card in edition.beldam],  # CO-R18
        program=writer.program(),
        victory=next(n for n, card in enumerate(edition.coraline) if speaks_of(card.does, "ESCAPE")),
    )


def alike(edition: CoralineEdition, cards: list[Card]) -> list[str]:
    """Which cards do the same."""
    found = []
    for card in cards:
        if card.unplayed:
            continue
        needs = [edition.names.text("object", thing) for thing in sorted(card.needs)]
        does = canonical(card.does, edition.names)
        found.append((f"{card.id} ({card.name})", f"{does}, with {', '.join(needs)}" if needs else does))
    return [f"{note} (CO-COMP.5)" for note in same_effects(found)]
