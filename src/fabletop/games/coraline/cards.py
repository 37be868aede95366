"""What is in the box: rooms, characters, objects and the programs of the cards, built once per edition.

Numbers: rooms 0 to 5; characters 0 Coraline, 1 the Beldam, 2 to 7 the helpers; objects 0 to 2 the
Starters, 3 to 7 the Treasures; cards 0 to 29 of either deck (CO-COMP.1).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import ARGUMENTS, Program

# --- How many of each (CO-COMP.1) -----------------------------------------------------------------
ROOMS: Final = 6
CHARACTERS: Final = 8
OBJECTS: Final = 8
CARDS: Final = 30  # in either deck

CORALINE: Final = 0
BELDAM: Final = 1
FIRST_HELPER: Final = 2
HELPERS: Final = 0b11111100  # bits of the six who are neither

STARTERS: Final = 3  # objects 0 to 2
TREASURES: Final = 0b11111000  # bits of the five that win

NOWHERE: Final = -1
PLACE: Final = 4  # the number of the verb that puts somebody somewhere

# --- The arguments of a step, as columns of its row -------------------------------------------------
N: Final = ARGUMENTS  # how many
WHO: Final = ARGUMENTS + 1  # bits of characters; of SPEND an object
SIDE: Final = ARGUMENTS + 1  # 1: Treasures only; AGAIN: 1 = from any hand
WHERE: Final = ARGUMENTS + 2  # a destination or region,
REACH: Final = ARGUMENTS + 3  # how far, where that is WITHIN or STALK,
PLACES: Final = ARGUMENTS + 4  # and bits of rooms, where it is AT_ROOMS
WIDTH: Final = ARGUMENTS + 5

# --- Where ----------------------------------------------------------------------------------------
AT_ROOMS: Final = 0  # one of PLACES
AT_HERE: Final = 1  # Coraline's room
AT_ANY: Final = 2
WITHIN: Final = 3  # REACH steps from where the token stands; of PLACE: from Coraline
AT_BELDAM: Final = 4  # the Beldam's room
AT_HOME: Final = 5  # the room with the character's portrait
AT_THERE: Final = 6  # where this card's PLACE went
STALK: Final = 7  # REACH steps toward Coraline
AROUND: Final = 8  # Coraline's room and those beside it


class Box:
    """The tables of one edition."""

    def __init__(
        self,
        beside: list[int],
        kitchen: int,
        living_room: int,
        homes: list[int],
        starts: list[int],
        needs: list[int],
        first: list[int],
        woes: list[int],
        program: Program,
        victory: int,
    ) -> None:
        self.beside = vec[i64](beside)  # room -> bits of the adjacent rooms (CO-STORY.8)
        self.steps_between = vec[i64](distances(beside))  # room * ROOMS + room
        self.kitchen: i64 = kitchen
        self.living_room: i64 = living_room
        self.homes = vec[i64](homes)  # character -> room with the portrait, or NOWHERE
        self.starts = vec[i64](starts)  # object -> room where it begins, or NOWHERE for a Starter
        self.needs = vec[i64](needs)  # Coraline card -> bits of the objects it needs
        self.first = vec[i64](first)  # Coraline card -> its first row
        self.woes = vec[i64](woes)  # Beldam card -> its first row
        self.program = program
        self.rows = program.rows
        self.victory: i64 = victory  # the final victory card

    def step(self, row: i64, column: i64) -> i64:
        return self.rows[row * WIDTH + column]

    def apart(self, a: i64, b: i64) -> i64:
        """How many steps from room to room."""
        return self.steps_between[a * ROOMS + b]

    def within(self, room: i64, n: i64) -> i64:
        """Bits of the rooms at most n steps from here."""
        found: i64 = 0
        for other in range(ROOMS):
            if self.steps_between[room * ROOMS + other] <= n:
                found |= bit(other)
        return found

    def toward(self, room: i64, goal: i64) -> i64:
        """Bits of the rooms that are the next step of a shortest path (CO-R16)."""
        found: i64 = 0
        for other in range(ROOMS):
            if self.beside[room] >> other & 1 and self.apart(other, goal) < self.apart(room, goal):
                found |= bit(other)
        return found


def distances(beside: list[int]) -> list[int]:
    """Steps between all pairs of rooms; ROOMS where there is no way."""
    found = [0 if a == b else ROOMS for a in range(ROOMS) for b in range(ROOMS)]
    for length in range(1, ROOMS):
        for a in range(ROOMS):
            for b in range(ROOMS):
                if found[a * ROOMS + b] == length - 1:
                    for c in range(ROOMS):
                        if beside[b] >> c & 1 and found[a * ROOMS + c] > length:
                            found[a * ROOMS + c] = length
    return found
