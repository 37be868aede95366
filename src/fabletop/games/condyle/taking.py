"""Taking cards from others: thefts, looks and trades of hands (CC-XFER)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import CardAsk, offer_hand
from fabletop.games.condyle.carrying import Deed
from fabletop.games.condyle.knowledge import reveal
from fabletop.games.condyle.notation import MOST, Aim, Manner, top
from fabletop.games.condyle.piles import (
    into_hand,
    room,
    scavenge,
    steal_from_hand,
    steal_top,
)
from fabletop.games.condyle.table import HAND, HAND_N, SHIELD, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.kinds import Number, Word, counted
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Refusal

TAKE: Final = 17  # from whom, how many more


def guarded(t: Table, player: i64, rule: i64) -> bool:
    """Whether others can take nothing from this hand or pile (CC-SPACE.7, CC-R32)."""
    if is_guarded(t, player, rule):
        t.tell(told.SAFE, player, 1)
        return True
    return False


def is_guarded(t: Table, player: i64, rule: i64) -> bool:
    return t.has_rule(player, rule) or t.tally[SHIELD + player] & c.NO_STEAL != 0


def source_of(t: Table, row: i64) -> i64:
    """The rule that would guard what a step steals."""
    return c.PILE_SAFE if t.row(row, c.HOW) == c.FROM_PILE else c.HAND_SAFE


class DoSteal(Deed):
    name = "STEAL"
    number = 5
    takes = (
        (c.WHO, Aim("other", "others", "it", "any", "next")),
        (c.HOW, Word({"hand": c.FROM_HAND, "pile": c.FROM_PILE})),
        (c.N, Number(1, MOST)),
        (c.HOW, Manner({"seen": c.SEEN})),
    )

    def spares(self, t: Table, row: i64, player: i64) -> bool:
        return is_guarded(t, player, source_of(t, row))

    def to(self, t: Table, row: i64, player: i64) -> None:
        thief = t.owner()
        how = t.row(row, c.HOW)
        if player == thief or guarded(t, player, source_of(t, row)):
            return
        n = t.row(row, c.N) - t.charm_sum(thief, c.STEAL_LESS)
        if how == c.FROM_PILE:
            steal_pile(t, thief, player, n)
        elif how == c.SEEN:
            look_at_hand(t, thief, player)
            if n > 0:
                t.push(TAKE, player, n)
        else:
            while n > 0 and room(t, thief) > 0 and t.hand_n(player) > 0:  # CC-R31
                take(t, player, t.tally[HAND + player * 4 + t.rng.below(t.hand_n(player))])  # CC-R30
                n -= 1

    def words(self, step: Step, speech: Speech) -> str:
        whom, source, n, manner = step.values
        who = Aim().words(whom, speech)
        if manner:
            return f"look at the hand of {who} and take {counted(n, 'card')}"
        if source == "pile":
            return f"put {top(n)} of the pile of {who} under yours"
        return f"steal {counted(n, 'hand card')} at random from {who}"


def steal_pile(t: Table, thief: i64, player: i64, n: i64) -> None:
    taken = steal_top(t, thief, player, n)
    if taken > 0:
        t.did()
        t.tell_to(told.STOLEN_PILE, thief, taken, player)


def take(t: Table, player: i64, piece: i64) -> None:
    """A card goes from a hand to the thief's."""
    thief = t.owner()
    eyes = steal_from_hand(t, thief, player, piece)
    t.did()
    t.note(told.STOLEN, thief, t.face(piece), player, -1, eyes)


class Take(CardAsk):
    """You look at a hand: which card do you take?"""

    number = TAKE
    rule = "CC-R30"
    verbs = (v.TAKE,)

    def more(self, t: Table) -> bool:
        return t.arg(1) > 0 and room(t, t.owner()) > 0 and t.hand_n(t.arg(0)) > 0

    def always(self, t: Table) -> bool:
        return t.hand_n(t.arg(0)) > 1

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_hand(t, t.arg(0), v.TAKE, out, n)

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        player = t.arg(0)
        t.set_arg(1, t.arg(1) - 1)
        take(t, player, t.held(player, face))

    def wish(self, t: Table) -> str:
        return f"which card do you take from {text.player_name(t, int(t.arg(0)))}?"

    def why_not_card(self, t: Table, verb: int, face: int) -> Refusal:
        return text.not_in_hand_of(t, int(t.arg(0)), face, self.rule)


class DoScavenge(Deed):
    """The top of another's discard goes under the own pile, in the order taken (CC-CARD.2, CC-R55)."""

    name = "SCAVENGE"
    number = 6
    takes = ((c.WHO, Aim("other", "it")), (c.N, Number(1, MOST)))
    discards = True

    def to(self, t: Table, row: i64, player: i64) -> None:
        taken = scavenge(t, t.owner(), player, t.row(row, c.N))
        if taken > 0:
            t.did()
            t.tell_to(told.SCAVENGED, t.owner(), taken, player)

    def words(self, step: Step, speech: Speech) -> str:
        whom, n = step.values
        return f"put {top(n)} of the discard of {Aim().words(whom, speech)} under your pile"


class DoLook(Deed):
    name = "LOOK"
    number = 13
    takes = ((c.WHO, Aim("other", "it")),)
    says = "look at the hand of {}"
    may = True

    def to(self, t: Table, row: i64, player: i64) -> None:
        look_at_hand(t, t.owner(), player)


def look_at_hand(t: Table, seat: i64, player: i64) -> None:
    for i in range(player * 4, player * 4 + t.hand_n(player)):
        reveal(t, t.tally[HAND + i], bit(seat))
    t.sealed += 1
    t.did()
    tell_hand(t, seat, player)


def tell_hand(t: Table, seat: i64, player: i64) -> None:
    """The journal shows a hand to who looked, in the order of faces: the order of the hand tells nothing."""
    if t.journal is None:
        return
    last: i64 = -1
    for _i in range(t.hand_n(player)):
        best: i64 = 9999
        for j in range(player * 4, player * 4 + t.hand_n(player)):
            key = t.face(t.tally[HAND + j]) * 4 + (j & 3)
            if last < key < best:
                best = key
        last = best
        t.note(told.SAW, seat, best // 4, player, -1, bit(seat))


class DoTradeHands(Deed):
    """Whole hands change owners; a hand that is safe from theft stays (CC-R32)."""

    name = "TRADE_HANDS"
    number = 15
    takes = ((c.WHO, Aim("other")),)
    says = "exchange hands with {}"
    may = True

    def spares(self, t: Table, row: i64, player: i64) -> bool:
        return is_guarded(t, player, c.HAND_SAFE)

    def to(self, t: Table, row: i64, player: i64) -> None:
        you = t.owner()
        if guarded(t, player, c.HAND_SAFE):
            return
        mine = vec[i64]([0] * 4)
        my_n = t.hand_n(you)
        for i in range(my_n):
            mine[i] = t.tally[HAND + you * 4 + i]
        t.tally[HAND_N + you] = 0
        theirs_n = t.hand_n(player)
        t.tally[HAND_N + player] = 0
        for i in range(theirs_n):
            into_hand(t, you, t.tally[HAND + player * 4 + i])
        for i in range(my_n):
            into_hand(t, player, mine[i])
        t.did()
        t.tell(told.TRADED, you, player)
