"""The kinds of things that the journal tells; `story.py` has their words."""

from typing import Final

TOLD_CHARACTER: Final = 1
TOLD_ROUND: Final = 2
TOLD_ROLL: Final = 3
TOLD_MOVE: Final = 4
TOLD_PLACE: Final = 5
TOLD_COLLECT: Final = 6
TOLD_ROLE: Final = 7
TOLD_RETURN: Final = 8
TOLD_REMOVE: Final = 9
TOLD_TURN: Final = 10
TOLD_LADDER: Final = 11
TOLD_CARRY: Final = 12
TOLD_LEAVE: Final = 13
TOLD_RABBIT: Final = 14
TOLD_ATTACK: Final = 15
TOLD_SPENT: Final = 16
TOLD_AWAY: Final = 17
TOLD_DIVIDE: Final = 18
TOLD_UNDIVIDE: Final = 19
TOLD_SLEEPWALK: Final = 20
TOLD_PURSE: Final = 21
TOLD_STAY: Final = 22
TOLD_WON: Final = 23
TOLD_DAWN: Final = 24
TOLD_NOTHING: Final = 25
TOLD_HALF: Final = 26
TOLD_STILL_AWAY: Final = 27

# --- Why somebody is put on a space: b of TOLD_PLACE -------------------------------------------------
COMES_HOME: Final = 1
DOORBELL: Final = 2
SLEEPWALKS: Final = 3
FOLLOWS: Final = 4
