"""Weighs the page as a browser fetches it (shelf, then one table of each game), and times an answer; and in
the workshop a key, until its words are printed and until it is checked.

BROWSER_EXE=chromium python -m tools.weigh ADDRESS      (of a running server)
"""

import asyncio
import os
import statistics
import sys

from playwright.async_api import Page, Response, async_playwright

from fabletop.games import game, ours
from fabletop.server.workshop.drafts import MOST_BYTES, MOST_ENTRIES

# From the click to the next frame after the new position is in the document.
ANSWER = """() => new Promise(done => {
  const frame = document.querySelector("[data-number]")
  const button = document.querySelector("#panel [data-choice]")
  if (!button || frame.hasAttribute("data-busy")) return done(null)
  const start = performance.now()
  new MutationObserver((_, watch) => {
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
  }).observe(frame, { attributeFilter: ["data-number"] })
  setTimeout(() => done(null), 5000)  // it wants to be confirmed first, say
  button.click()
})"""

# From a change in a field to the next frame after its words, and after the check of the whole edition.
TYPED = """text => new Promise(done => {
  const field = document.querySelector('[data-field="does"]')
  const area = field.querySelector("textarea")
  const state = document.querySelector(".state")
  const words = field.querySelector(".words").textContent
  const start = performance.now()
  let printed = 0
  const look = () => {
    const read = field.querySelector('[data-read="true"]')
    const changed = field.querySelector(".words").textContent !== words
    if (!printed && read && changed) printed = performance.now() - start
    if (printed && state.dataset.waiting === "false") done([printed, performance.now() - start])
    else requestAnimationFrame(look)
  }
  area.value = text
  area.dispatchEvent(new InputEvent("input", { bubbles: true }))
  requestAnimationFrame(look)
})"""


async def weigh(page: Page, name: str) -> int:
    """Bytes on the wire for the shelf and then a table of this game."""
    sizes: list[int] = []

    async def count(response: Response) -> None:
        sizes.append((await response.request.sizes())["responseBodySize"])

    page.on("response", count)
    await page.goto("/")
    await page.locator("article").first.wait_for()
    await page.get_by_role("button", name="Play now").nth([*sorted(ours())].index(name)).click()
    await page.locator(".board > div").first.wait_for()
    await page.wait_for_timeout(500)
    page.remove_listener("response", count)
    return sum(sizes)


async def answers(page: Page, most: int) -> list[float]:
    """Milliseconds from click to picture, for up to so many answers."""
    times: list[float] = []
    for _ in range(most * 4):
        if len(times) == most or await page.locator('.prompt[data-mood="over"]').count():
            break
        if await page.locator('.prompt[data-mood="sure"]').count():
            await page.get_by_role("button", name="Yes, do it").click()
        await page.keyboard.press("c")
        taken = await page.evaluate(ANSWER)
        if taken is None:
            await page.wait_for_timeout(100)
        else:
            times.append(taken)
    return times


def largest() -> str:
    """An edition as long as one may be: the house's, with more Twists."""
    text = game("storybook").editions["house"].read_text(encoding="utf-8")
    more = ""
    for number in range(MOST_ENTRIES // 2):
        one = f'\n[[twist]]\nid = "more-{number}"\nname = "One more {number}"\nteam = "peter-pan"\n'
        one += 'side = "hero"\nmark = "designed"\nhourglass = []\n'
        one += f'does = "{"; ".join(["DRAW(1)"] * 45)}"\n'
        if len((text + more + one).encode()) > MOST_BYTES:
            break
        more += one
    return text + more


async def typing(page: Page, most: int, text: str = "") -> tuple[int, list[float], list[float]]:
    """The length of an edition, and milliseconds from a key to its words, and to all that the check says."""
    wanted = {"game": "storybook", "source": "import" if text else "house", "text": text}
    work = await (await page.request.post("/api/workshop", data=wanted)).json()
    await page.goto(f"/workshop/{work['info']['id']}")
    await page.get_by_label("Search the entries").fill("Second Star to the Right")
    await page.locator("[data-entry]", has_text="Second Star to the Right").first.click()
    await page.locator('[data-field="does"] .words').wait_for()
    await page.wait_for_timeout(500)
    times = [await page.evaluate(TYPED, f"DRAW({1 + number % 2})") for number in range(most)]
    export = await page.request.get(f"/api/workshop/works/{work['info']['id']}/export")
    printed, checked = zip(*times, strict=True)
    return len(await export.body()), sorted(printed), sorted(checked)


async def main(address: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=os.environ.get("BROWSER_EXE"))
        for name in ours():
            context = await browser.new_context(base_url=address)
            await context.add_init_script("localStorage.setItem('fabletop', '{\"pace\": 0}')")
            page = await context.new_page()
            size = await weigh(page, name)
            times = sorted(await answers(page, 20))
            print(
                f"{name:<12} {size / 1000:6.1f} KB   answer to picture, ms: "
                f"median {statistics.median(times):.0f}, worst {times[-1]:.0f} of {len(times)}"
            )
            await context.close()
        for text in ("", largest()):
            page = await (await browser.new_context(base_url=address)).new_page()
            size, printed, checked = await typing(page, 25, text)
            medians = [
                f"median {statistics.median(one):.0f}, worst {one[-1]:.0f}" for one in (printed, checked)
            ]
            print(
                f"workshop {size / 1024:10.1f} KiB  key to words: {medians[0]} ms; to the check: {medians[1]}"
            )
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
