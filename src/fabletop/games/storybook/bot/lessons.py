"""What bots learn of Storybook Battles: how much everything on the table speaks for a side to win."""

from fabletop.games.storybook.bot.evaluation import FEATURES, Evaluation
from fabletop.games.storybook.bot.learning import Pupil
from fabletop.kernel.game import Game, Opening
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lesson

NAMES = {2: "duel", 4: "teams"}


class Odds(Lesson):
    """One for each number of players."""

    rounds = 6
    naive = 1
    walks = 120
    recalls = 3
    reviews = 60
    rate = 0.01

    def __init__(self, game: Game, players: int) -> None:
        super().__init__(game)
        self.players = players
        self.name = NAMES[players]
        self.words = f"{players} players"
        self.games = 6000 if players == 2 else 4000
        self.moments = 26 if players == 2 else 36

    def opening(self, edition: str) -> Opening:
        return self.game.opening(self.players, {}, edition)

    def blank(self, rng: Rng) -> list[float]:
        return [0.0] * FEATURES

    def pupil(self, opening: Opening, weights: list[float], moments: int) -> Pupil:
        return Pupil(Evaluation(weights), moments)
