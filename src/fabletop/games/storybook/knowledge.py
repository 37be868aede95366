"""What a seat knows, and dealing anew all that it does not.

Hidden from a role: the order of every deck, the others' hands and face-down cards, the Twists they
kept, and chance to come. Not hidden: a card that was turned face down before all eyes, and that a
card which went back to a hand is still there, or among those hidden since.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import (
    ALLY_OF_ROLE,
    CHAMPION_OF,
    DECK_SIZE,
    F_LAY,
    F_PUT,
    FACE_DOWN,
    HELD,
    IN_DECK,
    IN_HAND,
    RETURNED,
    TWIST_OF,
    Table,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.rng import Rng

POOL: Final = vec[i64]([0] * DECK)  # the cards nobody else can tell apart
SLOT: Final = vec[i64]([0] * DECK)  # the places they lie in: HELD, IN_HAND, a cell, or IN_DECK
LATE: Final = 1 << 16  # added to the cell of a card hidden since one returned to hand


def deal_anew(t: Table, seat: i64, rng: Rng) -> None:
    """Turn this table into one that the seat (-1: a spectator) cannot tell from the true one."""
    t.rng = rng.split()
    if t.turn == 0 and t.depth > 0 and t.top() < F_LAY:
        t.terms = t.terms.without_twists(t.seat_of(seat) if seat >= 0 else -1)
    for role in range(t.terms.players):
        if seat >= 0 and t.seat_of(role) == seat:
            rng.shuffle(t.deck, role * DECK, t.tally[DECK_SIZE + role])
        else:
            deal_cards(t, role, rng)
            guess_twist(t, role, rng)


def deal_cards(t: Table, role: i64, rng: Rng) -> None:
    """Spread the unseen cards of a role over the places where they may be."""
    count = gather(t, role)
    if count == 0:
        return
    pool = POOL
    rng.shuffle(pool, 0, count)
    keep_returned(t, role, rng, count)
    in_deck: i64 = 0
    at = t.at
    for i in range(count):
        card = pool[i]
        slot = SLOT[i]
        if slot >= LATE:
            slot -= LATE
            t.late |= bit(card)
        at[card] = slot
        if slot >= 0:
            t.board[slot] = u8(card + 1)
            t.lies[card] = FACE_DOWN
        elif slot == IN_DECK:
            t.deck[role * DECK + in_deck] = card
            in_deck += 1
        elif slot == HELD:
            t.held = card


def gather(t: Table, role: i64) -> i64:
    """Collect a role's unseen cards and their places; return how many."""
    count: i64 = 0
    at = t.at
    for card in range(role * DECK, role * DECK + DECK):
        place = at[card]
        if place >= 0:
            if t.lies[card] != FACE_DOWN or t.known >> card & 1:
                continue
            if t.late >> card & 1:
                place += LATE
                t.late &= ~bit(card)
        elif place != IN_HAND and place != IN_DECK and place != HELD:
            continue
        POOL[count] = card
        SLOT[count] = place
        count += 1
    return count


def keep_returned(t: Table, role: i64, rng: Rng, count: i64) -> None:
    """A card that went back to hand before all eyes is in the hand, or hidden since."""
    card = t.tally[RETURNED + role]
    if card < 0:
        return
    not_held = t.top() == F_PUT and t.arg(1) == 1
    choices: i64 = 0
    chosen: i64 = 0
    now: i64 = 0
    for i in range(count):
        slot = SLOT[i]
        if POOL[i] == card:
            now = i
        if slot == IN_HAND or slot >= LATE or (slot == HELD and not not_held):
            choices += 1
            if rng.below(choices) == 0:
                chosen = i
    POOL[now] = POOL[chosen]
    POOL[chosen] = card


def guess_twist(t: Table, role: i64, rng: Rng) -> None:
    """Any of the four that the role may have kept, unless it has been shown."""
    if t.tally[TWIST_OF + role] < 0 or t.shown >> role & 1:
        return
    which = rng.below(4)
    team = t.tally[(CHAMPION_OF if which < 2 else ALLY_OF_ROLE) + role]
    t.tally[TWIST_OF + role] = t.cards.team_twist[team] + (which & 1)
