"""The sheets of every game: each piece in its place, nothing cut off, and Chromium makes a PDF of them."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from fabletop.games import ours

from .conftest import Visit
from .person import must_be_sound

pytestmark = pytest.mark.asyncio(loop_scope="session")

POINTS = {"A4": (595, 842), "Letter": (612, 792)}
CUT_OFF = """() => [...document.querySelectorAll(".piece")].filter(piece => {
  const box = piece.getBoundingClientRect()
  return [...piece.querySelectorAll("p, b, h3, h4, footer")].some(one => {
    const inside = one.getBoundingClientRect()
    return inside.bottom > box.bottom + 0.5 || inside.right > box.right + 0.5
  })
}).map(piece => piece.textContent.trim().slice(0, 60))"""


@pytest.mark.parametrize("game", ours())
async def test_sheets(visit: Visit, game: str) -> None:
    page = await visit(f"/print/{game}", look="dark")
    for paper, size in POINTS.items():
        await page.get_by_role("radio", name=paper).check()
        sheets = page.locator(".sheet")
        await expect(sheets.first).to_be_visible()
        count = await sheets.count()
        await expect(page.locator(".sheet .notice", has_text="Unofficial")).to_have_count(count)
        assert await page.evaluate(CUT_OFF) == []
        pdf = await page.pdf(prefer_css_page_size=True, print_background=True)
        boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
        assert len(boxes) == count
        assert {(round(float(x)), round(float(y))) for x, y in boxes} == {size}


async def test_wishes(visit: Visit, axe: Path) -> None:
    page = await visit("/rules/storybook", phone=True)
    await page.get_by_role("link", name="Print the game").click()
    backs = page.get_by_role("img", name=re.compile("Cards, backs"))
    await expect(backs.first).to_be_visible()
    await must_be_sound(page, axe)
    await page.get_by_label("with backs").uncheck()
    await expect(backs).to_have_count(0)
    before = await page.locator(".sheet").count()
    await page.get_by_role("checkbox", name="Plot Twists").uncheck()
    await expect(page.locator(".sheet")).not_to_have_count(before)
