"""What is printed on the cards, as tables of integers: the programs that the engine carries out.

A program is a chain of rows. A row is one step (docs/editions.md, `kernel/effects`): which verb, and in
these columns to whom, on which spaces, how often and how.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# --- A row -----------------------------------------------------------------------------------------
WHO: Final = 5
WHERE: Final = 6
N: Final = 7
N2: Final = 8  # the other number of "2/4"; UP_TO for "<=n"
HOW: Final = 9
BY: Final = 10  # who chooses the path: NEXT_PLAYER, or the player of the card
LATE: Final = 11  # 1: its target depends on an earlier step (CC-R26)
WIDTH: Final = 12

UP_TO: Final = -1
EVERYTHING: Final = 99

# --- Who (first argument of most steps) -----------------------------------------------------------
YOU: Final = 1
OTHER: Final = 2
OTHERS: Final = 3
ANY: Final = 4
EVERYBODY: Final = 5
PAWN: Final = 6
IT: Final = 7
NEXT_PLAYER: Final = 8

# --- Where: a bit mask of kinds of spaces, or these ------------------------------------------------
NOT_THERE: Final = 4294967296
HERE: Final = 8589934592
NEAR: Final = 17179869184
KINDS_MASK: Final = 4294967295

# --- How --------------------------------------------------------------------------------------------
FROM_HAND: Final = 1
FROM_PILE: Final = 2
FROM_EITHER: Final = 3
SEEN: Final = 4
AT_RANDOM: Final = 5
YOURS: Final = 6
UNDER: Final = 1
SHUFFLED: Final = 2
ANY_SPACE: Final = 99
NO_STEAL: Final = 1
NO_MOVE: Final = 2
SCOPE_SELF: Final = 1
SCOPE_ALL: Final = 2

# --- Kinds of spaces that the rules themselves speak of; others follow -----------------------------
CUL_DE_SAC: Final = 0  # whatever its name (CC-R77)
CEMETERY: Final = 1
DETOUR: Final = 2
PASSAGE: Final = 3
COLD: Final = 4  # OUT IN THE COLD
HAUNTED_GROUND: Final = 5

# --- Rules that hold on a space (HERE) or by a Permanent card (HOLD) ------------------------------
HAND_SAFE: Final = 0
PILE_SAFE: Final = 1
MOVE_SAFE: Final = 2
CEMETERY_SAFE: Final = 3
NO_HIGHWAY: Final = 4
NO_HAUNT: Final = 5
HAND_OPEN: Final = 6
STEAL_LESS: Final = 7
BENNY_MORE: Final = 8
MOVE_MORE: Final = 9  # the amount may be negative

# --- What kind of Options card ---------------------------------------------------------------------
ORDINARY: Final = 0
DEFENSIVE: Final = 1
BUILDING: Final = 2


class Cards:
    """The tables of one edition. Faces, Acts, charms and kinds are numbered as its file has them.

    A face is an Options card; an Act is an Act of Desperation; a charm is a Last Winter or a Haunted
    card, Permanent or not; a kind is a kind of space.
    """

    def __init__(
        self,
        faces: list[tuple[int, int, int, int]],
        acts: list[tuple[int, int]],
        charms: list[tuple[int, int, int, int, int, int, int]],
        kinds: list[tuple[int, int, int]],
    ) -> None:
        self.face_row = vec[i64]([face[0] for face in faces])
        self.face_type = vec[i64]([face[1] for face in faces])
        self.face_scope = vec[i64]([face[2] for face in faces])  # of a Defensive card
        self.face_steps = vec[i64]([face[3] for face in faces])  # of the Boogeyman; -1: as its program says
        self.act_row = vec[i64]([act[0] for act in acts])
        self.act_boogeyman = vec[i64]([act[1] for act in acts])
        self.charm_row = vec[i64]([charm[0] for charm in charms])  # of one that is not Permanent
        self.charm_rule = vec[i64]([charm[1] for charm in charms])  # of a Permanent one; -1: none
        self.charm_amount = vec[i64]([charm[2] for charm in charms])
        self.charm_begin = vec[i64]([charm[3] for charm in charms])  # a row, or -1
        self.charm_land = vec[i64]([charm[4] for charm in charms])  # a row, or -1
        self.charm_spaces = vec[i64]([charm[5] for charm in charms])  # the kinds that trigger it
        self.charm_face = vec[i64]([charm[6] for charm in charms])  # the first copy: which tells nothing
        self.kind_rule = vec[i64]([kind[0] for kind in kinds])  # a bit mask of rules
        self.kind_land = vec[i64]([kind[1] for kind in kinds])  # a row, or -1
        self.kind_boost = vec[i64]([kind[2] for kind in kinds])  # HIGHWAY

    def is_permanent(self, charm: i64) -> bool:
        return self.charm_row[charm] < 0
