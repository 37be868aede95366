"""What an answer does; the constants' names are the verbs' names."""

from typing import Final

PLACE: Final = 1  # a cell: lay the Cove card there
START: Final = 2  # a cell
FLIP: Final = 3  # a slot of the Acts
HIDE: Final = 4  # a slot: the Boogeyman goes there
SHUFFLE: Final = 5
GO: Final = 6  # a cell
STAY: Final = 7
PLAY: Final = 8  # a face
STOP: Final = 9  # 1: and promise to flip a Last Winter card
WINTER: Final = 10
DRAW: Final = 11  # 0: from the pile, 1: from the Cove deck
SLAP: Final = 12
TICK: Final = 13  # seconds
DEFEND: Final = 14  # a face
PASS: Final = 15
TARGET: Final = 16  # a player, or BENNY
NUMBER: Final = 17
TO: Final = 18  # a cell
DONE: Final = 19
TAKE: Final = 20  # a face
LOSE: Final = 21  # a face
LOSE_TOP: Final = 22
STASH: Final = 23  # a face
TOP: Final = 24  # a face
BOTTOM: Final = 25  # a face
PEEK: Final = 26  # a slot
GIVE: Final = 27  # a face
BUILD: Final = 28  # a cell
YES: Final = 29
