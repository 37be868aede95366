"""What is asked, answered, staged and told, as numbers."""

from typing import Final

# --- Verbs -------------------------------------------------------------------------------------------
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

# --- Frames: what is being asked, or is to be done ---------------------------------------------------
F_CROSS: Final = 1  # how many of the four lie
F_PAWN: Final = 2  # how many pawns stand
F_TURN: Final = 3  # stage, a count
F_FLIP: Final = 4
F_HIDE: Final = 5
F_GO: Final = 6
F_PLAY: Final = 7
F_DRAW: Final = 8
F_PUT: Final = 9  # the kind of the drawn Cove card
F_SLAP: Final = 10
F_FX: Final = 11  # stage, row, a count: a card or space is being carried out
F_TARGET: Final = 12  # row, 1: may decline
F_NUMBER: Final = 13  # row
F_WINDOW: Final = 14  # players asked so far, the only one asked or -1
F_PATH: Final = 15  # pawn, row
F_SEND: Final = 16  # pawn, row
F_TAKE: Final = 17  # from whom, how many more
F_LOSE: Final = 18  # whose, from where, how many more
F_STASH: Final = 19  # whose, how many more
F_FETCH: Final = 20  # how many more
F_SIFT: Final = 21  # whose, how many cards are still looked at
F_PEEK: Final = 22  # how many more
F_GIVE: Final = 23  # players asked so far, how many more of this one
F_BUILD: Final = 24  # piece
F_SHIFT: Final = 25  # the displaced node, the cell it left
F_MAY: Final = 26  # row
F_LAND: Final = 27  # player, node, 1: only what Permanent cards say
F_SOLO: Final = 28  # stage: a round of solo play
F_HIS_MOVE: Final = 29  # steps: the Boogeyman moves
F_TOUCH: Final = 30  # what follows a movement of the orphan: 1 landed on the CEMETERY, times touched


# --- Stages of a turn --------------------------------------------------------------------------------
AT_START: Final = 0
AT_BENNY: Final = 1
AT_BEGIN: Final = 2
AT_MOVE: Final = 3
AT_PLAY: Final = 4
AT_CHECK: Final = 5
AT_DRAW: Final = 6
AT_SLAP: Final = 7
AT_END: Final = 8

# --- Stages of a card --------------------------------------------------------------------------------
ANNOUNCE: Final = 0
COUNT: Final = 1
WINDOW: Final = 2
RUN: Final = 3
FINISH: Final = 4

# --- What the journal tells --------------------------------------------------------------------------
TOLD_FIRST: Final = 1
TOLD_PLACE: Final = 2
TOLD_PAWN: Final = 3
TOLD_DEAL: Final = 4
TOLD_TURN: Final = 5
TOLD_ACT: Final = 6
TOLD_OUT: Final = 7
TOLD_HIDE: Final = 8
TOLD_SHUFFLED: Final = 9
TOLD_GO: Final = 10
TOLD_STAY: Final = 11
TOLD_PLAY: Final = 12
TOLD_TARGET: Final = 13
TOLD_NUMBER: Final = 14
TOLD_DEFEND: Final = 15
TOLD_CANCELLED: Final = 16
TOLD_SPARED: Final = 17
TOLD_MOVED: Final = 18
TOLD_SENT: Final = 19
TOLD_STOLEN: Final = 20
TOLD_STOLEN_PILE: Final = 21
TOLD_SCAVENGED: Final = 22
TOLD_LOST: Final = 23
TOLD_LOST_TOP: Final = 24
TOLD_RECOVERED: Final = 25
TOLD_STASHED: Final = 26
TOLD_FETCHED: Final = 27
TOLD_DRAW: Final = 28
TOLD_SIFTED: Final = 29
TOLD_SAW: Final = 30
TOLD_PEEKED: Final = 31
TOLD_TRADED: Final = 32
TOLD_GAVE: Final = 33
TOLD_BOOST: Final = 34
TOLD_SHIELD: Final = 35
TOLD_END_TURN: Final = 36
TOLD_BUILT: Final = 37
TOLD_SHIFTED: Final = 38
TOLD_CLEARED: Final = 39
TOLD_BENNY: Final = 40
TOLD_WINTER: Final = 41
TOLD_HAUNTED: Final = 42
TOLD_SCREAM: Final = 43
TOLD_WON: Final = 44
TOLD_COVE: Final = 45
TOLD_OPEN: Final = 46
TOLD_HIS_MOVE: Final = 47
TOLD_HE_MOVES: Final = 48
TOLD_HE_PLAYS: Final = 49
TOLD_CAUGHT: Final = 50
TOLD_DRAWN_ACT: Final = 51
TOLD_SWAPPED: Final = 52
TOLD_SLAP: Final = 53
TOLD_SAFE: Final = 54
TOLD_RESHUFFLE: Final = 55
