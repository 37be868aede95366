"""One orphan against the Boogeyman on a ring of ten (CC-SOLO): set-up, a round, and the two who walk.

Seat 0 is the orphan. The Boogeyman is player 1: he has a pawn, a pile that is hand and deck in one,
and a discard. Space 0 is the CEMETERY, space 5 the cul-de-sac; everybody walks to higher numbers.
What the cards of both do stands in `effects`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import carrying, text, told, turn
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import THING, offer_hand
from fabletop.games.condyle.cove import lay
from fabletop.games.condyle.ending import win
from fabletop.games.condyle.knowledge import mix, reveal
from fabletop.games.condyle.losing import lose
from fabletop.games.condyle.pawns import land
from fabletop.games.condyle.piles import draw, put_on_top, take_top
from fabletop.games.condyle.playing import play_card
from fabletop.games.condyle.setting import SetUp, fill
from fabletop.games.condyle.table import (
    ACT,
    BOOST,
    CAUGHT,
    CENTRE,
    COVE,
    EMPTY,
    ESCAPED,
    FATE,
    FIRST_HAND,
    FROM_ACT,
    FROM_MOVE_DECK,
    FROM_OPTIONS,
    FROM_SPACE,
    FULL_HAND,
    MOVES,
    NOBODY,
    STRIDE,
    WIDE,
    Table,
)
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import END
from fabletop.kernel.effects.kinds import counted
from fabletop.kernel.journal import ALL
from fabletop.kernel.question import Refusal
from fabletop.kernel.state import Frame

ROUND: Final = 28  # stage
HIS_MOVE: Final = 29  # steps
TOUCH: Final = 30  # 1: landed on the CEMETERY, times touched

ORPHAN: Final = 0
BOOGEYMAN: Final = 1
MY_TURN: Final = 0
MY_PLAY: Final = 1
MY_DRAW: Final = 2
HIS_TURN: Final = 3
SOLO_ACTS: Final = 5  # CC-SOLO.8
RING: Final = 10  # CC-SOLO.7
FAR_SIDE: Final = 5  # where KIDDIE CORNER lies on the ring (CC-R81)
RING_X: Final = vec[i64]([0, 1, 2, 3, 3, 3, 2, 1, 0, 0])  # clockwise, north up
RING_Y: Final = vec[i64]([2, 2, 2, 2, 1, 0, 0, 0, 0, 1])

# --- Setting up --------------------------------------------------------------------------------------


class SetUpRing(SetUp):
    def run(self, t: Table) -> bool:
        t.pop()
        fill(t, COVE, t.terms.cove)
        place: i64 = COVE
        for node in range(RING):  # CC-SOLO.7, CC-R81
            kind: i64 = c.CEMETERY
            if node == FAR_SIDE:
                kind = c.CUL_DE_SAC
            elif node > 0:
                kind = t.deck[place]
                place += 1
            lay(t, kind, CENTRE + RING_Y[node] * WIDE + RING_X[node], -1)
        deal(t)
        fill(t, ACT, t.terms.acts)
        t.act_up = bit(SOLO_ACTS)  # there is no sixth
        t.pawn[ORPHAN] = 0  # CC-SOLO.10
        t.pawn[BOOGEYMAN] = FAR_SIDE
        for _card in range(FIRST_HAND):  # CC-SOLO.6
            draw(t, ORPHAN)
        t.push(ROUND, MY_TURN)
        return False


def deal(t: Table) -> None:
    """Two decks of 14, and the Move deck (CC-SOLO.4, CC-SOLO.5, CC-SOLO.9)."""
    n = t.terms.pieces
    moves = t.terms.move_cards
    deck = n - moves
    t.print = t.print[:]
    t.rng.shuffle(t.print, 0, deck)
    t.rng.shuffle(t.print, deck, moves)
    for seat in range(2):
        for card in range(n):
            t.among[seat * n + card] = bit(deck) - 1 if card < deck else bit(n) - bit(deck)
    for piece in range(deck):
        put_on_top(t, piece % 2, piece)
    for i in range(moves):
        t.deck[MOVES + i] = deck + i
    t.move_n = moves


# --- A round (CC-SOLO.16 to CC-SOLO.28) --------------------------------------------------------------


class Round(Frame[Table]):
    number = ROUND

    def run(self, t: Table) -> bool:
        stage = t.arg(0)
        if stage == MY_TURN:
            t.set_arg(0, MY_PLAY)
            start_turn(t)
        elif stage == MY_PLAY:
            if t.ending:  # CC-R92
                t.set_arg(0, HIS_TURN)
            elif t.hand_n(ORPHAN) == 0:  # CC-R90
                t.set_arg(0, MY_DRAW)
            else:
                turn.ask_play(t)
        elif stage == MY_DRAW:
            t.set_arg(0, HIS_TURN)
            fill_hand(t)
        else:
            t.set_arg(0, MY_TURN)
            his_turn(t)
        return False


def fill_hand(t: Table) -> None:
    """Up to four (CC-SOLO.22). You lose if there is nothing to draw (CC-SOLO.15, CC-R83)."""
    if t.hand_n(ORPHAN) < FULL_HAND and t.pile_n(ORPHAN) == 0:
        lose_game(t, EMPTY)
        return
    while t.hand_n(ORPHAN) < FULL_HAND and t.pile_n(ORPHAN) > 0:
        draw(t, ORPHAN)
    if t.hand_n(ORPHAN) < FULL_HAND and t.terms.makes_do == 0:
        lose_game(t, EMPTY)


def start_turn(t: Table) -> None:
    t.active = ORPHAN
    t.turn += 1
    t.moved = 0
    t.played = 0
    t.ending = 0
    t.tell(told.TURN, ORPHAN, t.turn)
    t.stride = STRIDE + t.tally[BOOST + ORPHAN] + t.cards.kind_boost[t.kind_under(ORPHAN)]  # CC-SOLO.39
    t.tally[BOOST + ORPHAN] = 0
    turn.ask_movement(t)


class GoRound(turn.Go):
    """Up to two spaces clockwise, or none (CC-SOLO.16)."""

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.STAY, 0)
        return offer_steps(t, v.GO, t.stride, out, n + 1)

    def walk(self, t: Table, player: i64, to: i64) -> None:
        t.moved = 1
        t.tell_at(told.GO, ORPHAN, 0, to)
        walk_to(t, to)

    def prompt(self, t: Table) -> str:
        return f"Movement: you may go clockwise up to {counted(t.stride, 'space')}. Where?"

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        return not_clockwise(t, cell)


def offer_steps(t: Table, verb: i64, most: i64, out: vec[i64], n: i64) -> i64:
    """One space clockwise, up to so many."""
    for steps in range(1, most + 1):
        n = add(out, n, verb, t.cell_of((t.pawn[ORPHAN] + steps) % RING))
    return n


def not_clockwise(t: Table, cell: int) -> Refusal:
    name = text.space_name(t, cell)
    return Refusal("CC-SOLO.16", f"{name} cannot be reached clockwise with these steps.")


class PlayOnce(turn.Play):
    """One card at least (CC-SOLO.17), no name twice (CC-SOLO.18, CC-R91)."""

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        listed = offer_hand(t, ORPHAN, v.PLAY, out, n)
        first = n
        for i in range(n, listed):
            if t.played >> (out[i] & THING) & 1 == 0:
                out[n] = out[i]
                n += 1
        if t.played or n == first:
            n = add(out, n, v.STOP, 0)
        return n

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        t.pop()
        if verb == v.STOP:
            t.set_arg(0, MY_DRAW)
        else:
            t.played |= bit(face)
            play_card(t, ORPHAN, face)

    def prompt(self, t: Table) -> str:
        return "Play: which card do you play?" if t.played == 0 else "Play: another card?"

    def is_in_vain(self, t: Table, face: int) -> bool:
        return False  # alone cards mean him, or nobody

    def runs_dry(self, t: Table) -> bool:
        return t.pile_n(ORPHAN) == 0 and t.hand_n(ORPHAN) < FULL_HAND

    def why_not_card(self, t: Table, verb: int, face: int) -> Refusal:
        if t.held(t.seat, face) >= 0:
            return played_already(text.face(t, face).name)
        return super().why_not_card(t, verb, face)

    def why_not_stop(self, t: Table, promise: int) -> Refusal:
        return Refusal("CC-SOLO.17", "You must play at least one card.")


def played_already(name: str) -> Refusal:
    return Refusal("CC-SOLO.18", f"You have played {name} this turn; no name is played twice.")


# --- Walking, being caught, the CEMETERY -------------------------------------------------------------


def walk_to(t: Table, to: i64) -> None:
    """The orphan walks clockwise; passing the Boogeyman is harmless (CC-SOLO.11, CC-R82)."""
    node = t.pawn[ORPHAN]
    touched: i64 = 0
    while node != to:
        node = (node + 1) % RING
        if node == 0:
            touched += 1
    arrive(t, to, touched)


def arrive(t: Table, node: i64, touched: i64) -> None:
    """First the catch, then the space, then an Act for each touch of the CEMETERY (CC-R85, CC-SOLO.31)."""
    t.pawn[ORPHAN] = node
    if node == t.pawn[BOOGEYMAN]:
        t.tell_at(told.CAUGHT, ORPHAN, 0, node)
        lose_game(t, CAUGHT)
        return
    t.push(TOUCH, 1 if node == 0 else 0, touched)
    if node != 0 and node != FAR_SIDE:
        land(t, ORPHAN, node)


class Touch(Frame[Table]):
    """CC-SOLO.32, CC-R86: on the CEMETERY a hand card is lost first."""

    number = TOUCH

    def run(self, t: Table) -> bool:
        if t.arg(0):
            t.set_arg(0, 0)
            carrying.carry_out(t, ORPHAN, FROM_SPACE, c.CEMETERY, END)
            lose(t, ORPHAN, 1, c.FROM_HAND)
        elif t.arg(1) > 0:
            t.set_arg(1, t.arg(1) - 1)
            draw_act(t)
        else:
            t.pop()
        return False


def draw_act(t: Table) -> None:
    """The top of the stack; the fifth wins, whatever it says (CC-SOLO.13, CC-R84)."""
    slot = acts_used(t)
    t.act_up |= bit(slot)
    t.sealed += 1
    t.tell_to(told.DRAWN_ACT, ORPHAN, t.deck[ACT + slot], slot)
    if slot == SOLO_ACTS - 1:
        t.tally[FATE + BOOGEYMAN] = ESCAPED
        win(t, ORPHAN)
    else:
        carrying.carry_out(t, ORPHAN, FROM_ACT, t.deck[ACT + slot], t.cards.act_row[t.deck[ACT + slot]])


def acts_used(t: Table) -> i64:
    used: i64 = 0
    while used < SOLO_ACTS and t.act_up >> used & 1:
        used += 1
    return used


def lose_game(t: Table, fate: i64) -> None:
    t.tally[FATE + ORPHAN] = fate
    win(t, NOBODY)


# --- The Boogeyman's turn ----------------------------------------------------------------------------


def his_turn(t: Table) -> None:
    """He flips the top of his Move deck (CC-SOLO.24)."""
    t.active = BOOGEYMAN
    t.moved = 0
    if t.move_n == 0:  # CC-SOLO.25, CC-R96
        t.move_n = t.terms.move_cards
        mix(t, bit(t.terms.pieces) - bit(t.terms.pieces - t.move_n), 0)
        t.rng.shuffle(t.deck, MOVES, t.move_n)
        t.tell(told.RESHUFFLE, BOOGEYMAN, 0)
    t.move_n -= 1
    face = turn_up(t, t.deck[MOVES + t.move_n], told.HIS_MOVE, t.cards.kind_boost[t.kind_under(BOOGEYMAN)])
    row = t.cards.face_row[face]
    carrying.carry_from(t, carrying.WINDOW, BOOGEYMAN, -1, FROM_MOVE_DECK, face, row)


def turn_up(t: Table, piece: i64, kind: i64, boost: i64) -> i64:
    """He shows a card; returns its face."""
    reveal(t, piece, ALL)
    t.sealed += 1
    t.tell_to(kind, BOOGEYMAN, t.face(piece), boost)
    return t.face(piece)


def he_moves(t: Table, steps: i64) -> None:
    t.push(HIS_MOVE, steps)


class HisMove(Frame[Table]):
    """Step by step: entering the orphan's space is the end (CC-SOLO.14, CC-R82)."""

    number = HIS_MOVE

    def run(self, t: Table) -> bool:
        steps = t.arg(0)
        t.pop()
        node = t.pawn[BOOGEYMAN]
        crossed = False
        for _step in range(steps):
            node = (node + 1) % RING
            if node == FAR_SIDE:
                crossed = True
            if node == t.pawn[ORPHAN]:
                t.pawn[BOOGEYMAN] = node
                t.tell_at(told.CAUGHT, BOOGEYMAN, 0, node)
                lose_game(t, CAUGHT)
                return False
        t.pawn[BOOGEYMAN] = node
        t.moved = 1
        t.tell_at(told.HE_MOVES, BOOGEYMAN, steps, node)
        if crossed and t.pile_n(BOOGEYMAN) > 0:
            he_plays(t)
        return False


def he_plays(t: Table) -> None:
    """The top card of his Options deck, only at the cul-de-sac (CC-SOLO.30)."""
    piece = take_top(t, BOOGEYMAN)
    face = turn_up(t, piece, told.HE_PLAYS, 0)
    does = t.cards.face_type[face] == c.ORDINARY
    row = t.cards.face_row[face] if does else END
    carrying.carry_from(t, carrying.WINDOW, BOOGEYMAN, piece, FROM_OPTIONS, face, row)
