"""Thinking for servers elsewhere: a process without pages, and how servers ask it.

What it gets was dealt anew for the seat that is asked, like what workers get (thinkers.py). A server that
gets no answer thinks itself.
"""

import asyncio
import contextlib
import hmac
import itertools
import secrets
import time
from collections.abc import Callable

import msgspec
import psycopg
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.http11 import Request, Response

from fabletop.kernel.question import Mistake
from fabletop.server.folder import once_there
from fabletop.server.guests import sign
from fabletop.server.logs import log
from fabletop.server.postgres import Connection, connected, failure
from fabletop.server.thinkers import CROWD, PATIENCE, Workers, choose, repeatable

PLACE = "/think"
HEADER = "x-fabletop-thinker"
FRESH = 30.0  # seconds for which a letter of introduction is believed
PING_EVERY, PONG_WITHIN = 1.0, 2.0
WORK: dict[str, Callable[[bytes, str, int], int]] = {"choose": choose, "repeat": repeatable}


class Asked(Struct, array_like=True):
    id: int
    kind: str
    packed: bytes
    level: str
    seed: int
    owner: str


class Answered(Struct, array_like=True):
    id: int
    action: int | None  # None: it could not be worked out


encode = msgspec.msgpack.Encoder().encode
decode_asked = msgspec.msgpack.Decoder(Asked).decode
decode_answered = msgspec.msgpack.Decoder(Answered).decode


def letter(secret: bytes) -> str:
    now = str(int(time.time()))
    return f"{now}.{sign(secret, PLACE + now)}"


def is_ours(secret: bytes, text: str) -> bool:
    when, _, signature = text.partition(".")
    believed = text.isascii() and hmac.compare_digest(signature, sign(secret, PLACE + when))
    return believed and abs(time.time() - int(when)) < FRESH


# --- The process that thinks --------------------------------------------------------------------------------


class Thinking:
    """Answers all servers: of each table's host in turn, however many one of them has."""

    def __init__(self, secret: bytes, workers: int) -> None:
        self.secret = secret
        self.workers = Workers(workers)
        self.under_way: set[asyncio.Task[None]] = set()
        self.answered = 0

    async def open(self, host: str, port: int) -> Server:
        return await serve(
            self.hear, host, port, process_request=self.check, compression=None,
            max_size=2**24, ping_interval=PING_EVERY, ping_timeout=PONG_WITHIN,
        )  # fmt: skip

    def check(self, line: ServerConnection, request: Request) -> Response | None:
        if request.path == PLACE and is_ours(self.secret, request.headers.get(HEADER, "")):
            return None
        return line.respond(403, "Only servers of this house are answered here.\n")

    async def hear(self, line: ServerConnection) -> None:
        async for message in line:
            task = asyncio.create_task(self.answer(line, decode_asked(message)))  # type: ignore[arg-type]
            self.under_way.add(task)
            task.add_done_callback(self.under_way.discard)

    async def answer(self, line: ServerConnection, asked: Asked) -> None:
        action: int | None = None
        try:
            work = WORK[asked.kind]
            action = await self.workers.ask(work, asked.packed, asked.level, asked.seed, owner=asked.owner)
            self.answered += 1
        except Exception as error:
            log("error", "a thought failed", error=error)
        with contextlib.suppress(ConnectionClosed):
            await line.send(encode(Answered(asked.id, action)))

    def close(self) -> None:
        self.workers.stop()


# --- Servers that ask ---------------------------------------------------------------------------------------


class Helper:
    """The line to one process that thinks."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.numbers = itertools.count()
        self.waiting: dict[int, asyncio.Future[int | None]] = {}
        self.task = asyncio.create_task(self.hear())

    async def hear(self) -> None:
        try:
            async for message in self.line:
                answered = decode_answered(message)  # type: ignore[arg-type]
                done = self.waiting.pop(answered.id, None)
                if done is not None and not done.done():
                    done.set_result(answered.action)
        except ConnectionClosed:
            pass
        finally:
            for done in self.waiting.values():
                if not done.done():
                    done.set_result(None)
            self.waiting.clear()

    @property
    def is_there(self) -> bool:
        return not self.task.done()

    async def ask(self, kind: str, packed: bytes, level: str, seed: int, owner: str) -> int | None:
        number = next(self.numbers)
        done: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self.waiting[number] = done
        try:
            await self.line.send(encode(Asked(number, kind, packed, level, seed, owner)))
            return await asyncio.wait_for(done, PATIENCE)
        except (ConnectionClosed, TimeoutError):
            return None
        finally:
            self.waiting.pop(number, None)


class Helpers:
    """All processes that think for us."""

    def __init__(self, secret: Callable[[], bytes]) -> None:
        self.secret = secret
        self.found: dict[str, Helper] = {}
        self.calling: dict[str, asyncio.Task[None]] = {}

    def know(self, addresses: set[str]) -> None:
        """Those who are there now."""
        self.found = {address: one for address, one in self.found.items() if one.is_there}
        for address in addresses - set(self.found) - set(self.calling):
            self.calling[address] = asyncio.create_task(self.call(address))

    async def call_all(self, addresses: set[str]) -> None:
        """The same, and wait until they have answered."""
        self.know(addresses)
        await asyncio.gather(*self.calling.values())

    async def call(self, address: str) -> None:
        try:
            line = await connect(
                f"ws://{address}{PLACE}", additional_headers={HEADER: letter(self.secret())},
                user_agent_header=None, compression=None, proxy=None, open_timeout=PONG_WITHIN,
                ping_interval=PING_EVERY, ping_timeout=PONG_WITHIN,
            )  # fmt: skip
        except (OSError, TimeoutError, WebSocketException):
            return
        finally:
            del self.calling[address]
        self.found[address] = Helper(line)

    async def ask(self, kind: str, packed: bytes, level: str, seed: int, owner: str) -> int | None:
        """An answer; None if there is nobody who has time for us."""
        there = [one for one in self.found.values() if one.is_there and len(one.waiting) < CROWD]
        if not there:
            return None
        least = min(there, key=lambda one: len(one.waiting))
        return await least.ask(kind, packed, level, seed, owner)


# --- Its lease ----------------------------------------------------------------------------------------------


def signed_with(database: str) -> tuple[Connection, tuple[str] | None]:
    """A line, and the secret that all servers of this house have."""
    try:
        one = connected(database)
        return one, one.execute("select value from settings where name = 'secret'").fetchone()
    except psycopg.Error as error:
        raise failure(error) from error


async def think_on(database: str, host: str, port: int, workers: int, reachable: str) -> None:
    """Think for the house in this database, until somebody ends it."""
    from fabletop.server.cluster import BEAT, BEGIN, LEASE, RELEASE, RENEW

    one, row = once_there(lambda: signed_with(database))
    if row is None:
        raise Mistake("no server was ever started on this database: start one first")
    thinking = Thinking(bytes.fromhex(row[0]), workers)
    server = await thinking.open(host, port)
    address = reachable or f"{host}:{server.sockets[0].getsockname()[1]}"
    name = ""

    def renew() -> None:
        nonlocal one, name
        if one.closed:
            one = connected(database)
        if name and one.execute(RENEW, [LEASE, time.time(), name]).rowcount:
            return
        name, now = secrets.token_hex(8), time.time()
        one.execute(BEGIN, [name, "thinker", address, RELEASE, now, now, LEASE])

    log("info", "thinking", address=address, workers=workers)
    print(f"Fabletop thinks at {address}", flush=True)
    try:
        while True:
            try:
                await asyncio.to_thread(renew)
            except Exception as error:
                log("warning", "the database is lost", error=error)
            await asyncio.sleep(BEAT)
    finally:
        thinking.close()
