"""What cards do: their steps, left to right (the ledger's vocabulary).

In a Coraline card every step may be declined but SPEND (CO-R1); in a Beldam card every step is
compulsory, as far as it can be followed (CO-R18). The active player makes all choices (CO-R15, CO-R16).
"""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.activities import offer_hand
from fabletop.games.coraline.cards import (
    BELDAM,
    CARDS,
    CHARACTERS,
    CORALINE,
    DO_AGAIN,
    DO_BELDAM,
    DO_CHOOSE,
    DO_CORALINE,
    DO_DISCARD,
    DO_ESCAPE,
    DO_HUSH,
    DO_IF,
    DO_MOON,
    DO_PLACE,
    DO_RECALL,
    DO_REMOVE,
    DO_REVEAL,
    DO_SCRY,
    DO_SPEND,
    DO_TAKE,
    IF_AT,
    IF_HELPER,
    IF_LAST,
    IF_NEAR,
    IF_OTHERS,
    IF_SAME,
    NEXT,
    OBJECTS,
    OP,
    OTHER,
    PLACES,
    SIDE,
    STALK,
    TREASURES,
    WHERE,
    WHO,
    N,
    count_bits,
)
from fabletop.games.coraline.knowledge import trace_recall
from fabletop.games.coraline.moves import begin_move, begin_place, candidates, optional
from fabletop.games.coraline.table import (
    DISCARD,
    DISCARDED,
    DO,
    DONE,
    F_DISCARD,
    F_MAY,
    F_OBJECT,
    F_RECALL,
    F_SCRY,
    F_STALK,
    F_WHO,
    F_WISH,
    RECALL,
    RING,
    SINK,
    TOLD_DISCARD,
    TOLD_HUSH,
    TOLD_RECALL,
    TOLD_SCRY,
    TOLD_SINK,
    WISH,
    WON,
    Table,
)
from fabletop.games.coraline.things import choose_thing, spend, things_of
from fabletop.games.coraline.turn import advance_moon, discard_from_hand, end_game, everybody
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- One step after the other ---------------------------------------------------------------------


def run_step(t: Table) -> None:
    """Carry out the next step of the card being followed, or open the question it asks."""
    box = t.box
    row = t.arg(1)
    op = box.step(row, OP)
    t.set_arg(1, box.step(row, NEXT))
    if op == DO_IF:
        t.set_arg(1, box.step(row, SIDE) if holds(t, row) else box.step(row, OTHER))
    elif op == DO_CORALINE:
        begin_move(t, row, CORALINE)
    elif op == DO_BELDAM:
        if box.step(row, WHERE) == STALK:
            t.push(F_STALK, row, box.step(row, N))
        else:
            begin_move(t, row, BELDAM)
    elif op == DO_PLACE:
        begin_place(t, row)
    elif op == DO_REMOVE:
        t.push(F_WHO, row, 0)
    elif DO_REVEAL <= op <= DO_TAKE:
        t.push(F_OBJECT, row, 0)
    elif op == DO_DISCARD:
        t.push(F_DISCARD, row, 0)
    elif op == DO_RECALL:
        t.push(F_RECALL, row, 0)
    elif op == DO_CHOOSE:
        t.push(F_WISH, row)
    elif op == DO_AGAIN:
        t.again = 1 + box.step(row, SIDE)
    elif op == DO_SPEND:
        spend(t, box.step(row, WHO))
    elif op == DO_ESCAPE:
        end_game(t, WON)  # CO-WIN.1, CO-R25
    elif optional(t):
        begin_may(t, row, op)
    else:
        do_it(t, row)


def holds(t: Table, row: i64) -> bool:
    """The condition of an IF."""
    box = t.box
    which = box.step(row, WHO)
    here = t.here()
    if which == IF_SAME:
        return here == t.lair()
    if which == IF_NEAR:
        return box.apart(here, t.lair()) <= 1
    if which == IF_OTHERS:
        return t.others_here()
    if which == IF_HELPER:
        return helper_at_home(t)
    if which == IF_LAST:
        return t.black | bit(t.active) == everybody(t)  # CO-ROUND.2; alone, every turn is a round
    if which == IF_AT:
        return box.step(row, PLACES) >> here & 1 == 1
    return count_bits(t.in_satchel() & TREASURES) >= box.step(row, N)


def helper_at_home(t: Table) -> bool:
    """Whether a character stands here whose portrait this room bears (CO-COMP.3, CO-R17)."""
    here = t.here()
    for character in range(CHARACTERS):
        if t.where[character] == here and t.box.homes[character] == here:
            return True
    return False


# --- Cards: DISCARD, RECALL, SCRY -----------------------------------------------------------------


def offer_discards(t: Table, out: vec[i64]) -> i64:
    """Only the active player's cards, of the own choice (CO-BELDAM.4, CO-R19)."""
    n: i64 = 0
    if optional(t):
        out[0] = act(DONE, 0)
        n = 1
    return offer_hand(t, t.active, DISCARD, out, n)


def discard_one(t: Table, card: i64) -> None:
    t.set_arg(1, t.arg(1) + 1)
    t.tell_of(TOLD_DISCARD, card)
    discard_from_hand(t, card)


def discard_all(t: Table) -> None:
    """Fewer cards than are to be discarded: all of them (CO-R19)."""
    for card in range(CARDS):
        if t.at[card] == t.active:
            t.tell_of(TOLD_DISCARD, card)
            discard_from_hand(t, card)


def pile_is_empty(t: Table) -> bool:
    for card in range(CARDS):
        if t.at[card] == DISCARDED:
            return False
    return True


def offer_recalls(t: Table, out: vec[i64]) -> i64:
    """The card that says so is set aside, so it cannot recover itself (CO-R2)."""
    out[0] = act(DONE, 0)
    return offer_hand(t, DISCARDED, RECALL, out, 1)


def recall(t: Table, card: i64) -> None:
    t.set_arg(1, t.arg(1) + 1)
    t.at[card] = t.active
    t.hands[t.active] += 1
    trace_recall(t, t.active, card)
    t.tell_of(TOLD_RECALL, card)


def scry(t: Table, row: i64) -> None:
    """The active player looks at the top Beldam cards."""
    count = t.box.step(row, N)
    if count > t.woes_left:
        count = t.woes_left
    for place in range(count):
        at = t.woe_at(place)
        t.seen[at] |= bit(t.active)
        t.sealed += 1
        t.note(TOLD_SCRY, t.active, t.woes[at], place, -1, bit(t.active))
    if count > 0:
        t.push(F_SCRY, row, count)


def offer_sinks(t: Table, out: vec[i64]) -> i64:
    """All see which of the cards goes to the bottom, by its place, not what it is."""
    out[0] = act(DONE, 0)
    for place in range(t.arg(1)):
        out[place + 1] = act(SINK, place)
    return t.arg(1) + 1


def sink(t: Table, place: i64) -> None:
    at = t.woe_at(place)
    woe = t.woes[at]
    seen = t.seen[at]
    t.note(TOLD_SINK, t.active, woe, place, -1, seen)
    for above in range(place, 0, -1):
        to = t.woe_at(above)
        by = t.woe_at(above - 1)
        t.woes[to] = t.woes[by]
        t.seen[to] = t.seen[by]
    t.woes_base = (t.woes_base - 1) & (RING - 1)
    t.woes[t.woes_base] = woe
    t.seen[t.woes_base] = seen


# --- Done or declined: SCRY, HUSH, MOON -----------------------------------------------------------


def begin_may(t: Table, row: i64, op: i64) -> None:
    if op == DO_HUSH and t.hush:
        return
    if op == DO_SCRY and t.woes_left == 0:
        return
    t.push(F_MAY, row)


def offer_may(t: Table, out: vec[i64]) -> i64:
    out[0] = act(DO, 0)
    out[1] = act(DONE, 0)
    return 2


def do_it(t: Table, row: i64) -> None:
    op = t.box.step(row, OP)
    if op == DO_SCRY:
        scry(t, row)
    elif op == DO_HUSH:
        t.hush = 1
        t.tell_of(TOLD_HUSH, 0)
    elif op == DO_MOON:
        for _i in range(t.box.step(row, N)):
            if not advance_moon(t):
                return  # the rest of the card is not done (CO-R20)


# --- CHOOSE (CO-R18) ------------------------------------------------------------------------------


def branches_in_full(t: Table, row: i64) -> i64:
    """Bits of the branches that can be carried out in full; if none can, both."""
    box = t.box
    found: i64 = 0
    if in_full(t, box.step(row, SIDE), box.step(row, NEXT)):
        found |= 1
    if in_full(t, box.step(row, OTHER), box.step(row, NEXT)):
        found |= 2
    return found if found else 3


def in_full(t: Table, row: i64, end: i64) -> bool:
    box = t.box
    while row != end:
        op = box.step(row, OP)
        n = box.step(row, N)
        if op == DO_DISCARD and t.hands[t.active] < n:
            return False
        if DO_REVEAL <= op <= DO_TAKE and count_bits(things_of(t, row)) < n:
            return False
        if op == DO_REMOVE and candidates(t, row) == 0:
            return False
        row = box.step(row, NEXT)
    return True


def offer_wishes(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    if optional(t):
        out[0] = act(DONE, 0)
        n = 1
    open_to = branches_in_full(t, t.arg(0))
    for branch in range(2):
        if open_to >> branch & 1:
            out[n] = act(WISH, branch)
            n += 1
    return n


def wish(t: Table, branch: i64) -> None:
    row = t.arg(0)
    t.pop()
    t.set_arg(1, t.box.step(row, OTHER if branch else SIDE))


# --- Questions that answer themselves -------------------------------------------------------------


def is_settled(t: Table) -> bool:
    """Whether the question on top has nothing (more) to ask: then it is closed."""
    kind = t.top()
    row = t.arg(0)
    done = t.arg(1)
    if kind == F_OBJECT:
        things = things_of(t, row)
        left = t.box.step(row, N) - done
        if left > 0 and things and not optional(t) and count_bits(things) <= left:
            for thing in range(OBJECTS):
                if things >> thing & 1:
                    choose_thing(t, thing)
            things = 0
        if left > 0 and things:
            return False
    elif kind == F_DISCARD:
        left = t.box.step(row, N) - done
        if left > 0 and t.hands[t.active] > 0:
            if optional(t) or t.hands[t.active] > left:
                return False
            discard_all(t)
    elif kind == F_RECALL:
        if done < t.box.step(row, N) and not pile_is_empty(t):
            return False
    elif kind == F_STALK:
        if done > 0 and t.here() != t.lair():
            return False
    elif kind == F_WHO:
        if t.box.step(row, OP) == DO_PLACE or done < t.box.step(row, N):
            if candidates(t, row):
                return False
    else:
        return False
    t.pop()
    return True
