"""A batch on several processes: each plays some of the rows and writes them to memory that all share.

Whoever steps the batch plays the first part of it while the others play theirs.
"""

import contextlib
import multiprocessing
import weakref
from collections.abc import Mapping
from math import prod
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

from fabletop.kernel.extras import extra
from fabletop.kernel.game import Opening
from fabletop.kernel.question import Mistake

STEP, STOP = b"s", b"q"
ALIGNED = 64  # bytes: an array begins on a line of the cache
Shapes = dict[str, tuple[str, tuple[int, ...]]]


def shapes_of(opening: Opening, games: int) -> Shapes:
    """The type and shape of every array."""
    from fabletop.envs.batch import TYPES
    from fabletop.kernel.state import MOST_ACTIONS

    observer = opening.game.observer(opening)
    columns = int(observer.actions.columns)
    widths = {
        "observations": int(observer.width),
        "masks": columns,
        "legal": min(columns, MOST_ACTIONS),
        "rewards": opening.players,
    }
    return {
        name: (kind, (games, widths[name]) if name in widths else (games,)) for name, kind in TYPES.items()
    }


def arrays_in(memory: SharedMemory, shapes: Shapes) -> tuple[dict[str, Any], int]:
    """The arrays that lie one after the other in a piece of memory, and where they end."""
    numpy = extra("numpy")
    found = {}
    at = 0
    for name, (kind, shape) in shapes.items():
        found[name] = numpy.ndarray(shape, dtype=kind, buffer=memory.buf, offset=at)
        at += size_of(kind, shape)
    return found, at


def size_of(kind: str, shape: tuple[int, ...]) -> int:
    size = int(extra("numpy").dtype(kind).itemsize) * prod(shape)
    return -(-size // ALIGNED) * ALIGNED


class Part:
    """Some rows, and where they are written after every step."""

    def __init__(
        self, opening: Opening, games: int, seed: int, bots: list[str], rows: range, shared: Mapping[str, Any]
    ) -> None:
        from fabletop.envs.batch import arrays_of, core_of

        self.core = core_of(opening, games, seed, bots, rows)
        self.mine = arrays_of(self.core)
        self.shared = {name: array[rows.start : rows.stop] for name, array in shared.items()}
        self.listed = int(self.core.longest)  # how far the longest of the short lists went
        self.write()

    def step(self, written: bytes) -> None:
        from fabletop.envs.batch import wipe

        wipe(self.mine["observations"])
        self.core.step(written)
        self.write()

    def write(self) -> None:
        """Short lists are mostly empty: no more of them is written than may have changed."""
        longest = int(self.mine["counts"].max())
        upto = max(longest, self.listed)
        self.listed = longest
        for name, there in self.shared.items():
            if name == "legal":
                there[:, :upto] = self.mine[name][:, :upto]
            else:
                there[:] = self.mine[name]


class Workers:
    """The processes, seen from the one that steps them."""

    def __init__(self, opening: Opening, games: int, seed: int, bots: list[str], processes: int) -> None:
        shapes = shapes_of(opening, games)
        context = multiprocessing.get_context("spawn")
        self.memory = SharedMemory(
            create=True, size=sum(size_of(kind, shape) for kind, shape in shapes.values())
        )
        self.arrays, _ = arrays_in(self.memory, shapes)
        self.rows = [range(games * n // processes, games * (n + 1) // processes) for n in range(processes)]
        self.lines: list[Connection] = []
        self.processes = []
        agreed = {
            "game": opening.game.name,
            "players": opening.players,
            "options": opening.options,
            "text": opening.edition.text,
            "name": opening.edition.name,
        }
        for rows in self.rows[1:]:
            mine, theirs = context.Pipe()
            worker = context.Process(
                target=serve,
                args=(theirs, self.memory.name, shapes, agreed, games, seed, bots, rows),
                daemon=True,
            )
            worker.start()
            theirs.close()
            self.lines.append(mine)
            self.processes.append(worker)
        self.close_later = weakref.finalize(self, stop, self.lines, self.processes, self.memory)
        self.part: Part | None = Part(opening, games, seed, bots, self.rows[0], self.arrays)
        self.wait()

    def step(self, written: bytes) -> None:
        """One answer in every game; two bytes each."""
        for line, rows in zip(self.lines, self.rows[1:], strict=True):
            with contextlib.suppress(OSError):  # one that has gone says so when it is waited for
                line.send_bytes(STEP + written[2 * rows.start : 2 * rows.stop])
        if self.part is not None:
            self.part.step(written[: 2 * self.rows[0].stop])
        self.wait()

    def wait(self) -> None:
        for line in self.lines:
            try:
                said = line.recv_bytes()
            except (EOFError, OSError):
                said = b"it was ended from outside"
            if said:
                self.close()
                raise Mistake(f"a process of the batch has failed: {said.decode()}")

    def close(self) -> None:
        self.arrays = {}
        self.part = None
        self.close_later()


def stop(lines: list[Connection], workers: list[Any], memory: SharedMemory) -> None:
    """End the processes and give the memory back."""
    for line in lines:
        with contextlib.suppress(OSError):  # that process has gone already
            line.send_bytes(STOP)
        line.close()
    for worker in workers:
        worker.join(5)
        if worker.is_alive():
            worker.kill()
    with contextlib.suppress(BufferError):  # somebody still looks at an array: it goes when they let go
        memory.close()
    memory.unlink()


def serve(
    line: Connection,
    name: str,
    shapes: Shapes,
    agreed: Mapping[str, Any],
    games: int,
    seed: int,
    bots: list[str],
    rows: range,
) -> None:
    """One of the processes: play these rows, and write them to the shared memory after every step."""
    memory = SharedMemory(name=name)
    shared: dict[str, Any] = {}
    part = None
    try:
        from fabletop.games import game as find_game

        game = find_game(agreed["game"])
        edition = game.edition_of(agreed["text"], agreed["name"])
        opening = game.opening(agreed["players"], agreed["options"], edition)
        shared, _ = arrays_in(memory, shapes)
        part = Part(opening, games, seed, bots, rows, shared)
        while True:
            line.send_bytes(b"")
            asked = line.recv_bytes()
            if asked[:1] == STOP:
                break
            part.step(asked[1:])
    except (EOFError, KeyboardInterrupt):
        pass  # whoever asked has gone
    except Exception as error:
        line.send_bytes(f"{type(error).__name__}: {error}".encode())
    finally:
        shared, part = {}, None
        memory.close()
