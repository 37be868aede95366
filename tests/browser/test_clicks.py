"""Whole games, clicked at random and by keys alone: nothing is without effect, and all is told once."""

import random
from typing import Any

import pytest
from playwright.async_api import Page, expect

import fabletop
from fabletop.games import ours
from fabletop.lab.checks import checks_of

from .conftest import Visit
from .person import answered, make_table, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

# What a person would notice: a click that changes none of it was for nothing.
SIGHT = """() => JSON.stringify([
  document.querySelector("[data-number]")?.dataset.number,
  document.querySelector("[data-number]")?.hasAttribute("data-busy"),
  document.querySelector(".prompt")?.dataset.mood,
  document.querySelector(".whisper:not([data-kind=news])")?.textContent,
  document.querySelector(".chooser")?.textContent,
  [...document.querySelectorAll('[data-standing="chosen"]')].map(one => one.dataset.thing),
  [...document.querySelectorAll("[aria-expanded], [aria-pressed]")].map(one => one.outerHTML.length),
])"""
# Things whose middle is before the eyes, and buttons that answer.
TARGETS = """() => [...document.querySelectorAll(".board [data-thing], .prompt [data-option]")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  const at = [x + width / 2, y + height / 2], found = document.elementFromPoint(...at)
  return { at, can: one.dataset.standing !== "idle", hit: one.contains(found) }
}).filter(one => one.hit)"""
IDLE = 0.25  # so often, something that cannot be chosen is clicked


async def begin(page: Page, game: str) -> None:
    record = checks_of(fabletop.game(game)).playthrough[0]  # one that is known to be short
    await make_table(
        page, game, seats=["me", *["gentle"] * (record.players - 1)], options=record.options, auto_pass=False
    )
    await ready(page)


async def click_something(page: Page, luck: random.Random) -> None:
    targets: list[dict[str, Any]] = await page.evaluate(TARGETS)
    able, idle = [one for one in targets if one["can"]], [one for one in targets if not one["can"]]
    if not able:
        await page.keyboard.press("c")
        choices = page.locator("#panel [data-choice]")
        await choices.nth(luck.randrange(await choices.count())).click()
        return
    chosen = luck.choice(idle if idle and luck.random() < IDLE else able)
    await page.keyboard.press("Escape")
    before = await page.evaluate(SIGHT)
    await page.mouse.click(*chosen["at"])
    await page.wait_for_function(f"before => ({SIGHT})() !== before", arg=before, timeout=10_000)
    await page.mouse.move(2, 2)


@pytest.mark.heavy
@pytest.mark.parametrize("game", ours())
async def test_no_click_is_without_effect(visit: Visit, game: str) -> None:
    page = await visit()
    luck = random.Random(3)
    await begin(page, game)
    for _ in range(900):
        mood = await ready(page)
        if mood == "over":
            return
        if mood == "sure":
            before = await number(page)
            await page.get_by_role("button", name="Yes, do it").click()
            await answered_or_back(page, before)
            continue
        await click_something(page, luck)
        chooser = page.locator(".chooser [data-choice]")
        if await chooser.count():
            before = await number(page)
            await chooser.nth(luck.randrange(await chooser.count())).click()
            await answered(page, before)
    raise AssertionError("the game does not end")


async def answered_or_back(page: Page, before: int) -> None:
    await page.wait_for_function(
        """before => document.querySelector("[data-number]").dataset.number !== String(before)""", arg=before
    )


# --- By keys alone -----------------------------------------------------------------------------------

# Each position that comes, and each sentence that a screen reader would say of it.
LISTEN = """() => {
  window.heard = []
  const say = () => {
    const frame = document.querySelector("[data-number]")?.dataset.number
    if (frame && frame !== window.lastFrame) window.heard.push(["number", (window.lastFrame = frame)])
    const told = document.querySelector(".whisper .unseen")?.textContent
    if (told && told !== window.lastTold) window.heard.push(["said", (window.lastTold = told)])
  }
  const all = { childList: true, subtree: true, characterData: true, attributes: true }
  new MutationObserver(say).observe(document.body, all)
}"""


@pytest.mark.heavy
@pytest.mark.parametrize("game", ours())
async def test_a_whole_game_by_keys_alone(visit: Visit, game: str) -> None:
    page = await visit()
    luck = random.Random(5)
    await begin(page, game)
    await page.evaluate(LISTEN)
    for _ in range(900):
        mood = await ready(page)
        if mood == "over":
            break
        before = await number(page)
        if mood == "sure":
            await page.get_by_role("button", name="Yes, do it").press("Enter")
        elif luck.random() < 0.5 and await to_the_board(page):
            await page.keyboard.press("Enter")
            if await page.locator(".chooser").count():
                await page.keyboard.press("ArrowDown" if luck.random() < 0.5 else "ArrowUp")
                if await page.evaluate("document.activeElement.matches('.cancel')"):
                    await page.keyboard.press("ArrowUp")
                await page.keyboard.press("Enter")
        else:
            await page.keyboard.press("c")
            await expect(page.locator("#panel [data-choice]").first).to_be_visible()
            count = await page.locator("#panel [data-choice]").count()
            await page.keyboard.press(str(luck.randint(1, min(9, count))))
        await answered(page, before)
    else:
        raise AssertionError("the game does not end")
    heard: list[tuple[str, str]] = await page.evaluate("window.heard")
    moves, said = [one for one in heard if one[0] == "number"], [one for one in heard if one[0] == "said"]
    assert said and len(said) <= len(moves) + 1, "more was announced than happened"


async def to_the_board(page: Page) -> bool:
    """The focus goes to something on the board that can be chosen, and needs no second place."""
    await page.keyboard.press("Escape")
    if await ready(page) != "mine":
        return False
    await page.keyboard.press("b")
    return bool(
        await page.evaluate(
            """document.activeElement.dataset.standing === "can"
              && !document.querySelector('[data-standing="chosen"]')"""
        )
    )


# --- Carried instead of clicked ----------------------------------------------------------------------


async def test_a_card_is_carried_to_its_place(visit: Visit) -> None:
    page = await visit()
    options = {"side": "villains", "hero": "alice", "villain": "hook", "villain_ally": "tinker-bell"}
    await make_table(page, "storybook", seats=["me", "gentle"], options=options)
    card = page.locator('[data-region="hand"] [data-thing^="hand "][data-standing="can"]')
    for _ in range(12):
        await ready(page)
        if "Your turn" in await page.locator(".prompt .words").first.inner_text() and await card.count():
            break
        before = await number(page)
        await page.keyboard.press("c")
        await page.locator("#panel [data-choice]").first.click()
        await answered(page, before)
    hand = await page.locator('[data-region="hand"] [data-thing^="hand "]').count()
    start = await card.first.bounding_box()
    beside = await page.locator('.world [data-place="cell 0,0"]').bounding_box()
    assert start and beside
    await page.mouse.move(start["x"] + 40, start["y"] + 40)
    await page.mouse.down()
    await page.mouse.move(start["x"] + 60, start["y"] - 20, steps=4)
    await expect(page.locator(".ghost")).to_be_visible()
    # An empty place beside a card: it becomes one to choose only when it is asked for.
    await page.mouse.move(beside["x"] + beside["width"] * 1.6, beside["y"] + beside["height"] / 2, steps=4)
    await page.mouse.up()
    await expect(page.locator(".ghost")).to_have_count(0)
    await page.locator(".chooser [data-choice]").filter(has_text="face up").click()
    await expect(page.locator('[data-region="hand"] [data-thing^="hand "]')).to_have_count(hand - 1)
    await expect(page.locator(".prompt .words")).to_contain_text("Your turn")
