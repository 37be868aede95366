"""Fabletop: four storybook games on a table that enforces and explains their rules."""

from fabletop.games import game, names
from fabletop.kernel.game import Game
from fabletop.kernel.question import Asked, Illegal, Mistake, Option, Refusal
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.state import State

__version__ = "0.2.0.dev0"
__all__ = [
    "Asked",
    "Game",
    "Illegal",
    "Mistake",
    "Option",
    "Refusal",
    "Rng",
    "State",
    "game",
    "names",
    "seeded",
]
