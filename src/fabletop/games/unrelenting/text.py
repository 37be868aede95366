"""Names and sentences: pieces, spaces, items, and how a game ended."""

from typing import Literal, cast

from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.edition import COLUMNS, UnrelentingEdition
from fabletop.games.unrelenting.table import Table
from fabletop.games.unrelenting.winning import of_kind
from fabletop.kernel.effects.kinds import counted
from fabletop.kernel.question import Label, Refusal

Side = Literal["control", "insanity", "both"]

NAMES = ["Henry", "Catherine", "Tilly", "Carleton"]
KEYS = ["henry", "catherine", "tilly", "carleton"]
ABOUT = [  # the characters, each in a sentence
    "Drives the others’ rabbits off their floors, and turns half of his things on a 6; "
    "a 7 sends him away from home.",
    "Sweeps what shows control out of the others’ slots, and turns half of her things on an 8; "
    "while Henry is away she keeps to the edge.",
    "Carries rabbits about on doubles, moves the yard ladder, and shuts half of the house to Carleton; "
    "a 7 makes her follow Catherine.",
    "Moves the house ladder, and turns half of his things on doubles; his 9 costs Tilly half of hers.",
]
GOAL = (
    "Fill your eight slots with items of one kind. Control wins with no rabbit on the second floor and your "
    "own in the basement/yard; insanity with all rabbits on the second floor and your own beside you."
)
LEVEL_NAMES = ["basement/yard", "first floor", "second floor"]
LADDER_NAMES = ["house ladder", "basement/yard ladder"]
SIDE_NAMES: list[Side] = ["control", "insanity"]
MODES = ["day", "night"]
HALVES = ["west", "east"]
ROLE_KEYS = ["exterminator", "perfect", "door", "divide", "stairs"]
ROLE_NAMES = [
    "Appointment with the exterminator",
    "“It has to be perfect”",
    "The make-believe door",
    "Divide the house in half",
    "Doesn’t like the stairs",
]
ROLE_DOES = [
    "send the other three rabbits to another level",
    "the others’ control items go to the basement/yard",
    "move the basement/yard ladder",
    "Carleton must keep to the half where you are not",
    "move the house ladder",
]
TURNING = ["Problem solver", "Baby is kicking", "", "Becomes haunted"]  # the roles that turn half
ROLE_RULES = ["UO-HENRY.4", "UO-CATH.4", "UO-TILLY.1", "UO-TILLY.3", "UO-CARL.1"]


# --- Names ----------------------------------------------------------------------------------------


def edition_of(state: Table) -> UnrelentingEdition:
    return cast(UnrelentingEdition, state.opening.edition)


def seat_name(state: Table, seat: int) -> str:
    player = state.player_of(seat)
    return NAMES[player] if player >= 0 else player_name(seat)


def player_name(seat: int) -> str:
    return f"Player {seat + 1}"


def named(mask: int) -> list[int]:
    """The players of a bit mask."""
    return [player for player in range(t.PLAYERS) if mask >> player & 1]


def listing(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def space_name(state: Table, space: int) -> str:
    return edition_of(state).space_name(space)


def place_name(state: Table, place: int) -> str:
    return edition_of(state).place_name(place)


def item_name(state: Table, item: int) -> str:
    name = edition_of(state).items[item].name
    return name if is_stopper(state, item) else f"the {name}"


def is_stopper(state: Table, item: int) -> bool:
    return bool(item >= state.board.first_stopper)


def side_of(state: Table, item: int) -> int:
    return int(state.mad >> item & 1)


def slot_words(state: Table, player: int, slot: int) -> str:
    item = int(state.slot[player * t.SLOTS + slot])
    if item < 0:
        return f"slot {slot + 1}, which is empty"
    side = "" if is_stopper(state, item) else f" ({SIDE_NAMES[side_of(state, item)]} up)"
    return f"{item_name(state, item)}{side}"


def rabbit_name(rabbit: int) -> str:
    return f"{NAMES[rabbit]}’s rabbit"


def rabbit_names(mask: int) -> str:
    return listing([rabbit_name(rabbit) for rabbit in named(mask)])


def chooser(state: Table) -> int:
    """The character who is asked."""
    return int(state.player_of(state.seat))


def half_words(state: Table, half: int) -> str:
    """A half of the house, in the letters that the board shows (UO-BOARD.6)."""
    plan = edition_of(state).plan
    first, last = (0, plan.line - 1) if half == 0 else (plan.line, plan.columns - 1)
    side = "left" if half == 0 else "right"
    return f"the {side} half, columns {COLUMNS[first]} to {COLUMNS[last]}"


# --- Sentences ------------------------------------------------------------------------------------


def painting_words(state: Table) -> str:
    """Why Catherine keeps to the edge (UO-R44)."""
    return "Henry is away" if state.terms.paints_on else "Henry has left today"


def roll_words(state: Table) -> str:
    doubles = ", doubles" if state.is_double() else ""
    return f"You rolled {state.one} and {state.two}: {state.total()}{doubles}."


def to_label(state: Table, words: str, space: int) -> Label:
    """An answer that names a space."""
    return Label(f"{words} {space_name(state, space)}", f"space {space_name(state, space)}")


def rabbit_label(state: Table, words: str, rabbit: int) -> Label:
    where = space_name(state, int(state.rabbit[rabbit]))
    return Label(f"{words} {rabbit_name(rabbit)}, now at {where}", f"rabbit {KEYS[rabbit]}")


def nothing_like(rule: str) -> Refusal:
    return Refusal(rule, "There is no such thing here.")


def ends_of(state: Table) -> str:
    """How a finished game ended, why, and how near the others were (UO-WIN.1, UO-WIN.2, UO-R56)."""
    winners = named(int(state.winners))
    names = listing([NAMES[player] for player in winners])
    others = [player for player in range(t.PLAYERS) if player not in winners]
    others.sort(key=lambda player: -best_of(state, player)[0])
    behind = ", ".join(f"{NAMES[player]} had {collection(state, player)}" for player in others)
    if state.how == t.BY_CONTROL:
        why = f"eight items show control, no rabbit is on the second floor, {names}’s is in the basement/yard"
        return f"{names} wins by control: {why}. {behind}."
    if state.how == t.BY_INSANITY:
        why = f"eight items show insanity, all rabbits are on the second floor, {names}’s is beside {names}"
        return f"{names} wins by insanity: {why}. {behind}."
    won = "wins with" if len(winners) == 1 else "share the win with"
    most = " or ".join(dict.fromkeys(collection(state, player) for player in winners))
    tie = tie_words(state, winners[0], others)
    return f"The last dawn, cycle {state.cycle}: {names} {won} {most}{tie}{f'; {behind}' if behind else ''}."


def best_of(state: Table, player: int) -> tuple[int, str]:
    """How many items of one kind a player has, and of which: the better of both."""
    return max((int(of_kind(state, player, side)), SIDE_NAMES[side]) for side in (t.CONTROL, t.INSANITY))


def collection(state: Table, player: int) -> str:
    count, kind = best_of(state, player)
    return f"{counted(count, 'item')} for {kind}" if count else "no items"


def tie_words(state: Table, winner: int, others: list[int]) -> str:
    """What decided between those with equally many of a kind (UO-R56)."""
    level = [player for player in others if best_of(state, player)[0] == best_of(state, winner)[0]]
    if not level:
        return ""
    as_many = any(state.own_count(player) == state.own_count(winner) for player in level)
    return ", and a rabbit where that kind wants it" if as_many else ", and more items in all"


# When each thing can be done, for whoever tries it at another time.
OCCASIONS = {
    v.CHARACTER: "Characters are chosen before the first day.",
    v.ROLL: "You roll once a turn, at its beginning.",
    v.FREE: "A blocked slot is freed at the beginning of your turn, before you roll.",
    v.ROLE: "A role is paid for at the beginning of your turn, before you roll.",
    v.PAY: "Items are given up once you have said which role they pay for.",
    v.TO: "You walk by day, after your roll.",
    v.LADDER: "A ladder moves by a role that says so.",
    v.CARRY: "Tilly picks rabbits up when she rolls doubles by day.",
    v.DONE: "Nothing is asked now that you may leave out.",
    v.REMOVE: "Items leave your slots only where a role says so.",
    v.TURN: "Items are turned over only after a lucky roll at night, or by a role.",
    v.COLLECT: "An item is collected by day, at the end of your walk.",
    v.SIDE: "Which side is up is chosen when an item is collected.",
    v.RABBIT: "The rabbits move at night, after your roll.",
    v.HOP: "The rabbits move at night, after your roll.",
    v.WAIT: "Others may go first while characters are chosen, once.",
    v.ATTACK: "A dream stopper is passed on when a round of days or nights is over.",
}

# What an answer with a thing does, by the first word of its name, and which rule says so.
ANSWERS_WITH = {
    "character": {v.CHARACTER: "UO-SETUP.1"},
    "space": {v.TO: "UO-DAY.1"},
    "point": {v.COLLECT: "UO-DAY.3"},
    "side": {v.SIDE: "UO-DAY.4"},
    "rabbit": {v.HOP: "UO-MODE.4"},
    "slot": {v.TURN: "UO-SWITCH.2", v.PAY: "UO-R22"},
    "slots": {v.ATTACK: "UO-STOP.2"},
    "dice": {v.ROLL: "UO-MODE.3"},
    "role": {v.ROLE: "UO-R22"},
    "ladder": {v.LADDER: "UO-R48"},
}
