"""Learning to hope: games are played as all agree, and the net learns which of them were won.

`tools/teach_coraline.py` is the command.
"""

from math import sqrt
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.convention import PLAN, follow, think
from fabletop.games.coraline.hope import EYES, SIGHTS, look
from fabletop.games.coraline.net import UNITS, Net, chance
from fabletop.games.coraline.table import F_NEXT, WON, Table
from fabletop.kernel.rng import Rng

ROOM: Final = 90  # sights kept of one moment
MOMENTS: Final = 60000  # kept in mind
BATCH: Final = 64
PATIENCE: Final = 0.95  # how much more the end of a game counts than what was hoped on the way
WEIGHTS: Final = (SIGHTS + 1) * UNITS + 1


def blank_weights(rng: Rng) -> list[float]:
    """Small random weights to begin with."""
    found: list[float] = []
    for i in range(WEIGHTS):
        found.append((float(rng.below(2001)) - 1000.0) / 1000.0 * (0.15 if i < SIGHTS * UNITS else 0.3))
    found[WEIGHTS - 1] = -1.0
    return found


class Memory:
    """The latest moments: what was seen, and whether the game was won."""

    def __init__(self) -> None:
        self.what = vec[i64]([0] * (MOMENTS * ROOM))
        self.much = vec[float]([0.0] * (MOMENTS * ROOM))
        self.count = vec[i64]([0] * MOMENTS)
        self.won = vec[float]([0.0] * MOMENTS)
        self.next: i64 = 0
        self.held: i64 = 0

    def keep(self) -> None:
        at = self.next * ROOM
        count = EYES.count if EYES.count < ROOM else i64(ROOM)
        for i in range(count):
            self.what[at + i] = EYES.what[i]
            self.much[at + i] = EYES.much[i]
        self.count[self.next] = count
        self.next = (self.next + 1) % MOMENTS
        if self.held < MOMENTS:
            self.held += 1

    def recall(self, moment: i64) -> None:
        at = moment * ROOM
        EYES.count = self.count[moment]
        for i in range(EYES.count):
            EYES.what[i] = self.what[at + i]
            EYES.much[i] = self.much[at + i]


class Pupil:
    """The net's weights and how they have been changing (Adam)."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.memory = Memory()
        self.slope = vec[float]([0.0] * WEIGHTS)
        self.drift = vec[float]([0.0] * WEIGHTS)
        self.swing = vec[float]([0.0] * WEIGHTS)
        self.steps = 0.0

    def resume(self, drift: list[float], swing: list[float], steps: float) -> None:
        """Go on as it was before an interruption."""
        self.drift = vec[float](drift)
        self.swing = vec[float](swing)
        self.steps = steps

    def play(self, t: Table, rng: Rng, lapses: i64) -> bool:
        """Play a game to its end; `lapses` of 1000 thoughts are not followed but by chance."""
        memory = self.memory
        first = memory.next
        seat: i64 = 0
        turn: i64 = 0
        listed = vec[i64]([0] * 128)
        while t.seat >= 0:
            kind = t.top()
            if turn < t.turn or kind == F_NEXT:
                if turn > 0:
                    look(t, seat, False, EYES)
                    memory.keep()
                turn = t.turn if kind != F_NEXT else t.turn + 1
            if kind == F_NEXT:
                t.step(listed[rng.below(t.legal_into(listed))])
                continue
            seat = t.active
            if rng.below(1000) < lapses:
                t.step(listed[rng.below(t.legal_into(listed))])
                continue
            think(t)
            if t.woe < 0 and t.seat == t.active and PLAN.count > 0:
                twin = cast(Table, t.clone())
                twin.musing = 1
                follow(twin)
                if twin.seat >= 0:
                    look(twin, seat, True, EYES)
                    memory.keep()
            follow(t)
        self.judge(first, 1.0 if t.ending == WON else 0.0)
        return t.ending == WON

    def judge(self, first: i64, won: float) -> None:
        """What each moment should have hoped for: what was hoped next, but the more the end (TD(lambda))."""
        memory = self.memory
        moment = memory.next
        while moment != first:
            moment = (moment - 1) % MOMENTS
            memory.won[moment] = won
            memory.recall(moment)
            EYES.refresh()
            won = PATIENCE * won + (1.0 - PATIENCE) * chance(self.net.answer(EYES))

    def learn(self, moments: i64, rate: float, rng: Rng) -> float:
        """Go over so many remembered moments; return the mean surprise (squared error)."""
        memory = self.memory
        error = 0.0
        done: i64 = 0
        while done < moments:
            for _i in range(BATCH):
                moment = rng.below(memory.held)
                memory.recall(moment)
                EYES.refresh()
                odds = self.net.answer(EYES)
                miss = chance(odds) - memory.won[moment]
                error += miss * miss
                self.blame(miss)
            self.change(rate)
            done += BATCH
        return error / float(done)

    def blame(self, miss: float) -> None:
        weights = self.net.weights
        slope = self.slope
        last = self.net.last
        unit = vec[float]([0.0] * UNITS)
        slope[last + UNITS] += miss
        for u in range(UNITS):
            if EYES.unit[u] > 0.0:
                slope[last + u] += miss * EYES.unit[u]
                unit[u] = miss * weights[last + u]
        for i in range(EYES.count):
            row = EYES.what[i] * UNITS
            amount = EYES.much[i]
            for u in range(UNITS):
                slope[row + u] += unit[u] * amount

    def change(self, rate: float) -> None:
        self.steps += 1.0
        early = 1.0 - 0.9**self.steps
        late = 1.0 - 0.999**self.steps
        pace = rate * sqrt(late) / early
        weights = self.net.weights
        slope = self.slope
        drift = self.drift
        swing = self.swing
        for i in range(WEIGHTS):
            g = slope[i] / BATCH
            slope[i] = 0.0
            drift[i] += 0.1 * (g - drift[i])
            swing[i] += 0.001 * (g * g - swing[i])
            weights[i] -= pace * drift[i] / (sqrt(swing[i]) + 1e-8) + rate * 0.001 * weights[i]
