"""What an edition of Condyle Cove is made of: for editors, and for people."""

from typing import Any

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
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
from fabletop.kernel.question import Mistake


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
        """Who tries something goes first, with the expansion that it belongs to."""
        decks = {space.id: space.deck for space in edition.spaces} if section == "space" else {}
        sets = {one.id: one.set for one in (edition.acts if section == "act" else edition.faces)}
        deck, found = decks.get(id, section), sets.get(id)
        options = {"first": str(seat)}
        if deck == "winter":
            options["winter"] = "on"
        elif deck in ("haunted", "ghost"):
            options["ghost"] = "on"
        elif deck == "act" and found in edition.cul_de_sacs:
            options["cul_de_sac"] = found
        elif deck == "act" and id == "my_binky":
            options["binky"] = next(act.id for act in edition.acts_of(USUAL_SET) if not act.boogeyman)
        elif deck == "act":
            options["boogeyman"] = "standard"
        elif found == "solo":
            raise Mistake(ONLY_ALONE)
        elif found == "fourth":
            options["fourth"] = "on"
        return options

    def at_hand(self, state: Any, seat: int, section: str, id: str) -> bool:
        """In hand; on the map from the start; or on top of its deck, with the space that flips it."""
        edition, view = state.opening.edition, state.opening.game.view(state, seat)
        on_map = {space["space"] for space in view["map"]}
        if section == "space" and any(one.id == id and one.deck == "hand" for one in edition.spaces):
            return any(face.id in view["hand"] for face in edition.faces if face.id == id)
        if section == "space":
            return id in on_map
        if section == "act":
            return any(edition.acts[state.deck[t.ACT + slot]].id == id for slot in range(t.ACTS))
        if section == "winter":
            return top_charm(state, t.WINTER, state.winter_n) == id and edition.spaces[c.COLD].id in on_map
        if section == "haunted":
            return top_charm(state, t.HAUNTED, state.haunted_n) == id
        return id in view["hand"]


def top_charm(state: Any, first: int, count: int) -> str:
    return str(state.opening.edition.charms[state.deck[first + count - 1]].id) if count else ""


class SoloDeclared(CondyleDeclared):
    """The same cards, played alone: no expansions, and some belong to the Boogeyman."""

    def opening_with(self, edition: CondyleEdition, seat: int, section: str, id: str) -> dict[str, str]:
        faces = {face.id: face for face in edition.faces}
        acts = {act.id for act in edition.acts_of(USUAL_SET) if not act.boogeyman}
        spaces = {space.id for space in edition.spaces if space.deck == "base"}
        alone = {
            "card": id in faces and faces[id].set != "fourth" and faces[id].solo != "out",
            "act": id in acts,
            "space": id in spaces,
        }
        if not alone.get(section, False):
            raise Mistake(NEVER_ALONE)
        return {}

    def at_hand(self, state: Any, seat: int, section: str, id: str) -> bool:
        """Also what the Boogeyman moves by first."""
        if section != "card" or not state.move_n:
            return super().at_hand(state, seat, section, id)
        move = state.face(state.deck[t.MOVES + state.move_n - 1])
        return bool(state.opening.edition.faces[move].id == id) or super().at_hand(state, seat, section, id)


USUAL_SET = "kiddie_corner"
ONLY_ALONE = "This card is only played in Alone in Condyle Cove: choose that game to try it."
NEVER_ALONE = "This is no part of Alone in Condyle Cove: choose the other game to try it."


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
SOLO_DECLARED = SoloDeclared(DECLARED.sections, DECLARED.boards, DECLARED.vocabularies)
