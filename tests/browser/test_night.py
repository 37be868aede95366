"""A night of The Unrelenting Other is one plan on the board: chosen, taken back, confirmed."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from .conftest import Visit
from .person import Player, answered, make_table, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")
CAN = '[data-standing="can"]'
EMPTY = ':not([aria-label*=":"])'  # nobody stands there


async def at_night(visit: Visit, phone: bool = False) -> Page:
    page = await visit(phone=phone)
    seats = ["me", "greedy", "greedy", "greedy"]
    await make_table(page, "unrelenting", seats=seats, options={"characters": "seats", "dawn": "2"})
    player = Player(page)
    for _ in range(20):
        await ready(page)
        if await page.locator(".prompt", has_text="Where does each rabbit go").count():
            return page
        await player.answer()
    raise AssertionError("night never falls")


async def hop(page: Page, rabbit: str = "") -> str:
    """A rabbit, or the one that is chosen already, goes to the last space where it may."""
    before = await number(page)
    if rabbit:
        await page.locator(f'.board [data-thing="rabbit {rabbit}"]').click()
    chosen = page.locator('.board [data-thing^="rabbit"][data-standing="chosen"]')
    name = str(await chosen.get_attribute("data-thing"))
    await page.locator(f'.board [data-thing^="space"]{CAN}{EMPTY}').last.click()
    await answered(page, before)
    await ready(page)
    return name


async def moved(page: Page) -> int:
    """How many rabbits have moved: those that a click takes back."""
    return await page.locator(f'.board [data-thing^="rabbit"]{CAN}[aria-label*="moved"]').count()


async def test_any_rabbit_in_any_order_until_the_plan_is_confirmed(visit: Visit) -> None:
    page = await at_night(visit)
    assert await hop(page) == "rabbit henry", "one's own comes first, but need not"
    assert await hop(page, "carleton") == "rabbit carleton"
    await page.locator(f'.board [data-thing^="space"]{CAN}{EMPTY}').first.hover()
    await expect(page.locator(".board path.path").first).to_be_attached()
    assert await moved(page) == 2
    await page.locator(
        '.board [data-thing="rabbit henry"]'
    ).click()  # the first one is taken back, not the last
    await expect(page.locator('[data-thing="rabbit henry"][aria-label*="moved"]')).to_have_count(0)
    await expect(page.locator('[data-thing="rabbit carleton"][aria-label*="moved"]')).to_have_count(1)
    await ready(page)
    assert await moved(page) == 1
    for _ in range(3):
        await hop(page)
    confirm = page.locator(".prompt [data-option]", has_text="the night is as I want it")
    assert await moved(page) == 4
    await confirm.or_(page.get_by_role("button", name="The night is as I want it")).first.click()
    await expect(page.locator(".prompt")).not_to_contain_text("steps")


async def test_a_hint_marks_the_rabbit_and_where_it_goes(visit: Visit) -> None:
    page = await at_night(visit)
    await page.keyboard.press("h")
    marked = page.locator(".board [data-pointed]")
    await expect(marked).to_have_count(2, timeout=30_000)
    rabbit, space = sorted([str(await marked.nth(i).get_attribute("data-thing")) for i in range(2)])
    assert rabbit.startswith("rabbit ") and space.startswith("space ")
    await expect(page.locator(f'.board [data-thing="{rabbit}"]')).to_have_attribute("data-standing", "chosen")
    await expect(page.locator(f'.board [data-thing="{space}"]')).to_have_attribute("data-standing", "can")
    told, board = [await page.locator(one).bounding_box() for one in (".advice", '[data-region="board"]')]
    assert told and board and told["y"] + told["height"] <= board["y"], "it covers nothing of the board"


async def test_why_a_rabbit_cannot_go_somewhere(visit: Visit) -> None:
    page = await at_night(visit)
    before = await number(page)
    await page.locator('.board [data-thing^="space"][data-standing="idle"]').first.dispatch_event("click")
    await expect(page.locator("[data-why] .law")).to_have_count(1)
    assert await number(page) == before, "asking why changes nothing"


async def test_a_refusal_leaves_the_board_of_a_phone_free(visit: Visit) -> None:
    page = await at_night(visit, phone=True)
    await page.locator('.board [data-thing^="space"][data-standing="idle"]').first.dispatch_event("click")
    await expect(page.locator("[data-why]")).to_be_visible()
    told, board = [await page.locator(one).bounding_box() for one in (".whisper", '[data-region="board"]')]
    assert told and board and told["y"] + told["height"] <= board["y"] + 1


async def test_an_answer_has_no_more_drawn_anew_than_it_changes(visit: Visit) -> None:
    page = await at_night(visit)
    session = await page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done = asyncio.Event()
    session.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.set())
    await session.send("Tracing.start", {"categories": "devtools.timeline"})
    await hop(page)
    await session.send("Tracing.end")
    await done.wait()
    styled = [
        one["args"]["elementCount"] for one in events if one["name"] == "UpdateLayoutTree" and one["args"]
    ]
    drawn = await page.locator(".board *").count()
    assert styled and max(styled) < drawn / 2, f"{max(styled)} elements of {drawn}"


async def test_people_have_faces_and_the_colour_of_whom_they_play(visit: Visit) -> None:
    page = await visit()
    await make_table(page, "unrelenting")
    await expect(page.locator(".sky .tale")).to_contain_text("Four people live in this house")
    await expect(page.locator(".sky .tale figure")).to_have_count(2)  # both victories
    await expect(page.locator(".sky")).not_to_contain_text("of 40")
    await expect(page.locator(".board .piece text")).to_have_count(0)  # no letters
    await ready(page)  # bots let people choose first
    await page.get_by_role("button", name="Play Tilly").first.click()
    await expect(page.get_by_label("Seats")).to_contain_text("Tilly")
    badge = page.locator(".seats li.you .badge")
    await expect(badge).to_have_css("color", "rgb(106, 76, 147)")
    await expect(page.locator(".mat .tilly .own").first).to_have_css("fill", "rgb(106, 76, 147)")
