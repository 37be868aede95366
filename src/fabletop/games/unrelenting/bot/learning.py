"""Learning the weights of an evaluation: games are played as planned, and they are fitted to who won them.

`fabletop teach unrelenting` does it (`lessons.py`).
"""

from array import array
from math import exp, log
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.bot.evaluation import Evaluation, clock_of
from fabletop.games.unrelenting.bot.features import FEATURES
from fabletop.games.unrelenting.bot.policy import Policy
from fabletop.games.unrelenting.table import PLAYERS, Table
from fabletop.kernel.adam import Adam
from fabletop.kernel.bits import bit, count_of
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lived

if TYPE_CHECKING:
    from fabletop.kernel.teaching import Answering

ROOM: Final = 28  # features kept of one player at one moment
BATCH: Final = 256
PULL: Final = 0.0002  # what is seldom seen weighs little
TINY: Final = 1e-9
LAPSES: Final = 5  # of 1000 answers, so that other ways are seen too
ALIKE: Final = 50  # of 100 games that planners play among themselves; in the others half of them are greedy


class Pupil:
    """The latest moments, and the weights as they change (multinomial logit, by Adam)."""

    def __init__(self, evaluation: Evaluation, moments: int) -> None:
        self.evaluation = evaluation
        self.policy = Policy(evaluation)
        self.room: i64 = moments
        self.what = vec[i64]([0] * (moments * PLAYERS * ROOM))
        self.much = vec[float]([0.0] * (moments * PLAYERS * ROOM))
        self.count = vec[i64]([0] * (moments * PLAYERS))
        self.sure = vec[float]([0.0] * (moments * PLAYERS))  # chances that the weights have no part in
        self.won = vec[float]([0.0] * (moments * PLAYERS))
        self.held: i64 = 0
        self.out = vec[float]([0.0] * PLAYERS)
        self.adam = Adam(FEATURES)

    @property
    def weights(self) -> vec[float]:
        return self.evaluation.weights

    # --- Playing ------------------------------------------------------------------------------------

    def live(self, t: Table, rng: Rng, naive: bool, greedy: "Answering") -> Lived:
        """Play a game; how well it went is what share of it the planners won, where not all plan."""
        alike = rng.below(100) < ALIKE
        planners: i64 = 0
        for seat in range(PLAYERS):
            if not naive and (alike or rng.below(2) == 0):
                planners |= bit(seat)
        self.held = 0
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
        self.tell(t, 0)
        winners = 0.0
        theirs = 0.0
        for seat in range(PLAYERS):
            if t.winners >> t.player_of(seat) & 1:
                winners += 1.0
                theirs += float(planners >> seat & 1)
        return Lived(theirs / winners, self.pack())

    # --- Moments ------------------------------------------------------------------------------------

    def keep(self, t: Table) -> None:
        """Remember what is to be seen now."""
        if self.held == self.room:
            return
        self.evaluation.look_at_all(t, clock_of(t))
        for player in range(PLAYERS):
            seen = self.evaluation.seen[player]
            row = self.held * PLAYERS + player
            for i in range(seen.count):
                self.what[row * ROOM + i] = seen.what[i]
                self.much[row * ROOM + i] = seen.much[i]
            self.count[row] = seen.count
            self.sure[row] = self.evaluation.sure[player]
        self.held += 1

    def tell(self, t: Table, first: i64) -> None:
        """Who won the game whose moments began with this one; those who win together share."""
        winners = float(count_of(t.winners))
        for moment in range(first, self.held):
            for player in range(PLAYERS):
                self.won[moment * PLAYERS + player] = float(t.winners >> player & 1) / winners

    def pack(self) -> bytes:
        """Of each player at each moment: how many features, whether they won, what dice decide, and the
        features with how much of each."""
        packed: Any = array("f")
        for row in range(self.held * PLAYERS):
            packed.append(float(self.count[row]))
            packed.append(self.won[row])
            packed.append(self.sure[row])
            for i in range(row * ROOM, row * ROOM + self.count[row]):
                packed.append(float(self.what[i]))
                packed.append(self.much[i])
        packed_bytes: bytes = packed.tobytes()
        return packed_bytes

    def remember(self, moments: bytes) -> None:
        packed: Any = array("f")
        packed.frombytes(moments)
        numbers = vec[float](packed.tolist())
        row: i64 = 0
        i: i64 = 0
        end: i64 = len(numbers)
        while i < end and row < self.room * PLAYERS:
            count = i64(int(numbers[i]))
            self.count[row] = count
            self.won[row] = numbers[i + 1]
            self.sure[row] = numbers[i + 2]
            i += 3
            for k in range(row * ROOM, row * ROOM + count):
                self.what[k] = i64(int(numbers[i]))
                self.much[k] = numbers[i + 1]
                i += 2
            row += 1
        self.held = row // PLAYERS

    # --- Learning -----------------------------------------------------------------------------------

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
