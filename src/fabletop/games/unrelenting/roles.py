"""Character roles: those that are paid for, and those that a roll brings on."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import HOUSE, LEVELS, STRIDE, YARD
from fabletop.games.unrelenting.items import dump, half
from fabletop.games.unrelenting.movement import ENDS, any_end, character_ends, leave_room
from fabletop.games.unrelenting.table import (
    AWAY,
    CARLETON,
    CARRY,
    CATHERINE,
    CONTROL,
    DIVIDE,
    DONE,
    DOOR,
    EXTERMINATOR,
    F_CARRY,
    F_EXTERMINATE,
    F_HALF,
    F_LADDER,
    F_MOVED,
    F_PURSE,
    F_SLEEPWALK,
    HENRY,
    LADDER,
    LEFT_TODAY,
    MOST_RABBITS,
    PAID_ROLES,
    PERFECT,
    PLAYERS,
    PRICE,
    ROLE,
    ROLE_OWNER,
    SLOTS,
    TILLY,
    TO,
    TOLD_AWAY,
    TOLD_CARRY,
    TOLD_DIVIDE,
    TOLD_LADDER,
    TOLD_LEAVE,
    TOLD_PLACE,
    TOLD_PURSE,
    TOLD_RABBIT,
    TOLD_SLEEPWALK,
    TOLD_UNDIVIDE,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- Paid roles (UO-R22) --------------------------------------------------------------------------


def may_play(t: Table, role: i64) -> bool:
    """The owner's, from cycle 2 on, once a turn, for two own items (UO-R21, UO-R22)."""
    if ROLE_OWNER[role] != t.player or not t.roles_work() or t.used >> role & 1:
        return False
    if role == DIVIDE and t.divided:  # UO-R50
        return False
    return t.own_count(t.player) >= PRICE


def offer_roles(t: Table, out: vec[i64], n: i64) -> i64:
    for role in range(PAID_ROLES):
        if may_play(t, role):
            out[n] = act(ROLE, role)
            n += 1
    return n


def play_role(t: Table, role: i64) -> None:
    """What a role does once it has been paid for."""
    t.used |= bit(role)
    if role == EXTERMINATOR:
        t.push(F_EXTERMINATE, CATHERINE)
    elif role == PERFECT:
        make_perfect(t)
    elif role == DOOR:
        t.push(F_LADDER, YARD)  # UO-TILLY.1
    elif role == DIVIDE:
        t.divided = 1  # UO-TILLY.3
        t.say(TOLD_DIVIDE, TILLY, t.half)
    else:
        t.push(F_LADDER, HOUSE)  # UO-CARL.1


# --- Henry (UO-HENRY) -----------------------------------------------------------------------------


def leave(t: Table) -> None:
    """He is out; his slots and his rabbit stay in the game (UO-HENRY.1, UO-R39)."""
    t.stands[HENRY] = AWAY
    t.away = LEFT_TODAY
    t.say(TOLD_AWAY, HENRY)


def comes_home(t: Table) -> bool:
    """On 3 or 11, by day and by night (UO-HENRY.2, UO-R23)."""
    if not t.away or (t.total() != 3 and t.total() != 11):
        return False
    t.away = 0
    place(t, HENRY)
    return True


def place(t: Table, player: i64) -> None:
    """Onto the entrance, instead of a move (UO-R25)."""
    t.stand(player, t.board.entrance)
    t.say(TOLD_PLACE, player, t.board.entrance)


def offer_exile(t: Table, rabbit: i64, out: vec[i64]) -> i64:
    """The same spot on another level, or beside it if two rabbits stand there (UO-HENRY.4, UO-R43)."""
    n: i64 = 0
    b = t.board
    cell = t.rabbit[rabbit] % STRIDE
    for level in range(LEVELS):
        if level == t.rabbit[rabbit] // STRIDE:
            continue
        if t.rabbits_on(level * STRIDE + cell, 0) < MOST_RABBITS:
            out[n] = act(TO, level * STRIDE + cell)
            n += 1
            continue
        beside = b.spread(bit(cell))
        for other in range(b.columns * b.rows):
            if beside >> other & 1 and t.rabbits_on(level * STRIDE + other, 0) < MOST_RABBITS:
                out[n] = act(TO, level * STRIDE + other)
                n += 1
    return n


def exile(t: Table, rabbit: i64, space: i64) -> None:
    """Also out of Tilly's arms; then the next of the three goes, all but Henry's own (UO-R43)."""
    t.say(TOLD_RABBIT, HENRY, rabbit, t.rabbit[rabbit], space)
    t.rabbit[rabbit] = space
    t.carried &= ~bit(rabbit)
    if rabbit == CARLETON:
        t.pop()
    else:
        t.set_arg(0, rabbit + 1)


# --- Catherine (UO-CATH) --------------------------------------------------------------------------


def make_perfect(t: Table) -> None:
    """The others' items with the control side up go to the basement/yard (UO-CATH.4, UO-R47)."""
    for player in range(PLAYERS):
        if player != CATHERINE:
            for i in range(SLOTS):
                item = t.slot[player * SLOTS + i]
                if 0 <= item < t.board.first_stopper and t.mad >> item & 1 == CONTROL:
                    dump(t, player, i)


# --- Tilly (UO-TILLY) -----------------------------------------------------------------------------


def offer_ladder_slots(t: Table, ladder: i64, out: vec[i64]) -> i64:
    """Another slot of the same ladder (UO-R48)."""
    n: i64 = 0
    now = t.house if ladder == HOUSE else t.yard
    for slot in range(t.board.slots_of(ladder)):
        if slot != now:
            out[n] = act(LADDER, slot)
            n += 1
    return n


def move_ladder(t: Table, ladder: i64, slot: i64) -> None:
    """Nobody stands on a ladder: pieces stay (UO-R48)."""
    if ladder == HOUSE:
        t.house = slot
    else:
        t.yard = slot
    t.say(TOLD_LADDER, t.player, ladder, t.board.slot_cell(ladder, slot))


def carries(t: Table) -> i64:
    count: i64 = 0
    for i in range(PLAYERS):
        count += t.carried >> i & 1
    return count


def has_room(t: Table, mask: i64, count: i64) -> bool:
    """Whether she can end a move with these rabbits (UO-R14, UO-R49)."""
    steps = character_ends(t, TILLY)
    if steps == 0:
        return False
    leave_room(t, mask, count)
    return any_end()


def offer_carry(t: Table, out: vec[i64]) -> i64:
    """One or two rabbits of her level; she must take one if she can (UO-TILLY.2, UO-R49)."""
    n: i64 = 0
    held = carries(t)
    if held > 0:
        out[n] = act(DONE, 0)
        n += 1
    if held < MOST_RABBITS:
        for i in range(PLAYERS):
            if t.carried >> i & 1 or t.rabbit[i] // STRIDE != t.stands[TILLY] // STRIDE:
                continue
            if has_room(t, t.carried | bit(i), held + 1):
                out[n] = act(CARRY, i)
                n += 1
    return n


def pick_up(t: Table, rabbit: i64) -> None:
    t.carried |= bit(rabbit)
    t.rabbit[rabbit] = t.stands[TILLY]
    t.say(TOLD_CARRY, TILLY, rabbit)


def set_down(t: Table) -> None:
    """At the start of her next day turn they stay where she stands (UO-TILLY.2, UO-R49)."""
    if t.carried:
        t.say(TOLD_LEAVE, TILLY, t.stands[TILLY], t.carried)
        t.carried = 0


def offer_beside(t: Table, player: i64, out: vec[i64]) -> i64:
    """The spaces that share a side with a character's, on its level (UO-R38, UO-R51)."""
    n: i64 = 0
    space = t.stands[player]
    base = space // STRIDE * STRIDE
    beside = t.board.spread(bit(space % STRIDE))
    for cell in range(t.board.columns * t.board.rows):
        if beside >> cell & 1:
            out[n] = act(TO, base + cell)
            n += 1
    return n


# --- What a day roll brings on (UO-R23, UO-R24) ---------------------------------------------------


def roll_roles(t: Table) -> bool:
    """Carry out the roles of the roll; True if the move is replaced, or there is none."""
    total = t.total()
    if t.player == HENRY:
        if t.away:
            if comes_home(t):
                t.push(F_MOVED, 2)  # UO-R41: he may collect at once
            return True  # UO-R39; a 7 while away changes nothing (UO-R40)
        if total == 7:
            leave(t)  # UO-R40: neither move nor collecting
            return True
    elif t.player == CATHERINE:
        if t.is_double():  # UO-CATH.3, UO-R46
            place(t, CATHERINE)
            t.push(F_MOVED, 0)
            return True
    elif t.player == TILLY:
        if total == 7:  # UO-TILLY.4
            t.follows = 1
            t.say(TOLD_SLEEPWALK, TILLY)
            t.push(F_SLEEPWALK)
            return True
        if t.is_double():  # UO-TILLY.2
            t.push(F_CARRY)
    else:
        carleton_rolled(t, total)
    return False


def carleton_rolled(t: Table, total: i64) -> None:
    if total == 5 and t.divided:  # UO-CARL.4, UO-R54
        t.divided = 0
        t.say(TOLD_UNDIVIDE, CARLETON)
    if total == 9 and t.own_count(TILLY) > 0:  # UO-CARL.2, UO-R52
        t.say(TOLD_PURSE, CARLETON, half(t.own_count(TILLY)))
        t.push(F_PURSE, half(t.own_count(TILLY)))
    if t.is_double() and t.two_sided(CARLETON) > 0:  # UO-CARL.3, UO-R53
        t.push(F_HALF, half(t.two_sided(CARLETON)), 0, CARLETON)


def turns_half_after_move(t: Table) -> bool:
    """Henry's 6 and Catherine's 8: after the move, before collecting (UO-HENRY.3, UO-CATH.2, UO-R42)."""
    if not t.roles_work():
        return False
    return (t.player == HENRY and t.total() == 6) or (t.player == CATHERINE and t.total() == 8)


def ends_into(out: vec[i64]) -> i64:
    """The spaces of ENDS as answers."""
    n: i64 = 0
    for level in range(LEVELS):
        ends = ENDS[level]
        cell: i64 = 0
        while ends:
            if ends & 1:
                out[n] = act(TO, level * STRIDE + cell)
                n += 1
            ends >>= 1
            cell += 1
    return n
