"""A server whose time passes only when a test says so, in a process that can be killed.

    python -m tests.browser.still PORT FOLDER

The time is what stands in the file `time` of that folder. All its tables have the same seed.
"""

import asyncio
import os
import secrets
import sys
from pathlib import Path

from fabletop.server.house import House
from fabletop.server.serving import serve

from .house import Server

LOOK = 0.02  # seconds between two looks at the file
SEED = 12
LONG_AGO = 1_700_000_000.0


class StillServer(Server):
    """The test's side of it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.time = 1000.0
        self.pass_by(0)

    @property
    def command(self) -> list[str]:
        return [self.python, "-m", "tests.browser.still", str(self.port), str(self.folder)]

    def pass_by(self, seconds: float) -> None:
        self.time += seconds
        draft = self.folder / "time.new"
        draft.write_text(str(self.time))
        os.replace(draft, self.folder / "time")


def main(port: str, folder: str) -> int:
    clock = Path(folder) / "time"

    def now() -> float:
        return float(clock.read_text())

    async def sleep(seconds: float) -> None:
        due = now() + seconds
        while now() < due:
            await asyncio.sleep(LOOK)

    def prepare(house: House) -> None:
        house.now = now
        house.pause = sleep
        house.time = lambda: LONG_AGO + now()
        house.beat_every = LOOK
        house.began, house.opened = house.time(), house.now()

    secrets.randbits = lambda k: SEED
    return serve("127.0.0.1", int(port), Path(folder), 1, (), prepare=prepare)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
