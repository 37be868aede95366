"""Measure the engine, compiled and interpreted, with OpenSpiel beside it where that is installed.

All is measured in one run, in turns, in CPU time, so that the ratios hold on a busy machine too.
--learning measures environments for learners, batches and one game at a time, with those of others.
--against DIR measures this build and another one instead: what a change costs or gains.
"""

import argparse
import json
from pathlib import Path

from fabletop.cli.progress import progress_bar

NAME = "bench"
HELP = "measure how fast the games run"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="(default: all)")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="S", help="CPU time of a slice (0.1)")
    parser.add_argument(
        "--rounds", type=int, default=11, metavar="R", help="slices of each kind (default: 11)"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write all figures to a file, or - for stdout"
    )
    parser.add_argument("--source", type=Path, metavar="DIR", help="a source tree to run interpreted")
    parser.add_argument("--no-openspiel", action="store_true", help="leave OpenSpiel out")
    parser.add_argument(
        "--learning",
        action="store_true",
        help="measure environments for learners, and those of others",
    )
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="another build to compare with: a checkout with its .venv"
    )


def run(args: argparse.Namespace) -> int:
    import fabletop
    from fabletop.lab.bench import bench
    from fabletop.lab.benchtable import lines
    from fabletop.lab.learners import bench_learning
    from fabletop.lab.side_by_side import side_by_side

    to_stdout = args.json == Path("-")
    if args.json and not to_stdout and not args.json.absolute().parent.is_dir():
        raise fabletop.Mistake(f"there is no directory for {str(args.json)!r}")
    with progress_bar("slices", wanted=not to_stdout) as progress:
        games = args.games or fabletop.names()
        if args.learning:
            report = bench_learning(games, args.seconds, args.rounds, progress)
        elif args.against:
            report = side_by_side(games, args.against, args.seconds, args.rounds, progress)
        else:
            report = bench(games, args.seconds, args.rounds, args.source, not args.no_openspiel, progress)
    text = json.dumps(report.as_json(), ensure_ascii=False, indent=1) + "\n"
    if args.json and not to_stdout:
        args.json.write_text(text, encoding="utf-8")
    print(text if to_stdout else "\n".join(lines(report)), end="" if to_stdout else "\n")
    return 0
