"""The text of a card, made from its steps."""

from typing import TYPE_CHECKING

from fabletop.kernel.edition import not_carried_out
from fabletop.kernel.effects.nodes import Steps
from fabletop.kernel.effects.text import Speech

if TYPE_CHECKING:
    from fabletop.games.coraline.edition import Card, CoralineEdition


class CoralineSpeech(Speech):
    def __init__(self, edition: "CoralineEdition", offers: bool) -> None:
        super().__init__(edition.names, offers)
        self.edition = edition

    def called(self, kind: str, number: int) -> str:
        if kind == "character":
            return self.edition.characters[number].called
        return f"the {self.names.text(kind, number)}"


def card_text(edition: "CoralineEdition", card: "Card") -> str:
    """What a card needs and does. A Coraline card's steps are offers, a Beldam card's are orders."""
    needs = [f"Needs the {edition.objects[thing].name}." for thing in card.needs]
    speech = CoralineSpeech(edition, card in edition.coraline)
    words = not_carried_out(card.unplayed) if card.unplayed else speech.sentences(card.does)
    return " ".join([*needs, words])


def orders(edition: "CoralineEdition", steps: Steps) -> str:
    """Steps as one would say them who has decided."""
    return CoralineSpeech(edition, False).clauses(steps)
