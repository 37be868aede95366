"""A visitor without a browser: does what the page does, reconnects by itself, and sends again what was not
answered. Tests and trials visit with it."""

import asyncio
import contextlib
import http.client
import math
import random
import secrets
import ssl
from collections.abc import Callable
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.frames import CloseCode

from fabletop.server import messages as msg
from fabletop.server.guests import COOKIE

PATIENCE = 60.0
LONGEST = 10.0  # seconds for a line
FAREWELL = 0.05  # seconds for who watches the line: a browser's page waits for none
AGAIN = (0.05, 0.2)  # seconds between attempts to reconnect: the first, and at most

decode: Callable[[str | bytes], msg.FromServer] = msgspec.json.Decoder(msg.FromServer).decode
encode = msgspec.json.Encoder().encode


class Answer:
    """An answer over HTTP."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Visitor:
    """One guest, with a cookie."""

    def __init__(
        self, address: str, cookie: str = "", tls: ssl.SSLContext | None = None, forwarded: str = ""
    ) -> None:
        self.address = address  # "127.0.0.1:8421"
        self.cookie = cookie
        self.forwarded = forwarded  # from where we would have come through a proxy
        self.tls = tls  # with it, the server is reached as a browser would through a proxy

    def headers(self) -> dict[str, str]:
        found = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        found |= {"X-Forwarded-For": self.forwarded} if self.forwarded else {}
        return found | {"Origin": f"https://{self.address}"} if self.tls else found

    async def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        answer = await asyncio.to_thread(self.ask_now, method, path, body, headers or {})
        name, _, value = answer.headers.get("set-cookie", "").partition(";")[0].partition("=")
        if name == COOKIE:
            self.cookie = value
        return answer

    def ask_now(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        line = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        if self.tls is not None:
            line = http.client.HTTPSConnection(self.address, timeout=PATIENCE, context=self.tls)
        try:
            line.request(method, path, body, self.headers() | headers)
            found = line.getresponse()
            return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            line.close()

    async def get(self, path: str) -> Answer:
        return await self.ask("GET", path)

    async def send(self, method: str, path: str, content: Any) -> Answer:
        return await self.ask(method, path, encode(content), {"Content-Type": "application/json"})

    async def make(self, **wanted: Any) -> str:
        """A new table; returns its code."""
        answer = await self.send("POST", "/api/tables", wanted)
        assert answer.status == 200, answer.body
        return str(answer.json()["code"])

    async def visit(self, code: str, **more: Any) -> "Page":
        page = Page(self, code, **more)
        page.open()
        await page.until(lambda page: page.table is not None)
        return page


class Page:
    """What one page knows of one table."""

    pings: tuple[float, float] | None = None  # how often, and how long it waits for an answer
    opening = 10.0  # seconds for a line, the first time; twice as long each time that it was in vain
    rival = (
        0.5  # seconds after which a second line is tried beside it, by who left a server that said nothing
    )
    again = AGAIN

    def __init__(self, visitor: Visitor, code: str, client: str = "", keep: bool = False) -> None:
        self.visitor = visitor
        self.code = code
        self.client = client or secrets.token_hex(8)
        self.version = -1
        self.table: msg.Table | None = None
        self.position: msg.Position | None = None
        self.log: list[msg.Line] = []
        self.chat: list[msg.Chat] = []
        self.coach: msg.Coach | None = None
        self.notes: msg.Notes | None = None
        self.open_notes: list[msg.Notes] = []
        self.frames: list[str] | None = [] if keep else None
        self.closed: int | None = None  # the code with which the server cut the line for good
        self.why = ""  # and in which words
        self.reconnections = -1
        self.attempt = 0  # since there was a line
        self.left = False  # a server that said nothing any more
        self.changed = asyncio.Event()
        self.next_id = 1
        self.unanswered: dict[int, tuple[bytes, asyncio.Future[msg.Reply]]] = {}
        self.line: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    # --- The line ------------------------------------------------------------------------------------

    def open(self) -> None:
        self.task = asyncio.create_task(self.keep_line())

    async def keep_line(self) -> None:
        first, most = self.again
        while self.closed is None:
            before = self.reconnections
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
                await self.one_line()
            self.line = None
            self.attempt = 0 if self.reconnections > before else self.attempt + 1
            wait = min(most, first * 2**self.attempt)
            await asyncio.sleep(wait * random.uniform(0.75, 1.25))

    async def new_line(self) -> ClientConnection:
        address = f"{'wss' if self.visitor.tls else 'ws'}://{self.visitor.address}/ws/{self.code}"
        return await connect(
            address,
            additional_headers=self.visitor.headers(),
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=min(LONGEST, self.opening * 2**self.attempt),
            ssl=self.visitor.tls,
            **self.watching(),
        )

    async def first_line(self) -> ClientConnection:
        """Of two, if it takes long; the other is left."""
        if not self.left:
            return await self.new_line()
        lines = {asyncio.create_task(self.new_line())}
        try:
            done, _ = await asyncio.wait(lines, timeout=self.rival)
            if not done:
                lines.add(asyncio.create_task(self.new_line()))
            while True:
                done, waiting = await asyncio.wait(lines, return_when=asyncio.FIRST_COMPLETED)
                opened = [line.result() for line in done if line.exception() is None]
                for other in opened[1:]:
                    await other.close()
                if opened:
                    return opened[0]
                if not waiting:
                    raise TimeoutError
                lines = waiting
        finally:
            for line in lines:
                line.cancel()

    async def one_line(self) -> None:
        async with await self.first_line() as line:
            self.reconnections += 1
            name = (line.response.headers.get("Set-Cookie", "") if line.response else "").partition(";")[0]
            if name.startswith(COOKIE):
                self.visitor.cookie = name.partition("=")[2]
            hello = msg.Hello(self.new_id(), self.client, self.version, len(self.log), self.last_chat)
            try:
                await line.send(encode(hello).decode())
                async for frame in line:
                    assert isinstance(frame, str)
                    await self.hear(line, frame, hello.id)
            finally:
                said = line.protocol.close_sent
                self.left = said is not None and said.code == CloseCode.INTERNAL_ERROR  # no pong came
                if line.close_code is not None and 4400 <= line.close_code < 4500:
                    self.closed, self.why = line.close_code, line.close_reason or ""
                    self.changed.set()

    def watching(self) -> dict[str, Any]:
        if self.pings is None:
            return {}
        every, patience = self.pings
        return {"ping_interval": every, "ping_timeout": patience, "close_timeout": FAREWELL}

    async def hear(self, line: ClientConnection, frame: str, hello: int) -> None:
        if self.frames is not None:
            self.frames.append(frame)
        message = decode(frame)
        if isinstance(message, msg.Update):
            self.take(message)
        elif message.id == hello:
            self.line = line
            for data, _ in list(self.unanswered.values()):
                await line.send(data.decode())
        elif message.id in self.unanswered:
            _, done = self.unanswered.pop(message.id)
            if not done.done():
                done.set_result(message)
        self.changed.set()

    def take(self, update: msg.Update) -> None:
        self.version = update.version
        self.table = update.table or self.table
        self.position = update.position or self.position
        if update.log is not None:
            self.log[update.log_from :] = update.log
        self.chat = [*{line.number: line for line in (*self.chat, *(update.chat or []))}.values()]
        self.chat.sort(key=lambda line: line.number)
        self.coach = update.coach or self.coach
        self.notes = update.notes or self.notes
        self.open_notes = self.open_notes if update.open_notes is None else update.open_notes

    @property
    def last_chat(self) -> int:
        return self.chat[-1].number if self.chat else 0

    def new_id(self) -> int:
        self.next_id += 1
        return self.next_id

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    # --- Doing ---------------------------------------------------------------------------------------

    async def do(self, kind: type, patience: float = PATIENCE, **fields: Any) -> msg.Reply:
        """Send a message, again after every break of the line, until it is answered."""
        number = fields.pop("id", None) or self.new_id()
        data = encode(kind(id=number, **fields))
        done: asyncio.Future[msg.Reply] = asyncio.get_running_loop().create_future()
        self.unanswered[number] = (data, done)
        if self.line is not None:
            with contextlib.suppress(WebSocketException):
                await self.line.send(data.decode())
        return await asyncio.wait_for(done, patience)

    async def act(self, action: int, patience: float = PATIENCE) -> msg.Reply:
        assert self.position is not None
        return await self.do(msg.Act, patience, number=self.position.number, action=action)

    async def until(self, wanted: Callable[["Page"], bool], patience: float = PATIENCE) -> None:
        """Wait until the page shows this."""
        async with asyncio.timeout(None if patience == math.inf else patience):
            while not wanted(self):
                self.changed.clear()
                await self.changed.wait()

    @property
    def options(self) -> list[msg.Option]:
        return self.position.question.options if self.position else []

    @property
    def together(self) -> bool:
        """Whether other people are asked with me: then my answer is a proposal to them."""
        if self.position is None or self.table is None:
            return False
        chairs = [self.table.seats[seat] for seat in self.position.question.seats]
        return sum(chair.holder == "person" and not (chair.away or chair.resigned) for chair in chairs) > 1

    def some_action(self, luck: random.Random) -> int:
        """Any answer; of those who are asked together, all give the same."""
        return self.options[0].action if self.together else luck.choice(self.options).action

    @property
    def over(self) -> bool:
        return self.position is not None and self.position.over
