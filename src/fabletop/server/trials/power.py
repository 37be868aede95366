"""The power is cut at every write of a run of answers: none that was acknowledged may be lost, and the house
opens again. People play through rooms and store as ever; recovery is by the SQLite that the server uses."""

import asyncio
import bisect
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import fabletop
from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server.guests import Guest
from fabletop.server.house import House
from fabletop.server.room import Room

try:
    from fabletop.server.trials.disk import Change, Files, NotedStore, Noting, cuts
except ImportError:
    raise Mistake("this trial needs apsw: pip install 'fabletop[trials]'") from None

DATABASE = "tables.sqlite"
MOST_TOLD = 20  # of what went wrong


@dataclass
class Result:
    writes: int = 0  # changes to files, syncs included
    syncs: int = 0
    checkpoints: int = 0  # times at which the log was carried over into the database
    states: int = 0  # in which a cut could leave the files
    acknowledged: int = 0
    opened: int = 0  # houses that were opened after a cut, and a game gone on with
    lost: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.damaged)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "good": self.good}


@dataclass
class Acknowledged:
    """Up to which event a table was acknowledged, after how many changes of the files."""

    changes: list[int] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)

    def by(self, number: int) -> int:
        place = bisect.bisect_right(self.changes, number)
        return self.versions[place - 1] if place else 0


class Playing:
    """People at several tables at once, whose answers are acknowledged one after another."""

    def __init__(self, folder: Path, seed: int, pages: int) -> None:
        self.noting = Noting()
        self.house = House(folder, store=NotedStore)
        self.luck = random.Random(seed)
        self.pages = pages
        self.told: dict[str, Acknowledged] = {}
        self.answers = 0

    @property
    def changes(self) -> list[Change]:
        return self.noting.changes

    async def run(self, answers: int, tables: int) -> None:
        if self.pages:
            await self.checkpoint_every(self.pages)
        games = fabletop.names()
        try:
            await asyncio.gather(
                *(self.play(games[n % len(games)], answers // tables) for n in range(tables))
            )
        finally:
            self.house.close()

    async def checkpoint_every(self, pages: int) -> None:
        """A short run would never come to carry its log over."""
        await self.house.store.write((f"pragma wal_autocheckpoint = {pages}", ()))

    async def play(self, game: str, answers: int) -> None:
        left = answers
        while left > 0:
            room = await self.open_table(game)
            while left > 0 and room.table.status == "playing":
                await self.answer(room)
                left -= 1

    async def open_table(self, game: str) -> Room:
        players = 2 if 2 in fabletop.game(game).players else min(fabletop.game(game).players)
        seats = ["me", *["open"] * (players - 1)]
        code = await self.house.make(guest_at(0), msg.NewTable(game, seats=seats, absent_seconds=0))
        room = await self.house.room(code)
        assert room is not None
        self.note(room)
        for seat in range(1, players):
            await self.perform(room, seat, msg.Sit(seat, seat))
        if players > 1:
            await self.perform(room, 0, msg.Start(99))
        return room

    async def answer(self, room: Room) -> None:
        table = room.table
        seat = self.luck.choice(table.people_asked())
        options = table.session.game.ask(table.session.state, seat).options
        action = self.luck.choice(options).action
        await self.perform(room, seat, msg.Act(100 + table.version, table.length, action))
        self.answers += 1

    async def perform(self, room: Room, seat: int, message: Any) -> None:
        await room.perform(guest_at(seat), message, (guest_at(seat).id, "page", message.id))
        self.note(room)

    def note(self, room: Room) -> None:
        """From now on all that has happened at this table must be found again."""
        told = self.told.setdefault(room.table.code, Acknowledged())
        told.changes.append(len(self.changes))
        told.versions.append(room.table.version)


def guest_at(seat: int) -> Guest:
    return Guest(f"guest{seat}", f"Guest {seat}")


class Trial:
    def __init__(self, folder: Path, seed: int, say: Callable[[str], None]) -> None:
        self.folder = folder
        self.seed = seed
        self.say = say
        self.result = Result()

    async def run(self, answers: int, tables: int, tears: int, open_every: int, pages: int = 0) -> Result:
        playing = Playing(self.folder / "data", self.seed, pages)
        await playing.run(answers, tables)
        with closing(sqlite3.connect(self.folder / "data" / DATABASE)) as whole:
            final = events_of(whole)
        self.describe(playing)
        first = min(told.changes[0] for told in playing.told.values())
        for number, found in cuts(playing.changes, tears, self.seed):
            acknowledged = {code: told.by(number) for code, told in playing.told.items()}
            for files in found:
                self.check(number, files, acknowledged, final)
            if number < first or number % open_every == 0:
                await self.open_again(number, found[-1])
            if number % 1000 == 0:
                self.say(f"{number} of {len(playing.changes)} cuts, {self.result.states} states")
        return self.result

    def describe(self, playing: Playing) -> None:
        result, changes = self.result, playing.changes
        result.writes = len(changes)
        result.syncs = sum(change.kind == "sync" for change in changes)
        result.checkpoints = sum(change.kind == "sync" and change.file == DATABASE for change in changes)
        result.acknowledged = playing.answers
        self.say(f"{playing.answers} answers acknowledged in {len(changes)} writes and syncs")

    def check(
        self, number: int, files: Files, acknowledged: dict[str, int], final: dict[str, list[bytes]]
    ) -> None:
        """What a house finds after the cut: a whole database, and the beginning of each log."""
        self.result.states += 1
        try:
            with closing(sqlite3.connect(laid_out(self.folder / "cut", files) / DATABASE)) as data:
                (words,) = data.execute("pragma integrity_check").fetchone()
                kept = events_of(data)
        except sqlite3.Error as error:
            words, kept = str(error), {}
        if words != "ok":
            self.wrong(self.result.damaged, f"cut {number}: {words}")
        for code, version in acknowledged.items():
            if len(kept.get(code, [])) < version:
                self.wrong(self.result.lost, f"cut {number}: {code} has no event {version}")
        for code, events in kept.items():
            if events != final[code][: len(events)]:
                self.wrong(self.result.damaged, f"cut {number}: {code} has other events")

    def wrong(self, where: list[str], words: str) -> None:
        if len(where) < MOST_TOLD:
            where.append(words)

    async def open_again(self, number: int, files: Files) -> None:
        """The house itself opens what is left, and a game goes on."""
        secret = (self.folder / "data" / "secret").read_bytes()
        house = House(laid_out(self.folder / "again", {**files, "secret": secret}), durable=False)
        try:
            going = "select code from tables where status = 'playing' limit 1"
            for (code,) in house.store.rows(going):
                room = await house.room(code)
                assert room is not None
                seat = room.table.people_asked()[0]
                action = int(room.table.session.state.legal()[0])
                act = msg.Act(1, room.table.length, action)
                await room.perform(guest_at(seat), act, (guest_at(seat).id, "another page", 1))
            self.result.opened += 1
        except Exception as error:
            self.wrong(self.result.damaged, f"cut {number}: the house does not open: {error!r}")
        finally:
            house.close()


def laid_out(folder: Path, files: Files) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def events_of(data: sqlite3.Connection) -> dict[str, list[bytes]]:
    """Every table's log."""
    if not data.execute("select 1 from sqlite_master where name = 'events'").fetchall():
        return {}
    found: dict[str, list[bytes]] = {}
    for code, number, body in data.execute("select code, number, body from events order by code, number"):
        events = found.setdefault(code, [])
        events += [b""] * (number - 1 - len(events))  # a hole is no event
        events.append(bytes(body))
    return found
