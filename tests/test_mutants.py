"""The tool that breaks rules at random: what it changes, that it is reproducible, and that it goes on."""

import ast
import json
import re
from pathlib import Path

import pytest
from tools import mutants
from tools.mutants import Notes, broken, rule_files, told
from tools.random_changes import Change, changes_of, chosen

RULES = '''"""Words a < b stay."""

def reach(t, near: "int" = 1, *, far: bool = False) -> "a < b":
    assert near >= 0
    if near < t.steps and not far:
        t.tell(near, t.steps + 2)
    t.steps -= reach(t, 3)
    return f"{near + 1} steps" if max(t.steps, t.far) + HERE else ""

HERE: Final = 0
'''


def changes(text: str) -> set[str]:
    """Each change of a text, as its line is then."""
    return {
        change.made_in(text).splitlines()[change.line - 1].strip()
        for change in changes_of("rules.py", text, {"reach"}, {"HERE"})
    }


def test_comparisons_signs_connectives_and_calls_are_changed_and_nothing_else() -> None:
    assert changes(RULES) == {
        "if (near < t.steps or not far):",
        "if near <= t.steps and not far:",
        "if near >= t.steps and not far:",
        "if near < t.steps and far:",
        "pass",
        "t.tell(t.steps + 2, near)",
        "t.tell(near, t.steps - 2)",
        "t.steps += reach(t, 3)",
        "t.steps -= reach(t)",
    }


@pytest.mark.parametrize("game", ["storybook", "coraline", "condyle", "unrelenting", "kernel"])
def test_every_change_of_the_rules_can_be_read_and_is_one(game: str) -> None:
    files = rule_files(game)
    assert not [name for name in files if "bot/" in name or name in ("view.py", "text.py")]
    for change in chosen(files, 40, seed=3):
        text = files[change.file]
        assert ast.dump(ast.parse(change.made_in(text))) != ast.dump(ast.parse(text))


def test_the_same_seed_draws_the_same_and_a_longer_run_begins_with_a_shorter_one() -> None:
    files = rule_files("coraline")
    assert chosen(files, 9, seed=5) == chosen(files, 30, seed=5)[:9]
    assert chosen(files, 9, seed=5) != chosen(files, 9, seed=6)


def test_a_file_is_whole_again_after_its_mutant(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    with pytest.raises(RuntimeError), broken(file, "pass"):
        assert file.read_text() == "pass"
        raise RuntimeError
    assert file.read_text() == RULES


class Watch:
    """Stands for the tests of a game: they find what is changed on the lines that they look at."""

    def __init__(self, *lines: int) -> None:
        self.lines = lines
        self.tried = 0
        self.patience = 99

    def red(self, change: Change) -> str | None:
        if self.tried == self.patience:
            raise KeyboardInterrupt
        self.tried += 1
        return "test_rules.py" if change.line in self.lines else None


def run(tmp_path: Path, tests: Watch, fingerprint: str = "same") -> int:
    files = {"rules.py": RULES}
    notes = Notes(tmp_path / "notes.json", fingerprint)
    return told(chosen(files, 9, seed=1), files, notes, tests.red)


def test_survivors_are_listed_and_more_than_three_of_a_hundred_are_too_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, Watch(5, 6)) == 1
    said = capsys.readouterr().out
    assert "2 of 9 mutants survive." in said
    assert "  rules.py:7  t.steps -= reach(t, 3) -> t.steps += reach(t, 3)" in said
    assert run(tmp_path, Watch(5, 6, 7), "other tests") == 0


def test_what_was_stopped_goes_on_and_nothing_is_tried_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = Watch(5, 6, 7), Watch(5, 6, 7)
    first.patience = 4
    run(tmp_path, first)
    assert "Stopped after 4 of 9: the same command goes on." in capsys.readouterr().out
    assert run(tmp_path, second) == 0
    assert (first.tried, second.tried) == (4, 5)


def test_after_a_change_only_survivors_are_tried_again(tmp_path: Path) -> None:
    run(tmp_path, Watch(5, 6))
    again = Watch(7)
    assert run(tmp_path, again, "another test") == 0
    assert again.tried == 2


def test_a_broken_rule_is_found_by_the_tests(tmp_path: Path) -> None:
    test = tmp_path / "test_one.py"
    test.write_text("from rules import N\ndef test_one() -> None:\n    assert N == 1\n")
    (tmp_path / "rules.py").write_text("N = 1\n")
    assert mutants.first_red(tmp_path, [str(test)]) is None
    with broken(tmp_path / "rules.py", "N = 2\n"):
        assert mutants.first_red(tmp_path, [str(test)]) is not None


def test_bytecode_of_the_whole_rules_is_not_taken_for_a_mutants(tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    (source / "rules.py").write_text("N = 1\n")
    test = source / "test_one.py"
    test.write_text("from rules import N\ndef test_one() -> None:\n    assert N == 1\n")
    assert mutants.tested(source, [str(test)], mutants.PATIENCE, keep=True)[0] == 0
    assert list((tmp_path / "bytecode").rglob("rules.*.pyc"))
    for text in ("N = 2\n", "N = 3\n"):
        with broken(source / "rules.py", text):
            assert mutants.first_red(source, [str(test)]) is not None
    assert mutants.first_red(source, [str(test)]) is None


SLOW_AND_QUICK = """
import time, tools.quickest_first
tools.quickest_first.GRACE = 0.2
TURNS = 1
def test_slow():
    time.sleep(0.2)
    assert TURNS == 1
def test_quick():
    assert TURNS
def test_loop():
    turn = 0
    while turn != TURNS:
        turn += 1
"""


def test_the_quickest_come_first_and_what_does_not_end_is_red(tmp_path: Path) -> None:
    test, seconds = tmp_path / "test_turns.py", tmp_path / "seconds.json"
    test.write_text(SLOW_AND_QUICK)
    tests = [str(test), "-p", "tools.quickest_first", "--seconds", str(seconds)]
    assert mutants.first_red(tmp_path, tests) is None
    assert len(json.loads(seconds.read_text())) == 3
    with broken(test, SLOW_AND_QUICK.replace("TURNS = 1", "TURNS = 0", 1)):
        assert re.search(r"::test_quick( - .*)?$", said(tests, tmp_path), re.MULTILINE)
    with broken(test, SLOW_AND_QUICK.replace("TURNS = 1", "TURNS = -1", 1)):
        assert "Failed: it does not end" in said(tests, tmp_path)


def said(tests: list[str], source: Path) -> str:
    return mutants.tested(source, tests, mutants.PATIENCE)[1]


@pytest.mark.parametrize("game", ["storybook", "coraline", "condyle", "unrelenting"])
def test_what_mutants_made_by_hand_change_is_there(game: str) -> None:
    home = mutants.ROOT / "src/fabletop/games" / game
    made = mutants.made_by_hand(game)
    assert made
    gone = [str(one) for one in made if one.old not in (home / one.file).read_text("utf-8")]
    assert not gone
