"""Floods: whoever wants to spoil it for others, and what somebody at another table notices of it.

The server runs in a process of its own and believes us to be a proxy, so that attackers come from where they
like: those of a flood from one network of IPv6. Meanwhile somebody plays with a bot, whose answers are timed.
"""

import asyncio
import contextlib
import itertools
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from fabletop.server import messages as msg
from fabletop.server.limits import AT_ONCE, LIMITS
from fabletop.server.lines import HALF_SENT
from fabletop.server.trials import editions
from fabletop.server.trials.deaf import Deaf
from fabletop.server.trials.running import Running
from fabletop.server.trials.visitor import Page, Visitor
from fabletop.server.trials.witness import Witness

ATTACKERS = 12
AT_MOST_SLOWER = 1.5  # times a bot's usual time
AT_MOST_MORE = 100.0  # megabytes
GONE_WITHIN = 30.0  # seconds
OURS, THEIRS = "198.51.100.7", "2001:db8:bad:{:x}::{:x}"


@dataclass
class Flood:
    name: str
    tried: int = 0
    through: int = 0  # what was let through
    kind: str = ""  # the limit that holds it back
    guests: int = 1  # of one address
    most: float = float("inf")  # that may be
    bot_answers: int = 0  # of another table meanwhile
    bot_ms: float = 0.0  # and how long they took: the median
    megabytes: float = 0.0  # of the server, afterwards
    seconds: float = 0.0

    def count(self, was_let_through: bool) -> None:
        self.through += was_let_through


@dataclass
class Floods:
    usual_ms: float = 0.0
    megabytes: float = 0.0  # before
    gone_after: float = 0.0  # seconds until the last page that did not read was gone
    seats_changed: int = 0
    answers_for_others: int = 0
    rows: list[Flood] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    editions: list[str] = field(default_factory=list)  # what hostile ones cost, and what was said of them

    def wrong(self) -> list[str]:
        found = list(self.errors)
        found += [
            f"{row.name}: {row.through} of at most {row.most:.0f}"
            for row in self.rows
            if row.through > row.most
        ]
        found += [f"{row.name}: no bot answered" for row in self.rows if not row.bot_answers]
        if self.gone_after > GONE_WITHIN:
            found.append(f"a page that does not read was there for {self.gone_after:.0f} s")
        if self.seats_changed or self.answers_for_others:
            found.append(f"{self.seats_changed} seats changed, {self.answers_for_others} answers for others")
        more = max((row.megabytes for row in self.rows), default=0.0) - self.megabytes
        return [*found, f"{more:.0f} MB more than before"] if more > AT_MOST_MORE else found

    def slow(self) -> list[str]:
        """Where a bot of another table took too long."""
        limit = AT_MOST_SLOWER * self.usual_ms
        return [
            f"{row.name}: {row.bot_ms:.0f} ms, usually {self.usual_ms:.0f}"
            for row in self.rows
            if row.bot_ms > limit
        ]

    def as_json(self) -> dict[str, Any]:
        rows = [{k: v for k, v in asdict(row).items() if v != float("inf")} for row in self.rows]
        return {**asdict(self), "rows": rows, "wrong": self.wrong(), "slow": self.slow()}


class Trial:
    def __init__(
        self, folder: Path, seconds: float, say: Callable[[str], None], only: tuple[str, ...] = ()
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.running = Running(folder, more=("--proxy", "127.0.0.1"))
        self.seconds = seconds  # of each flood
        self.say = say
        self.only = only  # these floods; none named: all
        self.result = Floods()
        self.numbers = itertools.count(1)
        self.luck = random.Random(1)
        self.until = 0.0
        self.costs = editions.Costs()

    async def run(self) -> Floods:
        self.running.start()
        try:
            await self.running.until_ready()
            self.witness = Witness(self.running.address, OURS)
            try:
                await self.measure_usual()
                for name, attack in self.attacks().items():
                    if not self.only or name in self.only:
                        await self.flood(name, attack)
            finally:
                self.witness.stop()
        finally:
            self.running.stop()
        self.result.errors += self.running.logged_errors()[:10]
        self.result.editions = self.costs.lines()
        return self.result

    def attacks(self) -> dict[str, Callable[[Flood], Awaitable[None]]]:
        return {
            "hints, over new connections": self.hints,
            "curves": self.curves,
            "pages that read nothing": self.unread,
            "sockets of one guest at once": self.sockets,
            "tables at once, and by rematch": self.tables,
            "chat, over new connections": self.chat,
            "reports": self.reports,
            "pace": self.pace,
            "a seat of one who is away": self.absence,
            "half-sent requests": self.half_sent,
            "first visits of one IPv6 network": self.strangers,
            "guessed codes": self.guesses,
            "hostile editions, checked": lambda row: editions.check_on(self, row, ATTACKERS),
            "hostile editions, kept and played": lambda row: editions.keep_on(self, row, ATTACKERS),
            "studies without end": lambda row: editions.study_on(self, row, ATTACKERS),
        }

    # --- The one who just plays --------------------------------------------------------------------------

    async def measure_usual(self) -> None:
        await asyncio.sleep(4.0)  # until it plays
        self.witness.times()
        await asyncio.sleep(self.seconds)
        _, self.result.usual_ms = self.answers()
        self.result.megabytes = self.running.usage()[1]
        self.say(f"usually a bot answers in {self.result.usual_ms:.0f} ms; {self.result.megabytes:.0f} MB")

    def answers(self) -> tuple[int, float]:
        """How many the bot gave meanwhile, and how many milliseconds it took for one: the median."""
        times = self.witness.times()
        return len(times), 1000 * statistics.median(times) if times else 0.0

    async def flood(self, name: str, attack: Callable[[Flood], Awaitable[None]]) -> None:
        row = Flood(name)
        self.witness.times()
        start = time.perf_counter()
        self.until = start + self.seconds
        await attack(row)
        await asyncio.sleep(max(0.0, self.until - time.perf_counter()))
        row.seconds = time.perf_counter() - start
        row.bot_answers, row.bot_ms = self.answers()
        if row.kind:
            row.most = allowed(row.kind, row.guests, row.seconds)
        row.megabytes = self.running.usage()[1]
        self.result.rows.append(row)
        self.say(
            f"{name}: {row.through} of {row.tried} let through; "
            f"a bot answers in {row.bot_ms:.0f} ms; {row.megabytes:.0f} MB"
        )

    # --- Those who spoil it ------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        return time.perf_counter() < self.until

    async def attacker(self, network: int = 0) -> Visitor:
        """A new guest; all of one network count as one address."""
        visitor = Visitor(self.running.address, forwarded=THEIRS.format(network, next(self.numbers)))
        await visitor.get("/api/shelf")
        return visitor

    async def all_at_once(self, work: Callable[[int], Awaitable[None]]) -> None:
        async def one(number: int) -> None:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, AssertionError):
                await work(number)

        await asyncio.gather(*(one(number) for number in range(ATTACKERS)))

    async def again(self, row: Flood, code: str, visitor: Visitor, kind: type, **fields: Any) -> None:
        """A message on a new line each time."""
        while self.is_on:
            page = await visitor.visit(code)
            for _ in range(3 if self.is_on else 0):
                row.tried += 1
                row.count((await page.do(kind, **fields)).refused is None)
            await page.close()

    async def hints(self, row: Flood) -> None:
        row.kind, row.guests = "hints", ATTACKERS

        async def one(_: int) -> None:
            visitor = await self.attacker()
            code = await visitor.make(game="storybook", seats=["me", "open"])
            other = await (await self.attacker()).visit(code)
            page = await visitor.visit(code)
            await other.do(msg.Sit, seat=1)
            await page.do(msg.Start)
            asked = page if page.options else other
            number = asked.position.number if asked.position else 0
            await self.again(row, code, asked.visitor, msg.AskHint, number=number)

        await self.all_at_once(one)

    async def curves(self, row: Flood) -> None:
        row.kind, row.guests = "curves", ATTACKERS

        async def one(number: int) -> None:
            visitor = await self.attacker(1)
            while self.is_on:
                page = await visitor.visit(
                    await visitor.make(game="storybook", seats=["me", "random"], pace=0.0)
                )
                if page.options:
                    await page.act(page.options[0].action)
                await page.do(msg.Resign)
                await page.close()
                path = f"/api/tables/{page.code}/curve"
                row.tried += 2
                row.count((await visitor.get(path)).status == 200)
                row.count((await Visitor(self.running.address).get(path)).status == 200)

        await self.all_at_once(one)

    async def unread(self, row: Flood) -> None:
        host = await self.attacker(2)
        code = await host.make(game="storybook", seats=["me", "random"])
        deaf = [Deaf(await self.attacker(2), code) for _ in range(ATTACKERS)]

        async def one(number: int) -> None:
            """One half asks again and again, the other half only stays."""
            if await deaf[number].open():
                for count in itertools.count(2) if number % 2 else ():
                    row.tried += 1
                    await deaf[number].say(msg.Hello(count, "deaf"))
                    await asyncio.sleep(0.002)

        start = time.perf_counter()
        shouting = asyncio.create_task(self.all_at_once(one))
        page = await host.visit(code)
        while page.table is None or page.table.spectators or time.perf_counter() - start < 2:
            await asyncio.sleep(0.2)
            if time.perf_counter() - start > 2 * GONE_WITHIN:
                break
        self.result.gone_after = time.perf_counter() - start
        shouting.cancel()
        await asyncio.gather(shouting, return_exceptions=True)
        for one_deaf in deaf:
            one_deaf.close()
        await page.close()

    async def sockets(self, row: Flood) -> None:
        row.most = AT_ONCE["sockets"].guest
        visitor = await self.attacker(3)
        code = await visitor.make(game="storybook")
        pages = [Page(visitor, code) for _ in range(60)]
        for page in pages:
            page.open()
        await asyncio.sleep(min(3.0, self.seconds))
        row.tried, row.through = len(pages), sum(page.table is not None for page in pages)
        for page in pages:
            await page.close()

    async def tables(self, row: Flood) -> None:
        row.kind, row.guests = "tables", 2
        visitor, other = await self.attacker(4), await self.attacker(4)
        wanted = {"game": "storybook", "seats": ["me", "random"]}
        answers = await asyncio.gather(*(visitor.send("POST", "/api/tables", wanted) for _ in range(60)))
        row.tried, row.through = 60, sum(answer.status == 200 for answer in answers)
        page = await other.visit(await other.make(**wanted))
        row.through += 1
        while self.is_on:
            row.tried += 1
            await page.do(msg.Resign)
            if (await page.do(msg.Rematch)).refused:
                break
            await page.until(lambda page: bool(page.table and page.table.rematch))
            assert page.table is not None and page.table.rematch is not None
            row.through += 1
            await page.close()
            page = await other.visit(page.table.rematch)
        await page.close()

    async def at_one_table(self, row: Flood, kind: str, network: int, message: type, **fields: Any) -> None:
        row.kind, row.guests = kind, ATTACKERS
        host = await self.attacker(network)
        code = await host.make(game="storybook", seats=["me", "open"])

        async def one(number: int) -> None:
            await self.again(row, code, await self.attacker(network), message, **fields)

        await self.all_at_once(one)

    async def chat(self, row: Flood) -> None:
        await self.at_one_table(row, "chat", 5, msg.Say, words="spam")

    async def reports(self, row: Flood) -> None:
        await self.at_one_table(row, "reports", 6, msg.Report, words="x" * 4000)

    async def pace(self, row: Flood) -> None:
        row.kind, row.guests = "changes", 1
        visitor = await self.attacker(7)
        page = await visitor.visit(await visitor.make(game="storybook", seats=["me", "random"]))
        while self.is_on:
            row.tried += 1
            row.count((await page.do(msg.Pace, seconds=row.tried % 9 + 0.5)).refused is None)
        await page.close()

    async def absence(self, row: Flood) -> None:
        """One leaves a table that waits for ever; the other wants to throw their game away."""
        row.most = 0
        villain, victim = await self.attacker(8), Visitor(self.running.address, forwarded=OURS)
        code = await villain.make(game="storybook", seats=["me", "open"], absent_seconds=0)
        page, theirs = await villain.visit(code), await victim.visit(code)
        await theirs.do(msg.Sit, seat=1)
        await page.do(msg.Start)
        await theirs.close()
        assert page.position is not None
        before = page.position.number
        while self.is_on:
            row.tried += 2
            row.count((await page.do(msg.Arrange, seat=1, holder="random")).refused is None)
            row.count((await page.do(msg.Pace, seconds=0.0)).refused is None)
            await asyncio.sleep(0.2)
        assert page.table is not None
        self.result.seats_changed += page.table.seats[1].away
        self.result.answers_for_others += page.position.number - before
        await page.close()

    async def half_sent(self, row: Flood) -> None:
        host, _, port = self.running.address.partition(":")
        lines = [await asyncio.open_connection(host, int(port)) for _ in range(200)]
        for _, writer in lines:
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        row.tried, row.most = len(lines), 0
        await asyncio.sleep(HALF_SENT + 2)
        row.through = sum(not reader.at_eof() for reader, _ in lines)
        for _, writer in lines:
            writer.close()

    async def strangers(self, row: Flood) -> None:
        row.kind, row.guests = "strangers", 1

        async def one(number: int) -> None:
            while self.is_on:
                address = THEIRS.format(9, next(self.numbers))
                row.tried += 1
                answer = await Visitor(self.running.address, forwarded=address).get("/api/shelf")
                row.count(answer.status == 200)

        await self.all_at_once(one)

    async def guesses(self, row: Flood) -> None:
        row.kind, row.guests = "guesses", ATTACKERS

        async def one(number: int) -> None:
            visitor = await self.attacker(10)
            while self.is_on:
                row.tried += 1
                code = "".join(self.luck.choices("BCDFGHJK", k=8))
                row.count((await visitor.get(f"/api/tables/{code}/export")).status == 404)

        await self.all_at_once(one)


def allowed(kind: str, guests: int, seconds: float) -> float:
    """So many in this time, by guests of one address; and a few for what is rounded."""
    limit = LIMITS[kind]
    by_guest = guests * (limit.guest.at_once + seconds * limit.guest.a_second)
    return min(by_guest, limit.address.at_once + seconds * limit.address.a_second) + 2


async def run(folder: Path, seconds: float, say: Callable[[str], None], only: tuple[str, ...] = ()) -> Floods:
    return await Trial(folder, seconds, say, only).run()
