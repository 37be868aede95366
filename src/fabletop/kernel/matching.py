"""Giving each of some things one of the places where it may be."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.bits import bit, lowest

PLACES: Final = 62  # a set of places is the bits of an integer
EMPTY: Final = -1


class Looked:
    """What was found while looking for a place for one thing."""

    def __init__(self) -> None:
        self.tried: i64 = 0  # places asked of their holders
        self.taken: i64 = 0  # places that hold something


LOOKED: Final = Looked()


def find_places(things: i64, allowed: vec[i64], holds: vec[i64]) -> None:
    """Put thing 0, 1 ... into a place allowed to it, so that all find one: holds[place] is a thing or EMPTY.

    There must be a way to do it. Which way is found depends on what is allowed, and on nothing else.
    """
    for place in range(PLACES):
        holds[place] = EMPTY
    LOOKED.taken = 0
    for thing in range(things):
        LOOKED.tried = 0
        find_place(thing, allowed, holds)


def find_place(thing: i64, allowed: vec[i64], holds: vec[i64]) -> bool:
    """Take the first free place, or one whose holder finds another."""
    free = allowed[thing] & ~LOOKED.taken
    if free:
        place = lowest(free)
        holds[place] = thing
        LOOKED.taken |= bit(place)
        return True
    while allowed[thing] & ~LOOKED.tried:
        place = lowest(allowed[thing] & ~LOOKED.tried)
        LOOKED.tried |= bit(place)
        if find_place(holds[place], allowed, holds):
            holds[place] = thing
            return True
    return False
