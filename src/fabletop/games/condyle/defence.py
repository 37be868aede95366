"""Playing an Options card (CC-PLAY), and the Defensive cards that answer it (CC-DEF)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.aims import affects, aim, first_aim
from fabletop.games.condyle.cards import (
    BUILDING,
    DEFENSIVE,
    END_OF_CARD,
    LATE,
    N2,
    SCOPE_ALL,
)
from fabletop.games.condyle.codes import (
    ANNOUNCE,
    COUNT,
    DEFEND,
    F_FX,
    F_NUMBER,
    F_WINDOW,
    PASS,
    RUN,
    TOLD_DEFEND,
    TOLD_PLAY,
    WINDOW,
)
from fabletop.games.condyle.knowledge import may_be_among, reveal
from fabletop.games.condyle.piles import out_of_hand
from fabletop.games.condyle.table import (
    CANCELLED,
    FROM_OPTIONS,
    FX_IMMUNE,
    FX_NUMBER,
    FX_OWNER,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    UNCHOSEN,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.journal import ALL

# --- Playing -----------------------------------------------------------------------------------------


def play_card(t: Table, player: i64, face: i64) -> None:
    """A card leaves the hand (CC-R25); its targets and numbers are announced, then others may defend.

    It may be played although nobody is where it wants them (CC-PLAY.4, CC-PLAY.5).
    """
    piece = t.held(player, face)
    reveal(t, piece, ALL)
    out_of_hand(t, player, piece)
    t.sealed += 1
    t.tell(TOLD_PLAY, player, face)
    t.fx_push(player, piece, FROM_OPTIONS, face)
    row = t.cards.face_row[face]
    kind = t.cards.face_type[face]
    if kind == BUILDING:  # a Cove card from the moment it is played (CC-R47)
        t.push(F_FX, RUN, row)
    elif kind == DEFENSIVE:  # in the own Play phase: no effect, but it makes room (CC-R29)
        t.push(F_FX, WINDOW, END_OF_CARD)
    else:
        t.push(F_FX, ANNOUNCE, row)


def announce(t: Table) -> None:
    """Name the one player of the card, unless that depends on an earlier step (CC-R26)."""
    row = first_aim(t, t.arg(1))
    t.set_arg(0, COUNT)
    if row != END_OF_CARD and t.cards.row(row, LATE) == 0 and t.fx_get(FX_TARGET) == UNCHOSEN:
        aim(t, row)


def announce_number(t: Table) -> None:
    """2 or 4?"""
    row = first_aim(t, t.arg(1))
    t.set_arg(0, WINDOW)
    if row != END_OF_CARD and t.fx_get(FX_TARGET) >= 0 and t.cards.row(row, N2) > 0:
        if t.fx_get(FX_NUMBER) == 0:
            t.push(F_NUMBER, row)


def open_window(t: Table) -> None:
    t.set_arg(0, RUN)
    t.push(F_WINDOW, 0, -1)


# --- The window (CC-R43, CC-R49) -----------------------------------------------------------------------


def asked(t: Table) -> i64:
    """Who is asked in the window on top."""
    only = t.arg(1)
    return only if only >= 0 else (t.fx_get(FX_OWNER) + t.arg(0)) % t.terms.seats


def next_in_window(t: Table) -> bool:
    """Find the next player who could hold an answer, as far as everybody knows; False: the window closes.

    Whether someone is asked depends on open information only, so the question tells nothing. The
    player of the card is not asked (CC-R48).
    """
    if t.fx_get(FX_IMMUNE) == CANCELLED:  # after a full cancel the round ends
        return False
    if t.arg(1) >= 0:
        return t.arg(0) == 0 and could_defend(t, t.arg(1))
    if t.arg(0) == 0:
        t.set_arg(0, 1)
    while t.arg(0) < t.terms.seats:
        player = asked(t)
        if t.is_live(player) and could_defend(t, player):
            return True
        t.set_arg(0, t.arg(0) + 1)
    return False


def could_defend(t: Table, player: i64) -> bool:
    pieces = t.hand_mask(player)
    if pieces == 0:
        return False
    faces = t.terms.faces
    for card in range(len(faces)):
        if t.cards.face_type[faces[card]] == DEFENSIVE and may_be_among(t, card, pieces):
            if scope_fits(t, player, faces[card]):
                return True
    return False


def scope_fits(t: Table, player: i64, face: i64) -> bool:
    """Whom it covers (CC-DEF.4): all (CC-R45, CC-R46), or only its player, if the card hits him."""
    if t.cards.face_scope[face] == SCOPE_ALL:
        return True
    if t.fx_get(FX_SOURCE) == FROM_OPTIONS and t.cards.face_type[t.fx_get(FX_WHAT)] == DEFENSIVE:
        return False
    return affects(t, player)


def offer_defence(t: Table, out: vec[i64]) -> i64:
    player = asked(t)
    out[0] = act(PASS, 0)
    n: i64 = 1
    for face in range(len(t.cards.face_type)):
        if t.cards.face_type[face] == DEFENSIVE and t.held(player, face) >= 0 and scope_fits(t, player, face):
            out[n] = act(DEFEND, face)
            n += 1
    return n


def decline(t: Table) -> None:
    t.set_arg(0, t.arg(0) + 1)


def defend(t: Table, face: i64) -> None:
    """A Defensive card is played out of turn (CC-DEF.2, CC-DEF.3); it can itself be answered (CC-R46)."""
    player = asked(t)
    decline(t)
    piece = t.held(player, face)
    reveal(t, piece, ALL)
    out_of_hand(t, player, piece)
    t.sealed += 1
    t.tell(TOLD_DEFEND, player, face)
    t.fx_push(player, piece, FROM_OPTIONS, face)
    t.push(F_FX, WINDOW, t.cards.face_row[face])
