"""Information-set Monte Carlo tree search.

One tree grows from the question that a seat is asked. Each walk through it starts from a state in
which all that the seat cannot know is dealt anew, chooses at every node for the seat that is asked
there what is best for that seat (max^n), tries a few answers beyond the tree, and values the position
for everybody. So teams, partners and three or four rivals need no rules of their own.
"""

from math import exp, log, sqrt
from time import perf_counter
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.bots.greedy import outlooks
from fabletop.bots.tree import (
    CHANCES,
    NONE,
    PAIR,
    ROW,
    TOTAL,
    VISITS,
    WEIGHT,
    Tree,
    asked,
)
from fabletop.kernel.advisor import Advisor, SearchSettings, world_of
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS, State

DEEPEST: Final = 400  # branches in one walk
SLICE: Final = 16  # walks between two looks at the clock
UNTRIED: Final = 1e9


class Search:
    def __init__(
        self, players: int, advisor: Advisor[Any], settings: SearchSettings, clairvoyant: bool = False
    ) -> None:
        self.advisor = advisor
        self.settings = settings
        self.clairvoyant: bool = clairvoyant  # for the lab alone: hidden cards are looked at, dice are not
        self.tree = Tree()
        self.values = vec[float]([0.0] * players)
        self.path = vec[i64]([0] * DEEPEST)  # the branches of this walk,
        self.nodes = vec[i64]([0] * DEEPEST)  # the nodes they start from,
        self.seats = vec[i64]([0] * DEEPEST)  # and who took them
        self.listed = vec[i64]([0] * MOST_ACTIONS)
        self.walks: i64 = 0  # all told, for the benchmark

    # --- how long --------------------------------------------------------------------------------------

    def run(self, state: State, seat: i64, rng: Rng, walks: i64, seconds: float) -> None:
        """Walk until the root has seen so many walks, or the time is over; 0: no limit of this kind.

        It ends early once no other option can catch up with the most visited one.
        """
        root = self.tree.root * PAIR + VISITS
        start = perf_counter()
        first = self.tree.node_sums[root]
        while True:
            for _walk in range(SLICE):
                if walks > 0 and self.tree.node_sums[root] >= float(walks):
                    return
                self.walk(world_of(state, seat, rng, self.clairvoyant), rng)
            done = self.tree.node_sums[root]
            left = float(walks) - done if walks > 0 else 1e18
            if seconds > 0.0:
                spent = perf_counter() - start
                if spent >= seconds:
                    return
                by_time = (done - first) * (seconds - spent) / spent
                left = by_time if by_time < left else left
            if self.lead() > left:
                return

    def weigh_greedily(self, state: State, rng: Rng) -> None:
        """Expect of the options at the root what `greedy` would, on top of their prior."""
        tree = self.tree
        world = world_of(state, state.seat, rng, self.clairvoyant)
        count = tree.look_up(tree.root, world, self.advisor, self.settings.prior_weight)
        worths = outlooks(self.advisor, state, tree.listed, count, rng)
        best = worths[0]
        for i in range(count):
            if worths[i] > best:
                best = worths[i]
        weight = self.settings.greedy_weight / float(self.advisor.worlds(state))
        for i in range(count):
            tree.sums[tree.found[i] * ROW + WEIGHT] *= exp(weight * (worths[i] - best))

    def lead(self) -> float:
        """By how many visits the most visited option is ahead."""
        best = 0.0
        second = 0.0
        tree = self.tree
        branch = tree.first(tree.root)
        while branch != NONE:
            visits = tree.sums[branch * ROW + VISITS]
            if visits > best:
                second = best
                best = visits
            elif visits > second:
                second = visits
            branch = tree.next(branch)
        return best - second

    # --- one walk --------------------------------------------------------------------------------------

    def walk(self, world: State, rng: Rng) -> None:
        tree = self.tree
        node = tree.root
        depth: i64 = 0
        while node != NONE and depth < DEEPEST:
            count = tree.look_up(node, world, self.advisor, self.settings.prior_weight)
            i = self.select(node, count, rng)
            branch = tree.found[i]
            self.path[depth] = branch
            self.nodes[depth] = node
            self.seats[depth] = world.seat
            depth += 1
            world.step(tree.listed[i])
            if world.seat < 0 or tree.sums[branch * ROW + VISITS] == 0.0:
                break
            node = tree.behind(branch, asked(world))
        self.play_on(world, rng)
        self.advisor.values_into(world, self.values)
        self.learn(depth)
        self.walks += 1

    def select(self, node: i64, count: i64, rng: Rng) -> i64:
        """The place in the list of the option to be looked at, and note that all could have been."""
        if self.settings.plain:
            return self.select_plainly(count, rng)
        sums = self.tree.sums
        found = self.tree.found
        weights = 0.0
        for i in range(count):
            at = found[i] * ROW
            sums[at + CHANCES] += 1.0
            weights += sums[at + WEIGHT]
        visits = self.tree.node_sums[node * PAIR + VISITS]
        untried = -self.settings.caution
        if visits > 0.0:
            untried += self.tree.node_sums[node * PAIR + TOTAL] / visits
        explore = self.settings.explore / weights
        best = -UNTRIED
        chosen: i64 = 0
        i = rng.below(count)  # so that equals are drawn by lot
        for _turn in range(count):
            at = found[i] * ROW
            tried = sums[at + VISITS]
            worth = sums[at + TOTAL] / tried if tried > 0.0 else untried
            worth += explore * sums[at + WEIGHT] * sqrt(sums[at + CHANCES]) / (1.0 + tried)
            if worth > best:
                best = worth
                chosen = i
            i += 1
            if i == count:
                i = 0
        return chosen

    def select_plainly(self, count: i64, rng: Rng) -> i64:
        """UCB1 with the number of chances in place of all visits (Cowling, Powley, Whitehouse 2012)."""
        sums = self.tree.sums
        found = self.tree.found
        best = -UNTRIED
        chosen: i64 = 0
        i = rng.below(count)
        for _turn in range(count):
            at = found[i] * ROW
            chances = sums[at + CHANCES] + 1.0
            sums[at + CHANCES] = chances
            tried = sums[at + VISITS]
            worth = UNTRIED
            if tried > 0.0:
                worth = sums[at + TOTAL] / tried + self.settings.explore * sqrt(log(chances) / tried)
            if worth > best:
                best = worth
                chosen = i
            i += 1
            if i == count:
                i = 0
        return chosen

    def play_on(self, world: State, rng: Rng) -> None:
        """Answer some questions beyond the tree."""
        advisor = self.advisor
        left = self.settings.cutoff
        picks = self.settings.picks
        listed = self.listed
        while left > 0 and world.seat >= 0:
            count = world.legal_into(listed)
            chosen = listed[rng.below(count)]
            if picks > 1 and count > 1:
                best = advisor.prior(world, chosen)
                for _other in range(picks - 1):
                    action = listed[rng.below(count)]
                    if action != chosen:
                        good = advisor.prior(world, action)
                        if good > best:
                            best = good
                            chosen = action
            world.step(chosen)
            left -= 1

    def learn(self, depth: i64) -> None:
        """Every branch of the walk learns what came of it for the seat that took it."""
        sums = self.tree.sums
        node_sums = self.tree.node_sums
        for i in range(depth):
            value = self.values[self.seats[i]]
            branch = self.path[i] * ROW
            sums[branch + VISITS] += 1.0
            sums[branch + TOTAL] += value
            node = self.nodes[i] * PAIR
            node_sums[node + VISITS] += 1.0
            node_sums[node + TOTAL] += value
