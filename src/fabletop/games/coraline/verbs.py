"""What an answer does. Stored games know the numbers, the page the names."""

from typing import Final

NEXT: Final = 1  # thing: a seat
PLAY: Final = 2  # a card
WALK: Final = 3  # a card, discarded to move Coraline
PICK: Final = 4  # a card, discarded to collect an object
PASS: Final = 5
SLIDE: Final = 6  # a card, under the deck
GO: Final = 7  # a room
WHO: Final = 8  # a character
OBJECT: Final = 9  # an object
DISCARD: Final = 10  # a card
RECALL: Final = 11  # a card
SINK: Final = 12  # 0 for the top Beldam card, 1 for the one below ...
ASK: Final = 13  # a seat, for a card from its hand
DO: Final = 14
WISH: Final = 15  # a branch
DONE: Final = 16
CONCEDE: Final = 17
