"""Taking cards from others: thefts, looks and trades of hands (CC-XFER)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.cards import (
    FROM_PILE,
    HAND_SAFE,
    NO_STEAL,
    PILE_SAFE,
    SEEN,
    STEAL_LESS,
)
from fabletop.games.condyle.codes import (
    F_TAKE,
    TOLD_SAFE,
    TOLD_SAW,
    TOLD_SCAVENGED,
    TOLD_STOLEN,
    TOLD_STOLEN_PILE,
    TOLD_TRADED,
)
from fabletop.games.condyle.knowledge import reveal
from fabletop.games.condyle.piles import (
    into_hand,
    put_under,
    room,
    steal_from_hand,
    steal_top,
    take_from_discard,
)
from fabletop.games.condyle.table import FX_DONE, FX_OWNER, HAND_N, SHIELD, Table
from fabletop.kernel.bits import bit

# --- Stealing ----------------------------------------------------------------------------------------


def guarded(t: Table, player: i64, rule: i64) -> bool:
    """Whether others can take nothing from this hand or pile (CC-SPACE.7, CC-R32)."""
    if t.has_rule(player, rule) or t.tally[SHIELD + player] & NO_STEAL:
        t.tell(TOLD_SAFE, player, 1)
        return True
    return False


def steal(t: Table, player: i64, n: i64, how: i64) -> None:
    thief = t.fx_get(FX_OWNER)
    if player == thief or guarded(t, player, PILE_SAFE if how == FROM_PILE else HAND_SAFE):
        return
    n -= t.charm_sum(thief, STEAL_LESS)
    if how == FROM_PILE:
        taken = steal_top(t, thief, player, n)
        if taken > 0:
            t.fx_set(FX_DONE, 1)
            t.tell_to(TOLD_STOLEN_PILE, thief, taken, player)
    elif how == SEEN:
        look_at_hand(t, thief, player)
        if n > 0:
            t.push(F_TAKE, player, n)
    else:
        while n > 0 and room(t, thief) > 0 and t.hand_n(player) > 0:  # CC-R31
            take(t, player, t.hand[player * 4 + t.rng.below(t.hand_n(player))])  # CC-R30
            n -= 1


def take(t: Table, player: i64, piece: i64) -> None:
    """A card goes from a hand to the thief's."""
    thief = t.fx_get(FX_OWNER)
    eyes = steal_from_hand(t, thief, player, piece)
    t.fx_set(FX_DONE, 1)
    t.note(TOLD_STOLEN, thief, t.face(piece), player, -1, eyes)


def can_take(t: Table) -> bool:
    return t.arg(1) > 0 and room(t, t.fx_get(FX_OWNER)) > 0 and t.hand_n(t.arg(0)) > 0


def take_face(t: Table, face: i64) -> None:
    player = t.arg(0)
    t.set_arg(1, t.arg(1) - 1)
    take(t, player, t.held(player, face))


def scavenge(t: Table, player: i64, n: i64) -> None:
    """The top of another's discard goes under the own pile, in the order taken (CC-CARD.2, CC-R55)."""
    you = t.fx_get(FX_OWNER)
    taken: i64 = 0
    while taken < n and t.discard_n(player) > 0:
        put_under(t, you, take_from_discard(t, player))
        taken += 1
    if taken > 0:
        t.fx_set(FX_DONE, 1)
        t.tell_to(TOLD_SCAVENGED, you, taken, player)


def look_at_hand(t: Table, seat: i64, player: i64) -> None:
    for i in range(player * 4, player * 4 + t.hand_n(player)):
        reveal(t, t.hand[i], bit(seat))
    t.sealed += 1
    t.fx_set(FX_DONE, 1)
    tell_hand(t, seat, player)


def tell_hand(t: Table, seat: i64, player: i64) -> None:
    """The journal shows a hand to who looked, in the order of faces: the order of the hand tells nothing."""
    if t.journal is None:
        return
    last: i64 = -1
    for _i in range(t.hand_n(player)):
        best: i64 = 9999
        for j in range(player * 4, player * 4 + t.hand_n(player)):
            key = t.face(t.hand[j]) * 4 + (j & 3)
            if last < key < best:
                best = key
        last = best
        t.note(TOLD_SAW, seat, best // 4, player, -1, bit(seat))


def trade_hands(t: Table, player: i64) -> None:
    """Whole hands change owners; a hand that is safe from theft stays (CC-R32)."""
    you = t.fx_get(FX_OWNER)
    if guarded(t, player, HAND_SAFE):
        return
    mine = vec[i64]([0] * 4)
    my_n = t.hand_n(you)
    for i in range(my_n):
        mine[i] = t.hand[you * 4 + i]
    t.tally[HAND_N + you] = 0
    theirs_n = t.hand_n(player)
    t.tally[HAND_N + player] = 0
    for i in range(theirs_n):
        into_hand(t, you, t.hand[player * 4 + i])
    for i in range(my_n):
        into_hand(t, player, mine[i])
    t.fx_set(FX_DONE, 1)
    t.tell(TOLD_TRADED, you, player)
