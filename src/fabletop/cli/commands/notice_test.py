"""Two people play over days, by mail and push, on a clock that is in a hurry, and over restarts."""

import argparse
import asyncio

from fabletop.cli.trials import conclude, folder_for, say

NAME = "notice-test"
HELP = "play over days: every notice that is due arrives, and no other"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--turns", type=int, default=30, metavar="N", help="of the first game (default: 30)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.kernel.question import Mistake

    try:
        from fabletop.server.trials import notices
    except ImportError as error:
        raise Mistake(f"{error.name} is missing: pip install 'fabletop[trials]'") from None
    with folder_for("notices") as folder:
        result = asyncio.run(notices.run(folder, args.turns, say))
    words = (
        f"{result.turns} turns in {result.days} days ({result.seconds} s), {result.restarts} restarts: "
        f"{result.kills} killed, {result.upgrades} upgraded.\n"
        f"{result.mails} mails and {result.pushes} pushes, {result.reminders} of each reminders. "
        f"{len(result.wrong)} faults. {len(result.errors)} errors in the log."
    )
    return conclude(result, args.json, words, [*result.wrong, *result.errors])
