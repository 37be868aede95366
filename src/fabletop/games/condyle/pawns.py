"""Moving pawns by cards: paths, sends, trades of places, and landings (CC-MOVE, CC-SPACE)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.aims import begin_program
from fabletop.games.condyle.cards import (
    ANY_SPACE,
    BY,
    CEMETERY,
    CEMETERY_SAFE,
    HOW,
    MAY,
    MOVE_SAFE,
    N2,
    NEXT_PLAYER,
    NO_MOVE,
    UP_TO,
    N,
)
from fabletop.games.condyle.codes import DONE, F_LAND, TO, TOLD_MOVED, TOLD_SAFE, TOLD_SENT, TOLD_SWAPPED
from fabletop.games.condyle.cove import (
    after_steps,
    within_steps,
)
from fabletop.games.condyle.table import (
    BENNY,
    CHARM_N,
    CHARMS,
    FROM_CHARM,
    FROM_SPACE,
    FX_DONE,
    FX_NUMBER,
    FX_OWNER,
    SHIELD,
    Table,
)
from fabletop.kernel.action import act

# --- Moving pawns ------------------------------------------------------------------------------------


def can_be_moved(t: Table, pawn: i64) -> bool:
    """By the card on top: "cannot be moved" (CC-SPACE.8) stops what others do (CC-PREC.1, CC-R20)."""
    if pawn == BENNY or pawn == t.fx_get(FX_OWNER):
        return True
    if t.has_rule(pawn, MOVE_SAFE) or t.tally[SHIELD + pawn] & NO_MOVE:
        t.tell(TOLD_SAFE, pawn, 0)
        return False
    return True


def mover(t: Table) -> i64:
    """Who chooses the path (CC-R21)."""
    owner = t.fx_get(FX_OWNER)
    return t.after(owner) if t.cards.row(t.arg(1), BY) == NEXT_PLAYER else owner


def ends_of_path(t: Table) -> i64:
    """The nodes on which the movement being asked about may end."""
    row = t.arg(1)
    node = t.pawn[t.arg(0)]
    if t.cards.row(row, N2) == UP_TO:
        return within_steps(t, node, t.cards.row(row, N))
    if t.cards.row(row, N2) > 0:
        return after_steps(t, node, t.fx_get(FX_NUMBER))
    return after_steps(t, node, t.cards.row(row, N))


def offer_path(t: Table, out: vec[i64]) -> i64:
    mask = ends_of_path(t)
    n: i64 = 0
    for node in range(t.nodes):
        if mask >> node & 1:
            out[n] = act(TO, t.node_cell[node])
            n += 1
    if t.cards.row(t.arg(1), N2) == UP_TO:
        out[n] = act(DONE, 0)  # no step is no landing (CC-R18)
        n += 1
    return n


def walk_to(t: Table, cell: i64) -> None:
    pawn = t.arg(0)
    t.pop()
    t.fx_set(FX_DONE, 1)
    node = t.node_at(cell)
    t.pawn[pawn] = node
    t.tell_at(TOLD_MOVED, t.fx_get(FX_OWNER), pawn, node)
    if pawn != BENNY:
        t.push(F_LAND, pawn, node)


def offer_sending(t: Table, out: vec[i64]) -> i64:
    """A space that is not in the map leaves the pawn where it is (CC-CARD.3)."""
    player = t.arg(0)
    kind = t.cards.row(t.arg(1), HOW)
    n: i64 = 0
    for node in range(t.nodes):
        if (kind == ANY_SPACE and node != t.pawn[player]) or t.node_kind[node] == kind:
            out[n] = act(TO, t.node_cell[node])
            n += 1
    if t.cards.row(t.arg(1), MAY):
        out[n] = act(DONE, 0)
        n += 1
    return n


def send_to(t: Table, cell: i64) -> None:
    player = t.arg(0)
    t.pop()
    t.fx_set(FX_DONE, 1)
    node = t.node_at(cell)
    t.pawn[player] = node
    t.tell_at(TOLD_SENT, t.fx_get(FX_OWNER), player, node)
    t.push(F_LAND, player, node)


def trade_places(t: Table, player: i64) -> None:
    """Both land, you first; void as a whole if the other cannot be moved (CC-R20)."""
    you = t.fx_get(FX_OWNER)
    if not can_be_moved(t, player):
        return
    mine = t.pawn[you]
    theirs = t.pawn[player]
    if mine == theirs:
        return
    t.pawn[you] = theirs
    t.pawn[player] = mine
    t.tell(TOLD_SWAPPED, you, player)
    t.fx_set(FX_DONE, 1)
    t.push(F_LAND, player, mine)
    t.push(F_LAND, you, theirs)


def land(t: Table) -> None:
    """What a space, and then Permanent cards, do to a pawn that has landed (CC-SPACE.2, CC-R22, CC-R23).

    The CEMETERY wakes so, in anyone's turn (CC-SPACE.5, CC-SPACE.6); a DETOUR does nothing (CC-R15).
    """
    player = t.arg(0)
    node = t.arg(1)
    t.pop()
    if not t.is_live(player) or t.pawn[player] != node:
        return
    kind = t.node_kind[node]
    for i in range(t.tally[CHARM_N + player] - 1, -1, -1):
        charm = t.charms[player * CHARMS + i]
        if t.cards.charm_land[charm] >= 0 and t.cards.charm_spaces[charm] >> kind & 1:
            begin_program(t, player, FROM_CHARM, charm, t.cards.charm_land[charm])
    row = t.cards.kind_land[kind]
    if row < 0 or (kind == CEMETERY and t.has_rule(player, CEMETERY_SAFE)):
        return
    begin_program(t, player, FROM_SPACE, kind, row)
