"""Somebody who just plays with a bot, in a process of their own, and takes the time until it answers."""

import asyncio
import multiprocessing
import queue
import random
import time
from multiprocessing.queues import Queue

from fabletop.server.trials.visitor import Page, Visitor

LEVEL = "fair"
PATIENCE = 60.0


class Witness:
    def __init__(self, address: str, forwarded: str) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.queue: Queue[float] = spawn.Queue()
        self.process = spawn.Process(target=play, args=(address, forwarded, self.queue), daemon=True)
        self.process.start()

    def times(self) -> list[float]:
        """Of the answers since we were last asked, in seconds."""
        found = []
        while True:
            try:
                found.append(self.queue.get_nowait())
            except queue.Empty:
                return found

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()


def play(address: str, forwarded: str, times: "Queue[float]") -> None:
    asyncio.run(play_on(address, forwarded, times))


async def play_on(address: str, forwarded: str, times: "Queue[float]") -> None:
    """Game after game, each as another guest, against a bot that answers as quickly as it may."""
    luck = random.Random(1)
    while True:
        visitor = Visitor(address, forwarded=forwarded)
        page = await visitor.visit(await visitor.make(game="storybook", seats=["me", LEVEL], pace=0.0))
        while not page.over:
            await page.until(lambda page: bool(page.options) or page.over, PATIENCE)
            if page.options:
                await answer(page, luck, times)
        await page.close()


async def answer(page: Page, luck: random.Random, times: "Queue[float]") -> None:
    await page.act(luck.choice(page.options).action)
    assert page.position is not None
    start, number = time.perf_counter(), page.position.number
    if not page.options and not page.over:
        await page.until(lambda page: page.position is not None and page.position.number > number, PATIENCE)
        times.put(time.perf_counter() - start)
