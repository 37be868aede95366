"""What a player does who looks to the end of the turn and trusts `hope`.

Every answer worth a thought is weighed by the chance to win that it leaves once the move is complete. Bots
expect this of each other, and play on so when they try out an answer.
"""

from math import exp
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import items, roles
from fabletop.games.unrelenting.board import HOUSE, YARD
from fabletop.games.unrelenting.hope import WHO, set_scene
from fabletop.games.unrelenting.night import (
    AS_THEY_ARE,
    NOT_YET,
    PLAN,
    after_night,
    plan_night,
    shown,
    worth,
    worth_at_end,
)
from fabletop.games.unrelenting.table import (
    ATTACK,
    CATHERINE,
    DIVIDE,
    DONE,
    EXTERMINATOR,
    F_CARRY,
    F_COLLECT,
    F_DUSK,
    F_HALF,
    F_HOP,
    F_MOVE,
    F_PAY,
    F_PICK,
    F_PURSE,
    F_RABBITS,
    F_SIDE,
    F_START,
    F_SWITCH,
    FREE,
    HENRY,
    MOST_RABBITS,
    PERFECT,
    PLAYERS,
    PRICE,
    RABBIT,
    SLOTS,
    STAIRS,
    TO,
    TURN,
    Table,
)
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.bits import bit
from fabletop.kernel.state import MOST_ACTIONS

STOPPER: Final = 2  # a kind of item, besides CONTROL and INSANITY


class Options:
    """Answers to one question, with what they are worth."""

    def __init__(self) -> None:
        self.answers = vec[i64]([0] * MOST_ACTIONS)
        self.worths = vec[float]([0.0] * MOST_ACTIONS)
        self.count: i64 = 0
        self.turns: i64 = 0  # the turn that the latest shortlist was about

    def add(self, answer: i64, good: float) -> None:
        self.answers[self.count] = answer
        self.worths[self.count] = good
        self.count += 1

    def best(self) -> i64:
        chosen: i64 = 0
        for i in range(1, self.count):
            if self.worths[i] > self.worths[chosen]:
                chosen = i
        return self.answers[chosen]

    def sort(self) -> None:
        """The best first."""
        for n in range(1, self.count):
            answer = self.answers[n]
            good = self.worths[n]
            i = n
            while i > 0 and self.worths[i - 1] < good:
                self.answers[i] = self.answers[i - 1]
                self.worths[i] = self.worths[i - 1]
                i -= 1
            self.answers[i] = answer
            self.worths[i] = good


OPTIONS: Final = Options()


def consider(t: Table) -> None:
    """Write to OPTIONS the answers worth a thought."""
    OPTIONS.count = 0
    kind = t.top()
    if kind == F_RABBITS or kind == F_SWITCH:
        plan_night(t)
        OPTIONS.add(next_of_plan(t), PLAN.worth)
    elif kind == F_HOP:
        consider_hops(t)
    elif kind == F_START:
        consider_start(t)
    elif kind == F_DUSK:
        consider_attacks(t)
    elif kind == F_PICK:
        consider_characters(t)
    else:
        consider_all(t)


# --- The night ------------------------------------------------------------------------------------


def next_of_plan(t: Table) -> i64:
    """The next answer of a night that goes as planned."""
    kind = t.top()
    if kind == F_SWITCH:
        return next_turning(t)
    if kind == F_HOP:
        if has_room(t, t.arg(0)):
            return act(TO, PLAN.to[t.arg(0)])
        consider_hops(t)
        return OPTIONS.best()
    left = ~(t.hopped | t.carried) & (bit(PLAYERS) - 1)
    rabbit: i64 = -1
    for i in range(PLAYERS):
        if left >> i & 1:
            rabbit = i
            if has_room(t, i):
                break
    return act(RABBIT, rabbit)


def has_room(t: Table, rabbit: i64) -> bool:
    """Whether a rabbit can go at once where the plan wants it."""
    return t.rabbits_on(PLAN.to[rabbit], bit(rabbit)) < MOST_RABBITS


def next_turning(t: Table) -> i64:
    if PLAN.side != AS_THEY_ARE:
        for i in range(SLOTS):
            item = t.slot[t.player * SLOTS + i]
            if items.can_turn(t, t.player, i, t.arg(0)) and t.mad >> item & 1 != PLAN.side:
                return act(TURN, i)
    return act(DONE, 0)


def consider_hops(t: Table) -> None:
    """Every space for a rabbit, while the others do as planned."""
    plan_night(t)
    rabbit = t.arg(0)
    twin = cast(Table, t.clone())
    twin.mad = shown(t, t.player, PLAN.side)
    for i in range(PLAYERS):
        twin.rabbit[i] = PLAN.to[i]
    set_scene(twin, after_night(t.player))
    listed = vec[i64]([0] * MOST_ACTIONS)
    for i in range(t.legal_into(listed)):
        twin.rabbit[rabbit] = thing_of(listed[i])
        OPTIONS.add(listed[i], worth_at_end(twin, t.player))


# --- Before the roll, and at dusk -----------------------------------------------------------------


def consider_start(t: Table) -> None:
    """To roll, to free oneself, or to play a role, each as it would stand before the roll."""
    player = t.player
    listed = vec[i64]([0] * MOST_ACTIONS)
    count = t.legal_into(listed)
    OPTIONS.add(listed[0], worth(t, player))
    for i in range(1, count):
        twin = cast(Table, t.clone())
        if verb_of(listed[i]) == FREE:
            items.free_oneself(twin, player)
            OPTIONS.add(listed[i], worth(twin, player))
        else:
            OPTIONS.add(listed[i], worth_of_role(twin, thing_of(listed[i])))


def worth_of_role(t: Table, role: i64) -> float:
    player = t.player
    for _item in range(PRICE):
        items.return_home(t, player, slot_to_lose(t, player))
    if role == PERFECT:
        roles.make_perfect(t)
    elif role == DIVIDE:
        t.divided = 1
    elif role == EXTERMINATOR:
        for rabbit in range(CATHERINE, PLAYERS):
            drive_off(t, rabbit)
    else:
        return worth_of_ladder(t, HOUSE if role == STAIRS else YARD)
    return worth(t, player)


def slot_to_lose(t: Table, player: i64) -> i64:
    """The slot whose item the player can best do without."""
    best = NOT_YET
    found: i64 = -1
    kinds: i64 = 0
    for i in range(player * SLOTS, player * SLOTS + SLOTS):
        item = t.slot[i]
        if not t.is_own(item) or kinds >> kind_of(t, item) & 1:
            continue
        kinds |= bit(kind_of(t, item))
        t.slot[i] = -1
        good = worth(t, player)
        t.slot[i] = item
        if good > best:
            best = good
            found = i - player * SLOTS
    return found


def kind_of(t: Table, item: i64) -> i64:
    return i64(STOPPER) if item >= t.board.first_stopper else t.mad >> item & 1


def drive_off(t: Table, rabbit: i64) -> None:
    """To the level that is best for Henry, while the others stay."""
    listed = vec[i64]([0] * MOST_ACTIONS)
    count = roles.offer_exile(t, rabbit, listed)
    best = NOT_YET
    chosen = t.rabbit[rabbit]
    for i in range(count):
        t.rabbit[rabbit] = thing_of(listed[i])
        good = worth(t, HENRY)
        if good > best:
            best = good
            chosen = thing_of(listed[i])
    t.rabbit[rabbit] = chosen


def worth_of_ladder(t: Table, ladder: i64) -> float:
    """With the ladder where it is best for the player."""
    listed = vec[i64]([0] * MOST_ACTIONS)
    best = NOT_YET
    for i in range(roles.offer_ladder_slots(t, ladder, listed)):
        roles.move_ladder(t, ladder, thing_of(listed[i]))
        good = worth(t, t.player)
        if good > best:
            best = good
    return best


def consider_attacks(t: Table) -> None:
    player = t.arg(0)
    listed = vec[i64]([0] * MOST_ACTIONS)
    for i in range(t.legal_into(listed)):
        if verb_of(listed[i]) == ATTACK:
            twin = cast(Table, t.clone())
            thing = thing_of(listed[i])
            items.attack(twin, player, thing // PLAYERS, thing % PLAYERS)
            OPTIONS.add(listed[i], worth(twin, player))
        else:
            OPTIONS.add(listed[i], worth(t, player))


# --- The other questions: every answer is tried ---------------------------------------------------


def consider_all(t: Table) -> None:
    player = t.player_of(t.seat)
    listed = vec[i64]([0] * MOST_ACTIONS)
    count = sift(t, player, listed, t.legal_into(listed))
    for i in range(count):
        twin = cast(Table, t.clone())
        twin.step(listed[i])
        OPTIONS.add(listed[i], outlook(twin, player, t.turns))


def consider_characters(t: Table) -> None:
    listed = vec[i64]([0] * MOST_ACTIONS)
    for i in range(t.legal_into(listed)):
        OPTIONS.add(listed[i], worth_of_character(t, thing_of(listed[i])))


def worth_of_character(t: Table, player: i64) -> float:
    """Its share of the chances before the game begins."""
    total = 0.0
    for other in range(PLAYERS):
        total += exp(t.terms.weights[WHO + other])
    return exp(t.terms.weights[WHO + player]) / total


def outlook(t: Table, player: i64, turns: i64) -> float:
    """How the player stands once the move is complete."""
    kind: i64 = t.top() if t.seat >= 0 else 0
    goes_on = kind == F_COLLECT or kind == F_SIDE or kind == F_HALF or kind == F_MOVE or kind == F_CARRY
    if not goes_on or t.turns != turns or t.seat != t.seats[player]:
        return worth(t, player)
    listed = vec[i64]([0] * MOST_ACTIONS)
    count = sift(t, player, listed, t.legal_into(listed))
    best = NOT_YET
    for i in range(count):
        twin = cast(Table, t.clone())
        twin.step(listed[i])
        good = outlook(twin, player, turns)
        if good > best:
            best = good
    return best


def sift(t: Table, player: i64, listed: vec[i64], count: i64) -> i64:
    """Of items that are alike, one is enough."""
    kind = t.top()
    if kind != F_COLLECT and kind != F_HALF and kind != F_PURSE and kind != F_PAY:
        return count
    kept: i64 = 0
    kinds: i64 = 0
    for i in range(count):
        thing = thing_of(listed[i])
        alike: i64 = 0
        if kind != F_COLLECT:
            alike = kind_of(t, t.slot[player * SLOTS + thing])
        elif i64(t.lies[thing]) > t.board.first_stopper:
            alike = STOPPER
        if not kinds >> alike & 1:
            kinds |= bit(alike)
            listed[kept] = listed[i]
            kept += 1
    return kept


# --- Going on -------------------------------------------------------------------------------------


def follow(t: Table) -> None:
    """Give the best answer, and a whole night at once."""
    if t.top() != F_RABBITS:
        consider(t)
        t.step(OPTIONS.best())
        return
    turns = t.turns
    plan_night(t)
    while t.seat >= 0 and t.turns == turns and in_plan(t.top()):
        t.step(next_of_plan(t))


def in_plan(kind: i64) -> bool:
    return kind == F_RABBITS or kind == F_HOP or kind == F_SWITCH


def play_on(t: Table, turns: i64, player: i64) -> float:
    """Finish the turn of the latest shortlist and so many more; say how likely the player then is to win."""
    if player < 0:
        return 0.0
    while t.seat >= 0 and t.turns <= OPTIONS.turns + turns and t.top() != F_PICK:
        follow(t)
    return worth(t, player) if t.seat < 0 or t.top() != F_PICK else worth_of_character(t, player)


def shortlist(t: Table, out: vec[i64], most: i64, margin: float) -> i64:
    """The best answers, the best first, and none that leaves a chance lower by more than the margin."""
    consider(t)
    OPTIONS.sort()
    OPTIONS.turns = t.turns
    count: i64 = 0
    while count < OPTIONS.count and count < most:
        if OPTIONS.worths[count] < OPTIONS.worths[0] - margin:
            break
        out[count] = OPTIONS.answers[count]
        count += 1
    return count
