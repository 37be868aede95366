"""Sets of small numbers as the bits of one integer."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

POWERS: Final = vec[i64]([2**n for n in range(62)])


def bit(n: i64) -> i64:
    """The set of n alone. Not `1 << n`: mypyc shifts a literal as a 32-bit C int."""
    return POWERS[n]
