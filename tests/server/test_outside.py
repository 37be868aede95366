"""Bots from outside: what they are is seen by all, and none of them can spoil a game."""

import asyncio
import random
from base64 import b64decode
from pathlib import Path

import pytest
from tests.server.place import Clock, Place, open_place
from tests.server.test_play import settled
from tools import boot

from fabletop.server import messages as msg
from fabletop.server.outside import play_at, sit_down
from fabletop.server.trials.visitor import Page, Visitor

pytestmark = pytest.mark.asyncio
BOTS = Path(__file__).parents[2] / "examples/bots"
SHORT = {"game": "condyle", "seats": ["me", "open"], "pace": 0.0}


async def waiting(place: Place, **wanted: object) -> tuple[Visitor, Page]:
    """Anna, and her page of a table with an open seat."""
    anna = await place.guest("Anna")
    return anna, await place.visit(anna, await anna.make(**SHORT | wanted))


async def seated(place: Place, link: str = "", **wanted: object) -> tuple[Page, Page]:
    """Anna's page, and that of a bot that sits opposite; the game has begun."""
    _, page = await waiting(place, **wanted)
    bot = await sit_down(place.address, page.code, 1, "Rattle", link)
    place.pages.append(bot)
    assert (await page.do(msg.Start)).refused is None
    await page.until(lambda page: page.position is not None)
    return page, bot


async def play_on(page: Page) -> None:
    """Answer at random until the game is over."""
    luck = random.Random(3)
    while not page.over:
        await page.until(lambda page: bool(page.options) or page.over)
        if page.options:
            assert (await page.act(luck.choice(page.options).action)).refused is None


async def until_asked(page: Page, bot: Page) -> int:
    """Let the bot answer until the person is asked; returns after how many answers."""
    while not page.options:
        await bot.until(lambda bot: bool(bot.options))
        assert (await bot.act(bot.options[0].action)).refused is None
        await settled([page, bot])
    assert page.position is not None
    return page.position.number


async def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        _, page = await waiting(place)
        said: list[str] = []
        where = (place.address, page.code, 1, BOTS / "eager.py", "Eager")
        playing = asyncio.create_task(play_at(*where, observe=True, say=said.append))
        await page.until(lambda page: page.table is not None and page.table.seats[1].holder == "person")
        assert (await page.do(msg.Start)).refused is None
        await asyncio.gather(play_on(page), playing)
        assert page.position is not None and said[-1] == page.position.result
        assert not any(line.words.endswith("a bot plays on.") for line in page.chat)


async def test_a_program_in_another_language(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        _, page = await waiting(place)
        node = [boot.find_node()[0], "--experimental-websocket", str(BOTS / "first.mjs")]
        process = await asyncio.create_subprocess_exec(
            *node, f"http://{place.address}", page.code, "2", stdout=asyncio.subprocess.PIPE
        )
        await page.until(lambda page: page.table is not None and page.table.seats[1].holder == "person")
        assert (await page.do(msg.Start)).refused is None
        await play_on(page)
        said, _ = await process.communicate()
        assert page.position is not None and said.decode().strip() == page.position.result


async def test_everybody_sees_that_it_is_a_bot_and_whose(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        owner = await place.guest("Olga")
        link = (await owner.send("POST", "/api/me/link", {})).json()["address"]
        page, bot = await seated(place, link)
        assert page.table is not None
        assert [(seat.who, seat.machine) for seat in page.table.seats] == [
            ("Anna", False),
            ("Rattle, bot of Olga", True),
        ]
        used = await place.visitor().send("POST", "/api/bots", msg.SignIn("Other", link.rpartition("/")[2]))
        assert used.status == 404
        stranger = await place.visitor().send("POST", "/api/bots", msg.SignIn("Other"))
        assert stranger.json()["name"] == "Other, a stranger’s bot"
        assert "a bot" not in (await owner.send("PUT", "/api/me", {"name": "Olga"})).json()["name"]
        assert bot.table is not None and bot.table.seat == 1


async def test_a_bot_plays_and_does_nothing_else(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page, bot = await seated(place)
        for kind, fields in (
            (msg.Say, {"words": "Buy rattles!"}),
            (msg.Pace, {"seconds": 9.0}),
            (msg.Propose, {"to": 0}),
            (msg.Rematch, {}),
        ):
            reply = await bot.do(kind, **fields)
            assert reply.refused is not None and "for people" in reply.refused.words
        made = await bot.visitor.send("POST", "/api/tables", SHORT)
        assert made.status == 400 and "somebody has made" in made.json()["words"]
        deal = await bot.visitor.send("POST", "/api/daily/storybook", {})
        assert deal.status == 400 and "somebody has made" in deal.json()["words"]
        _, listed = await waiting(place, open=True)
        with pytest.raises(Exception, match="waits for people"):
            await sit_down(place.address, listed.code, 1, "Rattle", "")
        assert not page.chat


async def test_who_plays_with_a_bot_needs_nobody_elses_word(tmp_path: Path) -> None:
    """A bot that is never heard of holds up neither going back nor the next game."""
    async with open_place(tmp_path) as place:
        page, bot = await seated(place)
        before = await until_asked(page, bot)
        assert (await page.act(page.options[0].action)).refused is None
        assert (await page.do(msg.Propose, to=before)).refused is None
        await page.until(lambda page: page.position is not None and page.position.number == before)
        assert (await page.do(msg.Resign)).refused is None
        await page.until(lambda page: page.over)
        assert (await page.do(msg.Rematch)).refused is None
        await page.until(lambda page: page.table is not None and page.table.rematch is not None)


async def test_a_silent_bot_is_not_waited_for(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        page, bot = await seated(place, absent_seconds=0)
        while page.options:
            await page.act(page.options[0].action)
        assert page.table is not None
        await page.until(lambda page: page.table is not None and page.table.seats[1].clock is not None)
        await clock.pass_by(29)
        assert not page.table.seats[1].away
        await clock.pass_by(2)
        await page.until(lambda page: page.table is not None and page.table.seats[1].away)
        reply = await bot.do(msg.Sit, seat=1)
        assert reply.refused is not None and "in time" in reply.refused.words


async def test_a_lying_bot_changes_nothing(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page, bot = await seated(place)
        number = await until_asked(page, bot)
        mine = page.options[0].action
        for action in (mine, -1, 1 << 40):
            reply = await bot.do(msg.Act, number=number, action=action)
            assert reply.refused is not None
        seen = await bot.do(msg.Observe, number=number)
        assert seen.refused is not None and "who is asked" in seen.refused.words
        assert page.position is not None and page.position.number == number and not bot.options
        own = (await page.do(msg.Observe, number=number)).observation
        assert own is not None and len(own.columns) == len(page.options) and any(b64decode(own.values))
