"""The workshop in a real browser: fork, change, be told, save, try, study, print, export."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, Route, expect

from .bench import Bench, fabletop
from .conftest import Visit
from .person import must_be_sound, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

# For each game: a card, its field, what is typed there, a mistake, what is said of it, and a step to click.
EFFECTS = {
    "storybook": ("Second Star to the Right", "does", "DRAW(2)", "DRAWW(2)", "no step", "AP"),
    "coraline": ("Parade of Rats", "does", "COLLECT(1)", "COLECT(1)", "no step", "HUSH"),
    "condyle": ("SPOOKED", "effect", "MOVE(other, 2)", "MOVE(othr, 2)", "othr", "PASS"),
}
# And a number: its entry, its field, one that is too large.
NUMBERS = {
    "storybook": ("Crocodile", "points", "99"),
    "coraline": ("Circus", "column", "77"),
    "condyle": ("SPOOKED", "count", "88"),
    "unrelenting": ("The house", "dividing_line", "88"),
}


async def change_a_number(bench: Bench, game: str) -> None:
    name, field, _ = NUMBERS[game]
    await bench.choose(name)
    before = await bench.entry(field).input_value()
    step = "More" if before in ("1", "2", "3", "4") else "Less"
    await bench.field(field).get_by_role("button", name=re.compile(step)).click()
    await expect(bench.entry(field)).not_to_have_value(before)


async def change_an_effect(bench: Bench, game: str) -> None:
    """Typed, and then one more step clicked."""
    name, field, text, _, _, step = EFFECTS[game]
    await bench.choose(name)
    await bench.type_effect(field, text)
    row = bench.field(field)
    await expect(row.locator('[data-read="true"] ol.steps > li b').first).to_have_text(text.split("(")[0])
    await row.get_by_label(re.compile("^Add a step")).last.select_option(step)
    await expect(bench.entry(field)).to_have_value(re.compile(rf"{re.escape(text)}; {step}"))
    await expect(row.locator(".words")).not_to_be_empty()


async def three_mistakes(bench: Bench, game: str) -> None:
    """Each is told at its place; undone, it can be played as before."""
    page = bench.page
    name, field, much = NUMBERS[game]
    await bench.choose(name)
    await bench.entry(field).fill(much)
    await bench.told(field, "whole number from")
    await expect(bench.state).to_have_text(re.compile("mistake"))
    if game in EFFECTS:
        name, field, _, wrong, words, _ = EFFECTS[game]
        await bench.choose(name)
        await bench.type_effect(field, wrong)
        await bench.told(field, words)
        await expect(bench.field(field).locator("mark")).not_to_be_empty()
    else:
        await bench.choose("Bookcase")
        await bench.entry("home").fill("1-p99")
        await bench.told("home", "1-p99")
    await bench.entry("name").fill("")
    await bench.told("name", "must not be empty")
    undo = page.get_by_role("button", name="Undo", exact=True)
    for _ in range(3):
        await undo.click()
    await expect(bench.state).to_have_text(re.compile("can be played"))


async def sit_down(page: Page, code: str, title: str) -> None:
    await page.goto(f"/t/{code}")
    await expect(page.get_by_text("not the house edition")).to_contain_text(title)


async def test_from_a_fork_to_a_table(visit: Visit, axe: Path, tmp_path: Path) -> None:
    page = await visit()
    bench = Bench(page)
    work = await bench.begin("storybook")
    await change_a_number(bench, "storybook")
    await expect(page.get_by_label("As it will be printed").locator(".points")).to_have_text("5")
    await expect(bench.state).to_contain_text("unbalanced")  # the house formula is told, not enforced
    await change_an_effect(bench, "storybook")
    await three_mistakes(bench, "storybook")
    await bench.save()
    await must_be_sound(page, axe)

    await page.reload()
    await bench.choose("Crocodile")
    await expect(bench.entry("points")).to_have_value("5")

    await page.get_by_role("button", name="Share, versions").click()
    panel = page.get_by_role("dialog")
    await panel.get_by_label("whoever has the link").check()
    await expect(panel.get_by_label("What differs")).to_contain_text("Crocodile")
    await panel.get_by_role("button", name="Close").click()

    second = await visit(f"/workshop/{work}")
    await expect(second.get_by_role("button", name="Make it mine")).to_be_visible()
    code = await bench.try_it("Try", "With friends, by a link")
    await sit_down(second, code, "My Storybook Battles")
    await second.get_by_role("button", name="What differs").click()
    await expect(second.get_by_role("dialog")).to_contain_text("Crocodile")

    await page.goto(f"/workshop/{work}")
    await bench.choose("Second Star to the Right")
    await bench.try_it("Try this twist")
    assert await ready(page) in ("mine", "over")
    await expect(page.get_by_text("not the house edition")).to_be_visible()

    await page.goto(f"/workshop/{work}")
    await bench.study(12, 120_000)
    await expect(page.locator("section svg[role=img]").first).to_be_visible()
    await must_be_sound(page, axe)

    await page.goto(f"/workshop/{work}")
    await page.get_by_role("link", name="Print", exact=True).click()
    croc = page.locator(".piece", has_text="Crocodile").locator(".points").first
    await expect(croc).to_have_text("5")

    checked = fabletop("check", await bench.export(work, tmp_path / "mine.toml"))
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("coraline", marks=pytest.mark.heavy),
        pytest.param("condyle", marks=pytest.mark.heavy),
        "unrelenting",
    ],
)
async def test_short_paths(visit: Visit, axe: Path, tmp_path: Path, game: str) -> None:
    page = await visit()
    bench = Bench(page)
    work = await bench.begin(game)
    await change_a_number(bench, game)
    await page.get_by_role("button", name="Undo", exact=True).click()
    if game in EFFECTS:
        await change_an_effect(bench, game)
    else:
        await move_an_item(bench)
    await three_mistakes(bench, game)
    await bench.save()
    await must_be_sound(page, axe)
    checked = fabletop("check", await bench.export(work, tmp_path / "mine.toml"))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    await page.get_by_role("button", name="Try", exact=True).click()
    await expect(page.get_by_role("dialog").get_by_role("button", name="Against bots")).to_be_enabled()
    await must_be_sound(page, axe)
    await page.keyboard.press("Escape")
    await bench.try_it("Try")
    await expect(page.get_by_text("not the house edition")).to_be_visible()


async def move_an_item(bench: Bench) -> None:
    """On the board itself, by the keyboard alone."""
    page = bench.page
    await page.get_by_label("Search the entries").fill("")
    await page.get_by_role("button", name="Three floors").click()
    items = page.locator('[data-point^="1-"]:not([aria-label$=": empty"])')
    await expect(items.nth(1)).to_be_visible()
    labels = [str(await items.nth(n).get_attribute("aria-label")) for n in (0, 1)]
    (point, name), (other_point, other) = (label.removeprefix("Point ").split(": ") for label in labels)
    for label in labels:  # the first goes to the place of the second: they change places
        await page.get_by_role("button", name=label, exact=True).press("Enter")
    for label in (f"Point {other_point}: {name}", f"Point {point}: {other}"):
        await expect(page.get_by_role("button", name=label, exact=True)).to_be_visible()


async def test_by_keys_alone(visit: Visit) -> None:
    page = await visit()
    bench = Bench(page)
    await bench.begin("storybook")
    await page.locator("#app").evaluate("() => document.activeElement.blur()")
    await page.keyboard.press("/")
    await page.keyboard.type("second star")
    await expect(page.locator("[data-entry]")).to_have_count(1)
    await page.keyboard.press("Tab")  # which entries
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("#entry-name")).to_have_text("Second Star to the Right")
    await bench.entry("does").focus()
    await page.keyboard.press("End")
    await page.keyboard.type("; DR")
    offers = bench.field("does").get_by_role("option")
    await expect(offers.first).to_contain_text("DRAW")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(bench.entry("does")).to_have_value(re.compile("; DRAW"))
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Control+z")
    await expect(bench.entry("does")).to_have_value("MOVE(my); SPIN(it, any)")
    await bench.entry("name").fill("Third Star")
    await page.keyboard.press("Control+s")
    await expect(page.locator(".told-of")).to_contain_text("version 2 ·")


async def test_a_check_that_could_not_be_made_is_made_later(visit: Visit) -> None:
    page = await visit(cuts=True)
    bench = Bench(page)
    await bench.begin("unrelenting")
    await bench.choose("Bookcase")
    refused = []

    async def too_many(route: Route) -> None:
        refused.append(route.request.url)
        await route.fulfill(status=429, json={"words": "Too much at once."})

    await page.route("**/api/workshop/check", too_many, times=1)
    await bench.entry("name").fill("")
    await expect(page.get_by_role("alert")).to_contain_text("Too much at once")
    await bench.told("name", "must not be empty")
    await expect(page.get_by_role("alert")).to_have_count(0)
    assert len(refused) == 1


@pytest.mark.parametrize("look", [pytest.param("light", marks=pytest.mark.heavy), "dark"])
async def test_on_a_phone(visit: Visit, axe: Path, look: str) -> None:
    page = await visit(phone=True, look=look)
    bench = Bench(page)
    await bench.begin("condyle", "My box of")
    await must_be_sound(page, axe)
    await expect(bench.state).to_contain_text("to type in")
    await page.get_by_role("button", name="Check", exact=True).click()
    await must_be_sound(page, axe)
    await page.get_by_role("button", name="The next one").click()
    await expect(page.locator(".todo:visible").first).to_be_visible()
    await must_be_sound(page, axe)
    await page.get_by_role("button", name="Parts", exact=True).click()
    await page.locator("[data-entry]").first.click()
    await must_be_sound(page, axe)
