"""How a table goes on when no person acts: bots answer, windows pass, clocks run out, absence has an end."""

import asyncio
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from fabletop.server import events as ev
from fabletop.server.logs import log
from fabletop.server.table import Table
from fabletop.server.windows import Window, length_of

if TYPE_CHECKING:
    from fabletop.server.room import Key, Room

MACHINES = 30.0  # seconds that a bot from outside has for an answer, where the table has no clock
AGAIN = 2.0  # seconds until what failed is tried again


class Next(NamedTuple):
    """What will happen if nobody does anything."""

    kind: Literal["bot", "window", "consent", "clock", "machine", "absence"]
    seats: tuple[int, ...]
    plays: int = 0  # of a bot, a window or a machine: the position that is answered; of consent: the proposal


class Autoplay:
    def __init__(self, room: "Room") -> None:
        self.room = room
        self.house = room.house
        self.next: Next | None = None
        self.task: asyncio.Task[None] | None = None
        self.wound = -1  # the version with which the clock was wound that we follow
        clock = room.table.clock
        waits = clock.since == math.inf if room.table.agreed.is_by_days else True
        self.stopped = bool(clock.seats) and waits  # the clock stands still until somebody comes
        self.due = 0.0  # when the time of those who are asked, or waited for, is up
        self.window: Window | None = None
        self.agreed_at = 0.0  # when a group's answer is given, if nobody objects

    @property
    def table(self) -> Table:
        return self.room.table

    # --- What is so --------------------------------------------------------------------------------

    @property
    def is_ticking(self) -> bool:
        return bool(self.table.clock.seats) and not self.stopped

    @property
    def must_be_noted(self) -> bool:
        """Whether it matters to the second until when a server is there."""
        return self.is_ticking and not self.table.agreed.is_by_days

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is about to answer."""
        return self.task is not None and self.is_next("bot")

    def clock(self) -> float | None:
        """Seconds left to those who are asked."""
        return round(self.left, 1) if self.is_ticking or self.is_next("machine") else None

    def takeover(self) -> float | None:
        """Seconds until bots play for those who are waited for."""
        return self.left if self.is_next("absence") else None

    def consent(self) -> float | None:
        """Seconds until a group's answer is given, if nobody objects."""
        return max(0.0, self.agreed_at - self.house.now()) if self.is_next("consent") else None

    def is_next(self, kind: str) -> bool:
        return self.next is not None and self.next.kind == kind

    def window_left(self) -> float | None:
        """Seconds until the window closes that is asked now."""
        return max(0.0, self.window.closes - self.house.now()) if self.window is not None else None

    @property
    def left(self) -> float:
        if self.table.agreed.is_by_days:
            return 0.0 if self.stopped else self.house.days.left(self.table)
        return max(0.0, self.due - self.house.now())

    # --- What comes next ---------------------------------------------------------------------------

    async def begin(self) -> None:
        """Somebody is here: what was left of a turn when the server stopped goes on."""
        if self.stopped:
            left = self.house.time_left(self.table.code, self.table.clock)
            await self.room.carry_out([ev.Wound(round(left, 1))], None)
            self.stopped = False
        self.go_on()

    def go_on(self) -> None:
        """See to it that a bot moves when it is a bot's question, and that time runs otherwise."""
        if self.room.moved:
            return
        coming = self.coming()
        if self.table.clock.version != self.wound:
            self.wound = self.table.clock.version
            self.due = self.house.now() + self.table.clock.left
        if coming == self.next:
            return
        self.stop()
        if coming is not None and coming.kind == "bot" and self.house.operating.draining:
            coming = None  # it thinks when the house is open again
        self.next = coming
        self.open_window(coming)
        if coming is None:
            return
        if coming.kind == "clock" and self.table.agreed.is_by_days:
            return  # nobody sleeps for so long: notices/watch.py looks after it
        if coming.kind == "consent":
            assert self.table.offer is not None
            proposals = 1 if self.table.offer.instead is None else 2  # to be read and weighed
            self.agreed_at = self.house.now() + self.house.consent * proposals
        if coming.kind == "machine":
            self.due = self.house.now() + MACHINES
        if coming.kind == "absence":
            patience = [self.room.patience(self.table.chairs[seat].guest) for seat in coming.seats]
            self.due = self.house.now() + max(left or 0.0 for left in patience)
        self.task = asyncio.create_task(self.happens(coming))

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None

    def coming(self) -> Next | None:
        table = self.table
        people = tuple(table.people_asked())
        if not table.asked or table.paused:
            return None
        if not people:
            speaker = table.session.seat
            assert speaker is not None
            return Next("bot", (speaker,), table.plays)
        offer = table.offer
        if offer is not None and offer.answer is not None and not offer.sure:
            return Next("consent", people, offer.number)
        if self.passes_by_itself(people):
            return Next("window", people, table.plays)
        if table.agreed.is_clocked:
            return Next("clock", people)
        if all(table.chairs[seat].is_machine for seat in people):
            return Next("machine", people, table.plays)
        return Next("absence", people) if self.is_waited_for(people) else None

    def is_waited_for(self, people: Sequence[int]) -> bool:
        """Whether all who could answer have left, and somebody who plays waits for them."""
        if not self.table.agreed.absent_seconds:
            return False
        here = {seat for seat in self.table.voters() if self.room.is_here(self.table.chairs[seat].guest)}
        return bool(here) and not here & set(people)

    # --- Windows -----------------------------------------------------------------------------------

    def passes_by_itself(self, people: Sequence[int]) -> bool:
        """Whether it is a window that nobody holds open; but it waits for who is not here, and has not said
        that it need not."""
        table, window = self.table, self.window
        if table.passing is None:
            return False
        passed = window is not None and window.plays == table.plays and window.passed is not None
        here = all(seat in table.waived or self.room.is_here(table.chairs[seat].guest) for seat in people)
        return passed or (here and not table.held)

    def open_window(self, coming: Next | None) -> None:
        """One that was opened goes on; one that nobody is at any more will be opened anew."""
        is_open = self.window is not None and self.window.plays == self.table.plays
        if coming is not None and coming.kind == "window":
            if not is_open:
                seen = self.house.now() + self.table.showing
                length = 0.0 if self.hides_nothing() else length_of(self.table, self.house.windows)
                self.window = Window(self.table.plays, seen + length)
        elif not (is_open and self.table.held):
            self.window = None

    def hides_nothing(self) -> bool:
        """Who can only pass, alone with bots and watched by nobody, has nobody to hide that from."""
        here = {line.guest.id for line in self.room.told}
        return len(self.table.voters()) < 2 and len(here) < 2 and len(self.table.session.state.legal()) == 1

    def keeps_for_later(self, events: list[ev.Event], key: "Key") -> bool:
        """Whether that is a pass that takes effect when the window closes."""
        window = self.window
        if window is None or not window.waits_for(self.table, events, key, self.house.now()):
            return False
        self.go_on()
        return True

    async def window_closes(self, coming: Next) -> None:
        assert self.window is not None and self.table.passing is not None
        window, answer = self.window, ev.Answered(coming.seats[0], self.table.passing)
        await self.house.sleep(window.closes - self.house.now())
        self.task = None
        async with self.room.lock:
            if self.coming() == coming:
                await self.room.carry_out([answer], window.passed)
                if window.passed is None:
                    self.house.count("moves", by="window")
                self.go_on()
                self.room.publish()

    # --- What happens ------------------------------------------------------------------------------

    async def happens(self, coming: Next) -> None:
        try:
            if coming.kind == "bot":
                await self.bot_moves(coming)
            elif coming.kind == "window":
                await self.window_closes(coming)
            elif coming.kind == "consent":
                await self.silence_is_consent(coming)
            else:
                await self.time_is_up(coming)
        except Exception as error:
            if self.room.moved:
                return
            log("error", "a table could not go on", table=self.table.code, error=error)
            self.house.count("errors")
            await self.house.sleep(AGAIN)
            self.next = None
            self.go_on()

    async def silence_is_consent(self, coming: Next) -> None:
        """Nobody has objected to the answer that was proposed to a group."""
        await self.house.sleep(self.agreed_at - self.house.now())
        self.task = None
        async with self.room.lock:
            if self.coming() == coming:
                assert self.table.offer is not None
                await self.room.carry_out([self.table.offer.outcome], None)
                self.go_on()
                self.room.publish()

    async def bot_moves(self, coming: Next) -> None:
        """A bot answers, always after the same time: how long it thought could tell what it holds.

        In a window among people that is when it closes, as for them. When there is more to do than the
        machine can, it is a multiple of that time. It counts from when all have seen what happened.
        """
        (seat,) = coming.seats
        start = self.house.now() + (self.table.showing if self.pace else 0.0)
        action = await self.bot_answer(seat)
        step = self.step(seat)
        steps = int(max(0.0, self.house.now() - start) / step) + 1
        await self.house.sleep(start + steps * step - self.house.now())
        self.task = None  # from here on it is too late to stop it
        async with self.room.lock:
            await self.room.alarm.catch_up()
            if self.coming() == coming:
                await self.room.carry_out([ev.Answered(seat, action)], None)
                self.house.count("moves", by="bot")
                self.go_on()
                self.room.publish()

    def step(self, seat: int) -> float:
        """Seconds after which a bot answers, where the machine is not too busy."""
        slot = self.house.thinkers.slot(self.table.chairs[seat].level)
        return max(self.pace, self.house.quickest, slot, self.bots_window)

    @property
    def bots_window(self) -> float:
        """How long a bot's window stays open at least, where several people play."""
        in_company = self.table.passing is not None and len(self.table.voters()) > 1
        return length_of(self.table, self.house.windows) if in_company else 0.0

    @property
    def pace(self) -> float:
        """Seconds between bots' moves; nobody's game is hurried to its end while they are away."""
        table = self.table
        return max(table.pace, table.agreed.pace) if table.away(self.room.is_here) else table.pace

    async def bot_answer(self, seat: int) -> int:
        """What the lesson wants of a seat that is not the learner's, or what the bot thinks."""
        table = self.table
        step = table.lesson.step(table.length) if table.lesson else None
        if step is not None and step.action is not None and table.session.state.allows(step.action):
            return step.action
        return await self.house.think(table, seat)

    async def time_is_up(self, coming: Next) -> None:
        """Bots play on for those who did not answer in time, or did not come back."""
        await self.house.sleep(self.left)
        self.task = None
        async with self.room.lock:
            if self.coming() == coming and self.left == 0.0:
                await self.play_on_for(coming)
            self.next = None
            self.go_on()
            self.room.publish()

    async def days_are_up(self) -> None:
        """The same where days were agreed, if it is so; who looks after them may have been wrong."""
        async with self.room.lock:
            coming = self.coming()
            if coming is not None and coming.kind == "clock" and self.left == 0.0 and not self.stopped:
                await self.play_on_for(coming)
            self.go_on()
            self.room.publish()

    async def play_on_for(self, coming: Next) -> None:
        """Bots play for those who did not answer; or they have lost, where that was agreed."""
        table = self.table
        if coming.kind != "clock" or table.agreed.late == "bot":
            why = "absent" if coming.kind == "absence" else "late"
            level = table.agreed.stand_in
            await self.room.carry_out([ev.Kept(seat, level, why) for seat in coming.seats], None)
            return
        for seat in coming.seats:
            if table.status == "playing":
                given_up = table.given_up(seat)
                lost: list[ev.Event] = [ev.Resigned(seat, "late")]
                await self.room.carry_out([*lost, ev.GaveUp(given_up)] if given_up else lost, None)
