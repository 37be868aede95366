"""Several people at one table, each with a browser of their own."""

import pytest
from playwright.async_api import expect

from .conftest import Visit
from .person import Player, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_people_and_a_spectator(visit: Visit) -> None:
    anna, ben, cleo = await visit(), await visit(), await visit()
    article = anna.locator("article").filter(has_text="Storybook Battles")
    await article.get_by_role("button", name="Set up a table").click()
    await anna.get_by_role("button", name="Open the table").click()
    code = await anna.locator(".share .code").inner_text()
    assert await anna.get_by_role("button", name="Start").is_disabled()

    await ben.get_by_label("Code of the table").fill(code.lower())
    await ben.get_by_role("button", name="Join").click()
    await ben.get_by_role("button", name="Sit here").click()
    await cleo.goto(f"/t/{code}")
    await anna.get_by_role("button", name="Start the game").click()
    for page in (anna, ben, cleo):
        await expect(page.locator(".board > *").first).to_be_visible()

    players = {anna: Player(anna, 1), ben: Player(ben, 2)}
    for _ in range(30):
        turn = [page for page in players if await page.locator('.prompt[data-mood="mine"]').count()]
        if turn:
            await players[turn[0]].answer()
        else:
            await anna.wait_for_timeout(50)
    here = max(await number(anna), await number(ben))
    assert here > 10
    for page in (anna, ben, cleo):
        await expect(page.locator("[data-number]")).to_have_attribute("data-number", str(here))

    # A spectator sees no hand and can do nothing.
    await cleo.keyboard.press("w")
    assert "your hand" not in (await cleo.locator("#panel").inner_text()).lower()
    await expect(cleo.locator('.board [data-standing="can"]')).to_have_count(0)

    # But may stand behind somebody's chair.
    behind = cleo.get_by_role("button", name="Look from the seat of Villain")
    round_the_table = cleo.get_by_role("button", name="See the table from the other side")
    await expect(round_the_table).to_have_attribute("aria-pressed", "false")
    await behind.click()
    await expect(behind).to_have_attribute("aria-pressed", "true")
    await expect(round_the_table).to_have_attribute("aria-pressed", "true")

    # What is said reaches all, and marks the title of who does not look.
    await anna.get_by_role("tab", name="Chat").click()
    await anna.get_by_label("Say something").fill("A fine day for a duel")
    await anna.keyboard.press("Enter")
    await expect(ben.get_by_role("tab", name="Chat 1")).to_be_visible()
    await ben.get_by_role("tab", name="Chat").click()
    await expect(ben.locator(".chat")).to_contain_text("A fine day for a duel")

    # Who leaves is replaced by a bot, and gets the seat back.
    await ben.get_by_role("tab", name="Table").click()
    await ben.get_by_role("button", name="Leave").click()
    await expect(anna.get_by_label("Seats")).to_contain_text("a bot plays")
    await ben.goto("/")
    await ben.get_by_role("link").filter(has_text="Storybook Battles").click()
    await ben.get_by_role("button", name="I am back").click()
    await expect(anna.get_by_label("Seats")).not_to_contain_text("a bot plays")


async def test_going_back_by_consent(visit: Visit) -> None:
    anna, ben = await visit(), await visit()
    answer = await anna.request.post("/api/tables", data={"game": "storybook", "seats": ["me", "open"]})
    code = (await answer.json())["code"]
    await anna.goto(f"/t/{code}")
    await ben.goto(f"/t/{code}")
    await ben.get_by_role("button", name="Sit here").click()
    await anna.get_by_role("button", name="Start the game").click()
    players = {anna: Player(anna, 1), ben: Player(ben, 2)}
    while await number(anna) < 8:
        for page, player in players.items():
            if await page.locator('.prompt[data-mood="mine"]').count() and await number(page) < 8:
                await player.answer()
    await anna.keyboard.press("Home")
    await anna.keyboard.press("ArrowRight")
    await expect(anna.locator('.prompt[data-mood="past"]')).to_contain_text("answer 1 of")
    await anna.get_by_role("button", name="Propose going back").click()
    await anna.get_by_role("button", name="Withdraw").click()
    await expect(ben.get_by_role("button", name="Agree")).to_have_count(0)
    await anna.keyboard.press("Home")
    await anna.keyboard.press("ArrowRight")
    await anna.get_by_role("button", name="Propose going back").click()
    await ben.get_by_role("button", name="Agree").click()
    for page in (anna, ben):
        await expect(page.locator("[data-number]")).to_have_attribute("data-number", "1")
    await ben.goto("/")
    await expect(anna.get_by_label("Seats")).to_contain_text("gone for 0:0")


async def test_an_open_table_is_on_the_shelf(visit: Visit) -> None:
    anna, ben = await visit(), await visit()
    await anna.request.put("/api/me", data={"name": "Anna of the Shelf"})
    await anna.request.post("/api/tables", data={"game": "condyle", "seats": ["me", "open"], "open": True})
    await ben.reload()
    await ben.get_by_role("link").filter(has_text="Anna of the Shelf").first.click()
    await ben.get_by_role("button", name="Sit here").click()
    await expect(ben.get_by_label("Seats")).to_contain_text("(you)")
    assert await ready_or_waiting(ben) == "waiting"


async def ready_or_waiting(page: object) -> str:
    return "waiting" if await page.locator(".waiting").count() else await ready(page)  # type: ignore[attr-defined, arg-type]


async def test_a_link_brings_me_to_another_device(visit: Visit) -> None:
    anna, phone = await visit(), await visit()
    await anna.get_by_label("My name").fill("Anna of two devices")
    await anna.get_by_role("button", name="Call me that").click()
    await expect(anna.get_by_role("button", name="Call me that")).to_be_disabled()
    await anna.get_by_role("link", name="Your games, figures, friends and devices").click()
    await expect(anna.get_by_text("This one")).to_be_visible()
    async with anna.expect_response("**/api/me/link") as asked:
        await anna.get_by_role("button", name="Play on another device").click()
    link = (await (await asked.value).json())["address"]
    await expect(anna.get_by_role("img", name="The link as a QR code")).to_be_visible()
    await phone.goto(link)
    await phone.get_by_role("button", name="That is me").click()
    await expect(phone.get_by_label("My name")).to_have_value("Anna of two devices")
    await anna.reload()
    await anna.get_by_role("button", name="Sign it out").click()
    await expect(anna.get_by_role("button", name="Sign it out")).to_have_count(0)
    await phone.reload()
    await expect(phone.get_by_label("My name")).not_to_have_value("Anna of two devices")


async def test_the_host_sends_somebody_away(visit: Visit) -> None:
    anna, cleo = await visit(), await visit()
    await cleo.get_by_label("My name").fill("Cleo")
    await cleo.get_by_role("button", name="Call me that").click()
    article = anna.locator("article").filter(has_text="Storybook Battles")
    await article.get_by_role("button", name="Set up a table").click()
    await anna.get_by_role("button", name="Open the table").click()
    await cleo.goto(f"/t/{await anna.locator('.share .code').inner_text()}")
    await anna.get_by_role("button", name="Mute Cleo").click()
    await cleo.get_by_label("Say something").fill("hello")
    await cleo.keyboard.press("Enter")
    await expect(cleo.get_by_text("has muted you")).to_be_visible()
    await anna.get_by_role("button", name="Send Cleo away").click()
    await expect(cleo.get_by_text("has sent you away")).to_be_visible()
    await expect(anna.get_by_role("button", name="Send Cleo away")).to_have_count(0)
