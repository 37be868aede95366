"""The whole of the workshop for every game, with studies of a thousand games; and a box typed in."""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

import fabletop as fabletop_package

from .bench import Bench, fabletop
from .conftest import DESK, QUICK, Visit
from .house import Server
from .person import Player, ready
from .test_workshop import (
    EFFECTS,
    NUMBERS,
    change_a_number,
    change_an_effect,
    move_an_item,
    sit_down,
    three_mistakes,
)

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.heavy]

GAMES = 1000
CELLS = """() => [...document.querySelectorAll("tbody tr")]
  .map(row => [...row.cells].map(cell => cell.textContent))"""
LONG = 900_000  # milliseconds for a study on a busy machine


@pytest.mark.parametrize("game", sorted(NUMBERS))
async def test_every_game(visit: Visit, tmp_path: Path, game: str) -> None:
    page = await visit()
    bench = Bench(page)
    work = await bench.begin(game)
    await change_a_number(bench, game)
    await expect(bench.state).to_have_attribute("data-waiting", "false")
    if "can be played" not in await bench.state.inner_text():  # rooms side by side, a deck that is counted
        await page.get_by_role("button", name="Undo", exact=True).click()
    if game in EFFECTS:
        await change_an_effect(bench, game)
    else:
        await move_an_item(bench)
    await three_mistakes(bench, game)
    await bench.save()

    await page.get_by_role("button", name="Share, versions").click()
    panel = page.get_by_role("dialog")
    await panel.get_by_label("whoever has the link").check()
    await panel.get_by_role("button", name="Close").click()
    code = await bench.try_it("Try", "With friends, by a link")
    second = await visit(f"/workshop/{work}")
    await expect(second.get_by_role("button", name="Make it mine")).to_be_visible()
    await sit_down(second, code, await page.locator(".own b").inner_text())
    await second.get_by_role("button", name="Sit here").first.click()
    await expect(second.get_by_role("button", name="Stand up")).to_be_visible()

    await page.goto(f"/workshop/{work}")
    await bench.try_it("Try")
    await Player(page, seed=3).play_on()

    await page.goto(f"/workshop/{work}")
    await bench.study(GAMES, LONG)
    shown = await page.evaluate(CELLS)
    mine = await bench.export(work, tmp_path / "mine.toml")
    checked = fabletop("check", mine)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    told = fabletop(
        "balance", game, "--edition", mine, "--against", "house", "--games", str(GAMES), "--seed", "0",
        "--json", tmp_path / "study.json",
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert_same_figures(json.loads((tmp_path / "study.json").read_text()), shown)

    digest = await page.request.get(f"/api/workshop/works/{work}")
    await page.goto(f"/print/{game}/{(await digest.json())['info']['digest']}")
    sheets = page.locator(".sheet")
    await expect(sheets.first).to_be_visible()
    pdf = await page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/MediaBox", pdf)) == await sheets.count()


def assert_same_figures(told: dict[str, Any], shown: list[list[str]]) -> None:
    """Each row of the command line's tables stands on the page: by its first words and its whole numbers."""
    rows = [list(row.values()) for section in told["sections"] for row in section["rows"]]
    assert len(rows) == len(shown)
    for row, cells in zip(rows, shown, strict=True):
        assert str(row[0]) in cells[0] or cells[0] in str(row[0])
        counts = [str(one) for one in row if isinstance(one, int) and not isinstance(one, bool)]
        assert all(any(count in cell for cell in cells) for count in counts), (row, cells)


# --- A box -----------------------------------------------------------------------------------------


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server(tmp_path)
    await asyncio.to_thread(server.start)
    yield server
    await asyncio.to_thread(server.__exit__, None, None, None)


async def type_in(page: Page, bench: Bench, field: dict[str, Any], value: Any) -> None:
    """One field, as a person would."""
    row = bench.field(field["key"])
    if field["kind"] == "pair":
        for number, box in zip(value, await row.locator("input").all(), strict=True):
            await box.fill(str(number))
    elif field["kind"] in ("choices", "refs"):
        for one in value:
            await row.get_by_label(one, exact=True).check()
    elif field["kind"] in ("choice", "ref"):
        await row.locator("select").first.select_option(str(value))
    elif field["kind"] == "flag":
        await row.locator("input").set_checked(bool(value))
    else:
        await bench.entry(field["key"]).fill(str(value))


async def test_a_box_is_typed_in(browser: Browser, house: Server, tmp_path: Path) -> None:
    context = await browser.new_context(base_url=house.address, viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
    await context.add_init_script(QUICK)
    page = await context.new_page()
    bench = Bench(page)
    await bench.begin("storybook")
    answer = await page.request.get(f"/api/workshop/works/{page.url.split('/workshop/')[1].split('#')[0]}")
    printed = (await answer.json())["content"]  # what the box is said to print: the cards of the house
    work = await bench.begin("storybook", "My box of")
    declared = await (await page.request.get("/api/workshop/declares/storybook")).json()
    fields = {section["key"]: section["fields"] for section in declared["sections"]}
    todo = (await (await page.request.get(f"/api/workshop/works/{work}")).json())["checked"]["todo"]
    assert todo["entries"] == len(todo["places"]) > 100

    await page.get_by_label("Which entries").select_option("todo")
    for number, place in enumerate(todo["places"]):
        await expect(bench.state).to_have_text(f"{todo['entries'] - number} to type in")
        await page.get_by_role("button", name="The next one").click()
        value: Any = printed
        for key in place["path"]:
            value = value[key]
        await expect(bench.entry("id")).to_have_value(value["id"])
        for field in fields[place["section"]]:
            if field["key"] in value and field["face"]:
                await type_in(page, bench, field, value[field["key"]])
    await expect(bench.state).to_have_text(re.compile("can be played"))
    await bench.save()

    await asyncio.to_thread(house.kill)
    await asyncio.to_thread(house.start)
    await page.goto(f"/workshop/{work}")
    await bench.choose("Crocodile")
    await expect(bench.entry("points")).to_have_value("4")
    await expect(bench.state).to_have_text(re.compile("can be played"))
    code = await bench.try_it("Try")
    player = Player(page, seed=5)
    for _ in range(3):
        await ready(page)
        await player.answer()

    await asyncio.to_thread(house.kill)
    upgrade(house, tmp_path / "upgrade")
    await asyncio.to_thread(house.start)
    await page.goto(f"/t/{code}")
    await player.play_on()
    await page.goto(f"/workshop/{work}")
    await bench.choose("Crocodile")
    await expect(bench.entry("points")).to_have_value("4")
    await expect(bench.state).to_have_text(re.compile("can be played"))
    await bench.try_it("Try")
    await ready(page)
    await bench.begin("storybook")  # the house has other cards now
    await bench.choose("Old Crocodile")
    await expect(bench.entry("points")).to_have_value("3")
    await context.close()


def upgrade(house: Server, folder: Path) -> None:
    """The same program with another house edition, from the next start on."""
    shutil.copytree(Path(fabletop_package.__file__).parent, folder / "fabletop")
    edition = folder / "fabletop/games/storybook/editions/house.toml"
    text = edition.read_text(encoding="utf-8")
    changed = re.sub(r'"Crocodile",(\s+)points = 4', r'"Old Crocodile",\1points = 3', text)
    changed = changed.replace("(Crocodile up", "(Old Crocodile up").replace(
        "balanced = true", "balanced = false"
    )
    assert changed != text
    edition.write_text(changed, encoding="utf-8")
    house.environment["PYTHONPATH"] = str(folder)
