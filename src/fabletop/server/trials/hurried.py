"""A server for notice-test: days pass in seconds, notices go where they arrive in the trial.

python -m fabletop.server.trials.hurried SPEED BEGAN PORT FOLDER MAIL [upgraded]

It is a program of its own: no option, file or variable makes a house that people visit so.
"""

import asyncio
import sys
import time
from pathlib import Path

from fabletop.server import schema
from fabletop.server.house import BEAT, House
from fabletop.server.notices.switches import Switches
from fabletop.server.serving import serve

# What an upgrade may bring: another shape of the database.
LATER = ("create table later (name text primary key) without rowid",)


def time_at(speed: float, began: float) -> float:
    """What time it is in the trial that began then."""
    return began + speed * (time.time() - began)


def hurry(house: House, speed: float, began: float) -> None:
    house.now = lambda: speed * time.monotonic()
    house.time = lambda: time_at(speed, began)
    house.pause = lambda seconds: asyncio.sleep(seconds / speed)
    house.beat_every = BEAT / speed * 60
    house.began, house.opened = house.time(), house.now()
    house.limits.lift()
    assert house.notices.ways.push is not None
    house.notices.ways.push.inside = True


def main() -> int:
    speed, began, port, folder, mail, *upgraded = sys.argv[1:]
    if upgraded:
        schema.STEPS = (*schema.STEPS, LATER)
    switches = Switches(mail, "tables@games.example", "mailto:host@games.example", feeds=True)
    return serve(
        "127.0.0.1",
        int(port),
        Path(folder),
        1,
        (f"http://127.0.0.1:{port}",),
        switches=switches,
        prepare=lambda house: hurry(house, float(speed), float(began)),
    )


if __name__ == "__main__":
    sys.exit(main())
