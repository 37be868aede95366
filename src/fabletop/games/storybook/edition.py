"""Reading an edition of Storybook Battles, and saying precisely what is wrong with it."""

from pathlib import Path

from fabletop.games.storybook import aimed, effects, needs
from fabletop.games.storybook import cards as c
from fabletop.games.storybook.faces import KINDS, SIDES, Face, StorybookEdition, Team, Twist
from fabletop.games.storybook.notation import TeamNames, check_step
from fabletop.kernel.edition import Sheet, Source, begin_edition, end_edition
from fabletop.kernel.edition import unbalanced as not_balanced
from fabletop.kernel.effects.engine import Program
from fabletop.kernel.effects.nodes import Choose, If, Steps, Test
from fabletop.kernel.effects.reader import BadEffect
from fabletop.kernel.effects.vocabulary import Vocabulary, Writer, canonical, needs_notation, same_effects
from fabletop.kernel.question import did_you_mean

Pairs = tuple[tuple[int, int], ...]
EDGES = ["n", "e", "s", "w"]
WINDOWS = {
    "start": c.AT_START,
    "after": c.AFTER_ACTION,
    "battle": c.BEFORE_BATTLE,
    "capture": c.AT_CAPTURE,
}
# Where the first cards are laid (SB-R3, SB-R4, SB-R35), in an edition that does not say it: x, y of two for
# each role.
SPACES: dict[str, dict[str, Pairs]] = {
    "duel": {"hero": ((1, 0), (0, -1)), "villain": ((0, 1), (1, 1))},
    "team": {
        "hero": ((-1, 0), (0, -1)),
        "villain": ((-1, 1), (0, 1)),
        "hero2": ((2, 0), (1, -1)),
        "villain2": ((1, 1), (2, 1)),
    },
}
LEADERS: dict[str, Pairs] = {"duel": ((0, 0),), "team": ((0, 0), (1, 0))}
FARTHEST = 9
MOST_STEPS = 4  # so that no Twist can widen the layout beyond the window of the grid


# --- The file -------------------------------------------------------------------------------------


def read_edition(file: Path | Source) -> StorybookEdition:
    edition, sheet = begin_edition(file, "storybook", StorybookEdition)
    balanced = sheet.flag("balanced")
    spaces = read_spaces(sheet)
    sets = [read_set(s) for s in sheet.sheets("set", "set {n}")]
    edition.teams = [read_team(s, sets) for s in sheet.sheets("team", "team {n}")]
    check_teams(edition, sets, sheet.problems)
    edition.faces = [face for team in edition.teams for face in team.faces]
    check_faces(edition, balanced, sheet.problems)
    writer = VOCABULARY.writer(c.WIDTH)
    rows = read_twists(sheet, edition, writer)
    end_edition(file, sheet, edition)
    edition.cards = tables(edition, rows, writer.program(), spaces)
    edition.notes = tuple(
        same_effects((twist.name, effect_of(twist)) for twist in edition.twists if not twist.unplayed)
    )
    return edition


def read_spaces(sheet: Sheet) -> dict[str, list[int]]:
    """Where the first cards are laid, for two and for four players: x and y, role by role."""
    given = sheet.raw("spaces", dict, "a table [spaces.duel] or [spaces.team]", {})
    found = {}
    for table, usual in SPACES.items():
        rows = Sheet(given, "spaces", sheet.problems, ("spaces",)).raw(table, dict, "a table", {})
        part = Sheet(rows, f"spaces.{table}", sheet.problems, ("spaces", table))
        pairs = {role: read_pairs(part, role) for role in usual} if rows else usual
        check_spaces(part, pairs, LEADERS[table])
        part.done()
        found[table] = [number for two in pairs.values() for space in two for number in space]
    for name in given.keys() - SPACES.keys():
        sheet.wrong("spaces", f"{name!r} is not known; {did_you_mean(name, [*SPACES])}")
    return found


def read_pairs(sheet: Sheet, role: str) -> Pairs:
    rows = sheet.rows(role)
    for row in rows:
        if not (isinstance(row, list) and len(row) == 2 and all(type(number) is int for number in row)):
            sheet.wrong(role, f"expected a space [x, y], two whole numbers, not {row!r}")
            return ()
        if max(map(abs, row)) > FARTHEST:
            sheet.wrong(role, f"{row} is too far away: at most {FARTHEST} from the Leader")
    if rows and len(rows) != 2:
        sheet.wrong(role, f"each player lays 2 cards, so there are 2 spaces, not {len(rows)}")
    return tuple((x, y) for x, y in rows)


def check_spaces(sheet: Sheet, pairs: dict[str, Pairs], leaders: Pairs) -> None:
    """No two cards on one space, and each beside one that lies there by then: Heroes first (SB-SETUP.5)."""
    lying = list(leaders)
    for role in sorted(pairs):
        for x, y in pairs[role]:
            if (x, y) in lying:
                taken = "the Leader's" if (x, y) in leaders else "taken already"
                sheet.wrong(role, f"[{x}, {y}] is {taken}")
            elif not {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(lying):
                sheet.wrong(role, f"[{x}, {y}] is beside no card that lies there by then")
            lying.append((x, y))


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
        mark=sheet.mark(),
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
                problems += [not_balanced(f"{place} ({face.name}): {words}") for words in unbalanced(face)]


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

VOCABULARY = Vocabulary(
    [
        effects.GainAp(),
        effects.DrawCards(),
        effects.PlayCards(),
        effects.HideCards(),
        aimed.Reveal(),
        aimed.Spin(),
        aimed.Slide(),
        aimed.Move(),
        aimed.Swap(),
        aimed.Return(),
        aimed.FlipDown(),
        aimed.Buff(),
        aimed.Guard(),
        aimed.Duel(),
    ],
    [needs.CardsInPlay(), needs.Hand(), needs.Behind(), needs.Outnumbered()],
    check_step,
)
TwistRow = tuple[int, int, int, int, int, int]


def read_twists(sheet: Sheet, edition: StorybookEdition, writer: Writer) -> list[TwistRow]:
    """All Twists, two for each team, in the order of the teams."""
    found: dict[tuple[str, str], list[Twist]] = {}
    ids: set[str] = set()
    for entry in sheet.sheets("twist", "twist {n}"):
        twist = read_twist(entry, edition)
        if twist.id in ids:
            entry.wrong("id", f"{twist.id!r} is already used by another twist")
        ids.add(twist.id)
        found.setdefault((twist.team, twist.side), []).append(twist)
    edition.twists = []
    rows: list[TwistRow] = []
    for index, team in enumerate(edition.teams):
        pair = found.pop((team.id, team.side), [])
        if len(pair) != 2:
            sheet.problems.append(
                f"team {team.id!r} ({team.side} {team.kind}): has {len(pair)} twists, not 2"
            )
        edition.twists += pair
        rows += [twist_row(twist, index, writer) for twist in pair]
    return rows


def read_twist(sheet: Sheet, edition: StorybookEdition) -> Twist:
    name = sheet.named("twist")
    side = sheet.one_of("side", SIDES)
    teams = [team for team in edition.teams if team.side == side]
    team = sheet.one_of("team", [team.id for team in teams] or ["?"])
    names = names_of(next((one for one in teams if one.id == team), None))
    hourglass = sheet.rows("hourglass", [])
    for window in hourglass:
        if str(window) not in WINDOWS:
            sheet.wrong("hourglass", f"{window!r} is no window; {did_you_mean(str(window), list(WINDOWS))}")
    unplayed = sheet.unplayed("does")
    twist = Twist(
        id=name,
        name=sheet.text("name"),
        team=team,
        side=side,
        hourglass=tuple(window for window in hourglass if str(window) in WINDOWS),
        enemy_turn=sheet.one_of("turn", ["any", "enemy"], "any") == "enemy",
        lasting=sheet.flag("lasting"),
        mark=sheet.mark(),
        needs=read_needs(sheet, names),
        does=() if unplayed else read_steps(sheet, names),
        names=names,
        unplayed=unplayed,
    )
    sheet.done()
    return twist


def names_of(team: Team | None) -> TeamNames:
    faces = team.faces if team else ()
    return TeamNames([(face.name, face.id) for face in faces], team is not None and team.kind == "ally")


def read_needs(sheet: Sheet, names: TeamNames) -> tuple[Test, ...]:
    text = sheet.raw("needs", str, "requirements in quotes", "")
    try:
        tests = VOCABULARY.read_needs(text, names)
    except BadEffect as mistake:
        sheet.misread("needs", mistake)
        return ()
    for test in tests:
        if isinstance(test.condition, needs.CardsInPlay) and test.values[0].named >= 0 and test.values[1] > 1:
            sheet.wrong("needs", f"there is only one {names.card(test.values[0].named)}")
    return tests


def read_steps(sheet: Sheet, names: TeamNames) -> Steps:
    text = sheet.text("does")
    try:
        steps = VOCABULARY.read(text, names) if text.strip() else ()
    except BadEffect as mistake:
        sheet.misread("does", mistake)
        return ()
    longest = max(map(len, sequences(steps)))
    if longest > MOST_STEPS:
        sheet.wrong("does", f"a Twist has at most {MOST_STEPS} steps, not {longest}")
    return steps


def sequences(steps: Steps) -> list[Steps]:
    """These steps, and those within them that follow one another."""
    found = [steps]
    for node in steps:
        inner = node.branches if isinstance(node, Choose) else ()
        if isinstance(node, If):
            inner = (node.then, node.otherwise)
        found += [one for part in inner for one in sequences(part)]
    return found


def twist_row(twist: Twist, team: int, writer: Writer) -> TwistRow:
    first_need = len(writer.source)
    needs = len(writer.write_needs(twist.needs))
    when = sum(WINDOWS[window] for window in set(twist.hourglass)) or c.OWN_TURN
    return (team, when, int(twist.enemy_turn), first_need, needs, writer.write(twist.does))


def effect_of(twist: Twist) -> str:
    """All that a Twist needs and does, the same for all that do the same."""
    when = " or ".join(sorted(twist.hourglass)) or "own turn"
    enemy = " of an enemy" if twist.enemy_turn else ""
    needs = needs_notation(twist.needs, twist.names)
    return f"{when}{enemy}, {needs + ': ' if needs else ''}{canonical(twist.does, twist.names)}"


# --- The tables of the engine ---------------------------------------------------------------------


def tables(
    edition: StorybookEdition, rows: list[TwistRow], program: Program, spaces: dict[str, list[int]]
) -> c.Cards:
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
        program=program,
        duel_spaces=spaces["duel"],
        team_spaces=spaces["team"],
    )
