"""What differs between two editions, for people who sit down at a table that is not the house's."""

from collections.abc import Iterator
from typing import Any

import fabletop
from fabletop.kernel.declaring import Content, Declared, DeclaredSection, id_of
from fabletop.kernel.edition import Spot
from fabletop.lab.changes import changed, shown
from fabletop.server import workshop_messages as wm
from fabletop.server.workshop import drafts

SOURCES = ("mark", "marks")  # where something comes from: nobody plays differently for it
UNTOLD = ("name", "title", "version", "box", "balanced")  # of what stands at the top, likewise
MOST_CHANGES = 400  # that are told one by one
MOST_NAMED = 3
Key = tuple[str, ...]


def differences(game_name: str, before: str, after: str) -> wm.Differences:
    """What is other in one text than in another."""
    game = fabletop.game(game_name)
    old, new = (drafts.content_of(drafts.today(game, text)) for text in (before, after))
    found = list(changes(game.declared, old, new))
    return wm.Differences(
        game=game.name,
        title=str(new.get("title", "")),
        digest="",
        against=str(old.get("title", "")),
        same=not found,
        words=summary(game.declared, found),
        lines=changed(old, new)[:MOST_CHANGES],
        changes=found[:MOST_CHANGES],
    )


def changes(declared: Declared, old: Content, new: Content) -> Iterator[wm.Change]:
    before, after = keyed(declared, old), keyed(declared, new)
    for key in [*after, *(key for key in before if key not in after)]:
        path, entry, section = after.get(key) or before[key]
        mine = after[key][1] if key in after else {}
        other = before[key][1] if key in before else {}
        name = str(entry.get(section.names, "") or id_of(entry) or section.title)
        if not mine or not other:
            there, gone = ("nothing", "there") if mine else ("there", "nothing")
            yield wm.Change(list(path), section.key, id_of(entry), name, "", there, gone)
            continue
        for one in section.fields:
            told = one.key not in (UNTOLD if section.key == "" else SOURCES)
            if told and mine.get(one.key) != other.get(one.key):
                yield wm.Change(
                    list(path), section.key, id_of(entry), name, one.key,
                    shown(other.get(one.key)), shown(mine.get(one.key)),
                )  # fmt: skip


def keyed(declared: Declared, content: Content) -> dict[Key, tuple[Spot, Content, DeclaredSection]]:
    """Entries by what they are called, so that their order does not count."""
    found: dict[Key, tuple[Spot, Content, DeclaredSection]] = {}
    for path, entry, section in declared.entries(content):
        key = (section.key, *names_along(content, path))
        while key in found:
            key = (*key, "again")
        found[key] = path, entry, section
    return found


def names_along(content: Content, path: Spot) -> Iterator[str]:
    here: Any = content
    for part in path:
        here = here[part]
        if isinstance(here, dict) and isinstance(part, int):
            yield " ".join(str(here[key]) for key in ("kind", "side", "id") if key in here) or str(part)


def summary(declared: Declared, found: list[wm.Change]) -> str:
    """How much differs, in a sentence."""
    if not found:
        return "It plays as that edition does."
    things = list(dict.fromkeys((one.section, one.id, one.name) for one in found))
    names = [name for _, _, name in things[:MOST_NAMED]]
    more = len(things) - len(names)
    listed = ", ".join(names) + (f" and {more} more" if more else "")
    kinds = {section.one for section in declared.sections if section.key in {key for key, _, _ in things}}
    what = kinds.pop() if len(kinds) == 1 else "thing"
    return f"{len(things)} {what}{'s differ' if len(things) > 1 else ' differs'}: {listed}."
