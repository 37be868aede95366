"""What a hostile visitor sends: broken, wrong, stolen, giant and rapid messages, over the socket and HTTP."""

import asyncio
import contextlib
import json
import random
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from fabletop.server import messages as msg
from fabletop.server.guests import Guest, Keyring
from fabletop.server.house import House
from fabletop.server.limits import LIMITS
from fabletop.server.trials.cheats import Cheats, Hostile
from fabletop.server.trials.comparing import Heard, Result
from fabletop.server.trials.visitor import Visitor, encode

EACH_LINE = 200  # messages until an attacker begins a new connection
FLOOD = 300  # messages at once, where the rate is limited
SHARE = 0.06  # of all messages: from other origins, and over HTTP
CHEATS = 0.02  # and for the daily deal
ORIGINS = ("http://evil.example", "null", "http://127.0.0.1:1", "//[", "https://", "file://", "evil")
AS_JSON = {"Content-Type": "application/json"}
ODD_VALUES: list[Any] = [
    None, True, -1, 1 << 70, 1.5, "", "x" * 300, [], {}, {"a": [1]}, "\u202e", "NaN", 1e300,
]  # fmt: skip
KINDS = ("act", "why", "hint", "undo", "vote", "look", "sit", "arrange", "note", "pace", "hello", "zzz")
FIELDS = (
    "number", "action", "thing", "to", "proposal", "yes", "seat", "holder", "seconds", "client",
)  # fmt: skip
THINGS = ("deck", "twist", "hand NV03", "cell 0,0", "", "../../etc/passwd", "hand 0")


class Attackers(Hostile):
    """They know all tables that are played, and have got hold of what others sent."""

    def __init__(self, house: House, address: str, result: Result, luck: random.Random) -> None:
        super().__init__(house, address, result, luck)
        self.codes: list[str] = []  # of the tables that are attacked
        self.players: dict[str, list[Visitor]] = {}  # who plays there
        self.captured: list[str] = []  # messages of honest pages
        self.heard: list[Heard] = []
        self.wanted = 0
        self.cheats = Cheats(house, address, result, luck)

    async def attack_on(self, wanted: int, rapid: bool = False) -> None:
        """Until so many messages were sent by all attackers."""
        self.wanted = wanted
        while self.result.messages < wanted:
            if not self.codes:
                await asyncio.sleep(0.05)
                continue
            code, due = self.luck.choice(self.codes), SHARE * self.result.messages
            with contextlib.suppress(WebSocketException, OSError):
                if rapid:
                    await self.flood(code)
                elif self.cheated() < CHEATS * self.result.messages:
                    await self.cheats.cheat()
                elif self.result.kinds["over HTTP"] < due:
                    await self.ask_over_http(code)
                elif self.result.kinds["other origin"] < due:
                    await self.come_from_elsewhere(code)
                else:
                    await self.attack_a_table(code)

    def cheated(self) -> int:
        return sum(count for kind, count in self.result.kinds.items() if kind.startswith("daily deal"))

    # --- Who they claim to be ----------------------------------------------------------------------------

    def honest_cookie(self, code: str) -> str:
        """Of somebody who plays here: only a page of another place would have it sent, by the browser."""
        return self.luck.choice(self.players[code]).cookie

    def strange_cookie(self, code: str) -> str:
        """None; somebody's of this table, tampered with; a forged one; a true one of another table."""
        who, name, device, day, signature = self.honest_cookie(code).split(".")
        elsewhere = [visitor for other in self.codes if other != code for visitor in self.players[other]]
        other = self.luck.choice(elsewhere).cookie if elsewhere else ""
        return self.luck.choice(
            [
                "",
                f"{who}.{name}.{device}.{day}.{signature[:-1]}{'1' if signature[-1] == '0' else '0'}",
                f"{other.partition('.')[0]}0.{name}.{device}.{day}.{signature}",
                f"{who}.TQ.{device}.{day}.{signature}",
                f"{who}.{name}.0.{day}.{signature}",
                f"{who}.{name}.{device}.{day}.{other.rpartition('.')[2]}",
                f"{who}.{name}",
                Keyring(b"not the secret" * 3).seal(Guest(who, "Mallory")),
                other,
            ]
        )

    # --- Over the socket ---------------------------------------------------------------------------------

    def line_to(self, code: str, cookie: str, **headers: str) -> connect:
        given = {**Visitor(self.address, cookie).headers(), **headers}
        address = f"ws://{self.address}/ws/{code}"
        return connect(address, additional_headers=given, compression=None, proxy=None)

    async def come_from_elsewhere(self, code: str) -> None:
        """As a page of another place, in the browser of one who plays: with their own, true cookie."""
        self.note("other origin")
        origin, cookie = self.luck.choice(ORIGINS), self.honest_cookie(code)
        if self.luck.random() < 0.3:
            body = b'{"game": "storybook"}' if self.luck.random() < 0.5 else b'{"name": "Mallory"}'
            method, path = ("POST", "/api/tables") if b"game" in body else ("PUT", "/api/me")
            answer = await Visitor(self.address, cookie).ask(
                method, path, body, {**AS_JSON, "Origin": origin}
            )
            if answer.status != 403:
                self.result.carried_out.append(f"{method} {path} from {origin}: status {answer.status}")
            return
        try:
            async with self.line_to(code, cookie, Origin=origin):
                self.result.carried_out.append(f"{origin} was let in")
        except InvalidStatus as refused:
            if refused.response.status_code != 403:
                self.result.errors.append(f"{origin}: status {refused.response.status_code}")

    async def attack_a_table(self, code: str) -> None:
        cookie = self.strange_cookie(code)
        async with self.line_to(code, cookie) as line:
            frames = self.hears(code, cookie)
            client = self.luck.choice(["x", "evil" * 10])
            await line.send(encode(msg.Hello(1, client)).decode())
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

    async def flood(self, code: str) -> None:
        """Very many at once: no more are answered than the rate allows."""
        cookie = self.strange_cookie(code)
        async with self.line_to(code, cookie) as line:
            frames = self.hears(code, cookie)
            start = time.monotonic()
            await line.send(encode(msg.Hello(1, "flood")).decode())
            reading = asyncio.create_task(read_all(line, frames))
            for number in range(FLOOD):
                await line.send(encode(msg.Ping(number + 2)).decode())
            self.note("rapid, with the rate limited", FLOOD)
            await asyncio.sleep(0.5)
            reading.cancel()
        at_once, a_second = LIMITS["messages"].guest
        answered = sum('"type":"reply"' in frame for frame in frames)
        if answered > 2 + at_once + a_second * (time.monotonic() - start):
            self.result.errors.append(f"{answered} rapid messages were answered at once")
        self.result.held_back += FLOOD + 1 - answered

    def hears(self, code: str, cookie: str) -> list[str]:
        """A true cookie of another table makes one a spectator of this; any other, a new guest."""
        guest = cookie.partition(".")[0] if self.house.keyring.read(cookie) else ""
        frames: list[str] = []
        self.heard.append(Heard(code, guest, frames))
        return frames

    def rubbish(self, code: str) -> tuple[str, str | bytes]:
        luck = self.luck
        room = self.house.rooms.get(code)
        number = room.table.length if room else 0
        action = luck.choice(room.table.session.state.legal() or [0]) if room else 0
        match luck.randrange(13):
            case 0:
                return "random bytes", luck.randbytes(luck.randrange(60))
            case 1:
                letters = (chr(luck.randrange(32, 0x2FFF)) for _ in range(luck.randrange(80)))
                return "random text", "".join(letters)
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
            case 8 | 9 if self.captured:
                return "somebody else's message", luck.choice(self.captured)
            case 10:
                return "odd values", json.dumps(self.odd())
            case 11:
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
        values = {name: self.luck.choice(ODD_VALUES) for name in FIELDS}
        return {"type": self.luck.choice(KINDS), "id": self.luck.choice([1, *ODD_VALUES])} | values

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
                msg.SendAway(23, luck.choice(["", "0" * 12])),
                msg.Mute(24, "0" * 12, True),
                msg.Pace(15, luck.choice([0.0, -1.0, 1e9])),
                msg.AskHint(16, number),
                msg.Say(17, " \u200b\u202e "),
                msg.Note(22, "mine", luck.choice(THINGS) * luck.randrange(1, 30)),
            ]
        )

    def look(self, number: int) -> Any:
        luck = self.luck
        return luck.choice(
            [
                msg.Look(18, luck.randrange(-1, number + 2)),
                msg.Why(19, number, luck.choice(THINGS)),
                msg.Hello(20, "x", luck.randrange(-5, 500), luck.randrange(-5, 500), luck.randrange(-5, 9)),
                msg.Ping(21),
            ]
        )

    # --- Over HTTP ---------------------------------------------------------------------------------------

    async def ask_over_http(self, code: str) -> None:
        luck = self.luck
        method, path, body, headers = luck.choice(
            [
                ("POST", "/api/tables", b"{" * luck.randrange(9), AS_JSON),
                ("POST", "/api/tables", b'{"game": "storybook", "players": 99}', AS_JSON),
                ("POST", "/api/tables", b'{"game": "../secret"}', AS_JSON),
                ("POST", "/api/tables", b'{"game": "storybook", "seats": ["me", "clairvoyant"]}', AS_JSON),
                ("POST", "/api/tables", b'{"game": "storybook", "absent_seconds": -1}', AS_JSON),
                ("POST", "/api/tables", b'{"game": "storybook"}', {"Content-Type": "text/plain"}),
                ("POST", "/api/tables", b" " * 20_000, AS_JSON),
                ("PUT", "/api/me", b'{"name": "' + b"x" * 500 + b'"}', AS_JSON),
                ("PUT", "/api/me", b'{"name": "\\u202e"}', AS_JSON),
                ("GET", f"/api/tables/{code}/export", None, {}),
                ("GET", f"/api/tables/{code}/curve", None, {}),
                ("GET", "/api/shelf", None, {}),
                ("GET", "/healthz", None, {}),
                ("GET", "/metrics", None, {"X-Forwarded-For": "203.0.113.9"}),
                ("GET", "/../../../../etc/passwd", None, {}),
                ("GET", "/%2e%2e/%2e%2e/secret", None, {}),
                ("GET", "/assets/..%2f..%2fdata/secret", None, {}),
                ("DELETE", "/api/tables", None, {}),
                ("GET", "/api/games/%00", None, {}),
            ]
        )
        self.note("over HTTP")
        answer = await Visitor(self.address, self.strange_cookie(code)).ask(method, path, body, headers)
        if answer.status >= 500:
            self.result.errors.append(f"{method} {path}: status {answer.status}")
        if method != "GET" and answer.status == 200:
            self.result.carried_out.append(f"{method} {path} {body!r}")
        if path == "/metrics" and answer.status != 404:
            self.result.leaks.append("metrics for a stranger")
        if path.endswith(("export", "curve")) and answer.status == 200:
            table = self.house.rooms[code].table if code in self.house.rooms else None
            if table is not None and table.status != "over":
                self.result.leaks.append(f"{path} before the end")


async def read_all(line: ClientConnection, frames: list[str]) -> None:
    with contextlib.suppress(WebSocketException):
        async for frame in line:
            frames.append(str(frame))
