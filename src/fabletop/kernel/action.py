"""An action is one int: a verb and the thing it is done to."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

THING_BITS: Final = 12
THINGS: Final = 1 << 12
VERBS: Final = 32  # a game has fewer


def act(verb: i64, thing: i64) -> i64:
    return verb << THING_BITS | thing


def add(out: vec[i64], n: i64, verb: i64, thing: i64) -> i64:
    """Offer one more answer; return the place after it."""
    out[n] = verb << THING_BITS | thing
    return n + 1


def verb_of(action: i64) -> i64:
    return action >> THING_BITS


def thing_of(action: i64) -> i64:
    return action & (THINGS - 1)
