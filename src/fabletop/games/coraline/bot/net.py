"""A small net that reads a number from features: one layer of units between the two."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

UNITS: Final = 32


class Features:
    """What was seen last: the numbers of the features that are not zero, and how much of each.

    Two looks at nearly the same table differ in few features, so the units keep what they added up, and
    only what has changed since is added. `refresh` makes them begin anew.
    """

    def __init__(self, features: i64) -> None:
        self.what = vec[i64]([0] * int(features))
        self.much = vec[float]([0.0] * int(features))
        self.count: i64 = 0
        self.unit = vec[float]([0.0] * UNITS)
        self.kept = vec[float]([0.0] * int(features))  # what the units hold of each feature
        self.kept_what = vec[i64]([0] * int(features))
        self.kept_count: i64 = 0
        self.mark = vec[i64]([0] * int(features))  # the look in which a feature was last seen
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
    """Weights: a row of UNITS for each feature, then one for the answer, then its threshold."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.last: i64 = len(weights) - UNITS - 1  # where the row of the answer begins

    def answer(self, seen: Features) -> float:
        """What was seen as the logarithm of the odds of winning."""
        seen.looks += 1
        looks = seen.looks
        what = seen.what
        much = seen.much
        kept = seen.kept
        mark = seen.mark
        for i in range(seen.count):
            feature = what[i]
            mark[feature] = looks
            more = much[i] - kept[feature]
            if more != 0.0:
                kept[feature] = much[i]
                self.add(seen, feature, more)
        kept_what = seen.kept_what
        for i in range(seen.kept_count):
            feature = kept_what[i]
            if mark[feature] != looks:
                self.add(seen, feature, -kept[feature])
                kept[feature] = 0.0
        for i in range(seen.count):
            kept_what[i] = what[i]
        seen.kept_count = seen.count
        weights = self.weights
        unit = seen.unit
        last = self.last
        odds = weights[last + UNITS]
        for u in range(UNITS):
            if unit[u] > 0.0:
                odds += unit[u] * weights[last + u]
        return odds

    def add(self, seen: Features, feature: i64, more: float) -> None:
        weights = self.weights
        unit = seen.unit
        row = feature * UNITS
        for u in range(UNITS):
            unit[u] += weights[row + u] * more
