"""Attack a server of its own with broken, wrong, stolen, giant and rapid messages while games are played."""

import argparse
import asyncio
import json
import sys
from functools import partial
from typing import TYPE_CHECKING

from fabletop.cli.trials import folder_for

if TYPE_CHECKING:
    from fabletop.server.trials.floods import Floods

NAME = "hostile"
HELP = "attack a server, and see that nothing leaks or breaks"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--messages", type=int, default=100_000, metavar="N")
    parser.add_argument(
        "--floods", type=float, default=8.0, metavar="S", help="seconds for each flood; 0: none"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import floods, hostile

    say = partial(
        print, file=sys.stderr, flush=True
    )  # this very stderr: the trial reads what the server writes there
    with folder_for("hostile") as place:
        result = asyncio.run(hostile.run(place / "messages", args.messages, args.seed, say))
        flooded = (
            asyncio.run(floods.run(place / "floods", args.floods, say)) if args.floods else floods.Floods()
        )
    if args.json:
        print(json.dumps({**result.as_json(), "floods": flooded.as_json()}, indent=2))
    else:
        print(f"{result.messages} hostile messages:")
        for kind, count in sorted(result.kinds.items()):
            print(f"  {count:>7} {kind}")
        print(
            f"Meanwhile {result.games} games were played, {result.answers} answers by people.\n"
            f"{result.frames} frames sent, {result.bytes} bytes, compared with the true games: "
            f"{len(result.leaks)} leaks.\n"
            f"{len(result.carried_out)} effects on a table. {len(result.errors)} errors."
        )
        for words in (*result.leaks, *result.carried_out, *result.errors):
            print(f"  {words}")
        tell(flooded)
    return 0 if result.good and not flooded.wrong() and not flooded.slow() else 1


def tell(flooded: "Floods") -> None:
    if not flooded.rows:
        return
    print(
        f"Floods beside a table whose bot usually answers in {flooded.usual_ms:.0f} ms; the server had "
        f"{flooded.megabytes:.0f} MB:"
    )
    for row in flooded.rows:
        print(
            f"  {row.name:<34} {row.through:>5} of {row.tried:>6} let through, "
            f"bot {row.bot_ms:>5.0f} ms, {row.megabytes:>4.0f} MB"
        )
    print(
        f"Pages that read nothing were gone after {flooded.gone_after:.0f} s; "
        f"{flooded.seats_changed} seats changed, {flooded.answers_for_others} answers for others."
    )
    for words in flooded.editions:
        print(f"  {words}")
    for words in (*flooded.wrong(), *flooded.slow()):
        print(f"  {words}")
