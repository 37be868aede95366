"""Check an edition: all that is wrong with it, or what it holds."""

import argparse
import json
from pathlib import Path

import fabletop
from fabletop import Game, Mistake
from fabletop.kernel.edition import BadEdition, Edition, read_toml
from fabletop.kernel.question import did_you_mean

NAME = "check"
HELP = "check an edition you have typed in"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="an edition, a .toml file")
    parser.add_argument("--game", metavar="GAME", help="the game it is for, if its key 'game' is not set yet")
    parser.add_argument("--json", action="store_true", help="print JSON, also of the problems")


def run(args: argparse.Namespace) -> int:
    path = Path(args.file)
    try:
        game = fabletop.game(args.game) if args.game else game_of(path)
        edition = game.read_edition(path)
    except BadEdition as bad:
        if not args.json:
            raise
        report = {"ok": False, "file": str(path), "problems": bad.problems}
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return 2
    print(as_json(path, game, edition) if args.json else as_words(path, game, edition))
    return 0


def game_of(path: Path) -> Game:
    """The game that the file itself names."""
    content, _ = read_toml(path)
    if "game" not in content:
        raise Mistake(f"{path.name}, game: is missing; expected a line like game = {fabletop.names()[0]!r}")
    name = content["game"]
    if name not in fabletop.names():
        hint = did_you_mean(str(name), list(fabletop.names()))
        raise Mistake(f"{path.name}, game: there is no game {name!r}; {hint}")
    return fabletop.game(name)


def counts(edition: Edition) -> dict[str, int]:
    """How many of each thing the edition holds."""
    return {name: len(things) for name, things in vars(edition).items() if isinstance(things, list)}


def as_words(path: Path, game: Game, edition: Edition) -> str:
    held = ", ".join(f"{count} {name}" for name, count in counts(edition).items())
    lines = [
        f"{path.name}: ok. {edition.title}, version {edition.version}, for {game.title}: {held}.",
        *(f"  Unbalanced: {line}" for line in edition.unbalanced),
        *(f"  Note: {note}" for note in edition.notes),
        f"Play with it: fabletop play {game.name} --edition {path}",
    ]
    return "\n".join(lines)


def as_json(path: Path, game: Game, edition: Edition) -> str:
    report = {
        "ok": True,
        "file": str(path),
        "game": game.name,
        "name": edition.name,
        "title": edition.title,
        "version": edition.version,
        "digest": edition.digest,
        "counts": counts(edition),
        "notes": edition.notes,
        "unbalanced": edition.unbalanced,
    }
    return json.dumps(report, ensure_ascii=False, indent=2)
