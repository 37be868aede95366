"""What an edition of Condyle Cove holds, as plain data to draw from. Nothing of it is secret."""

from typing import Literal, TypedDict

from fabletop.games.condyle.edition import CondyleEdition, Face
from fabletop.kernel.effects.nodes import all_steps


class SpaceEntry(TypedDict):
    name: str
    words: str
    deck: str


class CulDeSacEntry(TypedDict):
    name: str
    acts: list[str]


class CardEntry(TypedDict):
    name: str
    words: str
    kind: Literal["defensive", "building", "ordinary"]
    does: list[str]  # the verbs of its steps, for signs of them
    set: str
    count: int
    solo: str
    his: str  # what it does where the Boogeyman plays it (CC-SOLO.24, CC-R87)


class ActEntry(TypedDict):
    name: str
    words: str
    set: str
    boogeyman: bool


class CharmEntry(TypedDict):
    name: str
    words: str
    deck: str
    permanent: bool
    count: int


class Catalog(TypedDict):
    """The cards and spaces of an edition, by their ids."""

    spaces: dict[str, SpaceEntry]
    cul_de_sacs: dict[str, CulDeSacEntry]
    cards: dict[str, CardEntry]
    acts: dict[str, ActEntry]
    charms: dict[str, CharmEntry]


def catalog(edition: CondyleEdition) -> Catalog:
    return {
        "spaces": {
            space.id: {"name": space.name, "words": space.words, "deck": space.deck}
            for space in edition.spaces
        },
        "cul_de_sacs": {
            id: {"name": name, "acts": [act.id for act in edition.acts_of(id)]}
            for id, name in edition.cul_de_sacs.items()
        },
        "cards": {face.id: card_entry(face) for face in edition.faces},
        "acts": {
            act.id: {"name": act.name, "words": act.words, "set": act.set, "boogeyman": act.boogeyman}
            for act in edition.acts
        },
        "charms": {
            charm.id: {
                "name": charm.name,
                "words": charm.words,
                "deck": charm.deck,
                "permanent": charm.permanent,
                "count": charm.count,
            }
            for charm in edition.charms
        },
    }


def card_entry(face: Face) -> CardEntry:
    return {
        "name": face.name,
        "words": face.words,
        "kind": "defensive" if face.defensive else "building" if face.builds else "ordinary",
        "does": list(dict.fromkeys(step.verb.name.lower() for step in all_steps(face.does))),
        "set": face.set,
        "count": face.count,
        "solo": face.solo,
        "his": face.his,
    }
