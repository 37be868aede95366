"""What moved between two views of a player, in the game's words: items, control, insanity, rabbits."""

from typing import Any

from fabletop.kernel.game import Change

Json = dict[str, Any]
SIDES = {"control": "control", "insanity": "insanity"}
COUNTED = 1.0  # an item that shows control, or insanity
OTHERS = 0.5  # what the others gain or lose, each
ITEM = 0.4
UPON = 1.5  # a rabbit upon its own character
AWAY = 1.0
OPENED = 0.1  # each item more that I may take
CLOSED = 0.06  # each that another may no longer take


def changes(before: Json, after: Json) -> list[Change]:
    found: list[Change] = []
    old = {one["character"]: one for one in before["characters"]}
    for now in after["characters"]:
        if now["character"] in old:
            found += character(old[now["character"]], now, now["seat"] == after["seat"])
    return [*found, *guarded(before, after), *ended(after)]


def character(was: Json, now: Json, mine: bool) -> list[Change]:
    """What became of one of the four, and of the rabbit."""
    key, sign = now["character"], 1.0 if mine else -OTHERS
    who, own = ("you", "your") if mine else (now["name"], f"{now['name']}’s")
    found = []
    for side in SIDES:
        more = now[side] - was[side]
        if more:
            words = f"{own} {side} {'grows' if more > 0 else 'falls'} to {now[side]}"
            found.append(Change(f"{side} {key} {now[side]}", words, sign * more * COUNTED))
    held, holds = items(was), items(now)
    for item, name in holds.items():
        if item not in held:
            found.append(
                Change(f"has {key} {item}", f"{who} {'have' if mine else 'has'} the {name}", sign * ITEM)
            )
    for item, name in held.items():
        if item not in holds:
            found.append(
                Change(
                    f"lost {key} {item}",
                    f"{who} no longer {'have' if mine else 'has'} the {name}",
                    -sign * ITEM,
                )
            )
    if now["away"] != was["away"]:
        words = f"{who} {'are' if mine else 'is'} {'away from' if now['away'] else 'back in'} the house"
        found.append(Change(f"away {key} {now['away']}", words, (-1 if now["away"] else 1) * sign * AWAY))
    return [*found, *rabbit(was, now, mine, own)]


def rabbit(was: Json, now: Json, mine: bool, own: str) -> list[Change]:
    """That it went somewhere is the move itself, and no reason for it."""
    key, space = now["character"], now["rabbit"]
    if not space or space == was["rabbit"] or space != now["space"]:
        return []
    words = f"{own} rabbit is where {'you are' if mine else 'its owner is'}: {space}"
    return [Change(f"upon {key}", words, -UPON if mine else UPON)]


def guarded(before: Json, after: Json) -> list[Change]:
    """From whom the rabbits keep items now that lay open, and the other way round."""
    lay = {item["item"]: item["guarded_from"] for item in before["items"]}
    found = []
    for one in after["characters"]:
        key = one["character"]
        more = sum(
            (key in item["guarded_from"]) - (key in lay[item["item"]])
            for item in after["items"]
            if item["item"] in lay
        )
        if more and one["seat"] == after["seat"]:
            words = f"{items_more(-more)} open to you"
            found.append(Change(f"open {key} {-more}", words, -more * OPENED))
        elif more:
            words = f"{items_more(more)} closed to {one['name']}"
            found.append(Change(f"closed {key} {more}", words, more * CLOSED))
    return found


def items_more(count: int) -> str:
    """2: "2 more items are"; -1: "1 fewer item is"."""
    much = abs(count)
    noun, verb = ("item", "is") if much == 1 else ("items", "are")
    return f"{much} {'more' if count > 0 else 'fewer'} {noun} {verb}"


def items(character: Json) -> dict[str, str]:
    return {slot["item"]: slot["name"] for slot in character["slots"] if slot}


def ended(after: Json) -> list[Change]:
    if after["phase"] != "over":
        return []
    won = any(
        one["character"] in after["winners"] for one in after["characters"] if one["seat"] == after["seat"]
    )
    return [Change("wins", "you win", 100) if won else Change("lost", "you lose", -100)]
