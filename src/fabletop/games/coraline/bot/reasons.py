"""What moved between two views of a player, in the game's words: things found, the Moon, who is where."""

from typing import Any

from fabletop.kernel.game import Change

Json = dict[str, Any]
REVEALED, COLLECTED, MOON = 1.0, 2.0, -2.0
NEAR = -0.8  # the Beldam in Coraline's room
PORTRAIT, CAME, HERE = 0.3, 0.15, 0.5
HELD = 0.09  # a card of one's hand
HUSH = 1.0


def changes(before: Json, after: Json) -> list[Change]:
    return [*things(before, after), *people(before, after), *rest(before, after), *ended(after)]


def objects(view: Json) -> dict[str, tuple[str, str, bool]]:
    """Things on the board: name, room, and whether they are hidden."""
    return {
        one["id"]: (one["name"], room["name"], one["hidden"])
        for room in view["rooms"]
        for one in room["objects"]
    }


def things(before: Json, after: Json) -> list[Change]:
    found, was, now = [], objects(before), objects(after)
    held, holds = before["satchel"], after["satchel"]
    called = {key: one[0] for key, one in {**was, **now}.items()}
    for key, (name, room, hidden) in now.items():
        if not hidden and key in was and was[key][2]:
            found.append(Change(f"reveals {key}", f"the {name} is revealed in the {room}", REVEALED))
    for key in holds:
        if key not in held:
            found.append(
                Change(f"collects {key}", f"the {called.get(key, key)} is in the Satchel", COLLECTED)
            )
    for key in held:
        if key in now:
            words = f"the {called[key]} falls from the Satchel in the {now[key][1]}"
            found.append(Change(f"drops {key}", words, -COLLECTED))
    return found


def places(view: Json) -> dict[str, Json]:
    return {who: room for room in view["rooms"] for who in room["characters"]}


def people(before: Json, after: Json) -> list[Change]:
    """Who is where: the Beldam beside Coraline or no longer, helpers at their portraits."""
    found, was, now = [], places(before), places(after)
    near = [
        "coraline" in there and "beldam" in there and there["coraline"] is there["beldam"]
        for there in (was, now)
    ]
    if near[1] and not near[0]:
        found.append(Change("beldam near", "the Beldam is in Coraline's room", NEAR))
    if near[0] and not near[1]:
        found.append(Change("beldam far", "the Beldam is no longer in Coraline's room", -NEAR))
    for who, room in now.items():
        if who in was and was[who]["id"] == room["id"]:
            continue
        if who == "coraline":
            lying = [one["name"] for one in room["objects"] if not one["hidden"]]
            more = f", where the {lying[0]} lies" if lying else ""
            found.append(
                Change(
                    f"coraline at {room['id']}",
                    f"Coraline is in the {room['name']}{more}",
                    HERE if lying else CAME,
                )
            )
        elif who != "beldam" and who in room["portraits"]:
            found.append(
                Change(f"portrait {who}", f"a helper stands at home in the {room['name']}", PORTRAIT)
            )
    return found


def rest(before: Json, after: Json) -> list[Change]:
    found = []
    if after["moon"] != before["moon"]:
        steps = after["moon"] - before["moon"]
        found.append(Change(f"moon {after['moon']}", f"the Moon is at {after['moon']}", MOON * steps))
    if after["hush"] and not before["hush"]:
        found.append(Change("hush", "this turn has no Beldam Phase", HUSH))
    more = len(after["hand"]) - len(before["hand"])
    if more:
        word = f"{abs(more)} {'more' if more > 0 else 'fewer'} card{'s' * (abs(more) > 1)}"
        found.append(Change(f"holds {more}", f"you hold {word}", HELD * more))
    return found


def ended(after: Json) -> list[Change]:
    if after["phase"] != "over":
        return []
    won = after["ending"] == "won"
    return [Change("wins", "you all win", 100) if won else Change("lost", "the game is lost", -100)]
