"""The same store on PostgreSQL, for houses of several processes.

One thread commits what waits, in one round trip. What the database does not answer in time counts as failed,
also if it may have been carried out: whoever wrote it reads again how things stand.
"""

import asyncio
import contextlib
import re
import secrets
import select
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg
from psycopg.adapt import Loader
from psycopg.waiting import Ready, Wait

from fabletop.server import dialect
from fabletop.server.briefly import SharedBriefly
from fabletop.server.folder import ADDRESS
from fabletop.server.guests import write_secret
from fabletop.server.owning import ANOTHERS, shape
from fabletop.server.store import KEPT, Statement, Store, Write, gathered

if TYPE_CHECKING:
    from fabletop.server.alone import Alone
    from fabletop.server.house import House

T = TypeVar("T")
PATIENCE = 2.5  # seconds for the database to answer
IN_COMPANY = 1.5  # and where all tables wait meanwhile, and others could go on with them
LONG = 600.0  # and when its shape is changed, or all is copied
AGAIN = 0.5  # seconds until a database that is lost is looked for again
ASIDE = 2  # threads that read tables, so that others need not wait for it
TRIES = 3  # for what others stood in the way of
PLACES = {  # by the code of PostgreSQL's error: what SQLite would have called it
    "53100": "SQLITE_FULL",
    "25006": "SQLITE_READONLY",
    "55P03": "SQLITE_BUSY",
    "57014": "SQLITE_BUSY",
}
LOST = "PG_LOST"
SESSION = (
    "select set_config('idle_in_transaction_session_timeout', '1500', false), "
    "set_config('lock_timeout', '2000', false), set_config('synchronous_commit', %s, false)"
)
CHANNEL = "fabletop"
# What every process has in memory: who changes one of these tables tells the others.
REMEMBERED = re.compile(r"\b(?:into|update|from) (barred|settings|devices|holidays)\b")
TOLD = "insert into news (process, time, body) values (%s, %s, %s)"


class NotOurs(sqlite3.IntegrityError):
    """The table belongs to another process by now, or we have no lease."""

    sqlite_errorname = "PG_LATE"


class TookTooLong(psycopg.OperationalError):
    """No answer came in time."""


class Number(Loader):
    """Sums, which PostgreSQL counts more exactly than we do."""

    def load(self, data: Any) -> int | float:
        text = bytes(data).decode()
        return float(text) if "." in text else int(text)


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """One that does not wait for ever."""

    patience = PATIENCE

    def wait(self, gen: Any, interval: float = 0.0, timeout: float | None = None) -> Any:
        until = time.monotonic() + (self.patience if timeout is None else timeout)
        poll = select.poll()
        descriptor = self.pgconn.socket
        try:
            wanted = next(gen)
            while True:
                poll.register(descriptor, mask(wanted))
                events = poll.poll(max(0.0, until - time.monotonic()) * 1000)
                if not events:
                    self.close()
                    raise TookTooLong("the database does not answer")
                wanted = gen.send(ready(events[0][1]))
        except StopIteration as end:
            return end.value


def mask(wanted: Wait) -> int:
    return (select.POLLIN if wanted & Wait.R else 0) | (select.POLLOUT if wanted & Wait.W else 0)


def ready(event: int) -> Ready:
    found = (Ready.R if event & ~select.POLLOUT else 0) | (Ready.W if event & ~select.POLLIN else 0)
    return Ready(found)


def connected(url: str, durable: bool = True, patience: float = PATIENCE) -> Connection:
    found = Connection.connect(url, autocommit=True, connect_timeout=2, fallback_application_name="fabletop")
    found.adapters.register_loader("numeric", Number)
    found.patience = patience
    found.execute(SESSION, ["on" if durable else "off"])
    return found


def failure(error: psycopg.Error) -> sqlite3.Error:
    """What happened, as the rest of the server knows it."""
    code = error.sqlstate or ""
    if code == ANOTHERS:
        return NotOurs(str(error))
    if isinstance(error, psycopg.IntegrityError):
        return sqlite3.IntegrityError(str(error))
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) or code in PLACES:
        found = sqlite3.OperationalError(str(error))
        found.sqlite_errorname = PLACES.get(code, LOST)
        return found
    return sqlite3.DataError(str(error))


def in_the_way(error: psycopg.Error) -> bool:
    """Whether others wrote the same at the same moment: once more, and it is done."""
    return isinstance(error, psycopg.errors.DeadlockDetected | psycopg.errors.SerializationFailure)


class PostgresStore(Store):
    def __init__(
        self,
        url: str,
        file: Path,
        timed: Callable[[float, int], None] = lambda seconds, writes: None,
        durable: bool = True,
    ) -> None:
        self.url = url
        self.process = ""  # who we are, as owners of tables; "": nobody, and nothing is checked
        self.epochs: dict[str, int] = {}  # of the tables that are ours
        self.lost_since: float | None = None
        self.own = threading.local()  # each thread asks by a line of its own
        self.lines: list[Connection] = []
        self.aside = ThreadPoolExecutor(ASIDE, "reader")
        self.is_away = False  # until whoever renews our lease finds it again: nobody else waits for that
        super().__init__(file, timed, durable)
        self.briefly = SharedBriefly(self.run)

    def open(self) -> None:
        self.note_address()
        try:
            with connected(self.url, patience=LONG) as first:
                shape(first)
            self.own.line = self.line_to_ask()
            self.writing = connected(self.url, self.durable)
        except psycopg.Error as error:
            raise failure(error) from error

    def note_address(self) -> None:
        """So that who has the folder finds the house."""
        place = self.folder / ADDRESS
        place.touch(mode=0o600)
        place.write_text(self.url)

    # --- Reading -----------------------------------------------------------------------------------

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.asked(lambda one: one.execute(dialect.spoken(query), plain(values)).fetchall())

    def row(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        return self.asked(lambda one: one.execute(dialect.spoken(query), plain(values)).fetchone())

    def run(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        """Of what is PostgreSQL's own: carried out at once, and what it returns."""

        def once(one: Connection) -> tuple[Any, ...] | None:
            cursor = one.execute(query, values)
            return cursor.fetchone() if cursor.description else None

        return self.asked(once)

    def asked(self, work: Callable[[Connection], T]) -> T:
        """By a new line, where the old one was cut; a database that is away is not asked all the time."""
        line: Connection | None = getattr(self.own, "line", None)
        try:
            if line is not None and not line.closed:
                try:
                    line.patience = IN_COMPANY if self.process else PATIENCE
                    return work(line)
                except psycopg.OperationalError as error:
                    if not line.closed or isinstance(error, TookTooLong):
                        raise
            self.own.line = self.found_again()
            return work(self.own.line)
        except psycopg.Error as error:
            if isinstance(error, TookTooLong):
                self.is_away = bool(self.process)
            raise failure(error) from error

    async def apart(self, work: Callable[..., T], *values: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.aside, work, *values)

    def found_again(self) -> Connection:
        """A new line. Who asks soon after a try that failed is refused, and does not put the next one off."""
        lately = self.lost_since is not None and time.monotonic() - self.lost_since < AGAIN
        if lately or self.is_away:
            raise psycopg.OperationalError("the database was lost a moment ago")
        try:
            found = self.line_to_ask()
        except psycopg.Error:
            self.lost_since = time.monotonic()
            raise
        self.lost_since = None
        return found

    def line_to_ask(self) -> Connection:
        found = connected(self.url, self.durable)
        self.lines = [*(line for line in self.lines if not line.closed), found]
        return found

    def write_now(self, *statements: Statement) -> None:
        with contextlib.closing(connected(self.url, self.durable)) as one, one.transaction():
            for statement, values in statements:
                self.execute(one, statement, values)

    def stop_reading(self) -> None:
        self.aside.shutdown()
        for line in self.lines:
            line.close()

    def stop_writing(self) -> None:
        self.writing.close()

    # --- Writing -----------------------------------------------------------------------------------

    def lost(self) -> Exception | None:
        return None

    def commit(self, writes: list[Write]) -> list[Exception | None]:
        failed: Exception = sqlite3.OperationalError("nothing was tried")
        for attempt in (*[self.in_one] * TRIES, self.one_by_one):
            try:
                if self.writing.closed:
                    self.writing = connected(self.url, self.durable)
                return attempt(writes)
            except psycopg.Error as error:
                failed = failure(error)
                self.calm()
                if in_the_way(error):
                    continue
                if isinstance(failed, sqlite3.OperationalError):
                    break
                return self.last_try(writes)
            except Exception as error:
                self.calm()
                return self.last_try(writes) if attempt == self.in_one else [error] * len(writes)
        return [failed] * len(writes)

    def last_try(self, writes: list[Write]) -> list[Exception | None]:
        """One of them is wrong: which one?"""
        try:
            self.writing = connected(self.url, self.durable)
            return self.one_by_one(writes)
        except Exception as error:
            self.calm()
            found = failure(error) if isinstance(error, psycopg.Error) else error
            return [found] * len(writes)

    def calm(self) -> None:
        """No transaction is left open; and the line is not used again: what was prepared in a pipeline that
        failed is not there, but psycopg would believe for ever that it is."""
        with contextlib.suppress(psycopg.Error):
            if not self.writing.closed and self.writing.info.transaction_status:
                self.writing.execute("rollback")
        self.writing.close()

    def in_one(self, writes: list[Write]) -> list[Exception | None]:
        with self.writing.pipeline():
            self.writing.execute("begin")
            for statement, values in gathered(writes):
                self.execute(self.writing, statement, values)
            self.tell_others(writes)
            self.writing.execute("commit")
        return [None] * len(writes)

    def tell_others(self, writes: list[Write]) -> None:
        """What they have in memory has changed; once a commit, for notifications hold up all others'."""
        statements = [statement for write in writes for statement, _ in write.statements]
        changed = changed_by(tuple(statements)) if self.process else ""
        if changed:
            self.writing.execute(TOLD, [self.process, time.time(), changed])
            self.writing.execute("select pg_notify(%s, '')", [CHANNEL])

    def one_by_one(self, writes: list[Write]) -> list[Exception | None]:
        self.writing.execute("begin")
        results = [self.carry_out(write) for write in writes]
        self.tell_others(writes)
        self.writing.execute("commit")
        return results

    def carry_out(self, write: Write) -> Exception | None:
        self.writing.execute("savepoint one")
        try:
            for statement, values in write.statements:
                self.execute(self.writing, statement, values)
        except Exception as error:
            found = failure(error) if isinstance(error, psycopg.Error) else error
            if isinstance(found, sqlite3.OperationalError):
                raise
            self.writing.execute("rollback to one")
            return found
        self.writing.execute("release one")
        return None

    def execute(self, one: Connection, statement: str, values: Sequence[Any]) -> None:
        if self.process and statement.startswith(KEPT):
            one.execute(*self.append(values))
            return
        more = [values[0]] if dialect.repeats_first(statement) else []
        one.execute(dialect.spoken(statement), [*plain(values), *more])

    def append(self, values: Sequence[Any]) -> tuple[str, list[Any]]:
        """Events of tables that are ours, each by the epoch in which we own it."""
        rows = [values[start : start + 7] for start in range(0, len(values), 7)]
        checked = [(row[0], self.process, self.epochs.get(row[0], -1), *row[1:]) for row in rows]
        return appending(len(rows)), list(chain.from_iterable(checked))

    def company(self, house: "House") -> "Alone":
        from fabletop.server.cluster import Cluster

        return Cluster(house, self)

    # --- What belongs to it ------------------------------------------------------------------------

    def share_secrets(self, replaced: bool = False) -> None:
        """The database has the secrets of all; it is given those that this folder replaced, or made first."""
        files = {name: self.folder / name for name in ("secret", "secret.before")}
        kept = dict(self.rows("select name, value from settings where name in ('secret', 'secret.before')"))
        if kept and not replaced:
            for name, file in files.items():
                if name in kept and not (file.exists() and file.read_bytes().hex() == kept[name]):
                    write_secret(file, bytes.fromhex(kept[name]))
            return
        if not files["secret"].exists():
            write_secret(files["secret"], secrets.token_bytes(32))
        given = {name: file.read_bytes().hex() for name, file in files.items() if file.exists()}
        how = "replace" if replaced else "ignore"  # of two that begin at once, one is first
        put = f"insert or {how} into settings (name, value) values (?, ?)"
        gone: list[Statement] = (
            [("delete from settings where name = 'secret.before'", ())] if replaced else []
        )
        self.write_now(*gone, *((put, row) for row in given.items()))
        if not replaced:
            self.share_secrets()

    # --- Room --------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        (found,) = self.row("select pg_database_size(current_database())") or (0,)
        return int(found)

    def free_pages(self) -> int:
        return 0  # PostgreSQL sweeps by itself


def changed_by(statements: tuple[str, ...]) -> str:
    """Which of the tables that all have in memory."""
    return " ".join(sorted({found for one in set(statements) for found in remembered_in(one)}))


@cache
def remembered_in(statement: str) -> tuple[str, ...]:
    return tuple(REMEMBERED.findall(statement)) if not statement.startswith("select") else ()


@cache
def appending(rows: int) -> str:
    columns = KEPT.partition(" values ")[0]
    return f"{columns} values " + ", ".join(["(held(%s, %s, %s), %s, %s, %s, %s, %s, %s)"] * rows)


def plain(values: Sequence[Any]) -> list[Any]:
    """As PostgreSQL can hold them: numbers for truth, as SQLite has it, and text without the letter 0."""
    return [plain_value(value) for value in values]


def plain_value(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value
