"""What an evaluation sees of a position."""

from librt.vecs import vec
from mypy_extensions import i64


class Features:
    """The numbers of the features that are not zero, and how much of each."""

    def __init__(self, kinds: int) -> None:
        self.what = vec[i64]([0] * kinds)
        self.much = vec[float]([0.0] * kinds)
        self.count: i64 = 0

    def add(self, what: i64, much: float) -> None:
        if much != 0.0:
            self.what[self.count] = what
            self.much[self.count] = much
            self.count += 1

    def score(self, weights: vec[float]) -> float:
        total = 0.0
        what = self.what
        much = self.much
        for i in range(self.count):
            total += weights[what[i]] * much[i]
        return total
