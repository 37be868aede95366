"""Acts of Desperation and the Boogeyman (CC-AOD)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.codes import (
    F_HIDE,
    FLIP,
    HIDE,
    SHUFFLE,
    TOLD_ACT,
    TOLD_HIDE,
    TOLD_PEEKED,
    TOLD_SHUFFLED,
)
from fabletop.games.condyle.ending import put_out
from fabletop.games.condyle.table import ACTS, EATEN, FROM_ACT, Table
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit


def offer_slots(t: Table, verb: i64, without: i64, out: vec[i64], n: i64) -> i64:
    """The face-down Acts; any of them may be chosen (CC-R50)."""
    for slot in range(ACTS):
        if (t.act_up | without) >> slot & 1 == 0:
            out[n] = act(verb, slot)
            n += 1
    return n


def offer_flips(t: Table, out: vec[i64]) -> i64:
    return offer_slots(t, FLIP, 0, out, 0)


def turn_up(t: Table, slot: i64) -> i64:
    """Flip an Act for good (CC-AOD.4); returns which it is."""
    t.act_up |= bit(slot)
    t.last_act = t.act[slot]
    t.last_slot = slot
    t.sealed += 1
    t.tell_to(TOLD_ACT, t.active, t.act[slot], slot)
    return t.act[slot]


def begin_act(t: Table, owner: i64, number: i64) -> i64:
    """Start what an Act does; returns the first row of its program."""
    t.fx_push(owner, -1, FROM_ACT, number)
    return t.cards.act_row[number]


def look_at(t: Table, seat: i64, slot: i64) -> None:
    t.act_seen[slot] |= bit(seat)
    t.sealed += 1
    t.note(TOLD_PEEKED, seat, t.act[slot], slot, -1, bit(seat))


# --- The Boogeyman -----------------------------------------------------------------------------------


def eaten(t: Table, player: i64) -> None:
    """CC-AOD.3. The Boogeyman then goes back face down (CC-AOD.6, CC-AOD.7)."""
    put_out(t, player, EATEN)
    if t.depth == 0:
        return
    if t.placed == 0:  # CC-R52
        t.placed = 1
        t.push(F_HIDE, player)
    else:
        hide_boogeyman(t, player, -1)


def face_up_boogeyman(t: Table) -> i64:
    """The slot of the Boogeyman who has just been flipped."""
    for slot in range(ACTS):
        if t.act_up >> slot & 1 and t.cards.act_boogeyman[t.act[slot]]:
            return slot
    return 0


def offer_hiding(t: Table, out: vec[i64]) -> i64:
    """Shuffle him in, or choose a place for him (CC-AOD.7, CC-R53)."""
    out[0] = act(SHUFFLE, 0)
    return offer_slots(t, HIDE, 0, out, offer_own_slot(t, out))


def offer_own_slot(t: Table, out: vec[i64]) -> i64:
    out[1] = act(HIDE, face_up_boogeyman(t))
    return 2


def hide_boogeyman(t: Table, victim: i64, wish: i64) -> None:
    """Put him back face down, at a slot or (-1) anywhere; the other face-down Acts are shuffled (CC-R53)."""
    slot = face_up_boogeyman(t)
    him = t.act[slot]
    t.act_up &= ~bit(slot)
    if wish >= 0:
        t.act[slot] = t.act[wish]
        t.act[wish] = him
    spots = vec[i64]([0] * ACTS)
    acts = vec[i64]([0] * ACTS)
    count: i64 = 0
    for at in range(ACTS):
        if t.act_up >> at & 1 == 0:
            t.act_seen[at] = 0
            if at != wish:
                spots[count] = at
                acts[count] = t.act[at]
                count += 1
    t.rng.shuffle(acts, 0, count)
    for i in range(count):
        t.act[spots[i]] = acts[i]
    t.sealed += 1
    if wish >= 0:
        t.act_seen[wish] = bit(victim)
        t.note(TOLD_HIDE, victim, wish, -1, -1, bit(victim))
    else:
        t.tell(TOLD_SHUFFLED, victim, 0)
