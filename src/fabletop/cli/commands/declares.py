"""What an edition of a game is made of: its sections and fields, and the steps that its cards may take."""

import argparse
import re

import fabletop
from fabletop import Game, Mistake
from fabletop.kernel.declaring import Declared, DeclaredField, DeclaredSection
from fabletop.kernel.effects.kinds import any_of
from fabletop.kernel.effects.vocabulary import Vocabulary

NAME = "declares"
HELP = "what an edition of a game is made of: sections, fields, steps"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--markdown", action="store_true", help="as a page of the documentation")


def run(args: argparse.Namespace) -> int:
    game = fabletop.game(args.game)
    if not game.declared.sections:
        raise Mistake(f"{game.title} declares nothing of its editions")
    print(page(game) if args.markdown else "\n".join(lines(game)))
    return 0


def lines(game: Game) -> list[str]:
    found = [f"An edition of {game.title} is made of:"]
    for section in game.declared.sections:
        found += ["", f"{heading(section)}  {section.title}. {section.words}".rstrip()]
        width = max(len(one.key) for one in section.fields)
        found += [f"  {one.key.ljust(width)}  {described(one)}" for one in section.fields]
    for key, vocabulary in vocabularies(game.declared):
        found += ["", f"Steps of {key}:", *(f"  {form}  {says}".rstrip() for form, says in forms(vocabulary))]
        if vocabulary.conditions:
            found += ["  if:", *(f"    {form}  {says}".rstrip() for form, says in tests(vocabulary))]
    return found


def page(game: Game) -> str:
    """The same as Markdown."""
    found = [f"## {game.title}", ""]
    for section in game.declared.sections:
        found += [f"### `{heading(section)}` {section.title}", ""]
        found += [section.words, ""] if section.words else []
        found += ["| key | what it is |", "|---|---|"]
        found += [f"| `{one.key}` | {described(one)} |".replace("||", "|") for one in section.fields] + [""]
    for key, vocabulary in vocabularies(game.declared):
        found += [f"### Steps of {key}", "", "| step | says |", "|---|---|"]
        found += [f"| `{form}` | {says} |" for form, says in [*forms(vocabulary), *tests(vocabulary)]] + [""]
    return "\n".join(found).rstrip()


def heading(section: DeclaredSection) -> str:
    if not section.key:
        return "top"
    return f"[[{section.key}]]" if section.many else f"[{section.key}]"


def described(one: DeclaredField) -> str:
    """A field in words: what it is, what it may be, and whether it must be there."""
    kinds = {
        "id": "an id",
        "text": "a text",
        "number": f"a whole number from {one.low} to {one.high}",
        "flag": "true or false",
        "choice": listed(one.values),
        "choices": f"any of {', '.join(one.values)}",
        "pair": f"[{', '.join(one.parts).lower()}], each from {one.low} to {one.high}",
        "steps": "steps",
        "needs": "requirements",
        "ref": f"the id of a {one.of}",
        "refs": f"a list of ids of {one.of}s",
        "fixed": "set by itself",
        "marks": "three letters of s, v, r, d",
        "xy": f"{one.size} spaces [x, y], each from {one.low} to {one.high}",
        "space": "a space such as D3",
        "spaces": "a list of spaces such as D3",
        "level_space": "a space with its level such as 1-D6",
        "point": "a point with its level such as 1-p43",
        "points": "a list of points such as p43",
        "outline": "a list of rows of . and x",
    }
    more = f"; {one.words}" if one.words else ""
    needed = "" if one.needed else f" (goes with {one.goes_with})" if one.goes_with else " (may be left out)"
    return f"{one.title}: {kinds[one.kind]}{more}{needed}"


def listed(values: tuple[str, ...]) -> str:
    return any_of(list(values)) if values else ""


def spoken(says: str) -> str:
    """Words with a gap for each argument."""
    return re.sub(r"\{\d*\}", "…", says)


def vocabularies(declared: Declared) -> list[tuple[str, Vocabulary]]:
    """Each once, with all the fields that use it."""
    found: dict[int, tuple[list[str], Vocabulary]] = {}
    for key, vocabulary in declared.vocabularies.items():
        found.setdefault(id(vocabulary), ([], vocabulary))[0].append(key)
    return [(", ".join(keys), vocabulary) for keys, vocabulary in found.values()]


def forms(vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """How each step is written, and how it is said."""
    found = []
    for verb in vocabulary.verbs:
        kinds = ", ".join(kind.name for _, kind in verb.takes)
        found.append((f"{'may ' * verb.may}{verb.name}{f'({kinds})' if kinds else ''}", spoken(verb.says)))
    return found


def tests(vocabulary: Vocabulary) -> list[tuple[str, str]]:
    found = []
    for one in vocabulary.conditions:
        kinds = [kind.name for _, kind in one.takes]
        last = f" {one.compare} {kinds.pop()}" if one.compare else ""
        inside = f"({', '.join(kinds)})" if kinds else ""
        found.append((f"{one.name}{inside}{last}", spoken(one.says)))
    return found
