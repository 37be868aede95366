"""Look up the rules of a game: all titles, one rule by its id, or all that speak of something."""

import argparse
import json
from dataclasses import asdict

import fabletop
from fabletop.cli.lawbook import contents, look_up, rule_text

NAME = "rules"
HELP = "look up the rules of a game"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game, as 'fabletop games' names it")
    parser.add_argument("text", nargs="*", metavar="ID or text", help="an id like SB-SLIDE.2, or words")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    game = fabletop.game(args.game)
    ledger = game.rules
    wanted = " ".join(args.text).strip()
    found = look_up(ledger, wanted) if wanted else list(ledger.rules.values())
    if args.json:
        print(json.dumps([asdict(rule) for rule in found], ensure_ascii=False, indent=2))
    elif wanted:
        print("\n\n".join(f"{rule_text(rule)}\n({rule.source})" for rule in found))
    else:
        print(f"{ledger.introduction}\n\n{contents(ledger, game.summary)}")
    return 0
