"""One house on PostgreSQL with two servers: two people come to different ones, and one of these is killed."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from tests.server.conftest import own_postgres

from fabletop.server.postgres import connected
from fabletop.server.trials.wire import pump

from .conftest import Visit
from .house import Server
from .person import Player, number

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.heavy]

OWNER = "select p.address from owners o join processes p on p.id = o.process where o.code = %s"
MOVES = 6  # before the kill, and after


class Door:
    """What a proxy is to a page: it leads to one server, and to the other when that one is gone."""

    def __init__(self, *servers: Server) -> None:
        self.ports = [server.port for server in servers]
        self.address = ""

    async def open(self) -> asyncio.Server:
        door = await asyncio.start_server(self.lead, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{door.sockets[0].getsockname()[1]}"
        return door

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in self.ports:
            with contextlib.suppress(ConnectionRefusedError):
                there_reader, there = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(pump(reader, there), pump(there_reader, writer))
                return
        writer.close()


@pytest.fixture
def database() -> Iterator[str]:
    server = own_postgres()
    yield server.url
    server.throw_away()


@contextlib.asynccontextmanager
async def two_servers(folder: Path, database: str) -> AsyncIterator[list[Server]]:
    servers = []
    for name in ("one", "other"):
        (folder / name).mkdir()
        server = Server(folder / name)
        server.more = ("--database", database, "--workers", "1")
        servers.append(server)
        await asyncio.to_thread(server.start)
    try:
        yield servers
    finally:
        for server in servers:
            server.__exit__(None, None, None)


async def play(players: dict[Page, Player], moves: int) -> int:
    """So many answers, of whoever is asked; each is seen by the other. Returns where the game is then."""
    here = -1
    for _ in range(moves):
        while not (turn := [page for page in players if await is_asked(page)]):
            await asyncio.sleep(0.05)
        await players[turn[0]].answer()
        here = await number(turn[0])
        for page in players:
            await page.wait_for_function(
                "here => Number(document.querySelector('[data-number]')?.dataset.number) >= here", arg=here
            )
    return here


async def is_asked(page: Page) -> bool:
    return await page.locator('.prompt[data-mood="mine"]').count() > 0


async def test_two_people_play_on_when_the_server_of_one_is_killed(
    visit: Visit, tmp_path: Path, database: str
) -> None:
    async with contextlib.AsyncExitStack() as open_doors:
        servers = await open_doors.enter_async_context(two_servers(tmp_path, database))
        doors = [Door(*servers), Door(*reversed(servers))]
        for door in doors:
            await open_doors.enter_async_context(await door.open())
        anna, bert = [await visit(door.address, cuts=True) for door in doors]
        wanted = {"game": "storybook", "seats": ["me", "open"], "pace": 0}
        answer = await anna.request.post(f"{doors[0].address}/api/tables", data=wanted)
        code = (await answer.json())["code"]
        await anna.goto(f"{doors[0].address}/t/{code}")
        await bert.goto(f"{doors[1].address}/t/{code}")
        await bert.get_by_role("button", name="Sit here").click()
        await anna.get_by_role("button", name="Start the game").click()
        players = {anna: Player(anna, 1), bert: Player(bert, 2)}
        here = await play(players, MOVES)

        with connected(database) as one:
            assert one.execute(OWNER, [code]).fetchone() == (f"127.0.0.1:{servers[0].port}",)
        began = time.monotonic()
        await asyncio.to_thread(servers[0].kill)
        after = await play(players, 1)
        assert time.monotonic() - began < 30 and after > here
        with connected(database) as one:
            assert one.execute(OWNER, [code]).fetchone() == (f"127.0.0.1:{servers[1].port}",)

        assert await play(players, MOVES) > after
        stories = []
        for page in players:
            await expect(page.locator("[data-wire]")).to_have_attribute("data-wire", "open")
            await page.keyboard.press("l")
            stories.append(await page.locator(".log .line").count())
        assert stories[0] == stories[1] > 0
        assert not servers[1].errors()
