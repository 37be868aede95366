"""Winning: by control, by insanity (UO-GEN.3), or at the last dawn."""

from mypy_extensions import i64

from fabletop.games.unrelenting.board import BASEMENT, SECOND, STRIDE
from fabletop.games.unrelenting.table import (
    BY_CONTROL,
    BY_DAWN,
    BY_INSANITY,
    CONTROL,
    INSANITY,
    PLAYERS,
    SLOTS,
    Table,
)
from fabletop.games.unrelenting.told import TOLD_DAWN, TOLD_WON
from fabletop.kernel.bits import bit
from fabletop.kernel.state import NOBODY


def all_of_a_kind(t: Table, player: i64, side: i64) -> bool:
    """Eight own items, this side up; own stoppers count as both (UO-STOP.1, UO-R30, UO-R35)."""
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if not t.is_own(item):  # UO-STOP.3, UO-R32
            return False
        if item < t.board.first_stopper and t.mad >> item & 1 != side:
            return False
    return True


def rabbits_on_level(t: Table, level: i64) -> i64:
    count: i64 = 0
    for i in range(PLAYERS):
        if t.rabbit[i] // STRIDE == level:
            count += 1
    return count


def is_beside(t: Table, one: i64, other: i64) -> bool:
    """Sharing a side, on one level (UO-R38)."""
    if one < 0 or other < 0 or one // STRIDE != other // STRIDE:
        return False
    return t.board.spread(bit(one % STRIDE)) >> (other % STRIDE) & 1 != 0


def wins_by_control(t: Table, player: i64) -> bool:
    """UO-WIN.1: all control, no rabbit upstairs, the own rabbit in the basement/yard."""
    return (
        t.rabbit[player] // STRIDE == BASEMENT
        and rabbits_on_level(t, SECOND) == 0
        and all_of_a_kind(t, player, CONTROL)
    )


def wins_by_insanity(t: Table, player: i64) -> bool:
    """UO-WIN.2: all insanity, all rabbits upstairs, the own one beside the own character."""
    return (
        rabbits_on_level(t, SECOND) == PLAYERS
        and is_beside(t, t.rabbit[player], t.stands[player])
        and all_of_a_kind(t, player, INSANITY)
    )


def winner(t: Table) -> i64:
    """Who wins if the turn ends now, or -1: the active player first, then round the table (UO-R36)."""
    upstairs = rabbits_on_level(t, SECOND)
    if upstairs != 0 and upstairs != PLAYERS:
        return -1
    for i in range(PLAYERS):
        player = (t.player + i) % PLAYERS
        if wins_by_control(t, player) or wins_by_insanity(t, player):
            return player
    return -1


def check_win(t: Table) -> bool:
    """After every turn, for all (UO-WIN.3, UO-R37)."""
    player = winner(t)
    if player < 0:
        return False
    how: i64 = BY_CONTROL if wins_by_control(t, player) else BY_INSANITY
    t.say(TOLD_WON, player, how)
    finish(t, how, bit(player))
    return True


def finish(t: Table, how: i64, winners: i64) -> None:
    t.how = how
    t.winners = winners
    t.depth = 0
    t.seat = NOBODY


# --- The last dawn (UO-R56) -----------------------------------------------------------------------


def of_kind(t: Table, player: i64, side: i64) -> i64:
    """How many own items show this side, stoppers included."""
    count: i64 = 0
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if t.is_own(item) and (item >= t.board.first_stopper or t.mad >> item & 1 == side):
            count += 1
    return count


def dawn_rank(t: Table, player: i64) -> i64:
    """Most items of one kind, then most items, then the rabbit where that kind wants it."""
    control = of_kind(t, player, CONTROL)
    mad = of_kind(t, player, INSANITY)
    level = t.rabbit[player] // STRIDE
    placed: i64 = 0
    if (control >= mad and level == BASEMENT) or (mad >= control and level == SECOND):
        placed = 1
    return (control if control > mad else mad) * 100 + t.own_count(player) * 2 + placed


def last_dawn(t: Table) -> None:
    best: i64 = -1
    winners: i64 = 0
    for player in range(PLAYERS):
        rank = dawn_rank(t, player)
        if rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners |= bit(player)
    t.say(TOLD_DAWN, -1, winners)
    finish(t, BY_DAWN, winners)
