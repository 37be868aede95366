"""Two people play over days, and are told by mail and push: all that was due and nothing else, over restarts.

They are not there at the same time; days pass in seconds. What arrives is read from a real mail server, and
from a push service of our own that decrypts it.
"""

import asyncio
import contextlib
import random
import re
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fabletop.server import messages as msg
from fabletop.server.trials.hurried import time_at
from fabletop.server.trials.letters import Browser, Mailbox, PushService, links_in, text_of
from fabletop.server.trials.running import Running
from fabletop.server.trials.visitor import Page, Visitor

SPEED = 3600.0  # a day passes in 24 seconds
DAY = 24 * 3600
LONG = 14 * DAY  # for a turn of which nobody is to be reminded: also where the machine is slow
SHORT = 2 * DAY  # for one that runs out
NIGHT = 22 * 60  # minutes, in which much is done
SETTLED = 1.5  # seconds after which nothing more can be on its way
PATIENCE = 60.0
GAME = r"Storybook Battles with (Anna|Bert|bots)"
LINE = re.compile(rf"{GAME}( within \d+ \w+|: (\d+ \w+|a minute) left)\.")
TITLES = re.compile(r"It is your turn|Your time runs out|\d+ games wait for you")


@dataclass
class Result:
    turns: int = 0
    restarts: int = 0
    kills: int = 0
    upgrades: int = 0
    mails: int = 0  # notices that arrived
    pushes: int = 0
    reminders: int = 0
    seconds: float = 0.0
    days: float = 0.0  # that passed in the trial
    wrong: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)  # in the log

    @property
    def good(self) -> bool:
        return not (self.wrong or self.errors)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "good": self.good}


class Hurried(Running):
    """A server whose days are short."""

    def __init__(self, folder: Path, began: float, mail: str) -> None:
        super().__init__(folder)
        self.began = began
        self.mail = mail
        self.upgraded = False

    @property
    def command(self) -> list[str]:
        program = [sys.executable, "-m", "fabletop.server.trials.hurried", str(SPEED), str(self.began)]
        later = ["upgraded"] if self.upgraded else []
        return [*program, str(self.port), str(self.data), self.mail, *later]


class Person:
    """Somebody with an address and a browser, and what they should have been told so far."""

    def __init__(self, name: str, visitor: Visitor, browser: Browser) -> None:
        self.name = name
        self.visitor = visitor
        self.browser = browser
        self.address = f"{name.lower()}@example.org"
        self.due: list[str] = []  # titles of notices

    @property
    def other(self) -> str:
        return "Bert" if self.name == "Anna" else "Anna"


class Trial:
    def __init__(
        self, folder: Path, mailbox: Mailbox, pushes: PushService, mail: str, say: Callable[[str], None]
    ) -> None:
        self.began = time.time()
        self.server = Hurried(folder, self.began, mail)
        self.mailbox = mailbox
        self.pushes = pushes
        self.say = say
        self.luck = random.Random(1)
        self.result = Result()
        self.people: dict[str, Person] = {}

    # --- The people --------------------------------------------------------------------------------

    async def come(self, name: str) -> None:
        """Somebody comes, and asks to be told by both ways."""
        visitor = Visitor(self.server.address)
        await visitor.get("/api/shelf")
        await visitor.send("PUT", "/api/me", {"name": name})
        person = self.people[name] = Person(name, visitor, self.pushes.browser(name))
        await visitor.send("POST", "/api/me/push", person.browser.subscription)
        await visitor.send("PUT", "/api/me/mail", {"address": person.address})
        await self.mailbox.until(len(self.mailbox.all) + 1, PATIENCE)
        (link,) = [link for link in links_in(self.mailbox.all.pop()) if "/confirm/" in link]
        await visitor.ask("POST", link[link.index("/notices") :])

    async def sit_down(self, **agreed: object) -> str:
        """A table of both; who is asked first has seen it."""
        anna, bert = self.people.values()
        wanted = {
            "game": "storybook",
            "seats": ["me", "open"],
            "pace": 0.0,
            "turn_seconds": LONG,
            **agreed,
        }
        code = await anna.visitor.make(**wanted)
        async with self.at(bert, code) as page:
            await page.do(msg.Sit, seat=1)
            async with self.at(anna, code) as host:
                await host.do(msg.Start)
                await page.until(lambda page: page.position is not None)
        return code

    @contextlib.asynccontextmanager
    async def at(self, person: Person, code: str) -> AsyncIterator[Page]:
        page = await person.visitor.visit(code)
        await page.until(lambda page: page.line is not None)
        try:
            yield page
        finally:
            await page.close()

    async def asked(self, code: str) -> Person | None:
        """Who is, as a spectator sees it: it is nobody's look."""
        watcher = Visitor(self.server.address)
        await watcher.get("/api/shelf")
        page = await watcher.visit(code)
        try:
            await page.until(lambda page: page.position is not None)
            assert page.position is not None and page.table is not None
            seats = [] if page.position.over else page.position.question.seats
            return self.people[page.table.seats[seats[0]].who] if seats else None
        finally:
            await page.close()

    async def answer(self, person: Person, code: str) -> None:
        """A whole turn: until others are asked, or the game is over."""
        async with self.at(person, code) as page:
            await page.until(lambda page: bool(page.options) or page.over)
            while page.options:
                reply = await page.act(page.some_action(self.luck))
                if reply.refused is not None:
                    self.result.wrong.append(f"an answer was refused: {reply.refused.words}")
                    return
        self.result.turns += 1

    # --- What should arrive, and nothing else --------------------------------------------------------

    async def told(self, person: Person, title: str = "It is your turn") -> None:
        """Somebody is to be told now, once by each way."""
        person.due.append(title)
        with contextlib.suppress(TimeoutError):
            await person.browser.got.until(len(person.due), PATIENCE)
            async with asyncio.timeout(PATIENCE):
                while len(self.mailbox.mails_to(person.address)) < len(person.due):
                    await asyncio.sleep(0.02)
        self.compare(person)

    async def quiet(self) -> None:
        """Nothing is due: wait for what should not come."""
        await asyncio.sleep(SETTLED)
        for person in self.people.values():
            self.compare(person)

    def compare(self, person: Person) -> None:
        mails = [
            str(mail["Subject"]).removeprefix("Fabletop: ") for mail in self.mailbox.mails_to(person.address)
        ]
        pushed = [said["title"] for said in person.browser.got.all]
        for way, titles in (("mail", mails), ("push", pushed)):
            if titles != person.due:
                self.result.wrong.append(f"{person.name} should have had {person.due}, had by {way} {titles}")
        person.due = list(mails if len(mails) >= len(pushed) else pushed)

    def check_words(self) -> None:
        """What was told is the name of the game, of people, and time; nothing that lies on a table."""
        for person in self.people.values():
            for said in person.browser.got.all:
                self.check(said["title"], said["body"].split("\n"))
                self.result.pushes += 1
                self.result.reminders += said["title"] == "Your time runs out"
            for mail in self.mailbox.mails_to(person.address):
                title, _, *lines = text_of(mail).splitlines()
                lines = lines[: lines.index("--")]
                self.check(
                    title.rstrip("."), [line for line in lines if line and not line.startswith("http")]
                )
                self.result.mails += 1

    def check(self, title: str, lines: list[str]) -> None:
        for line in lines:
            if not (TITLES.fullmatch(title) and LINE.fullmatch(line)):
                self.result.wrong.append(f"a notice says more than it should: {title!r}, {line!r}")

    # --- The server ----------------------------------------------------------------------------------

    async def restart(self, kill: bool = False, upgraded: bool = False) -> None:
        (self.server.kill if kill else self.server.stop)()
        self.server.upgraded |= upgraded
        self.server.start()
        await self.server.until_ready()
        self.result.restarts += 1
        self.result.kills += kill
        self.result.upgrades += upgraded

    async def restart_with_a_letter(self, person: Person, **how: bool) -> None:
        """The server stops while a mail could not be sent yet: it is sent by the next one, once."""
        self.mailbox.refusals = 1
        await person.browser.got.until(len(person.due) + 1, PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while self.mailbox.refusals:
                await asyncio.sleep(0.01)
        await self.restart(**how)
        await self.told(person)

    # --- The trial -----------------------------------------------------------------------------------

    async def run(self, turns: int) -> None:
        for name in ("Anna", "Bert"):
            await self.come(name)
        await self.play(turns)
        await self.look_and_look_away()
        await self.flood()
        await self.run_out()
        await self.quiet()
        self.check_words()

    async def play(self, turns: int) -> None:
        """A game in which nobody is ever told but who is asked and not there; with restarts between."""
        code = await self.sit_down()
        stops = {
            turns // 5: {},
            2 * turns // 5: {"kill": True},
            3 * turns // 5: {"upgraded": True},
            4 * turns // 5: {"kill": True},
        }
        person = await self.asked(code)
        for turn in range(turns):
            if person is None:
                break
            await self.answer(person, code)
            person = await self.asked(code)
            if person is not None:
                if turn in stops:
                    self.say(f"{turn} turns; the server stops: {stops[turn] or 'in order'}")
                    await self.restart_with_a_letter(person, **stops[turn])
                else:
                    await self.told(person)
        await self.quiet()

    async def look_and_look_away(self) -> None:
        """Who looks at the table is not told; who has it in the background is."""
        code = await self.sit_down()
        person = await self.asked(code)
        assert person is not None
        other = self.people[person.other]
        async with self.at(other, code):
            await self.answer(person, code)
            await self.quiet()
        await self.quiet()  # they have seen it
        await self.answer(other, code)
        again = await self.asked(code)
        assert again is not None
        await self.told(again)
        async with self.at(self.people[again.other], code) as page:
            await page.do(msg.Attend, visible=False)
            await self.answer(again, code)
            await self.told(self.people[again.other])

    async def flood(self) -> None:
        """Many turns at once: the first is told, the others together when some time has passed."""
        anna, bert = self.people.values()
        codes = [await self.sit_down() for _ in range(6)]
        hour = int(time_at(SPEED, self.began) % DAY / 60)
        night = {"zone": "UTC", "quiet_from": hour, "quiet_until": (hour + NIGHT) % 1440}
        for person in (anna, bert):
            await person.visitor.send("PUT", "/api/me/notices", night)
        waiting = {"Anna": 0, "Bert": 0}
        for code in codes:
            first = await self.asked(code)
            assert first is not None
            await self.answer(first, code)
            after = await self.asked(code)
            if after is not None:
                waiting[after.name] += 1
        await self.quiet()  # it is night
        for name, count in waiting.items():
            if count:
                title = "It is your turn" if count == 1 else f"{count} games wait for you"
                await self.told(self.people[name], title)
        for person in (anna, bert):
            await person.visitor.send("PUT", "/api/me/notices", night | {"quiet_until": hour})
        for code in codes:
            last = await self.asked(code)
            if last is not None:  # nothing of these tables is to be told any more
                async with self.at(last, code) as page:
                    await page.do(msg.Resign)

    async def run_out(self) -> None:
        """A reminder before the time is up; then a bot plays on. The other looks, and is told nothing."""
        code = await self.sit_down(turn_seconds=SHORT)
        person = await self.asked(code)
        assert person is not None
        await self.answer(person, code)
        late = await self.asked(code)
        assert late is not None
        async with self.at(self.people[late.other], code) as page:
            await self.told(late)
            await self.told(late, "Your time runs out")
            with contextlib.suppress(TimeoutError):
                await page.until(
                    lambda page: page.table is not None and any(s.away for s in page.table.seats), PATIENCE
                )
            if page.table is None or not any(seat.away for seat in page.table.seats):
                self.result.wrong.append("time was up, and no bot plays")
            await page.do(msg.Resign)


async def run(folder: Path, turns: int, say: Callable[[str], None]) -> Result:
    mailbox = Mailbox()
    async with mailbox.open() as mail, PushService().open() as pushes:
        trial = Trial(folder, mailbox, pushes, mail, say)
        trial.server.start()
        try:
            await trial.server.until_ready()
            await trial.run(turns)
        finally:
            trial.server.stop()
        trial.result.errors = trial.server.logged_errors()
        trial.result.seconds = round(time.time() - trial.began, 1)
        trial.result.days = round(trial.result.seconds * SPEED / DAY, 1)
        return trial.result
