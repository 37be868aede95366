"""A night turn: all rabbits move, and a lucky roll turns items (UO-NIGHT, UO-SWITCH)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import text
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.day import all_spaces, is_space, too_far
from fabletop.games.unrelenting.items import WhichSlot, offer_turning, turn
from fabletop.games.unrelenting.table import MOST_RABBITS, PLAYERS, Ask, Table
from fabletop.games.unrelenting.told import TOLD_RABBIT, TOLD_STAY
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal

# --- Which rabbit (UO-MODE.4, UO-R16) ---------------------------------------------------------------


def yet_to_move(t: Table, rabbit: i64) -> bool:
    """Those in Tilly's arms stay there (UO-R49)."""
    return not (t.hopped | t.carried) >> rabbit & 1


class WhichRabbit(Ask):
    """Every rabbit that has yet to move and has somewhere to go (UO-R16, UO-R17)."""

    number = 16
    rule = "UO-MODE.4"
    verbs = (v.RABBIT,)
    things = PLAYERS

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        for rabbit in range(PLAYERS):
            if yet_to_move(t, rabbit) and m.can_hop(t, rabbit):
                out[n] = act(v.RABBIT, rabbit)
                n += 1
        return n

    def answer(self, t: Table, verb: i64, rabbit: i64) -> None:
        HOP.ask(t, rabbit)

    def lapse(self, t: Table) -> None:
        for rabbit in range(PLAYERS):
            if yet_to_move(t, rabbit):
                t.say(TOLD_STAY, t.player, rabbit)  # UO-R17
        t.pop()

    def prompt(self, t: Table) -> str:
        return f"{text.roll_words(t)} Which rabbit moves next?"

    def label(self, t: Table, seat: int, verb: int, rabbit: int) -> Label:
        return text.rabbit_label(t, "Move", rabbit)

    def why_not(self, t: Table, verb: int, rabbit: int) -> Refusal:
        if rabbit >= PLAYERS:
            return text.nothing_like("UO-COMP.2")
        name = text.rabbit_name(rabbit)
        if t.carried >> rabbit & 1:
            return Refusal("UO-R49", f"{name} is in Tilly’s arms.")
        if t.hopped >> rabbit & 1:
            return Refusal("UO-R16", f"{name} has moved this turn.")
        return Refusal("UO-R17", f"{name} has nowhere to go yet: move another one first.")


# --- Where it goes (UO-NIGHT.1, UO-NIGHT.2) ---------------------------------------------------------


class Hop(Ask):
    """A rabbit goes where the active player likes."""

    number = 17
    rule = "UO-MODE.4"
    verbs = (v.TO,)

    def always(self, t: Table) -> bool:
        """On an open board a roll leads to several spaces, of which the other three can fill one."""
        return t.board.open

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return m.spaces_into(m.rabbit_ends(t, t.arg(0)), v.TO, out, n)

    def answer(self, t: Table, verb: i64, space: i64) -> None:
        rabbit = t.arg(0)
        t.pop()
        t.say(TOLD_RABBIT, t.player, rabbit, t.rabbit[rabbit], space)
        t.rabbit[rabbit] = space
        t.hopped |= bit(rabbit)

    def prompt(self, t: Table) -> str:
        return f"{text.roll_words(t)} Where does {text.rabbit_name(int(t.arg(0)))} go?"

    def label(self, t: Table, seat: int, verb: int, space: int) -> Label:
        return text.to_label(t, "Move to", space)

    def thoughts(self, t: Table) -> list[int]:
        return all_spaces(t)

    def why_not(self, t: Table, verb: int, end: int) -> Refusal:
        if not is_space(t, end):
            return text.nothing_like("UO-NIGHT.1")
        rabbit = int(t.arg(0))
        start = int(t.rabbit[rabbit])
        if end != start and t.rabbits_on(end, 1 << rabbit) >= MOST_RABBITS:
            return Refusal("UO-NIGHT.3", f"Two rabbits are at {text.space_name(t, end)} already.")
        return too_far(t, start, end, int(m.rabbit_steps(t, rabbit)), "UO-NIGHT.1")


# --- A lucky roll (UO-SWITCH.2, UO-R29) -------------------------------------------------------------


def is_lucky(t: Table) -> bool:
    """Doubles, 4 or 10, by night, in any cycle."""
    return t.is_double() or t.total() == 4 or t.total() == 10


class Switch(WhichSlot):
    """As many items as agreed, each once: a mask of the slots turned, how many."""

    number = 18
    rule = "UO-R29"
    verbs = (v.TURN, v.DONE)
    does = "Turn"
    words = "A lucky roll: which item do you turn?"

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
            return Label("Turn no more" if t.arg(0) else "Turn nothing")
        return super().label(t, seat, verb, slot)


WHICH_RABBIT: Final = WhichRabbit()
HOP: Final = Hop()
SWITCH: Final = Switch()
