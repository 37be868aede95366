"""Solo play against the Boogeyman on a ring of ten (CC-SOLO).

Seat 0 is the orphan. The Boogeyman is player 1: he has a pawn, a pile that is hand and deck in one,
and a discard. Space 0 is the CEMETERY, space 5 the cul-de-sac; everybody walks to higher numbers.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import acts, aims, effects, losing, pawns, taking
from fabletop.games.condyle.cards import (
    CEMETERY,
    CUL_DE_SAC,
    DEFENSIVE,
    DO_CANCEL,
    DO_END_TURN,
    DO_IF,
    DO_LOOK_AOD,
    DO_LOOK_HAND,
    DO_LOSE,
    DO_MOVE,
    DO_PASS,
    DO_RECOVER,
    DO_SCAVENGE,
    DO_STEAL,
    DO_TRADE_HANDS,
    DO_TRADE_PLACES,
    END_OF_CARD,
    EVERYBODY,
    FROM_HAND,
    FROM_PILE,
    HAND_SAFE,
    HOW,
    IF_MOVED,
    N2,
    NEXT,
    OP,
    ORDINARY,
    OTHERS,
    SCOPE_ALL,
    SHUFFLED,
    UP_TO,
    WHO,
    YOU,
    N,
)
from fabletop.games.condyle.cove import lay
from fabletop.games.condyle.defence import announce as announce_mine
from fabletop.games.condyle.defence import play_card
from fabletop.games.condyle.ending import win
from fabletop.games.condyle.knowledge import may_be_among, mix, reveal
from fabletop.games.condyle.piles import (
    draw,
    into_hand,
    lose_top,
    out_of_hand,
    put_on_discard,
    put_on_top,
    recover,
    room,
    steal_top,
    take_top,
)
from fabletop.games.condyle.table import (
    BOOGEYMAN,
    BOOST,
    CANCELLED,
    CAUGHT,
    CENTRE,
    DEFEND,
    DONE,
    EMPTY,
    ESCAPED,
    F_FX,
    F_GO,
    F_HIS_MOVE,
    F_LAND,
    F_LOSE,
    F_PLAY,
    F_SOLO,
    F_TOUCH,
    FAR_SIDE,
    FATE,
    FIRST_HAND,
    FROM_ACT,
    FROM_MOVE_DECK,
    FROM_OPTIONS,
    FROM_SPACE,
    FULL_HAND,
    FX_DONE,
    FX_IMMUNE,
    FX_IT,
    FX_OWNER,
    FX_PIECE,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    GO,
    NOBODY,
    OUTLASTED,
    PASS,
    PLAY,
    RING,
    RUN,
    STAY,
    STOP,
    STRIDE,
    TO,
    TOLD_CAUGHT,
    TOLD_DEFEND,
    TOLD_DRAWN_ACT,
    TOLD_END_TURN,
    TOLD_GO,
    TOLD_HE_MOVES,
    TOLD_HE_PLAYS,
    TOLD_HIS_MOVE,
    TOLD_MOVED,
    TOLD_RESHUFFLE,
    TOLD_SAW,
    TOLD_SENT,
    TOLD_STAY,
    TOLD_STOLEN,
    TOLD_STOLEN_PILE,
    TOLD_TURN,
    UNCHOSEN,
    WIDE,
    WINDOW,
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


# --- Defence (CC-SOLO.38, CC-R95) --------------------------------------------------------------------


def window_is_open(t: Table) -> bool:
    """Against his cards, and against a card just played; never against a Defensive one."""
    if t.arg(0) > 0 or t.fx_get(FX_IMMUNE) == CANCELLED:
        return False
    if t.cards.face_type[t.fx_get(FX_WHAT)] == DEFENSIVE:
        return False
    pieces = t.hand_mask(ORPHAN)
    faces = t.terms.faces
    for card in range(len(faces)):
        if t.cards.face_type[faces[card]] == DEFENSIVE and may_be_among(t, card, pieces):
            return True
    return False


def offer_defence(t: Table, out: vec[i64]) -> i64:
    out[0] = act(PASS, 0)
    n: i64 = 1
    for face in range(len(t.cards.face_type)):
        if t.cards.face_type[face] == DEFENSIVE and t.held(ORPHAN, face) >= 0:
            if t.active == BOOGEYMAN or t.played >> face & 1 == 0:
                out[n] = act(DEFEND, face)
                n += 1
    return n


def defend(t: Table, face: i64) -> None:
    t.set_arg(0, 1)
    if t.active == ORPHAN:
        t.played |= bit(face)
    piece = t.held(ORPHAN, face)
    reveal(t, piece, -1)
    out_of_hand(t, ORPHAN, piece)
    t.sealed += 1
    t.tell(TOLD_DEFEND, ORPHAN, face)
    t.fx_push(ORPHAN, piece, FROM_OPTIONS, face)
    t.push(F_FX, RUN, t.cards.face_row[face])


# --- Steps of cards ----------------------------------------------------------------------------------


def announce(t: Table) -> None:
    announce_mine(t)


def finish(t: Table) -> None:
    """A resolved card; with the last one his deck may have run out (CC-SOLO.12, CC-R84)."""
    t.pop()
    piece = t.fx_get(FX_PIECE)
    if piece >= 0:
        put_on_discard(t, t.fx_get(FX_OWNER), piece, True)
    t.fx_n -= 1
    if t.fx_n == 0 and t.pile_n(BOOGEYMAN) == 0:
        t.tally[FATE + BOOGEYMAN] = OUTLASTED
        win(t, ORPHAN)


def run_step(t: Table) -> None:
    """One step for one player, as solo play reads it (CC-SOLO.2, CC-R87, CC-R89)."""
    row = t.arg(1)
    if row == END_OF_CARD or t.fx_get(FX_IMMUNE) == CANCELLED:
        finish(t)
        return
    owner = t.fx_get(FX_OWNER)
    op = t.cards.row(row, OP)
    if t.fx_get(FX_SOURCE) == FROM_MOVE_DECK and t.cards.face_steps[t.fx_get(FX_WHAT)] >= 0:
        t.set_arg(1, END_OF_CARD)  # CC-SOLO.26: whatever pawn the card names, it moves him
        start_his_move(t, t.cards.face_steps[t.fx_get(FX_WHAT)])
        return
    if op == DO_IF:
        t.set_arg(1, branch(t, row))
        t.set_arg(2, 0)
        return
    who = t.cards.row(row, WHO)
    k = t.arg(2)
    if k == 0:
        t.fx_set(FX_DONE, 0)
        if aims.names_one(who) and not aimed(t, row, op):
            return
        if owner == ORPHAN and effects.asks_first(t, row, op):
            return
    player: i64 = NOBODY
    if who == OTHERS or who == EVERYBODY:
        player, k = effects.next_of_group(t, row, who, k)
        if player < 0:
            effects.advance(t, row)
            return
        t.set_arg(2, k + 1)
    else:
        player = effects.single(t, who)
        effects.advance(t, row)
        if aims.names_one(who):
            t.fx_set(FX_IT, NOBODY if player == owner else player)
    if who == 0:
        do_alone(t, row, op)
    elif player >= 0 and owner == ORPHAN:
        i_do(t, row, op, player)
    elif player >= 0:
        he_does(t, row, op, player)


def branch(t: Table, row: i64) -> i64:
    """He has moved if his pawn did this turn."""
    if t.fx_get(FX_OWNER) == BOOGEYMAN and t.cards.row(row, WHO) == IF_MOVED:
        return t.cards.row(row, NEXT) if t.his_moved else t.cards.row(row, N2)
    return aims.branch(t, row)


def aimed(t: Table, row: i64, op: i64) -> bool:
    """Name the target; he always means the orphan. A card of yours cannot move him (CC-SOLO.29)."""
    if t.fx_get(FX_TARGET) != UNCHOSEN:
        return True
    mask = aims.candidates(t, row)
    if t.fx_get(FX_OWNER) == BOOGEYMAN:
        t.fx_set(FX_TARGET, ORPHAN if mask & 1 else NOBODY)
        return True
    if op == DO_MOVE and mask == bit(BOOGEYMAN):
        t.fx_set(FX_TARGET, NOBODY)
        return True
    return aims.aim(t, row)


def do_alone(t: Table, row: i64, op: i64) -> None:
    if op == DO_CANCEL:
        effects.cancel(t, SCOPE_ALL)  # scope does not matter (CC-R95)
    elif t.fx_get(FX_OWNER) == BOOGEYMAN:
        return
    elif op == DO_END_TURN:
        t.ending = 1
        t.tell(TOLD_END_TURN, ORPHAN, 0)
    elif op == DO_LOOK_AOD:
        look_at_stack(t, t.cards.row(row, N))


def look_at_stack(t: Table, n: i64) -> None:
    """The top Acts of the stack."""
    first = acts_used(t)
    for slot in range(first, SOLO_ACTS):
        if slot < first + n:
            acts.look_at(t, ORPHAN, slot)
            t.fx_set(FX_DONE, 1)


def i_do(t: Table, row: i64, op: i64, player: i64) -> None:
    """A step of the orphan's card, Act or space; he is the other one (CC-SOLO.20).

    Only his Options deck is touched (CC-SOLO.21), and his pawn never moved (CC-SOLO.29): so KIDNAPPED
    (CC-SOLO.37) and HEAD START (CC-SOLO.33). MAKE YOUR MOVE finds no DETOUR (CC-SOLO.34).
    """
    n = t.cards.row(row, N)
    how = t.cards.row(row, HOW)
    if op == DO_TRADE_PLACES or op == DO_TRADE_HANDS or op == DO_PASS:
        return
    if player == ORPHAN:
        if op != DO_STEAL and op != DO_LOOK_HAND and op != DO_SCAVENGE:
            effects.do_to(t, row, op, player)
    elif op == DO_STEAL:
        i_steal(t, n, how)
    elif op == DO_LOSE:
        if how == FROM_PILE and lose_top(t, player, n):  # never his whole hand (CC-SOLO.19, CC-SOLO.36)
            t.fx_set(FX_DONE, 1)
    elif op == DO_SCAVENGE:
        taking.scavenge(t, player, n)
    elif op == DO_LOOK_HAND:
        look_at_his_top(t)
    elif op == DO_RECOVER:
        recover(t, player, n, how == SHUFFLED)


def i_steal(t: Table, n: i64, how: i64) -> None:
    """From his hand: the top of his deck to the own hand; from his pile: under the own deck (CC-R89)."""
    if how == FROM_PILE:
        taken = steal_top(t, ORPHAN, BOOGEYMAN, n)
        if taken > 0:
            t.fx_set(FX_DONE, 1)
            t.tell_to(TOLD_STOLEN_PILE, ORPHAN, taken, BOOGEYMAN)
        return
    if taking.guarded(t, BOOGEYMAN, HAND_SAFE):  # CC-R93
        return
    while n > 0 and room(t, ORPHAN) > 0 and t.pile_n(BOOGEYMAN) > 0:  # CC-SOLO.23
        piece = take_top(t, BOOGEYMAN)
        into_hand(t, ORPHAN, piece)
        t.fx_set(FX_DONE, 1)
        t.note(TOLD_STOLEN, ORPHAN, t.face(piece), BOOGEYMAN, -1, bit(ORPHAN))
        n -= 1


def look_at_his_top(t: Table) -> None:
    if t.pile_n(BOOGEYMAN) > 0:
        piece = t.pile[BOOGEYMAN * t.terms.pieces + t.pile_n(BOOGEYMAN) - 1]
        reveal(t, piece, bit(ORPHAN))
        t.sealed += 1
        t.fx_set(FX_DONE, 1)
        t.note(TOLD_SAW, ORPHAN, t.face(piece), BOOGEYMAN, -1, bit(ORPHAN))


def he_does(t: Table, row: i64, op: i64, player: i64) -> None:
    """A step of the Boogeyman's card; what he cannot do lapses (CC-R87)."""
    n = t.cards.row(row, N)
    if t.cards.row(row, N2) > n:
        n = t.cards.row(row, N2)
    how = t.cards.row(row, HOW)
    if op == DO_MOVE:
        if player == BOOGEYMAN:
            start_his_move(t, n)
        elif pawns.can_be_moved(t, ORPHAN):
            to = (t.pawn[ORPHAN] + n) % RING
            t.fx_set(FX_DONE, 1)
            t.tell_at(TOLD_MOVED, BOOGEYMAN, ORPHAN, to)
            walk(t, n)
    elif op == DO_STEAL and player == ORPHAN:
        he_steals(t, n, how)
    elif op == DO_LOSE:
        he_makes_lose(t, player, n, how)
    elif op == DO_RECOVER and player == BOOGEYMAN:
        if recover(t, BOOGEYMAN, n, how == SHUFFLED):
            t.fx_set(FX_DONE, 1)
    elif op == DO_SCAVENGE and player == ORPHAN:
        taking.scavenge(t, ORPHAN, n)


def start_his_move(t: Table, steps: i64) -> None:
    """His turn begun on a HIGHWAY adds two to the movement of his Move card (CC-SOLO.39, CC-R94)."""
    if t.fx_get(FX_SOURCE) == FROM_MOVE_DECK and steps > 0:
        steps += t.cards.kind_boost[t.kind_under(BOOGEYMAN)]
    t.fx_set(FX_DONE, 1)
    t.push(F_HIS_MOVE, steps)


def he_steals(t: Table, n: i64, how: i64) -> None:
    """From the hand at random on top of his deck (CC-SOLO.28), from the deck under his (CC-R88).

    Without a movement on the card he stays (CC-SOLO.27).
    """
    if how == FROM_PILE:
        taken = steal_top(t, BOOGEYMAN, ORPHAN, n)
        if taken > 0:
            t.fx_set(FX_DONE, 1)
            t.tell_to(TOLD_STOLEN_PILE, BOOGEYMAN, taken, ORPHAN)
        return
    if taking.guarded(t, ORPHAN, HAND_SAFE):
        return
    while n > 0 and t.hand_n(ORPHAN) > 0:
        piece = t.hand[t.rng.below(t.hand_n(ORPHAN))]
        mix(t, t.hand_mask(ORPHAN), bit(ORPHAN))
        out_of_hand(t, ORPHAN, piece)
        put_on_top(t, BOOGEYMAN, piece)
        t.sealed += 1
        t.fx_set(FX_DONE, 1)
        t.note(TOLD_STOLEN, BOOGEYMAN, t.face(piece), ORPHAN, -1, bit(ORPHAN))
        n -= 1


def he_makes_lose(t: Table, player: i64, n: i64, how: i64) -> None:
    if how == FROM_PILE:
        if lose_top(t, player, n):
            t.fx_set(FX_DONE, 1)
    elif player == ORPHAN:
        losing.lose(t, player, n, how)


# --- Paths of the orphan -----------------------------------------------------------------------------


def offer_path(t: Table, out: vec[i64]) -> i64:
    row = t.arg(1)
    most = t.cards.row(row, N)
    if t.cards.row(row, N2) != UP_TO:
        out[0] = act(TO, t.node_cell[(t.pawn[ORPHAN] + most) % RING])
        return 1
    for steps in range(1, most + 1):
        out[steps - 1] = act(TO, t.node_cell[(t.pawn[ORPHAN] + steps) % RING])
    out[most] = act(DONE, 0)
    return most + 1


def walk_to(t: Table, cell: i64) -> None:
    t.pop()
    t.fx_set(FX_DONE, 1)
    to = t.node_at(cell)
    t.tell_at(TOLD_MOVED, ORPHAN, ORPHAN, to)
    walk(t, (to - t.pawn[ORPHAN] + RING) % RING)


def send_to(t: Table, cell: i64) -> None:
    """A placement, no passing: HIDDEN PASSAGE (CC-SOLO.35, CC-R97)."""
    t.pop()
    t.fx_set(FX_DONE, 1)
    to = t.node_at(cell)
    t.tell_at(TOLD_SENT, ORPHAN, ORPHAN, to)
    arrive(t, to, 1 if to == 0 else 0)


# --- What the greedy bot leans on ----------------------------------------------------------------------


AN_ACT: Final = 0.17  # a fifth of the way
A_CARD: Final = 0.045  # about what two spaces are worth: a turn costs one card
HIS_CARD: Final = 0.012
A_SHIELD: Final = 0.03
LAST_CARDS: Final = 0.05


def standing(t: Table) -> float:
    """From -1 to 1: the way round, the cards for it, and the danger of being caught by the next Move card."""
    lap = float(t.pawn[ORPHAN]) / float(RING)
    good = AN_ACT * (float(acts_used(t)) + lap) - 0.5
    mine = float(t.pile_n(ORPHAN) + t.hand_n(ORPHAN) - FULL_HAND)  # what is left once the hand is full
    good += A_CARD * mine
    if mine < 4.0:
        good -= LAST_CARDS * (4.0 - mine)
    good += HIS_CARD * (14.0 - float(t.pile_n(BOOGEYMAN)))
    for i in range(t.hand_n(ORPHAN)):
        if t.cards.face_type[t.face(t.hand[i])] == DEFENSIVE:
            good += A_SHIELD
    risk = danger(t)
    good = good * (1.0 - risk) - risk
    return 0.99 if good > 0.99 else -0.99 if good < -0.99 else good


def danger(t: Table) -> float:
    """The share of Move cards still to come that would catch the orphan; before the own move it can run."""
    ahead = (t.pawn[ORPHAN] - t.pawn[BOOGEYMAN] + RING) % RING
    if ahead == 0:
        return 1.0
    if t.depth > 0 and t.top() == F_GO and ahead + t.stride < RING:
        ahead += t.stride
    left = t.move_n if t.move_n > 0 else t.terms.move_cards
    boost = t.cards.kind_boost[t.kind_under(BOOGEYMAN)]
    bad: i64 = 0
    for i in range(left):
        steps = his_reach(t, t.face(t.move_deck[i]))
        if steps > 0 and steps + boost >= ahead:
            bad += 1
    return float(bad) / float(left)


def his_reach(t: Table, face: i64) -> i64:
    """How far a Move card takes him."""
    if t.cards.face_steps[face] >= 0:
        return t.cards.face_steps[face]
    row = t.cards.face_row[face]
    while row != END_OF_CARD:
        if t.cards.row(row, OP) == DO_MOVE and t.cards.row(row, WHO) == YOU:
            return t.cards.row(row, N)
        row = t.cards.row(row, NEXT)
    return 0
