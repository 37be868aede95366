"""How likely each orphan is to be the last one, as it was learnt from games (`learning`).

What is seen belongs to a player, and weighs otherwise in that player's own turn than shortly before it.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.bot.prospects import PLAYERS, Prospects, may_still_walk
from fabletop.games.condyle.cards import CUL_DE_SAC
from fabletop.games.condyle.cove import one_step, same_space, within_one
from fabletop.games.condyle.table import ACT, ACTS, BENNY, BOOST, CENTRE, CHARM_N, HAND, SEEN, SHIELD, Table
from fabletop.games.condyle.turn import AT_CHECK
from fabletop.kernel.bits import bit

# --- What is seen of a player, by number ------------------------------------------------------------
PILE: Final = 0  # cards in the pile
LONG_PILE: Final[i64] = 20
HAND_SIZE: Final = 21
FACE: Final = 26  # each card of the hand, by its face
FACES: Final[i64] = 48
SPACE: Final = 74  # the kind of space under the pawn
SPACES: Final[i64] = 24
STEPS: Final = 98  # to the cul-de-sac: one, two, or more
FAR: Final[i64] = 3
RISK: Final = 101  # on the cul-de-sac: how many of the Acts that lie face down are Boogeymen
KNOWN_GOOD: Final = 102  # there, and one is known that is none
DISCARD: Final = 103
NO_DISCARD: Final = 104
CHARMS: Final = 105
SHIELDED: Final = 106
BOOSTED: Final = 107
WITH_BENNY: Final = 108
NEAR_BENNY: Final = 109
IN_GAME: Final = 110
COVE: Final = 111  # with so many cards in the pile, what the Cove deck could spare them: little, or enough
SHORT_PILE: Final[i64] = 8
ENOUGH: Final[i64] = 4
RECOVERED: Final = 127  # cards that the hand could bring back from the discard,
LOOTED: Final = 128  # and from the piles of others
PILE_LOST: Final = 129  # cards that the hands of others could take from the pile,
HAND_LOST: Final = 130  # and from the hand
RESCUED: Final = 131  # the pile is empty, and the hand could fill it
DRAINED: Final = 132  # what others could take would leave fewer cards than a turn draws
KINDS: Final = 133

# --- When: the own turn up to Movement, up to the Draw phase, the rest of it; another's turn before it, and
# earlier; all but the last once more where only two are left ---------------------------------------------
MOVING: Final = 0
PLAYING: Final = 1
DRAWING: Final = 2
NEXT: Final = 3
LATER: Final = 4
OF_TWO: Final = 5
TIMES: Final = 9
FEATURES: Final = KINDS * TIMES
ROOM: Final = 32  # features of one player at most
TURN: Final = 2.0  # cards that it draws
PART: Final = 0.3  # of a card: features are of a size


class Seen:
    """The features of a player that are not zero, and how much of each; none of who is out of the game."""

    def __init__(self) -> None:
        self.what = vec[i64]([0] * ROOM)
        self.much = vec[float]([0.0] * ROOM)
        self.count: i64 = 0
        self.time: i64 = 0
        self.prospects = Prospects()  # of all players

    def see(self, kind: i64, much: float = 1.0) -> None:
        if much != 0.0 and self.count < ROOM:
            self.what[self.count] = kind * TIMES + self.time
            self.much[self.count] = much
            self.count += 1


class Evaluation:
    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.seen = Seen()
        self.chance = vec[float]([0.0] * PLAYERS)  # of each player to win, as last looked at

    def look_at_all(self, t: Table) -> None:
        """Say how likely each is to win."""
        risk = danger(t)
        steps = nodes_by_steps(t)
        self.seen.prospects.look(t)
        total = 0.0
        for player in range(t.terms.seats):
            good = 0.0
            if t.is_live(player):
                look_at(t, player, risk, steps, self.seen)
                good = exp(self.worth())
            self.chance[player] = good
            total += good
        for player in range(t.terms.seats):
            self.chance[player] /= total

    def worth(self) -> float:
        """What is seen of one player, weighed."""
        seen = self.seen
        weights = self.weights
        good = 0.0
        for i in range(seen.count):
            good += weights[seen.what[i]] * seen.much[i]
        return good


def danger(t: Table) -> float:
    """The share of Boogeymen among the face-down Acts."""
    down: i64 = 0
    bad: i64 = 0
    for slot in range(ACTS):
        if t.act_up >> slot & 1 == 0:
            down += 1
            bad += t.cards.act_boogeyman[t.deck[ACT + slot]]
    return float(bad) / float(down) if down > 0 else 1.0


def known_good(t: Table, seat: i64) -> bool:
    """Whether the seat has seen a face-down Act that is no Boogeyman."""
    for slot in range(ACTS):
        if t.act_up >> slot & 1 == 0 and t.deck[SEEN + slot] >> seat & 1:
            if t.cards.act_boogeyman[t.deck[ACT + slot]] == 0:
                return True
    return False


def nodes_by_steps(t: Table) -> tuple[i64, i64]:
    """The cards of the map that are one step from the cul-de-sac, and two at most, as bit masks."""
    one = one_step(t, bit(t.node_at(CENTRE)))
    return one, one | one_step(t, one)


def look_at(t: Table, player: i64, risk: float, steps: tuple[i64, i64], seen: Seen) -> None:
    """Write down what is to be seen of a player who is in the game."""
    seen.count = 0
    seen.time = time_of(t, player)
    pile = t.pile_n(player)
    seen.see(PILE + (pile if pile < LONG_PILE else LONG_PILE))
    seen.see(HAND_SIZE + t.hand_n(player))
    for i in range(HAND + player * 4, HAND + player * 4 + t.hand_n(player)):
        face = t.face(t.tally[i])
        if face < FACES:
            seen.see(FACE + face)
    look_around(t, player, risk, steps, seen)
    discarded = t.discard_n(player)
    seen.see(DISCARD, float(discarded) / 10.0)
    if discarded == 0:
        seen.see(NO_DISCARD)
    seen.see(CHARMS, float(t.tally[CHARM_N + player]))
    if t.tally[SHIELD + player] > 0:
        seen.see(SHIELDED)
    seen.see(BOOSTED, float(t.tally[BOOST + player]))
    seen.see(IN_GAME)
    look_at_cove(t, pile, seen)
    look_ahead(player, pile, seen)


def look_around(t: Table, player: i64, risk: float, steps: tuple[i64, i64], seen: Seen) -> None:
    """Where the pawn stands."""
    node = t.pawn[player]
    if node < 0:
        return
    kind = t.kind_of(node)
    if kind < SPACES:
        seen.see(SPACE + kind)
    if kind == CUL_DE_SAC:
        seen.see(RISK, risk)
        if known_good(t, player):
            seen.see(KNOWN_GOOD)
    else:
        one, two = steps
        seen.see(STEPS + (0 if one >> node & 1 else 1 if two >> node & 1 else FAR - 1))
    benny = t.pawn[BENNY]
    if benny >= 0:
        if same_space(t, benny, node):
            seen.see(WITH_BENNY)
        elif within_one(t, benny, node):
            seen.see(NEAR_BENNY)


def look_at_cove(t: Table, pile: i64, seen: Seen) -> None:
    """What is drawn from the Cove deck spares a short pile."""
    if pile < SHORT_PILE and t.cove_n > 0:
        seen.see(COVE + pile * 2 + (0 if t.cove_n < ENOUGH else 1))


def look_ahead(player: i64, pile: i64, seen: Seen) -> None:
    """What the cards in the hands could do next."""
    prospects = seen.prospects
    gain = prospects.recovered[player] + prospects.looted[player]
    seen.see(RECOVERED, prospects.recovered[player] * PART)
    seen.see(LOOTED, prospects.looted[player] * PART)
    seen.see(PILE_LOST, prospects.pile_lost[player] * PART)
    seen.see(HAND_LOST, prospects.hand_lost[player] * PART)
    if pile == 0 and gain > 0.0:
        seen.see(RESCUED)
    if float(pile) - prospects.pile_lost[player] < TURN:
        seen.see(DRAINED)


def time_of(t: Table, player: i64) -> i64:
    of_two = t.live_count() == 2
    time = LATER
    if player == t.active:
        time = DRAWING if t.stack[1] >= AT_CHECK else MOVING if may_still_walk(t, player) else PLAYING
    elif of_two or t.after(t.active) == player:
        time = NEXT
    return time + OF_TWO if of_two and t.terms.seats > 2 else time
