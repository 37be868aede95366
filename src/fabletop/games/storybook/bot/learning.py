"""Learning the weights of the evaluation: games are played by search, and it is fitted to who won them.

`fabletop teach storybook` does it (`lessons.py`).
"""

from math import log
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook.bot.evaluation import KINDS, Evaluation, look
from fabletop.games.storybook.table import Storybook
from fabletop.kernel import learning
from fabletop.kernel.learning import chance
from fabletop.kernel.moments import Moments
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lived

if TYPE_CHECKING:
    from fabletop.kernel.teaching import Answering

ROOM: Final = 2 * KINDS  # features of one moment at most
BATCH: Final = 256
PULL: Final = 0.0002  # what is seldom seen weighs little
TINY: Final = 1e-9
PATIENCE: Final = 1.0  # games are short: the end alone counts
LAPSES: Final = 40  # of 1000 answers
KEPT: Final = 3  # one of so many moments


class Pupil(learning.Pupil):
    """Binary logit, by Adam."""

    def __init__(self, evaluation: Evaluation, moments: int) -> None:
        super().__init__(evaluation.weights, Moments(moments, ROOM), BATCH, PULL, 0.0, PATIENCE)
        self.evaluation = evaluation

    def live(self, t: Storybook, rng: Rng, naive: bool, answer: "Answering") -> Lived:
        """Play a game; how well it went is how often it was foreseen who would win."""
        moments = self.memory
        moments.held = 0
        hopes = vec[float]([0.0] * moments.room)
        while t.seat >= 0:
            if t.turn > 0 and rng.below(KEPT) == 0 and moments.held < moments.room:
                hopes[moments.held] = self.evaluation.odds(t)
                self.keep(t)
            self.go_on(t, rng, LAPSES, answer)
        heroes = t.outcome(t.seat_of(0))
        foreseen = 0.0
        for moment in range(moments.held):
            if hopes[moment] * heroes > 0.0:
                foreseen += 1.0
        self.judge(vec[float]([(heroes + 1.0) / 2.0]))
        held = float(moments.held) if moments.held > 0 else 1.0
        return Lived(foreseen / held, moments.pack())

    def keep(self, t: Storybook) -> None:
        seen = self.evaluation.seen
        look(t, seen)
        self.memory.keep(seen.what, seen.much, seen.count)

    def hope(self, moment: i64) -> None:
        kept = self.memory
        first = moment * ROOM
        odds = 0.0
        for i in range(first, first + kept.count[moment]):
            odds += self.weights[kept.what[i]] * kept.much[i]
        self.hoped[0] = chance(odds)

    def backward(self, moment: i64) -> float:
        """The surprise is the logarithmic loss."""
        self.hope(moment)
        kept = self.memory
        gradient = self.adam.gradient
        good = kept.good[moment]
        hoped = self.hoped[0]
        for i in range(moment * ROOM, moment * ROOM + kept.count[moment]):
            gradient[kept.what[i]] += (hoped - good) * kept.much[i]
        return -(good * log(hoped + TINY) + (1.0 - good) * log(1.0 - hoped + TINY))
