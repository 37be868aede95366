"""Teach the bots of a game: play many games, learn from them, and write down what was learnt.

From nothing, by the seed alone; --begin goes on from what is known. Stopped with Ctrl-C, the same command
goes on. When all is learnt, the bots of this installation play with it (or it is in the folder of --to).
"""

import argparse
import sys
from pathlib import Path

from fabletop.cli.hands import add_hands
from fabletop.cli.progress import progress_bar

NAME = "teach"
HELP = "teach the bots of a game"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed teaches the same")
    parser.add_argument("--edition", default="house", metavar="E", help="the name of an edition, or its file")
    parser.add_argument("--rounds", type=int, default=0, metavar="N", help="of games, then learning")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="a round")
    parser.add_argument("--begin", default="", metavar="FOLDER", help="of what is known already")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="to write to (default: where bots look)")
    add_hands(parser)


def run(args: argparse.Namespace) -> int:
    import time

    from fabletop.games import game
    from fabletop.lab.teaching import Told, plan_of, teach

    plan = plan_of(args.game, args.edition, args.seed, args.rounds, args.games, args.begin)
    to = args.to or game(args.game).learnt_in
    start = time.monotonic()

    def tell(told: Told) -> None:
        minutes = (time.monotonic() - start) / 60
        print(
            f"{told.lesson}, round {told.round} of {told.rounds}: went well {told.good:.1%}, "
            f"surprise {told.surprise:.4f}, {minutes:.1f} min",
            flush=True,
        )

    with progress_bar("games of this round") as progress:
        done = teach(plan, to, args.jobs, args.cluster, progress, tell)
    if not done:
        print("fabletop: stopped; the same command goes on", file=sys.stderr)
        return 1
    print(f"All is learnt: {to}")
    return 0
