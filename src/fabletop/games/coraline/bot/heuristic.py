"""How good a position looks at a glance: what the greedy bot leans on; the searching ones have `evaluation`.

It counts the work that is left, in turns: what is to be revealed, collected and walked until the
door, and what the Beldam's doings would cost to make good.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline.activities import StoryPhase
from fabletop.games.coraline.bot.almanac import COLLECTS, KINDS, REVEALS, Almanac
from fabletop.games.coraline.table import DISCARDED, IN_DECK, SATCHEL, Table
from fabletop.kernel.bits import bit

# In turns: what a thing costs, or saves.
TO_REVEAL: Final = 2.0
TO_COLLECT: Final = 1.4
STEP: Final = 1.0
STARTER: Final = 0.5
CROWDED: Final = 0.2  # another character beside a revealed Treasure
SAME_ROOM: Final = 0.5  # as the Beldam
NEAR: Final = 0.2
BARRED: Final = 2.8  # all is collected, but the Beldam bars the door
FINAL_IN_HAND: Final = 0.7
FINAL_GONE: Final = 6.0
CARD: Final = 0.03
# What a card in one's own hand may do yet: reveal, collect, move, repel, hush, go on, recall, scry.
PROMISES: Final = vec[float]([0.1, 0.4, 0.4, 0.05, 0.7, 0.15, 0.0, 0.0])
BELDAM_PHASE: Final = 0.4  # what the one to come will cost
MOON: Final = vec[i64]([0, 0, 25, 65, 115, 155, 2000])  # hundredths, by the number shown
WHOLE_GAME: Final = 40.0


def standing(t: Table, seat: i64, almanac: Almanac) -> float:
    """From -1 to 1. Seats differ only in the hand they know."""
    work = work_left(t) - promise(t, seat, almanac)
    for thing in range(c.STARTERS):
        if t.lies[thing] == SATCHEL:
            work -= STARTER
    apart = t.box.apart(t.where[c.CORALINE], t.where[c.BELDAM])
    if apart == 0:
        work += SAME_ROOM
    elif apart == 1:
        work += NEAR
    work += float(MOON[t.moon]) / 100.0
    work -= cards_left(t)
    if t.active >= 0 and not isinstance(t.book[t.top()], StoryPhase) and t.woe < 0 and not t.hush:
        work += BELDAM_PHASE
    good = 0.5 - work / WHOLE_GAME
    return 0.95 if good > 0.95 else -0.95 if good < -0.95 else good


def work_left(t: Table) -> float:
    work = 0.0
    rooms: i64 = 0
    for thing in range(c.STARTERS, c.OBJECTS):
        place = t.lies[thing]
        if place != SATCHEL:
            rooms |= bit(place)
            work += TO_COLLECT
            if t.hidden & bit(thing):
                work += TO_REVEAL
            elif t.others_in(place):
                work += CROWDED
    if rooms == 0 and t.where[c.BELDAM] == t.box.living_room:
        work += BARRED
    return work + STEP * float(way_through(t, rooms))


def way_through(t: Table, rooms: i64) -> i64:
    """Steps from Coraline through these rooms, always the nearest first, and on to the door."""
    here = t.where[c.CORALINE]
    steps: i64 = 0
    while rooms:
        nearest: i64 = c.ROOMS
        to = here
        for room in range(c.ROOMS):
            if rooms >> room & 1 and t.box.apart(here, room) < nearest:
                nearest = t.box.apart(here, room)
                to = room
        rooms &= ~bit(to)
        steps += nearest
        here = to
    return steps + t.box.apart(here, t.box.living_room)


def promise(t: Table, seat: i64, almanac: Almanac) -> float:
    """What the cards of a hand are good for."""
    good = 0.0
    missing = t.in_satchel() & c.TREASURES != c.TREASURES
    for card in range(c.CARDS):
        if t.at[card] != seat or card == t.box.victory or not t.may_play(card):
            continue
        deeds = almanac.deeds[card]
        if not t.hidden:
            deeds &= ~bit(REVEALS)
        if not missing:
            deeds &= ~bit(COLLECTS)
        for kind in range(KINDS):
            if deeds >> kind & 1:
                good += PROMISES[kind]
    return good


def cards_left(t: Table) -> float:
    left = t.left
    for seat in range(t.terms.players):
        left += t.hands[seat]
    good = CARD * float(left)
    place = t.at[t.box.victory]
    if place == DISCARDED:
        return good - FINAL_GONE
    return good + FINAL_IN_HAND if place < IN_DECK else good
