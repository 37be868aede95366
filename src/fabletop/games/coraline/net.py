"""A small net that reads a number from what is seen: one layer of units between the two."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

UNITS: Final = 32


class Eyes:
    """What was seen last: the numbers of the sights that are not zero, and how much of each.

    Two looks at nearly the same table differ in few sights, so the units keep what they added up, and
    only what has changed since is added. `refresh` makes them begin anew.
    """

    def __init__(self, sights: i64) -> None:
        self.what = vec[i64]([0] * int(sights))
        self.much = vec[float]([0.0] * int(sights))
        self.count: i64 = 0
        self.unit = vec[float]([0.0] * UNITS)
        self.kept = vec[float]([0.0] * int(sights))  # what the units hold of each sight
        self.kept_what = vec[i64]([0] * int(sights))
        self.kept_count: i64 = 0
        self.mark = vec[i64]([0] * int(sights))  # the look in which a sight was last seen
        self.looks: i64 = 0

    def see(self, what: i64, much: float) -> None:
        if much != 0.0:
            self.what[self.count] = what
            self.much[self.count] = much
            self.count += 1

    def refresh(self) -> None:
        for i in range(self.kept_count):
            self.kept[self.kept_what[i]] = 0.0
        self.kept_count = 0
        for u in range(UNITS):
            self.unit[u] = 0.0


class Net:
    """Weights: a row of UNITS for each sight, then one for the answer, then its threshold."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.last: i64 = len(weights) - UNITS - 1  # where the row of the answer begins

    def answer(self, eyes: Eyes) -> float:
        """What was seen as the logarithm of the odds of winning."""
        eyes.looks += 1
        looks = eyes.looks
        what = eyes.what
        much = eyes.much
        kept = eyes.kept
        mark = eyes.mark
        for i in range(eyes.count):
            sight = what[i]
            mark[sight] = looks
            more = much[i] - kept[sight]
            if more != 0.0:
                kept[sight] = much[i]
                self.add(eyes, sight, more)
        kept_what = eyes.kept_what
        for i in range(eyes.kept_count):
            sight = kept_what[i]
            if mark[sight] != looks:
                self.add(eyes, sight, -kept[sight])
                kept[sight] = 0.0
        for i in range(eyes.count):
            kept_what[i] = what[i]
        eyes.kept_count = eyes.count
        weights = self.weights
        unit = eyes.unit
        last = self.last
        odds = weights[last + UNITS]
        for u in range(UNITS):
            if unit[u] > 0.0:
                odds += unit[u] * weights[last + u]
        return odds

    def add(self, eyes: Eyes, sight: i64, more: float) -> None:
        weights = self.weights
        unit = eyes.unit
        row = sight * UNITS
        for u in range(UNITS):
            unit[u] += weights[row + u] * more


def chance(odds: float) -> float:
    """A probability, from the logarithm of its odds."""
    if odds < -30.0:
        return 0.0
    if odds > 30.0:
        return 1.0
    return 1.0 / (1.0 + exp(-odds))
