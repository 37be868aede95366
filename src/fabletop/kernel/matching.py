"""Giving each of some things one of the places where it may be."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.bits import bit

PLACES: Final = 62  # a set of places is the bits of an integer
EMPTY: Final = -1


class Tried:
    """The places looked at for one thing."""

    def __init__(self) -> None:
        self.places: i64 = 0


TRIED: Final = Tried()


def find_places(things: i64, allowed: vec[i64], holds: vec[i64]) -> None:
    """Put thing 0, 1 ... into a place allowed to it, so that all find one: holds[place] is a thing or EMPTY.

    There must be a way to do it. Which way is found depends on what is allowed, and on nothing else.
    """
    for place in range(PLACES):
        holds[place] = EMPTY
    for thing in range(things):
        TRIED.places = 0
        find_place(thing, allowed, holds)


def find_place(thing: i64, allowed: vec[i64], holds: vec[i64]) -> bool:
    """Take the first free place, or one whose holder finds another."""
    for place in range(PLACES):
        if (allowed[thing] & ~TRIED.places) >> place & 1:
            TRIED.places |= bit(place)
            if holds[place] == EMPTY or find_place(holds[place], allowed, holds):
                holds[place] = thing
                return True
    return False
