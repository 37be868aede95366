"""Fabletop: four storybook games on a table that enforces and explains their rules."""

from typing import TYPE_CHECKING, Any

from fabletop.games import game, names
from fabletop.kernel.game import Game
from fabletop.kernel.question import Asked, Illegal, Mistake, Option, Refusal
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.envs.batch import Batch

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
    "batch",
    "game",
    "names",
    "seeded",
]


def batch(game: str, games: int = 1024, **agreed: Any) -> "Batch":
    """Many games at once, as arrays of numpy: `fabletop.envs.batch.batch` has the arguments."""
    from fabletop.envs.batch import batch

    return batch(game, games, **agreed)
