"""Fabletop for learners: batches of games, PettingZoo, Gymnasium and OpenSpiel.

What needs a package that is not installed says so in words when it is called, not when it is imported.
"""

from importlib import import_module
from typing import Any

from fabletop.kernel.extras import extra

__all__ = ["aec"]


def aec(game: str, players: int | None = None, **agreed: Any) -> Any:
    """A game as a PettingZoo environment: `fabletop.envs.zoo.TableEnv` has the arguments."""
    extra("numpy")
    extra("pettingzoo")
    return import_module("fabletop.envs.zoo").TableEnv(game, players, **agreed)
