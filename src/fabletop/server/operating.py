"""What the operator has decided, as the house must know it at every moment."""

import shutil
from pathlib import Path

from fabletop.kernel.question import Mistake
from fabletop.server.barred import Barred
from fabletop.server.events import Agreed
from fabletop.server.store import Statement, Store

DRAINING = "The house is about to close for a moment: running games go on later, new tables too."
NO_ROOM = "The house has no more room for new tables at the moment. Running games go on."


LEAST_FREE = 64 * 2**20  # bytes of the disk


def listing(allowed: bool) -> Statement:
    """Whether works of the workshop may be listed for everybody: off, unless an operator says so."""
    statement = "insert or replace into settings (name, value) values ('listing', ?)"
    return (statement, ("on" if allowed else "off",))


class Operating:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.barred = Barred(store)
        row = store.row("select value from settings where name = 'notice'")
        self.said: str = row[0] if row else ""  # to all pages
        self.draining = False
        self.quota: int | None = None  # bytes of the database, from which on no new tables are made

    @property
    def notice(self) -> str:
        return DRAINING if self.draining else self.said

    def say(self, words: str) -> Statement:
        self.said = words
        return ("insert or replace into settings (name, value) values ('notice', ?)", (words,))

    @property
    def is_full(self) -> bool:
        """Whether what is left of the disk, or of the quota, is for the games that are running."""
        if self.quota is not None and size_of(self.store.file) >= self.quota:
            return True
        return shutil.disk_usage(self.store.file.parent).free < LEAST_FREE

    def check_new_table(self, game: str) -> None:
        """A Mistake says why there is none now."""
        if self.draining:
            raise Mistake(DRAINING)
        if self.is_full:
            raise Mistake(NO_ROOM)
        self.barred.check("game", game)

    def check_table(self, code: str, agreed: Agreed) -> None:
        """A Mistake is what stands in its place."""
        self.barred.check("table", code)
        self.barred.check("game", agreed.game)
        self.barred.check("edition", agreed.edition_digest)


def size_of(database: Path) -> int:
    """Bytes on disk, with what waits to be carried over."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
