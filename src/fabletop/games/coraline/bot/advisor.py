"""What bots are told of Coraline."""

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.activities import StoryPhase
from fabletop.games.coraline.bot.almanac import almanac_of
from fabletop.games.coraline.bot.evaluation import Evaluation
from fabletop.games.coraline.bot.heuristic import standing
from fabletop.games.coraline.bot.net import Net
from fabletop.games.coraline.bot.policy import Policy
from fabletop.games.coraline.table import Table
from fabletop.kernel.advisor import Advisor, Ease, SearchSettings

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

WORLDS: Final = 6
# As many trials whatever the number of players: 3, 6, 10 with 0.2 s, 50 with 1 s
SETTINGS: Final = SearchSettings(
    turns=2, pace=50.0, levels={"gentle": Ease(walks=24), "fair": Ease(walks=48)}
)


class CoralineAdvisor(Advisor[Table]):
    def __init__(self, opening: "Opening", weights: list[float]) -> None:
        super().__init__(opening)
        edition: Any = opening.edition
        self.almanac = almanac_of(edition)
        self.policy = Policy(opening, Evaluation(Net(weights), self.almanac))

    def settings(self, t: Table) -> SearchSettings:
        return SETTINGS

    def value(self, t: Table, seat: i64) -> float:
        return t.outcome(seat) if t.seat < 0 else standing(t, seat, self.almanac)

    def worlds(self, t: Table) -> i64:
        """The Beldam card that ends a turn is chance: look at several."""
        return WORLDS

    def same_move(self, t: Table, depth: i64) -> bool:
        """All questions of one turn belong together."""
        return t.active >= 0 and not isinstance(t.book[t.top()], StoryPhase)

    def shortlist(self, t: Table, out: vec[i64], most: i64, margin: float) -> i64:
        return self.policy.shortlist(t, out, most, margin)

    def rollout(self, t: Table, turns: i64, seat: i64) -> float:
        return self.policy.rollout(t, turns) * 2.0 - 1.0
