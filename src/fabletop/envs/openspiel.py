"""Games as OpenSpiel's Python games: `load("storybook", players=2)`.

Three chance nodes of 256 outcomes at the root are the seed; from then on everything is determined. So
what clones the true state and plays on sees chance to come and what is hidden: OpenSpiel's exploitability,
CFR and plain MCTS would cheat, and information states are declared absent. Model-free learners see
observations alone. Who wants to search takes `state.dealt_anew(player, seed)`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy
import pyspiel

from fabletop.envs.core import Play
from fabletop.games import game as find_game
from fabletop.kernel.game import Opening
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import State

SEED_NODES = 3
OUTCOMES = 256
LONGEST = 20_000  # answers: no game may take so many


class Held:
    """A state of ours in one of OpenSpiel's, which copies deeply whatever it has."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return Held(self.state.clone())


class Lens:
    """What all states of one game look through; it is found by name, so that no copy of a state copies it."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.observer = opening.game.observer(opening)
        self.blank = opening.game.blank(opening)
        self.play = Play(self.blank, self.observer)
        self.seen = numpy.frombuffer(self.play.seen, dtype=numpy.uint8)

    def legal(self, state: State) -> list[int]:
        self.play.resume(state)
        return sorted(int(self.play.columns[i]) for i in range(int(self.play.count)))

    def step(self, state: State, column: int) -> None:
        self.play.resume(state)
        if not self.play.take(column):
            name = self.observer.actions.name(column)
            raise Mistake(f"column {column} ({name}) is not allowed now")


LENSES: dict[str, Lens] = {}


class TableState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    def __init__(self, game: Any, key: str) -> None:
        super().__init__(game)
        self.key = key
        self.outcomes: list[int] = []
        self.held: Held | None = None

    @property
    def state(self) -> State:
        """The state of the game itself."""
        assert self.held is not None, "the seed comes first"
        return self.held.state

    def current_player(self) -> int:
        if self.held is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.state.over else int(self.state.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return LENSES[self.key].legal(self.state) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        if self.held is not None:
            LENSES[self.key].step(self.state, action)
            return
        self.outcomes.append(action)
        if len(self.outcomes) == SEED_NODES:
            opening = LENSES[self.key].opening
            self.held = Held(opening.game.begin(opening, seeded(self.seed())))

    def seed(self) -> int:
        """What the chance nodes have said: `Game.start` with this seed is the same game."""
        return int.from_bytes(bytes(self.outcomes), "big")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return LENSES[self.key].observer.actions.name(action)

    def is_terminal(self) -> bool:
        return self.held is not None and self.state.over

    def returns(self) -> list[float]:
        if self.held is None:
            return [0.0] * LENSES[self.key].opening.players
        return self.state.returns()

    def __str__(self) -> str:
        if self.held is None:
            return f"The seed so far: {self.outcomes}"
        return LENSES[self.key].opening.game.text(self.state, None)

    def dealt_anew(self, player: int, seed: int) -> "TableState":
        """A state that this player cannot tell from the true one, with other chance to come."""
        other = self.clone()
        other.held = Held(self.state.resampled(player, seeded(seed)))
        assert isinstance(other, TableState)
        return other


class TableObserver:
    """An observation as floats; `dict` has its parts by name, which share the memory of `tensor`."""

    def __init__(self, key: str) -> None:
        self.key = key
        observer = LENSES[key].observer
        self.tensor = numpy.zeros(int(observer.width), numpy.float32)
        self.dict = {name: self.tensor[part] for name, part in observer.slices.items()}

    def set_from(self, state: TableState, player: int) -> None:
        lens = LENSES[self.key]
        if state.held is None:
            self.tensor.fill(0)
            return
        lens.play.state = state.state
        lens.play.look(player)
        self.tensor[:] = lens.seen

    def string_from(self, state: TableState, player: int) -> str:
        return "" if state.held is None else LENSES[self.key].opening.game.text(state.state, player)


def load(game: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Any:
    """A game of ours as a `pyspiel.Game`, registered under a name of its own."""
    opening = find_game(game).opening(players, options)
    return pyspiel.load_game(register(opening))


def register(opening: Opening) -> str:
    """The name by which OpenSpiel knows what was agreed."""
    given = "".join(f"_{name}_{value}" for name, value in sorted(opening.options.items()))
    key = f"fabletop_{opening.game.name}_{opening.players}{given}".replace("-", "_")
    if key not in LENSES:
        LENSES[key] = Lens(opening)
        pyspiel.register_game(type_of(key), class_of(key))
    return key


def type_of(key: str) -> Any:
    game, players = LENSES[key].opening.game, LENSES[key].opening.players
    utility = pyspiel.GameType.Utility
    together = game.together(players)
    return pyspiel.GameType(
        short_name=key,
        long_name=f"{game.title} ({players} players)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.IDENTICAL if together else utility.ZERO_SUM if game.zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


@cache
def class_of(key: str) -> type[Any]:
    """OpenSpiel makes games of a class without arguments of ours: so each has a class of its own."""
    game_type = type_of(key)
    lens = LENSES[key]
    game, players = lens.opening.game, lens.opening.players
    info = pyspiel.GameInfo(
        num_distinct_actions=int(lens.observer.actions.columns),
        max_chance_outcomes=OUTCOMES,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if game.zero_sum else None,
        max_game_length=LONGEST,
    )

    class TableGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, info, params or {})

        def new_initial_state(self) -> TableState:
            return TableState(self, key)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
            return TableObserver(key)

    return TableGame
