"""List the games, or tell about one of them: players, editions, options."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

import fabletop
from fabletop import Game
from fabletop.games import broken
from fabletop.kernel.game import Choice

NAME = "games"
HELP = "list the games, or the options of one"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="tell more about this game")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    games = [fabletop.game(name) for name in ([args.game] if args.game else fabletop.names())]
    if args.json:
        told = [describe(game) for game in games]
        print(json.dumps(told[0] if args.game else told, ensure_ascii=False, indent=2))
    elif args.game:
        print(details(games[0]))
    else:
        print("\n\n".join(headline(game) for game in games))
        for words in broken():
            print(f"\n{words[0].upper()}{words[1:]}.")
        print("\nTo play: fabletop play GAME. To see a game's options: fabletop games GAME.")
    return 0


def headline(game: Game) -> str:
    return f"{game.name}: {game.title}, for {game.how_many} players\n  {game.blurb}"


def details(game: Game) -> str:
    lines = [headline(game), "", f"Editions: {', '.join(game.editions)}"]
    for players in game.players:
        choices = game.choices(players, game.edition("house"))
        if choices:
            lines += ["", f"Options with {players} players (--option name=value):"]
        for name, choice in choices.items():
            title = f"{choice.title}: " if choice.title else ""
            lines.append(f"  {name}: {title}{choice.words}")
            people = f" ({choice.people} where people play)" if choice.people else ""
            free = [value for value in choice.values if value not in choice.needs]
            lines.append(f"    one of {called(choice, free)}; if not given: {choice.default}{people}")
            lines += dependent_values(choice)
    return "\n".join(lines)


def called(choice: Choice, values: Iterable[str]) -> str:
    """Values with their names, where they have some."""
    return ", ".join(f"{v} ({choice.names[v]})" if v in choice.names else v for v in values)


def dependent_values(choice: Choice) -> list[str]:
    """The values that depend on another option, line by line for what it may be."""
    others = dict.fromkeys(other for needed in choice.needs.values() for other in needed)
    return [
        f"    with {choice.of}={other}: "
        + called(choice, [value for value in choice.values if other in choice.needs.get(value, ())])
        for other in others
    ]


def describe(game: Game) -> dict[str, Any]:
    house = game.edition("house")
    return {
        "name": game.name,
        "title": game.title,
        "blurb": game.blurb,
        "rules_version": game.rules_version,
        "players": list(game.players),
        "editions": list(game.editions),
        "options": {str(players): options(game.choices(players, house)) for players in game.players},
    }


def options(choices: dict[str, Choice]) -> dict[str, Any]:
    return {name: option(choice) for name, choice in choices.items()}


def option(choice: Choice) -> dict[str, Any]:
    told = {"words": choice.words, "values": list(choice.values), "default": choice.default}
    needs = {"of": choice.of, "needs": {value: list(others) for value, others in choice.needs.items()}}
    return told | (needs if choice.of else {}) | ({"names": dict(choice.names)} if choice.names else {})
