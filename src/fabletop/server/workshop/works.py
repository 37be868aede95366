"""Works: the editions that people make. Every saved version is kept by the digest of its text.

A work is its maker's alone, or open to who has its link, or listed, where the operator allows that. A box,
typed in from cards that somebody owns, is always private.
"""

import secrets
import sqlite3
from typing import TYPE_CHECKING

from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake
from fabletop.server import workshop_messages as wm
from fabletop.server.answers import Refusal
from fabletop.server.guests import Guest
from fabletop.server.people import removing
from fabletop.server.reading import edition_of
from fabletop.server.store import Statement, surely
from fabletop.server.workshop.benches import Written

if TYPE_CHECKING:
    from fabletop.server.house import House

LETTERS = "bcdfghjklmnpqrstvwxz23456789"  # no vowels: no words
ID_LENGTH = 16
MOST_WORKS = 40  # of one guest
MOST_VERSIONS = 1000  # of one work
MOST_LISTED = 60
NO_WORK = "There is no such work, or it is not open to you."
PRIVATE_BOX = "A box stays yours alone: its cards belong to who made them."
NOT_LISTED = "In this house works are not listed for everybody; share the link."
MEANWHILE = "It was saved in another window meanwhile: open it again, or fork it."
COLUMNS = "id, guest, by_name, game, title, kind, shared, made, changed, version, digest, ok, todo, unplayed"
KEPT_TEXT = (
    "insert into editions (game, digest, name, body, played) values (?, ?, ?, ?, 0) "
    "on conflict (game, digest) do nothing"
)


class Works:
    def __init__(self, house: "House") -> None:
        self.house = house
        self.store = house.store

    @property
    def listing(self) -> bool:
        """Whether works may be listed for everybody: the operator's switch."""
        query = "select 1 from settings where name = 'listing' and value = 'on'"
        return self.store.row(query) is not None

    # --- finding -----------------------------------------------------------------------------------------

    def mine(self, guest: Guest) -> list[wm.WorkInfo]:
        query = f"select {COLUMNS} from works where guest = ? order by changed desc limit ?"
        return [info(row, guest) for row in self.store.rows(query, guest.id, MOST_WORKS)]

    def listed(self, guest: Guest) -> list[wm.WorkInfo]:
        """Those of others that can be played, without what was withdrawn."""
        if not self.listing:
            return []
        query = (
            f"select {COLUMNS} from works where shared = 'listed' and ok = 1 and guest != ? "
            "order by changed desc limit ?"
        )
        apart = self.house.friends.kept_apart(guest.id)
        rows = self.store.rows(query, guest.id, MOST_LISTED)
        why = self.house.operating.barred.why
        return [info(row, guest) for row in rows if row[1] not in apart and why("edition", row[10]) is None]

    def find(self, guest: Guest, id: str, own: bool = False) -> wm.WorkInfo:
        """A work that this guest may see, or change; what is not theirs is as if it were not there."""
        row = self.store.row(f"select {COLUMNS} from works where id = ?", id)
        found = info(row, guest) if row is not None else None
        if found is None or not (found.mine or (found.shared != "mine" and not own)):
            raise Refusal(404, NO_WORK)
        if not found.mine:
            self.house.operating.barred.check("edition", found.digest)
        return found

    def versions(self, id: str) -> list[wm.Version]:
        query = "select number, digest, made from versions where work = ? order by number desc"
        return [wm.Version(*row) for row in self.store.rows(query, id)]

    def digest(self, work: wm.WorkInfo, version: int) -> str:
        """Of a version of a work; 0: of the latest."""
        if not version:
            return work.digest
        row = self.store.row("select digest from versions where work = ? and number = ?", work.id, version)
        if row is None:
            raise Refusal(404, f"There is no version {version} of this work.")
        return str(row[0])

    def check_open(self, guest: Guest, game: Game, digest: str) -> None:
        """Whoever sees a table knows the digest of its edition; that does not make it theirs."""
        query = (
            "select 1 from versions v join works w on w.id = v.work "
            "where v.game = ? and v.digest = ? and (w.guest = ? or w.shared != 'mine')"
        )
        if game.edition_by(digest) is None and self.store.row(query, game.name, digest, guest.id) is None:
            raise Refusal(404, f"There is no such edition of {game.title}, or it is not open to you.")

    def text(self, game: Game, digest: str) -> str:
        """The text of an edition that is kept, or that comes with the game."""
        self.house.operating.barred.check("edition", digest)
        row = self.store.row("select body from editions where game = ? and digest = ?", game.name, digest)
        if row is not None:
            return str(row[0])
        found = edition_of(self.store, game, digest)
        if found is None:
            raise Refusal(404, f"There is no such edition of {game.title}.")
        return found.text

    # --- changing -----------------------------------------------------------------------------------------

    async def begin(self, guest: Guest, game: Game, kind: str, text: Written) -> wm.WorkInfo:
        row = self.store.row("select count(*) from works where guest = ?", guest.id)
        assert row is not None
        if row[0] >= MOST_WORKS:
            raise Mistake(f"You have {MOST_WORKS} works: remove one first.")
        if self.house.operating.is_full:
            raise Mistake("The house has no room for another work at the moment.")
        id = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
        now = self.house.time()
        values = (
            id, guest.id, guest.name, game.name, text.title, kind, "mine", now, now, 1, text.digest,
            *figures(text),
        )  # fmt: skip
        marks = ", ".join("?" * len(values))
        await surely(
            self.store.write(
                (f"insert into works ({COLUMNS}) values ({marks})", values),
                *kept(game.name, id, 1, text, now),
            )
        )
        return self.find(guest, id)

    async def save(self, guest: Guest, work: wm.WorkInfo, after: int, text: Written) -> wm.WorkInfo:
        """A new version; one that says the same as the last is none."""
        if after != work.version:
            raise Refusal(409, MEANWHILE)
        if text.digest == work.digest:
            return work
        if work.version >= MOST_VERSIONS:
            raise Mistake(f"This work has {MOST_VERSIONS} versions: fork it to go on.")
        if self.house.operating.is_full:
            raise Mistake("The house has no room for another version at the moment.")
        number, now = work.version + 1, self.house.time()
        statement = (
            "update works set title = ?, changed = ?, version = ?, digest = ?, ok = ?, todo = ?, "
            "unplayed = ?, by_name = ? where id = ?"
        )
        values = (text.title, now, number, text.digest, *figures(text), guest.name, work.id)
        try:
            await surely(self.store.write(*kept(work.game, work.id, number, text, now), (statement, values)))
        except sqlite3.IntegrityError:
            raise Refusal(409, MEANWHILE) from None
        return self.find(guest, work.id)

    async def share(self, guest: Guest, work: wm.WorkInfo, shared: wm.Shared) -> wm.WorkInfo:
        if shared != "mine" and work.kind == "box":
            raise Mistake(PRIVATE_BOX)
        if shared == "listed" and not self.listing:
            raise Mistake(NOT_LISTED)
        await surely(self.store.write(("update works set shared = ? where id = ?", (shared, work.id))))
        return self.find(guest, work.id)

    async def remove(self, work: wm.WorkInfo) -> None:
        await surely(self.store.write(*removing(self.store, work.id, work.game)))


def info(row: tuple[object, ...], guest: Guest) -> wm.WorkInfo:
    id, owner, by, game, title, kind, shared, made, changed, version, digest, ok, todo, unplayed = row
    return wm.WorkInfo(
        id=str(id), game=str(game), title=str(title), kind=kind, shared=shared,  # type: ignore[arg-type]
        mine=owner == guest.id, by=str(by), version=version, digest=str(digest), made=made,  # type: ignore[arg-type]
        changed=changed, ok=bool(ok), todo=todo, unplayed=unplayed,  # type: ignore[arg-type]
    )  # fmt: skip


def figures(text: Written) -> tuple[int, int, int]:
    return int(text.checked.ok), text.checked.todo.entries, len(text.checked.unplayed)


def kept(game: str, work: str, number: int, text: Written, now: float) -> list[Statement]:
    return [
        (KEPT_TEXT, (game, text.digest, text.name, text.text)),
        (
            "insert into versions (work, number, game, digest, made) values (?, ?, ?, ?, ?)",
            (work, number, game, text.digest, now),
        ),
    ]
