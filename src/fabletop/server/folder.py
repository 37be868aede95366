"""The folder of data: private, and of one server at a time."""

import os
import re
import sqlite3
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from fabletop.kernel.question import Mistake
from fabletop.server.health import cause, explained
from fabletop.server.logs import log

if TYPE_CHECKING:
    from fabletop.server.house import House
    from fabletop.server.store import Store


ADDRESS = "database"  # the file that names it
WAITS = 60.0  # seconds for a database that is away when a server starts
TRY_EVERY = 0.5
FOR_EVER = re.compile("authentication failed|no password|does not exist|pg_hba|could not translate|invalid")
T = TypeVar("T")


def take(folder: Path) -> IO[bytes]:
    """Make the folder ours, as long as what is returned stays open; a Mistake says why it cannot be."""
    try:
        os.umask(0o077)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        for name in ("secret", "tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"):
            if (folder / name).exists():
                (folder / name).chmod(0o600)
        held = (folder / "lock").open("wb")
    except OSError as error:
        raise Mistake(f"{folder} cannot be used: {error.strerror}; choose another --data") from None
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            held.close()
            raise Mistake(f"another server uses {folder}: stop it first, or choose another --data") from None
    return held


def open_house(folder: Path, workers: int | None, database: str = "") -> "House":
    """The house of a folder, or of the database that it names."""
    from fabletop.server.house import House
    from fabletop.server.thinkers import Thinkers

    database = database or database_of(folder)
    if not database and (folder / "secret").exists() and not (folder / "tables.sqlite").exists():
        raise Mistake(
            f"{folder} has a secret but no tables.sqlite: its games are gone. Bring the file back "
            "(fabletop restore), or move the secret away too, to begin anew"
        )
    try:
        if not database:
            return House(folder, Thinkers(workers))
        store = in_database(database)
        return once_there(lambda: House(folder, Thinkers(workers), store=store))
    except sqlite3.Error as error:
        explained(error, folder)
        raise Mistake(f"{folder / 'tables.sqlite'} cannot be used: {cause(error)}") from None
    except OSError as error:
        raise Mistake(f"{folder} cannot be used: {error.strerror}; choose another --data") from None


def database_of(folder: Path) -> str:
    """The database that a folder names; "": what it keeps is its own."""
    address = folder / ADDRESS
    return address.read_text() if address.exists() else ""


def open_store(folder: Path) -> "Store":
    """What the house of a folder has kept, for who wants to look at it while no server has it."""
    from fabletop.server.store import Store

    database = database_of(folder)
    return (in_database(database) if database else Store)(folder / "tables.sqlite")


def once_there(work: Callable[[], T]) -> T:
    """What needs a database that may be starting, or away for a moment; a Mistake says why it cannot be."""
    until, told = time.monotonic() + WAITS, False
    while True:
        try:
            return work()
        except sqlite3.Error as error:
            why = str(error).strip().splitlines()[0]
            away = isinstance(error, sqlite3.OperationalError) and not FOR_EVER.search(str(error))
            if not away or time.monotonic() > until:
                raise Mistake(f"the database cannot be used: {why}") from None
        if not told:
            log("warning", "the database is not there: it is waited for", why=why, seconds=WAITS)
            told = True
        time.sleep(TRY_EVERY)


def in_database(address: str) -> "Callable[..., Store]":
    if not address.startswith(("postgresql://", "postgres://")):
        raise Mistake(f"--database {address!r} is none that is known here: write postgresql://...")
    try:
        from fabletop.server.postgres import PostgresStore
    except ImportError:
        raise Mistake("psycopg is missing: pip install 'fabletop[postgres]'") from None
    return partial(PostgresStore, address)
