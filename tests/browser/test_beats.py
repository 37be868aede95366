"""What happens is seen, one moment after the other: by who watches a game, and by who reads it later."""

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Visitor

from .conftest import DESK
from .evening import Evening, Variant, script
from .house import Server
from .person import Player, answered, make_table, number, ready
from .still import StillServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Every moment that ever comes before the eyes, however short; and each is short.
RECORD = """
window.seen = []
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    const found = node.matches?.("[data-beat]") ? node : node.querySelector?.("[data-beat]")
    if (found) window.seen.push([found.dataset.beat, found.dataset.about, found.dataset.number].join(" | "))
  }
}).observe(document, { childList: true, subtree: true })
localStorage.setItem("fabletop", '{"beats": 0.05, "pace": 0}')
"""
ENOUGH = 12  # moments


@pytest_asyncio.fixture(loop_scope="session")
async def watching(browser: Browser, server: Server) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport=DESK, base_url=server.address)  # type: ignore[arg-type]
    await context.add_init_script(RECORD)
    yield await context.new_page()
    await context.close()


def moments(log: list[msg.Line]) -> list[str]:
    """What the lines that a page was sent have to show, after the beginning."""
    beats = [line.beat for line in log if line.number and line.beat]
    return [" | ".join((one.look, one.thing or one.card or one.to, one.number)) for one in beats]


async def must_see(page: Page, wanted: list[str]) -> None:
    await page.wait_for_function("wanted => window.seen.length >= wanted", arg=len(wanted), timeout=60_000)
    assert await page.evaluate("window.seen") == wanted


@pytest.mark.parametrize(
    ("game", "players"), [("storybook", 2), ("coraline", 2), ("condyle", 2), ("unrelenting", 4)]
)
async def test_moments_come_in_order(watching: Page, server: Server, game: str, players: int) -> None:
    address = server.address.removeprefix("http://")
    visitor = Visitor(address)
    seats = ["me", *["random"] * (players - 1)]
    code = await visitor.make(game=game, seats=seats, pace=0, players=players)
    await watching.goto(f"/t/{code}")
    await expect(watching.locator(".beats")).to_be_attached()
    me, other = await visitor.visit(code), await Visitor(address).visit(code)

    luck = random.Random(5)
    while len(moments(other.log)) < ENOUGH and not me.over:
        await me.until(lambda page: bool(page.options) or page.over)
        assert (await me.act(me.some_action(luck))).refused is None
    await me.do(msg.Resign)
    await other.until(lambda page: page.over)
    wanted = moments(other.log)
    await must_see(watching, wanted)

    # Later they are all there again, and the game goes on by itself.
    await watching.goto(f"/review/{code}/0")
    await watching.get_by_role("button", name="Play on by itself").click()
    await must_see(watching, wanted)
    await expect(watching.locator("[data-beat]")).to_have_count(0)
    await me.close()
    await other.close()


async def test_nobody_waits_for_a_moment(watching: Page) -> None:
    """Here each lasts for many seconds: an answer, a key or a wish for stillness comes first."""
    await watching.add_init_script("""localStorage.setItem("fabletop", '{"beats": 40, "pace": 0}')""")
    await watching.goto("/")
    await make_table(watching, "coraline", players=1, seats=["me"])
    shown = watching.locator("[data-beat]")

    await watching.locator('.board [data-thing^="hand "][data-standing="can"]').first.click()
    await watching.locator(
        ".chooser [data-choice]", has_text=re.compile("Discard .* to move Coraline")
    ).click()
    await expect(shown).to_have_attribute("data-beat", "show")
    await expect(watching.locator(".whisper .unseen")).to_contain_text("to move Coraline")
    before = await number(watching)
    await watching.locator('.board [data-thing^="room "][data-standing="can"]').first.click()
    await answered(watching, before)
    await expect(shown).to_have_attribute("data-about", "character coraline")
    await watching.keyboard.press("Escape")
    await expect(shown).to_have_count(0)

    # What happened since the last turn can be seen again, and left at any time.
    player, news = Player(watching), watching.locator('.line.new[data-kind="woe"]')
    await watching.emulate_media(reduced_motion="reduce")
    seen = await watching.evaluate("window.seen.length")
    while not await news.count():
        assert await ready(watching) != "over"
        await player.answer()
    assert await watching.evaluate("window.seen.length") == seen, "without motion nothing is shown bit by bit"
    await watching.emulate_media(reduced_motion="no-preference")
    await watching.get_by_role("button", name="Show it again").click()
    await expect(shown).to_have_count(1)
    await watching.keyboard.press("Escape")
    await expect(shown).to_have_count(0)
    await expect(watching.locator(".board[data-past]")).to_have_count(0)


# What is shown, in pixels of the window once it lies still, and the places that can be chosen already.
SHOWN = """() => {
  const box = (e) => {
    const { x, y, right, bottom } = e.getBoundingClientRect()
    return [x, y, right, bottom]
  }
  const shown = document.querySelector(".shown")
  for (const one of shown.getAnimations()) one.currentTime = one.effect.getComputedTiming().endTime / 2
  return [box(shown), [...document.querySelectorAll('.board [data-standing="can"]')].map(box)]
}"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
async def test_what_is_shown_lies_beside_what_can_be_chosen(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    """A card that was played lets Coraline walk: the rooms are live, and the card hides none of them."""
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height}, has_touch=width < 500, base_url=server.address
    )
    await context.add_init_script("""localStorage.setItem("fabletop", '{"beats": 40, "pace": 0}')""")
    page = await context.new_page()
    await page.goto("/")
    await make_table(page, "coraline", players=1, seats=["me"])
    await page.locator('.board [data-thing^="hand "][data-standing="can"]').first.click()
    await page.locator(".chooser [data-choice]", has_text=re.compile("Discard .* to move Coraline")).click()
    await expect(page.locator('.board [data-thing^="room "][data-standing="can"]').first).to_be_attached()
    (left, top, right, bottom), places = await page.evaluate(SHOWN)
    assert left >= 0 and top >= 0 and right <= width and bottom <= height, "it leaves the window"
    assert len(places) >= 2
    for x, y, to_x, to_y in places:
        apart = to_x <= left or x >= right or to_y <= top or y >= bottom
        assert apart, f"what is shown hides the place at {x:.0f}, {y:.0f}"
    await context.close()


STANDS = """() => [
  [...document.querySelectorAll(".log .line")].at(-1)?.dataset.kind ?? "",
  document.querySelector(".moment")?.innerText ?? "",
]"""


async def test_the_story_does_not_run_ahead_of_the_board(watching: Page, server: Server) -> None:
    """While the first of several moments is shown, the story ends with it, and the round is what it was."""
    address = server.address.removeprefix("http://")
    visitor = Visitor(address)
    code = await visitor.make(game="coraline", seats=["me"], players=1, pace=0)
    me, other, luck = await visitor.visit(code), await Visitor(address).visit(code), random.Random(5)
    await watching.add_init_script("""localStorage.setItem("fabletop", '{"beats": 40, "pace": 0}')""")
    await watching.goto(f"/t/{code}")
    await expect(watching.locator(".moment")).to_be_visible()
    shown, held_back = watching.locator("[data-beat]"), False
    while not held_back:
        before = await watching.evaluate(STANDS)
        known = len(other.log)
        assert (await me.act(me.some_action(luck))).refused is None
        await other.until(lambda page: page.version == me.version)
        assert other.position
        await answered(watching, other.position.number - 1)
        news = other.log[known:]
        beats = [index for index, line in enumerate(news) if line.beat]
        if len(beats) > 1:
            await expect(shown).to_have_count(1)
            assert await watching.evaluate(STANDS) == [news[beats[1] - 1].kind, before[1]]
        await watching.keyboard.press("Shift+Escape")
        await expect(shown).to_have_count(0)
        kind, moment = await watching.evaluate(STANDS)
        assert kind == other.log[-1].kind
        held_back = len(beats) > 1 and kind != news[beats[1] - 1].kind and moment != before[1]
        assert not me.over, "no turn of this game had two moments"
    await me.close()
    await other.close()


async def test_what_is_shown_again_is_what_others_did(browser: Browser, tmp_path: Path) -> None:
    """In the middle of my turn: neither the answer that ended my last one, nor what I did in this one."""
    duel = Variant("condyle", 2)
    with StillServer(tmp_path) as server:
        evening = await Evening(browser, server, duel, script(duel)).begin()
        log: list[msg.Line] = []
        theirs: list[msg.Line] = []
        async for asked in evening.play():
            log = evening.seats[0].log
            turns = [index for index, line in enumerate(log) if line.kind == "turn"]
            if len(turns) < 3 or asked != (0,) or log[-1].kind == "turn" or log[turns[-1]].data["seat"]:
                continue
            theirs = log[turns[-2] : turns[-1]]
            if len(moments(theirs)) > 1:
                break
        assert theirs[0].data["seat"] == 1
        (page,) = await evening.look_on(0, (1280, 800))
        news = page.locator(".line.new")
        await expect(news).to_have_count(1)  # a turn that is over is one line
        assert await news.get_attribute("data-kind") == "turn"
        await expect(page.locator(".log .line").last).not_to_have_class(re.compile(r"\bnew\b"))

        await page.evaluate(RECORD)
        await page.emulate_media(reduced_motion="no-preference")
        await page.get_by_role("button", name="Show it again").click()
        await expect(page.locator(".board[data-past]")).to_have_count(1)
        await expect(page.locator(".board[data-past]")).to_have_count(0)
        assert await page.evaluate("window.seen") == moments(theirs)
        await evening.end()


SCORE = """side => {
  const now = document.querySelector(`.board [data-place="${side}"]`)
  const before = document.querySelector(".beats h3 b"), after = now.querySelector("h3 b")
  return [getComputedStyle(now).opacity, before && Number(before.textContent), Number(after.textContent)]
}"""


async def test_points_are_counted_when_a_card_is_seen_to_fall(watching: Page, server: Server) -> None:
    visitor = Visitor(server.address.removeprefix("http://"))
    code = await visitor.make(game="storybook", seats=["me", "random"], pace=0)
    me, luck = await visitor.visit(code), random.Random(3)
    falls: list[tuple[int, str]] = []
    while not falls:
        await me.until(lambda page: bool(page.options) or page.over)
        beats = [(line.number, line.beat.to) for line in me.log if line.beat]
        falls = [(at, to) for at, to in beats if to.startswith("score ")]
        if not falls:
            assert (await me.act(me.some_action(luck))).refused is None
    await me.do(msg.Resign)
    await me.close()

    await watching.add_init_script("""localStorage.setItem("fabletop", '{"beats": 40, "pace": 0}')""")
    at, side = falls[0]
    await watching.goto(f"/review/{code}/{at - 1}")
    await expect(watching.locator(f'.board [data-place="{side}"]')).to_be_visible()
    await watching.get_by_role("button", name="One answer on").click()
    await expect(watching.locator("[data-beat]")).to_have_count(1)
    opacity, before, after = await watching.evaluate(SCORE, side)
    assert (opacity, before) == ("0", 0) and after > 0
    await watching.keyboard.press("Shift+Escape")
    await expect(watching.locator("[data-beat]")).to_have_count(0)
    assert (await watching.evaluate(SCORE, side))[:2] == ["1", None]


# Of every die, when it begins to roll and when it lies: whether a number can be read, and which.
DICE = """
window.dice = []
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    for (const die of node.querySelectorAll?.('[data-beat="roll"] .die > b') ?? []) {
      const rolling = getComputedStyle(die).visibility
      for (const one of die.getAnimations()) one.currentTime = one.effect.getComputedTiming().endTime - 1
      const sum = getComputedStyle(document.querySelector(".total").closest("[data-place]")).opacity
      window.dice.push([rolling, getComputedStyle(die).visibility, die.textContent, sum])
    }
  }
}).observe(document, { childList: true, subtree: true })
localStorage.setItem("fabletop", '{"beats": 1, "pace": 0}')
"""


async def test_dice_show_nothing_until_they_lie(browser: Browser, server: Server) -> None:
    context = await browser.new_context(viewport=DESK, base_url=server.address)  # type: ignore[arg-type]
    await context.add_init_script(DICE)
    page = await context.new_page()
    visitor = Visitor(server.address.removeprefix("http://"))
    code = await visitor.make(game="unrelenting", seats=["me", *["random"] * 3], pace=0)
    await page.goto(f"/t/{code}")
    await expect(page.locator(".beats")).to_be_attached()
    me, luck = await visitor.visit(code), random.Random(5)
    while not (seen := await page.evaluate("window.dice")):
        await me.until(lambda page: bool(page.options) or page.over)
        assert (await me.act(me.some_action(luck))).refused is None
        await page.wait_for_timeout(50)
    for rolling, lying, number_shown, sum_shown in seen:
        assert sum_shown == "0", "the sum is told before"
        assert rolling == "hidden", "it shows a number before it lies"
        assert lying == "visible" and number_shown in "123456"
    await context.close()
