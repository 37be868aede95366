"""Hostile visitors while others play.

The server runs in this very process, so that every byte it sent can afterwards be compared with the true
games; and so can what it logged and counted.
"""

import asyncio
import contextlib
import io
import random
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path

import uvicorn

import fabletop
from fabletop.kernel.rng import seeded
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.app import App
from fabletop.server.folder import open_store
from fabletop.server.house import House
from fabletop.server.limits import LIMITS
from fabletop.server.serving import config, listen
from fabletop.server.store import Store
from fabletop.server.table import Table
from fabletop.server.trials.attacks import Attackers
from fabletop.server.trials.comparing import Comparing, Heard, Result
from fabletop.server.trials.kill import has_moved
from fabletop.server.trials.visitor import Page, Visitor, encode

ATTACKERS = 8
RAPID = 0.1  # of all messages, with the rate limited as it usually is
RESIGNS = 0.002  # of all answers
PATIENCE = 60.0


class Trial:
    def __init__(
        self, folder: Path, messages: int, seed: int, say: Callable[[str], None], games: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self.games = games or fabletop.names()
        self.whole = not games  # whether games are played to their end
        self.wanted = messages
        self.luck = random.Random(seed)
        self.rng = seeded(seed)
        self.say = say
        self.result = Result()
        self.heard: list[Heard] = []
        self.hosts: list[Visitor] = []  # those who made a table to play at it
        self.pages: list[Page] = []
        self.notes: dict[str, dict[str, str]] = {}  # by table and guest: what they wrote for themselves
        self.address = ""
        self.over = False

    async def run(self) -> Result:
        self.house = House(self.folder, durable=False)
        self.house.quickest = 0.002
        self.house.windows, self.house.consent = (0.005, 0.02), 0.05
        server = Quiet(config(App(self.house)))
        listening = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{listening.getsockname()[1]}"
        self.attackers = Attackers(self.house, self.address, self.result, self.luck)
        self.house.limits.lift()
        logged = io.StringIO()
        with contextlib.redirect_stderr(logged):
            running = asyncio.create_task(server.serve([listening]))
            try:
                while not server.started:
                    await asyncio.sleep(0.01)
                await self.attack_and_play()
                published = await self.published()
            finally:
                server.should_exit = True
                await running
        self.check_log(logged.getvalue())
        self.compare()
        self.check_published(published + logged.getvalue())
        return self.result

    async def attack_and_play(self) -> None:
        """At first without a limit of the rate, then with the usual one."""
        players = [asyncio.create_task(self.play(game, number)) for number, game in enumerate(self.games)]
        while len(self.attackers.codes) < len(players):
            await asyncio.sleep(0.05)
        telling = asyncio.create_task(self.tell())
        for upto, rapid in ((int(self.wanted * (1 - RAPID)), False), (self.wanted, True)):
            if rapid:
                self.house.limits.limits["messages"] = LIMITS["messages"]
            await asyncio.gather(*(self.attackers.attack_on(upto, rapid) for _ in range(ATTACKERS)))
        self.over = True
        telling.cancel()
        self.house.limits.lift()
        if not self.whole:
            for player in players:
                player.cancel()
        for end in await asyncio.gather(*players, return_exceptions=True):
            if isinstance(end, Exception):
                raise end
        for page in self.pages:
            await page.close()

    async def tell(self) -> None:
        while True:
            await asyncio.sleep(10)
            self.say(f"{self.result.messages} messages, {self.result.games} games")

    # --- Those who just want to play ---------------------------------------------------------------------

    async def play(self, game: str, number: int) -> None:
        """Whole games, one after another, as long as the attack lasts; at least one."""
        while not self.over:
            players = sorted(fabletop.game(game).players)
            count = players[number % len(players)]
            number += 1
            people = min(2, count)
            host = Visitor(self.address)
            await host.get("/api/shelf")  # known by their cookie, before anything is made
            seats = ["me", *["open"] * (people - 1), *["random"] * (count - people)]
            self.hosts.append(host)
            code = await host.make(game=game, seats=seats, pace=0.0, auto_pass=True)
            pages = [await self.visit(host, code)]
            for seat in range(1, people):
                pages.append(await self.visit(Visitor(self.address), code))
                await pages[-1].do(msg.Sit, seat=seat)
            watcher = await self.visit(Visitor(self.address), code)
            if people > 1:
                await pages[0].do(msg.Start)
            for page in pages:
                await self.write_down(page)
            self.attackers.players[code] = [page.visitor for page in pages]
            self.attackers.codes.append(code)
            await asyncio.gather(*(self.answer_on(page) for page in pages))
            self.result.games += 1
            for page in (*pages, watcher):
                await page.close()
            self.attackers.codes.remove(code)

    async def visit(self, visitor: Visitor, code: str) -> Page:
        page = await visitor.visit(code, keep=True)
        self.pages.append(page)
        assert page.frames is not None
        self.heard.append(Heard(code, guest_of(visitor), page.frames))
        return page

    async def write_down(self, page: Page) -> None:
        """Something that nobody else may read before the end."""
        words = secrets.token_hex(8)
        self.notes.setdefault(page.code, {})[guest_of(page.visitor)] = words
        await page.do(msg.Note, words=words, thing="" if self.luck.random() < 0.5 else "deck")
        if page.table is not None and 0 < len(page.table.partners) < page.table.players - 1:
            await page.do(msg.Say, words=words, team=True)  # the partner is a bot

    async def answer_on(self, page: Page) -> None:
        """Answer at random; now and then take back, look back, and ask why; rarely, give up."""
        while not page.over:
            await page.until(lambda page: bool(page.options) or page.over, PATIENCE)
            if page.over or page.position is None:
                return
            number = page.position.number
            if self.luck.random() < RESIGNS:
                await page.do(msg.Resign)
                return
            if self.luck.random() < 0.05 and page.position.undo is None:
                await page.do(msg.Undo, number=number)
            elif self.luck.random() < 0.05:
                thing = self.luck.choice(page.options).thing
                await page.do(msg.Look, number=self.luck.randint(0, number))
                await page.do(msg.Why, number=number, thing=thing)
            else:
                act = msg.Act(page.new_id(), number, page.some_action(self.luck))
                self.attackers.captured.append(encode(act).decode())
                del self.attackers.captured[:-50]
                reply = await page.do(msg.Act, id=act.id, number=act.number, action=act.action)
                if reply.refused is None:
                    self.result.answers += 1
                    await page.until(partial(has_moved, number), PATIENCE)
            await asyncio.sleep(0.002)

    # --- Afterwards --------------------------------------------------------------------------------------

    def check_log(self, logged: str) -> None:
        expected = ('"info"', '"warning"')
        lines = [line for line in logged.splitlines() if not any(level in line for level in expected)]
        self.result.errors += lines[:20]
        errors = self.house.metrics.counts["errors", ""]
        if errors:
            self.result.errors.append(f"{errors} exceptions were counted")

    async def published(self) -> str:
        """What those who run the server can read."""
        here = Visitor(self.address)
        return "".join([(await here.get(path)).body.decode() for path in ("/metrics", "/healthz")])

    def check_published(self, text: str) -> None:
        """Neither log nor metrics name people, cookies, seeds, notes or what was sent."""
        hidden = {visitor.cookie.rpartition(".")[2] for page in self.pages for visitor in [page.visitor]}
        hidden |= {guest_of(page.visitor) for page in self.pages}
        hidden |= {chair.who for room in self.house.rooms.values() for chair in room.table.chairs}
        hidden |= {str(room.table.seed) for room in self.house.rooms.values()}
        hidden |= {room.table.agreed.nonce for room in self.house.rooms.values()}
        hidden |= {words for notes in self.notes.values() for words in notes.values()}
        hidden |= {(self.folder / "secret").read_bytes().hex(), *self.attackers.captured}
        self.result.leaks += [f"published: {words[:20]}" for words in hidden if words and words in text]
        if "fabletop_moves_total" not in text:
            self.result.errors.append("there were no metrics to be read")

    def compare(self) -> None:
        """Read every table from its log again, and compare all that was sent with it, version by version."""
        with contextlib.closing(open_store(self.folder)) as store:
            self.compare_tables(store)
            self.compare_hosts(store)

    def compare_tables(self, store: Store) -> None:
        heard = [*self.heard, *self.attackers.heard]
        for code in sorted({one.code for one in heard}):
            query = "select opening, seed, made from tables where code = ?"
            ((opening, seed, made),) = store.rows(query, code)
            query = "select time, body, guest from events where code = ? order by number"
            rows = store.rows(query, code)
            playing = {guest_of(visitor) for visitor in self.attackers.players.get(code, [])}
            for _, body, guest in rows:
                if guest is not None and playing and guest not in playing:
                    self.result.carried_out.append(f"{code}: {body!r}")
            table = Table(code, ev.decode_agreed(opening), int(seed), made)
            log = [(time, ev.decode_event(body)) for time, body, _ in rows]
            compared = Comparing(self.result, self.rng, table, log, self.notes.get(code, {}))
            for one in heard:
                if one.code == code:
                    compared.sort(one)
            compared.run()

    def compare_hosts(self, store: Store) -> None:
        """Nobody made a table who should not."""
        hosts = {guest_of(visitor) for visitor in self.hosts}
        tries: set[tuple[str, str, str]] = set()
        for code, opening in store.rows("select code, opening from tables"):
            agreed = ev.decode_agreed(opening)
            attempt = (agreed.daily, agreed.game, agreed.host)
            if attempt in tries:
                self.result.carried_out.append(f"{code}: a second try of today's deal")
            elif agreed.daily:
                tries.add(attempt)
            elif agreed.host not in hosts:
                self.result.carried_out.append(f"{code}: a table was made by attackers")


def guest_of(visitor: Visitor) -> str:
    return visitor.cookie.partition(".")[0]


class Quiet(uvicorn.Server):
    """Leaves the signals to the trial."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        yield


async def run(
    folder: Path, messages: int, seed: int, say: Callable[[str], None], games: tuple[str, ...] = ()
) -> Result:
    """The whole trial; with games named, only these are played, and only as long as the attack lasts."""
    return await Trial(folder, messages, seed, say, games).run()
