"""Editions in the notation of 0.1.0, where the needs and steps of a Plot Twist were tables of TOML."""

import json
import re
import tomllib
from typing import Any

Row = dict[str, Any]
OLD = re.compile(r"^(needs|does)(\s*=\s*)\[", re.MULTILINE)
NAME = re.compile(r"[\w.'’ -]+")  # a name that can stand within a program; another card is called by its id


def converted(text: str) -> str:
    """The same cards in the notation of today; a text that is in it already stays as it is."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return text  # whoever reads it says what is wrong
    ids = {card["name"]: card["id"] for team in rows(content, "team") for card in rows(team, "cards")}
    found, place = [], 0
    for match in OLD.finditer(text):
        end = end_of_list(text, match.end())
        try:
            value = tomllib.loads(f"old = {text[match.end() - 1 : end]}")["old"]
            new = needs_text(value, ids) if match[1] == "needs" else steps_text(value, ids)
        except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError):
            continue
        found += [text[place : match.start()], f"{match[1]}{match[2]}{json.dumps(new, ensure_ascii=False)}"]
        place = end
    return "".join([*found, text[place:]])


def rows(content: Row, key: str) -> list[Row]:
    found = content.get(key, [])
    return [row for row in found if isinstance(row, dict) and {"id", "name"} <= row.keys()]


def end_of_list(text: str, place: int) -> int:
    """The letter after the bracket that closes a list opened just before."""
    depth, quoted = 1, False
    while depth and place < len(text):
        quoted ^= text[place] == '"'
        if not quoted:
            depth += (text[place] == "[") - (text[place] == "]")
        place += 1
    return place


def needs_text(needs: list[Row], ids: dict[str, str]) -> str:
    return "; ".join(need_text(need, ids) for need in needs)


def need_text(need: Row, ids: dict[str, str]) -> str:
    if "cards" in need:
        count = need.get("count", 1)
        return f"cards({cards_text(need, ids)})" + (f" >= {count}" if count > 1 else "")
    if "outnumbered" in need:
        return "outnumbered"
    key = "hand" if "hand" in need else "behind"
    return f"{key} >= {need[key]}"


def cards_text(row: Row, ids: dict[str, str]) -> str:
    if "named" not in row:
        return str(row["cards"])
    name = row["named"] if NAME.fullmatch(row["named"]) else ids[row["named"]]
    return " ".join([name, *(word for word in row["cards"].split() if word != "my")])


def steps_text(steps: list[Row], ids: dict[str, str]) -> str:
    return "; ".join(step_text(step, ids) for step in steps)


def step_text(step: Row, ids: dict[str, str]) -> str:
    do = step["do"]
    if do == "choose":
        return f"CHOOSE({' | '.join(steps_text(branch, ids) for branch in step['either'])})"
    arguments = [str(step[key]) for key in ("n",) if key in step]
    if "cards" in step:
        arguments.append(cards_text(step, ids))
    if do == "spin":
        turns = step["turns"]
        arguments.append(turns if turns == "any" else "/".join(map(str, turns)))
        arguments += [str(step["upto"])] if "upto" in step else []
    if do == "buff":
        arguments += [f"{n:+}" if n else "0" for n in (step.get("swords", 0), step.get("shields", 0))]
    if "until" in step:
        arguments.append(step["until"])
    if step.get("other"):
        arguments.append("other")
    return f"{do.upper()}({', '.join(arguments)})"
