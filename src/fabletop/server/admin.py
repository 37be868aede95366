"""What an operator can do, to a running house or to one that is closed: each act by its name, as data."""

import hashlib
import inspect
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from fabletop.kernel.question import Mistake
from fabletop.server import events as ev
from fabletop.server import people
from fabletop.server.barred import Kind, network
from fabletop.server.guests import Guest, keyring, replace_secret
from fabletop.server.house import House
from fabletop.server.housekeeping import deletion
from fabletop.server.notices.push import keeping_key, kept_key, new_key, public_key
from fabletop.server.operating import listing
from fabletop.server.persons import rewriting
from fabletop.server.room import Room
from fabletop.server.store import surely
from fabletop.server.summary import decode_summary

ACTS = (
    "tables", "table", "close", "reopen", "delete", "guests", "ban", "unban", "export", "forget", "reports",
    "resolve", "say", "rotate-secret", "withdraw", "bring-back", "withheld", "status", "drain",
    "push-key", "listing",
)  # fmt: skip
LONGEST_NOTICE = 300

Row = dict[str, Any]


class Page(Protocol):
    """What an operator needs to know of an open page."""

    guest: Guest
    room: Room

    def send_away(self, words: str) -> None: ...


class Admin:
    def __init__(
        self,
        house: House,
        pages: Callable[[], Iterable[Page]] = tuple,
        drain: Callable[[], None] | None = None,
    ) -> None:
        self.house = house
        self.store = house.store
        self.barred = house.operating.barred
        self.pages = pages
        self.start_draining = drain

    async def act(self, name: str, arguments: dict[str, Any]) -> Any:
        """Do what was asked for; a Mistake says why not."""
        if name not in ACTS:
            raise Mistake(f"there is no {name!r}; choose one of {', '.join(ACTS)}")
        method = getattr(self, name.replace("-", "_"))
        try:
            inspect.signature(method).bind(**arguments)
        except TypeError as error:
            raise Mistake(f"{name}: {error}") from None
        return await method(**arguments)

    # --- Tables ------------------------------------------------------------------------------------

    async def tables(self, status: str = "", game: str = "", limit: int = 50) -> list[Row]:
        rows = self.store.rows(
            "select code, game, status, made, changed, summary from tables "
            "where (? = '' or status = ?) and (? = '' or game = ?) order by changed desc limit ?",
            status, status, game, game, limit,
        )  # fmt: skip
        return [
            {
                "code": code,
                "game": game,
                "status": "closed" if self.barred.why("table", code) else status,
                "made": made,
                "changed": changed,
                "seats": ", ".join(decode_summary(summary).seats),
            }
            for code, game, status, made, changed, summary in rows
        ]

    async def table(self, code: str) -> Row:
        row = self.store.row(
            "select game, status, made, changed, host, listed, opening, summary from tables where code = ?",
            self.known(code),
        )
        assert row is not None
        game, status, made, changed, host, listed, opening, summary = row
        agreed, found = ev.decode_agreed(opening), decode_summary(summary)
        (events,) = self.store.row("select count(*) from events where code = ?", code) or (0,)
        return {
            "code": code,
            "game": game,
            "edition": f"{agreed.edition} {agreed.edition_digest}",
            "status": status,
            "closed": self.barred.why("table", code),
            "made": made,
            "changed": changed,
            "host": host,
            "listed": bool(listed),
            "events": events,
            "seats": [
                {"name": name, "guest": who} for name, who in zip(found.seats, found.guests, strict=True)
            ],
            "pages": sum(page.room.table.code == code for page in self.pages()),
        }

    def known(self, code: str) -> str:
        if self.store.row("select 1 from tables where code = ?", code) is None:
            raise Mistake(f"there is no table {code}")
        return code

    async def close(self, code: str, words: str = "") -> str:
        """Nobody comes in any more; the log is kept."""
        await self.bar("table", self.known(code), words)
        await self.empty(code, self.barred.why("table", code) or "")
        return f"{code} is closed: those who come read {self.barred.why('table', code)!r}"

    async def reopen(self, code: str) -> str:
        await self.lift("table", code)
        return f"{code} is open again"

    async def delete(self, code: str) -> str:
        """The table and all that belongs to it, for ever."""
        self.known(code)
        await self.empty(code, "This table was deleted by the house.")
        self.house.records.drop([code])
        statements = deletion(code)
        if self.barred.why("table", code) is not None:
            statements.append(self.barred.lift("table", code))
        await surely(self.store.write(*statements))
        return f"{code} is deleted"

    async def empty(self, code: str, words: str) -> None:
        """Let a table leave memory, and send those away who are there."""
        if code not in self.house.rooms:
            self.house.cluster.claim(code, forced=True)
        room = self.house.rooms.pop(code, None)
        if room is not None:
            async with room.lock:
                room.ended = words
                room.close()
        for page in [page for page in self.pages() if page.room.table.code == code]:
            page.send_away(words)

    # --- People ------------------------------------------------------------------------------------

    async def guests(self, name: str = "", limit: int = 50) -> list[Row]:
        """Those who sat at tables, latest first; with a name, only who was called that in the last table."""
        rows = self.store.rows(
            "select guest, tables, changed, summary from (select s.guest, t.changed, t.summary, "
            "count(*) over (partition by s.guest) as tables, "
            "row_number() over (partition by s.guest order by t.changed desc) as place "
            "from sitting s join tables t on t.code = s.code) as latest where place = 1 order by changed desc"
        )
        found = [
            {"guest": guest, "name": name_in(summary, guest), "tables": tables, "last": last}
            for guest, tables, last, summary in rows
        ]
        wanted = [row for row in found if name.lower() in row["name"].lower()]
        return [
            row | {"banned": self.barred.why("guest", row["guest"]) is not None} for row in wanted[:limit]
        ]

    async def ban(self, who: str, words: str = "") -> str:
        """A guest by their id, or an address or network."""
        kind, name = self.banned(who)
        await self.bar(kind, name, words)
        for page in [page for page in self.pages() if kind == "guest" and page.guest.id == name]:
            page.send_away(self.barred.why(kind, name) or "")
        return f"{kind} {name} is not let in any more"

    async def unban(self, who: str) -> str:
        kind, name = self.banned(who)
        await self.lift(kind, name)
        return f"{kind} {name} is let in again"

    def banned(self, who: str) -> tuple[Kind, str]:
        place = network(who)
        return ("guest", who) if place is None else ("address", place)

    async def export(self, guest: str) -> Row:
        return people.export(self.store, guest)

    async def forget(self, guest: str) -> str:
        """A person's name, chat and notes are removed; games stay, under a pseudonym."""
        codes = people.tables_of(self.store, guest)
        async with rewriting(self.house, codes, guest):
            await surely(self.store.write(*people.forgetting(self.store, guest, codes)))
            self.house.days.forget(guest)
        for page in [page for page in self.pages() if page.guest.id == guest]:
            page.send_away("What was kept of you here is deleted.")
        return f"{guest} is forgotten: {len(codes)} tables know them as {people.SOMEBODY!r}"

    # --- Reports -----------------------------------------------------------------------------------

    async def reports(self, all: bool = False) -> list[Row]:
        rows = self.store.rows(
            "select code, guest, client, message, number, time, words, resolved from reports "
            "where ? = 1 or resolved is null order by time",
            int(all),
        )
        return [
            {
                "report": report_id(row[:4]), "code": row[0], "guest": row[1], "number": row[4],
                "time": row[5], "words": row[6], "resolved": row[7],
            }
            for row in rows
        ]  # fmt: skip

    async def resolve(self, report: str) -> str:
        keys = self.store.rows("select code, guest, client, message from reports")
        found = [key for key in keys if report_id(key) == report]
        if not found:
            raise Mistake(f"there is no report {report}")
        statement = (
            "update reports set resolved = ? where code = ? and guest = ? and client = ? and message = ?"
        )
        await surely(self.store.write((statement, (self.house.time(), *found[0]))))
        return f"{report} is resolved"

    # --- The house ---------------------------------------------------------------------------------

    async def say(self, words: str = "") -> str:
        """A line at the top of all pages, until another or none is said."""
        if len(words) > LONGEST_NOTICE:
            raise Mistake(f"a notice may have {LONGEST_NOTICE} letters, not {len(words)}")
        await surely(self.store.write(self.house.operating.say(words)))
        await self.tell_all()
        return f"All pages show: {words}" if words else "Nothing is shown any more"

    async def listing(self, allowed: str = "") -> str:
        """Whether works of the workshop may be listed for everybody; without a word, how it is."""
        if allowed not in ("", "on", "off"):
            raise Mistake(f"listing is on or off, not {allowed!r}")
        if allowed:
            await surely(self.store.write(listing(allowed == "on")))
        row = self.store.row("select value from settings where name = 'listing'")
        is_on = row is not None and row[0] == "on"
        return f"Works of the workshop are {'listed' if is_on else 'not listed'} for everybody"

    async def tell_all(self) -> None:
        rooms: list[Room] = list(self.house.rooms.values())
        for room in rooms:
            async with room.lock:
                room.publish()

    async def rotate_secret(self, at_once: bool = False) -> str:
        folder = self.store.folder
        replace_secret(folder, at_once)
        self.store.share_secrets(replaced=True)
        self.house.keyring = keyring(folder)
        if at_once:
            return "A new secret signs. Cookies of before are worth nothing: all guests begin anew"
        return "A new secret signs. Cookies of before are signed anew when they are seen, for 90 days"

    async def withdraw(self, kind: str, name: str, words: str = "") -> str:
        """A game or an edition: the words stand in its place, also at its tables."""
        wanted = self.withdrawable(kind)
        await self.bar(wanted, name, words)
        for code in self.tables_with(wanted, name):
            await self.empty(code, self.barred.why(wanted, name) or "")
        return f"{kind} {name} is withdrawn: in its place stands {self.barred.why(wanted, name)!r}"

    async def bring_back(self, kind: str, name: str) -> str:
        await self.lift(self.withdrawable(kind), name)
        return f"{kind} {name} is back"

    def withdrawable(self, kind: str) -> Kind:
        if kind == "game":
            return "game"
        if kind == "edition":
            return "edition"
        raise Mistake(f"a {kind} cannot be withdrawn, but a game or an edition (by its digest)")

    def tables_with(self, kind: Kind, name: str) -> list[str]:
        """The tables in memory of a game or of an edition."""
        rooms = self.house.rooms.items()
        if kind == "game":
            return [code for code, room in rooms if room.table.agreed.game == name]
        return [code for code, room in rooms if room.table.agreed.edition_digest == name]

    async def status(self) -> Row:
        rows = self.store.rows("select status, count(*) from tables group by status")
        (waiting,) = self.store.row("select count(*) from reports where resolved is null") or (0,)
        return {
            "tables": dict(rows),
            "in memory": len(self.house.rooms),
            "pages": len(list(self.pages())),
            "reports": waiting,
            "megabytes": round(self.store.size / 2**20, 1),
            "notice": self.house.operating.notice,
            "barred": len(self.barred.words),
        }

    async def withheld(self) -> list[Row]:
        rows = self.store.rows("select kind, name, since, words from barred order by kind, since")
        return [{"kind": k, "name": name, "since": since, "words": words} for k, name, since, words in rows]

    async def push_key(self, renew: bool = False) -> str:
        """The public one; the private one is kept in the database, and copied with it."""
        key = "" if renew else kept_key(self.store)
        if not key:
            key = new_key()
            await surely(self.store.write(*keeping_key(key)))
            push = self.house.notices.ways.push
            if push is not None:
                push.use(key)
        return public_key(key)

    async def drain(self) -> str:
        """No new tables, pages are told, bots finish their answer; then the server stops."""
        if self.start_draining is None:
            raise Mistake("no server runs on this house: there is nothing to drain")
        self.start_draining()
        return "Draining: no new tables; the server stops when the bots have answered"

    # --- What is barred ----------------------------------------------------------------------------

    async def bar(self, kind: Kind, name: str, words: str) -> None:
        await surely(self.store.write(self.barred.bar(kind, name, words, self.house.time())))

    async def lift(self, kind: Kind, name: str) -> None:
        await surely(self.store.write(self.barred.lift(kind, name)))


def report_id(key: tuple[Any, ...]) -> str:
    """A short name for a report, the same whenever it is listed."""
    return hashlib.sha256(repr(key).encode()).hexdigest()[:8]


def name_in(summary: bytes, guest: str) -> str:
    found = decode_summary(summary)
    return next((name for name, who in zip(found.seats, found.guests, strict=True) if who == guest), "")
