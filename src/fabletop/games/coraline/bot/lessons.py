"""What bots learn of Coraline: for each number of players, the weights of the net that reads the odds."""

from typing import cast

from fabletop.games.coraline.bot.almanac import almanac_of
from fabletop.games.coraline.bot.evaluation import Evaluation
from fabletop.games.coraline.bot.learning import Pupil, blank_weights
from fabletop.games.coraline.bot.net import Net
from fabletop.games.coraline.bot.policy import Policy
from fabletop.games.coraline.edition import CoralineEdition
from fabletop.kernel.game import Game, Opening
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lesson


class Odds(Lesson):
    """Begun by one player with nothing; two, three and four go on from what one fewer have learnt."""

    naive = 4
    games = 3000  # gone over about once: the net has more weights than few games can teach
    recalls = 3
    moments = 45
    reviews = 30
    rate = 0.003

    def __init__(self, game: Game, players: int) -> None:
        super().__init__(game)
        self.players = players
        self.name = str(players)
        self.words = f"{players} players" if players > 1 else "1 player"
        self.follows = str(players - 1) if players > 1 else ""
        self.rounds = 30 if players == 1 else 12

    def opening(self, edition: str) -> Opening:
        return self.game.opening(self.players, {"concede": "off"}, edition)

    def blank(self, rng: Rng) -> list[float]:
        return blank_weights(rng)

    def pupil(self, opening: Opening, weights: list[float], moments: int) -> Pupil:
        almanac = almanac_of(cast(CoralineEdition, opening.edition))
        return Pupil(Policy(opening, Evaluation(Net(weights), almanac)), moments)
