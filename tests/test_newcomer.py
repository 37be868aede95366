"""What the README shows works on a clean copy, typed as it stands there, after ./play."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.test_commands_shown import HOUSE, ROOT, shown
from tools import release

pytestmark = pytest.mark.heavy
DESIGNERS = "## For designers"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources in which somebody has played once, interpreted, for that is quicker here."""
    place = tmp_path_factory.mktemp("clone")
    release.copy_source(place)
    run(place, [sys.executable, "play", "storybook", "--seats", "random,random", "--plain", "--fast"])
    return place


def run(place: Path, command: list[str]) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "FABLETOP"))}
    done = subprocess.run(
        command, cwd=place, env=kept | {"FABLETOP_COMPILE": "0"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{shlex.join(command)}:\n{done.stdout}{done.stderr}"
    return done.stdout


def test_a_designer_changes_a_card_and_sees_what_it_does(clone: Path) -> None:
    edition = (ROOT / HOUSE).read_text("utf-8").replace("balanced = true", "balanced = false")
    (clone / "mine.toml").write_text(edition.replace("points = 5", "points = 6", 1), "utf-8")
    section = DESIGNERS + (ROOT / "README.md").read_text("utf-8").split(DESIGNERS)[1].split("\n## ")[0]
    (clone / "section.md").write_text(section, "utf-8")
    commands = [shlex.split(line) for line in shown(clone / "section.md")]
    assert [command[1] for command in commands] == ["tools/boot.py", "check", "balance"]
    for command in commands:
        if "--games" in command:
            command[command.index("--games") + 1] = "100"  # interpreted, 2,000 would take long
        run(clone, [shutil.which(command[0], path=os.environ["PATH"]) or command[0], *command[1:]])
    assert "<svg" in (clone / "mine.html").read_text("utf-8")
