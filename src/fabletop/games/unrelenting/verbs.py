"""What may be answered: each verb, and what its thing is."""

from typing import Final

CHARACTER: Final = 1  # a character
ROLL: Final = 2
FREE: Final = 3
ROLE: Final = 4  # a paid role
PAY: Final = 5  # a slot
TO: Final = 6  # a space
LADDER: Final = 7  # a slot of the ladder
CARRY: Final = 8  # a rabbit
DONE: Final = 9
REMOVE: Final = 10  # a slot
TURN: Final = 11  # a slot
COLLECT: Final = 12  # a place
SIDE: Final = 13  # CONTROL or INSANITY
RABBIT: Final = 14  # a rabbit (games of older rules)
ATTACK: Final = 15  # stopper * PLAYERS + victim
HOP: Final = 16  # rabbit * PLACES + space
WAIT: Final = 17
