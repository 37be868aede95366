"""Following a card, step by step, and the questions that any step may ask."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import perils, text
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.asking import may_decline
from fabletop.games.coraline.card_text import orders
from fabletop.games.coraline.foresight import FOLLOW, does_something
from fabletop.games.coraline.table import Table
from fabletop.kernel.action import add
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import (
    CHOOSE,
    IF,
    MOST_BRANCHES,
    NEXT,
    NO_BRANCH,
    OP,
    Choose,
    Confirm,
    Follow,
    Program,
    Verb,
)
from fabletop.kernel.question import Label, Refusal

DO_OR_DECLINE: Final = 14  # frames
WHICH_BRANCH: Final = 15


class Deed(Verb[Table]):
    """A verb of Coraline's cards."""

    def in_full(self, t: Table, row: i64) -> bool:
        """Whether it can be carried out in full (CO-R18)."""
        return True


class FollowCard(Follow[Table]):
    number = FOLLOW

    def program(self, t: Table) -> Program:
        return t.box.program

    def choose(self, t: Table, row: i64) -> None:
        t.push(WHICH_BRANCH, row)

    def confirm(self, t: Table, row: i64) -> None:
        t.push(DO_OR_DECLINE, row)


# --- Done or declined -----------------------------------------------------------------------------


class DoOrDecline(Confirm[Table]):
    number = DO_OR_DECLINE
    rule = "CO-R1"
    verbs = (v.DO, v.DONE)
    yes = v.DO
    no = v.DONE

    def program(self, t: Table) -> Program:
        return t.box.program

    def who(self, t: Table) -> i64:
        return t.active

    def prompt(self, t: Table) -> str:
        step = t.box.program.source[t.arg(0)]
        return f"{text.following(t)}do you {orders(text.edition_of(t), (step,))}?"

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        if verb == v.DONE:
            return Label("Leave it out")
        return Label("Do it", sure=perils.of_steps(t, (t.box.program.source[t.arg(0)],)))

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        return Refusal(self.rule, "There is no such thing in this game.")


# --- CHOOSE (CO-R18) ------------------------------------------------------------------------------


class WhichBranch(Choose[Table]):
    number = WHICH_BRANCH
    rule = "CO-R18"
    verbs = (v.WISH, v.DONE)
    wish = v.WISH

    def program(self, t: Table) -> Program:
        return t.box.program

    def who(self, t: Table) -> i64:
        return t.active

    def prompt(self, t: Table) -> str:
        return f"{text.following(t)}which do you choose?"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        if may_decline(t, t.arg(0)):
            n = add(out, n, v.DONE, 0)
        return super().offer(t, out, n)

    def open_to(self, t: Table, row: i64) -> i64:
        """Bits of the branches that can be carried out in full; if none can, in part (CO-R18)."""
        found = self.branches_of(t, row, True)
        if found == 0 and t.terms.partly:
            found = self.branches_of(t, row, False)
        return found if found or t.terms.partly else super().open_to(t, row)

    def branches_of(self, t: Table, row: i64, full: bool) -> i64:
        """Bits of those that can be carried out, in full or at all."""
        program = t.box.program
        end = program.at(row, NEXT)
        found: i64 = 0
        for which in range(MOST_BRANCHES):
            first = program.branch(row, which)
            if first != NO_BRANCH:
                if self.in_full(t, first, end) if full else does_something(t, first, end):
                    found |= bit(which)
        return found

    def in_full(self, t: Table, row: i64, end: i64) -> bool:
        program = t.box.program
        while row != end:
            op = program.at(row, OP)
            if op != IF and op != CHOOSE:
                verb = program.verb(row)
                assert isinstance(verb, Deed)
                if not verb.in_full(t, row):
                    return False
            row = program.at(row, NEXT)
        return True

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        branches = t.box.program.source[t.arg(0)].branches
        if verb == v.WISH and thing < len(branches):
            words = f"Choose: {orders(text.edition_of(t), branches[thing])}"
            return Label(words, sure=perils.of_steps(t, branches[thing]))
        return text.label(t, verb, thing)

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.DONE and thing == 0:
            return Refusal("CO-R18", "What a Beldam card says cannot be declined.")
        if thing >= len(t.box.program.source[t.arg(0)].branches):
            return Refusal(self.rule, "There is no such thing in this game.")
        return Refusal(self.rule, "That cannot be done now, or not in full, and another can: choose that.")
