"""How sure a share or a spread is."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054  # the middle 95 % of a normal distribution


def wilson(hits: int, tries: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval for a share: where the true one lies, 95 times of 100."""
    if not 0 <= hits <= tries:
        raise ValueError(f"{hits} of {tries} is not a share")
    if tries == 0:
        return 0.0, 1.0
    share = hits / tries
    middle = share + z * z / (2 * tries)
    reach = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    low = 0.0 if hits == 0 else (middle - reach) / scale
    high = 1.0 if hits == tries else (middle + reach) / scale
    return low, high


@dataclass(frozen=True, slots=True)
class Spread:
    """How whole numbers are distributed."""

    count: int
    least: int
    quarter: float
    median: float
    three_quarters: float
    most: int
    mean: float


def spread(counts: Mapping[int, int]) -> Spread | None:
    """The spread of numbers, given how often each came; None if there are none."""
    total = sum(counts.values())
    if total == 0:
        return None
    ordered = sorted(number for number, times in counts.items() if times)
    return Spread(
        count=total,
        least=ordered[0],
        quarter=quantile(counts, ordered, total, 0.25),
        median=quantile(counts, ordered, total, 0.5),
        three_quarters=quantile(counts, ordered, total, 0.75),
        most=ordered[-1],
        mean=sum(number * times for number, times in counts.items()) / total,
    )


def quantile(counts: Mapping[int, int], ordered: list[int], total: int, share: float) -> float:
    """Between the two numbers around the place, in proportion, as spreadsheets do it."""
    place = share * (total - 1)
    lower = number_at(counts, ordered, int(place))
    upper = number_at(counts, ordered, min(int(place) + 1, total - 1))
    return lower + (upper - lower) * (place - int(place))


def number_at(counts: Mapping[int, int], ordered: list[int], place: int) -> int:
    """The number at a place (from 0) if all were written in order."""
    passed = 0
    for number in ordered:
        passed += counts[number]
        if place < passed:
            return number
    raise IndexError(place)


def histogram(counts: Mapping[int, int], bars: int = 12) -> list[tuple[int, int, int]]:
    """At most `bars` equally wide ranges (first, last, how many) that hold all numbers."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = round_up((high - low + 1 + bars - 1) // bars)
    first = low - low % width
    held: Counter[int] = Counter()
    for number, times in counts.items():
        held[(number - first) // width] += times
    last = (high - first) // width
    return [(first + i * width, first + (i + 1) * width - 1, held[i]) for i in range(last + 1)]


def round_up(width: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, ..."""
    ten = 1
    while True:
        for step in (1, 2, 5):
            if width <= step * ten:
                return step * ten
        ten *= 10
