"""What the words on a Plot Twist do (SB-VOCAB), one step at a time.

A step that leaves a choice pushes a question; its answer goes on where the step left off.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import told
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.actions import (
    ask_where_to_put,
    draw,
    landing,
    offer_hand,
    offer_spaces,
    reveal,
    slide,
    spin,
)
from fabletop.games.storybook.card_text import TURNED, steps_text
from fabletop.games.storybook.needs import count_targets, has_effect, is_target
from fabletop.games.storybook.table import (
    BOON_GUARD,
    DECK_SIZE,
    FACE_DOWN,
    HAND_SIZE,
    IN_HAND,
    NOWHERE,
    RETURNED,
    Storybook,
)
from fabletop.games.storybook.text import (
    WAYS,
    card_words,
    cell_ref,
    hand_label,
    put_label,
    twist_of,
    why_not_from_hand,
    why_not_there,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Frame, Question

STEP: Final = 11  # row of the step, how often done
AIM: Final = 12  # row, how often done
WHICH_WAY: Final = 13  # row
WHERE_TO: Final = 14  # row
HOW_FAR: Final = 15  # row
FROM_HAND: Final = 16  # row
WISH: Final = 17  # row
SWAP: Final = 18  # row

# --- One step -------------------------------------------------------------------------------------


def begin_steps(t: Storybook, role: i64, row: i64) -> None:
    """A role plays a Twist whose first step is this row."""
    t.caster = role
    t.it = NOWHERE
    t.push(STEP, row)


class Step(Frame[Storybook]):
    """Carry out a step, or ask what it needs to know."""

    number = STEP

    def run(self, t: Storybook) -> bool:
        row = t.arg(0)
        done = t.arg(1)
        t.pop()
        if row != c.END_OF_TWIST:
            run_step(t, row, done)
        return False


def run_step(t: Storybook, row: i64, done: i64) -> None:
    cards = t.cards
    op = cards.step(row, c.OP)
    n = cards.step(row, c.N)
    role = t.caster
    if op == c.DO_AP:  # SB-VOCAB.1
        step_after(t, row)
        if t.role == role:
            t.ap += n
            t.tell(told.AP, t.seat_of(role), n)
    elif op == c.DO_DRAW:  # SB-VOCAB.2, SB-R16
        step_after(t, row)
        while n > 0 and t.tally[DECK_SIZE + role] > 0:
            draw(t, role)
            n -= 1
    elif op == c.DO_PLAY or op == c.DO_HIDE:  # SB-VOCAB.3
        but = returned_by(t, row)
        hand = t.tally[HAND_SIZE + role] - (1 if but >= 0 and t.at[but] == IN_HAND else 0)
        if done < n and hand > 0:
            t.push(STEP, row, done + 1)
            t.push(FROM_HAND, row)
        else:
            step_after(t, row)
    elif op == c.DO_CHOOSE:  # SB-VOCAB.14
        step_after(t, row)
        t.push(WISH, row)
    elif cards.step(row, c.CARDS) & c.IT:
        step_after(t, row)
        if t.it != NOWHERE:
            carry_out(t, row)
    else:
        aim(t, row, done)


def step_after(t: Storybook, row: i64) -> None:
    """Nothing more of this step: the next one follows."""
    t.push(STEP, t.cards.step(row, c.NEXT))


class TwistQuestion(Question[Storybook]):
    """What a step of a Twist leaves open, for the player whose Twist it is (SB-VOCAB.16)."""

    def who(self, t: Storybook) -> i64:
        return t.seat_of(t.caster)

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        return Refusal(self.rule, "That is not one of the choices your Plot Twist leaves.")


# --- Which card -----------------------------------------------------------------------------------


def aim(t: Storybook, row: i64, done: i64) -> None:
    """Find the card that a step is about: none, the only one, or ask."""
    cards = t.cards
    op = cards.step(row, c.OP)
    n = cards.step(row, c.N)
    targets = count_targets(t, t.caster, row, 3)
    if op == c.DO_SPIN and n > 0 and done > 0:
        targets -= 1  # not the card turned before
    if targets == 0 or (n > 0 and done >= n) or (op == c.DO_SWAP and targets < 2):
        step_after(t, row)
    elif op == c.DO_REVEAL and cards.step(row, c.A) == 1:  # SB-VOCAB.4: all of them
        t.push(STEP, row, done)
        reveal(t, t.caster, first_target(t, row))
    elif targets == 1 and not may_stop(t, row, done):
        hit(t, row, done, first_target(t, row))
    else:
        t.push(AIM, row, done)


def first_target(t: Storybook, row: i64) -> i64:
    """The cell of the first card that the step may be aimed at."""
    for i in range(t.taken):
        if is_target(t, t.caster, row, t.card_at(t.spots[i])):
            return t.spots[i]
    return NOWHERE


def may_stop(t: Storybook, row: i64, done: i64) -> bool:
    """'Up to n' may stop early; a Twist is never played for nothing, so the first is made."""
    op = t.cards.step(row, c.OP)
    return done > 0 and (op == c.DO_REVEAL or op == c.DO_SPIN) and t.cards.step(row, c.N) > 1


class AimAt(TwistQuestion):
    number = AIM
    rule = "SB-VOCAB.16"
    verbs = (v.TARGET, v.DONE)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        row = t.arg(0)
        done = t.arg(1)
        turned = done > 0 and t.cards.step(row, c.OP) == c.DO_SPIN
        n = offer_targets(t, row, t.it if turned else NOWHERE, out, n)
        if may_stop(t, row, done):
            out[n] = act(v.DONE, 0)
            n += 1
        return n

    def answer(self, t: Storybook, verb: i64, cell: i64) -> None:
        row = t.arg(0)
        done = t.arg(1)
        t.pop()
        if verb == v.TARGET:
            hit(t, row, done, cell)
        else:
            step_after(t, row)

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: which card?"

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        return target_label(t, seat, thing) if verb == v.TARGET else Label("No more")


def offer_targets(t: Storybook, row: i64, but: i64, out: vec[i64], n: i64) -> i64:
    for i in range(t.taken):
        cell = t.spots[i]
        if cell != but and is_target(t, t.caster, row, t.card_at(cell)):
            out[n] = act(v.TARGET, cell)
            n += 1
    return n


def target_label(t: Storybook, seat: int, cell: int) -> Label:
    return Label(f"Choose {card_words(t, seat, t.card_at(cell))}", cell_ref(t, cell))


def hit(t: Storybook, row: i64, done: i64, cell: i64) -> None:
    """A step has found its card."""
    t.it = cell
    if t.cards.step(row, c.N) > 0:
        t.push(STEP, row, done + 1)
    else:
        step_after(t, row)
    carry_out(t, row)


def carry_out(t: Storybook, row: i64) -> None:
    """Do what the step says to the card at `t.it`, or ask how."""
    op = t.cards.step(row, c.OP)
    card = t.card_at(t.it)
    if op == c.DO_REVEAL:
        reveal(t, t.caster, t.it)
    elif op == c.DO_SPIN:  # SB-VOCAB.5
        if t.lies[card] != FACE_DOWN:
            t.push(HOW_FAR, row)
    elif op == c.DO_SLIDE:  # SB-VOCAB.6
        t.push(WHICH_WAY, row)
    elif op == c.DO_MOVE:  # SB-VOCAB.7
        t.push(WHERE_TO, row)
    elif op == c.DO_SWAP:
        t.push(SWAP, row)
    elif op == c.DO_RETURN:
        send_back(t, card)
    elif op == c.DO_FLIPDOWN:
        turn_down(t, card)
    else:
        bless(t, row, card)


# --- How, and where -------------------------------------------------------------------------------


class TurnHowFar(TwistQuestion):
    number = HOW_FAR
    rule = "SB-VOCAB.5"
    verbs = (v.TURNS,)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        for quarters in range(4):
            if t.cards.step(t.arg(0), c.A) >> quarters & 1:
                out[n] = act(v.TURNS, quarters)
                n += 1
        return n

    def answer(self, t: Storybook, verb: i64, quarters: i64) -> None:
        t.pop()
        if quarters > 0:
            spin(t, t.caster, t.card_at(t.it), quarters)

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: turn it how far?"

    def label(self, t: Storybook, seat: int, verb: int, quarters: int) -> Label:
        return Label(f"Turn it {TURNED[quarters]}")


class SlideWhichWay(TwistQuestion):
    number = WHICH_WAY
    rule = "SB-VOCAB.6"
    verbs = (v.WAY,)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        card = t.card_at(t.it)
        for way in range(4):
            if landing(t, card, way) != NOWHERE:
                out[n] = act(v.WAY, way)
                n += 1
        return n

    def answer(self, t: Storybook, verb: i64, way: i64) -> None:
        t.pop()
        card = t.card_at(t.it)
        slide(t, t.caster, card, way)
        t.it = t.at[card]

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: slide it which way?"

    def label(self, t: Storybook, seat: int, verb: int, way: int) -> Label:
        return Label(f"Slide it {WAYS[way]}", to=cell_ref(t, landing(t, t.card_at(t.it), way)))


class MoveWhere(TwistQuestion):
    number = WHERE_TO
    rule = "SB-VOCAB.7"
    verbs = (v.PUT,)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        """Every empty space beside another card, once this one is lifted."""
        start = t.it
        kept = t.board[start]
        t.board[start] = 0
        n = offer_spaces(t, out, n)
        t.board[start] = kept
        return n

    def answer(self, t: Storybook, verb: i64, cell: i64) -> None:
        t.pop()
        card = t.card_at(t.it)
        lies = t.lies[card]
        t.lift(card)
        t.it = cell
        t.set_down(card, cell, lies)
        t.tell_of(told.MOVE, t.caster, card, t.it, t.eyes_on(card))

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: move it where?"

    def label(self, t: Storybook, seat: int, verb: int, cell: int) -> Label:
        return put_label(t, cell)

    def why_not(self, t: Storybook, verb: int, cell: int) -> Refusal:
        return why_not_there(t, cell, self.rule)


class SwapWith(TwistQuestion):
    """Exchange two cards' spaces; faces and rotations stay."""

    number = SWAP
    rule = "SB-VOCAB.8"
    verbs = (v.TARGET,)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        return offer_targets(t, t.arg(0), t.it, out, n)

    def answer(self, t: Storybook, verb: i64, cell: i64) -> None:
        t.pop()
        first = t.card_at(t.it)
        second = t.card_at(cell)
        t.tell_of(told.SWAP, t.caster, first, cell, t.eyes_on(first))
        t.tell_of(told.SWAP, t.caster, second, t.it, t.eyes_on(second))
        t.board[t.it] = u8(second + 1)
        t.board[cell] = u8(first + 1)
        t.at[second] = t.it
        t.at[first] = cell
        t.it = cell

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: exchange it with which card?"

    def label(self, t: Storybook, seat: int, verb: int, cell: int) -> Label:
        return target_label(t, seat, cell)


# --- From the hand --------------------------------------------------------------------------------


def returned_by(t: Storybook, row: i64) -> i64:
    """The card that a Play may not be made with, because this Twist has just returned it; or -1."""
    if t.cards.step(row, c.OP) == c.DO_PLAY and t.cards.step(row, c.A) == 1:
        return t.tally[RETURNED + t.caster]
    return -1


class FromHand(TwistQuestion):
    number = FROM_HAND
    rule = "SB-VOCAB.3"
    verbs = (v.PLAY, v.HIDE)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        row = t.arg(0)
        verb = v.PLAY if t.cards.step(row, c.OP) == c.DO_PLAY else v.HIDE
        return offer_hand(t, t.caster, verb, returned_by(t, row), out, n)

    def answer(self, t: Storybook, verb: i64, card: i64) -> None:
        row = t.arg(0)
        t.pop()
        if verb == v.HIDE:
            ask_where_to_put(t, card, 1)
        else:
            ask_where_to_put(t, card, 0, t.cards.step(row, c.A))

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: which card from your hand?"

    def label(self, t: Storybook, seat: int, verb: int, card: int) -> Label:
        return hand_label(t, "Play" if verb == v.PLAY else "Hide", card)

    def why_not(self, t: Storybook, verb: int, card: int) -> Refusal:
        return why_not_from_hand(t, card, self.rule)


# --- Off the table, face down, stronger -----------------------------------------------------------


def send_back(t: Storybook, card: i64) -> None:
    """RETURN: to its controller's hand, out of any capture (SB-VOCAB.9)."""
    owner = card // c.DECK
    t.tell_of(told.RETURN, t.caster, card, t.at[card], t.eyes_on(card))
    if t.lies[card] != FACE_DOWN or t.known >> card & 1:
        t.tally[RETURNED + owner] = card
        t.late &= ~((bit(c.DECK) - 1) << owner * c.DECK)
    t.known &= ~bit(card)
    t.late &= ~bit(card)
    t.doomed &= ~bit(card)
    t.drop_boons_of(card)
    t.lift(card)
    t.at[card] = IN_HAND
    t.tally[HAND_SIZE + owner] += 1
    t.it = NOWHERE
    t.measure()


def turn_down(t: Storybook, card: i64) -> None:
    """FLIPDOWN: everybody remembers which card it is (SB-VOCAB.10, SB-R19)."""
    t.tell_of(told.FLIPDOWN, t.caster, card, t.at[card], t.eyes_on(card))
    t.drop_boons_of(card)
    t.lies[card] = FACE_DOWN
    t.known |= bit(card)


def bless(t: Storybook, row: i64, card: i64) -> None:
    """BUFF, GUARD and DUEL stay with a card for a time (SB-VOCAB.11, .12, .13, .15)."""
    cards = t.cards
    op = cards.step(row, c.OP)
    until = cards.step(row, c.UNTIL)
    swords: i64 = 0
    shields: i64 = 0
    if op == c.DO_BUFF:
        swords = cards.step(row, c.A)
        shields = cards.step(row, c.B)
        t.note(told.BUFF, t.seat_of(t.caster), card, swords, shields, -1)
    else:
        t.tell(told.GUARD if op == c.DO_GUARD else told.DUEL, t.seat_of(t.caster), card)
    boons = t.boons
    boons = append(boons, card)
    boons = append(boons, t.caster)
    boons = append(boons, swords)
    boons = append(boons, shields)
    boons = append(boons, 1 if op == c.DO_GUARD else 0)
    boons = append(boons, 1 if op == c.DO_DUEL else 0)
    boons = append(boons, until)
    boons = append(boons, 2 if until == c.UNTIL_END and t.role == t.caster else 1)
    t.boons = boons
    if t.boon(card, BOON_GUARD) > 0:
        t.doomed &= ~bit(card)


# --- CHOOSE ---------------------------------------------------------------------------------------


class Wish(TwistQuestion):
    number = WISH
    rule = "SB-VOCAB.14"
    verbs = (v.WISH,)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        for which in range(3):
            if has_effect(t, t.caster, branch(t, t.arg(0), which)):
                out[n] = act(v.WISH, which)
                n += 1
        return n

    def answer(self, t: Storybook, verb: i64, which: i64) -> None:
        row = t.arg(0)
        t.pop()
        t.push(STEP, branch(t, row, which))

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: what do you wish for?"

    def label(self, t: Storybook, seat: int, verb: int, which: int) -> Label:
        return Label(f"Choose: {steps_text(twist_of(t, seat).does[0]['either'][which])}")


def branch(t: Storybook, row: i64, which: i64) -> i64:
    return t.cards.step(row, c.N if which == 0 else c.A if which == 1 else c.B)
