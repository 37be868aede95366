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
from fabletop.kernel.matching import PLACES, find_places
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
FREE: Final = vec[i64]([0] * CARDS)
TRACED: Final = vec[i64]([0] * CARDS)  # cards that may be in some slots only,
ALLOWED: Final = vec[i64]([0] * CARDS)  # in which,
HOLDS: Final = vec[i64]([0] * PLACES)  # and which of those cards a slot then has


def deal_anew(t: Table, seat: i64, rng: Rng) -> None:
    """Turn this table into one that the seat (-1: a spectator) cannot tell from the true one.

    What is dealt out is first laid in order, so that the outcome depends on nothing that is hidden.
    """
    t.rng = rng.split()
    eyes: i64 = SPECTATOR if seat < 0 else seat
    traced = t.traced
    old = t.deck[:]
    count = find_slots(t, seat)
    spread_cards(t, seat, eyes, count, rng)
    if traced:
        move_traced(t, eyes, count, rng)
        move_traced(t, eyes, count, rng)
    for i in range(count):
        card = POOL[i]
        slot = SLOT[i]
        if slot >= HAND:
            t.at[card] = slot - HAND
        else:
            t.at[card] = IN_DECK
            t.deck[slot] = card
    if traced:
        hand_on_traces(t, eyes, count, old)
    deal_woes(t, eyes, rng)


def find_slots(t: Table, seat: i64) -> i64:
    """Where cards lie that the seat cannot see; return how many."""
    count: i64 = 0
    for other in range(t.terms.players):
        if other != seat:
            for _card in range(t.hands[other]):
                SLOT[count] = HAND + other
                count += 1
    for i in range(t.left):
        SLOT[count] = (t.base + i) & (RING - 1)
        count += 1
    return count


def spread_cards(t: Table, seat: i64, eyes: i64, count: i64, rng: Rng) -> None:
    """Put the unseen cards into the slots: traced ones where they may be, the others by lot."""
    free: i64 = 0
    traced: i64 = 0
    for card in range(CARDS):
        if t.at[card] <= IN_DECK and t.at[card] != seat:
            mask = t.maybe[eyes * CARDS + card]
            if mask == ANYWHERE:
                FREE[free] = card
                free += 1
            else:
                TRACED[traced] = card
                ALLOWED[traced] = 0
                for i in range(count):
                    if mask >> SLOT[i] & 1:
                        ALLOWED[traced] |= bit(i)
                traced += 1
    rng.shuffle(FREE, 0, free)
    find_places(traced, ALLOWED, HOLDS)
    for i in range(count):
        if HOLDS[i] >= 0:
            POOL[i] = TRACED[HOLDS[i]]
        else:
            free -= 1
            POOL[i] = FREE[free]


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


def hand_on_traces(t: Table, eyes: i64, count: i64, old: vec[i64]) -> None:
    """Of these cards the others know what everybody knows, and the places of the deck that they knew."""
    maybe = t.maybe
    sure = vec[i64]([0] * SPECTATOR)
    for other in range(SPECTATOR):
        if other != eyes:
            for i in range(t.left):
                place = (t.base + i) & (RING - 1)
                if maybe[other * CARDS + old[place]] == bit(place):
                    sure[other] |= bit(place)
    for other in range(SPECTATOR):
        if other != eyes:
            for i in range(count):
                slot = SLOT[i]
                known = slot < HAND and sure[other] >> slot & 1
                maybe[other * CARDS + POOL[i]] = bit(slot) if known else maybe[SPECTATOR * CARDS + POOL[i]]
    for card in range(CARDS):
        traced = False
        for other in range(SPECTATOR + 1):
            if maybe[other * CARDS + card] != ANYWHERE:
                traced = True
        t.traced = t.traced | bit(card) if traced else t.traced & ~bit(card)


def deal_woes(t: Table, eyes: i64, rng: Rng) -> None:
    """Shuffle the places of the Beldam deck that the seat has not looked at."""
    free: i64 = 0
    for i in range(t.woes_left):
        place = (t.woes_base + i) & (RING - 1)
        if t.seen[place] >> eyes & 1 == 0:
            SLOT[free] = place
            FREE[free] = t.woes[place]
            free += 1
    rng.deal_anew(FREE, 0, free)
    for i in range(free):
        t.woes[SLOT[i]] = FREE[i]
