"""A night as games of rules version 2 ask it: which rabbit, then where it goes."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import text
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.day import all_spaces, is_space
from fabletop.games.unrelenting.night import hop, stay_put, why_not_there, why_stuck, yet_to_move
from fabletop.games.unrelenting.table import PLAYERS, Ask, Table
from fabletop.kernel.action import act, add
from fabletop.kernel.question import Label, Refusal


class WhichRabbit(Ask):
    """Every rabbit that has yet to move and has somewhere to go (UO-R16, UO-R17)."""

    number = 16
    rule = "UO-MODE.4"
    verbs = (v.RABBIT,)
    things = PLAYERS

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        for rabbit in range(PLAYERS):
            if yet_to_move(t, rabbit) and m.can_hop(t, rabbit):
                n = add(out, n, v.RABBIT, rabbit)
        return n

    def answer(self, t: Table, verb: i64, rabbit: i64) -> None:
        HOP.ask(t, rabbit)

    def lapse(self, t: Table) -> None:
        stay_put(t)
        t.pop()

    def prompt(self, t: Table) -> str:
        return f"{text.roll_words(t)} Which rabbit moves next?"

    def label(self, t: Table, seat: int, verb: int, rabbit: int) -> Label:
        return text.rabbit_label(t, "Move", rabbit)

    def why_not(self, t: Table, verb: int, rabbit: int) -> Refusal:
        found = why_stuck(t, rabbit) if rabbit < PLAYERS else None
        return found or text.nothing_like("UO-COMP.2")


class Hop(Ask):
    """Where a rabbit goes (UO-NIGHT.1, UO-NIGHT.2)."""

    number = 17
    rule = "UO-MODE.4"
    verbs = (v.TO,)

    def always(self, t: Table) -> bool:
        """On an open board a roll leads to several spaces, of which the other three can fill one."""
        return t.board.open

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return m.spaces_into(m.rabbit_ends(t, t.arg(0)), act(v.TO, 0), out, n)

    def answer(self, t: Table, verb: i64, space: i64) -> None:
        rabbit = t.arg(0)
        t.pop()
        hop(t, rabbit, space)

    def prompt(self, t: Table) -> str:
        return f"{text.roll_words(t)} Where does {text.rabbit_name(int(t.arg(0)))} go?"

    def label(self, t: Table, seat: int, verb: int, space: int) -> Label:
        return text.to_label(t, "Move to", space)

    def thoughts(self, t: Table) -> list[int]:
        return [int(act(v.TO, space)) for space in all_spaces(t)]

    def why_not(self, t: Table, verb: int, end: int) -> Refusal:
        if not is_space(t, end):
            return text.nothing_like("UO-NIGHT.1")
        return why_not_there(t, int(t.arg(0)), end)


WHICH_RABBIT: Final = WhichRabbit()
HOP: Final = Hop()
