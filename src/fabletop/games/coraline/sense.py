"""How good a position looks: what the greedy bot, and later the searching ones, lean on."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.cards import BELDAM, CHARACTERS, CORALINE, OBJECTS, STARTERS
from fabletop.games.coraline.table import DISCARDED, F_NEXT, IN_DECK, SATCHEL, Table
from fabletop.kernel.bits import bit

# In Treasures collected: what a thing is worth beside one in the Satchel.
REVEALED: Final = 0.5
STARTER: Final = 0.15
STEP: Final = 0.07  # from Coraline to what she needs next
CROWDED: Final = 0.06  # another character beside a revealed Treasure
SAME_ROOM: Final = 0.3  # as the Beldam
NEAR: Final = 0.12
BARRED: Final = 0.5  # all is collected, but the Beldam bars the door
FINAL_IN_HAND: Final = 0.25
FINAL_GONE: Final = 2.5
CARD: Final = 0.04
BELDAM_PHASE: Final = 0.25  # what the one to come will cost
MOON: Final = vec[i64]([0, 0, 30, 70, 130, 220, 400])  # hundredths, by the number shown
WHOLE_GAME: Final = 10.0


def standing(t: Table) -> float:
    """From -1 to 1; the same for every seat."""
    here = t.where[CORALINE]
    good = 0.0
    nearest: i64 = 9
    missing = False
    for thing in range(STARTERS):
        if t.lies[thing] == SATCHEL:
            good += STARTER
    for thing in range(STARTERS, OBJECTS):
        place = t.lies[thing]
        if place == SATCHEL:
            good += 1.0
            continue
        missing = True
        steps = t.box.apart(here, place)
        if t.hidden & bit(thing):
            steps += 1
        else:
            good += REVEALED
            if crowded(t, place):
                good -= CROWDED
        if steps < nearest:
            nearest = steps
    if not missing:
        nearest = t.box.apart(here, t.box.living_room)
        good += 1.0
        if t.where[BELDAM] == t.box.living_room:
            good -= BARRED
    good -= STEP * float(nearest)
    apart = t.box.apart(here, t.where[BELDAM])
    if apart == 0:
        good -= SAME_ROOM
    elif apart == 1:
        good -= NEAR
    good -= float(MOON[t.moon]) / 100.0
    good += cards_left(t)
    if t.top() != F_NEXT and t.woe < 0 and not t.hush:
        good -= BELDAM_PHASE
    good = (good - 2.0) / WHOLE_GAME
    return 0.95 if good > 0.95 else -0.95 if good < -0.95 else good


def crowded(t: Table, room: i64) -> bool:
    """Whether a character stands in the way of collecting by Activity 3."""
    for character in range(BELDAM, CHARACTERS):
        if t.where[character] == room:
            return True
    return False


def cards_left(t: Table) -> float:
    left = t.left
    for seat in range(t.terms.players):
        left += t.hands[seat]
    good = CARD * float(left)
    place = t.at[t.box.victory]
    if place == DISCARDED:
        return good - FINAL_GONE
    return good + FINAL_IN_HAND if place < IN_DECK else good
