"""DETOUR and PASSAGE come into the map (CC-DETOUR, CC-R61)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import CardAsk
from fabletop.games.condyle.carrying import Deed
from fabletop.games.condyle.cove import PlaceAsk, displace, lay, offer_cells, shift, why_not_laid
from fabletop.games.condyle.table import FX_PIECE, FX_WHAT, Table
from fabletop.kernel.action import add
from fabletop.kernel.effects.kinds import Word
from fabletop.kernel.question import Refusal

BUILD: Final = 24  # piece
SHIFT: Final = 25  # the displaced node


SPACES = {"DETOUR": "a blank space", "PASSAGE": "a door (two PASSAGEs are one space)"}


class DoBuild(Deed):
    name = "BUILD"
    number = 20
    takes = ((c.HOW, Word({"DETOUR": c.DETOUR, "PASSAGE": c.PASSAGE}, SPACES)),)
    says = "add it to the map as {}, or put it in the place of a card and that card elsewhere"

    def do(self, t: Table, row: i64) -> None:
        t.push(BUILD, t.fx_get(FX_PIECE))


class Build(CardAsk):
    number = BUILD
    rule = "CC-R12"
    verbs = (v.BUILD,)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        """In any free cell, or in place of any card but the cul-de-sac (CC-R12, CC-R13, CC-DETOUR.4)."""
        n = offer_cells(t, v.BUILD, out, n)
        for node in range(1, t.nodes):
            n = add(out, n, v.BUILD, t.cell_of(node))
        return n

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        piece = t.arg(0)
        kind = t.row(t.cards.face_row[t.fx_get(FX_WHAT)], c.HOW)
        t.pop()
        node = t.node_at(cell)
        t.fx_set(FX_PIECE, -1)  # it is a Cove card from now on (CC-DETOUR.1)
        t.did()
        if node < 0:
            lay(t, kind, cell, piece)
        else:
            displace(t, node, kind, piece)
            t.push(SHIFT, node)
        t.tell_at(told.BUILT, t.owner(), node, t.node_at(cell))

    def wish(self, t: Table) -> str:
        return "add it to the map, or put it in the place of a card and that card elsewhere. Where?"

    def why_not_empty(self, t: Table, cell: int) -> Refusal:
        return why_not_laid(t, cell)

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        return Refusal("CC-DETOUR.4", f"{text.kind_name(t, c.CUL_DE_SAC)} cannot be replaced.")


class Shift(PlaceAsk):
    """A card has been displaced: where does it go?"""

    number = SHIFT
    rule = "CC-R13"

    def who(self, t: Table) -> i64:
        return t.owner()

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        node = t.arg(0)
        t.pop()
        shift(t, node, cell)
        t.tell_at(told.SHIFTED, t.owner(), t.kind_of(node), node)

    def prompt(self, t: Table) -> str:
        return f"Where does {text.kind_name(t, t.kind_of(t.arg(0)))} go?"
