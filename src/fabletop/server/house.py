"""The house: all tables, in memory as long as somebody is there, and in the store for ever."""

import asyncio
import contextlib
import math
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from fabletop.bots.levels import in_character
from fabletop.bots.planning import Plan
from fabletop.kernel.state import STILL
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.alone import Elsewhere
from fabletop.server.commands import Refused
from fabletop.server.daily import Daily, bot_seed
from fabletop.server.days import Days
from fabletop.server.devices import Devices
from fabletop.server.friends import Friends
from fabletop.server.guests import Guest, keyring
from fabletop.server.health import PATIENCE
from fabletop.server.history import ended
from fabletop.server.keeping import edition_kept, kept, made
from fabletop.server.limits import Limits
from fabletop.server.logs import log
from fabletop.server.metrics import Metrics
from fabletop.server.new_tables import DAY, new_table, rematch
from fabletop.server.notices.watch import Watch
from fabletop.server.operating import Operating
from fabletop.server.persons import Persons
from fabletop.server.ratings import Ratings
from fabletop.server.reading import mending, read_table
from fabletop.server.records import Records, recording
from fabletop.server.room import Key, Room
from fabletop.server.store import Statement, Store, surely
from fabletop.server.table import Clock, Table, Unplayable
from fabletop.server.talking import listening
from fabletop.server.thinkers import Thinkers, pack
from fabletop.server.windows import LENGTHS

NOTED_EVERY = 60.0  # seconds: to which it is known until when a server was there, where clocks go over days
TABLES_A_DAY = 60  # unfinished ones that one guest may have begun
IDLE = 600.0  # seconds until a table without people leaves memory
HINT_SECONDS = 0.6
CONSENT = 8.0  # seconds within which those who are asked together may object to an answer
BEAT = 1.0  # seconds
QUICKEST = 0.05  # seconds: bots never answer faster
STATES = ("waiting", "playing", "over")
MOST_ABSENCES = 10_000  # tables of which it is remembered who left when


class House:
    kept_in: Callable[..., Store] = Store  # tests have houses elsewhere

    def __init__(
        self,
        folder: Path,
        thinkers: Thinkers | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        durable: bool = True,
        store: Callable[..., Store] | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.metrics = Metrics()
        self.store = (store or type(self).kept_in)(folder / "tables.sqlite", self.metrics.commit, durable)
        try:
            self.store.share_secrets()
            self.keyring = keyring(folder)  # after the database: a secret without one means that it was lost
            self.move_in(thinkers, now, sleep)
        except Exception:
            self.store.close()
            raise

    def move_in(
        self,
        thinkers: Thinkers | None,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self.cluster = self.store.company(self)  # which tables are ours
        self.operating = Operating(self.store)
        self.operating.trouble = lambda: self.cluster.trouble
        self.thinkers = thinkers or Thinkers()
        self.limits = Limits(lambda kind: self.count("limits", kind=kind))
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room | None]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.records = Records(self.store)
        self.unopened: set[str] = set()  # tables that could not be opened, as the log has said
        self.making: Counter[str] = Counter()  # tables of a guest that are not on disk yet
        self.now = now  # for clocks; grows evenly
        self.time = time.time  # for people
        self.pause = sleep
        self.quickest = QUICKEST
        self.beat_every = BEAT
        self.consent = CONSENT  # seconds that a group has to object to an answer
        self.windows = LENGTHS  # in seconds: how long those stay open that pass by themselves
        self.barred_anew: Callable[[], None] = lambda: None  # told when others may have barred somebody
        self.page = ""  # a digest of the page that people get here
        self.began = self.time()
        self.opened = now()
        self.noted = -math.inf  # when it was last noted that we are there
        self.devices = Devices(self.store, time.time)
        self.persons = Persons(self.store, time.time)
        self.friends = Friends(self.store, time.time)
        self.daily = Daily(self)
        self.ratings = Ratings(self)
        self.days = Days(self)
        self.notices = Watch(self)
        self.absences: dict[str, tuple[float, dict[str, float]]] = {}  # of tables that left memory

    async def sleep(self, seconds: float) -> None:
        await self.pause(max(0.0, seconds))

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def count(self, name: str, **labels: str) -> None:
        self.metrics.count(name, **labels)

    async def think(self, table: Table, seat: int) -> int:
        start = time.perf_counter()
        level, host, state = (
            table.chairs[seat].level,
            table.agreed.host,
            listening(table, self.rooms[table.code].alarm.as_of_now()),
        )
        if table.agreed.daily:
            seed = bot_seed(table.seed, table.length)
            action = await self.thinkers.repeat(pack(state, seat, seed), level, seed, host)
        else:
            if table.chairs[seat].holder == "bot":
                level = in_character(level, seat, table.session.game.together(table.agreed.players))
            action = await self.thinkers.choose(pack(state, seat), level, host)
        self.metrics.observe("think", time.perf_counter() - start)
        return action

    def hint(self, table: Table, seat: int) -> Coroutine[Any, Any, msg.Hint]:
        """What a strong bot would do in this very position; call it under the lock, await it outside."""
        packed = pack(listening(table, self.rooms[table.code].alarm.as_of_now()), seat)

        async def think() -> msg.Hint:
            return hint_of(await self.thinkers.plan(packed, seat, HINT_SECONDS))

        return think()

    # --- Rooms -------------------------------------------------------------------------------------

    async def room(self, code: str) -> Room | None:
        """The room of a table, read from the store if it is not in memory; None if there is no such table;
        Elsewhere, if another process has it."""
        found = self.rooms.get(code)
        if found is not None:
            found.used = self.now()
            return found
        task = self.opening.get(code)
        if task is None:
            task = asyncio.create_task(self.open_room(code))
            self.opening[code] = task
            task.add_done_callback(lambda _: self.opening.pop(code, None))
        return await asyncio.shield(task)

    def sits(self, guest: str, code: str) -> bool:
        room = self.rooms.get(code)
        if room is not None:
            return room.table.seat_of(guest) is not None
        return self.store.row("select 1 from sitting where guest = ? and code = ?", guest, code) is not None

    async def open_room(self, code: str) -> Room | None:
        if not await self.store.apart(self.take, code):
            return None
        try:
            table, seen = await self.read(code)
        except sqlite3.OperationalError:
            raise  # the database is away: the page comes again
        except Exception as error:
            self.cannot_open(code, error)
            if isinstance(error, Unplayable):
                raise
            raise Unplayable("This table cannot be opened: what was kept of it cannot be read.") from error
        self.operating.check_table(code, table.agreed)  # it may have been closed meanwhile
        await self.keep_edition(table)
        await self.mend(table)
        if not self.cluster.is_ours(code):  # not any more
            raise Elsewhere
        left = self.absences.pop(code, (self.opened, {}))
        self.rooms[code] = Room(self, table, seen, left)
        return self.rooms[code]

    def take(self, code: str) -> bool:
        """The table is ours from now on; False if there is none."""
        if self.store.row("select 1 from tables where code = ?", code) is None:
            return False
        self.operating.barred.check("table", code)
        self.cluster.claim(code)
        return True

    async def take_over(self, code: str) -> Room | None:
        """The same, but a process that has it must do without."""
        if code not in self.rooms:
            self.cluster.claim(code, forced=True)
        return await self.room(code)

    def step_down(self, code: str) -> None:
        """The table is another process's now: who is here comes again, and is led there."""
        room = self.rooms.pop(code, None)
        if room is not None:
            room.moved = True
            room.close()
            for line in list(room.told):
                line.come_again()

    def read_anew(self, changed: Sequence[str]) -> None:
        """Another process has changed what we have in memory, or taken one of our tables."""
        if changed[:1] == ["taken"]:
            self.step_down(changed[1])
        if "settings" in changed:
            self.store.share_secrets()
            self.keyring = keyring(self.store.folder)
        if "devices" in changed:
            self.devices.read_anew()
        if "holidays" in changed:
            self.days.read_anew()
        if "settings" in changed or "barred" in changed:
            self.operating.read_anew()
            self.barred_anew()
            self.tell_all()

    def tell_all(self) -> None:
        """What is shown on all pages has changed."""
        for room in list(self.rooms.values()):
            self.in_background(room.announce())

    async def read(self, code: str) -> tuple[Table, set[Key]]:
        """A table as it was kept, and which messages led to it."""
        return await read_table(self.store, code)

    async def keep_edition(self, table: Table) -> None:
        """Older versions kept no editions."""
        name, edition = table.session.game.name, table.session.opening.edition
        query = "select 1 from editions where game = ? and digest = ?"
        if self.store.row(query, name, edition.digest) is None:
            with contextlib.suppress(sqlite3.Error):  # the next who opens one will do it
                await surely(self.store.write(edition_kept(name, edition)))

    async def mend(self, table: Table) -> None:
        """A running game whose rules are no longer played goes on by today's, and its log says so."""
        event = mending(table)
        if event is not None:
            now = self.time()
            table.apply(event, now)
            await surely(self.store.write(kept(table, event, now, None), recording(table)))
            log("info", "a game goes on by mended rules", table=table.code, rules=event.rules_version)

    # --- Time --------------------------------------------------------------------------------------

    async def check(self) -> None:
        """Write something, and read it again; an error says why nothing can be kept."""
        now = self.time()
        statement = "insert or replace into runs (began, last) values (?, ?)"
        await asyncio.wait_for(self.store.write((statement, (self.began, now))), PATIENCE)
        row = self.store.row("select last from runs where began = ?", self.began)
        if row is None or row[0] < now:  # another check may have written since
            raise sqlite3.DatabaseError("what was written is not there")

    async def beat_on(self) -> None:
        """While clocks run, note that we are there: so it is known when we no longer were."""
        while True:
            await asyncio.sleep(self.beat_every)
            self.beat()

    def beat(self) -> None:
        live = any(
            room.autoplay.must_be_noted or room.alarm.since is not None for room in self.rooms.values()
        )
        if live or (self.notices.is_ticking and self.time() - self.noted >= NOTED_EVERY):
            self.noted = self.time()
            values = (self.began, self.time())
            done = self.store.write(("insert or replace into runs (began, last) values (?, ?)", values))
            done.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next one will do

    def time_left(self, code: str, clock: Clock) -> float:
        """How much of its time a clock had left when the server that wound it was last there."""
        return max(0.0, clock.left - self.was_there_after(code, clock.since))

    def time_counted(self, table: Table) -> float:
        """Milliseconds that were used of the time for this position, in a game with a hidden clock."""
        session = table.session
        went = table.status == "playing" and table.time_runs and session.state.alarm() != STILL
        return session.owed + (1000 * self.was_there_after(table.code, table.counted_from) if went else 0.0)

    def was_there_after(self, code: str, since: float) -> float:
        """For how many seconds a server was there for this table that was there then."""
        until = self.cluster.was_there_until(code, since)
        return 0.0 if until is None else max(0.0, until - since)

    def gauges(self) -> dict[str, float]:
        """How much there is of everything, for those who run the house."""
        states = dict(self.store.rows("select status, count(*) from tables group by status"))
        return {
            **{f'tables{{status="{status}"}}': states.get(status, 0) for status in STATES},
            "tables_in_memory": len(self.rooms),
            "bots_waiting": self.thinkers.waiting,
            "oldest_bot_seconds": self.thinkers.oldest,
            "writes_waiting": self.store.waiting.qsize(),
            "oldest_write_seconds": self.store.oldest,
            "database_bytes": self.store.size,
            "disk_free_bytes": shutil.disk_usage(self.store.folder).free,
            "full": self.operating.is_full,
            "draining": self.operating.draining,
        }

    def tidy(self) -> None:
        """Let tables leave memory that nobody has used for a while."""
        limit = self.now() - IDLE
        leaving = [room for room in self.rooms.values() if room.is_idle and room.used < limit]
        for room in leaving:
            del self.rooms[room.table.code]
            room.close()
            self.remember(room.table.code, room.since, room.left)
        self.in_background(self.leave([room.table for room in leaving]))

    async def leave(self, tables: list[Table]) -> None:
        await self.records.keep(tables)
        self.cluster.release(table.code for table in tables if table.code not in self.rooms)

    def remember(self, code: str, since: float, left: dict[str, float]) -> None:
        """Who left a table when, for when it is opened again."""
        self.absences[code] = (since, left)
        if len(self.absences) > MOST_ABSENCES:
            del self.absences[next(iter(self.absences))]

    # --- New tables --------------------------------------------------------------------------------

    async def make(
        self, guest: Guest, wanted: msg.NewTable, address: str = "", seed: int | None = None
    ) -> str:
        """A new table, committed; No or Mistake says why not."""
        table, events = new_table(self, guest, wanted, seed)
        more = self.ratings.opening_table(table, guest, address)
        return await self.set_up(guest, table, events, more)

    async def set_up(
        self, guest: Guest, table: Table, events: list[ev.Event], more: Sequence[Statement] = ()
    ) -> str:
        """Commit a new table of a guest, with what belongs to it."""
        if guest.is_machine:
            raise Refused("A bot sits down at a table that somebody has made.")
        self.operating.check_new_table(table.session.game.name)
        since = self.time() - DAY
        query = "select count(*) from tables where host = ? and status != 'over' and changed > ?"
        begun = self.store.row(query, guest.id, since)
        assert begun is not None
        if begun[0] + self.making[guest.id] >= TABLES_A_DAY:
            raise Refused(f"You have {begun[0]} unfinished tables of today: play one of them to its end.")
        self.making[guest.id] += 1
        try:
            try:
                await surely(self.store.write(*more, *self.statements_of(table, events)))
            except sqlite3.IntegrityError as error:
                if not await self.cluster.is_back_after(error):
                    raise
                await surely(self.store.write(*more, *self.statements_of(table, events)))
        finally:
            self.making[guest.id] -= 1
            self.making += Counter()  # keeps only those above 0
        self.rooms[table.code] = Room(self, table, set())
        self.count("tables", game=table.agreed.game)
        return table.code

    def following(self, old: Table, rated: bool, apart: set[str]) -> tuple[str, list[Statement]]:
        """The table of a rematch, and what is to be kept of it."""
        table, events = rematch(self, old, rated, apart)
        self.remember(table.code, self.now(), {})
        return table.code, self.statements_of(table, events)

    # --- Keeping -----------------------------------------------------------------------------------

    def statements_of(self, table: Table, events: list[ev.Event]) -> list[Statement]:
        """A new table, which is ours."""
        return made(table, events, self.cluster.founding(table.code, table.made))

    def becoming(self, old: Guest, new: str) -> list[Statement]:
        """A browser that was one guest is another from now on: what one has tried, both have."""
        return [*self.daily.becoming(old.id, new), *self.ratings.becoming(old, new)]

    def at_the_end(self, table: Table, now: float) -> list[Statement]:
        """What is kept once with the answer that ended a game."""
        return [
            *ended(table, now),
            *self.daily.at_the_end(table, now),
            *self.ratings.at_the_end(table, now),
        ]

    def cannot_open(self, code: str, error: Exception) -> None:
        """Say once in the log which table cannot be opened, and why."""
        if code not in self.unopened:
            self.unopened.add(code)
            why = str(error) if isinstance(error, Unplayable) else "it cannot be read"
            log("error", "a table cannot be opened", table=code, why=why, error=error)

    def close(self) -> None:
        self.noted = -math.inf
        with contextlib.suppress(sqlite3.Error):  # the database may be away
            self.beat()
            self.records.keep_at_the_end(room.table for room in self.rooms.values())
        for room in self.rooms.values():
            room.moved = True  # a bot whose answer is being kept is not to give another one
            room.close()
        self.daily.close()
        self.thinkers.close()
        self.cluster.close()
        self.store.close()


def hint_of(plan: Plan) -> msg.Hint:
    verdict, second = plan.verdict, plan.verdict.second
    visits = sum(option.visits for option in verdict.options)
    return msg.Hint(
        action=verdict.action,
        words=plan.steps[0].words,
        chance=verdict.after,
        second=plan.second,
        second_chance=second.chance if second else 0.0,
        share=max(o.visits for o in verdict.options if o.action == verdict.action) / max(1, visits),
        steps=[msg.HintStep(step.action, step.words, step.thing, step.to) for step in plan.steps],
        reasons=[msg.HintReason(reason.kind, reason.sentence) for reason in plan.reasons],
        unless=plan.unless,
    )
