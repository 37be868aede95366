"""A card or space that is being carried out: its stages, and how it begins and ends (CC-R26)."""

from typing import Final, cast

from mypy_extensions import i64

from fabletop.games.condyle import told
from fabletop.games.condyle.piles import put_on_discard
from fabletop.games.condyle.table import (
    CANCELLED,
    FROM_WINTER,
    FX_IMMUNE,
    FX_PIECE,
    FX_SOURCE,
    FX_WHAT,
    Table,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import Follow, Program, Verb

ANNOUNCED: Final = (told.PLAY, told.ACT, told.DRAWN_ACT, told.WINTER, told.HIS_MOVE, told.HE_PLAYS)
CARRY: Final = 11  # stage, row, how many of a group had their turn

ANNOUNCE: Final = 0
COUNT: Final = 1
WINDOW: Final = 2
RUN: Final = 3


class Deed(Verb[Table]):
    """A step of a card. What has an aim is done to one player after the other; else `do` does it."""

    discards: bool = False  # whom it names should have a discard (CC-R55)
    recovers: bool = False  # it brings back what whom it names has discarded
    reaches_all: bool = False  # it names nobody, and does something to everybody

    def spares(self, t: Table, row: i64, player: i64) -> bool:
        """Whether a player is safe from it where he rests, as all can see."""
        return False

    def asks_first(self, t: Table, row: i64) -> bool:
        """Ask for what must be known before it is done; True if asked."""
        return False

    def to(self, t: Table, row: i64, player: i64) -> None:
        """Do it to a player whom nothing shields (or, if it moves, to Benny's pawn)."""
        raise NotImplementedError


def deed(t: Table, row: i64) -> Deed:
    return cast(Deed, t.program.verb(row))


class Carry(Follow[Table]):
    """Goes on with the card on top. What each stage means stands in `effects`."""

    number = CARRY

    def program(self, t: Table) -> Program:
        return t.program

    def run(self, t: Table) -> bool:
        stage = t.arg(0)
        if stage == RUN:
            if t.fx_get(FX_IMMUNE) != CANCELLED:
                return super().run(t)
            self.finish(t)
        elif stage == ANNOUNCE:
            t.set_arg(0, COUNT)
            self.announce(t)
        elif stage == COUNT:
            t.set_arg(0, WINDOW)
            self.announce_number(t)
        else:
            t.set_arg(0, RUN)
            self.open_window(t)
        return False

    def announce(self, t: Table) -> None:
        """Name the one player of the card."""
        raise NotImplementedError

    def announce_number(self, t: Table) -> None:
        raise NotImplementedError

    def open_window(self, t: Table) -> None:
        raise NotImplementedError

    def finish(self, t: Table) -> None:
        """The last step is done: a played card reaches its player's discard, face up (CC-PLAY.3, CC-R25)."""
        t.pop()
        if t.journal is not None and t.journal.rows and t.journal.rows[-1][0] in ANNOUNCED:
            t.tell(told.NOTHING, t.owner(), -1)
        piece = t.fx_get(FX_PIECE)
        if piece >= 0:
            put_on_discard(t, t.owner(), piece, True)
        elif t.fx_get(FX_SOURCE) == FROM_WINTER:
            t.gone |= bit(t.fx_get(FX_WHAT))  # CC-R65
        t.fx_n -= 1


def carry_out(t: Table, owner: i64, source: i64, what: i64, row: i64) -> None:
    """Do what a space, an Act or a Permanent card says: nobody can defend (CC-R47)."""
    t.fx_push(owner, -1, source, what)
    t.push(CARRY, RUN, row)


def carry_from(t: Table, stage: i64, owner: i64, piece: i64, source: i64, what: i64, row: i64) -> None:
    """Begin with a card at one of its stages."""
    t.fx_push(owner, piece, source, what)
    t.push(CARRY, stage, row)


def advance(t: Table, row: i64) -> None:
    """On to another step."""
    t.set_arg(1, row)
    t.set_arg(2, 0)
