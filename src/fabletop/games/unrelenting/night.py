"""The plan of a night: where the rabbits go, and which side the items show afterwards.

All four rabbits of a turn are planned together: each is put where it is best while the others stay, one after
the other and over again.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import BASEMENT, LEVELS, SECOND, STRIDE
from fabletop.games.unrelenting.hope import clock_of, set_rabbits, set_scene, weigh
from fabletop.games.unrelenting.movement import ENDS, rabbit_walks
from fabletop.games.unrelenting.table import (
    CONTROL,
    F_SWITCH,
    INSANITY,
    MOST_RABBITS,
    PLAYERS,
    SLOTS,
    Table,
)
from fabletop.games.unrelenting.turn import switches
from fabletop.games.unrelenting.winning import (
    all_of_a_kind,
    is_beside,
    rabbits_on_level,
    wins_by_control,
    wins_by_insanity,
)
from fabletop.kernel.bits import bit

AS_THEY_ARE: Final = 2  # besides CONTROL and INSANITY: the side that the items shall show
PASSES: Final = 2  # how often each rabbit is thought about
WON: Final = 1.0
LOST: Final = 0.0
NOT_YET: Final = -1.0  # worse than anything

CHANCES: Final = vec[float]([0.0] * PLAYERS)


class Plan:
    def __init__(self) -> None:
        self.ends = vec[i64]([0] * (PLAYERS * LEVELS))  # where each rabbit can go, by level
        self.to = vec[i64]([0] * PLAYERS)  # where it shall go
        self.side: i64 = AS_THEY_ARE
        self.worth: float = 0.0


PLAN: Final = Plan()


# --- What a position is worth ---------------------------------------------------------------------


def winner(t: Table) -> i64:
    """Who would have won if the turn ended now, or -1 (UO-R36)."""
    upstairs = rabbits_on_level(t, SECOND)
    if upstairs != 0 and upstairs != PLAYERS:
        return -1
    for i in range(PLAYERS):
        player = (t.player + i) % PLAYERS
        if wins_by_control(t, player) or wins_by_insanity(t, player):
            return player
    return -1


def worth_at_end(t: Table, player: i64) -> float:
    """The chance of a player to win, at the end of a turn; the scene is set but for the rabbits."""
    won = winner(t)
    if won >= 0:
        return WON if won == player else LOST
    set_rabbits(t)
    weigh(t, CHANCES)
    return CHANCES[player]


def worth(t: Table, player: i64) -> float:
    """The chance of a player to win."""
    if t.seat < 0:
        return WON if t.winners >> player & 1 else LOST
    set_scene(t, clock_of(t))
    weigh(t, CHANCES)
    return CHANCES[player]


# --- Planning -------------------------------------------------------------------------------------


def plan_night(t: Table) -> None:
    """Write to PLAN the best night of the player whose turn it is, with the rabbits that have yet to move."""
    player = t.player
    twin = cast(Table, t.clone())
    left = ~(t.hopped | t.carried) & (bit(PLAYERS) - 1)
    for rabbit in range(PLAYERS):
        if left >> rabbit & 1:
            rabbit_walks(t, rabbit)
            for level in range(LEVELS):
                PLAN.ends[rabbit * LEVELS + level] = ENDS[level]
    PLAN.worth = NOT_YET
    set_scene(twin, after_night(player))
    turning = switches(t) or t.top() == F_SWITCH
    for side in range(AS_THEY_ARE, CONTROL - 1, -1):
        if side != AS_THEY_ARE and not turning:
            return
        twin.mad = shown(t, player, side)
        if win_at_once(t, twin, left):
            keep(twin, side, WON)
            return
        for rabbit in range(PLAYERS):
            twin.rabbit[rabbit] = t.rabbit[rabbit]
        best = worth_at_end(twin, player)
        for _pass in range(PASSES):
            for rabbit in range(PLAYERS):
                if left >> rabbit & 1:
                    best = settle_rabbit(twin, rabbit)
        keep(twin, side, best)


def after_night(player: i64) -> i64:
    """What the clock shows after a night turn."""
    return (PLAYERS + player + 1) % (2 * PLAYERS)


def keep(twin: Table, side: i64, good: float) -> None:
    if good > PLAN.worth:
        PLAN.worth = good
        PLAN.side = side
        for rabbit in range(PLAYERS):
            PLAN.to[rabbit] = twin.rabbit[rabbit]


def shown(t: Table, player: i64, side: i64) -> i64:
    """The sides of all items, with the player's turned to one side."""
    mad = t.mad
    if side != AS_THEY_ARE:
        for i in range(player * SLOTS, player * SLOTS + SLOTS):
            item = t.slot[i]
            if 0 <= item < t.board.first_stopper:
                mad = mad | bit(item) if side == INSANITY else mad & ~bit(item)
    return mad


def settle_rabbit(twin: Table, rabbit: i64) -> float:
    """Put a rabbit where it is best while the others stay; return how good that is."""
    player = twin.player
    best = NOT_YET
    chosen = twin.rabbit[rabbit]
    for level in range(LEVELS):
        ends = PLAN.ends[rabbit * LEVELS + level]
        space: i64 = level * STRIDE
        while ends:
            if ends & 1 and twin.rabbits_on(space, bit(rabbit)) < MOST_RABBITS:
                twin.rabbit[rabbit] = space
                good = worth_at_end(twin, player)
                if good > best:
                    best = good
                    chosen = space
            ends >>= 1
            space += 1
    twin.rabbit[rabbit] = chosen
    return best


# --- A night that wins ----------------------------------------------------------------------------


def win_at_once(t: Table, twin: Table, left: i64) -> bool:
    """Whether the rabbits can be led to where a victory of the player wants them; they are then there."""
    for side in (CONTROL, INSANITY):
        if all_of_a_kind(twin, t.player, side) and lead(t, twin, left, side):
            return True
    return False


def lead(t: Table, twin: Table, left: i64, side: i64) -> bool:
    for rabbit in range(PLAYERS):
        twin.rabbit[rabbit] = -1 if left >> rabbit & 1 else t.rabbit[rabbit]
    for i in range(PLAYERS):
        rabbit = (t.player + i) % PLAYERS
        if left >> rabbit & 1 and not lead_one(twin, rabbit, side):
            return False
    return winner(twin) == t.player


def lead_one(twin: Table, rabbit: i64, side: i64) -> bool:
    for level in range(LEVELS):
        ends = PLAN.ends[rabbit * LEVELS + level]
        space: i64 = level * STRIDE
        while ends:
            if ends & 1 and suits(twin, rabbit, space, side):
                if twin.rabbits_on(space, bit(rabbit)) < MOST_RABBITS:
                    twin.rabbit[rabbit] = space
                    return True
            ends >>= 1
            space += 1
    return False


def suits(t: Table, rabbit: i64, space: i64, side: i64) -> bool:
    """Whether a victory of the player whose turn it is wants the rabbit there (UO-WIN.1, UO-WIN.2)."""
    level = space // STRIDE
    mine = rabbit == t.player
    if side == CONTROL:
        return level == BASEMENT if mine else level != SECOND
    return level == SECOND and (not mine or is_beside(t, space, t.stands[rabbit]))
