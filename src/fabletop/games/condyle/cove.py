"""The map: placing Cove cards (CC-MAP), steps, distances, and what DETOUR and PASSAGE do to them."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.condyle import text
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import Ask
from fabletop.games.condyle.cards import PASSAGE
from fabletop.games.condyle.table import CELL, KIND, NEAR, NOWHERE, PIECE, STEP, WIDE, Table
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Refusal

# --- Placement (CC-MAP) ------------------------------------------------------------------------------


def may_lie(t: Table, cell: i64) -> bool:
    """An empty cell against a card, that completes no block of two by two (CC-MAP.2, CC-MAP.3, CC-R9)."""
    board = t.board
    if board[cell] != 0:
        return False
    north = board[cell + WIDE] != 0
    east = board[cell + 1] != 0
    south = board[cell - WIDE] != 0
    west = board[cell - 1] != 0
    if not (north or east or south or west):
        return False
    if north and east and board[cell + WIDE + 1] != 0:
        return False
    if south and east and board[cell - WIDE + 1] != 0:
        return False
    if south and west and board[cell - WIDE - 1] != 0:
        return False
    return not (north and west and board[cell + WIDE - 1] != 0)


def offer_cells(t: Table, verb: i64, out: vec[i64], n: i64) -> i64:
    """Every cell where a card may be laid. There is always one (CC-R10)."""
    first = n
    for node in range(t.nodes):
        here = t.site[CELL + node]
        if here < 0:
            continue  # it is the card that is being displaced
        for way in range(4):
            cell = here + STEP[way]
            if may_lie(t, cell):
                answer = act(verb, cell)
                new = True
                for i in range(first, n):
                    if out[i] == answer:
                        new = False
                        break
                if new:
                    out[n] = answer
                    n += 1
    return n


class PlaceAsk(Ask):
    """Where a card is laid: in an empty cell (CC-MAP)."""

    verbs = (v.PLACE,)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_cells(t, v.PLACE, out, n)

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        return Refusal("CC-R9", f"{text.space_name(t, cell)} lies there.")

    def why_not_empty(self, t: Table, cell: int) -> Refusal:
        return why_not_laid(t, cell)


def why_not_laid(t: Table, cell: int) -> Refusal:
    """Why no card may lie in an empty cell."""
    if all(t.node_at(cell + way) < 0 for way in STEP):
        return Refusal("CC-MAP.2", "No card touches that place: one side must lie against a card.")
    return Refusal("CC-MAP.3", f"Four cards would meet at a corner {text.space_name(t, cell)}.")


def lay(t: Table, kind: i64, cell: i64, piece: i64) -> i64:
    """Put a card into the map; returns its node."""
    node = t.nodes
    t.nodes += 1
    t.site[KIND + node] = kind
    t.site[CELL + node] = cell
    t.site[PIECE + node] = piece
    t.board[cell] = u8(node + 1)
    connect(t)
    return node


def displace(t: Table, node: i64, kind: i64, piece: i64) -> None:
    """Lay a card in the place of another, which waits to be put elsewhere (CC-DETOUR.3)."""
    cell = t.cell_of(node)
    t.site[CELL + node] = NOWHERE
    lay(t, kind, cell, piece)


def shift(t: Table, node: i64, cell: i64) -> None:
    """Put a displaced card elsewhere; its pawns ride along (CC-DETOUR.5, CC-R14)."""
    t.site[CELL + node] = cell
    t.board[cell] = u8(node + 1)
    connect(t)


# --- Steps -------------------------------------------------------------------------------------------


def connect(t: Table) -> None:
    """Write down which nodes are one step apart (CC-MOVE.2), the two PASSAGEs as one (CC-4P.3, CC-R62)."""
    doors: i64 = 0
    for node in range(t.nodes):
        if t.site[KIND + node] == PASSAGE:
            doors |= bit(node)
    both: i64 = 0
    for node in range(t.nodes):
        mask: i64 = 0
        cell = t.site[CELL + node]
        if cell >= 0:
            for way in range(4):
                other = t.board[cell + STEP[way]]
                if other != 0:
                    mask |= bit(i64(other) - 1)
        if mask & doors:
            mask |= doors
        if doors >> node & 1:
            both |= mask
        t.site[NEAR + node] = mask
    both &= ~doors
    for node in range(t.nodes):
        if doors >> node & 1:
            t.site[NEAR + node] = both


def same_space(t: Table, node: i64, other: i64) -> bool:
    """CC-4P.5: both PASSAGEs are the same space."""
    return node == other or (t.kind_of(node) == PASSAGE and t.kind_of(other) == PASSAGE)


def within_one(t: Table, node: i64, other: i64) -> bool:
    """The same space or a neighbouring one."""
    return same_space(t, node, other) or t.near(node) >> other & 1 == 1


def one_step(t: Table, nodes: i64) -> i64:
    """The nodes that lie one step from any of these."""
    reached: i64 = 0
    for at in range(t.nodes):
        if nodes >> at & 1:
            reached |= t.site[NEAR + at]
    return reached


def after_steps(t: Table, node: i64, steps: i64) -> i64:
    """The nodes on which a walk of exactly so many steps may end (CC-MOVE.3, CC-R17)."""
    mask = bit(node)
    for _step in range(steps):
        mask = one_step(t, mask)
    return mask


def within_steps(t: Table, node: i64, steps: i64) -> i64:
    """The nodes on which a walk of one step up to so many may end."""
    mask: i64 = 0
    now = bit(node)
    for _step in range(steps):
        now = one_step(t, now)
        mask |= now
    return mask


def other_door(t: Table, node: i64) -> i64:
    """The other PASSAGE, if a pawn stands on one; else -1 (CC-4P.4)."""
    if t.kind_of(node) == PASSAGE:
        for other in range(t.nodes):
            if other != node and t.kind_of(other) == PASSAGE:
                return other
    return -1


def find_kind(t: Table, kind: i64) -> i64:
    """A node of this kind, or -1."""
    for node in range(t.nodes):
        if t.kind_of(node) == kind:
            return node
    return -1


def measure(t: Table, goal: i64, far: vec[i64]) -> None:
    """Write the steps from every node to the goal."""
    seen = bit(goal)
    other = other_door(t, goal)
    if other >= 0:
        seen |= bit(other)
    edge = seen
    steps: i64 = 0
    while edge:
        reached: i64 = 0
        for node in range(t.nodes):
            if edge >> node & 1:
                far[node] = steps
                reached |= t.near(node)
        edge = reached & ~seen
        seen |= edge
        steps += 1
