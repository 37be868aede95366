"""Answers after which the game could not be won, or would be lost at once: a person confirms them (CO-R24).

Nothing here looks at more than the open table, the counts of hands, and the hand of whoever is asked.
"""

from functools import cache
from typing import TYPE_CHECKING, cast

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.table import ASIDE, DISCARDED, LAST_MOON, Table
from fabletop.kernel.effects.nodes import Step, Steps, speaks_of

if TYPE_CHECKING:
    from fabletop.games.coraline.edition import CoralineEdition

FINAL = "This is the final victory card: once discarded, "
BACK = "only a card that takes one back from the discard pile can save you (CO-R24)."
GONE = "it cannot come back, and you could not win any more (CO-R24)."
DEEP = "This is the final victory card: it will lie beneath the whole deck, and you need it to win (CO-R24)."
NO_WAY_BACK = "The final victory card is discarded, and nothing else could bring it back: you could not win."
NO_CARDS = "Nobody would hold a card, and the deck is empty: you would all lose (CO-LOSE.2)."
NO_WOES = "The Beldam deck is empty, and her phase comes next: you would all lose (CO-LOSE.3)."
MOON = "The Moon would be covered: you would all lose (CO-LOSE.1)."
GIVE_UP = "All of you will have lost (CO-R24)."


def of_card(t: Table, verb: int, card: int) -> str:
    """Of an answer that takes a card out of a hand."""
    if verb == v.SLIDE:
        return DEEP if card == t.box.victory else ""
    if verb == v.PLAY:
        return of_playing(t, card)
    return of_parting(t, [card]) or (of_waiting(t) if verb in (v.WALK, v.PICK) else "")


def of_playing(t: Table, card: int) -> str:
    does = edition_of(t).coraline[card].does
    if card == t.box.victory:
        return ""
    if held_in_all(t) == 1 and t.left == 0 and not speaks_of(does, "RECALL"):
        return NO_CARDS
    return "" if speaks_of(does, "AGAIN") or speaks_of(does, "HUSH") else of_waiting(t)


def of_waiting(t: Table) -> str:
    """Of ending the Story Phase without victory."""
    return NO_WOES if t.woes_left == 0 and not t.hush and t.woe < 0 else ""


def of_parting(t: Table, cards: list[int]) -> str:
    """Of discarding these."""
    if t.box.victory in cards:
        return FINAL + (BACK if ways_back(t, cards) else GONE)
    if t.at[t.box.victory] == DISCARDED and ways_back(t) and not ways_back(t, cards):
        return NO_WAY_BACK
    return NO_CARDS if held_in_all(t) == len(cards) and t.left == 0 else ""


def of_recall(t: Table, card: int) -> str:
    """Of taking back this card, the last that is allowed, or none."""
    lost = t.at[t.box.victory] == DISCARDED and not ways_back(t)
    return NO_WAY_BACK if lost and card != t.box.victory and card not in recalling(t) else ""


def of_steps(t: Table, steps: Steps) -> str:
    """Of what a card will do once that is chosen."""
    for step in steps:
        if isinstance(step, Step) and step.verb.name == "MOON" and t.moon + step.values[0] >= LAST_MOON:
            return MOON
        if isinstance(step, Step) and step.verb.name == "DISCARD" and t.hands[t.active] <= step.values[0]:
            return of_parting(t, [card for card in range(c.CARDS) if t.at[card] == t.active])
    return ""


def held_in_all(t: Table) -> int:
    return sum(int(t.hands[seat]) for seat in range(t.opening.players))


def ways_back(t: Table, without: list[int] | None = None) -> list[int]:
    """The cards that could yet fetch the final one, besides these and the one being followed."""
    gone = without or []
    return [card for card in recalling(t) if t.at[card] not in (DISCARDED, ASIDE) and card not in gone]


def recalling(t: Table) -> list[int]:
    return recalling_of(edition_of(t))


@cache
def recalling_of(edition: "CoralineEdition") -> list[int]:
    return [number for number, card in enumerate(edition.coraline) if speaks_of(card.does, "RECALL")]


def edition_of(t: Table) -> "CoralineEdition":
    return cast("CoralineEdition", t.opening.edition)
