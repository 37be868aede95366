"""How often something may be done."""

import time


class Bucket:
    """So many at once, and so many a second after that."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self.most = float(at_once)
        self.rate = a_second
        self.left = self.most
        self.since = time.monotonic()

    def take(self) -> bool:
        """Whether one more may be done now."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def is_full(self) -> bool:
        return self.left + (time.monotonic() - self.since) * self.rate >= self.most


class Buckets:
    """One for each person; those that are full again are forgotten."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self.at_once = at_once
        self.rate = a_second
        self.of: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        if len(self.of) > 10_000:
            self.of = {key: bucket for key, bucket in self.of.items() if not bucket.is_full}
        return self.of.setdefault(who, Bucket(self.at_once, self.rate)).take()
