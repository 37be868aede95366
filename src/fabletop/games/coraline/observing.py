"""What a seat sees, as bytes for learners, and answers as columns.

Seats are counted from one's own. Cards of both decks are their places in the edition: a policy is
trained for the cards that it knows.
"""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.cards import CARDS, CHARACTERS, NOWHERE, OBJECTS, ROOMS
from fabletop.games.coraline.knowledge import HAND
from fabletop.games.coraline.table import BOXED, DISCARDED, RING, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import MOST_BRANCHES
from fabletop.kernel.observing import Actions, Observer, byte, question_parts

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

GENERAL: Final = 8
PERSON: Final = 3
PLACE: Final = ROOMS + 1  # of a character: a room, or none
LIES: Final = BOXED + 2  # of an object: a room, the Satchel or the box; and whether it is hidden

# --- Where a Coraline card is, as far as the seat knows ------------------------------------------------
UNKNOWN: Final = -1
MINE: Final = 0
THROWN: Final = 1  # in the discard pile
FOLLOWED: Final = 2
THEIRS: Final = 3  # known to be in another hand
SUNK: Final = 4  # known to be in a certain place of the deck
SPOTS: Final = 5


@final
class CoralineActions(Actions[Table]):
    def __init__(self, opening: "Opening") -> None:
        bounds = {
            v.NEXT: opening.players,
            v.PLAY: CARDS,
            v.WALK: CARDS,
            v.PICK: CARDS,
            v.SLIDE: CARDS,
            v.GO: ROOMS,
            v.WHO: CHARACTERS,
            v.OBJECT: OBJECTS,
            v.DISCARD: CARDS,
            v.RECALL: CARDS,
            v.SINK: CARDS,
            v.ASK: opening.players,
            v.WISH: MOST_BRANCHES,
        }
        super().__init__(opening, bounds)
        self.players: i64 = opening.players

    def code(self, t: Table, verb: i64, thing: i64) -> i64:
        if verb == v.NEXT or verb == v.ASK:
            return (thing - t.seat + self.players) % self.players
        return thing

    def thing(self, t: Table, verb: i64, code: i64) -> i64:
        if verb == v.NEXT or verb == v.ASK:
            return (code + t.seat) % self.players
        return code


@final
class CoralineObserver(Observer[Table]):
    def __init__(self, opening: "Opening") -> None:
        parts = [
            *question_parts(opening),
            ("general", GENERAL),
            ("people", PERSON * opening.players),
            ("characters", PLACE * CHARACTERS),
            ("objects", LIES * OBJECTS),
            ("cards", SPOTS * CARDS),
            ("woes_done", CARDS),
            ("woe_followed", CARDS),
            ("woes_known", CARDS),
        ]
        super().__init__(opening, CoralineActions(opening), parts)

    def observe_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        at = self.question_into(t, seat, out, at)
        at = self.general_into(t, out, at)
        for i in range(self.players):
            other = (seat + i) % self.players
            out[at] = u8(1) if t.active == other else u8(0)
            out[at + 1] = u8(t.hands[other])
            out[at + 2] = u8(t.black >> other & 1)
            at += PERSON
        for character in range(CHARACTERS):
            room = t.where[character]
            out[at + (ROOMS if room == NOWHERE else room)] = 1
            at += PLACE
        for thing in range(OBJECTS):
            out[at + t.lies[thing]] = 1
            out[at + LIES - 1] = u8(t.hidden >> thing & 1)
            at += LIES
        at = self.cards_into(t, seat, out, at)
        return self.woes_into(t, seat, out, at)

    def general_into(self, t: Table, out: vec[u8], at: i64) -> i64:
        out[at] = u8(t.moon)
        out[at + 1] = u8(t.left)
        out[at + 2] = u8(t.woes_left)
        out[at + 3] = u8(t.again)
        out[at + 4] = u8(t.hush)
        out[at + 5] = byte(t.round)
        out[at + 6] = byte(t.turn)
        out[at + 7] = u8(t.ending)
        return at + GENERAL

    def cards_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        """Where each Coraline card is: see above."""
        places = t.at
        maybe = t.maybe
        for card in range(CARDS):
            place = places[card]
            found: i64 = UNKNOWN
            if place == seat:
                found = MINE
            elif place == DISCARDED:
                found = THROWN
            elif card == t.aside:
                found = FOLLOWED
            elif t.traced >> card & 1:
                mask = maybe[seat * CARDS + card]
                if mask > 0 and mask & (mask - 1) == 0:
                    found = THEIRS if mask >= bit(HAND) else SUNK
            if found >= 0:
                out[at + card * SPOTS + found] = 1
        return at + CARDS * SPOTS

    def woes_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        """The Beldam's cards: those that came, the one that is followed, and how deep known ones lie."""
        if t.woe >= 0:
            out[at + CARDS + t.woe] = 1
        for i in range(t.woes_gone()):
            out[at + t.woes_done[i]] = 1
        known = at + 2 * CARDS
        for place in range(t.woes_left):
            ring = (t.woes_base + t.woes_left - 1 - place) & (RING - 1)
            if t.seen[ring] >> seat & 1:
                out[known + t.woes[ring]] = u8(place + 1)
        return at + 3 * CARDS
