"""Objects: the steps REVEAL, HIDE, COLLECT, DROP, TAKE and SPEND."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import notation, text, told
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.asking import StepAsks, may_decline, offer_objects
from fabletop.games.coraline.following import Deed
from fabletop.games.coraline.moves import rooms_of
from fabletop.games.coraline.table import BOXED, SATCHEL, Table
from fabletop.kernel.bits import bit, count_of
from fabletop.kernel.effects.kinds import Flag, Named, Number, UpTo, counted
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Label, Refusal

WHICH_OBJECT: Final = 10  # a frame


class ToThings(Deed):
    """A step that is done to N objects, one after the other."""

    may = True
    rule: str = ""  # what says which objects can be chosen
    manner: str = ""  # what an answer is called

    def things(self, t: Table, row: i64) -> i64:
        """Bits of the objects that may be chosen."""
        raise NotImplementedError

    def one(self, t: Table, thing: i64) -> None:
        """Do it to one of them."""
        raise NotImplementedError

    def do(self, t: Table, row: i64) -> None:
        t.push(WHICH_OBJECT, row, 0)

    def idle(self, t: Table, row: i64) -> bool:
        return self.things(t, row) == 0

    def in_full(self, t: Table, row: i64) -> bool:
        return count_of(self.things(t, row)) >= t.box.step(row, c.N)


class Reveal(ToThings):
    name = "REVEAL"
    number = 6
    takes = ((c.N, UpTo(1, notation.MOST, "hidden Treasure")), (c.WHERE, notation.Region()))
    says = "reveal {} {}"
    rule = "CO-STORY.4"
    manner = "Reveal"

    def words(self, step: Step, speech: Speech) -> str:
        words = super().words(step, speech)
        return f"{words}s" if step.values[0] > 1 and step.values[1][0] == c.AT_ANY else words

    def things(self, t: Table, row: i64) -> i64:
        """Hidden ones in the region (CO-STORY.4, CO-R11)."""
        if t.box.step(row, c.WHERE) == c.AROUND:
            rooms = t.box.within(t.here(), 1)
        else:
            rooms = rooms_of(t, row, c.CORALINE)
        found: i64 = 0
        for thing in range(c.OBJECTS):
            if t.lies[thing] < SATCHEL and rooms >> t.lies[thing] & 1:
                found |= bit(thing)
        return found & t.hidden

    def one(self, t: Table, thing: i64) -> None:
        t.hidden &= ~bit(thing)
        t.tell_of(told.TOLD_REVEAL, thing, t.lies[thing])


class Hide(ToThings):
    name = "HIDE"
    number = 7
    takes = ((c.N, Number(1, notation.MOST, "revealed Treasure")),)
    says = "turn {} on the board to the hidden side"
    rule = "CO-R18"
    manner = "Hide"

    def things(self, t: Table, row: i64) -> i64:
        return t.revealed_on_board()

    def one(self, t: Table, thing: i64) -> None:
        t.hidden |= bit(thing)
        t.tell_of(told.TOLD_HIDE, thing, t.lies[thing])


class Collect(ToThings):
    name = "COLLECT"
    number = 8
    takes = ((c.N, UpTo(1, notation.MOST, "revealed object")),)
    says = "collect {} in Coraline's room"
    rule = "CO-STORY.5"
    manner = "Collect"

    def things(self, t: Table, row: i64) -> i64:
        return t.revealed_here()  # CO-STORY.5, CO-R12: whoever else is present

    def one(self, t: Table, thing: i64) -> None:
        collect(t, thing)


def collect(t: Table, thing: i64) -> None:
    """A revealed object goes from Coraline's room into the Satchel (CO-STORY.5)."""
    t.lies[thing] = SATCHEL
    t.tell_of(told.TOLD_COLLECT, thing)


class Drop(ToThings):
    name = "DROP"
    number = 9
    takes = ((c.N, Number(1, notation.MOST)), (c.SIDE, Flag("T")))
    rule = "CO-BELDAM.3"
    manner = "Drop"

    def words(self, step: Step, speech: Speech) -> str:
        n, treasures = step.values
        return f"drop {counted(n, 'Treasure' if treasures else 'object')} from the Satchel"

    def things(self, t: Table, row: i64) -> i64:
        things = t.in_satchel()  # CO-R10: any object, Starters included
        return things & c.TREASURES if t.box.step(row, c.SIDE) else things

    def one(self, t: Table, thing: i64) -> None:
        t.lies[thing] = t.here()  # CO-BELDAM.3: revealed side up
        t.tell_of(told.TOLD_DROP, thing, t.here())


class Take(ToThings):
    name = "TAKE"
    number = 10
    takes = ((c.N, Number(1, notation.MOST)),)
    rule = "CO-R10"
    manner = "Give back"

    def words(self, step: Step, speech: Speech) -> str:
        n = step.values[0]
        rooms = "the room where it began" if n == 1 else "the rooms where they began"
        return f"return {counted(n, 'Treasure')} from the Satchel to {rooms}, revealed"

    def things(self, t: Table, row: i64) -> i64:
        return t.in_satchel() & c.TREASURES

    def one(self, t: Table, thing: i64) -> None:
        t.lies[thing] = t.box.starts[thing]
        t.tell_of(told.TOLD_TAKE, thing, t.box.starts[thing])


class Spend(Deed):
    """The price of a card: it cannot be declined (CO-R1)."""

    name = "SPEND"
    number = 11
    takes = ((c.WHO, Named("object")),)
    says = "put {} out of the game"

    def idle(self, t: Table, row: i64) -> bool:
        return t.lies[t.box.step(row, c.WHO)] != SATCHEL

    def do(self, t: Table, row: i64) -> None:
        thing = t.box.step(row, c.WHO)
        if t.lies[thing] == SATCHEL:
            t.lies[thing] = BOXED
            t.tell_of(told.TOLD_SPEND, thing)


class WhichObject(StepAsks):
    """Where there are several, the active player picks (CO-R13)."""

    number = WHICH_OBJECT
    rule = "CO-R13"
    verbs = (v.OBJECT, v.DONE)
    asks = "which object?"

    def verb(self, t: Table) -> ToThings:
        """The step's."""
        verb = t.box.program.verb(t.arg(0))
        assert isinstance(verb, ToThings)
        return verb

    def spent(self, t: Table) -> bool:
        row = t.arg(0)
        verb = self.verb(t)
        things = verb.things(t, row)
        left = t.box.step(row, c.N) - t.arg(1)
        if left > 0 and things:
            if may_decline(t, row) or count_of(things) > left:
                return False
            for thing in range(c.OBJECTS):
                if things >> thing & 1:
                    verb.one(t, thing)
        t.pop()
        return True

    def choices(self, t: Table, row: i64, out: vec[i64], n: i64) -> i64:
        return offer_objects(self.verb(t).things(t, row), out, n)

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        t.set_arg(1, t.arg(1) + 1)
        self.verb(t).one(t, thing)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        return (
            text.object_label(t, self.verb(t).manner, thing)
            if verb == v.OBJECT
            else text.label(t, verb, thing)
        )

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return cannot_choose(t, thing, self.verb(t).rule)


def cannot_choose(t: Table, thing: int, rule: str) -> Refusal:
    name = f"{text.capital(text.object_name(t, thing))} {text.is_or_are(t, thing)}"
    if t.lies[thing] == BOXED:
        return Refusal(rule, f"{name} out of the game.")
    where = "in the Satchel" if t.lies[thing] == SATCHEL else f"in {text.room_name(t, t.lies[thing])}"
    side = "hidden" if t.hidden >> thing & 1 else "revealed"
    return Refusal(rule, f"{name} {where}, {side}, and cannot be chosen here.")
