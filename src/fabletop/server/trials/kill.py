"""The server is killed again and again while people and bots play: nothing that was acknowledged may be lost,
nobody may be told what was not kept, and everybody goes on by themselves."""

import asyncio
import contextlib
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import fabletop
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.folder import open_store
from fabletop.server.store import Store
from fabletop.server.table import Table
from fabletop.server.trials.running import Running
from fabletop.server.trials.visitor import Page, Visitor

PATIENCE = 120.0  # seconds until a table counts as stuck
THINKS = 0.05  # seconds a person thinks, at most


@dataclass
class Told:
    """What a page was told, to be compared with what was kept."""

    acknowledged: list[tuple[str, str, int, int]] = field(
        default_factory=list
    )  # code, client, message, action
    seen: set[tuple[str, int, int]] = field(default_factory=set)  # code, version, answers given


@dataclass
class Result:
    kills: int = 0
    tables: int = 0
    games_finished: int = 0
    acknowledged: int = 0
    kept: int = 0
    reconnections: int = 0
    versions_seen: int = 0
    lost: list[str] = field(default_factory=list)  # acknowledged, but not kept
    unkept: list[str] = field(default_factory=list)  # told, but not kept
    twice: list[str] = field(default_factory=list)  # one message, two answers
    stuck: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)  # in the log of the server

    @property
    def good(self) -> bool:
        return not (self.lost or self.unkept or self.twice or self.stuck or self.errors)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "good": self.good}


class Trial:
    pace = 0.05  # seconds between bots' moves

    def __init__(self, folder: Path, tables: int, seed: int, say: Callable[[str], None]) -> None:
        self.running = Running(folder)
        self.tables = tables
        self.luck = random.Random(seed)
        self.say = say
        self.told = Told()
        self.result = Result()
        self.pages: list[Page] = []
        self.ending = False

    async def run(self, kills: int) -> Result:
        self.running.start()
        await self.running.until_ready()
        games = [self.play(number) for number in range(self.tables)]
        players = [asyncio.create_task(game) for game in games]
        try:
            for number in range(1, kills + 1):
                await self.kill_once()
                self.result.kills = number
                if number % 10 == 0:
                    self.say(f"{number} kills, {len(self.told.acknowledged)} answers acknowledged")
            await self.running.until_ready()
            await self.check_going_on()
        finally:
            self.ending = True
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            self.result.reconnections = sum(page.reconnections for page in self.pages)
            for page in self.pages:
                await page.close()
            self.running.stop()
        self.compare()
        self.result.errors = self.running.logged_errors()[:20]
        return self.result

    async def kill_once(self) -> None:
        """At any moment: mostly in the middle of play, sometimes before the server is ready again."""
        if self.luck.random() < 0.9:
            before = self.result.acknowledged
            async with asyncio.timeout(PATIENCE):
                while self.result.acknowledged == before:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(self.luck.uniform(0.0, 0.6))
        else:
            await asyncio.sleep(self.luck.uniform(0.0, 0.5))
        self.running.kill()
        self.running.start()

    # --- Playing -------------------------------------------------------------------------------------

    async def play(self, number: int) -> None:
        """One game after another, on and on: two people, a person with bots, with somebody watching."""
        names = fabletop.names()
        while not self.ending:
            game = names[number % len(names)]
            number += 1
            host = Visitor(self.running.address)
            people = 2 if number % 2 and 2 in fabletop.game(game).players else 1
            players = 2 if people == 2 else min(fabletop.game(game).players)
            seats = ["me", *(["open"] * (people - 1)), *["random"] * (players - people)]
            clock = 600 if number % 3 == 0 else 0
            made = partial(host.make, game=game, seats=seats, pace=self.pace, turn_seconds=clock)
            code = await insist(made)
            self.result.tables += 1
            pages = [await self.visit(host, code)]
            for seat in range(1, people):
                page = await self.visit(Visitor(self.running.address), code)
                await page.do(msg.Sit, PATIENCE, seat=seat)
                pages.append(page)
            watcher = await self.visit(Visitor(self.running.address), code)
            if people > 1:
                await pages[0].do(msg.Start, PATIENCE)
            await asyncio.gather(*(self.answer_on(page) for page in pages))
            self.result.games_finished += 1
            for page in (*pages, watcher):
                await page.close()

    def opened(self, visitor: Visitor, code: str) -> Page:
        return Noting(visitor, code, self.told)

    async def visit(self, visitor: Visitor, code: str) -> Page:
        page = self.opened(visitor, code)
        self.pages.append(page)
        page.open()
        await page.until(lambda page: page.table is not None, PATIENCE)
        return page

    async def answer_on(self, page: Page) -> None:
        while not page.over:
            await page.until(lambda page: bool(page.options) or page.over, 10 * PATIENCE)
            await self.think(page)
            if not page.options or page.over:
                continue
            assert page.position is not None
            number, action = page.new_id(), page.some_action(self.luck)
            at, together = page.position.number, page.together
            reply = await page.do(msg.Act, PATIENCE, id=number, number=at, action=action)
            if reply.refused is None:
                if not together:
                    self.told.acknowledged.append((page.code, page.client, number, action))
                    self.result.acknowledged += 1
                await page.until(partial(has_moved, at), PATIENCE)

    async def think(self, page: Page) -> None:
        await asyncio.sleep(self.luck.uniform(0, THINKS))

    # --- Checking ------------------------------------------------------------------------------------

    async def check_going_on(self) -> None:
        """After the last kill every unfinished table moves again, without anybody's help."""
        open_pages = [page for page in self.pages if not page.over and page.task and not page.task.done()]
        before = {page: page.version for page in open_pages}
        for page in open_pages:
            try:
                await page.until(
                    lambda page: (
                        page.over or page.version > before[page] or page.task is None or page.task.done()
                    ),
                    PATIENCE,
                )
            except TimeoutError:
                self.result.stuck.append(f"{page.code} at {page.version}")

    def compare(self) -> None:
        """What was told against what was kept."""
        result = self.result
        with contextlib.closing(open_store(self.running.data)) as store:
            lengths, answers = kept(store)
        result.kept = sum(map(len, answers.values()))
        for code, client, message, action in self.told.acknowledged:
            found = answers[code, client, message]
            if found != [action]:
                (result.twice if len(found) > 1 else result.lost).append(
                    f"{code} {client} {message}: {found}"
                )
        result.versions_seen = len(self.told.seen)
        for code, version, number in self.told.seen:
            if lengths.get(code, [])[version : version + 1] != [number]:
                result.unkept.append(f"{code} version {version}: {number} answers")


class Noting(Page):
    """A page that notes every version it is told."""

    def __init__(self, visitor: Visitor, code: str, told: Told) -> None:
        super().__init__(visitor, code)
        self.told = told

    def take(self, update: msg.Update) -> None:
        super().take(update)
        if update.position is not None:
            self.told.seen.add((self.code, update.version, update.position.number))


def has_moved(number: int, page: Page) -> bool:
    """Whether a page shows another position than that after so many answers."""
    return page.position is not None and page.position.number != number


async def insist(wanted: Callable[[], Any]) -> Any:
    """Ask until the server is there to answer."""
    while True:
        try:
            return await wanted()
        except (OSError, AssertionError):
            await asyncio.sleep(0.1)


def kept(
    store: Store,
) -> tuple[dict[str, list[int]], defaultdict[tuple[str, str, int], list[int]]]:
    """Every table read from its log: how many answers after each version, and which message gave which."""
    lengths: dict[str, list[int]] = {}
    answers: defaultdict[tuple[str, str, int], list[int]] = defaultdict(list)
    for code, opening, seed, made in store.rows("select code, opening, seed, made from tables"):
        table = Table(code, ev.decode_agreed(opening), int(seed), made)
        query = "select time, body, client, message from events where code = ? order by number"
        for time, body, client, message in store.rows(query, code):
            event = ev.decode_event(body)
            table.apply(event, time)
            if isinstance(event, ev.Answered) and client is not None:
                answers[code, client, message].append(event.action)
        lengths[code] = table.lengths
    return lengths, answers


async def run(folder: Path, kills: int, tables: int, seed: int, say: Callable[[str], None]) -> Result:
    return await Trial(folder, tables, seed, say).run(kills)
