"""Whether what happens can be kept, and in words why not."""

import errno
import sqlite3
import tempfile
from pathlib import Path

PATIENCE = 6.0  # seconds for a commit, before the database counts as locked
AT_THE_MOMENT = "Nothing can be kept at the moment"

# By the name of SQLite's result, or its beginning; postgres.py gives names like them.
WORDS = {
    "PG_LOST": "the database cannot be reached",
    "PG_LATE": "this server was out of touch for a moment; try again",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY_DBMOVED": "the database was deleted or moved away while the server runs",
    "SQLITE_READONLY": "the database cannot be written: it, or its disk, is read-only",
    "SQLITE_BUSY": "the database is locked by another program",
    "SQLITE_LOCKED": "the database is locked by another program",
    "SQLITE_CANTOPEN": "the database cannot be opened",
    "SQLITE_IOERR": "the disk reports an error",
    "SQLITE_CORRUPT": "the database is damaged",
    "SQLITE_NOTADB": "this is not a database of ours",
}

# What an error "of the disk" really is, by the error of a write of our own.
REALLY = {errno.ENOSPC: "SQLITE_FULL", errno.EDQUOT: "SQLITE_FULL", errno.EROFS: "SQLITE_READONLY"}
PROBE = 64 * 1024  # bytes


def explained(error: Exception | None, folder: Path) -> Exception | None:
    """SQLite calls a full disk, or one that failed and is read-only since, now and then just an error."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, sqlite3.Error) and name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")):
        error.sqlite_errorname = REALLY.get(failing_write(folder), name)
    return error


def failing_write(folder: Path) -> int:
    """The number of the error of a write there; 0: it can be written."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as probe:
            probe.write(bytes(PROBE))
    except OSError as error:
        return error.errno or 0
    return 0


def cause(error: BaseException) -> str:
    """What is wrong with the database, in words; "" if it is not the database."""
    if isinstance(error, TimeoutError):
        return WORDS["SQLITE_BUSY"]
    if not isinstance(error, sqlite3.Error):
        return ""
    name = getattr(error, "sqlite_errorname", "") or ""
    return next((words for code, words in WORDS.items() if name.startswith(code)), "the database fails")


def words_of(error: BaseException) -> str:
    """What a person is told when something could not be done."""
    found = "" if type(error) is sqlite3.IntegrityError else cause(error)
    return f"{AT_THE_MOMENT}: {found}." if found else "Something went wrong here."
