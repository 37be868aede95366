"""Play random games over random options, and stop at the first that breaks a promise of the rules engine.

Checked on the way: there is always an answer, every game ends, nothing is lost or doubled, a stored
game reads back as the same, and the result is sane.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from fabletop.cli.hands import add_hands
from fabletop.cli.progress import progress_bar

NAME = "soak"
HELP = "play random games and watch for anything that must not happen"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many (default: 1000)")
    parser.add_argument("--players", type=int, metavar="P", help="how many play (default: any number)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games")
    add_hands(parser)
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--edition", default="house", metavar="E", help="the name of an edition, or its file")
    parser.add_argument(
        "--secrets", action="store_true", help="at every step to the end, check that nobody sees too much"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.lab.arguments import options_from
    from fabletop.lab.soak import save_failure, soak

    options = options_from(args.option)
    began = time.monotonic()
    with progress_bar("games", wanted=not args.json) as progress:
        work = soak(
            args.game,
            args.games,
            args.seed,
            args.players,
            options,
            args.edition,
            args.jobs,
            progress,
            args.secrets,
            args.cluster,
        )
    tally = work.tally
    if args.json:
        print(json.dumps({"game": args.game, "seed": args.seed, **tally.as_json()}, indent=2))
    elif tally.games:
        from fabletop.lab.report import fact_lines, length_lines

        rate = tally.games / max(time.monotonic() - began, 0.001)
        print(f"{tally.games} random games of {args.game}, seed {args.seed}, {rate:.2f} a second\n")
        print("\n".join([*fact_lines(tally), "", *length_lines(tally.lengths)]))
    for failure in tally.failures[:1]:
        file = Path(f"soak-{args.game}-{failure.seed}.json")
        save_failure(args.game, failure, file, args.edition)
        given = "".join(f" --option {name}={value}" for name, value in failure.options.items())
        print(
            f"fabletop: a game failed after {len(failure.actions)} answers: {failure.words}", file=sys.stderr
        )
        print(f"  --players {failure.players} --seed {failure.seed}{given}", file=sys.stderr)
        print(f"  its replay: {file}", file=sys.stderr)
        return 1
    if work.stopped:
        print(f"fabletop: stopped after {tally.games} of {args.games} games", file=sys.stderr)
    return 0
