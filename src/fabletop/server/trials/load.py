"""Load: many tables of two people each, who answer in turn; how long until the other one sees it.

The server runs in a process of its own; this one plays all the people.
"""

import asyncio
import contextlib
import gc
import random
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fabletop.server import messages as msg
from fabletop.server.guests import COOKIE, Keyring, new_guest
from fabletop.server.serving import allow_many_sockets
from fabletop.server.trials.running import Running
from fabletop.server.trials.spread import Aside, Spread
from fabletop.server.trials.visitor import Visitor, encode

BENDS = 0.25  # seconds: where the 99th percentile passes this, the curve has bent
TOGETHER = 20  # tables that are made at the same time


# Only what a player needs of an update; the rest is not even read.
class Option(Struct):
    action: int


class Question(Struct):
    options: list[Option]


class Position(Struct):
    number: int
    over: bool
    question: Question


class Heard(Struct):
    type: str
    id: int = 0
    position: Position | None = None
    refused: dict[str, str] | None = None


decode = msgspec.json.Decoder(Heard).decode


@dataclass
class Row:
    """One step of the curve."""

    tables: int
    sockets: int
    moves: int
    moves_a_second: float
    wanted_a_second: float
    p50_ms: float
    p90_ms: float
    p99_ms: float
    worst_ms: float
    late: int  # moves that could not be made in time, for the one before was not seen yet
    refused: int
    server_cpu: float  # share of one core
    client_cpu: float
    megabytes: float
    # Of several servers on PostgreSQL.
    database_cpu: float = 0.0
    database_kb: float = 0.0  # a move, between servers and database
    relayed_kb: float = 0.0  # a move, between servers


@dataclass
class Person:
    cookie: str
    line: ClientConnection | None = None
    position: Position | None = None
    next_id: int = 1


class Pair:
    """A table of two people, who answer once in so many seconds."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.luck = random.Random(number)
        self.code = ""
        self.people = [Person(load.new_cookie()), Person(load.new_cookie())]
        self.watchers: list[Person] = [Person(load.new_cookie()) for _ in range(load.sockets - 2)]
        self.sent_at = 0.0
        self.waits_for = -1
        self.seen = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        host = Visitor(self.load.running.address, self.people[0].cookie)
        self.code = await host.make(game=self.load.game, seats=["me", "open"], options=self.load.options)
        for person in (*self.people, *self.watchers):
            await self.connect(person)
        await self.send(self.people[1], msg.Sit(self.id_of(self.people[1]), 1))
        async with asyncio.timeout(120):
            while any(person.position is None for person in self.people):
                await self.send(self.people[0], msg.Start(self.id_of(self.people[0])))
                await asyncio.sleep(0.3)  # the other may not sit yet

    async def connect(self, person: Person) -> None:
        person.line = await connect(
            f"ws://{self.load.running.address}/ws/{self.code}",
            additional_headers={"Cookie": f"{COOKIE}={person.cookie}"},
            compression=None,
            proxy=None,
            max_size=None,
            ping_interval=None,
        )
        self.tasks.append(asyncio.create_task(self.listen(person, person.line)))
        await self.send(person, msg.Hello(self.id_of(person), "load"))

    async def listen(self, person: Person, line: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException, OSError):
            async for frame in line:
                heard = decode(frame)
                if heard.refused is not None:
                    self.load.refused += 1
                    self.seen.set()
                if heard.position is not None:
                    person.position = heard.position
                    if heard.position.number >= self.waits_for >= 0 and person is not self.mover:
                        self.load.times.append(time.perf_counter() - self.sent_at)
                        self.seen.set()

    def id_of(self, person: Person) -> int:
        person.next_id += 1
        return person.next_id

    async def send(self, person: Person, message: Any) -> None:
        assert person.line is not None
        await person.line.send(encode(message).decode())

    async def play_on(self, every: float) -> None:
        """Move once in so many seconds, evenly; a move that is not seen in time delays the next."""
        due = time.perf_counter() + self.luck.uniform(0, every)
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if time.perf_counter() - due > every:
                self.load.late += 1
                due = time.perf_counter()
            due += every
            await self.move()

    async def move(self) -> None:
        movers = [p for p in self.people if p.position and p.position.question.options]
        if not movers or movers[0].position is None:
            if self.people[0].position and self.people[0].position.over:
                await self.begin_anew()
            return
        self.mover = movers[-1]
        number = movers[0].position.number
        action = self.luck.choice(movers[0].position.question.options).action
        self.waits_for = number + 1
        self.seen.clear()
        self.sent_at = time.perf_counter()
        for mover in movers:  # those who are asked together agree
            await self.send(mover, msg.Act(self.id_of(mover), number, action))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(10):
                await self.seen.wait()

    async def begin_anew(self) -> None:
        await self.close()
        self.people = [Person(self.load.new_cookie()), Person(self.load.new_cookie())]
        self.watchers = [Person(self.load.new_cookie()) for _ in self.watchers]
        self.waits_for = -1
        await self.open()

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()
        for person in (*self.people, *self.watchers):
            if person.line is not None:
                await person.line.close()

    mover: Person | None = None


class Load:
    def __init__(
        self,
        folder: Path,
        game: str,
        sockets: int,
        every: float,
        say: Callable[[str], None],
        running: Running | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.running = running or Running(folder)
        self.options = options or {}
        self.game = game
        self.sockets = sockets
        self.every = every
        self.say = say
        self.pairs: list[Pair] = []
        self.times: list[float] = []
        self.late = 0
        self.refused = 0
        self.keyring: Keyring | None = None

    def new_cookie(self) -> str:
        assert self.keyring is not None
        return self.keyring.seal(new_guest())

    async def run(self, steps: Sequence[int], seconds: float, past_the_bend: bool = False) -> list[Row]:
        allow_many_sockets()
        self.running.start()
        rows: list[Row] = []
        try:
            await self.running.until_ready()
            self.keyring = Keyring((self.running.data / "secret").read_bytes())
            for tables in steps:
                rows.append(await self.step(tables, seconds))
                self.say(told(rows[-1]))
                if rows[-1].p99_ms > 1000 * BENDS and not past_the_bend:
                    break
        finally:
            self.running.stop()
        return rows

    async def step(self, tables: int, seconds: float) -> Row:
        while len(self.pairs) < tables:
            more = min(TOGETHER, tables - len(self.pairs))
            fresh = [Pair(self, len(self.pairs) + i) for i in range(more)]
            await asyncio.gather(*(pair.open() for pair in fresh))
            self.pairs += fresh
        with uncollected():
            return await self.measure(tables, seconds)

    async def measure(self, tables: int, seconds: float) -> Row:
        players = [asyncio.create_task(pair.play_on(self.every)) for pair in self.pairs]
        await asyncio.sleep(min(5.0, seconds / 4))  # until all have found their pace
        self.times, self.late, self.refused = [], 0, 0
        cpu, _ = self.running.usage()
        aside = self.running.aside() if isinstance(self.running, Spread) else None
        own, start = time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - start
        after, megabytes = self.running.usage()
        row = self.row(tables, took, (after - cpu) / took, (time.process_time() - own) / took, megabytes)
        if aside is not None and isinstance(self.running, Spread):
            note_aside(row, aside, self.running.aside(), took)
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        return row

    def row(self, tables: int, took: float, server: float, client: float, megabytes: float) -> Row:
        times = sorted(self.times) or [0.0]

        def at(share: float) -> float:
            return round(1000 * times[min(len(times) - 1, int(share * len(times)))], 1)

        return Row(
            tables=tables,
            sockets=tables * self.sockets,
            moves=len(self.times),
            moves_a_second=round(len(self.times) / took, 1),
            wanted_a_second=round(tables / self.every, 1),
            p50_ms=at(0.5),
            p90_ms=at(0.9),
            p99_ms=at(0.99),
            worst_ms=at(1.0),
            late=self.late,
            refused=self.refused,
            server_cpu=round(server, 2),
            client_cpu=round(client, 2),
            megabytes=round(megabytes, 1),
        )


def note_aside(row: Row, before: Aside, after: Aside, took: float) -> None:
    row.database_cpu = round((after.database_seconds - before.database_seconds) / took, 2)
    kilobytes = 1024 * max(1, row.moves)
    row.database_kb = round((after.database_bytes - before.database_bytes) / kilobytes, 2)
    row.relayed_kb = round((after.relayed_bytes - before.relayed_bytes) / kilobytes, 2)


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Without our own garbage collector: it made thousands of people wait a fifth of a second at a time."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def told(row: Row) -> str:
    return (
        f"{row.tables:>6} tables  {row.moves_a_second:>7} of {row.wanted_a_second:>7} moves/s  "
        f"p50 {row.p50_ms:>6} ms  p90 {row.p90_ms:>6}  p99 {row.p99_ms:>7}  worst {row.worst_ms:>7}  "
        f"server {row.server_cpu:.2f} cores  client {row.client_cpu:.2f}  {row.megabytes:>6} MB  "
        f"late {row.late}  refused {row.refused}"
        + (f"  database {row.database_cpu:.2f} cores, {row.database_kb} KB a move" if row.database_kb else "")
        + (f", between servers {row.relayed_kb} KB" if row.relayed_kb else "")
    )


def as_json(rows: list[Row]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]


def run(
    folder: Path,
    steps: Sequence[int],
    sockets: int,
    seconds: float,
    every: float,
    game: str,
    past_the_bend: bool,
    say: Callable[[str], None],
    servers: int = 0,
) -> list[Row]:
    """On one server with SQLite; or on so many with PostgreSQL."""
    load = Load(folder, game, sockets, every, say, Spread(folder, servers) if servers else None)
    return run_loop(load.run(steps, seconds, past_the_bend))


def run_loop(work: Coroutine[Any, Any, list[Row]]) -> list[Row]:
    if sys.platform == "win32":
        return asyncio.run(work)
    import uvloop

    return uvloop.run(work)
