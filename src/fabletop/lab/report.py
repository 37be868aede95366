"""Results for people: plain tables and bars, readable in a terminal, a pipe and a note."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from fabletop.lab.intervals import histogram, spread, wilson
from fabletop.lab.tally import Tally

EIGHTHS = " ▏▎▍▌▋▊▉█"
FEW = 3  # values of a fact that get a line each
WIDTH = 100
GLUE = "\N{NO-BREAK SPACE}"


def table(rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """Lines with columns under each other: the first `left` start, the others end at the same place."""
    listed = [tuple(row) for row in rows]
    if not listed:
        return []
    widths = [max(len(row[i]) for row in listed) for i in range(len(listed[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in listed
    ]


def bar(part: float, whole: float, width: int = 30) -> str:
    """A bar whose length is part / whole of the width."""
    eighths = round(8 * width * part / whole) if whole > 0 else 0
    if part > 0:
        eighths = max(eighths, 1)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def short(number: float) -> str:
    """1234567 as '1.23 M'."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def share_cells(times: int, of: int) -> list[str]:
    low, high = wilson(times, of)
    return [str(times), percent(times / of if of else 0), f"{100 * low:.1f}–{100 * high:.1f} %"]


def seat_lines(tally: Tally, names: Sequence[str]) -> list[str]:
    """Wins of each seat with their intervals."""
    rows = [["seat", "bot", "wins", "", "95 % interval", "draws", "losses", "mean return"]]
    for one in tally.seats():
        wins = share_cells(one.wins, tally.games)
        rest = [str(one.draws), str(one.losses), f"{one.mean_return:+.3f}"]
        rows.append([str(one.seat), names[one.seat], *wins, *rest])
    return table(rows, left=2)


def fact_lines(tally: Tally) -> list[str]:
    """What the game says of its ends: words with their shares, numbers with their spread."""
    few = [["", "", "games", "", "95 % interval"]]
    many: list[str] = []
    numbers = [SPREAD_HEAD]
    for name in tally.facts:
        counts = tally.fact_numbers(name)
        if counts is not None:
            numbers.append([name, *spread_cells(counts)])
            continue
        shares = tally.shares(name)
        if len(shares) > FEW:
            many += paragraph(f"{name}:", [f"{share.value} {percent(share.share)}" for share in shares])
            continue
        for place, share in enumerate(shares):
            few.append(["" if place else name, share.value, *share_cells(share.times, share.of)])
    tables = [table(few, left=2) if len(few) > 1 else [], many, table(numbers) if len(numbers) > 1 else []]
    return [line for part in tables if part for line in [*part, ""]][:-1]


def paragraph(head: str, items: Sequence[str]) -> list[str]:
    """Items with commas between them, broken into lines only there."""
    whole = ", ".join(item.replace(" ", GLUE) for item in items)
    broken = wrap(f"{head} {whole}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in broken]


SPREAD_HEAD = ["", "min", "quarter", "median", "3 quarters", "max", "mean"]


def spread_cells(counts: Mapping[int, int]) -> list[str]:
    found = spread(counts)
    if found is None:
        return ["-"] * 6
    middle = (found.quarter, found.median, found.three_quarters)
    return [str(found.least), *(f"{number:g}" for number in middle), str(found.most), f"{found.mean:.1f}"]


def length_lines(counts: Mapping[int, int]) -> list[str]:
    """How long the games were, with a bar for each range."""
    bars = histogram(counts)
    tallest = max((times for _, _, times in bars), default=0)
    rows = [[f"{low}–{high}", str(times), bar(times, tallest)] for low, high, times in bars]
    width = max((len(row[1]) for row in rows), default=0)
    picture = table(([label, times.rjust(width), line] for label, times, line in rows), left=3)
    return [*table([SPREAD_HEAD, ["answers a game", *spread_cells(counts)]]), "", *picture]
