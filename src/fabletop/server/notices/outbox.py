"""What is to be sent: kept until it has been, tried again for a while, dropped when it is of no use."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabletop.server.logs import log
from fabletop.server.notices.telling import Person
from fabletop.server.notices.tokens import confirm_link, stop_link
from fabletop.server.notices.words import Notice, notice_of
from fabletop.server.store import Statement, surely

if TYPE_CHECKING:
    from fabletop.server.notices.mail import Mail
    from fabletop.server.notices.push import Push
    from fabletop.server.notices.watch import Watch

TRIES = (60, 300, 1800, 7200, 6 * 3600)  # seconds until the next one, after each that failed
AT_ONCE = 8
FAREWELL = 5.0  # seconds for what is being sent when the server stops
PUT = "insert into outbox (guest, way, target, about, made, next) values (?, ?, ?, ?, ?, ?)"


class Failed(Exception):
    """It could not be sent now."""


class Dead(Exception):
    """Nobody is at that address any more."""


@dataclass
class Ways:
    """What the operator has switched on."""

    address: str = ""  # of this house, as people know it: https://games.example
    mail: "Mail | None" = None
    push: "Push | None" = None
    feeds: bool = False


class Letter(NamedTuple):
    id: int
    guest: str
    way: str  # "mail", "push", "confirm"
    target: str
    about: str
    made: float
    next: float
    tries: int


def putting(person: Person, browsers: Sequence[str], ways: Ways, about: str, now: float) -> list[Statement]:
    """The same notice by all ways that a person has chosen and the house has."""
    targets = [("push", endpoint) for endpoint in browsers if ways.push is not None]
    if ways.mail is not None and person.mail and person.mailed:
        targets.append(("mail", person.mail))
    return [(PUT, (person.guest, way, target, about, now, now)) for way, target in targets]


class Outbox:
    def __init__(self, watch: "Watch") -> None:
        self.watch = watch
        self.house = watch.house
        self.store = watch.store
        self.under_way: set[asyncio.Task[None]] = set()
        self.sending: set[int] = set()

    async def send(self) -> None:
        """Begin to send what is due; nobody waits for it."""
        query = "select * from outbox where next <= ? order by id limit ?"
        for row in self.store.rows(query, self.house.time(), AT_ONCE):
            letter = Letter(*row)
            if letter.id not in self.sending and len(self.under_way) < AT_ONCE:
                self.sending.add(letter.id)
                task = asyncio.create_task(self.send_one(letter))
                self.under_way.add(task)
                task.add_done_callback(self.under_way.discard)

    async def send_one(self, letter: Letter) -> None:
        """The try is counted before it is made: whoever dies over a letter does not die over it for ever."""
        try:
            wait = TRIES[min(letter.tries, len(TRIES) - 1)]
            counted = "update outbox set tries = tries + 1, next = ? where id = ?"
            await surely(self.store.write((counted, (self.house.time() + wait, letter.id))))
            outcome = await self.attempt(letter)
            if outcome != "failed" or letter.tries + 1 >= len(TRIES):
                await surely(self.store.write(*self.done(letter, outcome)))
            self.house.count("notices", way=letter.way, outcome=outcome)
        except Exception as error:
            log("error", "a notice could not be seen to", way=letter.way, error=error)
            self.house.count("errors")
        finally:
            self.sending.discard(letter.id)

    async def attempt(self, letter: Letter) -> str:
        try:
            return "sent" if await self.carry(letter) else "late"
        except Dead:
            return "dead"
        except (Failed, OSError, TimeoutError) as error:
            log(
                "warning",
                "a notice could not be sent",
                way=letter.way,
                tries=letter.tries + 1,
                why=str(error)[:200],
            )
            return "failed"

    async def carry(self, letter: Letter) -> bool:
        """Send a letter, unless it says nothing any more."""
        ways, keyring = self.watch.ways, self.house.keyring
        if letter.way == "confirm" and ways.mail is not None:
            link = confirm_link(keyring, ways.address, letter.guest, letter.target)
            await ways.mail.ask_to_confirm(letter, link, ways.address)
            return True
        notice = self.notice(letter)
        if notice is None:
            return False
        stop = stop_link(keyring, ways.address, letter.way, letter.guest)
        if letter.way == "mail" and ways.mail is not None:
            await ways.mail.tell(letter, notice, stop, ways.address)
            return True
        row = self.store.row("select p256dh, auth from subscriptions where endpoint = ?", letter.target)
        if letter.way != "push" or ways.push is None or row is None:
            return False
        await ways.push.tell(letter, notice, stop, *row)
        return True

    def notice(self, letter: Letter) -> Notice | None:
        items = self.watch.items(letter.guest, letter.about)
        return notice_of(items) if items else None

    def done(self, letter: Letter, outcome: str) -> list[Statement]:
        statements: list[Statement] = [("delete from outbox where id = ?", (letter.id,))]
        if outcome == "dead" and letter.way == "push":
            statements.append(("delete from subscriptions where endpoint = ?", (letter.target,)))
        return statements

    async def finish(self) -> None:
        """What is being sent when the server stops: cut off, it might come twice."""
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=FAREWELL)
