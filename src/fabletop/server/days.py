"""Time of games over days: it passes while a server is there, and stands while who is asked is on holiday."""

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from fabletop.server.commands import Refused
from fabletop.server.store import Statement
from fabletop.server.table import Clock, Table

if TYPE_CHECKING:
    from fabletop.server.house import House

DAY = 24 * 3600
DAYS_A_YEAR = 30  # of holidays that stop clocks
FURTHEST = 400 * DAY  # from now, that one may begin
MOST_HOLIDAYS = 20


class Span(NamedTuple):
    begins: float
    ends: float

    @property
    def seconds(self) -> float:
        return max(0.0, self.ends - self.begins)

    def within(self, other: "Span") -> "Span":
        return Span(max(self.begins, other.begins), min(self.ends, other.ends))


class Days:
    def __init__(self, house: "House") -> None:
        self.house = house
        # Several processes may have been there at a time.
        runs = house.store.rows("select began, last from runs order by began")
        self.runs = joined([Span(*row).within(Span(-math.inf, house.began)) for row in runs])
        self.holidays: dict[str, list[Span]] = {}
        self.read_anew()

    def read_anew(self) -> None:
        self.holidays = {}
        query = "select guest, begins, ends from holidays order by begins"
        for guest, begins, ends in self.house.store.rows(query):
            self.holidays.setdefault(guest, []).append(Span(begins, ends))

    # --- How much has passed -----------------------------------------------------------------------

    def passed(self, since: float, guests: Iterable[str]) -> float:
        """Seconds since then in which a server was there and none of these people was on holiday."""
        asked = Span(since, self.house.time())
        away = joined([span for guest in guests for span in self.holidays.get(guest, ())])
        served = [span.within(asked) for span in self.served(since)]
        return sum(span.seconds - sum(span.within(one).seconds for one in away) for span in served)

    def served(self, since: float) -> Iterator[Span]:
        """When a server was there, from the latest back to this moment."""
        yield Span(self.house.began, self.house.time())
        for run in reversed(self.runs):
            if run.ends <= since:
                return
            yield run

    def used(self, table: Table, clock: Clock) -> float:
        """How much of a clock has run."""
        return self.passed(clock.since, (table.chairs[seat].guest for seat in clock.seats))

    def left(self, table: Table) -> float:
        return max(0.0, table.clock.left - self.used(table, table.clock))

    # --- Holidays ----------------------------------------------------------------------------------

    def holiday(self, guest: str) -> float | None:
        """Until when somebody is on holiday; None if they are not."""
        now = self.house.time()
        return next(
            (span.ends for span in self.holidays.get(guest, ()) if span.begins <= now < span.ends), None
        )

    def take(self, guest: str, begins: float, ends: float) -> Statement:
        """From then on, until then; Refused says why not."""
        now = self.house.time()
        span = Span(max(begins, now), ends)
        spans = self.holidays.get(guest, [])
        if span.ends <= span.begins or span.begins > now + FURTHEST:
            raise Refused("A holiday begins within a year, and ends after that.")
        if len(spans) >= MOST_HOLIDAYS or any(span.within(one).seconds for one in spans):
            raise Refused("You have a holiday then already.")
        for year in {year_of(span.begins), year_of(span.ends)}:
            if taken([*spans, span], year) > DAYS_A_YEAR * DAY:
                left = DAYS_A_YEAR - taken(spans, year) / DAY
                raise Refused(
                    f"{max(0.0, left):.0f} of the {DAYS_A_YEAR} days in {year} that stop clocks are left."
                )
        self.holidays[guest] = sorted([*spans, span])
        return ("insert into holidays (guest, begins, ends) values (?, ?, ?)", (guest, *span))

    def end(self, guest: str, begins: float) -> Statement:
        """That holiday is over now, or will not be; what has been of it stays."""
        now = self.house.time()
        spans = self.holidays.get(guest, [])
        found = next((span for span in spans if span.begins == begins and span.ends > now), None)
        if found is None:
            raise Refused("You have no such holiday.")
        others = [span for span in spans if span is not found]
        if found.begins >= now:
            self.holidays[guest] = others
            return ("delete from holidays where guest = ? and begins = ?", (guest, begins))
        self.holidays[guest] = sorted([*others, Span(begins, now)])
        return ("update holidays set ends = ? where guest = ? and begins = ?", (now, guest, begins))

    def coming(self, guest: str) -> list[Span]:
        return [span for span in self.holidays.get(guest, ()) if span.ends > self.house.time()]

    def days_left(self, guest: str) -> int:
        """Of this year."""
        return int(DAYS_A_YEAR - taken(self.holidays.get(guest, []), year_of(self.house.time())) / DAY)

    def forget(self, guest: str) -> None:
        self.holidays.pop(guest, None)


def joined(spans: Sequence[Span]) -> list[Span]:
    """The same time, none of it twice."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.begins <= found[-1].ends:
            found[-1] = Span(found[-1].begins, max(found[-1].ends, span.ends))
        else:
            found.append(span)
    return found


def year_of(moment: float) -> int:
    return datetime.fromtimestamp(moment, UTC).year


def taken(spans: Iterable[Span], year: int) -> float:
    """Seconds of these within a year."""
    whole = Span(
        datetime(year, 1, 1, tzinfo=UTC).timestamp(), datetime(year + 1, 1, 1, tzinfo=UTC).timestamp()
    )
    return sum(span.within(whole).seconds for span in spans)
