"""What moved between two views of a player, in the game's words: items, control, insanity, rabbits."""

from typing import Any

from fabletop.kernel.game import Change

Json = dict[str, Any]
SIDES = {"control": "control", "insanity": "insanity"}
COUNTED = 1.0  # an item that shows control, or insanity
OTHERS = 0.5  # what the others gain or lose, each
ITEM = 0.4
UPON = 1.5  # a rabbit upon its own character
RABBIT = 0.15  # one that went somewhere
WENT = 0.12
AWAY = 1.0


def changes(before: Json, after: Json) -> list[Change]:
    found: list[Change] = []
    old = {one["character"]: one for one in before["characters"]}
    for now in after["characters"]:
        if now["character"] in old:
            found += character(old[now["character"]], now, now["seat"] == after["seat"])
    return [*found, *ladders(before, after), *ended(after)]


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
    elif now["space"] and now["space"] != was["space"]:
        found.append(
            Change(f"at {key} {now['space']}", f"{who} {'are' if mine else 'is'} at {now['space']}", WENT)
        )
    return [*found, *rabbit(was, now, mine, own)]


def rabbit(was: Json, now: Json, mine: bool, own: str) -> list[Change]:
    key, space = now["character"], now["rabbit"]
    if not space or space == was["rabbit"]:
        return []
    if space == now["space"]:
        return [
            Change(
                f"upon {key}",
                f"{own} rabbit is where {'you are' if mine else 'its owner is'}: {space}",
                -UPON if mine else UPON,
            )
        ]
    return [Change(f"rabbit {key} {space}", f"{own} rabbit is at {space}", RABBIT)]


def items(character: Json) -> dict[str, str]:
    return {slot["item"]: slot["name"] for slot in character["slots"] if slot}


def ladders(before: Json, after: Json) -> list[Change]:
    moved = [name for name, space in after["ladders"].items() if space != before["ladders"][name]]
    return [
        Change(f"ladder {name}", f"the {name} ladder is at {after['ladders'][name]}", WENT) for name in moved
    ]


def ended(after: Json) -> list[Change]:
    if after["phase"] != "over":
        return []
    won = any(
        one["character"] in after["winners"] for one in after["characters"] if one["seat"] == after["seat"]
    )
    return [Change("wins", "you win", 100) if won else Change("lost", "you lose", -100)]
