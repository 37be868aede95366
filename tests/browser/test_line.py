"""The line drops, the server dies: the page goes on by itself, and nothing that was acknowledged is lost."""

import asyncio
import re
import time

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from .conftest import Visit
from .house import Server
from .person import Player, answered, make_table, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Wire:
    """Between a page and the server: can be cut, and can swallow what the server says."""

    def __init__(self) -> None:
        self.lines: list[WebSocketRoute] = []
        self.deaf = False
        self.page = ""  # which page the server pretends to have; "": the true one
        self.sleeps = False  # whether the next line leads to who says nothing
        self.tried: list[float] = []

    async def tap(self, page: Page) -> None:
        await page.route_web_socket("**/ws/**", self.open)

    async def open(self, line: WebSocketRoute) -> None:
        self.tried.append(time.monotonic())
        if self.sleeps:
            self.sleeps = False
            await asyncio.sleep(60.0)
        server = line.connect_to_server()
        self.lines.append(line)

        def hear(message: str | bytes) -> None:
            if not self.deaf:
                told = re.sub('"page":"[^"]+"', f'"page":"{self.page}"', str(message))
                line.send(told if self.page else message)

        server.on_message(hear)

    async def cut(self) -> None:
        await self.lines[-1].close(code=1011, reason="cut")


async def test_a_dropped_line_comes_back(visit: Visit) -> None:
    page = await visit(cuts=True)
    wire = Wire()
    await wire.tap(page)
    await make_table(page, "coraline")
    await ready(page)
    player = Player(page)
    for _ in range(4):
        await player.answer()
        await ready(page)
        await wire.cut()
        assert await ready(page) == "mine"
    await expect(page.locator("[data-wire]")).to_have_attribute("data-wire", "open")
    assert len(wire.lines) >= 4


async def test_a_second_line_is_tried_beside_one_that_does_not_open(visit: Visit) -> None:
    """A proxy may lead who comes again to a server that sleeps, and does not know that it does."""
    page = await visit(cuts=True)
    wire = Wire()
    await wire.tap(page)
    await make_table(page, "coraline")
    await ready(page)
    wire.deaf = wire.sleeps = True
    tries = len(wire.tried)
    await expect(page.locator("[data-wire]")).not_to_have_attribute("data-wire", "open", timeout=10_000)
    wire.deaf = False
    await expect(page.locator("[data-wire]")).to_have_attribute("data-wire", "open")
    first, second, *_ = wire.tried[tries:]
    assert second - first < 1.8  # it would be given up after 1.5 s, and the next tried 0.4 s later at least
    assert await ready(page) == "mine"
    await Player(page).answer()


async def test_a_page_is_loaded_anew_when_the_server_has_another_one(visit: Visit) -> None:
    page = await visit(cuts=True)
    wire = Wire()
    await wire.tap(page)
    await make_table(page, "coraline")
    await ready(page)
    await page.evaluate("window.isOld = true")
    await wire.cut()  # the same server again
    await expect(page.locator("[data-wire]")).to_have_attribute("data-wire", "open")
    assert await ready(page) == "mine" and await page.evaluate("window.isOld")
    wire.page = "another"
    async with page.expect_event("load"):
        await wire.cut()
    assert await ready(page) == "mine" and not await page.evaluate("window.isOld")


async def test_an_answer_whose_reply_was_lost_counts_once(visit: Visit) -> None:
    page = await visit(cuts=True)
    wire = Wire()
    await wire.tap(page)
    await make_table(page, "coraline")
    await ready(page)
    before = await number(page)
    wire.deaf = True  # the server hears the answer, the page never hears so
    await page.keyboard.press("c")
    await page.locator("#panel [data-choice]").first.click()
    await page.wait_for_timeout(400)
    assert await number(page) == before
    await expect(page.locator("[data-number]")).to_have_attribute("data-busy", "")
    await wire.cut()
    wire.deaf = False
    await answered(page, before)
    await ready(page)
    await page.keyboard.press("l")
    lines = await page.locator(".log .line").count()
    await page.reload()
    await ready(page)
    assert await page.locator(".log .line").count() == lines


async def test_a_killed_server_loses_nothing(visit: Visit, server: Server) -> None:
    page = await visit(cuts=True)
    await make_table(page, "storybook", seats=["me", "gentle"])
    await ready(page)
    player = Player(page, seed=4)
    for _ in range(3):
        for _ in range(2):
            await player.answer()
            await ready(page)
        await page.keyboard.press("l")
        here = await number(page)
        story = await page.locator(".log .line").all_inner_texts()
        await asyncio.to_thread(server.kill)
        await expect(page.locator("[data-wire]")).not_to_have_attribute("data-wire", "open")
        await asyncio.to_thread(server.start)
        await expect(page.locator("[data-wire]")).to_have_attribute("data-wire", "open", timeout=30_000)
        assert await number(page) >= here
        assert (await page.locator(".log .line").all_inner_texts())[: len(story)] == story
        await ready(page)
