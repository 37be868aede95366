"""A hostile visitor: broken, wrong, stolen, giant and rapid messages while others play.

The server runs in this very process, so that every byte it sent can afterwards be compared with the true
games: what a viewer was sent must be what a world dealt anew for that viewer would have sent.
"""

import asyncio
import contextlib
import io
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

import fabletop
from fabletop.kernel.journal import as_seen
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.session import Moment
from fabletop.lab.conformance import check_secrets, difference
from fabletop.server import events as ev
from fabletop.server import eyes, sockets
from fabletop.server import messages as msg
from fabletop.server.app import App
from fabletop.server.guests import Guest, Keyring
from fabletop.server.house import House
from fabletop.server.serving import config, listen
from fabletop.server.table import Table
from fabletop.server.trials.kill import has_moved
from fabletop.server.trials.visitor import Page, Visitor, encode

ATTACKERS = 8
EACH_LINE = 200  # messages until an attacker begins a new connection
PATIENCE = 60.0


@dataclass
class Result:
    messages: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    games: int = 0
    answers: int = 0
    frames: int = 0  # sent to players, spectators and attackers, and compared
    bytes: int = 0
    replies: int = 0
    carried_out: list[str] = field(default_factory=list)  # what an attacker changed
    leaks: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.carried_out or self.leaks or self.errors)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "good": self.good}


@dataclass
class Heard:
    """All that one connection was sent, through whose eyes, at which table."""

    code: str
    guest: str
    frames: list[str]


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
        self.pages: list[Page] = []
        self.codes: list[str] = []  # of the tables that are attacked
        self.honest: list[Visitor] = []
        self.captured: list[str] = []  # frames that honest pages sent
        self.address = ""
        self.over = False

    async def run(self) -> Result:
        self.house = House(self.folder, durable=False)
        self.house.quickest = 0.002
        app = App(self.house)
        server = Quiet(config(app))
        listening = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{listening.getsockname()[1]}"
        usual, sockets.MESSAGES = sockets.MESSAGES, (10_000, 10_000.0)
        logged = io.StringIO()
        with contextlib.redirect_stderr(logged):
            running = asyncio.create_task(server.serve([listening]))
            try:
                while not server.started:
                    await asyncio.sleep(0.01)
                await self.attack_and_play()
            finally:
                server.should_exit = True
                await running
                sockets.MESSAGES = usual
        self.result.errors += [line for line in logged.getvalue().splitlines() if '"info"' not in line][:20]
        errors = self.house.metrics.counts["errors", ""]
        if errors:
            self.result.errors.append(f"{errors} exceptions were counted")
        self.compare()
        return self.result

    async def attack_and_play(self) -> None:
        players = [asyncio.create_task(self.play(game, number)) for number, game in enumerate(self.games)]
        while len(self.codes) < len(players):
            await asyncio.sleep(0.05)
        attackers = [asyncio.create_task(self.attack()) for _ in range(ATTACKERS)]
        telling = asyncio.create_task(self.tell())
        await asyncio.gather(*attackers)
        self.over = True
        telling.cancel()
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
            seats = ["me", *["open"] * (people - 1), *["random"] * (count - people)]
            code = await host.make(game=game, seats=seats, pace=0.0)
            pages = [await self.visit(host, code)]
            for seat in range(1, people):
                pages.append(await self.visit(Visitor(self.address), code))
                await pages[-1].do(msg.Sit, seat=seat)
            watcher = await self.visit(Visitor(self.address), code)
            if people > 1:
                await pages[0].do(msg.Start)
            self.codes.append(code)
            self.honest += [page.visitor for page in pages]
            await asyncio.gather(*(self.answer_on(page) for page in pages))
            self.result.games += 1
            for page in (*pages, watcher):
                await page.close()
            self.codes.remove(code)

    async def visit(self, visitor: Visitor, code: str) -> Page:
        page = await visitor.visit(code, keep=True)
        self.pages.append(page)
        assert page.frames is not None
        self.heard.append(Heard(code, guest_of(visitor.cookie), page.frames))
        return page

    async def answer_on(self, page: Page) -> None:
        """Answer at random; now and then take back, look back, and ask why."""
        while not page.over:
            await page.until(lambda page: bool(page.options) or page.over, PATIENCE)
            if page.over or page.position is None:
                return
            number = page.position.number
            if self.luck.random() < 0.05 and page.position.undo is None:
                await page.do(msg.Undo, number=number)
            elif self.luck.random() < 0.05:
                thing = self.luck.choice(page.options).thing
                await page.do(msg.Look, number=self.luck.randint(0, number))
                await page.do(msg.Why, number=number, thing=thing)
            else:
                act = msg.Act(page.new_id(), number, self.luck.choice(page.options).action)
                self.captured.append(encode(act).decode())
                del self.captured[:-50]
                reply = await page.do(msg.Act, id=act.id, number=act.number, action=act.action)
                if reply.refused is None:
                    self.result.answers += 1
                    await page.until(partial(has_moved, number), PATIENCE)
            await asyncio.sleep(0.002)

    # --- Those who do not --------------------------------------------------------------------------------

    async def attack(self) -> None:
        while self.result.messages < self.wanted:
            if not self.codes:
                await asyncio.sleep(0.05)
                continue
            if self.luck.random() < 0.1:
                await self.attack_over_http()
            else:
                with contextlib.suppress(WebSocketException, OSError):
                    await self.attack_a_table(self.luck.choice(self.codes))

    async def attack_a_table(self, code: str) -> None:
        visitor = Visitor(self.address, self.strange_cookie())
        headers = visitor.headers()
        origin = self.luck.random() < 0.1
        if origin:
            headers["Origin"] = self.luck.choice(["http://evil.example", "null", "http://127.0.0.1:1", "//["])
        try:
            async with connect(
                f"ws://{self.address}/ws/{code}", additional_headers=headers, compression=None, proxy=None
            ) as line:
                if origin:
                    self.result.carried_out.append("another origin was let in")
                await self.send_rubbish(line, code)
        except InvalidStatus as refused:
            self.note("other origin" if origin else "refused")
            if not origin and refused.response.status_code != 403:
                self.result.errors.append(f"status {refused.response.status_code}")

    def strange_cookie(self) -> str:
        """None, somebody else's that was tampered with, or one that we signed ourselves."""
        theirs = self.luck.choice(self.honest).cookie if self.honest else "a.b.c"
        who, name, signature = theirs.split(".")
        other = self.luck.choice(self.honest).cookie.split(".")[0] if self.honest else "x"
        forged = Keyring(b"not the secret" * 3).seal(Guest(who, "Mallory"))
        return self.luck.choice(
            [
                "",
                f"{who}.{name}.{signature[:-1]}{'1' if signature[-1] == '0' else '0'}",
                f"{other}0.{name}.{signature}",
                f"{who}.TQ.{signature}",
                forged,
            ]
        )

    async def send_rubbish(self, line: ClientConnection, code: str) -> None:
        client = self.luck.choice(["x", "evil" * 10])
        await line.send(encode(msg.Hello(1, client)).decode())
        frames: list[str] = []
        self.heard.append(Heard(code, "", frames))
        reading = asyncio.create_task(read_all(line, frames))
        try:
            for _ in range(EACH_LINE):
                kind, data = self.rubbish(code)
                await line.send(data)
                self.note(kind)
                if self.luck.random() < 0.1:
                    await asyncio.sleep(0.001)
                if self.result.messages >= self.wanted:
                    break
            await asyncio.sleep(0.01)
        finally:
            reading.cancel()

    def note(self, kind: str) -> None:
        self.result.messages += 1
        self.result.kinds[kind] += 1

    def rubbish(self, code: str) -> tuple[str, str | bytes]:
        luck = self.luck
        room = self.house.rooms.get(code)
        number = room.table.length if room else 0
        action = luck.choice(room.table.session.state.legal() or [0]) if room else 0
        match luck.randrange(12):
            case 0:
                return "random bytes", luck.randbytes(luck.randrange(60))
            case 1:
                return "random text", "".join(
                    chr(luck.randrange(32, 0x2FFF)) for _ in range(luck.randrange(80))
                )
            case 2:
                return "broken JSON", self.mutated(encode(msg.Act(2, number, action)))
            case 3:
                return "deep JSON", "[" * luck.randrange(1, 8000)
            case 4:
                size = luck.choice((5_000, 16_000, 16_500, 100_000) if luck.random() < 0.2 else (5_000,))
                return "giant", encode(msg.Say(3, "x" * size)).decode()
            case 5 | 6:
                return "wrong seat", encode(msg.Act(luck.randrange(1 << 40), number, action)).decode()
            case 7:
                wrong = luck.choice((-1, number - 1, number + 1, 1 << 62, -(1 << 62)))
                return "stale or impossible version", encode(msg.Act(5, wrong, action)).decode()
            case 8 if self.captured:
                return "somebody else's message", luck.choice(self.captured)
            case 9:
                return "odd values", json.dumps(self.odd())
            case 10:
                return "not theirs to do", encode(self.forbidden(number)).decode()
            case _:
                return "looks", encode(self.look(number)).decode()

    def mutated(self, data: bytes) -> bytes:
        found = bytearray(data)
        for _ in range(self.luck.randrange(1, 4)):
            found[self.luck.randrange(len(found))] = self.luck.randrange(256)
        return bytes(found)

    def odd(self) -> dict[str, Any]:
        """A message of the right kind with wrong values."""
        luck = self.luck
        values: list[Any] = [
            None,
            True,
            -1,
            1 << 70,
            1.5,
            "",
            "x" * 300,
            [],
            {},
            {"a": [1]},
            "\u202e",
            "NaN",
            float("1e300"),
        ]
        kinds = [
            "act",
            "why",
            "hint",
            "undo",
            "vote",
            "look",
            "sit",
            "arrange",
            "note",
            "pace",
            "hello",
            "zzz",
        ]
        fields = [
            "number",
            "action",
            "thing",
            "to",
            "proposal",
            "yes",
            "seat",
            "holder",
            "words",
            "seconds",
            "client",
        ]
        return {"type": luck.choice(kinds), "id": luck.choice([1, *values])} | {
            name: luck.choice(values) for name in fields if name != "words"
        }

    def forbidden(self, number: int) -> Any:
        luck = self.luck
        return luck.choice(
            [
                msg.Undo(6, number),
                msg.Propose(7, 0),
                msg.Vote(8, luck.randrange(50), True),
                msg.Sit(9, luck.randrange(-2, 6)),
                msg.Stand(10),
                msg.Arrange(11, luck.randrange(-1, 5), luck.choice(["open", "random", "clairvoyant", "x"])),
                msg.Start(12),
                msg.Resign(13),
                msg.Rematch(14),
                msg.Pace(15, luck.choice([0.0, -1.0, 1e9])),
                msg.AskHint(16, number),
                msg.Say(17, " \u200b\u202e "),
            ]
        )

    def look(self, number: int) -> Any:
        luck = self.luck
        things = ["deck", "twist", "hand NV03", "cell 0,0", "", "../../etc/passwd", "hand 0"]
        return luck.choice(
            [
                msg.Look(18, luck.randrange(-1, number + 2)),
                msg.Why(19, number, luck.choice(things)),
                msg.Hello(20, "x", luck.randrange(-5, 500), luck.randrange(-5, 500), luck.randrange(-5, 9)),
                msg.Ping(21),
            ]
        )

    async def attack_over_http(self) -> None:
        luck = self.luck
        visitor = Visitor(self.address, self.strange_cookie())
        code = luck.choice(self.codes) if self.codes else "XXXXXX"
        as_json = {"Content-Type": "application/json"}
        method, path, body, headers = luck.choice(
            [
                ("POST", "/api/tables", b"{" * luck.randrange(9), as_json),
                ("POST", "/api/tables", b'{"game": "storybook", "players": 99}', as_json),
                ("POST", "/api/tables", b'{"game": "../secret"}', as_json),
                ("POST", "/api/tables", b'{"game": "storybook", "seats": ["me", "clairvoyant"]}', as_json),
                (
                    "POST",
                    "/api/tables",
                    b'{"game": "storybook"}',
                    {**as_json, "Origin": "http://evil.example"},
                ),
                ("POST", "/api/tables", b'{"game": "storybook"}', {"Content-Type": "text/plain"}),
                ("POST", "/api/tables", b" " * 20_000, as_json),
                ("PUT", "/api/me", b'{"name": "' + b"x" * 500 + b'"}', as_json),
                ("PUT", "/api/me", b'{"name": "\\u202e"}', as_json),
                ("GET", f"/api/tables/{code}/export", None, {}),
                ("GET", f"/api/tables/{code}/curve", None, {}),
                ("GET", "/../../../../etc/passwd", None, {}),
                ("GET", "/%2e%2e/%2e%2e/secret", None, {}),
                ("GET", "/assets/..%2f..%2fdata/secret", None, {}),
                ("DELETE", "/api/tables", None, {}),
                ("GET", "/api/games/%00", None, {}),
            ]
        )
        try:
            answer = await visitor.ask(method, path, body, headers)
        except OSError:
            return
        finally:
            self.note("over HTTP")
        if answer.status >= 500:
            self.result.errors.append(f"{method} {path}: status {answer.status}")
        if method != "GET" and answer.status == 200 and path == "/api/tables":
            self.result.carried_out.append(f"{method} {path} {body!r}")
        if path.endswith(("export", "curve")) and answer.status == 200:
            table = self.house.rooms[code].table if code in self.house.rooms else None
            if table is not None and table.status != "over":
                self.result.leaks.append(f"{path} before the end")

    # --- Afterwards --------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Read every table from its log again, and compare all that was sent with it, version by version."""
        import sqlite3

        data = sqlite3.connect(self.folder / "tables.sqlite")
        honest = {guest_of(visitor.cookie) for visitor in self.honest}
        for code in {heard.code for heard in self.heard}:
            opening, seed, made = data.execute(
                "select opening, seed, made from tables where code = ?", (code,)
            ).fetchone()
            query = "select time, body, guest from events where code = ? order by number"
            rows = data.execute(query, (code,)).fetchall()
            for _, body, guest in rows:
                if guest is not None and guest not in honest:
                    self.result.carried_out.append(f"{code}: {body!r}")
            table = Table(code, ev.decode_agreed(opening), int(seed), made)
            Comparing(self, table, [(time, ev.decode_event(body)) for time, body, _ in rows]).run()
        data.close()


class Comparing:
    """All that was sent about one table, against the true game."""

    def __init__(self, trial: Trial, table: Table, log: list[tuple[float, ev.Event]]) -> None:
        self.result = trial.result
        self.rng: Rng = trial.rng
        self.table = table
        self.log = log
        self.updates: dict[int, dict[str, set[str]]] = {}  # by version and eyes: positions
        self.looks: dict[int, dict[str, set[str]]] = {}  # by number and eyes: positions of Look
        self.lines: dict[int, dict[str, set[str]]] = {}  # by number and eyes: lines of the log
        self.allowed: dict[tuple[int, str], set[str]] = {}  # lines that could be told
        self.unknown: dict[tuple[int, str], set[str]] = {}  # lines that were told
        self.views = False  # whether all hands were shown
        self.seats: dict[str, int] = {}
        for _, event in log:
            if isinstance(event, ev.Sat):
                self.seats[event.guest] = event.seat
        for heard in trial.heard:
            if heard.code == table.code:
                self.sort(heard)

    def sort(self, heard: Heard) -> None:
        """Equal things that were sent to equal eyes are compared once."""
        seat = str(self.seats.get(heard.guest, ""))
        secret = str(self.table.seed)
        for frame in heard.frames:
            self.result.frames += 1
            self.result.bytes += len(frame)
            message = msgspec.json.decode(frame)
            over = (message.get("table") or {}).get("status") == "over"
            if not over and (secret in frame or self.table.agreed.nonce in frame):
                self.result.leaks.append(f"{self.table.code}: the seed")
            position = message.get("position")
            if message["type"] == "update" and position:
                self.updates.setdefault(message["version"], {}).setdefault(seat, set()).add(
                    canonical(position)
                )
            elif position:
                self.looks.setdefault(position["number"], {}).setdefault(seat, set()).add(canonical(position))
                self.views |= bool(message.get("views"))
            if message["type"] == "reply":
                self.result.replies += 1
            for line in message.get("log") or []:
                self.lines.setdefault(line["number"], {}).setdefault(seat, set()).add(canonical(line))

    def run(self) -> None:
        table, session = self.table, self.table.session
        self.check_lines(0)
        for time, event in self.log:
            table.apply(event, time)
            for seat, sent in self.updates.get(table.version, {}).items():
                for position in sent:
                    self.must_be(position, eyes.position, seat, "position")
            if isinstance(event, ev.Answered):
                self.check_lines(table.length)
        for place, sent in self.unknown.items():
            for line in sent - self.allowed[place]:
                self.result.leaks.append(
                    f"{table.code}, line of answer {place[0]} to seat {place[1]}: {line[:200]}"
                )
        self.check(lambda: check_secrets(session.game, session.state, self.rng))
        for number, by_seat in self.looks.items():
            for seat, sent in by_seat.items():
                for position in sent:
                    self.must_be_past(position, number, seat)

        if self.views and table.status != "over":
            self.result.leaks.append(f"{table.code}: all views before the end")

    def check(self, promise: Callable[[], None]) -> None:
        try:
            promise()
        except AssertionError as broken:
            self.result.leaks.append(f"{self.table.code}: {str(broken)[:300]}")

    def check_lines(self, number: int) -> None:
        """Every line that was sent about an answer is one that a world dealt anew for these eyes would tell,
        of rows whose secrets are blanked."""
        session = self.table.session
        rows = session.journal.rows[session.past[number - 1].rows if number else 0 :]
        for seat, sent in self.lines.get(number, {}).items():
            seen_by = int(seat) if seat else None
            world = session.game.resample(session.state, seen_by, self.rng)
            told = session.game.tell(world, [as_seen(row, seen_by) for row in rows], seen_by)
            by = session.actions[number - 1].seat if number else None
            known = {
                canonical(msgspec.to_builtins(msg.Line(number, by, one.kind, one.words, one.data)))
                for one in told
            }
            self.allowed.setdefault((number, seat), set()).update(known)
            self.unknown.setdefault((number, seat), set()).update(sent)

    def must_be(self, sent: str, shown: Callable[[Table, int | None], Any], seat: str, what: str) -> None:
        """Sent is what the true game shows these eyes, and also what a world dealt anew for them shows."""
        session, seen_by = self.table.session, int(seat) if seat else None
        truth = canonical(msgspec.to_builtins(shown(self.table, seen_by)))
        if truth != sent:
            self.result.leaks.append(
                f"{self.table.code}, seat {seat or 'none'}: sent another {what} than the game shows: "
                f"{difference(sent, truth)}"
            )
            return
        state = session.state
        try:
            session.state = session.game.resample(state, seen_by, self.rng)
            guess = canonical(msgspec.to_builtins(shown(self.table, seen_by)))
        finally:
            session.state = state
        if guess != sent:
            self.result.leaks.append(
                f"{self.table.code}, seat {seat}: the {what} tells secrets: {difference(sent, guess)}"
            )

    def must_be_past(self, sent: str, number: int, seat: str) -> None:
        """The same for an earlier moment; after taking back, that moment may no longer be there."""
        session, seen_by = self.table.session, int(seat) if seat else None
        if number > self.table.length:
            return
        if canonical(msgspec.to_builtins(eyes.past_position(self.table, seen_by, number))) != sent:
            self.result.kinds["looks at what was taken back"] += 1
            return
        true_past, true_state = list(session.past), session.state
        world = session.game.resample(session.at(number), seen_by, self.rng)
        if number < len(session.past):
            session.past[number] = Moment(world, session.past[number].rows)
        else:
            session.state = world
        guess = canonical(msgspec.to_builtins(eyes.past_position(self.table, seen_by, number)))
        session.past, session.state = true_past, true_state
        if guess != sent:
            self.result.leaks.append(f"{self.table.code}, seat {seat}: a look back tells secrets")


def canonical(value: Any) -> str:
    return json.dumps(msgspec.json.decode(msgspec.json.encode(value)), sort_keys=True)


async def read_all(line: ClientConnection, frames: list[str]) -> None:
    with contextlib.suppress(WebSocketException):
        async for frame in line:
            frames.append(str(frame))


def guest_of(cookie: str) -> str:
    return cookie.partition(".")[0]


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
