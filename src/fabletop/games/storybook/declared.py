"""What an edition of Storybook Battles is made of: for editors, and for people."""

from typing import Any

from fabletop.games.storybook import cards as c
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.catalog import face_words
from fabletop.games.storybook.edition import FARTHEST, LEADERS, SPACES, VOCABULARY, WINDOWS, names_of
from fabletop.games.storybook.faces import KINDS, SIDES, StorybookEdition
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

EDGES = {"n": "Top", "e": "Right", "s": "Bottom (the name)", "w": "Left"}
BOTH = ("Swords", "Shields")


class StorybookDeclared(Declared):
    def names_at(self, edition: Any, content: Content, path: Spot) -> Names:
        twist = content["twist"][path[1]]
        teams = edition.teams if edition else []
        wanted = (twist.get("team"), twist.get("side"))
        return names_of(next((team for team in teams if (team.id, team.side) == wanted), None))

    def printed(self, edition: StorybookEdition) -> dict[str, dict[str, str]]:
        return {
            "team.cards": {face.id: face_words(face) for team in edition.teams for face in team.faces},
            "twist": {
                twist.id: twist_text(twist) for twist in edition.twists if twist.does or twist.unplayed
            },
        }

    def opening_with(self, edition: StorybookEdition, seat: int, section: str, id: str) -> dict[str, str]:
        """All is agreed on, so that the first cards are dealt at once; this one's team is the seat's."""
        teams = {face.id: team for team in edition.teams for face in team.faces}
        twists = {twist.id: (twist.team, twist.side) for twist in edition.twists}
        if section == "twist" and id in twists:
            team = next(one for one in edition.teams if (one.id, one.side) == twists[id])
        elif id in teams:
            team = teams[id]
        else:
            return {}
        options = {"side": ["heroes", "villains"][(SIDES.index(team.side) + seat) % 2]}
        for side in SIDES:
            for kind, key in (("champion", side), ("ally", f"{side}_ally")):
                options[key] = edition.teams_of(kind, side)[0].id
        options[team.side if team.kind == "champion" else f"{team.side}_ally"] = team.id
        for side in SIDES:
            own = (options[side], side)
            options[f"{side}_twist"] = next(one.id for one in edition.twists if (one.team, one.side) == own)
        if section == "twist":
            options[f"{team.side}_twist"] = id
        return options

    def at_hand(self, state: Any, seat: int, section: str, id: str) -> bool:
        """In hand, or on the table from the start, as a Leader is."""
        view = state.opening.game.view(state, seat)
        if section == "twist":
            return bool(view["twist"])
        return any(card.get("card") == id for card in [*view["hand"], *view["table"]])


def pair(key: str) -> DeclaredField:
    return DeclaredField(
        key, EDGES[key], "pair", "Swords and Shields of this side", face=True, high=9, parts=BOTH
    )


DECLARED = StorybookDeclared(
    sections=[
        top(
            DeclaredField(
                "balanced",
                "Check the house formula",
                "flag",
                "2 x Swords + Shields = 20 + 4 x points, and its limits: told, not enforced",
                needed=False,
            )
        ),
        *(
            DeclaredSection(
                f"spaces.{table}",
                f"First spaces, {'two' if table == 'duel' else 'four'} players",
                "layout",
                [
                    DeclaredField(role, role.capitalize(), "xy", low=-FARTHEST, high=FARTHEST, size=2)
                    for role in usual
                ],
                "where the first cards are laid: x to the Heroes' right, y away from them; all, or none",
                many=False,
                names="",
            )
            for table, usual in SPACES.items()
        ),
        DeclaredSection(
            "set",
            "Stories",
            "story",
            [DeclaredField("id", "Id", "id"), DeclaredField("name", "Name")],
            adds=True,
        ),
        DeclaredSection(
            "team",
            "Teams",
            "team",
            [
                DeclaredField("id", "Id", "id"),
                DeclaredField("name", "Name"),
                DeclaredField("set", "Story", "ref", of="set"),
                DeclaredField("kind", "Kind", "choice", "10 cards with a Leader, or 5", values=(*KINDS,)),
                DeclaredField("side", "Side", "choice", values=(*SIDES,)),
            ],
            "A Champion's 10 cards or an Ally's 5, with two Plot Twists. An Ally has an entry a side.",
            adds=True,
        ),
        DeclaredSection(
            "team.cards",
            "Cards",
            "card",
            [
                DeclaredField("id", "Id", "id"),
                DeclaredField("name", "Name", face=True),
                DeclaredField("points", "Plot Points", "number", "what it is worth", face=True, high=9),
                *(pair(edge) for edge in EDGES),
                DeclaredField("leader", "Leader", "flag", "the star card of a Champion", needed=False),
                MARK,
            ],
            look="card",
            adds=True,
        ),
        DeclaredSection(
            "twist",
            "Plot Twists",
            "twist",
            [
                DeclaredField("id", "Id", "id"),
                DeclaredField("name", "Name", face=True),
                DeclaredField("team", "Team", "ref", of="team"),
                DeclaredField("side", "Side", "choice", values=(*SIDES,)),
                DeclaredField(
                    "hourglass",
                    "When",
                    "choices",
                    "none: in your own turn; else the moments, in either side's turn",
                    needed=False,
                    values=(*WINDOWS,),
                ),
                DeclaredField("turn", "Whose turn", "choice", needed=False, values=("any", "enemy")),
                DeclaredField("lasting", "Stays on show", "flag", needed=False),
                DeclaredField(
                    "needs", "Needs", "needs", "what must hold", needed=False, vocabulary="twist.needs"
                ),
                DeclaredField(
                    "does", "Does", "steps", "up to four steps, in order", face=True, vocabulary="twist.does"
                ),
                *UNPLAYED,
                MARK,
            ],
            "Two for each team. It may be played when all of its needs hold; then its steps are carried out.",
            look="twist",
            adds=True,
        ),
    ],
    boards=[
        DeclaredBoard(
            "layout",
            "spaces",
            "The first cards",
            {
                "tables": {
                    table: {"leaders": LEADERS[table], "roles": list(usual), "usual": usual}
                    for table, usual in SPACES.items()
                },
                "farthest": FARTHEST,
                "each": 2,
            },
        )
    ],
    vocabularies={"twist.does": VOCABULARY, "twist.needs": VOCABULARY},
)
assert c.TEAM_SIZE == 10 and c.ALLY_SIZE == 5  # as the words above say
