"""What teaches: a hint is a whole move with reasons, followed step by step; a finished game is played on."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from .conftest import Visit
from .person import Player, answered, make_table, must_be_sound, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

ON_BOTH = pytest.mark.parametrize(
    "phone", [pytest.param(False, id="desk", marks=pytest.mark.heavy), pytest.param(True, id="phone")]
)


SET = {"side": "heroes", "hero": "alice", "villain": "hook"}


async def hinted(page: Page) -> None:
    await page.keyboard.press("h")
    await expect(page.locator(".advice [data-reason]").first).to_be_visible(timeout=30_000)


@ON_BOTH
async def test_a_hint_is_followed_step_by_step(visit: Visit, axe: Path, phone: bool) -> None:
    page = await visit(phone=phone)
    await make_table(page, "storybook", seats=["me", "gentle"], options=SET)
    for _ in range(6):  # as often as one likes; set-up is a question of one answer
        assert await ready(page) == "mine"
        await hinted(page)
        steps = await page.locator(".advice b").count()
        assert steps > 0 and await page.locator("[data-pointed]").count() > 0
        if _ == 0:
            await must_be_sound(page, axe)
        for name in ("Do that", "Dismiss"):
            await expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        doing = page.get_by_role("button", name="Do that")
        for _step in range(steps):
            before = await number(page)
            await doing.click()
            await answered(page, before)
            if await page.locator('.prompt[data-mood="sure"]').count():
                await page.get_by_role("button", name="Yes, do it").click()
                await answered(page, before)
            doing = page.get_by_role("button", name="Go on", exact=True)
            await ready(page)
            if not await doing.count():
                break
        if await ready(page) == "over":
            break


COUNT_BLANKS = """() => {
  window.blanks = 0
  const look = () => { if (document.querySelector(".coach p")?.textContent.trim() === "") window.blanks += 1 }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""


async def test_what_a_lesson_says_stays_while_others_answer(visit: Visit) -> None:
    page = await visit()
    await page.goto("/learn/storybook")
    await page.locator(".coach p").wait_for()
    await page.evaluate(COUNT_BLANKS)
    for _ in range(12):
        assert await ready(page) == "mine"
        before = await number(page)
        await page.locator(".coach .button").click()
        await answered(page, before)
    assert await page.evaluate("window.blanks") == 0


SHARE = """() => {
  const box = (place) => document.querySelector(place).getBoundingClientRect()
  const [board, bar, head] = [box('[data-region="board"]'), box("nav.bar"), box(".head")]
  return (Math.min(board.bottom, innerHeight) - Math.max(board.top, head.bottom)) / (innerHeight - bar.height)
}"""


@pytest.mark.parametrize("game", ["storybook", "condyle"])
async def test_a_lesson_leaves_the_board_its_height(visit: Visit, game: str) -> None:
    page = await visit()
    await page.set_viewport_size({"width": 1280, "height": 720})
    await page.goto(f"/learn/{game}")
    for place in (".coach p", '[data-region="board"]', ".head", "nav.bar"):
        await page.locator(place).first.wait_for()
    for step in range(8):
        assert await ready(page) == "mine"
        assert await page.evaluate(SHARE) >= 0.6, f"at step {step}"
        before = await number(page)
        await page.locator(".coach .button").click()
        await answered(page, before)


async def test_on_a_phone_a_lesson_is_put_away(visit: Visit) -> None:
    page = await visit(phone=True)
    await page.goto("/learn/condyle")
    await page.get_by_role("button", name="Put away").click()
    await expect(page.locator(".coach p")).to_have_count(0)
    await page.get_by_role("button", name="Lesson", exact=True).click()
    await expect(page.locator(".coach p")).to_be_visible()


async def given_up(page: Page, game: str) -> str:
    code = await make_table(page, game, seats=["me", "gentle"])
    player = Player(page, seed=4)
    for _ in range(5):
        if await ready(page) == "over":
            return code
        await player.answer()
    await ready(page)
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.locator(".prompt")).to_have_attribute("data-mood", "over", timeout=60_000)
    return code


@ON_BOTH
async def test_play_on_from_a_moment_of_a_finished_game(visit: Visit, axe: Path, phone: bool) -> None:
    page = await visit(phone=phone)
    code = await given_up(page, "storybook")
    await page.goto(f"/review/{code}/3")
    await expect(page.get_by_role("slider", name="Position")).to_have_value("3")
    await must_be_sound(page, axe)
    await page.get_by_role("button", name="Play on from here").click()
    await expect(page).not_to_have_url(f"/review/{code}/3")
    assert await ready(page) == "mine" and await number(page) >= 3
    await page.get_by_role("tab", name="Table").click()
    await expect(page.get_by_role("link", name="answer 3 of an earlier game")).to_be_visible()
    await must_be_sound(page, axe)
    await Player(page, seed=5).answer()
    await page.goto(f"/review/{code}/2")
    await page.get_by_role("button", name="with friends").click()
    await expect(page.get_by_text("Waiting for 1 more.")).to_be_visible()
    await expect(page.get_by_text("It counts for nothing.")).to_be_visible()
    friend = await visit(page.url)
    await friend.get_by_role("button", name="Sit here").click()
    await page.get_by_role("button", name="Start the game").click()
    await expect(friend.locator("[data-number]")).to_have_attribute("data-number", "2")


async def test_a_hint_gives_way_to_the_question_whether_one_is_sure(visit: Visit) -> None:
    page = await visit()
    await page.evaluate("""localStorage.setItem("fabletop", '{"pace": 0, "confirm": "always"}')""")
    await make_table(page, "coraline", players=1, seats=["me"])
    await ready(page)
    await page.keyboard.press("h")
    await page.get_by_role("button", name="Do that").click(timeout=30_000)
    await expect(page.locator('.prompt[data-mood="sure"] .words')).to_be_visible()
    await expect(page.locator(".advice")).to_have_count(0)
    await page.locator(".prompt .buttons").get_by_text("No", exact=False).click()
    await expect(page.locator(".advice")).to_be_visible()
    before = await number(page)
    await page.get_by_role("button", name="Do that").click()
    await page.get_by_role("button", name="Yes, do it").click()
    await answered(page, before)
