"""Moving pawns by cards: paths, sends, trades of places, and landings (CC-MOVE, CC-SPACE)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import CardAsk, offer_done
from fabletop.games.condyle.carrying import Deed, carry_out
from fabletop.games.condyle.cove import after_steps, within_steps
from fabletop.games.condyle.notation import Aim, HowFar, Where, own
from fabletop.games.condyle.playing import ask_number
from fabletop.games.condyle.table import (
    BENNY,
    CHARM_N,
    FROM_CHARM,
    FROM_SPACE,
    FX_NUMBER,
    SHIELD,
    Table,
)
from fabletop.kernel.action import add
from fabletop.kernel.effects.engine import MAY
from fabletop.kernel.effects.kinds import Word
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Refusal
from fabletop.kernel.state import Frame

PATH: Final = 15  # pawn, row
SEND: Final = 16  # pawn, row
LAND: Final = 27  # player, node


def can_be_moved(t: Table, pawn: i64) -> bool:
    """By the card on top: "cannot be moved" (CC-SPACE.8) stops what others do (CC-PREC.1, CC-R20)."""
    if pawn == BENNY or pawn == t.owner():
        return True
    if is_held_fast(t, pawn):
        t.tell(told.SAFE, pawn, 0)
        return False
    return True


def is_held_fast(t: Table, pawn: i64) -> bool:
    return t.has_rule(pawn, c.MOVE_SAFE) or t.tally[SHIELD + pawn] & c.NO_MOVE != 0


class Mover(Deed):
    """A step that changes where a pawn stands."""

    def spares(self, t: Table, row: i64, player: i64) -> bool:
        return is_held_fast(t, player)


# --- Moves --------------------------------------------------------------------------------------------


class DoMove(Mover):
    name = "MOVE"
    number = 2
    takes = (
        (c.WHO, Aim()),
        (c.N, HowFar()),
        (c.BY, Word({"next": c.NEXT_PLAYER}, default="")),
    )
    may = True

    def asks_first(self, t: Table, row: i64) -> bool:
        if t.row(row, c.N2) <= 0 or t.fx_get(FX_NUMBER) != 0:
            return False
        ask_number(t, row)
        return True

    def to(self, t: Table, row: i64, player: i64) -> None:
        if can_be_moved(t, player):
            t.push(PATH, player, row)

    def words(self, step: Step, speech: Speech) -> str:
        whom, far, by = step.values
        who, spaces = Aim().words(whom, speech), HowFar().words(far, speech)
        if by:
            return f"the next player moves {who} {spaces}"
        return f"move {'your pawn' if own(whom) else who} {spaces}"


class DoBenny(Deed):
    name = "BENNY"
    number = 22
    takes = ((c.N, HowFar()),)
    says = "move Benny {}"
    may = True

    def do(self, t: Table, row: i64) -> None:
        if t.pawn[BENNY] >= 0:
            t.push(PATH, BENNY, row)


class Path(CardAsk):
    """A card moves a pawn: where to?"""

    number = PATH
    rule = "CC-R17"
    verbs = (v.TO, v.DONE)

    def who(self, t: Table) -> i64:
        """Who chooses the path (CC-R21)."""
        return t.after(t.owner()) if t.row(t.arg(1), c.BY) == c.NEXT_PLAYER else t.owner()

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        row = t.arg(1)
        node = t.pawn[t.arg(0)]
        if t.row(row, c.N2) == c.UP_TO:
            n = offer_nodes(t, within_steps(t, node, t.row(row, c.N)), out, n)
            return offer_done(out, n)  # no step is no landing (CC-R18)
        steps = t.fx_get(FX_NUMBER) if t.row(row, c.N2) > 0 else t.row(row, c.N)
        n = offer_nodes(t, after_steps(t, node, steps), out, n)
        return offer_done(out, n) if self.may_stay(t) else n

    def may_stay(self, t: Table) -> bool:
        """Who would move the own pawn need not (CC-R38)."""
        return self.walks_me(t) and t.terms.rules > 1

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        pawn = t.arg(0)
        t.pop()
        if verb == v.DONE:
            return
        t.did()
        node = t.node_at(cell)
        t.pawn[pawn] = node
        t.tell_at(told.MOVED, t.owner(), pawn, node)
        if pawn != BENNY:
            land(t, pawn, node)

    def walks_me(self, t: Table) -> bool:
        return t.arg(0) == self.who(t)

    def declined(self, t: Table) -> str:
        return "Stay here" if self.walks_me(t) else "Leave it there"

    def wish(self, t: Table) -> str:
        return f"where does {text.player_name(t, int(t.arg(0)))} go?"

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        return Refusal("CC-R17", f"{text.space_name(t, cell)} cannot be reached in exactly so many steps.")


def offer_nodes(t: Table, mask: i64, out: vec[i64], n: i64) -> i64:
    for node in range(t.nodes):
        if mask >> node & 1:
            n = add(out, n, v.TO, t.cell_of(node))
    return n


class DoSend(Mover):
    name = "SEND"
    number = 3
    takes = ((c.WHO, Aim("you", "other", "others", "any", "all", "it", "next")), (c.HOW, Where()))
    may = True

    def to(self, t: Table, row: i64, player: i64) -> None:
        if can_be_moved(t, player):
            t.push(SEND, player, row)

    def words(self, step: Step, speech: Speech) -> str:
        whom, where = step.values
        who = "your pawn" if own(whom) else Aim().words(whom, speech)
        return f"put {who} on {Where().words(where, speech)}"


class Send(CardAsk):
    """A card puts a pawn on a space: on which?"""

    number = SEND
    rule = "CC-R22"
    verbs = (v.TO, v.DONE)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        """A space that is not in the map leaves the pawn where it is (CC-CARD.3)."""
        kind = t.row(t.arg(1), c.HOW)
        for node in range(t.nodes):
            if (kind == c.ANY_SPACE and node != t.pawn[t.arg(0)]) or t.kind_of(node) == kind:
                n = add(out, n, v.TO, t.cell_of(node))
        return offer_done(out, n) if t.row(t.arg(1), MAY) else n

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        pawn = t.arg(0)
        t.pop()
        if verb == v.TO:
            t.did()
            self.put(t, pawn, t.node_at(cell))

    def lapse(self, t: Table) -> None:
        t.tell(told.NOTHING, t.owner(), t.arg(1))
        super().lapse(t)

    def put(self, t: Table, pawn: i64, node: i64) -> None:
        t.pawn[pawn] = node
        t.tell_at(told.SENT, t.owner(), pawn, node)
        land(t, pawn, node)

    def walks_me(self, t: Table) -> bool:
        return t.arg(0) == self.who(t)

    def declined(self, t: Table) -> str:
        return "Stay here"

    def wish(self, t: Table) -> str:
        return f"which space for {text.player_name(t, int(t.arg(0)))}?"

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        return Refusal(self.rule, f"{text.space_name(t, cell)} is not where the card may put the pawn.")


class DoTradePlaces(Mover):
    """Both land, you first; void as a whole if the other cannot be moved (CC-R20)."""

    name = "TRADE_PLACES"
    number = 4
    takes = ((c.WHO, Aim("other")),)
    says = "change places with {}"

    def to(self, t: Table, row: i64, player: i64) -> None:
        you = t.owner()
        if not can_be_moved(t, player):
            return
        mine = t.pawn[you]
        theirs = t.pawn[player]
        if mine == theirs:
            return
        t.pawn[you] = theirs
        t.pawn[player] = mine
        t.tell(told.SWAPPED, you, player)
        t.did()
        land(t, player, mine)
        land(t, you, theirs)


# --- Landing ------------------------------------------------------------------------------------------


def land(t: Table, pawn: i64, node: i64) -> None:
    """Once all that lies above is done."""
    t.push(LAND, pawn, node)


class Land(Frame[Table]):
    """What a space, and then Permanent cards, do to a pawn that has landed (CC-SPACE.2, CC-R22, CC-R23).

    The CEMETERY wakes so, in anyone's turn (CC-SPACE.5, CC-SPACE.6); a DETOUR does nothing (CC-R15).
    """

    number = LAND

    def run(self, t: Table) -> bool:
        player = t.arg(0)
        node = t.arg(1)
        t.pop()
        if not t.is_live(player) or t.pawn[player] != node:
            return False
        kind = t.kind_of(node)
        for i in range(t.tally[CHARM_N + player] - 1, -1, -1):
            charm = t.charm(player, i)
            if t.cards.charm_land[charm] >= 0 and t.cards.charm_spaces[charm] >> kind & 1:
                carry_out(t, player, FROM_CHARM, charm, t.cards.charm_land[charm])
        row = t.cards.kind_land[kind]
        if row >= 0 and not (kind == c.CEMETERY and t.has_rule(player, c.CEMETERY_SAFE)):
            carry_out(t, player, FROM_SPACE, kind, row)
        return False
