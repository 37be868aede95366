"""Moments of games that a pupil looks back on: what was seen, and how well it ended."""

from array import array
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64


class Moments:
    def __init__(self, room: int, wide: int) -> None:
        self.room: i64 = room  # for so many moments,
        self.wide: i64 = wide  # of so many features each
        self.what = vec[i64]([0] * (room * wide))
        self.much = vec[float]([0.0] * (room * wide))
        self.count = vec[i64]([0] * room)
        self.good = vec[float]([0.0] * room)  # 0 to 1
        self.held: i64 = 0

    def keep(self, what: vec[i64], much: vec[float], count: i64) -> None:
        """Remember these features; how good it was is told later."""
        if self.held == self.room:
            return
        at = self.held * self.wide
        kept = count if count < self.wide else self.wide
        for i in range(kept):
            self.what[at + i] = what[i]
            self.much[at + i] = much[i]
        self.count[self.held] = kept
        self.held += 1

    def pack(self) -> bytes:
        """Of each moment: how many features, how good it was, which they are, and how much of each."""
        packed: Any = array("f")
        for moment in range(self.held):
            at = moment * self.wide
            packed.append(float(self.count[moment]))
            packed.append(self.good[moment])
            for i in range(self.count[moment]):
                packed.append(float(self.what[at + i]))
                packed.append(self.much[at + i])
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
            i += 2
            for k in range(count):
                self.what[at + k] = i64(int(numbers[i]))
                self.much[at + k] = numbers[i + 1]
                i += 2
            self.held += 1
