"""What an edition of a game is made of, as data: for an editor, for people, and for counting what is missing.

A game declares it once, beside its reader (`declared.py`); a test compares the two. A path is where something
stands in a file: ("team", 0, "cards", 3, "points").
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fabletop.kernel.edition import MARKS, Spot
from fabletop.kernel.effects.kinds import Names
from fabletop.kernel.effects.vocabulary import Vocabulary

FieldKind = Literal[
    "id", "text", "number", "flag", "choice", "choices", "pair", "steps", "needs", "ref", "refs", "fixed",
    "marks", "xy", "space", "spaces", "level_space", "point", "points", "outline",
]  # fmt: skip
Content = dict[str, Any]  # an edition's TOML as it is read
ANY = "*"  # in a section's path: each of a list


@dataclass(frozen=True, slots=True)
class DeclaredField:
    key: str
    title: str
    kind: FieldKind = "text"
    words: str = ""
    needed: bool = True
    face: bool = False  # what a box prints, so that whoever types one in has still to fill it in
    low: int = 0
    high: int = 0
    size: int = 0  # how many a list has; 0: any number
    values: tuple[str, ...] = ()
    of: str = ""  # the section whose ids a ref may be
    vocabulary: str = ""  # of steps and needs
    parts: tuple[str, ...] = ()  # what the numbers of a pair are
    goes_with: str = ""  # it is needed where this field is there


@dataclass(frozen=True, slots=True)
class DeclaredSection:
    key: str  # "team.cards"
    title: str
    one: str  # what an entry is called
    fields: list[DeclaredField]
    words: str = ""
    many: bool = True  # else it is one table
    adds: bool = False  # whether entries may be added and removed
    look: str = ""  # what the board draws of an entry
    names: str = "name"  # the field that people know an entry by

    @property
    def path(self) -> tuple[str, ...]:
        """Where its entries stand: ("team", "*", "cards", "*")."""
        keys = self.key.split(".") if self.key else []
        return tuple(part for key in keys for part in ((key, ANY) if self.many else (key,)))

    @property
    def under(self) -> str:
        return self.key.rpartition(".")[0] if self.many else ""

    def field(self, key: str) -> DeclaredField | None:
        return next((one for one in self.fields if one.key == key), None)


@dataclass(frozen=True, slots=True)
class DeclaredBoard:
    """Something that is laid out on the board itself."""

    kind: Literal["layout", "rooms", "spaces", "floors"]
    section: str
    title: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Declared:
    """All that a game declares of its editions. What looks at a content expects it to be wrong in any way."""

    sections: list[DeclaredSection]
    boards: list[DeclaredBoard] = field(default_factory=list)
    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)

    def names_at(self, edition: Any, content: Content, path: Spot) -> Names:
        """What the effect of an entry may speak of, in an edition that may be read only in part."""
        return Names()

    def printed(self, edition: Any) -> dict[str, dict[str, str]]:
        """The words of entries by section and id, also of an edition that was read only in part."""
        return {}

    def at_hand(self, state: Any, seat: int, section: str, id: str) -> bool:
        """Whether a seat has this thing at hand, or will meet it next."""
        return True

    def opening_with(self, edition: Any, seat: int, section: str, id: str) -> dict[str, str]:
        """Options of a game in which this thing comes to a seat."""
        return {}

    def box(self, content: Content) -> None:
        """Make of the house edition a box whose faces are still to be typed in: only what the rulebook gives
        stays."""
        for _, entry, section in self.entries(content):
            for one in section.fields:
                if one.face and not is_given(entry, one.key):
                    entry.pop(one.key, None)

    def section(self, key: str) -> DeclaredSection | None:
        return next((one for one in self.sections if one.key == key), None)

    def entries(self, content: Content) -> Iterator[tuple[Spot, Content, DeclaredSection]]:
        """Every entry of a content, with its place and what it is declared to be."""
        for section in self.sections:
            for path, entry in found_at(content, section.path):
                yield path, entry, section

    def section_at(self, path: Spot) -> DeclaredSection | None:
        """The innermost section that has something at this place."""
        best: DeclaredSection | None = None
        for section in self.sections:
            wanted = section.path
            fits = len(path) >= len(wanted) and all(
                (part == ANY and isinstance(here, int)) or part == here
                for part, here in zip(wanted, path, strict=False)
            )
            if fits and (best is None or len(wanted) > len(best.path)):
                best = section
        return best

    def missing(self, content: Content) -> list[tuple[Spot, DeclaredSection, list[str]]]:
        """Entries of which something that a box prints is not there yet."""
        found = []
        for path, entry, section in self.entries(content):
            keys = [one.key for one in section.fields if one.face and lacks(entry, one)]
            if keys:
                found.append((path, section, keys))
        return found

    def faces(self, content: Content) -> int:
        """How many entries have something that a box prints."""
        return sum(any(one.face for one in section.fields) for _, _, section in self.entries(content))


def found_at(content: Any, path: tuple[str, ...]) -> Iterator[tuple[Spot, Content]]:
    """The tables at a path in which * is each of a list."""
    if not path:
        if isinstance(content, dict):
            yield (), content
        return
    first, rest = path[0], path[1:]
    if first == ANY:
        for number, one in enumerate(content if isinstance(content, list) else []):
            for inner, entry in found_at(one, rest):
                yield (number, *inner), entry
    elif isinstance(content, dict) and first in content:
        for inner, entry in found_at(content[first], rest):
            yield (first, *inner), entry


def lacks(entry: Content, one: DeclaredField) -> bool:
    """Whether a face has still to be typed in; what is only text stands in place of its steps."""
    if one.kind == "steps" and entry.get("unplayed"):
        return False
    value = entry.get(one.key)
    needed = one.needed or one.goes_with in entry
    return (value is None and needed) or value == "" or value == []


def is_given(entry: Content, key: str) -> bool:
    """Whether the rulebook gives it, by the entry's marks: what is derived from it is, too."""
    marks = str(entry.get("marks", ""))
    letters = dict(zip(("name", "count", "effect"), marks, strict=False))
    if letters:
        return letters.get(key, letters.get("effect", "d")) in "sv"
    return key == "name" and entry.get("mark") == "stated"


def id_of(entry: Content) -> str:
    return str(entry.get("id", ""))


# --- What most editions have -------------------------------------------------------------------------------

MARK = DeclaredField(
    "mark",
    "Where it comes from",
    "choice",
    "stated by the rulebook, reported by somebody who has the box, or designed",
    needed=False,
    values=tuple(MARKS),
)
UNPLAYED = [
    DeclaredField(
        "unplayed",
        "Text the table cannot carry out",
        words="the printed text of a card that no steps express, in place of them",
        needed=False,
    ),
    DeclaredField(
        "wants",
        "The step it would need",
        words="a step that does not exist yet, such as STEAL(enemy, 1)",
        needed=False,
    ),
]


def top(*more: DeclaredField) -> DeclaredSection:
    """What stands at the top of every file."""
    fields = [
        DeclaredField("name", "Short name", words="by which stored games call it"),
        DeclaredField("title", "Title"),
        DeclaredField("version", "Version", "number", low=1, high=9999),
        DeclaredField("game", "Game", "fixed"),
        DeclaredField("box", "Typed in from a box", "fixed", "it stays private", needed=False),
        *more,
    ]
    return DeclaredSection("", "The edition", "edition", fields, many=False, names="title")
