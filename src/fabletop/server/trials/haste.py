"""A server in which time passes faster, and which logs how late each hidden clock rang: for trials.

python -m fabletop.server.trials.haste SPEED PORT FOLDER

It is a program of its own: no option, file or variable makes a house that people visit so.
"""

import asyncio
import sys
import time
from pathlib import Path

from fabletop.server.house import BEAT, House
from fabletop.server.logs import log
from fabletop.server.metrics import Metrics
from fabletop.server.serving import serve

RANG = "a hidden clock rang"


class Telling(Metrics):
    """Says in the log what Benny's lateness was, in milliseconds of our own time."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self.speed = speed

    def observe(self, name: str, seconds: float) -> None:
        super().observe(name, seconds)
        if name == "alarm":
            log("info", RANG, late=round(1000 * seconds / self.speed, 3))


def hasten(house: House, speed: float) -> None:
    """Let all time of this house pass so many times as fast."""
    house.now = lambda: speed * time.monotonic()
    house.time = lambda: speed * time.time()
    house.pause = lambda seconds: asyncio.sleep(seconds / speed)
    house.beat_every = BEAT / speed
    house.began, house.opened = house.time(), house.now()
    house.metrics = Telling(speed)


def main() -> int:
    speed, port, folder = sys.argv[1:]
    return serve(
        "127.0.0.1", int(port), Path(folder), 1, (), prepare=lambda house: hasten(house, float(speed))
    )


if __name__ == "__main__":
    sys.exit(main())
