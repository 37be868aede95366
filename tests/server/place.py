"""A server for a test: the whole of it, on a free port, in the test's own event loop.

Bots answer in the loop, without processes; time can be made to stand still.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import uvicorn

from fabletop.bots.planning import Plan
from fabletop.bots.verdict import Verdict
from fabletop.server import messages as msg
from fabletop.server.access import AccessLog
from fabletop.server.app import App
from fabletop.server.cluster import Cluster
from fabletop.server.folder import in_database
from fabletop.server.house import House
from fabletop.server.limits import Limit, Rate
from fabletop.server.serving import config, listen
from fabletop.server.thinkers import Thinkers, choose, consider, planned
from fabletop.server.trials.visitor import Page, Visitor


class NoWorkers(Thinkers):
    """Thinks on the spot."""

    def __init__(self) -> None:
        self.asked = 0
        self.levels: list[str] = []  # of the bots that were asked
        self.workers = 1
        self.thinking = asyncio.Event()  # tests may keep hints and curves waiting
        self.thinking.set()

    waiting = 0
    oldest = 0.0

    async def choose(self, packed: bytes, level: str, owner: str = "") -> int:
        self.asked += 1
        self.levels.append(level)
        return choose(packed, "random", self.asked)

    async def repeat(self, packed: bytes, level: str, seed: int, owner: str = "") -> int:
        self.levels.append(level)
        return choose(packed, "random", seed)

    async def study(self, packed: bytes, level: str) -> int:
        return await self.choose(packed, level)

    def slot(self, level: str) -> float:
        return 0.0

    async def consider(self, packed: bytes, seat: int, seconds: float, urgency: int = 0) -> Verdict:
        self.asked += 1
        await self.thinking.wait()
        return consider(packed, seat, 0.001, self.asked)

    async def plan(self, packed: bytes, seat: int, seconds: float, urgency: int = 0) -> Plan:
        self.asked += 1
        await self.thinking.wait()
        return planned(packed, seat, 0.001, self.asked)

    def warm_up(self) -> None: ...

    def close(self) -> None: ...


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.is_calendar = False  # people's time is this one, too, for every server that opens with it
        self.sleepers: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        wake = asyncio.Event()
        self.sleepers.append((self.time + seconds, wake))
        await wake.wait()

    async def pass_by(self, seconds: float) -> None:
        self.time += seconds
        for due, wake in list(self.sleepers):
            if due <= self.time + 1e-9:
                self.sleepers.remove((due, wake))
                wake.set()
        await asyncio.sleep(0.02)


class Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        yield


class Place:
    def __init__(self, app: App, address: str) -> None:
        self.app = app
        self.house = app.house
        self.address = address
        self.pages: list[Page] = []

    def visitor(self) -> Visitor:
        return Visitor(self.address)

    async def guest(self, name: str = "") -> Visitor:
        """Somebody with a cookie."""
        visitor = self.visitor()
        await visitor.get("/api/shelf")
        if name:
            await visitor.send("PUT", "/api/me", {"name": name})
        return visitor

    async def visit(self, visitor: Visitor, code: str, keep: bool = False) -> Page:
        page = await visitor.visit(code, keep=keep)
        self.pages.append(page)
        return page

    async def table(self, *names: str, **wanted: object) -> list[Page]:
        """A running game of storybook between these people; returns their pages, by seat."""
        wanted = {"game": "storybook", "seats": ["me", *["open"] * (len(names) - 1)], "pace": 0.0} | wanted
        host = await self.guest(names[0])
        code = await host.make(**wanted)
        pages = [await self.visit(host, code)]
        for seat, name in enumerate(names[1:], 1):
            page = await self.visit(await self.guest(name), code)
            assert (await page.do(msg.Sit, seat=seat)).refused is None
            pages.append(page)
        if len(names) > 1:
            assert (await pages[0].do(msg.Start)).refused is None
        for page in pages:
            await page.until(lambda page: page.position is not None)
        return pages


async def noted(place: Place) -> None:
    """It is known, from here on for ever, that this server was there until now."""
    cluster = place.house.cluster
    if isinstance(cluster, Cluster):
        await asyncio.to_thread(cluster.renew)
    else:
        place.house.beat()
    await place.house.store.write()


def unnoted(place: Place) -> None:
    """From now on nobody learns that this server is there, nor that it goes: as if it had been killed."""
    house, cluster = place.house, place.house.cluster
    house.beat = nothing  # type: ignore[method-assign]
    cluster.close = nothing  # type: ignore[method-assign]
    if isinstance(cluster, Cluster):
        cluster.renew = list  # type: ignore[method-assign]
        cluster.store.run("update processes set until = 0 where id = %s", cluster.process)
    for room in house.rooms.values():
        room.moved = True
        room.close()


def nothing() -> None: ...


@contextlib.asynccontextmanager
async def open_place(
    folder: Path,
    clock: Clock | None = None,
    rates: tuple[int, float] = (10_000, 10_000.0),
    proxies: tuple[str, ...] = (),
    access: AccessLog | None = None,
    database: str = "",
) -> AsyncIterator[Place]:
    times = {} if clock is None else {"now": clock.now, "sleep": clock.sleep}
    kept = in_database(database) if database else None
    house = House(folder, NoWorkers(), durable=False, store=kept, **times)  # type: ignore[arg-type]
    if clock is not None and clock.is_calendar:
        house.time = clock.now
    house.limits.limits["messages"] = house.limits.limits["views"] = Limit(Rate(*rates), Rate(*rates))
    house.limits.lift("changes", "requests", "names")
    house.quickest = 0.001
    app = App(house, ("http://trusted.example",), proxies)
    app.access = access
    server = Server(config(app))
    server.config.timeout_graceful_shutdown = 1
    listening = listen("127.0.0.1", 0)
    running = asyncio.create_task(server.serve([listening]))
    app.address = f"127.0.0.1:{listening.getsockname()[1]}"
    place = Place(app, f"127.0.0.1:{listening.getsockname()[1]}")
    try:
        while not server.started:
            await asyncio.sleep(0.005)
        yield place
    finally:
        for page in place.pages:
            await page.close()
        server.should_exit = True
        await running
