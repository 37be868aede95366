"""Those who cheat at the daily deal: to know tomorrow's, to try today's twice, to see another's try."""

import asyncio
import random
from datetime import date, timedelta

from fabletop.server import messages as msg
from fabletop.server.house import House
from fabletop.server.sockets import UNKNOWN
from fabletop.server.trials.comparing import Result
from fabletop.server.trials.visitor import Answer, Page, Visitor

ALONE = ("coraline", "condyle-solo")  # dealt without bots
RACES = 4  # tries at once
NO_DAYS = ("0", "2099-01-01", "x'or'", "%00", "today")


class Hostile:
    """Whom we let loose on a server of our own."""

    def __init__(self, house: House, address: str, result: Result, luck: random.Random) -> None:
        self.house = house
        self.address = address
        self.result = result
        self.luck = luck

    def note(self, kind: str, count: int = 1) -> None:
        self.result.messages += count
        self.result.kinds[kind] += count


class Cheats(Hostile):
    def __init__(self, house: House, address: str, result: Result, luck: random.Random) -> None:
        super().__init__(house, address, result, luck)
        self.tries: list[str] = []  # tables of others' tries

    async def cheat(self) -> None:
        await self.luck.choice((self.look_ahead, self.try_again, self.spy))()

    async def guest(self) -> Visitor:
        found = Visitor(self.address)
        self.look_through(await found.get("/api/daily"))
        return found

    def look_through(self, answer: Answer) -> None:
        """No answer holds what is sealed."""
        today, told = self.house.daily.today, answer.body.decode(errors="replace")
        for day, game, seed in self.house.store.rows(
            "select day, game, seed from deals where day >= ?", today
        ):
            if seed in told:
                self.result.leaks.append(f"the seed of {game} on {day}")

    async def look_ahead(self) -> None:
        """Days to come, and today's before it is over."""
        mallory, today = await self.guest(), date.fromisoformat(self.house.daily.today)
        ahead = (today + timedelta(days=self.luck.randrange(1, 5))).isoformat()
        day = self.luck.choice((ahead, *NO_DAYS))
        game = self.luck.choice((*ALONE, "storybook", "zzz"))
        self.note("daily deal: another day", 4)
        answers = [
            await mallory.get(f"/api/daily/{day}"),
            await mallory.get(f"/api/daily/{day}/{game}/replay"),
            await mallory.get(f"/api/daily/{today}/{game}/replay"),
            await mallory.send("POST", f"/api/daily/{game}", {"day": day}),
        ]
        for answer in answers:
            self.look_through(answer)
            if answer.status not in (400, 404):
                self.result.leaks.append(f"the deal of {day}: status {answer.status}")

    async def try_again(self) -> None:
        """Several tries at once; and another one when the first is over."""
        mallory, game = await self.guest(), self.luck.choice(ALONE)
        self.note("daily deal: another try", RACES + 2)
        path = f"/api/daily/{game}"
        answers = await asyncio.gather(*(mallory.send("POST", path, {}) for _ in range(RACES)))
        codes = {answer.json()["code"] for answer in answers if answer.status == 200}
        page = await mallory.visit(min(codes))
        self.tries = [*self.tries[-20:], page.code]
        await page.do(msg.Resign)
        again = await mallory.send("POST", path, {})
        codes.add(again.json()["code"])
        await page.close()
        for answer in (*answers, again):
            self.look_through(answer)
        if len(codes) > 1:
            self.result.carried_out.append(f"{len(codes)} tries of {game} by one guest")

    async def spy(self) -> None:
        """Somebody else's try, before the day is over; also of who has tried it."""
        if not self.tries:
            return
        mallory, code = await self.guest(), self.luck.choice(self.tries)
        self.note("daily deal: another's try", 4)
        answer = await mallory.send("POST", f"/api/tables/{code}/play-on", {"number": 0})
        self.look_through(answer)
        if answer.status != 404:
            self.result.leaks.append(f"a try was played on: status {answer.status}")
        for what in ("export", "curve"):
            answer = await mallory.get(f"/api/tables/{code}/{what}")
            self.look_through(answer)
            if answer.status != 404:
                self.result.leaks.append(f"the {what} of a try: status {answer.status}")
        page = Page(mallory, code)
        page.open()
        await page.until(lambda page: page.closed is not None or page.table is not None)
        await page.close()
        if page.closed != UNKNOWN or page.table is not None:
            self.result.leaks.append("another's try was seen")
