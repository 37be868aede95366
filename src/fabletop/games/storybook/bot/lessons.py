"""What bots learn of Storybook Battles: how much everything on the table speaks for a side to win."""

from fabletop.games.storybook.bot.evaluation import FEATURES, Evaluation
from fabletop.games.storybook.bot.learning import Pupil
from fabletop.kernel.game import Opening
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lesson


class Odds(Lesson):
    name = "duel"
    words = "2 players"
    rounds = 6
    naive = 1
    walks = 120
    games = 6000
    recalls = 3
    moments = 26
    reviews = 60
    rate = 0.01

    def opening(self, edition: str) -> Opening:
        return self.game.opening(2, {}, edition)

    def blank(self, rng: Rng) -> list[float]:
        return [0.0] * FEATURES

    def pupil(self, opening: Opening, weights: list[float], moments: int) -> Pupil:
        return Pupil(Evaluation(weights), moments)
