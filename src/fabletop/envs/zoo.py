"""Games as PettingZoo environments, in which agents act in the order in which they are asked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from fabletop.envs.core import Play
from fabletop.envs.streams import Stream
from fabletop.games import game as find_game
from fabletop.kernel.question import Mistake


class TableEnv(AECEnv):  # type: ignore[misc,unused-ignore]
    """One table. An agent's observation is its bytes and a mask, which is empty while others are asked.

    All agents stay until the end and are then rewarded together. A column that is not allowed is refused
    in words, and nothing happens; `pettingzoo.utils.wrappers.TerminateIllegalWrapper` makes it lose instead.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        edition: "str | Path" = "house",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        opening = self.game.opening(players, options, edition)
        self.observer = self.game.observer(opening)
        self.digest = self.observer.digest
        self.play = Play(self.game.blank(opening), self.observer)
        self.seen = numpy.frombuffer(self.play.seen, dtype=numpy.uint8)
        self.mask = numpy.frombuffer(self.play.mask, dtype=numpy.int8)
        self.no_mask = numpy.zeros_like(self.mask)
        self.stream = Stream()
        self.render_mode = render_mode
        self.metadata = {
            "name": f"fabletop_{self.game.name}_{opening.players}_v1",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(opening.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        width, columns = len(self.seen), len(self.mask)
        self.observation_spaces = {agent: observation_space(width, columns) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(columns) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the next game; what was agreed stays, so `options` change nothing."""
        self.play.begin(self.stream.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.play.state.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        self.play.look(self.seat_of[agent])
        asked = agent == self.agent_selection and not self.play.state.over
        return {
            "observation": self.seen.copy(),
            "action_mask": self.mask.copy() if asked else self.no_mask.copy(),
        }

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.play.take(int(action)):
            raise Mistake(self.why_not(action))
        state = self.play.state
        if state.over:
            self.rewards = dict(zip(self.possible_agents, state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[state.seat]

    def why_not(self, action: Any) -> str:
        if action is None or not 0 <= int(action) < len(self.mask):
            return f"{action} is no column: there are 0 to {len(self.mask) - 1}"
        return f"column {action} ({self.observer.actions.name(int(action))}) is not allowed now"

    def render(self) -> str | None:
        """The table as the agent that is asked sees it, in letters."""
        seat = self.seat_of[self.agent_selection] if self.agents else None
        text = self.game.text(self.play.state, seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to let go."""


def observation_space(width: int, columns: int) -> Any:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (width,), numpy.uint8),
            "action_mask": spaces.Box(0, 1, (columns,), numpy.int8),
        }
    )
