"""How likely each of the four is to win.

`look` writes down what matters to one player, the weights say how good that is, and the chances follow from
the four sums together. The weights were fitted to games of bots (`learning.py`). Who can win before a rabbit
moves again does so with the chance that the dice give. All lies open in this game: nothing seen is a secret.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting.board import BASEMENT, LEVELS, MOST_ITEMS, SECOND, STRIDE, Board
from fabletop.games.unrelenting.bot import features as f
from fabletop.games.unrelenting.bot import ways as w
from fabletop.games.unrelenting.bot.features import Features, held
from fabletop.games.unrelenting.table import (
    CARLETON,
    CATHERINE,
    HENRY,
    IN_SLOT,
    PLAYERS,
    PRICE,
    SLOTS,
    Table,
)
from fabletop.games.unrelenting.turn import Dusk
from fabletop.games.unrelenting.winning import winner
from fabletop.kernel.bits import bit

ROWS: Final = (w.MOST + 1 - w.LEAST) * LEVELS  # of one player
# How much of what another character gains is seen by one who errs: were Catherine let be, she would win.
WATCHED: Final = vec[float]([0.0, 1.4, 0.0, 0.6])
PARTS: Final = 1e9  # of a chance: there is an error for each of them
ODD: Final[i64] = 1_000_003
BITS: Final[i64] = 0x7FFFFFFF  # so many that a product of two such numbers is none too large
HALF: Final[i64] = 0x7FFF
WON: Final = 1.0
LOST: Final = 0.0


def clock_of(t: Table) -> i64:
    """Whose turn is next: 0 to 3 by day, 4 to 7 by night."""
    if t.depth > 0 and isinstance(t.question, Dusk):
        return 0 if t.night else PLAYERS
    return t.night * PLAYERS + t.player


def lot(number: i64) -> float:
    """A number from -1 to 1, mostly near 0, that is always the same for this one and seems to be of no kin
    to it."""
    mixed = (number & BITS) * 1103515245 & BITS
    mixed = (mixed ^ mixed >> 14) * 1597334677 & BITS
    mixed = (mixed ^ mixed >> 13) * 1540483477 & BITS
    return float((mixed & HALF) + (mixed >> 15 & HALF)) / float(HALF) - 1.0


class Evaluation:
    """What is the same for all four, and where each can go, is kept while only rabbits move."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.out = vec[float]([0.0] * PLAYERS)  # the chances of all
        self.seen = vec[Features]([Features() for _ in range(PLAYERS)])
        self.sure = vec[float]([0.0] * PLAYERS)  # chances that the weights have no part in
        self.rest: float = 1.0  # the chance that none of these comes true
        self.scores = vec[float]([0.0] * PLAYERS)  # what the weights say of each
        self.error: float = 0.0  # how wrongly chances are judged,
        self.salt: i64 = 0  # which are thought too good,
        self.before = vec[float]([0.0] * PLAYERS)  # and the scores that others are thought to have kept
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
        self.guards = vec[i64]([0] * LEVELS)  # spaces with a rabbit that forbids
        self.items = vec[i64]([0] * LEVELS)  # spaces from which an item can be taken
        self.stoppers = vec[i64]([0] * LEVELS)  # or a stopper

    # --- the chance to win -----------------------------------------------------------------------

    def chance(self, t: Table, player: i64) -> float:
        """The chance of a player to win."""
        if t.seat < 0:
            return WON if t.winners >> player & 1 else LOST
        self.look_at_all(t, clock_of(t))
        return self.believed(player)

    def chance_at_end(self, t: Table, player: i64) -> float:
        """The same at the end of a turn; the scene is set but for the rabbits."""
        won = winner(t)
        if won >= 0:
            return WON if won == player else LOST
        self.set_rabbits(t)
        self.weigh(t)
        return self.believed(player)

    # --- errors ----------------------------------------------------------------------------------

    def misjudge(self, t: Table, error: float, salt: i64) -> None:
        """From now on take chances for up to e to the power of this as good or bad as they are, and see
        little of what others gain: who errs thinks of the own game."""
        if error > 0.0:
            self.look_at_all(t, clock_of(t))
            for player in range(PLAYERS):
                self.before[player] = self.scores[player]
        self.error = error
        self.salt = salt

    def believed(self, player: i64) -> float:
        """What is taken for the chance of a player that has just been weighed."""
        if self.error == 0.0:
            return self.out[player]
        rivals = 0.0
        for other in range(PLAYERS):
            if other != player:
                gained = WATCHED[other] * (self.scores[other] - self.before[other])
                rivals += exp(self.before[other] + gained - self.scores[player])
        chance = self.sure[player] + self.rest / (1.0 + rivals)
        odds = chance * exp(self.error * lot(i64(chance * PARTS) ^ self.salt * ODD))
        return odds / (odds + 1.0 - chance)

    # --- weighing --------------------------------------------------------------------------------

    def look_at_all(self, t: Table, clock: i64) -> None:
        """Write for each character the chance to win, 0 to 1, to `out`."""
        self.set_scene(t, clock)
        self.weigh(t)

    def weigh(self, t: Table) -> None:
        out = self.out
        best = -1e9
        for player in range(PLAYERS):
            seen = self.seen[player]
            self.look(t, player, seen)
            self.scores[player] = seen.score(self.weights)
            if self.scores[player] > best:
                best = self.scores[player]
        total = 0.0
        for player in range(PLAYERS):
            out[player] = exp(self.scores[player] - best)
            total += out[player]
        self.rest = self.be_sure()
        for player in range(PLAYERS):
            out[player] = self.sure[player] + self.rest * out[player] / total

    def be_sure(self) -> float:
        """How likely each wins before a rabbit moves, or with the next night roll; return the rest.

        Rabbits sit still by day, so that is settled up to Henry's night turn.
        """
        clock = self.clock
        rest = 1.0
        for player in range(PLAYERS):
            self.sure[player] = rest * self.seen[player].by_day if clock <= player else 0.0
            rest -= self.sure[player]
        first = clock % PLAYERS if clock >= PLAYERS else i64(HENRY)
        tonight = rest * self.seen[first].by_night
        self.sure[first] += tonight
        return rest - tonight

    # --- the scene -------------------------------------------------------------------------------

    def set_scene(self, t: Table, clock: i64) -> None:
        self.clock = clock
        self.set_rabbits(t)
        self.set_items(t)
        self.painter = t.own_count(CATHERINE)
        self.calm = 0.0
        for i in range(PLAYERS * SLOTS):
            item = t.slot[i]
            if i // SLOTS != CATHERINE and 0 <= item < t.board.first_stopper and not t.mad >> item & 1:
                self.calm += 1.0
        if self.board is not t.board:
            self.board = t.board
            for player in range(PLAYERS):
                self.known[player] = -1
        for player in range(PLAYERS):
            if t.stands[player] >= 0:
                self.set_reach(t, player)

    def set_items(self, t: Table) -> None:
        self.lying = 0
        self.held = 0
        first = t.board.first_stopper
        for item in range(t.board.items):
            if item == first:
                self.stopper = self.lying
            place = t.at[item]
            if 0 <= place < IN_SLOT:
                self.points[self.lying] = place
                self.lying += 1
            elif item >= first and place >= IN_SLOT and not t.foreign >> item & 1:
                self.held += 1

    def set_reach(self, t: Table, player: i64) -> None:
        key = (t.stands[player] * STRIDE + t.house_cell()) * STRIDE + t.yard_cell()
        key = key * 16 + t.away * 4 + t.divided * 2 + t.half
        if self.known[player] == key:
            return
        self.known[player] = key
        zone = m.zone_spaces(m.zone_of(t, player))
        ends = m.step(t, m.only(t.stands[player]), zone)
        row = player * ROWS
        for _n in range(w.LEAST, w.MOST + 1):
            ends = m.step(t, ends, zone)
            for level in range(LEVELS):
                self.reach[row + level] = m.on_level(ends, level)
            row += LEVELS

    def set_rabbits(self, t: Table) -> None:
        self.upstairs = 0
        self.off = 0
        self.up = 0
        for i in range(PLAYERS):
            space = t.rabbit[i]
            if space // STRIDE == SECOND:
                self.upstairs += 1
                steps = w.steps_off(t, space)
                if steps > self.off:
                    self.off = steps
            else:
                steps = w.steps_up(t, space)
                if steps > self.up:
                    self.up = steps

    # --- looking ---------------------------------------------------------------------------------

    def look(self, t: Table, player: i64, seen: Features) -> None:
        seen.count = 0
        seen.by_day = 0.0
        seen.by_night = 0.0
        counts = held(t, player)
        control = counts & 15
        mad = counts >> 4 & 15
        stoppers = counts >> 8 & 15
        blocked = counts >> 12
        calm = control > mad or (control == mad and t.rabbit[player] // STRIDE == BASEMENT)
        best = (control if calm else mad) + stoppers
        other = mad if calm else control
        share = float(best) / 8.0
        seen.add(f.BEST + best, 1.0)
        seen.add(f.TOTAL + best + other, 1.0)
        room = SLOTS - best - other - blocked
        if other > 0 and best + other == SLOTS:
            seen.add(f.FULL, 1.0)
        if stoppers > 0:
            seen.add(f.OWN_STOPPERS + (0 if stoppers == 1 else 1), 1.0)
        if blocked > 0:
            seen.add(f.BLOCKED, 1.0)
            seen.add(f.BLOCKED + 1, share)
        if room > 0:
            seen.add(f.THREATENED, float(self.held - stoppers) / 2.0)
            if best >= 6:
                seen.add(f.THREATENED + 1, float(self.held - stoppers) / 2.0)
        wait = (player - self.clock + 2 * PLAYERS) % (2 * PLAYERS)
        seen.add(f.CLOCK + wait, 1.0)
        if blocked == 0:
            self.look_at_rabbits(t, player, calm, best, wait, seen)
            if best + other == SLOTS:
                self.look_at_night(t, player, control, mad, wait, seen)
        seen.add(f.WHO + player, 1.0)
        seen.add(f.WHO_BEST + player, share)
        if calm:
            seen.add(f.WHO_CALM + player, share)
            if player != CATHERINE:
                seen.add(f.CALM, share * share)
                if self.painter >= PRICE:
                    seen.add(f.CALM + 1, share)
        if player == CATHERINE:
            seen.add(f.ROBS, self.calm / 32.0)
        if t.away:
            if player == HENRY:
                seen.add(f.ABSENT, 1.0)
            elif player == CATHERINE and m.is_painting(t):
                seen.add(f.ABSENT + 1, 1.0)
        if t.divided and player == CARLETON:
            seen.add(f.DIVIDED, 1.0)
        if room > 0 and t.stands[player] >= 0:
            self.look_for_items(t, player, seen)

    def look_at_rabbits(
        self, t: Table, player: i64, calm: bool, best: i64, wait: i64, seen: Features
    ) -> None:
        mine = t.rabbit[player]
        stands = t.stands[player]
        step: i64 = best - 4 if best > 4 else i64(0)
        if calm:
            need = w.steps_down(t, mine)
            down = w.ROLLS[need if need > self.off else self.off]
            seen.add(f.DOWN + step, down)
            return
        seen.add(f.UP + step, w.ROLLS[self.up])
        if stands >= 0 and stands // STRIDE == SECOND:
            seen.add(f.UPSTAIRS + (1 if best >= 6 else 0), 1.0)
            good = w.to_be_beside(m.distance(t, mine, stands), self.up)
            seen.add(f.BESIDE + step, good)
        if stands >= 0 and self.upstairs == PLAYERS and best >= 7:
            good = w.to_be_beside(m.distance(t, stands, mine), 0)
            seen.add(f.WALK + best - 7, good)
            if best == SLOTS:
                seen.by_day = good
                if wait <= 3:
                    seen.add(f.WALK_SOON + (0 if wait == 0 else 1), good)

    def look_at_night(self, t: Table, player: i64, control: i64, mad: i64, wait: i64, seen: Features) -> None:
        """With eight items: how likely the next night roll wins, as it is or with a lucky turning."""
        night = (wait + PLAYERS) % (2 * PLAYERS)  # turns until the own night turn
        mine = t.rabbit[player]
        stands = t.stands[player]
        down = w.steps_down(t, mine)
        if self.off > down:
            down = self.off
        up: i64 = 2 * STRIDE  # never
        odd: i64 = 0
        still = wait + self.clock >= PLAYERS  # the character will not have moved till then
        if still and stands >= 0 and stands // STRIDE == SECOND:
            steps = m.distance(t, mine, stands)
            up = steps - 1 if steps > 0 else i64(1)
            odd = up & 1
            if self.up > up:
                up = self.up
        good = 0.0
        most = t.terms.most_switched
        for n in range(w.LEAST, w.MOST + 1):
            calms = n >= down
            maddens = n >= up and n & 1 == odd
            if (calms and mad == 0) or (maddens and control == 0):
                good += w.LIKELY[n]
            elif (calms and mad <= most) or (maddens and control <= most):
                good += w.LUCKY[n]
        seen.by_night = good
        seen.add(f.TONIGHT + (0 if night == 0 else 1 if night <= 3 else 2), good)

    def look_for_items(self, t: Table, player: i64, seen: Features) -> None:
        """How likely the next day roll brings an item, as rabbits and items are now."""
        for level in range(LEVELS):
            self.guards[level] = 0
            self.items[level] = 0
            self.stoppers[level] = 0
        for i in range(PLAYERS):
            if i != player:
                self.guards[t.rabbit[i] // STRIDE] |= bit(t.rabbit[i] % STRIDE)
        touch = t.board.touch
        for i in range(self.lying):
            place = self.points[i]
            level = place // STRIDE
            around = touch[place % STRIDE]
            if around & self.guards[level] == 0:
                self.items[level] |= around
                if i >= self.stopper:
                    self.stoppers[level] |= around
        collects = 0.0
        stops = 0.0
        row = player * ROWS
        for n in range(w.LEAST, w.MOST + 1):
            low = self.reach[row]
            mid = self.reach[row + 1]
            high = self.reach[row + 2]
            row += LEVELS
            if low & self.items[0] | mid & self.items[1] | high & self.items[2]:
                collects += w.LIKELY[n]
                if low & self.stoppers[0] | mid & self.stoppers[1] | high & self.stoppers[2]:
                    stops += w.LIKELY[n]
        seen.add(f.COLLECTS, collects)
        seen.add(f.STOPS, stops)
