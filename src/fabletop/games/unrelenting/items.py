"""Items: lying at points, collected into slots, turned, paid, removed; and dream stoppers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.unrelenting.board import BASEMENT, STRIDE
from fabletop.games.unrelenting.table import (
    ATTACK,
    AWAY,
    COLLECT,
    IN_SLOT,
    INSANITY,
    PLAYERS,
    SLOTS,
    TOLD_ATTACK,
    TOLD_COLLECT,
    TOLD_REMOVE,
    TOLD_RETURN,
    TOLD_SPENT,
    TOLD_TURN,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- One of each kind, as `held` counts them ---------------------------------------------------------
CALM_ONE: Final = 1
MAD_ONE: Final = 16
STOPPER_ONE: Final = 256
FOREIGN_ONE: Final = 4096

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


def held(t: Table, player: i64) -> i64:
    """How many items of control, of insanity, own stoppers and foreign ones, in four bits each."""
    counts: i64 = 0
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if item < 0:
            continue
        if item < t.board.first_stopper:
            counts += MAD_ONE if t.mad >> item & 1 == INSANITY else CALM_ONE
        else:
            counts += FOREIGN_ONE if t.foreign >> item & 1 else STOPPER_ONE
    return counts


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


def offer_items(t: Table, player: i64, out: vec[i64]) -> i64:
    """The items at the points of the player's space that no rabbit guards; none if no slot is empty."""
    n: i64 = 0
    space = t.stands[player]
    if space < 0 or t.empty_slot(player) < 0:  # UO-R55
        return 0
    base = space // STRIDE * STRIDE
    corner = space % STRIDE * 4
    for i in range(corner, corner + 4):
        point = t.board.corners[i]
        if point >= 0 and t.lies[base + point] != 0 and not guarded(t, player, base + point):
            out[n] = act(COLLECT, base + point)
            n += 1
    return n


def take(t: Table, player: i64, place: i64, side: i64) -> None:
    """Collect the item at a place, this side up (UO-DAY.4, UO-R20)."""
    item = i64(t.lies[place]) - 1
    t.lies[place] = 0
    put_into_slot(t, item, player)
    if side:
        t.mad |= bit(item)
    shown: i64 = side if item < t.board.first_stopper else -1  # UO-R30
    t.say(TOLD_COLLECT, player, item, place, shown)


# --- Turning --------------------------------------------------------------------------------------


def can_turn(t: Table, player: i64, slot: i64, turned: i64) -> bool:
    """Two-sided items that have not been turned yet; stoppers have no other side (UO-R28, UO-R30)."""
    item = t.slot[player * SLOTS + slot]
    return 0 <= item < t.board.first_stopper and not turned >> slot & 1


def turn(t: Table, player: i64, slot: i64) -> None:
    item = t.slot[player * SLOTS + slot]
    t.mad ^= bit(item)
    t.say(TOLD_TURN, player, item, t.mad >> item & 1)


def offer_slots(t: Table, player: i64, verb: i64, chosen: i64, sided: bool, out: vec[i64]) -> i64:
    """The slots with own items (two-sided ones only, if `sided`) that are not chosen yet."""
    n: i64 = 0
    for i in range(SLOTS):
        item = t.slot[player * SLOTS + i]
        if t.is_own(item) and not chosen >> i & 1 and (not sided or item < t.board.first_stopper):
            out[n] = act(verb, i)
            n += 1
    return n


def half(count: i64) -> i64:
    """Rounded up (UO-HALF.1)."""
    return (count + 1) // 2


# --- Giving up (UO-R26, UO-R27) -------------------------------------------------------------------


def return_home(t: Table, player: i64, slot: i64) -> None:
    """Back to the board: to the point that only this item lies on (UO-R26)."""
    item = t.slot[player * SLOTS + slot]
    leave_slot(t, item)
    lay(t, item, t.board.home[item])
    t.say(TOLD_RETURN, player, item, t.at[item])


def dump(t: Table, player: i64, slot: i64) -> None:
    """To the basement/yard: home if that is there, else the first free dump point (UO-R27)."""
    item = t.slot[player * SLOTS + slot]
    leave_slot(t, item)
    place = t.board.home[item]
    if place // STRIDE != BASEMENT:
        dumps = t.board.dumps
        for i in range(len(dumps)):
            place = BASEMENT * STRIDE + dumps[i]
            if t.lies[place] == 0:
                break
    lay(t, item, place)
    t.say(TOLD_REMOVE, player, item, place)


# --- Dream stoppers (UO-STOP) ---------------------------------------------------------------------


def is_victim(t: Table, player: i64) -> bool:
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        if t.slot[i] >= 0 and t.foreign >> t.slot[i] & 1:
            return True
    return False


def offer_attacks(t: Table, player: i64, out: vec[i64]) -> i64:
    """Every stopper of the player's own, into an empty slot of somebody else (UO-STOP.2, UO-R31)."""
    n: i64 = 0
    first = t.board.first_stopper
    for item in range(first, t.board.items):
        place = t.at[item] - IN_SLOT
        if place >= 0 and place // SLOTS == player and t.is_own(item):
            for victim in range(PLAYERS):
                if victim != player and t.empty_slot(victim) >= 0:
                    out[n] = act(ATTACK, (item - first) * PLAYERS + victim)
                    n += 1
    return n


def attack(t: Table, player: i64, stopper: i64, victim: i64) -> None:
    """From now on it only fills a slot (UO-STOP.3, UO-R32)."""
    item = t.board.first_stopper + stopper
    leave_slot(t, item)
    put_into_slot(t, item, victim)
    t.foreign |= bit(item)
    t.say(TOLD_ATTACK, player, item, victim)


def shake_off(t: Table, player: i64) -> None:
    """All foreign stoppers leave these slots and the game (UO-STOP.5, UO-R34)."""
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if item >= 0 and t.foreign >> item & 1:
            leave_slot(t, item)
            t.at[item] = AWAY
            t.foreign &= ~bit(item)
            t.say(TOLD_SPENT, player, item)


def free_oneself(t: Table, player: i64) -> None:
    """All own items go to the basement/yard, in slot order; then the stoppers go (UO-STOP.4, UO-R33)."""
    for i in range(SLOTS):
        if t.is_own(t.slot[player * SLOTS + i]):
            dump(t, player, i)
    shake_off(t, player)
