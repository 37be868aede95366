"""What a person does in the workshop, in a few words."""

import re
import subprocess
import sys
from pathlib import Path

from playwright.async_api import Locator, Page, expect

TITLES = {
    "storybook": "Storybook Battles",
    "coraline": "Coraline: Beware the Other Mother",
    "condyle": "Endangered Orphans of Condyle Cove",
    "unrelenting": "The Unrelenting Other",
}


class Bench:
    def __init__(self, page: Page) -> None:
        self.page = page

    async def begin(self, game: str, way: str = "Fork the house edition of") -> str:
        """A work of one's own; its id."""
        await self.page.goto("/workshop")
        await self.page.get_by_role("button", name=f"{way} {TITLES[game]}").click()
        await self.page.wait_for_url(re.compile(r"/workshop/\w+"))
        await expect(self.state).to_be_visible()
        return self.page.url.split("/workshop/")[1].split("#")[0]

    @property
    def state(self) -> Locator:
        return self.page.locator(".state")

    async def choose(self, name: str) -> None:
        """An entry, found by its name."""
        parts = self.page.get_by_role("button", name="Parts", exact=True)
        if await parts.is_visible():
            await parts.click()
        await self.page.get_by_label("Search the entries").fill(name)
        await self.page.locator("[data-entry]", has_text=name).first.click()
        await expect(self.page.locator("#entry-name")).to_contain_text(name)

    def field(self, key: str) -> Locator:
        """The row of a field."""
        return self.page.locator(f'[data-field="{key}"]')

    def entry(self, key: str) -> Locator:
        return self.field(key).locator("input, textarea, select").first

    async def type_effect(self, key: str, text: str) -> None:
        await self.entry(key).fill(text)

    async def told(self, key: str, words: str) -> None:
        """What is wrong stands at its field, and in the report."""
        await expect(self.field(key)).to_contain_text(re.compile(words, re.IGNORECASE))
        await expect(self.page.get_by_role("list", name="Must be mended")).to_contain_text(
            re.compile(words, re.IGNORECASE)
        )

    async def save(self) -> None:
        before = await self.version()
        await self.page.get_by_role("button", name="Save", exact=True).click()
        await expect(self.page.locator(".told-of")).to_contain_text(f"version {before + 1} ·")

    async def version(self) -> int:
        words = await self.page.locator(".told-of").inner_text()
        found = re.search(r"version (\d+)", words)
        assert found, words
        return int(found[1])

    async def try_it(self, button: str, way: str = "Against bots") -> str:
        """A table with it; its code."""
        await self.page.get_by_role("button", name=button, exact=True).click()
        await self.page.get_by_role("dialog").get_by_role("button", name=way).click()
        await self.page.wait_for_url(re.compile(r"/t/\w+"))
        return self.page.url.split("/t/")[1]

    async def study(self, games: int, patience: float = 60_000) -> None:
        await self.page.get_by_role("button", name="Study", exact=True).click()
        panel = self.page.get_by_role("dialog")
        await panel.get_by_label("Games").fill(str(games))
        await panel.get_by_role("button", name="Begin").click()
        await self.page.wait_for_url(re.compile(r"/study/\w+"))
        done = self.page.locator('[data-status="done"]')
        await expect(done).to_contain_text(f"{games} of {games} games", timeout=patience)

    async def export(self, work: str, to: Path) -> Path:
        answer = await self.page.request.get(f"/api/workshop/works/{work}/export")
        assert answer.ok, await answer.text()
        to.write_bytes(await answer.body())
        return to


def fabletop(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fabletop", *map(str, words)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
