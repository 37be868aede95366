"""Three servers on one PostgreSQL behind nginx, as Debian packs them, and fault after fault under play."""

import argparse

from fabletop.cli.trials import conclude, folder_for, say

NAME = "cluster-test"
HELP = "kill, stop and cut off servers of one house under play"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--faults", type=int, default=200, metavar="N")
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="played at the same time")
    parser.add_argument(
        "--thinks", type=float, default=4.0, metavar="SECONDS",
        help="a person thinks for at most so long before an answer, until the faults are over (default: 4)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import cluster

    with folder_for("cluster") as folder:
        result = cluster.run(folder, args.faults, args.tables, args.seed, args.thinks, say)
    faults = ", ".join(f"{count} {kind}" for kind, count in result.faults.items())
    words = (
        f"Faults: {faults}. {result.tables} tables, {result.games_finished} games finished "
        f"({result.given_up} people gave up in the end), "
        f"{result.reconnections} reconnections.\n"
        f"{result.acknowledged} answers acknowledged: {len(result.lost)} lost, "
        f"{len(result.twice)} given twice. {result.versions_seen} positions shown: "
        f"{len(result.unkept)} that were not kept.\n"
        f"{len(result.others_writes)} writes accepted of who did not own the table, "
        f"{result.refused_late} refused.\n"
        f"{result.frames} frames compared with the true games: {len(result.leaks)} leaks.\n"
        f"Play went on: {told(cluster.times(result.after_faults()))}\n"
        + "".join(f"  {kind}: {told(cluster.times(gaps))}\n" for kind, gaps in result.gaps.items())
        + f"{len(result.stuck)} tables stuck, {len(result.unfinished)} not finished."
    )
    wrong = (
        result.lost, result.twice, result.unkept, result.others_writes, result.leaks,
        result.stuck, result.unfinished,
    )  # fmt: skip
    return conclude(result, args.json, words, [words for kind in wrong for words in kind][:40])


def told(times: dict[str, float]) -> str:
    return (
        f"{times['cases']} times, after {times['p50']:.1f} s (p50), {times['p99']:.1f} s (p99), "
        f"{times['worst']:.1f} s (worst)"
    )
