"""Each game, clicked through from its first question to its end."""

import pytest
from playwright.async_api import expect

import fabletop
from fabletop.games import ours
from fabletop.lab.checks import checks_of

from .conftest import Visit
from .house import Server
from .person import Player, make_table, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("game", ours())
async def test_a_whole_game(visit: Visit, server: Server, game: str) -> None:
    page = await visit()
    record = checks_of(fabletop.game(game)).playthrough[0]  # one that is known to be short
    seats = ["me", *["gentle"] * (record.players - 1)]
    await make_table(page, game, seats=seats, options=record.options)
    assert await ready(page) == "mine"
    player = Player(page)
    await player.play_on()
    await expect(page.locator(".prompt .words")).not_to_be_empty()
    await expect(page.get_by_role("link", name="Review")).to_be_visible()
    # A game may be short: an orphan can be out after two clicks.
    clicks = sum(player.ways.values()) - player.ways["lost"]
    assert player.ways["thing"] >= min(5, clicks / 4), f"the board was hardly used: {player.ways}"
    assert player.ways["lost"] <= 2, f"clicks that led nowhere: {player.ways}"
    # In Condyle Cove one question was seen, once, that only the list could answer.
    assert player.ways["choice"] <= player.ways["lost"] + 1, f"what was not on the board: {player.ways}"
    assert server.errors() == []


async def test_three_clicks_to_a_game(visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("button", name="Play now: Storybook Battles").click()
    assert await ready(page) == "mine"


async def test_who_goes_next_is_asked_of_all_and_the_hand_shows_what_can_be_played(visit: Visit) -> None:
    """On a phone the seats lie below the screen: all of them are answers in the prompt, not only those."""
    page = await visit(phone=True)
    await page.locator("article", has_text="Coraline").get_by_role("button", name="Play now").click()
    answers = page.locator(".prompt [data-option]")
    await expect(answers).to_have_count(2)
    for number in range(2):
        box = await answers.nth(number).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390, "it is out of sight"
    await expect(page.locator("[data-region=seats]")).to_contain_text("sharp bot")  # a partner plays its best
    await answers.first.click()
    cards = page.locator('[data-region=hand] .card[data-standing="can"]')
    await expect(cards.first).to_be_visible()
    drawn = await cards.first.evaluate(
        "one => [getComputedStyle(one).outlineStyle, getComputedStyle(one).outlineOffset]"
    )
    assert drawn[0] == "solid" and float(drawn[1].removesuffix("px")) < 0, (
        "its frame is cut off with what is masked"
    )
