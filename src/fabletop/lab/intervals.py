"""How sure a share or a spread is."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, erfc, exp, log, sqrt

Z95 = 1.959963984540054  # the middle 95 % of a normal distribution
WRONG = 0.05  # how often what is said may be wrong
MOST_BARS = 12  # of a histogram


def wilson(hits: float, tries: float) -> tuple[float, float]:
    """The Wilson interval for a share: where the true one lies, 95 times of 100."""
    if not 0 <= hits <= tries:
        raise ValueError(f"{hits} of {tries} is not a share")
    if tries == 0:
        return 0.0, 1.0
    z, share = Z95, hits / tries
    middle = share + z * z / (2 * tries)
    reach = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    low = 0.0 if hits == 0 else (middle - reach) / scale
    high = 1.0 if hits == tries else (middle + reach) / scale
    return low, high


def effective(rounds: Sequence[float], games: int) -> float:
    """How many independent games the rounds are worth, if each is `games` games of which the given share
    was won.

    Seatings of one deal are not independent: what the deal gives, one seating has and the other lacks, so
    as a rule they are worth more. Estimated from the variance between rounds, and drawn towards "as many
    as were played" as if ten rounds had said so: a handful of them proves nothing.
    """
    count = len(rounds)
    played = float(count * games)
    if count < 2:
        return played
    share = sum(rounds) / count
    alone = share * (1 - share) / games
    if alone <= 0:
        return played
    seen = sum((one - share) ** 2 for one in rounds) / (count - 1)
    return played / ((count * seen / alone + 10) / (count + 10))


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more one is than the other, with its 95 % interval."""

    value: float
    low: float
    high: float
    p: float  # how likely a difference of this size is if there is none


def difference(value: float, error: float) -> Difference:
    """By the normal distribution."""
    p = erfc(abs(value) / error / sqrt(2)) if error > 0 else float(value == 0)
    return Difference(value, value - Z95 * error, value + Z95 * error, p)


def paired_shares(pairs: int, total: float, squares: float) -> Difference:
    """The mean of differences, from -1 to 1, of games of the same seed; given their sum and sum of squares.

    For wins and losses it is McNemar's table with the interval of Bonett and Price (2012): one pair is
    added for either side, so that agreement everywhere is no proof of equality.
    """
    mean = total / (pairs + 2)
    error = sqrt(max(0.0, (squares + 2) / (pairs + 2) - mean * mean) / (pairs + 2))
    found = difference(mean, error)
    return Difference(total / pairs if pairs else 0.0, found.low, found.high, found.p)


def paired_means(pairs: int, total: float, squares: float) -> Difference | None:
    """The same for numbers of any size; one pair says nothing about them."""
    if pairs < 2:
        return None
    mean = total / pairs
    return difference(mean, sqrt(max(0.0, squares / pairs - mean * mean) / (pairs - 1)))


def paired_ratio(both: float, first: float, second: float) -> tuple[float, float, float] | None:
    """How many times as often the first won; given the wins of both, of the first and of the second alone."""
    ours, theirs = both + first, both + second
    if ours == 0 or theirs == 0:
        return None
    reach = Z95 * sqrt((first + second) / (ours * theirs))
    ratio = ours / theirs
    return ratio, exp(log(ratio) - reach), exp(log(ratio) + reach)


def stratified(strata: Iterable[tuple[int, float, int, float]]) -> Difference | None:
    """The difference of two shares within strata (Mantel and Haenszel; variance of Sato, 1989).

    Each stratum is: games with, of which won; games without, of which won. None if nothing can be compared.
    """
    weight = total = p_part = q_part = 0.0
    for with_it, won_with, without, won_without in strata:
        size = with_it + without
        if not (with_it and without):
            continue
        weight += with_it * without / size
        total += (won_with * without - won_without * with_it) / size
        p_part += (
            with_it**2 * won_without - without**2 * won_with + with_it * without * (without - with_it) / 2
        ) / (size**2)
        q_part += (won_with * (without - won_without) + won_without * (with_it - won_with)) / (2 * size)
    if weight == 0:
        return None
    value = total / weight
    return difference(value, sqrt(max(0.0, value * p_part + q_part)) / weight)


def around_median(values: Sequence[float]) -> tuple[float, float]:
    """Where the true median lies, 95 times of 100 or more: two of the values, whatever their distribution
    (by the signs that many coins would show). Few values: the least and the greatest."""
    ordered = sorted(values)
    count, cut, tail = len(ordered), 0, 0.5 ** len(ordered)
    while 2 * (tail + comb(count, cut + 1) * 0.5**count) <= WRONG:
        cut += 1
        tail += comb(count, cut) * 0.5**count
    return ordered[cut], ordered[count - 1 - cut]


def discoveries(chances: Sequence[float]) -> list[bool]:
    """Which of many tests to believe, so that 5 % of those believed are wrong (Benjamini, Hochberg 1995)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    last = 0
    for place, i in enumerate(order, 1):
        if chances[i] <= WRONG * place / len(chances):
            last = place
    believed = set(order[:last])
    return [i in believed for i in range(len(chances))]


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


def histogram(counts: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """At most MOST_BARS equally wide ranges (first, last, how many) that hold all numbers."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = round_up((high - low + 1 + MOST_BARS - 1) // MOST_BARS)
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
