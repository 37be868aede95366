"""Tables for small stories: a moment of Storybook Battles, laid out in a few lines of words.

    tale = table("Cheshire Cat @ 0,0", "Crocodile 4/4 @ 1,0 turned 1", "White Rabbit in hand", turn="hero")
    tale.play("White Rabbit", (2, 0))
    assert tale.refused("spin", "Crocodile", "left") == "SB-SPIN.2"

A line names a card (by name or id; "hero Mad Hatter" where both sides have one) and where it is:
`@ x,y`, `in hand`, `on deck` (the first line is the top) or `captured`. A card lies upright and face
up unless the line says `turned 3` or `face down`. Swords/Shields after the name (`4/2` on all sides,
or `4/2,1/3,5/1,2/2` for N, E, S, W) and `for 3` points replace what the edition prints. Whose card it
is follows from the edition; all other cards are in the decks. A side whose Twist is not given has used
it, so that a story without Twists has no windows.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import fabletop
from fabletop.games.storybook import cards
from fabletop.games.storybook import table as t
from fabletop.games.storybook.faces import SIDES, Face, StorybookEdition, Team, Twist
from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.text import ROLE_KEYS
from fabletop.games.storybook.turn import ask_for_actions
from fabletop.kernel.game import Opening
from fabletop.kernel.journal import Journal

from .tale import HOUSE, Cell, Tale, twist_named

__all__ = ["HOUSE", "Cell", "Tale", "reprint", "start", "table", "twist_named"]

LINE = re.compile(
    r"(?:(?P<side>hero|villain) )?(?P<name>.+?)"
    r"(?: (?P<numbers>\d/\d(?:,\d/\d){3}|\d/\d))?(?: for (?P<points>\d+))?"
    r"(?: @ (?P<x>-?\d+),(?P<y>-?\d+)(?: turned (?P<turned>[0-3]))?(?P<down> face down)?"
    r"| (?P<place>in hand|on deck|captured))"
)


def reprint(folder: Path, *changes: tuple[str, str]) -> StorybookEdition:
    """The house edition with some words replaced, read as anybody's own edition is."""
    text = (GAME.home / "editions" / "house.toml").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in the edition"
        text = text.replace(old, new)
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    edition = GAME.edition(path)
    assert isinstance(edition, StorybookEdition)
    return edition


# --- Reading the lines ----------------------------------------------------------------------------


@dataclass
class Line:
    face: Face
    team: Team
    words: re.Match[str]


def read_line(text: str, edition: StorybookEdition) -> Line:
    words = LINE.fullmatch(text)
    assert words, f"not a line of a table: {text!r}"
    found = [
        Line(face, team, words)
        for team in edition.teams
        for face in team.faces
        if words["name"] in (face.id, face.name) and words["side"] in (None, team.side)
    ]
    assert len(found) == 1, f"{len(found)} cards are meant by {text!r}"
    return found[0]


def printed(edition: StorybookEdition, lines: list[Line], calm: bool) -> StorybookEdition:
    """The edition with the numbers that the lines give; calm: nobody else can Best anybody."""
    changed: dict[str, Face] = {}
    if calm:
        changed = {face.id: replace(face, sides=((1, 9),) * 4) for face in edition.faces}
    for line in lines:
        face = changed.get(line.face.id, line.face)
        if line.words["numbers"]:
            pairs = [tuple(map(int, pair.split("/"))) for pair in line.words["numbers"].split(",")]
            face = replace(face, sides=tuple((a, b) for a, b in pairs * (4 // len(pairs))))
        if line.words["points"]:
            face = replace(face, points=int(line.words["points"]))
        if face != line.face:
            changed[face.id] = face
    if not changed:
        return edition
    teams = [replace(m, faces=tuple(changed.get(f.id, f) for f in m.faces)) for m in edition.teams]
    return with_teams(edition, teams)


def with_teams(edition: StorybookEdition, teams: list[Team]) -> StorybookEdition:
    """The same edition with other faces on its cards."""
    old = edition.cards
    other = StorybookEdition(edition.name, edition.title, edition.version, edition.digest)
    other.teams = teams
    other.faces = [face for team in teams for face in team.faces]
    other.twists = edition.twists
    other.cards = cards.Cards(
        swords=[swords for face in other.faces for swords, _ in face.sides],
        shields=[shields for face in other.faces for _, shields in face.sides],
        points=[face.points for face in other.faces],
        teams=list(zip(old.team_kind, old.team_side, old.team_face, old.team_twist, strict=True)),
        twists=list(
            zip(
                old.twist_team,
                old.twist_when,
                old.twist_enemy_turn,
                old.twist_need,
                old.twist_needs,
                old.twist_step,
                strict=True,
            )
        ),
        program=old.program,
        duel_spaces=list(old.duel_spaces),
        team_spaces=list(old.team_spaces),
    )
    return other


def team_of(twist: Twist, edition: StorybookEdition) -> Team:
    return next(team for team in edition.teams if (team.id, team.side) == (twist.team, twist.side))


@dataclass
class Cast:
    """Who leads and who helps, for each role; None until somebody is cast."""

    edition: StorybookEdition
    players: int
    champions: list[Team | None] = field(default_factory=list)
    allies: list[Team | None] = field(default_factory=list)

    def roles(self, side: str) -> list[int]:
        return [role for role in range(self.players) if SIDES[role & 1] == side]

    def parts(self, kind: str) -> list[Team | None]:
        return self.champions if kind == "champion" else self.allies

    def add(self, team: Team) -> int:
        """The role that this team plays for."""
        parts = self.parts(team.kind)
        roles = self.roles(team.side)
        found = [role for role in roles if parts[role] == team] or [role for role in roles if not parts[role]]
        assert found, f"there is no player left for {team.name}"
        parts[found[0]] = team
        return found[0]

    def fill(self) -> None:
        for kind in ("champion", "ally"):
            parts = self.parts(kind)
            for role in range(self.players):
                if parts[role] is None:
                    teams = self.edition.teams_of(kind, SIDES[role & 1])
                    self.add(next(team for team in teams if team not in parts))


# --- Laying the table -----------------------------------------------------------------------------


def table(
    *lines: str,
    turn: str = "hero",
    ap: int = t.AP_A_TURN,
    score: tuple[int, int] = (0, 0),
    champions: Mapping[str, str] | None = None,
    allies: Mapping[str, str] | None = None,
    twists: Sequence[str] = (),
    players: int = 2,
    deck: Mapping[str, int] | None = None,
    quiet: int = 0,
    number: int = 7,
    seat0: str = "heroes",
    stall: bool = True,
    calm: bool = False,
    edition: StorybookEdition = HOUSE,
    rules: int = 0,
) -> Tale:
    """A table in the turn of a role ("hero", "villain", "hero2", "villain2"), which is asked next.

    `deck` says how many cards a role still has in its deck (the others are in the box); `number` is
    the number of the turn, `quiet` how many turns ago a card was captured, `calm` keeps the peace; `rules`
    is an older version of the rules, where not today's holds.
    """
    read = [read_line(line, edition) for line in lines]
    book = printed(edition, read, calm)
    company = Cast(book, players, [None] * players, [None] * players)
    for kind, given in (("champion", champions or {}), ("ally", allies or {})):
        for key, team in given.items():
            role = ROLE_KEYS.index(key)
            company.parts(kind)[role] = book.teams[book.team_index(kind, SIDES[role & 1], team)]
    for line in read:
        company.add(book.teams[edition.teams.index(line.team)])
    kept = [(company.add(team_of(twist_named(name, book), book)), twist_named(name, book)) for name in twists]
    company.fill()

    state = GAME.blank(Opening(GAME, book, players, agreed(company, dict(kept), seat0, stall), rules))
    state.begin()
    clear(state)
    state.journal = Journal()
    idle = {0, 1} - {role & 1 for role, _ in kept}
    state.spent = sum(1 << side for side in idle)
    tale = Tale(state, book)
    for line in read:
        lay_out(tale, line)
    stack_decks(tale, read, deck or {})
    state.tally[t.SCORE], state.tally[t.SCORE + 1] = score
    state.measure()
    state.role = ROLE_KEYS.index(turn)
    state.turn, state.quiet, state.ap = number, quiet, ap
    ask_for_actions(state)
    state.settle()
    tale.check()
    return tale


def agreed(company: Cast, kept: Mapping[int, Twist], seat0: str, stall: bool) -> dict[str, str]:
    """The options that answer all questions of the build."""
    options = {"side": seat0} | ({} if stall else {"stall": "off"})
    for role in range(company.players):
        champion, ally = company.champions[role], company.allies[role]
        assert champion is not None and ally is not None
        first = next(w for w in company.edition.twists if (w.team, w.side) == (champion.id, champion.side))
        key = ROLE_KEYS[role]
        options |= {key: champion.id, f"{key}_ally": ally.id, f"{key}_twist": kept.get(role, first).id}
    return options


def clear(state: Storybook) -> None:
    """Take everything that the set-up has dealt back into the decks."""
    for card in range(len(state.at)):
        if state.at[card] >= 0:
            state.lift(card)
        state.at[card] = t.IN_DECK
    for role in range(state.opening.players):
        state.tally[t.HAND_SIZE + role] = 0
    state.depth = 0


def start(seed: int = 1, players: int = 2, **options: str) -> Tale:
    """A game from its first question on."""
    opening = GAME.opening(players, options)
    state = GAME.blank(opening)
    state.journal = Journal()
    state.rng = fabletop.seeded(seed)
    state.begin()
    assert isinstance(opening.edition, StorybookEdition)
    return Tale(state, opening.edition)


def lay_out(tale: Tale, line: Line) -> None:
    state, words = tale.state, line.words
    card = tale.card(line.face.id)
    if words["place"] == "in hand":
        state.at[card] = t.IN_HAND
        state.tally[t.HAND_SIZE + card // cards.DECK] += 1
    elif words["place"] == "captured":
        state.at[card] = t.CAPTURED
    elif words["x"]:
        cell = state.cell_of(int(words["x"]), int(words["y"]))
        assert state.card_at(cell) < 0, f"two cards lie at {words['x']},{words['y']}"
        upright = 2 * (card // cards.DECK & 1)
        lies = t.FACE_DOWN if words["down"] else int(words["turned"] or upright)
        state.set_down(card, cell, lies)


def stack_decks(tale: Tale, lines: list[Line], left: Mapping[str, int]) -> None:
    state = tale.state
    for role in range(state.opening.players):
        first = role * cards.DECK
        tops = [tale.card(line.face.id) for line in lines if line.words["place"] == "on deck"]
        tops = [card for card in tops if card // cards.DECK == role]
        rest = [c for c in range(first, first + cards.DECK) if state.at[c] == t.IN_DECK and c not in tops]
        pile = rest + tops[::-1]
        size = left.get(ROLE_KEYS[role], len(pile))
        assert len(tops) <= size <= len(pile), f"{ROLE_KEYS[role]} has {len(pile)} cards for the deck"
        for card in pile[: len(pile) - size]:
            state.at[card] = t.IN_BOX
        for i, card in enumerate(pile[len(pile) - size :]):
            state.deck[first + i] = card
        state.tally[t.DECK_SIZE + role] = size
