"""Attack a server of its own with broken, wrong, stolen, giant and rapid messages while games are played."""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

NAME = "hostile"
HELP = "attack a server, and see that nothing leaks or breaks"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--messages", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.server.trials import hostile

    errors = sys.stderr

    def say(words: str) -> None:
        print(words, file=errors, flush=True)

    with tempfile.TemporaryDirectory(prefix="fabletop-hostile-") as folder:
        result = asyncio.run(hostile.run(Path(folder), args.messages, args.seed, say))
    if args.json:
        print(json.dumps(result.as_json(), indent=2))
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
    return 0 if result.good else 1
