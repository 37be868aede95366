"""A game from outside: installed by pip into a fresh environment beside Fabletop, and played by all."""

import os
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect
from tests import walk

import fabletop
from fabletop.kernel.compiled import is_compiled

from .conftest import DESK, PHONE, QUICK
from .house import Server
from .person import Player, make_table, must_be_sound, ready

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.heavy]


class Place:
    """An environment of its own, and a copy of the example in a folder beside."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.commands = home / "env" / "bin"
        venv.create(home / "env", with_pip=True)
        beside = [
            str(Path(fabletop.__file__).parent.parent),
            *(path for path in sys.path if "site-packages" in path),
        ]
        (site,) = (home / "env").glob("lib/python*/site-packages")
        (site / "fabletop_beside.pth").write_text("\n".join(beside) + "\n")
        shutil.copytree(walk.EXAMPLE, home / "examples" / "moths", ignore=walk.LITTER)

    def run(self, command: str, typed: str = "") -> str:
        """A command of the walk. `fabletop` is the installed package's."""
        program, *rest = shlex.split(command)
        modules = {"pip": ["-m", "pip"], "fabletop": ["-m", "fabletop"], "python": []}
        kept = {
            name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "FABLETOP_EXPECT")
        }
        done = subprocess.run(
            [self.commands / "python", *modules[program], *rest],
            cwd=self.home,
            env=kept,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    found = Place(tmp_path_factory.mktemp("outside"))
    found.run(walk.commands()[0])
    yield found


@pytest.fixture(scope="module")
def house(place: Place, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), place.commands / "python") as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session", params=["desk", "phone"])
async def page(request: pytest.FixtureRequest, browser: Browser, house: Server) -> AsyncIterator[Page]:
    size = DESK if request.param == "desk" else PHONE
    context = await browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        has_touch=request.param == "phone",
        reduced_motion="reduce",
        base_url=house.address,
    )
    await context.add_init_script(QUICK)
    page = await context.new_page()
    await page.goto("/")
    yield page
    await context.close()


async def test_a_whole_game_on_the_plain_board(page: Page, house: Server, axe: Path) -> None:
    await expect(page.get_by_role("button", name="Play now: Moths to a Lantern")).to_be_visible()
    await make_table(page, "moths", seats=["me", "sharp", "gentle"])
    assert await ready(page) == "mine"
    player = Player(page)
    for _ in range(3):
        await must_be_sound(page, axe)
        await player.answer()
        await ready(page)
    await player.play_on()
    await must_be_sound(page, axe)
    await expect(page.get_by_role("link", name="Review")).to_be_visible()
    assert player.ways["thing"] > 5 and player.ways["lost"] == player.ways["choice"] == 0, player.ways
    assert house.errors() == []


async def test_the_walk_from_its_first_command_to_its_last(place: Place) -> None:
    for command in walk.commands()[1:]:
        if "compile" not in command or is_compiled():
            said = place.run(command, typed="1\n" * 300)
            assert "BROKEN" not in said
    assert "moths: Moths to a Lantern" in place.run("fabletop games")
    if is_compiled():
        speed = place.run("fabletop bench moths --no-openspiel --rounds 1 --seconds 0.02")
        assert "moths, 2 players" in speed
