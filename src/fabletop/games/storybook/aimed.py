"""The steps of a Plot Twist that are aimed at a card in play (SB-VOCAB.4 to SB-VOCAB.13)."""

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import told
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.actions import can_slide, landing, offer_spaces, reveal, slide, spin
from fabletop.games.storybook.effects import DONE, TwistQuestion, again, go_on_after
from fabletop.games.storybook.needs import Deed, fits
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
from fabletop.games.storybook.text import WAYS, card_words, cell_ref, put_label, why_not_there
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.kinds import Number
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Label, Refusal

AIM: Final = 12  # row, how often done
WHICH_WAY: Final = 13  # row
WHERE_TO: Final = 14  # row
HOW_FAR: Final = 15  # row
SWAP: Final = 18  # row

# --- Which card -----------------------------------------------------------------------------------


class Aimed(Deed):
    """Aimed at a card; where N is given, at up to so many, one after the other."""

    face: str = ""  # "up" or "down", where it is for such cards only
    least: int = 1  # how many cards it takes

    def works(self, t: Storybook, role: i64, row: i64) -> bool:
        if t.cards.step(row, c.CARDS) & c.IT:
            return False  # there is none before an earlier step did something
        return self.targets(t, role, row, self.least) == self.least

    def do(self, t: Storybook, row: i64) -> None:
        if t.cards.step(row, c.CARDS) & c.IT:
            if t.it != NOWHERE:
                self.touch(t, row, t.card_at(t.it))
        else:
            self.aim(t, row, t.arg(DONE))

    def aim(self, t: Storybook, row: i64, done: i64) -> None:
        """Find the card that the step is about: none, the only one, or ask."""
        n = t.cards.step(row, c.N)
        targets = self.targets(t, t.caster, row, 3)
        if self.spared(t, done) != NOWHERE:
            targets -= 1
        if targets < self.least or (n > 0 and done >= n):
            t.set_arg(DONE, 0)
        elif targets == 1 and not self.may_stop(t, row, done):
            self.hit(t, row, done, self.first_target(t, row))
        else:
            t.pop()
            t.push(AIM, row, done)

    def hit(self, t: Storybook, row: i64, done: i64, cell: i64) -> None:
        """The step has found its card."""
        t.it = cell
        if t.cards.step(row, c.N) > 0:
            again(t, row, done + 1)
        self.touch(t, row, t.card_at(cell))

    def touch(self, t: Storybook, row: i64, card: i64) -> None:
        """Do it to the card at `t.it`, or ask how."""
        raise NotImplementedError

    def suits(self, t: Storybook, card: i64) -> bool:
        """Whether it could be done to a card that fits its words."""
        return True

    def spared(self, t: Storybook, done: i64) -> i64:
        """The cell of a card that it may not be aimed at again, or NOWHERE."""
        return NOWHERE

    def may_stop(self, t: Storybook, row: i64, done: i64) -> bool:
        """'Up to n' may stop early; a Twist is never played for nothing, so the first is made."""
        return done > 0 and t.cards.step(row, c.N) > 1

    def is_target(self, t: Storybook, role: i64, row: i64, card: i64) -> bool:
        named = t.cards.step(row, c.NAMED)
        if named >= 0 and card != role * c.DECK + named:
            return False
        return fits(t, role, card, t.cards.step(row, c.CARDS)) and self.suits(t, card)

    def targets(self, t: Storybook, role: i64, row: i64, most: i64) -> i64:
        """How many cards it may be aimed at; counting stops at `most`."""
        count: i64 = 0
        for i in range(t.taken):
            if self.is_target(t, role, row, t.card_at(t.spots[i])):
                count += 1
                if count == most:
                    break
        return count

    def first_target(self, t: Storybook, row: i64) -> i64:
        """The cell of the first card that it may be aimed at."""
        for i in range(t.taken):
            if self.is_target(t, t.caster, row, t.card_at(t.spots[i])):
                return t.spots[i]
        return NOWHERE


def aimed(t: Storybook, row: i64) -> Aimed:
    return cast(Aimed, t.cards.program.verb(row))


class AimAt(TwistQuestion):
    number = AIM
    rule = "SB-VOCAB.16"
    verbs = (v.TARGET, v.DONE)

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        row = t.arg(0)
        step = aimed(t, row)
        n = offer_targets(t, row, step.spared(t, t.arg(1)), out, n)
        if step.may_stop(t, row, t.arg(1)):
            out[n] = act(v.DONE, 0)
            n += 1
        return n

    def answer(self, t: Storybook, verb: i64, cell: i64) -> None:
        row = t.arg(0)
        done = t.arg(1)
        t.pop()
        go_on_after(t, row)
        if verb == v.TARGET:
            aimed(t, row).hit(t, row, done, cell)

    def prompt(self, t: Storybook) -> str:
        return "Your Plot Twist: which card?"

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        return target_label(t, seat, thing) if verb == v.TARGET else Label("No more")


def offer_targets(t: Storybook, row: i64, but: i64, out: vec[i64], n: i64) -> i64:
    step = aimed(t, row)
    for i in range(t.taken):
        cell = t.spots[i]
        if cell != but and step.is_target(t, t.caster, row, t.card_at(cell)):
            out[n] = act(v.TARGET, cell)
            n += 1
    return n


def target_label(t: Storybook, seat: int, cell: int) -> Label:
    return Label(f"Choose {card_words(t, seat, t.card_at(cell))}", cell_ref(t, cell))


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
