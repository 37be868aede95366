"""A study as one page that needs nothing else: drawings as SVG, each with its numbers in a table."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fabletop.kernel.question import Mistake
from fabletop.lab.findings import POINTS, Chart, Section
from fabletop.lab.formatting import LEFT, MARKS, cell

INSTALL = (
    "the page needs altair, jinja2 and vl-convert-python: pip install 'fabletop[lab]', or in a clone "
    "python tools/boot.py lab"
)
TEMPLATE = Path(__file__).with_name("page.html")
INK = "currentColor"  # follows the page: dark on light or light on dark
MARK_COLOURS = {"": "#3f7fbf", MARKS["high"]: "#b8720a", MARKS["low"]: "#c2468a"}
MARK_SHAPES = {"": "circle", MARKS["high"]: "triangle-up", MARKS["low"]: "triangle-down"}
WIDTH = 360
MARGIN = 40  # for labels that are wider in the reader's font than in ours
ROW = 20  # pixels a row


def page(title: str, about: Sequence[tuple[str, str]], sections: Sequence[Section]) -> str:
    """The HTML. A Mistake says how to install what it needs, if that is missing."""
    try:
        from jinja2 import Environment, StrictUndefined
    except ImportError:
        raise Mistake(INSTALL) from None
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    parts = [part_of(number, section) for number, section in enumerate(sections, 1)]
    text: str = template.render(title=title, about=about, parts=parts)
    return text


def part_of(number: int, section: Section) -> dict[str, Any]:
    return {
        "id": f"part-{number}",
        "title": section.title,
        "words": section.words,
        "drawing": drawing(section),
        "head": [(column.name, column.kind in LEFT) for column in section.columns],
        "rows": [
            [
                (cell(column.kind, value), column.kind in LEFT)
                for column, value in zip(section.columns, row, strict=True)
            ]
            for row in section.rows
        ],
    }


# --- Drawings ----------------------------------------------------------------------


def drawing(section: Section) -> str:
    """The section's chart as SVG to be put into the page; empty if it has none."""
    if section.chart is None or not section.rows:
        return ""
    try:
        import altair
        import vl_convert
    except ImportError:
        raise Mistake(INSTALL) from None
    chart = (
        dots(altair, section, section.chart)
        if section.chart.interval
        else bars(altair, section, section.chart)
    )
    whole = chart.configure(**look()).properties(
        width=WIDTH,
        height={"step": ROW},
        background="transparent",
        padding={"left": MARGIN, "right": 5, "top": 5, "bottom": 5},
    )
    svg: str = vl_convert.vegalite_to_svg(whole.to_json())
    return embedded(svg, f"{section.title}: the chart shows the numbers of the table that follows it.")


def look() -> dict[str, Any]:
    axis = {"labelColor": INK, "titleColor": INK, "domainColor": INK, "tickColor": INK, "gridColor": INK}
    return {
        "axis": {**axis, "gridOpacity": 0.15, "labelLimit": 220, "labelFontSize": 12, "titleFontSize": 12},
        "legend": {"labelColor": INK, "titleColor": INK},
        "view": {"stroke": None},
        "font": "system-ui, sans-serif",
    }


def values_of(section: Section, chart: Chart) -> tuple[list[dict[str, Any]], float]:
    """The rows with something to draw. Shares are drawn in percent."""
    places = {column.name: i for i, column in enumerate(section.columns)}
    kinds = {column.name: column.kind for column in section.columns}
    scale = 100 if kinds[chart.value] in ("percent", POINTS) else 1
    seen: set[str] = set()
    found = []
    for row in section.rows:
        value = row[places[chart.value]]
        if value is None:
            continue
        label = str(row[places[chart.label]])
        if label in seen:  # cards of the same name are told apart by their ids
            label = f"{label} ({row[0]})"
        seen.add(label)
        one = {"label": label, "value": value * scale, "flag": ""}
        if chart.interval:
            low, high = row[places[chart.interval]]
            one |= {"low": low * scale, "high": high * scale}
        if chart.flag:
            one["flag"] = MARKS[row[places[chart.flag]]]
        found.append(one)
    return found, scale


def dots(altair: Any, section: Section, chart: Chart) -> Any:
    values, scale = values_of(section, chart)
    unit = " (%)" if scale == 100 else ""
    data = altair.Data(values=values)
    order = [one["label"] for one in sorted(values, key=lambda one: -one["value"])]
    y = altair.Y("label:N", sort=order, title=None)
    scale_x = altair.Scale(zero=False, nice=True)
    x_title = f"{chart.value}{unit}, with its 95 % interval"
    names = list(MARK_COLOURS)
    colour = altair.Color(
        "flag:N", scale=altair.Scale(domain=names, range=list(MARK_COLOURS.values())), legend=None
    )
    shape = altair.Shape(
        "flag:N", scale=altair.Scale(domain=names, range=list(MARK_SHAPES.values())), legend=None
    )
    lines = (
        altair.Chart(data)
        .mark_rule(strokeWidth=2)
        .encode(y=y, x=altair.X("low:Q", title=x_title, scale=scale_x), x2="high:Q", color=colour)
    )
    points = (
        altair.Chart(data)
        .mark_point(filled=True, size=70, opacity=1)
        .encode(y=y, x=altair.X("value:Q", title=x_title, scale=scale_x), color=colour, shape=shape)
    )
    layers = [lines, points]
    if chart.reference is not None:
        rule = altair.Chart(altair.Data(values=[{"at": chart.reference * scale}]))
        layers.insert(0, rule.mark_rule(strokeDash=[4, 3], color=INK).encode(x="at:Q"))
    return altair.layer(*layers)


def bars(altair: Any, section: Section, chart: Chart) -> Any:
    values, scale = values_of(section, chart)
    unit = " (%)" if scale == 100 else ""
    return (
        altair.Chart(altair.Data(values=values))
        .mark_bar(color=MARK_COLOURS[""])
        .encode(
            y=altair.Y("label:N", sort=None, title=chart.label or None),
            x=altair.X("value:Q", title=f"{chart.value}{unit}"),
        )
    )


def embedded(svg: str, words: str) -> str:
    """The drawing as part of a page: one picture with one description, and no address in it."""
    inner = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>", "", svg, flags=re.DOTALL)
    inner = re.sub(r'\s(xmlns(:\w+)?|version|role|aria-[\w-]+)="[^"]*"', "", inner)
    return inner.strip().replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
