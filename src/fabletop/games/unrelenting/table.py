"""What lies on the table: pieces, items, ladders, and whose turn it is.

Players are numbered by character in turn order: 0 Henry, 1 Catherine, 2 Tilly, 3 Carleton
(UO-COMP.1, UO-MODE.1); a rabbit has its owner's number (UO-COMP.2). Nothing on the table is hidden:
only the dice to come are unknown (UO-R20).
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.unrelenting.board import HOUSE, PLACES, STRIDE, YARD, Board
from fabletop.kernel.bits import bit
from fabletop.kernel.interim import OldState
from fabletop.kernel.journal import ALL
from fabletop.kernel.state import FRAME

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

# --- Where a piece or an item is: a space or a place, or ------------------------------------------
AWAY: Final = -1  # a character not on the board; an item out of the game
IN_SLOT: Final = 256  # + player * SLOTS + slot

# --- How long Henry has been away -------------------------------------------------------------------
LEFT_TODAY: Final = 1
LONG_GONE: Final = 2

# --- Verbs ----------------------------------------------------------------------------------------
CHARACTER: Final = 1  # thing: a character
ROLL: Final = 2
FREE: Final = 3
ROLE: Final = 4  # a paid role
PAY: Final = 5  # a slot
TO: Final = 6  # a space
LADDER: Final = 7  # a slot of the ladder
CARRY: Final = 8  # a rabbit
DONE: Final = 9
REMOVE: Final = 10  # a slot
TURN: Final = 11  # a slot
COLLECT: Final = 12  # a place
SIDE: Final = 13  # CONTROL or INSANITY
RABBIT: Final = 14  # a rabbit
ATTACK: Final = 15  # stopper * PLAYERS + victim

# --- Sides of an item (UO-COMP.3) -----------------------------------------------------------------
CONTROL: Final = 0
INSANITY: Final = 1

# --- Paid roles -----------------------------------------------------------------------------------
EXTERMINATOR: Final = 0  # UO-HENRY.4
PERFECT: Final = 1  # UO-CATH.4
DOOR: Final = 2  # UO-TILLY.1
DIVIDE: Final = 3  # UO-TILLY.3
STAIRS: Final = 4  # UO-CARL.1
PAID_ROLES: Final = 5
ROLE_OWNER: Final = vec[i64]([HENRY, CATHERINE, TILLY, TILLY, CARLETON])

# --- Frames: what is being asked, or is to be done ------------------------------------------------
F_PICK: Final = 1  # how many have picked
F_TURN: Final = 2  # the step; 1: no move is to be made
F_START: Final = 3
F_PAY: Final = 4  # the role; how many are paid
F_EXTERMINATE: Final = 5  # the rabbit
F_LADDER: Final = 6  # the ladder
F_CARRY: Final = 7
F_MOVE: Final = 8
F_MOVED: Final = 9  # the step after the move
F_SLEEPWALK: Final = 10
F_FOLLOW: Final = 11
F_HALF: Final = 12  # how many are still to be turned, a mask of the slots turned, the player
F_PURSE: Final = 13  # how many are still to be chosen, a mask of the slots chosen
F_COLLECT: Final = 14
F_SIDE: Final = 15  # the place
F_RABBITS: Final = 16
F_HOP: Final = 17  # the rabbit
F_SWITCH: Final = 18  # a mask of the slots turned, how many
F_DUSK: Final = 19  # whose attacks are next
F_COLLECTED: Final = 20

# --- How a game ended -----------------------------------------------------------------------------
BY_CONTROL: Final = 1
BY_INSANITY: Final = 2
BY_DAWN: Final = 3

# --- How characters are given out -----------------------------------------------------------------
CHOOSE: Final = 0
BY_LOT: Final = 1
BY_SEAT: Final = 2

# --- What the journal tells -----------------------------------------------------------------------
TOLD_CHARACTER: Final = 1
TOLD_ROUND: Final = 2
TOLD_ROLL: Final = 3
TOLD_MOVE: Final = 4
TOLD_PLACE: Final = 5
TOLD_COLLECT: Final = 6
TOLD_ROLE: Final = 7
TOLD_RETURN: Final = 8
TOLD_REMOVE: Final = 9
TOLD_TURN: Final = 10
TOLD_LADDER: Final = 11
TOLD_CARRY: Final = 12
TOLD_LEAVE: Final = 13
TOLD_RABBIT: Final = 14
TOLD_ATTACK: Final = 15
TOLD_SPENT: Final = 16
TOLD_AWAY: Final = 17
TOLD_DIVIDE: Final = 18
TOLD_UNDIVIDE: Final = 19
TOLD_SLEEPWALK: Final = 20
TOLD_PURSE: Final = 21
TOLD_STAY: Final = 22
TOLD_WON: Final = 23
TOLD_DAWN: Final = 24
TOLD_NOTHING: Final = 25


class Terms:
    """What was agreed before the game."""

    def __init__(self, board: Board, dawn: int, one_switch: bool, deal: int, weights: list[float]) -> None:
        self.board = board
        self.dawn: i64 = dawn  # the last cycle (UO-R56)
        self.most_switched: i64 = 1 if one_switch else SLOTS  # UO-R29
        self.deal: i64 = deal  # CHOOSE, BY_LOT or BY_SEAT
        self.weights = vec[float](weights)  # what bots have learnt: see hope.py


class Table(OldState):
    def __init__(self, opening: "Opening", terms: Terms, src: "Table | None") -> None:
        super().__init__(opening, src)
        self.terms = terms
        self.board = terms.board
        if src is None:
            self.seats = vec[i64]([-1] * PLAYERS)  # the seat of each character
            self.picks = vec[i64]([0, 1, 2, 3])  # the seats in the order of their choice
            self.stands = vec[i64]([AWAY] * PLAYERS)  # the space of each character
            self.rabbit = vec[i64]([AWAY] * PLAYERS)  # the space of each rabbit
            self.at = vec[i64]([AWAY] * int(terms.board.items))  # where each item is
            self.slot = vec[i64]([-1] * (PLAYERS * SLOTS))  # the item in it, or -1
            self.lies = vec[u8]([0] * PLACES)  # the item at a place + 1, or 0
            self.mad: i64 = 0  # bit mask of items: insanity side up
            self.foreign: i64 = 0  # bit mask of stoppers that another player put where they are
            self.house: i64 = terms.board.starts[HOUSE]  # the slot the house ladder stands in
            self.yard: i64 = terms.board.starts[YARD]
            self.cycle: i64 = 1
            self.night: i64 = 0
            self.player: i64 = HENRY  # whose turn it is
            self.turns: i64 = 0
            self.one: i64 = 0  # the dice; 0 before the roll
            self.two: i64 = 0
            self.used: i64 = 0  # bit mask of the paid roles used this turn
            self.hopped: i64 = 0  # bit mask of the rabbits that have moved this night turn
            self.carried: i64 = 0  # bit mask of the rabbits in Tilly's arms
            self.follows: i64 = 0  # 1: Tilly follows Catherine's next move
            self.divided: i64 = 0  # 1: Tilly has divided the house
            self.half: i64 = terms.board.half(terms.board.entrance)  # where Tilly last stood
            self.away: i64 = 0  # Henry has left: LEFT_TODAY, or LONG_GONE
            self.how: i64 = 0  # how the game ended
            self.winners: i64 = 0  # bit mask of characters
        else:
            self.seats = src.seats[:]
            self.picks = src.picks[:]
            self.stands = src.stands[:]
            self.rabbit = src.rabbit[:]
            self.at = src.at[:]
            self.slot = src.slot[:]
            self.lies = src.lies[:]
            self.mad = src.mad
            self.foreign = src.foreign
            self.house = src.house
            self.yard = src.yard
            self.cycle = src.cycle
            self.night = src.night
            self.player = src.player
            self.turns = src.turns
            self.one = src.one
            self.two = src.two
            self.used = src.used
            self.hopped = src.hopped
            self.carried = src.carried
            self.follows = src.follows
            self.divided = src.divided
            self.half = src.half
            self.away = src.away
            self.how = src.how
            self.winners = src.winners

    def become(self, kind: i64, a: i64 = 0) -> None:
        """The frame on top goes on as another: what it asked has been answered."""
        at = self.depth - FRAME
        self.stack[at] = kind
        self.stack[at + 1] = a
        self.stack[at + 2] = 0
        self.stack[at + 3] = 0

    # --- who and where -------------------------------------------------------------------

    def ask(self, player: i64) -> None:
        """The question on top of the stack is this character's."""
        self.seat = self.seats[player]

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

    def own(self, player: i64) -> i64:
        """The player's own items, as a bit mask of items (UO-R32)."""
        mask: i64 = 0
        slot = self.slot
        for i in range(player * SLOTS, player * SLOTS + SLOTS):
            if slot[i] >= 0:
                mask |= bit(slot[i])
        return mask & ~self.foreign

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

    def is_own(self, item: i64) -> bool:
        return item >= 0 and not self.foreign >> item & 1

    # --- the journal -----------------------------------------------------------------------

    def say(self, kind: i64, player: i64, a: i64 = -1, b: i64 = -1, c: i64 = -1) -> None:
        """Note something; all of it may be known by everybody."""
        if self.journal is not None:
            self.journal.note(kind, self.seats[player] if player >= 0 else -1, a, b, c, ALL)
