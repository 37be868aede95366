"""Setting up (CC-SETUP): deal, the starting cross, the pawns, the first hands."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import Ask
from fabletop.games.condyle.cards import CUL_DE_SAC, HAUNTED_GROUND
from fabletop.games.condyle.cove import PlaceAsk, find_kind, lay
from fabletop.games.condyle.ghost import new_gap
from fabletop.games.condyle.piles import draw, put_on_top
from fabletop.games.condyle.table import (
    ACT,
    BENNY,
    CENTRE,
    COVE,
    FIRST_HAND,
    HAUNTED,
    STEP,
    WINTER,
    Table,
)
from fabletop.games.condyle.turn import start_turn
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Refusal
from fabletop.kernel.state import Frame

CROSS: Final = 1  # how many of the four lie
PAWN: Final = 2  # how many pawns stand
SET_UP: Final = 31
FOUR: Final = 4


def set_up(t: Table) -> None:
    t.push(SET_UP)


class SetUp(Frame[Table]):
    number = SET_UP

    def run(self, t: Table) -> bool:
        t.pop()
        terms = t.terms
        t.first = terms.first if terms.first >= 0 else t.rng.below(terms.players)  # CC-R1
        t.tell(told.FIRST, t.first, 0)
        lay(t, CUL_DE_SAC, CENTRE, -1)  # CC-SETUP.5
        deal(t)
        shuffle_decks(t)
        t.push(CROSS, 0)
        return False


def deal(t: Table) -> None:
    """Shuffle all Options cards and deal them one by one, the first player first (CC-SETUP.1, CC-R2)."""
    n = t.terms.pieces
    t.print = t.print[:]
    t.rng.shuffle(t.print, 0, n)
    for i in range(len(t.among)):
        t.among[i] = bit(n) - 1  # nobody has seen any (CC-SETUP.2)
    for piece in range(n):
        put_on_top(t, (t.first + piece) % t.terms.players, piece)


def shuffle_decks(t: Table) -> None:
    terms = t.terms
    t.cove_n = fill(t, COVE, terms.cove)  # CC-SETUP.3
    if terms.ghost == 1:  # one of the four of the cross (CC-GHOST.2)
        t.deck[COVE + t.cove_n] = HAUNTED_GROUND
        t.cove_n += 1
    fill(t, ACT, terms.acts)  # CC-SETUP.4; on the same board (CC-R6)
    t.winter_n = fill(t, WINTER, terms.winter)  # CC-LW.2
    t.haunted_n = fill(t, HAUNTED, terms.haunted)


def fill(t: Table, first: i64, cards: vec[i64]) -> i64:
    """Shuffle cards into their place; returns how many."""
    for i in range(len(cards)):
        t.deck[first + i] = cards[i]
    t.rng.shuffle(t.deck, first, len(cards))
    return len(cards)


# --- The starting cross (CC-SETUP.6) -----------------------------------------------------------------


class Cross(PlaceAsk):
    number = CROSS
    rule = "CC-SETUP.6"
    phase = "setting up"

    def who(self, t: Table) -> i64:
        return t.first

    def spent(self, t: Table) -> bool:
        if t.terms.ask_cross == 0:
            for way in range(t.arg(0), FOUR):
                self.answer(t, v.PLACE, CENTRE + STEP[way])
        if t.arg(0) < FOUR:
            return False
        t.pop()
        place_benny(t)
        t.push(PAWN, 0)
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        for way in range(4):
            if t.board[CENTRE + STEP[way]] == 0:
                n = add(out, n, v.PLACE, CENTRE + STEP[way])
        return n

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        t.cove_n -= 1
        kind = t.deck[COVE + t.cove_n]
        t.tell_at(told.PLACE, t.first, kind, lay(t, kind, cell, -1))
        t.set_arg(0, t.arg(0) + 1)

    def prompt(self, t: Table) -> str:
        return f"Where do you lay {text.kind_name(t, t.deck[COVE + t.cove_n - 1])}?"

    def why_not_empty(self, t: Table, cell: int) -> Refusal:
        return Refusal(self.rule, "A card of the starting cross lies against a side of the cul-de-sac.")


# --- Pawns (CC-SETUP.8) ------------------------------------------------------------------------------


def place_benny(t: Table) -> None:
    """On HAUNTED GROUND (CC-GHOST.3), in the harder variant on the cul-de-sac (CC-GHOST.4)."""
    if t.terms.ghost:
        t.pawn[BENNY] = find_kind(t, HAUNTED_GROUND) if t.terms.ghost == 1 else 0
        t.clock = new_gap(t)


class PlacePawn(Ask):
    """No landing (CC-R4); any number may share a space (CC-MOVE.5)."""

    number = PAWN
    rule = "CC-SETUP.8"
    verbs = (v.START,)
    asks = "Where does your pawn start?"
    phase = "setting up"

    def who(self, t: Table) -> i64:
        """First player first, then clockwise (CC-R4)."""
        return (t.first + t.arg(0)) % t.terms.players

    def more(self, t: Table) -> bool:
        return t.arg(0) < t.terms.players

    def lapse(self, t: Table) -> None:
        t.pop()
        first_hands(t)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        for node in range(FOUR + 1):
            out[n + node] = act(v.START, t.cell_of(node))
        return n + FOUR + 1

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        player = self.who(t)
        t.pawn[player] = t.node_at(cell)
        t.tell_at(told.PAWN, player, 0, t.pawn[player])
        t.set_arg(0, t.arg(0) + 1)

    def walks_me(self, t: Table) -> bool:
        return True

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        return Refusal(self.rule, f"{text.space_name(t, cell)} is not one of the five spaces.")


def first_hands(t: Table) -> None:
    """Pawns first, then hands (CC-SETUP.9, CC-R5); the youngest begins (CC-SETUP.10)."""
    t.tell(told.DEAL, t.first, FIRST_HAND)
    for i in range(t.terms.players):
        for _card in range(FIRST_HAND):
            draw(t, (t.first + i) % t.terms.players)
    start_turn(t, t.first)
