"""Perft: counts by hand where that is possible, and golden counts for the rest."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.games import ours
from fabletop.kernel.perft import divide, perft
from fabletop.kernel.snapshot import snapshot
from fabletop.lab.checks import checks_of

ROOT = Path(__file__).resolve().parent.parent
TOOL = runpy.run_path(str(ROOT / "tools" / "goldens.py"))
GOLDENS: list[dict[str, Any]] = json.loads((ROOT / "tests/goldens/perft.json").read_text(encoding="utf-8"))

storybook = fabletop.game("storybook")


# --- By hand -----------------------------------------------------------------------


def test_no_answers_are_one_sequence() -> None:
    state = storybook.start()
    assert perft(state, 0) == 1
    assert divide(state, 0) == {}


def test_a_duel_begins_with_choices_that_can_be_counted() -> None:
    """2 sides, 3 Champions each, 3 Allies each, then one of 4 Twists each."""
    state = storybook.start(players=2)
    assert [perft(state, depth) for depth in range(1, 8)] == [2, 6, 18, 54, 162, 648, 2592]


def test_in_the_team_game_the_second_of_a_side_has_two_champions_left() -> None:
    state = storybook.start(players=4)
    assert [perft(state, depth) for depth in range(1, 6)] == [2, 6, 12, 36, 72]


def test_with_all_chosen_each_lays_two_of_four_cards() -> None:
    chosen = {"side": "heroes", "hero": "alice", "hero_ally": "genie", "hero_twist": "WH-T2"}
    chosen |= {"villain": "hook", "villain_ally": "mad-hatter", "villain_twist": "NV-T1"}
    state = storybook.start(players=2, options=chosen)
    assert [perft(state, depth) for depth in range(1, 5)] == [4, 4 * 3, 4 * 3 * 4, 4 * 3 * 4 * 3]


def test_a_finished_game_is_one_sequence() -> None:
    state = storybook.start(seed=3)
    state.playout(fabletop.seeded(1))
    assert state.over
    assert perft(state, 3) == 1
    assert divide(state, 3) == {}


def test_sequences_that_end_early_are_counted() -> None:
    """From the last question on, every deeper count is at least the number of ways to end."""
    state = storybook.start(seed=3)
    chance = fabletop.seeded(1)
    before = state
    while not state.over:
        before = state.clone()
        actions = state.legal()
        state.apply(actions[chance.below(len(actions))])
    ends = sum(1 for count in divide(before, 5).values() if count == 1)
    assert ends >= 1
    assert perft(before, 5) == sum(divide(before, 5).values()) >= len(before.legal())


# --- Consistency -----------------------------------------------------------------------


@pytest.mark.parametrize("answers", [0, 11, 30])
def test_divide_splits_perft(answers: int) -> None:
    state = TOOL["position"]("storybook", 2, {}, 7, answers)
    split = divide(state, 2)
    assert list(split) == state.legal()
    assert sum(split.values()) == perft(state, 2)
    for action, count in split.items():
        twin = state.clone()
        twin.apply(action)
        assert count == perft(twin, 1)


def test_counting_leaves_the_state_alone() -> None:
    state = TOOL["position"]("storybook", 2, {}, 7, 20)
    before = snapshot(state)
    perft(state, 3)
    divide(state, 2)
    assert snapshot(state) == before


@pytest.mark.parametrize("depth", [-1, True, 1.5, "3"])
def test_a_depth_is_a_whole_number(depth: Any) -> None:
    with pytest.raises(fabletop.Mistake, match="a depth is a whole number"):
        perft(storybook.start(), depth)


# --- The goldens -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "row", GOLDENS, ids=lambda row: f"{row['game']}-{row['players']}-{row['seed']}-{row['answers']}"
)
def test_the_counts_are_the_golden_ones(row: dict[str, Any]) -> None:
    state = TOOL["position"](row["game"], row["players"], row["options"], row["seed"], row["answers"])
    counts = [perft(state, depth) for depth in range(1, len(row["perft"]) + 1)]
    assert counts == row["perft"], (
        "if the rules changed on purpose: python tools/goldens.py, and review the diff"
    )


def test_the_goldens_are_those_that_the_games_ask_for() -> None:
    recorded = [{**row, "perft": len(row["perft"])} for row in GOLDENS]
    wanted = [(name, one) for name in ours() for one in checks_of(fabletop.game(name)).perft]
    assert recorded == [{"game": name, **TOOL["start_of"](one), "perft": one.depth} for name, one in wanted]
