"""What bots know of solo play: how good a position looks."""

from typing import Final

from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.pawns import DoMove
from fabletop.games.condyle.solo.ring import BOOGEYMAN, ORPHAN, RING, GoRound, acts_used
from fabletop.games.condyle.table import FULL_HAND, HAND, MOVES, Table
from fabletop.kernel.advisor import Advisor, Ease, SearchSettings
from fabletop.kernel.effects.engine import END, NEXT

LEVELS: Final = {"sharp": Ease(walks=1000)}
AN_ACT: Final = 0.17  # a fifth of the way
A_CARD: Final = 0.045  # about what two spaces are worth: a turn costs one card
HIS_CARD: Final = 0.012
A_SHIELD: Final = 0.03
LAST_CARDS: Final = 0.05


class SoloAdvisor(Advisor[Table]):
    def settings(self, t: Table) -> SearchSettings:
        # Random play soon ends, and tells nothing.
        return SearchSettings(cutoff=0, explore=1.0, levels=LEVELS)

    def value(self, t: Table, seat: i64) -> float:
        return t.outcome(seat) if t.seat < 0 else standing(t)


def standing(t: Table) -> float:
    """From -1 to 1: the way round, the cards for it, and the danger of being caught by the next Move card."""
    lap = float(t.pawn[ORPHAN]) / float(RING)
    good = AN_ACT * (float(acts_used(t)) + lap) - 0.5
    mine = float(t.pile_n(ORPHAN) + t.hand_n(ORPHAN) - FULL_HAND)  # what is left once the hand is full
    good += A_CARD * mine
    if mine < 4.0:
        good -= LAST_CARDS * (4.0 - mine)
    good += HIS_CARD * (14.0 - float(t.pile_n(BOOGEYMAN)))
    for i in range(t.hand_n(ORPHAN)):
        if t.cards.face_type[t.face(t.tally[HAND + i])] == c.DEFENSIVE:
            good += A_SHIELD
    risk = danger(t)
    good = good * (1.0 - risk) - risk
    return 0.99 if good > 0.99 else -0.99 if good < -0.99 else good


def danger(t: Table) -> float:
    """The share of Move cards still to come that would catch the orphan; before the own move it can run."""
    ahead = (t.pawn[ORPHAN] - t.pawn[BOOGEYMAN] + RING) % RING
    if ahead == 0:
        return 1.0
    if t.depth > 0 and isinstance(t.question, GoRound) and ahead + t.stride < RING:
        ahead += t.stride
    left = t.move_n if t.move_n > 0 else t.terms.move_cards
    boost = t.cards.kind_boost[t.kind_under(BOOGEYMAN)]
    bad: i64 = 0
    for i in range(left):
        steps = his_reach(t, t.face(t.deck[MOVES + i]))
        if steps > 0 and steps + boost >= ahead:
            bad += 1
    return float(bad) / float(left)


def his_reach(t: Table, face: i64) -> i64:
    """How far a Move card takes him."""
    if t.cards.face_steps[face] >= 0:
        return t.cards.face_steps[face]
    row = t.cards.face_row[face]
    while row != END:
        if isinstance(t.program.verb(row), DoMove) and t.row(row, c.WHO) == c.YOU:
            return t.row(row, c.N)
        row = t.row(row, NEXT)
    return 0
