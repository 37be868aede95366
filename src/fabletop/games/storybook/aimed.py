"""The steps of a Plot Twist that are aimed at a card in play (SB-VOCAB.4 to SB-VOCAB.13)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import text, told
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.actions import can_slide, landing, offer_spaces, reveal, slide, spin
from fabletop.games.storybook.effects import Aimed, TwistQuestion, offer_targets, target_label
from fabletop.games.storybook.notation import CARDS, TURNED, TURNS, UNTIL, Change, UpToOrAll, noun, whose
from fabletop.games.storybook.table import (
    BOON_GUARD,
    FACE_DOWN,
    HAND_SIZE,
    IN_HAND,
    NOWHERE,
    RETURNED,
    Storybook,
)
from fabletop.kernel.action import add
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.kinds import Number
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Label, Refusal

WHICH_WAY: Final = 13  # row
WHERE_TO: Final = 14  # row
HOW_FAR: Final = 15  # row
SWAP: Final = 18  # row

# --- REVEAL (SB-VOCAB.4) --------------------------------------------------------------------------


class Reveal(Aimed):
    name = "REVEAL"
    number = 6
    takes = ((c.N, UpToOrAll(1, 3)), (c.CARDS, CARDS))
    face = "down"

    def aim(self, t: Storybook, row: i64, done: i64) -> None:
        if t.cards.step(row, c.A) == 0:
            super().aim(t, row, done)
            return
        while self.targets(t, t.caster, row, 1) > 0:
            reveal(t, t.caster, self.first_target(t, row))

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        reveal(t, t.caster, t.it)

    def words(self, step: Step, speech: Speech) -> str:
        count, which = step.values
        if count == UpToOrAll.ALL:
            return f"reveal all {whose(which)}{noun(which, many=True)}"
        if count == 1:
            return f"reveal {CARDS.words(which, speech)}"
        return f"reveal up to {count} {noun(which, many=True)}"


# --- SPIN (SB-VOCAB.5) ----------------------------------------------------------------------------


class Spin(Aimed):
    name = "SPIN"
    number = 7
    takes = ((c.CARDS, CARDS), (c.A, TURNS), (c.N, Number(2, 3, default=0)))
    face = "up"

    def spared(self, t: Storybook, done: i64) -> i64:
        return t.it if done > 0 else NOWHERE  # the card turned before

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        if t.lies[card] != FACE_DOWN:
            t.push(HOW_FAR, row)

    def words(self, step: Step, speech: Speech) -> str:
        which, turns, count = step.values
        cards = f"up to {count} of {whose(which)}{noun(which, many=True)}" if count else ""
        return f"turn {cards or CARDS.words(which, speech)} {TURNS.words(turns, speech)}"


class TurnHowFar(TwistQuestion):
    number = HOW_FAR
    rule = "SB-VOCAB.5"
    verbs = (v.TURNS,)
    asks = "Your Plot Twist: turn it how far?"

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        for quarters in range(4):
            if t.cards.step(t.arg(0), c.A) >> quarters & 1:
                n = add(out, n, v.TURNS, quarters)
        return n

    def answer(self, t: Storybook, verb: i64, quarters: i64) -> None:
        t.pop()
        if quarters > 0:
            spin(t, t.caster, t.card_at(t.it), quarters)

    def label(self, t: Storybook, seat: int, verb: int, quarters: int) -> Label:
        return Label(f"Turn it {TURNED[quarters]}")


# --- SLIDE (SB-VOCAB.6) ---------------------------------------------------------------------------


class Slide(Aimed):
    name = "SLIDE"
    number = 8
    takes = ((c.CARDS, CARDS),)
    says = "slide {} for 0 AP"

    def suits(self, t: Storybook, card: i64) -> bool:
        return can_slide(t, card)

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        t.push(WHICH_WAY, row)


class SlideWhichWay(TwistQuestion):
    number = WHICH_WAY
    rule = "SB-VOCAB.6"
    verbs = (v.WAY,)
    asks = "Your Plot Twist: slide it which way?"

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        card = t.card_at(t.it)
        for way in range(4):
            if landing(t, card, way) != NOWHERE:
                n = add(out, n, v.WAY, way)
        return n

    def answer(self, t: Storybook, verb: i64, way: i64) -> None:
        t.pop()
        card = t.card_at(t.it)
        slide(t, t.caster, card, way)
        t.it = t.at[card]

    def label(self, t: Storybook, seat: int, verb: int, way: int) -> Label:
        return Label(
            f"Slide it {text.slide_words(t, seat, way)}",
            to=text.cell_ref(t, landing(t, t.card_at(t.it), way)),
        )


# --- MOVE (SB-VOCAB.7) ----------------------------------------------------------------------------


class Move(Aimed):
    name = "MOVE"
    number = 9
    takes = ((c.CARDS, CARDS),)
    says = "move {} to any empty space beside another card"

    def suits(self, t: Storybook, card: i64) -> bool:
        return t.taken > 1

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        t.push(WHERE_TO, row)


def on_its_way(t: Storybook) -> i64:
    """The cell of the card that is being moved, or NOWHERE."""
    return t.it if t.top() == WHERE_TO else NOWHERE


class MoveWhere(TwistQuestion):
    number = WHERE_TO
    rule = "SB-VOCAB.7"
    verbs = (v.PUT,)
    asks = "Your Plot Twist: move it where?"

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
        start = t.spot(t.it)
        t.lift(card)
        t.it = cell
        t.set_down(card, cell, lies)
        t.tell_way(told.MOVE, t.caster, card, start, t.it, t.eyes_on(card))

    def label(self, t: Storybook, seat: int, verb: int, cell: int) -> Label:
        return text.put_label(t, cell)

    def why_not(self, t: Storybook, verb: int, cell: int) -> Refusal:
        return text.why_not_there(t, cell, self.rule)


# --- SWAP (SB-VOCAB.8) ----------------------------------------------------------------------------


class Swap(Aimed):
    name = "SWAP"
    number = 10
    takes = ((c.CARDS, CARDS),)
    least = 2

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        t.push(SWAP, row)

    def words(self, step: Step, speech: Speech) -> str:
        which = step.values[0]
        return f"exchange the spaces of two of {whose(which)}{noun(which, many=True)}"


class SwapWith(TwistQuestion):
    """Exchange two cards' spaces; faces and rotations stay."""

    number = SWAP
    rule = "SB-VOCAB.8"
    verbs = (v.TARGET,)
    asks = "Your Plot Twist: exchange it with which card?"

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        return offer_targets(t, t.arg(0), t.it, out, n)

    def answer(self, t: Storybook, verb: i64, cell: i64) -> None:
        t.pop()
        first = t.card_at(t.it)
        second = t.card_at(cell)
        t.tell_way(told.SWAP, t.caster, first, t.spot(t.it), cell, t.eyes_on(first))
        t.tell_way(told.SWAP, t.caster, second, t.spot(cell), t.it, t.eyes_on(second))
        t.board[t.it] = u8(second + 1)
        t.board[cell] = u8(first + 1)
        t.at[second] = t.it
        t.at[first] = cell
        t.it = cell

    def label(self, t: Storybook, seat: int, verb: int, cell: int) -> Label:
        return target_label(t, seat, cell)


# --- RETURN and FLIPDOWN (SB-VOCAB.9, SB-VOCAB.10) ------------------------------------------------


class Return(Aimed):
    """To its controller's hand, out of any capture."""

    name = "RETURN"
    number = 11
    takes = ((c.CARDS, CARDS),)
    says = "return {} to its owner's hand"

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
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


class FlipDown(Aimed):
    """Everybody remembers which card it is (SB-R19)."""

    name = "FLIPDOWN"
    number = 12
    takes = ((c.CARDS, CARDS),)
    says = "turn {} face down"
    face = "up"

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        t.tell_of(told.FLIPDOWN, t.caster, card, t.at[card], t.eyes_on(card))
        t.drop_boons_of(card)
        t.lies[card] = FACE_DOWN
        t.known |= bit(card)


# --- BUFF, GUARD and DUEL stay with a card for a time (SB-VOCAB.11, .12, .13, .15) ----------------


class Buff(Aimed):
    name = "BUFF"
    number = 13
    takes = ((c.CARDS, CARDS), (c.A, Change(-5, 5)), (c.B, Change(-5, 5)), (c.UNTIL, UNTIL))
    face = "up"

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        swords = t.cards.step(row, c.A)
        shields = t.cards.step(row, c.B)
        t.note(told.BUFF, t.seat_of(t.caster), card, swords, shields, -1)
        bless(t, row, card, swords, shields, 0, 0)

    def words(self, step: Step, speech: Speech) -> str:
        which, swords, shields, until = step.values
        gains = [(swords, "Sword"), (shields, "Shield")]
        told = " and ".join(f"{n:+} {name}{'s' if abs(n) > 1 else ''}" for n, name in gains if n)
        return f"{CARDS.words(which, speech)} has {told} on every side {UNTIL.words(until, speech)}"


class Guard(Aimed):
    name = "GUARD"
    number = 14
    takes = ((c.CARDS, CARDS), (c.UNTIL, UNTIL))
    says = "{} cannot be captured {}"
    face = "up"

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        t.tell(told.GUARD, t.seat_of(t.caster), card)
        bless(t, row, card, 0, 0, 1, 0)


class Duel(Aimed):
    name = "DUEL"
    number = 15
    takes = ((c.CARDS, CARDS), (c.UNTIL, UNTIL))
    says = "{} captures whatever it Bests {}"
    face = "up"

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        t.tell(told.DUEL, t.seat_of(t.caster), card)
        bless(t, row, card, 0, 0, 0, 1)


def bless(t: Storybook, row: i64, card: i64, swords: i64, shields: i64, guard: i64, duel: i64) -> None:
    until = t.cards.step(row, c.UNTIL)
    boons = t.boons
    boons = append(boons, card)
    boons = append(boons, t.caster)
    boons = append(boons, swords)
    boons = append(boons, shields)
    boons = append(boons, guard)
    boons = append(boons, duel)
    boons = append(boons, until)
    boons = append(boons, 2 if until == c.UNTIL_END and t.role == t.caster else 1)
    t.boons = boons
    if t.boon(card, BOON_GUARD) > 0:
        t.doomed &= ~bit(card)
