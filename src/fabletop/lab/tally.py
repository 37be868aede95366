"""What is counted of many games, so that counts can be added in any order."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from fabletop.kernel.game import Game
from fabletop.kernel.state import State
from fabletop.lab.intervals import histogram, spread, wilson

Facts = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that broke a promise, with all that is needed to see it again."""

    words: str
    seed: int
    players: int
    options: dict[str, str]
    actions: list[int]


@dataclass(frozen=True, slots=True)
class Record:
    """One finished game."""

    returns: tuple[float, ...]
    length: int  # in answers
    facts: Facts = field(default_factory=dict)
    failure: Failure | None = None
    endless: bool = False  # it was broken off


def record(game: Game, state: State) -> Record:
    facts = game.facts(state) if state.over else {}
    return Record(tuple(state.returns()), int(state.moves), facts, endless=not state.over)


@dataclass(slots=True)
class Tally:
    returns: Counter[tuple[float, ...]] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    facts: dict[str, Counter[str | int]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    endless: int = 0

    @property
    def games(self) -> int:
        return sum(self.returns.values())

    @property
    def broken(self) -> bool:
        return bool(self.failures)

    def add(self, one: Record) -> None:
        if one.failure:
            self.failures.append(one.failure)
            return
        self.returns[one.returns] += 1
        self.endless += one.endless
        self.lengths[one.length] += 1
        for name, value in one.facts.items():
            self.facts.setdefault(name, Counter())[value] += 1

    def merge(self, other: "Tally") -> None:
        self.returns.update(other.returns)
        self.lengths.update(other.lengths)
        for name, counts in other.facts.items():
            self.facts.setdefault(name, Counter()).update(counts)
        self.failures += other.failures
        self.endless += other.endless

    # --- What it says ------------------------------------------------------------------

    def seats(self) -> list["SeatScore"]:
        players = max(map(len, self.returns), default=0)
        return [seat_score(self, seat) for seat in range(players)]

    def shares(self, name: str) -> list["Share"]:
        """How often each value of a fact came, the most frequent first."""
        counts = self.facts[name]
        total = sum(counts.values())
        ordered = sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
        return [Share(str(value), times, total, *wilson(times, total)) for value, times in ordered]

    def fact_numbers(self, name: str) -> dict[int, int] | None:
        """The counts of a fact that is a number; None if it is words."""
        counts = {value: times for value, times in self.facts[name].items() if isinstance(value, int)}
        return counts if len(counts) == len(self.facts[name]) else None

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "endless": self.endless,
            "seats": [asdict(seat) for seat in self.seats()],
            "length": lengths_json(self.lengths),
            "facts": {name: self.fact_json(name) for name in sorted(self.facts)},
        }

    def fact_json(self, name: str) -> Any:
        numbers = self.fact_numbers(name)
        if numbers is not None:
            return lengths_json(numbers)
        return [asdict(share) for share in self.shares(name)]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, with its 95 % interval."""

    value: str
    times: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.times / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class SeatScore:
    """How a seat fared. A return above 0 is a win, below 0 a loss."""

    seat: int
    wins: int
    draws: int
    losses: int
    low: float  # the 95 % interval of the share of wins
    high: float
    mean_return: float


def seat_score(tally: Tally, seat: int) -> SeatScore:
    wins = draws = losses = 0
    total = 0.0
    for returns, times in sorted(tally.returns.items()):
        worth = returns[seat]
        wins += times * (worth > 0)
        draws += times * (worth == 0)
        losses += times * (worth < 0)
        total += worth * times
    games = tally.games
    return SeatScore(seat, wins, draws, losses, *wilson(wins, games), total / games)


def lengths_json(counts: "Counter[int] | dict[int, int]") -> dict[str, Any] | None:
    found = spread(counts)
    if found is None:
        return None
    bars = [{"from": low, "to": high, "games": times} for low, high, times in histogram(counts)]
    return {**asdict(found), "histogram": bars}
