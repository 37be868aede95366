"""Looks after tables over days while nobody is there: tells people once a turn, reminds, ends.

All it knows stands in the database, so that a restart neither forgets nor repeats: a turn says whether its
person was told, in the same commit in which the notice is put into the outbox.
"""

import asyncio
import contextlib
import math
from typing import TYPE_CHECKING

import msgspec

from fabletop.kernel.question import Mistake
from fabletop.server.logs import log
from fabletop.server.notices.outbox import Outbox, Ways, putting
from fabletop.server.notices.telling import Person, Telling
from fabletop.server.notices.waiting import Turn, turns_where
from fabletop.server.notices.words import Item, game_of
from fabletop.server.room import Room
from fabletop.server.store import Statement, surely

if TYPE_CHECKING:
    from fabletop.server.house import House

EVERY = 10.0  # seconds between looks
GATHERED = 60.0  # seconds after which somebody who has not looked is told
APART = 900.0  # seconds between two notices to one person
DAY = 24 * 3600
LAST_WORD = 3600.0  # seconds: a reminder that quiet hours would delay to less than that comes before them
AT_ONCE = 200  # turns in one look
NEVER = 1e18
ENDLESS = "json_extract(cast(opening as text), '$.turn_seconds') >= 3600 or "
UNWATCHED = (
    f"select code from tables where status = 'playing' and ({ENDLESS}"
    "coalesce(json_extract(cast(opening as text), '$.game_seconds'), 0) > 0) "
    "and code not in (select code from turns)"
)


class Watch:
    def __init__(self, house: "House") -> None:
        self.house = house
        self.store = house.store
        self.telling = Telling(house.store)
        self.ways = Ways()
        self.outbox = Outbox(self)
        self.looking = asyncio.Lock()

    @property
    def is_ticking(self) -> bool:
        """Whether somebody's days run out."""
        return self.store.row("select 1 from turns where time is not null limit 1") is not None

    async def watch_on(self) -> None:
        awake = False
        while True:
            try:
                if not awake:
                    await self.wake()
                    awake = True
                await self.look()
                await self.outbox.send()
            except Exception as error:  # the disk may be full; there is another look
                log("error", "notices could not be seen to", error=error)
                self.house.count("errors")
            await self.house.sleep(EVERY)

    async def wake(self) -> None:
        """Tables over days go on although nobody has come yet since the server began: bots, and clocks."""
        for (code,) in self.store.rows(UNWATCHED):
            room = await self.room(code)
            if room is not None:
                await room.wake()

    async def room(self, code: str) -> Room | None:
        try:
            return await self.house.room(code)
        except Mistake:  # it is closed, or elsewhere, or cannot be opened: the log has said so
            return None

    # --- What is due -------------------------------------------------------------------------------

    async def look(self) -> None:
        async with self.looking:  # whoever looks a second time sees what was told the first time
            now = self.house.time()
            for turn in turns_where(self.store, "next <= ? order by next limit ?", now, AT_ONCE):
                await self.see_to(turn)

    async def see_to(self, turn: Turn) -> None:
        left = self.left(turn)
        if left is not None and left <= 0:
            await self.time_is_up(turn)
            return
        person, now = self.telling.of(turn.guest), self.house.time()
        if min(self.notice_at(turn, person), self.reminder_at(turn, person, left)) <= now:
            await self.tell(person)
        else:
            await surely(self.store.write(self.later(turn, person)))

    def left(self, turn: Turn) -> float | None:
        """How many seconds of a turn are left; None: as long as it takes."""
        if turn.time is None:
            return None
        asked = turns_where(self.store, "code = ?", turn.code)
        return turn.time - self.house.days.passed(turn.since, (one.guest for one in asked))

    def notice_at(self, turn: Turn, person: Person) -> float:
        if turn.seen or turn.told:
            return math.inf
        when = max(turn.since + GATHERED, person.last + APART)
        quiet = person.quiet(max(when, self.house.time()))
        return when if quiet is None else quiet[1]

    def reminder_at(self, turn: Turn, person: Person, left: float | None) -> float:
        """When a quarter of the time is left, or a day; before quiet hours, if after them it is too late."""
        if turn.time is None or left is None or turn.reminded:
            return math.inf
        now = self.house.time()
        when = max(now + left - min(DAY, turn.time / 4), person.last + APART)
        quiet = person.quiet(max(when, now))
        if quiet is None:
            return when
        begins, ends = quiet
        is_early_enough = ends <= now + left - LAST_WORD
        return ends if is_early_enough or begins <= now else max(begins - 60, person.last + APART)

    def later(self, turn: Turn, person: Person) -> Statement:
        """When to look at this turn again; a clock that is stopped meanwhile only makes that too soon."""
        left = self.left(turn)
        when = min(self.notice_at(turn, person), self.reminder_at(turn, person, left))
        if left is not None:
            when = min(when, self.house.time() + left)
        return (
            "update turns set next = ? where code = ? and seat = ?",
            (min(when, NEVER), turn.code, turn.seat),
        )

    async def time_is_up(self, turn: Turn) -> None:
        with contextlib.suppress(Mistake):
            room = await self.house.take_over(turn.code)
            if room is not None:
                await room.autoplay.days_are_up()
        if self.stands(turn):  # it could not be ended
            again: Statement = (
                "update turns set next = ? where code = ? and seat = ?",
                (self.house.time() + 60, turn.code, turn.seat),
            )
            await surely(self.store.write(again))

    def stands(self, turn: Turn) -> Turn | None:
        """The same turn as it is now; None if it was answered."""
        found = turns_where(
            self.store, "code = ? and seat = ? and number = ?", turn.code, turn.seat, turn.number
        )
        return found[0] if found and found[0].guest == turn.guest else None

    # --- Telling -----------------------------------------------------------------------------------

    async def tell(self, person: Person) -> None:
        """Put one notice into the outbox, about all that this person has not been told."""
        now = self.house.time()
        statements: list[Statement] = []
        about = []
        for turn in turns_where(self.store, "guest = ? order by since", person.guest):
            is_news = not (turn.seen or turn.told)
            is_urgent = self.reminder_at(turn, person, self.left(turn)) <= now
            if not (is_news or is_urgent) or await self.goes_on_by_itself(turn):
                continue
            after = turn._replace(told=True, reminded=turn.reminded or is_urgent)
            if not self.looks(turn):
                about.append((turn.code, turn.number, "reminder" if is_urgent else "turn"))
            values = (after.told, after.reminded, turn.code, turn.seat)
            statements.append(("update turns set told = ?, reminded = ? where code = ? and seat = ?", values))
            statements.append(self.later(after, person))
        if about:
            body = msgspec.json.encode(about).decode()
            statements += putting(person, self.telling.browsers(person.guest), self.ways, body, now)
            statements += self.telling.change(person.guest, last=now)
        await surely(self.store.write(*statements))

    async def goes_on_by_itself(self, turn: Turn) -> bool:
        """Whether it is a window that its person lets pass: a restart may have kept it open."""
        room = await self.room(turn.code)
        if room is None:
            return False
        await room.wake()
        return room.autoplay.is_next("window")

    def looks(self, turn: Turn) -> bool:
        room = self.house.rooms.get(turn.code)
        return room is not None and room.is_looking(turn.guest)

    def items(self, guest: str, about: str) -> list[Item]:
        """What a notice in the outbox would say now: without what was answered or looked at since."""
        found = []
        for code, number, kind in msgspec.json.decode(about, type=list[tuple[str, int, str]]):
            for turn in turns_where(self.store, "code = ? and guest = ? and number = ?", code, guest, number):
                game = game_of(self.store, turn)
                if game is None or self.looks(turn) or (kind == "turn" and turn.seen):
                    continue
                found.append(Item(turn, "reminder" if kind == "reminder" else "turn", self.left(turn), game))
        return found
