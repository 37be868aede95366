"""Rows of the journal in words: sentences with places for what a row tells.

In "{name} takes {a:card} from {b:player}." the word behind a colon says what a number stands for: the game
knows how to name that, by a function of the state, a list or a table.
"""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

# the state after a row, the name of who acted, and the row's a, b and c as one reader may know them
Line = Callable[[Any, str, int, int, int], str]
FORMS = ("", "+")  # how a number is told as it is
Names = Callable[[Any, int], str] | Sequence[str] | Mapping[int, str]


def lines_of(sentences: Mapping[int, str | Line], **names: Names) -> dict[int, Line]:
    """How each kind of row is told: by a sentence, or by a function where that is not enough."""
    return {
        kind: sentence(told, names) if isinstance(told, str) else told for kind, told in sentences.items()
    }


def sentence(words: str, names: Mapping[str, Names]) -> Line:
    parts = [(before, place, kind or "") for before, place, kind, _ in Formatter().parse(words)]
    unknown = [kind for _, _, kind in parts if kind not in names and kind not in FORMS]
    assert not unknown, f"{words!r} speaks of {unknown}, which nobody can name"

    def line(state: Any, name: str, a: int, b: int, c: int) -> str:
        row = {"name": name, "a": a, "b": b, "c": c}
        return "".join(
            before if place is None else before + called(state, row[place], names.get(kind), kind)
            for before, place, kind in parts
        )

    return line


def called(state: Any, told: Any, names: Names | None, form: str) -> str:
    if names is None:
        return format(told, form)
    return names(state, told) if callable(names) else names[told]
