"""People who played together: they can be invited again, or kept away, without being told."""

import hashlib
from collections.abc import Callable, Iterable

from fabletop.kernel.question import Mistake
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.guests import Guest
from fabletop.server.store import Statement, Store
from fabletop.server.summary import decode_summary
from fabletop.server.table import Table

MOST_MET = 100  # that are listed
MET = (
    "insert into met (guest, other, name, code, last) values (?, ?, ?, ?, ?) on conflict (guest, other) "
    "do update set name = excluded.name, code = excluded.code, last = excluded.last"
)
LISTED = (
    "select m.other, coalesce(p.name, m.name), m.last, b.other is not null from met m "
    "left join persons p on p.guest = m.other left join blocked b on b.guest = m.guest and b.other = m.other "
    "where m.guest = ? order by m.last desc"
)


def met(table: Table, now: float) -> list[Statement]:
    """All people at a table have met."""
    people = [chair for chair in table.chairs if chair.holder == "person" and not chair.is_machine]
    return [
        (MET, (one.guest, other.guest, other.who, table.code, now))
        for one in people
        for other in people
        if one is not other
    ]


class Friends:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    # --- Those I met -------------------------------------------------------------------------------

    def of(self, guest: str) -> dict[str, msg.Met]:
        """Those a guest met last, by their ids, which nobody is told."""
        query = (
            "select value, sum(games), sum(won) from figures "
            "where guest = ? and kind in ('against', 'with') group by value"
        )
        together = {value: (games, won) for value, games, won in self.store.rows(query, guest)}
        rows = self.store.rows(f"{LISTED} limit ?", guest, MOST_MET)
        return {
            other: msg.Met(handle(guest, other), name, *together.get(other, (0, 0)), last, bool(blocked))
            for other, name, last, blocked in rows
        }

    def known_as(self, guest: str, wanted: str) -> str:
        """Whom a guest calls by this handle; a Mistake if nobody."""
        for (other,) in self.store.rows("select other from met where guest = ?", guest):
            if handle(guest, other) == wanted:
                return str(other)
        raise Mistake("You have not met anybody of that name.")

    # --- Inviting ----------------------------------------------------------------------------------

    def same_again(self, guest: str, other: str) -> msg.NewTable:
        """A table such as the last one at which both sat, with a seat for each."""
        row = self.store.row(
            "select opening, summary from met m join tables t on t.code = m.code "
            "where m.guest = ? and m.other = ?",
            guest,
            other,
        )
        if row is None:
            raise Mistake("Your last table together is gone: open one, and send the link.")
        agreed, summary = ev.decode_agreed(row[0]), decode_summary(row[1])
        seats = [
            "me" if who == guest else "open" if who else name.removesuffix(" bot")
            for name, who in zip(summary.seats, summary.guests, strict=True)
        ]
        return msg.NewTable(
            game=agreed.game,
            players=agreed.players,
            options=agreed.options,
            seats=seats,
            turn_seconds=agreed.turn_seconds,
            absent_seconds=agreed.absent_seconds,
            pace=agreed.pace,
            stand_in=agreed.stand_in,
            auto_pass=agreed.auto_pass,
            free_undo=agreed.free_undo,
        )

    def inviting(self, guest: Guest, other: str, code: str) -> list[Statement]:
        """How somebody finds the table; who does not want to, does not."""
        if self.blocks_any(other, [guest.id]):
            return []
        values = (other, code, guest.id, self.now())
        return [("insert or ignore into invited (guest, code, by, since) values (?, ?, ?, ?)", values)]

    # --- Keeping apart -----------------------------------------------------------------------------

    def blocking(self, guest: str, other: str, on: bool) -> list[Statement]:
        if not on:
            return [("delete from blocked where guest = ? and other = ?", (guest, other))]
        return [
            (
                "insert or ignore into blocked (guest, other, since) values (?, ?, ?)",
                (guest, other, self.now()),
            ),
            ("delete from invited where guest = ? and by = ?", (guest, other)),
        ]

    def blocks_any(self, guest: str, others: Iterable[str]) -> bool:
        blocked = {other for (other,) in self.store.rows("select other from blocked where guest = ?", guest)}
        return not blocked.isdisjoint(others)

    def kept_apart(self, guest: str) -> set[str]:
        """Those whom a guest has blocked, or who have blocked them."""
        query = "select other from blocked where guest = ? union select guest from blocked where other = ?"
        return {other for (other,) in self.store.rows(query, guest, guest)}

    def is_unwelcome(self, guest: str, table: Table) -> bool:
        """Whether somebody at a table, or its host, has blocked one who wants to sit down there."""
        if table.seat_of(guest) is not None:
            return False
        there = {chair.guest for chair in table.chairs if chair.holder == "person"} | {table.agreed.host}
        rows = self.store.rows("select guest from blocked where other = ?", guest)
        return any(blocker in there for (blocker,) in rows)

    def not_heard(self, guest: str, table: Table) -> set[int]:
        """The seats of those whom a guest has blocked."""
        blocked = {other for (other,) in self.store.rows("select other from blocked where guest = ?", guest)}
        return {seat for seat, chair in enumerate(table.chairs) if chair.guest in blocked}


def handle(guest: str, other: str) -> str:
    """What one calls another by: nobody learns from it who that is."""
    return hashlib.blake2b(f"{guest} {other}".encode(), digest_size=9).hexdigest()
