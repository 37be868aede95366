"""What is in the box: rooms, characters, objects and the programs of the cards, built once per edition.

Numbers: rooms 0 to 5; characters 0 Coraline, 1 the Beldam, 2 to 7 the helpers; objects 0 to 2 the
Starters, 3 to 7 the Treasures; cards 0 to 29 of either deck (CO-COMP.1).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.bits import bit

# --- How many of each (CO-COMP.1) -----------------------------------------------------------------
ROOMS: Final = 6
CHARACTERS: Final = 8
OBJECTS: Final = 8
CARDS: Final = 30  # in either deck
MOON_CARDS: Final = 6

CORALINE: Final = 0
BELDAM: Final = 1
FIRST_HELPER: Final = 2
HELPERS: Final = 0b11111100  # bits of the six who are neither

STARTERS: Final = 3  # objects 0 to 2
TREASURES: Final = 0b11111000  # bits of the five that win

NOWHERE: Final = -1

# --- A step of a card is a row of STEP_SIZE integers ----------------------------------------------
STEP_SIZE: Final = 8
OP: Final = 0
N: Final = 1  # how many; of IF: the number in its condition
WHO: Final = 2  # bits of characters or objects; of IF: the condition
WHERE: Final = 3  # a destination or region
PLACES: Final = 4  # bits of rooms, where WHERE is AT_ROOMS; of IF: those of AT
SIDE: Final = 5  # 1: Treasures only; AGAIN: 1 = from any hand; IF and CHOOSE: first row of the first branch
NEXT: Final = 6  # row of the next step, or END_OF_CARD
OTHER: Final = 7  # IF and CHOOSE: first row of the second branch
END_OF_CARD: Final = -1

DO_CORALINE: Final = 0
DO_BELDAM: Final = 1
DO_PLACE: Final = 2
DO_REMOVE: Final = 3
DO_REVEAL: Final = 4
DO_HIDE: Final = 5
DO_COLLECT: Final = 6
DO_DROP: Final = 7
DO_TAKE: Final = 8
DO_SPEND: Final = 9
DO_AGAIN: Final = 10
DO_RECALL: Final = 11
DO_DISCARD: Final = 12
DO_SCRY: Final = 13
DO_HUSH: Final = 14
DO_MOON: Final = 15
DO_ESCAPE: Final = 16
DO_IF: Final = 17
DO_CHOOSE: Final = 18

# --- Where ----------------------------------------------------------------------------------------
AT_ROOMS: Final = 0  # one of PLACES
AT_HERE: Final = 1  # Coraline's room
AT_ANY: Final = 2
WITHIN: Final = 3  # N steps from where the token stands; of PLACE: from Coraline
AT_BELDAM: Final = 4  # the Beldam's room
AT_HOME: Final = 5  # the room with the character's portrait
AT_THERE: Final = 6  # where this card's PLACE went
STALK: Final = 7  # N steps toward Coraline
AROUND: Final = 8  # Coraline's room and those beside it

# --- Conditions -----------------------------------------------------------------------------------
IF_SAME: Final = 0
IF_NEAR: Final = 1
IF_OTHERS: Final = 2
IF_HELPER: Final = 3
IF_TREASURES: Final = 4  # N or more
IF_AT: Final = 5  # PLACES
IF_LAST: Final = 6  # turn of the round

# --- What bots look at ----------------------------------------------------------------------------
KINDS: Final = 8  # of Coraline cards
KIND_DEEDS: Final = vec[i64](
    [DO_REVEAL, DO_COLLECT, DO_CORALINE, DO_BELDAM, DO_HUSH, DO_AGAIN, DO_RECALL, DO_SCRY]
)
OMENS: Final = 6  # kinds of Beldam cards: the Moon for sure, perhaps, by choice; DROP, TAKE, DISCARD


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
        steps: list[int],
        deeds: list[int],
        omens: list[int],
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
        self.steps = vec[i64](steps)
        self.deeds = vec[i64](deeds)  # Coraline card -> bits of the kinds of its steps
        self.omens = vec[i64](omens)  # kind -> bits of the Beldam cards of that kind
        self.victory: i64 = victory  # the final victory card
        self.doing = vec[i64]([0] * KINDS)  # kind -> bits of the Coraline cards of that kind
        for kind in range(KINDS):
            for card in range(CARDS):
                if self.deeds[card] >> KIND_DEEDS[kind] & 1:
                    self.doing[kind] |= bit(card)
        self.ways = vec[i64](ways(distances(beside), living_room))

    def step(self, row: i64, field: i64) -> i64:
        return self.steps[row * STEP_SIZE + field]

    def apart(self, a: i64, b: i64) -> i64:
        """How many steps from room to room."""
        return self.steps_between[a * ROOMS + b]

    def way(self, room: i64, rooms: i64) -> i64:
        """Steps of the shortest way from a room through all of these, and on to the Living Room."""
        return self.ways[rooms * ROOMS + room]

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


def ways(between: list[int], door: int) -> list[int]:
    """For each set of rooms (as bits) and each room: the shortest way through, to the door."""
    found: list[int] = []
    for rooms in range(1 << ROOMS):
        for here in range(ROOMS):
            left = rooms & ~(1 << here)
            onward = [
                between[here * ROOMS + to] + found[(left & ~(1 << to)) * ROOMS + to]
                for to in range(ROOMS)
                if left >> to & 1
            ]
            found.append(min(onward) if onward else between[here * ROOMS + door])
    return found


def count_bits(bits: i64) -> i64:
    left = bits
    n: i64 = 0
    while left:
        left &= left - 1
        n += 1
    return n
