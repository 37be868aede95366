"""A table from what was kept of it: log, edition, and, once its rules are no longer played, its record."""

import asyncio
import zlib
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake
from fabletop.kernel.record import Recorded
from fabletop.kernel.snapshot import own_edition
from fabletop.server import events as ev
from fabletop.server.room import Key
from fabletop.server.store import Store
from fabletop.server.table import Table, Unplayable, game_of

REPLAYED_AT_ONCE = 40  # events of a table that is read, before others get their turn


@dataclass
class Kept:
    """What the store holds of a table."""

    code: str
    agreed: ev.Agreed
    seed: int
    made: float
    is_over: bool
    events: list[tuple[float, ev.Event]] = field(default_factory=list)
    seen: set[Key] = field(default_factory=set)  # which messages led to them

    def table(self, store: Store, mended: int = 0, content: dict[str, Any] | None = None) -> Table:
        edition = edition_of(store, game_of(self.agreed), self.agreed.edition_digest)
        return Table(self.code, self.agreed, self.seed, self.made, edition, mended, content)

    @property
    def rules(self) -> int:
        """The version of the rules by which the game was played last."""
        mended = [event.rules_version for _, event in self.events if isinstance(event, ev.Mended)]
        return mended[-1] if mended else self.agreed.rules_version


def kept(store: Store, code: str) -> Kept:
    row = store.row("select opening, seed, made, status from tables where code = ?", code)
    assert row is not None
    opening, seed, made, status = row
    found = Kept(code, ev.decode_agreed(opening), int(seed), made, status == "over")
    query = "select time, body, guest, client, message from events where code = ? order by number"
    for when, body, guest, client, message in store.rows(query, code):
        found.events.append((when, ev.decode_event(body)))
        if client is not None:
            found.seen.add((guest, client, message))
    return found


def edition_of(store: Store, game: Game, digest: str) -> Edition | None:
    """The edition of this digest: it comes with the game, or is one that we keep."""
    found = game.edition_by(digest)
    if found is None:
        query = "select name, body from editions where game in (?, ?) and digest = ?"
        row = store.row(query, game.name, game.reads or game.name, digest)
        found = None if row is None else own_edition(game, row[1], row[0], digest)
    return found


async def read_table(store: Store, code: str) -> tuple[Table, set[Key]]:
    """A table as its log tells it, and which messages led to it."""
    found = await store.apart(kept, store, code)
    rules, game = found.rules, game_of(found.agreed)
    if rules != found.agreed.rules_version or (rules < game.rules_version and not game.plays_by(rules)):
        return await recalled(store, found), found.seen
    table = found.table(store)
    await replay(table, found.events)
    return table, found.seen


async def replay(table: Table, events: list[tuple[float, ev.Event]]) -> None:
    for number, (when, event) in enumerate(events, 1):
        table.apply(event, when)
        if number % REPLAYED_AT_ONCE == 0:
            await asyncio.sleep(0)


# --- When rules are no longer played -----------------------------------------------------------------------


async def recalled(store: Store, found: Kept) -> Table:
    """A table whose answers today's rules would not lead to the same game: it is as it was recorded."""
    game = game_of(found.agreed)
    by = found.rules if game.plays_by(found.rules) else game.rules_version
    row = store.row("select version, body from records where code = ?", found.code)
    if row is None:
        return replayed(found, found.table(store, by))
    version, body = row
    try:
        table = found.table(store, by, msgspec.json.decode(zlib.decompress(body)))
    except Unplayable:
        raise
    except Mistake:  # its states had another shape, which nobody converts
        return replayed(found, found.table(store, by))
    assert isinstance(table.session, Recorded)
    await replay(table, found.events[:version])
    table.session.wake()
    if version and found.agreed.is_clocked:
        when, last = found.events[version - 1]
        table.wind(last, when)
    for when, event in found.events[version:]:
        table.apply_if_it_can_be(event, when)
    return table


def replayed(found: Kept, table: Table) -> Table:
    """Without a record: as far as today's rules allow what was answered."""
    for when, event in found.events:
        table.apply_if_it_can_be(event, when)
    if found.is_over and table.status != "over":
        raise Unplayable("This finished game was played by earlier rules, and there is no record of it.")
    return table


def mending(table: Table) -> ev.Mended | None:
    """What is to be said in the log of a running game that goes on by other rules than until now."""
    by = table.session.opening.played_by
    if table.status != "playing" or by == table.rules:
        return None
    return ev.Mended(by, table.length)
