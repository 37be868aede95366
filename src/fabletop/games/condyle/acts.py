"""Acts of Desperation and the Boogeyman (CC-AOD)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import Ask, CardAsk, offer_done
from fabletop.games.condyle.carrying import Deed, carry_out
from fabletop.games.condyle.ending import put_out
from fabletop.games.condyle.ghost import TIME_TO_FLIP, spend
from fabletop.games.condyle.notation import Aim, Many
from fabletop.games.condyle.table import ACT, ACTS, EATEN, FROM_ACT, SEEN, Table
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import MAY
from fabletop.kernel.effects.kinds import counted
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech

FLIP: Final = 4
HIDE: Final = 5  # the victim
PEEK: Final = 22  # how many more, which were looked at, 1: may decline


def offer_slots(t: Table, verb: i64, without: i64, out: vec[i64], n: i64) -> i64:
    """The face-down Acts; any of them may be chosen (CC-R50)."""
    for slot in range(ACTS):
        if (t.act_up | without) >> slot & 1 == 0:
            n = add(out, n, verb, slot)
    return n


def only_boogeymen_left(t: Table) -> bool:
    """As all can count: which Acts are in the game is known, and so are those face up (CC-AOD.8)."""
    for slot in range(ACTS):
        if t.act_up >> slot & 1 == 0 and not t.cards.act_boogeyman[t.deck[ACT + slot]]:
            return False
    return True


def ask_which_act(t: Table) -> None:
    t.push(FLIP)


class Flip(Ask):
    """CC-AOD.1, CC-AOD.2. The last face-down Act is a Boogeyman (CC-AOD.8).

    The flip kills, not the way in (CC-R51).
    """

    number = FLIP
    rule = "CC-AOD.1"
    verbs = (v.FLIP,)
    asks = "You begin on the cul-de-sac. Which Act do you flip?"
    phase = "acts"
    between = True

    def prompt(self, t: Table) -> str:
        """Everybody knows how many Boogeymen there are, and which Acts lie face up (CC-AOD.3, CC-ALT.2)."""
        hidden = [slot for slot in range(ACTS) if not t.act_up >> slot & 1]
        boogeymen = sum(int(t.cards.act_boogeyman[t.deck[ACT + slot]]) for slot in hidden)
        hide = "hides" if boogeymen == 1 else "hide"
        return f"{self.asks} {boogeymen} of {len(hidden)} {hide} a Boogeyman, who puts you out."

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_slots(t, v.FLIP, 0, out, n)

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        t.pop()
        spend(t, TIME_TO_FLIP)
        t.act_up |= bit(slot)  # for good (CC-AOD.4)
        t.last_act = t.deck[ACT + slot]
        t.last_slot = slot
        t.sealed += 1
        t.tell_to(told.ACT, t.active, t.deck[ACT + slot], slot)
        carry_out(t, t.active, FROM_ACT, t.deck[ACT + slot], t.cards.act_row[t.deck[ACT + slot]])


# --- Looking at Acts ---------------------------------------------------------------------------------


def look_at(t: Table, seat: i64, slot: i64) -> None:
    t.deck[SEEN + slot] |= bit(seat)
    t.sealed += 1
    t.note(told.PEEKED, seat, t.deck[ACT + slot], slot, -1, bit(seat))


class DoPeek(Deed):
    name = "PEEK"
    number = 14
    takes = ((c.N, Many()),)
    may = True

    def do(self, t: Table, row: i64) -> None:
        n = t.row(row, c.N)
        may = t.row(row, MAY)
        down: i64 = 0
        for slot in range(ACTS):
            if t.act_up >> slot & 1 == 0:
                down += 1
        if n >= down and may == 0:
            for slot in range(ACTS):
                if t.act_up >> slot & 1 == 0:
                    look_at(t, t.owner(), slot)
            t.did()
        else:
            t.push(PEEK, n, 0, may)

    def words(self, step: Step, speech: Speech) -> str:
        n = step.values[0]
        return f"look at {'all face-down Acts' if n == c.EVERYTHING else counted(n, 'face-down Act')}"


class Peek(CardAsk):
    number = PEEK
    rule = "CC-R26"
    verbs = (v.PEEK, v.DONE)

    def more(self, t: Table) -> bool:
        return t.arg(0) > 0

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = offer_slots(t, v.PEEK, t.arg(1), out, n)
        return offer_done(out, n) if t.arg(2) else n

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        if verb == v.DONE:
            t.pop()
            return
        t.did()
        t.set_arg(0, t.arg(0) - 1)
        t.set_arg(1, t.arg(1) | bit(slot))
        look_at(t, t.owner(), slot)

    def wish(self, t: Table) -> str:
        return "which Act do you look at?"


# --- The Boogeyman -----------------------------------------------------------------------------------


class DoEliminate(Deed):
    """CC-AOD.3. The Boogeyman then goes back face down (CC-AOD.6, CC-AOD.7)."""

    name = "ELIMINATE"
    number = 23
    takes = ((c.WHO, Aim("you")),)
    says = "you are out of the game"

    def to(self, t: Table, row: i64, player: i64) -> None:
        put_out(t, player, EATEN)
        if t.depth == 0:
            return
        if t.placed == 0:  # CC-R52
            t.placed = 1
            t.push(HIDE, player)
        else:
            hide_boogeyman(t, player, -1)


class Hide(Ask):
    """Shuffle him in, or choose a place for him (CC-AOD.7, CC-R53)."""

    number = HIDE
    rule = "CC-AOD.7"
    verbs = (v.HIDE, v.SHUFFLE)
    asks = "The Boogeyman has you. Where does he go among the face-down Acts?"

    def who(self, t: Table) -> i64:
        return t.arg(0)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.SHUFFLE, 0)
        out[n + 1] = act(v.HIDE, face_up_boogeyman(t))
        return offer_slots(t, v.HIDE, 0, out, n + 2)

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        victim = t.arg(0)
        t.pop()
        hide_boogeyman(t, victim, slot if verb == v.HIDE else -1)


def face_up_boogeyman(t: Table) -> i64:
    """The slot of the Boogeyman who has just been flipped."""
    for slot in range(ACTS):
        if t.act_up >> slot & 1 and t.cards.act_boogeyman[t.deck[ACT + slot]]:
            return slot
    return 0


def hide_boogeyman(t: Table, victim: i64, wish: i64) -> None:
    """Put him back face down, at a slot or (-1) anywhere; the other face-down Acts are shuffled (CC-R53)."""
    slot = face_up_boogeyman(t)
    him = t.deck[ACT + slot]
    t.act_up &= ~bit(slot)
    if wish >= 0:
        t.deck[ACT + slot] = t.deck[ACT + wish]
        t.deck[ACT + wish] = him
    spots = vec[i64]([0] * ACTS)
    acts = vec[i64]([0] * ACTS)
    count: i64 = 0
    for at in range(ACTS):
        if t.act_up >> at & 1 == 0:
            t.deck[SEEN + at] = 0
            if at != wish:
                spots[count] = at
                acts[count] = t.deck[ACT + at]
                count += 1
    t.rng.shuffle(acts, 0, count)
    for i in range(count):
        t.deck[ACT + spots[i]] = acts[i]
    t.sealed += 1
    if wish >= 0:
        t.deck[SEEN + wish] = bit(victim)
        t.note(told.HIDE, victim, wish, -1, -1, bit(victim))
    else:
        t.tell(told.SHUFFLED, victim, 0)
