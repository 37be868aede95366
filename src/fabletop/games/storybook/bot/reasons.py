"""What moved between two views of a player, in the game's words: cards taken, threatened, saved, shown."""

from typing import Any

from fabletop.kernel.game import Change

Json = dict[str, Any]
Card = tuple[str, str, int, bool]  # id, name, Plot Points, whether it is mine

THREAT = 0.7  # of its points: to a card that the next Battle would capture
PRESS = 0.15  # to one that is Bested and stays
IN_PLAY = 0.2
DRAWN = 0.15


def changes(before: Json, after: Json) -> list[Change]:
    found = [*taken(before, after)]
    gone = {change.key.split()[1] for change in found}
    was, now = struck(before, "captures"), struck(after, "captures")
    found += [doomed(card, True) for key, card in now.items() if key not in was]
    found += [doomed(card, False) for key, card in was.items() if key not in now and key not in gone]
    pressed, pressing = struck(before, "bests"), struck(after, "bests")
    for key, (_, name, points, mine) in pressing.items():
        if key not in pressed and key not in now:
            words = f"{called(name, mine)} is Bested, and would stay"
            found.append(Change(f"presses {key}", words, (-1 if mine else 1) * PRESS * points))
    return [*found, *placed(before, after), *ended(after)]


def is_mine(view: Json, owner: int) -> bool:
    seats = view["seats"]
    return bool(seats[owner]["side"] == seats[view["seat"]]["side"])


def called(name: str, mine: bool) -> str:
    return f"your {name.removeprefix('The ')}" if mine else name


def cards(view: Json) -> dict[str, Card]:
    """The cards in play that can be seen, by their ids and owners."""
    return {
        f"{card['card']}/{card['owner']}": (
            card["card"],
            card["name"],
            card["points"],
            is_mine(view, card["owner"]),
        )
        for card in view["table"]
        if card["up"]
    }


def taken(before: Json, after: Json) -> list[Change]:
    """Cards that were captured: in play before, in a side's pile after."""
    mine = after["seats"][after["seat"]]["side"]
    found = []
    for side, ids in after["captured"].items():
        new = list(ids)
        for old in before["captured"][side]:
            new.remove(old)
        for card, name, points, own in cards(before).values():
            if card in new and own == (side != mine):
                new.remove(card)
                word, sign = ("loses", "-") if own else ("captures", "+")
                words = f"{called(name, own)} is captured: {sign}{points}"
                found.append(Change(f"{word} {card}", words, -points if own else points))
    return found


def struck(view: Json, how: str) -> dict[str, Card]:
    """The cards that the next Battle would capture (or that are Bested), if it came now."""
    at = {tuple(card["cell"]): f"{card['card']}/{card['owner']}" for card in view["table"] if card["up"]}
    found, known = {}, cards(view)
    for strike in view["strikes"]:
        key = at.get(tuple(strike["to"]))
        if strike[how] and key is not None:
            found[key.partition("/")[0]] = known[key]
    return found


def doomed(card: Card, is_now: bool) -> Change:
    key, name, points, mine = card
    worth = THREAT * points * (-1 if mine == is_now else 1)
    if is_now:
        return Change(f"dooms {key}", f"{called(name, mine)} would be captured in the Battle", worth)
    return Change(f"frees {key}", f"{called(name, mine)} is out of danger", worth)


def placed(before: Json, after: Json) -> list[Change]:
    """Own cards that came into play, and cards drawn."""
    was, found = cards(before), []
    for key, (card, name, _, mine) in cards(after).items():
        if key not in was and mine:
            found.append(Change(f"shows {card}", f"{name} is in play", IN_PLAY))
    seat = after["seat"]
    hidden = [
        sum(not card["up"] and card["owner"] == seat for card in view["table"]) for view in (before, after)
    ]
    if hidden[1] > hidden[0]:
        found.append(Change("hides", "a card of yours lies hidden, where it cannot be captured", IN_PLAY))
    more = len(after["hand"]) - len(before["hand"])
    if more > 0:
        found.append(Change(f"draws {more}", f"you hold {more} more card{'s' * (more > 1)}", DRAWN * more))
    return found


def ended(after: Json) -> list[Change]:
    if after["phase"] != "over":
        return []
    mine = after["seats"][after["seat"]]["side"]
    ahead = after["score"][mine] - sum(score for side, score in after["score"].items() if side != mine)
    if ahead > 0:
        return [Change("wins", "you win", 100)]
    return [Change("lost", "you lose", -100)] if ahead < 0 else []
