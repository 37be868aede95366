"""What moved between two views of an orphan, in the words of the game: piles, hands, who was sent where."""

from typing import Any

from fabletop.kernel.game import Change

Json = dict[str, Any]
PILE, OTHERS_PILE = 0.5, 0.3  # a card of one's pile, of another's
HAND, OTHERS_HAND = 0.2, 0.15
SENT, CAME, LAID = 0.3, 0.12, 0.1
GUARDED = 0.4  # a shield, or a step more
OUT = 20.0


def changes(before: Json, after: Json) -> list[Change]:
    me, names = after["seat"], laid(after)
    found: list[Change] = []
    for was, now in zip(before["seats"], after["seats"], strict=True):
        found += orphan(was, now, now["seat"] == me, names)
    new = [name for cell, name in names.items() if cell not in laid(before)]
    found += [Change(f"lays {name}", f"{name} lies on the map", LAID) for name in new]
    return [*found, *ended(after)]


def laid(view: Json) -> dict[tuple[int, ...], str]:
    """The spaces of the map by their cells."""
    return {tuple(place["cell"]): place["name"] for place in view["map"] if place["cell"]}


def orphan(was: Json, now: Json, mine: bool, names: dict[tuple[int, ...], str]) -> list[Change]:
    """What became of one of them."""
    who, key, sign = ("you", "me", 1) if mine else (now["name"], str(now["seat"]), -1)
    if was["live"] and not now["live"]:
        return [Change(f"out {key}", f"{who} {'are' if mine else 'is'} out of the game", -sign * OUT)]
    found = []
    pile = now["pile"] - was["pile"]
    if pile:
        of = "your pile" if mine else f"the pile of {who}"
        words = f"{of} has {counted(pile)}: {now['pile']}"
        found.append(Change(f"pile {key} {pile}", words, sign * pile * (PILE if mine else OTHERS_PILE)))
    hand = now["hand"] - was["hand"]
    if hand:
        words = f"{who} {'hold' if mine else 'holds'} {counted(hand)}"
        found.append(Change(f"hand {key} {hand}", words, sign * hand * (HAND if mine else OTHERS_HAND)))
    if now["cell"] and now["cell"] != was["cell"]:
        place = names[tuple(now["cell"])]
        words = f"{who} {'are' if mine else 'is'} at {place}"
        found.append(Change(f"at {key} {place}", words, CAME if mine else SENT))
    for name, words in (("shield", "a shield"), ("boost", "a longer way")):
        more = now[name] - was[name]
        if more > 0:
            found.append(
                Change(f"{name} {key}", f"{who} {'have' if mine else 'has'} {words}", sign * GUARDED)
            )
    return found


def counted(change: int) -> str:
    size = abs(change)
    return f"{size} card{'s' * (size > 1)} {'more' if change > 0 else 'fewer'}"


def ended(after: Json) -> list[Change]:
    if after["phase"] != "over":
        return []
    alive = after["seats"][after["seat"]]["live"]
    return [Change("wins", "you win", 100)] if alive else []
