"""Sets of small numbers as the bits of one integer."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

POWERS: Final = vec[i64]([2**n for n in range(62)])


def bit(n: i64) -> i64:
    """The set of n alone. Not `1 << n`: mypyc shifts a literal as a 32-bit C int."""
    return POWERS[n]


def lowest(mask: i64) -> i64:
    """The smallest number in a set that is not empty."""
    n: i64 = 0
    if mask & 0xFFFFFFFF == 0:
        mask >>= 32
        n = 32
    if mask & 0xFFFF == 0:
        mask >>= 16
        n += 16
    if mask & 0xFF == 0:
        mask >>= 8
        n += 8
    if mask & 0xF == 0:
        mask >>= 4
        n += 4
    if mask & 0x3 == 0:
        mask >>= 2
        n += 2
    return n if mask & 1 else n + 1


def count_of(mask: i64) -> i64:
    """How many numbers are in a set."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def member(mask: i64, k: i64) -> i64:
    """The k-th number of a set, from 0 on."""
    while k > 0:
        mask &= mask - 1
        k -= 1
    return lowest(mask)
