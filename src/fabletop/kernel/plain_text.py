"""Any view as text, for games that draw no picture of their own; the page's plain board reads it alike.

A list is a place, its entries are things; everything else is said with its name.
"""

from collections.abc import Mapping
from typing import Any

UNSEEN = {"game", "edition", "options", "seat", "asked", "moment"}
SAID = {"thing", "id", "card", "name", "words", "seat"}


def plain_text(view: Mapping[str, Any], names: Mapping[str, str], hide: list[str]) -> str:
    """One line for each number, and a block for each place."""
    numbers, blocks = [], []
    for key, value in view.items():
        title = titled(key, names)
        if key in UNSEEN or key in hide:
            continue
        if isinstance(value, list):
            blocks.append(
                [f"{title}:", *(f"  {line}" for one in value for line in lines_of(one, names, hide))]
            )
        elif isinstance(value, Mapping):
            blocks.append([f"{title}:", *(f"  {line}" for line in lines_of(value, names, hide))])
        elif is_said(value):
            numbers.append(title if value is True else f"{title} {value}")
    head = [line for line in (str(view.get("moment", "")), ", ".join(numbers)) if line]
    return "\n".join([*head, *(line for block in blocks for line in block)])


def lines_of(one: Any, names: Mapping[str, str], hide: list[str]) -> list[str]:
    """A thing, and below it what lies at it."""
    if not isinstance(one, Mapping):
        return ["face down" if one is None else str(one)]
    known = one.get("name") or one.get("id") or one.get("card") or "face down"
    marks, below = [], []
    for key, value in one.items():
        title = titled(key, names)
        if key in SAID or key in hide or not is_said(value):
            continue
        if isinstance(value, list):
            below += [f"  {title}: " + "; ".join(line for v in value for line in lines_of(v, names, hide))]
        else:
            marks.append(title if value is True else f"{title} {value}")
    said = f"{known} ({', '.join(marks)})" if marks else str(known)
    return [f"{said}: {one['words']}" if one.get("words") else said, *below]


def is_said(value: Any) -> bool:
    return value is not None and value is not False and value not in ("", [])


def titled(key: str, names: Mapping[str, str]) -> str:
    return names.get(key, key.replace("_", " "))
