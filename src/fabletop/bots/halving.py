"""Sequential halving over rollouts by a policy: what all at the table are expected to do.

Each of the most promising answers is tried in the same worlds, dealt anew from what the seat knows; all
seats then go on for some turns by the policy. After each round the worse half is left out. With
`prior_trials`, a look at the end of the turn counts as so many trials, and no more answers are compared
than there are trials.
"""

from time import perf_counter
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.advisor import Advisor, SearchSettings, world_of
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS, State

EFFORT: Final = 8  # walks of a tree search that one trial is worth
ALONE: Final = 2  # worlds in which a single answer is tried, to say how good it is


class HalvingSearch:
    def __init__(self, advisor: Advisor[Any], settings: SearchSettings, clairvoyant: bool = False) -> None:
        self.advisor = advisor
        self.settings = settings
        self.clairvoyant: bool = clairvoyant  # for the lab alone: hidden cards are looked at, dice are not
        self.answers = vec[i64]([0] * MOST_ACTIONS)  # those tried, the best first
        self.visits = vec[float]([0.0] * MOST_ACTIONS)
        self.totals = vec[float]([0.0] * MOST_ACTIONS)
        self.count: i64 = 0
        self.seat: i64 = 0  # who thinks

    def run(self, state: State, seat: i64, rng: Rng, walks: i64, seconds: float) -> None:
        """Compare, in about as many trials as the budget is worth; the seconds are kept to in any case."""
        start = perf_counter()
        trials: i64 = walks // EFFORT if walks > 0 else int(seconds * self.settings.pace)
        self.seat = seat
        first = world_of(state, seat, rng, self.clairvoyant)
        most = self.settings.most
        if self.settings.prior_trials > 0.0 and trials < most:
            most = trials if trials > 0 else 1
        self.count = self.advisor.shortlist(first, self.answers, most, self.settings.margin)
        for i in range(self.count):
            self.visits[i] = 0.0
            self.totals[i] = 0.0
        if self.settings.prior_trials > 0.0:
            self.try_all(first, self.count, 0, self.settings.prior_trials)
            if self.count == 1:
                return
        rounds = halvings(self.count)
        alive = self.count
        for number in range(rounds):
            share = trials // (rounds * alive) if self.count > 1 else i64(ALONE)
            if share < 1:
                share = 1
            until = seconds * float(number + 1) / float(rounds)
            for trial in range(share):
                if trial > 0 and seconds > 0.0 and perf_counter() - start >= until:
                    break
                self.try_all(world_of(state, seat, rng, self.clairvoyant), alive, self.settings.turns, 1.0)
            self.sort(alive)
            alive = (alive + 1) // 2

    def try_all(self, world: State, alive: i64, turns: i64, weight: float) -> None:
        for i in range(alive):
            after = world.clone() if i < alive - 1 else world
            after.step(self.answers[i])
            self.visits[i] += weight
            self.totals[i] += weight * self.advisor.rollout(after, turns, self.seat)

    def sort(self, alive: i64) -> None:
        """Put the best of those still tried first."""
        for n in range(1, alive):
            i = n
            while i > 0 and self.totals[i] > self.totals[i - 1]:
                self.swap(i, i - 1)
                i -= 1

    def swap(self, a: i64, b: i64) -> None:
        answer = self.answers[a]
        self.answers[a] = self.answers[b]
        self.answers[b] = answer
        visits = self.visits[a]
        self.visits[a] = self.visits[b]
        self.visits[b] = visits
        total = self.totals[a]
        self.totals[a] = self.totals[b]
        self.totals[b] = total


def halvings(count: i64) -> i64:
    """How many rounds it takes until one of so many is left, at least one."""
    rounds: i64 = 1
    while count > 2:
        count = (count + 1) // 2
        rounds += 1
    return rounds
