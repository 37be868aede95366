"""The kinds of things that the journal tells; `story.py` has their words."""

from typing import Final

TOLD_DEAL: Final = 1
TOLD_ROUND: Final = 2
TOLD_TURN: Final = 3
TOLD_PLAY: Final = 4
TOLD_WALK: Final = 5
TOLD_PICK: Final = 6
TOLD_PASS: Final = 7
TOLD_SLIDE: Final = 8
TOLD_DRAW: Final = 9
TOLD_WOE: Final = 10
TOLD_CORALINE: Final = 11
TOLD_BELDAM: Final = 12
TOLD_PLACE: Final = 13
TOLD_REMOVE: Final = 14
TOLD_REVEAL: Final = 15
TOLD_HIDE: Final = 16
TOLD_COLLECT: Final = 17
TOLD_DROP: Final = 18
TOLD_TAKE: Final = 19
TOLD_SPEND: Final = 20
TOLD_RECALL: Final = 21
TOLD_DISCARD: Final = 22
TOLD_SCRY: Final = 23
TOLD_SINK: Final = 24
TOLD_HUSH: Final = 25
TOLD_MOON: Final = 26
TOLD_BUTTON: Final = 27
TOLD_ASK: Final = 28
TOLD_KEEP: Final = 29
TOLD_SKIP: Final = 30
TOLD_END: Final = 31
TOLD_WARN: Final = 32
