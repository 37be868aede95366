"""How good a position looks at a glance: what `greedy` leans on. Searching bots trust `evaluation.py`.

Each player is seen as working toward control or insanity (UO-GEN.3), whichever is nearer, and is worth the
items of that kind, and how well the rabbits then stand. A position is worth what it is to the
player, less what it is to the others.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import BASEMENT, SECOND, STRIDE
from fabletop.games.unrelenting.bot.features import held
from fabletop.games.unrelenting.table import CARLETON, CATHERINE, HENRY, PLAYERS, Table
from fabletop.games.unrelenting.winning import is_beside, rabbits_on_level

# --- A position ---------------------------------------------------------------------------------------

BY_ITEMS: Final = vec[float]([0.0, 0.03, 0.07, 0.12, 0.18, 0.25, 0.34, 0.46, 0.62])  # of one kind
SPARE: Final = 0.012  # an item of the other kind
HELD_STOPPER: Final = 0.02  # it fits both, and can be turned against somebody
BLOCKED: Final = 0.75  # what is left of a standing while a slot is blocked
RABBITS: Final = 0.78  # the rabbits as wanted: they matter the more, the more items are in place
RISK: Final = 0.92  # what control items are worth to those whom Catherine may rob of them
UNHINDERED: Final = 1.15  # Carleton is the more to be feared: his own roles hold him up least
UNHARMED: Final = 1.25  # and Catherine, whom no other role robs
ABSENT: Final = 0.03  # Henry is not at home
OTHERS: Final = 0.3  # how much the others' standing counts
LEADER: Final = 1.0  # and that of the best of them once more


def control_rabbits(t: Table, player: i64) -> float:
    """From 0 to 1: no rabbit upstairs, the own one in the basement/yard."""
    upstairs = float(rabbits_on_level(t, SECOND))
    return 0.6 * (1.0 - upstairs / 4.0) + (0.4 if t.rabbit[player] // STRIDE == BASEMENT else 0.0)


def insanity_rabbits(t: Table, player: i64) -> float:
    """From 0 to 1: all upstairs, the own one beside the character, who must be there too."""
    good = 0.55 * float(rabbits_on_level(t, SECOND)) / 4.0
    space = t.stands[player]
    if space >= 0 and space // STRIDE == SECOND:
        good += 0.25
        if is_beside(t, t.rabbit[player], space):
            good += 0.2
    return good


def standing_of(t: Table, player: i64) -> float:
    """From 0 to about 1: how near the player is to winning."""
    counts = held(t, player)
    control = counts & 15
    mad = counts >> 4 & 15
    stoppers = counts >> 8 & 15
    blocked = counts >> 12
    calm = BY_ITEMS[control + stoppers]
    wild = BY_ITEMS[mad + stoppers]
    by_control = calm + SPARE * float(mad) + RABBITS * calm * calm * control_rabbits(t, player)
    by_insanity = wild + SPARE * float(control) + RABBITS * wild * wild * insanity_rabbits(t, player)
    if player != CATHERINE:
        by_control *= RISK
    good = by_control if by_control > by_insanity else by_insanity
    good += HELD_STOPPER * float(stoppers)
    if blocked > 0:
        good *= BLOCKED
    if player == HENRY and t.away:
        good -= ABSENT
    if player == CATHERINE and t.away:
        good -= ABSENT / 2.0
    return good


def standing(t: Table, player: i64) -> float:
    """From -1 to 1."""
    good = standing_of(t, player)
    total = 0.0
    best = 0.0
    for other in range(PLAYERS):
        if other != player:
            theirs = standing_of(t, other)
            if other == CARLETON:
                theirs *= UNHINDERED
            elif other == CATHERINE:
                theirs *= UNHARMED
            total += theirs
            if theirs > best:
                best = theirs
    good -= OTHERS * total / 3.0 + LEADER * best
    return 0.999 if good > 0.999 else -0.999 if good < -0.999 else good
