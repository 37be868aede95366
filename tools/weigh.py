"""Weighs the page as a browser fetches it (shelf, then one table of each game), and times an answer.

BROWSER_EXE=chromium python -m tools.weigh ADDRESS      (of a running server)
"""

import asyncio
import os
import statistics
import sys

from playwright.async_api import Page, Response, async_playwright

from fabletop.games import ours

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


async def weigh(page: Page, game: str) -> int:
    """Bytes on the wire for the shelf and then a table of this game."""
    sizes: list[int] = []

    async def count(response: Response) -> None:
        sizes.append((await response.request.sizes())["responseBodySize"])

    page.on("response", count)
    await page.goto("/")
    await page.locator("article").first.wait_for()
    await page.get_by_role("button", name="Play now").nth([*sorted(ours())].index(game)).click()
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


async def main(address: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=os.environ.get("BROWSER_EXE"))
        for game in ours():
            context = await browser.new_context(base_url=address)
            await context.add_init_script("localStorage.setItem('fabletop', '{\"pace\": 0}')")
            page = await context.new_page()
            size = await weigh(page, game)
            times = sorted(await answers(page, 20))
            print(
                f"{game:<12} {size / 1000:6.1f} KB   answer to picture, ms: "
                f"median {statistics.median(times):.0f}, worst {times[-1]:.0f} of {len(times)}"
            )
            await context.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
