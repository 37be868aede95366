"""Compile the hot files of a game from outside, for the Fabletop that is installed here.

Name the files with its states, questions and advisor; what is words and views stays as it is. Compile
again after Fabletop has changed.
"""

import argparse
from pathlib import Path

NAME = "compile"
HELP = "compile a game from outside"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="moths/table.py moths/bot.py")


def run(args: argparse.Namespace) -> int:
    from fabletop.cli.compiling import compile_game

    for path in compile_game(args.files):
        print(path)
    return 0
