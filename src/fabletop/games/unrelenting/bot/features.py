"""What matters of a position to one player, as numbers that the learnt weights say the worth of."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.table import INSANITY, SLOTS, Table

# --- Features, by number ----------------------------------------------------------------------
# "Few, 5, 6, 7, 8" and the like: a feature of its own for each number of items of the kind wanted.
BEST: Final = 0  # items of the kind of which there are more, stoppers counted in: 0 to 8
TOTAL: Final = 9  # items of both kinds: 0 to 8
FULL: Final = 18  # eight, but the kinds are mixed
OWN_STOPPERS: Final = 19  # one, more
BLOCKED: Final = 21  # by somebody's stopper; the same times the items
THREATENED: Final = 23  # stoppers that others could put here; the same with six items or more
CLOCK: Final = 25  # turns until the next day turn, 0 to 7
DOWN: Final = 33  # chance that a night roll brings the rabbits where control wants them: few, 5, 6, 7, 8
BESIDE: Final = 38  # the same for insanity, with the character upstairs
UP: Final = 43  # chance that a night roll brings all rabbits upstairs: few, 5, 6, 7, 8
WALK: Final = 48  # chance that a day roll brings the character to its rabbit while all are upstairs: 7, 8
WALK_SOON: Final = 50  # the same with 8: the day turn is next, or at most three turns away
TONIGHT: Final = 52  # chance to win by a night roll: that turn is next, at most three turns away, later
CALM: Final = 55  # control is wanted, and Catherine may come; the same while she can pay
UPSTAIRS: Final = 57  # insanity is wanted and the character is there: few, 6 or more
COLLECTS: Final = 59  # chance that a day roll brings an item
STOPS: Final = 60  # or a stopper
ABSENT: Final = 61  # Henry is away: for Henry, and for Catherine while she paints
DIVIDED: Final = 63  # for Carleton
WHO: Final = 64  # the character
WHO_BEST: Final = 68  # the character, times the items
ROBS: Final = 72  # for Catherine: what the others would lose to her
WHO_CALM: Final = 73  # the character, times the items, if control is wanted
FEATURES: Final = 77


class Features:
    """What is seen of a player: the numbers of the features that are not zero, and how much of each."""

    def __init__(self) -> None:
        self.what = vec[i64]([0] * FEATURES)
        self.much = vec[float]([0.0] * FEATURES)
        self.count: i64 = 0
        self.by_day: float = 0.0  # the chance to win in the next day turn if no rabbit moves,
        self.by_night: float = 0.0  # or in the next night turn

    def add(self, what: i64, much: float) -> None:
        if much != 0.0:
            self.what[self.count] = what
            self.much[self.count] = much
            self.count += 1

    def score(self, weights: vec[float]) -> float:
        total = 0.0
        what = self.what
        much = self.much
        for i in range(self.count):
            total += weights[what[i]] * much[i]
        return total


# --- Items, counted ---------------------------------------------------------------------------------
CALM_ONE: Final = 1
MAD_ONE: Final = 16
STOPPER_ONE: Final = 256
FOREIGN_ONE: Final = 4096


def held(t: Table, player: i64) -> i64:
    """How many items of control, of insanity, own stoppers and foreign ones, in four bits each."""
    counts: i64 = 0
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if item < 0:
            continue
        if item < t.board.first_stopper:
            counts += MAD_ONE if t.mad >> item & 1 == INSANITY else CALM_ONE
        else:
            counts += FOREIGN_ONE if t.foreign >> item & 1 else STOPPER_ONE
    return counts
