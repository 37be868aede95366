"""Bots think in processes of their own, never in the event loop.

What they get is dealt anew for their seat first: not even the worker knows what the seat may not know.

Bots that people wait for have workers of their own. Hints and curves have one more, which the system lets run
only where those leave it time: however many are asked for, no table's bot waits for them.
"""

import asyncio
import heapq
import itertools
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar, TypeVarTuple

import msgspec

from fabletop import bots
from fabletop.bots.levels import LEVELS
from fabletop.bots.planning import Plan, plan
from fabletop.bots.thinker import Thinker
from fabletop.bots.verdict import Verdict
from fabletop.kernel.rng import seeded
from fabletop.kernel.snapshot import restore, snapshot
from fabletop.kernel.state import State
from fabletop.server.logs import log

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
LONGEST = 1.5  # seconds for a bot whose budget is not a time, where the engine is slow
PATIENCE = 20.0  # seconds for one question, after which a worker is given up
SHORT = 0.1  # seconds that are enough for a budget of walks, and for what comes on top of one of seconds
MARGIN = 0.1  # by which a budget of seconds may be overrun
CROWD = 20  # questions waiting for each worker, from which on bots think less
YIELDING = 15  # niceness of the worker for hints and curves
HINT, CURVE, STUDY = 0, 1, 2  # which comes first there


class Workers:
    """Processes that think, and who waits for one: the urgent first, and among equals everybody in turn."""

    def __init__(self, count: int, niceness: int = 0) -> None:
        self.count = count
        self.niceness = niceness
        self.pool = self.new_pool()
        self.free = count
        self.queue: list[tuple[int, int, int, asyncio.Future[None]]] = []
        self.since: dict[asyncio.Future[None], float] = {}  # when they began to wait
        self.numbers = itertools.count()
        self.rounds: dict[
            str, int
        ] = {}  # by owner: the round in which the last question of theirs has its turn
        self.round = 0

    def new_pool(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, spawn, initializer=begin_work, initargs=(self.niceness,))

    @property
    def waiting(self) -> int:
        return sum(not turn.done() for *_, turn in self.queue)

    @property
    def oldest(self) -> float:
        """For how many seconds the oldest question has waited."""
        return time.monotonic() - min(self.since.values()) if self.since else 0.0

    async def ask(self, work: Callable[[*Ts], T], *arguments: *Ts, urgency: int = 0, owner: str = "") -> T:
        """Have it worked out; who no longer waits for the answer is not in anybody's way."""
        await self.turn(urgency, owner)
        pool = self.pool
        try:
            return await self.ask_once(work, *arguments)
        except (BrokenProcessPool, TimeoutError):
            if pool is self.pool:
                log("error", "a worker died or hung")
                self.renew()
            await self.turn(urgency, owner)
            return await self.ask_once(work, *arguments)

    async def turn(self, urgency: int, owner: str) -> None:
        """Wait for a free worker, which is then taken."""
        if self.free > 0:
            self.free -= 1
            return
        place = self.rounds[owner] = max(self.round, self.rounds.get(owner, 0)) + 1
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self.queue, (urgency, place, next(self.numbers), turn))
        self.since[turn] = time.monotonic()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise
        finally:
            del self.since[turn]

    def release(self) -> None:
        while self.queue:
            _, self.round, _, turn = heapq.heappop(self.queue)
            if not turn.done():
                turn.set_result(None)
                return
        self.rounds.clear()
        self.round = 0
        self.free += 1

    async def ask_once(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """A worker is taken until it is done, also when nobody waits for that any more."""
        try:
            running = asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)
        except BaseException:
            self.release()
            raise
        running.add_done_callback(self.is_done)
        return await asyncio.wait_for(asyncio.shield(running), PATIENCE)

    def is_done(self, running: "asyncio.Future[T]") -> None:
        if not running.cancelled():
            running.exception()  # somebody else is told, if anybody still waits
        self.release()

    def renew(self) -> None:
        """Begin again with new workers."""
        self.stop()
        self.pool = self.new_pool()

    def stop(self) -> None:
        """End all workers, whatever they are about, and wait until they have ended."""
        for process in list((self.pool._processes or {}).values()):
            process.terminate()
        self.pool.shutdown(wait=True, cancel_futures=True)


Elsewhere = Callable[[str, bytes, str, int, str], Awaitable[int | None]]


async def nobody(kind: str, packed: bytes, level: str, seed: int, owner: str) -> int | None:
    """Thinks for us."""
    return None


class Thinkers:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.players = Workers(self.workers)
        self.advisers = Workers(1, YIELDING)
        self.elsewhere: Elsewhere = nobody  # processes that think for us (thinking.py)

    @property
    def waiting(self) -> int:
        """Questions of bots that wait for a worker."""
        return self.players.waiting

    @property
    def oldest(self) -> float:
        return self.players.oldest

    def warm_up(self) -> None:
        """Start a worker before the first bot is asked."""
        self.players.pool.submit(bots.names)

    def slot(self, level: str) -> float:
        """Seconds within which a bot of this level has answered, whatever it has to think about.

        One that has a single answer gives it at once: were it told at once, all would know that of its hand.
        """
        found = LEVELS.get(level)
        if found is None:
            return 0.0
        return found.budget.seconds * (1 + MARGIN) + SHORT if found.budget.seconds else SHORT

    async def choose(self, packed: bytes, level: str, owner: str = "") -> int:
        """What a bot of this level answers; a quick one, when too many wait."""
        if self.waiting > CROWD * self.workers:
            level = "greedy"
        seed = secrets.randbits(63)
        found = await self.elsewhere("choose", packed, level, seed, owner)
        return await self.players.ask(choose, packed, level, seed, owner=owner) if found is None else found

    async def repeat(self, packed: bytes, level: str, seed: int, owner: str = "") -> int:
        """The same answer whenever it is asked again, however busy we are."""
        found = await self.elsewhere("repeat", packed, level, seed, owner)
        return (
            await self.players.ask(repeatable, packed, level, seed, owner=owner) if found is None else found
        )

    async def study(self, packed: bytes, level: str) -> int:
        """What a bot of this level answers, where nobody waits for it."""
        return await self.advisers.ask(choose, packed, level, secrets.randbits(63), urgency=STUDY)

    async def consider(self, packed: bytes, seat: int, seconds: float, urgency: int = HINT) -> Verdict:
        """What a strong bot would answer for this seat, and why."""
        return await self.advisers.ask(consider, packed, seat, seconds, secrets.randbits(63), urgency=urgency)

    async def plan(self, packed: bytes, seat: int, seconds: float, urgency: int = HINT) -> Plan:
        """A whole move for this seat, with reasons."""
        return await self.advisers.ask(planned, packed, seat, seconds, secrets.randbits(63), urgency=urgency)

    def close(self) -> None:
        self.players.stop()
        self.advisers.stop()


def pack(state: State, seat: int, seed: int | None = None) -> bytes:
    """The game as this seat could imagine it: what is hidden from it is dealt anew."""
    chance = seeded(secrets.randbits(128) if seed is None else seed)
    return msgspec.json.encode(snapshot(state.opening.game.resample(state, seat, chance)))


# --- In the worker --------------------------------------------------------------------------------


def begin_work(niceness: int) -> None:
    """A worker whose server was killed must not stay; and it is told by that server to stop, not by keys."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def choose(packed: bytes, level: str, seed: int) -> int:
    bot = bots.make(level)
    if isinstance(bot, Thinker) and bot.seconds == 0.0:
        bot.seconds = LONGEST
    return int(bot.choose(restore(msgspec.json.decode(packed)), seeded(seed)))


def repeatable(packed: bytes, level: str, seed: int) -> int:
    return int(bots.make(level).choose(restore(msgspec.json.decode(packed)), seeded(seed)))


def consider(packed: bytes, seat: int, seconds: float, seed: int) -> Verdict:
    bot = Thinker("sharp", 0, seconds)
    return bot.consider(restore(msgspec.json.decode(packed)), seeded(seed), seat)


def planned(packed: bytes, seat: int, seconds: float, seed: int) -> Plan:
    return plan(restore(msgspec.json.decode(packed)), seat, seeded(seed), 0, seconds)
