"""What a game tells its bots: how good positions and answers are, and how to search it.

An advisor belongs to one bot: whatever it writes down while it thinks is its own. It looks at a state
that was dealt anew for a seat, so it can know nothing that the seat may not.
"""

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from fabletop.kernel.rng import Rng
from fabletop.kernel.state import FRAME, State

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

T = TypeVar("T", bound=State)


class Ease:
    """How a level of bots plays a game."""

    def __init__(self, temperature: float = 0.0, walks: i64 = 0) -> None:
        self.temperature: float = temperature  # 0: takes what it thinks best; 1: as often as it looked at it
        self.walks: i64 = walks  # after which it answers, whatever is left of its time; 0: when that is over


class SearchSettings:
    """How a searching bot thinks about a game."""

    def __init__(
        self,
        cutoff: i64 = 20,
        explore: float = 0.6,
        picks: i64 = 1,
        prior_weight: float = 1.0,
        caution: float = 0.1,
        greedy_weight: float = 0.0,
        plain: bool = False,
        turns: i64 = 0,
        most: i64 = 8,
        margin: float = 0.4,
        pace: float = 300.0,
        prior_trials: float = 0.0,
        levels: dict[str, Ease] | None = None,
    ) -> None:
        self.cutoff: i64 = cutoff  # answers that are tried out behind the tree before a position is valued
        self.explore: float = explore  # PUCT: how readily an option is looked at that has not shone so far
        self.picks: i64 = picks  # a playout draws so many options and takes the one of the highest prior
        self.prior_weight: float = prior_weight  # how much the prior of an option counts before it was tried
        self.caution: float = caution  # how much worse than the rest an untried option is thought to be
        self.greedy_weight: float = greedy_weight  # how much counts what `greedy` would think of them
        self.plain: bool = plain  # UCB1 as in the books, without priors: for comparison
        self.turns: i64 = turns  # of a rollout by the policy, where bots search by halving; 0: search a tree
        self.most: i64 = most  # answers that such a search compares,
        self.margin: float = margin  # how much less than the best they may promise,
        self.pace: float = pace  # and how many trials it makes for each second that it may think;
        self.prior_trials: float = prior_trials  # so many trials a look at the end of the turn is worth
        self.levels: dict[str, Ease] = levels or {}  # how they play this game, where not as usual

    def changed(self, overrides: dict[str, Any]) -> "SearchSettings":
        """A copy with some of the numbers changed."""
        other = SearchSettings(
            self.cutoff,
            self.explore,
            self.picks,
            self.prior_weight,
            self.caution,
            self.greedy_weight,
            self.plain,
            self.turns,
            self.most,
            self.margin,
            self.pace,
            self.prior_trials,
            self.levels,
        )
        for name, value in overrides.items():
            setattr(other, name, value)
        return other


@mypyc_attr(allow_interpreted_subclasses=True)
class Advisor(Generic[T]):
    """A game's own subclass knows how to play it; this one knows nothing."""

    def __init__(self, opening: "Opening", weights: list[float] | None = None) -> None:
        self.opening = opening  # weights: what its bots have learnt, where they learn
        self.boldness: float = 0.0  # of the bot: 1 where it is bold, -1 where it is careful

    def settings(self, t: T) -> SearchSettings:
        return SearchSettings()

    # --- the heuristic of greedy bots ---------------------------------------------------------------

    def value(self, t: T, seat: i64) -> float:
        """A guess at how well this seat stands, -1 (lost) to 1 (won)."""
        return t.outcome(seat) if t.seat < 0 else 0.0

    def worlds(self, t: T) -> i64:
        """How many worlds a greedy bot should look at: several, where chance follows an answer at once."""
        return 1

    def same_move(self, t: T, depth: i64) -> bool:
        """Whether this question goes on with the move that began with a question at this depth."""
        return t.depth >= depth + FRAME

    # --- the tree search ------------------------------------------------------------------------------

    def values_into(self, t: T, out: vec[float]) -> None:
        """Write how each seat stands, -1 to 1."""
        for seat in range(len(out)):
            out[seat] = self.value(t, seat)

    def prior(self, t: T, action: i64) -> float:
        """How good one of the allowed answers looks at a glance, for the seat that is asked.

        Only differences count: an answer whose prior is 1 more is tried e times as readily.
        """
        return 0.0

    def daring(self, t: T, action: i64) -> float:
        """How daring one of the allowed answers is, -1 to 1: of answers that are nearly as good as each other
        a bold bot takes the most daring one, a careful one the least."""
        return 0.0

    def least_temperature(self, t: T) -> float:
        """Of its bots, whatever their level: more than 0 where the best answer is not good for the game: it
        would go on for ever, or begin like all others."""
        return 0.0

    # --- the search by halving --------------------------------------------------------------------------

    def misjudge(self, t: T, temperature: float) -> None:
        """From now on take answers for better and worse than they are, as a bot of this temperature does."""

    def shortlist(self, t: T, out: vec[i64], most: i64, margin: float) -> i64:
        """Write the allowed answers worth a closer look to `out`, the best first: at most so many, and
        none that promises less than the best by more than the margin. Return how many."""
        return t.legal_into(out)

    def rollout(self, t: T, turns: i64, seat: i64) -> float:
        """Play on for so many turns by the policy; how this seat then stands, -1 to 1."""
        return self.value(t, seat)


def world_of(state: State, seat: i64, rng: Rng, clairvoyant: bool) -> State:
    """A world as the seat may think it is; to the lab's yardstick the true one, but for chance to come."""
    if clairvoyant:
        world = state.clone()
        world.reseed(rng)
        return world
    return state.resampled(seat, rng)
