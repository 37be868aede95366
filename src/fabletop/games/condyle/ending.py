"""Leaving the game, and winning it (CC-OUT, CC-GOAL)."""

from typing import Final

from mypy_extensions import i64

from fabletop.games.condyle import told
from fabletop.games.condyle.table import FATE, NOBODY, RANK, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.state import FRAME

AT_END: Final = 8  # the last stage of a turn


def put_out(t: Table, player: i64, fate: i64) -> None:
    """A player leaves in the own turn, which ends at once (CC-R58); the cards stay set aside (CC-R57).

    Players leave one at a time, each in the own turn (CC-R59).
    """
    t.dead |= bit(player)
    t.pawn[player] = -1
    t.tally[FATE + player] = fate
    t.out_n += 1
    t.tally[RANK + player] = t.out_n
    t.tell(told.OUT, player, fate)
    if t.live_count() == 1:  # CC-OUT.2, CC-R60
        win(t, t.after(player))
        return
    t.fx_n = 0
    t.depth = FRAME  # the turn lies under all else
    t.set_arg(0, AT_END)
    t.set_arg(1, 0)


def win(t: Table, player: i64) -> None:
    """CC-GOAL.1. NOBODY: the Boogeyman has won."""
    t.winner = player
    t.depth = 0
    t.fx_n = 0
    t.seat = NOBODY
    t.tell(told.WON, player, 0)
