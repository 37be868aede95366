"""Think for the bots of a house in PostgreSQL, on any machine: a process that serves no pages.

All servers of the house find it by the database, and ask it instead of their own workers; when it ends, they
think themselves again. What they send is dealt anew for the seat that is asked.
"""

import argparse
import asyncio
import os

from fabletop.kernel.question import Mistake

NAME = "think"
HELP = "think for the bots of a house of several servers"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=os.environ.get("FABLETOP_DATABASE", ""),
        metavar="URL",
        help="postgresql://..., that of the servers (or FABLETOP_DATABASE)",
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: only here)")
    parser.add_argument("--port", type=int, default=0, help="(default: any free one)")
    parser.add_argument("--reachable", default="", metavar="HOST:PORT", help="where servers reach this one")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one a core)")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.folder import in_database
    from fabletop.server.logs import only_json

    if not args.database:
        raise Mistake("which house? Name its --database postgresql://...")
    in_database(args.database)
    from fabletop.server.thinking import think_on

    only_json()
    workers = args.workers or os.cpu_count() or 1
    asyncio.run(think_on(args.database, args.host, args.port, workers, args.reachable))
    return 0
