"""Character roles: those that are paid for, and those that a roll brings on."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import items, table, text, told
from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.board import HOUSE, LEVELS, STRIDE, YARD
from fabletop.games.unrelenting.day import COLLECT_STEP, FOLLOW_STEP, MOVED, SLEEPWALK, is_space, put
from fabletop.games.unrelenting.table import (
    CARLETON,
    CATHERINE,
    HENRY,
    PLAYERS,
    PRICE,
    SLOTS,
    TILLY,
    Ask,
    Table,
)
from fabletop.kernel.action import add
from fabletop.kernel.bits import bit, count_of
from fabletop.kernel.question import Label, Refusal

# --- Paid roles (UO-R22) --------------------------------------------------------------------------

EXTERMINATOR: Final = 0  # UO-HENRY.4
PERFECT: Final = 1  # UO-CATH.4
DOOR: Final = 2  # UO-TILLY.1
DIVIDE: Final = 3  # UO-TILLY.3
STAIRS: Final = 4  # UO-CARL.1
PAID_ROLES: Final = 5
ROLE_OWNER: Final = vec[i64]([HENRY, CATHERINE, TILLY, TILLY, CARLETON])


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
            n = add(out, n, v.ROLE, role)
    return n


def why_no_role(t: Table, role: int) -> Refusal:
    if role >= PAID_ROLES:
        return text.nothing_like("UO-R22")
    player = int(t.player)
    if ROLE_OWNER[role] != player:
        return Refusal("UO-COMP.8", f"{text.ROLE_NAMES[role]} is a role of {text.NAMES[ROLE_OWNER[role]]}.")
    if not t.roles_work():
        return Refusal("UO-R21", "Roles are not played in the first cycle.")
    if t.used >> role & 1:
        return Refusal("UO-R22", f"You have played {text.ROLE_NAMES[role]} this turn.")
    if role == DIVIDE and t.divided:
        return Refusal("UO-R50", "The house is divided already.")
    return Refusal("UO-R22", f"It costs {PRICE} items of your own, and you have {t.own_count(player)}.")


class Pay(items.WhichSlot):
    """Two own items go back to their homes, then a role is played: which, how many are paid (UO-R26)."""

    number = 4
    rule = "UO-R22"
    verbs = (v.PAY,)
    does = "Give up"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return items.unless_all(n, items.offer_own(t, t.player, v.PAY, 0, out, n), PRICE - t.arg(1))

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        items.return_home(t, t.player, slot)
        t.set_arg(1, t.arg(1) + 1)
        if t.arg(1) == PRICE:
            role = t.arg(0)
            t.pop()
            play_role(t, role)

    def prompt(self, t: Table) -> str:
        role = text.ROLE_NAMES[int(t.arg(0))]
        return f"{role}: which item do you give up ({t.arg(1) + 1} of {PRICE})?"


def play_role(t: Table, role: i64) -> None:
    """What a role does once it has been paid for."""
    t.used |= bit(role)
    if role == EXTERMINATOR:
        EXTERMINATE.ask(t, CATHERINE)
    elif role == PERFECT:
        make_perfect(t)
    elif role == DOOR:
        MOVE_LADDER.ask(t, YARD)  # UO-TILLY.1
    elif role == DIVIDE:
        t.divided = 1  # UO-TILLY.3
        t.say(told.TOLD_DIVIDE, TILLY, t.half)
    else:
        MOVE_LADDER.ask(t, HOUSE)  # UO-CARL.1


# --- Henry (UO-HENRY) -----------------------------------------------------------------------------


def leave(t: Table) -> None:
    """He is out; his slots and his rabbit stay in the game (UO-HENRY.1, UO-R39)."""
    t.stands[HENRY] = table.AWAY
    t.away = table.LEFT_TODAY
    t.say(told.TOLD_AWAY, HENRY)


def comes_home(t: Table) -> bool:
    """On 3 or 11, by day and by night (UO-HENRY.2, UO-R23)."""
    if not t.away:
        return False
    if t.total() != 3 and t.total() != 11:
        t.say(told.TOLD_STILL_AWAY, HENRY)
        return False
    t.away = 0
    put(t, HENRY, t.board.entrance, told.COMES_HOME)  # UO-R25
    return True


class Exterminate(Ask):
    """The same spot on another level, or beside it if two rabbits stand there (UO-HENRY.4, UO-R43)."""

    number = 5
    rule = "UO-R43"
    verbs = (v.TO,)

    def who(self, t: Table) -> i64:
        return t.seats[HENRY]

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_exile(t, t.arg(0), out, n)

    def answer(self, t: Table, verb: i64, space: i64) -> None:
        """Also out of Tilly's arms; then the next of the three goes, all but Henry's own (UO-R43)."""
        rabbit = t.arg(0)
        t.say(told.TOLD_RABBIT, HENRY, rabbit, t.rabbit[rabbit], space)
        t.rabbit[rabbit] = space
        t.carried &= ~bit(rabbit)
        if rabbit == CARLETON:
            t.pop()
        else:
            t.set_arg(0, rabbit + 1)

    def prompt(self, t: Table) -> str:
        return f"Where does {text.rabbit_name(int(t.arg(0)))} go?"

    def label(self, t: Table, seat: int, verb: int, space: int) -> Label:
        return text.to_label(t, "Send it to", space)

    def why_not(self, t: Table, verb: int, space: int) -> Refusal:
        rabbit = int(t.arg(0))
        if is_space(t, space) and space // STRIDE == t.rabbit[rabbit] // STRIDE:
            return Refusal("UO-R43", f"{text.rabbit_name(rabbit)} has to leave this level.")
        return Refusal(
            "UO-R43", "It goes straight up or down, or beside that spot if two rabbits stand there."
        )


def offer_exile(t: Table, rabbit: i64, out: vec[i64], n: i64) -> i64:
    cell = t.rabbit[rabbit] % STRIDE
    for level in range(LEVELS):
        if level == t.rabbit[rabbit] // STRIDE:
            continue
        spots = bit(cell)
        if t.rabbits_on(level * STRIDE + cell, 0) >= table.MOST_RABBITS:
            spots = t.board.spread(spots)  # where one more rabbit may stand, and no two
        for spot in range(t.board.columns * t.board.rows):
            if spots >> spot & 1:
                n = add(out, n, v.TO, level * STRIDE + spot)
    return n


# --- Catherine (UO-CATH) --------------------------------------------------------------------------


def make_perfect(t: Table) -> None:
    """The others' items with the control side up go to the basement/yard (UO-CATH.4, UO-R47)."""
    for player in range(PLAYERS):
        if player != CATHERINE:
            for i in range(SLOTS):
                item = t.slot[player * SLOTS + i]
                if 0 <= item < t.board.first_stopper and t.mad >> item & 1 == table.CONTROL:
                    items.dump(t, player, i)


# --- Tilly (UO-TILLY) -----------------------------------------------------------------------------


class MoveLadder(Ask):
    """Another slot of the same ladder (UO-R48)."""

    number = 6
    rule = "UO-R48"
    verbs = (v.LADDER,)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        ladder = t.arg(0)
        for slot in range(t.board.slots_of(ladder)):
            if slot != (t.house if ladder == HOUSE else t.yard):
                n = add(out, n, v.LADDER, slot)
        return n

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        ladder = t.arg(0)
        t.pop()
        move_ladder(t, ladder, slot)

    def prompt(self, t: Table) -> str:
        return f"Where does the {text.LADDER_NAMES[int(t.arg(0))]} go?"

    def label(self, t: Table, seat: int, verb: int, slot: int) -> Label:
        ladder = int(t.arg(0))
        cell = text.edition_of(t).cell_name(int(t.board.slot_cell(ladder, slot)))
        return Label(f"Move the {text.LADDER_NAMES[ladder]} to {cell}", f"ladder {cell}")

    def why_not(self, t: Table, verb: int, slot: int) -> Refusal:
        ladder = int(t.arg(0))
        if slot < t.board.slots_of(ladder):
            return Refusal("UO-R48", f"The {text.LADDER_NAMES[ladder]} stands there already.")
        return text.nothing_like(self.rule)


def move_ladder(t: Table, ladder: i64, slot: i64) -> None:
    """Nobody stands on a ladder: pieces stay (UO-R48)."""
    if ladder == HOUSE:
        t.house = slot
    else:
        t.yard = slot
    t.say(told.TOLD_LADDER, t.player, ladder, t.board.slot_cell(ladder, slot))


class Carry(Ask):
    """One or two rabbits of her level; she must take one if she can (UO-TILLY.2, UO-R49)."""

    number = 7
    rule = "UO-R49"
    verbs = (v.CARRY, v.DONE)
    things = PLAYERS

    def prompt(self, t: Table) -> str:
        held = f"You carry {text.rabbit_names(int(t.carried))}. Which other" if t.carried else "Which"
        return f"{text.roll_words(t)} {held} rabbit do you take along?"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        if t.carried:
            n = add(out, n, v.DONE, 0)
        for i in range(PLAYERS):
            if not t.carried >> i & 1 and is_on_her_level(t, i) and has_room(t, t.carried | bit(i)):
                n = add(out, n, v.CARRY, i)
        return n

    def answer(self, t: Table, verb: i64, rabbit: i64) -> None:
        if verb == v.DONE:
            t.pop()
            return
        t.carried |= bit(rabbit)
        t.rabbit[rabbit] = t.stands[TILLY]
        t.say(told.TOLD_CARRY, TILLY, rabbit)

    def label(self, t: Table, seat: int, verb: int, rabbit: int) -> Label:
        return Label("Take no more") if verb == v.DONE else text.rabbit_label(t, "Take along", rabbit)

    def why_not(self, t: Table, verb: int, rabbit: int) -> Refusal:
        if verb == v.DONE:
            if rabbit == 0:
                return Refusal("UO-R49", "Doubles: you must take at least one rabbit along.")
            return text.nothing_like(self.rule)
        if rabbit >= PLAYERS:
            return text.nothing_like("UO-COMP.2")
        name = text.rabbit_name(rabbit)
        if t.carried >> rabbit & 1:
            return Refusal("UO-R49", f"{name} is in Tilly’s arms.")
        if not is_on_her_level(t, rabbit):
            level = text.LEVEL_NAMES[int(t.stands[TILLY]) // STRIDE]
            return Refusal("UO-R49", f"{name} is not on your level, the {level}.")
        return Refusal("UO-R14", f"You could end this move nowhere with {name} without a third rabbit there.")


def is_on_her_level(t: Table, rabbit: i64) -> bool:
    return t.rabbit[rabbit] // STRIDE == t.stands[TILLY] // STRIDE


def has_room(t: Table, rabbits: i64) -> bool:
    """Whether she can end a move with these rabbits, two at most (UO-R14, UO-R49)."""
    if count_of(rabbits) > table.MOST_RABBITS or m.character_steps(t, TILLY) == 0:
        return False
    return not m.is_empty(m.with_room(t, m.character_ends(t, TILLY), rabbits, count_of(rabbits)))


def set_down(t: Table) -> None:
    """At the start of her next day turn they stay where she stands (UO-TILLY.2, UO-R49)."""
    if t.carried:
        t.say(told.TOLD_LEAVE, TILLY, t.stands[TILLY], t.carried)
        t.carried = 0


# --- Carleton (UO-CARL) ---------------------------------------------------------------------------


class EmptyPurse(items.WhichSlot):
    """Half of Tilly's items go: so many are still to be chosen, a mask of the slots chosen (UO-CARL.2)."""

    number = 13
    rule = "UO-R52"
    verbs = (v.REMOVE,)
    does = "Remove"

    def who(self, t: Table) -> i64:
        return t.seats[TILLY]

    def spent(self, t: Table) -> bool:
        """In slot order, whatever the order of choice (UO-R27)."""
        if t.arg(0) > 0:
            return False
        for i in range(SLOTS):
            if t.arg(1) >> i & 1:
                items.dump(t, TILLY, i)
        t.pop()
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return items.unless_all(n, items.offer_own(t, TILLY, v.REMOVE, t.arg(1), out, n), t.arg(0))

    def answer(self, t: Table, verb: i64, slot: i64) -> None:
        items.choose_slot(t, slot)

    def prompt(self, t: Table) -> str:
        return f"Carleton has found your purse. Which item do you remove? {t.arg(0)} to go."


def carleton_rolled(t: Table, total: i64) -> None:
    if total == 5 and t.divided:  # UO-CARL.4, UO-R54
        t.divided = 0
        t.say(told.TOLD_UNDIVIDE, CARLETON)
    if total == 9 and t.own_count(TILLY) > 0:
        t.say(told.TOLD_PURSE, CARLETON, items.half(t.own_count(TILLY)))
        PURSE.ask(t, items.half(t.own_count(TILLY)))
    if t.is_double():  # UO-CARL.3, UO-R53
        items.TURN_HALF.ask_about(t, CARLETON)


# --- What a roll brings on (UO-R23, UO-R24) -------------------------------------------------------


def night_roles(t: Table) -> None:
    """Henry comes home; the others by agreement, but for those that speak of moving (UO-R23)."""
    if t.player == HENRY and comes_home(t):
        return
    if not t.terms.night_roles:
        return
    if t.player == HENRY and t.total() == 7 and not t.away:
        leave(t)
    elif t.player == CATHERINE and t.is_double():
        put(t, CATHERINE, t.board.entrance, told.DOORBELL)
    elif t.player == CARLETON:
        carleton_rolled(t, t.total())


def roll_roles(t: Table) -> bool:
    """Carry out the roles of the roll; True if the move is replaced, or there is none."""
    total = t.total()
    if t.player == HENRY:
        if t.away:
            if comes_home(t):
                MOVED.go_on(t, COLLECT_STEP)  # UO-R41: he may collect at once
            return True  # UO-R39; a 7 while away changes nothing (UO-R40)
        if total == 7:
            leave(t)  # UO-R40: neither move nor collecting
            return True
    elif t.player == CATHERINE:
        if t.is_double():  # UO-CATH.3, UO-R46
            put(t, CATHERINE, t.board.entrance, told.DOORBELL)  # UO-R25
            MOVED.go_on(t, FOLLOW_STEP)
            return True
    elif t.player == TILLY:
        if total == 7:  # UO-TILLY.4
            t.follows = 1
            t.say(told.TOLD_SLEEPWALK, TILLY)
            SLEEPWALK.ask(t)
            return True
        if t.is_double():  # UO-TILLY.2
            CARRY.ask(t)
    else:
        carleton_rolled(t, total)
    return False


PAY: Final = Pay()
EXTERMINATE: Final = Exterminate()
MOVE_LADDER: Final = MoveLadder()
CARRY: Final = Carry()
PURSE: Final = EmptyPurse()
