"""What bots know of Condyle Cove: how good a position looks."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.bot.evaluation import Evaluation, danger, known_good
from fabletop.games.condyle.cards import CUL_DE_SAC
from fabletop.games.condyle.cove import same_space
from fabletop.games.condyle.table import BENNY, CHARM_N, Table
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.advisor import Advisor, Ease, SearchSettings

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

FOR_TWO: Final = {"fair": Ease(temperature=0.4), "sharp": Ease(walks=1000)}
FOR_MORE: Final = {"fair": Ease(temperature=0.7), "sharp": Ease(walks=400)}  # there is less to be had
LEARNT: Final = SearchSettings(cutoff=0, explore=0.7, levels=FOR_MORE)
LEARNT_FOR_TWO: Final = SearchSettings(cutoff=0, explore=1.0, levels=FOR_TWO)
BY_HAND: Final = SearchSettings(cutoff=4, explore=2.0, levels=FOR_TWO)

# In cards of the own pile: what a thing is worth.
IN_HAND: Final = 0.55
LONG_LIFE: Final = 6.0  # a pile of so many needs no Act
AN_ACT: Final = 3.0  # what an Act brings
A_CHARM: Final = 0.4  # a Permanent card is more often bad than good
WITH_BENNY: Final = 0.8
A_RIVAL: Final = 9.0  # that one is out
NO_PILE: Final = 5.0  # an empty pile at the end of the Play phase
WHOLE_GAME: Final = 30.0
LONG: Final[i64] = 160  # turns; most games take 50 to 90
TIRING: Final = 100.0  # turns more, until bots take anything that they looked at
FROM_COVE: Final[i64] = 1  # what is drawn from
IDLE: Final = 0.5  # at a live table: time should not be let pass


class CondyleAdvisor(Advisor[Table]):
    def __init__(self, opening: "Opening", weights: list[float] | None = None) -> None:
        super().__init__(opening)
        self.evaluation = Evaluation(weights) if weights else None

    def settings(self, t: Table) -> SearchSettings:
        if self.evaluation is None:
            return BY_HAND
        return LEARNT if t.terms.seats > 2 else LEARNT_FOR_TWO

    def value(self, t: Table, seat: i64) -> float:
        return t.outcome(seat) if t.seat < 0 else standing(t, seat)

    def values_into(self, t: Table, out: vec[float]) -> None:
        """Twice the chance to win, less 1."""
        evaluation = self.evaluation
        if evaluation is None or t.seat < 0 or t.turn == 0:
            super().values_into(t, out)
            return
        evaluation.look_at_all(t)
        for seat in range(len(out)):
            out[seat] = 2.0 * evaluation.chance[seat] - 1.0
        if t.ticked:
            out[t.active] -= IDLE

    def daring(self, t: Table, action: i64) -> float:
        """To play at others, to go where Acts are flipped, and to draw from the pile that is one's life."""
        verb = verb_of(action)
        if verb == v.PLAY or verb == v.FLIP:
            return 1.0
        if verb == v.GO:
            return 1.0 if t.kind_of(t.node_at(thing_of(action))) == CUL_DE_SAC else 0.0
        if verb == v.DRAW:
            return -0.5 if thing_of(action) == FROM_COVE else 0.5
        return -1.0 if verb == v.STOP or verb == v.STAY or verb == v.DEFEND else 0.0

    def least_temperature(self, t: Table) -> float:
        """Two with an empty pile may feed on TOWN, a card a turn, as long as neither leaves."""
        if t.turn <= LONG:
            return 0.0
        tired = float(t.turn - LONG) / TIRING
        return tired if tired < 1.0 else 1.0


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
