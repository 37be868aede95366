"""What those who run the house do, as the pages of others show it."""

import pytest
from playwright.async_api import expect

from fabletop.server.admin_line import ask

from .conftest import Visit
from .house import Server
from .person import ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_notice_stands_on_the_shelf_and_at_the_table(visit: Visit, server: Server) -> None:
    anna = await visit()
    await anna.get_by_role("button", name="Play now: Storybook Battles").click()
    await ready(anna)
    await ask(server.folder, "say", {"words": "We close at ten."})
    try:
        await expect(anna.get_by_text("We close at ten.")).to_be_visible()
        other = await visit()
        await expect(other.get_by_text("We close at ten.")).to_be_visible()
    finally:
        await ask(server.folder, "say", {})
    await expect(anna.get_by_text("We close at ten.")).to_have_count(0)


async def test_a_withdrawn_game_and_a_closed_table_say_why(visit: Visit, server: Server) -> None:
    anna = await visit()
    await anna.get_by_role("button", name="Play now: Coraline").click()
    await ready(anna)
    await ask(server.folder, "withdraw", {"kind": "game", "name": "coraline", "words": "Only until May."})
    try:
        await expect(anna.get_by_text("Only until May.")).to_be_visible()
        await anna.get_by_role("link", name="To the shelf", exact=True).click()
        book = anna.locator("article").filter(has_text="Coraline")
        await expect(book).to_contain_text("Only until May.")
        await expect(book.get_by_role("button")).to_have_count(0)
    finally:
        await ask(server.folder, "bring-back", {"kind": "game", "name": "coraline"})


async def test_the_credits_name_who_drew_what_and_that_this_is_unofficial(visit: Visit) -> None:
    page = await visit()
    await expect(page.locator("footer")).to_contain_text("not affiliated with or endorsed by")
    await page.get_by_role("link", name="Credits").click()
    await expect(page.get_by_text("unofficial fan implementation")).to_be_visible()
    await expect(page.get_by_text("Icons made by Delapouite, Lorc")).to_be_visible()
    async with page.context.expect_page() as opened:
        await page.get_by_role("link", name="which of them drew which").click()
    licences = await opened.value
    await expect(licences.locator("body")).to_contain_text("SIL OPEN FONT LICENSE")
