"""The games of a task on the nodes of a Ray cluster, on which Fabletop is installed too.

A piece of work goes to whoever is free, and comes back after a moment with what was played and what was
not. It counts when it has come back, and once: what a lost node was at is played again elsewhere.
"""

import os
import secrets
import socket
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fabletop.kernel.question import Mistake
from fabletop.lab.workers import (
    PATIENCE,
    TURN,
    Handed,
    P,
    Progress,
    Task,
    Work,
    chunks,
    halves,
    play_for_a_while,
)

EXTRA = "a cluster needs Ray: pip install 'fabletop[cluster]', or python tools/boot.py cluster in a clone"
READY: dict[str, tuple[Task[Any], Callable[[int], Any]]] = {}  # in a process of a node: the work at hand


def play_on_cluster(
    task: Task[P],
    numbers: Sequence[int],
    address: str,
    report: Progress,
    keep: Callable[[P], None],
    work: Work[P],
) -> None:
    """Share the games out over a cluster, and add what comes of them to what there is."""
    ray = connected(address)
    try:
        share_out(ray, task, numbers, report, keep, work)
    finally:
        ray.shutdown()


def connected(address: str) -> Any:
    # Otherwise Ray would look for an address of this machine in the outside world, and report to its makers.
    os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise Mistake(EXTRA) from None
    try:
        knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise Mistake(
            f"there is no cluster at {address!r} ({reason}); 'ray start --head' begins one"
        ) from None
    return ray


def knock(address: str) -> None:
    """See whether anybody is there: Ray itself would try for minutes."""
    host, found, port = address.rpartition(":")
    if found:
        socket.create_connection((host, int(port)), timeout=5).close()


def share_out(
    ray: Any,
    task: Task[P],
    numbers: Sequence[int],
    report: Progress,
    keep: Callable[[P], None],
    work: Work[P],
) -> None:
    remote = ray.remote(max_retries=-1, num_cpus=1)(play_piece)
    goods = ray.put((task, edition_text(task)))
    name = secrets.token_hex(8)
    hands = max(1, int(ray.cluster_resources().get("CPU", 1)))
    total = work.tally.games + len(numbers)
    open_pieces = [remote.remote(name, goods, piece) for piece in chunks(numbers, hands)]
    kept = time.monotonic()
    try:
        while open_pieces and not work.stopped:
            ready, open_pieces = ray.wait(open_pieces, timeout=PATIENCE)
            for rest in added(ray, ready, work):
                open_pieces += [remote.remote(name, goods, half) for half in halves(rest)]
            report(work.tally.games, total)
            if time.monotonic() - kept > TURN:
                keep(work.tally)
                kept = time.monotonic()
    except KeyboardInterrupt:
        work.stopped = True
        added(ray, ray.wait(open_pieces, num_returns=len(open_pieces), timeout=0)[0], work)
    for piece in open_pieces:
        ray.cancel(piece, force=False)


def added(ray: Any, ready: list[Any], work: Work[Any]) -> list[Sequence[int]]:
    """Add up what has come back; return the numbers that were not played."""
    left = []
    for accumulator, rest in ray.get(ready):
        work.tally.merge(accumulator)
        work.stopped = work.stopped or work.tally.broken
        if rest:
            left.append(rest)
    return left


# --- On a node -------------------------------------------------------------------------


def play_piece(name: str, goods: tuple[Task[Any], str], numbers: Sequence[int]) -> Handed:
    """Play for a while, and hand back what is left. Each process prepares a task once."""
    if name not in READY:
        READY.clear()
        task = unpacked(*goods)
        READY[name] = task, task.prepare()
    return play_for_a_while(*READY[name], numbers)


def edition_text(task: Any) -> str:
    """The text of an edition of one's own: its file is on this machine only."""
    path = Path(getattr(task, "edition", ""))
    return path.read_text(encoding="utf-8") if path.suffix == ".toml" and path.is_file() else ""


def unpacked(task: Any, text: str) -> Task[Any]:
    """The task with its edition in a file of this machine."""
    if not text:
        return task  # type: ignore[no-any-return]
    file = Path(tempfile.mkdtemp(prefix="fabletop-"), Path(task.edition).name)
    file.write_text(text, encoding="utf-8")
    return replace(task, edition=str(file))  # type: ignore[no-any-return]
