"""The end of a game: a sheet that says who won, and what can be done now."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from .conftest import Visit
from .person import make_table, must_be_sound, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("phone", [False, True])
async def test_a_lost_game_looks_lost(phone: bool, visit: Visit, axe: Path) -> None:
    page = await visit(phone=phone)
    code = await make_table(page, "storybook", seats=["me", "gentle"])
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    sheet = page.get_by_role("dialog", name="You lost")
    await expect(sheet).to_contain_text("resigned")
    await expect(sheet.get_by_label("Who won")).to_contain_text("Pip")
    await expect(page.get_by_role("heading", name="You lost")).to_be_focused()
    await expect(page.locator('.prompt[data-outcome="lost"]')).to_be_visible()
    await must_be_sound(page, axe)
    await page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(page.get_by_role("link", name="Review")).to_be_visible()  # in the prompt now
    await page.get_by_role("button", name="Result").click()
    await sheet.get_by_role("button", name="Play again").click()
    await expect(page).not_to_have_url(f"/t/{code}")
    await expect(page.locator(".board > *").first).to_be_visible()
    await expect(sheet).to_have_count(0)


async def test_a_refusal_does_not_outlive_the_game(visit: Visit) -> None:
    page = await visit()
    await make_table(page, "coraline", seats=["me", "gentle"])
    await ready(page)
    await page.locator('.board [data-thing^="room"][data-standing="idle"]').first.dispatch_event("click")
    await expect(page.locator("[data-why]")).to_be_visible()
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.get_by_role("dialog", name="You lost")).to_contain_text("was given up")
    await expect(page.locator("[data-why]")).to_have_count(0)


async def test_who_watched_reads_who_won(visit: Visit) -> None:
    page, watcher = await visit(), await visit()
    code = await make_table(page, "storybook", seats=["me", "gentle"])
    await watcher.goto(f"/t/{code}")
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(watcher.get_by_role("dialog", name="Pip won")).to_be_visible()
