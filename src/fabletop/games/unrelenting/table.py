"""What lies on the table: pieces, items, ladders, and whose turn it is.

Players are numbered by character in turn order: 0 Henry, 1 Catherine, 2 Tilly, 3 Carleton
(UO-COMP.1, UO-MODE.1); a rabbit has its owner's number (UO-COMP.2). Nothing on the table is hidden:
only the dice to come are unknown (UO-R20).
"""

from typing import TYPE_CHECKING, ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.unrelenting.board import HOUSE, PLACES, STRIDE, YARD, Board
from fabletop.kernel.action import act
from fabletop.kernel.bits import count_of
from fabletop.kernel.journal import ALL
from fabletop.kernel.state import FRAME, Frame, Question, State, attribute

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

# --- The players (UO-GEN.1) -----------------------------------------------------------------------
HENRY: Final = 0
CATHERINE: Final = 1
TILLY: Final = 2
CARLETON: Final = 3
PLAYERS: Final = 4

# --- Numbers the rulebook fixes -------------------------------------------------------------------
SLOTS: Final = 8  # UO-COMP.7
MOST_RABBITS: Final = 2  # on one space: UO-NIGHT.3
PRICE: Final = 2  # items, for a paid role: UO-R22

# --- Sides of an item (UO-COMP.3) -----------------------------------------------------------------
CONTROL: Final = 0
INSANITY: Final = 1

# --- Where a piece or an item is: a space or a place, or ------------------------------------------
AWAY: Final = -1  # a character not on the board; an item out of the game
IN_SLOT: Final = 256  # + player * SLOTS + slot

# --- How long Henry has been away -------------------------------------------------------------------
LEFT_TODAY: Final = 1
LONG_GONE: Final = 2

# --- How a game ended -----------------------------------------------------------------------------
BY_CONTROL: Final = 1
BY_INSANITY: Final = 2
BY_DAWN: Final = 3

# --- When the game ends anyway ----------------------------------------------------------------------
NEVER: Final = 0

# --- Versions of the rules --------------------------------------------------------------------------
WHOLE_NIGHTS: Final = 3  # the first in which a night is one plan

# --- How characters are given out -----------------------------------------------------------------
CHOOSE: Final = 0
BY_LOT: Final = 1
BY_SEAT: Final = 2


class Terms:
    """What was agreed before the game."""

    def __init__(
        self,
        board: Board,
        rules: int,
        deal: int,
        dawn: int,
        *,
        one_switch: bool,
        stoppers_return: bool,
        paints_on: bool,
        night_roles: bool,
    ) -> None:
        self.board = board
        self.rules: i64 = rules  # the version that holds
        self.deal: i64 = deal  # CHOOSE, BY_LOT or BY_SEAT
        self.dawn: i64 = dawn  # the last cycle, or NEVER (UO-R56)
        self.most_switched: i64 = 1 if one_switch else SLOTS  # UO-R29
        self.stoppers_return = stoppers_return  # UO-R34
        self.paints_on = paints_on  # until Henry is back, not only on the day he leaves (UO-R44)
        self.night_roles = night_roles  # UO-R23


@final
class Table(State):
    def __init__(self, opening: "Opening", terms: Terms, src: "Table | None" = None) -> None:
        super().__init__(opening, src)
        b = terms.board  # below, i64(0) and not 0: a choice between an int and an i64 would be boxed
        self.terms = terms
        self.board = b
        # the seat of each character, and the seats in the order of their choice
        self.seats: vec[i64] = vec[i64]([-1] * PLAYERS) if src is None else src.seats[:]
        self.picks: vec[i64] = vec[i64]([0, 1, 2, 3]) if src is None else src.picks[:]
        # the space of each character, and of each rabbit
        self.stands: vec[i64] = vec[i64]([AWAY] * PLAYERS) if src is None else src.stands[:]
        self.rabbit: vec[i64] = vec[i64]([AWAY] * PLAYERS) if src is None else src.rabbit[:]
        # where each item is, the item in each slot or -1, and the item at each place + 1 or 0
        self.at: vec[i64] = vec[i64]([AWAY] * int(b.items)) if src is None else src.at[:]
        self.slot: vec[i64] = vec[i64]([-1] * (PLAYERS * SLOTS)) if src is None else src.slot[:]
        self.lies: vec[u8] = vec[u8]([0] * PLACES) if src is None else src.lies[:]
        self.mad: i64 = i64(0) if src is None else src.mad  # bit mask of items: insanity side up
        self.foreign: i64 = i64(0) if src is None else src.foreign  # stoppers that another player put there
        self.house: i64 = b.starts[HOUSE] if src is None else src.house  # the slot of the house ladder
        self.yard: i64 = b.starts[YARD] if src is None else src.yard
        self.cycle: i64 = i64(1) if src is None else src.cycle
        self.night: i64 = i64(0) if src is None else src.night
        self.player: i64 = i64(HENRY) if src is None else src.player  # whose turn it is
        self.turns: i64 = i64(0) if src is None else src.turns
        self.one: i64 = i64(0) if src is None else src.one  # the dice; 0 before the roll
        self.two: i64 = i64(0) if src is None else src.two
        self.used: i64 = i64(0) if src is None else src.used  # bit mask of the paid roles used this turn
        self.hopped: i64 = i64(0) if src is None else src.hopped  # of the rabbits that moved this night turn
        self.carried: i64 = i64(0) if src is None else src.carried  # of the rabbits in Tilly's arms
        self.follows: i64 = i64(0) if src is None else src.follows  # 1: Tilly follows Catherine's next move
        self.divided: i64 = i64(0) if src is None else src.divided  # 1: Tilly has divided the house
        self.half: i64 = b.half(b.entrance) if src is None else src.half  # where Tilly last stood
        self.away: i64 = i64(0) if src is None else src.away  # Henry has left: LEFT_TODAY, or LONG_GONE
        self.how: i64 = i64(0) if src is None else src.how  # how the game ended
        self.winners: i64 = i64(0) if src is None else src.winners  # bit mask of characters

    def set_up(self) -> None:
        from fabletop.games.unrelenting.turn import set_up

        set_up(self)

    def clone(self) -> "Table":
        return Table(self.opening, self.terms, self)

    def outcome(self, seat: i64) -> float:
        """1 for the winner and -1/3 for each of the others; a shared win is worth less. They sum to 0."""
        if not self.winners >> self.player_of(seat) & 1:
            return -1.0 / 3.0
        count = count_of(self.winners)
        return float(PLAYERS - count) / float(3 * count)

    def become(self, kind: i64, a: i64 = 0) -> None:
        """The frame on top goes on as another: what it asked has been answered."""
        at = self.depth - FRAME
        self.stack[at] = kind
        self.stack[at + 1] = a
        self.stack[at + 2] = 0
        self.stack[at + 3] = 0

    # --- who and where -------------------------------------------------------------------

    def player_of(self, seat: i64) -> i64:
        """The character of a seat, or -1 while it has none."""
        seats = self.seats
        for player in range(PLAYERS):
            if seats[player] == seat:
                return player
        return -1

    def total(self) -> i64:
        return self.one + self.two  # UO-COMP.6

    def is_double(self) -> bool:
        return self.one == self.two

    def roles_work(self) -> bool:
        """Not in the first cycle (UO-LATER.1, UO-R21)."""
        return self.cycle > 1

    def house_cell(self) -> i64:
        return self.board.ladder_cells[self.house]

    def yard_cell(self) -> i64:
        return self.board.ladder_cells[self.board.house_slots + self.yard]

    def rabbits_on(self, space: i64, but: i64) -> i64:
        """How many rabbits stand on a space, those of a mask left out."""
        count: i64 = 0
        rabbit = self.rabbit
        for i in range(PLAYERS):
            if rabbit[i] == space and not but >> i & 1:
                count += 1
        return count

    def stand(self, player: i64, space: i64) -> None:
        """Put a character on a space, with what it carries."""
        self.stands[player] = space
        if player == TILLY:
            if space >= STRIDE:
                self.half = self.board.half(space)  # UO-R50
            if self.carried:
                for i in range(PLAYERS):
                    if self.carried >> i & 1:
                        self.rabbit[i] = space  # UO-R49

    # --- slots -----------------------------------------------------------------------------

    def is_own(self, item: i64) -> bool:
        """Whether what a slot holds is its player's own item (UO-R32)."""
        return item >= 0 and not self.foreign >> item & 1

    def own_count(self, player: i64) -> i64:
        count: i64 = 0
        slot = self.slot
        foreign = self.foreign
        for i in range(player * SLOTS, player * SLOTS + SLOTS):
            if slot[i] >= 0 and not foreign >> slot[i] & 1:
                count += 1
        return count

    def two_sided(self, player: i64) -> i64:
        """How many of the player's items have another side (UO-R28, UO-R30)."""
        count: i64 = 0
        slot = self.slot
        stopper = self.board.first_stopper
        for i in range(player * SLOTS, player * SLOTS + SLOTS):
            if 0 <= slot[i] < stopper:
                count += 1
        return count

    def empty_slot(self, player: i64) -> i64:
        """The first empty slot of a player, 0 to 7, or -1."""
        for i in range(SLOTS):
            if self.slot[player * SLOTS + i] < 0:
                return i
        return -1

    # --- the journal -----------------------------------------------------------------------

    def say(self, kind: i64, player: i64, a: i64 = -1, b: i64 = -1, c: i64 = -1) -> None:
        """Note something; all of it may be known by everybody."""
        if self.journal is not None:
            self.journal.note(kind, self.seats[player] if player >= 0 else -1, a, b, c, ALL)


class Pending(Frame[Table]):
    """Something that is still to happen."""

    def __init__(self) -> None:
        self.frame: i64 = attribute(self, "number")  # the same: an attribute of a class is slow to look up


class Ask(Question[Table]):
    """A question to the player whose turn it is, if it does not say to whom else."""

    things: ClassVar[int] = 0  # so many things one may wonder about, where it does not say which

    def __init__(self) -> None:
        self.frame: i64 = attribute(self, "number")

    def ask(self, t: Table, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        t.push(self.frame, a, b, c)

    def who(self, t: Table) -> i64:
        return t.seats[t.player]

    def thoughts(self, t: Table) -> list[int]:
        return [int(act(self.verbs[0], thing)) for thing in range(self.things)]
