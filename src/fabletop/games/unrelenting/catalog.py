"""The house, its things and its people, as plain data to draw from."""

import re

from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting.edition import LEVEL_KEYS, Item, UnrelentingEdition
from fabletop.games.unrelenting.text import (
    KEYS,
    LADDER_NAMES,
    LEVEL_NAMES,
    NAMES,
    ROLE_KEYS,
    ROLE_RULES,
    SIDE_NAMES,
)
from fabletop.kernel.game import Json
from fabletop.kernel.ledger import Ledger, Rule

SECTIONS = ["UO-HENRY", "UO-CATH", "UO-TILLY", "UO-CARL"]
SEE_ALSO = re.compile(r" \(UO-[^)]*\)")


def catalog(edition: UnrelentingEdition, rules: Ledger) -> Json:
    plan = edition.plan
    return {
        "levels": [
            {"id": key, "name": name} for key, name in zip(LEVEL_KEYS, LEVEL_NAMES, strict=True)
        ],  # from the bottom up
        "columns": plan.columns,
        "rows": plan.rows,
        "outline": list(plan.outline),
        "dividing_line": plan.line,
        "entrance": edition.space_name(int(edition.board.entrance)) if edition.board else "",
        "ladders": [
            {"id": ladder.id, "name": name, "spaces": list(ladder.slots), "start": ladder.start}
            for ladder, name in zip(edition.ladders, LADDER_NAMES, strict=True)
        ],
        "items": {item.id: item_entry(item) for item in edition.items},
        "slots": t.SLOTS,  # UO-COMP.7
        "characters": [
            {"id": key, "name": name, "roles": [role_entry(rule) for rule in rules if belongs(rule, section)]}
            for key, name, section in zip(KEYS, NAMES, SECTIONS, strict=True)
        ],
    }


def item_entry(item: Item) -> Json:
    return {
        "id": item.id,
        "name": item.name,
        "home": item.home,
        "stopper": item.stopper,
        "sides": ["both"] if item.stopper else list(SIDE_NAMES),  # UO-COMP.3, UO-COMP.4
    }


def belongs(rule: Rule, section: str) -> bool:
    return rule.id.startswith(f"{section}.")


def role_entry(rule: Rule) -> Json:
    """A role as its card has it (UO-COMP.8); `role` is its key if it is one that is paid for."""
    return {
        "rule": rule.id,
        "title": rule.title,
        "words": SEE_ALSO.sub("", rule.words),
        "role": ROLE_KEYS[ROLE_RULES.index(rule.id)] if rule.id in ROLE_RULES else None,
    }
