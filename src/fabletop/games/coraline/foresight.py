"""A card that is being followed, and what would come of following one now."""

from typing import Final

from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline.table import ASIDE, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import CHOOSE, END, FIRST, IF, MOST_BRANCHES, NEXT, NO_BRANCH, OP, SECOND
from fabletop.kernel.state import FRAME

FOLLOW: Final = 6  # a frame
THERE: Final = 2  # its argument: the room where the card's PLACE went, or NOWHERE


def follow(t: Table, row: i64) -> None:
    t.push(FOLLOW, 0, row, c.NOWHERE)


def there(t: Table) -> i64:
    """The room where this card's PLACE went, as a bit; 0 if it was declined."""
    at = t.depth - FRAME
    while t.stack[at] != FOLLOW:
        at -= FRAME
    room = t.stack[at + 1 + THERE]
    return bit(room) if room >= 0 else i64(0)


# --- What would happen ----------------------------------------------------------------------------


def would_do_nothing(t: Table, card: i64) -> bool:
    """Whether nothing would come of playing a card that somebody holds now (CO-R1)."""
    twin = t.clone()
    twin.hands[twin.at[card]] -= 1
    twin.at[card] = ASIDE
    follow(twin, END)
    return not does_something(twin, t.box.first[card], END)


def does_something(t: Table, row: i64, end: i64) -> bool:
    """Whether anything of these steps, up to row `end`, can happen as things stand."""
    program = t.box.program
    while row != end:
        op = program.at(row, OP)
        if op == IF:
            inner = program.at(row, FIRST if program.holds(t, row) else SECOND)
            if does_something(t, inner, program.at(row, NEXT)):
                return True
        elif op == CHOOSE:
            for which in range(MOST_BRANCHES):
                first = program.branch(row, which)
                if first != NO_BRANCH and does_something(t, first, program.at(row, NEXT)):
                    return True
        elif not program.verb(row).idle(t, row):
            return True
        elif op == c.PLACE and t.top() == FOLLOW:
            program.verb(row).do(t, row)  # it stands there already, or goes nowhere
        row = program.at(row, NEXT)
    return False
