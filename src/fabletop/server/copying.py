"""A house moves from SQLite to PostgreSQL and back: every row, and the secret; then both are compared."""

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from fabletop.kernel.question import Mistake
from fabletop.server.backup import must_be_a_house, must_be_free
from fabletop.server.dialect import shapes, spoken
from fabletop.server.folder import take
from fabletop.server.guests import read_secret, write_secret
from fabletop.server.schema import migrate

TOGETHER = 500  # rows in one statement
SECRETS = ("secret", "secret.before")
ALIVE = "select 1 from processes where kind = 'server' and until > extract(epoch from clock_timestamp())"
Row = Sequence[Any]


class End(Protocol):
    """A house that is read, or written."""

    def rows(self, query: str) -> Iterator[Row]: ...

    def put(self, statement: str, rows: Iterable[Row]) -> None: ...

    def secrets(self) -> dict[str, bytes]: ...

    def keep_secret(self, name: str, secret: bytes) -> None: ...


class Folder:
    def __init__(self, folder: Path, one: sqlite3.Connection) -> None:
        self.folder = folder
        self.one = one

    def rows(self, query: str) -> Iterator[Row]:
        return iter(self.one.execute(query))

    def put(self, statement: str, rows: Iterable[Row]) -> None:
        self.one.executemany(statement, rows)

    def secrets(self) -> dict[str, bytes]:
        files = {name: self.folder / name for name in SECRETS}
        return {name: read_secret(file) for name, file in files.items() if file.exists()}

    def keep_secret(self, name: str, secret: bytes) -> None:
        write_secret(self.folder / name, secret)


class Database:
    def __init__(self, one: Any) -> None:
        self.one = one

    def rows(self, query: str) -> Iterator[Row]:
        return iter(self.one.execute(spoken(query)))

    def put(self, statement: str, rows: Iterable[Row]) -> None:
        with self.one.cursor() as cursor:
            cursor.executemany(spoken(statement), rows)

    def secrets(self) -> dict[str, bytes]:
        rows = self.rows("select name, value from settings where name in ('secret', 'secret.before')")
        return {name: bytes.fromhex(value) for name, value in rows}

    def keep_secret(self, name: str, secret: bytes) -> None:
        self.put("insert into settings (name, value) values (?, ?)", [(name, secret.hex())])


def copy(source: str, target: str) -> dict[str, int]:
    """How many rows of each table were copied; a Mistake says why it cannot be, or what differs."""
    with opened(source, new=False) as old, opened(target, new=True) as new:
        counts = {table: copy_table(old, new, table) for table in shapes()}
        for table in counts:
            if digest(old, table) != digest(new, table):
                raise Mistake(f"{table} did not arrive as it was: nothing was copied")
        for name, secret in old.secrets().items():
            new.keep_secret(name, secret)
    return counts


def copy_table(old: End, new: End, table: str) -> int:
    columns = ", ".join(shapes()[table].columns)
    marks = ", ".join("?" * len(shapes()[table].columns))
    new.put(f"delete from {table} where ? = 1", [(1,)])  # what a new house, or a trigger, has put there
    count, rows = 0, []
    for row in reading(old, table):
        rows.append(row)
        count += 1
        if len(rows) == TOGETHER:
            new.put(f"insert into {table} ({columns}) values ({marks})", rows)
            rows = []
    if rows:
        new.put(f"insert into {table} ({columns}) values ({marks})", rows)
    return count


def reading(end: End, table: str) -> Iterator[Row]:
    shape = shapes()[table]
    which = " where name not in ('secret', 'secret.before')" if table == "settings" else ""
    return end.rows(f"select {', '.join(shape.columns)} from {table}{which} order by {', '.join(shape.key)}")


def digest(end: End, table: str) -> str:
    found = hashlib.sha256()
    for row in reading(end, table):
        found.update(repr(tuple(map(plain, row))).encode())
    return found.hexdigest()


def plain(value: Any) -> Any:
    return float(value) if isinstance(value, int) else value


# --- The two ends -------------------------------------------------------------------------------------------


def opened(place: str, new: bool) -> contextlib.AbstractContextManager[End]:
    is_database = place.startswith(("postgresql://", "postgres://"))
    found: Callable[..., contextlib.AbstractContextManager[End]] = database if is_database else folder
    return found(place, new)


@contextlib.contextmanager
def folder(place: str, new: bool) -> Iterator[End]:
    path = Path(place)
    if new:
        must_be_free(path)
    else:
        must_be_a_house(path)
    with take(path), contextlib.closing(sqlite3.connect(path / "tables.sqlite", isolation_level=None)) as one:
        migrate(one, "tables.sqlite")
        one.execute("begin immediate")
        yield Folder(path, one)
        one.execute("commit")


@contextlib.contextmanager
def database(place: str, new: bool) -> Iterator[End]:
    import psycopg

    from fabletop.server.owning import shape
    from fabletop.server.postgres import LONG, connected

    try:
        with connected(place, patience=LONG) as one:
            one.execute("set idle_in_transaction_session_timeout = 0")  # the other end may be slow
            shape(one)
            if one.execute(ALIVE).fetchone() is not None:
                raise Mistake("a server runs on this database: stop it first")
            if new and one.execute("select 1 from tables limit 1").fetchone() is not None:
                raise Mistake("this database has tables already: choose a new one")
            with one.transaction():
                one.execute("set transaction isolation level repeatable read")
                yield Database(one)
                if new:
                    one.execute(
                        "select setval(pg_get_serial_sequence('outbox', 'id'), "
                        "(select coalesce(max(id), 0) + 1 from outbox))"
                    )
    except psycopg.Error as error:
        raise Mistake(f"the database cannot be used: {str(error).splitlines()[0]}") from None
