"""The benchmark's report as text."""

from statistics import median

from fabletop.lab.bench import MEASURES, PLAYOUTS, Report, Row, Target
from fabletop.lab.report import bar, short, table


def lines(report: Report) -> list[str]:
    parts = [head(report), *(measure_lines(report, measure) for measure in MEASURES), target_lines(report)]
    if report.notes:
        parts.append(report.notes)
    return [line for part in parts if part for line in [*part, ""]][:-1]


def head(report: Report) -> list[str]:
    facts = report.machine
    rounds = "1 round" if report.rounds == 1 else f"{report.rounds} rounds"
    stopped = ", stopped early" if report.stopped else ""
    machine = f"{facts['processor']}, {facts['cores']} cores, load {facts['load']}"
    return [
        f"{machine}; {facts['system']}, {facts['python']}",
        f"Per second of CPU time; median of {rounds} [least–most]{stopped}",
    ]


def measure_lines(report: Report, measure: str) -> list[str]:
    """One kind of figure for all engines; the bars compare within it."""
    rows = [row for row in report.rows.values() if row.measure == measure]
    if not rows:
        return []
    most = max(row.rate for row in comparable(report, measure))
    return [MEASURES[measure], *table([row_cells(row, most) for row in rows], left=2)]


def comparable(report: Report, measure: str) -> list[Row]:
    """Bars of all playouts have one scale."""
    kin = PLAYOUTS if measure in PLAYOUTS else (measure,)
    return [row for row in report.rows.values() if row.measure in kin]


def row_cells(row: Row, most: float) -> list[str]:
    span = f"[{short(min(row.rates))}–{short(max(row.rates))}]"
    beside = f"{short(median(row.games))} games" if row.games else f"{1e6 / row.rate:.2f} µs"
    return [f"  {row.engine}", row.subject, short(row.rate), span, beside, bar(row.rate, most).ljust(30)]


def target_lines(report: Report) -> list[str]:
    if not report.targets:
        return []
    rows = [["", "", "wanted", "ratio", "", ""]]
    rows += [target_cells(target) for target in report.targets]
    return ["Ratios", *table(rows, left=2)]


def target_cells(target: Target) -> list[str]:
    label = [f"  {target.subject}", target.words, f"≥ {target.wanted:g}"]
    if target.ratio is None or target.low is None or target.high is None:
        return [*label, "-", "", "not measured"]
    span = f"[{target.low:.3g}–{target.high:.3g}]"
    return [*label, f"{target.ratio:.3g}", span, "met" if target.met else "NOT MET"]
