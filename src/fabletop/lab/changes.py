"""What differs between the files of two editions, entry by entry."""

from collections.abc import Iterator
from typing import Any

from fabletop.kernel.edition import Source, read_text, read_toml
from fabletop.kernel.game import Game


def changes(game: Game, before: str, after: str) -> list[str]:
    """One line for each value that differs: "team alice, cards WH03, points: 2 -> 3"."""
    return changed(*(content_of(game, name) for name in (before, after)))


def changed(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The same for what two files say."""
    old, new = (dict(flat(content, "")) for content in (before, after))
    ignored = ("name", "title", "version")
    found = []
    for place in [*old, *(place for place in new if place not in old)]:
        if place not in ignored and old.get(place) != new.get(place):
            found.append(f"{place}: {shown(old.get(place))} → {shown(new.get(place))}")
    return found


def content_of(game: Game, name: str) -> dict[str, Any]:
    """What an edition's file says, in the notation of today."""
    text = game.convert_edition(read_text(game.edition_path(name)))
    return read_toml(Source(name, text, ""))[0]


def shown(value: Any) -> str:
    return "nothing" if value is None else str(value)


def flat(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Every value of a file and where it stands; entries of a list by their ids where they have some."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "id" or not place:
                yield from flat(inner, f"{place}, {key}" if place else key)
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        seen: set[str] = set()
        for number, one in enumerate(value, 1):
            name = " ".join(str(one[key]) for key in ("kind", "side", "id") if key in one) or str(number)
            name = f"{name} ({number})" if name in seen else name
            seen.add(name)
            yield from flat(one, f"{place} {name}")
    else:
        yield place, value
