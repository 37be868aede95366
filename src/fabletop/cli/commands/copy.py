"""Move a house: from a folder (SQLite) to a database (postgresql://...), or back.

Every row is copied, with the secret that signs cookies; then both are read again and compared. No server may
run on either. What is copied to must be new.
"""

import argparse

NAME = "copy"
HELP = "move a house to PostgreSQL, or back"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="a folder, or postgresql://...")
    parser.add_argument("target", metavar="TO", help="a new folder, or an empty database")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.copying import copy

    counts = copy(args.source, args.target)
    print(f"{sum(counts.values())} rows are there, and compared: {counts['tables']} tables of players,")
    print(f"{counts['events']} events.")
    return 0
