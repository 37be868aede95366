"""The bot that takes what looks best at once, by the game's heuristic."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.bots.bot import Advised
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS, State

LOOKS: Final = 2  # how many further questions of the same move it thinks through


class GreedyBot(Advised):
    def __init__(self) -> None:
        super().__init__()
        self.name = "greedy"
        self.blind = False

    def choose(self, state: State, rng: Rng) -> i64:
        """The answer with the best outlook, over some worlds; equals are drawn by lot."""
        listed = vec[i64]([0] * MOST_ACTIONS)
        count = state.legal_into(listed)
        if count == 1:
            return listed[0]
        worths = outlooks(self.advisor(state), state, listed, count, rng)
        best = worths[0]
        chosen: i64 = listed[0]
        equals: i64 = 1
        for i in range(1, count):
            worth = worths[i]
            if worth > best:
                best = worth
                chosen = listed[i]
                equals = 1
            elif worth == best:
                equals += 1
                if rng.below(equals) == 0:
                    chosen = listed[i]
        return chosen


def outlooks(advisor: Advisor[Any], state: State, listed: vec[i64], count: i64, rng: Rng) -> vec[float]:
    """The outlook of each listed answer, added up over some worlds."""
    seat = state.seat
    worths = vec[float]([0.0] * count)
    for _world in range(advisor.worlds(state)):
        world = state.resampled(seat, rng)
        for i in range(count):
            after = world.clone()
            after.step(listed[i])
            worths[i] += outlook(advisor, after, seat, state.depth, LOOKS)
    return worths


def outlook(advisor: Advisor[Any], state: State, seat: i64, depth: i64, looks: i64) -> float:
    """How the seat stands once the move it has begun is complete.

    A move of several questions (which card, then where) is complete when the game says so: by default,
    when no question of this seat lies on the stack above the one that began it.
    """
    if looks == 0 or state.seat != seat or not advisor.same_move(state, depth):
        return advisor.value(state, seat)
    listed = vec[i64]([0] * MOST_ACTIONS)
    count = state.legal_into(listed)
    best = -2.0
    for i in range(count):
        after = state.clone()
        after.step(listed[i])
        worth = outlook(advisor, after, seat, depth, looks - 1)
        if worth > best:
            best = worth
    return best
