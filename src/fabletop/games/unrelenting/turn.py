"""A turn, step by step (section 3 of the rules), and what happens between turns.

The frame TURN at the bottom of the stack counts the steps; a step that asks something puts its
question above it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import day, items, night, older_night, roles, text
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.board import FIRST, STOPPERS, STRIDE
from fabletop.games.unrelenting.table import (
    BY_SEAT,
    CARLETON,
    CHOOSE,
    HENRY,
    LONG_GONE,
    PLAYERS,
    PRICE,
    TILLY,
    WHOLE_NIGHTS,
    Ask,
    Pending,
    Table,
)
from fabletop.games.unrelenting.told import TOLD_CHARACTER, TOLD_ROLE, TOLD_ROLL, TOLD_ROUND
from fabletop.games.unrelenting.winning import check_win, last_dawn
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import FRAME

# --- Set-up (UO-SETUP) ----------------------------------------------------------------------------


def set_up(t: Table) -> None:
    """Items at home, rabbits by the yard ladder, slots empty, nobody in (UO-SETUP.4, UO-SETUP.5)."""
    for item in range(t.board.items):
        items.lay(t, item, t.board.home[item])  # UO-SETUP.2
    for i in range(PLAYERS):
        t.rabbit[i] = FIRST * STRIDE + t.yard_cell()  # UO-SETUP.3, UO-NIGHT.4, UO-R12, UO-R13
    if t.terms.deal != BY_SEAT:
        t.rng.shuffle(t.picks, 0, PLAYERS)  # UO-R3: who picks first is settled by lot
        t.sealed += 1
    if t.terms.deal == CHOOSE:
        PICK.ask(t)
        return
    for player in range(PLAYERS):
        take_character(t, t.picks[player], player)
    begin_round(t)


def take_character(t: Table, seat: i64, player: i64) -> None:
    """Each seat plays one character, and all four are in play (UO-COMP.1, UO-SETUP.1)."""
    t.seats[player] = seat
    t.say(TOLD_CHARACTER, player, player)


class PickCharacter(Ask):
    """Those that nobody has taken; so many have picked, a mask of those who let others go first (UO-R3)."""

    number = 1
    rule = "UO-SETUP.1"
    verbs = (v.CHARACTER, v.WAIT)
    asks = "Who do you want to be?"
    things = PLAYERS

    def more(self, t: Table) -> bool:
        return t.arg(0) < PLAYERS

    def lapse(self, t: Table) -> None:
        t.pop()
        begin_round(t)

    def who(self, t: Table) -> i64:
        return t.picks[t.arg(0)]

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        for player in range(PLAYERS):
            if t.seats[player] < 0:
                n = add(out, n, v.CHARACTER, player)
        if may_wait(t):
            n = add(out, n, v.WAIT, 0)
        return n

    def answer(self, t: Table, verb: i64, player: i64) -> None:
        if verb == v.WAIT:
            t.set_arg(1, t.arg(1) | bit(self.who(t)))
            go_last(t, t.arg(0))
        else:
            take_character(t, self.who(t), player)
            t.set_arg(0, t.arg(0) + 1)

    def label(self, t: Table, seat: int, verb: int, player: int) -> Label:
        if verb == v.WAIT:
            return Label("Let the others choose first")
        return Label(f"Play {text.NAMES[player]}", f"character {text.KEYS[player]}")

    def thoughts(self, t: Table) -> list[int]:
        return [int(act(v.CHARACTER, player)) for player in range(PLAYERS)]

    def why_not(self, t: Table, verb: int, player: int) -> Refusal:
        if verb == v.WAIT:
            return Refusal("UO-R3", "You have let the others go first; now it is your choice.")
        if player < PLAYERS:
            return Refusal("UO-R3", f"{text.NAMES[player]} is taken.")
        return text.nothing_like(self.rule)


def may_wait(t: Table) -> bool:
    """Once, while others are still to choose (UO-R3)."""
    picked = t.arg(0)
    return t.terms.rules >= WHOLE_NIGHTS and picked < PLAYERS - 1 and not t.arg(1) >> t.picks[picked] & 1


def go_last(t: Table, place: i64) -> None:
    """Whoever has this place in the order of choice gets the last."""
    seat = t.picks[place]
    for i in range(place, PLAYERS - 1):
        t.picks[i] = t.picks[i + 1]
    t.picks[PLAYERS - 1] = seat


# --- Rounds (UO-MODE) -----------------------------------------------------------------------------


def begin_round(t: Table) -> None:
    """Four turns in one mode, by night too (UO-R1, UO-R15), always in the same order (UO-MODE.1)."""
    t.say(TOLD_ROUND, -1, t.cycle, t.night)
    begin_turn(t, HENRY)


def begin_turn(t: Table, player: i64) -> None:
    t.player = player
    t.turns += 1
    t.one = 0
    t.two = 0
    t.used = 0
    t.hopped = 0
    t.push(TURN.frame)


def end_round(t: Table) -> None:
    """Day and night alternate; a night ends a cycle (UO-MODE.2)."""
    if t.night:
        if 0 < t.terms.dawn <= t.cycle:  # UO-R56
            last_dawn(t)
            return
        t.cycle += 1
    elif t.away:
        t.away = LONG_GONE  # UO-R44
    t.night = 1 - t.night
    begin_round(t)


# --- The steps of a turn --------------------------------------------------------------------------

BEGIN: Final = 0
ROLL: Final = 1
MOVE: Final = 2
SWITCH: Final = 3
END: Final = 4


class Turn(Pending):
    """Takes the next step of the turn."""

    number = 2

    def run(self, t: Table) -> bool:
        step = t.arg(0)
        t.set_arg(0, step + 1)
        if step == BEGIN:
            if t.player == TILLY and not t.night:
                roles.set_down(t)
            BEFORE_ROLL.ask(t)  # UO-LATER.1
        elif step == ROLL:
            roll(t)
        elif step == MOVE:
            if not t.night:
                day.WALK.ask(t)  # UO-MODE.3, UO-R57
            elif t.terms.rules >= WHOLE_NIGHTS:
                night.PLAN.ask(t)  # UO-MODE.4
            else:
                older_night.WHICH_RABBIT.ask(t)
        elif step == SWITCH:
            if t.night and night.can_switch(t):
                night.SWITCH.ask(t)
        else:
            end_turn(t)
        return False


def roll(t: Table) -> None:
    """Two dice; what the roll brings on before the move (UO-COMP.6, UO-LATER.2)."""
    t.one = t.rng.below(6) + 1
    t.two = t.rng.below(6) + 1
    t.sealed += 1
    t.say(TOLD_ROLL, t.player, t.one, t.two)
    if t.total() == 2 or t.total() == 12:
        items.shake_off(t, t.player)  # UO-STOP.5
    if not t.roles_work():
        return
    if t.night:
        roles.night_roles(t)  # the rabbits still move
    else:
        turn = t.depth - FRAME
        if roles.roll_roles(t):
            t.stack[turn + 1] = END  # the step of this turn, which may lie below a question now


def end_turn(t: Table) -> None:
    """The win check, then the next turn; stopper attacks after the fourth (UO-R36, UO-STOP.2)."""
    t.pop()
    if check_win(t):
        return
    if t.player == CARLETON:
        DUSK.ask(t, HENRY)
    else:
        begin_turn(t, t.player + 1)


# --- Before the roll (UO-LATER.1) -----------------------------------------------------------------


class BeforeRoll(Ask):
    """Paid roles and freeing oneself, in any order (UO-R22, UO-R33)."""

    number = 3
    rule = "UO-R24"
    verbs = (v.ROLL, v.FREE, v.ROLE)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = add(out, n, v.ROLL, 0)  # UO-R8: sooner or later
        if items.is_victim(t, t.player):
            n = add(out, n, v.FREE, 0)
        return roles.offer_roles(t, out, n)

    def answer(self, t: Table, verb: i64, role: i64) -> None:
        if verb == v.ROLE:
            t.say(TOLD_ROLE, t.player, role)
            roles.PAY.ask(t, role)
        elif verb == v.FREE:
            items.free_oneself(t, t.player)
        else:
            t.pop()

    def prompt(self, t: Table) -> str:
        away = (
            " You are away: a 3 or an 11 brings you home." if t.player == HENRY and t.away else ""
        )  # UO-R39
        blocked = " A dream stopper blocks you." if items.is_victim(t, t.player) else ""
        return f"Your {'night' if t.night else 'turn'}.{away}{blocked} Something first, or the dice?"

    def label(self, t: Table, seat: int, verb: int, role: int) -> Label:
        if verb == v.ROLL:
            return Label("Roll the dice", "dice")
        if verb == v.FREE:
            return Label(items.free_words(t, int(t.player)))
        words = f"{text.ROLE_NAMES[role]}: for {PRICE} items, {text.ROLE_DOES[role]}"
        return Label(words, f"role {text.ROLE_KEYS[role]}")

    def thoughts(self, t: Table) -> list[int]:
        return [int(act(v.FREE, 0)), *(int(act(v.ROLE, role)) for role in range(roles.PAID_ROLES))]

    def why_not(self, t: Table, verb: int, role: int) -> Refusal:
        if verb == v.ROLE:
            return roles.why_no_role(t, role)
        if verb == v.FREE and role == 0:
            return Refusal("UO-STOP.4", "No dream stopper of somebody else blocks your slots.")
        return text.nothing_like(self.rule)


# --- At dusk and at dawn (UO-STOP.2) --------------------------------------------------------------


class Dusk(Ask):
    """After the fourth turn each may put stoppers into the slots of others; who is next (UO-R31)."""

    number = 19
    rule = "UO-R31"
    verbs = (v.ATTACK, v.DONE)
    things = STOPPERS * PLAYERS
    asks = "The round is over. Do you put a dream stopper into somebody’s slots?"

    def more(self, t: Table) -> bool:
        return t.arg(0) < PLAYERS

    def lapse(self, t: Table) -> None:
        t.pop()
        end_round(t)

    def who(self, t: Table) -> i64:
        return t.seats[t.arg(0)]

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = items.offer_attacks(t, t.arg(0), out, n)
        out[n] = act(v.DONE, 0)
        return n + 1

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        if verb == v.ATTACK:
            items.attack(t, t.arg(0), thing // PLAYERS, thing % PLAYERS)
        else:
            t.set_arg(0, t.arg(0) + 1)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        if verb == v.DONE:
            return Label("Place no dream stopper now")
        item = text.item_name(t, int(t.board.first_stopper) + thing // PLAYERS)
        victim = thing % PLAYERS
        return Label(f"Put {item} into a slot of {text.NAMES[victim]}", f"slots {text.KEYS[victim]}")

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        player, victim = int(t.arg(0)), thing % PLAYERS
        item = int(t.board.first_stopper) + thing // PLAYERS
        if verb == v.DONE or item >= t.board.items:
            return text.nothing_like(self.rule if verb == v.DONE else "UO-STOP.2")
        if not items.has_stopper(t, player, item):
            return Refusal("UO-STOP.2", f"{text.item_name(t, item)} is not a dream stopper of yours.")
        if victim == player:
            return Refusal("UO-STOP.2", "A dream stopper goes into a slot of another player.")
        return Refusal("UO-R31", f"{text.NAMES[victim]} has no empty slot.")


PICK: Final = PickCharacter()
TURN: Final = Turn()
BEFORE_ROLL: Final = BeforeRoll()
DUSK: Final = Dusk()
