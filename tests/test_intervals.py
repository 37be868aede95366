"""How sure a figure is."""

from collections import Counter

import pytest

from fabletop.lab.findings import flags
from fabletop.lab.intervals import (
    Difference,
    around_median,
    difference,
    discoveries,
    effective,
    histogram,
    paired_means,
    paired_ratio,
    paired_shares,
    round_up,
    spread,
    stratified,
    wilson,
)

# --- One share, one spread ------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # Newcombe 1998, and any table of Wilson intervals
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(hits: int, tries: int, low: float, high: float) -> None:
    assert wilson(hits, tries) == pytest.approx((low, high), abs=5e-5)


def test_a_share_is_part_of_a_whole() -> None:
    with pytest.raises(ValueError, match="3 of 2 is not a share"):
        wilson(3, 2)


def test_a_spread_has_quartiles() -> None:
    found = spread(Counter([1, 2, 3, 4, 100]))
    assert found
    assert (found.least, found.quarter, found.median, found.three_quarters, found.most) == (1, 2, 3, 4, 100)
    assert found.mean == 22
    between = spread({10: 1, 20: 1})
    assert between
    assert (between.quarter, between.median) == (12.5, 15)
    assert spread({}) is None


def test_a_histogram_holds_every_number_in_round_ranges() -> None:
    counts = Counter([67, 99, 100, 282])
    bars = histogram(counts)
    assert bars[0] == (60, 79, 1)
    assert sum(times for _, _, times in bars) == 4
    assert len(bars) <= 13
    assert [high + 1 for _, high, _ in bars[:-1]] == [low for low, _, _ in bars[1:]]
    assert histogram({}) == []
    assert [round_up(width) for width in (1, 3, 6, 11, 21, 51)] == [1, 5, 10, 20, 50, 100]


# --- Differences and pairs ------------------------------------------------------------


def test_paired_shares_of_known_tables() -> None:
    # Bonett and Price (2012): of 20 pairs 9 changed one way and 1 the other; (10-2)/22 +- 1.96 x 0.1240
    found = paired_shares(20, 9 - 1, 9 + 1)
    assert found.value == pytest.approx(0.4)
    error = ((12 / 22 - (8 / 22) ** 2) / 22) ** 0.5
    assert (found.low, found.high) == pytest.approx((8 / 22 - 1.96 * error, 8 / 22 + 1.96 * error), abs=1e-4)
    assert found.low > 0
    alike = paired_shares(100, 0, 0)
    assert alike.value == 0
    assert alike.low < 0 < alike.high


def test_paired_means() -> None:
    found = paired_means(4, 4, 8)  # 0, 2, 0, 2: mean 1, deviation 1.1547, error 0.5774
    assert found
    assert (found.value, found.low, found.high) == pytest.approx((1, 1 - 1.1316, 1 + 1.1316), abs=1e-3)
    assert paired_means(1, 3, 9) is None


def test_paired_ratio() -> None:
    assert paired_ratio(10, 10, 0) == pytest.approx(
        (2, 2 * 2.71828**-0.43827, 2 * 2.71828**0.43827), rel=1e-3
    )
    assert paired_ratio(0, 0, 5) is None


def test_a_stratified_difference_is_the_plain_one_in_one_stratum() -> None:
    found = stratified([(100, 60, 100, 40)])
    assert found
    assert found.value == pytest.approx(0.2)
    plain = (0.6 * 0.4 / 100 + 0.4 * 0.6 / 100) ** 0.5
    assert found.high - found.value == pytest.approx(1.96 * plain, rel=0.03)


def test_strata_undo_what_length_does() -> None:
    """In both strata the card does nothing; taken together it seems to help, for the long games are won."""
    found = stratified([(10, 1, 90, 9), (90, 81, 10, 9)])
    assert found
    assert found.value == pytest.approx(0)
    assert found.low < 0 < found.high
    assert stratified([(10, 5, 0, 0)]) is None


def test_discoveries_of_benjamini_and_hochberg() -> None:
    # the example of their paper: of these fifteen the first four are believed
    paper = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240),
        *(0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
    ]
    assert discoveries(paper) == [True] * 4 + [False] * 11
    assert discoveries(paper[::-1]) == [False] * 11 + [True] * 4
    assert discoveries([]) == []


def test_flags_need_the_interval_and_the_table() -> None:
    sure, no = difference(0.2, 0.01), difference(0.0, 0.01)
    one_of_many = Difference(-0.2, -0.39, -0.01, 0.04)
    assert flags([sure, one_of_many]) == ["high", "low"]
    assert flags([one_of_many, *[no] * 20]) == [""] * 21


def test_rounds_are_worth_more_or_less_than_their_games() -> None:
    assert effective([0.5] * 100, 2) > 1000
    assert effective([0.0, 1.0] * 50, 2) == pytest.approx(100, rel=0.1)
    assert effective([1.0], 2) == 2
    assert effective([1.0] * 10, 2) == 20


def test_where_a_median_lies() -> None:
    """Eleven coins show at most one head 12 times of 2048: the second and the tenth value enclose it."""
    assert around_median([float(n) for n in range(11)]) == (1, 9)
    assert around_median([3.0, 1.0, 2.0]) == (1, 3)
    assert around_median([5.0]) == (5, 5)
