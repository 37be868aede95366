"""Reading a board and its items, and saying precisely what is wrong with them.

The diagrams of the rulebook are lost, and with them some of its page numbers (UO-R2): all that they
showed is data here.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting.table import SLOTS
from fabletop.kernel.edition import MARKS, BadEdition, Edition, Sheet, Source, begin_edition, end_edition

LEVEL_KEYS = ["B", "1", "2"]  # from the bottom up
LADDERS = ["house", "yard"]
UNMARKED = 'mark = "designed"'
PLACES = ["spaces", "dividing_line", "entrance", "homes", "dumps"]  # of which the board says whose they are
COLUMNS = "ABCDEFGHIJ"
SPACE = re.compile(r"(?:([12B])-)?([A-J])([1-9])")
POINT = re.compile(r"(?:([12B])-)?p([1-9])([1-9])")


@dataclass(frozen=True, slots=True)
class Item:
    id: str
    name: str
    home: str  # "1-p43"
    stopper: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Ladder:
    id: str
    slots: tuple[str, ...]  # "D3"
    start: str
    mark: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The house as drawn: names only; `Board` has the numbers."""

    columns: int
    rows: int
    line: int
    outline: tuple[str, ...]

    @property
    def cells(self) -> int:
        """The spaces of one level, as a bit mask."""
        mask = 0
        for y, row in enumerate(self.outline):
            for x, letter in enumerate(row):
                mask |= (letter == ".") << (y * self.columns + x)
        return mask

    def cell(self, column: str, row: str) -> int | None:
        """The number of a cell, or None if there is no such space."""
        x, y = COLUMNS.index(column), int(row) - 1
        inside = x < self.columns and y < self.rows
        return y * self.columns + x if inside and self.outline[y][x] == "." else None

    def point(self, i: int, j: int) -> int | None:
        """The number of a point, or None if fewer than two spaces meet there."""
        if i >= self.columns or j >= self.rows:
            return None
        number = (j - 1) * (self.columns - 1) + i - 1
        touch = b.touching(self.columns, self.rows, self.cells)
        return number if touch[number] else None


class UnrelentingEdition(Edition):
    items: list[Item]
    ladders: list[Ladder]
    dumps: list[str]
    plan: Plan
    marks: dict[str, str]  # of the PLACES
    board: b.Board

    # --- names ----------------------------------------------------------------------

    def cell_name(self, cell: int) -> str:
        return f"{COLUMNS[cell % self.plan.columns]}{cell // self.plan.columns + 1}"

    def space_name(self, space: int) -> str:
        return f"{LEVEL_KEYS[space // b.STRIDE]}-{self.cell_name(space % b.STRIDE)}"

    def place_name(self, place: int) -> str:
        point, wide = place % b.STRIDE, self.plan.columns - 1
        return f"{LEVEL_KEYS[place // b.STRIDE]}-p{point % wide + 1}{point // wide + 1}"


# --- The file -------------------------------------------------------------------------------------


def with_marks(text: str) -> str:
    """Editions of 0.1.0 do not say what is stated and what designed: it counts as designed."""
    try:
        board = tomllib.loads(text).get("board")
    except tomllib.TOMLDecodeError:
        return text
    if not isinstance(board, dict) or "marks" in board:
        return text
    marks = ", ".join(f'{name} = "designed"' for name in PLACES)
    added = {"[board]": f"marks = {{ {marks} }}", "[[item]]": UNMARKED, "[[ladder]]": UNMARKED}
    tables = re.split(r"(?m)^(?=\[)", text)
    for i, table in enumerate(tables):
        head, _, rest = table.partition("\n")
        more = added.get(head.partition("#")[0].strip())
        if more and not re.search(r"(?m)^mark\s*=", rest):
            tables[i] = f"{head}\n{more}\n{rest}"
    return "".join(tables)


def read_edition(file: Path | Source) -> UnrelentingEdition:
    edition, sheet = begin_edition(file, "unrelenting", UnrelentingEdition)
    problems = sheet.problems
    board = Sheet(sheet.raw("board", dict, "a table [board]", {}), "board", problems, ("board",))
    if not board.content:
        sheet.wrong("board", "is missing; expected a table [board] with columns, rows, entrance ...")
        raise BadEdition(file.name, problems)
    edition.plan = read_plan(board)
    entrance = read_entrance(board, edition.plan)
    dumps = read_dumps(board, edition)
    marks = Sheet(
        board.raw("marks", dict, "a table of marks", None) or {}, "board, marks", problems, ("board", "marks")
    )
    edition.marks = {name: marks.one_of(name, MARKS) for name in PLACES}
    marks.done()
    board.done()
    ladders = read_ladders(sheet, edition)
    homes = read_items(sheet, edition)
    check_room(edition, homes, dumps, problems)
    end_edition(file, sheet, edition)
    plan = edition.plan
    edition.board = b.Board(
        plan.columns,
        plan.rows,
        plan.cells,
        plan.line,
        entrance,
        [slots for slots, _ in ladders],
        [start for _, start in ladders],
        homes,
        dumps,
    )
    return edition


# --- The house (UO-GEN.2, UO-BOARD) ---------------------------------------------------------------


def read_plan(sheet: Sheet) -> Plan:
    columns = sheet.number("columns", 3, len(COLUMNS))
    rows = sheet.number("rows", 3, 9)
    if columns * rows > b.MOST_CELLS:
        sheet.wrong("rows", f"{columns} x {rows} spaces are {columns * rows}; at most {b.MOST_CELLS} fit")
        columns, rows = 8, 6
    line = sheet.number("dividing_line", 1, columns - 1)
    outline = ["." * columns] * rows
    if sheet.has("outline"):
        drawn = sheet.rows("outline")
        if len(drawn) == rows and all(isinstance(row, str) and len(row) == columns for row in drawn):
            outline = drawn
        else:
            sheet.wrong("outline", f"expected {rows} texts of {columns} letters, one a row from the back")
    plan = Plan(columns, rows, line, tuple(outline))
    check_outline(sheet, plan)
    return plan


def check_outline(sheet: Sheet, plan: Plan) -> None:
    for number, row in enumerate(plan.outline, 1):
        if set(row) - {".", "x"}:
            sheet.wrong(
                "outline", f"row {number}: {row!r} has other letters than '.' (a space) and 'x' (none)"
            )
    start = plan.cells & -plan.cells
    if start == 0 or plan.cells == start:
        sheet.wrong("outline", "there are hardly any spaces; a level needs at least two")
        return
    board = b.Board(plan.columns, plan.rows, plan.cells, plan.line, 0, [[0], [0]], [0, 0], [0] * 3, [])
    seen, grown = 0, start
    while seen != grown:
        seen, grown = grown, grown | int(board.spread(grown))
    if seen != plan.cells:
        lost = (plan.cells & ~seen).bit_length() - 1
        name = f"{COLUMNS[lost % plan.columns]}{lost // plan.columns + 1}"
        sheet.wrong(
            "outline", f"space {name} cannot be reached: all spaces of a level hang together by sides"
        )
    if not board.west or not board.east:
        sheet.wrong("dividing_line", "leaves one side of the house without a space (UO-BOARD.6)")


def cell_at(sheet: Sheet, key: str, text: object, plan: Plan, level: str | None = None) -> int:
    """The cell of a space like D3, or with its level like 1-E6; what is wrong is noted."""
    wanted = f"{level}-E6" if level else "D3"
    found = SPACE.fullmatch(text) if isinstance(text, str) else None
    if not found or (level is None) != (found[1] is None):
        sheet.wrong(key, f"expected a space like {wanted!r}, not {text!r}")
        return 0
    if level is not None and found[1] != level:
        sheet.wrong(key, f"{text} is not on level {level}")
    cell = plan.cell(found[2], found[3])
    if cell is None:
        sheet.wrong(key, f"there is no space {text} on this board")
        return 0
    return cell


def read_entrance(sheet: Sheet, plan: Plan) -> int:
    """On the first floor (UO-R4)."""
    text = sheet.text("entrance", "")
    if not sheet.has("entrance"):
        sheet.wrong("entrance", "is missing; expected a space of the first floor like '1-E6'")
        return 0
    return cell_at(sheet, "entrance", text, plan, "1")


def point_at(sheet: Sheet, key: str, text: object, plan: Plan, with_level: bool) -> int:
    """The place of a point like 1-p43, or the point p43 of the basement/yard."""
    found = POINT.fullmatch(text) if isinstance(text, str) else None
    if not found or with_level != (found[1] is not None):
        wanted = "1-p43" if with_level else "p43"
        sheet.wrong(key, f"expected a point like {wanted!r}, not {text!r}")
        return -1
    point = plan.point(int(found[2]), int(found[3]))
    if point is None:
        sheet.wrong(key, f"there is no point {text} on this board: no two spaces meet there")
        return -1
    return LEVEL_KEYS.index(found[1] or "B") * b.STRIDE + point


def read_dumps(sheet: Sheet, edition: UnrelentingEdition) -> list[int]:
    edition.dumps = []
    found: list[int] = []
    for text in sheet.rows("dumps"):
        point = point_at(sheet, "dumps", text, edition.plan, False)
        if point in found:
            sheet.wrong("dumps", f"{text} is listed twice")
        elif point >= 0:
            found.append(point)
            edition.dumps.append(str(text))
    return found


# --- Ladders (UO-BOARD.3, UO-R5) ------------------------------------------------------------------


def read_ladders(sheet: Sheet, edition: UnrelentingEdition) -> list[tuple[list[int], int]]:
    edition.ladders = []
    found: dict[str, tuple[list[int], int]] = {}
    for row in sheet.sheets("ladder", "ladder {n}"):
        name = row.one_of("id", LADDERS)
        row.place = f"ladder {name!r}"
        if name in found:
            row.wrong("id", "there are two ladders of this id")
        texts = row.rows("slots")
        cells = [cell_at(row, "slots", text, edition.plan) for text in texts]
        if len(texts) < 2:
            row.wrong("slots", "a ladder needs at least two slots, or it could never be moved (UO-R48)")
        if len(set(map(str, texts))) < len(texts):
            row.wrong("slots", "a slot is listed twice")
        shared = [text for other in edition.ladders for text in other.slots if text in texts]
        if shared:
            row.wrong("slots", f"{shared[0]} is a slot of the other ladder too; each has its own (UO-R5)")
        start = row.text("start")
        if start not in texts:
            row.wrong("start", f"{start!r} is not one of the slots")
        found[name] = (cells or [0], texts.index(start) if start in texts else 0)
        edition.ladders.append(Ladder(name, tuple(map(str, texts)), start, row.one_of("mark", MARKS)))
        row.done()
    for name in LADDERS:
        if name not in found:
            sheet.wrong("ladder", f"there is no ladder with id = {name!r} (UO-COMP.5)")
    return [found.get(name, ([0], 0)) for name in LADDERS]


# --- Items (UO-COMP.3, UO-COMP.4) -----------------------------------------------------------------


def read_items(sheet: Sheet, edition: UnrelentingEdition) -> list[int]:
    """The homes of all items, the stoppers last."""
    read: list[tuple[Item, int]] = []
    taken: dict[int, str] = {}
    for row in sheet.sheets("item", "item {n}"):
        name = row.named("item")
        if name in [item.id for item, _ in read]:
            row.wrong("id", "this id is already used")
        item = Item(
            name,
            row.text("name"),
            row.text("home"),
            row.flag("stopper"),
            row.one_of("mark", MARKS),
        )
        place = point_at(row, "home", item.home, edition.plan, True)
        if place >= 0 and place in taken:
            row.wrong("home", f"{item.home} is already the home of {taken[place]!r}")
        taken[place] = name
        read.append((item, place))
        row.done()
    read.sort(key=lambda pair: pair[0].stopper)
    edition.items = [item for item, _ in read]
    return [place for _, place in read]


def check_room(edition: UnrelentingEdition, homes: list[int], dumps: list[int], problems: list[str]) -> None:
    """Enough of everything, and homes that no other item is laid on (UO-R26)."""
    stoppers = sum(item.stopper for item in edition.items)
    if stoppers != b.STOPPERS:
        problems.append(f"the file, item: there are {b.STOPPERS} dream stoppers (UO-COMP.4), not {stoppers}")
    if not SLOTS <= len(edition.items) - stoppers <= b.MOST_ITEMS - b.STOPPERS:
        problems.append(
            f"the file, item: {len(edition.items) - stoppers} two-sided items; "
            f"from {SLOTS} to {b.MOST_ITEMS - b.STOPPERS} are possible"
        )
    for item, place in zip(edition.items, homes, strict=True):
        if place in dumps:
            problems.append(
                f"board, dumps: {item.home[2:]} is the home of {item.id!r}, and only its (UO-R26)"
            )
