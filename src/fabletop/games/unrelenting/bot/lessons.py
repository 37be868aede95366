"""What bots learn of The Unrelenting Other: how much everything on the table speaks for each to win."""

from fabletop.games.unrelenting.bot.evaluation import Evaluation
from fabletop.games.unrelenting.bot.features import FEATURES
from fabletop.games.unrelenting.bot.learning import Pupil
from fabletop.games.unrelenting.table import PLAYERS
from fabletop.kernel.game import Opening
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lesson


class Worths(Lesson):
    name = "weights"
    words = "4 players"
    rounds = 20  # stronger ones hold each other up for 20 cycles and more
    games = 800
    naive = 3  # what is learnt from few games of one's own alone ends in stalemates
    recalls = 5
    moments = 180
    reviews = 130
    rate = 0.003

    def opening(self, edition: str) -> Opening:
        return self.game.opening(PLAYERS, {"characters": "seats"}, edition)

    def blank(self, rng: Rng) -> list[float]:
        return [0.0] * FEATURES

    def pupil(self, opening: Opening, weights: list[float], moments: int) -> Pupil:
        return Pupil(Evaluation(weights), moments)
