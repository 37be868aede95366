"""Every command that the README and the docs show exists and takes these options, and the quick ones run."""

import argparse
import json
import re
import runpy
import shlex
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from fabletop.cli.main import main, make_parser

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FIRST = ("./play", "./test", "fabletop", ".venv/bin/fabletop", "python", "python3", "pip", "npm", "cp")
OTHERS = ("pytest",)  # modules of other packages that docs may call
HOUSE = "src/fabletop/games/storybook/editions/house.toml"


def shown(page: Path) -> list[str]:
    """The commands in a page's indented and fenced blocks, a line each."""
    lines = re.findall(r"^(?: {4})?(\S.*?)(?:\s+#.*)?$", page.read_text("utf-8"), re.MULTILINE)
    return [line for line in lines if line.partition(" ")[0] in FIRST]


def mentioned(page: Path) -> list[str]:
    """The commands in the middle of sentences; there they may be shortened."""
    spans = re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))
    return [span for span in spans if span.partition(" ")[0] in FIRST and span not in FIRST]


SHOWN = [pytest.param(line, id=f"{page.name}: {line}") for page in PAGES for line in shown(page)]
MENTIONED = [pytest.param(span, id=f"{page.name}: {span}") for page in PAGES for span in mentioned(page)]


def arguments_of(line: str) -> list[str] | None:
    """What `fabletop` would be called with; None for other commands. P and S stand for numbers."""
    first, *rest = shlex.split(line)
    if first == "./play":
        rest = rest or ["serve"]
        return rest if rest[0] == "serve" else ["play", *rest]
    if first.endswith("fabletop"):
        return ["1" if word in ("P", "S", "N") else word for word in rest]
    return None


def parser_of(command: str) -> argparse.ArgumentParser:
    (room,) = [action for action in make_parser()._actions if isinstance(action, argparse._SubParsersAction)]
    assert command in room.choices, f"there is no command {command}"
    found: argparse.ArgumentParser = room.choices[command]
    return found


def check_other(line: str) -> None:
    """A command that is not Fabletop's own: the tool, extra or script it names is there."""
    first, *words = shlex.split(line)
    if first.startswith("python") and words[0] == "-m":
        ours = ROOT / f"{words[1].replace('.', '/')}.py"
        assert ours.exists() or (words[1] in OTHERS and find_spec(words[1]))
        assert all((ROOT / word).exists() for word in words[2:] if word.startswith("./"))
    elif first.startswith("python"):
        assert (ROOT / words[0]).exists()
        if words[0] == "tools/boot.py":
            assert set(words[1:]) <= set(runpy.run_path(str(ROOT / words[0]))["KINDS"])
    elif first == "pip":
        assert words[0] == "install"
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
            "optional-dependencies"
        ]
        assert set(re.findall(r"\[(.*?)\]", line)) <= set(extras)
    elif first == "npm" and words[0] == "run":
        assert words[1] in json.loads((ROOT / "web/package.json").read_text("utf-8"))["scripts"]
    elif first == "./test":
        assert set(words) <= {"--all", "-k", "storm"}
    elif first == "cp":
        assert (ROOT / words[0]).exists()


def test_there_are_commands_to_check() -> None:
    assert len(SHOWN) > 30 and len(MENTIONED) > 20


@pytest.mark.parametrize("line", SHOWN)
def test_a_command_in_a_block_is_understood(line: str) -> None:
    arguments = arguments_of(line)
    if arguments is None:
        check_other(line)
    else:
        make_parser().parse_args(arguments)


@pytest.mark.parametrize("span", MENTIONED)
def test_a_command_in_a_sentence_exists_and_has_these_options(span: str) -> None:
    arguments = arguments_of(span)
    if arguments is None:
        check_other(span)
    elif arguments[0] != "COMMAND":
        options = parser_of(arguments[0])._option_string_actions
        assert {word for word in arguments if word.startswith("--")} <= set(options)


def test_what_is_not_there_is_found() -> None:
    for line in ("python tools/boot.py laab", "python -m tools.nothing", "pip install 'fabletop[labs]'"):
        with pytest.raises(AssertionError):
            check_other(line)
    with pytest.raises(SystemExit):
        make_parser().parse_args(["balance", "storybook", "--htm", "x"])


# --- The quick ones are run ---------------------------------------------------------------------------------


def quickened(arguments: list[str]) -> list[str]:
    """The same with few games, bots that hardly think and one process."""
    quick = [hasty(word) for word in arguments]
    if "--games" in quick:
        quick[quick.index("--games") + 1] = "1" if "--lineup" in quick else "2"
    return [*quick, "--jobs", "1"] if quick[0] in ("sim", "balance", "match") else quick


def hasty(bots: str) -> str:
    if "sharp" not in bots:
        return bots
    one = re.sub(r"\bsharp(:\w+)?", "greedy", bots.replace("greedy", "random"))
    return "random" if one == "greedy" else one


RUN = ("check", "declares", "sim", "balance", "match", "games", "rules")
COMPLETE = [
    arguments
    for page in PAGES
    for line in [*shown(page), *mentioned(page)]
    if (arguments := arguments_of(line))
    and arguments[0] in RUN
    and len(arguments) > 2 - (arguments[0] == "declares")
    if not (ROOT / "examples" / arguments[1]).exists()  # a package that has to be installed first
]
# One of each kind is enough: the same command with the same options.
QUICK = {
    (words[0], *(word for word in words if word[:2] == "--" and word not in ("--seed", "--out"))): words
    for words in COMPLETE
}


@pytest.fixture
def beside_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the docs say to put there first: an edition to change, a match to go on with."""
    monkeypatch.chdir(tmp_path)
    changed = (ROOT / HOUSE).read_text("utf-8").replace("balanced = true", "balanced = false")
    Path("mine.toml").write_text(changed.replace("points = 5", "points = 6", 1), "utf-8")
    return tmp_path


@pytest.mark.parametrize("arguments", QUICK.values(), ids=" ".join)
def test_it_runs(arguments: list[str], beside_the_sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if "--resume" in arguments:
        match = ["match", "storybook", "--bots", "greedy,random", "--games", "2", "--out", "night.json"]
        assert main(quickened(match)) == 0
    assert main(quickened(arguments)) == 0, capsys.readouterr().err
    if "--html" in arguments:
        page = arguments[arguments.index("--html") + 1]
        assert "<svg" in (beside_the_sources / page).read_text("utf-8")
