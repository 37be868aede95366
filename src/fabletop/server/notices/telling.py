"""How each person wants to be told: quiet hours, an address for mail, browsers for push, a feed."""

from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from fabletop.kernel.question import Mistake
from fabletop.server.store import Statement, Store

MINUTES = 24 * 60


class Person(NamedTuple):
    guest: str
    zone: str = "UTC"
    quiet_from: int = 0  # minutes of their day
    quiet_until: int = 0
    mail: str = ""
    mailed: bool = False  # they have confirmed that address
    feed: int = 0  # which address of it is theirs; 0: none
    last: float = 0.0  # when they were told something

    def quiet(self, moment: float) -> tuple[float, float] | None:
        """From when and until when it is quiet around a moment; None if it is not quiet then."""
        if self.quiet_from == self.quiet_until:
            return None
        here = datetime.fromtimestamp(moment, zone_of(self.zone))
        minute = here.hour * 60 + here.minute
        since = (minute - self.quiet_from) % MINUTES
        if since >= (self.quiet_until - self.quiet_from) % MINUTES:
            return None
        begins = clock_time(here - timedelta(minutes=since), self.quiet_from)
        length = (self.quiet_until - self.quiet_from) % MINUTES
        return begins.timestamp(), clock_time(
            begins + timedelta(minutes=length), self.quiet_until
        ).timestamp()


def clock_time(day: datetime, minute: int) -> datetime:
    return day.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)


def zone_of(name: str) -> ZoneInfo:
    """A Mistake where there is no such time zone."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is one
        raise Mistake(f"There is no time zone {name[:40]!r} here.") from None


class Telling:
    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, guest: str) -> Person:
        row = self.store.row("select * from telling where guest = ?", guest)
        return Person(guest) if row is None else Person(*row)

    def change(self, guest: str, **fields: object) -> list[Statement]:
        columns, fresh = ", ".join(Person._fields), ", ".join("?" * len(Person._fields))
        wishes = ", ".join(f"{name} = ?" for name in fields)
        return [
            (f"insert or ignore into telling ({columns}) values ({fresh})", Person(guest)),
            (f"update telling set {wishes} where guest = ?", (*fields.values(), guest)),
        ]

    def browsers(self, guest: str) -> list[str]:
        """The addresses at which a person's browsers are told."""
        query = "select endpoint from subscriptions where guest = ? order by made"
        return [endpoint for (endpoint,) in self.store.rows(query, guest)]


def check_quiet(zone: str, quiet_from: int, quiet_until: int) -> None:
    zone_of(zone)
    if not (0 <= quiet_from < MINUTES and 0 <= quiet_until < MINUTES):
        raise Mistake("A day has 1440 minutes: 0 to 1439.")
