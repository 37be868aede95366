"""What cards and spaces do: the steps of their programs, one after another (CC-R26)."""

from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import told
from fabletop.games.condyle.aims import first_aim, fits, names_one
from fabletop.games.condyle.carrying import Carry, Deed, advance, deed
from fabletop.games.condyle.notation import MOST, Aim
from fabletop.games.condyle.playing import aim, ask_number, late_window, open_window
from fabletop.games.condyle.table import (
    BENNY,
    BOOST,
    CANCELLED,
    FROM_CHARM,
    FROM_SPACE,
    FX,
    FX_DONE,
    FX_IMMUNE,
    FX_IT,
    FX_NUMBER,
    FX_OWNER,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    NOBODY,
    SHIELD,
    UNCHOSEN,
    Table,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import END, MAY, NEXT, Program
from fabletop.kernel.effects.kinds import Number, Word


class Effects(Carry):
    """Carries out what a card says, to players at one table."""

    def announce(self, t: Table) -> None:
        """Name the one player of the card, unless that depends on an earlier step (CC-R26)."""
        row = first_aim(t, t.arg(1))
        if row != END and t.row(row, c.LATE) == 0 and t.fx_get(FX_TARGET) == UNCHOSEN:
            self.aim(t, row)

    def announce_number(self, t: Table) -> None:
        """2 or 4?"""
        row = first_aim(t, t.arg(1))
        if row != END and t.fx_get(FX_TARGET) >= 0 and t.row(row, c.N2) > 0 and t.fx_get(FX_NUMBER) == 0:
            ask_number(t, row)

    def open_window(self, t: Table) -> None:
        open_window(t)

    # --- One step ----------------------------------------------------------------------------------

    def carry_out(self, t: Table, program: Program, row: i64) -> None:
        """Do the next part of a step: to one player, or to nobody."""
        what = deed(t, row)
        who = t.row(row, c.WHO)
        k = t.arg(2)
        t.set_arg(1, row)  # until it is known that the step is done
        if k == 0:
            t.fx_set(FX_DONE, 0)
            if names_one(who) and t.fx_get(FX_TARGET) == UNCHOSEN and not self.aimed(t, row):
                return
            if self.asks_first(t, row, what):
                return
        if who == c.OTHERS or who == c.EVERYBODY:
            nobody = k == 0
            k = next_of_group(t, row, who, k)
            if k == t.terms.seats:
                if nobody:
                    tell_nothing(t, row)
                advance(t, t.row(row, NEXT))
            else:
                t.set_arg(2, k + 1)
                self.do_to(t, row, what, (t.owner() + k) % t.terms.seats)
            return
        player = single(t, who)
        advance(t, t.row(row, NEXT))
        if names_one(who):
            t.fx_set(FX_IT, self.meant(t, player))
        told_so_far = t.told_so_far()
        depth = t.depth
        if who == 0:
            self.do_alone(t, row, what)
        elif player >= 0:
            self.do_to(t, row, what, player)
        elif who == c.IT:
            return
        if t.depth == depth and t.told_so_far() == told_so_far and t.fx_get(FX_DONE) == 0:
            tell_nothing(t, row)

    def aim(self, t: Table, row: i64) -> bool:
        """Choose the one player or pawn of a step, or ask; True if it is chosen."""
        return aim(t, row)

    def aimed(self, t: Table, row: i64) -> bool:
        """Name the target when its step comes (CC-R26); then only that player may defend."""
        return self.aim(t, row) and not late_window(t, row)

    def meant(self, t: Table, player: i64) -> i64:
        """Whom the steps after it call "it"."""
        return NOBODY if player == t.owner() or player == BENNY else player

    def asks_first(self, t: Table, row: i64, what: Deed) -> bool:
        return what.asks_first(t, row)

    def do_alone(self, t: Table, row: i64, what: Deed) -> None:
        what.do(t, row)

    def do_to(self, t: Table, row: i64, what: Deed, player: i64) -> None:
        if player != BENNY and not t.is_live(player):
            return
        if t.fx_get(FX_IMMUNE) >> player & 1:
            t.tell(told.SPARED, player, 0)
        else:
            what.to(t, row, player)


def tell_nothing(t: Table, row: i64) -> None:
    """A step of a card that has no effect says so; one that was declined does not."""
    source = t.fx_get(FX_SOURCE)
    if t.row(row, MAY) == 0 and source != FROM_SPACE and source != FROM_CHARM:
        t.tell(told.NOTHING, t.owner(), row)


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


# --- Steps that fit under no other heading -------------------------------------------------------------


class DoBoost(Deed):
    name = "BOOST"
    number = 17
    takes = ((c.WHO, Aim("you")), (c.N, Number(1, MOST)))
    says = "your next Movement may be {1} longer"

    def to(self, t: Table, row: i64, player: i64) -> None:
        t.tally[BOOST + player] += t.row(row, c.N)
        t.tell(told.BOOST, player, t.row(row, c.N))


SHIELDS = {"steal": c.NO_STEAL, "move": c.NO_MOVE, "both": c.NO_STEAL | c.NO_MOVE}
SHIELDED = {"steal": "steal from", "move": "move", "both": "steal from or move"}


class DoShield(Deed):
    name = "SHIELD"
    number = 18
    takes = ((c.WHO, Aim("you")), (c.HOW, Word(SHIELDS, SHIELDED)))
    says = "until your next turn nobody else can {1} you"

    def to(self, t: Table, row: i64, player: i64) -> None:
        t.tally[SHIELD + player] |= t.row(row, c.HOW)
        t.tell(told.SHIELD, player, t.row(row, c.HOW))


class DoEndTurn(Deed):
    name = "END_TURN"
    number = 19
    says = "your turn ends, without a draw unless the table agreed on draws"

    def do(self, t: Table, row: i64) -> None:
        t.ending = 1
        t.tell(told.END_TURN, t.owner(), t.terms.away_draws)


SCOPES = {"self": c.SCOPE_SELF, "all": c.SCOPE_ALL}
CANCELS = {"self": "a card does nothing to you", "all": "a card is cancelled for everyone"}


class DoCancel(Deed):
    """Void the card below for everybody, or for the player of this one (CC-R44, CC-R45)."""

    name = "CANCEL"
    number = 24
    takes = ((c.HOW, Word(SCOPES, CANCELS)),)
    says = "{}"

    def do(self, t: Table, row: i64) -> None:
        self.void(t, t.row(row, c.HOW))

    def void(self, t: Table, scope: i64) -> None:
        below = (t.fx_n - 2) * FX
        me = t.owner()
        t.fx_set(FX_IT, t.fx[below + FX_OWNER])
        t.did()
        if scope == c.SCOPE_ALL:
            t.fx[below + FX_IMMUNE] = CANCELLED
            t.tell(told.CANCELLED, me, t.fx[below + FX_WHAT])
        else:
            t.fx[below + FX_IMMUNE] |= bit(me)
