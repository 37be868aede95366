"""What the cards in the hands could do next: what they would bring, and what they would take from others.

It is a look at a glance. A card is thought to be played from any space that its holder can still walk to, and
of those whom it could hit each is hit in part.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.aims import Moved, RestsAt, names_one
from fabletop.games.condyle.cove import one_step
from fabletop.games.condyle.keeping import DoRecover
from fabletop.games.condyle.losing import DoLose
from fabletop.games.condyle.table import HAND, Table
from fabletop.games.condyle.taking import DoScavenge, DoSteal, is_guarded
from fabletop.games.condyle.turn import AT_MOVE, GO
from fabletop.kernel.bits import bit, count_of
from fabletop.kernel.effects.engine import END, FIRST, IF, NEXT, OP, SECOND, TEST

PLAYERS: Final = 4  # at most
AT: Final[i64] = RestsAt.number
MOVED: Final[i64] = Moved.number
RECOVER: Final[i64] = DoRecover.number
STEAL: Final[i64] = DoSteal.number
SCAVENGE: Final[i64] = DoScavenge.number
LOSE: Final[i64] = DoLose.number


class Prospects:
    """Of each player, in cards."""

    def __init__(self) -> None:
        self.recovered = vec[float]([0.0] * PLAYERS)  # what the own hand would bring back from the discard
        self.looted = vec[float]([0.0] * PLAYERS)  # and from the piles and discards of others
        self.pile_lost = vec[float]([0.0] * PLAYERS)  # what the hands of others would take from the pile
        self.hand_lost = vec[float]([0.0] * PLAYERS)  # and from the hand
        self.reach: i64 = 0  # the cards of the map where the holder may stand,
        self.around: i64 = 0  # those a step further,
        self.kinds: i64 = 0  # and the kinds of the former, as bit masks

    def look(self, t: Table) -> None:
        seats = t.terms.seats
        for player in range(seats):
            self.recovered[player] = 0.0
            self.looted[player] = 0.0
            self.pile_lost[player] = 0.0
            self.hand_lost[player] = 0.0
        for player in range(seats):
            if t.is_live(player) and t.hand_n(player) > 0:
                self.walk(t, player)
                for i in range(HAND + player * 4, HAND + player * 4 + t.hand_n(player)):
                    face = t.face(t.tally[i])
                    if t.cards.face_type[face] == c.ORDINARY:
                        self.play(t, player, t.cards.face_row[face])
                discarded = float(t.discard_n(player))
                if self.recovered[player] > discarded:
                    self.recovered[player] = discarded

    def walk(self, t: Table, player: i64) -> None:
        """Find out where a player may stand when a card is played next."""
        node = t.pawn[player]
        self.reach = 0
        self.kinds = 0
        self.around = 0
        if node < 0:
            return
        reach = bit(node)
        around = t.near(node)
        if may_still_walk(t, player):
            reach |= around | one_step(t, around)
            around = one_step(t, reach)
        self.reach = reach
        self.around = reach | around
        for at in range(t.nodes):
            if reach >> at & 1:
                self.kinds |= bit(t.kind_of(at))

    def play(self, t: Table, owner: i64, row: i64) -> None:
        """Add up what a card does."""
        hit: i64 = 0  # whom the step before names
        while row != END:
            op = t.row(row, OP)
            if op == IF:
                row = t.row(row, FIRST if self.holds(t, owner, row) else SECOND)
                continue
            who = t.row(row, c.WHO)
            if who != c.IT:
                hit = self.hit_by(t, owner, who, t.row(row, c.WHERE))
            if op == RECOVER:
                if who == c.YOU:
                    self.recovered[owner] += float(t.row(row, c.N))
            elif op == STEAL or op == LOSE:
                self.rob(t, owner, row, hit, names_one(who) or who == c.IT)
            elif op == SCAVENGE:
                self.looted[owner] += float(t.row(row, c.N))
            row = t.row(row, NEXT)

    def holds(self, t: Table, owner: i64, row: i64) -> bool:
        test = t.row(row, TEST)
        if test == AT:
            return self.kinds & t.row(row, c.WHERE) != 0
        if test == MOVED:
            return t.moved == 1 or owner != t.active or may_still_walk(t, owner)
        return True

    def hit_by(self, t: Table, owner: i64, who: i64, where: i64) -> i64:
        """The others whom a step may hit, as a bit mask."""
        if who == 0 or who == c.YOU:
            return 0
        if who == c.NEXT_PLAYER:
            return bit(t.after(owner))
        mask: i64 = 0
        for player in range(t.terms.seats):
            node = t.pawn[player]
            if player == owner or node < 0 or not t.is_live(player):
                continue
            if where == 0:
                fits = True
            elif where & c.HERE:
                fits = self.reach >> node & 1 == 1
            elif where & c.NEAR:
                fits = self.around >> node & 1 == 1
            else:
                fits = (where & c.KINDS_MASK) >> t.kind_of(node) & 1 == 1
                if where & c.NOT_THERE:
                    fits = not fits
            if fits:
                mask |= bit(player)
        return mask

    def rob(self, t: Table, owner: i64, row: i64, hit: i64, one: bool) -> None:
        """What a theft, or a loss, would cost each, and bring its player."""
        if hit == 0:
            return
        share = 1.0 / float(count_of(hit)) if one else 1.0
        stolen = t.row(row, OP) == STEAL
        of_pile = t.row(row, c.HOW) == c.FROM_PILE
        for player in range(t.terms.seats):
            if hit >> player & 1 == 0:
                continue
            if stolen and is_guarded(t, player, c.PILE_SAFE if of_pile else c.HAND_SAFE):
                continue
            most = t.pile_n(player) if of_pile else t.hand_n(player)
            n = t.row(row, c.N)
            lost = share * float(n if n < most else most)
            if of_pile:
                self.pile_lost[player] += lost
                if stolen:
                    self.looted[owner] += lost
            else:
                self.hand_lost[player] += lost


def may_still_walk(t: Table, player: i64) -> bool:
    """Whether a player's next Movement comes before the next card can be played."""
    return player != t.active or t.stack[1] <= AT_MOVE or t.top() == GO
