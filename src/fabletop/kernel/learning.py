"""Who learns: a pupil goes over the moments it remembers, and its weights change with what they teach."""

from math import exp, log
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from fabletop.kernel.adam import Adam
from fabletop.kernel.moments import Moments
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.kernel.teaching import Answering, Lived

TINY: Final = 1e-9


@mypyc_attr(allow_interpreted_subclasses=True)
class Pupil:
    """Plays with what it has learnt so far, and learns from what came of it.

    A game's own subclass knows how to play, and what one moment teaches.
    """

    def __init__(
        self, weights: vec[float], memory: Moments, batch: int, pull: float, decay: float, patience: float
    ) -> None:
        self.weights = weights  # those that it plays with, so that it plays with what it learns
        self.memory = memory
        self.batch: i64 = batch  # moments before the weights change
        self.pull = pull  # how weights that nothing speaks for shrink: see Adam
        self.decay = decay
        self.patience = patience  # how much more the end of a game counts than what was hoped on the way
        self.adam = Adam(len(weights))
        self.hoped = vec[float]([0.0] * int(memory.players))  # at a moment, by each player

    def live(self, state: Any, rng: Rng, naive: bool, answer: "Answering") -> "Lived":
        """Play a game to its end; `naive`: nothing has been learnt yet. `answer` is a greedy bot's, or where
        its lesson says so that of bots which search by what the pupil knows."""
        raise NotImplementedError

    def go_on(self, state: State, rng: Rng, lapses: i64, answer: "Answering") -> None:
        """Give the bot's answer; of a thousand so many are drawn by lot, so that other ways are seen too."""
        if rng.below(1000) < lapses:
            legal = state.legal()
            state.step(legal[rng.below(len(legal))])
        else:
            state.step(answer(state, rng))

    def hope(self, moment: i64) -> None:
        """Write to `hoped` how likely each player is to win, by what is known today of a moment."""
        raise NotImplementedError

    def backward(self, moment: i64) -> float:
        """Add to the gradient what one moment teaches; return how surprising it was."""
        raise NotImplementedError

    def judge(self, won: vec[float]) -> None:
        """What each moment of a game should have hoped for: what was hoped next, but the more how it ended
        (TD(lambda)). The longer a game, the less its end says of any one moment."""
        memory = self.memory
        moment = memory.moments()
        while moment > 0:
            moment -= 1
            self.hope(moment)
            for player in range(memory.players):
                memory.good[moment * memory.players + player] = won[player]
                won[player] = self.patience * won[player] + (1.0 - self.patience) * self.hoped[player]

    def remember(self, moments: bytes) -> None:
        """Look back on these moments, and on no others."""
        self.memory.unpack(moments)

    def learn(self, moments: i64, rate: float, rng: Rng) -> float:
        """Go over so many of them; return the mean surprise."""
        held = self.memory.moments()
        surprise = 0.0
        done: i64 = 0
        while done < moments:
            for _i in range(self.batch):
                surprise += self.backward(rng.below(held))
            self.adam.change(self.weights, float(self.batch), rate, self.pull, self.decay)
            done += self.batch
        return surprise / float(done)


@mypyc_attr(allow_interpreted_subclasses=True)
class RivalPupil(Pupil):
    """Of several rivals one wins: a multinomial logit. Who is out of the game has no features; what is `sure`
    of the outcome, the weights have no part in."""

    def __init__(
        self, weights: vec[float], memory: Moments, batch: int, pull: float, patience: float
    ) -> None:
        super().__init__(weights, memory, batch, pull, 0.0, patience)
        self.parts = vec[float]([0.0] * int(memory.players))  # of what is not sure
        self.rest: float = 1.0  # that is so much

    def hope(self, moment: i64) -> None:
        kept = self.memory
        wide = kept.wide
        parts = self.parts
        weights = self.weights
        first = moment * kept.players
        total = 0.0
        self.rest = 1.0
        for player in range(kept.players):
            row = first + player
            good = 0.0
            for i in range(row * wide, row * wide + kept.count[row]):
                good += weights[kept.what[i]] * kept.much[i]
            parts[player] = exp(good) if kept.count[row] > 0 else 0.0
            total += parts[player]
            self.rest -= kept.sure[row]
        for player in range(kept.players):
            parts[player] /= total
            self.hoped[player] = kept.sure[first + player] + self.rest * parts[player] + TINY

    def backward(self, moment: i64) -> float:
        """The surprise is the logarithmic loss."""
        self.hope(moment)
        kept = self.memory
        wide = kept.wide
        gradient = self.adam.gradient
        first = moment * kept.players
        surprise = 0.0
        due = 0.0  # the part of the outcome that the weights answer for
        for player in range(kept.players):
            good = kept.good[first + player]
            surprise -= good * log(self.hoped[player])
            due += good * self.rest * self.parts[player] / self.hoped[player]
        for player in range(kept.players):
            row = first + player
            part = self.parts[player]
            miss = due * part - kept.good[row] * self.rest * part / self.hoped[player]
            for i in range(row * wide, row * wide + kept.count[row]):
                gradient[kept.what[i]] += miss * kept.much[i]
        return surprise


def chance(odds: float) -> float:
    """A probability, from the logarithm of its odds."""
    if odds < -30.0:
        return 0.0
    if odds > 30.0:
        return 1.0
    return 1.0 / (1.0 + exp(-odds))
