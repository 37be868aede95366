"""Moments of games that a pupil looks back on: what was seen, and how well it ended."""

from array import array
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64


class Moments:
    """Rows of features. Where each of several players sees something else, a moment is a row for each."""

    def __init__(self, moments: int, wide: int, players: int = 1) -> None:
        self.players: i64 = players
        self.room: i64 = moments * players  # for so many rows,
        self.wide: i64 = wide  # of so many features each
        rows = moments * players
        self.what = vec[i64]([0] * (rows * wide))
        self.much = vec[float]([0.0] * (rows * wide))
        self.count = vec[i64]([0] * rows)
        self.good = vec[float]([0.0] * rows)  # how well it ended, 0 to 1
        self.sure = vec[float]([0.0] * rows)  # the chance to win that the weights have no part in
        self.held: i64 = 0  # rows

    def moments(self) -> i64:
        """How many are held."""
        return self.held // self.players

    def keep(self, what: vec[i64], much: vec[float], count: i64, sure: float = 0.0) -> None:
        """Remember these features; how good it was is told later."""
        if self.held == self.room:
            return
        at = self.held * self.wide
        kept = count if count < self.wide else self.wide
        for i in range(kept):
            self.what[at + i] = what[i]
            self.much[at + i] = much[i]
        self.count[self.held] = kept
        self.sure[self.held] = sure
        self.held += 1

    def pack(self) -> bytes:
        """Of each row: how many features, how good it was, what was sure, and the features with how much
        of each."""
        packed: Any = array("f")
        for row in range(self.held):
            at = row * self.wide
            packed.append(float(self.count[row]))
            packed.append(self.good[row])
            packed.append(self.sure[row])
            for i in range(at, at + self.count[row]):
                packed.append(float(self.what[i]))
                packed.append(self.much[i])
        packed_bytes: bytes = packed.tobytes()
        return packed_bytes

    def unpack(self, moments: bytes) -> None:
        """Look back on these, and on no others."""
        packed: Any = array("f")
        packed.frombytes(moments)
        numbers = vec[float](packed.tolist())
        self.held = 0
        i: i64 = 0
        end: i64 = len(numbers)
        while i < end and self.held < self.room:
            at = self.held * self.wide
            count = i64(int(numbers[i]))
            self.count[self.held] = count
            self.good[self.held] = numbers[i + 1]
            self.sure[self.held] = numbers[i + 2]
            i += 3
            for k in range(at, at + count):
                self.what[k] = i64(int(numbers[i]))
                self.much[k] = numbers[i + 1]
                i += 2
            self.held += 1
