"""What cards and spaces do: the steps of their programs, one after another (CC-R26)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import acts
from fabletop.games.condyle.aims import aim, branch, finish, fits, names_one
from fabletop.games.condyle.cards import (
    DO_BENNY,
    DO_BOOST,
    DO_BUILD,
    DO_CANCEL,
    DO_CLEAR,
    DO_DRAW,
    DO_ELIMINATE,
    DO_END_TURN,
    DO_FETCH,
    DO_IF,
    DO_LOOK_AOD,
    DO_LOOK_HAND,
    DO_LOSE,
    DO_MOVE,
    DO_PASS,
    DO_RECOVER,
    DO_SCAVENGE,
    DO_SEND,
    DO_SHIELD,
    DO_SIFT,
    DO_STASH,
    DO_STEAL,
    DO_TRADE_HANDS,
    DO_TRADE_PLACES,
    END_OF_CARD,
    EVERYBODY,
    HOW,
    IT,
    LATE,
    MAY,
    N2,
    NEXT,
    NEXT_PLAYER,
    OP,
    OTHERS,
    SCOPE_ALL,
    SHUFFLED,
    WHERE,
    WHO,
    YOU,
    N,
)
from fabletop.games.condyle.codes import (
    DONE,
    F_BUILD,
    F_FETCH,
    F_MAY,
    F_NUMBER,
    F_PATH,
    F_SEND,
    F_STASH,
    F_WINDOW,
    TOLD_BOOST,
    TOLD_CANCELLED,
    TOLD_CLEARED,
    TOLD_END_TURN,
    TOLD_SHIELD,
    TOLD_SPARED,
    YES,
)
from fabletop.games.condyle.losing import begin_passing, begin_peeking, begin_sifting, lose
from fabletop.games.condyle.pawns import can_be_moved, trade_places
from fabletop.games.condyle.piles import (
    draw,
    recover,
)
from fabletop.games.condyle.table import (
    BENNY,
    BOOST,
    CANCELLED,
    CHARM_N,
    CHARMS,
    FROM_OPTIONS,
    FROM_WINTER,
    FX,
    FX_DONE,
    FX_IMMUNE,
    FX_IT,
    FX_NUMBER,
    FX_OWNER,
    FX_PIECE,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    NOBODY,
    SHIELD,
    UNCHOSEN,
    Table,
)
from fabletop.games.condyle.taking import look_at_hand, scavenge, steal, trade_hands
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- One step ----------------------------------------------------------------------------------------


def run_step(t: Table) -> None:
    """Do the next part of the program on top: one player of one step."""
    row = t.arg(1)
    if row == END_OF_CARD or t.fx_get(FX_IMMUNE) == CANCELLED:
        finish(t)
        return
    op = t.cards.row(row, OP)
    if op == DO_IF:
        t.set_arg(1, branch(t, row))
        t.set_arg(2, 0)
        return
    who = t.cards.row(row, WHO)
    k = t.arg(2)
    if k == 0:
        t.fx_set(FX_DONE, 0)
        if names_one(who) and t.fx_get(FX_TARGET) == UNCHOSEN and not aim_now(t, row):
            return
        if asks_first(t, row, op):
            return
    player: i64 = NOBODY
    if who == OTHERS or who == EVERYBODY:
        player, k = next_of_group(t, row, who, k)
        if player < 0:
            advance(t, row)
            return
        t.set_arg(2, k + 1)
    else:
        player = single(t, who)
        advance(t, row)
        if names_one(who):
            t.fx_set(FX_IT, NOBODY if player == t.fx_get(FX_OWNER) or player == BENNY else player)
    if who == 0:
        do_alone(t, row, op)
    elif player >= 0 and (player == BENNY or t.is_live(player)):
        if t.fx_get(FX_IMMUNE) >> player & 1:
            t.tell(TOLD_SPARED, player, 0)
        else:
            do_to(t, row, op, player)


def advance(t: Table, row: i64) -> None:
    t.set_arg(1, t.cards.row(row, NEXT))
    t.set_arg(2, 0)


def single(t: Table, who: i64) -> i64:
    """The one player of a step; "you" is the player of the card, whoever else is there (CC-CARD.6)."""
    if who == YOU:
        return t.fx_get(FX_OWNER)
    if who == IT:
        return t.fx_get(FX_IT)
    if who == NEXT_PLAYER:
        return t.after(t.fx_get(FX_OWNER))
    return t.fx_get(FX_TARGET)


def next_of_group(t: Table, row: i64, who: i64, k: i64) -> tuple[i64, i64]:
    """The next player of a group, clockwise from the card's player (CC-CARD.7, CC-R26), and the place."""
    owner = t.fx_get(FX_OWNER)
    while k < t.terms.seats:
        player = (owner + k) % t.terms.seats
        if t.is_live(player) and (who == EVERYBODY or k > 0):
            if fits(t, owner, player, t.cards.row(row, WHERE)):
                return player, k
        k += 1
    return NOBODY, k


def aim_now(t: Table, row: i64) -> bool:
    """Name the target when its step comes (CC-R26); then only that player may defend."""
    chosen = aim(t, row)
    if chosen:
        return not late_window(t, row)
    return False


def late_window(t: Table, row: i64) -> bool:
    """Open the window of a target that was named only now; True if there is one."""
    target = t.fx_get(FX_TARGET)
    source = t.fx_get(FX_SOURCE)
    if t.cards.row(row, LATE) == 0 or (source != FROM_OPTIONS and source != FROM_WINTER):
        return False
    if target < 0 or target == BENNY or target == t.fx_get(FX_OWNER):
        return False
    t.push(F_WINDOW, 0, target)
    return True


def asks_first(t: Table, row: i64, op: i64) -> bool:
    """Ask for a number not yet announced, or whether an optional step is wanted; True if asked."""
    if op == DO_MOVE and t.cards.row(row, N2) > 0 and t.fx_get(FX_NUMBER) == 0:
        t.push(F_NUMBER, row)
        return True
    if op == DO_RECOVER and t.cards.row(row, MAY) and t.fx_get(FX_NUMBER) == 0:
        if t.discard_n(t.fx_get(FX_OWNER)) > 0:
            t.push(F_MAY, row)
        else:
            advance(t, row)
        return True
    return False


def answer_may(t: Table, yes: bool) -> None:
    row = t.arg(0)
    t.pop()
    if yes:
        t.fx_set(FX_NUMBER, 1)
    else:
        advance(t, row)


def offer_may(out: vec[i64]) -> i64:
    out[0] = act(YES, 0)
    out[1] = act(DONE, 0)
    return 2


def do_alone(t: Table, row: i64, op: i64) -> None:
    """Steps that are done to no player."""
    owner = t.fx_get(FX_OWNER)
    if op == DO_LOOK_AOD:
        begin_peeking(t, t.cards.row(row, N), t.cards.row(row, MAY))
    elif op == DO_PASS:
        begin_passing(t)
    elif op == DO_END_TURN:
        t.ending = 1
        t.tell(TOLD_END_TURN, owner, 0)
    elif op == DO_BUILD:
        t.push(F_BUILD, t.fx_get(FX_PIECE))
    elif op == DO_BENNY:
        if t.pawn[BENNY] >= 0:
            t.push(F_PATH, BENNY, row)
    elif op == DO_CANCEL:
        cancel(t, t.cards.row(row, HOW))


def do_to(t: Table, row: i64, op: i64, player: i64) -> None:
    """Steps that are done to a player (or, if they move, to Benny's pawn)."""
    n = t.cards.row(row, N)
    how = t.cards.row(row, HOW)
    if op == DO_MOVE:
        if can_be_moved(t, player):
            t.push(F_PATH, player, row)
    elif op == DO_SEND:
        if can_be_moved(t, player):
            t.push(F_SEND, player, row)
    elif op == DO_STEAL:
        steal(t, player, n, how)
    elif op == DO_LOSE:
        lose(t, player, n, how)
    elif op == DO_RECOVER:
        if recover(t, player, n, how == SHUFFLED):
            t.fx_set(FX_DONE, 1)
    elif op == DO_SCAVENGE:
        scavenge(t, player, n)
    elif op == DO_STASH:
        t.push(F_STASH, player, n)
    elif op == DO_FETCH:
        t.push(F_FETCH, player, n)
    elif op == DO_DRAW:
        for _i in range(n):
            draw(t, player)
    elif op == DO_SIFT:
        begin_sifting(t, player, n)
    elif op == DO_LOOK_HAND:
        look_at_hand(t, t.fx_get(FX_OWNER), player)
    elif op == DO_TRADE_PLACES:
        trade_places(t, player)
    elif op == DO_TRADE_HANDS:
        trade_hands(t, player)
    elif op == DO_BOOST:
        t.tally[BOOST + player] += n
        t.tell(TOLD_BOOST, player, n)
    elif op == DO_SHIELD:
        t.tally[SHIELD + player] |= how
        t.tell(TOLD_SHIELD, player, how)
    elif op == DO_CLEAR:
        clear_charms(t, player)
    elif op == DO_ELIMINATE:
        acts.eaten(t, player)


# --- Defensive cards ---------------------------------------------------------------------------------


def cancel(t: Table, scope: i64) -> None:
    """Void the card below for everybody, or for the player of this one (CC-R44, CC-R45)."""
    below = (t.fx_n - 2) * FX
    me = t.fx_get(FX_OWNER)
    t.fx_set(FX_IT, t.fx[below + FX_OWNER])
    t.fx_set(FX_DONE, 1)
    if scope == SCOPE_ALL:
        t.fx[below + FX_IMMUNE] = CANCELLED
        t.tell(TOLD_CANCELLED, me, t.fx[below + FX_WHAT])
    else:
        t.fx[below + FX_IMMUNE] |= bit(me)


# --- Permanent cards ---------------------------------------------------------------------------------


def clear_charms(t: Table, player: i64) -> None:
    """HAUNTED GROUND removes them all, on landing (CC-GHOST.9, CC-R66, CC-R74)."""
    count = t.tally[CHARM_N + player]
    if count == 0:
        return
    for i in range(player * CHARMS, player * CHARMS + count):
        t.gone |= bit(t.charms[i])
    t.tally[CHARM_N + player] = 0
    t.tell(TOLD_CLEARED, player, count)
