"""Studies of balance that people ask for: one at a time, by processes that come last in line for the machine.

Among those who wait, whoever had the fewest lately is next. What a study found is kept for who asked.
"""

import asyncio
import contextlib
import os
import secrets
import signal
import sqlite3
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from fabletop.kernel.question import Mistake
from fabletop.lab.workers import processors
from fabletop.server import workshop_messages as wm
from fabletop.server.answers import Refusal
from fabletop.server.guests import Guest
from fabletop.server.logs import log
from fabletop.server.store import surely
from fabletop.server.workshop.works import ID_LENGTH, LETTERS

if TYPE_CHECKING:
    from fabletop.server.house import House

MOST_GAMES = 20_000
MOST_SECONDS = 600  # for one study
MOST_WAITING = 2  # studies of one guest that are not over
MOST_QUEUED = 40  # of all
MOST_KEPT = 30  # finished ones of one guest
LATELY = 3600.0  # seconds
BOTS = ("random", "greedy", "gentle", "fair")
MOST_JOBS = 2
LONGEST_LINE = 8 * 2**20  # bytes that a study tells at once
GRACE = 8.0  # seconds for a study that was stopped to tell what it has
NO_STUDY = "There is no such study, or it is not yours."
SAME = "The two editions are the same: there is nothing to compare."
NOT_YET = "The page is there when the study is finished, and where the charts are installed: fabletop[lab]."
RESTARTED = "The house was restarted meanwhile: ask for it again."
OPEN = ("waiting", "running")


@dataclass
class Texts:
    """What is compared: texts, and what to call them."""

    name: str
    text: str
    against_name: str
    against_text: str


@dataclass
class Running:
    """A study that waits or runs."""

    guest: str
    study: wm.Study
    texts: Texts
    page: str = ""
    process: "asyncio.subprocess.Process | None" = None
    stopped: bool = False
    began: float = 0.0
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Kept(msgspec.Struct, frozen=True):
    study: wm.Study
    page: str = ""


class Studies:
    def __init__(self, house: "House") -> None:
        self.house = house
        self.store = house.store
        self.waiting: list[Running] = []
        self.running: Running | None = None
        self.begun: list[tuple[float, str]] = []  # when whose began
        self.jobs = min(MOST_JOBS, processors())
        self.task: asyncio.Task[None] | None = None

    # --- asking -------------------------------------------------------------------------------------------

    async def ask(
        self, guest: Guest, work: wm.WorkInfo, digest: str, wanted: wm.AskStudy, against: str, texts: Texts
    ) -> wm.StudyInfo:
        check(wanted)
        if texts.text == texts.against_text:
            raise Mistake(SAME)
        mine = [one for one in self.unfinished if one.guest == guest.id]
        if len(mine) >= MOST_WAITING:
            raise Mistake(f"You have {len(mine)} studies that are not finished: wait, or stop one.")
        if len(self.waiting) >= MOST_QUEUED:
            raise Mistake("Too many studies wait in this house: try again later.")
        info = wm.StudyInfo(
            id="".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH)),
            work=work.id,
            game=work.game,
            title=work.title,
            digest=digest,
            against=against,
            games=wanted.games,
            done=0,
            status="waiting",
            place=0,
            words="",
            made=self.house.time(),
            seconds=0.0,
            bot=wanted.bot,
            players=wanted.players or 0,
            seed=wanted.seed,
        )
        one = Running(guest.id, wm.Study(info, [], [], False), texts)
        await self.keep(one)
        self.waiting.append(one)
        self.go_on()
        return self.placed(one.study).info

    @property
    def unfinished(self) -> list[Running]:
        return [*self.waiting, *([self.running] if self.running else [])]

    def find(self, guest: Guest, id: str) -> tuple[wm.Study, str]:
        """A study of this guest, and its page."""
        for one in self.unfinished:
            if one.study.info.id == id and one.guest == guest.id:
                return self.placed(one.study), one.page
        row = self.store.row("select guest, body from studies where id = ?", id)
        if row is None or row[0] != guest.id:
            raise Refusal(404, NO_STUDY)
        kept = msgspec.json.decode(row[1], type=Kept)
        return after_restart(kept.study), kept.page

    def mine(self, guest: Guest) -> list[wm.StudyInfo]:
        query = "select id from studies where guest = ? order by made desc limit ?"
        return [self.find(guest, id)[0].info for (id,) in self.store.rows(query, guest.id, MOST_KEPT)]

    def placed(self, study: wm.Study) -> wm.Study:
        """With its place in the queue as it is now."""
        order = [one.study.info.id for one in self.queue()]
        place = order.index(study.info.id) + 1 if study.info.id in order else 0
        return msgspec.structs.replace(study, info=msgspec.structs.replace(study.info, place=place))

    def queue(self) -> list[Running]:
        """Who waits, in the order in which they will have their turn: whoever had the fewest lately first."""
        since = self.house.time() - LATELY
        self.begun = [(when, guest) for when, guest in self.begun if when > since]
        counts: dict[str, int] = {}
        for _, guest in self.begun:
            counts[guest] = counts.get(guest, 0) + 1
        order, left = [], list(self.waiting)
        while left:
            first = min(left, key=lambda one: (counts.get(one.guest, 0), one.study.info.made))
            left.remove(first)
            counts[first.guest] = counts.get(first.guest, 0) + 1
            order.append(first)
        return order

    async def stop(self, guest: Guest, id: str) -> wm.StudyInfo:
        """End one that is not over; remove one that is."""
        study, _ = self.find(guest, id)
        one = next((one for one in self.unfinished if one.study.info.id == id), None)
        if one is None:
            await surely(self.store.write(("delete from studies where id = ?", (id,))))
            return study.info
        one.stopped = True
        if one in self.waiting:
            self.waiting.remove(one)
            await self.finish(one, "stopped")
        elif one.process is not None:
            await self.interrupt(one)
        return one.study.info

    async def interrupt(self, one: Running) -> None:
        """Let it tell what it has, for a while; then end it, and whom it started."""
        assert one.process is not None
        with contextlib.suppress(ProcessLookupError):
            one.process.send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(one.over.wait(), GRACE)
        except TimeoutError:
            end(one.process)
            await one.over.wait()

    # --- running ------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        if self.running is None and self.waiting:
            self.running = self.queue()[0]
            self.waiting.remove(self.running)
            self.task = asyncio.create_task(self.run(self.running))

    async def run(self, one: Running) -> None:
        one.began = self.house.now()
        self.begun.append((self.house.time(), one.guest))
        self.change(one, status="running")
        words = ""
        try:
            words = await self.play(one)
        except (OSError, ValueError, msgspec.MsgspecError, asyncio.LimitOverrunError) as error:
            log("error", "a study failed", error=error)
            words = "It could not be carried out."
        finally:
            if one.process is not None and one.process.returncode is None:
                end(one.process)
                await one.process.wait()
            self.running = None
            status = "failed" if words else "stopped" if one.stopped else "done"
            with contextlib.suppress(sqlite3.Error):
                await self.finish(one, status, words)
            one.over.set()
            self.go_on()

    async def play(self, one: Running) -> str:
        """Start its process and listen to it; returns why it failed, if it did."""
        info, texts = one.study.info, one.texts
        one.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "fabletop.lab.served",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_LINE, start_new_session=True,
        )  # fmt: skip
        assert one.process.stdin is not None and one.process.stdout is not None
        asked = {
            "game": info.game, "bot": info.bot, "players": info.players or None, "seed": info.seed,
            "games": info.games, "jobs": self.jobs, "page": True, "seconds": MOST_SECONDS,
            "name": texts.name, "text": texts.text,
            "against_name": texts.against_name, "against_text": texts.against_text,
        }  # fmt: skip
        one.process.stdin.write(msgspec.json.encode(asked) + b"\n")
        one.process.stdin.close()
        while line := await one.process.stdout.readline():
            said: dict[str, Any] = msgspec.json.decode(line)
            if "failed" in said:
                return str(said["failed"])
            self.hear(one, said)
            if said.get("final"):
                await one.process.wait()
                return ""
        return "" if one.stopped else "It ended before it was done: it may have needed too much."

    def hear(self, one: Running, said: dict[str, Any]) -> None:
        changes: dict[str, Any] = {"seconds": self.house.now() - one.began}
        changes |= {key: said[key] for key in ("done", "players") if key in said}
        if "sections" in said:
            one.study = wm.Study(
                one.study.info,
                msgspec.convert(said["about"], list[tuple[str, str]]),
                msgspec.convert(said["sections"], list[wm.StudySection]),
                bool(said.get("page")),
            )
        one.page = said.get("page", one.page)
        one.stopped = one.stopped or bool(said.get("stopped"))
        self.change(one, **changes)

    def change(self, one: Running, **changes: Any) -> None:
        one.study = msgspec.structs.replace(
            one.study, info=msgspec.structs.replace(one.study.info, **changes)
        )

    async def finish(self, one: Running, status: str, words: str = "") -> None:
        self.change(one, status=status, words=words)
        await self.keep(one)

    async def keep(self, one: Running) -> None:
        info = one.study.info
        body = msgspec.json.encode(Kept(one.study, one.page))
        values = (info.id, one.guest, info.work, info.made, info.status, body)
        oldest = (
            "delete from studies where guest = ? and id not in "
            "(select id from studies where guest = ? order by made desc limit ?)"
        )
        await surely(
            self.store.write(
                ("delete from studies where id = ?", (info.id,)),
                (
                    "insert into studies (id, guest, work, made, status, body) values (?, ?, ?, ?, ?, ?)",
                    values,
                ),
                (oldest, (one.guest, one.guest, MOST_KEPT)),
            )
        )

    def close(self) -> None:
        self.waiting.clear()
        if self.running is not None and self.running.process is not None:
            end(self.running.process)
        if self.task is not None:
            self.task.cancel()


def check(wanted: wm.AskStudy) -> None:
    if not 1 <= wanted.games <= MOST_GAMES:
        raise Mistake(f"A study has 1 to {MOST_GAMES} games, not {wanted.games}.")
    if wanted.bot not in BOTS:
        raise Mistake(f"{wanted.bot!r} plays no studies here, but one of {', '.join(BOTS)}.")
    if not 0 <= wanted.seed < 2**53:
        raise Mistake("A seed is a whole number from 0 on.")


def after_restart(study: wm.Study) -> wm.Study:
    """One that waited or ran when the house was closed did not go on."""
    if study.info.status not in OPEN:
        return study
    ended = msgspec.structs.replace(study.info, status="stopped", words=RESTARTED, place=0)
    return msgspec.structs.replace(study, info=ended)


def end(process: "asyncio.subprocess.Process") -> None:
    """A process, and those it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
