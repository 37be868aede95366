"""What a side could strike with, and what of the other side one action of it would doom.

It is a look at a glance. Whoever could slide is thought to get anywhere, and of those in a hand and of those
on the table only the strongest are asked: for each direction the one that shows the most Swords that way.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook.actions import upright
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import FACE_DOWN, FOUR, IN_HAND, STEP, Storybook

# --- By what action, the cheapest first ---------------------------------------------------------------
NONE: Final[i64] = -1
BY_REVEAL: Final[i64] = 0
BY_SPIN: Final[i64] = 1
BY_SLIDE: Final[i64] = 2
BY_PLAY: Final[i64] = 3
ACTIONS: Final = 4


class Threats:
    """Of one side."""

    def __init__(self) -> None:
        self.on_table = vec[i64]([0] * FOUR)  # the most Swords that a card in play shows in a direction,
        self.in_hand = vec[i64]([0] * FOUR)  # and one of the hand would, if it were played
        self.hand_swords: i64 = 0  # all of them

    def gather(self, t: Storybook, side: i64) -> None:
        """See what a side could strike with."""
        board = t.board
        spots = t.spots
        lies = t.lies
        on_table = self.on_table
        in_hand = self.in_hand
        for way in range(FOUR):
            on_table[way] = 0
            in_hand[way] = 0
        for i in range(t.taken):
            card = i64(board[spots[i]]) - 1
            if card // DECK & 1 == side and lies[card] != FACE_DOWN:
                for way in range(FOUR):
                    swords = t.swords(card, way)
                    if swords > on_table[way]:
                        on_table[way] = swords
        self.hand_swords = 0
        printed = t.cards.swords
        turned = upright(side)
        at = t.at
        for role in range(side, t.terms.players, 2):
            for card in range(role * DECK, role * DECK + DECK):
                if at[card] == IN_HAND:
                    face = t.face[card] * FOUR
                    for way in range(FOUR):
                        swords = printed[face + ((way - turned) & 3)]
                        self.hand_swords += swords
                        if swords > in_hand[way]:
                            in_hand[way] = swords

    def cheapest(self, t: Storybook, card: i64, bested: i64) -> i64:
        """The cheapest action that would doom a card of the other side, or NONE. One that is Bested already
        needs only to be Bested once more."""
        cell = t.at[card]
        board = t.board
        found = NONE
        for way in range(FOUR):
            needed = t.shields(card, way)
            if bested == 0:
                needed *= 2
            if needed == 0:
                needed = 1
            toward = way ^ 2
            other = i64(board[cell + STEP[way]]) - 1
            by = NONE
            if other < 0:
                if self.on_table[toward] >= needed:
                    by = BY_SLIDE
                elif self.in_hand[toward] >= needed:
                    by = BY_PLAY
            elif (other // DECK ^ card // DECK) & 1 == 1:
                if t.lies[other] == FACE_DOWN:
                    turned = upright(other // DECK)
                    if t.cards.swords[t.face[other] * FOUR + ((toward - turned) & 3)] >= needed:
                        return BY_REVEAL
                elif (
                    t.swords(other, (toward + 1) & 3) >= needed or t.swords(other, (toward + 3) & 3) >= needed
                ):
                    by = BY_SPIN
            if by != NONE and (found == NONE or by < found):
                found = by
        return found
