"""People among people: windows that pass by themselves, answers given together, words among partners."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect
from tests.server.place import Clock, Place, open_place

from fabletop.server.windows import LENGTHS

from .conftest import Visit
from .person import Player, make_table, must_be_sound, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

_, LONGEST = LENGTHS

# With these, somebody could want to play a Plot Twist when the first turn begins.
TWISTED = {
    "side": "heroes",
    "hero": "scheherazade",
    "hero_ally": "mad-hatter",
    "villain": "queen-of-hearts",
    "villain_ally": "tinker-bell",
}
# After how many answers I am asked in a window, or -1; null: I have nothing to answer.
ASKED = """() => {
  const prompt = document.querySelector('.prompt[data-mood="mine"]')
  if (!prompt || !document.querySelector('.prompt [data-option], .board [data-standing="can"]')) return null
  return prompt.querySelector(".window") ? Number(document.querySelector("[data-number]").dataset.number) : -1
}"""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture(loop_scope="session")
async def place(tmp_path: Path, clock: Clock) -> AsyncIterator[Place]:
    """A server where nothing happens by itself before its clock is put forward."""
    async with open_place(tmp_path, clock) as place:
        yield place


async def sit_down(place: Place, pages: list[Page], game: str, **wish: Any) -> None:
    """A running game among these people, in this order, and bots on the seats that are left."""
    address = f"http://{place.address}"
    for page in pages:
        await page.goto(address)
    seats = ["me", *["open"] * (len(pages) - 1), *wish.pop("bots", [])]
    wished = {"game": game, "pace": 0, "seats": seats, **wish}
    answer = await pages[0].request.post(f"{address}/api/tables", data=wished)
    assert answer.ok, await answer.text()
    code = (await answer.json())["code"]
    for seat, page in enumerate(pages):
        await page.goto(f"{address}/t/{code}")
        if seat:
            await page.get_by_role("button", name="Sit here").first.click()
            await expect(page.get_by_label("Seats")).to_contain_text("(you)")
    await pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        await expect(page.locator(".board > *").first).to_be_visible()


async def until_window(pages: list[Page]) -> tuple[Page, Page, int]:
    """Answer until one of two is asked in a window: that one, the other, and after how many answers."""
    players = {page: Player(page, seed) for seed, page in enumerate(pages, 1)}
    for _ in range(60):
        await pages[0].wait_for_timeout(50)
        for page in pages:
            asked = await page.evaluate(ASKED)
            if asked == -1:
                await players[page].answer()
            elif asked is not None:
                return page, pages[1 - pages.index(page)], asked
    raise AssertionError("no window comes")


async def test_a_window_that_is_held_open(visit: Visit, place: Place, clock: Clock, axe: Path) -> None:
    pages = [await visit(), await visit(phone=True)]
    await sit_down(place, pages, "storybook", options=TWISTED, auto_pass=True)
    asked, other, before = await until_window(pages)
    await expect(other.locator(".prompt")).to_contain_text("Or this passes by itself.")
    await expect(asked.get_by_role("button", name="Let me think")).to_be_visible()
    for page in pages:
        await must_be_sound(page, axe)
    await asked.keyboard.press("k")
    await clock.pass_by(1)
    await expect(asked.locator(".prompt")).to_contain_text("Take your time.")
    await expect(other.locator(".prompt")).to_contain_text("takes time to think.")
    await asked.get_by_role("button", name="Play no Plot Twist now").click()
    await expect(asked.locator(".prompt")).to_contain_text("You pass when the window closes.")
    assert await number(other) == before
    await clock.pass_by(LONGEST)
    await expect(asked.locator("[data-number]")).not_to_have_attribute("data-number", str(before))


async def test_a_window_that_passes_by_itself(visit: Visit, place: Place, clock: Clock) -> None:
    pages = [await visit(), await visit()]
    await sit_down(place, pages, "storybook", options=TWISTED, auto_pass=True)
    _, _, before = await until_window(pages)
    await clock.pass_by(LONGEST)
    for page in pages:
        await expect(page.locator("[data-number]")).not_to_have_attribute("data-number", str(before))


async def test_who_always_wants_to_think(visit: Visit, place: Place, clock: Clock) -> None:
    pages = [await visit(), await visit()]
    for page in pages:
        await page.add_init_script('localStorage.setItem("fabletop", \'{"pace": 0, "think": true}\')')
    await sit_down(place, pages, "storybook", options=TWISTED, auto_pass=True)
    asked, _, before = await until_window(pages)
    await expect(asked.locator(".prompt")).to_contain_text("Take your time.")
    await clock.pass_by(LONGEST)
    await asked.get_by_role("button", name="Play no Plot Twist now").click()
    await expect(asked.locator("[data-number]")).not_to_have_attribute("data-number", str(before))


async def test_who_goes_next_is_agreed_on(visit: Visit, place: Place, axe: Path) -> None:
    anna, bert = pages = [await visit(), await visit(phone=True)]
    await sit_down(place, pages, "coraline", bots=["gentle"])
    await anna.keyboard.press("c")
    await anna.locator("#panel [data-choice]").first.click()
    for page in pages:
        await expect(page.get_by_label("A proposal")).to_contain_text("proposes:")
        assert "Player 1" not in await page.get_by_label("A proposal").inner_text(), "people have names"
    assert await number(anna) == 0
    for page in pages:
        await must_be_sound(page, axe)
    await bert.get_by_role("button", name="Object", exact=True).click()
    await expect(anna.get_by_label("A proposal")).to_have_count(0)
    await anna.locator("#panel [data-choice]").nth(1).click()  # she may propose something else
    for page in pages:
        await expect(page.get_by_label("A proposal")).to_contain_text("had proposed:")
        await expect(page.get_by_label("A proposal").get_by_role("timer")).to_have_text(
            re.compile(r"^\d+ s$")
        )
    for name in ("Rather as before", "Agree", "Wait"):
        await expect(bert.get_by_role("button", name=name).first).to_be_in_viewport(ratio=1)
    await bert.get_by_role("button", name="Wait").click()
    for page in pages:
        await expect(page.get_by_role("timer")).to_have_count(0)
    await bert.get_by_role("button", name="Agree", exact=True).focus()
    await bert.keyboard.press("Enter")
    for page in pages:
        await expect(page.locator("[data-number]")).not_to_have_attribute("data-number", "0")


async def test_before_a_game_of_sides_one_sees_who_plays_with_whom(visit: Visit) -> None:
    page = await visit()
    article = page.locator("article", has_text="Storybook Battles").first
    await article.get_by_text("More", exact=True).click()
    await article.get_by_role("button", name="Set up with bots").click()
    sheet = page.get_by_role("dialog")
    await sheet.get_by_role("radio", name="4", exact=True).check(force=True)
    await expect(sheet.locator(".seat i")).to_have_text(["against you", "with you", "against you"])
    await make_table(page, "storybook", seats=["me", "gentle", "open", "gentle"])
    sides = page.get_by_label("Seats").get_by_role("listitem").locator("i")
    await expect(sides).to_have_text(["against you", "with you", "against you"])
    await make_table(page, "storybook", seats=["me", "open"])
    await expect(page.get_by_text("Waiting for 1 more.")).to_be_visible()
    await expect(sides).to_have_count(0)


async def test_partners_talk_among_themselves(visit: Visit, place: Place, axe: Path) -> None:
    pages = [await visit(), await visit(), await visit(phone=True)]
    await sit_down(place, pages, "storybook", bots=["gentle"])
    for page in pages:
        await page.get_by_role("tab", name="Chat").click()
        to = "Everybody" if page is pages[1] else "My side"  # whose only partner is a bot
        await expect(page.get_by_label(to)).to_be_checked()
    await pages[2].get_by_role("tab", name="Story").click()
    await pages[0].get_by_label("Say something").fill("They will strike from the west")
    await pages[0].keyboard.press("Enter")
    await expect(pages[0].locator(".chat")).to_contain_text("They will strike from the west")
    await pages[0].get_by_label("Everybody").check()
    await pages[0].get_by_role("button", name="Well played!").click()
    await expect(pages[2].locator(".whisper")).to_contain_text("Well played!")  # who does not look there
    question, said = pages[2].locator(".prompt .words"), pages[2].locator(".whisper")
    await expect(question).to_be_visible()
    above, below = await question.bounding_box(), await said.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"] + 1, "it covers the question"
    before = await number(pages[2])
    await Player(pages[0]).answer()
    await expect(pages[2].locator("[data-number]")).not_to_have_attribute("data-number", str(before))
    await expect(pages[2].locator(".whisper")).to_contain_text("Well played!")  # the game goes on: it stays
    await pages[2].get_by_role("button", name="Answer", exact=True).click()
    await expect(pages[2].get_by_label("Say something")).to_be_focused()
    table = next(iter(place.house.rooms.values())).table
    for seat, page in enumerate(pages):
        await expect(page.locator(".chat .lines")).to_contain_text("Well played!")
        heard = "from the west" in await page.locator(".chat .lines").inner_text()
        assert heard == (seat in table.side_of(0))
        await must_be_sound(page, axe)


async def test_who_plays_next_is_asked_before_an_answer_is_taken_back(
    visit: Visit, place: Place, axe: Path
) -> None:
    """And everybody reads of it; what lies in one's own turn is taken back without asking."""
    pages = [await visit(phone=True), await visit(), await visit()]
    await sit_down(place, pages[:2], "storybook")
    room = next(iter(place.house.rooms.values()))
    watcher = pages[2]
    await watcher.goto(f"http://{place.address}/t/{room.table.code}")
    players = {0: Player(pages[0], 1), 1: Player(pages[1], 2)}
    told = set()
    for _ in range(60):
        (seat,) = room.table.people_asked()
        await expect(pages[seat].locator(".prompt")).to_have_attribute("data-mood", "mine")
        await players[seat].answer()
        if room.table.session.can_undo(seat) is not None:
            continue
        here, (asked,) = room.table.length, room.table.people_asked()
        one, other = pages[seat], pages[1 - seat]
        for page in pages:
            await expect(page.locator("[data-number]")).to_have_attribute("data-number", str(here))
        await one.get_by_role("button", name="Undo").click()
        if asked != seat:
            await expect(other.get_by_label("A proposal")).to_contain_text("take the last answer back")
            assert room.table.length == here, "nobody has agreed"
            await must_be_sound(other, axe)
            await other.get_by_role("button", name="Agree", exact=True).click()
        for page in pages:
            await expect(page.locator("[data-number]")).to_have_attribute("data-number", str(here - 1))
            await expect(page.locator(".whisper .news")).to_contain_text("took an answer back.")
        await expect(watcher.locator(".log [data-kind=taken-back]").last).to_contain_text(
            "took an answer back."
        )
        told.add(asked == seat)
        if len(told) == 2:
            return
    raise AssertionError(f"only {told} was tried")


async def test_what_bots_tell_by_themselves_is_short_and_no_news(visit: Visit, tmp_path: Path) -> None:
    """In Coraline they say what they hold before every turn: of each, what holds now."""
    page = await visit()
    async with open_place(tmp_path) as place:
        address = f"http://{place.address}"
        await page.goto(address)
        wished = {
            "game": "coraline",
            "seats": ["me", "gentle", "gentle"],
            "pace": 0,
            "options": {"concede": "off"},
        }
        code = (await (await page.request.post(f"{address}/api/tables", data=wished)).json())["code"]
        await page.goto(f"{address}/t/{code}")
        await ready(page)
        room, player = place.house.rooms[code], Player(page, seed=3)
        while len(told := [line for line in room.table.chat if line.bot]) < 5:
            assert await ready(page) == "mine"
            await player.answer()
        tab = page.get_by_role("tab", name="Chat")
        assert (await tab.inner_text()).strip() == "Chat", "it is news that they talk"
        await tab.click()
        shown = page.locator(".chat .lines p")
        await expect(shown).to_have_count(2)
        last = {line.seat: line.words for line in told}
        for words in last.values():
            await expect(page.locator(".chat .lines")).to_contain_text(words)
        await page.close()
