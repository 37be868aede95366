"""What is kept: one SQLite file, written by one thread that commits many tables' news at once.

Nothing is acknowledged before its commit. The log of a table is append-only; its primary key
(table, number) lets a second writer lose cleanly. The same on PostgreSQL is in postgres.py; whatever fails
does so with an error of sqlite3, whichever store it is.
"""

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fabletop.server.briefly import Briefly
from fabletop.server.health import explained
from fabletop.server.logs import log
from fabletop.server.schema import migrate

if TYPE_CHECKING:
    from fabletop.server.alone import Alone
    from fabletop.server.house import House

MOST_TOGETHER = 500  # writes in one commit
MOST_ROWS = 32  # answers in one statement
LOCKED = 4.0  # seconds to wait for another program that writes

T = TypeVar("T")
Statement = tuple[str, Sequence[Any]]

# What each answer at a table brings.
KEPT = "insert into events (code, number, time, body, guest, client, message) values (?, ?, ?, ?, ?, ?, ?)"
SUMMED_UP = "update tables set changed = ?, status = ?, summary = ? where code = ?"


@dataclass(frozen=True, slots=True)
class Write:
    """Statements that belong together: all of them, or none."""

    statements: list[Statement]
    done: asyncio.Future[None]
    since: float = field(default_factory=time.monotonic)


class Store:
    def __init__(
        self,
        file: Path,
        timed: Callable[[float, int], None] = lambda seconds, writes: None,
        durable: bool = True,
    ) -> None:
        self.file = file
        self.durable = durable  # whether a commit waits for the disk; only tests can do without
        self.timed = timed  # told how long each commit took, and how many writes it held
        self.briefly = Briefly()
        self.open()
        self.waiting: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.closed = False
        self.under_way: list[Write] = []
        self.thread = threading.Thread(target=self.write_on, name="writer")
        self.thread.start()

    def open(self) -> None:
        self.reader = self.connect()
        migrate(self.reader, self.file.name)
        self.writer = self.connect()
        self.place = place_of(self.file)

    def connect(self) -> sqlite3.Connection:
        found = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False, timeout=LOCKED)
        prepare(found, self.durable)
        return found

    # --- Writing -----------------------------------------------------------------------------------

    def write(self, *statements: Statement) -> "asyncio.Future[None]":
        """Carried out together; the future is done when they are committed."""
        self.loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = self.loop.create_future()
        if self.closed:
            done.set_exception(sqlite3.ProgrammingError("nothing is kept any more"))
            return done
        self.waiting.put(Write(list(statements), done))
        return done

    def write_on(self) -> None:
        """The writer: takes all that waits, commits it at once, then tells those who wait."""
        going = True
        while going:
            batch = [self.waiting.get()]
            while len(batch) < MOST_TOGETHER and not self.waiting.empty():
                batch.append(self.waiting.get())
            going = None not in batch
            writes = [write for write in batch if write is not None]
            if writes:
                self.under_way = writes
                try:
                    self.write_all(writes)
                except Exception as error:  # whatever it was, the next writes are not to wait for ever
                    log("error", "the writer stumbled", error=error)
                self.under_way = []
        self.stop_writing()

    def stop_writing(self) -> None:
        self.writer.close()

    def write_all(self, writes: list[Write]) -> None:
        start = time.perf_counter()
        lost = self.lost()
        results: list[Exception | None] = [lost] * len(writes)
        if lost is None:
            results = [explained(error, self.file.parent) for error in self.commit(writes)]
        self.report(writes, results)
        self.timed(time.perf_counter() - start, len(writes))

    def commit(self, writes: list[Write]) -> list[Exception | None]:
        return commit(self.writer, writes)

    def write_now(self, *statements: Statement) -> None:
        """Before there is a loop: when the server starts."""
        with transaction(self.reader):
            for statement, values in statements:
                self.reader.execute(statement, values)

    def lost(self) -> Exception | None:
        """What was deleted or moved can still be written, but nobody would find it again."""
        if place_of(self.file) == self.place:
            return None
        error = sqlite3.OperationalError("the database is not in its place")
        error.sqlite_errorname = "SQLITE_READONLY_DBMOVED"
        return error

    @property
    def oldest(self) -> float:
        """For how many seconds the oldest write that is not committed has waited."""
        under_way = self.under_way
        return time.monotonic() - min(write.since for write in under_way) if under_way else 0.0

    def report(self, writes: list[Write], results: list[Exception | None]) -> None:
        assert self.loop is not None
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(settle, writes, results)

    def close(self) -> None:
        """Write what still waits, and stop."""
        self.closed = True
        self.waiting.put(None)
        self.thread.join()
        self.stop_reading()

    def stop_reading(self) -> None:
        self.reader.close()

    # --- Reading -----------------------------------------------------------------------------------

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.reader.execute(query, values).fetchall()

    def row(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        found: tuple[Any, ...] | None = self.reader.execute(query, values).fetchone()
        return found

    async def apart(self, work: Callable[..., T], *values: Any) -> T:
        """Work that asks this store a lot, in a thread if others would have to wait for it."""
        return work(*values)

    # --- What belongs to it ------------------------------------------------------------------------

    def company(self, house: "House") -> "Alone":
        """Who else serves this house: nobody, for a file has one server."""
        from fabletop.server.alone import Alone

        return Alone(house)

    def share_secrets(self, replaced: bool = False) -> None:
        """Whoever serves this house signs with the same secret: there is one folder only."""

    # --- Room --------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        return self.file.parent

    @property
    def size(self) -> int:
        """Bytes on disk, with what waits to be carried over."""
        files = (self.file, self.file.with_name(f"{self.file.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def free_pages(self) -> int:
        (free,) = self.row("pragma freelist_count") or (0,)
        return int(free)


def place_of(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def prepare(connection: sqlite3.Connection, durable: bool) -> None:
    connection.execute("pragma auto_vacuum = incremental")  # of a new file; first, or it comes too late
    connection.execute("pragma journal_mode = wal")
    connection.execute(f"pragma synchronous = {'full' if durable else 'off'}")


def commit(writer: sqlite3.Connection, writes: list[Write]) -> list[Exception | None]:
    """One transaction for all; a write that fails is undone alone, a commit that fails fails them all."""
    for attempt in (in_one, one_by_one):
        try:
            return attempt(writer, writes)
        except Exception as error:
            failed = error
            if isinstance(error, sqlite3.OperationalError):
                break
    return [failed] * len(writes)


def in_one(writer: sqlite3.Connection, writes: list[Write]) -> list[Exception | None]:
    """All of them, or none."""
    with transaction(writer):
        for statement, values in gathered(writes):
            writer.execute(statement, values)
    return [None] * len(writes)


def one_by_one(writer: sqlite3.Connection, writes: list[Write]) -> list[Exception | None]:
    with transaction(writer):
        return [carry_out(writer, write) for write in writes]


@contextlib.contextmanager
def transaction(writer: sqlite3.Connection) -> Iterator[None]:
    writer.execute("begin immediate")
    try:
        yield
        writer.execute("commit")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            writer.execute("rollback")
        raise


def gathered(writes: list[Write]) -> Iterator[Statement]:
    """Their statements, those of answers together: the writer waits for its turn after each one."""
    events: list[Sequence[Any]] = []
    summaries: dict[str, Sequence[Any]] = {}  # by table: only the last one counts
    for write in writes:
        if all(statement in (KEPT, SUMMED_UP) for statement, _ in write.statements):
            events += [values for statement, values in write.statements if statement == KEPT]
            summaries |= {
                values[-1]: values for statement, values in write.statements if statement == SUMMED_UP
            }
        else:
            yield from together(events, summaries)
            events, summaries = [], {}
            yield from write.statements
    yield from together(events, summaries)


def together(events: list[Sequence[Any]], summaries: dict[str, Sequence[Any]]) -> Iterator[Statement]:
    for rows in batched(events):
        yield kept_together(len(rows)), tuple(chain.from_iterable(rows))
    for rows in batched([*summaries.values()]):
        yield summed_up_together(len(rows)), tuple(chain.from_iterable(rows))


def batched(rows: list[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    return (rows[first : first + MOST_ROWS] for first in range(0, len(rows), MOST_ROWS))


@cache
def kept_together(rows: int) -> str:
    return KEPT + ", (?, ?, ?, ?, ?, ?, ?)" * (rows - 1)


@cache
def summed_up_together(rows: int) -> str:
    return (
        "update tables set changed = new.column1, status = new.column2, summary = new.column3 "
        f"from (values (?, ?, ?, ?){', (?, ?, ?, ?)' * (rows - 1)}) as new where code = new.column4"
    )


def carry_out(writer: sqlite3.Connection, write: Write) -> Exception | None:
    """All statements, or the error for which none of them was carried out; what is the disk's is raised."""
    writer.execute("savepoint one")
    try:
        for statement, values in write.statements:
            writer.execute(statement, values)
    except sqlite3.OperationalError:
        raise
    except Exception as error:
        writer.execute("rollback to one")
        writer.execute("release one")
        return error
    writer.execute("release one")
    return None


def settle(writes: list[Write], results: list[Exception | None]) -> None:
    for write, error in zip(writes, results, strict=True):
        if write.done.done():
            continue
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)


async def surely(done: "asyncio.Future[None]") -> None:
    """Wait for a commit even when we are told to stop: it happens all the same."""
    cancelled: asyncio.CancelledError | None = None
    while not done.done():
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError as error:
            cancelled = error
        except Exception:
            break
    if cancelled is not None:
        raise cancelled
    done.result()
