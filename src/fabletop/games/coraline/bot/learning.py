"""Learning the weights of the net: games are played by the policy, and it learns which of them were won.

`fabletop teach coraline` does it (`lessons.py`).
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.bot.evaluation import FEATURES, look
from fabletop.games.coraline.bot.net import UNITS
from fabletop.games.coraline.bot.policy import Policy
from fabletop.games.coraline.table import WON, Table
from fabletop.kernel import learning
from fabletop.kernel.learning import chance
from fabletop.kernel.moments import Moments
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lived

if TYPE_CHECKING:
    from fabletop.kernel.teaching import Answering

ROOM: Final = 120  # features kept of one moment
BATCH: Final = 64
DECAY: Final = 0.001  # what nothing speaks for weighs ever less
PATIENCE: Final = 0.95  # how much more the end of a game counts than what was hoped on the way
WEIGHTS: Final = (FEATURES + 1) * UNITS + 1
LAPSES: Final = 20  # of 1000 thoughts, so that other ways are seen too


def blank_weights(rng: Rng) -> list[float]:
    """Small random weights to begin with."""
    found: list[float] = []
    for i in range(WEIGHTS):
        found.append((float(rng.below(2001)) - 1000.0) / 1000.0 * (0.15 if i < FEATURES * UNITS else 0.3))
    found[WEIGHTS - 1] = -1.0
    return found


class Pupil(learning.Pupil):
    """A policy that plays, and what its net learns from that."""

    def __init__(self, policy: Policy, moments: int) -> None:
        super().__init__(policy.evaluation.net.weights, Moments(moments, ROOM), BATCH, 0.0, DECAY, PATIENCE)
        self.policy = policy
        self.net = policy.evaluation.net
        self.seen = policy.evaluation.seen

    def live(self, t: Table, rng: Rng, naive: bool, greedy: "Answering") -> Lived:
        """Play a game, and keep what was seen in it."""
        self.memory.held = 0
        self.policy.naive = naive
        won = self.play(t, rng, LAPSES)
        return Lived(1.0 if won else 0.0, self.memory.pack())

    def keep(self, t: Table, seat: i64, ahead: bool) -> None:
        """Remember what this seat sees."""
        look(t, seat, ahead, self.policy.evaluation.almanac, self.seen)
        self.memory.keep(self.seen.what, self.seen.much, self.seen.count)

    def play(self, t: Table, rng: Rng, lapses: i64) -> bool:
        """Play a game to its end; `lapses` of 1000 thoughts are not followed but by chance."""
        policy = self.policy
        seat: i64 = 0
        turn: i64 = 0
        listed = vec[i64]([0] * 128)
        while t.seat >= 0:
            between = t.active < 0
            if turn < t.turn or between:
                if turn > 0:
                    self.keep(t, seat, False)
                turn = t.turn + 1 if between else t.turn
            if not between:
                seat = t.active
            if between or rng.below(1000) < lapses:
                t.step(listed[rng.below(t.legal_into(listed))])
                continue
            policy.think(t)
            if t.woe < 0 and t.seat == t.active and policy.count > 0:
                twin = policy.in_thought(t)
                policy.follow(twin)
                if twin.seat >= 0:
                    self.keep(twin, seat, True)
            policy.follow(t)
        self.judge(vec[float]([1.0 if t.ending == WON else 0.0]))
        return t.ending == WON

    def hope(self, moment: i64) -> None:
        self.hoped[0] = chance(self.recalled(moment))

    def recalled(self, moment: i64) -> float:
        """What the net says today of a moment that is remembered."""
        memory = self.memory
        at = moment * ROOM
        self.seen.count = memory.count[moment]
        for i in range(self.seen.count):
            self.seen.what[i] = memory.what[at + i]
            self.seen.much[i] = memory.much[at + i]
        self.seen.refresh()
        return self.net.answer(self.seen)

    def backward(self, moment: i64) -> float:
        """The surprise is the squared error."""
        miss = chance(self.recalled(moment)) - self.memory.good[moment]
        seen = self.seen
        weights = self.weights
        gradient = self.adam.gradient
        last = self.net.last
        unit = vec[float]([0.0] * UNITS)
        gradient[last + UNITS] += miss
        for u in range(UNITS):
            if seen.unit[u] > 0.0:
                gradient[last + u] += miss * seen.unit[u]
                unit[u] = miss * weights[last + u]
        for i in range(seen.count):
            row = seen.what[i] * UNITS
            amount = seen.much[i]
            for u in range(UNITS):
                gradient[row + u] += unit[u] * amount
        return miss * miss
