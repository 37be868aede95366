"""Solo play against the Boogeyman on a ring of ten (CC-SOLO): set-up, a round, and the two who walk.

Seat 0 is the orphan. The Boogeyman is player 1: he has a pawn, a pile that is hand and deck in one,
and a discard. Space 0 is the CEMETERY, space 5 the cul-de-sac; everybody walks to higher numbers.
What the cards of both do stands in `solo_cards`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import losing
from fabletop.games.condyle.cards import (
    CEMETERY,
    CUL_DE_SAC,
    END_OF_CARD,
    FROM_HAND,
    ORDINARY,
)
from fabletop.games.condyle.codes import (
    F_FX,
    F_GO,
    F_LAND,
    F_LOSE,
    F_PLAY,
    F_SOLO,
    F_TOUCH,
    GO,
    PLAY,
    RUN,
    STAY,
    STOP,
    TOLD_CAUGHT,
    TOLD_DRAWN_ACT,
    TOLD_GO,
    TOLD_HE_MOVES,
    TOLD_HE_PLAYS,
    TOLD_HIS_MOVE,
    TOLD_RESHUFFLE,
    TOLD_STAY,
    TOLD_TURN,
    WINDOW,
)
from fabletop.games.condyle.cove import lay
from fabletop.games.condyle.defence import play_card
from fabletop.games.condyle.ending import win
from fabletop.games.condyle.knowledge import mix, reveal
from fabletop.games.condyle.piles import (
    draw,
    put_on_top,
    take_top,
)
from fabletop.games.condyle.table import (
    BOOGEYMAN,
    BOOST,
    CAUGHT,
    CENTRE,
    EMPTY,
    ESCAPED,
    FAR_SIDE,
    FATE,
    FIRST_HAND,
    FROM_ACT,
    FROM_MOVE_DECK,
    FROM_OPTIONS,
    FROM_SPACE,
    FULL_HAND,
    NOBODY,
    RING,
    STRIDE,
    WIDE,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

ORPHAN: Final = 0
MY_TURN: Final = 0
MY_PLAY: Final = 1
MY_DRAW: Final = 2
HIS_TURN: Final = 3
SOLO_ACTS: Final = 5  # CC-SOLO.8
RING_X: Final = vec[i64]([0, 1, 2, 3, 3, 3, 2, 1, 0, 0])  # clockwise, north up
RING_Y: Final = vec[i64]([2, 2, 2, 2, 1, 0, 0, 0, 0, 1])

# --- Setting up --------------------------------------------------------------------------------------


def begin(t: Table) -> None:
    terms = t.terms
    for i in range(len(terms.cove)):
        t.cove[i] = terms.cove[i]
    t.rng.shuffle(t.cove, 0, len(terms.cove))
    place: i64 = 0
    for node in range(RING):  # CC-SOLO.7, CC-R81
        kind: i64 = CEMETERY
        if node == FAR_SIDE:
            kind = CUL_DE_SAC
        elif node > 0:
            kind = t.cove[place]
            place += 1
        lay(t, kind, CENTRE + RING_Y[node] * WIDE + RING_X[node], -1)
    deal(t)
    for slot in range(SOLO_ACTS):
        t.act[slot] = terms.acts[slot]
    t.rng.shuffle(t.act, 0, SOLO_ACTS)
    t.act_up = bit(SOLO_ACTS)  # there is no sixth
    t.pawn[ORPHAN] = 0  # CC-SOLO.10
    t.pawn[BOOGEYMAN] = FAR_SIDE
    for _card in range(FIRST_HAND):  # CC-SOLO.6
        draw(t, ORPHAN)
    t.push(F_SOLO, MY_TURN)


def deal(t: Table) -> None:
    """Two decks of 14, and the Move deck (CC-SOLO.4, CC-SOLO.5, CC-SOLO.9)."""
    n = t.terms.pieces
    moves = t.terms.move_cards
    deck = n - moves
    t.rng.shuffle(t.print, 0, deck)
    t.rng.shuffle(t.print, deck, moves)
    for seat in range(2):
        for card in range(n):
            t.among[seat * n + card] = bit(deck) - 1 if card < deck else bit(n) - bit(deck)
    for piece in range(deck):
        put_on_top(t, piece % 2, piece)
    for i in range(moves):
        t.move_deck[i] = deck + i
    t.move_n = moves


# --- A round (CC-SOLO.16 to CC-SOLO.28) --------------------------------------------------------------


def go_on(t: Table) -> None:
    stage = t.arg(0)
    if stage == MY_TURN:
        start_turn(t)
    elif stage == MY_PLAY:
        if t.ending:  # CC-R92
            t.set_arg(0, HIS_TURN)
        elif t.hand_n(ORPHAN) == 0:  # CC-R90
            t.set_arg(0, MY_DRAW)
        else:
            t.push(F_PLAY)
    elif stage == MY_DRAW:
        t.set_arg(0, HIS_TURN)
        while t.hand_n(ORPHAN) < FULL_HAND:  # CC-SOLO.22
            if t.pile_n(ORPHAN) == 0:  # CC-SOLO.15, CC-R83
                lose_game(t, EMPTY)
                return
            draw(t, ORPHAN)
    else:
        t.set_arg(0, MY_TURN)
        his_turn(t)


def start_turn(t: Table) -> None:
    t.active = ORPHAN
    t.turn += 1
    t.moved = 0
    t.played = 0
    t.ending = 0
    t.tell(TOLD_TURN, ORPHAN, t.turn)
    t.set_arg(0, MY_PLAY)
    t.stride = STRIDE + t.tally[BOOST + ORPHAN] + t.cards.kind_boost[t.kind_under(ORPHAN)]  # CC-SOLO.39
    t.tally[BOOST + ORPHAN] = 0
    t.push(F_GO)


def offer_moves(t: Table, out: vec[i64]) -> i64:
    """Up to two spaces clockwise, or none (CC-SOLO.16)."""
    out[0] = act(STAY, 0)
    for steps in range(1, t.stride + 1):
        out[steps] = act(GO, t.node_cell[(t.pawn[ORPHAN] + steps) % RING])
    return t.stride + 1


def answer_go(t: Table, verb: i64, cell: i64) -> None:
    t.pop()
    if verb == STAY:
        t.tell(TOLD_STAY, ORPHAN, 0)
        return
    t.moved = 1
    to = t.node_at(cell)
    t.tell_at(TOLD_GO, ORPHAN, 0, to)
    walk(t, (to - t.pawn[ORPHAN] + RING) % RING)


def offer_play(t: Table, out: vec[i64]) -> i64:
    """One card at least (CC-SOLO.17), no name twice (CC-SOLO.18, CC-R91)."""
    listed = losing.offer_hand(t, ORPHAN, PLAY, out, 0)
    n: i64 = 0
    for i in range(listed):
        if t.played >> (out[i] & 4095) & 1 == 0:
            out[n] = out[i]
            n += 1
    if t.played or n == 0:
        out[n] = act(STOP, 0)
        n += 1
    return n


def answer_play(t: Table, verb: i64, face: i64) -> None:
    t.pop()
    if verb == STOP:
        t.set_arg(0, MY_DRAW)
        return
    t.played |= bit(face)
    play_card(t, ORPHAN, face)


# --- Walking, being caught, the CEMETERY -------------------------------------------------------------


def walk(t: Table, steps: i64) -> None:
    """The orphan walks clockwise; passing the Boogeyman is harmless (CC-SOLO.11, CC-R82)."""
    node = t.pawn[ORPHAN]
    touched: i64 = 0
    for _step in range(steps):
        node = (node + 1) % RING
        if node == 0:
            touched += 1
    arrive(t, node, touched)


def arrive(t: Table, node: i64, touched: i64) -> None:
    """First the catch, then the space, then an Act for each touch of the CEMETERY (CC-R85, CC-SOLO.31)."""
    t.pawn[ORPHAN] = node
    if node == t.pawn[BOOGEYMAN]:
        t.tell_at(TOLD_CAUGHT, ORPHAN, 0, node)
        lose_game(t, CAUGHT)
        return
    t.push(F_TOUCH, 1 if node == 0 else 0, touched)
    if node != 0 and node != FAR_SIDE:
        t.push(F_LAND, ORPHAN, node)


def touched(t: Table) -> None:
    """CC-SOLO.32, CC-R86: on the CEMETERY a hand card is lost first."""
    if t.arg(0):
        t.set_arg(0, 0)
        t.fx_push(ORPHAN, -1, FROM_SPACE, CEMETERY)
        t.push(F_FX, RUN, END_OF_CARD)
        t.push(F_LOSE, ORPHAN, FROM_HAND, 1)
    elif t.arg(1) > 0:
        t.set_arg(1, t.arg(1) - 1)
        draw_act(t)
    else:
        t.pop()


def draw_act(t: Table) -> None:
    """The top of the stack; the fifth wins, whatever it says (CC-SOLO.13, CC-R84)."""
    slot = acts_used(t)
    t.act_up |= bit(slot)
    t.sealed += 1
    t.tell_to(TOLD_DRAWN_ACT, ORPHAN, t.act[slot], slot)
    if slot == SOLO_ACTS - 1:
        t.tally[FATE + BOOGEYMAN] = ESCAPED
        win(t, ORPHAN)
    else:
        t.fx_push(ORPHAN, -1, FROM_ACT, t.act[slot])
        t.push(F_FX, RUN, t.cards.act_row[t.act[slot]])


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
    t.his_moved = 0
    if t.move_n == 0:  # CC-SOLO.25, CC-R96
        t.move_n = t.terms.move_cards
        mix(t, bit(t.terms.pieces) - bit(t.terms.pieces - t.move_n), 0)
        t.rng.shuffle(t.move_deck, 0, t.move_n)
        t.tell(TOLD_RESHUFFLE, BOOGEYMAN, 0)
    t.move_n -= 1
    piece = t.move_deck[t.move_n]
    reveal(t, piece, -1)
    t.sealed += 1
    face = t.face(piece)
    t.tell(TOLD_HIS_MOVE, BOOGEYMAN, face)
    t.fx_push(BOOGEYMAN, -1, FROM_MOVE_DECK, face)
    t.push(F_FX, WINDOW, t.cards.face_row[face])


def his_steps(t: Table) -> None:
    """Step by step: entering the orphan's space is the end (CC-SOLO.14, CC-R82)."""
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
            t.tell_at(TOLD_CAUGHT, BOOGEYMAN, 0, node)
            lose_game(t, CAUGHT)
            return
    t.pawn[BOOGEYMAN] = node
    t.his_moved = 1
    t.tell_at(TOLD_HE_MOVES, BOOGEYMAN, steps, node)
    if crossed and t.pile_n(BOOGEYMAN) > 0:
        he_plays(t)


def he_plays(t: Table) -> None:
    """The top card of his Options deck, only at the cul-de-sac (CC-SOLO.30)."""
    piece = take_top(t, BOOGEYMAN)
    reveal(t, piece, -1)
    t.sealed += 1
    face = t.face(piece)
    t.tell(TOLD_HE_PLAYS, BOOGEYMAN, face)
    t.fx_push(BOOGEYMAN, piece, FROM_OPTIONS, face)
    does = t.cards.face_type[face] == ORDINARY
    t.push(F_FX, WINDOW, t.cards.face_row[face] if does else END_OF_CARD)
