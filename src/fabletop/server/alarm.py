"""The hidden clock of a game, where people play together: it rings when its time is up.

The state alone knows when that is (State.alarm); nobody else learns it, and nothing is told before. The clock
goes while whoever is asked can act: a person who is here, or a bot for no longer than its pace. What has
passed stands with every answer in the log, and by itself where the clock stops or goes on for another reason.
"""

import asyncio
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fabletop.kernel.state import LATER, STILL, State
from fabletop.server import events as ev
from fabletop.server.logs import log
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.room import Room

AGAIN = 2.0  # seconds until what failed is tried again


class Alarm:
    def __init__(self, room: "Room") -> None:
        self.room = room
        self.house = room.house
        self.plays = room.table.plays  # the position that is thought about
        self.counted: float = self.house.time_counted(room.table)  # milliseconds of it, up to `since`
        self.since: float | None = None  # when the clock last went on; None: it stands
        self.shown = 0.0  # when all have seen what happened: time runs from then on
        self.noted = False  # whether the log says since when it goes; one that was just opened must say so
        self.task: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        return self.room.table

    # --- What is so --------------------------------------------------------------------------------

    @property
    def limit(self) -> int:
        """After how many milliseconds it rings, STILL or LATER: hidden truth."""
        return int(self.table.session.state.alarm()) if self.table.status == "playing" else STILL

    @property
    def should_go(self) -> bool:
        if self.limit == STILL or self.table.paused:
            return False
        chair = self.table.chairs[self.table.asked[0]]
        return not chair.answers or self.room.is_here(chair.guest)

    @property
    def most(self) -> float:
        """So many seconds at most are counted before an answer: bots are not late because we are."""
        seat = self.table.asked[0]
        return math.inf if self.table.chairs[seat].answers else self.room.autoplay.step(seat)

    @property
    def spent(self) -> int:
        """Milliseconds that whoever is asked has had for this position."""
        return self.table.session.owed if self.table.plays != self.plays else int(self.exactly)

    @property
    def exactly(self) -> float:
        passed = 0.0 if self.since is None else min(self.house.now() - self.since, self.most)
        return self.counted + 1000 * max(0.0, passed)

    def as_of_now(self) -> State:
        """The game, for those who think about it: they know how long nothing has happened."""
        state, limit = self.table.session.state, self.limit
        spent = 0 if limit == STILL else min(self.spent, limit - 1)
        if spent > 0:
            state = state.clone()
            state.pass_time(spent)
        return state

    @property
    def due(self) -> float | None:
        """When it rings, if nobody answers before."""
        limit = self.limit
        if self.since is None or not STILL < limit < LATER:
            return None
        left = max(0.0, limit - self.counted) / 1000
        return None if left > self.most else self.since + left

    # --- What the log is told ------------------------------------------------------------------------

    def stamped(self, event: ev.Event) -> ev.Event:
        """An answer, with the time that was spent on it."""
        if isinstance(event, ev.Answered) and self.limit != STILL:
            return replace(event, spent=self.spent)
        return event

    def consequences(self) -> Iterator[ev.Event]:
        """What follows at once from what has just been applied; apply each before asking for the next."""
        while self.limit == 0:
            yield ev.Rang()
        timed = self.timed()
        if timed is not None:
            yield timed

    def timed(self) -> ev.Timed | None:
        """What the log does not know: that the clock has stopped, or goes on."""
        goes = self.should_go
        if self.limit == STILL or (goes == self.table.time_runs and (self.noted or not goes)):
            return None
        return ev.Timed(self.spent, goes)

    # --- How it goes on ------------------------------------------------------------------------------

    async def attend(self) -> None:
        """Somebody came or went. If that cannot be kept, the clock stops or goes on all the same."""
        if self.timed() is None or self.room.ended:
            self.wind()
            return
        try:
            await self.room.carry_out([], None)
        except Exception as error:
            self.failed(error)
            self.wind()
            self.noted = False

    def wind(self) -> None:
        """Something has changed, and was kept."""
        self.noted = True
        if self.room.moved:
            return
        if self.table.plays != self.plays:
            self.plays, self.counted, self.since = self.table.plays, self.table.session.owed, None
            self.shown = self.house.now() + self.table.showing
        goes = self.should_go
        if goes != (self.since is not None):
            self.counted = self.exactly
            self.since = max(self.house.now(), self.shown) if goes else None
        self.stop()
        due = self.due
        if due is not None:
            self.task = asyncio.create_task(self.rings(due))

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None

    async def rings(self, due: float) -> None:
        try:
            await self.house.sleep(due - self.house.now())
            self.task = None  # from here on it is too late to stop it
            async with self.room.lock:
                await self.catch_up()
                if self.task is None:
                    self.wind()
        except Exception as error:
            self.failed(error)
            await self.house.sleep(AGAIN)
            self.wind()

    def failed(self, error: Exception) -> None:
        if self.room.moved:
            return
        log("error", "a table could not go on", table=self.table.code, error=error)
        self.house.count("errors")

    async def catch_up(self) -> None:
        """What is due comes before anything that is asked for after it, however late we are."""
        due = self.due
        if due is None or due > self.house.now():
            return
        await self.room.carry_out([ev.Rang()], None)
        self.room.autoplay.go_on()
        self.room.publish()
        self.house.metrics.observe("alarm", self.house.now() - due)
