"""An upgrade with live games: a released server is stopped in mid-game, this one goes on in its folder."""

import asyncio
import contextlib
import itertools
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fabletop.kernel.question import Mistake
from fabletop.kernel.replay import verify
from fabletop.server.trials.running import Running
from fabletop.server.trials.visitor import Visitor

PATIENCE = 60.0
PAUSE = 0.01  # seconds between looks at a page

# What is played: game, players, options; and of how many answers a game is still running.
TABLES: tuple[tuple[str, int, dict[str, str], int], ...] = (
    ("storybook", 2, {}, 40),
    ("storybook", 4, {}, 60),
    ("coraline", 1, {}, 8),
    ("coraline", 3, {"concede": "off"}, 10),
    ("condyle", 1, {}, 8),
    ("condyle", 2, {"winter": "on", "ghost": "on"}, 15),
    ("condyle", 4, {"cul_de_sac": "hollow_days"}, 30),
    ("unrelenting", 4, {"dawn": "2"}, 40),
)

Json = dict[str, Any]


@dataclass
class Result:
    before: str = ""  # the version that was stopped,
    after: str = ""  # and the one that went on
    tables: int = 0
    running: int = 0  # games that were not over when the old server stopped
    answers_before: int = 0
    answers_after: int = 0
    verified: int = (
        0  # finished games whose file `verify` confirms, with the hash that the old server promised
    )
    lines: int = 0  # of the log, as the old server told it
    reworded: int = 0  # of them, told in other words now
    wrong: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)  # in the logs

    @property
    def good(self) -> bool:
        return not (self.wrong or self.errors) and self.verified == self.tables

    def as_json(self) -> Json:
        return {**asdict(self), "good": self.good}


class PlainPage:
    """A page that takes the protocol as plain JSON: it understands the servers of all versions."""

    def __init__(self, visitor: Visitor, code: str) -> None:
        self.visitor = visitor
        self.code = code
        self.ids = itertools.count(1)
        self.replies: dict[int, asyncio.Future[Json]] = {}
        self.shown: Json = {"log": [], "chat": [], "table": None, "position": None}
        self.line: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None

    async def open(self) -> "PlainPage":
        address = f"ws://{self.visitor.address}/ws/{self.code}"
        headers = self.visitor.headers()
        self.line = await connect(address, additional_headers=headers, max_size=None, proxy=None)
        self.reading = asyncio.create_task(self.read_on(self.line))
        await self.do("hello", client=f"page{id(self)}", version=-1, log=0, chat=0)
        return self

    async def read_on(self, line: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            async for frame in line:
                message = msgspec.json.decode(frame)
                if message["type"] == "reply" and message["id"] in self.replies:
                    self.replies.pop(message["id"]).set_result(message)
                elif message["type"] == "update":
                    self.take(message)

    def take(self, update: Json) -> None:
        for part in ("table", "position"):
            self.shown[part] = update.get(part) or self.shown[part]
        if "log" in update:
            self.shown["log"][update.get("log_from", 0) :] = update["log"]
        self.shown["chat"] += update.get("chat", [])

    async def do(self, kind: str, **fields: Any) -> Json:
        assert self.line is not None
        number = next(self.ids)
        done = self.replies[number] = asyncio.get_running_loop().create_future()
        await self.line.send(msgspec.json.encode({"type": kind, "id": number, **fields}).decode())
        return await asyncio.wait_for(done, PATIENCE)

    async def close(self) -> None:
        assert self.line is not None and self.reading is not None
        await self.line.close()
        await self.reading

    @property
    def position(self) -> Json:
        found: Json = self.shown["position"] or {"number": 0, "over": False, "question": {"options": []}}
        return found

    @property
    def actions(self) -> list[int]:
        return [option["action"] for option in self.position["question"]["options"]]


class Trial:
    def __init__(
        self, folder: Path, old_python: str, seed: int, say: Callable[[str], None], killed: bool
    ) -> None:
        self.folder = folder
        self.killed = killed
        self.old = Running(folder, python=old_python)
        self.new = Running(folder, port=self.old.port)
        self.luck = random.Random(seed)
        self.say = say
        self.result = Result()
        self.tables: list[list[PlainPage]] = []

    async def run(self) -> Result:
        try:
            self.result.before = await self.started(self.old)
            for table in TABLES:
                await self.begin(*table)
            before = [[page.shown for page in pages] for pages in self.tables]
            await self.close_pages()
            self.old.kill() if self.killed else self.old.stop()
            self.result.after = await self.started(self.new)
            for pages, shown in zip(self.tables, before, strict=True):
                await self.go_on(pages, shown)
            await self.close_pages()
        finally:
            self.old.stop()
            self.new.stop()
        self.result.errors = self.new.logged_errors()[:20]
        return self.result

    async def started(self, running: Running) -> str:
        running.start()
        await running.until_ready()
        answer = await Visitor(running.address).get("/healthz")
        return str(answer.json()["version"])

    async def close_pages(self) -> None:
        for page in itertools.chain(*self.tables):
            await page.close()

    # --- By the old server -----------------------------------------------------------------------------

    async def begin(self, game: str, players: int, options: dict[str, str], answers: int) -> None:
        """Two people, or one alone, and bots; so many answers."""
        people = [Visitor(self.old.address) for _ in range(min(2, players))]
        seats = ["me", "open", *["random"] * (players - 2)][:players]
        for visitor in people:
            shelf = (await visitor.get("/api/shelf")).json()
        names = [info["name"] for info in shelf["games"] if players in info["players"]]
        called = game if game in names else f"{game}-solo"  # which 0.1.0 had under one name
        code = await people[0].make(game=called, players=players, options=options, seats=seats, pace=0.0)
        pages = [await PlainPage(visitor, code).open() for visitor in people]
        self.tables.append(pages)
        if len(pages) > 1:
            await pages[1].do("sit", seat=1)
            await pages[0].do("start")
        await pages[0].do("say", words=f"a game of {game}")
        self.result.answers_before += await self.play(pages, answers)
        self.result.tables += 1
        self.result.running += not pages[0].position["over"]
        self.say(f"{game} for {players}: {pages[0].position['number']} answers")

    async def play(self, pages: list[PlainPage], upto: int) -> int:
        """Answer at random until there are so many answers, or the game is over; how many people gave."""
        given = 0
        async with asyncio.timeout(PATIENCE):
            while True:
                newest = max(pages, key=lambda page: int(page.position["number"]))
                number = newest.position["number"]
                if newest.position["over"] or number >= upto:
                    await self.agree(pages, number)
                    return given
                asked = [page for page in pages if page.actions and page.position["number"] == number]
                if asked:
                    page = self.luck.choice(asked)
                    reply = await page.do("act", number=number, action=self.luck.choice(page.actions))
                    given += "refused" not in reply
                await asyncio.sleep(PAUSE)

    async def agree(self, pages: list[PlainPage], number: int) -> None:
        """Until all pages show this, and bots have nothing to add."""
        while any(page.position["number"] < number for page in pages):
            await asyncio.sleep(PAUSE)

    # --- By this one ---------------------------------------------------------------------------------------

    async def go_on(self, pages: list[PlainPage], before: list[Json]) -> None:
        """The same people come again: all is as it was, and goes on to its end."""
        again = [await PlainPage(page.visitor, page.code).open() for page in pages]
        self.tables[self.tables.index(pages)] = again
        name = f"{before[0]['table']['game']} {pages[0].code}"
        for page, old in zip(again, before, strict=True):
            self.compare(name, page.shown, old)
        self.result.answers_after += await self.play(again, 1 << 30)
        exported = await pages[0].visitor.get(f"/api/tables/{pages[0].code}/export")
        file = self.folder / f"{pages[0].code}.json"
        file.write_bytes(exported.body)
        try:
            promised = verify(file).seed_hash
            self.result.verified += promised == before[0]["table"]["seed_hash"]
        except Mistake as mistake:
            self.result.wrong.append(f"{name}: {mistake}")
        self.say(f"{name}: over after {again[0].position['number']} answers")

    def compare(self, name: str, now: Json, old: Json) -> None:
        lines = list(zip(old["log"], still_told(old["log"], now["log"]), strict=True))
        self.result.lines += len(lines)
        self.result.reworded += sum(line["words"] != today["words"] for line, today in lines if today)
        same = {
            "the promise": now["table"]["seed_hash"] == old["table"]["seed_hash"],
            "the chat": spoken(old["chat"]) == spoken(now["chat"]),
            "the log": all(today for _, today in lines),
            "the answers": now["position"]["number"] >= old["position"]["number"],
        }
        if now["position"]["number"] == old["position"]["number"]:
            asked = [[o["action"] for o in part["position"]["question"]["options"]] for part in (now, old)]
            same["the question"] = asked[0] == asked[1]
        self.result.wrong += [f"{name}: {what} changed" for what, is_same in same.items() if not is_same]


def still_told(old: list[Json], now: list[Json]) -> list[Json | None]:
    """For each line of the old log the one that tells it now: of the same answer and kind, in the same order.
    Between them, more may be told. None: it is gone."""
    rest = iter(now)
    return [next((line for line in rest if about(line) == about(wanted)), None) for wanted in old]


def spoken(chat: list[Json]) -> list[str]:
    """What people and the table have said; bots may have a word to say as soon as somebody comes."""
    return [line["words"] for line in chat if not line.get("bot")]


def about(line: Json) -> tuple[int, str]:
    return line["number"], line["kind"]


async def run(
    folder: Path, old_python: str, seed: int, say: Callable[[str], None], killed: bool = False
) -> Result:
    return await Trial(folder, old_python, seed, say, killed).run()
