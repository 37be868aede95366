"""What bots learn of a game: what `fabletop teach` asks a game for, and the files that come of it.

A lesson is taught in rounds. In each some games are played with what is known so far, in any process; then
what was seen in the latest of them is gone over, and the numbers that bots weigh positions by change.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import Rng, seeded

if TYPE_CHECKING:
    from fabletop.kernel.game import Game, Opening
    from fabletop.kernel.learning import Pupil

Answering = Callable[[Any, Rng], int]  # what a bot would do


class Lived(NamedTuple):
    """What a pupil keeps of a game that it played."""

    good: float  # how well it went, 0 to 1
    moments: bytes  # as its `remember` reads them


class Lesson(ABC):
    """One thing to learn, which makes one file."""

    name: str  # of the file in the game's bot/learnt
    words: str  # "3 players"
    follows: str = ""  # the lesson whose numbers it goes on from; without one it begins with nothing
    rounds: int
    games: int  # a round
    naive: int = 0  # rounds played without what was learnt, where it begins with nothing
    walks: int = 0  # of a search that plays its games by what is known so far; 0: the pupil plays by itself
    explore: float = 0.0  # how readily that search looks at what has not shone; 0: as at the table
    recalls: int  # rounds that are looked back on
    moments: int  # of a game, in the mean at most
    reviews: int  # moments that are gone over after each round, for each of its games
    rate: float  # of learning at first; it falls to a twentieth

    def __init__(self, game: "Game") -> None:
        self.game = game

    @abstractmethod
    def opening(self, edition: str) -> "Opening":
        """The games it is learnt from."""

    @abstractmethod
    def blank(self, rng: Rng) -> list[float]:
        """The numbers of one who knows nothing."""

    def known(self, folder: Path) -> "Learnt":
        """What lies in a folder; a Mistake if it was not this that was learnt, or by bots of another day.
        Without any numbers they play by hand."""
        path = folder / f"{self.name}.txt"
        found = read_learnt(path)
        wanted = len(self.blank(seeded(0)))
        if found.weights and len(found.weights) != wanted:
            raise Mistake(
                f"{path} has {len(found.weights)} numbers, and the bots of {self.game.title} weigh {wanted}: "
                f"fabletop teach {self.game.name} makes them anew"
            )
        return found

    @abstractmethod
    def pupil(self, opening: "Opening", weights: list[float], moments: int) -> "Pupil":
        """One who knows this, and can keep so many moments in mind."""


# --- Files --------------------------------------------------------------------------------------------


class Learnt(NamedTuple):
    """Numbers that were learnt, and of which edition and version of the rules."""

    weights: list[float]
    edition: str  # its digest,
    rules: int
    title: str  # and what people call it: "house edition 4"

    def fits(self, opening: "Opening") -> bool:
        return self.edition == opening.edition.digest and self.rules == opening.played_by


def write_learnt(path: Path, learnt: Learnt) -> None:
    head = f"# {learnt.title}; digest {learnt.edition}; rules {learnt.rules}\n"
    fresh = path.with_suffix(".new")
    fresh.write_text(head + " ".join(f"{weight:.4f}" for weight in learnt.weights) + "\n", encoding="utf-8")
    fresh.replace(path)


@cache
def read_learnt(path: Path) -> Learnt:
    """What `write_learnt` wrote; numbers alone were learnt nobody knows of what."""
    try:
        head, _, rest = path.read_text(encoding="utf-8").partition("\n")
        if not head.startswith("# "):
            return Learnt([float(word) for word in (head + " " + rest).split()], "", 0, "")
        title, digest, rules = head.removeprefix("# ").rsplit("; ", 2)
        weights = [float(word) for word in rest.split()]
        return Learnt(weights, digest.removeprefix("digest "), int(rules.removeprefix("rules ")), title)
    except (OSError, ValueError) as error:
        raise Mistake(f"{path.name} is nothing that was learnt: {error}") from None
