"""The journal in words: one line for each thing that happened. Nothing in it is secret."""

from fabletop.games.unrelenting import told
from fabletop.games.unrelenting.table import BY_CONTROL, BY_INSANITY, TILLY, Table
from fabletop.games.unrelenting.text import (
    KEYS,
    LADDER_NAMES,
    MODES,
    NAMES,
    ROLE_NAMES,
    SIDE_NAMES,
    TURNING,
    edition_of,
    half_words,
    item_name,
    listing,
    named,
    place_name,
    rabbit_name,
    rabbit_names,
    space_name,
)
from fabletop.kernel.game import Beat, Drawing
from fabletop.kernel.telling import Names, lines_of


def moved(state: Table, name: str, start: int, end: int, steps: int) -> str:
    if start < 0:
        return f"{name} enters the house and goes to {space_name(state, end)}."
    if start == end:
        return f"{name} cannot move."
    return f"{name} goes from {space_name(state, start)} to {space_name(state, end)}."


def put(state: Table, name: str, space: int, why: int, _: int) -> str:
    where = space_name(state, space)
    if why == told.COMES_HOME:
        return f"Return home: {name} is put on the entrance, {where}."
    if why == told.DOORBELL:
        return f"The doorbell rings: {name} is put on the entrance, {where}."
    return f"{name} follows Catherine to {where}." if why == told.FOLLOWS else f"{name} is put on {where}."


def freed(state: Table, name: str, item: int, place: int, _: int) -> str:
    where = f"at {place_name(state, place)}" if place >= 0 else "out of the game"
    return f"{name} is freed of {item_name(state, item)}, now {where}."


def collected(state: Table, name: str, item: int, place: int, side: int) -> str:
    how = f", {SIDE_NAMES[side]} side up" if side >= 0 else ""
    return f"{name} collects {item_name(state, item)} at {place_name(state, place)}{how}."


def dawn(winners: int) -> str:
    names = [NAMES[player] for player in named(winners)]
    return f"The last dawn breaks. {listing(names)} {'has' if len(names) == 1 else 'have'} come furthest."


NAMED: dict[str, Names] = {
    "aim": {BY_CONTROL: "control", BY_INSANITY: "insanity"},
    "half": half_words,
    "item": item_name,
    "mode": MODES,
    "person": NAMES,
    "place": place_name,
    "rabbit": lambda s, n: rabbit_name(n),
    "rabbits": lambda s, n: rabbit_names(n),
    "role": ROLE_NAMES,
    "side": SIDE_NAMES,
    "space": space_name,
    "turning": TURNING,
}
LINES = lines_of(
    {
        told.TOLD_CHARACTER: lambda s, name, a, b, c: f"Player {s.seats[a] + 1} is {NAMES[a]}.",
        told.TOLD_ROUND: "Cycle {a}, {b:mode}.",
        told.TOLD_ROLL: lambda s, name, a, b, c: f"{name} rolls {a} and {b}: {a + b}.",
        told.TOLD_MOVE: moved,
        told.TOLD_PLACE: put,
        told.TOLD_COLLECT: collected,
        told.TOLD_ROLE: "{name} plays a role: {a:role}.",
        told.TOLD_RETURN: "{name} returns {a:item} to {b:place}.",
        told.TOLD_REMOVE: "{name} removes {a:item} to {b:place}.",
        told.TOLD_TURN: "{name} turns {a:item}: {b:side} side up.",
        told.TOLD_LADDER: lambda s, name, a, b, c: (
            f"{name} moves the {LADDER_NAMES[a]} to {edition_of(s).cell_name(b)}."
        ),
        told.TOLD_CARRY: "Likes the rabbits: {name} picks up {a:rabbit}.",
        told.TOLD_LEAVE: "{name} leaves {b:rabbits} at {a:space}.",
        told.TOLD_RABBIT: "{name} moves {a:rabbit} from {b:space} to {c:space}.",
        told.TOLD_ATTACK: "{name} pushes {a:item} on {b:person}: it takes a slot.",
        told.TOLD_SPENT: freed,
        told.TOLD_AWAY: "Never home: {name} leaves the house, until a 3 or an 11 brings him back.",
        told.TOLD_DIVIDE: "{name} divides the house: Carleton keeps out of {a:half}, while she is there.",
        told.TOLD_UNDIVIDE: "“Don’t tell”: for {name} the house is whole again.",
        told.TOLD_SLEEPWALK: "{name} is sleepwalking, and goes to Catherine.",
        told.TOLD_PURSE: "{name} finds Tilly’s purse: {a} of her items must go.",
        told.TOLD_STAY: "{a:rabbit} has nowhere to go.",
        told.TOLD_WON: "{name} wins by {a:aim}.",
        told.TOLD_DAWN: lambda s, name, a, b, c: dawn(a),
        told.TOLD_HALF: "{a:turning}: {name} turns half of the items, {b}.",
        told.TOLD_STILL_AWAY: "{name} is away, and a 3 or an 11 would bring him home.",
        told.TOLD_NOTHING: "{name} finds nothing to collect.",
    },
    **NAMED,
)
GISTS = lines_of(
    {
        told.TOLD_ROUND: lambda s, name, a, b, c: f"{MODES[b].capitalize()} {a}",
        told.TOLD_ROLL: lambda s, name, a, b, c: f"{name} rolls {a + b}",
        told.TOLD_MOVE: lambda s, name, a, b, c: "cannot move" if a == b else f"goes to {space_name(s, b)}",
        told.TOLD_PLACE: "{name} comes to {a:space}",
        told.TOLD_COLLECT: "takes {a:item}",
        told.TOLD_ROLE: "{a:role}",
        told.TOLD_RETURN: "returns {a:item}",
        told.TOLD_REMOVE: "removes {a:item}",
        told.TOLD_TURN: "turns {a:item}",
        told.TOLD_LADDER: lambda s, name, a, b, c: f"moves the {LADDER_NAMES[a]}",
        told.TOLD_CARRY: "carries {a:rabbit}",
        told.TOLD_RABBIT: "{a:rabbit} to {c:space}",
        told.TOLD_ATTACK: "{a:item} into a slot of {b:person}",
        told.TOLD_SPENT: "{name} is freed of {a:item}",
        told.TOLD_AWAY: "leaves the house",
        told.TOLD_DIVIDE: "divides the house",
        told.TOLD_SLEEPWALK: "sleepwalks",
        told.TOLD_PURSE: "finds Tilly’s purse",
        told.TOLD_WON: "{name} wins",
        told.TOLD_HALF: lambda s, name, a, b, c: f"turns {b} item{'' if b == 1 else 's'}",
        told.TOLD_STILL_AWAY: "is away",
        told.TOLD_NOTHING: "finds nothing",
    },
    **NAMED,
)
OPENS = (told.TOLD_ROUND, told.TOLD_ROLL)


# --- What people look up at ------------------------------------------------------------------------


def key(state: Table, seat: int) -> str:
    return KEYS[int(state.player_of(seat))]


def goes(state: Table, piece: str, space: int) -> Beat:
    return Beat("move", piece, to=f"space {space_name(state, space)}")


def taken(state: Table, seat: int, place: int) -> Beat:
    return Beat("gone", f"point {place_name(state, place)}", to=f"mat {key(state, seat)}")


def given(state: Table, seat: int, place: int) -> Beat:
    """An item leaves a mat, for a point or for good."""
    where = f"point {place_name(state, place)}" if place >= 0 else ""
    return Beat("move", start=f"mat {key(state, seat)}", to=where)


def mat(state: Table, seat: int, what: str = "") -> Beat:
    return Beat("mark", f"mat {key(state, seat)}", number=what)


def blow(state: Table, seat: int, whose: int, what: str) -> Beat:
    """What one does to the slots of another."""
    return Beat("clash", f"mat {KEYS[whose]}", start=f"mat {key(state, seat)}", number=what)


BEATS: dict[int, Drawing] = {
    told.TOLD_ROLL: lambda s, seat, a, b, c: Beat("roll", "dice", number=f"{a} {b}"),
    told.TOLD_MOVE: lambda s, seat, a, b, c: goes(s, f"person {key(s, seat)}", b),
    told.TOLD_PLACE: lambda s, seat, a, b, c: goes(s, f"person {key(s, seat)}", a),
    told.TOLD_COLLECT: lambda s, seat, a, b, c: taken(s, seat, b),
    told.TOLD_ROLE: lambda s, seat, a, b, c: mat(s, seat, ROLE_NAMES[a]),
    told.TOLD_RETURN: lambda s, seat, a, b, c: given(s, seat, b),
    told.TOLD_REMOVE: lambda s, seat, a, b, c: given(s, seat, b),
    told.TOLD_TURN: lambda s, seat, a, b, c: mat(s, seat, "↻"),
    told.TOLD_LADDER: lambda s, seat, a, b, c: Beat("mark", f"ladder {edition_of(s).cell_name(b)}"),
    told.TOLD_CARRY: lambda s, seat, a, b, c: Beat("mark", f"rabbit {KEYS[a]}"),
    told.TOLD_LEAVE: lambda s, seat, a, b, c: Beat("mark", f"space {space_name(s, a)}"),
    told.TOLD_RABBIT: lambda s, seat, a, b, c: goes(s, f"rabbit {KEYS[a]}", c),
    told.TOLD_ATTACK: lambda s, seat, a, b, c: blow(s, seat, b, "✕"),
    told.TOLD_SPENT: lambda s, seat, a, b, c: given(s, seat, b),
    told.TOLD_AWAY: lambda s, seat, a, b, c: Beat("gone", f"person {key(s, seat)}"),
    told.TOLD_PURSE: lambda s, seat, a, b, c: blow(s, seat, TILLY, f"−{a}"),
    told.TOLD_HALF: lambda s, seat, a, b, c: mat(s, seat, f"{b} ↻"),
}
TURNS = (told.TOLD_ROLL,)
