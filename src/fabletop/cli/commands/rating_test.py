"""A thousand people who are bots of the lab play rated games: do they come out in the order the lab knows?"""

import argparse

from fabletop.cli.progress import progress_bar
from fabletop.cli.trials import conclude

NAME = "rating-test"
HELP = "rate people who are bots of known strength, and look whether the ratings hold"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="storybook", metavar="GAME", help="for two (default: storybook)")
    parser.add_argument("--bots", metavar="A,B", help="what kinds of people there are, the same many of each")
    parser.add_argument("--people", type=int, default=1000, metavar="N", help="(default: 1000)")
    parser.add_argument("--games", type=int, default=24, metavar="N", help="of each of them (default: 24)")
    parser.add_argument(
        "--match-games", type=int, default=100, metavar="N", help="of each two bots, for the truth (100)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed: the same games")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one a processor)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import ratings

    with progress_bar("games", wanted=not args.json) as progress:
        result = ratings.run(
            args.game,
            args.bots.split(",") if args.bots else ratings.KINDS,
            args.people,
            args.games,
            args.match_games,
            args.seed,
            args.jobs,
            progress,
        )
    lines = [
        f"{one.bot:<10} {one.people:>4} people: {one.mean:>5} points, the lab says {one.true} "
        f"({one.low} to {one.high}), within the intervals of {one.inside}"
        for one in result.kinds
    ]
    words = (
        f"{result.people} people, {result.games} games of {result.game} each; a match of "
        f"{result.match_games} games for the truth.\n"
        f"{'In' if result.in_order else 'NOT in'} order; {result.inside:.1%} of the intervals hold; "
        f"ranks correlate by {result.ranks:.3f}."
    )
    return conclude(result, args.json, words, lines)
