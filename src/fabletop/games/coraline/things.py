"""Objects: the steps REVEAL, HIDE, COLLECT, DROP, TAKE and SPEND."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.activities import collect, offer_objects
from fabletop.games.coraline.cards import (
    AROUND,
    AT_THERE,
    CORALINE,
    DO_COLLECT,
    DO_DROP,
    DO_HIDE,
    DO_REVEAL,
    DO_TAKE,
    OBJECTS,
    OP,
    SIDE,
    TREASURES,
    WHERE,
)
from fabletop.games.coraline.moves import optional, rooms_of, there
from fabletop.games.coraline.table import (
    BOXED,
    DONE,
    SATCHEL,
    TOLD_DROP,
    TOLD_HIDE,
    TOLD_REVEAL,
    TOLD_SPEND,
    TOLD_TAKE,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit


def things_of(t: Table, row: i64) -> i64:
    """Bits of the objects that a step may choose among."""
    op = t.box.step(row, OP)
    if op == DO_REVEAL:
        return hidden_in(t, row)  # CO-STORY.4, CO-R11
    if op == DO_HIDE:
        return t.revealed_on_board()
    if op == DO_COLLECT:
        return t.revealed_here()  # CO-STORY.5, CO-R12: whoever else is present
    things = t.in_satchel()  # CO-R10: any object, Starters included
    if op == DO_TAKE or t.box.step(row, SIDE):
        things &= TREASURES
    return things


def hidden_in(t: Table, row: i64) -> i64:
    where = t.box.step(row, WHERE)
    if where == AROUND:
        rooms = t.box.within(t.here(), 1)
    elif where == AT_THERE:
        rooms = there(t)
    else:
        rooms = rooms_of(t, row, CORALINE)
    found: i64 = 0
    for thing in range(OBJECTS):
        if t.lies[thing] < SATCHEL and rooms >> t.lies[thing] & 1:
            found |= bit(thing)
    return found & t.hidden


def offer_things(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    if optional(t):
        out[0] = act(DONE, 0)
        n = 1
    return offer_objects(things_of(t, t.arg(0)), out, n)


def choose_thing(t: Table, thing: i64) -> None:
    """CO-R13: where there are several, the active player picks."""
    op = t.box.step(t.arg(0), OP)
    t.set_arg(1, t.arg(1) + 1)
    if op == DO_REVEAL:
        t.hidden &= ~bit(thing)
        t.tell_of(TOLD_REVEAL, thing, t.lies[thing])
    elif op == DO_HIDE:
        t.hidden |= bit(thing)
        t.tell_of(TOLD_HIDE, thing, t.lies[thing])
    elif op == DO_COLLECT:
        collect(t, thing)
    elif op == DO_DROP:
        t.lies[thing] = t.here()  # CO-BELDAM.3: revealed side up
        t.tell_of(TOLD_DROP, thing, t.here())
    else:
        t.lies[thing] = t.box.starts[thing]
        t.tell_of(TOLD_TAKE, thing, t.box.starts[thing])


def spend(t: Table, things: i64) -> None:
    for thing in range(OBJECTS):
        if things >> thing & 1 and t.lies[thing] == SATCHEL:
            t.lies[thing] = BOXED
            t.tell_of(TOLD_SPEND, thing)
