"""The daily deal on the page: begun once, compared, opened the day after; and ratings of kept people."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, expect
from tests.server.place import open_place

from fabletop.server import messages as msg
from fabletop.server.guests import COOKIE

from .conftest import DESK, PHONE, Visit
from .house import Server
from .person import must_be_sound, press

pytestmark = pytest.mark.asyncio(loop_scope="session")

ON_BOTH = pytest.mark.parametrize(
    "phone", [pytest.param(False, id="desk", marks=pytest.mark.heavy), pytest.param(True, id="phone")]
)


DAY = 24 * 3600


async def play_yesterday(folder: Path) -> str:
    """A house in which somebody tried a deal the day before; her cookie."""
    async with open_place(folder) as place:
        place.house.time = lambda: time.time() - DAY
        anna = await place.guest("Anna")
        code = (await anna.send("POST", "/api/daily/coraline", {"pace": 0})).json()["code"]
        assert (await (await place.visit(anna, code)).do(msg.Resign)).refused is None
        return anna.cookie


@pytest.fixture(scope="module")
def yesterday(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    folder = tmp_path_factory.mktemp("yesterday")
    cookie = asyncio.run(play_yesterday(folder))
    with Server(folder) as server:
        yield server, cookie


async def back(browser: Browser, server: Server, cookie: str, phone: bool = False) -> BrowserContext:
    context = await browser.new_context(
        viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
        base_url=server.address,
        reduced_motion="reduce",
    )
    context.set_default_timeout(15_000)
    await context.add_cookies([{"name": COOKIE, "value": cookie, "url": server.address}])
    return context


async def resign(page: Page) -> None:
    await page.locator("#tab-about").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.locator(".results")).to_be_visible()


@ON_BOTH
async def test_todays_deal_is_played_once_and_compared(visit: Visit, axe: Path, phone: bool) -> None:
    page = await visit("/", phone=phone)
    row = page.locator('[data-deal="coraline"]')
    await expect(row).to_contain_text("alone")
    await must_be_sound(page, axe)
    await row.get_by_role("button").click()
    await expect(page.locator(".prompt")).to_be_visible()
    code = page.url.rpartition("/")[2]
    await page.goto("/")
    await row.get_by_role("link", name="Go on").click()
    await expect(page).to_have_url(f"/t/{code}")
    await resign(page)
    await expect(page.get_by_role("link", name="Review")).to_have_count(0)
    await page.get_by_role("link", name="How others did with this deal").click()
    mine = page.locator("article#coraline")
    await expect(mine).to_contain_text("You lost in 0 answers")
    await expect(mine.get_by_role("row", name="You")).to_contain_text("lost")
    await mine.get_by_text("Its seal").click()
    await expect(mine).to_contain_text("Tomorrow the seed is told")
    await must_be_sound(page, axe)
    await page.goto(f"/review/{code}")
    await expect(page.get_by_role("heading", name="Today's deal is opened tomorrow")).to_be_visible()
    await page.goto("/")
    await expect(row.get_by_role("link")).to_contain_text("lost")


@ON_BOTH
async def test_yesterdays_deal_is_opened(
    browser: Browser, yesterday: tuple[Server, str], axe: Path, phone: bool
) -> None:
    server, cookie = yesterday
    context = await back(browser, server, cookie, phone)
    page = await context.new_page()
    await page.goto("/daily")
    await page.get_by_role("navigation", name="Days").get_by_role("link").nth(1).click()
    mine = page.locator("article#coraline")
    await expect(mine).to_contain_text("You lost in 0 answers")
    await mine.get_by_text("Its seal, opened").click()
    await expect(mine).to_contain_text("fabletop verify fabletop-coraline-")
    async with page.expect_download() as saved:
        await mine.get_by_role("link", name="the deal as a file").click()
    assert (await saved.value).suggested_filename.startswith("fabletop-coraline-")
    await must_be_sound(page, axe)
    await mine.get_by_role("link", name="Review your game").click()
    await expect(page.get_by_label("Through the game")).to_be_visible()
    await page.goto(f"{server.address}/daily")
    await page.get_by_role("navigation", name="Days").get_by_role("link").nth(1).click()
    await mine.get_by_role("button", name="Practise it").click()
    await expect(page.locator(".prompt")).to_be_visible()
    await context.close()
    assert server.errors() == []


async def resign_by_keys(page: Page) -> None:
    about = page.locator("#tab-about")
    await press(page, page.get_by_role("tab", selected=True), "ArrowRight")
    for _ in range(6):
        if await about.get_attribute("aria-selected") == "true":
            break
        await page.keyboard.press("ArrowRight")
    await press(page, page.get_by_role("button", name="Resign"))
    await press(page, page.get_by_role("button", name="Yes, resign"))
    await expect(page.locator(".results")).to_be_visible()


async def test_the_daily_deal_by_keys_alone(
    visit: Visit, browser: Browser, yesterday: tuple[Server, str]
) -> None:
    page = await visit("/", phone=True)
    await press(page, page.get_by_role("button", name="Play today's deal of Coraline"))
    await expect(page.locator(".prompt")).to_be_visible()
    await resign_by_keys(page)
    await press(page, page.get_by_role("link", name="How others did with this deal"))
    mine = page.locator("article#coraline")
    await press(page, mine.get_by_text("Its seal"))
    await expect(mine).to_contain_text("Tomorrow the seed is told")

    server, cookie = yesterday
    context = await back(browser, server, cookie, phone=True)
    page = await context.new_page()
    await page.goto("/daily")
    await press(page, page.get_by_role("navigation", name="Days").get_by_role("link").nth(1))
    deal = page.locator("article#unrelenting")
    await page.route("**/house", answer_at_it)
    await press(page, deal.get_by_role("button", name="Let relentless play it"))
    await expect(deal.get_by_role("status")).to_contain_text("is at it")
    await press(page, deal.get_by_text("Its seal, opened"))
    async with page.expect_download() as saved:
        await press(page, deal.get_by_role("link", name="the deal as a file"))
    assert (await saved.value).suggested_filename.startswith("fabletop-unrelenting-")
    await press(page, deal.get_by_role("button", name="Practise it"))
    await expect(page.locator(".prompt")).to_be_visible()
    await context.close()


async def answer_at_it(route: Route) -> None:
    """As the house would, if it began to think."""
    day = route.request.url.split("/daily/")[1].split("/")[0]
    found = await (
        await route.fetch(url=route.request.url.split("/daily/")[0] + f"/daily/{day}", method="GET")
    ).json()
    for deal in found["deals"]:
        deal["compared"]["at_it"] = deal["game"] == "unrelenting"
    await route.fulfill(json=found)


async def test_a_rated_game_by_keys_alone(visit: Visit) -> None:
    dora, emil = await visit("/", phone=True), await visit("/", phone=True)
    for page, name in ((dora, "Dora"), (emil, "Emil")):
        await kept(page, name)
    await press(dora, dora.get_by_role("button", name="With friends: set up a table of Storybook Battles"))
    await press(dora, dora.get_by_role("checkbox", name="A rated game"), "Space")
    await press(dora, dora.get_by_role("button", name="Open the table"))
    await expect(dora.get_by_label("Seats")).to_contain_text("1000")
    await emil.goto(dora.url)
    await press(emil, emil.get_by_role("button", name="Sit here"))
    await press(dora, dora.get_by_role("button", name="Start the game"))
    await expect(emil.locator(".prompt")).to_be_visible()
    await resign_by_keys(emil)
    await dora.goto("/")
    await press(dora, dora.get_by_role("link", name="Your games, figures"))
    await expect(dora.get_by_role("region", name="Your ratings")).to_contain_text("1 rated game")


async def kept(page: Page, name: str) -> None:
    assert (await page.request.put("/api/me", data={"name": name})).ok
    assert (await page.request.post("/api/me/phrase", data={})).ok
    await page.reload()


async def test_a_rated_game_between_kept_people_shows_ratings(visit: Visit, axe: Path) -> None:
    dora, emil = await visit("/"), await visit("/", phone=True)
    setting_up = dora.get_by_role("button", name="With friends: set up a table of Storybook Battles")
    rated = dora.get_by_role("checkbox", name="A rated game")
    await setting_up.click()
    await expect(rated).to_be_disabled()
    await dora.keyboard.press("Escape")
    for page, name in ((dora, "Dora"), (emil, "Emil")):
        await kept(page, name)
    await setting_up.click()
    await rated.check()
    await must_be_sound(dora, axe)
    await dora.get_by_role("button", name="Open the table").click()
    await expect(dora.get_by_label("Seats")).to_contain_text("1000")
    await emil.goto(dora.url)
    await expect(emil.get_by_text("A rated game")).to_be_visible()
    await must_be_sound(emil, axe)
    await emil.get_by_role("button", name="Sit here").click()
    await dora.get_by_role("button", name="Start the game").click()
    await expect(emil.locator(".prompt")).to_be_visible()
    await resign(emil)
    await expect(dora.get_by_label("Seats")).to_contain_text("1 rated game")
    for page, better in ((dora, True), (emil, False)):
        await page.goto("/you")
        mine = page.get_by_role("region", name="Your ratings")
        await expect(mine).to_contain_text("1 rated game")
        assert (int(await mine.locator(".points").inner_text()) > 1000) == better
        await must_be_sound(page, axe)
