"""A disk that is full, read-only, locked or gone, while the server runs and at its start; clean ends."""

import asyncio
import contextlib
import errno
import json
import os
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.server.place import open_place
from tests.server.test_play import asked, settled, some_answers

from fabletop.kernel.question import Mistake
from fabletop.server import health, telling
from fabletop.server import messages as msg
from fabletop.server import store as stores
from fabletop.server.folder import open_house, take
from fabletop.server.house import House
from fabletop.server.notes import opened_notes
from fabletop.server.serving import listen
from fabletop.server.store import Store
from fabletop.server.table import Table
from fabletop.server.trials.running import Running
from fabletop.server.trials.visitor import Visitor

pytestmark = [pytest.mark.asyncio, pytest.mark.sqlite]

Fault = Callable[[Store], "contextlib.AbstractContextManager[None]"]


class Full:
    """A connection to a full disk: nothing more goes into the file."""

    def __init__(self, writer: sqlite3.Connection) -> None:
        self.writer = writer

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        if statement == "commit":
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        return self.writer.execute(statement, values)


@contextlib.contextmanager
def full(store: Store) -> Iterator[None]:
    writer, store.writer = store.writer, Full(store.writer)  # type: ignore[assignment]
    yield
    store.writer = writer


@contextlib.contextmanager
def read_only(store: Store) -> Iterator[None]:
    store.writer.execute("pragma query_only = on")
    yield
    store.writer.execute("pragma query_only = off")


@contextlib.contextmanager
def locked(store: Store) -> Iterator[None]:
    other = sqlite3.connect(store.file, isolation_level=None)
    other.execute("begin immediate")
    yield
    other.execute("rollback")
    other.close()


@contextlib.contextmanager
def deleted(store: Store) -> Iterator[None]:
    store.file.rename(store.file.with_name("elsewhere"))
    yield
    store.file.with_name("elsewhere").rename(store.file)


FAULTS = [
    (full, "the disk is full", "SQLITE_FULL"),
    (read_only, "read-only", "SQLITE_READONLY"),
    (locked, "locked by another program", "SQLITE_BUSY"),
    (deleted, "deleted or moved away", "SQLITE_READONLY_DBMOVED"),
]


@pytest.mark.parametrize("fault, words, code", FAULTS)
async def test_what_cannot_be_kept_is_said_and_goes_on_when_it_is_mended(
    fault: Fault,
    words: str,
    code: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(stores, "LOCKED", 0.2)
    async with open_place(tmp_path) as place:
        place.house.limits.lift()
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 3)
        one, _ = asked(pages)
        answers = [await place.visitor().get("/healthz")]
        with fault(place.house.store):
            reply = await one.act(one.options[0].action)
            assert (
                reply.refused
                and words in reply.refused.words
                and "Nothing was changed" in reply.refused.words
            )
            answers.append(await place.visitor().get("/healthz"))
            made = await one.visitor.send("POST", "/api/tables", {"game": "storybook"})
            assert made.status == 503 and words in made.json()["words"]
            for page in pages:
                assert (await page.do(msg.Ping)).refused is None
                assert page.position is not None and page.position.number == 3
        answers.append(await place.visitor().get("/healthz"))
        assert [answer.status for answer in answers] == [200, 503, 200]
        assert words in answers[1].json()["words"]
        assert (await one.act(one.options[0].action)).refused is None
        await settled(pages)
        kept = place.house.store.row("select count(*) from events where cast(body as text) like '%answered%'")
        assert kept == (4,) and place.house.rooms[one.code].table.length == 4
        found, version = await place.house.read(one.code)
        assert found.length == 4 and version
    logged = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert any(line.get("sqlite") == code for line in logged)


@pytest.mark.parametrize(
    "number, words",
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the database cannot be written: it, or its disk, is read-only"),
        (errno.EIO, "the disk reports an error"),
        (0, "the disk reports an error"),
    ],
)
async def test_what_sqlite_calls_an_error_is_looked_into(
    number: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(**arguments: Any) -> Any:
        raise OSError(number, "no")

    if number:
        monkeypatch.setattr("tempfile.TemporaryFile", refused)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    assert health.cause(health.explained(error, tmp_path) or Mistake()) == words
    assert health.explained(None, tmp_path) is None
    assert not [*tmp_path.iterdir()]


async def test_a_table_that_could_not_be_read_anew_is_read_when_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing goes on from what was not kept."""
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one, _ = asked(pages)
        room, read = place.house.rooms[one.code], place.house.read

        async def unreadable(code: str) -> object:
            raise sqlite3.OperationalError("the disk reports an error")

        monkeypatch.setattr(place.house, "read", unreadable)
        with read_only(place.house.store):
            assert (await one.act(one.options[0].action)).refused
        assert room.unsure
        assert (await one.act(one.options[0].action)).refused
        monkeypatch.setattr(place.house, "read", read)
        assert (await one.act(one.options[0].action)).refused is None and not room.unsure
        await settled(pages)
        assert one.position is not None and one.position.number == room.table.length == 1


async def test_a_table_that_cannot_be_read_now_is_opened_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that is away for a moment is no table that cannot be opened: the page comes again."""
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        place.house.step_down(page.code)
        read, tried = place.house.read, asyncio.Event()

        async def unreadable(code: str) -> object:
            tried.set()
            raise sqlite3.OperationalError("the database was lost a moment ago")

        monkeypatch.setattr(place.house, "read", unreadable)
        before = page.reconnections
        await asyncio.wait_for(tried.wait(), 10)
        monkeypatch.setattr(place.house, "read", read)
        await page.until(lambda page: page.reconnections > before + 1 and page.line is not None)
        assert page.closed is None and not place.house.unopened
        assert (await page.do(msg.Say, words="still here")).refused is None


async def test_what_could_not_be_told_is_told_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last answer was kept, then the database went away: everybody learns of the end all the same."""
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        away = asyncio.Event()

        def unreadable(store: Store, table: Table) -> list[msg.Notes]:
            if away.is_set():
                return opened_notes(store, table)
            away.set()
            raise sqlite3.OperationalError("the database was lost a moment ago")

        monkeypatch.setattr(telling, "opened_notes", unreadable)
        assert (await pages[0].do(msg.Resign)).refused is None
        for page in pages:
            await page.until(lambda page: page.over)
        assert sum(page.reconnections for page in pages) == 1


# --- At the start -------------------------------------------------------------------------------------------


@pytest.fixture
def kept_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("kept_umask")
async def test_a_server_that_cannot_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "LOCKED", 0.1)
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(Mistake, match="cannot be used: File exists"):
        take(tmp_path / "file")
    with pytest.raises(Mistake, match="cannot be used: Not a directory"):
        take(tmp_path / "file/data")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/tables.sqlite").write_bytes(b"my diary, " * 500)
    with pytest.raises(Mistake, match=r"tables.sqlite cannot be used: this is not a database"):
        open_house(tmp_path / "a", 1)
    House(tmp_path / "b").close()
    other = sqlite3.connect(tmp_path / "b/tables.sqlite", isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(Mistake, match="locked by another program"):
        open_house(tmp_path / "b", 1)
    other.close()
    (tmp_path / "b/tables.sqlite").rename(tmp_path / "b/elsewhere")
    with pytest.raises(Mistake, match=r"has a secret but no tables\.sqlite: its games are gone"):
        open_house(tmp_path / "b", 1)
    assert not (tmp_path / "b/tables.sqlite").exists()
    (tmp_path / "b/elsewhere").rename(tmp_path / "b/tables.sqlite")
    open_house(tmp_path / "b", 1).close()
    taken = listen("127.0.0.1", 0)
    taken.listen()
    with pytest.raises(Mistake, match="cannot be used: Address already in use"):
        listen("127.0.0.1", taken.getsockname()[1])
    taken.close()


@pytest.mark.usefixtures("kept_umask")
async def test_a_folder_belongs_to_one_server(tmp_path: Path) -> None:
    held = take(tmp_path / "data")
    with pytest.raises(Mistake, match="another server uses"):
        take(tmp_path / "data")
    held.close()
    House(tmp_path / "data").close()
    for name in ("secret", "tables.sqlite"):
        (tmp_path / "data" / name).chmod(0o644)
    (tmp_path / "data").chmod(0o755)
    take(tmp_path / "data").close()
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "data").iterdir()} == {0o600}


# --- At the end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_stops_without_a_word_too_many(stop: signal.Signals, tmp_path: Path) -> None:
    """While a bot and a hint think, a page is open, and what is not HTTP comes in."""
    running = Running(tmp_path)
    running.start()
    try:
        await running.until_ready()
        anna = Visitor(running.address)
        await anna.get("/api/shelf")
        page = await anna.visit(await anna.make(game="storybook", seats=["me", "relentless"]))
        await page.do(msg.AskHint, number=0)
        with socket.create_connection(("127.0.0.1", running.port)) as line:
            line.sendall(b"hello\r\n\r\n")
            line.recv(100)
        asking = asyncio.create_task(page.do(msg.AskHint, number=0))
        await asyncio.sleep(0.1)
        assert running.process is not None
        running.process.send_signal(stop)
        assert running.process.wait(60) == 0
        asking.cancel()
        await page.close()
    finally:
        running.stop()
    lines = [json.loads(line) for line in running.errors.read_text().splitlines()]
    assert [line["words"] for line in lines if line["words"] != "draining"] == ["started", "stopped"]
