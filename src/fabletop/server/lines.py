"""The lines themselves, below HTTP and WebSocket: nobody may hold one open by sending or reading nothing.

uvicorn waits for ever for the rest of a request, and lets a closed line live on until its reader has read.
"""

import asyncio
from typing import Any, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from fabletop.server.limits import Limits, Who

HALF_SENT = 10.0  # seconds for a request to arrive whole
UNTAKEN = 30.0  # seconds for an answer to be taken, when nothing more is asked
STUCK = 20.0  # seconds without anything being read, after which a line is cut
CLOSING = 5.0  # seconds for a farewell
PING_EVERY, PONG_WITHIN = 12.0, 13.0  # a page that is not there any more is noticed within half a minute
BUFFERED = 64 * 1024  # bytes on their way to a page, from which on more have to wait


class Requests(H11Protocol):
    """A line on which requests come."""

    address: Who | None = None  # while it is counted
    deadline: asyncio.TimerHandle | None = None
    upgraded = False

    @property
    def limits(self) -> Limits:
        found: Limits = self.app_state["limits"]
        return found

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        who = Who("", self.limits.address_of(self.client[0] if self.client else ""))
        if not self.limits.enter("requests under way", who):
            transport.abort()
            return
        self.address = who
        self.expect(HALF_SENT)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        half = not self.upgraded and self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not half:
            self.expect(None)
        elif self.deadline is None:
            self.expect(HALF_SENT)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.upgraded = True
        self.forget()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self.expect(UNTAKEN)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self.expect(UNTAKEN)

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)

    def expect(self, seconds: float | None) -> None:
        """Cut the line unless something happens in time."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def forget(self) -> None:
        self.expect(None)
        if self.address is not None:
            self.limits.leave("requests under way", self.address)
            self.address = None


class Ear(Protocol):
    """Who listens to a line."""

    def hear(self, data: bytes) -> None: ...

    def hung_up(self) -> None: ...

    def flush(self) -> None: ...


class Nowhere(asyncio.Queue[Any]):
    """Where events go that nobody waits for."""

    def put_nowait(self, item: Any) -> None: ...


NOWHERE = Nowhere()


class Switch(asyncio.Event):
    """An event that nobody waits for, and that needs no room for them."""

    def __init__(self, is_on: bool) -> None:
        self.is_on = is_on

    def is_set(self) -> bool:
        return self.is_on

    def set(self) -> None:
        self.is_on = True

    def clear(self) -> None:
        self.is_on = False


def is_between_messages(conn: ServerProtocol) -> bool:
    """Whether its parser waits for the first byte of a message."""
    messages = getattr(conn.parser, "gi_yieldfrom", None)
    waits_in = getattr(messages, "gi_yieldfrom", None)
    return getattr(waits_in, "__name__", "") == "at_eof"


class Line(WebSocketsSansIOProtocol):
    """A line to a page. Once somebody listens, messages come and go without a detour through ASGI."""

    ear: Ear | None = None
    stuck: asyncio.TimerHandle | None = None
    heard = 0.0  # when something last came

    def handle_connect(self, event: Any) -> None:
        self.transport.set_write_buffer_limits(high=BUFFERED)
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["line"] = self

    # --- Listening ---------------------------------------------------------------------------------

    def listen(self, ear: Ear) -> None:
        """From here on all that comes is for this ear; also what has come already."""
        self.ear = ear
        while not self.queue.empty():
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                ear.hear(event.get("bytes") or event.get("text", "").encode())
            elif event["type"] == "websocket.disconnect":
                ear.hung_up()
        self.forget_handshake()
        self.resume_reading()

    def forget_handshake(self) -> None:
        """What was needed to come in is not kept for as long as the line: there are thousands."""
        self.queue = NOWHERE
        self.writable = Switch(self.writable.is_set())
        headers = self.scope["headers"]
        if isinstance(headers, list):
            headers.clear()  # others hold the same list
        self.request = self.response = None  # type: ignore[assignment]
        if is_between_messages(self.conn):  # the parser has the request among its variables: take another
            self.conn.parser = self.conn.parse()
            next(self.conn.parser)

    def data_received(self, data: bytes) -> None:
        self.heard = self.loop.time()
        super().data_received(data)

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def pause_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        if self.ear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        self.ear.hear(data)

    def handle_close(self, event: Any) -> None:
        super().handle_close(event)
        self.hang_up()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self.hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        self.watch(False)
        super().connection_lost(exc)
        self.hang_up()

    def hang_up(self) -> None:
        if not self.disconnected:  # what is on its way is not waited for for ever
            self.loop.call_later(CLOSING, self.abort)
        if self.ear is not None:
            self.ear.hung_up()

    # --- Sending -----------------------------------------------------------------------------------

    @property
    def is_writable(self) -> bool:
        return self.writable.is_set()

    def write(self, data: bytes) -> None:
        """Send a message now; it waits in memory if the page does not read."""
        if not self.close_sent and not self.disconnected and not self.transport.is_closing():
            self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.watch(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.watch(False)
        if self.ear is not None:
            self.ear.flush()

    def watch(self, on: bool) -> None:
        if self.stuck is not None:
            self.stuck.cancel()
        self.stuck = self.loop.call_later(STUCK, self.abort) if on else None

    # --- Ending ------------------------------------------------------------------------------------

    def cut(self, code: int, words: str = "") -> None:
        """Say farewell, if it can be heard; the line is gone soon after in any case."""
        if self.transport.is_closing() or self.close_sent:
            return
        if not self.is_writable:
            self.abort()
            return
        self.conn.send_close(code, words)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume_reading()
        self.close_timer = self.loop.call_later(CLOSING, self.abort)

    def abort(self) -> None:
        self.transport.abort()

    def send_keepalive_ping(self) -> None:
        """Only a page that says nothing is asked whether it is there."""
        left = self.heard + PING_EVERY - self.loop.time()
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        self.pong_timer = None
        self.abort()

    def shutdown(self) -> None:
        super().shutdown()
        if self.transport.get_write_buffer_size():
            self.abort()
        self.hang_up()
