"""What a seat sees, as bytes for learners, and answers as columns. Nothing is hidden (UO-R20).

Characters and rabbits are counted from one's own, in turn order; who has none yet counts from Henry.
"""

from typing import TYPE_CHECKING, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.board import LEVELS, PLACES, STOPPERS, STRIDE
from fabletop.games.unrelenting.edition import UnrelentingEdition
from fabletop.games.unrelenting.roles import PAID_ROLES
from fabletop.games.unrelenting.table import AWAY, PLAYERS, SLOTS, Table
from fabletop.kernel.observing import Actions, Observer, bits_into, byte, question_parts

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

GENERAL: Final = 12
PERSON: Final = 15

# --- What a slot holds -------------------------------------------------------------------------------
FOR_CONTROL: Final = 0
FOR_INSANITY: Final = 1
FOR_BOTH: Final = 2  # a stopper of one's own
BLOCKED: Final = 3  # by somebody else's
KINDS: Final = 4


def viewpoint(t: Table, seat: i64) -> i64:
    """The character from which a seat counts."""
    player = t.player_of(seat)
    return player if player >= 0 else i64(0)


@final
class UnrelentingActions(Actions[Table]):
    def __init__(self, opening: "Opening") -> None:
        edition = cast(UnrelentingEdition, opening.edition)
        plan = edition.plan
        cells, points = plan.columns * plan.rows, (plan.columns - 1) * (plan.rows - 1)
        bounds = {
            v.CHARACTER: PLAYERS,
            v.ROLE: PAID_ROLES,
            v.PAY: SLOTS,
            v.TO: LEVELS * cells,
            v.LADDER: max(len(ladder.slots) for ladder in edition.ladders),
            v.CARRY: PLAYERS,
            v.REMOVE: SLOTS,
            v.TURN: SLOTS,
            v.COLLECT: LEVELS * points,
            v.SIDE: 2,
            v.RABBIT: PLAYERS,
            v.ATTACK: STOPPERS * PLAYERS,
            v.HOP: PLAYERS * LEVELS * cells,
        }
        super().__init__(opening, bounds)
        self.cells: i64 = cells
        self.points: i64 = points
        self.spaces: i64 = LEVELS * cells
        self.me: i64 = 0

    def prepare(self, t: Table) -> None:
        self.me = viewpoint(t, t.seat)

    def code(self, t: Table, verb: i64, thing: i64) -> i64:
        if verb == v.TO:
            return thing // STRIDE * self.cells + thing % STRIDE
        if verb == v.HOP:
            space = thing % PLACES
            rabbit = (thing // PLACES - self.me) & 3
            return rabbit * self.spaces + space // STRIDE * self.cells + space % STRIDE
        if verb == v.COLLECT:
            return thing // STRIDE * self.points + thing % STRIDE
        if verb == v.CARRY or verb == v.RABBIT:
            return (thing - self.me) & 3
        if verb == v.ATTACK:
            return thing & ~3 | (thing - self.me) & 3
        return thing

    def thing(self, t: Table, verb: i64, code: i64) -> i64:
        if verb == v.TO:
            return code // self.cells * STRIDE + code % self.cells
        if verb == v.HOP:
            space = code % self.spaces
            rabbit = (code // self.spaces + self.me) & 3
            return rabbit * PLACES + space // self.cells * STRIDE + space % self.cells
        if verb == v.COLLECT:
            return code // self.points * STRIDE + code % self.points
        if verb == v.CARRY or verb == v.RABBIT:
            return (code + self.me) & 3
        if verb == v.ATTACK:
            return code & ~3 | (code + self.me) & 3
        return code


@final
class UnrelentingObserver(Observer[Table]):
    def __init__(self, opening: "Opening") -> None:
        actions = UnrelentingActions(opening)
        parts = [
            *question_parts(opening),
            ("me", PLAYERS),
            ("turn", PLAYERS),
            ("general", GENERAL),
            ("roles_used", PAID_ROLES),
            ("people", PERSON * PLAYERS),
            ("my_slots", KINDS * SLOTS),
            ("items", LEVELS * int(actions.points)),
        ]
        super().__init__(opening, actions, parts)
        self.points: i64 = actions.points

    def observe_into(self, t: Table, seat: i64, out: vec[u8], at: i64) -> i64:
        at = self.question_into(t, seat, out, at)
        me = viewpoint(t, seat)
        mine = t.player_of(seat)
        if mine >= 0:
            out[at + mine] = 1
        out[at + PLAYERS + ((t.player - me) & 3)] = 1
        at = self.general_into(t, out, at + 2 * PLAYERS)
        bits_into(out, at, t.used)
        at += PAID_ROLES
        for i in range(PLAYERS):
            at = self.person_into(t, (me + i) & 3, out, at)
        for i in range(me * SLOTS, me * SLOTS + SLOTS):
            kind = self.kind(t, t.slot[i])
            if kind >= 0:
                out[at + kind] = 1
            at += KINDS
        return self.items_into(t, out, at)

    def general_into(self, t: Table, out: vec[u8], at: i64) -> i64:
        out[at] = byte(t.cycle)
        out[at + 1] = byte(t.terms.dawn)
        out[at + 2] = u8(t.night)
        out[at + 3] = u8(t.one)
        out[at + 4] = u8(t.two)
        out[at + 5] = u8(t.divided)
        out[at + 6] = u8(t.half)
        out[at + 7] = u8(t.follows)
        out[at + 8] = u8(t.away)
        out[at + 9] = u8(t.house)
        out[at + 10] = u8(t.yard)
        out[at + 11] = u8(t.terms.most_switched)
        return at + GENERAL

    def person_into(self, t: Table, player: i64, out: vec[u8], at: i64) -> i64:
        out[at] = u8(1) if t.seats[player] >= 0 else u8(0)
        self.place_into(t, t.stands[player], out, at + 1)
        self.place_into(t, t.rabbit[player], out, at + 5)
        out[at + 9] = u8(t.carried >> player & 1)
        out[at + 10] = u8(t.hopped >> player & 1)
        for i in range(player * SLOTS, player * SLOTS + SLOTS):
            kind = self.kind(t, t.slot[i])
            if kind >= 0:
                out[at + 11 + kind] += 1
        return at + PERSON

    def place_into(self, t: Table, space: i64, out: vec[u8], at: i64) -> None:
        """Whether it is on the board, and where."""
        if space != AWAY:
            columns = t.board.columns
            cell = space % STRIDE
            out[at] = 1
            out[at + 1] = u8(space // STRIDE)
            out[at + 2] = u8(cell % columns)
            out[at + 3] = u8(cell // columns)

    def kind(self, t: Table, item: i64) -> i64:
        """What an item in a slot is good for; -1: there is none."""
        if item < 0:
            return -1
        if item >= t.board.first_stopper:
            return BLOCKED if t.foreign >> item & 1 else FOR_BOTH
        return t.mad >> item & 1

    def items_into(self, t: Table, out: vec[u8], at: i64) -> i64:
        """What lies at each point: nothing, an item, or a stopper (2)."""
        stopper = t.board.first_stopper
        places = t.at
        for item in range(t.board.items):
            place = places[item]
            if 0 <= place < PLACES:
                out[at + place // STRIDE * self.points + place % STRIDE] = u8(1) if item < stopper else u8(2)
        return at + LEVELS * self.points
