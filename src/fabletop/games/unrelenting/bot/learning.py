"""Learning the weights of an evaluation: games are played as planned, and they are fitted to who won them.

`tools/teach_unrelenting.py` is the command.
"""

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.bot.evaluation import Evaluation, clock_of
from fabletop.games.unrelenting.bot.features import FEATURES
from fabletop.games.unrelenting.table import PLAYERS, Table
from fabletop.kernel.adam import Adam
from fabletop.kernel.bits import count_of
from fabletop.kernel.rng import Rng

ROOM: Final = 28  # features kept of one player at one moment
MOMENTS: Final = 250_000  # kept in mind
BATCH: Final = 256
PULL: Final = 0.0002  # what is seldom seen weighs little
TINY: Final = 1e-9


class Pupil:
    """The latest moments, and the weights as they change (multinomial logit, by Adam)."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.what = vec[i64]([0] * (MOMENTS * PLAYERS * ROOM))
        self.much = vec[float]([0.0] * (MOMENTS * PLAYERS * ROOM))
        self.count = vec[i64]([0] * (MOMENTS * PLAYERS))
        self.sure = vec[float]([0.0] * (MOMENTS * PLAYERS))  # chances that the weights have no part in
        self.won = vec[float]([0.0] * (MOMENTS * PLAYERS))
        self.next: i64 = 0
        self.held: i64 = 0
        self.out = vec[float]([0.0] * PLAYERS)
        self.adam = Adam(FEATURES)

    def keep(self, t: Table) -> None:
        """Remember what is to be seen now."""
        self.evaluation.look_at_all(t, clock_of(t))
        for player in range(PLAYERS):
            seen = self.evaluation.seen[player]
            row = self.next * PLAYERS + player
            for i in range(seen.count):
                self.what[row * ROOM + i] = seen.what[i]
                self.much[row * ROOM + i] = seen.much[i]
            self.count[row] = seen.count
            self.sure[row] = self.evaluation.sure[player]
        self.next = (self.next + 1) % MOMENTS
        if self.held < MOMENTS:
            self.held += 1

    def tell(self, t: Table, first: i64) -> None:
        """Who won the game whose moments began with this one; those who win together share."""
        winners = float(count_of(t.winners))
        moment = first
        while moment != self.next:
            for player in range(PLAYERS):
                self.won[moment * PLAYERS + player] = float(t.winners >> player & 1) / winners
            moment = (moment + 1) % MOMENTS

    def learn(self, moments: i64, rate: float, rng: Rng) -> float:
        """Go over so many remembered moments; return the mean surprise."""
        surprise = 0.0
        done: i64 = 0
        while done < moments:
            for _i in range(BATCH):
                surprise += self.backward(rng.below(self.held))
            self.adam.change(self.evaluation.weights, float(BATCH), rate, PULL, 0.0)
            done += BATCH
        return surprise / float(done)

    def backward(self, moment: i64) -> float:
        """Add to the gradient what one moment teaches."""
        out = self.out
        weights = self.evaluation.weights
        gradient = self.adam.gradient
        total = 0.0
        rest = 1.0
        for player in range(PLAYERS):
            row = moment * PLAYERS + player
            good = 0.0
            for i in range(row * ROOM, row * ROOM + self.count[row]):
                good += weights[self.what[i]] * self.much[i]
            out[player] = exp(good)
            total += out[player]
            rest -= self.sure[row]
        surprise = 0.0
        due = 0.0  # the part of the outcome that the weights answer for
        for player in range(PLAYERS):
            row = moment * PLAYERS + player
            chance = self.sure[row] + rest * out[player] / total + TINY
            surprise -= self.won[row] * log(chance)
            due += self.won[row] * rest * out[player] / total / chance
        for player in range(PLAYERS):
            row = moment * PLAYERS + player
            part = out[player] / total
            chance = self.sure[row] + rest * part + TINY
            miss = due * part - self.won[row] * rest * part / chance
            for i in range(row * ROOM, row * ROOM + self.count[row]):
                gradient[self.what[i]] += miss * self.much[i]
        return surprise
