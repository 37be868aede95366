"""Items: lying at points, collected into slots, turned, given up; and dream stoppers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.unrelenting import text
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.board import BASEMENT, PLACES, STRIDE
from fabletop.games.unrelenting.table import (
    AWAY,
    CONTROL,
    IN_SLOT,
    INSANITY,
    PLAYERS,
    SLOTS,
    Ask,
    Pending,
    Table,
)
from fabletop.games.unrelenting.told import (
    TOLD_ATTACK,
    TOLD_COLLECT,
    TOLD_HALF,
    TOLD_NOTHING,
    TOLD_REMOVE,
    TOLD_RETURN,
    TOLD_SPENT,
    TOLD_TURN,
)
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal

# --- Lying and leaving ----------------------------------------------------------------------------


def lay(t: Table, item: i64, place: i64) -> None:
    t.lies[place] = u8(item + 1)
    t.at[item] = place


def put_into_slot(t: Table, item: i64, player: i64) -> None:
    """Into the first empty slot (UO-DAY.4)."""
    i = player * SLOTS + t.empty_slot(player)
    t.slot[i] = item
    t.at[item] = IN_SLOT + i


def leave_slot(t: Table, item: i64) -> None:
    t.slot[t.at[item] - IN_SLOT] = -1
    t.mad &= ~bit(item)


# --- Collecting (UO-DAY.3, UO-R18) ----------------------------------------------------------------


def guarded(t: Table, player: i64, place: i64) -> bool:
    """Whether a rabbit other than the player's own stands at the point (UO-BLOCK.1, UO-BLOCK.2, UO-R19)."""
    level = place // STRIDE
    around = t.board.touch[place % STRIDE]
    rabbit = t.rabbit
    for i in range(PLAYERS):
        if i != player and rabbit[i] // STRIDE == level and around >> (rabbit[i] % STRIDE) & 1:
            return True
    return False


def take(t: Table, player: i64, place: i64, side: i64) -> None:
    """Collect the item at a place, this side up (UO-DAY.4, UO-R20)."""
    item = i64(t.lies[place]) - 1
    t.lies[place] = 0
    put_into_slot(t, item, player)
    if side:
        t.mad |= bit(item)
    shown = side if item < t.board.first_stopper else i64(-1)  # UO-R30
    t.say(TOLD_COLLECT, player, item, place, shown)


class Collect(Ask):
    """The items at the points of the space that no rabbit guards; none if no slot is empty (UO-R55)."""

    number = 14
    rule = "UO-R18"
    verbs = (v.COLLECT,)
    asks = "Which item do you collect?"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        player = t.player
        space = t.stands[player]
        if space < 0 or t.empty_slot(player) < 0:
            return n
        base = space // STRIDE * STRIDE
        corner = space % STRIDE * 4
        for i in range(corner, corner + 4):
            point = t.board.corners[i]
            if point >= 0 and t.lies[base + point] != 0 and not guarded(t, player, base + point):
                n = add(out, n, v.COLLECT, base + point)
        return n

    def answer(self, t: Table, verb: i64, place: i64) -> None:
        """One item a turn (UO-DAY.3); a stopper has no side to choose (UO-R30)."""
        if i64(t.lies[place]) - 1 >= t.board.first_stopper:
            t.pop()
            take(t, t.player, place, CONTROL)
        else:
            t.become(COLLECTED.frame)
            SIDE_UP.ask(t, place)

    def lapse(self, t: Table) -> None:
        t.say(TOLD_NOTHING, t.player)
        t.pop()

    def label(self, t: Table, seat: int, verb: int, place: int) -> Label:
        item = int(t.lies[place]) - 1
        what = text.item_name(t, item) if item >= 0 else "nothing"
        where = text.place_name(t, place)
        return Label(f"Collect {what} at {where}", f"point {where}")

    def thoughts(self, t: Table) -> list[int]:
        base = int(t.stands[t.player]) // STRIDE * STRIDE
        return [int(act(v.COLLECT, place)) for place in range(base, base + STRIDE) if t.lies[place]]

    def why_not(self, t: Table, verb: int, place: int) -> Refusal:
        if place >= PLACES or place % STRIDE >= len(t.board.touch) or not t.lies[place]:
            return Refusal("UO-DAY.3", "No item lies there.")
        space = int(t.stands[t.player])
        what = text.item_name(t, int(t.lies[place]) - 1)
        near = t.board.touch[place % STRIDE] >> (space % STRIDE) & 1
        if place // STRIDE != space // STRIDE or not near:
            here = text.space_name(t, space)
            return Refusal("UO-R18", f"At no corner of your space, {here}, lies {what}.")
        return Refusal("UO-BLOCK.1", f"A rabbit that is not yours sits beside {what}.")


class Collected(Pending):
    """The end of a move whose item has been chosen."""

    number = 20

    def run(self, t: Table) -> bool:
        t.pop()
        return False


class WhichSideUp(Ask):
    """Asked of the item at a place (UO-DAY.4, UO-SWITCH.1)."""

    number = 15
    rule = "UO-DAY.4"
    verbs = (v.SIDE,)

    def always(self, t: Table) -> bool:
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.SIDE, CONTROL)
        out[n + 1] = act(v.SIDE, INSANITY)
        return n + 2

    def answer(self, t: Table, verb: i64, side: i64) -> None:
        place = t.arg(0)
        t.pop()
        take(t, t.player, place, side)

    def prompt(self, t: Table) -> str:
        return f"You take {text.item_name(t, int(t.lies[t.arg(0)]) - 1)}. Which side faces up?"

    def label(self, t: Table, seat: int, verb: int, side: int) -> Label:
        return Label(f"{text.SIDE_NAMES[side].capitalize()} side up", f"side {text.SIDE_NAMES[side]}")

    def why_not(self, t: Table, verb: int, side: int) -> Refusal:
        return text.nothing_like(self.rule)


# --- Choosing slots -------------------------------------------------------------------------------


class WhichSlot(Ask):
    """One of the slots of whoever is asked, and what is done to it."""

    does = ""  # what an answer is called
    things = SLOTS

    def label(self, t: Table, seat: int, verb: int, slot: int) -> Label:
        return Label(f"{self.does} {text.slot_words(t, text.chooser(t), slot)}", f"slot {slot + 1}")

    def why_not(self, t: Table, verb: int, slot: int) -> Refusal:
        if verb == v.DONE:
            return text.nothing_like(self.rule)
        if slot >= SLOTS:
            return text.nothing_like("UO-COMP.7")
        item = int(t.slot[text.chooser(t) * SLOTS + slot])
        if item < 0:
            return Refusal(self.rule, "That slot is empty.")
        name = text.item_name(t, item)
        if t.foreign >> item & 1:
            return Refusal("UO-R32", f"{name} was put there by somebody else; it only blocks the slot.")
        if verb == v.TURN and text.is_stopper(t, item):
            return Refusal("UO-R30", f"{name} has no other side.")
        return Refusal("UO-R28", f"You have chosen {name} already.")


def offer_own(t: Table, player: i64, verb: i64, chosen: i64, out: vec[i64], n: i64) -> i64:
    """The slots with own items that are not chosen yet."""
    for i in range(SLOTS):
        if t.is_own(t.slot[player * SLOTS + i]) and not chosen >> i & 1:
            n = add(out, n, verb, i)
    return n


def unless_all(first: i64, n: i64, wanted: i64) -> i64:
    """Where all that is offered has to be taken, the order is no choice: the first alone is offered."""
    return first + 1 if n - first == wanted else n


# --- Turning --------------------------------------------------------------------------------------


def can_turn(t: Table, player: i64, slot: i64, turned: i64) -> bool:
    """Two-sided items that have not been turned yet; stoppers have no other side (UO-R28, UO-R30)."""
    item = t.slot[player * SLOTS + slot]
    return 0 <= item < t.board.first_stopper and not turned >> slot & 1


def offer_turning(t: Table, player: i64, turned: i64, out: vec[i64], n: i64) -> i64:
    for i in range(SLOTS):
        if can_turn(t, player, i, turned):
            n = add(out, n, v.TURN, i)
    return n


def turn(t: Table, player: i64, slot: i64) -> None:
    item = t.slot[player * SLOTS + slot]
    t.mad ^= bit(item)
    t.say(TOLD_TURN, player, item, t.mad >> item & 1)


def half(count: i64) -> i64:
    """Rounded up (UO-HALF.1)."""
    return (count + 1) // 2


class TurnHalf(WhichSlot):
    """So many are still to be turned, a mask of the slots turned, the player (UO-R28)."""

    number = 12
    rule = "UO-R28"
    verbs = (v.TURN,)
    does = "Turn"

    def ask_about(self, t: Table, player: i64) -> None:
        """A role of the dice has come."""
        count = half(t.two_sided(player))
        if count > 0:
            t.say(TOLD_HALF, player, player, count)
            self.ask(t, count, 0, player)

    def more(self, t: Table) -> bool:
        return t.arg(0) > 0

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return unless_all(n, offer_turning(t, t.arg(2), t.arg(1), out, n), t.arg(0))

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        turn(t, t.arg(2), slot)
        choose_slot(t, slot)

    def prompt(self, t: Table) -> str:
        return (
            f"{text.roll_words(t)} {text.TURNING[int(t.arg(2))]}: which item do you turn? {t.arg(0)} to go."
        )


def choose_slot(t: Table, slot: i64) -> None:
    """One less to choose, one more that is chosen."""
    t.set_arg(0, t.arg(0) - 1)
    t.set_arg(1, t.arg(1) | bit(slot))


# --- Giving up (UO-R26, UO-R27) -------------------------------------------------------------------


def return_home(t: Table, player: i64, slot: i64) -> None:
    """Back to the board: to the point that only this item lies on (UO-R26)."""
    item = t.slot[player * SLOTS + slot]
    leave_slot(t, item)
    lay(t, item, t.board.home[item])
    t.say(TOLD_RETURN, player, item, t.at[item])


def dump(t: Table, player: i64, slot: i64) -> None:
    item = t.slot[player * SLOTS + slot]
    leave_slot(t, item)
    lay_below(t, item)
    t.say(TOLD_REMOVE, player, item, t.at[item])


def lay_below(t: Table, item: i64) -> None:
    """To the first free dump point; home if that is in the basement/yard, or if none is free (UO-R27)."""
    place = t.board.home[item]
    if place // STRIDE != BASEMENT:
        dumps = t.board.dumps
        for i in range(len(dumps)):
            if t.lies[BASEMENT * STRIDE + dumps[i]] == 0:
                place = BASEMENT * STRIDE + dumps[i]
                break
    lay(t, item, place)


# --- Dream stoppers (UO-STOP) ---------------------------------------------------------------------


def is_victim(t: Table, player: i64) -> bool:
    if t.foreign == 0:
        return False
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        if t.slot[i] >= 0 and t.foreign >> t.slot[i] & 1:
            return True
    return False


def has_stopper(t: Table, player: i64, item: i64) -> bool:
    """Whether a stopper is in a slot of the player who collected it."""
    place = t.at[item] - IN_SLOT
    return place >= 0 and place // SLOTS == player and t.is_own(item)


def offer_attacks(t: Table, player: i64, out: vec[i64], n: i64) -> i64:
    """Every stopper of the player's own, into an empty slot of somebody else (UO-STOP.2, UO-R31)."""
    first = t.board.first_stopper
    for item in range(first, t.board.items):
        if has_stopper(t, player, item):
            for victim in range(PLAYERS):
                if victim != player and t.empty_slot(victim) >= 0:
                    n = add(out, n, v.ATTACK, (item - first) * PLAYERS + victim)
    return n


def attack(t: Table, player: i64, stopper: i64, victim: i64) -> None:
    """From now on it only fills a slot (UO-STOP.3, UO-R32)."""
    item = t.board.first_stopper + stopper
    leave_slot(t, item)
    put_into_slot(t, item, victim)
    t.foreign |= bit(item)
    t.say(TOLD_ATTACK, player, item, victim)


def shake_off(t: Table, player: i64) -> None:
    """All foreign stoppers leave these slots, for the basement/yard or for good (UO-STOP.5, UO-R34)."""
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if item >= 0 and t.foreign >> item & 1:
            leave_slot(t, item)
            t.foreign &= ~bit(item)
            if t.terms.stoppers_return:
                lay_below(t, item)
            else:
                t.at[item] = AWAY
            t.say(TOLD_SPENT, player, item, t.at[item])


def free_oneself(t: Table, player: i64) -> None:
    """All own items go to the basement/yard, in slot order; then the stoppers go (UO-STOP.4, UO-R33)."""
    for i in range(SLOTS):
        if t.is_own(t.slot[player * SLOTS + i]):
            dump(t, player, i)
    shake_off(t, player)


def free_words(t: Table, player: int) -> str:
    """Of what one frees oneself, and what it costs (UO-R33)."""
    held = [int(item) for item in t.slot[player * SLOTS : player * SLOTS + SLOTS] if item >= 0]
    foreign = [text.item_name(t, item) for item in held if not t.is_own(item)]
    names = text.listing(foreign or ["a dream stopper"])
    own = int(t.own_count(player))
    if own == 0:
        return f"Free yourself of {names}: you have nothing to lose"
    cost = f"all {own} of your items go" if own > 1 else "your only item goes"
    return f"Free yourself of {names}: {cost} to the basement/yard"


COLLECT: Final = Collect()
COLLECTED: Final = Collected()
SIDE_UP: Final = WhichSideUp()
TURN_HALF: Final = TurnHalf()
