"""What bots know of Condyle Cove: how good a position looks."""

from typing import Final

from mypy_extensions import i64

from fabletop.games.condyle.cards import CUL_DE_SAC
from fabletop.games.condyle.cove import same_space
from fabletop.games.condyle.table import ACT, ACTS, BENNY, CHARM_N, SEEN, Table
from fabletop.kernel.advisor import Advisor, SearchSettings

# In cards of the own pile: what a thing is worth.
IN_HAND: Final = 0.55
LONG_LIFE: Final = 6.0  # a pile of so many needs no Act
AN_ACT: Final = 3.0  # what an Act brings
A_CHARM: Final = 0.4  # a Permanent card is more often bad than good
WITH_BENNY: Final = 0.8
A_RIVAL: Final = 9.0  # that one is out
NO_PILE: Final = 5.0  # an empty pile at the end of the Play phase
WHOLE_GAME: Final = 30.0
IDLE: Final = 0.5  # at a live table: time should not be let pass


class CondyleAdvisor(Advisor[Table]):
    def settings(self, t: Table) -> SearchSettings:
        return SearchSettings(cutoff=4, explore=2.0)

    def value(self, t: Table, seat: i64) -> float:
        return t.outcome(seat) if t.seat < 0 else standing(t, seat)


def danger(t: Table) -> float:
    """The share of Boogeymen among the face-down Acts."""
    down: i64 = 0
    bad: i64 = 0
    for slot in range(ACTS):
        if t.act_up >> slot & 1 == 0:
            down += 1
            bad += t.cards.act_boogeyman[t.deck[ACT + slot]]
    return float(bad) / float(down) if down > 0 else 1.0


def known_good(t: Table, seat: i64) -> bool:
    """Whether the seat has seen a face-down Act that is no Boogeyman."""
    for slot in range(ACTS):
        if t.act_up >> slot & 1 == 0 and t.deck[SEEN + slot] >> seat & 1:
            if t.cards.act_boogeyman[t.deck[ACT + slot]] == 0:
                return True
    return False


def life(t: Table, player: i64, risk: float) -> float:
    """How long a player will last, in cards."""
    pile = float(t.pile_n(player))
    worth = pile + IN_HAND * float(t.hand_n(player))
    if pile == 0.0:
        worth -= NO_PILE
    if t.kind_under(player) == CUL_DE_SAC:
        gain = AN_ACT if t.discard_n(player) > 1 else 1.0
        if pile < LONG_LIFE:
            gain += (LONG_LIFE - pile) * 0.5
        worth = (1.0 - risk) * (worth + gain) - risk * 2.0
    worth -= A_CHARM * float(t.tally[CHARM_N + player])
    if t.pawn[BENNY] >= 0 and t.pawn[player] >= 0 and same_space(t, t.pawn[BENNY], t.pawn[player]):
        worth -= WITH_BENNY
    return worth


def standing(t: Table, seat: i64) -> float:
    """From -1 to 1, for a seat."""
    if t.turn == 0:
        return 0.0
    if not t.is_live(seat):
        return -1.0
    risk = danger(t)
    mine = life(t, seat, 0.0 if known_good(t, seat) else risk)
    others: i64 = 0
    theirs = 0.0
    strongest = -99.0
    for player in range(t.terms.seats):
        if player != seat:
            others += 1
            if t.is_live(player):
                worth = life(t, player, risk)
                theirs += worth
                if worth > strongest:
                    strongest = worth
            else:
                theirs -= A_RIVAL
    good = (mine - 0.5 * theirs / float(others) - 0.5 * strongest) / WHOLE_GAME
    if t.ticked:
        good -= IDLE
    return 0.99 if good > 0.99 else -0.99 if good < -0.99 else good
