"""The journal in words: one line for each thing that happened. Nothing in it is secret."""

from collections.abc import Callable

from fabletop.games.unrelenting import told
from fabletop.games.unrelenting.table import BY_CONTROL, Table
from fabletop.games.unrelenting.text import (
    LADDER_NAMES,
    MODES,
    NAMES,
    ROLE_NAMES,
    SIDE_NAMES,
    edition_of,
    item_name,
    listing,
    named,
    place_name,
    rabbit_name,
    rabbit_names,
    space_name,
)

Line = Callable[[Table, str, int, int, int], str]


def moved(state: Table, name: str, start: int, end: int, steps: int) -> str:
    if start < 0:
        return f"{name} enters the house and goes to {space_name(state, end)}."
    if start == end:
        return f"{name} cannot move."
    return f"{name} goes from {space_name(state, start)} to {space_name(state, end)}."


def collected(state: Table, name: str, item: int, place: int, side: int) -> str:
    how = f", {SIDE_NAMES[side]} side up" if side >= 0 else ""
    return f"{name} collects {item_name(state, item)} at {place_name(state, place)}{how}."


def dawn(winners: int) -> str:
    names = [NAMES[player] for player in named(winners)]
    return f"The last dawn breaks. {listing(names)} {'has' if len(names) == 1 else 'have'} come furthest."


LINES: dict[int, Line] = {
    told.TOLD_CHARACTER: lambda s, name, a, b, c: f"Player {s.seats[a] + 1} is {NAMES[a]}.",
    told.TOLD_ROUND: lambda s, name, a, b, c: f"Cycle {a}, {MODES[b]}.",
    told.TOLD_ROLL: lambda s, name, a, b, c: f"{name} rolls {a} and {b}: {a + b}.",
    told.TOLD_MOVE: moved,
    told.TOLD_PLACE: lambda s, name, a, b, c: f"{name} is put on {space_name(s, a)}.",
    told.TOLD_COLLECT: collected,
    told.TOLD_ROLE: lambda s, name, a, b, c: f"{name} plays a role: {ROLE_NAMES[a]}.",
    told.TOLD_RETURN: lambda s, name, a, b, c: f"{name} returns {item_name(s, a)} to {place_name(s, b)}.",
    told.TOLD_REMOVE: lambda s, name, a, b, c: f"{name} removes {item_name(s, a)} to {place_name(s, b)}.",
    told.TOLD_TURN: lambda s, name, a, b, c: f"{name} turns {item_name(s, a)}: {SIDE_NAMES[b]} side up.",
    told.TOLD_LADDER: lambda s, name, a, b, c: (
        f"{name} moves the {LADDER_NAMES[a]} to {edition_of(s).cell_name(b)}."
    ),
    told.TOLD_CARRY: lambda s, name, a, b, c: f"{name} picks up {rabbit_name(a)}.",
    told.TOLD_LEAVE: lambda s, name, a, b, c: f"{name} leaves {rabbit_names(b)} at {space_name(s, a)}.",
    told.TOLD_RABBIT: lambda s, name, a, b, c: (
        f"{name} moves {rabbit_name(a)} from {space_name(s, b)} to {space_name(s, c)}."
    ),
    told.TOLD_ATTACK: lambda s, name, a, b, c: f"{name} puts {item_name(s, a)} into a slot of {NAMES[b]}.",
    told.TOLD_SPENT: lambda s, name, a, b, c: f"{name} is freed of {item_name(s, a)}; it is out of the game.",
    told.TOLD_AWAY: lambda s, name, a, b, c: f"{name} leaves the house.",
    told.TOLD_DIVIDE: lambda s, name, a, b, c: f"{name} divides the house in half.",
    told.TOLD_UNDIVIDE: lambda s, name, a, b, c: f"{name} will not be told: the house is whole again.",
    told.TOLD_SLEEPWALK: lambda s, name, a, b, c: f"{name} is sleepwalking.",
    told.TOLD_PURSE: lambda s, name, a, b, c: f"{name} finds Tilly’s purse: {a} of her items must go.",
    told.TOLD_STAY: lambda s, name, a, b, c: f"{rabbit_name(a)} has nowhere to go.",
    told.TOLD_WON: lambda s, name, a, b, c: f"{name} wins by {'control' if a == BY_CONTROL else 'insanity'}.",
    told.TOLD_DAWN: lambda s, name, a, b, c: dawn(a),
    told.TOLD_NOTHING: lambda s, name, a, b, c: f"{name} finds nothing to collect.",
}
