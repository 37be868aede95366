"""Last Winter: flipping its cards on OUT IN THE COLD (CC-LW, CC-R64)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.carrying import ANNOUNCE, carry_from
from fabletop.games.condyle.ghost import TIME_TO_FLIP, spend
from fabletop.games.condyle.permanent import gain_charm
from fabletop.games.condyle.table import FROM_WINTER, WINTER, Table
from fabletop.kernel.action import add
from fabletop.kernel.question import Refusal


def can_flip_winter(t: Table) -> bool:
    """Once in the own turn, on OUT IN THE COLD (CC-LW.3, CC-LW.4, CC-R63 to CC-R65)."""
    return t.winter_n > 0 and t.flipped == 0 and t.kind_under(t.active) == c.COLD


def offer_winter(t: Table, out: vec[i64], n: i64) -> i64:
    if can_flip_winter(t):
        n = add(out, n, v.WINTER, 0)
    return n


def flip_winter(t: Table) -> None:
    spend(t, TIME_TO_FLIP)
    t.flipped = 1
    t.winter_n -= 1
    charm = t.deck[WINTER + t.winter_n]
    t.sealed += 1
    t.tell(told.WINTER, t.active, t.cards.charm_face[charm])
    if t.cards.is_permanent(charm):
        gain_charm(t, t.active, charm)
    else:
        carry_from(t, ANNOUNCE, t.active, -1, FROM_WINTER, charm, t.cards.charm_row[charm])


def why_not_winter(t: Table) -> Refusal:
    if len(t.terms.winter) == 0:
        return Refusal("CC-LW.2", "The Last Winter cards are not in this game.")
    if t.kind_under(t.active) != c.COLD:
        return Refusal("CC-LW.4", "You can flip a Last Winter card only while you rest on OUT IN THE COLD.")
    if t.flipped:
        return Refusal("CC-R63", "You have flipped a Last Winter card this turn.")
    return Refusal("CC-R65", "There is no Last Winter card left.")
