"""What an edition of Coraline holds, as plain data to draw from. Nothing of it is secret."""

from typing import Any

from fabletop.games.coraline import cards as c
from fabletop.games.coraline.edition import Card, CoralineEdition
from fabletop.games.coraline.table import LAST_MOON
from fabletop.games.coraline.wording import card_text

Json = dict[str, Any]


def catalog(edition: CoralineEdition) -> Json:
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


def room_entry(edition: CoralineEdition, number: int) -> Json:
    room = edition.rooms[number]
    assert edition.box is not None
    return {
        "id": room.id,
        "name": room.name,
        "column": room.column,
        "row": room.row,
        "portraits": [who.id for who in edition.characters if who.home == number],
        "beside": [other.id for n, other in enumerate(edition.rooms) if edition.box.beside[number] >> n & 1],
    }


def card_entry(edition: CoralineEdition, card: Card, deck: str) -> Json:
    return {
        "name": card.name,
        "deck": deck,
        "words": card_text(edition, card),
        "needs": [edition.objects[thing].id for thing in card.needs],
        "final": any(step.op == c.DO_ESCAPE for step in card.does),  # CO-WIN.1
    }
