"""What a seat sees, as bytes for learners, and answers as columns; in company, and alone on the ring.

Players are counted from one's own seat. A space of the map is its node; an empty cell is named by the
node beside it and the side of that node. Options cards are their faces: copies are alike.
"""

from typing import TYPE_CHECKING, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.edition import CondyleEdition
from fabletop.games.condyle.table import (
    ACT,
    ACTS,
    BENNY,
    BOOST,
    CHARM_N,
    DISCARD_N,
    FROM_MOVE_DECK,
    FROM_OPTIONS,
    FX,
    FX_NUMBER,
    FX_OWNER,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    HAND,
    HAND_N,
    KIND,
    MOVES,
    NEAR,
    NODES,
    PILE_N,
    SEEN,
    SHIELD,
    STEP,
    Table,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.journal import ALL
from fabletop.kernel.observing import Actions, Observer, bits_into, byte, question_parts

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

FACE_VERBS: Final = (v.PLAY, v.DEFEND, v.TAKE, v.LOSE, v.STASH, v.TOP, v.BOTTOM, v.GIVE)
SLOT_VERBS: Final = (v.FLIP, v.HIDE, v.PEEK)
LONGEST_TICK: Final = 16
GENERAL: Final = 12
PERSON: Final = 9
SPACE: Final = 7  # what is told of a node, besides its kind
SOURCES: Final = FROM_MOVE_DECK + 1
RULES: Final = c.MOVE_MORE + 1
ACT_SLOT: Final = 3
LEVEL: Final = 8  # what Permanent cards add up to is told as so much more, for it may be negative


def numbers_of(t: Table) -> int:
    """One more than the largest number that a card lets its player choose (see playing.Number)."""
    rows = range(0, len(t.program.rows), c.WIDTH)
    pairs = [(int(t.program.rows[i + c.N]), int(t.program.rows[i + c.N2])) for i in rows]
    return 1 + max([max(pair) for pair in pairs if pair[1] > 0], default=0)


@final
class CondyleActions(Actions[Table]):
    def __init__(self, opening: "Opening") -> None:
        faces = len(cast(CondyleEdition, opening.edition).faces)
        bounds = {
            v.PLACE: NODES * 5,
            v.BUILD: NODES * 5,
            v.START: NODES,
            v.GO: NODES,
            v.TO: NODES,
            v.STOP: 2,
            v.DRAW: 2,
            v.TICK: LONGEST_TICK + 1,
            v.TARGET: BENNY + 1,
            v.NUMBER: numbers_of(cast(Table, opening.game.blank(opening))),
        }
        bounds |= dict.fromkeys(FACE_VERBS, faces) | dict.fromkeys(SLOT_VERBS, ACTS)
        super().__init__(opening, bounds)

    def code(self, t: Table, verb: i64, thing: i64) -> i64:
        if verb == v.GO or verb == v.TO or verb == v.START:
            return t.node_at(thing)
        if verb == v.PLACE or verb == v.BUILD:
            return self.cell_code(t, thing)
        if verb == v.TARGET and thing < BENNY:
            return (thing - t.seat + t.terms.seats) % t.terms.seats
        return thing

    def cell_code(self, t: Table, cell: i64) -> i64:
        node = t.node_at(cell)
        if node >= 0:
            return node
        for way in range(4):
            node = t.node_at(cell + STEP[way])
            if node >= 0:
                return NODES + node * 4 + (way ^ 2)
        return -1

    def thing(self, t: Table, verb: i64, code: i64) -> i64:
        if verb == v.GO or verb == v.TO or verb == v.START:
            return t.cell_of(code)
        if verb == v.PLACE or verb == v.BUILD:
            if code < NODES:
                return t.cell_of(code)
            return t.cell_of((code - NODES) >> 2) + STEP[(code - NODES) & 3]
        if verb == v.TARGET and code < BENNY:
            return (code + t.seat) % t.terms.seats
        return code


@final
class CondyleObserver(Observer[Table]):
    """Of a company, or of one orphan: then the Boogeyman is the other of two seats."""

    def __init__(self, opening: "Opening") -> None:
        edition = cast(CondyleEdition, opening.edition)
        faces = len(edition.faces)
        seats = max(2, opening.players)
        parts = [
            *question_parts(opening),
            ("general", GENERAL),
            ("people", PERSON * seats),
            ("permanent", RULES * seats),
            ("hand", faces),
            ("my_discard", faces),
            ("other_discards", faces),
            ("other_hands_known", faces),
            ("acts", ACT_SLOT * ACTS),
            ("carried_out", SOURCES + seats + BENNY + 2),
            ("card_carried_out", faces),
            ("map", (SPACE + len(edition.spaces)) * NODES),
        ]
        self.alone: bool = opening.players == 1
        if self.alone:
            parts += [("played", faces), ("moves_flipped", faces)]
        super().__init__(opening, CondyleActions(opening), parts)
        self.faces: i64 = faces
        self.kinds: i64 = len(edition.spaces)
        self.seats: i64 = seats

    def observe_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        at = self.question_into(t, seat, out, at)
        at = self.general_into(t, out, at)
        for i in range(self.seats):
            at = self.person_into(t, (seat + i) % self.seats, out, at)
        for i in range(self.seats):
            at = self.charms_into(t, (seat + i) % self.seats, out, at)
        at = self.cards_into(t, seat, out, at)
        at = self.acts_into(t, seat, out, at)
        at = self.carried_into(t, seat, out, at)
        at = self.map_into(t, seat, out, at)
        if self.alone:
            bits_into(out, at, t.played)
            at += self.faces
            for i in range(MOVES + t.move_n, MOVES + t.terms.move_cards):
                out[at + t.face(t.deck[i])] += 1
            at += self.faces
        return at

    def general_into(self, t: Table, out: vec[u8], at: i64) -> i64:
        out[at] = byte(t.turn)
        out[at + 1] = u8(t.stride)
        out[at + 2] = u8(t.moved)
        out[at + 3] = u8(t.drawn)
        out[at + 4] = u8(t.flipped)
        out[at + 5] = u8(t.promised)
        out[at + 6] = u8(t.cove_n)
        out[at + 7] = u8(t.winter_n)
        out[at + 8] = u8(t.haunted_n)
        out[at + 9] = u8(t.move_n)
        out[at + 10] = u8(t.screams)
        out[at + 11] = byte(t.waited // t.terms.second)
        return at + GENERAL

    def person_into(self, t: Table, player: i64, out: vec[u8], at: i64) -> i64:
        tally = t.tally
        out[at] = u8(t.dead >> player & 1)
        out[at + 1] = u8(1) if t.active == player else u8(0)
        out[at + 2] = u8(1) if t.first == player else u8(0)
        out[at + 3] = u8(tally[HAND_N + player])
        out[at + 4] = u8(tally[PILE_N + player])
        out[at + 5] = u8(tally[DISCARD_N + player])
        out[at + 6] = u8(tally[BOOST + player])
        out[at + 7] = u8(tally[SHIELD + player])
        out[at + 8] = u8(tally[CHARM_N + player])
        return at + PERSON

    def charms_into(self, t: Table, player: i64, out: vec[u8], at: i64) -> i64:
        """What the Permanent cards of a player add up to, rule by rule; all is 0 where there are none."""
        if t.tally[CHARM_N + player] > 0:
            for rule in range(RULES):
                out[at + rule] = byte(LEVEL + t.charm_sum(player, rule))
        return at + RULES

    def cards_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        """Faces: one's hand, what lies open in discards, and what one knows of the hands of others."""
        faces = self.faces
        tally = t.tally
        for player in range(self.seats):
            mine = player == seat
            opened = t.eyes_on_hand(player) == ALL
            for i in range(HAND + player * 4, HAND + player * 4 + tally[HAND_N + player]):
                piece = tally[i]
                if mine:
                    out[at + t.face(piece)] += 1
                elif opened or t.among[seat * t.terms.pieces + t.print[piece]] == bit(piece):
                    out[at + 3 * faces + t.face(piece)] += 1
            base = t.discard_at(player)
            first = at + (faces if mine else 2 * faces)
            for i in range(base, base + tally[DISCARD_N + player]):
                piece = t.piece_at(i)
                if t.up >> piece & 1:
                    out[first + t.face(piece)] += 1
        return at + 4 * faces

    def acts_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        """Of each Act whether it lies open, which it is, if one knows that, and whether it is deadly."""
        for slot in range(ACTS):
            up = t.act_up >> slot & 1
            known = up or t.deck[SEEN + slot] >> seat & 1
            if known:
                out[at] = u8(up)
                out[at + 1] = u8(1 + t.deck[ACT + slot])
                out[at + 2] = u8(t.cards.act_boogeyman[t.deck[ACT + slot]])
            at += ACT_SLOT
        return at

    def carried_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        """The card or space on top: where it comes from, whose it is, at whom it is aimed, and its face."""
        width = SOURCES + self.seats + BENNY + 2
        if t.fx_n > 0:
            row = (t.fx_n - 1) * FX
            fx = t.fx
            source = fx[row + FX_SOURCE]
            out[at + source] = 1
            owner = fx[row + FX_OWNER]
            if owner >= 0:
                out[at + SOURCES + (owner - seat + self.seats) % self.seats] = 1
            target = fx[row + FX_TARGET]
            if target == BENNY:
                out[at + SOURCES + self.seats + BENNY] = 1
            elif target >= 0:
                out[at + SOURCES + self.seats + (target - seat + self.seats) % self.seats] = 1
            out[at + width - 1] = byte(fx[row + FX_NUMBER])
            if source == FROM_OPTIONS or source == FROM_MOVE_DECK:
                out[at + width + fx[row + FX_WHAT]] = 1
        return at + width + self.faces

    def map_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        """Of each node where it lies, seen from one's pawn if there is one, who is there, and its kind."""
        wide = SPACE + self.kinds
        site = t.site
        near = site[NEAR + t.pawn[seat]] if t.pawn[seat] >= 0 else i64(0)
        for node in range(t.nodes):
            place = at + node * wide
            cell = t.cell_of(node)
            out[place] = 1
            if cell >= 0:
                out[place + 1] = u8(LEVEL + t.x_of(cell))
                out[place + 2] = u8(LEVEL + t.y_of(cell))
            out[place + 3] = u8(near >> node & 1)
            out[place + SPACE + site[KIND + node]] = 1
        for pawn in range(BENNY + 1):
            node = t.pawn[pawn]
            if node >= 0:
                who: i64 = 4 if pawn == seat else 6 if pawn == BENNY else 5
                out[at + node * wide + who] += 1
        return at + wide * NODES
