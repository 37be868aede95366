"""All that was sent about a table, compared with the true game: what a viewer was sent must be what a world
dealt anew for that viewer would have sent."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from fabletop.kernel.journal import as_seen
from fabletop.kernel.rng import Rng
from fabletop.lab.conformance import check_secrets, difference
from fabletop.server import events as ev
from fabletop.server import visibility
from fabletop.server.table import Table


@dataclass
class Result:
    messages: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    games: int = 0
    answers: int = 0
    frames: int = 0  # sent to players, spectators and attackers, and compared
    bytes: int = 0
    replies: int = 0
    held_back: int = 0  # rapid messages that had to wait
    carried_out: list[str] = field(default_factory=list)  # what an attacker changed
    leaks: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.carried_out or self.leaks or self.errors)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "kinds": dict(sorted(self.kinds.items())), "good": self.good}


@dataclass
class Heard:
    """All that one connection was sent, through whose viewer, at which table."""

    code: str
    guest: str
    frames: list[str]


Sent = dict[int, dict[str, set[str]]]  # by version or number, and by seat: what was sent


class Comparing:
    """One table: its log, and all that was sent about it."""

    def __init__(
        self,
        result: Result,
        rng: Rng,
        table: Table,
        log: list[tuple[float, ev.Event]],
        secrets: dict[str, str],
    ) -> None:
        self.result = result
        self.rng = rng
        self.table = table
        self.log = log
        self.secrets = secrets  # what guests wrote down for themselves, by guest
        self.updates: Sent = {}  # positions
        self.looks: Sent = {}  # positions of Look
        self.lines: Sent = {}  # lines of the log
        self.allowed: dict[tuple[int, str], set[str]] = {}  # lines that could be told
        self.unknown: dict[tuple[int, str], set[str]] = {}  # lines that were told
        self.views = False  # whether all hands were shown
        self.seats = {event.guest: event.seat for _, event in log if isinstance(event, ev.Sat)}

    def leak(self, words: str) -> None:
        self.result.leaks.append(f"{self.table.code}{words}")

    # --- What was sent -----------------------------------------------------------------------------------

    def sort(self, heard: Heard) -> None:
        """Equal things that were sent to equal eyes are compared once."""
        seat = str(self.seats.get(heard.guest, ""))
        over = False
        for frame in heard.frames:
            self.result.frames += 1
            self.result.bytes += len(frame)
            message = msgspec.json.decode(frame)
            over |= (message.get("table") or {}).get("status") == "over"
            if not over:
                self.check_hidden(heard, frame)
            position = message.get("position")
            if position:
                place = message.get("version") if message["type"] == "update" else position["number"]
                kind = self.updates if message["type"] == "update" else self.looks
                kind.setdefault(place, {}).setdefault(seat, set()).add(canonical(position))
                self.views |= bool(message.get("views"))
            self.result.replies += message["type"] == "reply"
            for line in message.get("log") or []:
                self.lines.setdefault(line["number"], {}).setdefault(seat, set()).add(canonical(line))

    def check_hidden(self, heard: Heard, frame: str) -> None:
        """What nobody, or nobody else, may read before the end."""
        if str(self.table.seed) in frame or self.table.agreed.nonce in frame:
            self.leak(": the seed")
        for guest, words in self.secrets.items():
            if guest != heard.guest and words in frame:
                self.leak(": a private note")
        if '"open_notes":[{' in frame:
            self.leak(": notes before the end")

    # --- What may be known -------------------------------------------------------------------------------

    def run(self) -> None:
        table, session = self.table, self.table.session
        self.check_lines(0)
        for time, event in self.log:
            table.apply(event, time)
            for seat, sent in self.updates.get(table.version, {}).items():
                for position in sent:
                    self.must_be(position, seat)
            if isinstance(event, ev.Answered | ev.Rang):
                self.check_lines(table.length)
        for place, told in self.unknown.items():
            for line in told - self.allowed[place]:
                self.leak(f", line of answer {place[0]} to seat {place[1]}: {line[:200]}")
        self.check(lambda: check_secrets(session.game, session.state, self.rng))
        for number, by_seat in self.looks.items():
            for seat, sent in by_seat.items():
                for position in sent:
                    self.must_be_past(position, number, seat)
        if self.views and table.status != "over":
            self.leak(": all views before the end")

    def check(self, promise: Callable[[], None]) -> None:
        try:
            promise()
        except AssertionError as broken:
            self.leak(f": {str(broken)[:300]}")

    def check_lines(self, number: int) -> None:
        """Every line that was sent about an answer is one that a world dealt anew for these eyes would tell,
        of rows whose secrets are blanked; and all are shown as many moments of it."""
        session = self.table.session
        moments = [entry.beat is not None for entry in session.told(None, number)]
        for seat, sent in self.lines.get(number, {}).items():
            seen_by = int(seat) if seat else None
            world = session.game.resample(session.state, seen_by, self.rng)
            rows = [as_seen(row, seen_by) for row in session.rows_of(number)]
            told = session.game.tell(world, rows, seen_by)
            if [entry.beat is not None for entry in told] != moments:
                self.leak(f", answer {number} to seat {seat}: how many moments are shown tells secrets")
            known = {canonical(line) for line in visibility.told_lines(self.table, number, world, told)}
            self.allowed.setdefault((number, seat), set()).update(known)
            self.unknown.setdefault((number, seat), set()).update(sent)

    def must_be(self, sent: str, seat: str) -> None:
        """Sent is what the true game shows these viewer, and also what a world dealt anew for them shows."""
        session, seen_by = self.table.session, int(seat) if seat else None
        truth = canonical(visibility.position(self.table, seen_by))
        if truth != sent:
            words = difference(sent, truth)
            self.leak(f", seat {seat or 'none'}: sent another position than the game shows: {words}")
            return
        state = session.state
        try:
            session.state = session.game.resample(state, seen_by, self.rng)
            guess = canonical(visibility.position(self.table, seen_by))
        finally:
            session.state = state
        if guess != sent:
            self.leak(f", seat {seat}: the position tells secrets: {difference(sent, guess)}")

    def must_be_past(self, sent: str, number: int, seat: str) -> None:
        """The same for an earlier moment; after taking back, that moment may no longer be there."""
        session, seen_by = self.table.session, int(seat) if seat else None
        if number > self.table.length:
            return
        if canonical(visibility.past_position(self.table, seen_by, number)) != sent:
            self.result.kinds["looks at what was taken back, or at what was not over yet"] += 1
            return
        world = session.game.resample(session.at(number), seen_by, self.rng)
        try:
            session.at = lambda number: world  # type: ignore[method-assign]
            guess = canonical(visibility.past_position(self.table, seen_by, number))
        finally:
            del session.at
        if guess != sent:
            self.leak(f", seat {seat}: a look back tells secrets")


def canonical(value: Any) -> str:
    return json.dumps(msgspec.json.decode(msgspec.json.encode(value)), sort_keys=True)
