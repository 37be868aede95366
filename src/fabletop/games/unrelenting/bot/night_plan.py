"""The plan of a night: where the rabbits go, and which side the items show afterwards.

All four rabbits of a turn are planned together: each is put where it is best while the others stay, one after
the other and over again.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import BASEMENT, PLACES, SECOND, STRIDE
from fabletop.games.unrelenting.bot.evaluation import WON, Evaluation
from fabletop.games.unrelenting.movement import rabbit_walks, spaces_into
from fabletop.games.unrelenting.night import Switch, is_lucky
from fabletop.games.unrelenting.table import CONTROL, INSANITY, MOST_RABBITS, PLAYERS, SLOTS, Table
from fabletop.games.unrelenting.winning import all_of_a_kind, is_beside, winner
from fabletop.kernel.bits import bit

AS_THEY_ARE: Final = 2  # besides CONTROL and INSANITY: the side that the items shall show
PASSES: Final = 2  # how often each rabbit is thought about
NOT_YET: Final = -1.0  # worse than anything


def after_night(player: i64) -> i64:
    """What the clock shows after a night turn."""
    return (PLAYERS + player + 1) % (2 * PLAYERS)


def shown(t: Table, player: i64, side: i64) -> i64:
    """The sides of all items, with as many of the player's turned to one side as may be (UO-R29)."""
    mad = t.mad
    left = t.terms.most_switched if side != AS_THEY_ARE else i64(0)
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if left > 0 and 0 <= item < t.board.first_stopper and mad >> item & 1 != side:
            mad ^= bit(item)
            left -= 1
    return mad


class NightPlan:
    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.ends = vec[i64]([0] * (PLAYERS * PLACES))  # where each rabbit can go,
        self.last = vec[i64]([0] * PLAYERS)  # from place rabbit * PLACES on up to here
        self.to = vec[i64]([0] * PLAYERS)  # where it shall go
        self.side: i64 = AS_THEY_ARE
        self.worth: float = 0.0

    def make(self, t: Table) -> None:
        """The best night of the player whose turn it is, with the rabbits that have yet to move."""
        player = t.player
        twin = t.clone()
        left = ~(t.hopped | t.carried) & (bit(PLAYERS) - 1)
        for rabbit in range(PLAYERS):
            if left >> rabbit & 1:
                self.last[rabbit] = spaces_into(rabbit_walks(t, rabbit), 0, self.ends, rabbit * PLACES)
        self.worth = NOT_YET
        self.evaluation.set_scene(twin, after_night(player))
        turning = is_lucky(t) or isinstance(t.question, Switch)
        for side in range(AS_THEY_ARE, CONTROL - 1, -1):
            if side != AS_THEY_ARE and not turning:
                return
            twin.mad = shown(t, player, side)
            if self.win_at_once(t, twin, left):
                self.keep(twin, side, WON)
                return
            for rabbit in range(PLAYERS):
                twin.rabbit[rabbit] = t.rabbit[rabbit]
            best = self.evaluation.chance_at_end(twin, player)
            for _pass in range(PASSES):
                for rabbit in range(PLAYERS):
                    if left >> rabbit & 1:
                        best = self.settle(twin, rabbit)
            self.keep(twin, side, best)

    def keep(self, twin: Table, side: i64, good: float) -> None:
        if good > self.worth:
            self.worth = good
            self.side = side
            for rabbit in range(PLAYERS):
                self.to[rabbit] = twin.rabbit[rabbit]

    def settle(self, twin: Table, rabbit: i64) -> float:
        """Put a rabbit where it is best while the others stay; return how good that is."""
        player = twin.player
        best = NOT_YET
        chosen = twin.rabbit[rabbit]
        for i in range(rabbit * PLACES, self.last[rabbit]):
            space = self.ends[i]
            if twin.rabbits_on(space, bit(rabbit)) < MOST_RABBITS:
                twin.rabbit[rabbit] = space
                good = self.evaluation.chance_at_end(twin, player)
                if good > best:
                    best = good
                    chosen = space
        twin.rabbit[rabbit] = chosen
        return best

    # --- a night that wins -------------------------------------------------------------------------

    def win_at_once(self, t: Table, twin: Table, left: i64) -> bool:
        """Whether the rabbits can be led to where a victory of the player wants them; they are then there."""
        for side in (CONTROL, INSANITY):
            if all_of_a_kind(twin, t.player, side) and self.lead(t, twin, left, side):
                return True
        return False

    def lead(self, t: Table, twin: Table, left: i64, side: i64) -> bool:
        for rabbit in range(PLAYERS):
            twin.rabbit[rabbit] = i64(-1) if left >> rabbit & 1 else t.rabbit[rabbit]
        for i in range(PLAYERS):
            rabbit = (t.player + i) % PLAYERS
            if left >> rabbit & 1 and not self.lead_one(twin, rabbit, side):
                return False
        return winner(twin) == t.player

    def lead_one(self, twin: Table, rabbit: i64, side: i64) -> bool:
        for i in range(rabbit * PLACES, self.last[rabbit]):
            space = self.ends[i]
            if suits(twin, rabbit, space, side) and twin.rabbits_on(space, bit(rabbit)) < MOST_RABBITS:
                twin.rabbit[rabbit] = space
                return True
        return False


def suits(t: Table, rabbit: i64, space: i64, side: i64) -> bool:
    """Whether a victory of the player whose turn it is wants the rabbit there (UO-WIN.1, UO-WIN.2)."""
    level = space // STRIDE
    mine = rabbit == t.player
    if side == CONTROL:
        return level == BASEMENT if mine else level != SECOND
    return level == SECOND and (not mine or is_beside(t, space, t.stands[rabbit]))
