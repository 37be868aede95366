"""Cut the power at every write: note what a house does to its files while people play, and make every state
anew in which a cut could have left them: without what was not synced, with it, and with torn parts of it."""

import argparse
import asyncio

from fabletop.cli.trials import conclude, folder_for, say

NAME = "power-test"
HELP = "cut the power at every write, and see that nothing is lost"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--answers", type=int, default=400, metavar="N", help="acknowledged in the run")
    parser.add_argument("--tables", type=int, default=4, metavar="N", help="played at the same time")
    parser.add_argument("--tears", type=int, default=2, metavar="N", help="torn states of each cut")
    parser.add_argument(
        "--open-every", type=int, default=100, metavar="N", help="cuts; opens the house, plays on"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import power

    with folder_for("power") as folder:
        trial = power.Trial(folder, args.seed, say)
        result = asyncio.run(trial.run(args.answers, args.tables, args.tears, args.open_every))
    words = (
        f"{result.writes} cuts ({result.syncs} syncs, {result.checkpoints} of the database itself), "
        f"{result.states} states of the disk.\n"
        f"{result.acknowledged} answers acknowledged: {len(result.lost)} times one was lost, "
        f"{len(result.damaged)} times something was damaged.\n"
        f"{result.opened} houses opened after a cut and played on."
    )
    return conclude(result, args.json, words, [*result.lost, *result.damaged])
