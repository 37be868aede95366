"""Python's search for what only refers to itself, so that it makes nobody wait.

Who plays makes no such garbage: only pages that left, and tables that nobody uses, leave some behind. So only
what is new is looked through all the time, in small steps; the rest when many have left, or after a while.
"""

import gc
import time

YOUNG = 2_000  # new objects until they are looked through: some milliseconds
NEVER = 1_000_000
MANY = 500  # pages that left, after which what they left behind is looked for
LONG = 600.0  # seconds, after which all is looked through: with thousands of tables that takes half a second


def in_small_steps() -> None:
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


class Garbage:
    def __init__(self) -> None:
        self.parted = 0  # pages that left since
        self.looked = time.monotonic()

    def page_left(self) -> None:
        self.parted += 1

    def look(self) -> None:
        """From time to time."""
        if time.monotonic() - self.looked > LONG:
            gc.collect()
            self.parted, self.looked = 0, time.monotonic()
        elif self.parted >= MANY:
            gc.collect(1)
            self.parted = 0
