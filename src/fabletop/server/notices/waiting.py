"""Who is waited for at one table: kept with what happens there, for the watch.

A turn is noted when somebody is asked who does not look at the table; always, where a clock goes over days.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from fabletop.server.store import Statement, Store
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.room import Room


class Turn(NamedTuple):
    """Somebody's, that they have not answered."""

    code: str
    seat: int
    guest: str
    number: int  # of the table's events, when it began
    since: float
    time: float | None  # how many seconds they have; None: as long as it takes
    seen: bool  # they looked at the table since
    told: bool = False  # that it is theirs
    reminded: bool = False  # that time runs out


COLUMNS = "code, seat, guest, number, since, time, seen, told, reminded"
NOTED = f"insert or replace into turns ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def turns_where(store: Store, condition: str, *values: Any) -> list[Turn]:
    return [Turn(*row) for row in store.rows(f"select {COLUMNS} from turns where {condition}", *values)]


class Waiting:
    def __init__(self, room: "Room") -> None:
        self.room = room
        self.turns = {turn.guest: turn for turn in turns_where(room.house.store, "code = ?", self.table.code)}
        self.moment = self.now_asked

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def now_asked(self) -> tuple[int, list[int]]:
        return self.table.clock.version, self.table.people_asked()

    @property
    def lacks(self) -> bool:
        """Whether a clock goes of which nothing is noted: a server of before did not."""
        is_going = self.table.agreed.is_by_days and self.table.clock.since < self.room.house.time() + 1
        return is_going and bool(self.table.clock.seats) and not self.turns

    def changes(self) -> list[Statement]:
        """What is to be kept with what has just happened."""
        moment = self.now_asked
        if moment == self.moment and not self.lacks:
            return []
        self.moment = moment
        before, self.turns = self.turns, {turn.guest: turn for turn in self.beginning()}
        if not before and not self.turns:
            return []
        gone: Statement = ("delete from turns where code = ?", (self.table.code,))
        return [gone, *((NOTED, turn) for turn in self.turns.values())]

    def beginning(self) -> list[Turn]:
        table, room = self.table, self.room
        by_days, clock = table.agreed.is_by_days, table.clock
        if not by_days and (table.agreed.is_clocked or len(table.voters()) < 2):
            return []
        if by_days and clock.since > room.house.time() + 1:  # it goes when somebody has come
            return []
        number, since, time = (
            (clock.version, clock.since, clock.left) if by_days else (table.version, table.changed, None)
        )
        found = []
        for seat in table.people_asked():
            guest = table.chairs[seat].guest
            looks = room.is_looking(guest)
            if by_days or not looks:
                found.append(Turn(table.code, seat, guest, number, since, time, looks))
        return found

    def seen_by(self, guest: str) -> list[Statement]:
        """Somebody looks at the table."""
        turn = self.turns.get(guest)
        if turn is None or turn.seen:
            return []
        self.turns[guest] = turn._replace(seen=True)
        return [("update turns set seen = 1, next = 0 where code = ? and guest = ?", (turn.code, guest))]
