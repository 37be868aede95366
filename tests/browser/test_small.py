"""On a very small window, and with everything twice as large: nothing for axe to find, nothing too wide, and
what can be chosen is large enough to hit."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

import fabletop
from fabletop.games import ours

from .conftest import QUICK
from .house import Server
from .person import Player, make_table, must_be_sound, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

WINDOWS = {"320 px": (320, 640, 1), "200 %": (640, 400, 2)}  # a desk of 1280x800, with letters twice as large
SMALL = """() => {
  const hits = "button, a, select, input, summary, [role=button], [role=tab]"
  const box = (one) => (one.closest("label, g") ?? one).getBoundingClientRect()
  return [...document.querySelectorAll(hits)]
    .filter(one => one.checkVisibility({ visibilityProperty: true }))
    .filter(one => !one.closest("p, footer, .line, .unseen"))
    .filter(one => getComputedStyle(one).clipPath === "none" && one.getAttribute("tabindex") !== "-1")
    .filter(one => box(one).width && Math.min(box(one).width, box(one).height) < 23.5)
    .map(one => `${one.outerHTML.slice(0, 120)} ${box(one).width.toFixed(1)} x ${box(one).height.toFixed(1)}`)
}"""


@pytest_asyncio.fixture(loop_scope="session", params=WINDOWS, ids=str)
async def small(request: pytest.FixtureRequest, browser: Browser, server: Server) -> AsyncIterator[Page]:
    width, height, scale = WINDOWS[request.param]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        reduced_motion="reduce",
        base_url=server.address,
        service_workers="block",
    )
    context.set_default_timeout(15_000)
    await context.add_init_script(QUICK)
    page = await context.new_page()
    await page.goto("/")
    yield page
    await context.close()


async def must_be_usable(page: Page, axe: Path) -> None:
    await must_be_sound(page, axe)
    found = await page.evaluate(SMALL)
    assert not found, "too small to hit:\n" + "\n".join(found[:8])


async def test_pages(small: Page, axe: Path) -> None:
    await small.locator("article").first.wait_for()
    await must_be_usable(small, axe)
    await small.get_by_role("button", name="Set up a table").first.click()
    await must_be_usable(small, axe)
    await small.goto("/you")
    await small.locator("main h1, main h2").first.wait_for()
    await must_be_usable(small, axe)
    await make_table(small, "storybook", seats=["me", "open"])
    await small.get_by_label("Code of this table").wait_for()
    await must_be_usable(small, axe)


def most_in(chosen: str) -> list[object]:
    """All games; this one in every run, the others in ./test --all."""
    return [pytest.param(game, marks=() if game == chosen else pytest.mark.heavy) for game in ours()]


@pytest.mark.parametrize("game", most_in("condyle"))
async def test_lesson_result_and_review(small: Page, axe: Path, game: str) -> None:
    await small.goto(f"/learn/{game}")
    await small.get_by_role("region", name="Lesson").wait_for()
    await ready(small)
    await must_be_usable(small, axe)
    await make_table(small, game)
    player = Player(small, seed=5)
    for _ in range(4):
        await ready(small)
        await player.answer()
    if await ready(small) != "over":
        await small.get_by_role("tab", name="Table").click()
        await small.get_by_role("button", name="Resign").click()
        await small.get_by_role("button", name="Yes, resign").click()
    sheet = small.locator('[data-region="results"]')
    await expect(sheet).to_be_visible()
    await must_be_usable(small, axe)
    await sheet.get_by_role("link", name="Review").click()
    await expect(small.get_by_role("img", name="Estimated chances")).to_be_visible()
    await must_be_usable(small, axe)


@pytest.mark.parametrize("game", most_in("coraline"))
async def test_tables(small: Page, axe: Path, game: str) -> None:
    players = next((count for count in fabletop.game(game).players if count > 1), 1)
    await make_table(small, game, seats=["me", *["gentle"] * (players - 1)])
    await ready(small)
    await must_be_usable(small, axe)
    player = Player(small, seed=7)
    for _ in range(8):
        await player.answer()
        if await ready(small) == "over":
            break
    await must_be_usable(small, axe)
