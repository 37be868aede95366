"""Load a server of its own with tables of people, and measure from one's click to the other's news."""

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from fabletop import Mistake

NAME = "load"
HELP = "load a server with many tables, and measure"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, metavar="N", help="how many (default: 1000, screams 50)")
    parser.add_argument("--steps", metavar="A,B,C", help="numbers of tables to try, one after another")
    parser.add_argument("--sockets", type=int, default=2, metavar="N", help="at each table; two of them play")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="for each step (default: 60, screams 2000 of the tables' time)",
    )
    parser.add_argument("--every", type=float, default=2.0, metavar="S", help="between two moves at a table")
    parser.add_argument("--game", default="storybook", help="a game for two (default: storybook)")
    parser.add_argument("--on", action="store_true", help="go on with the steps after the curve has bent")
    parser.add_argument(
        "--screams", action="store_true", help="measure how late Benny screams (Condyle Cove)"
    )
    parser.add_argument("--speed", type=float, default=5.0, metavar="X", help="of the time that screams take")
    parser.add_argument(
        "--servers", type=int, default=0, metavar="N", help="so many on PostgreSQL (default: one on SQLite)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import load, screams

    tables = args.tables if args.tables is not None else 50 if args.screams else 1000
    seconds = args.seconds if args.seconds is not None else 2000.0 if args.screams else 60.0
    if args.sockets < 2 or seconds <= 0 or args.every <= 0 or tables < 1 or args.speed <= 0:
        raise Mistake("expected --sockets of 2 or more, and --tables, --seconds, --every and --speed above 0")
    try:
        steps = [tables] if args.steps is None else [int(step) for step in args.steps.split(",")]
    except ValueError:
        raise Mistake(f"--steps {args.steps!r}: expected numbers of tables, like 250,500,1000") from None

    def say(words: str) -> None:
        print(words, file=sys.stderr if args.json else sys.stdout, flush=True)

    with tempfile.TemporaryDirectory(prefix="fabletop-load-") as folder:
        if args.screams:
            found = screams.run(Path(folder), tables, seconds, args.speed, say)
            print(json.dumps(asdict(found), indent=2) if args.json else found)
            return 0
        wanted = (steps, args.sockets, seconds, args.every, args.game, args.on)
        rows = load.run(Path(folder), *wanted, say, args.servers)
    if args.json:
        print(json.dumps(load.as_json(rows), indent=2))
    return 0
