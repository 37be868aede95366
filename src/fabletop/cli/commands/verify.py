"""Replay a file and confirm that it is a true game: every answer allowed, the result as stated."""

import argparse
import json
from dataclasses import asdict

from fabletop.kernel.replay import verify

NAME = "verify"
HELP = "confirm that a replay is a true game"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a replay, as 'save' writes it")
    parser.add_argument("--edition", metavar="FILE", help="the edition, if it is one of your own")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    summary = verify(args.file, args.edition)
    if args.json:
        print(json.dumps(asdict(summary), ensure_ascii=False, indent=2))
        return 0
    print(
        f"{args.file}: a true game of {summary.game} ({summary.players} players, edition {summary.edition})"
    )
    print(f"{summary.actions} answers; {summary.words}")
    if summary.seed_hash:
        print(f"The seed is the one that was promised before the game: {summary.seed_hash}")
    if summary.taken_back:
        steps = "answer was" if summary.taken_back == 1 else "answers were"
        print(f"By the file, {summary.taken_back} {steps} taken back: whoever did that had seen what came.")
    if summary.played_on:
        print(f"By the file, it was played on after answer {summary.played_on} of a game that was over.")
    if summary.reworded:
        print(f"{summary.reworded} answers are worded otherwise by this fabletop; they are the same answers.")
    return 0
