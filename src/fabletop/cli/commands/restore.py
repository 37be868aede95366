"""Make a house from a backup, in a new or empty folder: the same tables, the same guests."""

import argparse
from pathlib import Path

from fabletop.cli.commands.serve import home

NAME = "restore"
HELP = "make a house from a backup"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what `fabletop backup` made")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=f"the new house (default: {home()})")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.backup import copy_house

    data = args.data or home()
    tables = copy_house(args.folder, data)
    print(f"{data}: {tables} tables. Open them with: fabletop serve --data {data}")
    return 0
