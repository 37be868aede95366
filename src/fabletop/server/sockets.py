"""One connection of a page: each message is answered once, and a slow reader holds nobody up."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import visibility
from fabletop.server.commands import DECIDERS, Refused
from fabletop.server.events import encode
from fabletop.server.guests import Guest
from fabletop.server.health import words_of
from fabletop.server.house import House
from fabletop.server.limits import Who
from fabletop.server.lines import Line
from fabletop.server.logs import log
from fabletop.server.room import Moved, Room

BIGGEST = 16 * 1024  # bytes of a message
AHEAD = 8  # updates that wait for a reader before it counts as slow
UNREAD = 64  # answers that wait before we go on with what was asked
QUEUED = 256 * 1024  # and bytes of them
UNHEARD = 64 * 1024  # bytes of messages that wait before the line is cut
ENVELOPE = 64  # bytes that a message counts beyond its own
PATIENCE = 15.0  # seconds for the first message
AGAIN = 0.05  # seconds until a message that came too quickly is tried again
HINT_AGAIN = 0.5  # the same for a hint
STRIKES = 20  # broken messages until the line is cut
LONGEST_CLIENT = 64
LONGEST_REASON = 120  # bytes; a frame that closes has room for 123

# Why a line was cut; a page does not come back after these.
BROKEN, UNKNOWN, CLOSED, TOO_MANY = 4400, 4404, 4410, 4429
AGAIN_PLEASE = 1012  # after this one it does
TOO_FAST = "That was too quick: wait a moment."
HINT_COMES = "A hint is on its way."
MOVED_ON = "The game has moved on since: look at it again."

# What counts beyond being a message: what shows something waits for its turn, what writes is refused.
SHOWING = (msg.Hello, msg.Look, msg.Why, msg.Observe)
COUNTED: dict[type, str] = {
    **{kind: "changes" for kind in DECIDERS if kind is not msg.Act},  # the game itself bounds answers
    msg.Say: "chat",
    msg.Note: "notes",
    msg.Report: "reports",
    msg.Rematch: "tables",
}

decode = msgspec.json.Decoder(msg.FromPage).decode


class Cut(Exception):
    """The line is to be cut."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


class Left(Exception):
    """The page has left."""


class Socket:
    def __init__(self, house: House, room: Room, guest: Guest, who: Who, line: Line) -> None:
        self.house = house
        self.room = room
        self.guest = guest
        self.who = who
        self.line = line
        self.client = ""
        self.lagging = False
        self.visible = True
        self.waiting: list[bytes] = []
        self.waiting_bytes = 0
        self.unheard: list[bytes] = []
        self.unheard_bytes = 0
        self.news: asyncio.Future[None] | None = None  # done when something came, could be sent, or ended
        self.gone = False  # the page has left
        self.flooded = False
        self.strikes = 0
        self.hinting: asyncio.Task[None] | None = None

    # --- Sending -----------------------------------------------------------------------------------

    def push(self, data: bytes) -> None:
        """Send an update. When too much waits already, this reader is told everything later."""
        self.send(data)
        self.lagging = len(self.waiting) >= AHEAD or self.waiting_bytes > QUEUED

    def reply(self, reply: msg.Reply) -> None:
        self.send(encode(reply))

    def send(self, data: bytes) -> None:
        if not self.waiting and self.line.is_writable:
            self.line.write(data)
        else:
            self.waiting.append(data)
            self.waiting_bytes += len(data)

    def flush(self) -> None:
        """The line takes more again."""
        while self.waiting and self.line.is_writable:
            data = self.waiting.pop(0)
            self.waiting_bytes -= len(data)
            self.line.write(data)
        self.stir()
        if self.lagging and not self.waiting:
            self.lagging = False
            self.house.in_background(self.room.catch_up(self))

    def send_away(self, words: str) -> None:
        """The operator wants nobody here."""
        self.line.cut(CLOSED, shortened(words))

    def come_again(self) -> None:
        """The page is to connect anew, and may be led elsewhere."""
        self.line.cut(AGAIN_PLEASE)

    # --- Reading -----------------------------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        self.unheard.append(data)
        self.unheard_bytes += len(data) + ENVELOPE
        if self.unheard_bytes > UNHEARD:
            self.flooded = True
            self.line.pause_reading()
        self.stir()

    def hung_up(self) -> None:
        self.gone = True
        self.stir()

    async def run(self) -> None:
        self.line.listen(self)
        try:
            await self.read_on()
        except Cut as cut:
            self.house.count("cuts", code=str(cut.code))
            self.line.cut(cut.code, cut.words)
        except Left:
            pass
        except Exception as error:
            self.house.count("errors")
            log("error", "a connection failed", table=self.room.table.code, error=error)
            self.line.cut(1011)
        finally:
            self.gone = True
            self.waiting.clear()
            self.unheard.clear()
            self.room.leave(self)
            if self.hinting is not None:
                self.hinting.cancel()

    async def read_on(self) -> None:
        first = await self.next_message(PATIENCE)
        if not isinstance(first, msg.Hello) or not 0 < len(first.client) <= LONGEST_CLIENT:
            raise Cut(BROKEN, "Say hello first.")
        self.client = first.client
        message: msg.FromPage | None = first
        while True:
            if message is not None:
                await self.wait_for("messages")
                if isinstance(message, SHOWING):
                    await self.wait_for("views")
                    await self.until(lambda: not self.waiting)  # what waits may be all that is asked for
                if isinstance(message, msg.AskHint) and (self.hinting is None or self.hinting.done()):
                    self.hinting = asyncio.create_task(self.answer(message))  # others need not wait for it
                else:
                    await self.answer(message)
                await self.until(lambda: len(self.waiting) <= UNREAD and self.waiting_bytes <= QUEUED)
            message = await self.next_message(None)

    async def wait_for(self, kind: str) -> None:
        while not self.house.limits.take(kind, self.who):
            self.must_be_there()
            await asyncio.sleep(AGAIN)

    async def until(self, so: Callable[[], bool], patience: float | None = None) -> None:
        while not so():
            self.must_be_there()
            self.news = asyncio.get_running_loop().create_future()
            await asyncio.wait_for(self.news, patience)

    def stir(self) -> None:
        if self.news is not None and not self.news.done():
            self.news.set_result(None)

    def must_be_there(self) -> None:
        """What came too quickly is not carried out for a page that has left, or that floods us."""
        if self.gone:
            raise Left
        if self.flooded:
            raise Cut(TOO_MANY, "Too many messages at once.")

    async def next_message(self, patience: float | None) -> msg.FromPage | None:
        """The next message; None if it cannot be read."""
        try:
            await self.until(lambda: bool(self.unheard) and not self.flooded, patience)
        except TimeoutError:
            raise Cut(BROKEN, "Say hello first.") from None
        data = self.unheard.pop(0)
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

    async def answer(self, message: msg.FromPage) -> None:
        """Give the one reply to a message. Nothing that happens inside is told to the page but a refusal."""
        kind = type(message)
        try:
            reply = await HANDLERS[kind](self, message)
        except (Refused, Mistake) as no:
            self.house.count("refusals", message=kind.__name__)
            reply = msg.Reply(message.id, no.refused if isinstance(no, Refused) else msg.Refused(str(no)))
        except (Cut, Left):
            raise
        except Moved:
            self.come_again()
            return
        except Exception as error:
            if self.house.cluster.is_unsure(error):
                log("warning", "a page is to ask again", table=self.room.table.code, error=error)
                self.come_again()
                return
            self.house.count("errors")
            log("error", "a message failed", message=kind.__name__, table=self.room.table.code, error=error)
            reply = msg.Reply(message.id, msg.Refused(f"{words_of(error)} Nothing was changed."))
        self.reply(reply)

    async def perform(self, message: Any) -> msg.Reply:
        """Something that changes the table."""
        start = time.perf_counter()
        key = (self.guest.id, self.client, message.id)
        if key not in self.room.seen:
            self.count(message)
            await self.room.perform(self.guest, message, key, self.who.address)
        if type(message) is msg.Act:
            self.house.count("moves", by="person")
            self.house.metrics.observe("act", time.perf_counter() - start)
        return msg.Reply(message.id)

    def count(self, message: msg.FromPage) -> None:
        kind = COUNTED.get(type(message))
        if kind is not None and not self.house.limits.take(kind, self.who):
            raise Refused(TOO_FAST)

    async def ping(self, message: msg.Ping) -> msg.Reply:
        return msg.Reply(message.id)

    async def hello(self, hello: msg.Hello) -> msg.Reply:
        if hello.client != self.client:
            raise Refused("A connection belongs to one page.")
        self.visible = hello.visible
        await self.room.join(self, hello)
        return msg.Reply(hello.id, page=self.house.page)

    async def attend(self, message: msg.Attend) -> msg.Reply:
        await self.room.attend(self, message.visible)
        return msg.Reply(message.id)

    async def note(self, message: msg.Note) -> msg.Reply:
        self.count(message)
        await self.room.write_down(self.guest, message)
        return msg.Reply(message.id)

    async def report(self, message: msg.Report) -> msg.Reply:
        self.count(message)
        await self.room.report((self.guest.id, self.client, message.id), message.words)
        return msg.Reply(message.id)

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
                views=None if self.room.closed else visibility.all_views(table, message.number),
                log=visibility.lines(table, seat, message.number),
            )

    async def observe(self, message: msg.Observe) -> msg.Reply:
        async with self.room.lock:
            self.must_be_current(message.number)
            table = self.room.table
            seat = table.seat_of(self.guest.id)
            if seat is None or seat not in table.people_asked():
                raise Refused("Only who is asked sees the table as numbers.")
            return msg.Reply(message.id, observation=visibility.observation(table, seat))

    async def hint(self, message: msg.AskHint) -> msg.Reply:
        """What a strong bot would do; it stops thinking when the page leaves or the game moves on."""
        if self.hinting is not asyncio.current_task():
            raise Refused(HINT_COMES)
        while (begun := await self.begin_hint(message.number)) is None:
            await asyncio.sleep(HINT_AGAIN)
        seat, thinking = begun
        try:
            await asyncio.wait([thinking])
        finally:  # what was found is kept for who asks again
            given_up = thinking.cancel() or thinking.cancelled() or thinking.exception() is not None
            if given_up and self.room.hints.get(seat) is thinking:
                del self.room.hints[seat]
        if thinking.cancelled():
            raise Refused(MOVED_ON)
        return msg.Reply(message.id, hint=thinking.result())

    async def begin_hint(self, number: int) -> tuple[int, asyncio.Task[msg.Hint]] | None:
        """Have somebody think for the seat that asks; None: it came too quickly, and waits."""
        async with self.room.lock:
            table = self.room.table
            self.must_be_current(number)
            seat = table.seat_of(self.guest.id)
            if seat is None or seat not in table.people_asked():
                raise Refused("A hint is for the one who is asked.")
            if self.guest.is_machine:
                raise Refused("A bot thinks for itself.")
            if self.room.closed or table.agreed.rated:
                raise Refused(f"{'Today' if self.room.closed else 'A rated game'} is played without hints.")
            if seat in self.room.hints:
                if not self.room.hints[seat].done():
                    raise Refused(HINT_COMES)
                return seat, self.room.hints[seat]
            alone = sum(chair.holder == "person" for chair in table.chairs) == 1
            if not self.house.limits.take("hints alone" if alone else "hints", self.who):
                return None
            self.room.hints[seat] = asyncio.create_task(self.house.hint(table, seat))
            return seat, self.room.hints[seat]

    def must_be_current(self, number: int) -> None:
        if self.room.table.status != "playing" or number != self.room.table.length:
            raise Refused(MOVED_ON)


HANDLERS: dict[type, Callable[[Socket, Any], Awaitable[msg.Reply]]] = {
    msg.Ping: Socket.ping,
    msg.Hello: Socket.hello,
    msg.Attend: Socket.attend,
    msg.Why: Socket.why,
    msg.Look: Socket.look,
    msg.Observe: Socket.observe,
    msg.AskHint: Socket.hint,
    msg.Note: Socket.note,
    msg.Report: Socket.report,
    **dict.fromkeys(DECIDERS, Socket.perform),
}


def shortened(words: str) -> str:
    return words.encode()[:LONGEST_REASON].decode(errors="ignore")
