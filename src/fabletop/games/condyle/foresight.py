"""What would come of playing a card now, by what its player can see."""

from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.aims import branch, candidates, fits, names_one
from fabletop.games.condyle.carrying import Deed, deed
from fabletop.games.condyle.table import BENNY, FROM_OPTIONS, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import CHOOSE, END, IF, NEXT, OP


def would_do_nothing(t: Table, player: i64, face: i64) -> bool:
    """Whether a card would only leave the hand: nobody is where it wants them (CC-PLAY.4, CC-PLAY.5), or it
    answers a card that nobody has played (CC-R29)."""
    if t.cards.face_type[face] == c.BUILDING:
        return False
    if t.cards.face_type[face] == c.DEFENSIVE:
        return True
    twin = t.clone()
    twin.fx_push(player, -1, FROM_OPTIONS, face)
    row = t.cards.face_row[face]
    while row != END:
        if t.row(row, OP) == CHOOSE:
            return False
        if t.row(row, OP) == IF:
            row = branch(twin, row)
        elif reaches_somebody(twin, row):
            return False
        else:
            row = t.row(row, NEXT)
    return True


def reaches_somebody(t: Table, row: i64) -> bool:
    who = t.row(row, c.WHO)
    what = deed(t, row)
    if who == c.IT:  # whom a step before has reached, and none has
        return False
    mask: i64 = 0
    if names_one(who):
        mask = candidates(t, row)
    elif who == c.YOU:
        mask = bit(t.owner())
    elif who == c.OTHERS or who == c.EVERYBODY:
        for player in range(t.terms.seats):
            if (who == c.EVERYBODY or player != t.owner()) and t.is_live(player):
                mask |= bit(player) if fits(t, t.owner(), player, t.row(row, c.WHERE)) else 0
    else:
        return True
    for pawn in range(BENNY + 1):
        if mask >> pawn & 1 and not is_in_vain(t, row, what, pawn):
            return True
    return False


def is_in_vain(t: Table, row: i64, what: Deed, pawn: i64) -> bool:
    if pawn == BENNY:
        return False
    if what.recovers:
        return t.discard_n(pawn) == 0
    return pawn != t.owner() and what.spares(t, row, pawn)
