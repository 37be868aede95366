"""The six actions of a turn, in the order of the rulebook: what each offers, and what it does.

Offers write to `out` from place `n` on and return the new `n`. Everything on the table is offered
in the order of its cells: an order by card would betray what lies face down.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import (
    DECK_SIZE,
    DRAW_COST,
    F_PUT,
    FACE_DOWN,
    FULL_HAND,
    HAND_SIZE,
    HELD,
    HIDE,
    HIDE_COST,
    IN_HAND,
    NOWHERE,
    PLAY,
    PLAY_COST,
    PUT,
    RETURNED,
    REVEAL,
    REVEAL_COST,
    SLIDE,
    SLIDE_COST,
    SPIN,
    STEP,
    TOLD_DRAW,
    TOLD_HIDE,
    TOLD_PLAY,
    TOLD_REVEAL,
    TOLD_SLIDE,
    TOLD_SPIN,
    WIDE,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit


def upright(role: i64) -> i64:
    """How a card lies when its name is toward its controller: Heroes 0, Villains 2 (SB-R7, SB-R35)."""
    return (role & 1) * 2


# --- Draw (SB-DRAW) -------------------------------------------------------------------------------


def may_draw(t: Table, role: i64) -> bool:
    return (
        t.ap >= DRAW_COST  # SB-TURN.4
        and t.tally[HAND_SIZE + role] < FULL_HAND  # SB-DRAW.2
        and t.tally[DECK_SIZE + role] > 0  # SB-R15
    )


def draw(t: Table, role: i64) -> None:
    """The top card of the deck goes to the hand (SB-DRAW.1)."""
    left = t.tally[DECK_SIZE + role] - 1
    card = t.deck[role * DECK + left]
    t.tally[DECK_SIZE + role] = left
    t.at[card] = IN_HAND
    t.tally[HAND_SIZE + role] += 1
    t.sealed += 1
    if t.journal is not None:
        t.note(TOLD_DRAW, t.seat_of(role), card, -1, -1, t.eyes_on(card))


# --- Reveal, Spin and Slide: one walk over the table ----------------------------------------------


def offer_on_table(t: Table, role: i64, out: vec[i64], n: i64) -> i64:
    """Reveals of any card, Spins and Slides of one's own (SB-TURN.4: each only if it can be paid)."""
    ap = t.ap
    if ap < REVEAL_COST:
        return n
    board = t.board
    lies = t.lies
    first = role * DECK
    for y in range(t.low, t.high + 1):
        for cell in range(y * WIDE + t.left, y * WIDE + t.right + 1):
            card = i64(board[cell]) - 1
            if card < 0:
                continue
            if lies[card] == FACE_DOWN:
                out[n] = act(REVEAL, cell)  # SB-REVEAL.1
                n += 1
            if ap < SLIDE_COST or card < first or card >= first + DECK:  # SB-SLIDE.1, SB-R32
                continue
            if lies[card] != FACE_DOWN:  # SB-SPIN.2
                out[n] = act(SPIN, card * 2)
                out[n + 1] = act(SPIN, card * 2 + 1)
                n += 2
            for way in range(4):
                if landing(t, card, way) != NOWHERE:  # SB-SLIDE.5
                    out[n] = act(SLIDE, card * 4 + way)
                    n += 1
    return n


# --- Reveal (SB-REVEAL) ---------------------------------------------------------------------------


def reveal(t: Table, role: i64, cell: i64) -> None:
    """Turn a face-down card up, its name toward its controller (SB-REVEAL.2, SB-R18)."""
    card = t.card_at(cell)
    owner = card // DECK
    t.lies[card] = upright(owner)
    t.fresh |= bit(card)
    t.fresh_by = role
    t.known &= ~bit(card)
    t.late &= ~bit(card)
    if t.tally[RETURNED + owner] == card:
        t.tally[RETURNED + owner] = -1
    t.sealed += 1
    t.tell_of(TOLD_REVEAL, role, card, cell, t.eyes_on(card))


# --- Spin (SB-SPIN) -------------------------------------------------------------------------------


def spin(t: Table, role: i64, card: i64, quarters: i64) -> None:
    t.lies[card] = (t.lies[card] + quarters) & 3
    if t.journal is not None:
        t.note(TOLD_SPIN, t.seat_of(role), card, quarters, -1, t.eyes_on(card))


# --- Slide (SB-SLIDE) -----------------------------------------------------------------------------


def landing(t: Table, card: i64, way: i64) -> i64:
    """Where a Slide would end, or NOWHERE if it may not be made (SB-R9)."""
    start = t.at[card]
    board = t.board
    step = STEP[way]
    cell = start + step
    if board[cell] != 0:  # SB-R10
        return NOWHERE
    reach: i64
    if way == 0:
        reach = t.high - start // WIDE
    elif way == 1:
        reach = t.right - (start & (WIDE - 1))
    elif way == 2:
        reach = start // WIDE - t.low
    else:
        reach = (start & (WIDE - 1)) - t.left
    end: i64 = NOWHERE
    board[start] = 0  # the space just left is nobody's neighbour
    while reach > 0:  # SB-SLIDE.3; past all other cards it would never meet one (SB-SLIDE.5)
        if board[cell + WIDE] | board[cell + 1] | board[cell - WIDE] | board[cell - 1] != 0:
            end = cell  # SB-SLIDE.2
            break
        cell += step
        reach -= 1
    board[start] = u8(card + 1)
    return end


def can_slide(t: Table, card: i64) -> bool:
    for way in range(4):
        if landing(t, card, way) != NOWHERE:
            return True
    return False


def slide(t: Table, role: i64, card: i64, way: i64) -> None:
    """Move to the first contact; face and rotation stay (SB-SLIDE.7)."""
    cell = landing(t, card, way)
    lies = t.lies[card]
    t.lift(card)
    t.set_down(card, cell, lies)
    t.tell_of(TOLD_SLIDE, role, card, t.at[card], t.eyes_on(card))


# --- Play and Hide (SB-PLAY, SB-HIDE) -------------------------------------------------------------


def offer_hand(t: Table, role: i64, verb: i64, but: i64, out: vec[i64], n: i64) -> i64:
    """Each card of the hand (but one), to be played or hidden."""
    if t.tally[HAND_SIZE + role] > 0:
        at = t.at
        for card in range(role * DECK, role * DECK + DECK):
            if at[card] == IN_HAND and card != but:
                out[n] = act(verb, card)
                n += 1
    return n


def offer_from_hand(t: Table, role: i64, out: vec[i64], n: i64) -> i64:
    if t.ap >= PLAY_COST:  # SB-TURN.4
        n = offer_hand(t, role, PLAY, -1, out, n)
    if t.ap >= HIDE_COST:
        n = offer_hand(t, role, HIDE, -1, out, n)
    return n


def take_in_hand(t: Table, card: i64, hidden: i64, other: i64 = 0) -> None:
    """A card has been chosen from the hand; where it goes is the next question."""
    t.at[card] = HELD
    t.held = card
    t.push(F_PUT, hidden, other)


def offer_spaces(t: Table, out: vec[i64], n: i64) -> i64:
    """Every empty space beside a card in play (SB-PLAY.1, SB-R13)."""
    board = t.board
    for y in range(t.low - 1, t.high + 2):
        for cell in range(y * WIDE + t.left - 1, y * WIDE + t.right + 2):
            if (
                board[cell] == 0
                and board[cell + WIDE] | board[cell + 1] | board[cell - WIDE] | board[cell - 1] != 0
            ):
                out[n] = act(PUT, cell)
                n += 1
    if n == 0:
        out[0] = act(PUT, t.cell_of(0, 0))  # SB-R14: on an empty table all spaces are alike
        n = 1
    return n


def put_down(t: Table, role: i64, cell: i64, hidden: i64) -> None:
    """Play (face up) or Hide (face down) the card taken from the hand, name toward its controller."""
    card = t.held
    t.held = -1
    t.tally[HAND_SIZE + role] -= 1
    if hidden:
        if t.tally[RETURNED + role] >= 0:
            t.late |= bit(card)
        t.set_down(card, cell, FACE_DOWN)  # SB-HIDE.1
        t.tell_of(TOLD_HIDE, role, card, t.at[card], t.eyes_on(card))
    else:
        if t.tally[RETURNED + role] == card:
            t.tally[RETURNED + role] = -1
        t.set_down(card, cell, upright(role))  # SB-PLAY.1
        t.tell_of(TOLD_PLAY, role, card, t.at[card], t.eyes_on(card))
