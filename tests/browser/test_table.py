"""What one person does at a table: asks why not, takes back, wants a hint, plays by keys, looks back."""

import re

import pytest
from playwright.async_api import Page, expect

from .conftest import Visit
from .person import Player, answered, make_table, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def at_a_table(visit: Visit, game: str = "storybook", phone: bool = False) -> Page:
    page = await visit(phone=phone)
    await make_table(page, game)
    assert await ready(page) == "mine"
    await page.locator(".board [data-thing]").first.wait_for(state="attached")  # the board is loaded
    return page


async def test_why_not_names_a_rule_and_leads_to_it(visit: Visit) -> None:
    page = await at_a_table(visit)
    player = Player(page, seed=3)
    law = page.locator("[data-why] .law")
    for _ in range(40):  # until something can be clicked that answers with a rule
        for idle in await page.locator('.board [data-thing][data-standing="idle"]').all():
            before = await number(page)
            await idle.dispatch_event("click")
            await expect(page.locator("[data-why]")).to_be_visible()
            assert await number(page) == before, "asking why changes nothing"
            if await law.count():
                rule = await law.first.inner_text()
                await law.first.click()
                await expect(page.locator(f'[id="{rule}"]')).to_be_in_viewport()
                return
        await player.answer()
        await ready(page)
    raise AssertionError("nothing could be asked about")


async def test_a_click_that_leaves_a_menu_gives_no_answer(visit: Visit) -> None:
    """Of a card from the hand one is asked how; who clicks on the board then means a place for it."""
    page = await visit()
    await make_table(page, "storybook", options={"side": "villains"})
    await ready(page)
    player = Player(page, seed=3)
    hand = page.locator('[data-thing^="hand"][data-standing="can"]')
    while "AP left" not in await page.locator(".prompt").inner_text() or not await hand.count():
        await player.answer()
        await ready(page)
    before, chooser = await number(page), page.locator(".chooser")
    cells = page.locator('.board [data-thing^="cell"][data-standing="can"]')
    names = {await cell.get_attribute("data-thing") for cell in await cells.all()}
    for name in sorted(filter(None, names)):
        await hand.first.click()
        await expect(chooser).to_contain_text("face")
        await page.locator(f'.board [data-thing="{name}"]').first.click()
        await expect(chooser).not_to_contain_text("face up")
        assert await number(page) == before, f"{name} was answered with"
        await page.keyboard.press("Escape")
        await expect(chooser).to_have_count(0)
    assert len(names) > 2


async def test_undo_takes_back_and_says_when_it_cannot(visit: Visit) -> None:
    page = await at_a_table(visit)
    undo = page.get_by_role("button", name="Undo")
    player = Player(page, seed=2)
    refused = undone = False
    for _ in range(60):
        if await undo.get_attribute("aria-disabled") == "true":
            refused = True
            await page.keyboard.press("u")
            await expect(page.locator('.whisper[data-kind="word"]')).not_to_be_empty()
        else:
            here = await number(page)
            await page.keyboard.press("u")
            await answered(page, here)
            assert await number(page) == here - 1
            undone = True
        if refused and undone:
            return
        await player.answer()
        if await ready(page) == "over":
            break
    raise AssertionError(f"{refused=} {undone=}")


async def test_a_hint_points_at_something(visit: Visit) -> None:
    page = await at_a_table(visit, "coraline")
    await page.keyboard.press("h")
    await expect(page.locator('.whisper[data-kind="hint"]')).to_contain_text("to win")
    await page.keyboard.press("c")
    await expect(page.locator("#panel [data-pointed]")).to_have_count(1)
    before = await number(page)
    await page.get_by_role("button", name="Do that").click()
    await answered(page, before)


async def test_playing_by_keys_alone(visit: Visit) -> None:
    page = await at_a_table(visit, "condyle")
    await page.keyboard.press("b")  # to the board: something that can be chosen has the focus
    assert await page.evaluate("document.activeElement.dataset.standing") == "can"
    before = await number(page)
    await page.keyboard.press("Enter")
    if await page.locator(".chooser").count():
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
    await answered(page, before)
    for _ in range(10):
        if await ready(page) == "over":
            return
        before = await number(page)
        await page.keyboard.press("c")
        await page.keyboard.press("1")
        await answered(page, before)


async def test_arrows_reach_what_cannot_be_chosen(visit: Visit) -> None:
    page = await at_a_table(visit, "condyle")
    await page.keyboard.press("b")
    reached = set()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight") * 4:
        await page.keyboard.press(key)
        reached.add(await page.evaluate("document.activeElement.dataset.thing"))
    assert len(reached) > 2
    assert await page.locator(".frame .prompt[data-mood=past]").count() == 0


async def test_looking_back_never_acts(visit: Visit) -> None:
    page = await at_a_table(visit)
    player = Player(page, seed=5)
    for _ in range(6):
        await player.answer()
        assert await ready(page) == "mine"
    here = await number(page)
    await page.locator(".log .line .number").first.click()
    await expect(page.locator('.prompt[data-mood="past"]')).to_contain_text("Looking back")
    await expect(page.locator('.board [data-standing="can"]')).to_have_count(0)
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator('.prompt[data-mood="past"]')).to_contain_text(f"answer {here - 1} of")
    await page.locator(".board [data-thing]").first.dispatch_event("click")
    await page.keyboard.press("1")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Escape")
    assert await ready(page) == "mine"
    assert await number(page) == here


async def test_the_text_view_is_in_step(visit: Visit) -> None:
    page = await at_a_table(visit, "coraline")
    await page.keyboard.press("w")
    words = page.get_by_role("region", name="The board in words")
    seen = {await words.inner_text()}
    player = Player(page)
    for _ in range(5):
        await player.answer()
        await ready(page)
        await page.keyboard.press("w")
        seen.add(await words.inner_text())
    assert len(seen) > 3
    prompt = await page.locator(".prompt .words").first.inner_text()
    assert prompt.strip() in await words.inner_text()


async def test_title_and_icon_tell_my_turn(visit: Visit) -> None:
    page = await at_a_table(visit)
    assert (await page.title()).startswith("Your turn")
    assert await page.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"


async def test_notes_are_kept(visit: Visit) -> None:
    page = await at_a_table(visit)
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_label("My notes").fill("the rabbit is late")
    await page.wait_for_timeout(900)
    await page.reload()
    await page.get_by_role("tab", name="Table").click()
    await expect(page.get_by_label("My notes")).to_have_value("the rabbit is late")


async def test_resigning_is_asked_twice(visit: Visit) -> None:
    page = await visit()
    await make_table(page, "condyle", seats=["me", "gentle"])  # bots play on; this one is over soon
    await ready(page)
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="No, play on").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.locator(".prompt")).to_have_attribute("data-mood", "over", timeout=60_000)
    await page.get_by_role("button", name="Play again").click()
    await expect(page.locator(".prompt")).to_have_attribute("data-mood", "mine", timeout=30_000)


async def test_settings_stay(visit: Visit) -> None:
    page = await at_a_table(visit)
    await page.keyboard.press("?")
    await page.get_by_role("combobox", name="Look").select_option("dark")
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-look", "dark")


LESSONS = (
    "storybook",
    "coraline",
    "condyle",
    "unrelenting",
    pytest.param("condyle-solo", marks=pytest.mark.heavy),
    pytest.param("condyle/ghost", marks=pytest.mark.heavy),
    "condyle/winter",
)


@pytest.mark.parametrize("lesson", LESSONS)
async def test_a_lesson_leads_to_its_end(visit: Visit, lesson: str) -> None:
    """Who always does what the coach suggests is led through every step."""
    page = await visit(f"/learn/{lesson}")
    coach = page.get_by_role("region", name="Lesson")
    await expect(coach).to_contain_text("1 of")
    for _ in range(30):
        await ready(page)
        assert not re.search(r"\([A-Z]{2}-", await coach.inner_text()), "laws stand after sentences"
        if await coach.get_by_role("button", name="Now a real game").count():
            break
        here = await number(page)
        if await coach.locator("button.button").count():
            await coach.locator("button.button").click()
        else:
            await Player(page).answer()
        await answered(page, here)
    address = page.url
    await coach.get_by_role("button", name="Now a real game").click()
    await page.wait_for_url(lambda url: "/t/" in url and url != address)
    await ready(page)
    await expect(coach).to_have_count(0)
    if lesson == "condyle/winter":
        await expect(page.locator(".board")).to_contain_text("Winter 21")


async def test_a_turn_can_be_reset(visit: Visit) -> None:
    page = await at_a_table(visit)
    undo = page.get_by_role("button", name="Undo")
    player = Player(page, seed=2)
    could = False
    for _ in range(80):
        can = await undo.get_attribute("aria-disabled") == "false"
        if can and could:  # two answers at least
            here = await number(page)
            await page.get_by_role("button", name="Reset my turn").click()
            await expect(undo).to_have_attribute("aria-disabled", "true")
            assert await number(page) <= here - 2
            return
        could = can
        await player.answer()
        if await ready(page) == "over":
            break
    raise AssertionError("never two answers to take back")
