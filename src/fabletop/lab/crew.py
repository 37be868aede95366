"""Playing many games on several processes: who plays which, how far they are, and stopping halfway.

Game number n is played alike whoever plays it, and what is counted can be added up in any order, so
the result does not depend on how the work was spread.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Protocol

from fabletop.kernel.question import Mistake
from fabletop.lab.tally import Record, Tally

CHUNK = 100  # games handed over at once: fewer would spend the time on handing over
FEW = 200  # games that are not worth starting processes for
PATIENCE = 0.1  # seconds between looks at the progress

Progress = Callable[[int, int], None]  # games done, games in all


class Task(Protocol):
    """What is to be played; it must be picklable."""

    def prepare(self) -> Callable[[int], Record]:
        """Called once in each process: a function that plays the game of a number."""


@dataclass(slots=True)
class Work:
    """What came of it."""

    tally: Tally = field(default_factory=Tally)
    stopped: bool = False  # by Ctrl-C, or by a game that failed


def play_games(task: Task, games: int, jobs: int | None = None, progress: Progress | None = None) -> Work:
    """Play games 0 to games - 1. Ctrl-C stops the work; what was played until then is kept."""
    if games < 1:
        raise Mistake(f"{games} games cannot be played; give 1 or more")
    jobs = checked_jobs(jobs, games)
    report = progress or (lambda done, total: None)
    if jobs == 1:
        return play_here(task, games, report)
    return play_apart(task, games, jobs, report)


def checked_jobs(jobs: int | None, games: int) -> int:
    if jobs is None:
        jobs = 1 if games < FEW else processors()
    if jobs < 1:
        raise Mistake(f"{jobs} jobs cannot do anything; give 1 or more")
    return min(jobs, games)


def processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def derived(seed: int, number: int, purpose: str) -> int:
    """A seed for one game, from the seed of them all; small enough for any reader of JSON."""
    return int.from_bytes(blake2b(f"{seed} {number} {purpose}".encode(), digest_size=6).digest(), "big")


# --- In this process -----------------------------------------------------------------


def play_here(task: Task, games: int, report: Progress) -> Work:
    work = Work()
    try:
        play = task.prepare()
        last = 0.0
        for number in range(games):
            work.tally.add(play(number))
            now = time.monotonic()
            if now - last > PATIENCE:
                report(number + 1, games)
                last = now
            if work.tally.failures:
                work.stopped = True
                break
    except KeyboardInterrupt:
        work.stopped = True
    report(work.tally.games, games)
    return work


# --- In processes of their own ---------------------------------------------------------


class Desk:
    """What a worker process shares with the others."""

    def __init__(self, task: Task, done: Any, stop: Any) -> None:
        self.play = task.prepare()
        self.done = done
        self.stop = stop


DESK: list[Desk] = []


def sit_down(task: Task, done: Any, stop: Any) -> None:
    """The start of a worker. Ctrl-C is for the process that asks for the games, not for those that play."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    DESK[:] = [Desk(task, done, stop)]


def play_chunk(first: int, last: int) -> Tally:
    desk = DESK[0]
    tally = Tally()
    for number in range(first, last):
        if desk.stop.is_set():
            break
        tally.add(desk.play(number))
        with desk.done.get_lock():
            desk.done.value += 1
        if tally.failures:
            desk.stop.set()
    return tally


def play_apart(task: Task, games: int, jobs: int, report: Progress) -> Work:
    context = multiprocessing.get_context("spawn")
    done = context.Value("q", 0)
    stop = context.Event()
    work = Work()
    with ProcessPoolExecutor(jobs, context, sit_down, (task, done, stop)) as pool:
        open_chunks: set[Future[Tally]] = set()
        try:
            for first, last in chunks(games, jobs):
                open_chunks.add(pool.submit(play_chunk, first, last))
            while open_chunks:
                open_chunks = collect(open_chunks, work)
                report(done.value, games)
        except KeyboardInterrupt:
            stop.set()
            while open_chunks:
                open_chunks = collect(open_chunks, work)
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        work.stopped = stop.is_set()
    report(work.tally.games, games)
    return work


def collect(open_chunks: set[Future[Tally]], work: Work) -> set[Future[Tally]]:
    """Add up what is ready; return what is not."""
    ready, still_open = wait(open_chunks, PATIENCE)
    for chunk in ready:
        work.tally.merge(chunk.result())
    return still_open


def chunks(games: int, jobs: int) -> list[tuple[int, int]]:
    """Enough for everybody; not so many that handing over takes time."""
    size = max(CHUNK, games // (jobs * 50))
    if games < size * jobs:
        size = -(-games // jobs)
    return [(first, min(first + size, games)) for first in range(0, games, size)]
