"""The house of Coraline: one sees where she may walk."""

import re

import pytest
from playwright.async_api import Page, expect

import fabletop

from .conftest import Visit
from .person import make_table, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

WAYS = """() => [...document.querySelectorAll("[data-way]")].map(way => {
  const box = way.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2
  const far = (room) => {
    const wall = document.querySelector(`.board [data-thing="room ${room}"]`).getBoundingClientRect()
    return Math.max(wall.left - x, x - wall.right, wall.top - y, y - wall.bottom)
  }
  const rooms = way.dataset.way.split(" ")
  return { rooms, far: Math.max(...rooms.map(far)), lit: way.classList.contains("open") }
})"""
WALK = re.compile("Discard .* to move Coraline")
WALL = 6  # pixels at most from either room


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_ways_between_rooms_are_drawn(visit: Visit, phone: bool) -> None:
    page: Page = await visit(phone=phone)
    await make_table(page, "coraline", players=1, seats=["me"])
    await ready(page)
    await page.locator("[data-way]").first.wait_for()
    game = fabletop.game("coraline")
    rooms = game.catalog(game.edition("house"))["rooms"]
    beside = {frozenset((room["id"], other)) for room in rooms for other in room["beside"]}
    ways = await page.evaluate(WAYS)
    assert {frozenset(way["rooms"]) for way in ways} == beside
    assert all(way["far"] < WALL for way in ways), "each lies on the wall between its rooms"
    assert not any(way["lit"] for way in ways), "nobody asks where she goes"

    coraline = page.locator('.board [data-thing="character coraline"]')
    name = str(await coraline.get_attribute("aria-label")).removeprefix("Coraline, in the ").split(",")[0]
    here = next(room["id"] for room in rooms if room["name"] == name)
    await page.locator('.board [data-thing^="hand "][data-standing="can"]').first.click()
    await page.locator(".chooser [data-choice]", has_text=WALK).click()
    await page.locator('.board [data-thing^="room "][data-standing="can"]').first.wait_for()
    lit = {frozenset(way["rooms"]) for way in await page.evaluate(WAYS) if way["lit"]}
    assert lit == {pair for pair in beside if here in pair}
    await expect(coraline).to_be_visible()
