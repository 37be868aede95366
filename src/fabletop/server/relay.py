"""A page whose table another process has: what it says goes there, and what is told comes from there.

So what is shown, who is here, and what time is left are known in one place, whichever process a page came to.
"""

import asyncio
import contextlib
import hmac
import time

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode

from fabletop.server.guests import Guest, Keyring, sign
from fabletop.server.limits import Who
from fabletop.server.lines import Line
from fabletop.server.sockets import AGAIN_PLEASE, CLOSED, TOO_MANY, UNHEARD, shortened

PEER = "/peer/"  # and the code of a table
HEADER = "x-fabletop-peer"
FRESH = 30.0  # seconds for which a letter of introduction is believed
OPENING = 1.0  # seconds for another process to answer
PING_EVERY, PONG_WITHIN = 1.0, 1.5  # a process that is asleep is noticed
FAREWELL = 0.2  # seconds for one


class Introduced(Struct):
    """Whom one process sends to another."""

    code: str
    guest: str
    name: str
    device: str
    day: int
    address: str
    time: float


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Introduced).decode


def introduce(keyring: Keyring, guest: Guest, who: Who, code: str) -> str:
    """Signed with the secret that only processes of this house have."""
    found = Introduced(code, guest.id, guest.name, guest.device, guest.day, who.address, time.time())
    body = encode(found).hex()
    return f"{body}.{sign(keyring.secret, PEER + body)}"


def introduced(keyring: Keyring, letter: str, code: str) -> tuple[Guest, Who] | None:
    """Who is sent; None if no process of ours has written that."""
    body, _, signature = letter.partition(".")
    if not letter.isascii() or not hmac.compare_digest(signature, sign(keyring.secret, PEER + body)):
        return None
    found = decode(bytes.fromhex(body))
    if found.code != code or abs(time.time() - found.time) > FRESH:
        return None
    return Guest(found.guest, found.name, found.device, found.day), Who(found.guest, found.address)


class Relay:
    """An ear on the page's line, and one on the line to the other process."""

    def __init__(self, line: Line, guest: Guest) -> None:
        self.line = line
        self.guest = guest
        self.unsent: list[bytes] = []
        self.unsent_bytes = 0
        self.gone = False
        self.was_lost = False  # the other process did not say farewell
        self.news = asyncio.Event()

    async def run(self, address: str, code: str, letter: str) -> bool:
        """As long as both are there; False if the other process cannot be reached."""
        try:
            other = await connect(
                f"ws://{address}{PEER}{code}",
                additional_headers={HEADER: letter},
                user_agent_header=None,
                compression=None,
                open_timeout=OPENING,
                close_timeout=FAREWELL,
                ping_interval=PING_EVERY,
                ping_timeout=PONG_WITHIN,
                max_size=None,
                proxy=None,
            )
        except (OSError, TimeoutError, WebSocketException):
            return False
        self.line.listen(self)
        both = [asyncio.create_task(self.send_on(other)), asyncio.create_task(self.tell_on(other))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            self.part(other)
            with contextlib.suppress(Exception):
                await other.close()
        return True

    def part(self, other: ClientConnection) -> None:
        """The page hears why, in the other's words; if that is lost, it comes again."""
        code = other.close_code
        self.was_lost = not self.gone and code in (None, CloseCode.ABNORMAL_CLOSURE)
        if code is not None and 4400 <= code < 4500:
            self.line.cut(code, other.close_reason or "")
        else:
            self.line.cut(AGAIN_PLEASE)

    async def send_on(self, other: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while not self.gone:
                await self.news.wait()
                self.news.clear()
                while self.unsent:
                    data = self.unsent.pop(0)
                    self.unsent_bytes -= len(data)
                    await other.send(data.decode(errors="replace"))

    async def tell_on(self, other: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for message in other:
                self.line.write(message if isinstance(message, bytes) else message.encode())
                while not self.line.is_writable and not self.gone:
                    await asyncio.sleep(0.02)

    # --- The ear of the page's line ----------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        self.unsent.append(data)
        self.unsent_bytes += len(data)
        if self.unsent_bytes > UNHEARD:
            self.line.cut(TOO_MANY, "Too many messages at once.")
        self.news.set()

    def hung_up(self) -> None:
        self.gone = True
        self.news.set()

    def flush(self) -> None:
        """The line takes more again."""

    def send_away(self, words: str) -> None:
        self.line.cut(CLOSED, shortened(words))
