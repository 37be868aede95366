"""A program of somebody's own plays a whole game with a person who clicks."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

import fabletop
from fabletop.lab.checks import checks_of
from fabletop.server.outside import play_at

from .conftest import Visit
from .house import Server
from .person import Player, make_table, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")
EAGER = Path(__file__).parents[2] / "examples/bots/eager.py"


async def test_a_whole_game_with_a_bot_from_outside(visit: Visit, server: Server) -> None:
    page = await visit()
    record = checks_of(fabletop.game("condyle")).playthrough[0]
    seats = ["me", "open", *["gentle"] * (record.players - 2)]
    code = await make_table(page, "condyle", seats=seats, options=record.options)
    said: list[str] = []
    bot = asyncio.create_task(
        play_at(server.address, code, 1, EAGER, "Eager", observe=False, say=said.append)
    )
    await expect(page.get_by_text("Eager, a stranger’s bot").first).to_be_visible()
    await page.get_by_role("button", name="Start the game").click()
    assert await ready(page) in ("mine", "over")
    await Player(page).play_on()
    await bot
    after = " ".join(said[-1].split()[-3:])  # the page calls the players by their names
    await expect(page.locator("[data-region=results]")).to_contain_text(after)
    assert server.errors() == []
