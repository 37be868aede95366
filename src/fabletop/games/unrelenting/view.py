"""What one may know, as plain data and as text. Everything lies open, so all see the same (UO-R20)."""

from typing import TypedDict

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import text as words
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.day import Walk
from fabletop.games.unrelenting.items import guarded
from fabletop.games.unrelenting.night import PlanNight
from fabletop.games.unrelenting.older_night import Hop
from fabletop.games.unrelenting.roles import PAID_ROLES
from fabletop.games.unrelenting.table import Table
from fabletop.games.unrelenting.text import KEYS, NAMES, SIDE_NAMES, Side, space_name
from fabletop.games.unrelenting.turn import Dusk, PickCharacter
from fabletop.games.unrelenting.winning import all_of_a_kind, is_beside, of_kind
from fabletop.kernel.view import Seen, seen

# --- As data --------------------------------------------------------------------------------------


class Slot(TypedDict):
    item: str
    name: str
    side: Side
    foreign: bool


class Character(TypedDict):
    character: str
    name: str
    seat: int | None
    space: str | None
    away: bool
    rabbit: str
    rabbit_carried: bool
    rabbit_beside: bool
    control: int
    insanity: int
    slots: list[Slot | None]


class Item(TypedDict):
    item: str
    name: str
    point: str
    stopper: bool
    guarded_from: list[str]


class House(TypedDict):
    columns: int
    rows: int
    outline: list[str]
    dividing_line: int
    entrance: str
    ladder_spaces: dict[str, list[str]]


class View(Seen):
    mode: str
    cycle: int
    dawn: int | None
    turn: str
    roll: list[int] | None
    picks: list[int]
    board: House
    ladders: dict[str, str]
    characters: list[Character]
    items: list[Item]
    spent: list[str]
    divided: bool
    tilly_half: str
    closed_half: str | None  # to Carleton, in words
    follows: bool
    used_roles: list[str]
    moved_rabbits: list[str]
    paths: dict[str, dict[str, list[str]]]  # by whose piece moves, and where it may end
    winners: list[str]


def view(state: Table, seat: int | None) -> View:
    return {
        **seen(state, seat, phase(state)),
        "mode": words.MODES[int(state.night)],
        "cycle": int(state.cycle),
        "dawn": int(state.terms.dawn) or None,
        "turn": KEYS[int(state.player)],
        "roll": [int(state.one), int(state.two)] if state.one else None,
        "picks": [int(seat) for seat in state.picks],
        "board": board_view(state),
        "ladders": {
            "house": words.edition_of(state).cell_name(int(state.house_cell())),
            "yard": words.edition_of(state).cell_name(int(state.yard_cell())),
        },
        "characters": [character_view(state, player) for player in range(t.PLAYERS)],
        "items": [item_view(state, place) for place in range(b.PLACES) if state.lies[place]],
        "spent": [words.edition_of(state).items[i].id for i, at in enumerate(state.at) if at == t.AWAY],
        "divided": bool(state.divided),
        "tilly_half": words.HALVES[int(state.half)],
        "closed_half": words.half_words(state, int(state.half)) if state.divided else None,
        "follows": bool(state.follows),
        "used_roles": [words.ROLE_KEYS[role] for role in range(PAID_ROLES) if state.used >> role & 1],
        "moved_rabbits": [KEYS[rabbit] for rabbit in words.named(int(state.hopped))],
        "paths": paths(state) if not state.over and seat == state.seat else {},
        "winners": [KEYS[player] for player in words.named(int(state.winners))],
    }


def phase(state: Table) -> str:
    if state.over:
        return "over"
    if isinstance(state.question, PickCharacter):
        return "choosing characters"
    return "dusk" if isinstance(state.question, Dusk) else words.MODES[int(state.night)]


def board_view(state: Table) -> House:
    edition = words.edition_of(state)
    return {
        "columns": edition.plan.columns,
        "rows": edition.plan.rows,
        "outline": list(edition.plan.outline),
        "dividing_line": edition.plan.line,
        "entrance": edition.space_name(int(state.board.entrance)),
        "ladder_spaces": {ladder.id: list(ladder.slots) for ladder in edition.ladders},
    }


def character_view(state: Table, player: int) -> Character:
    space = int(state.stands[player])
    seat = int(state.seats[player])
    return {
        "character": KEYS[player],
        "name": NAMES[player],
        "seat": seat if seat >= 0 else None,
        "space": space_name(state, space) if space >= 0 else None,
        "away": bool(player == t.HENRY and state.away),
        "rabbit": space_name(state, int(state.rabbit[player])),
        "rabbit_carried": bool(state.carried >> player & 1),
        "rabbit_beside": bool(is_beside(state, state.rabbit[player], state.stands[player])),  # UO-R38
        "control": int(of_kind(state, player, t.CONTROL)),
        "insanity": int(of_kind(state, player, t.INSANITY)),
        "slots": [slot_view(state, player * t.SLOTS + slot) for slot in range(t.SLOTS)],
    }


def slot_view(state: Table, slot: int) -> Slot | None:
    item = int(state.slot[slot])
    if item < 0:
        return None
    return {
        "item": words.edition_of(state).items[item].id,
        "name": words.edition_of(state).items[item].name,
        "side": "both" if words.is_stopper(state, item) else SIDE_NAMES[words.side_of(state, item)],
        "foreign": bool(state.foreign >> item & 1),
    }


def item_view(state: Table, place: int) -> Item:
    item = int(state.lies[place]) - 1
    return {
        "item": words.edition_of(state).items[item].id,
        "name": words.edition_of(state).items[item].name,
        "point": words.place_name(state, place),
        "stopper": words.is_stopper(state, item),
        "guarded_from": [KEYS[p] for p in range(t.PLAYERS) if guarded(state, p, place)],  # UO-R19
    }


def paths(state: Table) -> dict[str, dict[str, list[str]]]:
    """For each space where a piece that moves may end, one way to walk there, to be drawn."""
    question = state.question
    found: dict[str, dict[str, list[str]]] = {}
    if not isinstance(question, Walk | Hop | PlanNight):
        return found
    mover = int(state.player if isinstance(question, Walk) else state.arg(0))
    for action in state.legal():
        if isinstance(question, PlanNight):
            mover = (action & 0xFFF) // b.PLACES
        end = (action & 0xFFF) % b.PLACES
        if action >> 12 != v.DONE:
            way = walk(state, mover, end) if isinstance(question, Walk) else rabbit_walk(state, mover, end)
            found.setdefault(KEYS[mover], {})[space_name(state, end)] = [space_name(state, at) for at in way]
    return found


def walk(state: Table, player: int, end: int) -> list[int]:
    path = vec[i64]([0] * (b.MOST_STEPS + 1))
    steps = int(m.path_of_character(state, player, end, path))
    return [int(path[k]) for k in range(steps, -1, -1)]


def rabbit_walk(state: Table, rabbit: int, end: int) -> list[int]:
    path = vec[i64]([0] * (b.MOST_STEPS + 1))
    steps = int(m.path_of_rabbit(state, rabbit, end, path))
    return [int(path[k]) for k in range(steps, -1, -1)]


# --- As text --------------------------------------------------------------------------------------

WIDE = 7  # letters of a space: up to six pieces, and a mark
LETTERS = "HCTR"
LEGEND = (
    "Characters H C T R (caRleton), their rabbits h c t r. o an item, * a dream stopper. "
    "^ a ladder up, v a ladder down, ~ a place for a ladder, @ the entrance, # Tilly’s line."
)


def text(state: Table, seat: int | None, spoken: bool = False) -> str:
    board = spoken_board(state) if spoken else drawn_board(state)
    return "\n".join([*board, "", *status_lines(state, seat)])


def status_lines(state: Table, seat: int | None) -> list[str]:
    if phase(state) == "choosing characters":
        return [f"Choosing characters. {words.seat_name(state, int(state.seat))} chooses.", *taken(state)]
    last = f" of {state.terms.dawn}" if state.terms.dawn else ""
    lines = [f"Cycle {state.cycle}{last}, {phase(state)}. {NAMES[int(state.player)]}’s turn."]
    if state.one:
        lines[0] += f" Rolled {state.one} and {state.two}."
    for player in range(t.PLAYERS):
        you = " (you)" if seat is not None and state.seats[player] == seat else ""
        lines.append(f"{NAMES[player]}{you}, {where(state, player)}: {slots_line(state, player)}.")
    lines += nearly_won(state)
    if state.divided:
        lines.append(
            f"The house is divided: Carleton keeps out of {words.half_words(state, int(state.half))}."
        )
    if state.follows:
        lines.append("Tilly follows Catherine’s next move.")
    if state.carried:
        lines.append(f"Tilly carries {words.rabbit_names(int(state.carried))}.")
    return lines


def where(state: Table, player: int) -> str:
    space = int(state.stands[player])
    if space >= 0:
        return f"at {space_name(state, space)}"
    return "away, back on a 3 or an 11" if player == t.HENRY and state.away else "not in the house yet"


def taken(state: Table) -> list[str]:
    return [
        f"{name} is {words.player_name(int(state.seats[player]))}."
        for player, name in enumerate(NAMES)
        if state.seats[player] >= 0
    ]


def slots_line(state: Table, player: int) -> str:
    """What is in the slots, kind by kind, and how many of each."""
    kinds: dict[str, list[str]] = {side: [] for side in [*SIDE_NAMES, "both", "blocked by"]}
    for slot in range(t.SLOTS):
        item = int(state.slot[player * t.SLOTS + slot])
        if item < 0:
            continue
        kind: str = SIDE_NAMES[words.side_of(state, item)]
        if words.is_stopper(state, item):
            kind = "blocked by" if state.foreign >> item & 1 else "both"
        kinds[kind].append(words.edition_of(state).items[item].name)
    shown = [f"{len(names)} {kind} ({', '.join(names)})" for kind, names in kinds.items() if names]
    filled = sum(len(names) for names in kinds.values())
    return f"{filled} of {t.SLOTS} slots" + (f": {', '.join(shown)}" if shown else "")


def nearly_won(state: Table) -> list[str]:
    """Who has all eight items, and what is still wanted of the rabbits (UO-WIN.1, UO-WIN.2)."""
    lines = []
    for player, name in enumerate(NAMES):
        if not state.over and all_of_a_kind(state, player, t.CONTROL):
            lines.append(
                f"{name} has all eight for control, and wins once no rabbit is on the second floor "
                f"and {name}’s is in the basement/yard."
            )
        if not state.over and all_of_a_kind(state, player, t.INSANITY):
            lines.append(
                f"{name} has all eight for insanity, and wins once all rabbits are on the second floor "
                f"and {name}’s is beside {name}."
            )
    return lines


def spoken_board(state: Table) -> list[str]:
    lines = []
    for level in reversed(range(b.LEVELS)):
        names = [
            f"{words.item_name(state, int(state.lies[place]) - 1)} at {words.place_name(state, place)[2:]}"
            for place in range(level * b.STRIDE, (level + 1) * b.STRIDE)
            if state.lies[place]
        ]
        lines.append(f"{words.LEVEL_NAMES[level].capitalize()}: {', '.join(names) if names else 'no items'}.")
    for player in range(t.PLAYERS):
        lines.append(f"{NAMES[player]}’s rabbit is at {space_name(state, int(state.rabbit[player]))}.")
    edition = words.edition_of(state)
    for name, cell in zip(words.LADDER_NAMES, (state.house_cell(), state.yard_cell()), strict=True):
        lines.append(f"The {name} stands at {edition.cell_name(int(cell))}.")
    return lines


def drawn_board(state: Table) -> list[str]:
    """The three floors, the second at the top, with the ledger's coordinates along their edges."""
    lines: list[str] = []
    for level in reversed(range(b.LEVELS)):
        lines += [*drawn_level(state, level), ""]
    return [*lines, LEGEND]


def drawn_level(state: Table, level: int) -> list[str]:
    plan = words.edition_of(state).plan
    head = "".join(f"{letter:^{WIDE + 1}}" for letter in "ABCDEFGHIJ"[: plan.columns])
    lines = [words.LEVEL_NAMES[level].upper(), f"     {head}".rstrip()]
    for row in range(plan.rows + 1):
        lines.append(f"    {drawn_corners(state, level, row)}".rstrip())
        if row < plan.rows:
            lines.append(f"  {row + 1} {drawn_row(state, level, row)}".rstrip())
    return lines


def exists(state: Table, column: int, row: int) -> bool:
    plan = words.edition_of(state).plan
    inside = 0 <= column < plan.columns and 0 <= row < plan.rows
    return inside and plan.outline[row][column] == "."


def drawn_row(state: Table, level: int, row: int) -> str:
    plan = words.edition_of(state).plan
    line = ""
    for column in range(plan.columns + 1):
        wall = exists(state, column, row) or exists(state, column - 1, row)
        divides = level != b.BASEMENT and column == plan.line
        line += ("#" if divides else "|") if wall else " "
        if column < plan.columns:
            here = exists(state, column, row)
            line += drawn_space(state, level * b.STRIDE + row * plan.columns + column) if here else " " * WIDE
    return line


def drawn_space(state: Table, space: int) -> str:
    pieces = [LETTERS[p] for p in range(t.PLAYERS) if state.stands[p] == space]
    pieces += [LETTERS[p].lower() for p in range(t.PLAYERS) if state.rabbit[p] == space]
    shown = "".join(pieces)
    if len(shown) >= WIDE:
        shown = f"{shown[: WIDE - 3]}+{len(shown) - WIDE + 3}"
    return f"{shown:<{WIDE - 1}}{mark(state, space)}"


def mark(state: Table, space: int) -> str:
    level, cell = space // b.STRIDE, space % b.STRIDE
    other = int(m.mate(state, space))
    if other >= 0:
        return "^" if other > space else "v"
    slots = [int(c) for c in state.board.ladder_cells]
    house, yard = slots[: int(state.board.house_slots)], slots[int(state.board.house_slots) :]
    if (cell in house and level != b.BASEMENT) or (cell in yard and level != b.SECOND):
        return "~"
    return "@" if space == state.board.entrance else " "


def drawn_corners(state: Table, level: int, row: int) -> str:
    """The line above a row: corners with what lies there, and walls between."""
    plan = words.edition_of(state).plan
    line = ""
    for column in range(plan.columns + 1):
        around = [exists(state, column - dx, row - dy) for dx in (0, 1) for dy in (0, 1)]
        corner = "+" if any(around) else " "
        if 0 < column < plan.columns and 0 < row < plan.rows:
            place = level * b.STRIDE + (row - 1) * (plan.columns - 1) + column - 1
            item = int(state.lies[place]) - 1
            if item >= 0:
                corner = "*" if words.is_stopper(state, item) else "o"
        line += corner
        if column < plan.columns:
            line += ("-" if exists(state, column, row) or exists(state, column, row - 1) else " ") * WIDE
    return line
