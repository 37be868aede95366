"""Who wants to know a daily deal before its day, or to play today's again."""

import asyncio
import contextlib

from websockets.exceptions import WebSocketException

from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.house import House
from fabletop.server.trials.comparing import Result
from fabletop.server.trials.visitor import Answer, Page, Visitor

AT_ONCE = 5  # pages of one browser that begin today's deal
NEARBY = (1, 2, 30, -30)  # days from today that are nobody's business
ODD_DAYS = ("0", "x'or'1'='1", "9999-99-99", "..%2f..%2fsecret", "%00")


class Thieves:
    def __init__(self, house: House, address: str, result: Result) -> None:
        self.house = house
        self.address = address
        self.result = result
        self.thief = Visitor(address)
        self.told: list[bytes] = []

    async def steal(self, games: tuple[str, ...]) -> None:
        await self.ask("GET", "/api/daily")
        for game in games:
            await self.look_ahead(game)
            code = await self.play_twice(game)
            if code:
                await self.look_at(code, game)
        self.compare()

    async def ask(self, method: str, path: str, content: object = None, refused: bool = False) -> Answer:
        self.result.messages += 1
        self.result.kinds["at the daily deal"] += 1
        asked = self.thief.get(path) if method == "GET" else self.thief.send(method, path, content)
        answer = await asked
        self.told.append(answer.body)
        if answer.status >= 500:
            self.result.errors.append(f"{method} {path}: status {answer.status}")
        if refused and answer.status < 400:
            self.result.leaks.append(f"{method} {path}: status {answer.status}")
        return answer

    async def look_ahead(self, game: str) -> None:
        """Tomorrow's deal is neither shown nor played, and today's file waits for the end of the day."""
        daily = self.house.daily
        for day in (*map(daily.day, NEARBY), *ODD_DAYS):
            await self.ask("GET", f"/api/daily/{day}", refused=True)
            await self.ask("GET", f"/api/daily/{day}/{game}/replay", refused=True)
            await self.ask("POST", f"/api/daily/{game}", {"day": day}, refused=True)
        await self.ask("GET", f"/api/daily/{daily.today}/{game}/replay", refused=True)

    async def play_twice(self, game: str) -> str:
        """Several pages at once, and once more after it was given up: it is one table."""
        path = f"/api/daily/{game}"
        answers = await asyncio.gather(*(self.ask("POST", path, {"pace": 0.0}) for _ in range(AT_ONCE)))
        codes = {answer.json().get("code", "") for answer in answers}
        if len(codes) == 1:
            page = await self.thief.visit(*codes)
            await page.do(msg.Resign)
            await page.close()
            codes.add((await self.ask("POST", path, {"pace": 0.0})).json().get("code", ""))
        if len(codes) != 1 or "" in codes:
            self.result.carried_out.append(f"{game}: today's deal was played {len(codes)} times")
        return str(min(codes))

    async def look_at(self, code: str, game: str) -> None:
        """Nothing is opened to who has played it, or to anybody else, before the day is over."""
        for what in ("export", "curve"):
            await self.ask("GET", f"/api/tables/{code}/{what}", refused=True)
        stranger = Page(Visitor(self.address), code)
        await stranger.visitor.get("/api/shelf")
        stranger.open()
        with contextlib.suppress(WebSocketException, OSError, TimeoutError):
            await stranger.until(lambda page: page.closed is not None or page.table is not None)
        if stranger.table is not None:
            self.result.leaks.append(f"{game}: a stranger sat down to watch today's deal")
        await stranger.close()

    def compare(self) -> None:
        """No seed, nonce or secret of any deal was told."""
        query = "select day, game, seed, opening from deals where day >= ?"
        told = b"\n".join(self.told).decode(errors="replace")
        for day, game, seed, opening in self.house.store.rows(query, self.house.daily.today):
            hidden = (seed, ev.decode_agreed(opening).nonce)
            self.result.leaks += [f"{day} {game}: told before" for words in hidden if words in told]
