"""What a house does for itself over the years: old tables go, the file shrinks, and its size has a bound."""

import asyncio
import contextlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fabletop.server.house import House
from fabletop.server.logs import log
from fabletop.server.store import Statement, surely

DAY = 24 * 3600
FIRST_SWEEP, SWEEP_EVERY = 60.0, 3600.0  # seconds
SWEPT_TOGETHER = 20  # tables in one commit
FREED_TOGETHER = 200  # pages in one commit
OF_A_TABLE = (
    "tables", "events", "sitting", "notes", "remarks", "reports", "curves", "records", "places",
    "played", "facts", "invited", "turns",
)  # fmt: skip
INCREMENTAL = 2  # SQLite's word for a file that shrinks piece by piece


@dataclass(frozen=True)
class Policy:
    """What the operator set when the server was started."""

    keep_days: float | None = None  # finished tables
    abandoned_days: float | None = None  # unfinished ones that nobody has touched
    quota: int | None = None  # bytes of the database, from which on no new tables are made
    access_log: Path | None = None


class Housekeeping:
    def __init__(self, house: House, policy: Policy) -> None:
        self.house = house
        self.store = house.store
        self.policy = policy
        house.operating.quota = policy.quota

    async def sweep_on(self) -> None:
        await asyncio.sleep(FIRST_SWEEP)
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the disk may be full; there is another hour
                log("error", "the house could not be swept", error=error)
            await asyncio.sleep(SWEEP_EVERY)

    async def sweep(self) -> int:
        """Delete what is old and in nobody's hands; how many tables that were."""
        codes = [code for code in self.old_tables() if code not in self.house.rooms]
        for start in range(0, len(codes), SWEPT_TOGETHER):
            some = codes[start : start + SWEPT_TOGETHER]
            for code in some:
                self.house.cluster.claim(code, forced=True)
            await surely(self.store.write(*(each for code in some for each in deletion(code))))
        self.house.records.drop(codes)
        if codes:
            log("info", "old tables deleted", tables=len(codes))
        await self.shrink()
        return len(codes)

    def old_tables(self) -> list[str]:
        now, policy = self.house.time(), self.policy
        found = []
        for days, over in ((policy.keep_days, "="), (policy.abandoned_days, "!=")):
            if days is not None:
                query = f"select code from tables where status {over} 'over' and changed < ? order by changed"
                found += [code for (code,) in self.store.rows(query, now - days * DAY)]
        return found

    async def shrink(self) -> None:
        """Give the disk back what is not needed, a little at a time so that nobody waits for it."""
        while (free := self.store.free_pages()) > 0:
            # One page a statement: of a pragma, only the first step is carried out.
            freeing = [("pragma incremental_vacuum(1)", ())] * min(free, FREED_TOGETHER)
            await surely(self.store.write(*freeing))
            if self.store.free_pages() >= free:
                return  # a file of an older version, which does not shrink


def deletion(code: str) -> list[Statement]:
    """A table and all that belongs to it."""
    return [(f"delete from {table} where code = ?", (code,)) for table in OF_A_TABLE]


def make_shrinkable(database: Path) -> None:
    """A file that was made before files could shrink is written anew, once; nobody may use it meanwhile."""
    if not database.exists():
        return
    # What is wrong with it is said when it is opened.
    with (
        contextlib.suppress(sqlite3.Error),
        closing(sqlite3.connect(database, isolation_level=None)) as found,
    ):
        if found.execute("pragma auto_vacuum").fetchone() != (INCREMENTAL,):
            found.execute("pragma auto_vacuum = incremental")
            found.execute("vacuum")
