"""A table with people at it: who is connected, what they do, and what they have been told.

Whatever changes a table happens under its lock: it is checked, applied, committed, and only then told.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from msgspec import Raw, Struct

from fabletop.kernel.question import Mistake
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server import visibility
from fabletop.server.alarm import Alarm
from fabletop.server.autoplay import Autoplay
from fabletop.server.commands import Asking, Refused, decide
from fabletop.server.friends import met
from fabletop.server.guests import Guest
from fabletop.server.logs import log
from fabletop.server.notes import keeping, notes_of, opened_notes, reporting
from fabletop.server.notices.waiting import Waiting
from fabletop.server.store import Statement
from fabletop.server.table import Clock, Table
from fabletop.server.talking import advised, adviser, is_for_all, listening, remarks
from fabletop.server.thinkers import pack

if TYPE_CHECKING:
    from fabletop.server.house import House

MOST_SPECTATORS = 30  # named to the others
KEPT_SEAT = "This seat is kept for somebody else."
SENT_AWAY = "The host of this table has sent you away."
ADVICE = 0.5  # seconds that a bot thinks about what the group should do
GRACE = 20.0  # seconds that everybody waits at least for one who left

Key = tuple[str, str, int]  # guest, client, message
Setting = tuple[object, ...]


class Sent(Struct, tag="update", omit_defaults=True):
    """messages.Update with parts that are encoded already; a test compares them."""

    version: int
    table: Raw | None = None
    position: Raw | None = None
    log_from: int = 0
    log: list[msg.Line] | None = None
    chat: list[msg.Chat] | None = None
    coach: msg.Coach | None = None
    notes: msg.Notes | None = None
    open_notes: list[msg.Notes] | None = None


class Moved(Exception):
    """Another process has this table now: whoever is here connects anew, and is led there."""


class Line(Protocol):
    """What a room needs to know of a socket."""

    guest: Guest
    lagging: bool
    visible: bool  # somebody can see the page

    def push(self, data: bytes) -> None: ...

    def send_away(self, words: str) -> None: ...

    def come_again(self) -> None: ...


class Told:
    """What one socket has been told, so that only what is new is sent."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.viewer: int | None = None
        self.version = -1
        self.table = 0  # a hash of what it was told of the table: with thousands, keeping that counts
        self.setting: Setting | None = None  # in which it was told of the table
        self.plays = -1
        self.upto = -1  # the answer up to which it has the log
        self.lines = 0  # how many lines that is
        self.chats = 0
        self.whispers = 0  # how many lines had been said to sides
        self.heard_whispers = False  # it has been told them all, after the end
        self.notes: msg.Notes | None = None
        self.open_notes: list[msg.Notes] | None = None


class Room:
    def __init__(
        self, house: "House", table: Table, seen: set[Key], left: tuple[float, dict[str, float]] | None = None
    ) -> None:
        self.house = house
        self.table = table
        self.seen = seen  # messages that have been carried out
        self.lock = asyncio.Lock()
        self.told: dict[Line, Told] = {}
        self.present: Counter[str] = Counter()  # guests, and how many sockets they have here
        self.came: dict[str, float] = {}  # since when a guest is here
        self.comings = 0  # how often a socket came or went
        # When a guest who has a seat was last here; of others we know only since when they can have been.
        self.since, self.left = left or (house.now(), {})
        self.shown: dict[int | None, tuple[int, Raw]] = {}  # by viewer: the position, and of which play
        self.counts: dict[int | None, list[int]] = {}  # by viewer: lines of log up to each answer
        self.autoplay = Autoplay(self)
        self.alarm = Alarm(self)
        self.waiting = Waiting(self)
        self.unsure = False  # whether the table is as it was kept; if not, it has to be read anew
        self.hints: dict[int, asyncio.Task[msg.Hint]] = {}  # by seat: one that is thought about
        self.advice: asyncio.Task[None] | None = None  # a bot thinks about what the group should do
        self.notes: dict[str, msg.Notes] = {}  # of those who are here
        self.open_notes: list[msg.Notes] | None = None
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
            self.recall(told, hello)
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
            self.tell(told, self.setting(), self.around)
            if news:
                self.publish()

    def recall(self, told: Told, hello: msg.Hello) -> None:
        """How much of the log the page still has; what was taken back since is gone."""
        table = self.table
        told.chats = max(0, min(hello.chat, table.said))
        if not table.started or not 0 <= hello.version <= table.version:
            return
        floor = min(table.lengths[hello.version :])
        lines = self.line_counts(told.viewer)[floor]
        if hello.log >= lines:
            told.upto, told.lines = floor, lines

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
            self.note_cut(event)
            statements.append(self.house.keep(table, event, now, key if number == 0 else None))
            statements += self.house.keep_seat(table, event)
        if table.status != before and table.status != "waiting":
            statements += met(table, now)
        statements.append(self.house.keep_summary(table))
        if table.status == "over" != before:
            statements += self.house.at_the_end(table, now)
        statements += self.waiting.changes()
        done = self.house.store.write(*statements)
        try:
            self.prepare()
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

    def note_cut(self, event: ev.Event) -> None:
        """After taking back, nobody has the lines of what was taken back."""
        if not isinstance(event, ev.TakenBack):
            return
        for counts in self.counts.values():
            del counts[event.to + 1 :]
        for told in self.told.values():
            if told.upto > event.to:
                told.upto, told.lines = event.to, self.line_counts(told.viewer)[event.to]

    async def start_over(self) -> None:
        """Something was not kept: read the table anew, and tell everybody how it stands."""
        self.drop_hints()
        self.house.ratings.read_anew()
        self.table, self.seen = await self.house.read(self.table.code)
        self.waiting = Waiting(self)
        self.shown.clear()
        self.counts.clear()
        for told in self.told.values():
            told.plays, told.upto, told.lines, told.table, told.setting = -1, -1, 0, 0, None
        self.unsure = False
        self.publish()

    # --- Writing down ------------------------------------------------------------------------------

    async def write_down(self, guest: Guest, note: msg.Note) -> None:
        async with self.lock:
            before = notes_of(self.house.store, self.table, guest.id)
            await surely(self.house.store.write(keeping(self.table, guest.id, before, note)))
            self.notes[guest.id] = notes_of(self.house.store, self.table, guest.id)
            if self.table.seat_of(guest.id) is not None:
                self.open_notes = None
            self.publish()

    async def report(self, key: Key, words: str) -> None:
        statement = reporting(self.table, key, self.house.time(), words)
        await surely(self.house.store.write(statement))

    # --- Telling -----------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make what will be told, while the disk is busy."""
        if self.table.started:
            for told in self.told.values():
                self.position(self.table.seat_of(told.line.guest.id))

    def position(self, seat: int | None) -> Raw:
        found = self.shown.get(seat)
        if found is None or found[0] != self.table.plays:
            found = (self.table.plays, Raw(ev.encode(visibility.position(self.table, seat))))
            self.shown[seat] = found
        return found[1]

    def line_counts(self, seat: int | None) -> list[int]:
        counts = self.counts.setdefault(seat, [])
        if len(counts) <= self.table.length:
            for _, lines in visibility.lines_from(self.table, seat, len(counts)):
                counts.append((counts[-1] if counts else 0) + len(lines))
        return counts

    def publish(self) -> None:
        """Tell everybody what is new to them. One who reads too slowly is told all of it later."""
        if self.unsure:
            return  # it may not be as it was kept
        setting, around = self.setting(), cache(self.around)
        for told in self.told.values():
            if not told.line.lagging:
                self.tell(told, setting, around)
        self.shown.clear()  # who comes now is shown it anew: with thousands of tables, keeping it counts

    def must_be_here(self) -> None:
        if self.moved:
            raise Moved

    async def catch_up(self, line: Line) -> None:
        async with self.lock:
            if line in self.told:
                self.tell(self.told[line], self.setting(), self.around)

    def tell(self, told: Told, setting: Setting | None, around: Callable[[], visibility.Around]) -> None:
        """Send one socket what it does not know yet, if there is anything."""
        table = self.table
        seat = table.seat_of(told.line.guest.id)
        if seat != told.viewer:
            told.viewer, told.plays, told.upto, told.lines = seat, -1, -1, 0
        sent = Sent(table.version)
        if setting is None or setting != told.setting:
            told.setting = setting
            shown = ev.encode(visibility.table_for(table, told.line.guest, around()))
            if hash(shown) != told.table:
                told.table = hash(shown)
                sent.table = Raw(shown)
        if table.started and told.plays != table.plays:
            told.plays = table.plays
            sent.position = self.position(seat)
            sent.log_from, sent.log = told.lines, self.new_lines(told, seat)
            sent.coach = visibility.coach(table, seat)
        self.tell_chat(told, sent)
        self.tell_notes(told, sent)
        unheard = table.whispers - told.whispers  # of others: that something was said is nobody's business
        news = table.version - told.version > unheard or table.version < told.version
        if sent.table or sent.chat or sent.notes or sent.open_notes or news:
            told.version, told.whispers = table.version, table.whispers
            told.line.push(ev.encode(sent))

    def tell_chat(self, told: Told, sent: Sent) -> None:
        """What was said since; and when the game is over, what the sides have said among themselves."""
        table = self.table
        if table.status == "over" and table.whispers and not told.heard_whispers:
            told.chats, told.heard_whispers = 0, True
        lines = visibility.chat(table, told.viewer, told.chats)
        deaf = self.house.friends.not_heard(told.line.guest.id, table) if lines else set()
        sent.chat = [line for line in lines if not line.who or line.seat not in deaf] or None
        told.chats = table.said

    def tell_notes(self, told: Told, sent: Sent) -> None:
        notes = self.notes.get(told.line.guest.id)
        if notes is not told.notes:
            told.notes = sent.notes = notes
        if self.table.status == "over":
            if self.open_notes is None:
                self.open_notes = opened_notes(self.house.store, self.table)
            if self.open_notes is not told.open_notes:
                told.open_notes = sent.open_notes = self.open_notes

    def new_lines(self, told: Told, seat: int | None) -> list[msg.Line]:
        table = self.table
        counts = self.counts.setdefault(seat, [])
        found = []
        if told.upto >= table.length:
            return []
        for number, lines in visibility.lines_from(table, seat, told.upto + 1):
            if number == len(counts):
                counts.append((counts[-1] if counts else 0) + len(lines))
            found += lines
        told.upto = table.length
        told.lines += len(found)
        return found

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


async def surely(done: "asyncio.Future[None]") -> None:
    """Wait for a commit even when we are told to stop: it happens all the same."""
    cancelled: asyncio.CancelledError | None = None
    while not done.done():
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError as error:
            cancelled = error
        except Exception:
            break
    if cancelled is not None:
        raise cancelled
    done.result()
