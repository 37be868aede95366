"""Playthroughs: everything observable in a game, against the golden text."""

import difflib
import re
from pathlib import Path

import pytest

import fabletop
from fabletop.games import ours
from fabletop.kernel.playthrough import playthrough
from fabletop.lab.checks import Playthrough, checks_of

ROOT = Path(__file__).resolve().parent.parent
PLAYTHROUGHS = [
    pytest.param(name, one, id=one.file)
    for name in ours()
    for one in checks_of(fabletop.game(name)).playthrough
]
SHOWN = 40  # lines of a difference

storybook = fabletop.game("storybook")


@pytest.mark.parametrize(("name", "one"), PLAYTHROUGHS)
def test_a_game_looks_as_it_did(name: str, one: Playthrough) -> None:
    golden = (ROOT / "tests/goldens" / one.file).read_text(encoding="utf-8")
    now = playthrough(fabletop.game(name), one.seed, one.players, one.options)
    if now != golden:
        pytest.fail(difference(golden, now, one.file), pytrace=False)


def difference(golden: str, now: str, file: str) -> str:
    """The first lines that differ, with the question they belong to."""
    old, new = golden.splitlines(), now.splitlines()
    first = next((i for i, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old))
    where = next((line for line in reversed(old[:first]) if line.startswith("#")), "the start")
    window = slice(max(first - 5, 0), first + 200)
    found = list(difflib.unified_diff(old[window], new[window], "golden", "now", lineterm="", n=5))[:SHOWN]
    hint = "If this was meant: python tools/goldens.py, and review the diff."
    return "\n".join([f"{file} differs from line {first + 1} on, at {where}", *found, hint])


def test_a_difference_is_shown_where_it_begins() -> None:
    words = difference("#1 first\nsame\n#2 second\nold\n", "#1 first\nsame\n#2 second\nnew\n", "some.txt")
    assert "some.txt differs from line 4 on, at #2 second" in words
    assert "-old\n+new" in words


def test_the_same_seed_gives_the_same_text() -> None:
    assert playthrough(storybook, 5) == playthrough(storybook, 5)
    assert playthrough(storybook, 5) != playthrough(storybook, 6)


def test_it_holds_all_that_can_be_seen() -> None:
    text = playthrough(storybook, 5, options={"hero": "alice"})
    assert text.startswith("game: storybook, rules version")
    assert "options: hero=alice" in text
    numbers = [int(number) for number in re.findall(r"^#(\d+) ", text, re.MULTILINE)]
    assert numbers == list(range(len(numbers)))
    assert len(re.findall(r"^> \d+$", text, re.MULTILINE)) == len(numbers)
    assert len(
        re.findall(r"^views: seat 0 \w{12}, seat 1 \w{12}, spectator \w{12}$", text, re.MULTILINE)
    ) == (len(numbers) + 1)
    assert f"over after {len(numbers)} answers: " in text
    assert re.search(r"^returns: \[", text, re.MULTILINE)


def test_the_chosen_answer_was_offered() -> None:
    for part in playthrough(storybook, 8).split("\n#")[1:]:
        chosen = re.search(r"^> (\d+)$", part, re.MULTILINE)
        assert chosen
        assert f"  [{chosen[1]}] " in part


def test_a_game_can_be_cut_short() -> None:
    assert playthrough(storybook, 1, longest=3).endswith("stopped after 3 answers\n")


def test_a_full_view_needs_a_distance() -> None:
    with pytest.raises(fabletop.Mistake, match="give 1 or more"):
        playthrough(storybook, full_every=0)
