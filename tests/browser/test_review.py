"""After the end: the whole game, with all hands open."""

import pytest
from playwright.async_api import expect

from .conftest import Visit
from .person import Player, make_table, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_review_of_a_game(visit: Visit) -> None:
    page = await visit()
    code = await make_table(page, "condyle", seats=["me", "gentle"])
    player = Player(page, seed=2)
    for _ in range(12):
        if await ready(page) == "over":
            break
        await player.answer()
    if await ready(page) != "over":
        await page.get_by_role("tab", name="Table").click()
        await page.get_by_role("button", name="Resign").click()
        await page.get_by_role("button", name="Yes, resign").click()
        await expect(page.locator(".prompt")).to_have_attribute("data-mood", "over", timeout=60_000)
    await page.get_by_role("link", name="Review").click()
    slider = page.get_by_role("slider", name="Position")
    last = int(await slider.get_attribute("max") or 0)
    assert last > 5
    await expect(slider).to_have_value(str(last))

    # By keys, by the slider, by a line of the story, by the address.
    await page.keyboard.press("Home")
    await expect(page).to_have_url(f"{page.url.split('/review')[0]}/review/{code}/0")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await expect(slider).to_have_value("2")
    line = page.locator(".log .line .number").last  # the last answers may have told nothing
    await line.click()
    await expect(slider).to_have_value(await line.inner_text())
    await page.goto(f"/review/{code}/3")
    await expect(slider).to_have_value("3")
    await expect(page.get_by_role("img", name="Estimated chances")).to_be_visible(timeout=60_000)

    # Anybody may read it now, and save it.
    stranger = await visit(f"/review/{code}/3")
    await expect(stranger.get_by_role("slider", name="Position")).to_have_value("3")
    async with stranger.expect_download() as saving:
        await stranger.get_by_role("link", name="Save").first.click()
    assert (await saving.value).suggested_filename.endswith(".json")


async def test_all_hands_are_open(visit: Visit) -> None:
    page = await visit()
    teams = {
        "side": "heroes",
        "hero": "alice",
        "villain": "hook",
        "hero_ally": "genie",
        "villain_ally": "genie",
    }
    code = await make_table(page, "storybook", seats=["me", "gentle"], options=teams)
    await ready(page)
    await page.locator('.board [data-standing="can"]').first.click()  # a Twist is kept, and cards are dealt
    await expect(page.get_by_label("Cards in your hand").locator("li")).to_have_count(4)
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await page.get_by_role("dialog", name="You lost").wait_for()
    await page.goto(f"/review/{code}/2")
    for whose in ("Cards in your hand", "(Captain Hook)’s hand"):
        await expect(page.get_by_label(whose).locator("li > svg")).to_have_count(4)
        await expect(page.get_by_label(whose).locator("li > svg").first).to_be_in_viewport()
    # What has not been thought yet is not told.
    begun = {
        "done": 1,
        "total": 9,
        "estimates": [{"number": 1, "chances": [0.6, 0.4]}],
        "turning": [],
        "lessons": [],
    }
    await page.route("**/curve*", lambda route: route.fulfill(json=begun))
    await page.reload()
    await expect(page.locator("figcaption .key")).to_have_count(2)
    await expect(page.locator("figcaption .key b")).to_have_count(0)
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator("figcaption .key b")).to_have_text(["60 %", "40 %"])
    # My curve stands out, until I pick another; and the slider is as wide as they are.
    mine, other = page.locator("figcaption .key").nth(0), page.locator("figcaption .key").nth(1)
    await expect(mine).to_have_attribute("aria-pressed", "true")
    await other.click()
    await expect(mine).to_have_attribute("aria-pressed", "false")
    await expect(page.locator(".curve.others")).to_have_count(1)
    plot = await page.locator(".plot").bounding_box()
    slider = await page.locator(".timeline input").bounding_box()
    assert plot and slider and abs(plot["x"] - slider["x"]) < 2 and abs(plot["width"] - slider["width"]) < 2


async def test_no_review_before_the_end(visit: Visit) -> None:
    page = await visit()
    code = await make_table(page, "condyle")
    await ready(page)
    await page.goto(f"/review/{code}")
    await expect(page.get_by_text("This game is not over")).to_be_visible()


TURNED = {
    "done": 6,
    "total": 6,
    "estimates": [
        {"number": number, "chances": [chance, 1 - chance]}
        for number, chance in enumerate((0.5, 0.5, 0.7, 0.3, 0.25))
    ],
    "turning": [2, 3],
    "lessons": [
        {"number": 2, "seat": 1, "given": "Draw a card", "better": [], "chance": 0.3, "reasons": []},
        {
            "number": 3,
            "seat": 0,
            "given": "Go to WOODS",
            "better": ["Stay", "Play LOST"],
            "chance": 0.66,
            "reasons": [{"kind": "gain", "words": "Ben loses the whole hand."}],
        },
    ],
}


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_what_turned_the_game_is_seen_at_once(visit: Visit, phone: bool) -> None:
    page = await visit(phone=phone)
    code = await make_table(page, "condyle", seats=["me", "gentle"])
    player = Player(page, seed=2)
    while int(await page.locator("[data-number]").get_attribute("data-number") or 0) < 5:
        await ready(page)
        await player.answer()
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.locator(".prompt")).to_have_attribute("data-mood", "over")
    await page.route("**/curve*", lambda route: route.fulfill(json=TURNED))
    await page.goto(f"/review/{code}")
    told = page.get_by_role("region", name="What turned the game")
    points = told.get_by_role("button")
    await expect(points).to_have_count(2)
    await expect(page.get_by_role("link", name="To the table")).to_be_in_viewport(ratio=1)
    for point, change in zip(await points.all(), ("+20 %", "−40 %"), strict=True):
        await expect(point).to_contain_text(change)
        await expect(point).to_be_in_viewport()
    await points.nth(1).click()
    await expect(page.get_by_role("slider", name="Position")).to_have_value("3")
    for words in ("You: Go to WOODS", "from 70 % to 30 %", "Stay › Play LOST", "Ben loses the whole hand."):
        await expect(told.locator(".lesson")).to_contain_text(words)
    await expect(told.locator(".lesson")).to_be_in_viewport(ratio=1)
    await points.nth(0).click()
    await expect(told.locator(".lesson")).to_contain_text("luck")
    await page.get_by_role("button", name="Play on by itself").click()
    await expect(page.get_by_role("slider", name="Position")).to_have_value("5")


async def test_all_hands_of_coraline_are_in_sight_together(visit: Visit) -> None:
    page = await visit()
    code = await make_table(page, "coraline", seats=["me", "gentle", "gentle", "gentle"])
    await ready(page)
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.locator(".prompt")).to_have_attribute("data-mood", "over")
    await page.goto(f"/review/{code}/0")
    hands = page.locator('[data-region="hand"] section')
    await expect(hands).to_have_count(4)
    for hand in await hands.all():
        held = hand.locator('[data-thing^="hand"]')
        await expect(held.first).to_be_in_viewport(ratio=1)
        await expect(held.last).to_be_in_viewport(ratio=1)
