"""What an edition of Condyle Cove is made of: for editors, and for people."""

from typing import Any

from fabletop.games.condyle.edition import (
    BASE_COVE,
    DECKS,
    GHOST_COVE,
    SETS,
    SOLO,
    CondyleEdition,
    space_names,
)
from fabletop.games.condyle.program import VOCABULARY
from fabletop.kernel.declaring import (
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


class CondyleDeclared(Declared):
    def names_at(self, edition: Any, content: Content, path: Spot) -> Names:
        return space_names(content)

    def printed(self, edition: CondyleEdition) -> dict[str, dict[str, str]]:
        decks = ("winter", "haunted")
        return {
            "space": {space.id: space.words for space in edition.spaces},
            "card": {face.id: face.words for face in edition.faces},
            "act": {act.id: act.words for act in edition.acts},
            **{deck: {one.id: one.words for one in edition.charms if one.deck == deck} for deck in decks},
        }

    def opening_with(self, edition: CondyleEdition, seat: int, section: str, id: str) -> dict[str, str]:
        if section == "winter":
            return {"winter": "on"}
        if section == "haunted":
            return {"ghost": "on"}
        sets = {one.id: one.set for one in (edition.acts if section == "act" else edition.faces)}
        if section == "act" and sets.get(id) in edition.cul_de_sacs:
            return {"cul_de_sac": sets[id]}
        return {"fourth": "on"} if section == "card" and sets.get(id) == "fourth" else {}

    def at_hand(self, state: Any, seat: int, section: str, id: str) -> bool:
        if section != "card":
            return True
        return id in state.opening.game.view(state, seat)["hand"]


ID, NAME = DeclaredField("id", "Id", "id"), DeclaredField("name", "Name", face=True)
COUNT = DeclaredField("count", "Copies", "number", low=1, high=9, needed=False)
MARKS = DeclaredField(
    "marks",
    "Where it comes from",
    "marks",
    "of name, count and effect: s stated, v derived, r reported, d designed",
    needed=False,
)


def effect(of: str, words: str = "", goes_with: str = "") -> DeclaredField:
    return DeclaredField(
        "effect",
        "Effect",
        "steps",
        words,
        needed=not goes_with,
        face=True,
        vocabulary=f"{of}.effect",
        goes_with=goes_with,
    )


def charms(deck: str, title: str, words: str) -> DeclaredSection:
    fields = [ID, NAME, COUNT, effect(deck, "HOLD(...) makes it Permanent"), *UNPLAYED, MARKS]
    return DeclaredSection(deck, title, "card", fields, words, adds=True, look="charm")


DECLARED = CondyleDeclared(
    sections=[
        top(),
        DeclaredSection(
            "space",
            "Spaces",
            "space",
            [
                ID,
                NAME,
                DeclaredField("deck", "Deck", "choice", values=(*DECKS,)),
                DeclaredField(
                    "when",
                    "When",
                    "choice",
                    "on landing, while resting there, or when a turn begins there",
                    needed=False,
                    values=("land", "here", "begin"),
                ),
                effect("space", "here: one of the rules; begin: may BOOST(you, 1/n)", goes_with="when"),
                *UNPLAYED,
                MARKS,
            ],
            "The cards of the map.",
            adds=True,
            look="space",
        ),
        DeclaredSection(
            "card",
            "Options cards",
            "card",
            [
                ID,
                NAME,
                COUNT,
                DeclaredField("set", "Set", "choice", values=(*SETS,)),
                effect("card"),
                DeclaredField("solo", "In solo play", "choice", values=(*SOLO,)),
                DeclaredField("steps", "Steps", "number", "how far the Boogeyman goes", high=6, needed=False),
                *UNPLAYED,
                MARKS,
            ],
            "40 in the base box, 3 for solo play, 14 of the 4th Player set.",
            adds=True,
            look="card",
        ),
        DeclaredSection(
            "cul_de_sac", "Cul-de-sacs", "cul-de-sac", [ID, DeclaredField("name", "Name")], adds=True
        ),
        DeclaredSection(
            "act",
            "Acts of Desperation",
            "act",
            [
                ID,
                NAME,
                DeclaredField("set", "Cul-de-sac", "ref", of="cul_de_sac"),
                effect("act"),
                *UNPLAYED,
                MARKS,
            ],
            "Six for each cul-de-sac, one of them at least a Boogeyman: ELIMINATE(you). "
            "The set 'choices' has my_binky and extra_boogeyman.",
            adds=True,
            look="act",
        ),
        charms("winter", "Last Winter", "21 cards."),
        charms("haunted", "Haunted cards", "7 cards, all Permanent."),
    ],
    boards=[
        DeclaredBoard(
            "spaces",
            "space",
            "The Cove",
            {"decks": {"base": BASE_COVE, "ghost": GHOST_COVE, "winter": 1}},
        )
    ],
    vocabularies=dict.fromkeys(
        (f"{of}.effect" for of in ("space", "card", "act", "winter", "haunted")), VOCABULARY
    ),
)
