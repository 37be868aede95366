"""Let bots play many games of one kind, and count who wins and how long it takes."""

import argparse
import json
import sys

from fabletop.cli.hands import add_hands
from fabletop.cli.progress import progress_bar

NAME = "sim"
HELP = "let bots play many games"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many (default: 1000)")
    parser.add_argument(
        "--seats", default="random", metavar="A,B", help="bots, one a seat or repeated around"
    )
    parser.add_argument("--players", type=int, metavar="P", help="how many play")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games")
    add_hands(parser)
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--edition", default="house", metavar="E", help="the name of an edition, or its file")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.lab.arguments import options_from, seats_from
    from fabletop.lab.sim import LONGEST, simulation
    from fabletop.lab.workers import play_games

    options = options_from(args.option)
    task = simulation(args.game, seats_from(args.seats), args.players, args.seed, options, args.edition)
    with progress_bar("games", wanted=not args.json) as progress:
        work = play_games(task, args.games, args.jobs, progress, cluster=args.cluster)
    tally = work.tally
    if work.stopped:
        print(f"fabletop: stopped after {tally.games} of {args.games} games", file=sys.stderr)
    if args.json:
        head = {"game": args.game, "players": len(task.seats), "bots": task.seats, "seed": task.seed}
        found = {**head, "options": options, "edition": args.edition, "stopped": work.stopped}
        print(json.dumps({**found, **tally.as_json()}, ensure_ascii=False, indent=2))
        return 0
    from fabletop.lab.report import fact_lines, length_lines, seat_lines

    if tally.games:
        print(f"{tally.games} games of {args.game}, seed {task.seed}\n")
        if tally.endless:
            print(f"{tally.endless} of them without an end, broken off after {LONGEST} answers\n")
        print("\n".join([*seat_lines(tally, task.seats), "", *fact_lines(tally), ""]))
        print("\n".join(length_lines(tally.lengths)))
    return 0
