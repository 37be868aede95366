"""Several processes on one house: each table belongs to one of them at a time.

A process has a lease by the database's clock, which it renews all the time. Who wants a table takes it,
unless a process has it whose lease runs. Taking it counts its epoch up, and every append names the epoch
(`held`, in postgres.py): so who was late, asleep or cut off writes nothing any more, whatever it believes.
What others must know stands in `news`; a notification only says that there is some.
"""

import asyncio
import contextlib
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
import psycopg

import fabletop
from fabletop.server.alone import Alone, Duty, Elsewhere
from fabletop.server.health import AT_THE_MOMENT, WORDS
from fabletop.server.limits import Counts
from fabletop.server.logs import log
from fabletop.server.postgres import CHANNEL, LOST, Connection, NotOurs, PostgresStore, connected
from fabletop.server.store import Statement
from fabletop.server.thinking import Helpers

if TYPE_CHECKING:
    from fabletop.server.house import House

LEASE = 3.0  # seconds
BEAT = 0.5  # seconds between renewals
PATIENCE = 1.0  # seconds for one of them
MISSED = 1.0  # seconds without one, after which who cannot be reached is gone
LOOK = 0.1  # seconds between looks whether somebody is gone
REMEMBERED = 24 * 3600  # seconds for which it is known until when a process was there
FORGOTTEN = 600  # seconds after which news are old
OVERTAKEN = 100  # news that may be committed after later ones
SIDE_BY_SIDE = 20  # counts that may be
TAKEN = "taken "  # and the code of a table: what the claim of one says that another process had
HOUSE = "*"  # the table that stands for what one process does for all
RELEASE = int("{:0>2}{:0>2}{:0>2}".format(*re.findall(r"\d+", fabletop.__version__)))  # 0.2.0: 200

NOW = "extract(epoch from clock_timestamp())"
BEGIN = (
    "insert into processes (id, kind, address, release, began, seen, until) "
    f"values (%s, %s, %s, %s, %s, %s, {NOW} + %s)"
)
RENEW = f"update processes set until = {NOW} + %s, seen = %s where id = %s and until > {NOW}"
THINKERS = f"select address from processes where kind = 'thinker' and until > {NOW}"
NEWS = "select id, process, body from news where id > %s order by id"
SIGNED_OFF = "update processes set until = 0 where kind = 'server' and address = %s and until > 0"
LEFT = f"select max(until) - {NOW} from processes where kind = 'server' and address = %s"
SPENT = (
    f"with old as (delete from spent where process = %s and time < {NOW} - 10) "
    f"insert into spent (process, time, body) values (%s, {NOW}, %s)"
)
SPENT_SINCE = "select id, process, body from spent where id > %s order by id"
FOUND = (  # only by who is there: what a process without a lease wrote, nobody would look after
    "insert into owners (code, process, epoch) "
    f"select ?, id, 1 from processes where id = ? and until > {NOW}",
    "insert into reigns (code, epoch, process, since) values (?, 1, ?, ?)",
    "insert into needs (code, release) values (?, ?)",
)

encode = msgspec.msgpack.Encoder().encode
decode_counts = msgspec.msgpack.Decoder(Counts).decode


class Cluster(Alone):
    def __init__(self, house: "House", store: PostgresStore) -> None:
        super().__init__(house)
        self.store = store
        self.address = ""
        self.line: Connection | None = None  # for the lease: nobody else's questions hold it up
        self.renewed = time.monotonic()
        self.read_up_to = 0
        self.heard: set[int] = set()
        self.counted_up_to = 0
        self.counted: dict[str, int] = {}  # by process, for these may be committed in any order
        self.told_open = False
        self.leading: list[asyncio.Task[None]] = []
        self.stir = asyncio.Event()
        self.helpers = Helpers(lambda: house.keyring.secret)
        self.thinkers: set[str] = set()
        self.watched: dict[str, asyncio.Task[None]] = {}  # by address: servers that did not answer
        self.closed = False

    @property
    def process(self) -> str:
        return self.store.process

    def name_anew(self) -> None:
        self.store.process = secrets.token_hex(8)
        self.store.epochs.clear()

    # --- Our lease ---------------------------------------------------------------------------------

    def begin(self, address: str) -> None:
        self.address = address
        self.name_anew()
        with contextlib.suppress(sqlite3.Error):  # if the database is away, we sign in when it is back
            row = self.store.run("select coalesce(max(id), 0) from news")
            self.read_up_to = row[0] if row else 0
            self.heard = set(range(max(0, self.read_up_to - OVERTAKEN), self.read_up_to + 1))
            self.sign_in()
        self.house.thinkers.elsewhere = self.helpers.ask
        threading.Thread(target=self.listen, args=(asyncio.get_running_loop(),), daemon=True).start()

    def sign_in(self) -> None:
        now = self.house.time()
        values = (self.process, "server", self.address, RELEASE, now, now, LEASE)
        if self.address:
            self.store.run(SIGNED_OFF, self.address)  # whoever was here before us is not any more
        self.store.run(BEGIN, *values)
        self.renewed = time.monotonic()

    async def run(self, duties: Iterable[Duty]) -> None:
        """Renew the lease; hear the news; and do what one does for all, if it is us."""
        await asyncio.gather(self.renew_on(duties), self.give_up_in_time())

    async def renew_on(self, duties: Iterable[Duty]) -> None:
        while True:
            try:
                news = await asyncio.to_thread(self.renew)
                self.renewed = time.monotonic()
                self.say("")
                self.hear(news)
                await self.count_together()
                self.lead(duties)
                self.helpers.know(self.thinkers)
            except Buried:
                log("warning", "others took over: this process begins anew")
                self.step_down()
                with contextlib.suppress(Exception):
                    self.sign_in()
            except Exception as error:
                self.without_database(error)
            self.stir.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stir.wait(), BEAT)

    def renew(self) -> list[tuple[int, str, str]]:
        """In a thread of its own; returns what others have to say."""
        try:
            if self.line is None or self.line.closed:
                self.line = connected(self.store.url, patience=PATIENCE)
            done = self.line.execute(RENEW, [LEASE, self.house.time(), self.process])
            if done.rowcount == 0:
                self.store.is_away = False
                raise Buried
            self.thinkers = {address for (address,) in self.line.execute(THINKERS).fetchall()}
            news = self.line.execute(NEWS, [self.read_up_to - OVERTAKEN]).fetchall()
        except psycopg.Error:
            self.store.is_away = True
            raise
        self.store.is_away = False
        return news

    def without_database(self, error: Exception) -> None:
        """Pages say so."""
        if not self.trouble:
            log("warning", "the database does not answer", error=error)
        self.say(f"{AT_THE_MOMENT}: {WORDS[LOST]}. The game goes on when it is back.")

    async def give_up_in_time(self) -> None:
        """When our lease has run out, pages look for another process, whatever we wait for meanwhile."""
        while True:
            await asyncio.sleep(LOOK)
            if time.monotonic() - self.renewed > LEASE and (self.house.rooms or self.leading):
                log("warning", "the lease could not be renewed")
                self.step_down()

    def say(self, words: str) -> None:
        if words != self.trouble:
            self.trouble = words
            self.house.tell_all()

    def step_down(self) -> None:
        """Nothing is ours any more: whoever is here comes again, here or elsewhere."""
        for task in self.leading:
            task.cancel()
        self.leading = []
        self.name_anew()
        for code in list(self.house.rooms):
            self.house.step_down(code)

    # --- Tables ------------------------------------------------------------------------------------

    def claim(self, code: str, forced: bool = False) -> None:
        by = self.process
        if not by:
            return  # an operator's act, while no server runs
        row = self.store.run(
            "select epoch, address from claim(%s, %s, %s, %s, %s)",
            *(code, by, forced, self.house.time(), RELEASE),
        )
        epoch, address = row or (0, "")
        if epoch <= 0:
            raise Elsewhere(address)
        self.store.epochs[code] = epoch
        if by != self.process:  # it may be in a thread, and we have begun anew meanwhile
            self.store.epochs.pop(code, None)
            raise Elsewhere

    def is_ours(self, code: str) -> bool:
        return not self.process or code in self.store.epochs

    def is_silent(self, address: str) -> bool:
        return address in self.watched

    async def until_gone(self, address: str) -> None:
        """The server that does not answer there has no lease any more, or is there again."""
        task = self.watched.get(address)
        if task is None:
            task = self.watched[address] = asyncio.create_task(self.watch(address))
            task.add_done_callback(lambda _: self.watched.pop(address, None))
        with contextlib.suppress(sqlite3.Error):
            await asyncio.shield(task)

    async def watch(self, address: str) -> None:
        while True:
            await asyncio.sleep(LOOK)
            row = self.store.run(LEFT, address)
            left = (row[0] if row else None) or 0.0
            if left <= 0 or left > LEASE - BEAT:
                return
            if left < LEASE - MISSED and await refuses(address):
                log("warning", "nobody is at the address of a server: its tables are anybody's", at=address)
                self.store.run(SIGNED_OFF, address)
                return

    def release(self, codes: Iterable[str]) -> None:
        for code in codes:
            epoch = self.store.epochs.pop(code, None)
            if epoch is not None:
                statement = "update owners set process = '' where code = ? and process = ? and epoch = ?"
                done = self.store.write((statement, (code, self.process, epoch)))
                done.add_done_callback(lambda done: done.cancelled() or done.exception())

    def is_unsure(self, error: Exception) -> bool:
        return isinstance(error, NotOurs) or getattr(error, "sqlite_errorname", "") == LOST

    async def is_back_after(self, error: Exception) -> bool:
        if not isinstance(error, NotOurs):
            return False
        since = time.monotonic()
        while self.renewed < since and time.monotonic() < since + LEASE:
            await asyncio.sleep(LOOK)
        return self.renewed >= since

    def founding(self, code: str, made: float) -> list[Statement]:
        if not self.process:
            return []
        self.store.epochs[code] = 1
        owned, began, needs = FOUND
        return [
            (owned, (code, self.process)),
            (began, (code, self.process, made)),
            (needs, (code, RELEASE)),
        ]

    def was_there_until(self, code: str, since: float) -> float | None:
        query = (
            "select seen from reigns r join processes p on p.id = r.process "
            "where r.code = ? and r.since <= ? order by r.epoch desc limit 1"
        )
        row = self.store.row(query, code, since)
        return None if row is None else float(row[0])

    # --- What one does for all ---------------------------------------------------------------------

    def lead(self, duties: Iterable[Duty]) -> None:
        if self.leading or self.closed:
            return
        try:
            self.claim(HOUSE)
        except Elsewhere:
            return
        log("info", "this process looks after the house")
        self.leading = [asyncio.ensure_future(keep_at(duty)) for duty in (*duties, self.sweep_on)]

    async def sweep_on(self) -> None:
        while True:
            now = self.house.time()
            await self.store.write(
                ("delete from processes where seen < ?", (now - REMEMBERED,)),
                ("delete from news where time < ?", (now - FORGOTTEN,)),
                ("delete from spent where time < ?", (now - FORGOTTEN,)),
                ("delete from briefly where until < ?", (now - FORGOTTEN,)),
                ("delete from owners where code != ? and code not in (select code from tables)", (HOUSE,)),
                ("delete from reigns where code not in (select code from owners)", ()),
                ("delete from needs where code not in (select code from tables)", ()),
                ("delete from reigns where process not in (select id from processes)", ()),
            )
            await asyncio.sleep(FORGOTTEN)

    # --- News --------------------------------------------------------------------------------------

    def hear(self, news: list[tuple[int, str, str]]) -> None:
        """What others have changed; and which of our tables they took."""
        for number, process, body in news:
            is_new = number not in self.heard
            self.heard.add(number)
            self.read_up_to = max(self.read_up_to, number)
            if is_new and process != self.process:
                if body.startswith(TAKEN):
                    self.store.epochs.pop(body.removeprefix(TAKEN), None)
                self.house.read_anew(body.split())
        self.heard = {number for number in self.heard if number > self.read_up_to - OVERTAKEN}

    async def count_together(self) -> None:
        """What people have taken of their limits, here and elsewhere."""
        limits = self.house.limits
        for number, process, body in await asyncio.to_thread(self.exchange, limits.told_others()):
            self.counted_up_to = max(self.counted_up_to, number)
            if process != self.process and number > self.counted.get(process, 0):
                self.counted[process] = number
                limits.hear(process, decode_counts(body))

    def exchange(self, counts: Counts) -> list[tuple[int, str, bytes]]:
        """In a thread of its own."""
        assert self.line is not None
        if counts.taken or counts.open or self.told_open:
            self.told_open = bool(counts.open)  # that there are none any more is told once
            self.line.execute(SPENT, [self.process, self.process, encode(counts)])
        return self.line.execute(SPENT_SINCE, [self.counted_up_to - SIDE_BY_SIDE]).fetchall()

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """A thread: woken by the database, it wakes us."""
        while not self.closed:
            try:
                with psycopg.connect(self.store.url, autocommit=True, connect_timeout=2) as line:
                    line.execute(f"listen {CHANNEL}")
                    while not self.closed:
                        for _ in line.notifies(timeout=5.0, stop_after=1):
                            loop.call_soon_threadsafe(self.stir.set)
            except (psycopg.Error, RuntimeError):
                time.sleep(1.0)

    # --- The end -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Others may take what was ours at once."""
        self.closed = True
        if not self.process:
            return
        for task in self.leading:
            task.cancel()
        gone: Any = self.store.write(
            ("update owners set process = '' where process = ?", (self.process,)),
            ("update processes set until = 0, seen = ? where id = ?", (self.house.time(), self.process)),
        )
        gone.add_done_callback(lambda done: done.cancelled() or done.exception())


async def keep_at(duty: Duty) -> None:
    """Also when the database was away for a moment."""
    while True:
        try:
            return await duty()
        except Exception as error:
            log("warning", "a duty is begun again", error=error)
            await asyncio.sleep(LEASE)


async def refuses(address: str) -> bool:
    """Whether nobody listens there. Who sleeps, or is behind a line that was cut, does not say so."""
    host, _, port = address.rpartition(":")
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, int(port)), LOOK)
        writer.close()
    except ConnectionRefusedError:
        return True
    except (OSError, TimeoutError, ValueError):
        pass
    return False


class Buried(Exception):
    """Our lease ran out, or was ended."""
