"""Load a server of its own with tables of people, and measure from one's click to the other's news."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from fabletop import Mistake

NAME = "load"
HELP = "load a server with many tables, and measure"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=1000, metavar="N", help="how many (default: 1000)")
    parser.add_argument("--steps", metavar="A,B,C", help="numbers of tables to try, one after another")
    parser.add_argument("--sockets", type=int, default=2, metavar="N", help="at each table; two of them play")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="for each step")
    parser.add_argument("--every", type=float, default=2.0, metavar="S", help="between two moves at a table")
    parser.add_argument("--game", default="storybook", help="a game for two (default: storybook)")
    parser.add_argument("--on", action="store_true", help="go on with the steps after the curve has bent")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import load

    if args.sockets < 2 or args.seconds <= 0 or args.every <= 0 or args.tables < 1:
        raise Mistake("expected --sockets of 2 or more, and --tables, --seconds and --every above 0")
    try:
        steps = [args.tables] if args.steps is None else [int(step) for step in args.steps.split(",")]
    except ValueError:
        raise Mistake(f"--steps {args.steps!r}: expected numbers of tables, like 250,500,1000") from None

    def say(words: str) -> None:
        print(words, file=sys.stderr if args.json else sys.stdout, flush=True)

    with tempfile.TemporaryDirectory(prefix="fabletop-load-") as folder:
        wanted = (steps, args.sockets, args.seconds, args.every, args.game, args.on)
        rows = load.run(Path(folder), *wanted, say)
    if args.json:
        print(json.dumps(load.as_json(rows), indent=2))
    return 0
