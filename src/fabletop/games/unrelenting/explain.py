"""Why not: the rule that forbids an action, in words for the case at hand."""

from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting.state import Unrelenting
from fabletop.games.unrelenting.words import (
    LADDER_NAMES,
    LEVEL_NAMES,
    NAMES,
    ROLE_NAMES,
    VERBS,
    chooser,
    edition_of,
    item_name,
    ladder_asked,
    option,
    place_name,
    prompt,
    rabbit_name,
    seat_name,
    space_name,
)
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.question import Option, Refusal

# Which verbs answer which question, and the rule that says so.
ANSWERS: dict[int, tuple[set[int], str]] = {
    t.F_PICK: ({t.CHARACTER}, "UO-SETUP.1"),
    t.F_START: ({t.ROLL, t.FREE, t.ROLE}, "UO-R24"),
    t.F_PAY: ({t.PAY}, "UO-R22"),
    t.F_EXTERMINATE: ({t.TO}, "UO-R43"),
    t.F_LADDER: ({t.LADDER}, "UO-R48"),
    t.F_CARRY: ({t.CARRY, t.DONE}, "UO-R49"),
    t.F_MOVE: ({t.TO}, "UO-R8"),
    t.F_SLEEPWALK: ({t.TO}, "UO-R51"),
    t.F_FOLLOW: ({t.TO}, "UO-R51"),
    t.F_HALF: ({t.TURN}, "UO-R28"),
    t.F_PURSE: ({t.REMOVE}, "UO-R52"),
    t.F_COLLECT: ({t.COLLECT}, "UO-R18"),
    t.F_SIDE: ({t.SIDE}, "UO-DAY.4"),
    t.F_RABBITS: ({t.RABBIT}, "UO-MODE.4"),
    t.F_HOP: ({t.TO}, "UO-MODE.4"),
    t.F_SWITCH: ({t.TURN, t.DONE}, "UO-R29"),
    t.F_DUSK: ({t.ATTACK, t.DONE}, "UO-R31"),
}


def explain(state: Unrelenting, seat: int | None, action: object) -> Refusal | None:
    if state.over:
        return Refusal("UO-WIN.3", "The game is over.")
    if seat != state.seat:
        return Refusal("UO-MODE.1", f"It is not your question: {seat_name(state, int(state.seat))} is asked.")
    if not isinstance(action, int) or isinstance(action, bool):
        return Refusal("UO-LATER.2", f"{action!r} is no action: an action is one of the numbers of legal().")
    if state.allows(action):
        return None
    if not 0 <= action < 1 << 32 or verb_of(action) not in VERBS:
        return Refusal("UO-LATER.2", f"{action} is no action of this game.")
    verb, thing = int(verb_of(action)), int(thing_of(action))
    kind = int(state.top())
    verbs, rule = ANSWERS[kind]
    if verb not in verbs:
        names = " or ".join(repr(VERBS[wanted]) for wanted in sorted(verbs))
        return Refusal(
            rule, f"{VERBS[verb]!r} does not answer this question. {prompt(state)} Answer {names}."
        )
    return refuse(state, kind, verb, thing, rule)


def refuse(state: Unrelenting, kind: int, verb: int, thing: int, rule: str) -> Refusal:
    if kind in (t.F_MOVE, t.F_HOP):
        return refuse_move(state, kind, thing)
    if verb == t.TO:
        return refuse_place(state, kind, thing)
    if verb == t.COLLECT:
        return refuse_item(state, thing)
    if verb == t.ROLE:
        return refuse_role(state, thing)
    if verb in (t.PAY, t.TURN, t.REMOVE):
        return refuse_slot(state, verb, thing, rule)
    if verb in (t.RABBIT, t.CARRY):
        return refuse_rabbit(state, verb, thing)
    if verb == t.ATTACK:
        return refuse_attack(state, thing)
    if verb == t.LADDER and thing < state.board.slots_of(ladder_asked(state)):
        return Refusal("UO-R48", f"The {LADDER_NAMES[ladder_asked(state)]} stands there already.")
    if verb == t.CHARACTER and thing < t.PLAYERS:
        return Refusal("UO-R3", f"{NAMES[thing]} is taken.")
    if verb == t.FREE and thing == 0:
        return Refusal("UO-STOP.4", "No dream stopper of somebody else blocks your slots.")
    if verb == t.DONE and thing == 0:
        return Refusal("UO-R49", "Doubles: you must take at least one rabbit along.")
    return nothing_like(rule)


def nothing_like(rule: str) -> Refusal:
    return Refusal(rule, "There is no such thing here.")


# --- Moving ---------------------------------------------------------------------------------------


def is_space(state: Unrelenting, space: int) -> bool:
    return space < b.PLACES and bool(state.board.outline >> (space % b.STRIDE) & 1)


def distance(state: Unrelenting, start: int, end: int) -> int:
    """Steps of the shortest way, with the ladders where they stand."""
    m.everywhere(state.board)
    m.start_at(start)
    steps = 0
    seen = [0, 0, 0]
    while not m.is_end(end):
        for level in range(b.LEVELS):
            seen[level] |= int(m.ENDS[level])
        m.walk(state, 1)
        for level in range(b.LEVELS):
            m.ENDS[level] &= ~seen[level]
        steps += 1
    return steps


def refuse_move(state: Unrelenting, kind: int, end: int) -> Refusal:
    rule = "UO-DAY.1" if kind == t.F_MOVE else "UO-NIGHT.1"
    if not is_space(state, end):
        return nothing_like(rule)
    where = space_name(state, end)
    if kind == t.F_MOVE:
        player = int(state.player)
        start = int(state.board.entrance if m.first_steps(state, player) else state.stands[player])
        steps = int(m.character_ends(state, player))
        if player == t.TILLY and state.carried and m.is_end(end):
            return Refusal("UO-R14", f"With the rabbits you carry there would be more than two at {where}.")
        if m.lay_zone(state, player) and not m.ZONE[end // b.STRIDE] >> (end % b.STRIDE) & 1:
            return refuse_zone(player, where)
    else:
        rabbit = int(state.arg(0))
        start = int(state.rabbit[rabbit])
        steps = int(m.rabbit_ends(state, rabbit))
        if end != start and state.rabbits_on(end, 1 << rabbit) >= t.MOST_RABBITS:
            return Refusal("UO-NIGHT.3", f"Two rabbits are at {where} already.")
    return refuse_distance(state, start, end, steps, rule)


def refuse_zone(player: int, where: str) -> Refusal:
    if player == t.CATHERINE:
        return Refusal(
            "UO-CATH.1", f"Henry has left, so you keep to the edge of your level; {where} is not on it."
        )
    return Refusal(
        "UO-TILLY.3", f"Tilly has divided the house, and {where} is in the half you must keep out of."
    )


def refuse_distance(state: Unrelenting, start: int, end: int, steps: int, rule: str) -> Refusal:
    where = space_name(state, end)
    if start == end:
        return Refusal(
            "UO-R7", f"A move never enters a space twice, so it cannot end where it began, at {where}."
        )
    far = distance(state, start, end)
    if far > steps:
        missing = missing_ladder(state, start, end)
        if missing:
            return Refusal("UO-BOARD.4", missing)
        return Refusal(rule, f"{where} is {far} steps away, and this move has {steps}.")
    if (steps - far) % 2:
        return Refusal(
            "UO-R7", f"A move has exactly {steps} steps, and every way to {where} has an {odd(far)} number."
        )
    return Refusal(
        "UO-R7", f"No way of exactly {steps} steps leads to {where} without entering a space twice."
    )


def odd(steps: int) -> str:
    return "odd" if steps % 2 else "even"


def missing_ladder(state: Unrelenting, start: int, end: int) -> str:
    """Words about the ladder that is not here, if pieces of this level wonder about another."""
    levels = {start // b.STRIDE, end // b.STRIDE}
    if start % b.STRIDE != end % b.STRIDE or len(levels) == 1:
        return ""
    ladder = b.HOUSE if b.SECOND in levels else b.YARD
    cell = int(state.house_cell() if ladder == b.HOUSE else state.yard_cell())
    if cell == start % b.STRIDE:
        return ""
    stands = edition_of(state).cell_name(cell)
    return f"The ladder is not here: the {LADDER_NAMES[ladder]} stands at {stands}."


def refuse_place(state: Unrelenting, kind: int, space: int) -> Refusal:
    if kind == t.F_EXTERMINATE:
        rabbit = int(state.arg(0))
        if is_space(state, space) and space // b.STRIDE == state.rabbit[rabbit] // b.STRIDE:
            return Refusal("UO-R43", f"{rabbit_name(rabbit)} has to leave this level.")
        return Refusal(
            "UO-R43", "It goes straight up or down, or beside that spot if two rabbits stand there."
        )
    catherine = space_name(state, int(state.stands[t.CATHERINE]))
    return Refusal("UO-R51", f"You stand on a space that shares a side with Catherine’s, {catherine}.")


# --- Collecting -----------------------------------------------------------------------------------


def refuse_item(state: Unrelenting, place: int) -> Refusal:
    if place >= b.PLACES or place % b.STRIDE >= len(state.board.touch) or not state.lies[place]:
        return Refusal("UO-DAY.3", "No item lies there.")
    space = int(state.stands[state.player])
    where = place_name(state, place)
    near = state.board.touch[place % b.STRIDE] >> (space % b.STRIDE) & 1
    if place // b.STRIDE != space // b.STRIDE or not near:
        return Refusal("UO-R18", f"{where} is not a corner of your space, {space_name(state, space)}.")
    return Refusal("UO-BLOCK.1", f"A rabbit that is not yours sits at this corner, {where}.")


# --- Roles, slots, rabbits ------------------------------------------------------------------------


def refuse_role(state: Unrelenting, role: int) -> Refusal:
    if role >= t.PAID_ROLES:
        return nothing_like("UO-R22")
    player = int(state.player)
    if t.ROLE_OWNER[role] != player:
        return Refusal("UO-COMP.8", f"{ROLE_NAMES[role]} is a role of {NAMES[t.ROLE_OWNER[role]]}.")
    if not state.roles_work():
        return Refusal("UO-R21", "Roles are not played in the first cycle.")
    if state.used >> role & 1:
        return Refusal("UO-R22", f"You have played {ROLE_NAMES[role]} this turn.")
    if role == t.DIVIDE and state.divided:
        return Refusal("UO-R50", "The house is divided already.")
    return Refusal("UO-R22", f"It costs {t.PRICE} items of your own, and you have {state.own_count(player)}.")


def refuse_slot(state: Unrelenting, verb: int, slot: int, rule: str) -> Refusal:
    if slot >= t.SLOTS:
        return nothing_like("UO-COMP.7")
    item = int(state.slot[chooser(state) * t.SLOTS + slot])
    if item < 0:
        return Refusal(rule, "That slot is empty.")
    name = item_name(state, item)
    if state.foreign >> item & 1:
        return Refusal("UO-R32", f"{name} was put there by somebody else; it only blocks the slot.")
    if verb == t.TURN and item >= state.board.first_stopper:
        return Refusal("UO-R30", f"{name} has no other side.")
    return Refusal("UO-R28", f"You have chosen {name} already.")


def refuse_rabbit(state: Unrelenting, verb: int, rabbit: int) -> Refusal:
    if rabbit >= t.PLAYERS:
        return nothing_like("UO-COMP.2")
    name = rabbit_name(rabbit)
    if state.carried >> rabbit & 1:
        return Refusal("UO-R49", f"{name} is in Tilly’s arms.")
    if verb == t.RABBIT:
        if state.hopped >> rabbit & 1:
            return Refusal("UO-R16", f"{name} has moved this turn.")
        return Refusal("UO-R17", f"{name} has nowhere to go yet: move another one first.")
    level = int(state.stands[t.TILLY]) // b.STRIDE
    if state.rabbit[rabbit] // b.STRIDE != level:
        return Refusal("UO-R49", f"{name} is not on your level, the {LEVEL_NAMES[level]}.")
    return Refusal("UO-R14", f"You could end this move nowhere with {name} without a third rabbit there.")


def refuse_attack(state: Unrelenting, thing: int) -> Refusal:
    player, victim = int(state.arg(0)), thing % t.PLAYERS
    item = int(state.board.first_stopper) + thing // t.PLAYERS
    if item >= state.board.items:
        return nothing_like("UO-STOP.2")
    at = int(state.at[item])
    mine = at >= t.IN_SLOT and (at - t.IN_SLOT) // t.SLOTS == player and state.is_own(item)
    if not mine:
        return Refusal("UO-STOP.2", f"{item_name(state, item)} is not a dream stopper of yours.")
    if victim == player:
        return Refusal("UO-STOP.2", "A dream stopper goes into a slot of another player.")
    return Refusal("UO-R31", f"{NAMES[victim]} has no empty slot.")


# --- What a person may wonder about ---------------------------------------------------------------


def conceivable(state: Unrelenting, seat: int | None) -> list[Option]:
    """Every answer of the kinds that this question takes, whether or not it is allowed now."""
    if seat is None or state.over or seat != state.seat:
        return []
    thought = [*state.legal(), *thoughts(state, int(state.top()))]
    return [option(state, action) for action in dict.fromkeys(thought)]


def thoughts(state: Unrelenting, kind: int) -> list[int]:
    if kind in (t.F_MOVE, t.F_HOP):
        spaces = [space for space in range(b.PLACES) if is_space(state, space)]
        return [int(act(t.TO, space)) for space in spaces]
    if kind == t.F_COLLECT:
        base = int(state.stands[state.player]) // b.STRIDE * b.STRIDE
        lying = [place for place in range(base, base + b.STRIDE) if state.lies[place]]
        return [int(act(t.COLLECT, place)) for place in lying]
    if kind == t.F_START:
        return [int(act(t.FREE, 0)), *(int(act(t.ROLE, role)) for role in range(t.PAID_ROLES))]
    if kind in (t.F_PAY, t.F_HALF, t.F_PURSE, t.F_SWITCH):
        verb = {t.F_PAY: t.PAY, t.F_PURSE: t.REMOVE}.get(kind, t.TURN)
        return [int(act(verb, slot)) for slot in range(t.SLOTS)]
    if kind in (t.F_RABBITS, t.F_CARRY):
        verb = t.RABBIT if kind == t.F_RABBITS else t.CARRY
        return [int(act(verb, rabbit)) for rabbit in range(t.PLAYERS)]
    if kind == t.F_DUSK:
        return [int(act(t.ATTACK, thing)) for thing in range(b.STOPPERS * t.PLAYERS)]
    return []
