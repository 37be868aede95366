"""What bots learn of Condyle Cove: how much everything on the table speaks for each orphan to be the last."""

from fabletop.games.condyle.bot.evaluation import FEATURES, Evaluation
from fabletop.games.condyle.bot.learning import Pupil
from fabletop.kernel.game import Game, Opening
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lesson


class Odds(Lesson):
    """One for each number of players."""

    rounds = 12
    naive = 1
    walks = 100
    games = 800
    recalls = 3
    moments = 60
    reviews = 80
    rate = 0.008

    def __init__(self, game: Game, players: int) -> None:
        super().__init__(game)
        self.players = players
        self.name = str(players)
        self.words = f"{players} players"
        self.explore = 2.0 if players > 2 else 0.0

    def opening(self, edition: str) -> Opening:
        return self.game.opening(self.players, {}, edition)

    def blank(self, rng: Rng) -> list[float]:
        return [0.0] * FEATURES

    def pupil(self, opening: Opening, weights: list[float], moments: int) -> Pupil:
        return Pupil(Evaluation(weights), self.players, moments)
