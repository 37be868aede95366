"""What is in the box: the faces of the cards and the Plot Twists as tables, built once per edition."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.effects.engine import ARGUMENTS, Program

# --- How a deck is numbered -----------------------------------------------------------------------
TEAM_SIZE: Final = 10  # SB-BUILD.2
ALLY_SIZE: Final = 5  # SB-BUILD.3
DECK: Final = 15
LEADER: Final = 0  # place of the Leader in its Team

HERO: Final = 0
VILLAIN: Final = 1
SIDE_OF: Final = vec[i64]([card // DECK & 1 for card in range(4 * DECK)])

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

# --- The arguments of a step or requirement of a Twist, as columns of its row ---------------------
CARDS: Final = ARGUMENTS
NAMED: Final = ARGUMENTS + 1  # the place of a card in the deck, or -1
N: Final = ARGUMENTS + 2  # how many
A: Final = ARGUMENTS + 3  # what else a step needs to know
B: Final = ARGUMENTS + 4
UNTIL: Final = ARGUMENTS + 5
WIDTH: Final = ARGUMENTS + 6

UNTIL_BATTLE: Final = 0  # EOB
UNTIL_START: Final = 1  # SONT
UNTIL_END: Final = 2  # EONT


@final
class Cards:
    """The tables of one edition. Faces, teams and Twists are numbered in the order of its file."""

    def __init__(
        self,
        swords: list[int],
        shields: list[int],
        points: list[int],
        teams: list[tuple[int, int, int, int]],
        twists: list[tuple[int, int, int, int, int, int]],
        program: Program,
        duel_spaces: list[int],
        team_spaces: list[int],
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
        self.twist_need = vec[i64]([twist[3] for twist in twists])  # the row of its first requirement
        self.twist_needs = vec[i64]([twist[4] for twist in twists])  # how many
        self.twist_step = vec[i64]([twist[5] for twist in twists])  # the row of its first step
        self.program = program
        self.duel_spaces = vec[i64](duel_spaces)  # x and y of the two that each role lays cards on first
        self.team_spaces = vec[i64](team_spaces)

    def step(self, row: i64, column: i64) -> i64:
        return self.program.rows[row * WIDTH + column]
