"""Sets of small numbers as the bits of one integer."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

POWERS: Final = vec[i64]([2**n for n in range(62)])
HALF: Final = 0xFFFFFFFF
BRUIJN: Final = 0x077CB531  # any five of its bits in a row tell where they stand (de Bruijn's sequence)
PLACES: Final = vec[i64](sorted(range(32), key=lambda n: (BRUIJN << n & HALF) >> 27))


def bit(n: i64) -> i64:
    """The set of n alone. Not `1 << n`: mypyc shifts a literal as a 32-bit C int."""
    return POWERS[n]


def lowest(mask: i64) -> i64:
    """The smallest number in a set that is not empty."""
    low = mask & -mask
    if low <= HALF:
        return PLACES[(low * BRUIJN & HALF) >> 27]
    return 32 + PLACES[((low >> 32) * BRUIJN & HALF) >> 27]


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


def members_into(mask: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """Write the numbers of a set, each added to `first`, from place n on; return the place after the last."""
    n = half_into(mask & HALF, first, out, n)
    return half_into(mask >> 32, first + 32, out, n) if mask > HALF else n


def half_into(mask: i64, first: i64, out: vec[i64], n: i64) -> i64:
    places = PLACES
    while mask:
        low = mask & -mask
        out[n] = first + places[(low * BRUIJN & HALF) >> 27]
        n += 1
        mask ^= low
    return n
