"""A game from outside: the example is on the shelf as soon as it can be found, and all there is plays it."""

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import walk

import fabletop
from fabletop import games
from fabletop.cli.main import main
from fabletop.kernel.compiled import is_compiled

RULE = re.compile(r"MO-[A-Z]+\.\d")
QUICK = ("games", "play", "sim", "match", "balance")
PACKAGE = [path for path in walk.EXAMPLE.rglob("*.py") if "build" not in path.parts]


@pytest.fixture
def moths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    walk.put(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def forget() -> None:
    for cached in (games.names, games.game, games.visitors):
        cached.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "moths"]:
        del sys.modules[name]


def run(*arguments: str, typed: str = "") -> str:
    """A command in a process of its own, where the example is installed."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=walk.ROOT, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- The walk -------------------------------------------------------------------------------------


def test_what_the_page_shows_is_in_the_files() -> None:
    texts = {path: path.read_text("utf-8") for path in [*PACKAGE, walk.EXAMPLE / "pyproject.toml"]}
    shown = walk.snippets("python") + walk.snippets("toml")
    assert len(shown) > 6
    for snippet in shown:
        assert any(snippet in text for text in texts.values()), f"in no file of the example:\n{snippet}"


@pytest.mark.parametrize("command", [c for c in walk.commands() if c.split()[1] in QUICK])
def test_commands_of_the_walk(
    command: str, moths: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 300))
    assert main(shlex.split(command)[1:]) == 0
    out, err = capsys.readouterr()
    assert "moths" in out.lower() and err == ""


# --- The example ----------------------------------------------------------------------------------


def test_the_example_stays_small() -> None:
    assert len(PACKAGE) <= 6
    assert sum(len(path.read_text("utf-8").splitlines()) for path in PACKAGE) <= 400


def test_it_is_on_the_shelf_and_plays_against_bots(moths: Path) -> None:
    from fabletop import bots

    assert fabletop.names() == tuple(sorted([*games.ours(), "moths"])) and games.broken() == []
    state = fabletop.game("moths").start(3, seed=5)
    bot, rng = bots.make("sharp:20"), fabletop.seeded(1)
    while not state.over:
        state.apply(bot.choose(state, rng) if state.seat == 0 else state.legal()[0])
    assert max(state.returns()) <= 1


def test_every_rule_is_enacted_and_tested(moths: Path) -> None:
    known = {rule.id for rule in fabletop.game("moths").rules}
    tests = (walk.EXAMPLE / "test_moths.py").read_text("utf-8")
    code = "".join(path.read_text("utf-8") for path in (walk.EXAMPLE / "moths").glob("*.py"))
    assert known == set(RULE.findall(tests)) == set(RULE.findall(code))


def test_its_own_tests(moths: Path) -> None:
    assert " passed" in run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(walk.EXAMPLE))


def test_it_conforms(moths: Path) -> None:
    assert "3 of 3 variants" in run("-m", "fabletop", "conformance", "moths", "--games", "1")


def test_in_the_terminal_its_view_is_text(moths: Path) -> None:
    game = fabletop.game("moths")
    lines = game.text(game.start(2, seed=3), 0).splitlines()
    assert lines[:3] == ["8 lanterns burn", "moths to come 24", "lanterns:"]
    assert "  Tea Light (points 1, places 2)" in lines
    assert "  Player 2 (points 0, moths 4)" in lines
    assert lines[-5] == "your moths:" and lines[-1].startswith("  ") and "(light " in lines[-1]


TRACE = """
import fabletop, moths.table
from fabletop.lab.conformance import trace
print(moths.table.__file__.endswith(".py"))
print([trace(fabletop.game("moths"), players, 3) for players in (2, 3, 4)])
"""


def test_compiled_it_is_the_same_game(moths: Path) -> None:
    """As plain Python on whatever kernel is under test; and compiled, where the kernel is."""
    before = run("-c", TRACE).splitlines()
    assert before[0] == "True"
    if is_compiled():
        files = [str(moths / "moths" / name) for name in ("table.py", "bot.py")]
        assert "table" in run("-m", "fabletop", "compile", *files)
        assert run("-c", TRACE).splitlines() == ["False", before[1]]


def test_a_compiled_game_must_fit_its_kernel(moths: Path) -> None:
    (moths / "moths" / "compiled_for.txt").write_text("another\n")
    forget()
    wanted = (
        "was compiled for another Fabletop" if is_compiled() else "it is compiled, and this Fabletop is not"
    )
    assert "moths" not in fabletop.names() and wanted in games.broken()[0]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["nowhere.py"], "is no Python file"),
        (["tests/walk.py", "tools/boot.py"], "give files of one package"),
    ],
)
def test_what_cannot_be_compiled(files: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", *[str(walk.ROOT / file) for file in files]]) == 2
    assert (words if is_compiled() else "runs interpreted") in capsys.readouterr().err
