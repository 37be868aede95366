"""Permanent cards: beside the mat, where a rule holds or something happens each time (CC-PERM)."""

from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import told
from fabletop.games.condyle.carrying import Deed
from fabletop.games.condyle.knowledge import reveal
from fabletop.games.condyle.notation import Aim
from fabletop.games.condyle.table import CHARM, CHARM_N, CHARMS, HAND, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.journal import ALL


def gain_charm(t: Table, player: i64, charm: i64) -> None:
    """A Permanent card lies beside the mat, not in the hand (CC-PERM.1, CC-PERM.2)."""
    t.deck[CHARM + player * CHARMS + t.tally[CHARM_N + player]] = charm
    t.tally[CHARM_N + player] += 1
    if t.terms.sheds and t.kind_under(player) == c.HAUNTED_GROUND:  # CC-R74
        clear_charms(t, player)
    elif t.cards.charm_rule[charm] == c.HAND_OPEN:
        for i in range(player * 4, player * 4 + t.hand_n(player)):
            reveal(t, t.tally[HAND + i], ALL)
        t.tell(told.OPEN, player, 0)


class DoClear(Deed):
    """HAUNTED GROUND removes them all (CC-GHOST.9, CC-R66)."""

    name = "CLEAR"
    number = 21
    takes = ((c.WHO, Aim("you")),)
    says = "all your Permanent cards leave the game"

    def to(self, t: Table, row: i64, player: i64) -> None:
        clear_charms(t, player)


def clear_charms(t: Table, player: i64) -> None:
    count = t.tally[CHARM_N + player]
    if count == 0:
        return
    for i in range(count):
        t.gone |= bit(t.charm(player, i))
    t.tally[CHARM_N + player] = 0
    t.tell(told.CLEARED, player, count)
