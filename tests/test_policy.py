"""A trained policy as a bot. What is marked `training` needs torch: docs/learning.md."""

import json
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop import bots
from fabletop.bots.policy import Policy, PolicyBot, about
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.lab.match import Results, match_of, play_match
from fabletop.lab.observations import observation
from fabletop.lab.sim import simulation


def likes_last(columns: int) -> Any:
    """A policy that likes the last of the allowed columns best."""
    import numpy

    return lambda seen: numpy.arange(columns)


def test_a_policy_takes_the_allowed_column_that_it_likes_best() -> None:
    state = fabletop.game("storybook").start(2, seed=3)
    observer = state.opening.game.observer(state.opening)
    bot = PolicyBot(Policy("test", about(observer), likes_last(int(observer.actions.columns))))
    rng = seeded(1)
    while not state.over:
        columns = [int(observer.actions.column(state, action)) for action in state.legal()]
        chosen = int(bot.choose(state.resampled(state.seat, rng), rng))
        assert observer.actions.column(state, chosen) == max(columns)
        state.apply(chosen)
        if state.moves > 60:
            break


def test_a_policy_sees_what_its_seat_sees() -> None:
    state = fabletop.game("coraline").start(2, seed=3)
    observer = state.opening.game.observer(state.opening)
    seen: list[bytes] = []

    def forward(array: Any) -> Any:
        seen.append(array.astype("uint8").tobytes())
        return array.repeat(9)

    PolicyBot(Policy("test", about(observer), forward)).choose(state, seeded(1))
    assert seen == [observation(observer, state, int(state.seat))]


def test_a_policy_for_something_else_is_refused_in_words() -> None:
    game = fabletop.game("storybook")
    duel, team = (game.observer(game.opening(players)) for players in (2, 4))
    with pytest.raises(Mistake, match="does not fit storybook for 4: it was trained for storybook for 2"):
        Policy("duel.pt", about(duel), likes_last(1)).check_fits(team)
    older = json.dumps({**json.loads(about(duel)), "digest": "0"})
    with pytest.raises(Mistake, match="trained for storybook for 2 as it was then"):
        Policy("duel.pt", older, likes_last(1)).check_fits(duel)


@pytest.mark.parametrize("told", ["", "{}", "[]", "no json"])
def test_a_policy_that_does_not_say_what_it_is_for_is_refused(told: str) -> None:
    with pytest.raises(Mistake, match="does not say what it was trained for"):
        Policy("x.pt", told, likes_last(1))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("policy:nothing.pt", "there is no policy 'nothing.pt'"),
        ("policy:duel.txt", r"ends in \.pt or \.onnx"),
        ("policy:", r"ends in \.pt or \.onnx"),
    ],
)
def test_files_that_are_no_policies_are_refused(name: str, words: str) -> None:
    with pytest.raises(Mistake, match=words):
        bots.make(name)
    assert "policy" not in bots.names(), "people are offered no files"


def linear(observer: Any) -> Any:
    import torch

    torch.manual_seed(3)
    return torch.nn.Linear(int(observer.width), int(observer.actions.columns))


@pytest.mark.training
@pytest.mark.parametrize("ending", ["pt", "onnx"])
def test_a_saved_policy_plays_and_is_checked_before_it_does(ending: str, tmp_path: Path) -> None:
    from fabletop.envs.policies import save

    game = fabletop.game("storybook")
    observer = game.observer(game.opening(2))
    file = tmp_path / f"duel.{ending}"
    save(linear(observer), observer, file)
    name = f"policy:{file}"
    with pytest.raises(Mistake, match="does not fit storybook for 4"):
        simulation("storybook", [name, "random"], players=4)
    with pytest.raises(Mistake, match="does not fit coraline for 2"):
        match_of("coraline", [name, "random"], players=2)
    match, results = match_of("storybook", [name, "random"], games=4, players=2), Results()
    assert not play_match(match, results, jobs=1)
    assert results.games == match.games
    state = game.start(2, seed=1)
    bot = bots.make(name)
    assert bot.choose(state, seeded(1)) in state.legal()


@pytest.mark.training
def test_what_is_no_policy_is_not_saved(tmp_path: Path) -> None:
    import torch

    from fabletop.envs.policies import save

    game = fabletop.game("storybook")
    observer = game.observer(game.opening(2))
    with pytest.raises(Mistake, match="a policy gives"):
        save(torch.nn.Linear(int(observer.width), 3), observer, tmp_path / "x.pt")
    with pytest.raises(Mistake, match=r"ends in \.pt or \.onnx"):
        save(linear(observer), observer, tmp_path / "x.txt")
    broken = tmp_path / "broken.pt"
    broken.write_bytes(b"nothing of the kind")
    with pytest.raises(Mistake, match="cannot be read"):
        bots.make(f"policy:{broken}")
    silent = tmp_path / "silent.pt"
    torch.jit.save(torch.jit.trace(linear(observer), torch.zeros(1, int(observer.width))), str(silent))
    with pytest.raises(Mistake, match="does not say what it was trained for"):
        bots.make(f"policy:{silent}")
