"""Looking closely: names and things lead to what they are, large, with a note of one's own."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from .conftest import DESK, PHONE, QUICK, Visit
from .house import Server
from .person import Player, make_table, must_be_sound, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def after_some_answers(page: Page, game: str, answers: int, **options: str) -> None:
    await make_table(page, game, options=options)
    player = Player(page, seed=6)
    for _ in range(answers):
        await ready(page)
        await player.answer()
    assert await ready(page) == "mine"


async def test_a_name_in_the_story_shows_the_card(visit: Visit, axe: Path) -> None:
    page = await visit()
    await after_some_answers(page, "coraline", 3, concede="off")
    book = await (await page.request.get("/api/games/coraline")).json()
    cards = {card["name"]: card["words"] for card in book["catalog"]["cards"].values()}
    names = page.locator(".log .named")
    which = next(i for i, name in enumerate(await names.all_inner_texts()) if name in cards)
    name = await names.nth(which).inner_text()

    await names.nth(which).hover()
    told = f"Story card: {name}. {cards[name]}"
    await expect(page.get_by_role("tooltip")).to_have_attribute("aria-label", told)
    await page.mouse.move(600, 5)
    await expect(page.get_by_role("tooltip")).to_have_count(0)

    here = await number(page)
    await names.nth(which).click()
    lens = page.get_by_role("dialog")
    await expect(lens).to_contain_text(name)
    await must_be_sound(page, axe)
    await lens.get_by_label("My note").fill("keep this one")
    await page.wait_for_timeout(800)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(lens).to_have_count(0)
    await page.reload()
    await names.nth(which).click()
    await expect(lens.get_by_label("My note")).to_have_value("keep this one")
    assert await number(page) == here
    assert await page.locator('.prompt[data-mood="past"]').count() == 0


async def test_shift_enlarges_what_is_pointed_at(visit: Visit) -> None:
    page = await visit()
    await after_some_answers(page, "condyle", 0)
    heart = page.locator('.board [data-thing="cell 0,0"]')
    await heart.hover()
    await page.keyboard.down("Shift")
    await expect(page.get_by_role("tooltip")).to_contain_text("Begin a turn here")
    await page.keyboard.up("Shift")
    await expect(page.get_by_role("tooltip")).to_have_count(0)

    # By keys: i looks at what has the focus, and Esc goes back to it.
    await heart.focus()
    await page.keyboard.press("i")
    await expect(page.get_by_role("dialog")).to_contain_text("Begin a turn here")
    await page.keyboard.press("Escape")
    await expect(heart).to_be_focused()


async def test_a_long_press_enlarges_and_does_nothing_else(visit: Visit) -> None:
    page = await visit(phone=True)
    await after_some_answers(page, "coraline", 2, concede="off")
    await expect(page.locator('[data-region="hand"]')).to_be_in_viewport()  # the hand stays in sight
    here = await number(page)
    card = page.locator('.board [data-thing^="hand "]').first
    await card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    await expect(page.get_by_role("dialog")).to_be_visible()
    await card.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    await card.dispatch_event("click")
    await page.wait_for_timeout(300)
    assert await number(page) == here
    assert await page.locator(".chooser").count() == 0


@pytest.mark.parametrize("game", ["storybook", "coraline", "condyle", "unrelenting"])
async def test_where_the_game_stands(visit: Visit, game: str) -> None:
    page = await visit()
    await make_table(page, game)
    await ready(page)
    await expect(page.locator(".moment")).to_contain_text("%")


async def test_a_map_in_hand_shows_what_others_laid(visit: Visit) -> None:
    """Whoever has moved it away is shown a card that comes to lie out of sight."""
    page = await visit()
    await make_table(page, "condyle")
    laid, player = page.locator(".ground .space.new"), Player(page, seed=6)
    while not await laid.count():
        if await ready(page) == "over":  # before anybody laid one
            await make_table(page, "condyle")
            continue
        await page.locator(".ground .window").focus()
        for key in ["+"] * 6 + ["ArrowRight"] * 20:
            await page.keyboard.press(key)
        await player.choose_from_list()
        await ready(page)  # all is drawn
    for one in await laid.all():
        await expect(one).to_be_in_viewport(ratio=0.9)


async def test_menus_on_a_touch_screen_show_no_keys(browser: Browser, server: Server) -> None:
    for is_mobile in (False, True):
        context = await browser.new_context(
            base_url=server.address,
            viewport=PHONE if is_mobile else DESK,  # type: ignore[arg-type]
            is_mobile=is_mobile,
            has_touch=is_mobile,
        )
        await context.add_init_script(QUICK)
        page = await context.new_page()
        await after_some_answers(page, "condyle", 0)
        await page.get_by_role("tab", name="Choices").click()
        choice = page.locator("#panel [data-choice]").first
        await expect(choice).to_be_visible()
        assert await choice.locator("kbd").is_visible() != is_mobile
        await context.close()
