"""The shelf: every folder here is a game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake, did_you_mean


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def game(name: str) -> Game:
    """The game of this name."""
    if name not in names():
        raise Mistake(f"there is no game {name!r}: {did_you_mean(str(name), list(names()))}")
    found = import_module(f"{__name__}.{name}.game").GAME
    assert isinstance(found, Game)
    return found


@cache
def stored_game(name: str, players: int) -> Game:
    """The game that was stored under this name: some have another one today."""
    for other in names():
        if (name, players) in game(other).formerly:
            return game(other)
    return game(name)
