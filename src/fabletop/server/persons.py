"""Guests who want to be kept: their name and settings live here, and passkeys or a phrase bring them back."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import people
from fabletop.server.guests import Guest, new_device
from fabletop.server.passkeys import Passkeys
from fabletop.server.phrase import digest_of, new_phrase, read_phrase
from fabletop.server.store import Statement, Store, surely

if TYPE_CHECKING:
    from fabletop.server.house import House

PAGE_BYTES = 12  # of the address of a person's page
NOBODYS = "This phrase is nobody's here: look at it again."

encode = msgspec.json.encode
decode = msgspec.json.decode


class Persons:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.passkeys = Passkeys(store, now)
        self.hashing = asyncio.Lock()  # one at a time: each takes its memory
        self.salt = salt_of(store)

    # --- Who is kept -------------------------------------------------------------------------------

    def is_kept(self, guest: str) -> bool:
        """Whether somebody is more than the cookie of one browser."""
        return self.name_of(guest) is not None

    def name_of(self, guest: str) -> str | None:
        row = self.store.row("select name from persons where guest = ?", guest)
        return None if row is None else str(row[0])

    def known(self, guest: Guest) -> Guest:
        """A guest by the name they have now, which another device of theirs may have changed."""
        name = self.name_of(guest.id)
        return guest if name in (None, guest.name) else Guest(guest.id, str(name), guest.device, guest.day)

    def keeping(self, guest: Guest) -> Statement:
        """From now on this guest is kept; who is already, stays as they are."""
        values = (guest.id, guest.name, self.now(), secrets.token_urlsafe(PAGE_BYTES))
        return ("insert or ignore into persons (guest, name, made, page) values (?, ?, ?, ?)", values)

    def me(self, guest: Guest, tables: int) -> msg.Me:
        row = self.store.row("select page, shown, settings from persons where guest = ?", guest.id)
        page, shown, settings = row or ("", 0, "{}")
        phrase = self.store.row("select made from phrases where guest = ?", guest.id)
        return msg.Me(
            name=guest.name,
            kept=row is not None,
            passkeys=[msg.Passkey(*one) for one in self.passkeys.of(guest.id)],
            phrase=None if phrase is None else phrase[0],
            page=page,
            shown=bool(shown),
            settings=decode(settings),
            tables=tables,
        )

    # --- What they change --------------------------------------------------------------------------

    def renaming(self, guest: Guest) -> Statement:
        return ("update persons set name = ? where guest = ?", (guest.name, guest.id))

    def setting(self, guest: str, settings: dict[str, Any]) -> Statement:
        return ("update persons set settings = ? where guest = ?", (encode(settings).decode(), guest))

    def showing(self, guest: str, shown: bool) -> Statement:
        return ("update persons set shown = ? where guest = ?", (int(shown), guest))

    # --- Phrases -----------------------------------------------------------------------------------

    async def new_phrase(self, guest: Guest) -> tuple[list[str], Statement]:
        """A phrase, and how its hash is kept; the one before opens nothing any more."""
        words = new_phrase()
        values = (guest.id, await self.digest(words), self.now())
        return words, ("insert or replace into phrases (guest, digest, made) values (?, ?, ?)", values)

    async def by_phrase(self, text: str) -> str:
        """Whose phrase this is; a Mistake if it is nobody's."""
        digest = await self.digest(read_phrase(text))
        row = self.store.row("select guest from phrases where digest = ?", digest)
        if row is None:
            raise Mistake(NOBODYS)
        return str(row[0])

    async def digest(self, words: list[str]) -> str:
        async with self.hashing:
            return await asyncio.to_thread(digest_of, words, self.salt)


def salt_of(store: Store) -> bytes:
    """What the hashes of phrases of this house are made with."""
    row = store.row("select value from settings where name = 'salt'")
    assert row is not None
    return bytes.fromhex(row[0])


# --- Coming back --------------------------------------------------------------------------------------------


async def come_back(house: "House", old: Guest, person: str, bring: bool) -> tuple[Guest, msg.Known]:
    """A kept person on one more browser; with what the guest had who was there before, if that is wanted."""
    name = house.persons.name_of(person)
    assert name is not None
    house.operating.barred.check("guest", person)
    fresh = Guest(person, name, new_device())
    brought, stayed = 0, 0
    if bring and old.id != person and not house.persons.is_kept(old.id):
        brought, stayed = await bring_along(house, old.id, fresh)
    if old.id != person:
        await surely(house.store.write(*house.becoming(old, person)))
    await house.devices.keep(fresh)
    settings = house.persons.me(fresh, 0).settings
    return fresh, msg.Known(name, settings, brought, stayed)


async def bring_along(house: "House", old: str, person: Guest) -> tuple[int, int]:
    """All seats of a guest become a person's, but where both sit at one table: how many did, how many not."""
    both = set(people.seats_of(house.store, old)) & set(people.seats_of(house.store, person.id))
    codes = [code for code in people.tables_of(house.store, old) if code not in both]
    async with rewriting(house, codes, old):
        await surely(house.store.write(*people.joining(house.store, old, person.id, person.name, codes)))
    return len(set(codes) & set(people.seats_of(house.store, person.id))), len(both)


@contextlib.asynccontextmanager
async def rewriting(house: "House", codes: Iterable[str], guest: str) -> AsyncIterator[None]:
    """The logs of these tables are written without a guest: nothing happens there meanwhile, and then
    they are read again."""
    async with contextlib.AsyncExitStack() as locked:
        away = [code for code in codes if code not in house.rooms]
        for code in away:
            house.cluster.claim(code, forced=True)
        rooms = [room for code in sorted(codes) if (room := house.rooms.get(code)) is not None]
        for room in rooms:
            await locked.enter_async_context(room.lock)
        yield
        for room in rooms:
            room.notes.pop(guest, None)
            await room.start_over()
        house.cluster.release(code for code in away if code not in house.rooms)
