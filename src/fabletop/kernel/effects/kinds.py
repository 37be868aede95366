"""Kinds of arguments. A kind reads itself, says what it expects, writes itself as numbers, as notation and
in words, and knows what an editor may offer. A game adds its own."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fabletop.kernel.effects.reader import Reader
    from fabletop.kernel.effects.text import Speech

LEFT_OUT = object()  # the default of what must be there


class Names:
    """What a program may speak of besides its verbs: things of an edition, by kind ("room") and number.

    Each thing has its spellings, the usual one first. Large and small letters are the same.
    """

    def __init__(self, **kinds: list[tuple[str, ...]]) -> None:
        self.kinds = kinds
        self.numbers = {kind: numbered(things) for kind, things in kinds.items()}

    def text(self, kind: str, number: int) -> str:
        return self.kinds[kind][number][0]

    def usual(self, kind: str) -> list[str]:
        return [spellings[0] for spellings in self.kinds[kind]]


def numbered(things: list[tuple[str, ...]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, spellings in enumerate(things):
        for spelling in spellings:
            found.setdefault(spelling.lower(), number)
    return found


class Kind:
    name = ""  # what an editor calls it
    default: Any = LEFT_OUT  # its value where it is left out, if it can be

    def read(self, reader: "Reader") -> Any:
        """Its value, a plain one that can be compared; the reader points at the letter if it is none."""
        raise NotImplementedError

    def expects(self, names: Names) -> str:
        raise NotImplementedError

    def numbers(self, value: Any) -> list[int]:
        """What the engine reads, in its column and those behind it."""
        raise NotImplementedError

    def text(self, value: Any, names: Names) -> str:
        """As it is written."""
        return str(value)

    def canonical(self, value: Any) -> Any:
        """The same for all values that mean the same."""
        return value

    def words(self, value: Any, speech: "Speech") -> str:
        """As it is said."""
        return str(value)

    def offers(self, names: Names) -> list[str]:
        """What may be typed, or examples of it."""
        return []


class Number(Kind):
    """How many: "1 card", "2 cards"."""

    name = "number"

    def __init__(self, low: int, high: int, unit: str = "", default: Any = LEFT_OUT) -> None:
        self.low = low
        self.high = high
        self.unit = unit
        self.default = default

    def read(self, reader: "Reader") -> int:
        return reader.number(self.low, self.high)

    def expects(self, names: Names) -> str:
        return f"a number from {self.low} to {self.high}"

    def numbers(self, value: int) -> list[int]:
        return [value]

    def words(self, value: int, speech: "Speech") -> str:
        return counted(value, self.unit) if self.unit else str(value)

    def offers(self, names: Names) -> list[str]:
        return [str(n) for n in range(self.low, self.high + 1)]


class UpTo(Number):
    """So many or fewer: "a card", "up to 2 cards"."""

    def words(self, value: int, speech: "Speech") -> str:
        return f"a {self.unit}" if value == 1 else f"up to {counted(value, self.unit)}"


class Word(Kind):
    """One of some words, each with its number for the engine."""

    name = "word"

    def __init__(
        self,
        numbers: Mapping[str, int],
        words: Mapping[str, str] | None = None,
        default: Any = LEFT_OUT,
    ) -> None:
        self.known = dict(numbers)
        self.said = dict(words or {})
        self.default = default

    def read(self, reader: "Reader") -> str:
        return reader.word(self.known)

    def expects(self, names: Names) -> str:
        return any_of([repr(word) for word in self.known])

    def numbers(self, value: str) -> list[int]:
        return [self.known.get(value, 0)]

    def words(self, value: str, speech: "Speech") -> str:
        return self.said.get(value, value)

    def offers(self, names: Names) -> list[str]:
        return list(self.known)


class Flag(Kind):
    """One word that may stand there or not."""

    name = "flag"
    default = False

    def __init__(self, word: str) -> None:
        self.word = word

    def read(self, reader: "Reader") -> bool:
        return bool(reader.word([self.word], f"{self.word!r} or nothing"))

    def expects(self, names: Names) -> str:
        return f"{self.word!r} or nothing"

    def numbers(self, value: bool) -> list[int]:
        return [int(value)]

    def text(self, value: bool, names: Names) -> str:
        return self.word if value else ""

    def offers(self, names: Names) -> list[str]:
        return [self.word]


class Named(Kind):
    """One thing of the edition, by its name; to the engine its number."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, reader: "Reader") -> int:
        return reader.named(self.name)

    def expects(self, names: Names) -> str:
        return f"the name of a {self.name}"

    def numbers(self, value: int) -> list[int]:
        return [value]

    def text(self, value: int, names: Names) -> str:
        return names.text(self.name, value)

    def words(self, value: int, speech: "Speech") -> str:
        return speech.called(self.name, value)

    def offers(self, names: Names) -> list[str]:
        return names.usual(self.name)


class AnyOf(Kind):
    """One or more things, "A/B/C"; to the engine their bits."""

    def __init__(self, name: str, part: str = "/") -> None:
        self.name = name
        self.part = part  # what may part them besides '/'

    def read(self, reader: "Reader") -> tuple[int, ...]:
        found = [reader.named(self.name)]
        while reader.accept("/") or reader.accept(self.part):
            found.append(reader.named(self.name))
        return tuple(dict.fromkeys(found))

    def expects(self, names: Names) -> str:
        return f"the name of a {self.name}, or several parted by '/'"

    def numbers(self, value: tuple[int, ...]) -> list[int]:
        return [bits(value)]

    def text(self, value: tuple[int, ...], names: Names) -> str:
        return "/".join(names.text(self.name, number) for number in value)

    def canonical(self, value: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(value))

    def words(self, value: tuple[int, ...], speech: "Speech") -> str:
        return any_of([speech.called(self.name, number) for number in value])

    def offers(self, names: Names) -> list[str]:
        return names.usual(self.name)


def bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in set(numbers))


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' if n > 1 else ''}"


def any_of(words: list[str]) -> str:
    """ "a", "a or b", "a, b or c" """
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
