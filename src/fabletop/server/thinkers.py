"""Bots think in processes of their own, never in the event loop.

What they get is dealt anew for their seat first: not even the worker knows what the seat may not know.
"""

import asyncio
import multiprocessing
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar, TypeVarTuple

import msgspec

from fabletop import bots
from fabletop.bots.levels import LEVELS
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


class Thinkers:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.pool = self.new_pool()
        self.waiting = 0

    def new_pool(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, spawn, initializer=die_with_parent)

    def warm_up(self) -> None:
        """Start a worker before the first bot is asked."""
        self.pool.submit(bots.names)

    def slot(self, level: str) -> float:
        """Seconds within which a bot of this level has answered, whatever it has to think about.

        One that has a single answer gives it at once: were it told at once, all would know that of its hand.
        """
        found = LEVELS.get(level)
        if found is None:
            return 0.0
        return found.budget.seconds * (1 + MARGIN) + SHORT if found.budget.seconds else SHORT

    async def choose(self, packed: bytes, level: str) -> int:
        """What a bot of this level answers; a quick one, when too many wait."""
        if self.waiting > CROWD * self.workers:
            level = "greedy"
        return await self.ask(choose, packed, level, secrets.randbits(63))

    async def consider(self, packed: bytes, seat: int, seconds: float) -> Verdict:
        """What a strong bot would answer for this seat, and why."""
        return await self.ask(consider, packed, seat, seconds, secrets.randbits(63))

    async def ask(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        self.waiting += 1
        pool = self.pool
        try:
            return await self.ask_once(work, *arguments)
        except (BrokenProcessPool, TimeoutError):
            if pool is self.pool:
                log("error", "a worker died or hung")
                self.renew()
            return await self.ask_once(work, *arguments)
        finally:
            self.waiting -= 1

    async def ask_once(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        loop = asyncio.get_running_loop()
        patience = PATIENCE * (1 + self.waiting / self.workers)
        return await asyncio.wait_for(loop.run_in_executor(self.pool, work, *arguments), patience)

    def renew(self) -> None:
        """Begin again with new workers."""
        self.stop_workers()
        self.pool = self.new_pool()

    def stop_workers(self) -> None:
        for process in list((self.pool._processes or {}).values()):
            process.terminate()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        self.stop_workers()


def pack(state: State, seat: int) -> bytes:
    """The game as this seat could imagine it: what is hidden from it is dealt anew."""
    chance = seeded(secrets.randbits(128))
    return msgspec.json.encode(snapshot(state.opening.game.resample(state, seat, chance)))


# --- In the worker --------------------------------------------------------------------------------


def die_with_parent() -> None:
    """A worker whose server was killed must not stay."""
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


def consider(packed: bytes, seat: int, seconds: float, seed: int) -> Verdict:
    bot = Thinker("sharp", 0, seconds)
    return bot.consider(restore(msgspec.json.decode(packed)), seeded(seed), seat)
