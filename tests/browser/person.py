"""What a person does at a table, in a few words."""

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

READY = """() => {
  const prompt = document.querySelector(".prompt"), frame = document.querySelector("[data-number]")
  if (!prompt || !frame || frame.hasAttribute("data-busy")) return ""
  return ["mine", "over", "sure"].includes(prompt.dataset.mood) ? prompt.dataset.mood : ""
}"""

PATIENCE = 15_000  # milliseconds until a click counts as lost

FLOOR = "one => [...document.querySelectorAll('.floors figure')].indexOf(one.closest('figure'))"


async def make_table(page: Page, game: str, **wish: Any) -> str:
    """A table made over HTTP as this page's guest, with quick bots; and the page goes there."""
    answer = await page.request.post("/api/tables", data={"game": game, "pace": 0, **wish})
    assert answer.ok, await answer.text()
    code = str((await answer.json())["code"])
    await page.goto(f"/t/{code}")
    return code


async def ready(page: Page, timeout: float = 60_000) -> str:
    """Wait until it is my turn ("mine"), something wants to be confirmed ("sure"), or all is "over"."""
    found = await page.wait_for_function(READY, timeout=timeout)
    return str(await found.json_value())


async def number(page: Page) -> int:
    return int(await page.locator("[data-number]").get_attribute("data-number") or 0)


async def answered(page: Page, before: int, timeout: float = 60_000) -> None:
    """Wait until the position is another one than the one with this number."""
    await page.wait_for_function(
        """before => {
          const frame = document.querySelector("[data-number]"), prompt = document.querySelector(".prompt")
          return frame && (frame.dataset.number !== String(before) || prompt.dataset.mood === "sure")
        }""",
        arg=before,
        timeout=timeout,
    )


async def offered(page: Page) -> None:
    """Wait until the board or the prompt shows an answer; some are in the list alone."""
    shown = page.locator('.board [data-standing="can"], .prompt [data-option]').first
    with suppress(PlaywrightTimeout):
        await shown.wait_for(state="attached", timeout=8000)


class Player:
    """Plays by clicking: what glows on the board, the buttons of the prompt, the list of choices."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.ways: dict[str, int] = {"button": 0, "thing": 0, "choice": 0, "chooser": 0, "lost": 0}

    async def answer(self) -> None:
        """One answer, found in the way a person would find it."""
        page = self.page
        before = await number(page)
        await offered(page)
        things = await page.evaluate(
            """() => [...new Set([...document.querySelectorAll('.board [data-standing="can"]')]
                 .map(one => one.dataset.thing))]"""
        )
        buttons = page.locator(".prompt [data-option]")
        count = await buttons.count()
        pick = self.rng.randrange(len(things) + count) if len(things) + count else -1
        tried = f"button {pick}" if pick < count else things[pick - count]
        try:
            if pick < 0:
                await self.choose_from_list()
            elif pick < count:
                self.ways["button"] += 1
                await buttons.nth(pick).click(timeout=PATIENCE)
            else:
                await self.click_thing(tried)
            await answered(page, before, timeout=PATIENCE)  # asked once: undo may lead back to this number
        except PlaywrightTimeout:  # something lies over it, or a map would have to be moved first
            if await number(page) == before:
                await self.answer_from_list(before, tried)
        if await page.locator('.prompt[data-mood="sure"]').count():
            await page.get_by_role("button", name="Yes, do it").click()
            await answered(page, before)

    async def answer_from_list(self, before: int, tried: str) -> None:
        page = self.page
        self.ways["lost"] += 1
        await page.keyboard.press("Escape")
        await self.choose_from_list()
        try:
            await answered(page, before)
        except PlaywrightTimeout:
            said = await page.locator(".prompt, [role=alert], [role=status]").all_inner_texts()
            words = f"nothing came of {tried!r} after {before} (ways: {self.ways}); the page says {said}"
            raise AssertionError(words) from None

    async def click_thing(self, thing: str) -> None:
        self.ways["thing"] += 1
        found = self.page.locator(f'.board [data-thing="{thing}"][data-standing="can"]').first
        floors = self.page.locator(".switch button")
        if await floors.first.is_visible() and not await found.is_visible():  # one floor at a time on a phone
            await floors.nth(await found.evaluate(FLOOR)).click(timeout=PATIENCE)
        await found.click(timeout=PATIENCE)
        chooser = self.page.locator(".chooser")
        chosen = self.page.locator(f'.board [data-thing="{thing}"][data-standing="chosen"]')
        if await chosen.count() and not await chooser.count():  # now a place for it
            places = self.page.locator('.board [data-thing^="space"][data-standing="can"]')
            await places.first.wait_for(timeout=PATIENCE)
            await places.nth(self.rng.randrange(await places.count())).click(timeout=PATIENCE)
        if await chooser.count():
            self.ways["chooser"] += 1
            options = chooser.locator("[data-choice]")
            await options.nth(self.rng.randrange(await options.count())).click(timeout=PATIENCE)

    async def choose_from_list(self) -> None:
        self.ways["choice"] += 1
        await self.page.keyboard.press("c")
        choices = self.page.locator("#panel [data-choice]")
        await expect(choices.first).to_be_visible()
        await choices.nth(self.rng.randrange(await choices.count())).click()

    async def play_on(self, most: int = 2000) -> None:
        """Until the game is over."""
        for _ in range(most):
            if await ready(self.page) == "over":
                return
            await self.answer()
        raise AssertionError("the game does not end")


IN_SIGHT = """one => {
  const place = one.getBoundingClientRect(), x = place.x + place.width / 2, y = place.y + place.height / 2
  const inside = y > 0 && y < innerHeight && x > 0 && x < innerWidth
  return inside && one === document.activeElement && one.matches(":focus-visible")
}"""


async def press(page: Page, wanted: Locator, key: str = "Enter", most: int = 150) -> None:
    """By keys alone: Tab until it has the focus, for all to see, then a key."""
    await expect(wanted).to_be_visible()
    for _ in range(most):
        if await wanted.evaluate("one => one === document.activeElement"):
            assert await wanted.evaluate(IN_SIGHT), "it has the focus, and nobody can see it"
            await page.keyboard.press(key)
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


async def must_be_sound(page: Page, axe: Path) -> None:
    """Nothing for axe to find, and nothing wider than the screen; colours that change take a frame."""
    await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await page.evaluate(axe.read_text())  # the page's policy allows no foreign script tag
    found = await page.evaluate("axe.run({ resultTypes: ['violations'] })")
    problems = [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]
    assert not problems, "\n".join(problems)
    wide = await page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} px too wide"
