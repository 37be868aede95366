"""The worked example of docs/editions.md, done once more in a browser: a picture of every step."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

SIZE = (1320, 800)
QUALITY = 66
GAMES = 1000
LONG = 600_000  # milliseconds for a study
MOMENT = 900  # until what moves has come to rest


class Example:
    def __init__(self, page: "Page", folder: Path) -> None:
        self.page = page
        self.folder = folder

    async def shot(self, name: str) -> None:
        await self.page.wait_for_timeout(MOMENT)
        file = self.folder / f"workshop-{name}.jpg"
        await self.page.screenshot(path=file, type="jpeg", quality=QUALITY)
        print(file)

    async def press(self, name: str) -> None:
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def choose(self, name: str) -> None:
        await self.page.get_by_label("Search the entries").fill(name)
        await self.page.locator("[data-entry]", has_text=name).first.click()

    async def type(self, field: str, text: str) -> None:
        await self.page.locator(f'[data-field="{field}"] :is(input, textarea)').first.fill(text)

    async def checked(self, words: str) -> None:
        await self.page.locator(".state", has_text=re.compile(words)).wait_for()

    async def run(self) -> None:
        page = self.page
        await page.goto("/workshop")
        await page.get_by_role("button", name="Fork the house edition of Storybook").wait_for()
        await self.shot("begin")
        await page.get_by_role("button", name="Fork the house edition of Storybook").click()
        await self.choose("Nana")
        await self.type("points", "5")
        await self.checked("unbalanced")
        await self.shot("card")
        await self.choose("Pinnacle of Good Form")
        await self.type("does", "DRW(2); PLAY(1)")
        await self.checked("mistake")
        await self.shot("mistake")
        await self.type("does", "DRAW(2); PLAY(1)")
        await self.checked("can be played")
        await self.shot("effect")
        await self.press("Save")
        await page.locator(".told-of", has_text="version 2 ·").wait_for()
        bench = page.url
        await self.press("Try this twist")
        await page.get_by_role("dialog").get_by_role("button", name="Against bots").click()
        await page.locator('.prompt[data-mood="mine"]').wait_for(timeout=60_000)
        await self.shot("table")
        await page.goto(bench)
        await self.press("Study")
        await page.get_by_role("dialog").get_by_label("Games").fill(str(GAMES))
        await page.get_by_role("dialog").get_by_role("button", name="Begin").click()
        await page.locator('[data-status="done"]').wait_for(timeout=LONG)
        await self.shot("study")
        await page.locator("tr", has_text="Nana").first.scroll_into_view_if_needed()
        await self.shot("figures")


async def take(browser: "Browser", address: str, settings: str, folder: Path) -> None:
    width, height = SIZE
    context = await browser.new_context(
        viewport={"width": width, "height": height}, base_url=address, reduced_motion="reduce"
    )
    await context.add_init_script(settings)
    await Example(await context.new_page(), folder).run()
    await context.close()
