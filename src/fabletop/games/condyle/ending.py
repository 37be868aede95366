"""Leaving the game, and winning it (CC-OUT, CC-GOAL)."""

from mypy_extensions import i64

from fabletop.games.condyle.codes import AT_END, F_TURN, TOLD_OUT, TOLD_WON
from fabletop.games.condyle.table import FATE, NOBODY, RANK, Table
from fabletop.kernel.bits import bit


def put_out(t: Table, player: i64, fate: i64) -> None:
    """A player leaves in the own turn, which ends at once (CC-R58); the cards stay set aside (CC-R57).

    Players leave one at a time, each in the own turn (CC-R59).
    """
    t.dead |= bit(player)
    t.pawn[player] = -1
    t.tally[FATE + player] = fate
    t.out_n += 1
    t.tally[RANK + player] = t.out_n
    t.tell(TOLD_OUT, player, fate)
    t.depth = 0
    t.fx_n = 0
    if t.live_count() == 1:  # CC-OUT.2, CC-R60
        win(t, t.after(player))
    else:
        t.push(F_TURN, AT_END)


def win(t: Table, player: i64) -> None:
    """CC-GOAL.1. NOBODY: the solo Boogeyman has won."""
    t.winner = player
    t.depth = 0
    t.fx_n = 0
    t.seat = NOBODY
    t.tell(TOLD_WON, player, 0)
