"""Editions of before there was one language of effects: their effects in the notation of today."""

import re

EFFECT = re.compile(r'(effect = ")([^"]*)(")')
BLOCK = re.compile(r"IF\(([^(){}]*)\)\{([^{}]*)\}(?:ELSE\{([^{}]*)\})?")

OLD = {
    r"LOOK\(\s*hand\s*,\s*": "LOOK(",
    r"LOOK\(\s*aod\s*,\s*": "PEEK(",
    r"PASS\(\s*all\s*,\s*1\s*\)": "PASS",
    r"TRADE_PLACES\(\s*you\s*,\s*": "TRADE_PLACES(",
    r"END_TURN\(\s*\)": "END_TURN",
}


def converted(text: str) -> str:
    """The file, each effect in the notation of today; what is so already stays as it is."""
    return EFFECT.sub(lambda found: found[1] + effect(found[2]) + found[3], text)


def effect(text: str) -> str:
    while BLOCK.search(text):
        text = BLOCK.sub(lambda found: block(found[1], found[2], found[3]), text)
    text = text.replace("|", "/")
    for old, new in OLD.items():
        text = re.sub(old, new, text)
    return re.sub(r",(?=\S)", ", ", text)


def block(condition: str, then: str, otherwise: str | None) -> str:
    """IF(c){a}ELSE{b} was IF(c: a; else b)."""
    condition = re.sub(r"^you@(.*)$", r"at(\1)", condition)
    condition = re.sub(r"(>=|<=)", r" \1 ", condition)
    return f"IF({condition}: {then}{f'; else {otherwise}' if otherwise else ''})"
