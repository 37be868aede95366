"""How good a position looks: what the greedy bot, and later the searching ones, lean on."""

from typing import Final

from mypy_extensions import i64

from fabletop.games.storybook.battle import BESTED, judge
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import FACE_DOWN, HAND_SIZE, SCORE, Table

# In Plot Points: what a thing is worth beside a point already scored.
DOOMED_POINT: Final = 0.8  # a point that the next Battle step would score
PRESSED_POINT: Final = 0.15  # a point on a card that is Bested by one
IN_PLAY: Final = 0.12
HIDDEN: Final = 0.05  # a face-down card cannot be captured
IN_HAND: Final = 0.10
WHOLE_GAME: Final = 16.0


def standing(t: Table, side: i64) -> float:
    """From -1 to 1, for a side, if the Battle step came now."""
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
    good /= WHOLE_GAME
    return 1.0 if good > 1.0 else -1.0 if good < -1.0 else good
