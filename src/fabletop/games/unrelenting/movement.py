"""Where a roll can lead, and one path that leads there.

A move is a path: exactly so many steps, no space twice (UO-R7). Walks, which may repeat spaces, can be
looked up floor by floor; in an open zone they end where paths end, but for two spaces. Elsewhere each end
of a walk is kept only if a path is found. Other pieces are never in the way (UO-R10).
"""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import (
    ANYWHERE,
    BASEMENT,
    FIRST,
    IN_EAST,
    IN_WEST,
    LEVELS,
    MOST_STEPS,
    ON_EDGE,
    ON_RIM,
    PLACES,
    RADII,
    SECOND,
    STRIDE,
    UNKNOWN,
    Zone,
)
from fabletop.games.unrelenting.table import CARLETON, CATHERINE, LEFT_TODAY, MOST_RABBITS, PLAYERS, Table
from fabletop.kernel.bits import bit, lowest, members_into

# --- Sets of spaces -------------------------------------------------------------------------------

Spaces = tuple[i64, i64, i64]  # the cells of each level, from the bottom up, as bit masks


def only(space: i64) -> Spaces:
    level = space // STRIDE
    cells = bit(space % STRIDE)
    none = i64(0)
    return (
        cells if level == BASEMENT else none,
        cells if level == FIRST else none,
        cells if level == SECOND else none,
    )


def zone_spaces(zone: Zone) -> Spaces:
    return zone.low.cells, zone.mid.cells, zone.high.cells


def on_level(spaces: Spaces, level: i64) -> i64:
    low, mid, high = spaces
    return low if level == BASEMENT else mid if level == FIRST else high


def has(spaces: Spaces, space: i64) -> bool:
    return on_level(spaces, space // STRIDE) >> (space % STRIDE) & 1 != 0


def is_empty(spaces: Spaces) -> bool:
    low, mid, high = spaces
    return low | mid | high == 0


def without(spaces: Spaces, space: i64) -> Spaces:
    return less(spaces, only(space))


def less(spaces: Spaces, others: Spaces) -> Spaces:
    low, mid, high = spaces
    no_low, no_mid, no_high = others
    return low & ~no_low, mid & ~no_mid, high & ~no_high


def both(one: Spaces, other: Spaces) -> Spaces:
    low, mid, high = one
    more_low, more_mid, more_high = other
    return low | more_low, mid | more_mid, high | more_high


def common(one: Spaces, other: Spaces) -> Spaces:
    low, mid, high = one
    in_low, in_mid, in_high = other
    return low & in_low, mid & in_mid, high & in_high


def first_of(spaces: Spaces) -> i64:
    """The space of the lowest number in a set that is not empty."""
    low, mid, high = spaces
    if low:
        return BASEMENT * STRIDE + lowest(low)
    return FIRST * STRIDE + lowest(mid) if mid else SECOND * STRIDE + lowest(high)


def spaces_into(spaces: Spaces, first: i64, out: vec[i64], n: i64) -> i64:
    """Write each of these spaces, added to `first`."""
    low, mid, high = spaces
    n = members_into(low, first + BASEMENT * STRIDE, out, n)
    n = members_into(mid, first + FIRST * STRIDE, out, n)
    return members_into(high, first + SECOND * STRIDE, out, n)


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


def walks(t: Table, zone: Zone, start: i64, steps: i64) -> Spaces:
    """All that is so many steps away from a space of the zone, within it; climbing is a step (UO-R9)."""
    level = start // STRIDE
    cell = start % STRIDE
    house = t.house_cell()
    yard = t.yard_cell()
    if level == FIRST:
        down = steps - 1 - zone.mid.apart(cell, yard)
        up = steps - 1 - zone.mid.apart(cell, house)
        return zone.low.around(yard, down), zone.mid.around(cell, steps), zone.high.around(house, up)
    if level == SECOND:
        off = steps - 1 - zone.high.apart(cell, house)
        down = off - 1 - zone.mid.apart(house, yard)
        return zone.low.around(yard, down), zone.mid.around(house, off), zone.high.around(cell, steps)
    off = steps - 1 - zone.low.apart(cell, yard)
    up = off - 1 - zone.mid.apart(yard, house)
    return zone.low.around(cell, steps), zone.mid.around(yard, off), zone.high.around(house, up)


def step(t: Table, spaces: Spaces, zone: Spaces) -> Spaces:
    """All that is one step away from one of these spaces, and in the zone."""
    b = t.board
    house = bit(t.house_cell())
    yard = bit(t.yard_cell())
    low, mid, high = spaces
    zone_low, zone_mid, zone_high = zone
    return (
        (b.spread(low) | mid & yard) & zone_low,
        (b.spread(mid) | low & yard | high & house) & zone_mid,
        (b.spread(high) | mid & house) & zone_high,
    )


def distance(t: Table, start: i64, end: i64) -> i64:
    """Steps of the shortest way, with the ladders where they stand."""
    floor = t.board.floor
    level = start // STRIDE
    cell = start % STRIDE
    goal = end // STRIDE
    steps: i64 = 0
    while level != goal:
        climbs = level < goal
        ladder = t.house_cell() if level == SECOND or (level == FIRST and climbs) else t.yard_cell()
        steps += floor.apart(cell, ladder) + 1
        cell = ladder
        level += 1 if climbs else -1
    return steps + floor.apart(cell, end % STRIDE)


# --- Paths (UO-R7) --------------------------------------------------------------------------------


def find_path(t: Table, zone: Zone, start: i64, end: i64, steps: i64, path: vec[i64]) -> bool:
    """Whether a path of so many steps leads there in the zone; if so, path[k] is where k steps are left."""
    left = without(zone_spaces(zone), end)
    return start != end and seek(t, zone, start, end, steps, left, path)


def seek(t: Table, zone: Zone, space: i64, end: i64, steps: i64, left: Spaces, path: vec[i64]) -> bool:
    """Go on from a space, over spaces that are left, where the end remains within reach."""
    path[steps] = space
    sides = t.board.spread(bit(space % STRIDE))
    up = mate(t, space)
    if steps == 1:
        path[0] = end
        return up == end or (space // STRIDE == end // STRIDE and sides >> (end % STRIDE) & 1 != 0)
    left = without(left, space)
    ways = common(left, walks(t, zone, end, steps - 1))
    for i in range(4):
        way = t.board.ways[i]
        cell = space % STRIDE + way
        if 0 <= cell < STRIDE and sides >> cell & 1 and has(ways, space + way):
            if seek(t, zone, space + way, end, steps - 1, left, path):
                return True
    return up >= 0 and has(ways, up) and seek(t, zone, up, end, steps - 1, left, path)


def path_ends(t: Table, zone: Zone, start: i64, steps: i64) -> Spaces:
    """The ends of all paths of so many steps from a space of the zone, within it."""
    ends = without(walks(t, zone, start, steps), start)
    up = mate(t, start)
    if steps > 1 and up >= 0:
        ends = without(
            ends, up
        )  # a ladder is the only way between its levels: its other end is one step away
    return ends if zone.open or steps < 2 else with_paths(t, zone, start, steps, ends)


def with_paths(t: Table, zone: Zone, start: i64, steps: i64, ends: Spaces) -> Spaces:
    """Those of the ends to which a path leads."""
    path = vec[i64]([0] * (MOST_STEPS + 1))
    tried = ends
    while not is_empty(tried):
        end = first_of(tried)
        tried = without(tried, end)
        if not find_path(t, zone, start, end, steps, path):
            ends = without(ends, end)
    return ends


# --- Restricted movement (UO-R45) -----------------------------------------------------------------


def is_painting(t: Table) -> bool:
    """Catherine keeps to the edge while Henry is away, or on the day he leaves (UO-CATH.1, UO-R44)."""
    return (t.away == LEFT_TODAY or (t.away != 0 and t.terms.paints_on)) and t.stands[CATHERINE] >= 0


def zone_of(t: Table, player: i64) -> Zone:
    """Where a character may walk."""
    zones = t.board.zones
    if player == CATHERINE and is_painting(t):
        return zones[ON_EDGE if t.terms.paints_on else ON_RIM + t.stands[CATHERINE] // STRIDE]
    if player == CARLETON and t.divided:  # UO-TILLY.3, UO-R50
        return zones[IN_EAST if t.half == 0 else IN_WEST]
    return zones[ANYWHERE]


def approach(t: Table, zone: Zone, start: i64, steps: i64) -> list[Spaces]:
    """Where each step can lead that shortens the way to the zone: up to its edge, or as far as steps go."""
    everywhere = zone_spaces(t.board.zones[ANYWHERE])
    layers = [zone_spaces(zone)]  # the spaces so many steps away from the zone
    seen = layers[0]
    while not has(layers[-1], start):  # there is a way on every board
        layers.append(less(step(t, layers[-1], everywhere), seen))
        seen = both(seen, layers[-1])
    front = [only(start)]
    for far in range(len(layers) - 2, -1, -1):
        if len(front) <= steps:
            front.append(common(step(t, front[-1], everywhere), layers[far]))
    return front


def ends_from(t: Table, zone: Zone, start: i64, steps: i64) -> Spaces:
    """The ends of a move that shortens the way to the zone while outside, and stays inside it then.

    Only ladders change the ways, so each is searched once for each place of the ladders.
    """
    known = zone.known[t.house * len(t.board.ladder_cells) + t.yard]
    if len(known.ends) == 0:
        known.ends = vec[i64]([UNKNOWN] * (PLACES * RADII * LEVELS))
    ends = known.ends
    at = (start * RADII + steps) * LEVELS
    if ends[at] == UNKNOWN:
        ends[at], ends[at + 1], ends[at + 2] = search_ends(t, zone, start, steps)
    return ends[at], ends[at + 1], ends[at + 2]


def search_ends(t: Table, zone: Zone, start: i64, steps: i64) -> Spaces:
    if zone.holds(start):
        return path_ends(t, zone, start, steps)
    front = approach(t, zone, start, steps)
    entries = front[-1]
    inside = steps - (len(front) - 1)
    if inside == 0:
        return entries
    ends: Spaces = (0, 0, 0)
    while not is_empty(entries):
        entry = first_of(entries)
        entries = without(entries, entry)
        ends = both(ends, path_ends(t, zone, entry, inside))
    return ends


# --- Characters (UO-DAY.1) ------------------------------------------------------------------------


def is_outside(t: Table, player: i64) -> bool:
    """Whether this is the character's entry: the entrance is the first space (UO-DAY.2, UO-R11)."""
    return t.stands[player] < 0


def start_of(t: Table, player: i64) -> i64:
    return t.board.entrance if is_outside(t, player) else t.stands[player]


def most_steps(t: Table, player: i64) -> i64:
    return t.total() - 1 if is_outside(t, player) else t.total()


def character_ends(t: Table, player: i64) -> Spaces:
    """Where the roll can lead: to where it is if the character must stay (UO-R7)."""
    start = start_of(t, player)
    zone = zone_of(t, player)
    steps = most_steps(t, player)
    while steps > 0:
        ends = ends_from(t, zone, start, steps)
        if not is_empty(ends):
            return ends
        steps -= 1
    return only(start)


def character_steps(t: Table, player: i64) -> i64:
    """How many steps are walked, 0 if the character must stay (UO-R7)."""
    steps = most_steps(t, player)
    while steps > 0 and is_empty(ends_from(t, zone_of(t, player), start_of(t, player), steps)):
        steps -= 1
    return steps


def with_room(t: Table, ends: Spaces, mask: i64, count: i64) -> Spaces:
    """The ends where so many rabbits more can stand; those of the mask are on the way (UO-R14)."""
    for i in range(PLAYERS):
        if not mask >> i & 1 and t.rabbits_on(t.rabbit[i], mask) + count > MOST_RABBITS:
            ends = without(ends, t.rabbit[i])
    return ends


# --- Rabbits (UO-NIGHT.1) -------------------------------------------------------------------------


def rabbit_ends(t: Table, rabbit: i64) -> Spaces:
    """Where the roll can lead, if there is room anywhere (UO-R17)."""
    return with_room(t, rabbit_walks(t, rabbit), bit(rabbit), 1)


def rabbit_walks(t: Table, rabbit: i64) -> Spaces:
    """The same, without regard to room."""
    zone = t.board.zones[ANYWHERE]
    return ends_from(t, zone, t.rabbit[rabbit], rabbit_steps(t, rabbit))


def rabbit_steps(t: Table, rabbit: i64) -> i64:
    """How many steps are walked: all, if the board is open."""
    zone = t.board.zones[ANYWHERE]
    steps = t.total()
    while steps > 0 and not zone.open and is_empty(ends_from(t, zone, t.rabbit[rabbit], steps)):
        steps -= 1
    return steps


def can_hop(t: Table, rabbit: i64) -> bool:
    """Whether the rabbit has somewhere to go; three others never fill all ends on an open board (UO-R17)."""
    return t.board.open or not is_empty(rabbit_ends(t, rabbit))


# --- One path to draw -----------------------------------------------------------------------------


def path_of_character(t: Table, player: i64, end: i64, path: vec[i64]) -> i64:
    """The number of steps to an end of `character_ends`; path[k] is where k steps are left."""
    steps = character_steps(t, player)
    start = start_of(t, player)
    zone = zone_of(t, player)
    if steps == 0 or zone.holds(start):
        return steps if steps > 0 and find_path(t, zone, start, end, steps, path) else 0
    front = approach(t, zone, start, steps)
    far: i64 = len(front) - 1
    path[0] = at = end
    if steps > far:
        at = entry_to(t, zone, front[-1], end, steps - far, path)
    everywhere = zone_spaces(t.board.zones[ANYWHERE])
    for k in range(far - 1, -1, -1):
        at = first_of(common(step(t, only(at), everywhere), front[k]))
        path[steps - k] = at
    return steps


def entry_to(t: Table, zone: Zone, entries: Spaces, end: i64, steps: i64, path: vec[i64]) -> i64:
    """An entry of the zone from which a path leads to the end."""
    while not is_empty(entries):
        entry = first_of(entries)
        if find_path(t, zone, entry, end, steps, path):
            return entry
        entries = without(entries, entry)
    return -1


def path_of_rabbit(t: Table, rabbit: i64, end: i64, path: vec[i64]) -> i64:
    steps = rabbit_steps(t, rabbit)
    zone = t.board.zones[ANYWHERE]
    return steps if steps > 0 and find_path(t, zone, t.rabbit[rabbit], end, steps, path) else 0
