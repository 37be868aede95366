"""How a table goes on when no person acts: bots answer, clocks run out, and who left is waited for."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from fabletop.server import events as ev
from fabletop.server.logs import log
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.room import Room

AGAIN = 2.0  # seconds until what failed is tried again


class Next(NamedTuple):
    """What will happen if nobody does anything."""

    kind: Literal["bot", "clock", "absence"]
    seats: tuple[int, ...]
    plays: int = 0  # of a bot: the position it answers


class Autoplay:
    def __init__(self, room: "Room") -> None:
        self.room = room
        self.house = room.house
        self.next: Next | None = None
        self.task: asyncio.Task[None] | None = None
        self.wound = -1  # the version with which the clock was wound that we follow
        self.stopped = bool(room.table.clock.seats)  # the clock stands still until somebody comes
        self.due = 0.0  # when the time of those who are asked, or waited for, is up

    @property
    def table(self) -> Table:
        return self.room.table

    # --- What is so --------------------------------------------------------------------------------

    @property
    def is_ticking(self) -> bool:
        return bool(self.table.clock.seats) and not self.stopped

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is about to answer."""
        return self.task is not None and self.next is not None and self.next.kind == "bot"

    def clock(self) -> float | None:
        """Seconds left to those who are asked."""
        return round(self.left, 1) if self.is_ticking else None

    def takeover(self) -> float | None:
        """Seconds until bots play for those who are waited for."""
        return self.left if self.next is not None and self.next.kind == "absence" else None

    @property
    def left(self) -> float:
        return max(0.0, self.due - self.house.now())

    # --- What comes next ---------------------------------------------------------------------------

    async def begin(self) -> None:
        """Somebody is here: what was left of a turn when the server stopped goes on."""
        if self.stopped:
            left = self.house.time_left(self.table.clock)
            await self.room.carry_out([ev.Wound(round(left, 1))], None)
            self.stopped = False
        self.go_on()

    def go_on(self) -> None:
        """See to it that a bot moves when it is a bot's question, and that time runs otherwise."""
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
        if coming is None:
            return
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
        if not table.asked() or table.paused:
            return None
        if not people:
            speaker = table.session.seat
            assert speaker is not None
            return Next("bot", (speaker,), table.plays)
        if table.agreed.turn_seconds:
            return Next("clock", people)
        return Next("absence", people) if self.is_waited_for(people) else None

    def is_waited_for(self, people: Sequence[int]) -> bool:
        """Whether all who could answer have left, and somebody who plays waits for them."""
        if not self.table.agreed.absent_seconds:
            return False
        here = {seat for seat in self.table.voters() if self.room.is_here(self.table.chairs[seat].guest)}
        return bool(here) and not here & set(people)

    # --- What happens ------------------------------------------------------------------------------

    async def happens(self, coming: Next) -> None:
        try:
            if coming.kind == "bot":
                await self.bot_moves(coming)
            else:
                await self.time_is_up(coming)
        except Exception as error:
            log("error", "a table could not go on", table=self.table.code, error=error)
            self.house.count("errors")
            await self.house.sleep(AGAIN)
            self.next = None
            self.go_on()

    async def bot_moves(self, coming: Next) -> None:
        """A bot answers, always after the same time: how long it thought could tell what it holds.

        When there is more to do than the machine can, it is a multiple of that time.
        """
        (seat,) = coming.seats
        start = self.house.now()
        action = await self.bot_answer(seat)
        step = self.step(seat)
        steps = int((self.house.now() - start) / step) + 1
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
        return max(self.pace, self.house.quickest, slot)

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
                why = "late" if coming.kind == "clock" else "absent"
                level = self.table.agreed.stand_in
                await self.room.carry_out([ev.Kept(seat, level, why) for seat in coming.seats], None)
            self.next = None
            self.go_on()
            self.room.publish()
