"""Changed values written into an edition's text, where its comments and its order stay."""

import tomllib
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array, Table

from fabletop.kernel.declaring import Content


def rewritten(text: str, content: Content) -> str:
    """The text that says this content, as much as possible in the words of an older one."""
    if tomllib.loads(text) == content:
        return text
    document = tomlkit.parse(text)
    match(document, content)
    found = tomlkit.dumps(document)
    return found if says(found, content) else tomlkit.dumps(content)


def says(text: str, content: Content) -> bool:
    try:
        return tomllib.loads(text) == content
    except tomllib.TOMLDecodeError:
        return False


def match(table: Any, wanted: Content) -> None:
    """Make a table of a document say what is wanted."""
    for key in [key for key in table if key not in wanted]:
        del table[key]
    for key, value in wanted.items():
        if key not in table:
            table[key] = value
        elif table[key] != value:
            replace(table, key, value)


def replace(table: Any, key: str | int, value: Any) -> None:
    old = table[key]
    if isinstance(old, dict) and isinstance(value, dict):
        match(old, value)
    elif isinstance(old, AoT | Array) and isinstance(value, list) and value and of_tables(old, value):
        match_list(old, value)
    else:
        table[key] = value


def of_tables(old: Any, value: list[Any]) -> bool:
    return all(isinstance(one, dict) for one in [*old, *value])


def match_list(rows: Any, wanted: list[Content]) -> None:
    """Entries are known by their ids where all have one of their own; else by their places."""
    ids = [row.get("id") for row in rows]
    kept = [row.get("id") for row in wanted]
    if len(wanted) < len(rows) and len({*map(str, ids)}) == len(ids):
        for place in range(len(rows) - 1, -1, -1):
            if ids[place] not in kept and len(rows) > len(wanted):
                del rows[place]
    while len(rows) > len(wanted):
        del rows[len(rows) - 1]
    for place, entry in enumerate(wanted):
        if place >= len(rows):
            rows.append(new_entry(rows, entry))
        elif rows[place] != entry:
            match(rows[place], entry)


def new_entry(rows: Any, entry: Content) -> Any:
    if isinstance(rows, AoT):
        table: Table = tomlkit.table()
        table.update(entry)
        return table
    inline = tomlkit.inline_table()
    inline.update(entry)
    return inline
