"""Draw what examples wrote while they learnt: strength against steps, with 95 % intervals.

    python examples/learning/plot.py duel.jsonl maskable_ppo.jsonl openspiel_ppo.jsonl --out learning.svg

Each line of such a file has `steps`, `minutes` of processor time, how many `games` were played for a look,
the share that was `won`, and `against` whom. Needs altair and vl-convert: `python tools/boot.py lab`.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import altair
import vl_convert

from fabletop.lab.intervals import wilson


def points(files: list[str]) -> list[dict[str, Any]]:
    found = []
    for file in files:
        for line in Path(file).read_text().splitlines():
            look = json.loads(line)
            low, high = wilson(look["won"] * look["games"], look["games"])
            learner = f"{Path(file).stem} against {look['against']}"
            found.append({**look, "learner": learner, "low": low, "high": high})
    return found


def draw(files: list[str], title: str) -> str:
    whole = altair.Scale(domain=[0, 1])
    chart = altair.Chart({"values": points(files)}).encode(
        x=altair.X("steps:Q", title="steps learnt from", axis=altair.Axis(format="~s")),
        color=altair.Color("learner:N", title=None, legend=altair.Legend(orient="bottom", labelLimit=300)),
    )
    won = altair.Y("low:Q", title="games won", axis=altair.Axis(format="%"), scale=whole)
    band = chart.mark_area(opacity=0.2).encode(y=won, y2="high:Q")
    line = chart.mark_line(point=True).encode(y=altair.Y("won:Q", scale=whole))
    drawing = (band + line).properties(width=520, height=300, title=title)
    return str(vl_convert.vegalite_to_svg(drawing.to_json()))


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", help="what examples wrote (.jsonl)")
    parser.add_argument("--title", default="")
    parser.add_argument("--out", default="learning.svg")
    return parser


if __name__ == "__main__":
    args = arguments().parse_args()
    Path(args.out).write_text(draw(args.files, args.title))
