"""Stop a server of another version in the middle of play, and go on in its folder with this one."""

import argparse
import asyncio

from fabletop.cli.trials import conclude, folder_for, say

NAME = "upgrade-test"
HELP = "go on with the live games of a released server"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("python", metavar="PYTHON", help="that of the environment with the released fabletop")
    parser.add_argument("--kill", action="store_true", help="kill the old server, as a power cut would")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import upgrade

    with folder_for("upgrade") as folder:
        result = asyncio.run(upgrade.run(folder, args.python, args.seed, say, args.kill))
    words = (
        f"From {result.before} to {result.after}: {result.tables} tables, {result.running} in play.\n"
        f"{result.answers_before} answers of people before, {result.answers_after} after. "
        f"{result.verified} finished games verified, with the promise of the old server.\n"
        f"{result.lines} lines of the log, {result.reworded} in other words now. "
        f"{len(result.wrong)} faults. {len(result.errors)} errors in the log."
    )
    return conclude(result, args.json, words, [*result.wrong, *result.errors])
