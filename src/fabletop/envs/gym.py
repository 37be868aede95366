"""Games as Gymnasium environments: one seat for the learner, our bots on the others.

To import this registers an id for each game and number of players: "fabletop/coraline-1-v1".
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

from fabletop.envs.batch import seats_of
from fabletop.envs.core import BOTS, Play, bots_of
from fabletop.envs.streams import Stream
from fabletop.games import game as find_game
from fabletop.games import names
from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded

ILLEGAL = -1.0  # what a column is worth that is not allowed: the game is lost
VERSION = "v1"


class SeatEnv(gymnasium.Env):  # type: ignore[type-arg,misc,unused-ignore]
    """One seat of a table. An observation is its bytes; `action_masks` says what may be answered.

    Gymnasium may try any column: one that is not allowed ends the game with a reward of -1, and `info`
    says why. Otherwise the reward comes at the end, by what the game was worth to the seat.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int,
        seat: int = 0,
        bots: str = "greedy",
        options: Mapping[str, Any] | None = None,
        edition: "str | Path" = "house",
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game)
        opening = self.game.opening(players, options, edition)
        if seat not in range(players):
            raise Mistake(f"there is no seat {seat}: there are 0 to {players - 1}")
        self.seat = seat
        self.names = seats_of(opening, {other: bots for other in range(players) if other != seat})
        self.observer = self.game.observer(opening)
        self.digest = self.observer.digest
        self.play = Play(self.game.blank(opening), self.observer)
        self.seen = numpy.frombuffer(self.play.seen, dtype=numpy.uint8)
        self.mask = numpy.frombuffer(self.play.mask, dtype=numpy.int8)
        self.stream = Stream()
        self.has_bots = players > 1
        self.bots = bots_of(self.names)
        self.chance = seeded(0)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, (len(self.seen),), numpy.uint8)
        self.action_space = spaces.Discrete(len(self.mask))

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next game; what was agreed stays, so `options` change nothing."""
        super().reset(seed=seed)
        number = self.stream.next(seed)
        self.bots = bots_of(self.names)
        self.chance = seeded(number + BOTS)
        self.play.begin(number)
        self.let_bots()
        return self.look(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        column = int(action)
        if not self.play.take(column):
            words = f"column {column} ({self.observer.actions.name(column)}) is not allowed now"
            return self.look(), ILLEGAL, True, False, {"illegal": words}
        self.let_bots()
        state = self.play.state
        reward = state.outcome(self.seat) if state.over else 0.0
        return self.look(), reward, state.over, False, {}

    def let_bots(self) -> None:
        if self.has_bots:
            self.play.let_bots(self.bots, self.chance)

    def look(self) -> Any:
        self.play.look(self.seat)
        return self.seen.copy()

    def action_masks(self) -> Any:
        """Which columns may be answered now, as MaskablePPO wants it."""
        return self.mask.astype(bool)

    def render(self) -> Any:
        """The table as the seat sees it, in letters."""
        text = self.game.text(self.play.state, self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text


def id_of(game: Game, players: int) -> str:
    return f"fabletop/{game.name}-{players}-{VERSION}"


def register() -> None:
    """Make all games known to `gymnasium.make`; those that bring no observer are left out."""
    for name in names():
        game = find_game(name)
        if game.observed_by is None:
            continue
        for players in game.players:
            if id_of(game, players) not in gymnasium.registry:
                gymnasium.register(
                    id_of(game, players),
                    entry_point="fabletop.envs.gym:SeatEnv",
                    kwargs={"game": name, "players": players},
                    order_enforce=False,
                    disable_env_checker=True,
                )


register()
