"""What an answer does, and to what thing. The page knows the verbs by these names in small letters."""

from typing import Final

SIDE: Final = 1  # HERO or VILLAIN
CHAMPION: Final = 2  # a team
ALLY: Final = 3  # a team
KEEP: Final = 4  # a Twist
LAY: Final = 5  # a card
END: Final = 6
DRAW: Final = 7
REVEAL: Final = 8  # a cell
SPIN: Final = 9  # card * 2, + 1 for right
SLIDE: Final = 10  # card * 4 + direction
PLAY: Final = 11  # a card
HIDE: Final = 12  # a card
PUT: Final = 13  # a cell
TWIST: Final = 14
PASS: Final = 15
TARGET: Final = 16  # a cell
WAY: Final = 17  # a direction
TURNS: Final = 18  # quarter turns
WISH: Final = 19  # a branch
DONE: Final = 20
