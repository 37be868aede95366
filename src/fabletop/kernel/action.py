"""An action is one int: a verb and the thing it is done to."""

from typing import Final

from mypy_extensions import i64

THING_BITS: Final = 12
THINGS: Final = 1 << 12
VERBS: Final = 32  # a game has fewer


def act(verb: i64, thing: i64) -> i64:
    return verb << THING_BITS | thing


def verb_of(action: i64) -> i64:
    return action >> THING_BITS


def thing_of(action: i64) -> i64:
    return action & (THINGS - 1)
