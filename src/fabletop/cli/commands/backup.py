"""Copy a house, its database and its secret, into a new folder. A server may run on it meanwhile: the copy is
the house as of one moment, and checked."""

import argparse
from pathlib import Path

from fabletop.cli.commands.serve import home

NAME = "backup"
HELP = "copy a house's games and its secret, also while the server runs"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new one, for the copy")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=f"the house (default: {home()})")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.backup import copy_house

    tables = copy_house(args.data or home(), args.folder)
    print(f"{args.folder}: {tables} tables, with the secret that signs the guests' cookies. Keep it private.")
    return 0
