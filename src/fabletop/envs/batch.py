"""Many games in one call, as arrays of numpy that are not copied: `fabletop.batch("storybook")`."""

import ctypes
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from fabletop.bots import check_fits, make
from fabletop.envs.core import Core
from fabletop.envs.workers import Workers
from fabletop.games import game as find_game
from fabletop.kernel.extras import extra
from fabletop.kernel.game import Opening
from fabletop.kernel.question import Mistake

TYPES = {
    "observations": "uint8",
    "masks": "uint8",
    "legal": "int32",
    "counts": "int32",
    "seats": "int32",
    "rewards": "float64",
    "ended": "uint8",
    "lengths": "int32",
}


WIDE = ("observations", "masks", "legal", "rewards")  # those that have more than a number a game


class Batch:
    """So many games of one kind; `step` answers in all of them.

    The arrays have a row a game and are written anew by every step: copy what you want to keep.

        observations  what the seat that is asked sees (`observer.slices` names the parts)
        masks         1 for each column that may be answered
        legal         the same as a short list of columns, -1 after the last; `counts` says how many
        seats         who is asked
        rewards       what the game that has just ended was worth to each seat; else 0
        ended         1 where a game has just ended; the row shows the next game already
        lengths       how many answers the game had that ended last
    """

    def __init__(self, opening: Opening, games: int, seed: int, bots: Sequence[str], processes: int) -> None:
        self.numpy = extra("numpy")
        self.opening = opening
        self.games = games
        self.players = opening.players
        self.observer = opening.game.observer(opening)
        self.columns = int(self.observer.actions.columns)
        self.width = int(self.observer.width)
        self.digest = self.observer.digest
        self.observations: Any
        self.masks: Any
        self.legal: Any
        self.counts: Any
        self.seats: Any
        self.rewards: Any
        self.ended: Any
        self.lengths: Any
        self.workers: Workers | None = None
        self.core: Core | None = None
        if processes > 1:
            self.workers = Workers(opening, games, seed, list(bots), processes)
            self.take_over(self.workers.arrays)
        else:
            self.core = core_of(opening, games, seed, list(bots), range(games))
            self.take_over(arrays_of(self.core))
        self.rows = self.numpy.arange(games)

    def take_over(self, arrays: Mapping[str, Any]) -> None:
        for name, array in arrays.items():
            setattr(self, name, array)

    def step(self, columns: Any) -> None:
        """Answer in every game, with one column each. If one is not allowed, nothing happens in any."""
        chosen = self.numpy.asarray(columns)
        if chosen.shape != (self.games,):
            raise Mistake(f"a step takes {self.games} columns, one a game, not {chosen.shape}")
        allowed = (chosen >= 0) & (chosen < self.columns)
        if not allowed.all() or not self.masks[self.rows, chosen].all():
            raise Mistake(self.why_not(chosen))
        written = chosen.astype("<u2").tobytes()
        if self.workers is not None:
            self.workers.step(written)
        elif self.core is not None:
            wipe(self.observations)
            self.core.step(written)
        else:
            raise Mistake("this batch has been closed")

    def why_not(self, chosen: Any) -> str:
        for row, column in enumerate(chosen.tolist()):
            if not 0 <= column < self.columns:
                return f"game {row}: there is no column {column}, only 0 to {self.columns - 1}"
            if not self.masks[row, column]:
                name = self.observer.actions.name(column)
                return f"game {row}: column {column} ({name}) is not allowed now"
        return "nothing is wrong"

    def random_columns(self, rng: Any) -> Any:
        """One allowed column for each game, drawn evenly by a generator of numpy."""
        picks = (rng.random(self.games) * self.counts).astype("int64")
        return self.legal[self.rows, picks]

    def close(self) -> None:
        """End the processes; the arrays of a batch that is spread over several go with it."""
        if self.workers is not None:
            for name in TYPES:
                setattr(self, name, None)
            self.workers.close()
            self.workers = None
        self.core = None

    def __enter__(self) -> "Batch":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def core_of(opening: Opening, games: int, seed: int, bots: list[str], rows: range) -> Core:
    """Some rows of a batch of so many games."""
    game = opening.game
    return Core(game.blank(opening), game.observer(opening), bots, seed, rows, games)


def wipe(observations: Any) -> None:
    """Make all 0, at once, for observers write only what is not: a hundred times as fast as byte by byte.

    The array is marked as read-only, for its memory is the engine's.
    """
    ctypes.memset(observations.ctypes.data, 0, observations.nbytes)


def arrays_of(core: Core) -> dict[str, Any]:
    """The buffers of a core as arrays."""
    numpy = extra("numpy")
    found = {}
    for name, kind in TYPES.items():
        array = numpy.frombuffer(getattr(core, name), dtype=kind)
        found[name] = array.reshape(int(core.games), -1) if name in WIDE else array
    return found


def batch(
    game: str,
    games: int = 1024,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    edition: "str | Path" = "house",
    bots: Mapping[int, str] | None = None,
    processes: int = 1,
) -> Batch:
    """Many games at once. `bots` gives seats to our bots: {1: "greedy"}; the others are the learner's."""
    opening = find_game(game).opening(players, options, edition)
    if games < 1:
        raise Mistake(f"a batch has at least 1 game, not {games}")
    if not 1 <= processes <= games:
        raise Mistake(f"{games} games can be spread over 1 to {games} processes, not {processes}")
    return Batch(opening, games, seed, seats_of(opening, bots or {}), processes)


def seats_of(opening: Opening, bots: Mapping[int, str]) -> list[str]:
    """The bot of each seat; "" where the learner answers."""
    for seat, name in bots.items():
        if seat not in range(opening.players):
            raise Mistake(f"there is no seat {seat} for a bot: there are 0 to {opening.players - 1}")
        make(name)
        check_fits(name, opening)
    if len(bots) >= opening.players:
        raise Mistake("every seat has a bot; a learner needs one")
    return [bots.get(seat, "") for seat in range(opening.players)]
