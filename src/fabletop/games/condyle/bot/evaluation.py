"""How likely each orphan is to be the last one, as it was learnt from games (`learning`).

What is seen belongs to a player, and weighs otherwise in that player's own turn than shortly before it.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.cards import CUL_DE_SAC
from fabletop.games.condyle.cove import one_step, same_space, within_one
from fabletop.games.condyle.table import ACT, ACTS, BENNY, BOOST, CENTRE, CHARM_N, HAND, SEEN, SHIELD, Table
from fabletop.games.condyle.turn import AT_CHECK
from fabletop.kernel.bits import bit

PLAYERS: Final = 4  # at most

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
KINDS: Final = 111

# --- When: the own turn up to the Draw phase, the rest of it, the next player's, a later one's ----------
LATER: Final = 3
TIMES: Final = 4
FEATURES: Final = KINDS * TIMES
ROOM: Final = 24  # features of one player at most


class Seen:
    """The features of a player that are not zero, and how much of each; none of who is out of the game."""

    def __init__(self) -> None:
        self.what = vec[i64]([0] * ROOM)
        self.much = vec[float]([0.0] * ROOM)
        self.count: i64 = 0
        self.time: i64 = 0

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


def time_of(t: Table, player: i64) -> i64:
    if player == t.active:
        return 1 if t.stack[1] >= AT_CHECK else 0
    return 2 if t.after(t.active) == player else LATER
