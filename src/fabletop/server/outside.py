"""A bot from outside, seen from its own side: it sits down at a table, and a program answers for it.

The program reads one line of JSON for each question and writes one line with the number of its answer.
"""

import asyncio
import json
import math
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Page, Visitor

LONGEST_LINE = 64 * 1024  # of what a program says
Say = Callable[[str], None]


class Program:
    """What answers: started once, asked line by line."""

    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        self.process = process
        self.name = name

    async def ask(self, question: dict[str, Any]) -> int:
        assert self.process.stdin is not None and self.process.stdout is not None
        with suppress(ConnectionError):
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            await self.process.stdin.drain()
        try:
            line = (await self.process.stdout.readline()).decode(errors="replace").strip()
        except ValueError:
            raise Mistake(f"{self.name} wrote a line without an end") from None
        if not line:
            raise Mistake(f"{self.name} has ended without an answer")
        actions = [option["action"] for option in question["options"]]
        if not line.isdigit() or int(line) not in actions:
            raise Mistake(f"{self.name} answered {line[:40]!r}; allowed were {', '.join(map(str, actions))}")
        return int(line)

    async def end(self) -> None:
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.terminate()
            await self.process.wait()


async def start(file: Path) -> Program:
    if not file.is_file():
        raise Mistake(f"there is no program {file}")
    command = [sys.executable, str(file)] if file.suffix == ".py" else [str(file.resolve())]
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
    except OSError as error:
        raise Mistake(f"{file} cannot be run: {error.strerror}") from None
    return Program(process, file.name)


async def sit_down(address: str, code: str, seat: int, name: str, link: str) -> Page:
    """The table, with our bot in that seat."""
    place = urlsplit(address if "//" in address else f"http://{address}")
    if place.scheme not in ("http", "https") or not place.netloc:
        raise Mistake(f"{address!r} is no address of a house: try http://127.0.0.1:8421")
    visitor = Visitor(place.netloc, tls=ssl.create_default_context() if place.scheme == "https" else None)
    wanted = msg.SignIn(name, link.rstrip("/").rpartition("/")[2])
    try:
        answer = await visitor.send("POST", "/api/bots", wanted)
    except OSError as error:
        raise Mistake(f"{address} does not answer: {error}") from None
    if answer.status != 200:
        raise Mistake(answer.json()["words"])
    page = Page(visitor, code.upper())
    page.open()
    await page.until(lambda page: page.table is not None or page.closed is not None)
    if page.table is None:
        raise Mistake(page.why or f"there is no table {code}")
    reply = await page.do(msg.Sit, seat=seat)
    if reply.refused is not None:
        raise Mistake(reply.refused.words)
    return page


async def play(page: Page, seat: int, program: Program, observe: bool, say: Say) -> None:
    """Answer until the game is over, or the seat is lost."""
    answered: list[msg.Position] = []

    def something_to_do(page: Page) -> bool:
        return has_ended(page, seat) or (is_asked(page, seat) and page.position not in answered)

    while True:
        await page.until(something_to_do, math.inf)
        if has_ended(page, seat):
            break
        assert page.position is not None
        answered = [page.position]
        action = await program.ask(await question(page, seat, observe))
        reply = await page.do(msg.Act, number=answered[0].number, action=action)
        if reply.refused is not None:
            say(f"refused: {reply.refused.words}")
    if page.over and page.position is not None:
        say(page.position.result)
    else:
        say(page.why or "The house plays on: there was no answer in time.")


def is_asked(page: Page, seat: int) -> bool:
    asked = page.position.question if page.position is not None else None
    return asked is not None and seat in asked.seats and bool(asked.options)


def has_ended(page: Page, seat: int) -> bool:
    lost = page.table is not None and page.table.status == "playing" and page.table.seats[seat].away
    return page.over or lost or page.closed is not None


async def question(page: Page, seat: int, observe: bool) -> dict[str, Any]:
    """What the program is asked: the seat's view, and what it may answer."""
    assert page.position is not None and page.table is not None
    asked = msgspec.to_builtins(page.position.question)
    found = {
        "game": page.table.game,
        "number": page.position.number,
        "seat": seat,
        "seconds": page.table.seats[seat].clock,
        "view": page.position.view,
        "prompt": asked["prompt"],
        "options": asked["options"],
    }
    if observe:
        reply = await page.do(msg.Observe, number=page.position.number)
        found["observation"] = msgspec.to_builtins(reply.observation)
    return found


async def play_at(
    address: str, code: str, seat: int, file: Path, name: str, link: str = "", *, observe: bool, say: Say
) -> None:
    """One game at a table of a house, from sitting down to its end."""
    program = await start(file)
    try:
        page = await sit_down(address, code, seat, name, link)
        say(f"{name} sits at {code.upper()}, seat {seat + 1}.")
        try:
            await play(page, seat, program, observe, say)
        finally:
            await page.close()
    finally:
        await program.end()
