"""How likely each of the four is to win.

`look` writes down what matters to one player, the weights say how good that is, and the chances follow from
the four sums together. The weights were fitted to games of bots (`learning.py`). Who can win before a rabbit
moves again does so with the chance that the dice give. All lies open in this game: nothing seen is a secret.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import BASEMENT, FIRST, LEVELS, MOST_ITEMS, SECOND, STRIDE, Board
from fabletop.games.unrelenting.items import held
from fabletop.games.unrelenting.movement import ENDS, lay_zone, start_at, walk
from fabletop.games.unrelenting.table import (
    CARLETON,
    CATHERINE,
    F_DUSK,
    HENRY,
    IN_SLOT,
    LEFT_TODAY,
    PLAYERS,
    PRICE,
    SLOTS,
    Table,
)
from fabletop.kernel.bits import bit

# --- What is seen, by number ----------------------------------------------------------------------
# "Few, 5, 6, 7, 8" and the like: a sight of its own for each number of items of the kind wanted.
BEST: Final = 0  # items of the kind of which there are more, stoppers counted in: 0 to 8
TOTAL: Final = 9  # items of both kinds: 0 to 8
FULL: Final = 18  # eight, but the kinds are mixed
OWN_STOPPERS: Final = 19  # one, more
BLOCKED: Final = 21  # by somebody's stopper; the same times the items
THREATENED: Final = 23  # stoppers that others could put here; the same with six items or more
CLOCK: Final = 25  # turns until the next day turn, 0 to 7
DOWN: Final = 33  # chance that a night roll brings the rabbits where control wants them: few, 5, 6, 7, 8
BESIDE: Final = 38  # the same for insanity, with the character upstairs
UP: Final = 43  # chance that a night roll brings all rabbits upstairs: few, 5, 6, 7, 8
WALK: Final = 48  # chance that a day roll brings the character to its rabbit while all are upstairs: 7, 8
WALK_SOON: Final = 50  # the same with 8: the day turn is next, or at most three turns away
TONIGHT: Final = 52  # chance to win by a night roll: that turn is next, at most three turns away, later
CALM: Final = 55  # control is wanted, and Catherine may come; the same while she can pay
UPSTAIRS: Final = 57  # insanity is wanted and the character is there: few, 6 or more
COLLECTS: Final = 59  # chance that a day roll brings an item
STOPS: Final = 60  # or a stopper
ABSENT: Final = 61  # Henry is away: for Henry, and for Catherine on that day
DIVIDED: Final = 63  # for Carleton
WHO: Final = 64  # the character
WHO_BEST: Final = 68  # the character, times the items
ROBS: Final = 72  # for Catherine: what the others would lose to her
WHO_CALM: Final = 73  # the character, times the items, if control is wanted
SIGHTS: Final = 77


LEAST: Final = 2  # two dice show
MOST: Final = 12

# --- Dice -----------------------------------------------------------------------------------------


def at_least(parity: int) -> vec[float]:
    """The chance that two dice show so many or more, and an even (0), odd (1) or any (2) number."""
    found = [0.0] * (3 * STRIDE)  # a way is never longer
    for least in range(14):
        ways = sum(6 - abs(7 - n) for n in range(2, 13) if n >= least and (parity == 2 or n % 2 == parity))
        found[least] = ways / 36
    return vec[float](found)


LUCKY_WAYS: Final = {2: 1, 4: 3, 6: 1, 8: 1, 10: 3, 12: 1}  # doubles, 4 and 10 (UO-SWITCH.2)
ROLLS: Final = at_least(2)
EVEN_ROLLS: Final = at_least(0)
ODD_ROLLS: Final = at_least(1)
LUCKY: Final = vec[float]([0.0, 0.0] + [LUCKY_WAYS.get(n, 0) / 36 for n in range(2, 13)])
LIKELY: Final = vec[float]([0.0, 0.0] + [(6 - abs(7 - n)) / 36 for n in range(2, 13)])


def to_be_beside(steps: i64, least: i64) -> float:
    """The chance of a roll that ends beside a space so many steps away, and is not below `least`.

    Each step changes the colour of the space, as on a chessboard: half of the rolls never do.
    """
    need = steps - 1 if steps > 0 else 1
    rolls = ODD_ROLLS if need & 1 else EVEN_ROLLS
    return rolls[need if need > least else least]


class Eyes:
    """What was seen last of a player: the numbers of the sights that are not zero, and how much of each."""

    def __init__(self) -> None:
        self.what = vec[i64]([0] * SIGHTS)
        self.much = vec[float]([0.0] * SIGHTS)
        self.count: i64 = 0
        self.by_day: float = 0.0  # the chance to win in the next day turn if no rabbit moves,
        self.by_night: float = 0.0  # or in the next night turn

    def see(self, what: i64, much: float) -> None:
        if much != 0.0:
            self.what[self.count] = what
            self.much[self.count] = much
            self.count += 1

    def sum(self, weights: vec[float]) -> float:
        total = 0.0
        what = self.what
        much = self.much
        for i in range(self.count):
            total += weights[what[i]] * much[i]
        return total


SEEN: Final = [Eyes() for _ in range(PLAYERS)]
SURE: Final = vec[float]([0.0] * PLAYERS)


# --- Ways -----------------------------------------------------------------------------------------


def steps_up(t: Table, space: i64) -> i64:
    """Steps from a space to the second floor."""
    level = space // STRIDE
    cell = space % STRIDE
    if level == SECOND:
        return 0
    house = t.house_cell()
    if level == FIRST:
        return t.board.apart(cell, house) + 1
    yard = t.yard_cell()
    return t.board.apart(cell, yard) + t.board.apart(yard, house) + 2


def steps_off(t: Table, space: i64) -> i64:
    """Steps from a space to where it is not the second floor."""
    return t.board.apart(space % STRIDE, t.house_cell()) + 1 if space // STRIDE == SECOND else 0


def steps_down(t: Table, space: i64) -> i64:
    """Steps from a space to the basement/yard."""
    level = space // STRIDE
    cell = space % STRIDE
    if level == BASEMENT:
        return 0
    yard = t.yard_cell()
    if level == FIRST:
        return t.board.apart(cell, yard) + 1
    house = t.house_cell()
    return t.board.apart(cell, house) + t.board.apart(house, yard) + 2


def steps_to(t: Table, space: i64, goal: i64) -> i64:
    """Steps from a space to one on the second floor."""
    if space // STRIDE == SECOND:
        return t.board.apart(space % STRIDE, goal % STRIDE)
    return steps_up(t, space) + t.board.apart(t.house_cell(), goal % STRIDE)


# --- Looking --------------------------------------------------------------------------------------


ROWS: Final = (MOST + 1 - LEAST) * LEVELS  # of one player


class Scene:
    """What is the same for all four, and where each can go: it is kept while only rabbits move."""

    def __init__(self) -> None:
        self.clock: i64 = 0
        self.upstairs: i64 = 0  # rabbits
        self.off: i64 = 0  # steps that a rabbit upstairs needs at most to leave
        self.up: i64 = 0  # steps that a rabbit elsewhere needs at most to come up
        self.held: i64 = 0  # stoppers, by those who collected them
        self.painter: i64 = 0  # items of Catherine
        self.calm: float = 0.0  # items that her role would take from the others
        self.lying: i64 = 0
        self.stopper: i64 = 0  # the first of them that is a stopper
        self.points = vec[i64]([0] * MOST_ITEMS)  # the places where items lie
        self.reach = vec[i64]([0] * (PLAYERS * ROWS))  # where each roll can lead a character, by level
        self.known = vec[i64]([-1] * PLAYERS)  # from where, as one number,
        self.board: Board | None = None  # and on which board


SCENE: Final = Scene()
GUARDS: Final = vec[i64]([0] * LEVELS)  # spaces with a rabbit that forbids
ITEMS: Final = vec[i64]([0] * LEVELS)  # spaces from which an item can be taken
STOPPERS: Final = vec[i64]([0] * LEVELS)  # or a stopper


def clock_of(t: Table) -> i64:
    """Whose turn is next: 0 to 3 by day, 4 to 7 by night."""
    if t.depth > 0 and t.top() == F_DUSK:
        return 0 if t.night else PLAYERS
    return t.night * PLAYERS + t.player


def set_scene(t: Table, clock: i64) -> None:
    s = SCENE
    s.clock = clock
    set_rabbits(t)
    set_items(t)
    s.painter = t.own_count(CATHERINE)
    s.calm = 0.0
    for i in range(PLAYERS * SLOTS):
        item = t.slot[i]
        if i // SLOTS != CATHERINE and 0 <= item < t.board.first_stopper and not t.mad >> item & 1:
            s.calm += 1.0
    if s.board is not t.board:
        s.board = t.board
        for player in range(PLAYERS):
            s.known[player] = -1
    for player in range(PLAYERS):
        if t.stands[player] >= 0:
            set_reach(t, player)


def set_items(t: Table) -> None:
    s = SCENE
    s.lying = 0
    s.held = 0
    first = t.board.first_stopper
    for item in range(t.board.items):
        if item == first:
            s.stopper = s.lying
        place = t.at[item]
        if 0 <= place < IN_SLOT:
            s.points[s.lying] = place
            s.lying += 1
        elif item >= first and place >= IN_SLOT and not t.foreign >> item & 1:
            s.held += 1


def set_reach(t: Table, player: i64) -> None:
    s = SCENE
    key = (t.stands[player] * STRIDE + t.house_cell()) * STRIDE + t.yard_cell()
    key = key * 16 + t.away * 4 + t.divided * 2 + t.half
    if s.known[player] == key:
        return
    s.known[player] = key
    lay_zone(t, player)
    start_at(t.stands[player])
    walk(t, LEAST - 1)
    row = player * ROWS
    for _n in range(LEAST, MOST + 1):
        walk(t, 1)
        for level in range(LEVELS):
            s.reach[row + level] = ENDS[level]
        row += LEVELS


def set_rabbits(t: Table) -> None:
    s = SCENE
    s.upstairs = 0
    s.off = 0
    s.up = 0
    for i in range(PLAYERS):
        space = t.rabbit[i]
        if space // STRIDE == SECOND:
            s.upstairs += 1
            steps = steps_off(t, space)
            if steps > s.off:
                s.off = steps
        else:
            steps = steps_up(t, space)
            if steps > s.up:
                s.up = steps


def look(t: Table, player: i64, eyes: Eyes) -> None:
    s = SCENE
    eyes.count = 0
    eyes.by_day = 0.0
    eyes.by_night = 0.0
    counts = held(t, player)
    control = counts & 15
    mad = counts >> 4 & 15
    stoppers = counts >> 8 & 15
    blocked = counts >> 12
    calm = control > mad or (control == mad and t.rabbit[player] // STRIDE == BASEMENT)
    best = (control if calm else mad) + stoppers
    other = mad if calm else control
    share = float(best) / 8.0
    eyes.see(BEST + best, 1.0)
    eyes.see(TOTAL + best + other, 1.0)
    room = SLOTS - best - other - blocked
    if other > 0 and best + other == SLOTS:
        eyes.see(FULL, 1.0)
    if stoppers > 0:
        eyes.see(OWN_STOPPERS + (0 if stoppers == 1 else 1), 1.0)
    if blocked > 0:
        eyes.see(BLOCKED, 1.0)
        eyes.see(BLOCKED + 1, share)
    if room > 0:
        eyes.see(THREATENED, float(s.held - stoppers) / 2.0)
        if best >= 6:
            eyes.see(THREATENED + 1, float(s.held - stoppers) / 2.0)
    wait = (player - s.clock + 2 * PLAYERS) % (2 * PLAYERS)
    eyes.see(CLOCK + wait, 1.0)
    if blocked == 0:
        look_at_rabbits(t, player, calm, best, wait, eyes)
        if best + other == SLOTS:
            look_at_night(t, player, control == 0, mad == 0, wait, eyes)
    eyes.see(WHO + player, 1.0)
    eyes.see(WHO_BEST + player, share)
    if calm:
        eyes.see(WHO_CALM + player, share)
        if player != CATHERINE:
            eyes.see(CALM, share * share)
            if s.painter >= PRICE:
                eyes.see(CALM + 1, share)
    if player == CATHERINE:
        eyes.see(ROBS, s.calm / 32.0)
    if t.away:
        if player == HENRY:
            eyes.see(ABSENT, 1.0)
        elif player == CATHERINE and t.away == LEFT_TODAY:
            eyes.see(ABSENT + 1, 1.0)
    if t.divided and player == CARLETON:
        eyes.see(DIVIDED, 1.0)
    if room > 0 and t.stands[player] >= 0:
        look_for_items(t, player, eyes)


def look_at_rabbits(t: Table, player: i64, calm: bool, best: i64, wait: i64, eyes: Eyes) -> None:
    s = SCENE
    mine = t.rabbit[player]
    stands = t.stands[player]
    step: i64 = best - 4 if best > 4 else 0
    if calm:
        need = steps_down(t, mine)
        down = ROLLS[need if need > s.off else s.off]
        eyes.see(DOWN + step, down)
        return
    eyes.see(UP + step, ROLLS[s.up])
    if stands >= 0 and stands // STRIDE == SECOND:
        eyes.see(UPSTAIRS + (1 if best >= 6 else 0), 1.0)
        good = to_be_beside(steps_to(t, mine, stands), s.up)
        eyes.see(BESIDE + step, good)
    if stands >= 0 and s.upstairs == PLAYERS and best >= 7:
        good = to_be_beside(steps_to(t, stands, mine), 0)
        eyes.see(WALK + best - 7, good)
        if best == SLOTS:
            eyes.by_day = good
            if wait <= 3:
                eyes.see(WALK_SOON + (0 if wait == 0 else 1), good)


def look_at_night(t: Table, player: i64, all_mad: bool, all_calm: bool, wait: i64, eyes: Eyes) -> None:
    """With eight items: how likely the next night roll wins, as it is or with a lucky turning."""
    s = SCENE
    night = (wait + PLAYERS) % (2 * PLAYERS)  # turns until the own night turn
    mine = t.rabbit[player]
    stands = t.stands[player]
    down = steps_down(t, mine)
    if s.off > down:
        down = s.off
    up: i64 = 2 * STRIDE  # never
    odd: i64 = 0
    if (
        stands >= 0 and stands // STRIDE == SECOND and wait + s.clock >= PLAYERS
    ):  # it will not have moved till then
        steps = steps_to(t, mine, stands)
        up = steps - 1 if steps > 0 else 1
        odd = up & 1
        if s.up > up:
            up = s.up
    good = 0.0
    for n in range(LEAST, MOST + 1):
        calms = n >= down
        maddens = n >= up and n & 1 == odd
        if (calms and all_calm) or (maddens and all_mad):
            good += LIKELY[n]
        elif calms or maddens:
            good += LUCKY[n]
    eyes.by_night = good
    eyes.see(TONIGHT + (0 if night == 0 else 1 if night <= 3 else 2), good)


def look_for_items(t: Table, player: i64, eyes: Eyes) -> None:
    """How likely the next day roll brings an item, as rabbits and items are now."""
    s = SCENE
    for level in range(LEVELS):
        GUARDS[level] = 0
        ITEMS[level] = 0
        STOPPERS[level] = 0
    for i in range(PLAYERS):
        if i != player:
            GUARDS[t.rabbit[i] // STRIDE] |= bit(t.rabbit[i] % STRIDE)
    touch = t.board.touch
    for i in range(s.lying):
        place = s.points[i]
        level = place // STRIDE
        around = touch[place % STRIDE]
        if around & GUARDS[level] == 0:
            ITEMS[level] |= around
            if i >= s.stopper:
                STOPPERS[level] |= around
    collects = 0.0
    stops = 0.0
    row = player * ROWS
    for n in range(LEAST, MOST + 1):
        low = s.reach[row]
        mid = s.reach[row + 1]
        high = s.reach[row + 2]
        row += LEVELS
        if low & ITEMS[0] | mid & ITEMS[1] | high & ITEMS[2]:
            collects += LIKELY[n]
            if low & STOPPERS[0] | mid & STOPPERS[1] | high & STOPPERS[2]:
                stops += LIKELY[n]
    eyes.see(COLLECTS, collects)
    eyes.see(STOPS, stops)


# --- The chances ----------------------------------------------------------------------------------


def weigh(t: Table, out: vec[float]) -> None:
    """For each character the chance to win, 0 to 1, from SCENE and the table."""
    best = -1e9
    for player in range(PLAYERS):
        eyes = SEEN[player]
        look(t, player, eyes)
        score = eyes.sum(t.terms.weights)
        out[player] = score
        if score > best:
            best = score
    total = 0.0
    for player in range(PLAYERS):
        out[player] = exp(out[player] - best)
        total += out[player]
    rest = be_sure()
    for player in range(PLAYERS):
        out[player] = SURE[player] + rest * out[player] / total


def be_sure() -> float:
    """Write to SURE how likely each wins before a rabbit moves, or with the next night roll; return the rest.

    Rabbits sit still by day, so that is settled up to Henry's night turn.
    """
    clock = SCENE.clock
    rest = 1.0
    for player in range(PLAYERS):
        SURE[player] = rest * SEEN[player].by_day if clock <= player else 0.0
        rest -= SURE[player]
    first = clock % PLAYERS if clock >= PLAYERS else i64(HENRY)
    tonight = rest * SEEN[first].by_night
    SURE[first] += tonight
    return rest - tonight


def chances(t: Table, clock: i64, out: vec[float]) -> None:
    set_scene(t, clock)
    weigh(t, out)
