"""Let a program of your own sit down with people: it gets what its seat sees, and says what it answers.

Make a private table in the browser with an open seat, and give its code here. See docs/outside-bots.md.
"""

import argparse
import asyncio
from pathlib import Path

NAME = "bot"
HELP = "seat a program of your own at a table of a house"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", metavar="ADDRESS", help="of the house, as http://127.0.0.1:8421")
    parser.add_argument("code", metavar="CODE", help="of the table")
    parser.add_argument("--seat", type=int, required=True, metavar="N", help="which seat; the first is 1")
    parser.add_argument("--run", type=Path, required=True, metavar="FILE", dest="file", help="the program")
    parser.add_argument("--name", default="", metavar="NAME", help="what it is called; else as the file")
    parser.add_argument(
        "--link", default="", metavar="LINK", help="one to another device of yours: it says whose bot it is"
    )
    parser.add_argument("--observe", action="store_true", help="give it the observation for learners, too")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.outside import play_at

    name = args.name or args.file.stem.replace("_", " ")
    where = (args.address, args.code, args.seat - 1)
    asyncio.run(play_at(*where, args.file, name, args.link, observe=args.observe, say=print))
    return 0
