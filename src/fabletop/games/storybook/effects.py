"""What the words on a Plot Twist do (SB-VOCAB), one step at a time.

A step that leaves a choice pushes a question; its answer goes on where the step left off.
"""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from fabletop.games.storybook.actions import (
    draw,
    landing,
    offer_hand,
    reveal,
    slide,
    spin,
    take_in_hand,
)
from fabletop.games.storybook.cards import (
    CARDS,
    DECK,
    DO_AP,
    DO_BUFF,
    DO_CHOOSE,
    DO_DRAW,
    DO_DUEL,
    DO_FLIPDOWN,
    DO_GUARD,
    DO_HIDE,
    DO_MOVE,
    DO_PLAY,
    DO_RETURN,
    DO_REVEAL,
    DO_SLIDE,
    DO_SPIN,
    DO_SWAP,
    END_OF_TWIST,
    IT,
    NEXT,
    OP,
    UNTIL,
    UNTIL_END,
    A,
    B,
    N,
)
from fabletop.games.storybook.table import (
    BOON_GUARD,
    DECK_SIZE,
    DONE,
    F_AIM,
    F_FROM_HAND,
    F_SPOT,
    F_STEP,
    F_SWAP,
    F_TURNS,
    F_WAY,
    F_WISH,
    FACE_DOWN,
    HAND_SIZE,
    HIDE,
    IN_HAND,
    NOWHERE,
    PLAY,
    PUT,
    RETURNED,
    TARGET,
    TOLD_AP,
    TOLD_BUFF,
    TOLD_DUEL,
    TOLD_FLIPDOWN,
    TOLD_GUARD,
    TOLD_MOVE,
    TOLD_RETURN,
    TOLD_SWAP,
    TURNS,
    WAY,
    WIDE,
    WISH,
    Table,
)
from fabletop.games.storybook.twists import count_targets, has_effect, is_target
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- One step -------------------------------------------------------------------------------------


def run_step(t: Table) -> None:
    """Carry out the step on top of the stack, or ask what it needs to know."""
    row = t.arg(0)
    done = t.arg(1)
    t.pop()
    if row == END_OF_TWIST:
        return
    cards = t.cards
    op = cards.step(row, OP)
    n = cards.step(row, N)
    role = t.caster
    if op == DO_AP:  # SB-VOCAB.1
        t.push(F_STEP, cards.step(row, NEXT))
        if t.role == role:
            t.ap += n
            t.tell(TOLD_AP, t.seat_of(role), n)
    elif op == DO_DRAW:  # SB-VOCAB.2, SB-R16
        t.push(F_STEP, cards.step(row, NEXT))
        while n > 0 and t.tally[DECK_SIZE + role] > 0:
            draw(t, role)
            n -= 1
    elif op == DO_PLAY or op == DO_HIDE:  # SB-VOCAB.3
        but = returned_by(t, row)
        hand = t.tally[HAND_SIZE + role] - (1 if but >= 0 and t.at[but] == IN_HAND else 0)
        if done < n and hand > 0:
            t.push(F_STEP, row, done + 1)
            t.push(F_FROM_HAND, row)
        else:
            t.push(F_STEP, cards.step(row, NEXT))
    elif op == DO_CHOOSE:  # SB-VOCAB.14
        t.push(F_STEP, cards.step(row, NEXT))
        t.push(F_WISH, row)
    elif cards.step(row, CARDS) & IT:
        t.push(F_STEP, cards.step(row, NEXT))
        if t.it != NOWHERE:
            carry_out(t, row)
    else:
        aim(t, row, done)


def returned_by(t: Table, row: i64) -> i64:
    """The card that a Play may not be made with, because this Twist has just returned it; or -1."""
    if t.cards.step(row, OP) == DO_PLAY and t.cards.step(row, A) == 1:
        return t.tally[RETURNED + t.caster]
    return -1


# --- Which card -----------------------------------------------------------------------------------


def aim(t: Table, row: i64, done: i64) -> None:
    """Find the card that a step is about: none, the only one, or ask."""
    cards = t.cards
    op = cards.step(row, OP)
    n = cards.step(row, N)
    targets = count_targets(t, t.caster, row, 3)
    if op == DO_SPIN and n > 0 and done > 0:
        targets -= 1  # not the card turned before
    if targets == 0 or (n > 0 and done >= n) or (op == DO_SWAP and targets < 2):
        leave_off(t, row)
    elif op == DO_REVEAL and cards.step(row, A) == 1:  # SB-VOCAB.4: all of them
        t.push(F_STEP, row, done)
        reveal(t, t.caster, first_target(t, row))
    elif targets == 1 and not may_stop(t, row, done):
        hit(t, row, done, first_target(t, row))
    else:
        t.push(F_AIM, row, done)


def first_target(t: Table, row: i64) -> i64:
    """The cell of the first card that the step may be aimed at."""
    for i in range(t.taken):
        if is_target(t, t.caster, row, t.card_at(t.spots[i])):
            return t.spots[i]
    return NOWHERE


def may_stop(t: Table, row: i64, done: i64) -> bool:
    """'Up to n' may stop early; a Twist is never played for nothing, so the first is made."""
    op = t.cards.step(row, OP)
    return done > 0 and (op == DO_REVEAL or op == DO_SPIN) and t.cards.step(row, N) > 1


def offer_aim(t: Table, out: vec[i64]) -> i64:
    row = t.arg(0)
    done = t.arg(1)
    n = offer_targets(t, row, t.it if done > 0 and t.cards.step(row, OP) == DO_SPIN else NOWHERE, out)
    if may_stop(t, row, done):
        out[n] = act(DONE, 0)
        n += 1
    return n


def offer_targets(t: Table, row: i64, but: i64, out: vec[i64]) -> i64:
    n: i64 = 0
    for i in range(t.taken):
        cell = t.spots[i]
        if cell != but and is_target(t, t.caster, row, t.card_at(cell)):
            out[n] = act(TARGET, cell)
            n += 1
    return n


def hit(t: Table, row: i64, done: i64, cell: i64) -> None:
    """A step has found its card."""
    t.it = cell
    if t.cards.step(row, N) > 0:
        t.push(F_STEP, row, done + 1)
    else:
        t.push(F_STEP, t.cards.step(row, NEXT))
    carry_out(t, row)


def leave_off(t: Table, row: i64) -> None:
    """No more of an 'up to n'."""
    t.push(F_STEP, t.cards.step(row, NEXT))


def carry_out(t: Table, row: i64) -> None:
    """Do what the step says to the card at `t.it`, or ask how."""
    cards = t.cards
    op = cards.step(row, OP)
    role = t.caster
    card = t.card_at(t.it)
    if op == DO_REVEAL:
        reveal(t, role, t.it)
    elif op == DO_SPIN:  # SB-VOCAB.5
        if t.lies[card] != FACE_DOWN:
            t.push(F_TURNS, row)
    elif op == DO_SLIDE:  # SB-VOCAB.6
        t.push(F_WAY, row)
    elif op == DO_MOVE:  # SB-VOCAB.7
        t.push(F_SPOT, row)
    elif op == DO_SWAP:
        t.push(F_SWAP, row)
    elif op == DO_RETURN:
        send_back(t, card)
    elif op == DO_FLIPDOWN:
        turn_down(t, card)
    else:
        bless(t, row, card)


# --- How, and where -------------------------------------------------------------------------------


def offer_ways(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    card = t.card_at(t.it)
    for way in range(4):
        if landing(t, card, way) != NOWHERE:
            out[n] = act(WAY, way)
            n += 1
    return n


def go_way(t: Table, way: i64) -> None:
    card = t.card_at(t.it)
    slide(t, t.caster, card, way)
    t.it = t.at[card]


def offer_turns(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    for quarters in range(4):
        if t.cards.step(t.arg(0), A) >> quarters & 1:
            out[n] = act(TURNS, quarters)
            n += 1
    return n


def turn_it(t: Table, quarters: i64) -> None:
    if quarters > 0:
        spin(t, t.caster, t.card_at(t.it), quarters)


def offer_spots(t: Table, out: vec[i64]) -> i64:
    """Every empty space beside another card, once this one is lifted (SB-VOCAB.7)."""
    start = t.it
    kept = t.board[start]
    t.board[start] = 0
    n: i64 = 0
    for y in range(t.low - 1, t.high + 2):
        for cell in range(y * WIDE + t.left - 1, y * WIDE + t.right + 2):
            if t.is_free(cell):
                out[n] = act(PUT, cell)
                n += 1
    t.board[start] = kept
    return n


def move_to(t: Table, cell: i64) -> None:
    card = t.card_at(t.it)
    lies = t.lies[card]
    t.lift(card)
    t.it = cell
    t.set_down(card, cell, lies)
    t.tell_of(TOLD_MOVE, t.caster, card, t.it, t.eyes_on(card))


def swap_with(t: Table, cell: i64) -> None:
    """Exchange two cards' spaces; faces and rotations stay (SB-VOCAB.8)."""
    first = t.card_at(t.it)
    second = t.card_at(cell)
    t.tell_of(TOLD_SWAP, t.caster, first, cell, t.eyes_on(first))
    t.tell_of(TOLD_SWAP, t.caster, second, t.it, t.eyes_on(second))
    t.board[t.it] = u8(second + 1)
    t.board[cell] = u8(first + 1)
    t.at[second] = t.it
    t.at[first] = cell
    t.it = cell


# --- From the hand --------------------------------------------------------------------------------


def offer_for_twist(t: Table, out: vec[i64]) -> i64:
    row = t.arg(0)
    verb = PLAY if t.cards.step(row, OP) == DO_PLAY else HIDE
    return offer_hand(t, t.caster, verb, returned_by(t, row), out, 0)


def take_for_twist(t: Table, card: i64) -> None:
    row = t.arg(0)
    t.pop()
    if t.cards.step(row, OP) == DO_HIDE:
        take_in_hand(t, card, 1)
    else:
        take_in_hand(t, card, 0, t.cards.step(row, A))


# --- Off the table, face down, stronger -----------------------------------------------------------


def send_back(t: Table, card: i64) -> None:
    """RETURN: to its controller's hand, out of any capture (SB-VOCAB.9)."""
    owner = card // DECK
    t.tell_of(TOLD_RETURN, t.caster, card, t.at[card], t.eyes_on(card))
    if t.lies[card] != FACE_DOWN or t.known >> card & 1:
        t.tally[RETURNED + owner] = card
        t.late &= ~((bit(DECK) - 1) << owner * DECK)
    t.known &= ~bit(card)
    t.late &= ~bit(card)
    t.doomed &= ~bit(card)
    t.drop_boons_of(card)
    t.lift(card)
    t.at[card] = IN_HAND
    t.tally[HAND_SIZE + owner] += 1
    t.it = NOWHERE
    t.measure()


def turn_down(t: Table, card: i64) -> None:
    """FLIPDOWN: everybody remembers which card it is (SB-VOCAB.10, SB-R19)."""
    t.tell_of(TOLD_FLIPDOWN, t.caster, card, t.at[card], t.eyes_on(card))
    t.drop_boons_of(card)
    t.lies[card] = FACE_DOWN
    t.known |= bit(card)


def bless(t: Table, row: i64, card: i64) -> None:
    """BUFF, GUARD and DUEL stay with a card for a time (SB-VOCAB.11, .12, .13, .15)."""
    cards = t.cards
    op = cards.step(row, OP)
    until = cards.step(row, UNTIL)
    swords: i64 = 0
    shields: i64 = 0
    if op == DO_BUFF:
        swords = cards.step(row, A)
        shields = cards.step(row, B)
        t.note(TOLD_BUFF, t.seat_of(t.caster), card, swords, shields, -1)
    else:
        t.tell(TOLD_GUARD if op == DO_GUARD else TOLD_DUEL, t.seat_of(t.caster), card)
    boons = t.boons
    boons = append(boons, card)
    boons = append(boons, t.caster)
    boons = append(boons, swords)
    boons = append(boons, shields)
    boons = append(boons, 1 if op == DO_GUARD else 0)
    boons = append(boons, 1 if op == DO_DUEL else 0)
    boons = append(boons, until)
    boons = append(boons, 2 if until == UNTIL_END and t.role == t.caster else 1)
    t.boons = boons
    if t.boon(card, BOON_GUARD) > 0:
        t.doomed &= ~bit(card)


# --- CHOOSE ---------------------------------------------------------------------------------------


def branch(t: Table, row: i64, which: i64) -> i64:
    return t.cards.step(row, N if which == 0 else A if which == 1 else B)


def offer_wishes(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    for which in range(3):
        if has_effect(t, t.caster, branch(t, t.arg(0), which)):
            out[n] = act(WISH, which)
            n += 1
    return n


def wish(t: Table, which: i64) -> None:
    row = t.arg(0)
    t.pop()
    t.push(F_STEP, branch(t, row, which))
