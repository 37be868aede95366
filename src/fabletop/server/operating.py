"""What the operator has decided, as the house must know it at every moment."""

import shutil
from collections.abc import Callable

from fabletop.kernel.question import Mistake
from fabletop.server.barred import Barred
from fabletop.server.events import Agreed
from fabletop.server.store import Statement, Store

DRAINING = "The house is about to close for a moment: running games go on later, new tables too."
NO_ROOM = "The house has no more room for new tables at the moment. Running games go on."


LEAST_FREE = 64 * 2**20  # bytes of the disk


class Operating:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.barred = Barred(store)
        self.said = ""  # to all pages
        self.read_anew()
        self.draining = False
        self.trouble: Callable[[], str] = str  # why nothing can be kept, where pages are to say so
        self.quota: int | None = None  # bytes of the database, from which on no new tables are made

    def read_anew(self) -> None:
        self.barred.read_anew(self.store)
        row = self.store.row("select value from settings where name = 'notice'")
        self.said = row[0] if row else ""

    @property
    def notice(self) -> str:
        return self.trouble() or (DRAINING if self.draining else self.said)

    def say(self, words: str) -> Statement:
        self.said = words
        return ("insert or replace into settings (name, value) values ('notice', ?)", (words,))

    @property
    def is_full(self) -> bool:
        """Whether what is left of the disk, or of the quota, is for the games that are running."""
        if self.quota is not None and self.store.size >= self.quota:
            return True
        return shutil.disk_usage(self.store.folder).free < LEAST_FREE

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
