"""Editions: what the rulebooks do not print, as TOML, read with precise errors.

A game reads its file through `Sheet`s. A Sheet knows where it is ("card NH01 of team peter-pan"),
and notes everything that is wrong instead of stopping at the first thing; `read_toml` raises one
BadEdition with all of it.
"""

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from fabletop.kernel.effects.reader import BadEffect
from fabletop.kernel.question import Mistake, did_you_mean

MARKS = ["stated", "reported", "designed"]  # by the rulebook, by somebody who has the box, or by us

Spot = tuple[str | int, ...]  # where something stands in a file: ("team", 0, "cards", 3, "points")


class Problem(str):
    """What is wrong, in words, where it stands in the file, and from and to which letter, if known."""

    path: Spot = ()
    words = ""  # without the place
    at = until = -1
    must = True  # whether it must be mended before one can play; else something is only unbalanced


def problem(line: str, words: str = "", path: Spot = (), at: int = -1, until: int = -1) -> Problem:
    found = Problem(line)
    found.words, found.path, found.at, found.until = words or line, path, at, until
    return found


def unbalanced(line: str) -> Problem:
    """What holds no game up."""
    found = problem(line)
    found.must = False
    return found


class BadEdition(Mistake):
    """An edition that cannot be played: every problem, each with its place."""

    edition: "Edition | None" = None  # as far as it could be read

    def __init__(self, name: str, problems: list[str]) -> None:
        self.problems = problems
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{name}: {count}\n" + "\n".join(f"  {problem}" for problem in problems))


class Edition:
    """What every edition has; a game's own adds its tables."""

    def __init__(self, name: str, title: str, version: int, digest: str) -> None:
        self.name = name
        self.title = title
        self.version = version
        self.digest = digest  # of the text that was played with first: stored games name it
        self.text = ""  # what it was read from
        self.notes: tuple[str, ...] = ()  # what is no mistake, but worth knowing: cards that do the same
        self.unbalanced: tuple[str, ...] = ()  # what one can play with, though it was to be balanced


@dataclass(frozen=True, slots=True)
class Source:
    """An edition's text, from a file or from wherever it was kept, in the notation of today."""

    name: str  # of its file, for messages
    text: str
    digest: str  # by which stored games name the edition
    content: dict[str, Any] | None = None  # what the text says, where that is known already


class Sheet:
    """One table of the file, with its place for messages. Keys that nobody asks for are reported."""

    def __init__(self, content: dict[str, Any], place: str, problems: list[str], path: Spot = ()) -> None:
        self.content = content
        self.place = place
        self.problems = problems
        self.path = path
        self.asked: set[str] = set()

    def wrong(self, key: str, words: str, at: int = -1, until: int = -1) -> None:
        line = f"{self.place}, {key}: {words}" if key else f"{self.place}: {words}"
        self.problems.append(problem(line, words, (*self.path, key) if key else self.path, at, until))

    def misread(self, key: str, mistake: BadEffect) -> None:
        """An effect that cannot be read, at its letter."""
        self.wrong(key, str(mistake), mistake.at, mistake.until)
        last = self.problems[-1]
        assert isinstance(last, Problem)
        last.words = mistake.words

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.content

    def raw(self, key: str, kind: type, wanted: str, default: Any) -> Any:
        """The value under a key; a missing or wrong one is noted, and the default stands in."""
        self.asked.add(key)
        if key not in self.content:
            if default is None:
                self.wrong(key, f"is missing; expected {wanted}")
            return default
        value = self.content[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.wrong(key, f"expected {wanted}, not {value!r}")
            return default
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self.raw(key, str, "a text in quotes", default)
        if value is not None and not value.strip():
            self.wrong(key, "must not be empty")
        return value or ""

    def named(self, what: str) -> str:
        """The id of an entry; from here on it is what messages call its place."""
        id = self.text("id")
        self.place = f"{what} {id!r}"
        return id

    def mark(self) -> str:
        """Where an entry comes from."""
        return self.one_of("mark", MARKS, "designed")

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.raw(key, int, f"a whole number from {low} to {high}", default)
        if value is not None and not low <= value <= high:
            self.wrong(key, f"expected a whole number from {low} to {high}, not {value}")
            value = low
        return low if value is None else int(value)

    def unplayed(self, effect: str) -> str:
        """The printed text of a card that no steps can express, which stands in place of its effect; or "".
        `wants` may say which step it would need."""
        found, wants = self.has("unplayed"), self.has("wants")
        if not found:
            if wants:
                self.wrong("wants", "goes with 'unplayed', the printed text of a card that no steps express")
            return ""
        self.raw("wants", str, "a step in quotes", "")
        if self.has(effect):
            self.wrong(
                effect, "a card is carried out by its steps, or has 'unplayed' in their place: not both"
            )
        return self.text("unplayed")

    def flag(self, key: str) -> bool:
        return bool(self.raw(key, bool, "true or false", False))

    def one_of(self, key: str, choices: list[str], default: str | None = None) -> str:
        value = self.raw(key, str, "one of " + ", ".join(map(repr, choices)), default)
        if value is not None and value not in choices:
            self.wrong(key, f"{value!r} is not known; {did_you_mean(value, choices)}")
            value = None
        return value or choices[0]

    def rows(self, key: str, default: list[Any] | None = None) -> list[Any]:
        return self.raw(key, list, "a list in [ ]", default) or []

    def sheets(self, key: str, place: str) -> "Iterator[Sheet]":
        """The tables in a list; `place` may use {n} and, after reading, is made more precise by the game."""
        for n, row in enumerate(self.rows(key), 1):
            if isinstance(row, dict):
                yield Sheet(row, place.format(n=n), self.problems, (*self.path, key, n - 1))
            else:
                self.wrong(key, f"entry {n}: expected a table in {{ }}, not {row!r}")

    def done(self) -> None:
        """Report what nobody asked for: most likely a misspelt key."""
        for key in self.content:
            if key not in self.asked:
                self.wrong(key, f"is not known here; {did_you_mean(key, sorted(self.asked))}")


def not_carried_out(text: str) -> str:
    """How a card reads whose text no steps express."""
    return f"“{text}” (Not carried out by the table.)"


E = TypeVar("E", bound=Edition)


def begin_edition(file: Path | Source, game: str, kind: type[E]) -> tuple[E, Sheet]:
    """A game's edition with what stands at the top of every file, and the sheet that has the rest."""
    content, digest = read_toml(file)
    sheet = Sheet(content, "the file", [])
    sheet.one_of("game", [game])
    sheet.flag("box")
    return kind(sheet.text("name"), sheet.text("title"), sheet.number("version", 1, 9999), digest), sheet


def end_edition(file: Path | Source, sheet: Sheet, edition: Edition | None = None) -> None:
    """All has been read: BadEdition if anything was wrong."""
    sheet.done()
    if any(getattr(one, "must", True) for one in sheet.problems):
        bad = BadEdition(file.name, sheet.problems)
        bad.edition = edition
        raise bad
    if edition is not None:
        edition.unbalanced = tuple(sheet.problems)


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise Mistake(f"there is no edition {str(path)!r}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{path.name}: cannot be read as text: {error}") from None


def read_toml(file: Path | Source) -> tuple[dict[str, Any], str]:
    """What an edition's text says, and the digest it is known by."""
    if isinstance(file, Path):
        text = read_text(file)
        file = Source(file.name, text, digest_of(text))
    if file.content is not None:
        return file.content, file.digest
    try:
        return tomllib.loads(file.text), file.digest
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(file.name, [f"this is not TOML: {error}"]) from None
