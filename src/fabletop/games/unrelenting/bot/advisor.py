"""What bots are told of The Unrelenting Other."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.bot.evaluation import Evaluation, clock_of
from fabletop.games.unrelenting.bot.features import WHO
from fabletop.games.unrelenting.bot.heuristic import standing
from fabletop.games.unrelenting.bot.policy import WORTH_A_STOPPER, Policy
from fabletop.games.unrelenting.table import PLAYERS, Table
from fabletop.kernel.advisor import Advisor, Ease, SearchSettings
from fabletop.kernel.bits import count_of

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

QUICKLY: Final = 0.3  # how much less an attack must be worth to a bold bot, and more to a careful one
UNDECIDED: Final = 0.01  # better than any choice: people choose their characters first (UO-R3)
PLAN_ALONE: Final = 8  # walks: trials beyond the plan make it no stronger, and errors make it weaker
LEVELS: Final = {
    "gentle": Ease(0.41, PLAN_ALONE),
    "fair": Ease(0.33, PLAN_ALONE),
    "sharp": Ease(0.255, PLAN_ALONE),
    "relentless": Ease(0.0, PLAN_ALONE),
}
SETTINGS: Final = SearchSettings(turns=4, most=5, margin=0.03, pace=400.0, prior_trials=8.0, levels=LEVELS)


# How much more each character is held up than what was learnt would have it: so all win alike.
FEARED: Final = vec[float]([-0.35, 0.15, 0.05, 0.15])


class UnrelentingAdvisor(Advisor[Table]):
    def __init__(self, opening: "Opening", weights: list[float]) -> None:
        super().__init__(opening)
        self.evaluation = Evaluation(weights)
        for player in range(PLAYERS):
            self.evaluation.weights[WHO + player] += FEARED[player]
        self.policy = Policy(self.evaluation)

    def settings(self, t: Table) -> SearchSettings:
        return SETTINGS

    def value(self, t: Table, seat: i64) -> float:
        if t.seat < 0:
            result = t.outcome(seat)
            return result if result > 0.0 else -1.0  # nothing is worse than somebody else's win
        player = t.player_of(seat)
        return standing(t, player) if player >= 0 else UNDECIDED

    def values_into(self, t: Table, out: vec[float]) -> None:
        """As a chance to win, shared equally among those who win together."""
        if t.seat >= 0:
            self.evaluation.look_at_all(t, clock_of(t))
        for seat in range(PLAYERS):
            player = t.player_of(seat)
            if t.seat < 0:
                out[seat] = 2.0 / float(count_of(t.winners)) - 1.0 if t.winners >> player & 1 else -1.0
            else:
                out[seat] = 2.0 * self.evaluation.out[player] - 1.0 if player >= 0 else -0.5

    def misjudge(self, t: Table, temperature: float) -> None:
        """The same all through a turn, also by another bot in this one's place: what was planned is carried
        out."""
        plays = t.player_of(t.seat) >= 0
        self.evaluation.misjudge(t, temperature if plays else 0.0, t.turns * PLAYERS + t.seat)

    def shortlist(self, t: Table, out: vec[i64], most: i64, margin: float) -> i64:
        """A bold one is readier to give a dream stopper away."""
        self.policy.worth_a_stopper = WORTH_A_STOPPER * (1.0 - QUICKLY * self.boldness)
        return self.policy.shortlist(t, out, most, margin)

    def rollout(self, t: Table, turns: i64, seat: i64) -> float:
        return 2.0 * self.policy.rollout(t, turns, t.player_of(seat)) - 1.0
