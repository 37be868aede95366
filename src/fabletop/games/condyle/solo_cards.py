"""Cards in solo play: the orphan's defence, and what a step of a card does to whom (from CC-SOLO.19 on)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import acts, aims, effects, losing, pawns, taking
from fabletop.games.condyle.cards import (
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
    FROM_PILE,
    HAND_SAFE,
    HOW,
    IF_MOVED,
    N2,
    NEXT,
    OP,
    OTHERS,
    SCOPE_ALL,
    SHUFFLED,
    UP_TO,
    WHO,
    N,
)
from fabletop.games.condyle.codes import (
    DEFEND,
    DONE,
    F_FX,
    F_HIS_MOVE,
    PASS,
    RUN,
    TO,
    TOLD_DEFEND,
    TOLD_END_TURN,
    TOLD_MOVED,
    TOLD_SAW,
    TOLD_SENT,
    TOLD_STOLEN,
    TOLD_STOLEN_PILE,
)
from fabletop.games.condyle.ending import win
from fabletop.games.condyle.knowledge import may_be_among, mix, reveal
from fabletop.games.condyle.piles import (
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
from fabletop.games.condyle.solo import ORPHAN, SOLO_ACTS, acts_used, arrive, walk
from fabletop.games.condyle.table import (
    BOOGEYMAN,
    CANCELLED,
    FATE,
    FROM_MOVE_DECK,
    FROM_OPTIONS,
    FX_DONE,
    FX_IMMUNE,
    FX_IT,
    FX_OWNER,
    FX_PIECE,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    NOBODY,
    OUTLASTED,
    RING,
    UNCHOSEN,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

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
