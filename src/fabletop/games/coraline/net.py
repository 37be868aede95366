"""A small net that reads a number from what is seen: one layer of units between the two."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

UNITS: Final = 16


class Eyes:
    """What was seen last: the numbers of the sights that are not zero, and how much of each."""

    def __init__(self, sights: i64) -> None:
        self.what = vec[i64]([0] * int(sights))
        self.much = vec[float]([0.0] * int(sights))
        self.count: i64 = 0
        self.unit = vec[float]([0.0] * UNITS)

    def see(self, what: i64, much: float) -> None:
        if much != 0.0:
            self.what[self.count] = what
            self.much[self.count] = much
            self.count += 1


class Net:
    """Weights: a row of UNITS for each sight, then one for the answer, then its threshold."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.last: i64 = len(weights) - UNITS - 1  # where the row of the answer begins

    def answer(self, eyes: Eyes) -> float:
        """What was seen as the logarithm of the odds of winning."""
        weights = self.weights
        unit = eyes.unit
        for u in range(UNITS):
            unit[u] = 0.0
        what = eyes.what
        much = eyes.much
        for i in range(eyes.count):
            row = what[i] * UNITS
            amount = much[i]
            for u in range(UNITS):
                unit[u] += weights[row + u] * amount
        last = self.last
        odds = weights[last + UNITS]
        for u in range(UNITS):
            if unit[u] > 0.0:
                odds += unit[u] * weights[last + u]
        return odds


def chance(odds: float) -> float:
    """A probability, from the logarithm of its odds."""
    if odds < -30.0:
        return 0.0
    if odds > 30.0:
        return 1.0
    return 1.0 / (1.0 + exp(-odds))
