"""What an edition of Storybook Battles prints, as plain data to draw from."""

from typing import TypedDict

from fabletop.games.storybook import table as t
from fabletop.games.storybook import verbs
from fabletop.games.storybook.actions import COSTS
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.faces import Face, StorybookEdition, Team, Twist
from fabletop.kernel.game import verbs_of

VERBS = verbs_of(vars(verbs))


class TeamEntry(TypedDict):
    """A Champion's or an Ally's cards; an Ally has one entry a side (SB-BUILD.3)."""

    id: str
    name: str
    set: str
    kind: str
    side: str
    cards: list[str]


class CardEntry(TypedDict):
    id: str
    name: str
    points: int
    leader: bool
    ally: bool
    side: str
    team: str
    set: str
    sides: list[tuple[int, int]]
    words: str


class TwistEntry(TypedDict):
    id: str
    name: str
    team: str
    side: str
    hourglass: list[str]
    lasting: bool
    words: str


class Catalog(TypedDict):
    teams: list[TeamEntry]
    cards: dict[str, CardEntry]
    twists: dict[str, TwistEntry]
    costs: dict[str, int]  # of actions, in AP
    ap: int
    full_hand: int


def catalog(edition: StorybookEdition) -> Catalog:
    return {
        "teams": [team_entry(team) for team in edition.teams],
        "cards": {face.id: card_entry(team, face) for team in edition.teams for face in team.faces},
        "twists": {twist.id: twist_entry(twist) for twist in edition.twists},
        "costs": {VERBS[verb]: cost for verb, cost in COSTS.items()},
        "ap": t.AP_A_TURN,  # SB-TURN.2
        "full_hand": t.FULL_HAND,  # SB-DRAW.2
    }


def team_entry(team: Team) -> TeamEntry:
    return {
        "id": team.id,
        "name": team.name,
        "set": team.set,
        "kind": team.kind,
        "side": team.side,
        "cards": [face.id for face in team.faces],
    }


def card_entry(team: Team, face: Face) -> CardEntry:
    return {
        "id": face.id,
        "name": face.name,
        "points": face.points,
        "leader": face.leader,
        "ally": team.kind == "ally",
        "side": team.side,
        "team": team.id,
        "set": team.set,
        "sides": list(face.sides),
        "words": face_words(face),
    }


def face_words(face: Face) -> str:
    """What is printed on a card, its name at the bottom (SB-R7)."""
    edges = zip(("top", "right", "bottom", "left"), face.sides, strict=True)
    sides = ", ".join(f"{edge} {swords}/{shields}" for edge, (swords, shields) in edges)
    return f"{face.points} Plot Point{'s' * (face.points != 1)}. Swords/Shields: {sides}."


def twist_entry(twist: Twist) -> TwistEntry:
    return {
        "id": twist.id,
        "name": twist.name,
        "team": twist.team,
        "side": twist.side,
        "hourglass": list(twist.hourglass),
        "lasting": twist.lasting,
        "words": twist_text(twist),
    }
