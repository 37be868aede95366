"""What lies on the table: rooms, tokens, Satchel, Moon, decks, hands and buttons.

A deck is a ring of RING places; place `base + i` holds the i-th card from below. What each seat
knows of hidden Coraline cards is kept beside them: see `knowledge`.
"""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.cards import (
    BELDAM,
    CARDS,
    CHARACTERS,
    CORALINE,
    NOWHERE,
    OBJECTS,
    TREASURES,
    Box,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.journal import ALL
from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

# --- Numbers the rulebook fixes -------------------------------------------------------------------
MOST_PLAYERS: Final = 4  # CO-GEN.1
HAND_SIZES: Final = vec[i64]([0, 6, 5, 4, 3])  # by players (CO-SETUP.7)
FIRST_MOON: Final = 1  # CO-SETUP.5
LAST_MOON: Final = 6  # CO-COMP.4
ASLEEP: Final = 3  # CO-R29: turns, where the game is kind

# --- Where an object is: a room, or ---------------------------------------------------------------
SATCHEL: Final = 6
BOXED: Final = 7  # out of the game

# --- Where a Coraline card is: the hand of seat 0 to 3, or ----------------------------------------
IN_DECK: Final = 4
DISCARDED: Final = 5
ASIDE: Final = 6  # being followed (CO-R2)

RING: Final = 32  # places of a deck
SPECTATOR: Final = 4  # the row of what everybody knows
ANYWHERE: Final = -1  # a card of which nothing is known
KNOWN: Final = (SPECTATOR + 1) * CARDS

# --- How a game ends ------------------------------------------------------------------------------
WON: Final = 1
MOON_LOST: Final = 2
HANDS_LOST: Final = 3
DECK_LOST: Final = 4
CONCEDED: Final = 5


class Terms:
    """What was agreed before the game."""

    def __init__(
        self,
        box: Box,
        players: int,
        concede: bool,
        partly: bool = True,
        asleep: int = 0,
        moon: int = FIRST_MOON,
    ) -> None:
        self.box = box
        self.players: i64 = players
        self.everybody: i64 = (1 << players) - 1  # bits of all seats
        self.hand_size: i64 = HAND_SIZES[players]  # CO-SETUP.7
        self.concede = concede  # CO-R24
        self.partly = partly  # CO-R18: of a choice, what can be done in part goes before what cannot
        self.asleep: i64 = asleep  # CO-R29: so many turns at first have no Beldam Phase,
        self.moon: i64 = moon  # and this face of the Moon is seen at first


@final
class Table(State):
    def __init__(self, opening: "Opening", terms: Terms, src: "Table | None" = None) -> None:
        super().__init__(opening, src)
        self.terms = terms
        self.box = terms.box
        # the room of each character, or NOWHERE
        self.where: vec[i64] = vec[i64]([NOWHERE] * CHARACTERS) if src is None else src.where[:]
        # the room of each object, SATCHEL or BOXED
        self.lies: vec[i64] = vec[i64]([SATCHEL] * OBJECTS) if src is None else src.lies[:]
        self.hidden: i64 = (
            i64(0) if src is None else src.hidden
        )  # bits of objects, hidden side up (CO-COMP.8)
        # where each Coraline card is, and how many each seat holds
        self.at: vec[i64] = vec[i64]([IN_DECK] * CARDS) if src is None else src.at[:]
        self.hands: vec[i64] = vec[i64]([0] * MOST_PLAYERS) if src is None else src.hands[:]
        self.deck: vec[i64] = vec[i64]([0] * RING) if src is None else src.deck[:]
        self.base: i64 = i64(0) if src is None else src.base  # the place of the bottom card
        self.left: i64 = i64(0) if src is None else src.left  # cards in the deck
        # see `knowledge`
        self.maybe: vec[i64] = vec[i64]([ANYWHERE] * KNOWN) if src is None else src.maybe[:]
        self.traced: i64 = i64(0) if src is None else src.traced  # cards of which somebody knows something
        # the Beldam deck, and bits of the seats that know the card in a place
        self.woes: vec[i64] = vec[i64]([0] * RING) if src is None else src.woes[:]
        self.seen: vec[i64] = vec[i64]([0] * RING) if src is None else src.seen[:]
        self.woes_base: i64 = i64(0) if src is None else src.woes_base
        self.woes_left: i64 = i64(0) if src is None else src.woes_left
        # the Beldam discard pile, the latest last
        self.woes_done: vec[i64] = vec[i64]([0] * CARDS) if src is None else src.woes_done[:]
        # bits of those in it that nobody followed (CO-R28)
        self.torn: i64 = i64(0) if src is None else src.torn
        self.moon: i64 = terms.moon if src is None else src.moon  # the number shown
        self.black: i64 = i64(0) if src is None else src.black  # bits of the seats whose button shows black
        self.round: i64 = i64(0) if src is None else src.round
        self.turn: i64 = i64(0) if src is None else src.turn
        self.active: i64 = i64(NOWHERE) if src is None else src.active  # whose turn it is
        self.aside: i64 = i64(NOWHERE) if src is None else src.aside  # the Coraline card being followed
        self.woe: i64 = i64(NOWHERE) if src is None else src.woe  # the Beldam card being followed
        self.again: i64 = i64(0) if src is None else src.again  # 1: another card may follow; 2: from any hand
        self.hush: i64 = i64(0) if src is None else src.hush  # 1: no Beldam Phase this turn
        self.ending: i64 = i64(0) if src is None else src.ending

    def set_up(self) -> None:
        from fabletop.games.coraline.turn import set_up

        set_up(self)

    def clone(self) -> "Table":
        return Table(self.opening, self.terms, self)

    def outcome(self, seat: i64) -> float:
        """The same for all (CO-GEN.1)."""
        return 1.0 if self.ending == WON else -1.0

    def asks(self, seat: i64) -> bool:
        """Who goes next is the group's question: anyone may answer it (CO-ROUND.2, CO-R3)."""
        if self.active < 0 and self.seat >= 0:
            return 0 <= seat < self.terms.players
        return seat == self.seat

    # --- Rooms and characters ----------------------------------------------------------------------

    def here(self) -> i64:
        """Coraline's room."""
        return self.where[CORALINE]

    def lair(self) -> i64:
        """The Beldam's room."""
        return self.where[BELDAM]

    def others_in(self, room: i64) -> bool:
        """Whether any token but Coraline stands in a room (CO-R12)."""
        for character in range(BELDAM, CHARACTERS):
            if self.where[character] == room:
                return True
        return False

    # --- Objects -----------------------------------------------------------------------------------

    def in_satchel(self) -> i64:
        """Bits of the objects in the Satchel (CO-COMP.7)."""
        return self.lying(SATCHEL)

    def lying(self, place: i64) -> i64:
        """Bits of the objects in a place."""
        found: i64 = 0
        lies = self.lies
        for thing in range(OBJECTS):
            if lies[thing] == place:
                found |= bit(thing)
        return found

    def revealed_here(self) -> i64:
        """Bits of the objects that can be collected where Coraline is (CO-STORY.5)."""
        return self.lying(self.where[CORALINE]) & ~self.hidden

    def revealed_on_board(self) -> i64:
        """Bits of the Treasures that lie revealed in some room."""
        found: i64 = 0
        lies = self.lies
        for thing in range(OBJECTS):
            if lies[thing] < SATCHEL:
                found |= bit(thing)
        return found & TREASURES & ~self.hidden

    # --- Cards -------------------------------------------------------------------------------------

    def woe_at(self, place: i64) -> i64:
        """Where in the ring the Beldam card lies that has so many above it."""
        return (self.woes_base + self.woes_left - 1 - place) & (RING - 1)

    def woes_gone(self) -> i64:
        """How many cards lie on the Beldam discard pile."""
        return CARDS - self.woes_left - (1 if self.woe >= 0 else 0)

    def may_play(self, card: i64) -> bool:
        """A card that needs an object is played only with it (CO-R1), the last one only to win."""
        box = self.box
        if card == box.victory:
            return self.may_escape()
        need = box.needs[card]
        return need == 0 or self.in_satchel() & need == need

    def may_escape(self) -> bool:
        """All five Treasures, Coraline in the Living Room, and the Beldam not (CO-GEN.2, CO-WIN)."""
        room = self.box.living_room
        if self.where[CORALINE] != room or self.where[BELDAM] == room:
            return False
        return self.in_satchel() & TREASURES == TREASURES  # Starters do not matter (CO-R9)

    # --- The journal -------------------------------------------------------------------------------

    def tell_of(self, kind: i64, a: i64, b: i64 = -1, c: i64 = -1) -> None:
        """Note what the active player did, before all eyes."""
        if self.journal is not None:
            self.journal.note(kind, self.active, a, b, c, ALL)
