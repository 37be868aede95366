"""Moving: where a roll can lead, and one path that leads there.

Sets of spaces are three bit masks, one a level. A move is a path: exactly so many steps, no space
twice (UO-R7). Walks, which may repeat spaces, are cheap to spread by masks; on an open board they
end where paths end, but for two spaces. On other boards and in restricted zones each end of a walk
is kept only if a path is found. Other pieces are never in the way (UO-R10).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import BASEMENT, FIRST, SECOND, STRIDE, Board
from fabletop.games.unrelenting.table import CARLETON, CATHERINE, LEFT_TODAY, PLAYERS, Table
from fabletop.kernel.bits import bit

LONGEST: Final = 64  # steps: more than any way to a zone, or any roll

ENDS: Final = vec[i64]([0] * 3)  # where the move may end
ZONE: Final = vec[i64]([0] * 3)  # where it may go
LEFT: Final = vec[i64]([0] * 3)  # what a path has not used yet
BACK: Final = vec[i64]([0] * (3 * LONGEST))  # spaces from which k steps lead to the target
LAYER: Final = vec[i64]([0] * (3 * LONGEST))  # spaces k steps away from the zone
FRONT: Final = vec[i64]([0] * (3 * LONGEST))  # spaces reached after k steps toward it
PATH: Final = vec[i64]([0] * LONGEST)  # the path found: PATH[k] is where k steps are left


# --- Ladders (UO-BOARD.4, UO-BOARD.5) -------------------------------------------------------------


def mate(t: Table, space: i64) -> i64:
    """The other end of the ladder that stands here, or -1 (UO-R5)."""
    level = space // STRIDE
    cell = space % STRIDE
    if level != BASEMENT and cell == t.house_cell():
        return (FIRST + SECOND - level) * STRIDE + cell
    if level != SECOND and cell == t.yard_cell():
        return (BASEMENT + FIRST - level) * STRIDE + cell
    return -1


# --- Walks ----------------------------------------------------------------------------------------


def walk(t: Table, steps: i64) -> None:
    """Replace ENDS by all that is so many steps away within ZONE; climbing is a step (UO-R9)."""
    b = t.board
    house = bit(t.house_cell())
    yard = bit(t.yard_cell())
    low = ENDS[0]
    mid = ENDS[1]
    high = ENDS[2]
    zone_low = ZONE[0]
    zone_mid = ZONE[1]
    zone_high = ZONE[2]
    for _step in range(steps):
        next_low = (b.spread(low) | mid & yard) & zone_low
        next_mid = (b.spread(mid) | low & yard | high & house) & zone_mid
        high = (b.spread(high) | mid & house) & zone_high
        low = next_low
        mid = next_mid
    ENDS[0] = low
    ENDS[1] = mid
    ENDS[2] = high


def start_at(space: i64) -> None:
    ENDS[0] = 0
    ENDS[1] = 0
    ENDS[2] = 0
    ENDS[space // STRIDE] = bit(space % STRIDE)


def everywhere(b: Board) -> None:
    ZONE[0] = b.outline
    ZONE[1] = b.outline
    ZONE[2] = b.outline


def drop(space: i64) -> None:
    ENDS[space // STRIDE] &= ~bit(space % STRIDE)


def any_end() -> bool:
    return ENDS[0] | ENDS[1] | ENDS[2] != 0


def is_end(space: i64) -> bool:
    return ENDS[space // STRIDE] >> (space % STRIDE) & 1 != 0


# --- Paths (UO-R7) --------------------------------------------------------------------------------


def find_path(t: Table, start: i64, end: i64, steps: i64) -> bool:
    """Whether a path of so many steps leads there within ZONE; it is then in PATH."""
    look_back(t, end, steps)
    LEFT[0] = ZONE[0]
    LEFT[1] = ZONE[1]
    LEFT[2] = ZONE[2]
    LEFT[end // STRIDE] &= ~bit(end % STRIDE)
    return start != end and seek(t, start, end, steps)


def look_back(t: Table, end: i64, steps: i64) -> None:
    """Fill BACK: the spaces from which k steps lead to the end."""
    kept_low = ENDS[0]
    kept_mid = ENDS[1]
    kept_high = ENDS[2]
    start_at(end)
    for k in range(steps):
        BACK[3 * k] = ENDS[0]
        BACK[3 * k + 1] = ENDS[1]
        BACK[3 * k + 2] = ENDS[2]
        walk(t, 1)
    ENDS[0] = kept_low
    ENDS[1] = kept_mid
    ENDS[2] = kept_high


def seek(t: Table, space: i64, end: i64, steps: i64) -> bool:
    """Go on from a space; LEFT is as before when this fails."""
    PATH[steps] = space
    level = space // STRIDE
    cell = space % STRIDE
    b = t.board
    sides = b.spread(bit(cell))
    up = mate(t, space)
    if steps == 1:
        PATH[0] = end
        if up == end:
            return True
        return level == end // STRIDE and sides >> (end % STRIDE) & 1 != 0
    row = 3 * (steps - 1)
    LEFT[level] &= ~bit(cell)
    ways = sides & LEFT[level] & BACK[row + level]
    if ways:
        base = level * STRIDE
        if ways >> (cell + 1) & 1 and seek(t, base + cell + 1, end, steps - 1):
            return True
        if ways >> (cell + b.columns) & 1 and seek(t, base + cell + b.columns, end, steps - 1):
            return True
        if cell > 0 and ways >> (cell - 1) & 1 and seek(t, base + cell - 1, end, steps - 1):
            return True
        if cell >= b.columns and ways >> (cell - b.columns) & 1:
            if seek(t, base + cell - b.columns, end, steps - 1):
                return True
    if climbs(up, row) and seek(t, up, end, steps - 1):
        return True
    LEFT[level] |= bit(cell)
    return False


def climbs(space: i64, row: i64) -> bool:
    if space < 0:
        return False
    level = space // STRIDE
    return (LEFT[level] & BACK[row + level]) >> (space % STRIDE) & 1 != 0


def path_ends(t: Table, start: i64, steps: i64) -> None:
    """Fill ENDS with the ends of all paths of so many steps within ZONE."""
    start_at(start)
    walk(t, steps)
    if steps > 0:
        drop(start)
    if steps > 1 and mate(t, start) >= 0:
        drop(mate(t, start))  # a ladder is the only way between its levels: its other end is one step away
    if steps > 1 and not (t.board.open and is_free(t.board)):
        for level in range(3):
            ends = ENDS[level]
            for cell in range(t.board.columns * t.board.rows):
                if ends >> cell & 1 and not find_path(t, start, level * STRIDE + cell, steps):
                    drop(level * STRIDE + cell)


def is_free(b: Board) -> bool:
    return ZONE[0] == b.outline and ZONE[1] == b.outline and ZONE[2] == b.outline


# --- Restricted movement (UO-R45) -----------------------------------------------------------------


def lay_zone(t: Table, player: i64) -> bool:
    """Fill ZONE with the spaces where a character may walk; False: everywhere."""
    b = t.board
    everywhere(b)
    if player == CATHERINE and t.away == LEFT_TODAY and t.stands[CATHERINE] >= 0:  # UO-CATH.1, UO-R44
        level = t.stands[CATHERINE] // STRIDE
        for other in range(3):
            ZONE[other] = b.rim if other == level else 0
        return True
    if player == CARLETON and t.divided:  # UO-TILLY.3, UO-R50
        side = b.east if t.half == 0 else b.west
        ZONE[FIRST] = side
        ZONE[SECOND] = side
        return True
    return False


def approach(t: Table, start: i64) -> i64:
    """How many steps the zone is away; LAYER and FRONT show the way. There is one on every board."""
    zone_low = ZONE[0]
    zone_mid = ZONE[1]
    zone_high = ZONE[2]
    everywhere(t.board)
    ENDS[0] = zone_low
    ENDS[1] = zone_mid
    ENDS[2] = zone_high
    far: i64 = 0
    seen_low: i64 = 0
    seen_mid: i64 = 0
    seen_high: i64 = 0
    while not is_end(start):
        LAYER[3 * far] = ENDS[0]
        LAYER[3 * far + 1] = ENDS[1]
        LAYER[3 * far + 2] = ENDS[2]
        seen_low |= ENDS[0]
        seen_mid |= ENDS[1]
        seen_high |= ENDS[2]
        walk(t, 1)
        ENDS[0] &= ~seen_low
        ENDS[1] &= ~seen_mid
        ENDS[2] &= ~seen_high
        far += 1
    start_at(start)
    for k in range(far + 1):
        FRONT[3 * k] = ENDS[0]
        FRONT[3 * k + 1] = ENDS[1]
        FRONT[3 * k + 2] = ENDS[2]
        if k < far:
            walk(t, 1)
            for level in range(3):
                ENDS[level] &= LAYER[3 * (far - k - 1) + level]
    ZONE[0] = zone_low
    ZONE[1] = zone_mid
    ZONE[2] = zone_high
    return far


def zone_ends(t: Table, start: i64, steps: i64) -> None:
    """ENDS of a move that shortens the way to the zone while outside, and stays inside it then."""
    far = approach(t, start)
    if steps <= far:
        for level in range(3):
            ENDS[level] = FRONT[3 * steps + level]
        return
    low: i64 = 0
    mid: i64 = 0
    high: i64 = 0
    for level in range(3):
        entries = FRONT[3 * far + level]
        for cell in range(t.board.columns * t.board.rows):
            if entries >> cell & 1:
                path_ends(t, level * STRIDE + cell, steps - far)
                low |= ENDS[0]
                mid |= ENDS[1]
                high |= ENDS[2]
    ENDS[0] = low
    ENDS[1] = mid
    ENDS[2] = high


# --- Characters (UO-DAY.1) ------------------------------------------------------------------------


def first_steps(t: Table, player: i64) -> bool:
    """Whether this is the character's entry: the entrance is the first space (UO-DAY.2, UO-R11)."""
    return t.stands[player] < 0


def character_ends(t: Table, player: i64) -> i64:
    """Fill ENDS for the roll; returns how many steps are walked, 0 if the character must stay (UO-R7)."""
    start = t.stands[player]
    steps = t.total()
    if first_steps(t, player):
        start = t.board.entrance
        steps -= 1
    zone = lay_zone(t, player)
    while steps > 0:
        if zone:
            zone_ends(t, start, steps)
        else:
            path_ends(t, start, steps)
        if any_end():
            return steps
        steps -= 1
    start_at(start)
    return 0


def leave_room(t: Table, mask: i64, count: i64) -> None:
    """Keep the ENDS where so many rabbits more can stand; those of the mask are on the way (UO-R14)."""
    for i in range(PLAYERS):
        if not mask >> i & 1 and t.rabbits_on(t.rabbit[i], mask) + count > 2:
            drop(t.rabbit[i])


# --- Rabbits (UO-NIGHT.1) -------------------------------------------------------------------------


def rabbit_ends(t: Table, rabbit: i64) -> i64:
    """Fill ENDS for the roll; returns how many steps are walked, 0 if there is no room anywhere (UO-R17)."""
    steps = rabbit_walks(t, rabbit)
    leave_room(t, bit(rabbit), 1)
    return steps if any_end() else 0


def rabbit_walks(t: Table, rabbit: i64) -> i64:
    """The same, without regard to room."""
    everywhere(t.board)
    steps = t.total()
    while steps > 0:
        path_ends(t, t.rabbit[rabbit], steps)
        if any_end():
            return steps
        steps -= 1
    return 0


def can_hop(t: Table, rabbit: i64) -> bool:
    """Whether the rabbit has somewhere to go; three others never fill all ends on an open board (UO-R17)."""
    return t.board.open == 1 or rabbit_ends(t, rabbit) > 0


# --- One path to draw -----------------------------------------------------------------------------


def path_of_character(t: Table, player: i64, end: i64) -> i64:
    """The number of steps to an end of `character_ends`; the way, from end to start, is in PATH."""
    steps = character_ends(t, player)
    start = t.board.entrance if first_steps(t, player) else t.stands[player]
    if steps == 0:
        return 0
    if not lay_zone(t, player):
        return steps if find_path(t, start, end, steps) else 0
    far = approach(t, start)
    if far == 0:
        return steps if find_path(t, start, end, steps) else 0
    at = end
    inside: i64 = 0
    if steps > far:
        inside = steps - far
        at = entry_to(t, far, end, inside)
    back = far if steps > far else steps
    PATH[inside] = at
    for k in range(back - 1, -1, -1):
        at = neighbour_in(t, at, 3 * k)
        PATH[steps - k] = at
    return steps


def entry_to(t: Table, far: i64, end: i64, steps: i64) -> i64:
    """An entry of the zone from which a path leads to the end."""
    for level in range(3):
        for cell in range(t.board.columns * t.board.rows):
            if FRONT[3 * far + level] >> cell & 1:
                if find_path(t, level * STRIDE + cell, end, steps):
                    return level * STRIDE + cell
    return -1


def neighbour_in(t: Table, space: i64, row: i64) -> i64:
    """A space one step from here that is in a row of FRONT."""
    start_at(space)
    everywhere(t.board)
    walk(t, 1)
    for level in range(3):
        for cell in range(t.board.columns * t.board.rows):
            if (ENDS[level] & FRONT[row + level]) >> cell & 1:
                return level * STRIDE + cell
    return -1


def path_of_rabbit(t: Table, rabbit: i64, end: i64) -> i64:
    steps = rabbit_ends(t, rabbit)
    return steps if steps > 0 and find_path(t, t.rabbit[rabbit], end, steps) else 0
