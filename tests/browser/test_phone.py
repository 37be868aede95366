"""On a phone, by touch: the question, its answers, the board and the hand are in sight together."""

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from .conftest import QUICK
from .evening import VARIANTS, Evening, script
from .house import Server
from .person import Player, answered, make_table, number, ready
from .still import StillServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONES = ((390, 844), (390, 664))  # the second with the bars of its browser
BOX = """place => {
  const { left, top, right, bottom } = document.querySelector(place).getBoundingClientRect()
  return { left, top, right, bottom }
}"""
CUT = """() => [...document.querySelectorAll(".prompt [data-option]")]
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth)
  .map(([words]) => words)"""

WHOLE = """() => {
  const words = document.querySelector(".prompt .words")
  return words.scrollHeight - words.clientHeight <= 2
}"""


async def phone(browser: Browser, server: Server, size: tuple[int, int]) -> Page:
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        reduced_motion="reduce",
        base_url=server.address,
        service_workers="block",
    )
    await context.add_init_script(QUICK)
    page = await context.new_page()
    await page.goto("/")
    return page


async def box(page: Page, place: str) -> dict[str, Any]:
    found: dict[str, Any] = await page.evaluate(BOX, place)
    return found


@pytest.mark.parametrize("size", PHONES, ids=str)
async def test_the_question_the_board_and_the_hand_are_in_sight_together(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    page = await phone(browser, server, size)
    await make_table(page, "coraline", seats=["me", "gentle", "gentle"])
    await page.locator('[data-region="hand"]').wait_for()
    player = Player(page, seed=4)
    for _ in range(6):
        if await ready(page) == "over":
            break
        await page.evaluate("scrollTo(0, 0)")
        prompt, board, hand = [
            await box(page, f'[data-region="{one}"]') for one in ("prompt", "board", "hand")
        ]
        assert prompt["bottom"] <= board["top"] + 1 and board["bottom"] <= hand["top"] + 1
        assert hand["bottom"] <= size[1] + 1, "the hand is below the lower edge"
        assert await page.evaluate(CUT) == [], "an answer goes on beyond the edge"
        await player.answer()
    await page.context.close()


async def test_a_refusal_covers_neither_the_question_nor_the_board(browser: Browser, server: Server) -> None:
    page = await phone(browser, server, PHONES[0])
    await make_table(page, "coraline", seats=["me", "gentle"])
    await ready(page)
    before = await box(page, ".prompt")
    await page.locator('.board [data-thing^="room"][data-standing="idle"]').first.dispatch_event("click")
    await expect(page.locator("[data-why]")).to_be_visible()
    question, told, board = [
        await box(page, one) for one in (".prompt .words", "[data-why]", '[data-region="board"]')
    ]
    await expect(page.locator(".prompt .words")).to_have_css("visibility", "visible")
    assert question["bottom"] <= told["top"] + 1 and told["bottom"] <= board["top"] + 1
    after = await box(page, ".prompt")
    assert all(abs(after[side] - before[side]) < 1 for side in before), "it moves nothing"
    await expect(page.locator(".prompt [data-option]").first).to_be_in_viewport()
    await page.context.close()


async def test_the_rules_come_into_sight(browser: Browser, server: Server) -> None:
    """They stand below the hand, far below the window."""
    page = await phone(browser, server, PHONES[0])
    await make_table(page, "coraline", seats=["me", "gentle"])
    await ready(page)
    await expect(page.locator("#panel")).not_to_be_in_viewport(ratio=0.1)
    await page.get_by_role("button", name="Rules").tap()
    await expect(page.locator("#panel")).to_contain_text("In short")
    await expect(page.get_by_text("In short").first).to_be_in_viewport()
    await page.context.close()


async def test_the_next_question_brings_the_board_back(browser: Browser, server: Server) -> None:
    page = await phone(browser, server, PHONES[0])
    await make_table(page, "coraline", seats=["me", "gentle"])
    await ready(page)
    seat = page.locator('.board [data-thing="seat 0"]')
    await seat.scroll_into_view_if_needed()
    await page.mouse.wheel(0, 600)
    await expect(page.locator('[data-region="board"]')).not_to_be_in_viewport(ratio=0.5)
    before = await number(page)
    await seat.tap()
    await answered(page, before)
    await expect(page.locator('[data-region="board"]')).to_be_in_viewport(ratio=0.9)
    await page.context.close()


async def test_a_long_question_is_whole_above_its_answers(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is asked in a game of Condyle Cove: what a flip may cost stood half behind its buttons."""
    variant = next(one for one in VARIANTS if str(one) == "condyle-4")
    crowded = 0
    with StillServer(tmp_path_factory.mktemp("phone")) as still:
        evening = await Evening(browser, still, variant, script(variant)).begin()
        (page,) = await evening.look_on(0, PHONES[0])
        async for _ in evening.play():
            await page.wait_for_function(WHOLE)
            crowded += await page.locator(".prompt[data-crowded]").count()
        await evening.end()
    assert crowded > 0, "no question was long enough to be cut"
