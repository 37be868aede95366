"""The shelf: every folder here with a game.py is a game, also one inside of another game's folder; so is
every entry point of the group fabletop.games."""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from fabletop.kernel.compiled import check_fits
from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake, did_you_mean

GROUP = "fabletop.games"


@cache
def ours() -> dict[str, str]:
    """The games that come with Fabletop, and their modules: condyle/solo/game.py is condyle-solo."""
    home = Path(__file__).parent
    folders = [file.parent.relative_to(home).parts for file in home.glob("*/**/game.py")]
    return {"-".join(parts): ".".join((__name__, *parts, "game")) for parts in sorted(folders)}


@cache
def names() -> tuple[str, ...]:
    """Every game that can be played here."""
    return tuple(sorted([*ours(), *visitors()[0]]))


@cache
def game(name: str) -> Game:
    """The game of this name."""
    if name in ours():
        found = import_module(ours()[name]).GAME
        assert isinstance(found, Game)
        return found
    games, broken = visitors()
    if name in games:
        return games[name]
    if name in broken:
        raise Mistake(broken[name])
    raise Mistake(f"there is no game {name!r}: {did_you_mean(str(name), list(names()))}")


def broken() -> list[str]:
    """What is wrong with installed games that cannot be played."""
    return list(visitors()[1].values())


@cache
def visitors() -> tuple[dict[str, Game], dict[str, str]]:
    """The games of other packages; and, of those that do not work, what is wrong. They harm nobody else."""
    games: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        try:
            games[point.name] = opened(point, games)
        except Mistake as mistake:
            broken[point.name] = f"{origin(point)} is left out: {mistake}"
        except Exception as error:
            broken[point.name] = f"{origin(point)} cannot be opened: {type(error).__name__}: {error}"
    return games, broken


def opened(point: EntryPoint, games: dict[str, Game]) -> Game:
    if point.name in ours() or point.name in games:
        raise Mistake("there is another game of this name")
    check_fits(folder_of(point))
    found = point.load()
    if not isinstance(found, Game):
        raise Mistake(f"{point.value} is no fabletop.Game")
    if found.name != point.name:
        raise Mistake(f"it calls itself {found.name!r}")
    for players in found.players:
        found.opening(players)  # so that a broken edition shows here, and not when the shelf is looked at
    return found


@cache
def stored_game(name: str, players: int) -> Game:
    """The game that was stored under this name: some have another one today."""
    for other in names():
        if (name, players) in game(other).formerly:
            return game(other)
    return game(name)


def folder_of(point: EntryPoint) -> Path:
    """Where the package of a game is, found without running it."""
    spec = find_spec(point.module.split(".")[0])
    if spec is None or not spec.submodule_search_locations:
        return Path()
    return Path(next(iter(spec.submodule_search_locations)))


def origin(point: EntryPoint) -> str:
    package = point.dist.name if point.dist else "an unknown package"
    return f"the game {point.name!r} of {package}"
