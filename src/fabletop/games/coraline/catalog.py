"""What an edition of Coraline holds, as plain data to draw from. Nothing of it is secret."""

from typing import Literal, TypedDict

from fabletop.games.coraline.card_text import card_text
from fabletop.games.coraline.edition import Card, CoralineEdition, beside
from fabletop.games.coraline.table import LAST_MOON
from fabletop.kernel.effects.nodes import speaks_of


class RoomPlan(TypedDict):
    id: str
    name: str
    column: int
    row: int
    portraits: list[str]


class RoomEntry(RoomPlan):
    beside: list[str]


class CharacterEntry(TypedDict):
    name: str
    called: str
    home: str | None


class ObjectEntry(TypedDict):
    name: str
    kind: Literal["treasure", "starter"]
    start: str | None


class CardEntry(TypedDict):
    name: str
    deck: str
    words: str
    needs: list[str]
    final: bool


class Catalog(TypedDict):
    moons: int
    rooms: list[RoomEntry]
    characters: dict[str, CharacterEntry]
    objects: dict[str, ObjectEntry]
    cards: dict[str, CardEntry]


def catalog(edition: CoralineEdition) -> Catalog:
    return {
        "moons": LAST_MOON,
        "rooms": [room_entry(edition, number) for number in range(len(edition.rooms))],
        "characters": {
            one.id: {"name": one.name, "called": one.called, "home": home_of(edition, one.home)}
            for one in edition.characters
        },
        "objects": {
            thing.id: {
                "name": thing.name,
                "kind": "treasure" if thing.start >= 0 else "starter",
                "start": home_of(edition, thing.start),
            }
            for thing in edition.objects
        },
        "cards": {
            card.id: card_entry(edition, card, deck)
            for deck, cards in (("coraline", edition.coraline), ("beldam", edition.beldam))
            for card in cards
        },
    }


def home_of(edition: CoralineEdition, room: int) -> str | None:
    return edition.rooms[room].id if room >= 0 else None


def room_plan(edition: CoralineEdition, number: int) -> RoomPlan:
    room = edition.rooms[number]
    return {
        "id": room.id,
        "name": room.name,
        "column": room.column,
        "row": room.row,
        "portraits": [who.id for who in edition.characters if who.home == number],
    }


def room_entry(edition: CoralineEdition, number: int) -> RoomEntry:
    around = beside(edition)[number]
    return {
        **room_plan(edition, number),
        "beside": [other.id for n, other in enumerate(edition.rooms) if around >> n & 1],
    }


def card_entry(edition: CoralineEdition, card: Card, deck: str) -> CardEntry:
    return {
        "name": card.name,
        "deck": deck,
        "words": card_text(edition, card),
        "needs": [edition.objects[thing].id for thing in card.needs],
        "final": speaks_of(card.does, "ESCAPE"),  # CO-WIN.1
    }
