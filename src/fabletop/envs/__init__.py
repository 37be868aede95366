"""Fabletop for learners: batches of games, PettingZoo, Gymnasium and OpenSpiel.

What needs a package that is not installed says so in words when it is called, not when it is imported.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fabletop.envs.zoo import TableEnv

__all__ = ["aec"]


def aec(game: str, players: int | None = None, **agreed: Any) -> "TableEnv":
    """A game as a PettingZoo environment: `fabletop.envs.zoo.TableEnv` has the arguments."""
    from fabletop.kernel.extras import extra

    extra("numpy")
    extra("pettingzoo")
    from fabletop.envs.zoo import TableEnv

    return TableEnv(game, players, **agreed)
