"""Sets of small numbers as the bits of one integer."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

POWERS: Final = vec[i64]([2**n for n in range(62)])
PRIME: Final = 67  # the powers of 2 below 2**62 leave different remainders
PLACES: Final = vec[i64]([next((n for n in range(62) if 2**n % 67 == rest), 0) for rest in range(67)])


def bit(n: i64) -> i64:
    """The set of n alone. Not `1 << n`: mypyc shifts a literal as a 32-bit C int."""
    return POWERS[n]


def lowest(mask: i64) -> i64:
    """The smallest number in a set that is not empty."""
    return PLACES[(mask & -mask) % PRIME]


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
    places = PLACES
    while mask:
        low = mask & -mask
        out[n] = first + places[low % PRIME]
        n += 1
        mask ^= low
    return n
