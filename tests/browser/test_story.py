"""What is read at a table: the story in short, the words of cards in the hand, laws after sentences."""

import random
import re
from pathlib import Path
from typing import cast

import pytest
from playwright.async_api import expect
from tests.server.place import Clock, open_place

from fabletop.games.condyle.table import Table as Condyle
from fabletop.server import events as ev
from fabletop.server.room import Room

from .conftest import Visit
from .person import Player, make_table, must_be_sound, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Words that are neither there as a whole nor end with a sign of more, and cards that fade away; then words
# that end although there is room for more. They are measured once a picture.
CUT = """() => ![...document.querySelectorAll(".hand .cards > .card > p")]
  .filter(p => !p.hasAttribute("data-cut") && p.scrollHeight > p.clientHeight + 1
    || getComputedStyle(p.parentElement).maskImage !== "none").length"""
MORE = """() => ![...document.querySelectorAll(".hand .cards > .card > p[data-cut]")]
  .filter(p => {
    const line = parseFloat(getComputedStyle(p).lineHeight), card = p.parentElement.getBoundingClientRect()
    const end = p.nextElementSibling?.getBoundingClientRect().top ?? card.bottom
    return p.scrollHeight <= p.clientHeight + 1 || p.getBoundingClientRect().bottom + 2 * line < end
  }).length"""


async def test_a_turn_that_is_over_is_one_line_that_opens(visit: Visit, axe: Path) -> None:
    page = await visit()
    await make_table(page, "unrelenting")
    player = Player(page, seed=3)
    folds = page.locator('.fold[aria-expanded="false"]')
    since = page.locator(".sky .lately li")
    while await folds.count() < 3 or not await since.count():  # the sky shows what was rolled
        assert await ready(page) == "mine"
        await player.answer()
    await ready(page)
    await page.get_by_role("tab", name="Story").click()
    heading = page.locator(".log .line").filter(has=folds).last
    await expect(heading).to_contain_text(re.compile(r"\w+ rolls \d+: "))
    lines = await page.locator(".log .line").count()
    await heading.locator(".fold").click()
    assert await page.locator(".log .line").count() > lines
    await must_be_sound(page, axe)
    here = await number(page)
    await page.locator(".log .line").filter(has=folds).first.locator(".number").click()
    await expect(page.locator('.prompt[data-mood="past"]')).to_contain_text(f"of {here}")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_words_of_the_hand_fit_or_say_that_there_is_more(visit: Visit, axe: Path, phone: bool) -> None:
    page = await visit(phone=phone)
    await make_table(page, "coraline", options={"concede": "off"})
    player = Player(page, seed=2)
    for _ in range(6):
        assert await ready(page) == "mine"
        await page.wait_for_function(CUT)
        await page.wait_for_function(MORE)
        await player.answer()
    await ready(page)
    await must_be_sound(page, axe)


async def test_a_lesson_names_laws_after_its_sentences(visit: Visit) -> None:
    page = await visit("/learn/condyle")
    told = page.locator(".coach p")
    await expect(told).to_contain_text("wins. CC-GOAL.1 Choose where")
    await expect(told.get_by_role("link", name="CC-GOAL.1")).to_be_visible()


async def play_until_out(room: Room, seat: int) -> None:
    """Answers by lot, as if all had given them, until this seat is out and others play on."""
    table, luck = room.table, random.Random(7)
    while table.status == "playing" and cast(Condyle, table.session.state).is_live(seat):
        (asked, *_) = table.asked
        action = luck.choice(list(table.session.state.legal()))
        await room.carry_out([ev.Answered(asked, action)], None)
    room.publish()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_a_story_of_four_is_told_to_you_in_sentences(
    visit: Visit, tmp_path: Path, axe: Path, phone: bool
) -> None:
    """With what was drawn, and with no name of mine; and who is out reads it large."""
    page = await visit(phone=phone)
    async with open_place(tmp_path, Clock()) as place:
        address = f"http://{place.address}"
        await page.goto(address)
        name = (await (await page.request.get(f"{address}/api/shelf")).json())["me"]
        while True:
            wished = {"game": "condyle", "seats": ["me", "fair", "fair", "fair"]}
            made = await (await page.request.post(f"{address}/api/tables", data=wished)).json()
            await page.goto(f"{address}/t/{made['code']}")
            await expect(page.locator(".board > *").first).to_be_visible()
            room = place.house.rooms[made["code"]]
            await play_until_out(room, 0)
            if room.table.status == "playing" and room.table.length > 80:  # all have had turns
                break
        sheet = page.locator("[data-region=fallen]")
        await expect(sheet.get_by_role("heading", name="You are out")).to_be_focused()
        await must_be_sound(page, axe)
        story = await page.locator(".log").inner_text()
        assert name not in story
        assert re.search(r"\nYou (go|stay|flip)\b", story) and re.search(r", draws? (a|\d) cards?", story)
        if phone:
            strip = page.get_by_label("Who plays, and the cards in their piles")
            await expect(strip.get_by_role("listitem")).to_have_count(4)
            assert await strip.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")
            await expect(strip.get_by_role("listitem").first).to_contain_text("out")
        await page.get_by_role("button", name="Watch the others").click()
        await expect(sheet).to_have_count(0)
        await expect(page.locator(".prompt .fallen")).to_contain_text("You are out")
        await page.close()


async def test_a_character_of_mine_is_me(visit: Visit) -> None:
    """In The Unrelenting Other people are called by who they are: but nobody is told of oneself like that."""
    page = await visit()
    await make_table(
        page, "unrelenting", seats=["me", "gentle", "gentle", "gentle"], options={"characters": "seats"}
    )
    player = Player(page, 3)
    for _ in range(3):
        await player.answer()
    story = page.locator(".log")
    await expect(story).to_contain_text("You roll")
    assert not re.search(r"\bHenry (rolls|goes|collects)\b", await story.inner_text())
    await expect(story).to_contain_text(re.compile(r"Catherine (rolls|goes)"))


async def test_small_cards_of_four_are_named_where_they_are_touched(visit: Visit) -> None:
    page = await visit(phone=True)
    await make_table(page, "storybook", seats=["me", "fair", "fair", "fair"])
    player, named = Player(page, seed=4), page.locator(".parchment .named")
    while not await named.is_visible():
        assert await ready(page) == "mine"
        await player.answer()
    card = page.locator(".parchment .card .touch").first
    await card.dispatch_event("pointerdown")
    label = str(await card.get_attribute("aria-label"))
    name = (await named.inner_text()).split(" (")[0]
    assert name == "face down" or name in label
