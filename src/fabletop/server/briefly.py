"""What is kept for minutes and used once: links to another device, challenges of passkeys.

A house of one process has it in memory; of several, in the database, so that each knows what another gave.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

MOST = 20_000  # things; the oldest make room
LOOK_EVERY = 100  # things that a process of several adds between two looks whether there are too many


class Kept(NamedTuple):
    words: str
    until: float


class Briefly:
    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}  # by the name of each

    def put(self, name: str, words: str, until: float) -> None:
        """In place of what was kept by this name."""
        self.kept.pop(name, None)
        while len(self.kept) >= MOST:
            del self.kept[next(iter(self.kept))]
        self.kept[name] = Kept(words, until)

    def take(self, name: str, now: float) -> str | None:
        """What was kept by this name, once; None if there is nothing, or it is too old."""
        found = self.kept.pop(name, None)
        return found.words if found is not None and found.until >= now else None


OLDEST = "select name from briefly order by until desc, name offset %s"


class SharedBriefly(Briefly):
    """In PostgreSQL, for all processes of a house."""

    def __init__(self, run: Callable[..., tuple[Any, ...] | None]) -> None:
        super().__init__()
        self.run = run
        self.added = 0

    def put(self, name: str, words: str, until: float) -> None:
        self.added += 1
        if self.added % LOOK_EVERY == 0:
            self.run(f"delete from briefly where name in ({OLDEST})", MOST)
        again = "on conflict (name) do update set words = excluded.words, until = excluded.until"
        self.run(f"insert into briefly (name, words, until) values (%s, %s, %s) {again}", name, words, until)

    def take(self, name: str, now: float) -> str | None:
        row = self.run("delete from briefly where name = %s returning words, until", name)
        return row[0] if row is not None and row[1] >= now else None
