"""Many games in one call."""

from typing import Any

import numpy
import pytest

import fabletop
from fabletop.envs.batch import Batch, batch
from fabletop.envs.core import seed_of
from fabletop.games import ours
from fabletop.kernel.question import Mistake
from fabletop.lab.observations import observation

PLAYED = [(name, players) for name in ours() for players in fabletop.game(name).players]


def check_row(rows: Batch, row: int, state: fabletop.State) -> list[int]:
    """A row shows what a game of its own, played beside it, would show; its columns are returned."""
    actions = rows.observer.actions
    columns = [int(actions.column(state, action)) for action in state.legal()]
    assert rows.seats[row] == state.seat
    assert rows.observations[row].tobytes() == observation(rows.observer, state, int(state.seat))
    assert rows.legal[row, : rows.counts[row]].tolist() == columns
    assert (rows.legal[row, rows.counts[row] :] == -1).all()
    assert sorted(numpy.flatnonzero(rows.masks[row]).tolist()) == sorted(columns)
    return columns


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_each_row_is_a_game_from_its_seed(name: str, players: int) -> None:
    rows, rng = batch(name, games=3, players=players, seed=5), numpy.random.default_rng(2)
    game = fabletop.game(name)
    numbers = [0, 1, 2]
    states = [game.start(players, seed=seed_of(5, number)) for number in numbers]
    ends = 0
    for _ in range(250):
        for row, state in enumerate(states):
            check_row(rows, row, state)
        chosen = rows.random_columns(rng)
        for row, state in enumerate(states):
            state.apply(int(rows.observer.actions.action(state, int(chosen[row]))))
        rows.step(chosen)
        for row, state in enumerate(states):
            assert rows.ended[row] == state.over
            assert rows.rewards[row].tolist() == state.returns()
            if state.over:
                assert rows.lengths[row] == state.moves
                numbers[row] += 3
                states[row] = game.start(players, seed=seed_of(5, numbers[row]))
                ends += 1
    assert ends > 0 or name == "unrelenting"


def play(rows: Batch, steps: int, seed: int) -> list[Any]:
    """What comes of random play: every array after every step."""
    rng = numpy.random.default_rng(seed)
    found = []
    for _ in range(steps):
        rows.step(rows.random_columns(rng))
        found.append([rows.observations.copy(), rows.masks.copy(), rows.rewards.copy(), rows.ended.copy()])
    return found


def test_several_processes_play_the_same_games() -> None:
    alone = play(batch("condyle", games=5, players=2, seed=9), 60, 1)
    with batch("condyle", games=5, players=2, seed=9, processes=2) as spread:
        together = play(spread, 60, 1)
    for one, other in zip(alone, together, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_a_process_that_has_gone_is_told_of() -> None:
    rows = batch("condyle", games=3, players=2, processes=3)
    columns = rows.legal[:, 0].copy()
    assert rows.workers is not None
    gone = rows.workers.processes[1]
    gone.kill()
    gone.join()
    with pytest.raises(Mistake, match="it was ended from outside"):
        rows.step(columns)
    assert not any(worker.is_alive() for worker in rows.workers.processes)


def test_bots_take_seats() -> None:
    rows = batch("storybook", games=4, players=2, seed=3, bots={1: "greedy"})
    assert (rows.seats == 0).all()
    rng = numpy.random.default_rng(0)
    won = lost = 0
    for _ in range(200):
        rows.step(rows.random_columns(rng))
        assert (rows.seats == 0).all()
        won += int((rows.rewards[:, 0] > 0).sum())
        lost += int((rows.rewards[:, 0] < 0).sum())
    assert lost > won, "a greedy bot beats chance"


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ([0, 0, 0], "a step takes 2 columns"),
        ([0, 4000], "game 1: there is no column 4000"),
        ([0, -1], "game 1: there is no column -1"),
        ([0, 50], r"game 1: column 50 \(\w+ \d+\) is not allowed now"),
    ],
)
def test_what_is_not_allowed_changes_nothing(columns: list[int], words: str) -> None:
    rows = batch("storybook", games=2, players=2, seed=3)
    before = rows.observations.copy()
    with pytest.raises(Mistake, match=words):
        rows.step(columns)
    assert (rows.observations == before).all()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "at least 1 game"),
        ({"games": 2, "processes": 3}, "1 to 2 processes, not 3"),
        ({"bots": {2: "greedy"}}, "no seat 2"),
        ({"bots": {0: "greedy", 1: "random"}}, "a learner needs one"),
        ({"bots": {0: "gredy"}}, "greedy"),
        ({"players": 7}, "2 or 4 players"),
    ],
)
def test_what_cannot_be_is_refused_in_words(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(Mistake, match=words):
        fabletop.batch("storybook", **wrong)
