"""Benny screams at two people, each in a browser of their own, by a clock that the test lets go on."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from fabletop.kernel import replay

from .conftest import DESK, QUICK
from .person import answered, make_table, number
from .still import StillServer

pytestmark = pytest.mark.asyncio(loop_scope="session")
LONGEST, TOO_SHORT = 76, 17  # seconds: after the first he has screamed once, after the second not yet
OPTIONS = {"ghost": "on", "first": "0", "cross": "auto"}
COUNT = """() => {
  window.flashes = 0
  const flash = (node) => (window.flashes += node.matches?.(".shout") ? 1 : 0)
  const seen = (list) => list.forEach((one) => one.addedNodes.forEach(flash))
  new MutationObserver(seen).observe(document.body, { childList: true, subtree: true })
}"""


@pytest.fixture
def still(tmp_path: Path) -> StillServer:
    return StillServer(tmp_path)


@pytest_asyncio.fixture(loop_scope="session")
async def people(browser: Browser, still: StillServer) -> AsyncIterator[list[Page]]:
    contexts = [
        await browser.new_context(viewport=DESK, reduced_motion="reduce", base_url=still.address)  # type: ignore[arg-type]
        for _ in range(2)
    ]
    with still:
        pages = []
        for context, name in zip(contexts, ("Anna", "Ben"), strict=True):
            await context.add_init_script(QUICK)
            pages.append(await context.new_page())
            await pages[-1].goto("/")
            await pages[-1].request.put("/api/me", data={"name": name})
        yield pages
        for context in contexts:
            await context.close()


async def press(page: Page, name: str) -> None:
    """Give an answer that lies on the board, by its thing; or one of the prompt, by its words."""
    before = await number(page)
    on_board = page.locator(f'.board [data-thing="{name}"][data-standing="can"]').first
    in_prompt = page.locator(".prompt [data-option]").filter(has_text=name).first
    await expect(on_board.or_(in_prompt).first).to_be_visible()
    await (on_board.press("Enter") if await on_board.count() else in_prompt.click())
    await answered(page, before)


async def begin(anna: Page, ben: Page) -> str:
    code = await make_table(anna, "condyle", seats=["me", "open"], options=OPTIONS, absent_seconds=0)
    await ben.goto(f"/t/{code}")
    await ben.get_by_role("button", name="Sit here").click()
    await anna.get_by_role("button", name="Start the game").click()
    for page in (anna, ben):
        await press(page, "cell -1,0")
        await page.evaluate(COUNT)
    await expect(anna.locator('.prompt[data-mood="mine"]')).to_be_visible()
    return code


async def is_said(page: Page, words: str) -> None:
    await expect(page.get_by_role("region", name="Benny")).to_contain_text(words)


async def test_a_whole_evening_with_benny(people: list[Page], still: StillServer, tmp_path: Path) -> None:
    anna, ben = people
    code = await begin(anna, ben)

    # Before the slap: both hear it, see it once, and can read it; the question stays.
    still.pass_by(TOO_SHORT)
    await press(anna, "Stay where you are")
    await is_said(ben, "is quiet so far")
    still.pass_by(LONGEST)
    for page in (anna, ben):
        await is_said(page, "has screamed in the turn of Anna")
        await expect(page.get_by_role("alert").filter(has_text="Benny screams!")).to_have_count(1)
        await page.wait_for_function("window.flashes === 1")

    # While Ben is asked in Anna's turn, no time passes.
    await press(anna, "card curfew")
    await expect(ben.locator('.prompt[data-mood="mine"]')).to_be_visible()
    still.pass_by(1000)
    await press(ben, "Let it happen")
    await is_said(ben, "has screamed in the turn of Anna")

    # The slap is one big button; what he screams after it is meant for Ben.
    await press(anna, "Play no more cards")
    while not await anna.locator(".slap").count():
        await press(anna, "pile")
    box = await anna.locator(".slap").bounding_box()
    assert box is not None and box["height"] >= 90
    before = await number(anna)
    await anna.locator(".slap").click()
    await answered(anna, before)
    await is_said(ben, "is quiet so far")
    still.pass_by(LONGEST)
    for page in (anna, ben):
        await is_said(page, "has screamed in the turn of Ben")

    # Who is away hears nothing, and finds the time that was left.
    await ben.goto("about:blank")
    await expect(anna.get_by_label("Seats")).to_contain_text(re.compile("away|gone|left", re.I))
    still.pass_by(1000)
    await ben.goto(f"/t/{code}")
    await is_said(ben, "has screamed in the turn of Ben")

    # Over kill -9: the pages come back, and the second scream of the turn is the end of it.
    still.pass_by(TOO_SHORT)
    await ben.wait_for_timeout(200)
    still.kill()
    still.start()
    for page in (anna, ben):
        await expect(page.locator("[data-wire]")).to_have_attribute("data-wire", "open")
    over = ben.locator('.prompt[data-mood="over"]')
    for _ in range(150):  # time goes on when Ben is at the table again
        if not await over.count():
            still.pass_by(LONGEST)
            await ben.wait_for_timeout(200)
    for page in (anna, ben):
        await expect(page.locator("[data-region=results]")).to_contain_text("Anna is the last orphan")

    # The game replays without a clock.
    exported = await anna.request.get(f"/api/tables/{code}/export")
    (tmp_path / "game.json").write_bytes(await exported.body())
    summary = replay.verify(tmp_path / "game.json")
    assert summary.over and summary.seed_hash and (await exported.text()).count('"Benny screams"') == 3
    assert not still.errors()
