"""A study for somebody who waits elsewhere: asked for by one line of JSON, told as it goes by lines of JSON.

python -m fabletop.lab.served

A server runs this as a process of its own, with the lowest priority. SIGINT stops it; what was played until
then is told. Memory and time have a limit.
"""

import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from fabletop.kernel.question import Mistake
from fabletop.lab.balance import Counts, Pairs, Study, study_of
from fabletop.lab.describing import about_of, title_of
from fabletop.lab.findings import Section, findings
from fabletop.lab.formatting import cell
from fabletop.lab.sim import LONGEST
from fabletop.lab.workers import play_games

MEMORY = 4 * 2**30  # bytes a process may ask for
LOWEST = 19
TOLD_EVERY = 0.25  # seconds
FIRST_FIGURES = 20  # games, before which figures say nothing


def main() -> int:
    asked = json.loads(sys.stdin.readline())
    limit(asked["seconds"])
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(asked, Path(folder))
        except Mistake as mistake:
            tell(failed=str(mistake))
            return 1
        except Exception as error:  # of the engine, or for want of memory: say where
            notes = " ".join(getattr(error, "__notes__", []))
            tell(failed=f"The games broke off: {type(error).__name__} {error} {notes}".strip())
            return 1
    return 0


def run(asked: dict[str, Any], folder: Path) -> None:
    edition = written(folder, asked["name"], asked["text"])
    against = written(folder, asked["against_name"], asked["against_text"])
    study = study_of(
        asked["game"],
        bot=asked["bot"],
        players=asked["players"],
        seed=asked["seed"],
        edition=edition,
        against=against,
    )
    told = [0.0]

    def progress(done: int, total: int) -> None:
        if time.monotonic() - told[0] > TOLD_EVERY:
            told[0] = time.monotonic()
            tell(done=done)

    def keep(tally: Counts | Pairs) -> None:
        if tally.ended >= FIRST_FIGURES:
            tell(**figures(study, tally))

    tell(players=study.players)
    work = play_games(study, asked["games"], asked["jobs"], progress, keep)
    if not work.tally.games:
        tell(final=True, stopped=True, done=0)
        return
    if not work.tally.ended:
        raise Mistake(f"None of {work.tally.games} games ended: each was broken off after {LONGEST} answers.")
    found = figures(study, work.tally)
    limit_memory(None)  # what draws the page asks for more than it uses
    page = page_of(study, work.tally) if asked["page"] else ""
    tell(final=True, stopped=work.stopped, page=page, **found)


def written(folder: Path, name: str, text: str) -> str:
    """The path of a file with this text, called as people call it."""
    path = folder / f"{name}.toml"
    if path.exists():
        path = folder / f"{name}-2.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def figures(study: Study, tally: Counts | Pairs) -> dict[str, Any]:
    sections = [as_data(section) for section in findings(study, tally) if section.rows]
    return {"done": tally.games, "about": about_of(study, tally), "sections": sections}


def as_data(section: Section) -> dict[str, Any]:
    chart = section.chart
    return {
        "title": section.title,
        "words": section.words,
        "columns": [{"name": one.name, "kind": one.kind, "detail": one.detail} for one in section.columns],
        "rows": section.rows,
        "cells": [
            [cell(column.kind, value) for column, value in zip(section.columns, row, strict=True)]
            for row in section.rows
        ],
        "chart": None
        if chart is None
        else {
            "label": chart.label,
            "value": chart.value,
            "interval": chart.interval,
            "flag": chart.flag,
            "reference": chart.reference,
        },
    }


def page_of(study: Study, tally: Counts | Pairs) -> str:
    """The page of `--html`; nothing where what draws it is not installed."""
    from fabletop.lab.page import page

    with contextlib.suppress(Mistake):
        return page(f"The balance of {title_of(study)}", about_of(study, tally), findings(study, tally))
    return ""


def tell(**said: Any) -> None:
    print(json.dumps(said, ensure_ascii=False), flush=True)


def limit(seconds: int) -> None:
    """Last in line for the processors; so much memory; and no longer than this."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    limit_memory(MEMORY)
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        signal.alarm(seconds)


def limit_memory(size: int | None) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard if size is None else size, hard))


if __name__ == "__main__":
    sys.exit(main())
