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
SLOT: Final = vec[i64]([0] * CARDS)  # where they are: a place of the deck, or HAND + seat
BEFORE: Final = vec[i64]([0] * CARDS)  # the cards as they truly lie there
FREE: Final = vec[i64]([0] * CARDS)


def deal_anew(t: Table, seat: i64, rng: Rng) -> None:
    """Turn this table into one that the seat (-1: a spectator) cannot tell from the true one."""
    t.rng = rng.split()
    eyes: i64 = SPECTATOR if seat < 0 else seat
    count = gather(t, seat)
    shuffle_untraced(t, eyes, count, rng)
    if t.traced:
        move_traced(t, eyes, count, rng)
        move_traced(t, eyes, count, rng)
        hand_on_traces(t, eyes, count)
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
    """Collect the cards that the seat cannot see, and their places; return how many."""
    count: i64 = 0
    for card in range(CARDS):
        holder = t.at[card]
        if holder < IN_DECK and holder != seat:
            POOL[count] = card
            SLOT[count] = HAND + holder
            count += 1
    for i in range(t.left):
        place = (t.base + i) & (RING - 1)
        POOL[count] = t.deck[place]
        SLOT[count] = place
        count += 1
    for i in range(count):
        BEFORE[i] = POOL[i]
    return count


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


def hand_on_traces(t: Table, eyes: i64, count: i64) -> None:
    """What another seat knows of a place, it now knows of the card that lies there."""
    old = t.maybe[:]
    for i in range(count):
        card = POOL[i]
        was = BEFORE[i]
        public = old[SPECTATOR * CARDS + was]
        for other in range(SPECTATOR):
            if other != eyes:
                known = old[other * CARDS + was]
                t.maybe[other * CARDS + card] = known if known != public else old[SPECTATOR * CARDS + card]
    for card in range(CARDS):
        traced = False
        for other in range(SPECTATOR + 1):
            if t.maybe[other * CARDS + card] != ANYWHERE:
                traced = True
        t.traced = t.traced | bit(card) if traced else t.traced & ~bit(card)


def deal_woes(t: Table, eyes: i64, rng: Rng) -> None:
    """Shuffle the places of the Beldam deck that the seat has not looked at."""
    free: i64 = 0
    for i in range(t.woes_left):
        place = (t.woes_base + i) & (RING - 1)
        if t.seen[place] >> eyes & 1 == 0:
            FREE[free] = place
            free += 1
    for i in range(free - 1, 0, -1):
        a = FREE[i]
        b = FREE[rng.below(i + 1)]
        kept = t.woes[a]
        t.woes[a] = t.woes[b]
        t.woes[b] = kept
