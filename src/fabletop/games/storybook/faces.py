"""What an edition of Storybook Battles prints: faces, teams and Plot Twists."""

from dataclasses import dataclass

from fabletop.games.storybook.cards import Cards
from fabletop.games.storybook.notation import TeamNames
from fabletop.kernel.edition import Edition
from fabletop.kernel.effects.nodes import Steps, Test

SIDES = ["hero", "villain"]
KINDS = ["champion", "ally"]


@dataclass(frozen=True, slots=True)
class Face:
    id: str
    name: str
    points: int
    sides: tuple[tuple[int, int], ...]  # (Swords, Shields) of N, E, S, W
    leader: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Team:
    id: str
    name: str
    set: str
    kind: str
    side: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Twist:
    id: str
    name: str
    team: str
    side: str
    hourglass: tuple[str, ...]
    enemy_turn: bool
    lasting: bool
    mark: str
    needs: tuple[Test, ...]  # `card_text.twist_text` says them
    does: Steps
    names: TeamNames


class StorybookEdition(Edition):
    teams: list[Team]
    faces: list[Face]
    twists: list[Twist]
    cards: Cards

    def teams_of(self, kind: str, side: str) -> list[Team]:
        return [team for team in self.teams if team.kind == kind and team.side == side]

    def team_index(self, kind: str, side: str, id: str) -> int:
        return next(i for i, t in enumerate(self.teams) if (t.kind, t.side, t.id) == (kind, side, id))

    def twist_index(self, id: str) -> int:
        return next(i for i, twist in enumerate(self.twists) if twist.id == id)
