"""What the journal tells of; the page knows the kinds by these names in small letters."""

from typing import Final

SIDE: Final = 1
CHAMPION: Final = 2
ALLY: Final = 3
KEEP: Final = 4
LEADER: Final = 5
LAY: Final = 6
SHOWN: Final = 7
TURN: Final = 8
DRAW: Final = 9
REVEAL: Final = 10
SPIN: Final = 11
SLIDE: Final = 12
PLAY: Final = 13
HIDE: Final = 14
END: Final = 15
TWIST: Final = 16
MOVE: Final = 17
SWAP: Final = 18
RETURN: Final = 19
FLIPDOWN: Final = 20
AP: Final = 21
BUFF: Final = 22
GUARD: Final = 23
DUEL: Final = 24
BESTED: Final = 25  # card, other card, the blow in numbers: battle.SWORD
CAPTURED: Final = 26
SCORE: Final = 27
FADE: Final = 28
WON: Final = 29
OVERTIME: Final = 30
STALL: Final = 31
DEAL: Final = 32
PICKED: Final = 33
