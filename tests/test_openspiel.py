"""OpenSpiel's own tests of our games, and what is ours. OpenSpiel comes with the extra `learning`."""

from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.games import ours

pytestmark = pytest.mark.heavy

SHORT = {"unrelenting": {"dawn": "2"}}  # a whole game lasts too long for what prints all of it
PLAYED = [(name, players) for name in ours() for players in fabletop.game(name).players]


def load(name: str, players: int) -> Any:
    from fabletop.envs import openspiel

    return openspiel.load(name, players, SHORT.get(name))


def played(game: Any, seed: int, most: int) -> Any:
    """A state after so many random answers."""
    import numpy

    rng = numpy.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and most > 0:
        legal = list(range(256)) if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(legal)))
        most -= 1
    return state


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_openspiel_s_random_simulation(name: str, players: int) -> None:
    import pyspiel

    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_a_playthrough_and_its_replay(name: str, players: int, tmp_path: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS(["test"])
    key = load(name, players).get_type().short_name
    told = generate_playthrough.playthrough(key, None, seed=3)
    (tmp_path / "told.txt").write_text(told)
    original, again = generate_playthrough.replay(str(tmp_path / "told.txt"))
    assert original == again == told


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_the_seed_is_the_game(name: str, players: int) -> None:
    state = played(load(name, players), 1, 3)
    twin = fabletop.game(name).start(players, seed=state.seed(), options=SHORT.get(name))
    assert state.state.legal() == twin.legal()
    assert state.state.rng.words() == twin.rng.words()


def test_observations_are_what_a_seat_sees() -> None:
    from fabletop.lab.observations import observation

    game = load("storybook", 2)
    seen = game.make_py_observer()
    state = played(game, 1, 40)
    observer = state.state.opening.game.observer(state.state.opening)
    for seat in range(2):
        seen.set_from(state, seat)
        assert bytes(seen.tensor.astype("uint8")) == observation(observer, state.state, seat)
        assert list(seen.dict["asked"]) == list(observation(observer, state.state, seat)[:3])
    seen.set_from(game.new_initial_state(), 0)
    assert not seen.tensor.any()


def test_information_states_are_declared_absent_and_search_gets_a_world_dealt_anew() -> None:
    game = load("storybook", 2)
    assert not game.get_type().provides_information_state_tensor
    state = played(game, 1, 40)
    player = state.current_player()
    other = state.dealt_anew(player, 5)
    seen = game.make_py_observer()
    assert seen.string_from(other, player) == seen.string_from(state, player)
    assert other.legal_actions() == state.legal_actions()
    assert other.state.rng.words() != state.state.rng.words()
