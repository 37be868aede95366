"""Records of games, for the day on which their rules are no longer played.

They are written when a table leaves memory and when the house closes.
"""

import asyncio
import time
import zlib
from collections.abc import Iterable

from fabletop.kernel.record import record
from fabletop.server import events as ev
from fabletop.server.logs import log
from fabletop.server.reading import read_table
from fabletop.server.store import Statement, Store, surely
from fabletop.server.table import Table

QUICKLY = 3  # how hard a record is packed
AT_ONCE = 10  # tables that older versions left without a record, whenever the house is tidied
CLOSING = 5.0  # seconds for records, when the house closes
RECORDED = "insert or replace into records (code, version, body) values (?, ?, ?)"


def recording(table: Table) -> Statement:
    """Keep what the rules of today have made of a game."""
    body = zlib.compress(ev.encode(record(table.session)), QUICKLY)
    return (RECORDED, (table.code, table.version, body))


class Records:
    def __init__(self, store: Store) -> None:
        self.store = store
        query = "select code from tables where status = 'over' and code not in (select code from records)"
        self.missing = [code for (code,) in store.rows(query)]

    async def keep(self, tables: Iterable[Table]) -> None:
        """Those of these tables, and some that are missing."""
        try:
            for table in tables:
                await self.keep_one(table)
            for code in [self.missing.pop() for _ in range(min(AT_ONCE, len(self.missing)))]:
                table, _ = await read_table(self.store, code)
                await self.keep_one(table)
        except Exception as error:  # another day will do
            log("error", "a game could not be recorded", error=error)

    def drop(self, codes: Iterable[str]) -> None:
        """These tables are deleted."""
        gone = set(codes)
        self.missing = [code for code in self.missing if code not in gone]

    async def keep_one(self, table: Table) -> None:
        if self.is_wanted(table):
            await surely(self.store.write(recording(table)))
            await asyncio.sleep(0)

    def is_wanted(self, table: Table) -> bool:
        row = self.store.row("select version from records where code = ?", table.code)
        return table.started and row != (table.version,)

    def keep_at_the_end(self, tables: Iterable[Table]) -> None:
        """As many as there is time for, the latest first."""
        until = time.monotonic() + CLOSING
        for table in sorted(tables, key=lambda table: -table.changed):
            if time.monotonic() > until:
                return
            if self.is_wanted(table):
                done = self.store.write(recording(table))
                done.add_done_callback(lambda done: done.cancelled() or done.exception())
