"""Which game an environment plays next."""

import secrets

from fabletop.envs.core import seed_of
from fabletop.kernel.question import Mistake


class Stream:
    """Seeds for one game after the other: `reset(seed)` begins a stream, `reset()` goes on in it."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.number = 0

    def next(self, seed: int | None) -> int:
        """The seed of the next game."""
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, int):
                raise Mistake(f"a seed is a whole number, not {seed!r}")
            self.seed, self.number = seed, 0
        elif self.seed is None:
            self.seed = secrets.randbits(62)
        found = seed_of(self.seed, self.number)
        self.number += 1
        return found
