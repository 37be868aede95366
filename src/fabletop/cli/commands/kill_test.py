"""Kill a server of its own, with SIGKILL, again and again while people and bots play on it."""

import argparse
import asyncio

from fabletop.cli.trials import conclude, folder_for, say

NAME = "kill-test"
HELP = "kill a server under play, and see that nothing is lost"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=200, metavar="N")
    parser.add_argument("--tables", type=int, default=6, metavar="N", help="played at the same time")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import kill

    with folder_for("kill") as folder:
        result = asyncio.run(kill.run(folder, args.kills, args.tables, args.seed, say))
    words = (
        f"{result.kills} kills. {result.tables} tables, {result.games_finished} games finished, "
        f"{result.reconnections} reconnections.\n"
        f"{result.acknowledged} answers acknowledged: {len(result.lost)} lost, "
        f"{len(result.twice)} given twice.\n"
        f"{result.versions_seen} positions shown: {len(result.unkept)} that were not kept.\n"
        f"{len(result.stuck)} tables stuck. {len(result.errors)} errors in the log."
    )
    return conclude(
        result, args.json, words, [*result.lost, *result.twice, *result.unkept, *result.stuck, *result.errors]
    )
