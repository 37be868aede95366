"""The board as tables, built once for an edition.

The three levels are stacked and share one outline. A cell is `row * columns + column`, a set of
cells is the bits of one integer, and a space is `level * STRIDE + cell`. A point, where cells
meet at a corner (UO-BOARD.7), is `(j - 1) * (columns - 1) + i - 1` for the ledger's p<i><j>, and a
place for an item is `level * STRIDE + point`.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from fabletop.kernel.bits import bit, lowest

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

# Walks end where paths end (UO-R7) on a board without gaps, and in a half of it, that leave room to wind:
OPEN_COLUMNS: Final = 6
OPEN_HALF: Final = 3
OPEN_ROWS: Final = 6
CORNERLESS: Final = 0b01110_11111_11111_11111_01110  # also five by five without the corners; not its halves

# --- Where a piece may walk -------------------------------------------------------------------------
ANYWHERE: Final = 0
IN_WEST: Final = 1  # on the upper floors (UO-TILLY.3)
IN_EAST: Final = 2
ON_EDGE: Final = 3  # UO-CATH.1
ON_RIM: Final = 4  # + the level: on its part of the edge

MOST_STEPS: Final = 12  # two dice show
RADII: Final = 16  # MOST_STEPS and 0, rounded up
UNKNOWN: Final = -1


@final
class Floor:
    """The cells of a level where one may walk: how far they are apart, and what so many steps can reach."""

    def __init__(self, b: "Board", cells: i64) -> None:
        self.cells: i64 = cells
        self.far = vec[u8]([STRIDE] * (STRIDE * STRIDE))  # steps from cell to cell; STRIDE: no way
        self.reach = vec[i64]([0] * (STRIDE * RADII))  # where a walk from a cell can end
        for cell in range(b.columns * b.rows):
            if cells >> cell & 1:
                self.explore(b, cell)

    def explore(self, b: "Board", cell: i64) -> None:
        """A walk may go to and fro, so it ends on every cell that is nearer by an even number of steps."""
        seen: i64 = 0
        ring = bit(cell)
        steps: i64 = 0
        while ring or steps < RADII:
            left = ring
            while left:
                self.far[cell * STRIDE + lowest(left)] = u8(steps)
                left &= left - 1
            if steps < RADII:
                before = self.reach[cell * RADII + steps - 2] if steps > 1 else i64(0)
                self.reach[cell * RADII + steps] = ring | before
            seen |= ring
            ring = b.spread(ring) & self.cells & ~seen
            steps += 1

    def apart(self, one: i64, other: i64) -> i64:
        """How many steps on this floor lead from a cell to another."""
        return i64(self.far[one * STRIDE + other])

    def around(self, cell: i64, steps: i64) -> i64:
        """The cells on which a walk of so many steps can end."""
        return self.reach[cell * RADII + steps] if steps >= 0 else i64(0)


@final
class Known:
    """Where moves in a zone end while the ladders stand in one place, as far as that was asked."""

    def __init__(self) -> None:
        # the cells of each level, for each space and number of steps; UNKNOWN before; empty at first
        self.ends = vec[i64]()


@final
class Zone:
    """A floor for each level, where somebody may walk."""

    def __init__(self, low: Floor, mid: Floor, high: Floor, is_open: bool) -> None:
        self.low = low
        self.mid = mid
        self.high = high
        self.open = is_open  # walks and paths end alike
        self.known = vec[Known]()  # for each place of the house ladder, and then of the yard ladder

    def holds(self, space: i64) -> bool:
        level = space // STRIDE
        floor = self.low if level == BASEMENT else self.mid if level == FIRST else self.high
        return floor.cells >> (space % STRIDE) & 1 != 0


@final
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
        self.ways = vec[i64]([1, columns, -1, -columns])  # from a cell to those beside it
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
        self.touch = touching(self.columns, self.rows, outline)
        self.corners = corners_of(self)
        self.floor = Floor(self, self.outline)
        self.zones = zones_of(self)
        self.open: bool = self.zones[ANYWHERE].open
        for zone in self.zones:
            zone.known = vec[Known]([Known() for _ in self.ladder_cells for _ in self.ladder_cells])

    def spread(self, cells: i64) -> i64:
        """The cells that share a side with one of these (UO-R6)."""
        sides = (cells & self.not_last) << 1 | (cells & self.not_first) >> 1
        return (sides | cells << self.columns | cells >> self.columns) & self.outline

    def slots_of(self, ladder: i64) -> i64:
        return self.house_slots if ladder == HOUSE else len(self.ladder_cells) - self.house_slots

    def slot_cell(self, ladder: i64, slot: i64) -> i64:
        return self.ladder_cells[slot if ladder == HOUSE else self.house_slots + slot]

    def half(self, space: i64) -> i64:
        """0 west, 1 east of the dividing line."""
        return 0 if space % STRIDE % self.columns < self.line else 1


def zones_of(b: Board) -> vec[Zone]:
    """Where pieces may walk, by number: anywhere, in a half, on the edge, on that of a level."""
    whole = b.floor
    west = Floor(b, b.west)
    east = Floor(b, b.east)
    rim = Floor(b, rim_of(b))
    none = Floor(b, 0)
    winds = b.outline == bit(b.columns * b.rows) - 1 and b.columns >= OPEN_COLUMNS and b.rows >= OPEN_ROWS
    small = b.outline == CORNERLESS and b.columns == 5 and b.rows == 5
    zones = [
        Zone(whole, whole, whole, winds or small),
        Zone(whole, west, west, winds and b.line >= OPEN_HALF),
        Zone(whole, east, east, winds and b.columns - b.line >= OPEN_HALF),
        Zone(rim, rim, rim, False),
        Zone(rim, none, none, False),
        Zone(none, rim, none, False),
        Zone(none, none, rim, False),
    ]
    return vec[Zone](zones)


def rim_of(b: Board) -> i64:
    """The outer ring: cells with nothing on at least one of their eight sides and corners (UO-R44)."""
    beside = b.outline << 1 & b.not_first & (b.outline >> 1 & b.not_last)
    return b.outline & ~(beside & beside << b.columns & beside >> b.columns)


def touching(columns: i64, rows: i64, outline: i64) -> vec[i64]:
    """For each point the cells that are part of it (UO-BOARD.7); 0 where fewer than two meet."""
    found = vec[i64]()
    for point in range((columns - 1) * (rows - 1)):
        cell = point // (columns - 1) * columns + point % (columns - 1)
        meet = bit(cell) | bit(cell + 1) | bit(cell + columns) | bit(cell + columns + 1)
        meet &= outline
        found = append(found, meet if meet & (meet - 1) else i64(0))
    return found


def corners_of(b: Board) -> vec[i64]:
    """For each cell the points it touches, four numbers, -1 for none."""
    found = vec[i64]([-1] * int(4 * b.columns * b.rows))
    for point in range(len(b.touch)):
        cell = point // (b.columns - 1) * b.columns + point % (b.columns - 1)
        for i in range(4):
            other = cell + i // 2 * b.columns + i % 2
            if b.touch[point] >> other & 1:
                found[other * 4 + 3 - i] = point
    return found
