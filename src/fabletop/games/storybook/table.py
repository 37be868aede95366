"""What lies on the table, and the geometry of it.

Roles number the players in the ledger's terms: 0 Hero 1, 1 Villain A, 2 Hero 2, 3 Villain B; an
even role is a Hero. A card is `role * 15 + place in its deck`: places 0 to 9 are the Champion's
Team (0 its Leader), 10 to 14 the Ally's. A cell is `y * WIDE + x` in a window that is shifted when
the layout reaches its rim, so that it never runs out.
"""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from fabletop.games.storybook.cards import DECK, Cards
from fabletop.kernel.bits import bit
from fabletop.kernel.journal import ALL
from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

# --- The grid (SB-R6; directions N, E, S, W are 0 to 3) -------------------------------------------
WIDE: Final = 64
CELLS: Final = WIDE * WIDE
SPOT: Final = (
    1 << 14
)  # marks a space in a row of the journal; below it, x in 7 bits and y in 7, each WIDE more
MIDDLE: Final[i64] = 31
STEP: Final = vec[i64]([WIDE, 1, -WIDE, -1])  # to the cells that share an edge (SB-ADJ.1)
FOUR: Final[i64] = 4  # directions
NOWHERE: Final[i64] = -1
ZERO: Final[i64] = 0  # of a field: a plain 0 beside an i64 would be boxed

# --- Where a card is: a cell, or ------------------------------------------------------------------
IN_BOX: Final = -2
IN_DECK: Final = -3
IN_HAND: Final = -4
HELD: Final = -5  # taken from the hand, to be put down by the next answer
CAPTURED: Final = -6

# --- How it lies: quarter turns clockwise, or face down -------------------------------------------
FACE_DOWN: Final = 4

# --- Numbers the rulebook fixes -------------------------------------------------------------------
AP_A_TURN: Final = 5  # SB-TURN.2
FULL_HAND: Final = 5  # SB-DRAW.2
FIRST_HAND: Final = 4  # SB-SETUP.3, SB-SETUP.4
DUEL_TARGET: Final = 10  # SB-WIN.2
TEAM_TARGET: Final = 15  # SB-TEAM.2
DUEL_STALL: Final = 20  # SB-R26
TEAM_STALL: Final = 24

# --- The tally: what is counted for each role or side, in one vec ---------------------------------
HAND_SIZE: Final = 0
DECK_SIZE: Final = 4
CHAMPION_OF: Final = 8  # team, or -1
ALLY_OF: Final = 12
TWIST_OF: Final = 16  # Twist, or -1
RETURNED: Final = 20  # a card all saw go back to hand and nobody has seen since, or -1
WINDOWS_OF: Final = 24  # bit mask of the moments at which the four Twists in question may be played
SCORE: Final = 28  # by side

# --- Lasting effects: rows of BOON integers -------------------------------------------------------
BOON: Final = 8
BOON_CARD: Final = 0
BOON_ROLE: Final = 1  # whose Twist it is
BOON_SWORDS: Final = 2
BOON_SHIELDS: Final = 3
BOON_GUARD: Final = 4
BOON_DUEL: Final = 5
BOON_UNTIL: Final = 6
BOON_LEFT: Final = 7  # ends of the role's turns still to pass, for UNTIL_END


class Terms:
    """What was agreed before the game: how many play, to what score, and choices given as options.

    All that four play by otherwise than two follows from `players` (SB-TEAM.1).
    """

    def __init__(
        self,
        cards: Cards,
        players: int,
        given: list[int],
        stall: bool = True,
        secret: bool = False,
        boxes: int = 1,
        rules: int = 0,
    ) -> None:
        self.cards = cards
        self.players: i64 = players
        self.target: i64 = DUEL_TARGET if players == 2 else TEAM_TARGET  # SB-R36
        limit = DUEL_STALL if players == 2 else TEAM_STALL
        self.stall: i64 = limit if stall else 0  # 0: no limit
        self.given = vec[i64](given)  # side, then champion, ally, Twist of each role; -1: to be asked
        self.spaces = cards.duel_spaces if players == 2 else cards.team_spaces
        self.secret = secret  # SB-R37
        self.boxes: i64 = boxes  # SB-R38
        self.rules: i64 = rules  # the version that holds

    def without_twists(self, but: i64) -> "Terms":
        """The same, but the Twists of all roles but one are not given."""
        given = [int(g) for g in self.given]
        for role in range(self.players):
            if role != but:
                given[1 + role * 3 + 2] = -1
        return Terms(
            self.cards, self.players, given, self.stall > 0, self.secret, int(self.boxes), int(self.rules)
        )


@final
class Storybook(State):
    def __init__(self, opening: "Opening", terms: Terms, src: "Storybook | None" = None) -> None:
        super().__init__(opening, src)
        self.terms = terms
        self.cards = terms.cards
        cards = int(terms.players) * DECK
        self.board: vec[u8] = vec[u8]([0] * CELLS) if src is None else src.board[:]  # card + 1, or 0
        self.at: vec[i64] = vec[i64]([IN_BOX] * cards) if src is None else src.at[:]
        # quarter turns, or FACE_DOWN
        self.lies: vec[i64] = vec[i64]([0] * cards) if src is None else src.lies[:]
        # shared between copies: replaced, never written into
        self.face: vec[i64] = vec[i64]([0] * cards) if src is None else src.face
        # role * 15 + i; the top is the last; shared, too
        self.deck: vec[i64] = vec[i64]([0] * cards) if src is None else src.deck
        # the cells that hold a card, in order
        self.spots: vec[i64] = vec[i64]([0] * cards) if src is None else src.spots[:]
        self.taken: i64 = ZERO if src is None else src.taken  # how many they are
        self.tally: vec[i64] = vec[i64]([0] * 8 + [-1] * 16 + [0] * 6) if src is None else src.tally[:]
        self.boons: vec[i64] = vec[i64]() if src is None else src.boons[:]
        # 1: seat 0 plays Villains, so role = seat ^ flipped
        self.flipped: i64 = ZERO if src is None else src.flipped
        self.role: i64 = ZERO if src is None else src.role  # whose turn it is
        self.ap: i64 = ZERO if src is None else src.ap
        self.acts: i64 = ZERO if src is None else src.acts  # actions and Twists completed this turn
        self.turn: i64 = ZERO if src is None else src.turn
        self.quiet: i64 = ZERO if src is None else src.quiet  # turns since the last capture (SB-R26)
        # 1: both sides were level at the target (SB-WIN.4)
        self.overtime: i64 = ZERO if src is None else src.overtime
        self.spent: i64 = ZERO if src is None else src.spent  # bits of the sides whose Twist is used
        self.shown: i64 = ZERO if src is None else src.shown  # bits of the roles whose Twist was played
        self.doomed: i64 = ZERO if src is None else src.doomed  # bits of cards: being captured
        self.fresh: i64 = ZERO if src is None else src.fresh  # bits of cards: turned up by the last action
        self.fresh_by: i64 = ZERO if src is None else src.fresh_by  # the role that did it
        # bits of cards: face down, but everybody saw which it is
        self.known: i64 = ZERO if src is None else src.known
        # bits of cards: hidden since their owner's card returned to hand
        self.late: i64 = ZERO if src is None else src.late
        self.held: i64 = NOWHERE if src is None else src.held  # the card that is HELD
        self.caster: i64 = ZERO if src is None else src.caster  # whose Twist is being carried out
        self.it: i64 = NOWHERE if src is None else src.it  # the cell of the card that the Twist speaks of
        # the smallest x, y and largest x, y where a card may be
        self.left: i64 = MIDDLE if src is None else src.left
        self.low: i64 = MIDDLE if src is None else src.low
        self.right: i64 = MIDDLE if src is None else src.right
        self.high: i64 = MIDDLE if src is None else src.high
        # the window's x and y of the ledger's (0, 0)
        self.zero_x: i64 = MIDDLE if src is None else src.zero_x
        self.zero_y: i64 = MIDDLE if src is None else src.zero_y

    def clone(self) -> "Storybook":
        return Storybook(self.opening, self.terms, self)

    def set_up(self) -> None:
        from fabletop.games.storybook.build import choose_side

        choose_side(self)

    def outcome(self, seat: i64) -> float:
        """1 for the side that is ahead at the end, -1 for the other, 0 for a draw (SB-GEN.1)."""
        side = self.role_of(seat) & 1
        ahead = self.tally[SCORE + side] - self.tally[SCORE + (side ^ 1)]
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    def stall_limit(self) -> i64:
        """After how many quiet turns the game ends; 0: never. In overtime it goes on (SB-R26)."""
        return 0 if self.overtime and self.terms.rules > 1 else self.terms.stall

    # --- who ---------------------------------------------------------------------------

    def seat_of(self, role: i64) -> i64:
        return role ^ self.flipped

    def role_of(self, seat: i64) -> i64:
        return seat ^ self.flipped

    def after(self, role: i64) -> i64:
        """The next role to take a turn: Villain A, Hero 1, Villain B, Hero 2 (SB-TURN.1, SB-TEAM.9)."""
        return (role - 1) & (self.terms.players - 1)

    # --- cards ---------------------------------------------------------------------------

    def card_at(self, cell: i64) -> i64:
        """The card on a cell, or -1."""
        return i64(self.board[cell]) - 1

    def in_play(self, card: i64) -> bool:
        return self.at[card] >= 0

    def is_up(self, card: i64) -> bool:
        return self.at[card] >= 0 and self.lies[card] != FACE_DOWN

    def points(self, card: i64) -> i64:
        return self.cards.points[self.face[card]]

    def swords(self, card: i64, way: i64) -> i64:
        """The Swords a face-up card shows toward a direction of the board, Twists included."""
        shown = self.cards.swords[self.face[card] * 4 + ((way - self.lies[card]) & 3)]
        if len(self.boons) > 0:
            shown += self.boon(card, BOON_SWORDS)
            if shown < 0:
                return 0
        return shown

    def shields(self, card: i64, way: i64) -> i64:
        shown = self.cards.shields[self.face[card] * 4 + ((way - self.lies[card]) & 3)]
        if len(self.boons) > 0:
            change = self.boon(card, BOON_SHIELDS)
            if change < 0 and shown + change < 1:  # SB-VOCAB.11
                return 1 if shown > 0 else 0
            shown += change
        return shown

    def boon(self, card: i64, field: i64) -> i64:
        """The sum of one field over the lasting effects on a card."""
        total: i64 = 0
        boons = self.boons
        for row in range(0, len(boons), BOON):
            if boons[row + BOON_CARD] == card:
                total += boons[row + field]
        return total

    def drop_boons_of(self, card: i64) -> None:
        """A lasting effect ends when its card leaves play or is turned face down."""
        if len(self.boons) > 0:
            old = self.boons
            kept = vec[i64]()
            for row in range(0, len(old), BOON):
                if old[row + BOON_CARD] != card:
                    for i in range(row, row + BOON):
                        kept = append(kept, old[i])
            self.boons = kept

    # --- the grid --------------------------------------------------------------------------

    def set_down(self, card: i64, cell: i64, lies: i64) -> None:
        """Put a card on the grid. Afterwards no card lies on the rim of the window."""
        self.board[cell] = u8(card + 1)
        self.at[card] = cell
        self.lies[card] = lies
        spots = self.spots
        place = self.taken
        while place > 0 and spots[place - 1] > cell:
            spots[place] = spots[place - 1]
            place -= 1
        spots[place] = cell
        self.taken += 1
        self.widen(cell)

    def widen(self, cell: i64) -> None:
        x = cell & (WIDE - 1)
        y = cell // WIDE
        self.left = min(self.left, x)
        self.right = max(self.right, x)
        self.low = min(self.low, y)
        self.high = max(self.high, y)
        if self.left < 2 or self.low < 2 or self.right > WIDE - 3 or self.high > WIDE - 3:
            self.recentre()

    def lift(self, card: i64) -> None:
        """Take a card off the grid; the caller says where it goes."""
        cell = self.at[card]
        self.board[cell] = 0
        self.at[card] = NOWHERE
        spots = self.spots
        place: i64 = 0
        while spots[place] != cell:
            place += 1
        self.taken -= 1
        while place < self.taken:
            spots[place] = spots[place + 1]
            place += 1

    def measure(self) -> None:
        """Draw the bounds closely round the cards in play."""
        if self.taken == 0:
            self.left = self.right = self.zero_x
            self.low = self.high = self.zero_y
            return
        spots = self.spots
        left: i64 = WIDE
        right: i64 = 0
        for i in range(self.taken):
            x = spots[i] & (WIDE - 1)
            left = min(left, x)
            right = max(right, x)
        self.left = left
        self.right = right
        self.low = spots[0] // WIDE
        self.high = spots[self.taken - 1] // WIDE

    def recentre(self) -> None:
        """Shift the window so that the layout lies in its middle.

        A Play widens the layout by one at most and a Slide never does; with 60 cards it spans less
        than the window, so there is always room.
        """
        self.measure()
        dx = MIDDLE - (self.left + self.right) // 2
        dy = MIDDLE - (self.low + self.high) // 2
        shift = dy * WIDE + dx
        board = vec[u8]([0] * CELLS)
        at = self.at
        for card in range(len(at)):
            if at[card] >= 0:
                at[card] += shift
                board[at[card]] = u8(card + 1)
        self.board = board
        for i in range(self.taken):
            self.spots[i] += shift
        if self.it >= 0:
            self.it += shift
        self.left += dx
        self.right += dx
        self.low += dy
        self.high += dy
        self.zero_x += dx
        self.zero_y += dy

    def cell_of(self, x: i64, y: i64) -> i64:
        """The cell of a space in the ledger's coordinates."""
        return (y + self.zero_y) * WIDE + x + self.zero_x

    def cell_in_reach(self, cell: i64) -> bool:
        """Whether a cell lies within one space of the bounds."""
        x = cell & (WIDE - 1)
        y = cell // WIDE
        return self.left - 1 <= x <= self.right + 1 and self.low - 1 <= y <= self.high + 1

    def x_of(self, cell: i64) -> i64:
        return (cell & (WIDE - 1)) - self.zero_x

    def y_of(self, cell: i64) -> i64:
        return cell // WIDE - self.zero_y

    # --- the journal -----------------------------------------------------------------------

    def tell_of(self, kind: i64, role: i64, card: i64, cell: i64, eyes: i64) -> None:
        """Note what a role did with a card on a cell."""
        if self.journal is not None:
            self.journal.note(kind, self.seat_of(role), card, self.x_of(cell), self.y_of(cell), eyes)

    def spot(self, cell: i64) -> i64:
        """A space as one number, if a journal is kept: its coordinates stay while the board is shifted."""
        if self.journal is None:
            return 0
        return SPOT | (self.x_of(cell) + WIDE) << 7 | (self.y_of(cell) + WIDE)

    def tell_way(self, kind: i64, role: i64, card: i64, start: i64, cell: i64, eyes: i64) -> None:
        """Note where a role took a card, from a spot to a cell."""
        if self.journal is not None:
            self.journal.note(kind, self.seat_of(role), card, start, self.spot(cell), eyes)

    def eyes_on(self, card: i64) -> i64:
        """Who may know which card this is: everybody, or only its owner (SB-HIDE.2)."""
        if self.is_up(card) or self.at[card] == CAPTURED or self.known >> card & 1:
            return ALL
        return bit(self.seat_of(card // DECK))
