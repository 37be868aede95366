"""Playing many games on several processes: who plays which, how far they are, and stopping halfway.

Game number n is played alike whoever plays it, and what is counted can be added up in any order, so
the result does not depend on how the work was spread.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from hashlib import blake2b
from math import inf
from typing import Any, Generic, Protocol, TypeVar

from fabletop.kernel.question import Mistake

CHUNK = 100  # games handed over at once: fewer would spend the time on handing over
TURN = 2.0  # seconds after which a worker hands back what it has, with the games it has not played
MOMENT = 1.0  # seconds of work that are not worth starting processes for
PATIENCE = 0.1  # seconds between looks at the progress

Progress = Callable[[int, int], None]  # games done, games in all


class Accumulator(Protocol):
    """What is kept of many games; accumulators of the same kind can be put together in any order."""

    @property
    def games(self) -> int: ...

    @property
    def broken(self) -> bool:
        """Whether a game went wrong, so that playing on is of no use."""
        return False

    def add(self, one: Any) -> None: ...

    def merge(self, other: Any) -> None: ...


T = TypeVar("T")


@dataclass(slots=True)
class ByNumber(Accumulator, Generic[T]):
    """What came of each game, by its number."""

    played: dict[int, T] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.played)

    def add(self, one: Any) -> None:
        number, found = one
        self.played[number] = found

    def merge(self, other: "ByNumber[T]") -> None:
        self.played |= other.played


P = TypeVar("P", bound=Accumulator)
P_co = TypeVar("P_co", bound=Accumulator, covariant=True)


class Task(Protocol[P_co]):
    """What is to be played; it must be picklable."""

    def prepare(self) -> Callable[[int], Any]:
        """Called once in each process: a function that plays the game of a number."""

    def accumulator(self) -> P_co:
        """An empty accumulator for what these functions return."""


@dataclass(slots=True)
class Work(Generic[P]):
    """What came of it."""

    tally: P
    stopped: bool = False  # by Ctrl-C, or by a game that failed


def play_games(
    task: Task[P],
    games: int | Sequence[int],
    jobs: int | None = None,
    progress: Progress | None = None,
    keep: Callable[[P], None] | None = None,
    cluster: str | None = None,
) -> Work[P]:
    """Play games 0 to games - 1, or those of the given numbers. Ctrl-C stops the work; what was played
    until then is kept. `keep` is shown every now and then what there is so far. With the address of a
    cluster ("auto": the one on this machine) its nodes play, and the result is the same."""
    if isinstance(games, int) and games < 1:
        raise Mistake(f"{games} games cannot be played; give 1 or more")
    numbers = range(games) if isinstance(games, int) else games
    if jobs is not None and jobs < 1:
        raise Mistake(f"{jobs} jobs cannot do anything; give 1 or more")
    report = progress or (lambda done, total: None)
    store = keep or (lambda tally: None)
    work = Work(task.accumulator())
    if cluster is not None:
        from fabletop.lab.cluster import play_on_cluster

        if jobs is not None:
            raise Mistake("a cluster decides by itself how many play at once: leave the jobs out")
        play_on_cluster(task, numbers, cluster, report, store, work)
        report(work.tally.games, len(numbers))
        return work
    hands = min(jobs or processors(), len(numbers))
    if jobs is None or hands <= 1:
        play_here(task, numbers, report, store, work, MOMENT if hands > 1 else inf)
    rest = numbers[work.tally.games :]
    if rest and not work.stopped:
        play_apart(task, rest, hands, report, store, work)
    report(work.tally.games, len(numbers))
    return work


def processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def derived(seed: int, number: int, purpose: str) -> int:
    """A seed for one game, from the seed of them all; small enough for any reader of JSON."""
    return int.from_bytes(blake2b(f"{seed} {number} {purpose}".encode(), digest_size=6).digest(), "big")


# --- In this process -----------------------------------------------------------------


def play_here(
    task: Task[P],
    numbers: Sequence[int],
    report: Progress,
    keep: Callable[[P], None],
    work: Work[P],
    seconds: float,
) -> None:
    """Play the games in order, for so many seconds."""
    try:
        play = task.prepare()
        start = told = kept = time.monotonic()
        for done, number in enumerate(numbers, 1):
            work.tally.add(play(number))
            now = time.monotonic()
            if work.tally.broken:
                work.stopped = True
            if work.stopped or now - start > seconds:
                break
            if now - told > PATIENCE:
                report(done, len(numbers))
                told = now
            if now - kept > TURN:
                keep(work.tally)
                kept = now
    except KeyboardInterrupt:
        work.stopped = True


# --- In processes of their own ---------------------------------------------------------


class WorkerContext:
    """What a worker process shares with the others."""

    def __init__(self, task: Task[Any], done: Any, stop: Any) -> None:
        self.task = task
        self.play = task.prepare()
        self.done = done
        self.stop = stop

    def count(self, broken: bool) -> None:
        """One more game was played."""
        with self.done.get_lock():
            self.done.value += 1
        if broken:
            self.stop.set()


CONTEXT: list[WorkerContext] = []
Handed = tuple[Any, Sequence[int]]  # an accumulator, and the numbers that were not played


def sit_down(task: Task[Any], done: Any, stop: Any) -> None:
    """The start of a worker. Ctrl-C is for the process that asks for the games, not for those that play."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    CONTEXT[:] = [WorkerContext(task, done, stop)]


def play_chunk(numbers: Sequence[int]) -> Handed:
    """Play for a while, and hand back what is left."""
    context = CONTEXT[0]
    return play_for_a_while(context.task, context.play, numbers, context)


def play_for_a_while(
    task: Task[Any],
    play: Callable[[int], Any],
    numbers: Sequence[int],
    context: WorkerContext | None = None,
) -> Handed:
    accumulator = task.accumulator()
    end = time.monotonic() + TURN
    for played, number in enumerate(numbers):
        if accumulator.broken or (played and time.monotonic() > end) or (context and context.stop.is_set()):
            return accumulator, numbers[played:]
        accumulator.add(play(number))
        if context:
            context.count(accumulator.broken)
    return accumulator, ()


def play_apart(
    task: Task[P],
    numbers: Sequence[int],
    jobs: int,
    report: Progress,
    keep: Callable[[P], None],
    work: Work[P],
) -> None:
    """Share the games out, and add what comes of them to what there is."""
    before = work.tally.games
    context = multiprocessing.get_context("spawn")
    done = context.Value("q", 0)
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, sit_down, (task, done, stop)) as pool:
        open_chunks: set[Future[Handed]] = set()
        try:
            for chunk in chunks(numbers, jobs):
                open_chunks.add(pool.submit(play_chunk, chunk))
            kept = time.monotonic()
            while open_chunks:
                open_chunks, left = collect(open_chunks, work)
                for rest in left if not stop.is_set() else []:
                    open_chunks |= {pool.submit(play_chunk, half) for half in halves(rest)}
                report(before + done.value, before + len(numbers))
                if time.monotonic() - kept > TURN:
                    keep(work.tally)
                    kept = time.monotonic()
        except KeyboardInterrupt:
            stop.set()
            while open_chunks:
                open_chunks, _ = collect(open_chunks, work)
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        work.stopped = stop.is_set()


def collect(
    open_chunks: set[Future[Handed]], work: Work[Any]
) -> tuple[set[Future[Handed]], list[Sequence[int]]]:
    """Add up what is ready; return what is not, and the numbers that were handed back."""
    ready, still_open = wait(open_chunks, PATIENCE, FIRST_COMPLETED)
    left = []
    for chunk in ready:
        accumulator, rest = chunk.result()
        work.tally.merge(accumulator)
        if rest:
            left.append(rest)
    return still_open, left


def chunks(numbers: Sequence[int], jobs: int) -> list[Sequence[int]]:
    """Enough for everybody; not so many that handing over takes time."""
    games = len(numbers)
    size = max(CHUNK, games // (jobs * 50))
    if games < size * jobs:
        size = -(-games // jobs)
    return [numbers[first : first + size] for first in range(0, games, size)]


def halves(numbers: Sequence[int]) -> list[Sequence[int]]:
    """Slow games are shared out more finely, so that nobody is left with the last of them alone."""
    middle = len(numbers) // 2
    return [half for half in (numbers[:middle], numbers[middle:]) if half]
