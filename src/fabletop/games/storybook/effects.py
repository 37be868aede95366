"""Following a Plot Twist, one step at a time (SB-VOCAB): steps that need no card in play, and which card.

A step that leaves a choice pushes a question; its answer goes on where the step left off.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import text, told
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.actions import ask_where_to_put, draw, offer_hand
from fabletop.games.storybook.card_text import branch_text
from fabletop.games.storybook.needs import Deed, fits, has_effect
from fabletop.games.storybook.table import DECK_SIZE, HAND_SIZE, IN_HAND, NOWHERE, RETURNED, Storybook
from fabletop.kernel.action import add
from fabletop.kernel.bits import bit
from fabletop.kernel.effects import nodes
from fabletop.kernel.effects.engine import END, MOST_BRANCHES, NEXT, NO_BRANCH, ROW, Choose, Follow, Program
from fabletop.kernel.effects.kinds import Flag, Number, counted
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Question

FOLLOW: Final = 11  # nothing, row of the next step, how often that has been done already
AIM: Final = 12  # row, how often done
FROM_HAND: Final = 16  # row
WISH: Final = 17  # row

DONE: Final = 2  # the argument of FOLLOW that counts


class FollowTwist(Follow[Storybook]):
    number = FOLLOW

    def program(self, t: Storybook) -> Program:
        return t.cards.program

    def choose(self, t: Storybook, row: i64) -> None:
        t.push(WISH, row)


def follow(t: Storybook, role: i64, row: i64) -> None:
    """A role plays a Twist whose first step is this row."""
    t.caster = role
    t.it = NOWHERE
    t.push(FOLLOW, 0, row)


def go_on_after(t: Storybook, row: i64) -> None:
    t.push(FOLLOW, 0, t.cards.step(row, NEXT))


def again(t: Storybook, row: i64, done: i64) -> None:
    """The same step comes once more, now done so often."""
    t.set_arg(ROW, row)
    t.set_arg(DONE, done)


class TwistQuestion(Question[Storybook]):
    """What a step of a Twist leaves open, for the player whose Twist it is (SB-VOCAB.16)."""

    def who(self, t: Storybook) -> i64:
        return t.seat_of(t.caster)

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        return Refusal(self.rule, "That is not one of the choices your Plot Twist leaves.")


# --- AP and DRAW ----------------------------------------------------------------------------------


class GainAp(Deed):
    """In one's own turn (SB-VOCAB.1)."""

    name = "AP"
    number = 2
    takes = ((c.N, Number(1, 3)),)
    says = "gain {} AP"

    def works(self, t: Storybook, role: i64, row: i64) -> bool:
        return t.role == role

    def do(self, t: Storybook, row: i64) -> None:
        if t.role == t.caster:
            t.ap += t.cards.step(row, c.N)
            t.tell(told.AP, t.seat_of(t.caster), t.cards.step(row, c.N))


class DrawCards(Deed):
    """As many as there are, also beyond a full hand (SB-VOCAB.2, SB-R16)."""

    name = "DRAW"
    number = 3
    takes = ((c.N, Number(1, 3, "card")),)
    says = "draw {}"

    def works(self, t: Storybook, role: i64, row: i64) -> bool:
        return t.tally[DECK_SIZE + role] > 0

    def do(self, t: Storybook, row: i64) -> None:
        n = t.cards.step(row, c.N)
        while n > 0 and t.tally[DECK_SIZE + t.caster] > 0:
            draw(t, t.caster)
            n -= 1


# --- PLAY and HIDE (SB-VOCAB.3) -------------------------------------------------------------------


class PutCards(Deed):
    """From the hand, for nothing; PLAY(1, other): not with the card that this Twist has just returned."""

    def works(self, t: Storybook, role: i64, row: i64) -> bool:
        return t.tally[HAND_SIZE + role] > 0

    def do(self, t: Storybook, row: i64) -> None:
        done = t.arg(DONE)
        but = returned_by(t, row)
        hand = t.tally[HAND_SIZE + t.caster] - (1 if but >= 0 and t.at[but] == IN_HAND else 0)
        if done < t.cards.step(row, c.N) and hand > 0:
            again(t, row, done + 1)
            t.push(FROM_HAND, row)
        else:
            t.set_arg(DONE, 0)

    def words(self, step: Step, speech: Speech) -> str:
        which = "another card" if step.values[-1] is True else counted(step.values[0], "card")
        return f"{self.name.lower()} {which} from your hand for 0 AP"


class PlayCards(PutCards):
    name = "PLAY"
    number = 4
    takes = ((c.N, Number(1, 3)), (c.A, Flag("other")))


class HideCards(PutCards):
    name = "HIDE"
    number = 5
    takes = ((c.N, Number(1, 3)),)


def returned_by(t: Storybook, row: i64) -> i64:
    """The card that a Play may not be made with, or -1."""
    return t.tally[RETURNED + t.caster] if t.cards.step(row, c.A) == 1 else -1


class FromHand(TwistQuestion):
    number = FROM_HAND
    rule = "SB-VOCAB.3"
    verbs = (v.PLAY, v.HIDE)
    asks = "Your Plot Twist: which card from your hand?"

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        row = t.arg(0)
        verb = v.PLAY if isinstance(t.cards.program.verb(row), PlayCards) else v.HIDE
        return offer_hand(t, t.caster, verb, returned_by(t, row), out, n)

    def answer(self, t: Storybook, verb: i64, card: i64) -> None:
        other = t.cards.step(t.arg(0), c.A)
        t.pop()
        ask_where_to_put(t, card, 1 if verb == v.HIDE else 0, other)

    def label(self, t: Storybook, seat: int, verb: int, card: int) -> Label:
        return text.hand_label(t, seat, "Play" if verb == v.PLAY else "Hide", card)

    def why_not(self, t: Storybook, verb: int, card: int) -> Refusal:
        return text.why_not_from_hand(t, card, self.rule)


# --- CHOOSE ---------------------------------------------------------------------------------------


class Wish(Choose[Storybook]):
    """Only what would have an effect may be chosen."""

    number = WISH
    rule = "SB-VOCAB.14"
    verbs = (v.WISH,)
    asks = "Your Plot Twist: what do you wish for?"
    wish = v.WISH

    def who(self, t: Storybook) -> i64:
        return t.seat_of(t.caster)

    def program(self, t: Storybook) -> Program:
        return t.cards.program

    def open_to(self, t: Storybook, row: i64) -> i64:
        program = t.cards.program
        found: i64 = 0
        for which in range(MOST_BRANCHES):
            branch = program.branch(row, which)
            if branch != NO_BRANCH and has_effect(t, t.caster, branch, program.at(row, NEXT)):
                found |= bit(which)
        return found

    def answer(self, t: Storybook, verb: i64, which: i64) -> None:
        """What is wished for is a move of its own, above the Twist that it belongs to."""
        branch = t.cards.program.branch(t.arg(0), which)
        t.pop()
        t.set_arg(ROW, END)
        t.push(FOLLOW, 0, branch)

    def label(self, t: Storybook, seat: int, verb: int, which: int) -> Label:
        chosen = cast(nodes.Choose, t.cards.program.source[t.arg(0)])
        return Label(f"Choose: {branch_text(text.twist_of(t, seat), chosen.branches[which])}")

    def why_not(self, t: Storybook, verb: int, which: int) -> Refusal:
        return Refusal(self.rule, "That is not one of the choices your Plot Twist leaves.")


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
    asks = "Your Plot Twist: which card?"

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        row = t.arg(0)
        step = aimed(t, row)
        n = offer_targets(t, row, step.spared(t, t.arg(1)), out, n)
        if step.may_stop(t, row, t.arg(1)):
            n = add(out, n, v.DONE, 0)
        return n

    def answer(self, t: Storybook, verb: i64, cell: i64) -> None:
        row = t.arg(0)
        done = t.arg(1)
        t.pop()
        go_on_after(t, row)
        if verb == v.TARGET:
            aimed(t, row).hit(t, row, done, cell)

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        return target_label(t, seat, thing) if verb == v.TARGET else Label("No more")


def offer_targets(t: Storybook, row: i64, but: i64, out: vec[i64], n: i64) -> i64:
    step = aimed(t, row)
    for i in range(t.taken):
        cell = t.spots[i]
        if cell != but and step.is_target(t, t.caster, row, t.card_at(cell)):
            n = add(out, n, v.TARGET, cell)
    return n


def target_label(t: Storybook, seat: int, cell: int) -> Label:
    return Label(f"Choose {text.card_words(t, seat, t.card_at(cell))}", text.cell_ref(t, cell))
