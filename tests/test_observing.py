"""What learners get: observations that tell nothing hidden, and a column for every answer."""

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import u8

import fabletop
from fabletop.games import ours
from fabletop.kernel.observing import Actions, Observer
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import State
from fabletop.lab.conformance import BrokenPromise
from fabletop.lab.observations import check_columns, check_observations, observation

PLAYED = [(name, players) for name in ours() for players in fabletop.game(name).players]


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_the_table_of_answers_is_made_of_declared_bounds(name: str, players: int) -> None:
    game = fabletop.game(name)
    actions = game.actions(players)
    assert int(actions.columns) == sum(actions.things.values()) == len(actions.verb_of_column)
    assert set(actions.things) == set(game.verbs)
    last = int(actions.columns) - 1
    assert actions.name(last).startswith(game.verbs[int(actions.verb_of_column[last])])


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_observations_have_named_parts_and_the_same_width_for_all_options(name: str, players: int) -> None:
    game = fabletop.game(name)
    first = game.observer(game.opening(players))
    assert list(first.slices)[:3] == ["asked", "question", "arguments"]
    assert max(part.stop for part in first.slices.values()) == int(first.width)
    for option, choice in game.choices(players, game.opening(players).edition).items():
        for value in choice.values:
            try:
                opening = game.opening(players, {option: value})
            except fabletop.Mistake:
                continue  # does not go with the defaults
            assert game.observer(opening).digest == first.digest


def test_digests_differ_between_games_and_numbers_of_players() -> None:
    digests = [
        fabletop.game(name).observer(fabletop.game(name).opening(players)).digest for name, players in PLAYED
    ]
    assert len(set(digests)) == len(digests)


def test_the_seat_that_is_asked_comes_first() -> None:
    state = fabletop.game("storybook").start(2, seed=4)
    observer = state.opening.game.observer(state.opening)
    asked, question = observer.slices["asked"], observer.slices["question"]
    mine, theirs = (observation(observer, state, seat) for seat in (0, 1))
    assert list(mine[asked]) == [1, 1, 0]
    assert sum(mine[question]) == 1
    assert list(theirs[asked]) == [0, 0, 1]
    assert sum(theirs[question]) == 0, "what another seat is asked may be its secret"


class Peeking(Observer[Any]):
    """Tells what lies on top of a deck."""

    def observe_into(self, t: Any, seat: int, out: vec[u8], at: int) -> int:
        out[at] = u8(t.deck[13])
        return at + 1


class Long(Observer[Any]):
    """Writes one byte more than it has."""

    def observe_into(self, t: Any, seat: int, out: vec[u8], at: int) -> int:
        out[at + 1] = u8(1)
        return at + 1


class Alike(Actions[Any]):
    """Gives all answers of a verb the same column."""

    def code(self, t: Any, verb: int, thing: int) -> int:
        return 0


def dealt() -> State:
    state = fabletop.game("storybook").start(2, seed=4)
    rng = seeded(1)
    while not any(action >> 12 == 5 for action in state.legal()):
        legal = state.legal()
        state.apply(legal[rng.below(len(legal))])
    return state


def test_an_observation_that_tells_something_hidden_is_found() -> None:
    state = dealt()
    observer = Peeking(state.opening, state.opening.game.actions(2), [("top", 1)])
    with pytest.raises(BrokenPromise, match=r"can tell worlds apart: bytes .* of top"):
        for seed in range(20):
            check_observations(state.opening.game, observer, state, seeded(seed))


def test_a_byte_beyond_is_found() -> None:
    state = dealt()
    observer = Long(state.opening, state.opening.game.actions(2), [("one", 1)])
    with pytest.raises(BrokenPromise, match="beyond its place"):
        observation(observer, state, 0)


def test_answers_that_share_a_column_are_found() -> None:
    state = dealt()
    observer = Long(state.opening, Alike(state.opening, {}), [("nothing", 1)])
    with pytest.raises(BrokenPromise, match="leads to"):
        check_columns(observer, state)
