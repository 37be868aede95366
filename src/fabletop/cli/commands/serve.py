"""Open the tables in a browser: a server for one household or for many."""

import argparse
import os
from pathlib import Path

from fabletop.kernel.question import Mistake

NAME = "serve"
HELP = "open the tables in a browser"
PORT = 8421


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: only here)")
    parser.add_argument("--port", type=int, default=PORT, help=f"(default: {PORT}; 0: any free one)")
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help=f"where games are kept (default: {home()})"
    )
    parser.add_argument(
        "--database",
        default=os.environ.get("FABLETOP_DATABASE", ""),
        metavar="URL",
        help="postgresql://...: several servers on one house (or FABLETOP_DATABASE)",
    )
    parser.add_argument(
        "--reachable",
        default="",
        metavar="HOST:PORT",
        help="where other servers on the same database reach this one (default: --host and --port)",
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
    parser.add_argument("--keep-days", type=float, metavar="N", help="delete tables N days after their end")
    parser.add_argument(
        "--abandoned-days", type=float, metavar="N", help="delete tables that nobody touched for N days"
    )
    parser.add_argument("--quota", metavar="SIZE", help="no new tables from this size on: 500M, 2G")
    parser.add_argument("--access-log", type=Path, metavar="FILE", help="who asked for what, without secrets")
    parser.add_argument(
        "--mail",
        default=os.environ.get("FABLETOP_MAIL", ""),
        metavar="SERVER",
        help="tell people by mail: smtp://user:password@host:587 (better in FABLETOP_MAIL)",
    )
    parser.add_argument(
        "--mail-from",
        default=os.environ.get("FABLETOP_MAIL_FROM", ""),
        metavar="ADDRESS",
        help="who these mails are from (or FABLETOP_MAIL_FROM)",
    )
    parser.add_argument(
        "--push",
        default=os.environ.get("FABLETOP_PUSH", ""),
        metavar="CONTACT",
        help="tell browsers by push; mailto: or https: of who runs this house (or FABLETOP_PUSH)",
    )
    parser.add_argument(
        "--feeds", action="store_true", help="feeds of waiting turns, for readers and calendars"
    )
    parser.add_argument("--open", action="store_true", help="show the page in a browser")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.housekeeping import Policy
    from fabletop.server.notices.switches import Switches
    from fabletop.server.serving import serve

    origins, proxies = tuple(args.origin), tuple(args.proxy)
    data, quota = args.data or home(), None if args.quota is None else size(args.quota)
    policy = Policy(args.keep_days, args.abandoned_days, quota, args.access_log)
    switches = Switches(args.mail, args.mail_from, args.push, args.feeds)
    return serve(
        args.host, args.port, data, args.workers, origins, proxies, args.open, policy, switches,
        database=args.database, reachable=args.reachable,
    )  # fmt: skip


def size(text: str) -> int:
    """Bytes: 500M, 2G."""
    units = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].upper() in units else (text, "")
    if not number.isdigit():
        raise Mistake(f"--quota {text!r} is no size: write 500M or 2G")
    return int(number) * units.get(unit, 1)


def home() -> Path:
    """The folder of this person's games."""
    base = os.environ.get("FABLETOP_DATA")
    if base:
        return Path(base)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "fabletop"
