"""What to play of a game when it is checked: `checks.toml` in its folder."""

from pathlib import Path

import msgspec
from msgspec import Struct, field

from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake

FILE = "checks.toml"


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play: there should be one for each way in which the rules differ."""

    players: int
    options: dict[str, str] = {}
    endless: bool = False  # played at random it need not end


class Playthrough(Struct, frozen=True, forbid_unknown_fields=True):
    """A golden record of all that can be seen in one game."""

    file: str
    players: int
    seed: int
    options: dict[str, str] = {}


class Perft(Struct, frozen=True, forbid_unknown_fields=True):
    """A golden count of sequences of answers, after some that were given at random."""

    players: int
    seed: int
    depth: int
    options: dict[str, str] = {}
    answers: int = 0


class Picture(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment that `fabletop shots` shows."""

    answers: int = 20
    players: int | None = None


class Checks(Struct, frozen=True, forbid_unknown_fields=True):
    variant: list[Variant] = []
    playthrough: list[Playthrough] = []
    perft: list[Perft] = []
    picture: Picture = field(default_factory=Picture)


def checks_of(game: Game) -> Checks:
    """What the game's folder says; without a file, each number of players once."""
    path: Path = game.home / FILE
    if not path.exists():
        return Checks([Variant(players) for players in game.players])
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Checks)
    except msgspec.DecodeError as error:
        raise Mistake(f"{game.name}, {FILE}: {error}") from None
    left_out = sorted(set(game.players) - {variant.players for variant in found.variant})
    if left_out:
        raise Mistake(f"{game.name}, {FILE}: no variant for {left_out[0]} players")
    return found
