"""A copy of a house that can be opened anywhere: its database, as of one moment of play, and its secret."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from fabletop.kernel.question import Mistake
from fabletop.server.folder import ADDRESS

DATABASE = "tables.sqlite"
SECRET = "secret"
SECRETS = "secret*"  # the one that signs, and one that was replaced and is still believed


def copy_house(source: Path, target: Path) -> int:
    """A house in a new folder, as a backup or from one; how many tables it has. The source may be in use."""
    must_be_a_house(source)
    if (source / ADDRESS).exists():
        raise Mistake(f"the house of {source} is in a database: back it up there, with pg_dump")
    must_be_free(target)
    unfinished = target.with_name(f"{target.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True, mode=0o700)
    copy_database(source / DATABASE, unfinished / DATABASE)
    copy_secrets(source, unfinished)  # last: they may have been replaced while the database was copied
    tables = count_tables(unfinished / DATABASE)
    put_in_place(unfinished, target)
    return tables


def must_be_a_house(folder: Path) -> None:
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        raise Mistake(f"{folder} belongs to somebody else: do this as the user who runs the server")
    for name in (DATABASE, SECRET):
        if not (folder / name).is_file() and not (folder / ADDRESS).is_file():
            raise Mistake(f"{folder} holds no house of Fabletop: {name} is missing")


def must_be_free(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Mistake(f"{folder} is not empty: choose a folder that is new or empty")


def copy_database(source: Path, target: Path) -> None:
    """All of it as of one moment, in one file; a Mistake if what arrives is damaged."""
    target.touch(mode=0o600)
    try:
        with opened(source) as old, opened(target) as new:
            old.backup(new)
            new.execute("pragma journal_mode = delete")
            (found,) = new.execute("pragma integrity_check").fetchone()
    except sqlite3.Error as error:
        raise Mistake(f"{source} cannot be copied: {error}") from None
    if found != "ok":
        raise Mistake(f"{source} is damaged: {found}")


def opened(file: Path) -> "closing[sqlite3.Connection]":
    return closing(sqlite3.connect(file, isolation_level=None, timeout=10))


def copy_secrets(source: Path, target: Path) -> None:
    for file in source.glob(SECRETS):
        (target / file.name).touch(mode=0o600)
        shutil.copyfile(file, target / file.name)
        shutil.copystat(file, target / file.name)  # when a secret was replaced is its time


def count_tables(database: Path) -> int:
    with opened(database) as found:
        try:
            return int(found.execute("select count(*) from tables").fetchone()[0])
        except sqlite3.Error as error:
            raise Mistake(f"{database.name} is no database of Fabletop: {error}") from None


def put_in_place(unfinished: Path, target: Path) -> None:
    """Under its name only when all of it is on disk."""
    for file in (*unfinished.iterdir(), unfinished):
        sync(file)
    if target.exists():
        target.rmdir()
    unfinished.rename(target)
    sync(target.parent)


def sync(place: Path) -> None:
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
