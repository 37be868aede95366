"""Who plays the games of a long run."""

import argparse


def add_hands(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, metavar="J", help="processes (default: one a processor)")
    parser.add_argument(
        "--cluster",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="play on a Ray cluster instead (default: the one on this machine)",
    )
