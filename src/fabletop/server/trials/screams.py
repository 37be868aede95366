"""How late Benny screams: many tables whose people answer in turn, in a hastened server."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fabletop.kernel.question import Mistake
from fabletop.server.trials.haste import RANG
from fabletop.server.trials.load import Load, run_loop
from fabletop.server.trials.running import Running

GAME, OPTIONS = "condyle", {"ghost": "on", "cross": "auto"}
EVERY = 4.0  # seconds of the tables' time between two answers
FEW = 20  # screams that are too few to say anything


class Hastened(Running):
    def __init__(self, folder: Path, speed: float) -> None:
        super().__init__(folder)
        self.speed = speed

    @property
    def command(self) -> list[str]:
        program = [sys.executable, "-m", "fabletop.server.trials.haste"]
        return [*program, str(self.speed), str(self.port), str(self.data)]

    def lateness(self) -> list[float]:
        """Milliseconds, sorted, of all screams so far."""
        lines = self.errors.read_text(errors="replace").splitlines()
        found = [json.loads(line) for line in lines if line.startswith("{") and RANG in line]
        return sorted(float(entry["late"]) for entry in found)


@dataclass
class Lateness:
    tables: int
    seconds: float  # of the tables' time
    screams: int
    p50_ms: float
    p99_ms: float
    worst_ms: float

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.seconds:.0f} seconds each: {self.screams} screams, late by "
            f"{self.p50_ms} ms (p50), {self.p99_ms} ms (p99), {self.worst_ms} ms at worst"
        )


def run(folder: Path, tables: int, seconds: float, speed: float, say: Callable[[str], None]) -> Lateness:
    running = Hastened(folder, speed)
    load = Load(folder, GAME, 2, EVERY / speed, say, running, OPTIONS)
    run_loop(load.run([tables], seconds / speed, past_the_bend=True))
    late = running.lateness()
    if len(late) < FEW:
        raise Mistake(f"there were only {len(late)} screams: give it more --tables or --seconds")
    p50, p99 = (late[int(share * len(late))] for share in (0.5, 0.99))
    return Lateness(tables, seconds, len(late), p50, p99, late[-1])
