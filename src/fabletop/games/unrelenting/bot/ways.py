"""How far rabbits and characters have to go, and how likely two dice take them there."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting.board import BASEMENT, FIRST, SECOND, STRIDE
from fabletop.games.unrelenting.movement import distance
from fabletop.games.unrelenting.table import Table

LEAST: Final = 2  # two dice show
MOST: Final = 12

# --- Dice -----------------------------------------------------------------------------------------


def at_least(parity: int) -> vec[float]:
    """The chance that two dice show so many or more, and an even (0), odd (1) or any (2) number."""
    found = [0.0] * (3 * STRIDE)  # a way is never longer
    for least in range(14):
        ways = sum(6 - abs(7 - n) for n in range(2, 13) if n >= least and (parity == 2 or n % 2 == parity))
        found[least] = ways / 36
    return vec[float](found)


LUCKY_WAYS: Final = {2: 1, 4: 3, 6: 1, 8: 1, 10: 3, 12: 1}  # doubles, 4 and 10 (UO-SWITCH.2)
ROLLS: Final = at_least(2)
EVEN_ROLLS: Final = at_least(0)
ODD_ROLLS: Final = at_least(1)
LUCKY: Final = vec[float]([0.0, 0.0] + [LUCKY_WAYS.get(n, 0) / 36 for n in range(2, 13)])
LIKELY: Final = vec[float]([0.0, 0.0] + [(6 - abs(7 - n)) / 36 for n in range(2, 13)])


def to_be_beside(steps: i64, least: i64) -> float:
    """The chance of a roll that ends beside a space so many steps away, and is not below `least`.

    Each step changes the colour of the space, as on a chessboard: half of the rolls never do.
    """
    need = steps - 1 if steps > 0 else i64(1)
    rolls = ODD_ROLLS if need & 1 else EVEN_ROLLS
    return rolls[need if need > least else least]


# --- Steps ----------------------------------------------------------------------------------------


def steps_up(t: Table, space: i64) -> i64:
    """Steps from a space to the second floor."""
    return i64(0) if space // STRIDE == SECOND else distance(t, space, SECOND * STRIDE + t.house_cell())


def steps_off(t: Table, space: i64) -> i64:
    """Steps from a space to where it is not the second floor."""
    return i64(0) if space // STRIDE != SECOND else distance(t, space, FIRST * STRIDE + t.house_cell())


def steps_down(t: Table, space: i64) -> i64:
    """Steps from a space to the basement/yard."""
    return i64(0) if space // STRIDE == BASEMENT else distance(t, space, BASEMENT * STRIDE + t.yard_cell())
