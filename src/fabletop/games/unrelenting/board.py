"""The board as tables, built once for an edition.

The three levels are stacked and share one outline. A cell is `row * columns + column`, a set of
cells is the bits of one integer, and a space is `level * STRIDE + cell`. A point, where cells
meet at a corner (UO-BOARD.7), is `(j - 1) * (columns - 1) + i - 1` for the ledger's p<i><j>, and a
place for an item is `level * STRIDE + point`.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fabletop.kernel.bits import bit

# --- Levels, from the bottom up (UO-GEN.2, UO-BOARD.1) --------------------------------------------
BASEMENT: Final = 0
FIRST: Final = 1
SECOND: Final = 2
LEVELS: Final = 3
STRIDE: Final = 64  # spaces or points of one level, with room to spare
PLACES: Final = LEVELS * STRIDE

# --- Ladders (UO-COMP.5) --------------------------------------------------------------------------
HOUSE: Final = 0  # first floor and second floor (UO-R5)
YARD: Final = 1  # first floor and basement/yard

# --- What the engine can hold ---------------------------------------------------------------------
MOST_CELLS: Final = 60
MOST_ITEMS: Final = 60
STOPPERS: Final = 3  # UO-COMP.4

# A board without gaps of at least this size leaves room to wind, so walks and paths end alike (UO-R7).
OPEN_COLUMNS: Final = 6
OPEN_ROWS: Final = 6


class Board:
    """Where pieces can stand and items can lie."""

    def __init__(
        self,
        columns: int,
        rows: int,
        outline: int,
        line: int,
        entrance: int,
        slots: list[list[int]],
        starts: list[int],
        homes: list[int],
        dumps: list[int],
    ) -> None:
        self.columns: i64 = columns
        self.rows: i64 = rows
        self.outline: i64 = outline  # the cells that exist
        self.line: i64 = line  # Tilly's line runs after so many columns (UO-BOARD.6)
        self.entrance: i64 = FIRST * STRIDE + entrance  # UO-BOARD.2, UO-R4
        self.ladder_cells = vec[i64](slots[0] + slots[1])  # UO-BOARD.3
        self.house_slots: i64 = len(slots[0])
        self.starts = vec[i64](starts)  # the slot of each ladder at set-up
        self.items: i64 = len(homes)
        self.first_stopper: i64 = len(homes) - STOPPERS  # the last three items
        self.home = vec[i64](homes)
        self.dumps = vec[i64](dumps)  # points of the basement/yard in the order they fill (UO-R27)
        first: i64 = 0
        last: i64 = 0
        west: i64 = 0
        for cell in range(self.columns * self.rows):
            column = cell % self.columns
            if column == 0:
                first |= bit(cell)
            if column == self.columns - 1:
                last |= bit(cell)
            if column < self.line:
                west |= bit(cell)
        self.not_first: i64 = outline & ~first
        self.not_last: i64 = outline & ~last
        self.west: i64 = outline & west
        self.east: i64 = outline & ~west
        self.rim: i64 = rim_of(self.columns, self.rows, outline)
        self.touch = touching(self.columns, self.rows, outline)
        self.corners = corners_of(self.columns, self.rows, outline)
        self.far = distances(self)
        whole = self.columns * self.rows
        self.open: i64 = 0
        if outline == bit(whole) - 1 and columns >= OPEN_COLUMNS and rows >= OPEN_ROWS:
            self.open = 1

    def spread(self, cells: i64) -> i64:
        """The cells that share a side with one of these (UO-R6)."""
        sides = (cells & self.not_last) << 1 | (cells & self.not_first) >> 1
        return (sides | cells << self.columns | cells >> self.columns) & self.outline

    def apart(self, one: i64, other: i64) -> i64:
        """How many steps on one level lead from a cell to another."""
        return self.far[one * STRIDE + other]

    def slots_of(self, ladder: i64) -> i64:
        return self.house_slots if ladder == HOUSE else len(self.ladder_cells) - self.house_slots

    def slot_cell(self, ladder: i64, slot: i64) -> i64:
        return self.ladder_cells[slot if ladder == HOUSE else self.house_slots + slot]

    def half(self, space: i64) -> i64:
        """0 west, 1 east of the dividing line."""
        return 0 if space % STRIDE % self.columns < self.line else 1


def rim_of(columns: i64, rows: i64, outline: i64) -> i64:
    """The outer ring: cells with nothing on at least one of their eight sides and corners (UO-R44)."""
    rim: i64 = 0
    for cell in range(columns * rows):
        if outline >> cell & 1:
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    x = cell % columns + dx
                    y = cell // columns + dy
                    if x < 0 or y < 0 or x >= columns or y >= rows or not outline >> (y * columns + x) & 1:
                        rim |= bit(cell)
    return rim


def touching(columns: i64, rows: i64, outline: i64) -> vec[i64]:
    """For each point the cells that are part of it (UO-BOARD.7); 0 where fewer than two meet."""
    found = vec[i64]()
    for point in range((columns - 1) * (rows - 1)):
        cell = point // (columns - 1) * columns + point % (columns - 1)
        meet = bit(cell) | bit(cell + 1) | bit(cell + columns) | bit(cell + columns + 1)
        meet &= outline
        found = append(found, meet if meet & (meet - 1) else 0)
    return found


def corners_of(columns: i64, rows: i64, outline: i64) -> vec[i64]:
    """For each cell the points it touches, four numbers, -1 for none."""
    found = vec[i64]()
    touch = touching(columns, rows, outline)
    for cell in range(columns * rows):
        for dy in range(-1, 1):
            for dx in range(-1, 1):
                x = cell % columns + dx
                y = cell // columns + dy
                point: i64 = -1
                if 0 <= x < columns - 1 and 0 <= y < rows - 1 and outline >> cell & 1:
                    point = y * (columns - 1) + x
                    if touch[point] == 0:
                        point = -1
                found = append(found, point)
    return found


def distances(b: Board) -> vec[i64]:
    """For each pair of cells how many steps on one level lead from one to the other."""
    found = vec[i64]([STRIDE] * (STRIDE * STRIDE))
    for cell in range(b.columns * b.rows):
        seen: i64 = 0
        edge = bit(cell) & b.outline
        steps: i64 = 0
        while edge:
            for other in range(b.columns * b.rows):
                if edge >> other & 1:
                    found[cell * STRIDE + other] = steps
            seen |= edge
            edge = b.spread(edge) & ~seen
            steps += 1
    return found
