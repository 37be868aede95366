"""What is in the box: the faces of the cards and the Plot Twists as tables, built once per edition."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# --- How a deck is numbered -----------------------------------------------------------------------
TEAM_SIZE: Final = 10  # SB-BUILD.2
ALLY_SIZE: Final = 5  # SB-BUILD.3
DECK: Final = 15
LEADER: Final = 0  # place of the Leader in its Team

HERO: Final = 0
VILLAIN: Final = 1

CHAMPION_TEAM: Final = 0
ALLY_TEAM: Final = 1

# --- When a Twist may be played (SB-TWIST.2, SB-TWIST.4, SB-VOCAB.17, SB-R27): bits ---------------
OWN_TURN: Final = 1
AT_START: Final = 2  # w1
AFTER_ACTION: Final = 4  # w2
BEFORE_BATTLE: Final = 8  # w3
AT_CAPTURE: Final = 16  # w4

# --- Which cards a Twist speaks of: bits ----------------------------------------------------------
MY: Final = 1
ENEMY: Final = 2
UP: Final = 4
DOWN: Final = 8
ALLY: Final = 16
FACING: Final = 32
CROWDED: Final = 64
DOOMED: Final = 128
REVEALED: Final = 256
IT: Final = 512

# --- A requirement is a row of NEED integers: kind, cards, named, count ---------------------------
NEED: Final = 4
NEED_CARDS: Final = 0
NEED_HAND: Final = 1
NEED_BEHIND: Final = 2
NEED_OUTNUMBERED: Final = 3

# --- A step of an effect is a row of STEP_SIZE integers -------------------------------------------
STEP_SIZE: Final = 8
OP: Final = 0
CARDS: Final = 1
NAMED: Final = 2
N: Final = 3
A: Final = 4
B: Final = 5
UNTIL: Final = 6
NEXT: Final = 7  # row of the next step, or END_OF_TWIST
END_OF_TWIST: Final = -1

DO_AP: Final = 0
DO_DRAW: Final = 1
DO_PLAY: Final = 2  # A: 1 = not the card just returned
DO_HIDE: Final = 3
DO_REVEAL: Final = 4  # N: up to so many; A: 1 = all of them
DO_SPIN: Final = 5  # N: up to so many cards (0: exactly one); A: bit mask of quarter turns
DO_SLIDE: Final = 6
DO_MOVE: Final = 7
DO_SWAP: Final = 8
DO_RETURN: Final = 9
DO_FLIPDOWN: Final = 10
DO_BUFF: Final = 11  # A: Swords, B: Shields
DO_GUARD: Final = 12
DO_DUEL: Final = 13
DO_CHOOSE: Final = 14  # N, A, B: first rows of the branches, or END_OF_TWIST

UNTIL_BATTLE: Final = 0  # EOB
UNTIL_START: Final = 1  # SONT
UNTIL_END: Final = 2  # EONT


class Cards:
    """The tables of one edition. Faces, teams and Twists are numbered in the order of its file."""

    def __init__(
        self,
        swords: list[int],
        shields: list[int],
        points: list[int],
        teams: list[tuple[int, int, int, int]],
        twists: list[tuple[int, int, int, int, int, int]],
        needs: list[int],
        steps: list[int],
    ) -> None:
        self.swords = vec[i64](swords)  # face * 4 + side (SB-COMP.4)
        self.shields = vec[i64](shields)
        self.points = vec[i64](points)
        self.teams: i64 = len(teams)
        self.team_kind = vec[i64]([team[0] for team in teams])
        self.team_side = vec[i64]([team[1] for team in teams])
        self.team_face = vec[i64]([team[2] for team in teams])  # its first face
        self.team_twist = vec[i64]([team[3] for team in teams])  # the first of its two Twists
        self.twists: i64 = len(twists)
        self.twist_team = vec[i64]([twist[0] for twist in twists])
        self.twist_when = vec[i64]([twist[1] for twist in twists])
        self.twist_enemy_turn = vec[i64]([twist[2] for twist in twists])
        self.twist_need = vec[i64]([twist[3] for twist in twists])  # its first requirement
        self.twist_needs = vec[i64]([twist[4] for twist in twists])  # how many
        self.twist_step = vec[i64]([twist[5] for twist in twists])  # its first step
        self.needs = vec[i64](needs)
        self.steps = vec[i64](steps)

    def step(self, row: i64, field: i64) -> i64:
        return self.steps[row * STEP_SIZE + field]
