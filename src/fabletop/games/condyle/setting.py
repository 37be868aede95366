"""Setting up (CC-SETUP): deal, the starting cross, the pawns, the first hands."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.cards import CUL_DE_SAC, HAUNTED_GROUND
from fabletop.games.condyle.codes import (
    F_CROSS,
    F_PAWN,
    PLACE,
    START,
    TOLD_DEAL,
    TOLD_FIRST,
    TOLD_PAWN,
    TOLD_PLACE,
)
from fabletop.games.condyle.cove import find_kind, lay
from fabletop.games.condyle.piles import draw, put_on_top
from fabletop.games.condyle.table import ACTS, BENNY, CENTRE, FIRST_HAND, STEP, Table
from fabletop.games.condyle.turn import new_gap, start_turn
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

CROSS: Final = 4


def begin(t: Table) -> None:
    terms = t.terms
    t.first = terms.first if terms.first >= 0 else t.rng.below(terms.players)  # CC-R1
    t.tell(TOLD_FIRST, t.first, 0)
    lay(t, CUL_DE_SAC, CENTRE, -1)  # CC-SETUP.5
    deal(t)
    shuffle_decks(t)
    t.push(F_CROSS, 0)


def deal(t: Table) -> None:
    """Shuffle all Options cards and deal them one by one, the first player first (CC-SETUP.1, CC-R2)."""
    n = t.terms.pieces
    t.rng.shuffle(t.print, 0, n)
    for i in range(len(t.among)):
        t.among[i] = bit(n) - 1  # nobody has seen any (CC-SETUP.2)
    for piece in range(n):
        put_on_top(t, (t.first + piece) % t.terms.players, piece)


def shuffle_decks(t: Table) -> None:
    terms = t.terms
    for i in range(len(terms.cove)):
        t.cove[i] = terms.cove[i]
    t.cove_n = len(terms.cove)
    t.rng.shuffle(t.cove, 0, t.cove_n)  # CC-SETUP.3
    if terms.ghost == 1:  # one of the four of the cross (CC-GHOST.2)
        t.cove[t.cove_n] = HAUNTED_GROUND
        t.cove_n += 1
    for slot in range(ACTS):
        t.act[slot] = terms.acts[slot]
    t.rng.shuffle(t.act, 0, ACTS)  # CC-SETUP.4; on the same board (CC-R6)
    t.winter_n = len(terms.winter)
    for i in range(t.winter_n):
        t.winter[i] = terms.winter[i]
    t.rng.shuffle(t.winter, 0, t.winter_n)  # CC-LW.2
    t.haunted_n = len(terms.haunted)
    for i in range(t.haunted_n):
        t.haunted[i] = terms.haunted[i]
    t.rng.shuffle(t.haunted, 0, t.haunted_n)


# --- The starting cross (CC-SETUP.6) -----------------------------------------------------------------


def offer_cross(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    for way in range(4):
        if t.board[CENTRE + STEP[way]] == 0:
            out[n] = act(PLACE, CENTRE + STEP[way])
            n += 1
    return n


def lay_cross(t: Table, cell: i64) -> None:
    t.cove_n -= 1
    kind = t.cove[t.cove_n]
    t.tell_at(TOLD_PLACE, t.first, kind, lay(t, kind, cell, -1))
    t.set_arg(0, t.arg(0) + 1)


def cross_is_laid(t: Table) -> bool:
    return t.arg(0) == CROSS


# --- Pawns (CC-SETUP.8) ------------------------------------------------------------------------------


def place_benny(t: Table) -> None:
    """On HAUNTED GROUND (CC-GHOST.3), in the harder variant on the cul-de-sac (CC-GHOST.4)."""
    if t.terms.ghost:
        t.pawn[BENNY] = find_kind(t, HAUNTED_GROUND) if t.terms.ghost == 1 else 0
        t.clock = new_gap(t)


def placer(t: Table) -> i64:
    """First player first, then clockwise (CC-R4)."""
    return (t.first + t.arg(0)) % t.terms.players


def offer_starts(t: Table, out: vec[i64]) -> i64:
    for node in range(CROSS + 1):
        out[node] = act(START, t.node_cell[node])
    return CROSS + 1


def place_pawn(t: Table, cell: i64) -> None:
    """No landing (CC-R4); any number may share a space (CC-MOVE.5)."""
    player = placer(t)
    t.pawn[player] = t.node_at(cell)
    t.tell_at(TOLD_PAWN, player, 0, t.pawn[player])
    t.set_arg(0, t.arg(0) + 1)


def first_hands(t: Table) -> None:
    """Pawns first, then hands (CC-SETUP.9, CC-R5); the youngest begins (CC-SETUP.10)."""
    t.pop()
    t.tell(TOLD_DEAL, t.first, FIRST_HAND)
    for i in range(t.terms.players):
        for _card in range(FIRST_HAND):
            draw(t, (t.first + i) % t.terms.players)
    start_turn(t, t.first)


def ask_pawns(t: Table) -> None:
    t.pop()
    place_benny(t)
    t.push(F_PAWN, 0)
