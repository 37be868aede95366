"""The house, its things and its people, as plain data to draw from."""

import re
from typing import TypedDict

from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import text
from fabletop.games.unrelenting.edition import LEVEL_KEYS, Item, UnrelentingEdition
from fabletop.games.unrelenting.text import SIDE_NAMES, Side
from fabletop.kernel.ledger import Ledger, Rule

SECTIONS = ["UO-HENRY", "UO-CATH", "UO-TILLY", "UO-CARL"]
SEE_ALSO = re.compile(r" \(UO-[^)]*\)")


class Level(TypedDict):
    id: str
    name: str


class LadderEntry(TypedDict):
    id: str
    name: str
    spaces: list[str]
    start: str


class ItemEntry(TypedDict):
    id: str
    name: str
    home: str
    stopper: bool
    sides: list[Side]


class Role(TypedDict):
    """A role as its card has it (UO-COMP.8); `role` is its key if it is one that is paid for."""

    rule: str
    title: str
    words: str
    role: str | None


class Person(TypedDict):
    id: str
    name: str
    about: str  # in a sentence
    roles: list[Role]


class Catalog(TypedDict):
    goal: str
    levels: list[Level]  # from the bottom up
    columns: int
    rows: int
    outline: list[str]
    dividing_line: int
    entrance: str
    ladders: list[LadderEntry]
    items: dict[str, ItemEntry]
    slots: int
    characters: list[Person]


def catalog(edition: UnrelentingEdition, rules: Ledger) -> Catalog:
    plan = edition.plan
    return {
        "goal": text.GOAL,
        "levels": [{"id": key, "name": name} for key, name in zip(LEVEL_KEYS, text.LEVEL_NAMES, strict=True)],
        "columns": plan.columns,
        "rows": plan.rows,
        "outline": list(plan.outline),
        "dividing_line": plan.line,
        "entrance": edition.space_name(int(edition.board.entrance)) if hasattr(edition, "board") else "",
        "ladders": [
            {"id": ladder.id, "name": name, "spaces": list(ladder.slots), "start": ladder.start}
            for ladder, name in zip(edition.ladders, text.LADDER_NAMES, strict=True)
        ],
        "items": {item.id: item_entry(item) for item in edition.items},
        "slots": t.SLOTS,  # UO-COMP.7
        "characters": [
            {
                "id": key,
                "name": name,
                "about": about,
                "roles": [role_entry(rule) for rule in rules if belongs(rule, section)],
            }
            for key, name, about, section in zip(text.KEYS, text.NAMES, text.ABOUT, SECTIONS, strict=True)
        ],
    }


def item_entry(item: Item) -> ItemEntry:
    return {
        "id": item.id,
        "name": item.name,
        "home": item.home,
        "stopper": item.stopper,
        "sides": ["both"] if item.stopper else list(SIDE_NAMES),  # UO-COMP.3, UO-COMP.4
    }


def belongs(rule: Rule, section: str) -> bool:
    return rule.id.startswith(f"{section}.")


def role_entry(rule: Rule) -> Role:
    return {
        "rule": rule.id,
        "title": rule.title,
        "words": SEE_ALSO.sub("", rule.words),
        "role": text.ROLE_KEYS[text.ROLE_RULES.index(rule.id)] if rule.id in text.ROLE_RULES else None,
    }
