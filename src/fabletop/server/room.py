"""A table with people at it: who is connected, what they do, and what they have been told.

Whatever changes a table happens under its lock: it is checked, applied, committed, and only then told.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from fabletop.kernel.question import Mistake
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server import visibility
from fabletop.server.alarm import Alarm
from fabletop.server.autoplay import Autoplay
from fabletop.server.commands import Asking, Refused, decide
from fabletop.server.friends import met
from fabletop.server.guests import Guest
from fabletop.server.keeping import kept, sat, summed_up
from fabletop.server.logs import log
from fabletop.server.notes import keeping, notes_of, reporting
from fabletop.server.notices.waiting import Waiting
from fabletop.server.store import Statement, surely
from fabletop.server.table import Clock, Table
from fabletop.server.talking import advised, adviser, is_for_all, listening, remarks
from fabletop.server.telling import Line, Setting, Telling, Told
from fabletop.server.thinkers import pack

if TYPE_CHECKING:
    from fabletop.server.house import House

MOST_SPECTATORS = 30  # named to the others
KEPT_SEAT = "This seat is kept for somebody else."
SENT_AWAY = "The host of this table has sent you away."
ADVICE = 0.5  # seconds that a bot thinks about what the group should do
GRACE = 20.0  # seconds that everybody waits at least for one who left

Key = tuple[str, str, int]  # guest, client, message


class Moved(Exception):
    """Another process has this table now: whoever is here connects anew, and is led there."""


class Room:
    def __init__(
        self, house: "House", table: Table, seen: set[Key], left: tuple[float, dict[str, float]] | None = None
    ) -> None:
        self.house = house
        self.table = table
        self.seen = seen  # messages that have been carried out
        self.lock = asyncio.Lock()
        self.telling = Telling(self)
        self.present: Counter[str] = Counter()  # guests, and how many sockets they have here
        self.came: dict[str, float] = {}  # since when a guest is here
        self.comings = 0  # how often a socket came or went
        # When a guest who has a seat was last here; of others we know only since when they can have been.
        self.since, self.left = left or (house.now(), {})
        self.autoplay = Autoplay(self)
        self.alarm = Alarm(self)
        self.waiting = Waiting(self)
        self.unsure = False  # whether the table is as it was kept; if not, it has to be read anew
        self.hints: dict[int, asyncio.Task[msg.Hint]] = {}  # by seat: about the position as it is
        self.advice: asyncio.Task[None] | None = None  # a bot thinks about what the group should do
        self.notes: dict[str, msg.Notes] = {}  # of those who are here
        self.used = house.now()
        self.ended = ""  # why nothing happens here any more
        self.moved = False  # because it goes on in another process

    # --- Coming and going --------------------------------------------------------------------------

    async def join(self, line: Line, hello: msg.Hello) -> None:
        """Tell somebody who has come, or come back, what they do not know yet."""
        async with self.lock:
            self.must_be_here()
            told = Told(line)
            told.viewer = self.table.seat_of(line.guest.id)
            self.telling.recall(told, hello)
            news = not self.is_here(line.guest.id)
            self.comings += 1
            if line not in self.told:
                self.present[line.guest.id] += 1
            self.told[line] = told
            self.left.pop(line.guest.id, None)
            self.used = self.house.now()
            self.came.setdefault(line.guest.id, self.used)
            if self.is_renamed(line.guest):
                await self.carry_out([ev.Renamed(line.guest.id, line.guest.name)], None)
                news = True
            if first := list(remarks(self.table)):
                await self.carry_out(first, None)
                news = True
            self.notes[line.guest.id] = notes_of(self.house.store, self.table, line.guest.id)
            await self.autoplay.begin()
            await self.alarm.attend()
            await self.seen_by(line)
            self.telling.tell_one(line)
            if news:
                self.publish()

    def is_renamed(self, guest: Guest) -> bool:
        seat = self.table.seat_of(guest.id)
        return seat is not None and self.table.chairs[seat].who != guest.name

    def leave(self, line: Line) -> None:
        if self.told.pop(line, None) is None:
            return
        self.used = self.house.now()
        self.comings += 1
        self.present[line.guest.id] -= 1
        if not self.is_here(line.guest.id):
            del self.present[line.guest.id]
            self.came.pop(line.guest.id, None)
            self.notes.pop(line.guest.id, None)
            if self.table.seat_of(line.guest.id) is not None:
                self.left[line.guest.id] = self.used
            self.house.in_background(self.announce())

    async def announce(self) -> None:
        """Tell those who are here who else is; whether somebody is waited for may have changed."""
        async with self.lock:
            await self.alarm.attend()
            self.autoplay.go_on()
            self.publish()

    def is_here(self, guest: str) -> bool:
        return guest in self.present and self.present[guest] > 0

    def is_looking(self, guest: str) -> bool:
        return self.is_here(guest) and any(line.visible and line.guest.id == guest for line in self.told)

    async def attend(self, line: Line, visible: bool) -> None:
        """Somebody looks at their page again, or elsewhere."""
        line.visible = visible
        async with self.lock:
            await self.seen_by(line)

    async def seen_by(self, line: Line) -> None:
        statements = self.waiting.seen_by(line.guest.id) if line.visible else []
        if statements:
            await surely(self.house.store.write(*statements))

    async def wake(self) -> None:
        """The table goes on although nobody has come: a bot moves, a window closes, a clock is noted."""
        async with self.lock:
            statements = self.waiting.changes()
            if statements:
                await surely(self.house.store.write(*statements))
            if not self.autoplay.stopped:
                self.autoplay.go_on()

    def gone(self, guest: str) -> float | None:
        """For how long a guest has not been here, as far as we know; None: is here."""
        if self.is_here(guest):
            return None
        return self.house.now() - self.left.get(guest, self.since)

    def patience(self, guest: str) -> float | None:
        """Seconds until others may let a bot play for somebody who left; None: they may not.

        It counts from when they left; but who comes to a table that nobody sat at has to wait a little, too.
        """
        agreed, gone = self.table.agreed, self.gone(guest)
        voters = [self.table.chairs[seat].guest for seat in self.table.voters()]
        waiting = [self.came[one] for one in voters if one in self.came and one != guest]
        if agreed.is_clocked or not agreed.absent_seconds or gone is None or not waiting:
            return None
        waited = self.house.now() - min(waiting)
        return max(0.0, agreed.absent_seconds - gone, min(GRACE, agreed.absent_seconds) - waited)

    def spectators(self) -> list[msg.Spectator]:
        if len(self.present) <= sum(chair.guest in self.present for chair in self.table.chairs):
            return []
        names = {
            line.guest.id: line.guest.name for line in self.told if self.table.seat_of(line.guest.id) is None
        }
        table = self.table
        listed = list(names.items())[:MOST_SPECTATORS]
        return [msg.Spectator(name, table.handle(guest), guest in table.muted) for guest, name in listed]

    def setting(self) -> Setting | None:
        """All that what is told of the table depends on, beside the position; None while some time runs."""
        table, coming = self.table, self.autoplay.next
        people = [chair.guest for chair in table.chairs if chair.holder == "person"]
        waiting = table.passing is not None or (coming is not None and coming.kind != "bot")
        if waiting or table.clock.seats or not all(map(self.is_here, people)):
            return None
        names = tuple(map(table.session.name, range(table.agreed.players)))
        offer = table.offer.number if table.offer else None
        told = (table.version - table.plays, table.taken_back, table.status, offer, names)
        return (*told, self.comings, self.house.operating.notice, self.closed)

    def around(self) -> visibility.Around:
        return visibility.Around(
            self.gone,
            self.patience,
            self.spectators(),
            self.autoplay.clock(),
            self.autoplay.takeover(),
            self.house.operating.notice,
            self.autoplay.window_left(),
            self.autoplay.consent(),
            self.house.days.holiday,
            self.closed,
            self.rating,
        )

    def rating(self, guest: str) -> msg.Rating:
        return self.house.ratings.of(guest, self.table.agreed.game).shown()

    # --- Changing ----------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether it is today's deal: nobody but who plays it may know anything of it."""
        return self.house.time() < self.table.closed_until

    async def perform(self, guest: Guest, message: msg.FromPage, key: Key, address: str = "") -> None:
        """Do what a person wants, once; Refused says why it cannot be."""
        async with self.lock:
            if key in self.seen:
                return
            self.must_be_here()
            if self.unsure:
                await self.start_over()
                if key in self.seen:  # it was kept, although nobody could tell us
                    return
            await self.alarm.catch_up()
            if isinstance(message, msg.Sit) and self.house.friends.is_unwelcome(guest.id, self.table):
                raise Refused(KEPT_SEAT)
            present = {line.guest.id: line.guest.name for line in self.told}
            asking = Asking(self.table, guest, self.is_here, self.patience, present, self.closed)
            events = decide(asking, message)
            if not events or self.autoplay.keeps_for_later(events, key):
                return
            more: list[Statement] = []
            if isinstance(message, msg.Rematch):
                more = self.follow(events)
            if isinstance(message, msg.Sit):
                more = self.house.ratings.sitting_down(self.table, guest, address)
            await self.carry_out(events, key, more)
            if isinstance(message, msg.Sit | msg.Stand):
                self.notes[guest.id] = notes_of(self.house.store, self.table, guest.id)
            for line in list(self.told):
                if line.guest.id in self.table.sent_away:
                    line.send_away(SENT_AWAY)
            self.autoplay.go_on()
            self.publish()
            if isinstance(message, msg.Say):
                self.let_advise(message.words)

    def let_advise(self, words: str) -> None:
        """A bot says what the group should do, if that was asked; one at a time."""
        seat = adviser(self.table, words.strip())
        if seat is None or (self.advice is not None and not self.advice.done()):
            return
        packed = pack(listening(self.table, self.alarm.as_of_now()), seat)
        self.advice = asyncio.create_task(self.advise(seat, packed, self.table.plays))

    async def advise(self, seat: int, packed: bytes, plays: int) -> None:
        action = None
        try:
            if is_for_all(self.table, seat):
                action = (await self.house.thinkers.consider(packed, seat, ADVICE)).action
            async with self.lock:
                if self.table.plays == plays and not self.moved and not self.ended:
                    await self.carry_out([advised(self.table, seat, action)], None)
                    self.publish()
        except Exception as error:  # nobody's game waits for it
            log("error", "a bot could not advise", table=self.table.code, error=error)

    def follow(self, events: list[ev.Event]) -> list[Statement]:
        """When all who are here want a rematch, the table that follows is made."""
        wished = {event.seat for event in events if isinstance(event, ev.Wished)}
        for seat, chair in enumerate(self.table.chairs):
            here = chair.holder == "person" and self.is_here(chair.guest) and not chair.is_machine
            if here and not chair.ready and seat not in wished:
                return []
        playing = [seat for seat, chair in enumerate(self.table.chairs) if chair.holder == "person"]
        all_wish = all(self.table.chairs[seat].ready or seat in wished for seat in playing)
        rated = self.table.agreed.rated and all_wish
        code, statements = self.house.following(self.table, rated, self.kept_apart())
        events.append(ev.Followed(code))
        return statements

    def kept_apart(self) -> set[str]:
        """Those who play, are not here, and do not want to sit with one of the others."""
        people = [chair.guest for chair in self.table.chairs if chair.holder == "person"]
        away = [guest for guest in people if not self.is_here(guest)]
        return {guest for guest in away if self.house.friends.blocks_any(guest, people)}

    async def carry_out(
        self, events: Sequence[ev.Event], key: Key | None, more: Sequence[Statement] = ()
    ) -> None:
        """Apply events and commit them. What cannot be committed has not happened."""
        self.must_be_here()
        if self.unsure:
            await self.start_over()
            raise Mistake("The table was read anew: look at it again.")
        if self.ended:
            raise Refused(self.ended)
        table, now, plays = self.table, self.house.time(), self.table.plays
        statements, before = list(more), table.status
        stamped = map(self.alarm.stamped, events)
        spent = self.spent_on(table.clock)
        for number, event in enumerate(chain(stamped, self.alarm.consequences(), spent, remarks(table))):
            table.apply(event, now)
            self.telling.note_cut(event)
            statements.append(kept(table, event, now, key if number == 0 else None))
            statements += sat(table, event)
        if table.status != before and table.status != "waiting":
            statements += met(table, now)
        statements.append(summed_up(table))
        if table.status == "over" != before:
            statements += self.house.at_the_end(table, now)
        statements += self.waiting.changes()
        done = self.house.store.write(*statements)
        try:
            self.telling.prepare()
            await surely(done)
        except Exception as error:
            self.unsure = True
            if self.house.cluster.is_unsure(error):
                self.house.step_down(table.code)
            else:
                await self.start_over()
            raise
        if key is not None:
            self.seen.add(key)
        if table.plays != plays:
            self.drop_hints()
        self.alarm.wind()
        self.used = self.house.now()

    def spent_on(self, clock: Clock) -> Iterator[ev.Event]:
        """What a turn that is over has cost of the time for the game; ask when all else is applied."""
        if self.table.agreed.game_seconds and clock.seats and clock.since < math.inf:
            used = self.house.days.used(self.table, clock)
            if self.table.clock.version != clock.version:
                yield ev.Spent(clock.seats, round(used, 1))

    def drop_hints(self) -> None:
        """The position they are about is no longer there."""
        for thinking in self.hints.values():
            thinking.cancel()
        self.hints.clear()

    async def start_over(self) -> None:
        """Something was not kept: read the table anew, and tell everybody how it stands."""
        self.drop_hints()
        self.house.ratings.read_anew()
        self.table, self.seen = await self.house.read(self.table.code)
        self.waiting = Waiting(self)
        self.telling.forget()
        self.unsure = False
        self.publish()

    # --- Writing down ------------------------------------------------------------------------------

    async def write_down(self, guest: Guest, note: msg.Note) -> None:
        async with self.lock:
            before = notes_of(self.house.store, self.table, guest.id)
            await surely(self.house.store.write(keeping(self.table, guest.id, before, note)))
            self.notes[guest.id] = notes_of(self.house.store, self.table, guest.id)
            if self.table.seat_of(guest.id) is not None:
                self.telling.open_notes = None
            self.publish()

    async def report(self, key: Key, words: str) -> None:
        statement = reporting(self.table, key, self.house.time(), words)
        await surely(self.house.store.write(statement))

    # --- Telling -----------------------------------------------------------------------------------

    @property
    def told(self) -> dict[Line, Told]:
        """Who is here, and what they know."""
        return self.telling.told

    def publish(self) -> None:
        if not self.unsure:  # or it may not be as it was kept
            self.telling.tell_all()

    async def catch_up(self, line: Line) -> None:
        async with self.lock:
            if line in self.told:
                self.telling.tell_one(line)

    def must_be_here(self) -> None:
        if self.moved:
            raise Moved

    @property
    def is_answering(self) -> bool:
        """Whether a bot thinks, or something is being kept."""
        return self.autoplay.is_thinking or self.lock.locked()

    @property
    def is_idle(self) -> bool:
        return not self.told and self.autoplay.task is None and not self.lock.locked()

    def close(self) -> None:
        self.autoplay.stop()
        self.alarm.stop()
        self.drop_hints()
        if self.advice is not None:
            self.advice.cancel()
