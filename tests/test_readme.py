"""What the README and the docs promise is true."""

import doctest
import re
from pathlib import Path

import fabletop
from fabletop.cli.main import main
from fabletop.games import ours

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_session_in_the_readme_works_as_printed() -> None:
    done = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert done.attempted > 10
    assert done.failed == 0


def prose(text: str) -> str:
    """A page without its code."""
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def test_links_lead_somewhere() -> None:
    links = [
        (page, link)
        for page in PAGES
        for link in re.findall(r"\]\(([^)#]+)\)", prose(page.read_text("utf-8")))
    ]
    assert len(links) > 5
    for page, link in links:
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_every_command_is_told_of(capsys: object) -> None:
    told = (ROOT / "docs" / "operations.md").read_text("utf-8")
    folder = ROOT / "src" / "fabletop" / "cli" / "commands"
    commands = [path.stem.replace("_", "-") for path in folder.glob("*.py") if path.stem != "__init__"]
    assert len(commands) > 8
    for command in commands:
        assert f"`{command}`" in told, f"docs/operations.md does not tell of {command}"
    assert main(["games"]) == 0


def test_every_game_on_the_shelf_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for name in ours():
        assert f"**{fabletop.game(name).title}**" in text
