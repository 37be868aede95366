"""What a study of balance found, as tables: the terminal, the page and the JSON file show the same ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from fabletop.games import game as find_game
from fabletop.lab.balance import ALL, Card, Counts, Key, Numbers, Pairs, Score, Study
from fabletop.lab.intervals import (
    Difference,
    discoveries,
    histogram,
    paired_means,
    paired_shares,
    spread,
    stratified,
    wilson,
)
from fabletop.lab.win_shares import WIN, fair

WORDS, COUNT, PERCENT, POINTS, NUMBER, RANGE, SPAN, FLAG = (
    "words",
    "count",
    "percent",  # a share
    "points",  # a difference of shares
    "number",
    "range",  # the interval of a share
    "span",  # the interval of a difference of shares
    "flag",  # "high", "low" or ""
)
HIGH, LOW = "high", "low"
INTERVAL = "95 % interval"


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: str
    detail: bool = False  # not shown where there is little room


@dataclass(frozen=True, slots=True)
class Chart:
    """How a table is drawn: a dot and its interval for each row, or a bar."""

    label: str  # columns
    value: str
    interval: str = ""
    flag: str = ""
    reference: float | None = None


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    words: str
    columns: tuple[Column, ...]
    rows: list[tuple[Any, ...]]
    chart: Chart | None = None

    def as_json(self) -> dict[str, Any]:
        names = [column.name for column in self.columns]
        rows = [dict(zip(names, row, strict=True)) for row in self.rows]
        return {"title": self.title, "words": self.words, "rows": rows}


DETAILS = ("share when drawn", "when not", "share when played")


ENDINGS = {
    "winner": "Who won",
    "winner by": "Who won, and how",
    "ended": "How games ended",
    "solo ended": "How games ended",
    "solo won": "Whether the orphan won",
    "last out": "How the last one went out",
    "coraline_in": "Where Coraline was at the end",
}


def cards_title(kind: str) -> str:
    return f"What each {kind} is worth"


def ends_title(fact: str) -> str:
    return ENDINGS.get(fact) or f"At the end: {fact.replace('_', ' ')}"


def columns(*pairs: tuple[str, str]) -> tuple[Column, ...]:
    return tuple(Column(name, kind, name in DETAILS) for name, kind in pairs)


def findings(study: Study, found: Counts | Pairs) -> list[Section]:
    if not found.ended:
        return []
    if isinstance(found, Pairs):
        return compared(study, found)
    sections = [*share_sections(study, found), *ending_sections(study, found)]
    sections += [option_section(found)] if found.options else []
    sections += [offer_section(found)] if found.offers else []
    return [*sections, *length_sections(study, found), *card_sections(found)]


def in_order(kinds: Iterable[str]) -> list[str]:
    """Each once, always in the same order, single things before their combinations."""
    return sorted(set(kinds), key=lambda kind: (" with " in kind, kind))


def flags(differences: Sequence[Difference]) -> list[str]:
    """Which differences to believe, all of a table considered; and which way they go."""
    believed = discoveries([one.p for one in differences])
    return [
        (HIGH if one.value > 0 else LOW) if yes and (one.low > 0 or one.high < 0) else ""
        for one, yes in zip(differences, believed, strict=True)
    ]


# --- Shares of wins -------------------------------------------------------------------------------


SHARES = columns(
    ("", WORDS),
    ("games", COUNT),
    ("won", COUNT),
    ("shared", COUNT),
    ("share", PERCENT),
    (INTERVAL, RANGE),
    ("flag", FLAG),
)


def share_sections(study: Study, found: Counts) -> list[Section]:
    reference = fair(len(study.sides))
    words = "The share of wins; a win that is shared counts in part."
    if reference is not None:
        words += f" Equal would be {100 * reference:.0f} %."
    kinds = in_order(kind for kind, _ in found.shares)
    return [share_section(f"Wins by {kind}", words, share_rows(found, kind), reference) for kind in kinds]


def share_rows(found: Counts, kind: str) -> list[tuple[str, Score]]:
    rows = [(value, score) for (key, value), score in found.shares.items() if key == kind]
    return sorted(rows, key=lambda row: row[0])


def share_section(
    title: str, words: str, scores: list[tuple[str, Score]], reference: float | None
) -> Section:
    if title == f"Wins by {ALL}":
        title = "Wins against the game"
    if reference is None:  # against the game: is one value of an option better than the average?
        average = sum(one.parts for _, one in scores) / (WIN * sum(one.games for _, one in scores))
        marks = flags([against(one, average) for _, one in scores]) if 0 < average < 1 else [""] * len(scores)
    else:
        marks = flags([against(one, reference) for _, one in scores])
    rows = []
    for (value, one), mark in zip(scores, marks, strict=True):
        interval = wilson(one.parts / WIN, one.games)
        rows.append((value, one.games, one.wins, one.shared, one.share, interval, mark))
    return Section(title, words, SHARES, rows, Chart("", "share", INTERVAL, "flag", reference))


def against(one: Score, reference: float) -> Difference:
    """A share against what it should be; the interval is Wilson's."""
    low, high = wilson(one.parts / WIN, one.games)
    error = sqrt(reference * (1 - reference) / one.games)
    gap = one.share - reference
    return Difference(gap, low - reference, high - reference, erfc(abs(gap) / error / sqrt(2)))


# --- Ends, options, lengths -----------------------------------------------------------------------


ENDS = columns(("", WORDS), ("games", COUNT), ("share", PERCENT), (INTERVAL, RANGE))


def told_facts(study: Study, names: Iterable[str]) -> list[str]:
    """The facts that say how a game went, not what was agreed before it or who sat where."""
    game = find_game(study.game)
    options = list(game.choices(study.players, game.edition(study.edition)))
    return [
        name
        for name in sorted(names)
        if not name.startswith("seat ")
        and not any(name == option or name.startswith(f"{option}_") for option in options)
    ]


def ending_sections(study: Study, found: Counts) -> list[Section]:
    tally = found.tally
    sections = []
    for name in told_facts(study, tally.facts):
        if tally.fact_numbers(name) is not None:
            continue
        rows = [(one.value, one.times, one.share, (one.low, one.high)) for one in tally.shares(name)]
        if len(rows) > 1:
            words = "How often, of all games."
            sections.append(Section(ends_title(name), words, ENDS, rows, Chart("", "share", INTERVAL)))
    return sections


def option_section(found: Counts) -> Section:
    names = columns(("", WORDS), ("games", COUNT), ("mean length", NUMBER))
    rows = [
        (f"{name}={value}", one.count, one.total / one.count)
        for (name, value), one in sorted(found.options.items())
    ]
    words = "Options that were drawn anew for each game, and how long the games then were (answers)."
    return Section("Options", words, names, rows, Chart("", "mean length"))


def offer_section(found: Counts) -> Section:
    names = columns(("", WORDS), ("offered", COUNT), ("taken", COUNT), ("share", PERCENT), (INTERVAL, RANGE))
    rows = []
    for name in sorted({name for name, _ in found.offers}):
        taken = found.offers[name, True]
        offered = taken + found.offers[name, False]
        rows.append((name, offered, taken, taken / offered, wilson(taken, offered)))
    words = "What may be declined: how often it was offered, and taken."
    return Section("Offers", words, names, rows, Chart("", "share", INTERVAL))


def length_sections(study: Study, found: Counts) -> list[Section]:
    tally = found.tally
    spans = columns(
        ("", WORDS),
        ("least", COUNT),
        ("quarter", NUMBER),
        ("median", NUMBER),
        ("3 quarters", NUMBER),
        ("most", COUNT),
        ("mean", NUMBER),
    )
    measures = {"answers": dict(tally.lengths)}
    for name in told_facts(study, tally.facts):
        numbers = tally.fact_numbers(name)
        if numbers is not None:
            measures[name] = numbers
    rows = []
    for name, counts in measures.items():
        one = spread(counts)
        if one:
            label = name.replace("_", " ")
            rows.append((label, one.least, one.quarter, one.median, one.three_quarters, one.most, one.mean))
    bars = [(f"{low}–{high}", games) for low, high, games in histogram(tally.lengths)]
    return [
        Section(
            "Length",
            "How many answers a game took.",
            columns(("answers", WORDS), ("games", COUNT)),
            list(bars),
            Chart("answers", "games"),
        ),
        Section("Numbers", "What else was counted at the end of each game.", spans, list(rows)),
    ]


# --- Cards ----------------------------------------------------------------------------------------


CARDS = columns(
    ("card", WORDS),
    ("name", WORDS),
    ("drawn in", COUNT),
    ("share when drawn", PERCENT),
    ("when not", PERCENT),
    ("impact", POINTS),
    (INTERVAL, SPAN),
    ("flag", FLAG),
    ("played in", COUNT),
    ("share when played", PERCENT),
    ("impact of playing", POINTS),
    ("95 % of playing", SPAN),
    ("flag of playing", FLAG),
)
NOTHING = Difference(0.0, float("-inf"), float("inf"), 1.0)
CARD_WORDS = (
    "The owner's share of wins in games in which the card was drawn, and in which it was not. The impact "
    "compares seats that drew equally many cards (Mantel-Haenszel), for who lives longer draws more. The "
    "impact of playing is no proof that playing it helps: good cards are played by those who do well anyway."
)


def card_sections(found: Counts) -> list[Section]:
    kinds = in_order(kind for kind, _, _ in found.cards)
    return [card_section(found, kind) for kind in kinds]


def card_section(found: Counts, kind: str) -> Section:
    cards = sorted(card for card in found.cards if card[0] == kind)
    drawn = [stratified(found.cards[card].drawn.rows()) for card in cards]
    played = [stratified(found.cards[card].played.rows()) for card in cards]
    marks = flags([one or NOTHING for one in drawn])
    play_marks = flags([one or NOTHING for one in played])
    rows = []
    for i, card in enumerate(cards):
        count = found.cards[card]
        with_it, without = total(count.drawn.with_it.values()), total(count.drawn.without.values())
        using = total(count.played.with_it.values())
        rows.append(
            (
                card[1],
                card[2],
                with_it.games,
                with_it.share if with_it.games else None,
                without.share if without.games else None,
                *cells(drawn[i]),
                marks[i],
                using.games,
                using.share if using.games else None,
                *cells(played[i]),
                play_marks[i],
            )
        )
    by_play = all(one is None for one in drawn)  # kinds that everybody has from the start
    chart = (
        Chart("name", "impact of playing", "95 % of playing", "flag of playing", 0.0)
        if by_play
        else Chart("name", "impact", INTERVAL, "flag", 0.0)
    )
    return Section(cards_title(kind), CARD_WORDS, CARDS, rows, chart)


def cells(one: Difference | None) -> tuple[float | None, tuple[float, float] | None]:
    return (one.value, (one.low, one.high)) if one else (None, None)


def total(scores: Iterable[Score]) -> Score:
    found = Score()
    for score in scores:
        found.merge(score)
    return found


# --- Two editions ---------------------------------------------------------------------------------


CHANGES = columns(
    ("", WORDS),
    ("pairs", COUNT),
    ("before", PERCENT),
    ("after", PERCENT),
    ("change", POINTS),
    (INTERVAL, SPAN),
    ("flag", FLAG),
)
CHANGE_WORDS = (
    "Games of the same seed with both editions; the change is the mean over the pairs in which both had it."
)


def compared(study: Study, found: Pairs) -> list[Section]:
    sections = []
    for kind in in_order(kind for kind, _ in found.after.shares):
        keys = sorted(key for key in found.shares if key[0] == kind)
        title = "Wins against the game" if kind == ALL else f"Wins by {kind}"
        sections.append(change_section(title, found, keys))
    for kind in in_order(kind for kind, _, _ in found.after.cards):
        sections.append(card_changes(found, kind))
    names = told_facts(study, found.after.tally.facts)
    for name in names:
        keys = sorted(key for key in found.facts if key[0] == name)
        if len(keys) > 1:
            sections.append(fact_changes(found, name, keys))
    return [section for section in sections if section.rows] + [number_changes(found, names)]


def change_rows(
    items: list[tuple[tuple[Any, ...], float, float, Numbers]], unit: int
) -> list[tuple[Any, ...]]:
    """Rows of a label (or several), before, after, and the paired difference."""
    gaps = [paired_shares(one.count, one.total / unit, one.squares / unit**2) for *_, one in items]
    rows = []
    for (label, before, after, one), gap, mark in zip(items, gaps, flags(gaps), strict=True):
        rows.append((*label, one.count, before, after, gap.value, (gap.low, gap.high), mark))
    return rows


def change_section(title: str, found: Pairs, keys: list[Key]) -> Section:
    items = [
        ((key[1],), found.before.shares[key].share, found.after.shares[key].share, found.shares[key])
        for key in keys
    ]
    chart = Chart("", "change", INTERVAL, "flag", 0.0)
    return Section(title, CHANGE_WORDS, CHANGES, change_rows(items, WIN), chart)


def card_changes(found: Pairs, kind: str) -> Section:
    items = []
    for card in sorted(card for card in found.cards if card[0] == kind):
        before, after = (share_drawn(counts, card) for counts in (found.before, found.after))
        items.append(((card[1], card[2]), before, after, found.cards[card]))
    names = (Column("card", WORDS), Column("name", WORDS), *CHANGES[1:])
    words = "The owner's share of wins when the card is drawn. " + CHANGE_WORDS
    chart = Chart("name", "change", INTERVAL, "flag", 0.0)
    return Section(cards_title(kind), words, names, change_rows(items, WIN), chart)


def share_drawn(counts: Counts, card: Card) -> float:
    return total(counts.cards[card].drawn.with_it.values()).share


def fact_changes(found: Pairs, name: str, keys: list[Key]) -> Section:
    items = []
    for key in keys:
        gaps = found.facts[key]
        every = Numbers(found.ended, gaps.total, gaps.squares)  # where neither game ended so, nothing changed
        shares = [counts.tally.facts[name][key[1]] / counts.ended for counts in (found.before, found.after)]
        items.append(((key[1],), shares[0], shares[1], every))
    chart = Chart("", "change", INTERVAL, "flag", 0.0)
    return Section(ends_title(name), CHANGE_WORDS, CHANGES, change_rows(items, 1), chart)


def number_changes(found: Pairs, names: Iterable[str]) -> Section:
    head = columns(
        ("", WORDS),
        ("pairs", COUNT),
        ("mean change", NUMBER),
        ("from", NUMBER),
        ("to", NUMBER),
        ("flag", FLAG),
    )
    kept = ["answers", *(name for name in names if name in found.numbers)]
    gaps = [paired_means(one.count, one.total, one.squares) for one in map(found.numbers.__getitem__, kept)]
    rows = [
        (
            name.replace("_", " "),
            found.numbers[name].count,
            *((gap.value, gap.low, gap.high) if gap else [None] * 3),
            mark,
        )
        for name, gap, mark in zip(kept, gaps, flags([gap or NOTHING for gap in gaps]), strict=True)
    ]
    words = "The mean change from one edition to the other, and its 95 % interval."
    return Section("Numbers", words, head, list(rows))
