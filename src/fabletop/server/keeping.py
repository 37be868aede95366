"""What is kept of a table, as statements for the store."""

from typing import TYPE_CHECKING

from fabletop.kernel.edition import Edition
from fabletop.server import events as ev
from fabletop.server.store import KEPT, SUMMED_UP, Statement
from fabletop.server.summary import summary_of
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.room import Key

MADE = (
    "insert into tables (code, game, opening, seed, host, made, changed, status, listed, summary) "
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
KEPT_EDITION = (
    "insert into editions (game, digest, name, body) values (?, ?, ?, ?) "
    "on conflict (game, digest) do update set played = 1"
)


def made(table: Table, events: list[ev.Event], founding: list[Statement]) -> list[Statement]:
    """A new table, whose it is, and what has happened at it so far."""
    agreed = table.agreed
    summary = ev.encode(summary_of(table))
    values = (
        table.code, agreed.game, ev.encode(agreed), str(table.seed), agreed.host, table.made,
        table.made, table.status, int(agreed.listed), summary,
    )  # fmt: skip
    session = table.session
    statements = [(MADE, values), edition_kept(session.game.name, session.opening.edition), *founding]
    for number, event in enumerate(events, 1):
        statements.append((KEPT, (table.code, number, table.made, ev.encode(event), None, None, None)))
        statements += sat(table, event)
    return statements


def kept(table: Table, event: ev.Event, now: float, key: "Key | None") -> Statement:
    """The event that was just applied, with the message that asked for it."""
    guest, client, message = key or (None, None, None)
    return (KEPT, (table.code, table.version, now, ev.encode(event), guest, client, message))


def sat(table: Table, event: ev.Event) -> list[Statement]:
    if isinstance(event, ev.Sat):
        return [("insert or ignore into sitting (guest, code) values (?, ?)", (event.guest, table.code))]
    return []


def summed_up(table: Table) -> Statement:
    summary = ev.encode(summary_of(table))
    return (SUMMED_UP, (table.changed, table.status, summary, table.code))


def edition_kept(game: str, edition: Edition) -> Statement:
    """The text that a game is played with, as long as there are games of it."""
    return (KEPT_EDITION, (game, edition.digest, edition.name, edition.text))
