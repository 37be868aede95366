"""DETOUR and PASSAGE come into the map (CC-DETOUR)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.cards import (
    HOW,
)
from fabletop.games.condyle.codes import BUILD, F_SHIFT, TOLD_BUILT, TOLD_SHIFTED
from fabletop.games.condyle.cove import (
    displace,
    lay,
    offer_cells,
    shift,
)
from fabletop.games.condyle.table import FX_DONE, FX_OWNER, FX_PIECE, FX_WHAT, Table
from fabletop.kernel.action import act

# --- DETOUR and PASSAGE (CC-DETOUR, CC-R61) ------------------------------------------------------------


def offer_building(t: Table, out: vec[i64]) -> i64:
    """In any free cell, or in place of any card but the cul-de-sac (CC-R12, CC-R13, CC-DETOUR.4)."""
    n = offer_cells(t, BUILD, out, 0)
    for node in range(1, t.nodes):
        out[n] = act(BUILD, t.node_cell[node])
        n += 1
    return n


def build(t: Table, cell: i64) -> None:
    piece = t.arg(0)
    kind = built_kind(t)
    t.pop()
    node = t.node_at(cell)
    t.fx_set(FX_PIECE, -1)  # it is a Cove card from now on (CC-DETOUR.1)
    t.fx_set(FX_DONE, 1)
    owner = t.fx_get(FX_OWNER)
    if node < 0:
        t.tell_at(TOLD_BUILT, owner, kind, lay(t, kind, cell, piece))
    else:
        displace(t, node, kind, piece)
        t.tell_at(TOLD_BUILT, owner, kind, t.node_at(cell))
        t.push(F_SHIFT, node)


def built_kind(t: Table) -> i64:
    return t.cards.row(t.cards.face_row[t.fx_get(FX_WHAT)], HOW)


def put_displaced(t: Table, cell: i64) -> None:
    node = t.arg(0)
    t.pop()
    shift(t, node, cell)
    t.tell_at(TOLD_SHIFTED, t.fx_get(FX_OWNER), t.node_kind[node], node)
