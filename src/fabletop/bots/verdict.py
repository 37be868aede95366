"""What a search found, as plain data: to choose by, to add up over processes, and to give as a reason."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of one option, for the seat that thinks."""

    action: int
    visits: float
    total: float  # what came of it, -1 to 1 a visit, added up


@dataclass(frozen=True, slots=True)
class Findings:
    """The options at the root of one search, or of several."""

    seat: int
    options: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """An option, how often it was looked at, and the chance to win that it leaves, 0 to 1."""

    action: int
    visits: int
    chance: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """A choice and the reason for it."""

    seat: int
    action: int
    before: float  # the chance to win, over all that was tried
    after: float  # with the chosen option
    options: tuple[Weighed, ...]  # the most visited first

    @property
    def second(self) -> Weighed | None:
        """The best of those not chosen."""
        return next((option for option in self.options if option.action != self.action), None)

    def as_json(self) -> dict[str, Any]:
        second = self.second
        return {**asdict(self), "second": asdict(second) if second else None}


def merge(parts: Iterable[Findings]) -> Findings:
    """Add up what several searches of the same question found."""
    sums: dict[int, tuple[float, float]] = {}
    seat = -1
    for part in parts:
        seat = part.seat
        for option in part.options:
            visits, total = sums.get(option.action, (0.0, 0.0))
            sums[option.action] = visits + option.visits, total + option.total
    return Findings(seat, tuple(Found(action, *both) for action, both in sums.items()))


def ranked(findings: Findings) -> list[Found]:
    """The options, the most visited first; equals by what came of them."""
    return sorted(findings.options, key=lambda option: (-option.visits, -option.total))


def reason(findings: Findings, action: int) -> Verdict:
    """The choice of this action, with the reason."""
    options = ranked(findings)
    weighed = tuple(
        Weighed(o.action, int(o.visits), chance(o.total / o.visits) if o.visits else 0.0) for o in options
    )
    visits = sum(option.visits for option in options)
    before = chance(sum(option.total for option in options) / visits) if visits else 0.5
    after = next(option for option in weighed if option.action == action)
    return Verdict(findings.seat, action, before, after.chance if after.visits else before, weighed)


def chance(value: float) -> float:
    """A value from -1 to 1 as a chance to win from 0 to 1."""
    return (1.0 + value) / 2.0
