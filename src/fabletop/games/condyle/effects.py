"""What cards and spaces do: the steps of their programs, one after another (CC-R26)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import acts, told
from fabletop.games.condyle import cards as c
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.aims import branch, first_aim, fits, names_one
from fabletop.games.condyle.asking import CardAsk, offer_done
from fabletop.games.condyle.building import ask_where_to_build
from fabletop.games.condyle.carrying import Carry, advance
from fabletop.games.condyle.keeping import fetch, sift, stash
from fabletop.games.condyle.losing import begin_passing, lose
from fabletop.games.condyle.pawns import ask_path, ask_sending, can_be_moved, trade_places
from fabletop.games.condyle.permanent import clear_charms
from fabletop.games.condyle.piles import draw, recover
from fabletop.games.condyle.playing import aim, ask_number, late_window, open_window
from fabletop.games.condyle.table import (
    BENNY,
    BOOST,
    CANCELLED,
    FX,
    FX_DONE,
    FX_IMMUNE,
    FX_IT,
    FX_NUMBER,
    FX_OWNER,
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

MAY: Final = 26  # row


class Effects(Carry):
    """Carries out what a card says, to players at one table."""

    def announce(self, t: Table) -> None:
        """Name the one player of the card, unless that depends on an earlier step (CC-R26)."""
        row = first_aim(t, t.arg(1))
        if row != c.END_OF_CARD and t.row(row, c.LATE) == 0 and t.fx_get(FX_TARGET) == UNCHOSEN:
            aim(t, row)

    def announce_number(self, t: Table) -> None:
        """2 or 4?"""
        row = first_aim(t, t.arg(1))
        if row != c.END_OF_CARD and t.fx_get(FX_TARGET) >= 0 and t.row(row, c.N2) > 0:
            if t.fx_get(FX_NUMBER) == 0:
                ask_number(t, row)

    def open_window(self, t: Table) -> None:
        open_window(t)

    # --- One step ----------------------------------------------------------------------------------

    def step(self, t: Table, row: i64) -> None:
        op = t.row(row, c.OP)
        if op == c.DO_IF:
            advance(t, branch(t, row))
            return
        who = t.row(row, c.WHO)
        k = t.arg(2)
        if k == 0:
            t.fx_set(FX_DONE, 0)
            if names_one(who) and t.fx_get(FX_TARGET) == UNCHOSEN and not self.aimed(t, row):
                return
            if self.asks_first(t, row, op):
                return
        if who == c.OTHERS or who == c.EVERYBODY:
            k = next_of_group(t, row, who, k)
            if k == t.terms.seats:
                advance(t, t.row(row, c.NEXT))
            else:
                t.set_arg(2, k + 1)
                self.do_to(t, row, op, (t.owner() + k) % t.terms.seats)
            return
        player = single(t, who)
        advance(t, t.row(row, c.NEXT))
        if names_one(who):
            t.fx_set(FX_IT, NOBODY if player == t.owner() or player == BENNY else player)
        if who == 0:
            self.do_alone(t, row, op)
        elif player >= 0:
            self.do_to(t, row, op, player)

    def aimed(self, t: Table, row: i64) -> bool:
        """Name the target when its step comes (CC-R26); then only that player may defend."""
        return aim(t, row) and not late_window(t, row)

    def asks_first(self, t: Table, row: i64, op: i64) -> bool:
        """Ask for a number not yet announced, or whether an optional step is wanted; True if asked."""
        if op == c.DO_MOVE and t.row(row, c.N2) > 0 and t.fx_get(FX_NUMBER) == 0:
            ask_number(t, row)
            return True
        if op == c.DO_RECOVER and t.row(row, c.MAY) and t.fx_get(FX_NUMBER) == 0:
            if t.discard_n(t.owner()) > 0:
                t.push(MAY, row)
            else:
                advance(t, t.row(row, c.NEXT))
            return True
        return False

    def do_alone(self, t: Table, row: i64, op: i64) -> None:
        """Steps that are done to no player."""
        if op == c.DO_LOOK_AOD:
            acts.peek(t, t.row(row, c.N), t.row(row, c.MAY))
        elif op == c.DO_PASS:
            begin_passing(t)
        elif op == c.DO_END_TURN:
            end_turn(t)
        elif op == c.DO_BUILD:
            ask_where_to_build(t)
        elif op == c.DO_BENNY:
            if t.pawn[BENNY] >= 0:
                ask_path(t, BENNY, row)
        elif op == c.DO_CANCEL:
            cancel(t, t.row(row, c.HOW))

    def do_to(self, t: Table, row: i64, op: i64, player: i64) -> None:
        """Steps that are done to a player (or, if they move, to Benny's pawn)."""
        if player != BENNY and not t.is_live(player):
            return
        if t.fx_get(FX_IMMUNE) >> player & 1:
            t.tell(told.SPARED, player, 0)
            return
        do_to(t, row, op, player)


def single(t: Table, who: i64) -> i64:
    """The one player of a step; "you" is the player of the card, whoever else is there (CC-CARD.6)."""
    if who == c.YOU:
        return t.owner()
    if who == c.IT:
        return t.fx_get(FX_IT)
    if who == c.NEXT_PLAYER:
        return t.after(t.owner())
    return t.fx_get(FX_TARGET)


def next_of_group(t: Table, row: i64, who: i64, k: i64) -> i64:
    """How far from the card's player, clockwise, the next of a group sits (CC-CARD.7, CC-R26)."""
    owner = t.owner()
    while k < t.terms.seats:
        player = (owner + k) % t.terms.seats
        if t.is_live(player) and (who == c.EVERYBODY or k > 0):
            if fits(t, owner, player, t.row(row, c.WHERE)):
                return k
        k += 1
    return k


def do_to(t: Table, row: i64, op: i64, player: i64) -> None:
    """Do a step to a player whom nothing shields."""
    n = t.row(row, c.N)
    how = t.row(row, c.HOW)
    if op == c.DO_MOVE:
        if can_be_moved(t, player):
            ask_path(t, player, row)
    elif op == c.DO_SEND:
        if can_be_moved(t, player):
            ask_sending(t, player, row)
    elif op == c.DO_STEAL:
        steal(t, player, n, how)
    elif op == c.DO_LOSE:
        lose(t, player, n, how)
    elif op == c.DO_RECOVER:
        if recover(t, player, n, how == c.SHUFFLED):
            t.did()
    elif op == c.DO_SCAVENGE:
        scavenge(t, player, n)
    elif op == c.DO_STASH:
        stash(t, player, n)
    elif op == c.DO_FETCH:
        fetch(t, player, n)
    elif op == c.DO_DRAW:
        for _i in range(n):
            draw(t, player)
    elif op == c.DO_SIFT:
        sift(t, player, n)
    elif op == c.DO_LOOK_HAND:
        look_at_hand(t, t.owner(), player)
    elif op == c.DO_TRADE_PLACES:
        trade_places(t, player)
    elif op == c.DO_TRADE_HANDS:
        trade_hands(t, player)
    elif op == c.DO_BOOST:
        t.tally[BOOST + player] += n
        t.tell(told.BOOST, player, n)
    elif op == c.DO_SHIELD:
        t.tally[SHIELD + player] |= how
        t.tell(told.SHIELD, player, how)
    elif op == c.DO_CLEAR:
        clear_charms(t, player)
    elif op == c.DO_ELIMINATE:
        acts.eaten(t, player)


def end_turn(t: Table) -> None:
    t.ending = 1
    t.tell(told.END_TURN, t.owner(), 0)


def cancel(t: Table, scope: i64) -> None:
    """Void the card below for everybody, or for the player of this one (CC-R44, CC-R45)."""
    below = (t.fx_n - 2) * FX
    me = t.owner()
    t.fx_set(FX_IT, t.fx[below + FX_OWNER])
    t.did()
    if scope == c.SCOPE_ALL:
        t.fx[below + FX_IMMUNE] = CANCELLED
        t.tell(told.CANCELLED, me, t.fx[below + FX_WHAT])
    else:
        t.fx[below + FX_IMMUNE] |= bit(me)


class May(CardAsk):
    """Whether an optional step is wanted."""

    number = MAY
    rule = "CC-R38"
    verbs = (v.YES, v.DONE)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.YES, 0)
        return offer_done(out, n + 1)

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        row = t.arg(0)
        t.pop()
        if verb == v.YES:
            t.fx_set(FX_NUMBER, 1)
        else:
            advance(t, t.row(row, c.NEXT))

    def wish(self, t: Table) -> str:
        return "do you want it?"
