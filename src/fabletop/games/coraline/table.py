"""What lies on the table: rooms, tokens, Satchel, Moon, decks, hands and buttons.

A deck is a ring of RING places; place `base + i` holds the i-th card from below. What each seat
knows of hidden Coraline cards is kept beside them: see `knowledge`.
"""

from typing import TYPE_CHECKING, Final

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
from fabletop.games.coraline.net import Net
from fabletop.kernel.bits import bit
from fabletop.kernel.interim import OldState
from fabletop.kernel.journal import ALL

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

# --- Numbers the rulebook fixes -------------------------------------------------------------------
MOST_PLAYERS: Final = 4  # CO-GEN.1
HAND_SIZES: Final = vec[i64]([0, 6, 5, 4, 3])  # by players (CO-SETUP.7)
FIRST_MOON: Final = 1  # CO-SETUP.5
LAST_MOON: Final = 6  # CO-COMP.4

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

# --- Verbs ----------------------------------------------------------------------------------------
NEXT: Final = 1  # thing: a seat
PLAY: Final = 2  # a card
WALK: Final = 3  # a card, discarded to move Coraline
PICK: Final = 4  # a card, discarded to collect an object
PASS: Final = 5
SLIDE: Final = 6  # a card, under the deck
GO: Final = 7  # a room
WHO: Final = 8  # a character
OBJECT: Final = 9  # an object
DISCARD: Final = 10  # a card
RECALL: Final = 11  # a card
SINK: Final = 12  # 0 for the top Beldam card, 1 for the one below ...
ASK: Final = 13  # a seat, for a card from its hand
DO: Final = 14
WISH: Final = 15  # a branch
DONE: Final = 16
CONCEDE: Final = 17

# --- Frames: what is being asked, or is to be done ------------------------------------------------
F_NEXT: Final = 1
F_STORY: Final = 2
F_SLIDE: Final = 3  # how many have been slid under the deck
F_WALK: Final = 4
F_PICK: Final = 5
F_CARD: Final = 6  # 1: a Beldam card; row of the next step; where its PLACE went, or NOWHERE
F_ROOM: Final = 7  # row, character: choose where it goes
F_STALK: Final = 8  # row, steps left: choose the Beldam's next room
F_WHO: Final = 9  # row, how many done: choose a character
F_OBJECT: Final = 10  # row, how many done: choose an object
F_DISCARD: Final = 11  # row, how many done
F_RECALL: Final = 12  # row, how many done
F_SCRY: Final = 13  # row: which Beldam card goes to the bottom
F_MAY: Final = 14  # row: is it done or declined
F_WISH: Final = 15  # row: choose a branch
F_AGAIN: Final = 16  # 1: from any hand; bits of the seats that have been asked for a card
F_GIVE: Final = 17  # the seat that may give a card

# --- How a game ends ------------------------------------------------------------------------------
WON: Final = 1
MOON_LOST: Final = 2
HANDS_LOST: Final = 3
DECK_LOST: Final = 4
CONCEDED: Final = 5

# --- What the journal tells -----------------------------------------------------------------------
TOLD_DEAL: Final = 1
TOLD_ROUND: Final = 2
TOLD_TURN: Final = 3
TOLD_PLAY: Final = 4
TOLD_WALK: Final = 5
TOLD_PICK: Final = 6
TOLD_PASS: Final = 7
TOLD_SLIDE: Final = 8
TOLD_DRAW: Final = 9
TOLD_WOE: Final = 10
TOLD_CORALINE: Final = 11
TOLD_BELDAM: Final = 12
TOLD_PLACE: Final = 13
TOLD_REMOVE: Final = 14
TOLD_REVEAL: Final = 15
TOLD_HIDE: Final = 16
TOLD_COLLECT: Final = 17
TOLD_DROP: Final = 18
TOLD_TAKE: Final = 19
TOLD_SPEND: Final = 20
TOLD_RECALL: Final = 21
TOLD_DISCARD: Final = 22
TOLD_SCRY: Final = 23
TOLD_SINK: Final = 24
TOLD_HUSH: Final = 25
TOLD_MOON: Final = 26
TOLD_BUTTON: Final = 27
TOLD_ASK: Final = 28
TOLD_KEEP: Final = 29
TOLD_SKIP: Final = 30
TOLD_END: Final = 31
TOLD_WARN: Final = 32


class Terms:
    """What was agreed before the game."""

    def __init__(self, box: Box, players: int, concede: bool, net: Net) -> None:
        self.box = box
        self.players: i64 = players
        self.hand_size: i64 = HAND_SIZES[players]  # CO-SETUP.7
        self.concede = concede  # CO-R24
        self.net = net  # what bots have learnt


class Table(OldState):
    def __init__(self, opening: "Opening", terms: Terms, src: "Table | None") -> None:
        super().__init__(opening, src)
        self.terms = terms
        self.box = terms.box
        if src is None:
            self.where = vec[i64]([NOWHERE] * CHARACTERS)  # room of each character, or NOWHERE
            self.lies = vec[i64]([SATCHEL] * OBJECTS)  # room of each object, SATCHEL or BOXED
            self.hidden: i64 = 0  # bits of the objects that lie hidden side up (CO-COMP.8)
            self.at = vec[i64]([IN_DECK] * CARDS)  # where each Coraline card is
            self.hands = vec[i64]([0] * MOST_PLAYERS)  # how many cards each seat holds
            self.deck = vec[i64]([0] * RING)
            self.base: i64 = 0  # the place of the bottom card
            self.left: i64 = 0  # cards in the deck
            self.maybe = vec[i64]([ANYWHERE] * ((SPECTATOR + 1) * CARDS))  # see `knowledge`
            self.traced: i64 = 0  # bits of the cards of which somebody knows more than nothing
            self.woes = vec[i64]([0] * RING)  # the Beldam deck
            self.seen = vec[i64]([0] * RING)  # bits of the seats that know the card in that place
            self.woes_base: i64 = 0
            self.woes_left: i64 = 0
            self.woes_done = vec[i64]([0] * CARDS)  # the Beldam discard pile, the latest last
            self.moon: i64 = FIRST_MOON  # the number shown
            self.black: i64 = 0  # bits of the seats whose button shows black
            self.round: i64 = 0
            self.turn: i64 = 0
            self.active: i64 = NOWHERE  # whose turn it is
            self.aside: i64 = NOWHERE  # the Coraline card being followed
            self.woe: i64 = NOWHERE  # the Beldam card being followed
            self.again: i64 = 0  # 1: another card may follow this one; 2: from any hand
            self.hush: i64 = 0  # 1: no Beldam Phase this turn
            self.ending: i64 = 0
            self.musing: i64 = 0  # 1: somebody thinks a turn through, no further than its Story Phase
        else:
            self.where = src.where[:]
            self.lies = src.lies[:]
            self.hidden = src.hidden
            self.at = src.at[:]
            self.hands = src.hands[:]
            self.deck = src.deck[:]
            self.base = src.base
            self.left = src.left
            self.maybe = src.maybe[:]
            self.traced = src.traced
            self.woes = src.woes[:]
            self.seen = src.seen[:]
            self.woes_base = src.woes_base
            self.woes_left = src.woes_left
            self.woes_done = src.woes_done[:]
            self.moon = src.moon
            self.black = src.black
            self.round = src.round
            self.turn = src.turn
            self.active = src.active
            self.aside = src.aside
            self.woe = src.woe
            self.again = src.again
            self.hush = src.hush
            self.ending = src.ending
            self.musing = src.musing

    # --- Who is asked ------------------------------------------------------------------------------

    def asks(self, seat: i64) -> bool:
        """Who goes next is the group's question: anyone may answer it (CO-ROUND.2, CO-R3)."""
        if self.depth > 0 and self.top() == F_NEXT:
            return 0 <= seat < self.terms.players
        return seat == self.seat

    # --- Rooms and characters ----------------------------------------------------------------------

    def here(self) -> i64:
        """Coraline's room."""
        return self.where[CORALINE]

    def lair(self) -> i64:
        """The Beldam's room."""
        return self.where[BELDAM]

    def others_here(self) -> bool:
        """Whether any token but Coraline stands in her room (CO-R12)."""
        here = self.where[CORALINE]
        for character in range(BELDAM, CHARACTERS):
            if self.where[character] == here:
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

    def under(self, i: i64) -> i64:
        """The i-th card of the deck from below."""
        return self.deck[(self.base + i) & (RING - 1)]

    def woe_at(self, place: i64) -> i64:
        """Where in the ring the Beldam card lies that has so many above it."""
        return (self.woes_base + self.woes_left - 1 - place) & (RING - 1)

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
