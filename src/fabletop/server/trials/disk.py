"""A disk that forgets: what happens to the files of a database is noted, and every state is made anew in
which a power cut could have left them.

A write is certain only when its file was synced after it. Until then it may be there, or not, or in part,
sector by sector. A deletion is certain when the folder was synced, as SQLite does with the first sync of a
new journal or log.
"""

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

import apsw

from fabletop.server.store import Store, prepare

SECTOR = 512
NAME = "noting"
JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL


class Change(NamedTuple):
    kind: Literal["write", "truncate", "delete", "sync", "sync folder"]
    file: str
    place: int = 0  # where a write begins, or how much a truncation leaves
    data: bytes = b""


class Noting(apsw.VFS):  # type: ignore[misc]
    """Files as ever, and a note of all that was done to them."""

    def __init__(self) -> None:
        super().__init__(NAME, "")
        self.changes: list[Change] = []

    def xOpen(self, name: Any, flags: list[int]) -> "NotedFile":
        return NotedFile(self, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        super().xDelete(name, sync)
        self.changes.append(Change("delete", Path(name).name))
        if sync:
            self.changes.append(Change("sync folder", Path(name).name))


class NotedFile(apsw.VFSFile):  # type: ignore[misc]
    def __init__(self, vfs: Noting, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self.changes = vfs.changes
        self.name = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name)).name
        self.syncs_folder = bool(flags[0] & apsw.SQLITE_OPEN_CREATE and flags[0] & JOURNALS)

    def xWrite(self, data: bytes, place: int) -> None:
        super().xWrite(data, place)
        self.changes.append(Change("write", self.name, place, bytes(data)))

    def xTruncate(self, size: int) -> None:
        super().xTruncate(size)
        self.changes.append(Change("truncate", self.name, size))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        if self.syncs_folder:
            self.syncs_folder = False
            self.changes.append(Change("sync folder", self.name))
        self.changes.append(Change("sync", self.name))


class NotedStore(Store):
    """The store itself, its statements and its settings, on files that are noted."""

    def connect(self) -> sqlite3.Connection:
        found: Any = apsw.Connection(str(self.file), vfs=NAME)
        found.set_busy_timeout(10_000)
        connection: sqlite3.Connection = found
        prepare(connection, self.durable)
        return connection


# --- What is left after a cut -----------------------------------------------------------------------------


@dataclass
class OnDisk:
    """One file: what is certain, and what has been done to it since."""

    certain: bytes | None = None
    since: list[Change] = field(default_factory=list)

    def settle(self) -> None:
        self.certain = after(self.certain, self.since)
        self.since = []

    def settle_deletion(self) -> None:
        deleted = [place for place, change in enumerate(self.since) if change.kind == "delete"]
        if deleted:
            self.certain, self.since = None, self.since[deleted[-1] + 1 :]


def after(content: bytes | None, changes: list[Change]) -> bytes | None:
    """What a file holds after these changes; None if it is not there."""
    found = None if content is None else bytearray(content)
    for change in changes:
        if change.kind == "delete":
            found = None
            continue
        found = bytearray() if found is None else found
        if change.kind == "truncate":
            del found[change.place :]
        else:
            end = change.place + len(change.data)
            found.extend(bytes(max(0, end - len(found))))
            found[change.place : end] = change.data
    return None if found is None else bytes(found)


def torn(changes: list[Change], luck: random.Random) -> list[Change]:
    """Some sectors of what was under way. What followed a deletion is there only if the deletion is."""
    found = []
    for change in changes:
        if change.kind == "write":
            for start in range(0, len(change.data), SECTOR):
                if luck.random() < 0.5:
                    part = change.data[start : start + SECTOR]
                    found.append(Change("write", change.file, change.place + start, part))
        elif luck.random() < 0.5:
            found.append(change)
        elif change.kind == "delete":
            break
    return found


Files = dict[str, bytes]


def cuts(changes: list[Change], tears: int, seed: int) -> Iterator[tuple[int, list[Files]]]:
    """After each change, in how many different ways a power cut could leave the files there."""
    disk: dict[str, OnDisk] = {}
    luck = random.Random(seed)
    for number, change in enumerate(changes, 1):
        file = disk.setdefault(change.file, OnDisk())
        if change.kind == "sync":
            file.settle()
        elif change.kind == "sync folder":
            for each in disk.values():
                each.settle_deletion()
        else:
            file.since.append(change)
        yield number, states(disk, tears, luck)


def states(disk: dict[str, OnDisk], tears: int, luck: random.Random) -> list[Files]:
    found = [files_with(disk, lambda since: [])]
    if any(file.since for file in disk.values()):
        found.append(files_with(disk, lambda since: since))
        found += [files_with(disk, lambda since: torn(since, luck)) for _ in range(tears)]
    return found


def files_with(disk: dict[str, OnDisk], kept: Any) -> Files:
    found = {name: after(file.certain, kept(file.since)) for name, file in disk.items()}
    return {name: content for name, content in found.items() if content is not None}
