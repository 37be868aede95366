"""Whom a card means: conditions, targets, and who is affected (CC-R26)."""

from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.carrying import deed
from fabletop.games.condyle.cove import same_space, within_one
from fabletop.games.condyle.notation import MOST, SPACES
from fabletop.games.condyle.table import (
    BENNY,
    FROM_ACT,
    FROM_OPTIONS,
    FX_DONE,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    Table,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import END, FIRST, IF, NEXT, OP, SECOND, Condition
from fabletop.kernel.effects.kinds import Number


class RestsAt(Condition[Table]):
    name = "at"
    number = 1
    takes = ((c.WHERE, SPACES),)
    says = "you rest on {}"

    def holds(self, t: Table, row: i64) -> bool:
        kind = t.kind_under(t.owner())
        return kind >= 0 and t.row(row, c.WHERE) >> kind & 1 == 1


class Moved(Condition[Table]):
    name = "moved"
    number = 2
    says = "you moved this turn"

    def holds(self, t: Table, row: i64) -> bool:
        return t.moved == 1 and t.active == t.owner()


class HandHolds(Condition[Table]):
    name = "hand"
    number = 3
    takes = ((c.N, Number(1, MOST)),)
    compare = ">="
    joint = "with"
    says = "{} or more cards in hand"

    def holds(self, t: Table, row: i64) -> bool:
        return t.hand_n(t.owner()) >= t.row(row, c.N)


class PileHolds(Condition[Table]):
    name = "pile"
    number = 4
    takes = ((c.N, Number(1, MOST)),)
    compare = "<="
    joint = "with"
    says = "{} or fewer cards in your pile"

    def holds(self, t: Table, row: i64) -> bool:
        return t.pile_n(t.owner()) <= t.row(row, c.N)


class Done(Condition[Table]):
    """The step before did something."""

    name = "done"
    number = 5
    says = "you did"

    def holds(self, t: Table, row: i64) -> bool:
        return t.fx_get(FX_DONE) == 1


def branch(t: Table, row: i64) -> i64:
    """Where an IF goes on."""
    return t.row(row, FIRST if t.program.holds(t, row) else SECOND)


def names_one(who: i64) -> bool:
    """Whether a step names a single player or pawn of choice."""
    return who == c.OTHER or who == c.ANY or who == c.PAWN


def first_aim(t: Table, row: i64) -> i64:
    """The first step, as things stand, that names one player or pawn of choice; or END."""
    while row != END:
        if t.row(row, OP) == IF:
            row = branch(t, row)
        elif names_one(t.row(row, c.WHO)):
            return row
        else:
            row = t.row(row, NEXT)
    return row


def fits(t: Table, owner: i64, pawn: i64, where: i64) -> bool:
    """Whether a pawn rests where a step wants it."""
    node = t.pawn[pawn]
    if node < 0:
        return False
    if where == 0:
        return True
    if where & (c.HERE | c.NEAR):
        mine = t.pawn[owner]
        if mine < 0:
            return False
        return within_one(t, mine, node) if where & c.NEAR else same_space(t, mine, node)
    inside = (where & c.KINDS_MASK) >> t.kind_of(node) & 1 == 1
    return not inside if where & c.NOT_THERE else inside


def candidates(t: Table, row: i64) -> i64:
    """Whom a step may name, as a bit mask (CC-CARD.4, CC-CARD.5, CC-GHOST.10, CC-R75)."""
    owner = t.owner()
    who = t.row(row, c.WHO)
    where = t.row(row, c.WHERE)
    mask: i64 = 0
    for player in range(t.terms.seats):
        if t.is_live(player) and (who != c.OTHER or player != owner) and fits(t, owner, player, where):
            mask |= bit(player)
    if who == c.PAWN and t.pawn[BENNY] >= 0 and fits(t, owner, BENNY, where):
        mask |= bit(BENNY)
    if deed(t, row).discards:
        mask = with_discards(t, mask)
    return mask


def with_discards(t: Table, mask: i64) -> i64:
    """An empty discard may be chosen only if all are empty (CC-R55)."""
    full: i64 = 0
    for player in range(t.terms.seats):
        if mask >> player & 1 and t.discard_n(player) > 0:
            full |= bit(player)
    return full if full else mask


def affects(t: Table, player: i64) -> bool:
    """Whether the card on top would do something to a player, as things stand (CC-R44)."""
    owner = t.owner()
    target = t.fx_get(FX_TARGET)
    row = first_row(t)
    while row != END:
        if t.row(row, OP) == IF:
            row = branch(t, row)
            continue
        who = t.row(row, c.WHO)
        if (names_one(who) or who == c.IT) and target == player:
            return True
        if who == c.OTHERS and player != owner and fits(t, owner, player, t.row(row, c.WHERE)):
            return True
        if who == c.EVERYBODY and fits(t, owner, player, t.row(row, c.WHERE)):
            return True
        if who == 0 and deed(t, row).reaches_all and t.terms.rules > 1:
            return True
        row = t.row(row, NEXT)
    return False


def first_row(t: Table) -> i64:
    """Where the program of the card on top begins."""
    what = t.fx_get(FX_WHAT)
    source = t.fx_get(FX_SOURCE)
    if source == FROM_OPTIONS:
        return t.cards.face_row[what]
    if source == FROM_ACT:
        return t.cards.act_row[what]
    return t.cards.charm_row[what]
