"""What an edition of Coraline is made of: for editors, and for people."""

from typing import Any

from fabletop.games.coraline.card_text import card_text
from fabletop.games.coraline.edition import KINDS, CoralineEdition
from fabletop.games.coraline.language import BELDAM_WORDS, CORALINE_WORDS
from fabletop.kernel.declaring import (
    MARK,
    UNPLAYED,
    Content,
    Declared,
    DeclaredBoard,
    DeclaredField,
    DeclaredSection,
    top,
)
from fabletop.kernel.edition import Spot
from fabletop.kernel.effects.kinds import Names


class CoralineDeclared(Declared):
    def names_at(self, edition: CoralineEdition, content: Content, path: Spot) -> Names:
        return edition.names

    def printed(self, edition: CoralineEdition) -> dict[str, dict[str, str]]:
        decks = {"coraline": edition.coraline, "beldam": edition.beldam}
        return {
            deck: {card.id: card_text(edition, card) for card in cards if card.does or card.unplayed}
            for deck, cards in decks.items()
        }

    def at_hand(self, state: Any, seat: int, section: str, id: str) -> bool:
        edition = state.opening.edition
        if section == "coraline":
            numbers = [number for number, card in enumerate(edition.coraline) if card.id == id]
            return any(state.at[number] == seat for number in numbers)
        if section == "beldam":
            return bool(edition.beldam[state.woes[state.woes_base]].id == id)
        return True


ID, NAME = DeclaredField("id", "Id", "id"), DeclaredField("name", "Name", face=True)


def cards(deck: str, words: str, *more: DeclaredField) -> DeclaredSection:
    does = DeclaredField("does", "Does", "steps", face=True, vocabulary=f"{deck}.does")
    fields = [ID, NAME, *more, does, *UNPLAYED, MARK]
    return DeclaredSection(deck, f"{deck.capitalize()} cards", "card", fields, words, look="card")


DECLARED = CoralineDeclared(
    sections=[
        top(),
        DeclaredSection(
            "room",
            "Rooms",
            "room",
            [
                ID,
                NAME,
                DeclaredField("column", "Column", "number", low=1, high=6),
                DeclaredField("row", "Row", "number", low=1, high=6),
                MARK,
            ],
            "Six. Rooms that share an edge are adjacent. There must be a kitchen and a living-room.",
            look="room",
        ),
        DeclaredSection(
            "character",
            "Characters",
            "character",
            [
                ID,
                NAME,
                DeclaredField("called", "Within a sentence", words="the Cat", needed=False),
                DeclaredField(
                    "home", "Portrait", "ref", "the room that bears the portrait", needed=False, of="room"
                ),
                MARK,
            ],
            "There must be coraline and beldam; the others are helpers.",
            look="character",
        ),
        DeclaredSection(
            "object",
            "Objects",
            "object",
            [
                ID,
                NAME,
                DeclaredField("kind", "Kind", "choice", "in the Satchel, or in a room", values=(*KINDS,)),
                DeclaredField("room", "Room", "ref", "where a treasure begins", needed=False, of="room"),
                DeclaredField("plural", "Its name is a plural", "flag", needed=False),
                MARK,
            ],
            look="object",
        ),
        cards(
            "coraline",
            "Thirty. Each step may be declined, all but SPEND. One card alone has ESCAPE.",
            DeclaredField("needs", "Needs", "refs", "objects in the Satchel", needed=False, of="object"),
        ),
        cards("beldam", "Thirty. Their steps are compulsory."),
    ],
    boards=[DeclaredBoard("rooms", "room", "The house", {"columns": 6, "rows": 6})],
    vocabularies={"coraline.does": CORALINE_WORDS, "beldam.does": BELDAM_WORDS},
)
