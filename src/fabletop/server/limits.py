"""How often, and how many at once: by one guest and from one address, whichever lines they come on.

Whatever writes or thinks asks here first. What is counted outlives a connection; a race cannot exceed it, for
asking and counting is one step. Processes of one house tell each other, twice a second, what was taken: so a
flood is one, whichever of them it comes to.
"""

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

NEAR = ("127.0.0.1", "::1")  # the same machine: not counted as an address
FORGET_FROM = 10_000  # buckets, from which on those that are full again are forgotten
SLOW = 1.0  # a second: what comes back slower than that is told to others, each of it
PLENTY = 0.75  # of a bucket: what leaves that much of a quick one is nobody's business
CROWD = 3  # open at once, from which on others are told
STALE = 3.0  # seconds for which it counts what another process has said to be open there


class Rate(NamedTuple):
    at_once: float
    a_second: float


class Limit(NamedTuple):
    guest: Rate
    address: Rate


ANY = Rate(math.inf, math.inf)
LIMITS = {
    "requests": Limit(Rate(80, 10.0), Rate(400, 50.0)),
    "strangers": Limit(ANY, Rate(200, 10.0)),  # first visits
    "guesses": Limit(Rate(20, 0.1), Rate(60, 0.5)),  # codes that do not exist
    "messages": Limit(Rate(40, 20.0), Rate(400, 100.0)),  # what comes quicker waits
    "views": Limit(Rate(40, 8.0), Rate(200, 40.0)),  # Hello, Look, Why: what comes quicker waits
    "changes": Limit(Rate(20, 1.0), Rate(100, 10.0)),  # of seats, pace, proposals
    "chat": Limit(Rate(6, 0.5), Rate(30, 2.5)),
    "notes": Limit(Rate(30, 1.0), Rate(150, 5.0)),
    "reports": Limit(Rate(5, 1 / 60), Rate(20, 1 / 12)),
    "names": Limit(Rate(10, 0.2), Rate(50, 2.0)),
    "tables": Limit(Rate(20, 1 / 20), Rate(100, 0.5)),  # rematches too
    "deals": Limit(Rate(10, 1 / 60), Rate(40, 1 / 30)),  # tries of the daily deal
    "works": Limit(Rate(10, 1 / 20), Rate(40, 0.2)),  # of the workshop, begun
    "saves": Limit(Rate(30, 0.5), Rate(150, 2.0)),
    "checks": Limit(Rate(40, 8.0), Rate(200, 40.0)),
    "studies": Limit(Rate(6, 1 / 60), Rate(20, 1 / 20)),
    "hints": Limit(Rate(3, 0.2), Rate(15, 1.0)),
    "hints alone": Limit(Rate(60, 1.0), Rate(120, 2.0)),  # with bots only: about as fast as they are found
    "curves": Limit(Rate(3, 1 / 60), Rate(10, 1 / 12)),
    "mails": Limit(Rate(5, 1 / 600), Rate(20, 1 / 120)),  # addresses that somebody gives
    "mails to": Limit(Rate(2, 1 / 3600), ANY),  # questions to one address, whoever gives it
    "subscriptions": Limit(Rate(10, 1 / 60), Rate(40, 1 / 12)),  # of browsers, to push
    "passkeys": Limit(Rate(10, 0.1), Rate(50, 0.5)),
    "phrases": Limit(Rate(5, 1 / 60), Rate(20, 1 / 12)),  # each is slow to check
    "links": Limit(Rate(5, 1 / 60), Rate(20, 1 / 12)),  # to other devices
}


class Most(NamedTuple):
    guest: float
    address: float


AT_ONCE = {
    "sockets": Most(12, 200),
    "requests under way": Most(math.inf, 100),
}


class Who(NamedTuple):
    """Somebody, as limits know them."""

    guest: str
    address: str  # "": not counted


def plain(host: str) -> str:
    """An address as it is written most simply: one of IPv4 may have come in the clothes of IPv6."""
    return host.removeprefix("::ffff:") if "." in host else host.partition("%")[0]


def household(host: str) -> str:
    """What counts as one place: an address of IPv4, or a network of IPv6 that one household has."""
    try:
        found = ipaddress.ip_address(plain(host))
    except ValueError:
        return host
    is_long = isinstance(found, ipaddress.IPv6Address)
    return str(ipaddress.ip_network((found, 64), strict=False)) if is_long else str(found)


class Taken(Struct, array_like=True):
    """What other processes need to know of one bucket."""

    kind: str
    key: str
    is_guest: bool
    count: float


class Counts(Struct):
    """And of all: what was taken, and how many are open now, by kind and who."""

    taken: list[Taken]
    open: list[tuple[str, str, int]]


class Elsewhere(NamedTuple):
    """What is open at another process."""

    heard: float
    open: dict[tuple[str, str], int]


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("left", "rate", "since", "untold")

    def __init__(self, rate: Rate, now: float) -> None:
        self.untold = 0.0  # taken here, and others do not know
        self.rate = rate
        self.left = rate.at_once
        self.since = now

    def fill(self, now: float) -> float:
        """How many may be done now."""
        self.left += (now - self.since) * self.rate.a_second
        self.since = now
        if self.left >= self.rate.at_once:
            self.left, self.untold = self.rate.at_once, 0.0
        return self.left


class Limits:
    def __init__(
        self,
        told: Callable[[str], None] = lambda kind: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.told = told  # told which limit somebody came to
        self.now = now
        self.limits = dict(LIMITS)
        self.most = dict(AT_ONCE)
        self.buckets: dict[tuple[str, str], Bucket] = {}
        self.open: Counter[tuple[str, str]] = Counter()
        self.elsewhere: dict[str, Elsewhere] = {}  # by process
        self.forget_from = FORGET_FROM
        self.near = [ipaddress.ip_network(host) for host in NEAR]  # places that are not counted

    def address_of(self, host: str) -> str:
        """Under which address somebody is counted; "" if they are not."""
        try:
            found = ipaddress.ip_address(plain(host))
        except ValueError:
            return ""
        return "" if any(found in network for network in self.near) else household(host)

    def lift(self, *kinds: str) -> None:
        """No limit of these any more; of all, if none is named: for tests and trials."""
        for kind in kinds or self.limits:
            self.limits[kind] = Limit(ANY, ANY)

    # --- How often ---------------------------------------------------------------------------------

    def take(self, kind: str, who: Who) -> bool:
        """Whether one more may be done now; then it counts as done."""
        buckets = self.filled(kind, who)
        for bucket in buckets:
            if bucket.left < 1:
                self.told(kind)
                return False
        for bucket in buckets:
            bucket.left -= 1
            bucket.untold += 1
        return True

    def give_back(self, kind: str, who: Who) -> None:
        """What was taken does not count after all."""
        for bucket in self.filled(kind, who):
            bucket.left += 1
            bucket.untold -= 1

    def filled(self, kind: str, who: Who) -> list[Bucket]:
        limit, now = self.limits[kind], self.now()
        if len(self.buckets) > self.forget_from:
            self.forget(now)
        found = []
        for rate, key in ((limit.guest, who.guest), (limit.address, who.address)):
            if key and rate is not ANY:
                bucket = self.buckets.get((kind, key))
                if bucket is None or bucket.rate is not rate:
                    bucket = self.buckets[kind, key] = Bucket(rate, now)
                bucket.fill(now)
                found.append(bucket)
        return found

    def forget(self, now: float) -> None:
        """Buckets that are full again say nothing."""
        self.buckets = {k: one for k, one in self.buckets.items() if one.fill(now) < one.rate.at_once}
        self.forget_from = max(FORGET_FROM, 2 * len(self.buckets))

    # --- How many at once --------------------------------------------------------------------------

    def enter(self, kind: str, who: Who) -> bool:
        """Whether one more may be open now; whoever entered must leave."""
        most = self.most[kind]
        keys = self.doors(kind, who)
        if any(self.open_at(key) >= limit for key, limit in zip(keys, most, strict=True) if key[1]):
            self.told(kind)
            return False
        self.open.update(keys)
        return True

    def leave(self, kind: str, who: Who) -> None:
        for key in self.doors(kind, who):
            self.open[key] -= 1
            if not self.open[key]:
                del self.open[key]

    def doors(self, kind: str, who: Who) -> list[tuple[str, str]]:
        return [(kind, f"guest {who.guest}" if who.guest else ""), (kind, who.address)]

    def open_at(self, key: tuple[str, str]) -> int:
        return self.open[key] + sum(other.open.get(key, 0) for other in self.elsewhere.values())

    # --- In several processes ----------------------------------------------------------------------

    def told_others(self) -> Counts:
        """What they have to know since they were last told."""
        since, taken = self.now() - STALE, []
        self.elsewhere = {name: one for name, one in self.elsewhere.items() if one.heard > since}
        for (kind, key), bucket in self.buckets.items():
            rate, limit = bucket.rate, self.limits[kind]
            if bucket.untold > 0 and (rate.a_second < SLOW or bucket.left < PLENTY * rate.at_once):
                taken.append(Taken(kind, key, rate is limit.guest, bucket.untold))
                bucket.untold = 0.0
        return Counts(taken, [(*key, count) for key, count in self.open.items() if key[1] and count >= CROWD])

    def hear(self, process: str, counts: Counts) -> None:
        """What was taken at another process is gone here, too."""
        there = {(kind, key): count for kind, key, count in counts.open}
        self.elsewhere[process] = Elsewhere(self.now(), there)
        for one in counts.taken:
            who = Who(one.key, "") if one.is_guest else Who("", one.key)
            for bucket in self.filled(one.kind, who) if one.kind in self.limits else ():
                bucket.left = max(-bucket.rate.at_once, bucket.left - one.count)
