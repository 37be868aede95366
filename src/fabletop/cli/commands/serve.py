"""Open the tables in a browser: a server for one household or for many."""

import argparse
import os
from pathlib import Path

NAME = "serve"
HELP = "open the tables in a browser"
PORT = 8421


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: only here)")
    parser.add_argument("--port", type=int, default=PORT, help=f"(default: {PORT}; 0: any free one)")
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help=f"where games are kept (default: {home()})"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="processes in which bots think")
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="an address of this server"
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy to believe: see docs",
    )
    parser.add_argument("--open", action="store_true", help="show the page in a browser")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.serving import serve

    origins, proxies = tuple(args.origin), tuple(args.proxy)
    return serve(args.host, args.port, args.data or home(), args.workers, origins, proxies, args.open)


def home() -> Path:
    """The folder of this person's games."""
    base = os.environ.get("FABLETOP_DATA")
    if base:
        return Path(base)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "fabletop"
