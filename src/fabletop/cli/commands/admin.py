"""Run a house: its tables, guests and reports. Works on its folder, whether a server runs there or not."""

import argparse
import asyncio
import json
import time
from pathlib import Path
from typing import Any

from fabletop.cli.commands.serve import home

NAME = "admin"
HELP = "tables, guests, reports, bans and notices of a house"
TIMES = ("made", "changed", "last", "time", "since", "resolved")

WORDS = ("--words", {"default": "", "metavar": "W", "help": "what is shown in its place"})
LIMIT = ("--limit", {"type": int, "default": 50, "metavar": "N"})

# By act: what it does, and its arguments.
ACTS: dict[str, tuple[str, list[tuple[str, dict[str, Any]]]]] = {
    "status": ("how the house is", []),
    "tables": (
        "list tables, latest first",
        [("--status", {"default": "", "metavar": "S"}), ("--game", {"default": "", "metavar": "G"}), LIMIT],
    ),
    "table": ("all about one table", [("code", {})]),
    "close": ("close a table; its log is kept", [("code", {}), WORDS]),
    "reopen": ("open a closed table again", [("code", {})]),
    "delete": ("delete a table for ever", [("code", {})]),
    "guests": ("list people, latest first", [("--name", {"default": "", "metavar": "N"}), LIMIT]),
    "ban": ("do not let a guest, an address or a network in", [("who", {}), WORDS]),
    "unban": ("let them in again", [("who", {})]),
    "export": ("print all that is kept of a person, as JSON", [("guest", {})]),
    "forget": ("remove a person: name, chat, notes; games stay under a pseudonym", [("guest", {})]),
    "reports": ("list reports", [("--all", {"action": "store_true", "help": "resolved ones too"})]),
    "resolve": ("a report is dealt with", [("report", {})]),
    "say": (
        "show a line on all pages; without words, take it away",
        [("words", {"nargs": "?", "default": ""})],
    ),
    "withdraw": (
        "take a game, or an edition by its digest, off the shelf",
        [("kind", {"choices": ("game", "edition")}), ("name", {}), WORDS],
    ),
    "bring-back": (
        "put it back on the shelf",
        [("kind", {"choices": ("game", "edition")}), ("name", {})],
    ),
    "withheld": ("list what and whom the house does not let in", []),
    "rotate-secret": (
        "sign cookies with a new secret",
        [
            (
                "--at-once",
                {"action": "store_true", "help": "and believe none of before: it may be stolen"},
            )
        ],
    ),
    "push-key": (
        "the key by which browsers know this house; made if there is none",
        [("--renew", {"action": "store_true", "help": "a new one: browsers have to subscribe again"})],
    ),
    "listing": (
        "whether works of the workshop may be listed for everybody",
        [("allowed", {"nargs": "?", "default": "", "choices": ("", "on", "off"), "metavar": "on|off"})],
    ),
    "drain": ("no new tables, let bots finish, then stop the server", []),
}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=f"the house (default: {home()})")
    parser.add_argument("--json", action="store_true", help="print JSON")
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True, title="acts")
    for name, (words, arguments) in ACTS.items():
        own = acts.add_parser(name, help=words, description=words, allow_abbrev=False)
        for argument, options in arguments:
            own.add_argument(argument, **options)


def run(args: argparse.Namespace) -> int:
    from fabletop.server.admin_line import ask

    _, arguments = ACTS[args.act]
    names = [argument.lstrip("-").replace("-", "_") for argument, _ in arguments]
    answer = asyncio.run(ask(args.data or home(), args.act, {name: getattr(args, name) for name in names}))
    print(
        json.dumps(answer, indent=2, ensure_ascii=False)
        if args.json or args.act == "export"
        else shown(answer)
    )
    return 0


def shown(answer: Any) -> str:
    """An answer for eyes: a sentence, facts, or a list."""
    if isinstance(answer, dict):
        return "\n".join(f"{name}: {in_words(name, value)}" for name, value in answer.items())
    if not isinstance(answer, list):
        return str(answer)
    if not answer:
        return "None."
    rows = [[str(in_words(name, value)) for name, value in row.items()] for row in answer]
    rows.insert(0, list(answer[0]))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def in_words(name: str, value: Any) -> Any:
    if name in TIMES and isinstance(value, int | float):
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {count}" for key, count in value.items())
    if isinstance(value, list):
        return ", ".join(" ".join(map(str, each.values())) for each in value)
    return "" if value is None else "yes" if value is True else "no" if value is False else value
