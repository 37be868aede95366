"""Whom a card means: conditions, targets, and who is affected; and how a program begins and ends (CC-R26)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.cards import (
    ANY,
    DO_IF,
    DO_SCAVENGE,
    END_OF_CARD,
    EVERYBODY,
    HERE,
    IF_AT,
    IF_DONE,
    IF_HAND,
    IF_MOVED,
    IT,
    KINDS_MASK,
    MAY,
    N2,
    NEAR,
    NEXT,
    NOT_THERE,
    OP,
    OTHER,
    OTHERS,
    PAWN,
    WHERE,
    WHO,
    N,
)
from fabletop.games.condyle.codes import DONE, F_FX, F_TARGET, NUMBER, RUN, TARGET, TOLD_NUMBER, TOLD_TARGET
from fabletop.games.condyle.cove import (
    same_space,
    within_one,
)
from fabletop.games.condyle.piles import (
    put_on_discard,
)
from fabletop.games.condyle.table import (
    BENNY,
    FROM_ACT,
    FROM_OPTIONS,
    FROM_WINTER,
    FX_DONE,
    FX_NUMBER,
    FX_OWNER,
    FX_PIECE,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    NOBODY,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- Starting and finishing --------------------------------------------------------------------------


def begin_program(t: Table, owner: i64, source: i64, what: i64, row: i64) -> None:
    """Carry out what a space, an Act or a Permanent card says: nobody can defend (CC-R47)."""
    t.fx_push(owner, -1, source, what)
    t.push(F_FX, RUN, row)


def finish(t: Table) -> None:
    """The last step is done: a played card reaches its player's discard, face up (CC-PLAY.3, CC-R25)."""
    t.pop()
    piece = t.fx_get(FX_PIECE)
    if piece >= 0:
        put_on_discard(t, t.fx_get(FX_OWNER), piece, True)
    elif t.fx_get(FX_SOURCE) == FROM_WINTER:
        t.gone |= bit(t.fx_get(FX_WHAT))  # CC-R65
    t.fx_n -= 1


def first_row(t: Table) -> i64:
    """Where the program of the card on top begins."""
    what = t.fx_get(FX_WHAT)
    source = t.fx_get(FX_SOURCE)
    if source == FROM_OPTIONS:
        return t.cards.face_row[what]
    if source == FROM_ACT:
        return t.cards.act_row[what]
    return t.cards.charm_row[what]


# --- Conditions and targets --------------------------------------------------------------------------


def holds(t: Table, row: i64) -> bool:
    """The condition of an IF, for the owner of the card."""
    you = t.fx_get(FX_OWNER)
    condition = t.cards.row(row, WHO)
    if condition == IF_AT:
        kind = t.kind_under(you)
        return kind >= 0 and t.cards.row(row, WHERE) >> kind & 1 == 1
    if condition == IF_MOVED:
        return t.moved == 1 and t.active == you
    if condition == IF_HAND:
        return t.hand_n(you) >= t.cards.row(row, N)
    if condition == IF_DONE:
        return t.fx_get(FX_DONE) == 1
    return t.pile_n(you) <= t.cards.row(row, N)


def branch(t: Table, row: i64) -> i64:
    return t.cards.row(row, NEXT) if holds(t, row) else t.cards.row(row, N2)


def names_one(who: i64) -> bool:
    """Whether a step names a single player or pawn of choice."""
    return who == OTHER or who == ANY or who == PAWN


def first_aim(t: Table, row: i64) -> i64:
    """The first step, as things stand, that names one player or pawn of choice; or END_OF_CARD."""
    while row != END_OF_CARD:
        if t.cards.row(row, OP) == DO_IF:
            row = branch(t, row)
        elif names_one(t.cards.row(row, WHO)):
            return row
        else:
            row = t.cards.row(row, NEXT)
    return row


def fits(t: Table, owner: i64, pawn: i64, where: i64) -> bool:
    """Whether a pawn rests where a step wants it."""
    node = t.pawn[pawn]
    if node < 0:
        return False
    if where == 0:
        return True
    if where & (HERE | NEAR):
        mine = t.pawn[owner]
        if mine < 0:
            return False
        return within_one(t, mine, node) if where & NEAR else same_space(t, mine, node)
    inside = (where & KINDS_MASK) >> t.node_kind[node] & 1 == 1
    return not inside if where & NOT_THERE else inside


def candidates(t: Table, row: i64) -> i64:
    """Whom a step may name, as a bit mask (CC-CARD.4, CC-CARD.5, CC-GHOST.10, CC-R75)."""
    owner = t.fx_get(FX_OWNER)
    who = t.cards.row(row, WHO)
    where = t.cards.row(row, WHERE)
    mask: i64 = 0
    for player in range(t.terms.seats):
        if t.is_live(player) and (who != OTHER or player != owner) and fits(t, owner, player, where):
            mask |= bit(player)
    if who == PAWN and t.pawn[BENNY] >= 0 and fits(t, owner, BENNY, where):
        mask |= bit(BENNY)
    if t.cards.row(row, OP) == DO_SCAVENGE:
        mask = with_discards(t, mask)
    return mask


def with_discards(t: Table, mask: i64) -> i64:
    """An empty discard may be chosen only if all are empty (CC-R55)."""
    full: i64 = 0
    for player in range(t.terms.seats):
        if mask >> player & 1 and t.discard_n(player) > 0:
            full |= bit(player)
    return full if full else mask


def aim(t: Table, row: i64) -> bool:
    """Choose the one player or pawn of a step, or ask; True if it is chosen."""
    mask = candidates(t, row)
    may = t.cards.row(row, MAY)
    if mask == 0:
        t.fx_set(FX_TARGET, NOBODY)
        return True
    if mask & (mask - 1) == 0 and may == 0:  # CC-R38
        for pawn in range(BENNY + 1):
            if mask >> pawn & 1:
                choose_target(t, pawn)
        return True
    t.push(F_TARGET, row)
    return False


def choose_target(t: Table, pawn: i64) -> None:
    t.fx_set(FX_TARGET, pawn)
    t.tell(TOLD_TARGET, t.fx_get(FX_OWNER), pawn)


def offer_targets(t: Table, out: vec[i64]) -> i64:
    row = t.arg(0)
    mask = candidates(t, row)
    n: i64 = 0
    for pawn in range(BENNY + 1):
        if mask >> pawn & 1:
            out[n] = act(TARGET, pawn)
            n += 1
    if t.cards.row(row, MAY):
        out[n] = act(DONE, 0)
        n += 1
    return n


def offer_numbers(t: Table, out: vec[i64]) -> i64:
    out[0] = act(NUMBER, t.cards.row(t.arg(0), N))
    out[1] = act(NUMBER, t.cards.row(t.arg(0), N2))
    return 2


def choose_number(t: Table, number: i64) -> None:
    t.fx_set(FX_NUMBER, number)
    t.tell(TOLD_NUMBER, t.fx_get(FX_OWNER), number)


def affects(t: Table, player: i64) -> bool:
    """Whether the card on top would do something to a player, as things stand (CC-R44)."""
    owner = t.fx_get(FX_OWNER)
    target = t.fx_get(FX_TARGET)
    row = first_row(t)
    while row != END_OF_CARD:
        if t.cards.row(row, OP) == DO_IF:
            row = branch(t, row)
            continue
        who = t.cards.row(row, WHO)
        if (names_one(who) or who == IT) and target == player:
            return True
        if who == OTHERS and player != owner and fits(t, owner, player, t.cards.row(row, WHERE)):
            return True
        if who == EVERYBODY and fits(t, owner, player, t.cards.row(row, WHERE)):
            return True
        row = t.cards.row(row, NEXT)
    return False
