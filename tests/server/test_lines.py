"""Lines on which nothing is read or only half a request is sent, and who thinks first."""

import asyncio
import contextlib
import gc
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.place import Place, open_place
from websockets.frames import Frame

from fabletop.server import garbage as garbages
from fabletop.server import lines, sockets
from fabletop.server import messages as msg
from fabletop.server.limits import Most
from fabletop.server.thinkers import Workers
from fabletop.server.trials.deaf import Deaf

pytestmark = pytest.mark.asyncio


# --- Pages that do not read ---------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def deaf_page(place: Place, code: str) -> AsyncIterator[Deaf]:
    page = Deaf(await place.guest(), code)
    try:
        assert await page.open()
        room = place.house.rooms[code]
        while not any(line.guest.name for line in room.told if line not in page_lines(place)):
            await asyncio.sleep(0.01)
        yield page
    finally:
        page.close()


def page_lines(place: Place) -> set[object]:
    """Of the pages that read."""
    names = {page.visitor.cookie.partition(".")[0] for page in place.pages}
    return {one for one in place.app.sockets if one.guest.id in names}


async def test_what_was_needed_to_come_in_is_not_kept(tmp_path: Path) -> None:
    """Of thousands of lines it would be half the memory; what is said afterwards is heard as before."""
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        (socket,) = place.app.sockets
        line = socket.line
        assert line.scope["headers"] == [] and line.request is None
        reading: Any = line.conn.parser
        assert "request" not in reading.gi_frame.f_locals
        assert (await page.do(msg.Say, words="x" * 200)).refused is None  # more than one frame's short head
        assert line.is_writable


async def test_half_a_message_that_came_early_is_heard_to_its_end(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        line = next(iter(place.app.sockets)).line
        assert lines.is_between_messages(line.conn)
        parser = line.conn.parser
        line.conn.receive_data(b"\x81\x85\0\0\0\0he")
        assert not lines.is_between_messages(line.conn)
        line.forget_handshake()
        assert line.conn.parser is parser
        line.conn.receive_data(b"llo")
        (frame,) = line.conn.events_received()
        assert isinstance(frame, Frame) and frame.data == b"hello" and page.table is not None


async def test_only_a_silent_page_is_asked_whether_it_is_there(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        line = next(iter(place.app.sockets)).line
        assert (await page.do(msg.Say, words="I am here")).refused is None
        line.send_keepalive_ping()
        assert line.pending_ping_payload is None and line.ping_timer is not None
        line.ping_timer.cancel()
        line.heard -= lines.PING_EVERY
        line.send_keepalive_ping()
        assert line.pending_ping_payload is not None and line.pong_timer is not None


async def test_what_pages_leave_behind_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is new is looked through all the time; what many left behind when many have left."""

    class Itself:
        def __init__(self) -> None:
            self.me = self

    async with open_place(tmp_path) as place:
        garbage = place.app.garbage
        monkeypatch.setattr(garbages, "MANY", 2)
        pages = [await place.visit(await place.guest(), code) for code in [await table_of(place)] * 2]
        gc.disable()  # nobody else looks
        try:
            one = Itself()
            left = weakref.ref(one)
            gc.collect(0)  # it is not new any more
            del one
            for number, page in enumerate(pages, 1):
                garbage.look()
                assert left() is not None
                await page.close()
                while garbage.parted < number:
                    await asyncio.sleep(0.01)
            garbage.look()
            assert left() is None and garbage.parted == 0
            one = Itself()
            left = weakref.ref(one)
            gc.collect()  # it has been there for long
            del one
            garbage.look()
            assert left() is not None
            garbage.looked -= garbages.LONG + 1
            garbage.look()
            assert left() is None
        finally:
            gc.enable()


async def table_of(place: Place) -> str:
    return await (await place.guest("Host")).make(game="storybook", seats=["me", "open"])


async def test_what_a_deaf_page_asks_for_does_not_pile_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hello is said again and again, each asks for everything; the page is cut, and is gone at once."""
    monkeypatch.setattr(lines, "STUCK", 1.0)
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        room = place.house.rooms[page.code]
        async with deaf_page(place, page.code) as deaf:
            (stuck,) = place.app.sockets - page_lines(place)
            most = 0
            with contextlib.suppress(OSError):
                for number in range(2, 10_000):
                    await deaf.say(msg.Hello(number, "deaf"))
                    await asyncio.sleep(0)
                    waits = stuck.waiting_bytes + stuck.unheard_bytes
                    most = max(most, waits + stuck.line.transport.get_write_buffer_size())
                    if stuck.gone:
                        break
            async with asyncio.timeout(30):
                while len(room.told) > 1:
                    await asyncio.sleep(0.01)
            assert most < lines.BUFFERED + sockets.QUEUED + sockets.UNHEARD + 300_000
        await page.until(lambda page: page.table is not None and page.table.spectators == [])
        assert place.house.metrics.counts["errors", ""] == 0


async def test_a_page_that_does_not_answer_is_gone_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes what it is sent into its buffers, but nobody is there to read it."""
    assert lines.PING_EVERY + lines.PONG_WITHIN < 30 and lines.STUCK < 30
    monkeypatch.setattr("fabletop.server.serving.PING_EVERY", 0.2)
    monkeypatch.setattr("fabletop.server.serving.PONG_WITHIN", 0.3)
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        async with deaf_page(place, page.code):
            async with asyncio.timeout(30):
                while len(place.app.sockets) > 1:
                    await asyncio.sleep(0.01)
        assert (await page.do(msg.Ping)).refused is None  # who answers stays


# --- Requests -----------------------------------------------------------------------------------------------


async def closed_after(place: Place, data: bytes) -> bytes:
    """What comes until the server closes the line."""
    host, _, port = place.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    try:
        async with asyncio.timeout(30):
            return await reader.read()
    finally:
        writer.close()


HALF = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90\r\n"


@pytest.mark.parametrize("data", [b"", b"GE", HALF, HALF + b"\r\n{", b"GET / HTTP/1.1\r\nHost: x\r\n"])
async def test_half_a_request_is_not_waited_for_for_ever(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "HALF_SENT", 0.3)
    async with open_place(tmp_path) as place:
        with contextlib.suppress(ConnectionError):
            assert b"200" not in await closed_after(place, data)
        await place.guest()


async def test_requests_from_one_address_at_once(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        limits = place.house.limits
        limits.near = []  # this machine counts like any other
        limits.most["requests under way"] = Most(9, 3)
        host, _, port = place.address.partition(":")
        held = [await asyncio.open_connection(host, int(port)) for _ in range(3)]
        await asyncio.sleep(0.05)
        with pytest.raises(OSError):
            await asyncio.to_thread(place.visitor().ask_now, "GET", "/healthz", None, {})
        for _, writer in held:
            writer.close()
        async with asyncio.timeout(30):
            while limits.open:
                await asyncio.sleep(0.01)
        assert (await place.visitor().get("/healthz")).status == 200


# --- Who thinks first ---------------------------------------------------------------------------------------


async def test_the_urgent_first_and_everybody_in_turn() -> None:
    workers = Workers(1)
    await workers.turn(0, "")  # now the only worker is taken
    came: list[str] = []

    async def wait(urgency: int, owner: str) -> None:
        await workers.turn(urgency, owner)
        came.append(owner)

    wanted = [
        (1, "curve"),
        (0, "greedy"),
        (0, "greedy"),
        (0, "greedy"),
        (0, "anna"),
        (0, "bert"),
        (0, "gone"),
    ]
    tasks = [asyncio.create_task(wait(*one)) for one in wanted]
    await asyncio.sleep(0)
    assert workers.waiting == 7
    tasks[-1].cancel()
    await asyncio.sleep(0)
    assert workers.waiting == 6
    for _ in range(7):
        workers.release()
        await asyncio.sleep(0)
    assert came == ["greedy", "anna", "bert", "greedy", "greedy", "curve"]
    assert workers.free == 1 and workers.waiting == 0


async def test_a_worker_is_taken_until_it_is_done_though_nobody_waits() -> None:
    workers = Workers(1)
    try:
        await workers.ask(len, "ready")
        asking = asyncio.create_task(workers.ask(sum, range(30_000_000)))
        while workers.free:
            await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.sleep(0.01)
        assert not workers.free
        assert await workers.ask(len, "abc") == 3
    finally:
        workers.stop()


async def test_a_line_that_is_closed_does_not_live_on_for_what_nobody_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page fills its buffers, then says something that ends the line: too long a message."""
    monkeypatch.setattr(lines, "CLOSING", 0.3)
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        async with deaf_page(place, page.code) as deaf:
            (stuck,) = place.app.sockets - page_lines(place)
            stuck.line.transport.write(b"x" * 4_000_000)  # more than the system buffers
            assert stuck.line.transport.get_write_buffer_size()
            await deaf.send(b"\x81\xff" + (1 << 20).to_bytes(8, "big") + bytes(4))
            async with asyncio.timeout(30):
                while not stuck.line.disconnected:
                    await asyncio.sleep(0.01)
