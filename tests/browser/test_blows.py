"""The Unrelenting Other: what was rolled, and what it did to whom, is seen until my turn ends."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

import fabletop
from fabletop.kernel.session import Session

from .evening import Evening, Variant, script
from .still import SEED, StillServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOUSE = Variant("unrelenting", 4)
Script = list[tuple[tuple[int, ...], int]]


def fallen(answers: Script) -> tuple[int, str, int, int]:
    """The first question to seat 0 before which somebody's control fell by a turned or lost item: after how
    many answers, whose, and from how many to how many."""
    game = fabletop.game(HOUSE.game)
    session = Session(game, seed=SEED, keyed=True, opening=game.for_people(4, {}, together=True))
    views = [game.view(session.state, 0)]
    for number, (asked, action) in enumerate(answers):
        since = session.turn_ended(0)
        if 0 in asked and since:
            for old, now in zip(views[since - 1]["characters"], views[number]["characters"], strict=True):
                if now["control"] < old["control"]:
                    return number, now["name"], old["control"], now["control"]
        assert session.seat is not None
        session.play(session.seat, action)
        views.append(game.view(session.state, 0))
    raise AssertionError("nobody lost anything")


@pytest_asyncio.fixture(loop_scope="session")
async def night(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Page, str, int, int]]:
    answers = script(HOUSE)
    number, who, before, after = fallen(answers)
    with StillServer(tmp_path_factory.mktemp("blows")) as server:
        evening = await Evening(browser, server, HOUSE, answers).begin()
        async for _ in evening.play(number):
            pass
        (page,) = await evening.look_on(0, (1440, 900))
        yield page, who, before, after
        await evening.end()


async def test_a_fall_is_understood(night: tuple[Page, str, int, int]) -> None:
    page, who, before, after = night
    mat = page.get_by_label(f"{who}’s mat")
    await expect(mat).to_contain_text(f"Control {after}/8")
    await expect(mat.locator(".fell").first).to_have_text(f"was {before}")
    why = re.compile(r"turned over|now with|back at|out of the game|put here")
    await expect(mat.locator(".lately")).to_contain_text(why)
    rolls = page.locator(".sky .lately li")
    await expect(rolls.first).to_be_visible()
    assert 1 <= await rolls.count() <= 3, "those of the others"
    await expect(page.locator(".sky")).not_to_contain_text("goes to")  # that is in the story

    # On a phone the dice of the others have a line of the sky, which is no higher for that.
    await page.set_viewport_size({"width": 390, "height": 844})
    sky = await page.locator(".sky").bounding_box()
    assert sky and sky["height"] <= 52
    for die in await rolls.locator("svg").all():
        box = await die.bounding_box()
        assert box and box["width"] >= 16
        assert box["x"] >= sky["x"] and box["x"] + box["width"] <= sky["x"] + sky["width"]
        assert box["y"] >= sky["y"] and box["y"] + box["height"] <= sky["y"] + sky["height"]
    assert not await page.locator(".sky .time span").is_visible()
