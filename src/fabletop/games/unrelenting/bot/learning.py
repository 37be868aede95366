"""Learning the weights of an evaluation: games are played as planned, and they are fitted to who won them.

`fabletop teach unrelenting` does it (`lessons.py`).
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.bot.evaluation import Evaluation, clock_of
from fabletop.games.unrelenting.bot.policy import Policy
from fabletop.games.unrelenting.table import PLAYERS, Table
from fabletop.kernel.bits import bit, count_of
from fabletop.kernel.learning import RivalPupil
from fabletop.kernel.moments import Moments
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lived

if TYPE_CHECKING:
    from fabletop.kernel.teaching import Answering

ROOM: Final = 28  # features kept of one player at one moment
BATCH: Final = 256
PULL: Final = 0.0002  # what is seldom seen weighs little
PATIENCE: Final = 0.95  # how much more the end of a game counts than what was hoped on the way
LAPSES: Final = 5  # of 1000 answers, so that other ways are seen too
ALIKE: Final = 80  # of 100 games that planners play among themselves; in the others half of them are greedy


class Pupil(RivalPupil):
    def __init__(self, evaluation: Evaluation, moments: int) -> None:
        super().__init__(evaluation.weights, Moments(moments, ROOM, PLAYERS), BATCH, PULL, PATIENCE)
        self.evaluation = evaluation
        self.policy = Policy(evaluation)

    # --- Playing ------------------------------------------------------------------------------------

    def live(self, t: Table, rng: Rng, naive: bool, greedy: "Answering") -> Lived:
        """Play a game; how well it went is what share of it the planners won, where not all plan."""
        alike = rng.below(100) < ALIKE
        planners: i64 = 0
        for seat in range(PLAYERS):
            if not naive and (alike or rng.below(2) == 0):
                planners |= bit(seat)
        self.memory.held = 0
        turns: i64 = -1
        while t.seat >= 0:
            if t.turns != turns:
                turns = t.turns
                self.keep(t)
            if rng.below(1000) < LAPSES:
                legal = t.legal()
                t.step(legal[rng.below(len(legal))])
            elif planners >> t.seat & 1:
                self.policy.follow(t)
            else:
                t.step(greedy(t, rng))
        winners = float(count_of(t.winners))  # those who win together share
        won = vec[float]([float(t.winners >> player & 1) / winners for player in range(PLAYERS)])
        theirs = 0.0
        for seat in range(PLAYERS):
            if planners >> seat & 1:
                theirs += won[t.player_of(seat)]
        self.judge(won)
        return Lived(theirs, self.memory.pack())

    # --- Moments ------------------------------------------------------------------------------------

    def keep(self, t: Table) -> None:
        """Remember what each player sees now."""
        self.evaluation.look_at_all(t, clock_of(t))
        for player in range(PLAYERS):
            seen = self.evaluation.seen[player]
            self.memory.keep(seen.what, seen.much, seen.count, self.evaluation.sure[player])
