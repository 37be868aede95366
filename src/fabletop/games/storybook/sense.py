"""How good a position looks, and how good an option does: what greedy and searching bots lean on."""

from math import exp
from typing import Final

from mypy_extensions import i64

from fabletop.games.storybook.actions import landing, upright
from fabletop.games.storybook.battle import BESTED, judge
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import (
    DRAW,
    END,
    F_PUT,
    F_TURN,
    F_WINDOW,
    FACE_DOWN,
    HAND_SIZE,
    HIDE,
    PLAY,
    REVEAL,
    SCORE,
    SLIDE,
    SPIN,
    STEP,
    TWIST,
    Table,
)
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.advisor import SearchSettings

TEMPER: Final = SearchSettings(cutoff=10, explore=3.0, picks=3, prior_weight=1.0, caution=0.1)

# --- A position: in Plot Points, what a thing is worth beside a point already scored ---------------------
DOOMED_POINT: Final = 0.8  # a point that the next Battle step would score
PRESSED_POINT: Final = 0.15  # a point on a card that is Bested by one
IN_PLAY: Final = 0.12
HIDDEN: Final = 0.05  # a face-down card cannot be captured
IN_HAND: Final = 0.10
WHOLE_GAME: Final = 16.0
STEEP: Final = 0.5  # how quickly a lead in points becomes a chance to win


def lead(t: Table, side: i64) -> float:
    """By how many Plot Points a side is ahead, if the Battle step came now."""
    doomed = judge(t)
    good = float(t.tally[SCORE + side] - t.tally[SCORE + (side ^ 1)])
    for i in range(t.taken):
        card = t.card_at(t.spots[i])
        worth = float(t.points(card))
        here = IN_PLAY
        if t.lies[card] == FACE_DOWN:
            here += HIDDEN
        elif doomed >> card & 1:
            here = -DOOMED_POINT * worth
        elif BESTED[card] > 0:
            here -= PRESSED_POINT * worth
        good += here if card // DECK & 1 == side else -here
    for role in range(t.terms.players):
        hand = IN_HAND * float(t.tally[HAND_SIZE + role])
        good += hand if role & 1 == side else -hand
    return good


def standing(t: Table, side: i64) -> float:
    """From -1 to 1, for a side."""
    good = lead(t, side) / WHOLE_GAME
    return 1.0 if good > 1.0 else -1.0 if good < -1.0 else good


def prospect(t: Table) -> float:
    """From -1 to 1: twice the Heroes' chance to win, less 1."""
    return 2.0 / (1.0 + exp(-STEEP * lead(t, 0))) - 1.0


# --- An option ----------------------------------------------------------------------------------------
CAPTURE: Final = 1.0  # for each point of a card that would be captured
PRESS: Final = 0.35  # the same, that would be Bested by one
TO_END: Final = -0.5
TO_DRAW: Final = 0.3
TO_PLAY: Final = 0.3
TO_HIDE: Final = -0.3
TO_TWIST: Final = 0.5


def promise(t: Table, action: i64) -> float:
    kind = t.top()
    verb = verb_of(action)
    thing = thing_of(action)
    if kind == F_PUT:
        return 0.0 if t.arg(0) else clash(t, t.held, thing, upright(t.held // DECK))
    if kind == F_WINDOW:
        return TO_TWIST if verb == TWIST else 0.0
    if kind != F_TURN:
        return 0.0
    if verb == SPIN:
        card = thing >> 1
        lies = (t.lies[card] + (1 if thing & 1 else 3)) & 3
        return clash(t, card, t.at[card], lies) - clash(t, card, t.at[card], t.lies[card])
    if verb == SLIDE:
        card = thing >> 2
        if t.lies[card] == FACE_DOWN:
            return -0.3
        cell = landing(t, card, thing & 3)
        return clash(t, card, cell, t.lies[card]) - clash(t, card, t.at[card], t.lies[card])
    if verb == REVEAL:
        card = t.card_at(thing)
        if card // DECK != t.role:
            return 0.0
        return clash(t, card, thing, upright(t.role))
    if verb == END:
        return TO_END
    if verb == DRAW:
        return TO_DRAW
    if verb == PLAY:
        return TO_PLAY
    if verb == HIDE:
        return TO_HIDE
    return TO_TWIST


def clash(t: Table, card: i64, cell: i64, lies: i64) -> float:
    """What a card would win and lose if it lay on a cell like this, face up."""
    kept = t.lies[card]
    t.lies[card] = lies
    good = 0.0
    bested: i64 = 0
    for way in range(4):
        other = t.card_at(cell + STEP[way])
        if (
            other < 0
            or (other // DECK ^ card // DECK) & 1 == 0
            or t.lies[other] == FACE_DOWN
            or other == card
        ):
            continue
        swords = t.swords(card, way)
        shields = t.shields(other, way ^ 2)
        if swords > 0 and swords >= shields:
            good += (CAPTURE if swords >= 2 * shields else PRESS) * float(t.points(other))
        swords = t.swords(other, way ^ 2)
        shields = t.shields(card, way)
        if swords > 0 and swords >= shields:
            bested += 2 if swords >= 2 * shields else 1
    if bested > 0:
        good -= (CAPTURE if bested > 1 else PRESS) * float(t.points(card))
    t.lies[card] = kept
    return good
