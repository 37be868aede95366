"""Losing and keeping cards, looking at Acts, and passing cards round (CC-HAND)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import acts
from fabletop.games.condyle.cards import (
    AT_RANDOM,
    EVERYTHING,
    FROM_EITHER,
    FROM_PILE,
    YOURS,
)
from fabletop.games.condyle.codes import (
    BOTTOM,
    DONE,
    F_GIVE,
    F_LOSE,
    F_PEEK,
    F_SIFT,
    LOSE,
    LOSE_TOP,
    PEEK,
    STASH,
    TAKE,
    TOLD_FETCHED,
    TOLD_GAVE,
    TOLD_SIFTED,
    TOLD_STASHED,
    TOP,
)
from fabletop.games.condyle.knowledge import mix, reveal
from fabletop.games.condyle.piles import (
    into_hand,
    lose_at_random,
    lose_from_hand,
    lose_hand,
    lose_top,
    out_of_hand,
    put_under,
)
from fabletop.games.condyle.table import ACTS, DISCARD_N, FX_DONE, FX_IMMUNE, FX_OWNER, Table
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.journal import ALL

# --- Losing and keeping cards ------------------------------------------------------------------------


def lose(t: Table, player: i64, n: i64, how: i64) -> None:
    """A forced discard (CC-HAND.4, CC-HAND.5, CC-R33)."""
    if how == FROM_PILE:
        if lose_top(t, player, n):
            t.fx_set(FX_DONE, 1)
    elif how == AT_RANDOM:
        for _i in range(n):
            lose_at_random(t, player)
    elif n == EVERYTHING:
        if t.hand_n(player) > 0:
            t.fx_set(FX_DONE, 1)
        lose_hand(t, player)
    else:
        t.push(F_LOSE, player, how, n)


def must_lose(t: Table) -> bool:
    """Whether there is still something to lose (CC-HAND.6, CC-R24)."""
    if t.arg(2) <= 0:
        return False
    player = t.arg(0)
    return t.hand_n(player) > 0 or (t.arg(1) == FROM_EITHER and t.pile_n(player) > 0)


def loser_chooses(t: Table) -> i64:
    return t.fx_get(FX_OWNER) if t.arg(1) == YOURS else t.arg(0)


def offer_hand(t: Table, player: i64, verb: i64, out: vec[i64], n: i64) -> i64:
    """Each face in a hand once, in the order of the hand's seats that its owner sees."""
    first = n
    for i in range(player * 4, player * 4 + t.hand_n(player)):
        answer = act(verb, t.face(t.hand[i]))
        at = n
        while at > first and out[at - 1] > answer:
            at -= 1
        if at > first and out[at - 1] == answer:
            continue
        for j in range(n, at, -1):
            out[j] = out[j - 1]
        out[at] = answer
        n += 1
    return n


def offer_losses(t: Table, out: vec[i64]) -> i64:
    n = offer_hand(t, t.arg(0), LOSE, out, 0)
    if t.arg(1) == FROM_EITHER and t.pile_n(t.arg(0)) > 0:
        out[n] = act(LOSE_TOP, 0)
        n += 1
    return n


def lose_face(t: Table, face: i64) -> None:
    player = t.arg(0)
    t.set_arg(2, t.arg(2) - 1)
    t.fx_set(FX_DONE, 1)
    lose_from_hand(t, player, t.held(player, face), bit(loser_chooses(t)))


def lose_one_top(t: Table) -> None:
    t.set_arg(2, t.arg(2) - 1)
    t.fx_set(FX_DONE, 1)
    lose_top(t, t.arg(0), 1)


def offer_stash(t: Table, out: vec[i64]) -> i64:
    n = offer_hand(t, t.arg(0), STASH, out, 0)
    out[n] = act(DONE, 0)
    return n + 1


def stash(t: Table, face: i64) -> None:
    """A hand card of choice goes under the own pile."""
    player = t.arg(0)
    piece = t.held(player, face)
    eyes = t.eyes_on_hand(player)
    mix(t, t.hand_mask(player), eyes)
    out_of_hand(t, player, piece)
    put_under(t, player, piece)
    t.set_arg(1, t.arg(1) - 1)
    t.fx_set(FX_DONE, 1)
    t.note(TOLD_STASHED, player, face, -1, -1, eyes)


def offer_fetch(t: Table, out: vec[i64]) -> i64:
    """The face-up cards of the own discard, each face once (CC-R36)."""
    player = t.arg(0)
    n: i64 = 0
    base = player * t.terms.pieces
    for i in range(base + t.discard_n(player) - 1, base - 1, -1):
        piece = t.discard[i]
        if t.up >> piece & 1:
            answer = act(TAKE, t.face(piece))
            new = True
            for j in range(n):
                if out[j] == answer:
                    new = False
            if new:
                out[n] = answer
                n += 1
    out[n] = act(DONE, 0)
    return n + 1


def fetch(t: Table, face: i64) -> None:
    player = t.arg(0)
    base = player * t.terms.pieces
    at = base + t.discard_n(player) - 1
    while t.up >> t.discard[at] & 1 == 0 or t.face(t.discard[at]) != face:
        at -= 1
    piece = t.discard[at]
    for i in range(at, base + t.discard_n(player) - 1):
        t.discard[i] = t.discard[i + 1]
    t.tally[DISCARD_N + player] -= 1
    t.up &= ~bit(piece)
    into_hand(t, player, piece)
    t.set_arg(1, t.arg(1) - 1)
    t.fx_set(FX_DONE, 1)
    t.tell(TOLD_FETCHED, player, face)


def begin_sifting(t: Table, player: i64, n: i64) -> None:
    """Look at the top cards of the own pile; each goes back on top or to the bottom."""
    if n > t.pile_n(player):
        n = t.pile_n(player)
    if n == 0:
        return
    base = player * t.terms.pieces + t.pile_n(player)
    for i in range(base - n, base):
        reveal(t, t.pile[i], bit(player))
    t.sealed += 1
    t.fx_set(FX_DONE, 1)
    t.push(F_SIFT, player, n)


def offer_sift(t: Table, out: vec[i64]) -> i64:
    """Each card looked at, top or bottom; in the order of faces."""
    player = t.arg(0)
    n: i64 = 0
    top = player * t.terms.pieces + t.pile_n(player)
    for i in range(top - t.arg(1), top):
        answer = act(TOP, t.face(t.pile[i]))
        at = n
        while at > 0 and out[at - 1] > answer:
            at -= 1
        if at > 0 and out[at - 1] == answer:
            continue
        for j in range(n, at, -1):
            out[j] = out[j - 1]
        out[at] = answer
        n += 1
    for i in range(n):
        out[n + i] = act(BOTTOM, out[i] & 4095)
    return 2 * n


def sift(t: Table, face: i64, to_top: bool) -> None:
    """The card goes just below those still looked at, or to the bottom."""
    player = t.arg(0)
    left = t.arg(1)
    base = player * t.terms.pieces
    top = base + t.pile_n(player)
    pieces: i64 = 0
    at: i64 = -1
    for i in range(top - left, top):
        pieces |= bit(t.pile[i])
        if at < 0 and t.face(t.pile[i]) == face:
            at = i
    mix(t, pieces, bit(player))
    piece = t.pile[at]
    down = top - left if to_top else base
    for i in range(at, down, -1):
        t.pile[i] = t.pile[i - 1]
    t.pile[down] = piece
    t.set_arg(1, left - 1)
    t.note(TOLD_SIFTED, player, face, 1 if to_top else 0, -1, bit(player))


# --- Looking at Acts ---------------------------------------------------------------------------------


def begin_peeking(t: Table, n: i64, may: i64) -> None:
    down: i64 = 0
    for slot in range(ACTS):
        if t.act_up >> slot & 1 == 0:
            down += 1
    if n >= down and may == 0:
        for slot in range(ACTS):
            if t.act_up >> slot & 1 == 0:
                acts.look_at(t, t.fx_get(FX_OWNER), slot)
        t.fx_set(FX_DONE, 1)
    else:
        t.push(F_PEEK, n, 0, may)


def offer_peeks(t: Table, out: vec[i64]) -> i64:
    n = acts.offer_slots(t, PEEK, t.arg(1), out, 0)
    if t.arg(2):
        out[n] = act(DONE, 0)
        n += 1
    return n


def peek(t: Table, slot: i64) -> None:
    t.fx_set(FX_DONE, 1)
    t.set_arg(0, t.arg(0) - 1)
    t.set_arg(1, t.arg(1) | bit(slot))
    acts.look_at(t, t.fx_get(FX_OWNER), slot)


# --- Passing cards round -----------------------------------------------------------------------------


def begin_passing(t: Table) -> None:
    for player in range(4):
        t.passed[player] = -1
    t.push(F_GIVE, 0)


def joins_passing(t: Table, player: i64) -> bool:
    """A player shielded from the card is skipped over."""
    return t.is_live(player) and t.fx_get(FX_IMMUNE) >> player & 1 == 0


def giver(t: Table) -> i64:
    return (t.fx_get(FX_OWNER) + t.arg(0)) % t.terms.seats


def next_giver(t: Table) -> bool:
    """Find the next player who has to choose; False when the cards can change hands."""
    while t.arg(0) < t.terms.seats:
        player = giver(t)
        if joins_passing(t, player) and t.hand_n(player) > 0:
            if t.hand_n(player) > 1:
                return True
            t.passed[player] = t.hand[player * 4]
        t.set_arg(0, t.arg(0) + 1)
    return False


def give(t: Table, face: i64) -> None:
    player = giver(t)
    t.passed[player] = t.held(player, face)
    t.set_arg(0, t.arg(0) + 1)


def hand_on(t: Table) -> None:
    """All cards change hands at once."""
    t.pop()
    for player in range(t.terms.seats):
        piece = t.passed[player]
        if piece >= 0:
            eyes = eyes_of_gift(t, player)
            mix(t, t.hand_mask(player), eyes)
            out_of_hand(t, player, piece)
            t.note(TOLD_GAVE, player, t.face(piece), receiver(t, player), -1, eyes)
    for player in range(t.terms.seats):
        piece = t.passed[player]
        if piece >= 0:
            into_hand(t, receiver(t, player), piece)
            t.passed[player] = -1
    t.fx_set(FX_DONE, 1)


def receiver(t: Table, player: i64) -> i64:
    to = t.after(player)
    while not joins_passing(t, to):
        to = t.after(to)
    return to


def eyes_of_gift(t: Table, player: i64) -> i64:
    mine = t.eyes_on_hand(player)
    theirs = t.eyes_on_hand(receiver(t, player))
    return ALL if mine == ALL or theirs == ALL else mine | theirs
