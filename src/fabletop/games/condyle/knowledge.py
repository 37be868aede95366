"""What a seat knows, and dealing anew all that it does not.

`among[seat * pieces + card]` is the set of pieces that the card may be, as far as the seat has seen;
the row after the last seat is what everybody knows. A piece that is shown makes its card known; a
shuffle, or a card picked from a hand unseen, makes pieces alike again. The Acts that were looked at
are kept in `act`; of the other decks nobody knows anything but how many cards are left.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle.table import (
    ACT,
    ACTS,
    COVE,
    FULL_HAND,
    HAND,
    HAUNTED,
    LONGEST_GAP,
    SEEN,
    SHORTEST_GAP,
    WINTER,
    Table,
)
from fabletop.kernel.bits import bit, count_of, member
from fabletop.kernel.journal import ALL
from fabletop.kernel.matching import find_places
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import Dealer

# --- Learning and forgetting -------------------------------------------------------------------------


def reveal(t: Table, piece: i64, eyes: i64) -> None:
    """These seats (ALL: everybody, spectators too) see what is printed on a piece."""
    n = t.terms.pieces
    card = t.print[piece]
    players = t.terms.players
    for seat in range(players + 1):
        if eyes == ALL or (seat < players and eyes >> seat & 1):
            t.among[seat * n + card] = bit(piece)


def mix(t: Table, pieces: i64, knowers: i64) -> None:
    """These pieces have changed places; only the knowers (ALL: everybody) saw how."""
    if knowers == ALL or pieces & (pieces - 1) == 0:
        return
    n = t.terms.pieces
    among = t.among
    players = t.terms.players
    for seat in range(players + 1):
        if seat < players and knowers >> seat & 1:
            continue
        for at in range(seat * n, seat * n + n):
            if among[at] & pieces:
                among[at] |= pieces


def knows(t: Table, seat: i64, piece: i64) -> bool:
    """Whether a seat (-1: a spectator) knows what is printed on a piece."""
    row = seat if seat >= 0 else t.terms.players
    return t.among[row * t.terms.pieces + t.print[piece]] == bit(piece)


def may_be_among(t: Table, card: i64, pieces: i64) -> bool:
    """Whether, as everybody knows, a card may be one of these pieces."""
    return t.among[t.terms.players * t.terms.pieces + card] & pieces != 0


# --- Dealing anew ------------------------------------------------------------------------------------


class Knowledge(Dealer[Table]):
    def deal(self, t: Table, seat: i64, rng: Rng) -> None:
        deal_options(t, seat if seat >= 0 else t.terms.players, rng)
        deal_acts(t, seat, rng)
        shown = 5 - t.nodes  # of the starting cross, the cards still to be laid lie face up (CC-R3)
        rng.deal_anew(t.deck, COVE, t.cove_n - shown if shown > 0 else t.cove_n)
        rng.deal_anew(t.deck, WINTER, t.winter_n)
        rng.deal_anew(t.deck, HAUNTED, t.haunted_n)
        if t.terms.ghost:
            t.imagined = 1
            low = max(t.calm + 1, SHORTEST_GAP * t.terms.second)
            t.clock = low + rng.below(LONGEST_GAP * t.terms.second - low + 1) - t.waited

    def show_hands(self, t: Table, seat: i64) -> None:
        for player in range(t.terms.players):
            for i in range(HAND + player * FULL_HAND, HAND + player * FULL_HAND + t.hand_n(player)):
                reveal(t, t.tally[i], bit(seat))


def deal_options(t: Table, row: i64, rng: Rng) -> None:
    """Print the cards anew on pieces that the seat cannot tell apart.

    Cards that may be anywhere are shuffled. A card that is known to be one of some pieces changes
    places with another, if that one may go where it was.
    """
    n = t.terms.pieces
    base = row * n
    old = t.print
    t.print = old[:]
    fixed: i64 = 0
    for card in range(n):
        where = t.among[base + card]
        if where & (where - 1) == 0:
            fixed |= where
    blank = bit(n) - 1 & ~fixed  # pieces
    free: i64 = 0
    bound: i64 = 0
    for card in range(n):
        where = t.among[base + card] & ~fixed
        if where == blank:
            CARD[free] = card
            free += 1
        elif t.among[base + card] & (t.among[base + card] - 1):
            BOUND[bound] = card
            ALLOWED[bound] = where
            bound += 1
    if bound > 0:
        find_places(bound, ALLOWED, HOLDS)
        for piece in range(n):
            if HOLDS[piece] >= 0:
                t.print[piece] = BOUND[HOLDS[piece]]
                blank &= ~bit(piece)
    rng.shuffle(CARD, 0, free)
    for piece in range(n):
        if blank >> piece & 1 and free > 0:
            free -= 1
            t.print[piece] = CARD[free]
    if bound > 0:
        for piece in range(n):
            PLACE_OF[t.print[piece]] = piece
        for _again in range(2):
            for i in range(bound):
                swap_card(t, base, BOUND[i], ALLOWED[i], PLACE_OF, rng)
    learn_anew(t, row, old)


def swap_card(t: Table, base: i64, card: i64, allowed: i64, place: vec[i64], rng: Rng) -> None:
    """Let a card change places with another among the pieces that it may be, if both may."""
    here = place[card]
    chosen = member(allowed, rng.below(count_of(allowed)))
    other = t.print[chosen]
    if chosen != here and t.among[base + other] >> here & 1:
        t.print[chosen] = card
        t.print[here] = other
        place[card] = chosen
        place[other] = here


def learn_anew(t: Table, row: i64, old: vec[i64]) -> None:
    """The other seats know what they see now: what everybody knows, and the pieces that they had seen."""
    n = t.terms.pieces
    players = t.terms.players
    public = players * n
    for seat in range(players):
        if seat == row:
            continue
        base = seat * n
        seen: i64 = 0
        for piece in range(n):
            if t.among[base + old[piece]] == bit(piece):
                seen |= bit(piece)
        for card in range(n):
            t.among[base + card] = t.among[public + card]
        for piece in range(n):
            if seen >> piece & 1:
                t.among[base + t.print[piece]] = bit(piece)


def deal_acts(t: Table, seat: i64, rng: Rng) -> None:
    """Shuffle the face-down Acts that the seat has not looked at."""
    count: i64 = 0
    for slot in range(ACTS):
        known = seat >= 0 and t.deck[SEEN + slot] >> seat & 1
        if t.act_up >> slot & 1 == 0 and not known:
            SPOT[count] = slot
            CARD[count] = t.deck[ACT + slot]
            count += 1
    rng.deal_anew(CARD, 0, count)
    for i in range(count):
        t.deck[ACT + SPOT[i]] = CARD[i]


PLACE_OF: Final = vec[i64]([0] * 64)  # the piece on which a card is printed
SPOT: Final = vec[i64]([0] * 64)
CARD: Final = vec[i64]([0] * 64)
BOUND: Final = vec[i64]([0] * 64)  # cards that may be some pieces only,
ALLOWED: Final = vec[i64]([0] * 64)  # which pieces,
HOLDS: Final = vec[i64]([0] * 64)  # and which of those cards a piece then is
