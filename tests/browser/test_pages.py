"""Every page: without findings of axe, within a phone's width, and really drawn."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

import fabletop
from fabletop.bots.levels import character
from fabletop.games import ours

from .conftest import Visit
from .person import Player, make_table, must_be_sound, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("look", ["light", "dark"])
async def test_pages_without_a_table(visit: Visit, axe: Path, look: str, phone: bool) -> None:
    page = await visit(look=look, phone=phone)
    await page.locator("article").first.wait_for()
    await must_be_sound(page, axe)
    orphans = page.locator("article", has_text="Endangered Orphans").first
    assert await orphans.locator(":is(a, button):visible:not(.open)").count() <= 4, (
        "one thing to press, a few more"
    )
    await orphans.get_by_text("More", exact=True).click()
    await must_be_sound(page, axe)
    await page.get_by_role("button", name="Set up with bots: Endangered Orphans").click()
    sheet = page.get_by_role("dialog")
    for players in ("2", "4"):  # what is played with does not depend on how many play
        await sheet.get_by_role("radio", name=players, exact=True).check(force=True)
        benny = sheet.locator(".card", has_text="The Ghost of Benny Harris")
        await expect(benny).to_be_visible()
        assert await benny.locator("select").is_enabled() == (players == "2"), "he haunts two or three"
        await expect(sheet.locator(".seat")).to_have_count(int(players))
    await expect(sheet.get_by_role("button", name="Play", exact=True)).to_be_visible()  # all of them bots
    await sheet.get_by_text("Friends, by a link", exact=True).click()
    await expect(sheet.get_by_role("button", name="Open the table")).to_be_visible()
    await page.get_by_text("More: time, company").click()
    await expect(sheet.get_by_role("link", name="CC-R3", exact=True)).to_be_visible()
    await must_be_sound(page, axe)
    for path, sign in (
        ("/rules/condyle#CC-SETUP.8", "CC-SETUP.8"),
        ("/rules/unrelenting", fabletop.game("unrelenting").summary[0].split(" (")[0]),
        ("/credits", "Alegreya"),
        ("/nowhere", "blank"),
    ):
        await page.goto(path)
        await expect(page.get_by_text(sign).first).to_be_visible()
        await must_be_sound(page, axe)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("game", ours())
async def test_tables(visit: Visit, axe: Path, game: str, look: str, phone: bool) -> None:
    page = await visit(look=look, phone=phone)
    players = next((count for count in fabletop.game(game).players if count > 1), 1)
    await make_table(page, game, seats=["me", *["gentle"] * (players - 1)])
    await ready(page)
    goal = page.locator(".whisper").get_by_text(fabletop.game(game).goal or "nothing is said", exact=False)
    await expect(goal).to_have_count(int(bool(fabletop.game(game).goal)), timeout=15_000)  # after the beats
    await must_be_sound(page, axe)
    player = Player(page, seed=7)
    for _ in range(12):
        await player.answer()
        if await ready(page) == "over":
            break
    await must_be_sound(page, axe)
    for tab in ("Choices", "Chat", "Rules", "Words", "Table", "Settings"):
        await page.get_by_role("tab", name=tab).click()
        if game == "storybook" and (look == "dark") == phone:
            await must_be_sound(page, axe)


async def test_a_table_before_its_start(visit: Visit, axe: Path) -> None:
    page = await visit(phone=True)
    await make_table(page, "unrelenting", seats=["me", "open", "fair", "open"])
    await expect(page.get_by_label("Code of this table")).to_be_visible()
    await expect(page.get_by_label("Seats")).to_contain_text(f"fair bot, {character('fair', 2, False)}")
    await expect(page.get_by_role("link", name=re.compile(r"Learn in \d minutes"))).to_be_visible()
    assert await page.get_by_label("Who takes seat 2").locator("option").count() == 5
    await must_be_sound(page, axe)
    await make_table(page, "coraline", seats=["me", "open"])
    await expect(page.get_by_label("Who takes seat 2").locator("option")).to_have_text(
        ["open", "sharp bot", "relentless bot"]
    )


async def test_with_friends_keeps_a_seat_for_one_whoever_played_last(visit: Visit) -> None:
    page = await visit()
    await page.locator("article", has_text="Storybook Battles").get_by_text("More", exact=True).click()
    await page.get_by_role("button", name="Set up with bots: Storybook").click()
    await page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    await page.get_by_label("Seats").wait_for()
    await page.goto("/")
    await page.get_by_role("button", name="With friends: set up a table of Storybook").click()
    sheet = page.get_by_role("dialog")
    await expect(sheet.get_by_role("button", name="Open the table")).to_be_visible()
    await sheet.get_by_role("radio", name="4", exact=True).check(force=True)
    await sheet.locator(".seat select").nth(1).select_option("fair")
    await sheet.get_by_role("radio", name="2", exact=True).check(force=True)
    await expect(sheet.get_by_role("button", name="Open the table")).to_be_visible()


async def test_to_play_alone_is_one_click_from_the_shelf(visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("button", name="Play alone: Coraline").click()
    await expect(page.get_by_label("Seats").locator("li")).to_have_count(1)


async def test_three_bots_are_two_clicks_from_the_shelf(visit: Visit) -> None:
    page = await visit()
    await page.locator("article", has_text="Beware the Other Mother").get_by_text("More", exact=True).click()
    await page.get_by_role("button", name="With 3 bots: Coraline").click()
    await expect(page.get_by_label("Seats").locator("li")).to_have_count(4)
    await expect(page.get_by_label("Seats")).to_contain_text("sharp bot")  # fair ones err


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_first_screens_say_what_wins(visit: Visit, phone: bool) -> None:
    page = await visit(phone=phone)
    await make_table(page, "unrelenting", seats=["me", "gentle", "gentle", "gentle"])
    await ready(page)
    await expect(page.locator(".board .floor:visible")).to_have_count(1 if phone else 3)
    await expect(page.get_by_text("Fill your eight slots with items of one kind.")).to_be_visible()
    await expect(page.locator('[data-thing^="character "]').first).to_be_visible()  # bots may have taken one
    assert await page.locator(".board details[open]").count() == 0
    await make_table(page, "storybook", seats=["me", "gentle"])
    await ready(page)
    await expect(page.locator(".board")).to_contain_text("Be the first to have 10 Plot Points")
    await expect(page.locator('.steps [aria-current="step"]')).to_have_text("Side")
    await page.get_by_role("button", name="Surprise me").click()
    await expect(page.get_by_label("Cards in your hand").locator("li")).to_have_count(4)


async def test_there_is_no_such_table(visit: Visit) -> None:
    page = await visit("/t/NOSUCH")
    await expect(page.get_by_role("heading")).to_contain_text("no table")


async def test_text_and_board_are_really_drawn(visit: Visit) -> None:
    """Every test of the document passes also where no font is found and nothing is painted."""
    page = await visit()
    await make_table(page, "storybook")
    await ready(page)
    for place in (".prompt .words", ".board"):
        found = page.locator(place).first
        box = await found.bounding_box()
        assert box
        clip = {
            "x": box["x"],
            "y": box["y"],
            "width": min(box["width"], 600),
            "height": min(box["height"], 300),
        }
        with_it = await page.screenshot(clip=clip)  # type: ignore[arg-type]
        await found.evaluate("one => one.style.opacity = 0")
        without = await page.screenshot(clip=clip)  # type: ignore[arg-type]
        assert with_it != without, place


async def test_many_tables_of_ones_own_leave_room_for_the_books(visit: Visit) -> None:
    page = await visit()
    for _ in range(6):
        await make_table(page, "coraline", players=1, seats=["me"])
    await page.goto("/")
    mine = page.get_by_label("Your tables").get_by_role("listitem")
    await expect(mine).to_have_count(4)
    await page.get_by_role("button", name="2 more").click()
    await expect(mine).to_have_count(6)
