"""A night turn: all rabbits move, and a lucky roll turns items (UO-NIGHT, UO-SWITCH)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import text
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.board import PLACES
from fabletop.games.unrelenting.day import all_spaces, is_space, too_far
from fabletop.games.unrelenting.items import WhichSlot, offer_turning, turn
from fabletop.games.unrelenting.table import MOST_RABBITS, PLAYERS, Ask, Table
from fabletop.games.unrelenting.told import TOLD_RABBIT, TOLD_STAY
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal

# --- The plan (UO-MODE.4, UO-R16) -------------------------------------------------------------------


def yet_to_move(t: Table, rabbit: i64) -> bool:
    """Those in Tilly's arms stay there (UO-R49)."""
    return not (t.hopped | t.carried) >> rabbit & 1


def is_complete(t: Table) -> bool:
    """Whether no rabbit can move any more."""
    for rabbit in range(PLAYERS):
        if yet_to_move(t, rabbit) and m.can_hop(t, rabbit):
            return False
    return True


def hop(t: Table, rabbit: i64, space: i64) -> None:
    t.say(TOLD_RABBIT, t.player, rabbit, t.rabbit[rabbit], space)
    t.rabbit[rabbit] = space
    t.hopped |= bit(rabbit)


def stay_put(t: Table) -> None:
    """Those that found no room (UO-R17)."""
    for rabbit in range(PLAYERS):
        if yet_to_move(t, rabbit):
            t.say(TOLD_STAY, t.player, rabbit)


class PlanNight(Ask):
    """Every rabbit goes where the active player likes, in any order (UO-NIGHT.1, UO-NIGHT.2, UO-R16); nothing
    is rolled until the plan is confirmed, so all of it can be taken back."""

    number = 21
    rule = "UO-MODE.4"
    verbs = (v.HOP, v.DONE)

    def spent(self, t: Table) -> bool:
        """What is turned on a lucky night is the last answer of the plan."""
        if not can_switch(t) or not is_complete(t):
            return False
        self.answer(t, v.DONE, 0)
        return True

    def always(self, t: Table) -> bool:
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        first = n
        for rabbit in range(PLAYERS):
            if yet_to_move(t, rabbit):
                n = m.spaces_into(m.rabbit_ends(t, rabbit), act(v.HOP, rabbit * PLACES), out, n)
        if n == first:
            n = add(out, n, v.DONE, 0)
        return n

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        if verb == v.HOP:
            hop(t, thing // PLACES, thing % PLACES)
        else:
            stay_put(t)
            t.pop()

    def prompt(self, t: Table) -> str:
        if is_complete(t):
            return f"{text.roll_words(t)} All rabbits have moved. Is that your night?"
        return f"{text.roll_words(t)} Where does each rabbit go, in any order?"

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        if verb == v.DONE:
            return Label("The night is as I want it")
        rabbit, where = thing // PLACES % PLAYERS, text.space_name(t, thing % PLACES)
        return Label(
            f"{text.rabbit_name(rabbit)} to {where}", f"rabbit {text.KEYS[rabbit]}", f"space {where}"
        )

    def thoughts(self, t: Table) -> list[int]:
        """Every space for those that have yet to move; the others may be wondered about once."""
        found = [int(act(v.DONE, 0))]
        for rabbit in range(PLAYERS):
            spaces = all_spaces(t) if yet_to_move(t, rabbit) else [int(t.rabbit[rabbit])]
            found += [int(act(v.HOP, rabbit * PLACES + space)) for space in spaces]
        return found

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.DONE:
            if thing:
                return text.nothing_like(self.rule)
            left = ~int(t.hopped | t.carried)
            return Refusal("UO-R16", f"Every rabbit moves; {text.rabbit_names(left)} not yet.")
        rabbit, end = thing // PLACES, thing % PLACES
        if rabbit >= PLAYERS or not is_space(t, end):
            return text.nothing_like("UO-NIGHT.1")
        return why_stuck(t, rabbit) or why_not_there(t, rabbit, end)


def why_stuck(t: Table, rabbit: int) -> Refusal | None:
    """Why a rabbit does not move at all."""
    name = text.rabbit_name(rabbit)
    if t.carried >> rabbit & 1:
        return Refusal("UO-R49", f"{name} is in Tilly’s arms.")
    if t.hopped >> rabbit & 1:
        return Refusal("UO-R16", f"{name} has moved this turn.")
    if not m.can_hop(t, rabbit):
        return Refusal("UO-R17", f"{name} has nowhere to go yet: move another one first.")
    return None


def why_not_there(t: Table, rabbit: int, end: int) -> Refusal:
    start = int(t.rabbit[rabbit])
    if end != start and t.rabbits_on(end, 1 << rabbit) >= MOST_RABBITS:
        return Refusal("UO-NIGHT.3", f"Two rabbits are at {text.space_name(t, end)} already.")
    return too_far(t, start, end, int(m.rabbit_steps(t, rabbit)), "UO-NIGHT.1")


# --- A lucky roll (UO-SWITCH.2, UO-R29) -------------------------------------------------------------


def is_lucky(t: Table) -> bool:
    """Doubles, 4 or 10, by night, in any cycle."""
    return t.is_double() or t.total() == 4 or t.total() == 10


def can_switch(t: Table) -> bool:
    return is_lucky(t) and t.two_sided(t.player) > 0


class Switch(WhichSlot):
    """As many items as agreed, each once: a mask of the slots turned, how many."""

    number = 18
    rule = "UO-R29"
    verbs = (v.TURN, v.DONE)
    does = "Turn"

    def prompt(self, t: Table) -> str:
        lucky = f"{text.roll_words(t)} A lucky roll"
        if t.terms.most_switched == 1:
            return f"{lucky}: you may turn one item. Which?"
        return f"{lucky}: you may turn as many items as you like. Which {'next' if t.arg(0) else 'first'}?"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.DONE, 0)
        return offer_turning(t, t.player, t.arg(0), out, n + 1)

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        if verb == v.TURN:
            turn(t, t.player, slot)
            t.set_arg(0, t.arg(0) | bit(slot))
            t.set_arg(1, t.arg(1) + 1)
        if verb == v.DONE or t.arg(1) >= t.terms.most_switched:
            t.pop()

    def label(self, t: Table, seat: int, verb: int, slot: int) -> Label:
        if verb == v.DONE:
            return Label("Turn no more" if t.arg(0) else "Turn nothing: the night is as I want it")
        return super().label(t, seat, verb, slot)


PLAN: Final = PlanNight()
SWITCH: Final = Switch()
