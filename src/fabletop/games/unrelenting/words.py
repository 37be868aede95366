"""Names and sentences: pieces, spaces, items, questions and answers."""

from typing import cast

from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting.edition import UnrelentingEdition
from fabletop.games.unrelenting.items import guarded
from fabletop.games.unrelenting.state import Unrelenting
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.question import Option

NAMES = ["Henry", "Catherine", "Tilly", "Carleton"]
KEYS = ["henry", "catherine", "tilly", "carleton"]
LEVEL_NAMES = ["basement/yard", "first floor", "second floor"]
LADDER_NAMES = ["house ladder", "basement/yard ladder"]
SIDE_NAMES = ["control", "insanity"]
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
ROLE_RULES = ["UO-HENRY.4", "UO-CATH.4", "UO-TILLY.1", "UO-TILLY.3", "UO-CARL.1"]
VERBS = {
    t.CHARACTER: "character",
    t.ROLL: "roll",
    t.FREE: "free",
    t.ROLE: "role",
    t.PAY: "pay",
    t.TO: "to",
    t.LADDER: "ladder",
    t.CARRY: "carry",
    t.DONE: "done",
    t.REMOVE: "remove",
    t.TURN: "turn",
    t.COLLECT: "collect",
    t.SIDE: "side",
    t.RABBIT: "rabbit",
    t.ATTACK: "attack",
}


# --- Names ----------------------------------------------------------------------------------------


def edition_of(state: Unrelenting) -> UnrelentingEdition:
    return cast(UnrelentingEdition, state.opening.edition)


def seat_name(state: Unrelenting, seat: int) -> str:
    player = state.player_of(seat)
    return NAMES[player] if player >= 0 else f"Player {seat + 1}"


def named(mask: int) -> list[int]:
    """The players of a bit mask."""
    return [player for player in range(t.PLAYERS) if mask >> player & 1]


def listing(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def space_name(state: Unrelenting, space: int) -> str:
    return edition_of(state).space_name(space)


def place_name(state: Unrelenting, place: int) -> str:
    return edition_of(state).place_name(place)


def item_name(state: Unrelenting, item: int) -> str:
    name = edition_of(state).items[item].name
    return name if is_stopper(state, item) else f"the {name}"


def is_stopper(state: Unrelenting, item: int) -> bool:
    return bool(item >= state.board.first_stopper)


def side_of(state: Unrelenting, item: int) -> int:
    return int(state.mad >> item & 1)


def slot_words(state: Unrelenting, player: int, slot: int) -> str:
    item = int(state.slot[player * t.SLOTS + slot])
    if item < 0:
        return f"slot {slot + 1}, which is empty"
    side = "" if is_stopper(state, item) else f" ({SIDE_NAMES[side_of(state, item)]} up)"
    return f"{item_name(state, item)}{side}"


def rabbit_name(rabbit: int) -> str:
    return f"{NAMES[rabbit]}’s rabbit"


def ends_of(state: Unrelenting) -> str:
    """How a finished game ended."""
    names = [NAMES[player] for player in named(int(state.winners))]
    if state.how == t.BY_CONTROL:
        return f"{names[0]} wins by control."
    if state.how == t.BY_INSANITY:
        return f"{names[0]} wins by insanity."
    verb = "wins" if len(names) == 1 else "share the win"
    return f"The last dawn, cycle {state.cycle}: {listing(names)} {verb}."


# --- Answers --------------------------------------------------------------------------------------


def option(state: Unrelenting, action: int) -> Option:
    verb, thing = int(verb_of(action)), int(thing_of(action))
    ref, words = answer_words(state, verb, thing)
    return Option(action, VERBS[verb], ref, words)


def answer_words(state: Unrelenting, verb: int, thing: int) -> tuple[str, str]:
    """What an answer is done to, and the whole of it in words."""
    if verb == t.TO:
        return f"space {space_name(state, thing)}", to_words(state, thing)
    if verb == t.COLLECT:
        item = int(state.lies[thing]) - 1
        what = item_name(state, item) if item >= 0 else "nothing"
        return f"point {place_name(state, thing)}", f"Collect {what} at {place_name(state, thing)}"
    if verb in (t.PAY, t.TURN, t.REMOVE):
        return f"slot {thing + 1}", f"{slot_verb(verb)} {slot_words(state, chooser(state), thing)}"
    if verb in (t.RABBIT, t.CARRY):
        manner = "Move" if verb == t.RABBIT else "Take along"
        where = space_name(state, int(state.rabbit[thing]))
        return f"rabbit {KEYS[thing]}", f"{manner} {rabbit_name(thing)}, now at {where}"
    if verb == t.ROLE:
        return f"role {ROLE_KEYS[thing]}", f"{ROLE_NAMES[thing]}: for 2 items, {ROLE_DOES[thing]}"
    if verb == t.LADDER:
        cell = edition_of(state).cell_name(int(state.board.slot_cell(ladder_asked(state), thing)))
        return f"ladder {cell}", f"Move the {LADDER_NAMES[ladder_asked(state)]} to {cell}"
    return rare_words(state, verb, thing)


def rare_words(state: Unrelenting, verb: int, thing: int) -> tuple[str, str]:
    if verb == t.CHARACTER:
        return f"character {KEYS[thing]}", f"Play {NAMES[thing]}"
    if verb == t.SIDE:
        return f"side {SIDE_NAMES[thing]}", f"{SIDE_NAMES[thing].capitalize()} side up"
    if verb == t.ATTACK:
        item = int(state.board.first_stopper) + thing // t.PLAYERS
        victim = thing % t.PLAYERS
        return f"slots {KEYS[victim]}", f"Put {item_name(state, item)} into a slot of {NAMES[victim]}"
    if verb == t.FREE:
        return "", "Free yourself: all your items go to the basement/yard"
    if verb == t.ROLL:
        return "dice", "Roll the dice"
    if state.top() == t.F_SWITCH:
        return "", "Turn no more" if state.arg(0) else "Turn nothing"
    done = {t.F_CARRY: "Take no more", t.F_DUSK: "Place no dream stopper now"}
    return "", done.get(int(state.top()), "Done")


def slot_verb(verb: int) -> str:
    return {t.PAY: "Give up", t.TURN: "Turn", t.REMOVE: "Remove"}[verb]


def chooser(state: Unrelenting) -> int:
    """The character who is asked."""
    return int(state.player_of(state.seat))


def ladder_asked(state: Unrelenting) -> int:
    return int(state.arg(0)) if state.depth and state.top() == t.F_LADDER else b.HOUSE


def to_words(state: Unrelenting, space: int) -> str:
    kind = int(state.top())
    where = space_name(state, space)
    if kind == t.F_MOVE:
        return f"Move to {where}{beside_words(state, space)}"
    if kind in (t.F_SLEEPWALK, t.F_FOLLOW):
        return f"Stand at {where}"
    if kind == t.F_EXTERMINATE:
        return f"Send it to {where}"
    return f"Move to {where}"


def beside_words(state: Unrelenting, space: int) -> str:
    """What whoever moves to a space finds there: items to collect, and items that rabbits guard."""
    if state.empty_slot(state.player) < 0:
        return ""
    free: list[str] = []
    closed: list[str] = []
    for corner in range(4):
        point = int(state.board.corners[space % b.STRIDE * 4 + corner])
        place = space // b.STRIDE * b.STRIDE + point
        if point >= 0 and state.lies[place]:
            shut = carries_a_guard(state) or guarded(state, state.player, place)
            (closed if shut else free).append(edition_of(state).items[int(state.lies[place]) - 1].name)
    words = f": {', '.join(free)}" if free else ""
    return words + (f" (guarded: {', '.join(closed)})" if closed else "")


def carries_a_guard(state: Unrelenting) -> bool:
    """Whether Tilly, who moves, brings somebody else's rabbit along (UO-R49)."""
    return bool(state.player == t.TILLY and state.carried & ~(1 << t.TILLY))


# --- Questions ------------------------------------------------------------------------------------


def roll_words(state: Unrelenting) -> str:
    doubles = ", doubles" if state.is_double() else ""
    return f"You rolled {state.one} and {state.two}: {state.total()}{doubles}."


def zone_words(state: Unrelenting) -> str:
    """What keeps the character who moves from most of the house."""
    if state.player == t.CATHERINE and state.away == t.LEFT_TODAY:
        return " Henry has left, so you keep to the edge."
    if state.player == t.CARLETON and state.divided:
        return f" The house is divided, so you keep out of the {HALVES[int(state.half)]} half."
    return ""


def prompt(state: Unrelenting) -> str:
    """What the seat that is asked reads."""
    kind = int(state.top())
    if kind == t.F_START:
        return (
            "Your turn. A role first, or the dice?"
            if not state.night
            else "Your night. A role first, or the dice?"
        )
    if kind == t.F_MOVE:
        return f"{roll_words(state)}{zone_words(state)} Where do you go?"
    if kind == t.F_RABBITS:
        return f"{roll_words(state)} Which rabbit moves next?"
    if kind == t.F_HOP:
        return f"{roll_words(state)} Where does {rabbit_name(int(state.arg(0)))} go?"
    if kind == t.F_PAY:
        return (
            f"{ROLE_NAMES[int(state.arg(0))]}: which item do you give up ({state.arg(1) + 1} of {t.PRICE})?"
        )
    if kind == t.F_EXTERMINATE:
        return f"Where does {rabbit_name(int(state.arg(0)))} go?"
    if kind == t.F_HALF:
        return f"{roll_words(state)} Which item do you turn? {state.arg(0)} to go."
    if kind == t.F_PURSE:
        return f"Carleton has found your purse. Which item do you remove? {state.arg(0)} to go."
    if kind == t.F_SIDE:
        return f"You take {item_name(state, int(state.lies[state.arg(0)]) - 1)}. Which side faces up?"
    if kind == t.F_LADDER:
        return f"Where does the {LADDER_NAMES[int(state.arg(0))]} go?"
    return PROMPTS[kind]


PROMPTS = {
    t.F_PICK: "Who do you want to be?",
    t.F_CARRY: "Doubles: which rabbit do you take along?",
    t.F_SLEEPWALK: "You are sleepwalking to Catherine. On which side of her do you stand?",
    t.F_FOLLOW: "You follow Catherine in your sleep. On which side of her do you stand?",
    t.F_COLLECT: "Which item do you collect?",
    t.F_SWITCH: "A lucky roll: which item do you turn?",
    t.F_DUSK: "The round is over. Do you put a dream stopper into somebody’s slots?",
}
