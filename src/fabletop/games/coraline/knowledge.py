"""What a seat knows of hidden cards, and dealing anew all that it does not (CO-R8, CO-TALK.1).

Hidden are the hands of the others, both decks, and chance to come. Yet cards leave traces: one that
was taken from the open discard pile is in that hand, or where the hand's owner may have slid it since;
one that somebody slid under the deck is known to that seat, also when another seat draws it. So for
each seat, and for a spectator, `maybe` has a mask of the places where a traced card may be: bits 0 to
31 the places of the deck, HAND + seat the hands. A card without a trace may be anywhere.

Of the Beldam deck `seen` says which seats know the card in a place.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.cards import CARDS
from fabletop.games.coraline.table import ANYWHERE, IN_DECK, RING, SPECTATOR, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.rng import Rng

HAND: Final = RING  # the bit of seat 0's hand

# --- Traces ---------------------------------------------------------------------------------------


def trace_recall(t: Table, seat: i64, card: i64) -> None:
    """All saw this card go to a hand."""
    t.traced |= bit(card)
    for eyes in range(SPECTATOR + 1):
        t.maybe[eyes * CARDS + card] = bit(HAND + seat)


def trace_slide(t: Table, seat: i64, card: i64, place: i64) -> None:
    """A card went face down from a hand to a place of the deck: which, only its owner knows."""
    if t.traced:
        hand = bit(HAND + seat)
        maybe = t.maybe
        for other in range(CARDS):
            if t.traced >> other & 1:
                for eyes in range(SPECTATOR + 1):
                    mask = maybe[eyes * CARDS + other]
                    if eyes != seat and mask != ANYWHERE and mask & hand:
                        maybe[eyes * CARDS + other] = mask | bit(place)
    t.traced |= bit(card)
    t.maybe[seat * CARDS + card] = bit(place)


def trace_draw(t: Table, seat: i64, card: i64, place: i64) -> None:
    """The card in a place of the deck went to a hand; only its new owner saw it."""
    if t.traced == 0:
        return
    gone = ~bit(place)
    hand = bit(HAND + seat)
    maybe = t.maybe
    for other in range(CARDS):
        if t.traced >> other & 1:
            for eyes in range(SPECTATOR + 1):
                mask = maybe[eyes * CARDS + other]
                if mask != ANYWHERE and mask & bit(place):
                    maybe[eyes * CARDS + other] = mask & gone if eyes == seat else mask & gone | hand
    if t.traced >> card & 1:
        maybe[seat * CARDS + card] = hand


def trace_open(t: Table, card: i64) -> None:
    """Everybody sees the card."""
    if t.traced >> card & 1:
        t.traced &= ~bit(card)
        for eyes in range(SPECTATOR + 1):
            t.maybe[eyes * CARDS + card] = ANYWHERE


# --- Dealing anew ---------------------------------------------------------------------------------

POOL: Final = vec[i64]([0] * CARDS)  # the cards that the seat cannot see
SLOT: Final = vec[i64]([0] * CARDS)  # where they may be: a place of the deck, or HAND + seat
FILLED: Final = vec[i64]([0] * CARDS)  # the cards in the slots, or EMPTY
FREE: Final = vec[i64]([0] * CARDS)
EMPTY: Final = -1


def deal_anew(t: Table, seat: i64, rng: Rng) -> None:
    """Turn this table into one that the seat (-1: a spectator) cannot tell from the true one.

    It is made from what the seat knows alone, so it is the same whatever the truth may be.
    """
    t.rng = rng.split()
    eyes: i64 = SPECTATOR if seat < 0 else seat
    count = gather(t, seat)
    if t.traced:
        place_traced(t, eyes, count)
    shuffle_untraced(t, eyes, count, rng)
    if t.traced:
        move_traced(t, eyes, count, rng)
        move_traced(t, eyes, count, rng)
        forget_others(t, eyes)
    for i in range(RING):
        t.deck[i] = 0
    for i in range(count):
        card = POOL[i]
        slot = SLOT[i]
        if slot >= HAND:
            t.at[card] = slot - HAND
        else:
            t.at[card] = IN_DECK
            t.deck[slot] = card
    deal_woes(t, eyes, rng)


def gather(t: Table, seat: i64) -> i64:
    """Collect the cards that the seat cannot see, in order, and their places; return how many."""
    count: i64 = 0
    for card in range(CARDS):
        if t.at[card] <= IN_DECK and t.at[card] != seat:
            POOL[count] = card
            count += 1
    slots: i64 = 0
    for holder in range(t.terms.players):
        if holder != seat:
            for _card in range(t.hands[holder]):
                SLOT[slots] = HAND + holder
                slots += 1
    for i in range(t.left):
        SLOT[slots] = (t.base + i) & (RING - 1)
        slots += 1
    return count


def place_traced(t: Table, eyes: i64, count: i64) -> None:
    """Lay each card where it may be, as far as the seat knows; those of which it knows nothing fill up."""
    for i in range(count):
        FILLED[i] = EMPTY
    free: i64 = 0
    for i in range(count):
        if t.maybe[eyes * CARDS + POOL[i]] == ANYWHERE:
            FREE[free] = POOL[i]
            free += 1
        else:
            fits_in(t, eyes, count, POOL[i], 0)
    for i in range(count):
        if FILLED[i] == EMPTY:
            free -= 1
            FILLED[i] = FREE[free]
        POOL[i] = FILLED[i]


def fits_in(t: Table, eyes: i64, count: i64, card: i64, tried: i64) -> i64:
    """Find a slot for a traced card, and other slots for those in its way; 0 if there is none, else the
    slots tried so far."""
    mask = t.maybe[eyes * CARDS + card]
    for i in range(count):
        if mask >> SLOT[i] & 1 and tried >> i & 1 == 0:
            tried |= bit(i)
            if FILLED[i] == EMPTY:
                FILLED[i] = card
                return -1
            other = fits_in(t, eyes, count, FILLED[i], tried)
            if other < 0:
                FILLED[i] = card
                return -1
            tried = other
    return tried


def shuffle_untraced(t: Table, eyes: i64, count: i64, rng: Rng) -> None:
    free: i64 = 0
    for i in range(count):
        if t.maybe[eyes * CARDS + POOL[i]] == ANYWHERE:
            FREE[free] = i
            free += 1
    for i in range(free - 1, 0, -1):
        a = FREE[i]
        b = FREE[rng.below(i + 1)]
        kept = POOL[a]
        POOL[a] = POOL[b]
        POOL[b] = kept


def move_traced(t: Table, eyes: i64, count: i64, rng: Rng) -> None:
    """Let each traced card change places with any other, as far as what is known of both allows."""
    for i in range(count):
        mine = t.maybe[eyes * CARDS + POOL[i]]
        if mine == ANYWHERE:
            continue
        choices: i64 = 0
        chosen = i
        for j in range(count):
            if mine >> SLOT[j] & 1 and t.maybe[eyes * CARDS + POOL[j]] >> SLOT[i] & 1:
                choices += 1
                if rng.below(choices) == 0:
                    chosen = j
        kept = POOL[i]
        POOL[i] = POOL[chosen]
        POOL[chosen] = kept


def forget_others(t: Table, eyes: i64) -> None:
    """What others know of their own is hidden too: leave them what everybody knows."""
    t.traced = 0
    for card in range(CARDS):
        public = t.maybe[SPECTATOR * CARDS + card]
        for other in range(SPECTATOR):
            if other != eyes:
                t.maybe[other * CARDS + card] = public
        if public != ANYWHERE or t.maybe[eyes * CARDS + card] != ANYWHERE:
            t.traced |= bit(card)


def deal_woes(t: Table, eyes: i64, rng: Rng) -> None:
    """Shuffle the places of the Beldam deck that the seat has not looked at."""
    free: i64 = 0
    hidden: i64 = 0
    for i in range(RING):
        place = (t.woes_base + i) & (RING - 1)
        if i >= t.woes_left:
            t.woes[place] = 0
            t.seen[place] = 0
        elif t.seen[place] >> eyes & 1 == 0:
            FREE[free] = place
            free += 1
            hidden |= bit(t.woes[place])
    n: i64 = 0
    for woe in range(CARDS):
        if hidden >> woe & 1:
            POOL[n] = woe
            n += 1
    rng.shuffle(POOL, 0, n)
    for i in range(n):
        t.woes[FREE[i]] = POOL[i]
