"""PettingZoo and Gymnasium: their owners' tests, and what is ours."""

import re
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import fabletop
from fabletop import envs
from fabletop.envs import gym
from fabletop.games import ours
from fabletop.kernel.question import Mistake

PLAYED = [(name, players) for name in ours() for players in fabletop.game(name).players]
FREQUENT = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_pettingzoo_s_own_tests(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for words in FREQUENT:  # it expects an array; with a mask there must be a dictionary
            warnings.filterwarnings("ignore", message=words)
        api_test(envs.aec(name, players), num_cycles=1000)
        seed_test(lambda: envs.aec(name, players), num_cycles=500)


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_gymnasium_s_own_test(name: str, players: int) -> None:
    env = gymnasium.make(gym.id_of(fabletop.game(name), players), bots="random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_what_the_page_shows_runs() -> None:
    """Every block of docs/learning.md but those that need OpenSpiel or torch, one after the other."""
    page = (Path(__file__).resolve().parent.parent / "docs/learning.md").read_text("utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]
    light = [block for block in blocks if "openspiel" not in block and "policies" not in block]
    assert (len(blocks), len(light)) == (6, 4)
    names: dict[str, Any] = {}
    for block in light:
        exec(block.replace("games=1024", "games=16"), names)
    assert names["won"].shape[1] == 2
    assert names["mask"].any()


def first_allowed(env: Any) -> int:
    return int(numpy.flatnonzero(env.last()[0]["action_mask"])[0])


def random_game(env: Any, seed: int | None) -> list[tuple[str, float]]:
    """Play one game; who was asked, with the reward told then."""
    env.reset(seed=seed)
    rng = numpy.random.default_rng(1)
    found = []
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        found.append((agent, reward))
        allowed = numpy.flatnonzero(seen["action_mask"])
        env.step(None if ended else int(rng.choice(allowed)))
    return found


def test_all_stay_to_the_end_and_are_rewarded_then() -> None:
    told = random_game(envs.aec("storybook", 4), 2)
    last = dict(told[-4:])
    assert sorted(last) == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert last["seat_0"] == last["seat_2"] == -last["seat_1"] == -last["seat_3"] != 0
    assert not any(reward for _, reward in told[:-4])


def test_a_seed_begins_a_stream_of_games() -> None:
    env, twin = envs.aec("condyle", 2), envs.aec("condyle", 2)
    games = [random_game(env, seed) for seed in (5, None, None)]
    assert games == [random_game(twin, seed) for seed in (5, None, None)]
    assert games[0] != games[1]


def test_only_who_is_asked_has_a_mask() -> None:
    env = envs.aec("storybook", 2)
    env.reset(seed=1)
    assert env.agent_selection == "seat_0"
    assert env.observe("seat_0")["action_mask"].sum() == 2
    assert env.observe("seat_1")["action_mask"].sum() == 0


@pytest.mark.parametrize(
    ("column", "words"), [(300, "is not allowed now"), (-1, "no column"), (None, "no column")]
)
def test_pettingzoo_refuses_in_words_and_nothing_happens(column: int | None, words: str) -> None:
    env = envs.aec("storybook", 2)
    env.reset(seed=1)
    with pytest.raises(Mistake, match=words):
        env.step(column)
    env.step(first_allowed(env))


def test_a_table_can_be_drawn() -> None:
    env = envs.aec("coraline", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.text(env.play.state, 0)
    alone = gymnasium.make("fabletop/coraline-1-v1", render_mode="ansi")
    alone.reset(seed=1)
    assert "LIVING ROOM" in str(alone.render())


def test_in_gymnasium_what_is_not_allowed_loses_and_says_why() -> None:
    env = gymnasium.make("fabletop/storybook-2-v1", bots="random")
    env.reset(seed=1)
    mask = env.unwrapped.action_masks()
    _, reward, ended, _, info = env.step(int(numpy.flatnonzero(~mask)[0]))
    assert (reward, ended) == (-1.0, True)
    assert "is not allowed now" in info["illegal"]


@pytest.mark.parametrize("seat", [0, 1])
def test_in_gymnasium_bots_answer_for_the_others(seat: int) -> None:
    env = gymnasium.make("fabletop/storybook-2-v1", bots="greedy", seat=seat)
    rng = numpy.random.default_rng(3)
    rewards = []
    for game in range(3):
        env.reset(seed=game)
        ended = False
        while not ended:
            assert env.unwrapped.play.state.seat == seat
            allowed = numpy.flatnonzero(env.unwrapped.action_masks())
            _, reward, ended, _, info = env.step(int(rng.choice(allowed)))
            assert not info
        rewards.append(reward)
    assert sum(rewards) < 0, "a greedy bot beats chance"


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(Mistake, match="no seat 2"):
        gymnasium.make("fabletop/storybook-2-v1", seat=2)
    with pytest.raises(Mistake, match="did you mean 'greedy'"):
        gymnasium.make("fabletop/storybook-2-v1", bots="greed")


@pytest.mark.parametrize("missing", ["numpy", "pettingzoo"])
def test_what_is_not_installed_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(Mistake, match=rf"need {missing}, which is not installed: pip install"):
        envs.aec("storybook", 2)
