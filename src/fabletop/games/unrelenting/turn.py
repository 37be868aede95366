"""A turn, step by step (section 3 of the rules), and what happens between turns.

The frame F_TURN at the bottom of the stack counts the steps; a step that asks something puts its
question above it.
"""

from typing import Final

from mypy_extensions import i64

from fabletop.games.unrelenting.board import FIRST, STRIDE
from fabletop.games.unrelenting.items import half, lay, shake_off
from fabletop.games.unrelenting.roles import comes_home, roll_roles, set_down, turns_half_after_move
from fabletop.games.unrelenting.table import (
    BY_LOT,
    BY_SEAT,
    CARLETON,
    CATHERINE,
    F_COLLECT,
    F_DUSK,
    F_FOLLOW,
    F_HALF,
    F_MOVE,
    F_PICK,
    F_RABBITS,
    F_START,
    F_SWITCH,
    F_TURN,
    HENRY,
    LONG_GONE,
    PLAYERS,
    TILLY,
    TOLD_CHARACTER,
    TOLD_ROLL,
    TOLD_ROUND,
    Table,
)
from fabletop.games.unrelenting.winning import check_win, last_dawn

# --- Set-up (UO-SETUP) ----------------------------------------------------------------------------


def set_up(t: Table) -> None:
    """Items at home, rabbits by the yard ladder, slots empty, nobody in (UO-SETUP.4, UO-SETUP.5)."""
    for item in range(t.board.items):
        lay(t, item, t.board.home[item])  # UO-SETUP.2
    for i in range(PLAYERS):
        t.rabbit[i] = FIRST * STRIDE + t.yard_cell()  # UO-SETUP.3, UO-NIGHT.4, UO-R12, UO-R13
    if t.terms.deal != BY_SEAT:
        t.rng.shuffle(t.picks, 0, PLAYERS)  # UO-R3: who picks first is settled by lot
        t.sealed += 1
    if t.terms.deal == BY_LOT or t.terms.deal == BY_SEAT:
        for player in range(PLAYERS):
            take_character(t, t.picks[player], player)
        begin_round(t)
    else:
        t.push(F_PICK, 0)


def take_character(t: Table, seat: i64, player: i64) -> None:
    """Each seat plays one character, and all four are in play (UO-COMP.1, UO-SETUP.1)."""
    t.seats[player] = seat
    t.say(TOLD_CHARACTER, player, player)


# --- Rounds (UO-MODE) -----------------------------------------------------------------------------


def begin_round(t: Table) -> None:
    """Four turns in one mode, by night too (UO-R1, UO-R15), always in the same order (UO-MODE.1)."""
    t.say(TOLD_ROUND, -1, t.cycle, t.night)
    begin_turn(t, HENRY)


def begin_turn(t: Table, player: i64) -> None:
    t.player = player
    t.turns += 1
    t.one = 0
    t.two = 0
    t.used = 0
    t.hopped = 0
    t.push(F_TURN, 0)


def end_round(t: Table) -> None:
    """Day and night alternate; a night ends a cycle (UO-MODE.2)."""
    if t.night:
        if t.cycle >= t.terms.dawn:  # UO-R56
            last_dawn(t)
            return
        t.cycle += 1
    elif t.away:
        t.away = LONG_GONE  # UO-R44
    t.night = 1 - t.night
    begin_round(t)


# --- The steps of a turn --------------------------------------------------------------------------

TO_MOVE: Final = 2
AT_END: Final = 4


def next_step(t: Table) -> None:
    """Take the next step of the turn on top of the stack."""
    step = t.arg(0)
    t.set_arg(0, step + 1)
    if step == 0:
        if t.player == TILLY and not t.night:
            set_down(t)
        t.push(F_START)  # UO-LATER.1
    elif step == 1:
        roll(t)
    elif step == TO_MOVE:
        t.push(F_RABBITS if t.night else F_MOVE)  # UO-MODE.3, UO-MODE.4, UO-R57
    elif step == 3:
        if t.night and switches(t):
            t.push(F_SWITCH)
    else:
        end_turn(t)


def roll(t: Table) -> None:
    """Two dice; what the roll brings on before the move (UO-COMP.6, UO-LATER.2)."""
    t.one = t.rng.below(6) + 1
    t.two = t.rng.below(6) + 1
    t.sealed += 1
    t.say(TOLD_ROLL, t.player, t.one, t.two)
    if t.total() == 2 or t.total() == 12:
        shake_off(t, t.player)  # UO-STOP.5
    if not t.roles_work():
        return
    if t.night:
        if t.player == HENRY:
            comes_home(t)  # UO-R23: the only role of a night roll; the rabbits still move
    else:
        at = t.depth
        if roll_roles(t):
            t.stack[at - 3] = AT_END  # the step of F_TURN, which may lie below a question now


def switches(t: Table) -> bool:
    """Doubles, 4 or 10, by night, in any cycle (UO-SWITCH.2, UO-R29)."""
    return t.is_double() or t.total() == 4 or t.total() == 10


def end_turn(t: Table) -> None:
    """The win check, then the next turn; stopper attacks after the fourth (UO-R36, UO-STOP.2)."""
    t.pop()
    if check_win(t):
        return
    if t.player == CARLETON:
        t.push(F_DUSK, HENRY)
    else:
        begin_turn(t, t.player + 1)


def after_move(t: Table) -> None:
    """What follows a character's move or placement: Tilly follows, items turn, one is collected."""
    step = t.arg(0)
    t.set_arg(0, step + 1)
    if step == 0:
        if t.player == CATHERINE and t.follows:  # UO-R51
            t.follows = 0
            t.push(F_FOLLOW)
    elif step == 1:
        if turns_half_after_move(t) and t.two_sided(t.player) > 0:
            t.push(F_HALF, half(t.two_sided(t.player)), 0, t.player)
    elif step == 2:
        t.push(F_COLLECT)  # UO-MODE.3, UO-DAY.3
    else:
        t.pop()
