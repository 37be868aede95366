"""Reading an edition of Storybook Battles, and saying precisely what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabletop.games.storybook import cards as c
from fabletop.kernel.edition import BadEdition, Edition, Sheet, Source, read_toml
from fabletop.kernel.question import did_you_mean

SIDES = ["hero", "villain"]
KINDS = ["champion", "ally"]
MARKS = ["stated", "reported", "designed"]
EDGES = ["n", "e", "s", "w"]
WINDOWS = {
    "start": c.AT_START,
    "after": c.AFTER_ACTION,
    "battle": c.BEFORE_BATTLE,
    "capture": c.AT_CAPTURE,
}
WHOSE = {"my": c.MY, "enemy": c.ENEMY, "any": c.MY | c.ENEMY}
FILTER = {
    "up": c.UP,
    "down": c.DOWN,
    "ally": c.ALLY,
    "facing": c.FACING,
    "crowded": c.CROWDED,
    "doomed": c.DOOMED,
    "revealed": c.REVEALED,
}
UNTIL = {"EOB": c.UNTIL_BATTLE, "SONT": c.UNTIL_START, "EONT": c.UNTIL_END}
OPS = {
    "ap": c.DO_AP,
    "draw": c.DO_DRAW,
    "play": c.DO_PLAY,
    "hide": c.DO_HIDE,
    "reveal": c.DO_REVEAL,
    "spin": c.DO_SPIN,
    "slide": c.DO_SLIDE,
    "move": c.DO_MOVE,
    "swap": c.DO_SWAP,
    "return": c.DO_RETURN,
    "flipdown": c.DO_FLIPDOWN,
    "buff": c.DO_BUFF,
    "guard": c.DO_GUARD,
    "duel": c.DO_DUEL,
    "choose": c.DO_CHOOSE,
}
MOST_STEPS = 4  # so that no Twist can widen the layout beyond the window of the grid


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


@dataclass(frozen=True, slots=True)
class Twist:
    id: str
    name: str
    team: str
    side: str
    hourglass: tuple[str, ...]
    enemy_turn: bool
    lasting: bool
    mark: str
    needs: tuple[dict[str, Any], ...]  # as the file has them; `card_text.twist_text` says them
    does: tuple[dict[str, Any], ...]


@dataclass(slots=True)
class Program:
    """Requirements and steps of all Twists, as rows of integers."""

    needs: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)


class StorybookEdition(Edition):
    def __init__(self, name: str, title: str, version: int, digest: str) -> None:
        super().__init__(name, title, version, digest)
        self.teams: list[Team] = []
        self.faces: list[Face] = []
        self.twists: list[Twist] = []
        self.cards: c.Cards | None = None

    def teams_of(self, kind: str, side: str) -> list[Team]:
        return [team for team in self.teams if team.kind == kind and team.side == side]

    def team_index(self, kind: str, side: str, id: str) -> int:
        return next(i for i, t in enumerate(self.teams) if (t.kind, t.side, t.id) == (kind, side, id))

    def twist_index(self, id: str) -> int:
        return next(i for i, twist in enumerate(self.twists) if twist.id == id)


# --- The file -------------------------------------------------------------------------------------


def read_edition(file: Path | Source) -> StorybookEdition:
    content, digest = read_toml(file)
    problems: list[str] = []
    sheet = Sheet(content, "the file", problems)
    sheet.one_of("game", ["storybook"])
    edition = StorybookEdition(
        sheet.text("name"), sheet.text("title"), sheet.number("version", 1, 9999), digest
    )
    balanced = sheet.flag("balanced")
    sets = [read_set(s) for s in sheet.sheets("set", "set {n}")]
    edition.teams = [read_team(s, sets) for s in sheet.sheets("team", "team {n}")]
    check_teams(edition, sets, problems)
    edition.faces = [face for team in edition.teams for face in team.faces]
    check_faces(edition, balanced, problems)
    program = Program()
    rows = read_twists(sheet, edition, program)
    sheet.done()
    if problems:
        raise BadEdition(file.name, problems)
    edition.cards = tables(edition, rows, program)
    return edition


def read_set(sheet: Sheet) -> str:
    """One story of the box (SB-COMP.1)."""
    name = sheet.text("id")
    sheet.text("name")
    sheet.done()
    return name


# --- Teams and faces (SB-COMP.2, SB-COMP.4) -------------------------------------------------------


def read_team(sheet: Sheet, sets: list[str]) -> Team:
    name = sheet.text("id")
    kind = sheet.one_of("kind", KINDS)
    side = sheet.one_of("side", SIDES)
    sheet.place = f"team {name!r} ({side} {kind})"
    title = sheet.text("name")
    story = sheet.one_of("set", sets or ["?"])
    faces = [read_face(card) for card in sheet.sheets("cards", f"{sheet.place}, card {{n}}")]
    wanted = c.TEAM_SIZE if kind == "champion" else c.ALLY_SIZE
    if len(faces) != wanted:
        sheet.wrong("cards", f"a {kind} has {wanted} cards, not {len(faces)}")
    leaders = [face.name for face in faces if face.leader]
    if kind == "champion" and len(leaders) != 1:
        sheet.wrong("cards", f"a champion has exactly one card with leader = true, not {len(leaders)}")
    if kind == "ally" and leaders:
        sheet.wrong("cards", f"an ally has no leader, but {leaders[0]!r} is marked as one")
    sheet.done()
    faces.sort(key=lambda face: not face.leader)
    return Team(name, title, story, kind, side, tuple(faces))


def read_face(sheet: Sheet) -> Face:
    name = sheet.text("id")
    sheet.place = sheet.place.rsplit(", card", 1)[0] + f", card {name!r}"
    face = Face(
        id=name,
        name=sheet.text("name"),
        points=sheet.number("points", 0, 9),
        sides=tuple(read_edge(sheet, edge) for edge in EDGES),
        leader=sheet.flag("leader"),
        mark=sheet.one_of("mark", MARKS, "designed"),
    )
    sheet.done()
    return face


def read_edge(sheet: Sheet, edge: str) -> tuple[int, int]:
    value = sheet.raw(edge, list, "[swords, shields]", None)
    if value is None:
        return (1, 1)
    if len(value) != 2 or not all(type(number) is int and 0 <= number <= 9 for number in value):
        sheet.wrong(edge, f"expected [swords, shields], two whole numbers from 0 to 9, not {value!r}")
        return (1, 1)
    return (value[0], value[1])


def check_teams(edition: StorybookEdition, sets: list[str], problems: list[str]) -> None:
    for side in SIDES:
        for kind in KINDS:
            if not edition.teams_of(kind, side):
                problems.append(f"the file: there is no {kind} for the {side} side")
    seen: set[tuple[str, str, str]] = set()
    for team in edition.teams:
        key = (team.kind, team.side, team.id)
        if key in seen:
            problems.append(f"team {team.id!r}: there are two {team.side} {team.kind}s of this id")
        seen.add(key)
    for name in {name for name in sets if sets.count(name) > 1}:
        problems.append(f"set {name!r}: there are two sets of this id")


def check_faces(edition: StorybookEdition, balanced: bool, problems: list[str]) -> None:
    seen: dict[str, str] = {}
    for team in edition.teams:
        for face in team.faces:
            place = f"team {team.id!r}, card {face.id!r}"
            if face.id in seen:
                problems.append(f"{place}: this id is already used in {seen[face.id]}")
            seen[face.id] = f"team {team.id!r}"
            if balanced:
                problems += [f"{place} ({face.name}): {words}" for words in unbalanced(face)]


def unbalanced(face: Face) -> list[str]:
    """What in a card breaks the house formula: each card is worth what it costs to lose."""
    found = []
    cost = sum(2 * swords + shields for swords, shields in face.sides)
    budget = 20 + 4 * face.points
    if cost != budget:
        found.append(f"2 x Swords + Shields is {cost}; a card of {face.points} points must cost {budget}")
    for edge, (swords, shields) in zip(EDGES, face.sides, strict=True):
        if not (1 <= swords <= 5 and 1 <= shields <= 6 and swords + shields <= 9):
            found.append(f"{edge} = [{swords}, {shields}]: Swords 1-5, Shields 1-6 and at most 9 together")
    weakest = min(shields for _, shields in face.sides)
    if face.leader and weakest < 4:
        found.append(f"a Leader has no side under 4 Shields, but one of {weakest}")
    if not face.leader and weakest > 3:
        found.append(f"every card but a Leader has a side of at most 3 Shields; its weakest has {weakest}")
    return found


# --- Plot Twists (SB-COMP.2, SB-TWIST) ------------------------------------------------------------

TwistRow = tuple[int, int, int, int, int, int]
Names = dict[str, int]  # the cards of a Twist's team, and their places in the deck


def read_twists(sheet: Sheet, edition: StorybookEdition, program: Program) -> list[TwistRow]:
    """All Twists, two for each team, in the order of the teams."""
    found: dict[tuple[str, str], list[tuple[Twist, Sheet]]] = {}
    ids: set[str] = set()
    for entry in sheet.sheets("twist", "twist {n}"):
        twist = read_twist(entry, edition)
        if twist.id in ids:
            entry.wrong("id", f"{twist.id!r} is already used by another twist")
        ids.add(twist.id)
        found.setdefault((twist.team, twist.side), []).append((twist, entry))
    rows: list[TwistRow] = []
    for index, team in enumerate(edition.teams):
        first = 0 if team.kind == "champion" else c.TEAM_SIZE
        names = {face.name: first + place for place, face in enumerate(team.faces)}
        pair = found.pop((team.id, team.side), [])
        if len(pair) != 2:
            sheet.problems.append(
                f"team {team.id!r} ({team.side} {team.kind}): has {len(pair)} twists, not 2"
            )
        for twist, entry in pair:
            edition.twists.append(twist)
            rows.append(compile_twist(twist, entry, index, names, program))
    return rows


def read_twist(sheet: Sheet, edition: StorybookEdition) -> Twist:
    name = sheet.text("id")
    sheet.place = f"twist {name!r}"
    side = sheet.one_of("side", SIDES)
    teams = [team.id for team in edition.teams if team.side == side]
    hourglass = sheet.rows("hourglass", [])
    for window in hourglass:
        if window not in WINDOWS:
            sheet.wrong("hourglass", f"{window!r} is no window; {did_you_mean(str(window), list(WINDOWS))}")
    return Twist(
        id=name,
        name=sheet.text("name"),
        team=sheet.one_of("team", teams or ["?"]),
        side=side,
        hourglass=tuple(window for window in hourglass if window in WINDOWS),
        enemy_turn=sheet.one_of("turn", ["any", "enemy"], "any") == "enemy",
        lasting=sheet.flag("lasting"),
        mark=sheet.one_of("mark", MARKS, "designed"),
        needs=tuple(sheet.rows("needs", [])),
        does=tuple(sheet.rows("does")),
    )


def compile_twist(twist: Twist, sheet: Sheet, team: int, names: Names, program: Program) -> TwistRow:
    first_need = len(program.needs) // c.NEED
    for need in sheet.sheets("needs", f"{sheet.place}, needs {{n}}", []):
        program.needs += compile_need(need, names)
    needs = len(program.needs) // c.NEED - first_need
    steps = list(sheet.sheets("does", f"{sheet.place}, does {{n}}"))
    if not steps:
        sheet.wrong("does", "a Twist has at least one step")
    first_step = compile_steps(steps, names, program)
    when = sum(WINDOWS[window] for window in set(twist.hourglass)) or c.OWN_TURN
    sheet.done()
    return (team, when, int(twist.enemy_turn), first_need, needs, first_step)


def compile_need(sheet: Sheet, names: Names) -> list[int]:
    kinds = [key for key in ("cards", "hand", "behind", "outnumbered") if sheet.has(key)]
    if len(kinds) != 1:
        sheet.wrong("", "needs exactly one of cards, hand, behind, outnumbered")
        return []
    if kinds[0] == "cards":
        cards, named = read_filter(sheet, names)
        row = [c.NEED_CARDS, cards, named, sheet.number("count", 1, 15 if named < 0 else 1, 1)]
    elif kinds[0] == "hand":
        row = [c.NEED_HAND, 0, 0, sheet.number("hand", 1, 15)]
    elif kinds[0] == "behind":
        row = [c.NEED_BEHIND, 0, 0, sheet.number("behind", 1, 15)]
    else:
        if not sheet.flag("outnumbered"):
            sheet.wrong("outnumbered", "can only be true")
        row = [c.NEED_OUTNUMBERED, 0, 0, 0]
    sheet.done()
    return row


def read_filter(sheet: Sheet, names: Names) -> tuple[int, int]:
    """The cards a requirement or step speaks of: bits, and the place of a named card in the deck, or -1."""
    text = sheet.text("cards")
    if text == "it":
        return (c.IT, -1)
    bits = 0
    for word in text.split():
        if word not in WHOSE and word not in FILTER:
            sheet.wrong("cards", f"{word!r} is not known; {did_you_mean(word, [*WHOSE, *FILTER])}")
        bits |= WHOSE.get(word, 0) | FILTER.get(word, 0)
    if not bits & (c.MY | c.ENEMY):
        sheet.wrong("cards", f"{text!r} does not say whose: add my, enemy or any")
    named = read_named(sheet, names)
    hidden = not bits & (c.UP | c.DOOMED | c.REVEALED)
    if named >= 0 and bits & c.ENEMY:
        sheet.wrong("cards", f"{text!r}: a named card is always one of your own, so it must say 'my'")
    if (named >= 0 or bits & c.ALLY) and hidden:
        sheet.wrong(
            "cards", f"{text!r} speaks of a named or Ally card, so it must say 'up': others cannot check"
        )
    return (bits, named)


def read_named(sheet: Sheet, names: Names) -> int:
    if not sheet.has("named"):
        return -1
    name = sheet.text("named")
    if name not in names:
        sheet.wrong(
            "named", f"{name!r} is not a card of this Twist's team; {did_you_mean(name, list(names))}"
        )
    return names.get(name, -1)


# --- Steps (SB-VOCAB) -----------------------------------------------------------------------------


def compile_steps(sheets: Sequence[Sheet], names: Names, program: Program) -> int:
    """Write the steps to the program; return the row of the first."""
    if len(sheets) > MOST_STEPS:
        sheets[0].wrong("", f"a Twist has at most {MOST_STEPS} steps, not {len(sheets)}")
    rows = [reserve(program) for _ in sheets]
    for i, sheet in enumerate(sheets):
        following = rows[i + 1] if i + 1 < len(rows) else c.END_OF_TWIST
        step = compile_step(sheet, names, program)
        step[c.NEXT] = following
        if step[c.CARDS] == c.IT and i == 0:
            sheet.wrong("cards", "'it' is the card of the step before, but this is the first step")
        at = rows[i] * c.STEP_SIZE
        program.steps[at : at + c.STEP_SIZE] = step
    return rows[0] if rows else c.END_OF_TWIST


def reserve(program: Program) -> int:
    program.steps += [0] * c.STEP_SIZE
    return len(program.steps) // c.STEP_SIZE - 1


def compile_step(sheet: Sheet, names: Names, program: Program) -> list[int]:
    op = OPS[sheet.one_of("do", list(OPS))]
    step = [op, 0, -1, 0, 0, 0, 0, c.END_OF_TWIST]
    if op == c.DO_CHOOSE:
        step[c.N], step[c.A], step[c.B] = compile_branches(sheet, names, program)
    elif op in (c.DO_AP, c.DO_DRAW, c.DO_PLAY, c.DO_HIDE):
        step[c.N] = sheet.number("n", 1, 3)
        step[c.A] = int(op == c.DO_PLAY and sheet.flag("other"))
    else:
        step[c.CARDS], step[c.NAMED] = read_filter(sheet, names)
        compile_manner(sheet, op, step)
    sheet.done()
    return step


def compile_manner(sheet: Sheet, op: int, step: list[int]) -> None:
    """What a step on a card says besides which card."""
    face_up = step[c.CARDS] & (c.UP | c.DOOMED | c.REVEALED | c.IT)
    if op == c.DO_REVEAL:
        everything = sheet.content.get("n") == "all"
        sheet.asked.add("n")
        step[c.A] = int(everything)
        step[c.N] = 60 if everything else sheet.number("n", 1, 3)
        if not step[c.CARDS] & c.DOWN:
            sheet.wrong("cards", "only face-down cards can be revealed: add 'down'")
    elif op == c.DO_SPIN:
        step[c.N] = sheet.number("upto", 2, 3, 0) if sheet.has("upto") else 0
        step[c.A] = read_turns(sheet)
        if not face_up:
            sheet.wrong("cards", "only face-up cards can be spun: add 'up'")
    elif op in (c.DO_BUFF, c.DO_GUARD, c.DO_DUEL):
        step[c.UNTIL] = UNTIL[sheet.one_of("until", list(UNTIL))]
        if op == c.DO_BUFF:
            step[c.A] = sheet.number("swords", -5, 5, 0)
            step[c.B] = sheet.number("shields", -5, 5, 0)
        if not face_up:
            sheet.wrong("cards", "only face-up cards can be strengthened or guarded: add 'up'")
    elif op == c.DO_FLIPDOWN and not face_up:
        sheet.wrong("cards", "only face-up cards can be turned down: add 'up'")


def read_turns(sheet: Sheet) -> int:
    """Which quarter turns may be chosen, as bits."""
    turns = sheet.content.get("turns")
    sheet.asked.add("turns")
    if turns == "any":
        return 0b1111
    if isinstance(turns, list) and turns and all(type(turn) is int and 0 <= turn <= 3 for turn in turns):
        return sum(1 << turn for turn in set(turns))
    sheet.wrong("turns", f'expected "any" or a list of quarter turns such as [1, 3], not {turns!r}')
    return 0b1111


def compile_branches(sheet: Sheet, names: Names, program: Program) -> list[int]:
    branches = sheet.rows("either")
    if not 2 <= len(branches) <= 3 or not all(isinstance(branch, list) and branch for branch in branches):
        sheet.wrong("either", "expected two or three lists of steps")
        return [c.END_OF_TWIST] * 3
    rows = []
    for number, branch in enumerate(branches, 1):
        place = f"{sheet.place}, either {number}"
        steps = list(Sheet({"does": branch}, place, sheet.problems).sheets("does", place + ", step {n}"))
        rows.append(compile_steps(steps, names, program))
    return rows + [c.END_OF_TWIST] * (3 - len(rows))


# --- The tables of the engine ---------------------------------------------------------------------


def tables(edition: StorybookEdition, rows: list[TwistRow], program: Program) -> c.Cards:
    first_face, teams = 0, []
    for index, team in enumerate(edition.teams):
        kind = c.CHAMPION_TEAM if team.kind == "champion" else c.ALLY_TEAM
        teams.append((kind, SIDES.index(team.side), first_face, index * 2))
        first_face += len(team.faces)
    return c.Cards(
        swords=[swords for face in edition.faces for swords, _ in face.sides],
        shields=[shields for face in edition.faces for _, shields in face.sides],
        points=[face.points for face in edition.faces],
        teams=teams,
        twists=rows,
        needs=program.needs,
        steps=program.steps,
    )
