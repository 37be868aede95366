"""One connection of a page: each message is answered once, and a slow reader holds nobody up."""

import asyncio
import contextlib
import time
from collections import deque

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import visibility
from fabletop.server.commands import DECIDERS, Refused
from fabletop.server.events import encode
from fabletop.server.guests import Guest
from fabletop.server.house import House
from fabletop.server.limits import Bucket
from fabletop.server.logs import log
from fabletop.server.room import Room

BIGGEST = 16 * 1024  # bytes of a message
AHEAD = 8  # updates that wait for a reader before it counts as slow
UNREAD = 64  # answers that wait before we go on with what was asked
UNHEARD = 256 * 1024  # bytes of messages that wait before the line is cut
ENVELOPE = 64  # bytes that a message counts beyond its own
PATIENCE = 15.0  # seconds for the first message
MESSAGES = (40, 20.0)  # at once, and a second; what comes quicker waits
CHATS = (6, 0.5)
HINTS = (3, 0.2)
NOTES = (30, 1.0)  # and reports
STRIKES = 20  # broken messages until the line is cut
LONGEST_CLIENT = 64

# Why a line was cut; a page does not come back after these.
BROKEN, UNKNOWN, UNPLAYABLE, TOO_MANY = 4400, 4404, 4410, 4429
LONGEST_REASON = 120  # letters that fit into the last frame of a socket
TOO_FAST = "That was too quick: wait a moment."

decode = msgspec.json.Decoder(msg.FromPage).decode


class Cut(Exception):
    """The line is to be cut."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


class Socket:
    def __init__(self, house: House, room: Room, guest: Guest, websocket: WebSocket) -> None:
        self.house = house
        self.room = room
        self.guest = guest
        self.websocket = websocket
        self.client = ""
        self.lagging = False
        self.waiting: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.unheard: deque[str | bytes] = deque()
        self.unheard_bytes = 0
        self.came = asyncio.Event()
        self.gone = False  # the page has left
        self.flooded = False
        self.strikes = 0
        self.messages = Bucket(*MESSAGES)
        self.chats = Bucket(*CHATS)
        self.hints = Bucket(*HINTS)
        self.notes = Bucket(*NOTES)

    # --- Sending -----------------------------------------------------------------------------------

    def push(self, data: bytes) -> None:
        """Send an update, soon. When too many wait already, this reader is told everything later."""
        self.waiting.append(data)
        self.lagging = len(self.waiting) >= AHEAD
        self.wake.set()

    def reply(self, reply: msg.Reply) -> None:
        self.waiting.append(encode(reply))
        self.wake.set()

    async def send_on(self) -> None:
        while True:
            await self.wake.wait()
            while self.waiting:
                data = self.waiting.popleft()
                await self.websocket.send_text(data.decode())
            self.wake.clear()
            if self.lagging:
                self.lagging = False
                await self.room.catch_up(self)

    # --- Reading -----------------------------------------------------------------------------------

    async def run(self) -> None:
        others = [asyncio.create_task(work) for work in (self.send_on(), self.listen_on())]
        try:
            await self.read_on()
        except Cut as cut:
            self.house.count("cuts", code=str(cut.code))
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.websocket.close(cut.code, cut.words)
        except WebSocketDisconnect:
            pass
        except Exception as error:
            self.house.count("errors")
            log("error", "a connection failed", table=self.room.table.code, error=error)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.websocket.close(1011)
        finally:
            self.room.leave(self)
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

    async def listen_on(self) -> None:
        """Take what comes when it comes, so that we know at once that a page has left."""
        try:
            while not self.flooded:
                received = await self.websocket.receive()
                if received["type"] == "websocket.disconnect":
                    break
                data = received.get("text") or received.get("bytes") or b""
                self.unheard.append(data)
                self.unheard_bytes += len(data) + ENVELOPE
                self.flooded = self.unheard_bytes > UNHEARD
                self.came.set()
        finally:
            self.gone = not self.flooded
            self.came.set()

    async def read_on(self) -> None:
        first = await self.next_message(PATIENCE)
        if not isinstance(first, msg.Hello) or not 0 < len(first.client) <= LONGEST_CLIENT:
            raise Cut(BROKEN, "Say hello first.")
        await self.say_hello(first)
        while True:
            message = await self.next_message(None)
            if message is None:
                continue
            while not self.messages.take():
                self.must_be_there()
                await asyncio.sleep(1 / MESSAGES[1])
            if isinstance(message, msg.AskHint):
                self.house.in_background(self.answer_to(message))  # takes long: others need not wait for it
            else:
                await self.answer_to(message)
            while len(self.waiting) > UNREAD:
                self.must_be_there()
                await asyncio.sleep(0.05)

    def must_be_there(self) -> None:
        """What came too quickly is not carried out for a page that has left, or that floods us."""
        if self.gone:
            raise WebSocketDisconnect
        if self.flooded:
            raise Cut(TOO_MANY, "Too many messages at once.")

    async def next_message(self, patience: float | None) -> msg.FromPage | None:
        """The next message; None if it cannot be read."""
        while not self.unheard or self.flooded:
            self.must_be_there()
            self.came.clear()
            try:
                await asyncio.wait_for(self.came.wait(), patience)
            except TimeoutError:
                raise Cut(BROKEN, "Say hello first.") from None
        data = self.unheard.popleft()
        self.unheard_bytes -= len(data) + ENVELOPE
        self.house.count("messages")
        message: msg.FromPage | None
        try:
            message = decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            message = None
        if message is None or not 0 <= message.id < 1 << 53:
            self.strikes += 1
            if self.strikes >= STRIKES:
                raise Cut(BROKEN, "Too many messages that cannot be read.")
            return None
        return message

    # --- Answering ---------------------------------------------------------------------------------

    async def say_hello(self, hello: msg.Hello) -> None:
        self.client = hello.client
        await self.room.join(self, hello)
        self.reply(msg.Reply(hello.id))

    async def answer_to(self, message: msg.FromPage) -> None:
        self.reply(await self.answer(message))

    async def answer(self, message: msg.FromPage) -> msg.Reply:
        """The one reply to a message. Nothing that happens inside is told to the page but a refusal."""
        start = time.perf_counter()
        kind = type(message).__name__
        try:
            reply = await self.handle(message)
            if isinstance(message, msg.Act):
                self.house.count("moves", by="person")
                self.house.metrics.observe("act", time.perf_counter() - start)
            return reply
        except Refused as no:
            self.house.count("refusals", message=kind)
            return msg.Reply(message.id, no.refused)
        except Mistake as mistake:
            self.house.count("refusals", message=kind)
            return msg.Reply(message.id, msg.Refused(str(mistake)))
        except (WebSocketDisconnect, Cut, asyncio.CancelledError):
            raise
        except Exception as error:
            self.house.count("errors")
            log("error", "a message failed", message=kind, table=self.room.table.code, error=error)
            return msg.Reply(message.id, msg.Refused("Something went wrong here. Nothing was changed."))

    async def handle(self, message: msg.FromPage) -> msg.Reply:
        if isinstance(message, msg.Say) and not self.chats.take():
            raise Refused(TOO_FAST)
        if isinstance(message, msg.Note | msg.Report) and not self.notes.take():
            raise Refused(TOO_FAST)
        if type(message) in DECIDERS:
            await self.room.perform(self.guest, message, (self.guest.id, self.client, message.id))
            return msg.Reply(message.id)
        match message:
            case msg.Hello():
                await self.say_hello_again(message)
            case msg.Why():
                return await self.why(message)
            case msg.Look():
                return await self.look(message)
            case msg.AskHint():
                return await self.hint(message)
            case msg.Note():
                await self.room.write_down(self.guest, message)
            case msg.Report():
                await self.room.report((self.guest.id, self.client, message.id), message.words)
        return msg.Reply(message.id)

    async def say_hello_again(self, hello: msg.Hello) -> None:
        if hello.client != self.client:
            raise Refused("A connection belongs to one page.")
        await self.room.join(self, hello)

    async def why(self, message: msg.Why) -> msg.Reply:
        async with self.room.lock:
            table = self.room.table
            self.must_be_current(message.number)
            found = visibility.reasons(table, table.seat_of(self.guest.id), message.thing)
            return msg.Reply(message.id, reasons=found)

    async def look(self, message: msg.Look) -> msg.Reply:
        async with self.room.lock:
            table = self.room.table
            if table.status == "waiting" or not 0 <= message.number <= table.length:
                raise Refused("There is no such moment in this game.")
            seat = table.seat_of(self.guest.id)
            return msg.Reply(
                message.id,
                position=visibility.past_position(table, seat, message.number),
                views=visibility.all_views(table, message.number),
                log=visibility.lines(table, seat, message.number),
            )

    async def hint(self, message: msg.AskHint) -> msg.Reply:
        if not self.hints.take():
            raise Refused(TOO_FAST)
        async with self.room.lock:
            table = self.room.table
            self.must_be_current(message.number)
            seat = table.seat_of(self.guest.id)
            if seat is None or seat not in table.people_asked():
                raise Refused("A hint is for the one who is asked.")
            thinking = self.house.hint(table, seat)
        return msg.Reply(message.id, hint=await thinking)

    def must_be_current(self, number: int) -> None:
        if self.room.table.status != "playing" or number != self.room.table.length:
            raise Refused("The game has moved on since: look at it again.")
