"""What a seat sees, as bytes for learners, and answers as columns.

A Villain sees the table turned round, so that its own cards are upright as a Hero's are. Its own cards
have the *slots* 0 to 14, by their place in its deck; the other cards on the table have the slots after
them, in the order of their cells, which tells nothing of what lies face down. A space is named by a
card beside it and the side of that card.
"""

from typing import TYPE_CHECKING, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.aimed import on_its_way
from fabletop.games.storybook.build import picks_are_hidden
from fabletop.games.storybook.cards import DECK, Cards
from fabletop.games.storybook.faces import StorybookEdition
from fabletop.games.storybook.table import (
    ALLY_OF,
    BOON,
    BOON_CARD,
    CAPTURED,
    CHAMPION_OF,
    DECK_SIZE,
    FACE_DOWN,
    FOUR,
    HAND_SIZE,
    HELD,
    IN_HAND,
    RETURNED,
    SCORE,
    STEP,
    TWIST_OF,
    WIDE,
    Storybook,
)
from fabletop.kernel.effects.engine import MOST_BRANCHES
from fabletop.kernel.observing import Actions, Observer, byte, question_parts

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

GENERAL: Final = 9
PERSON: Final = 6
KEPT: Final = 4  # a Twist is one of so many (SB-BUILD.5)
CARD: Final = 15
FACE: Final = 6  # where a card's face begins
SHOWN: Final = CARD - FACE

# --- Where one's own card is; a card of others is on the table, or not to be seen ---------------------
HAND_CARD: Final = 1
HELD_CARD: Final = 2
TABLE_CARD: Final = 3
CAPTURED_CARD: Final = 4


def turned(role: i64) -> i64:
    """How a direction of the board looks to a role: Villains sit on the other side."""
    return (role & 1) * 2


def where_is(place: i64) -> i64:
    """Where one's own card is; 0: still in the deck, or in the box."""
    if place >= 0:
        return TABLE_CARD
    if place == IN_HAND:
        return HAND_CARD
    if place == HELD:
        return HELD_CARD
    return CAPTURED_CARD if place == CAPTURED else 0


@final
class StorybookActions(Actions[Storybook]):
    def __init__(self, opening: "Opening") -> None:
        edition = cast(StorybookEdition, opening.edition)
        slots = opening.players * DECK
        bounds = {
            v.SIDE: 2,
            v.CHAMPION: len(edition.teams),
            v.ALLY: len(edition.teams),
            v.KEEP: KEPT,
            v.LAY: DECK,
            v.REVEAL: slots,
            v.SPIN: 2 * DECK,
            v.SLIDE: 4 * DECK,
            v.PLAY: DECK,
            v.HIDE: DECK,
            v.PUT: 4 * slots + 1,  # the last: on an empty table
            v.TARGET: slots,
            v.WAY: 4,
            v.TURNS: 4,
            v.WISH: MOST_BRANCHES,
        }
        super().__init__(opening, bounds)
        self.slots: i64 = slots
        self.slot = vec[i64]([0] * slots)  # of each card on the table
        self.card = vec[i64]([0] * slots)  # the card of each slot
        self.used: i64 = 0  # how many slots have one
        self.role: i64 = 0
        self.turn: i64 = 0

    def prepare(self, t: Storybook) -> None:
        self.look(t, t.seat)

    def look(self, t: Storybook, seat: i64) -> None:
        """Number the cards on the table as this seat sees them."""
        self.role = t.role_of(seat)
        self.turn = turned(self.role)
        first = self.role * DECK
        slot = self.slot
        card_of = self.card
        board = t.board
        spots = t.spots
        others: i64 = DECK
        for i in range(t.taken):
            card = i64(board[spots[i]]) - 1
            if first <= card < first + DECK:
                slot[card] = card - first
            else:
                slot[card] = others
                card_of[others] = card
                others += 1
        for i in range(DECK):
            card_of[i] = first + i
        self.used = others

    def code(self, t: Storybook, verb: i64, thing: i64) -> i64:
        if verb == v.PUT:
            return self.space(t, thing)
        if verb == v.SLIDE:
            return (thing - self.role * (4 * DECK)) ^ self.turn
        if verb == v.SPIN:
            return thing - self.role * (2 * DECK)
        if verb == v.PLAY or verb == v.HIDE or verb == v.LAY:
            return thing - self.role * DECK
        if verb == v.REVEAL or verb == v.TARGET:
            return self.slot[i64(t.board[thing]) - 1]
        if verb == v.WAY:
            return thing ^ self.turn
        if verb == v.KEEP:
            champion = t.cards.team_twist[t.tally[CHAMPION_OF + self.role]]
            if champion <= thing < champion + 2:
                return thing - champion
            return thing - t.cards.team_twist[t.tally[ALLY_OF + self.role]] + 2
        return thing

    def thing(self, t: Storybook, verb: i64, code: i64) -> i64:
        if verb == v.PUT:
            if code == 4 * self.slots:
                return t.cell_of(0, 0)
            return t.at[self.card[code >> 2]] + STEP[(code & 3) ^ self.turn]
        if verb == v.SLIDE:
            return (code ^ self.turn) + self.role * (4 * DECK)
        if verb == v.SPIN:
            return code + self.role * (2 * DECK)
        if verb == v.PLAY or verb == v.HIDE or verb == v.LAY:
            return code + self.role * DECK
        if verb == v.REVEAL or verb == v.TARGET:
            return t.at[self.card[code]]
        if verb == v.WAY:
            return code ^ self.turn
        if verb == v.KEEP:
            team = t.tally[(CHAMPION_OF if code < 2 else ALLY_OF) + self.role]
            return t.cards.team_twist[team] + (code & 1)
        return code

    def space(self, t: Storybook, cell: i64) -> i64:
        """An empty space by the first card beside it, but for one that is on its way there."""
        board = t.board
        moving = on_its_way(t)
        for way in range(FOUR):
            beside = cell + STEP[way]
            if board[beside] != 0 and beside != moving:
                return self.slot[i64(board[beside]) - 1] * 4 + (way ^ 2 ^ self.turn)
        return 4 * self.slots


@final
class StorybookObserver(Observer[Storybook]):
    def __init__(self, opening: "Opening") -> None:
        edition = cast(StorybookEdition, opening.edition)
        teams = len(edition.teams)
        parts = [
            *question_parts(opening),
            ("general", GENERAL),
            ("people", PERSON * opening.players),
            ("teams", teams * opening.players),
            ("my_twist", KEPT),
            ("my_cards", CARD * DECK),
            ("other_cards", CARD * DECK * (opening.players - 1)),
        ]
        self.seen = StorybookActions(opening)
        super().__init__(opening, self.seen, parts)
        self.teams: i64 = teams
        self.faces = faces_of(cast(Storybook, opening.game.blank(opening)).cards)

    def observe_into(self, t: Storybook, seat: i64, out: vec[u8], at: i64) -> i64:
        self.seen.look(t, seat)
        return self.looked_into(t, seat, out, at)

    def asked_into(
        self, t: Storybook, listed: vec[i64], count: i64, columns: vec[i64], out: vec[u8], at: i64
    ) -> None:
        self.seen.columns_into(t, listed, count, columns)  # has looked for this seat
        self.looked_into(t, t.seat, out, at)

    def looked_into(self, t: Storybook, seat: i64, out: vec[u8], at: i64) -> i64:
        """What the seat sees, once its slots are numbered."""
        at = self.question_into(t, seat, out, at)
        role = t.role_of(seat)
        at = self.general_into(t, role, out, at)
        for i in range(self.players):
            at = self.person_into(t, t.role_of((seat + i) % self.players), out, at)
        hidden = picks_are_hidden(t)
        for i in range(self.players):
            other = t.role_of((seat + i) % self.players)
            if hidden and (other ^ role) & 1:
                at += self.teams
            else:
                at = self.teams_into(t, other, out, at)
        kept = self.kept(t, role)
        if kept >= 0:
            out[at + kept] = 1
        return self.cards_into(t, seat, out, at + KEPT)

    def general_into(self, t: Storybook, role: i64, out: vec[u8], at: i64) -> i64:
        side = role & 1
        out[at] = u8(side)
        out[at + 1] = u8(t.tally[SCORE + side])
        out[at + 2] = u8(t.tally[SCORE + (side ^ 1)])
        out[at + 3] = u8(t.terms.target)
        out[at + 4] = u8(t.ap)
        out[at + 5] = byte(t.quiet)
        out[at + 6] = byte(t.stall_limit())
        out[at + 7] = byte(t.turn)
        out[at + 8] = u8(t.overtime)
        return at + GENERAL

    def person_into(self, t: Storybook, role: i64, out: vec[u8], at: i64) -> i64:
        out[at] = u8(1) if t.turn > 0 and t.role == role else u8(0)
        out[at + 1] = u8(t.tally[HAND_SIZE + role])
        out[at + 2] = u8(t.tally[DECK_SIZE + role])
        out[at + 3] = u8(t.spent >> (role & 1) & 1)
        out[at + 4] = u8(t.shown >> role & 1)
        out[at + 5] = u8(1) if t.tally[RETURNED + role] >= 0 else u8(0)
        return at + PERSON

    def teams_into(self, t: Storybook, role: i64, out: vec[u8], at: i64) -> i64:
        """Its Champion and its Ally."""
        champion = t.tally[CHAMPION_OF + role]
        if champion >= 0:
            out[at + champion] = 1
        ally = t.tally[ALLY_OF + role]
        if ally >= 0:
            out[at + ally] = 1
        return at + self.teams

    def kept(self, t: Storybook, role: i64) -> i64:
        """Which of the four Twists the role has kept."""
        twist = t.tally[TWIST_OF + role]
        if twist < 0:
            return -1
        champion = t.cards.team_twist[t.tally[CHAMPION_OF + role]]
        if champion <= twist < champion + 2:
            return twist - champion
        return twist - t.cards.team_twist[t.tally[ALLY_OF + role]] + 2

    def cards_into(self, t: Storybook, seat: i64, out: vec[u8], at: i64) -> i64:
        cards = self.seen.card
        for slot in range(self.seen.used):
            card = cards[slot]
            place = t.at[card]
            row = at + slot * CARD
            if slot < DECK:
                where = where_is(place)
                if where == 0:
                    continue
                out[row] = u8(where)
            else:
                out[row] = u8((t.seat_of(card // DECK) - seat + self.players) % self.players)
            if place >= 0:
                self.place_into(t, card, place, out, row)
            if slot < DECK or t.lies[card] != FACE_DOWN or t.known >> card & 1:
                self.face_into(t, card, place, out, row + FACE)
        for i in range(0, len(t.boons), BOON):
            card = t.boons[i + BOON_CARD]
            self.twisted_into(t, card, out, at + self.seen.slot[card] * CARD + FACE)
        return at + self.seen.slots * CARD

    def place_into(self, t: Storybook, card: i64, cell: i64, out: vec[u8], at: i64) -> None:
        """Whether it lies face up, where, and what is being done to it."""
        x = cell & (WIDE - 1)
        y = cell // WIDE
        out[at + 1] = u8(1) if t.lies[card] != FACE_DOWN else u8(0)
        if self.seen.turn == 0:
            out[at + 2] = u8(x - t.left + 1)
            out[at + 3] = u8(y - t.low + 1)
        else:
            out[at + 2] = u8(t.right - x + 1)
            out[at + 3] = u8(t.high - y + 1)
        out[at + 4] = u8(t.doomed >> card & 1)
        out[at + 5] = u8(1) if cell == t.it else u8(0)

    def face_into(self, t: Storybook, card: i64, cell: i64, out: vec[u8], at: i64) -> None:
        """Points, then Swords and Shields toward the four sides as the seat sees them, without Twists."""
        lies = t.lies[card]
        turns = (lies + self.seen.turn) & 3 if cell >= 0 and lies != FACE_DOWN else i64(0)
        faces = self.faces
        first = (t.face[card] * 4 + turns) * SHOWN
        for i in range(SHOWN):
            out[at + i] = faces[first + i]

    def twisted_into(self, t: Storybook, card: i64, out: vec[u8], at: i64) -> None:
        """The Swords and Shields of a card on which a Twist lasts: it lies face up."""
        turn = self.seen.turn
        for way in range(FOUR):
            out[at + 1 + way] = u8(t.swords(card, way ^ turn))
            out[at + 5 + way] = u8(t.shields(card, way ^ turn))


def faces_of(cards: Cards) -> vec[u8]:
    """Every face in each of its four quarter turns: Points, Swords and Shields toward the four sides."""
    found: list[int] = []
    for face in range(len(cards.points)):
        for turns in range(4):
            sides = [face * 4 + (way - turns) % 4 for way in range(4)]
            found.append(int(cards.points[face]))
            found += [int(cards.swords[side]) for side in sides]
            found += [int(cards.shields[side]) for side in sides]
    return vec[u8]([u8(number) for number in found])
