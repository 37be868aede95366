"""Let one bot play all seats of many games, and see what wins: seats, sides, champions, characters, cards.

What players would choose is drawn by lot, so that all comes equally often; --vary draws further options.
With --against, every game is played with both editions, and the page says what changed.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabletop.cli.hands import add_hands
from fabletop.cli.progress import progress_bar
from fabletop.kernel.question import Mistake

if TYPE_CHECKING:
    from fabletop.lab.findings import Section

NAME = "balance"
HELP = "see what wins: seats, sides, champions, characters, cards"
GAMES = 1000
MOST_ROWS = 24  # of a table in the terminal


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--bot", default="greedy", metavar="B", help="who plays all seats (default: greedy)")
    parser.add_argument("--budget", metavar="B", help="for a bot that takes one: 200 (simulations) or 100ms")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"how many (default: {GAMES})")
    parser.add_argument("--players", type=int, metavar="P", help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--vary", default="", metavar="K,K", help="options to be drawn anew for each game")
    parser.add_argument(
        "--choose", action="store_true", help="let the bots choose what would be drawn by lot"
    )
    parser.add_argument("--edition", default="house", metavar="E", help="the name of an edition, or its file")
    parser.add_argument("--against", metavar="E", help="compare with this edition on the same seeds")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games")
    add_hands(parser)
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with charts")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all tables as JSON; - prints it")


def run(args: argparse.Namespace) -> int:
    from fabletop.lab.arguments import options_from
    from fabletop.lab.balance import study_of
    from fabletop.lab.describing import about_of, title_of
    from fabletop.lab.findings import findings
    from fabletop.lab.workers import play_games

    study = study_of(
        args.game,
        bot=args.bot,
        players=args.players,
        seed=args.seed,
        options=options_from(args.option),
        vary=[name.strip() for name in args.vary.split(",") if name.strip()],
        choose=args.choose,
        edition=args.edition,
        against=args.against,
        budget=args.budget,
    )
    if args.html:
        from fabletop.lab.page import page

        page("", [], [])  # what is missing should be known before the games, not after
    printing = args.json == Path("-")
    with progress_bar("games", wanted=not printing) as progress:
        work = play_games(study, args.games, args.jobs, progress, cluster=args.cluster)
    if work.stopped:
        print(f"fabletop: stopped after {work.tally.games} of {args.games} games", file=sys.stderr)
    if not work.tally.games:
        return 0
    sections = findings(study, work.tally)
    about = about_of(study, work.tally)
    if args.html:
        write(args.html, page(f"The balance of {title_of(study)}", about, sections))
    if args.json:
        content = {"about": dict(about), "sections": [section.as_json() for section in sections]}
        text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        if printing:
            print(text, end="")
            return 0
        write(args.json, text)
    show(about, sections)
    return 0


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{str(path)!r} cannot be written: {error.strerror}") from None


# --- In the terminal -------------------------------------------------------------------


def show(about: list[tuple[str, str]], sections: "list[Section]") -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for name, value in about:
        console.print(f"{name}: {value}", markup=False)
    for section in sections:
        if section.rows:
            console.print()
            console.print(as_table(section))


def as_table(section: "Section") -> Any:
    from rich.table import Table
    from rich.text import Text

    from fabletop.lab.formatting import LEFT, cell

    rows, note = shortened(section)
    table = Table(title=section.title, caption=note or None, title_justify="left", caption_justify="left")
    shown = [(place, column) for place, column in enumerate(section.columns) if not column.detail]
    for _, column in shown:
        table.add_column(column.name, justify="left" if column.kind in LEFT else "right")
    for row in rows:
        table.add_row(*(Text(cell(column.kind, row[place])) for place, column in shown))
    return table


def shortened(section: "Section") -> tuple[list[tuple[Any, ...]], str]:
    """The rows for a terminal: of many cards, those at both ends."""
    if len(section.rows) <= MOST_ROWS or section.chart is None:
        return section.rows, ""
    names = [column.name for column in section.columns]
    place = names.index(section.chart.value)
    measured = [row for row in section.rows if row[place] is not None]
    ordered = sorted(measured, key=lambda row: -row[place])
    if not section.chart.flag or len(ordered) <= MOST_ROWS:
        return ordered, ""
    half = MOST_ROWS // 2
    return ordered[:half] + ordered[
        -half:
    ], f"the {half} at either end of {len(section.rows)}; --html has all"
