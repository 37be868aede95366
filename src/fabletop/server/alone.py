"""Which process a table belongs to. In a house of one process: to this one, always."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from fabletop.kernel.question import Mistake
from fabletop.server.store import Statement

if TYPE_CHECKING:
    from fabletop.server.house import House

Duty = Callable[[], Awaitable[None]]


class Elsewhere(Mistake):
    """Another process of this house has this table."""

    def __init__(self, address: str = "") -> None:
        super().__init__("This table is at another server of the house: try again.")
        self.address = address


class Alone:
    """One process has all tables."""

    trouble = ""  # why nothing can be kept, if pages are to say so

    def __init__(self, house: "House") -> None:
        self.house = house

    def begin(self, address: str) -> None:
        """We can be reached by others there."""

    def claim(self, code: str, forced: bool = False) -> None:
        """From now on the table is ours; Elsewhere if another process has it that is there."""

    def is_ours(self, code: str) -> bool:
        """Whether we have claimed it, and nobody else since, as far as we know."""
        return True

    def is_silent(self, address: str) -> bool:
        """Whether the process there did not answer somebody a moment ago."""
        return False

    async def until_gone(self, address: str) -> None:
        """Wait for a process that does not answer: until its tables are anybody's, or it is there again."""

    def release(self, codes: Iterable[str]) -> None:
        """We do not need these any more."""

    def is_unsure(self, error: Exception) -> bool:
        """Whether the table is another's by now, or what failed may have been done: who asked asks again."""
        return False

    async def is_back_after(self, error: Exception) -> bool:
        """Whether nothing was wrong but that we were out of touch for a moment, and are not any more."""
        return False

    def founding(self, code: str, made: float) -> list[Statement]:
        """What belongs to the making of a table: it is ours."""
        return []

    def was_there_until(self, code: str, since: float) -> float | None:
        """Until when the server was there that was there then."""
        query = "select last from runs where began <= ? order by began desc limit 1"
        row = self.house.store.row(query, since)
        return None if row is None else float(row[0])

    async def run(self, duties: Iterable[Duty]) -> None:
        """What one process does for the whole house, as long as this lasts."""
        await asyncio.gather(*(duty() for duty in duties))

    def close(self) -> None:
        """The house closes."""
