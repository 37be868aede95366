"""The cells of a finding's table as people read them."""

from typing import Any

from fabletop.lab.findings import COUNT, FLAG, HIGH, LOW, NUMBER, PERCENT, POINTS, RANGE, SPAN, WORDS

MARKS = {HIGH: "▲ high", LOW: "▼ low", "": ""}
LEFT = (WORDS, FLAG)


def cell(kind: str, value: Any) -> str:
    if value is None:
        return "-"
    if kind == RANGE:
        return f"{100 * value[0]:.1f}–{100 * value[1]:.1f} %"
    if kind == SPAN:
        return f"{100 * value[0]:+.1f} to {100 * value[1]:+.1f}"
    shown = {
        WORDS: "{}",
        COUNT: "{}",
        PERCENT: "{:.1%}",
        POINTS: "{:+.1f}",
        NUMBER: "{:.4g}",
        FLAG: "{}",
    }[kind]
    if kind == POINTS:
        value *= 100
    if kind == FLAG:
        value = MARKS[value]
    return shown.format(value).replace("%", " %") if kind == PERCENT else shown.format(value)
