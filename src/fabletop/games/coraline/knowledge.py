"""What a seat knows of hidden cards, and dealing anew all that it does not (CO-R8, CO-TALK.1).

Hidden are the hands of the others, both decks, and chance to come. Yet cards leave traces: one that
was taken from the open discard pile is in that hand, or where the hand's owner may have slid it since;
one that somebody slid under the deck is known to that seat, also when another seat draws it. So for
each seat, and for a spectator, `maybe` has a mask of the places where a traced card may be: bits 0 to
31 the places of the deck, HAND + seat the hands. A card without a trace may be anywhere.

Of the Beldam deck `seen` says which seats know the card in a place.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.cards import CARDS
from fabletop.games.coraline.table import ANYWHERE, IN_DECK, RING, SPECTATOR, Table
from fabletop.kernel.bits import bit, lowest
from fabletop.kernel.matching import PLACES, find_places
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import Dealer

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
        left = t.traced
        while left:
            other = lowest(left)
            left &= left - 1
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
    here = bit(place)
    hand = bit(HAND + seat)
    maybe = t.maybe
    left = t.traced
    while left:
        other = lowest(left)
        left &= left - 1
        for eyes in range(SPECTATOR + 1):
            mask = maybe[eyes * CARDS + other]
            if mask != ANYWHERE and mask & here:
                maybe[eyes * CARDS + other] = mask & ~here if eyes == seat else mask & ~here | hand
    if t.traced >> card & 1:
        maybe[seat * CARDS + card] = hand


def trace_open(t: Table, card: i64) -> None:
    """Everybody sees the card."""
    if t.traced >> card & 1:
        t.traced &= ~bit(card)
        for eyes in range(SPECTATOR + 1):
            t.maybe[eyes * CARDS + card] = ANYWHERE


# --- Dealing anew ---------------------------------------------------------------------------------


class Knowledge(Dealer[Table]):
    def deal(self, t: Table, seat: i64, rng: Rng) -> None:
        traced = t.traced
        old = t.deck[:]
        deal = Deal(t, seat)
        deal.spread(t, seat, rng)
        if traced:
            deal.move_traced(t, rng)
            deal.move_traced(t, rng)
        deal.lay_out(t)
        if traced:
            deal.hand_on_traces(t, old)
        deal_woes(t, deal.eyes, rng)

    def show_hands(self, t: Table, seat: i64) -> None:
        for card in range(CARDS):
            if 0 <= t.at[card] < t.terms.players and t.at[card] != seat:
                t.traced |= bit(card)
                t.maybe[seat * CARDS + card] = bit(HAND + t.at[card])


@final
class Deal:
    """Cards that a seat cannot see, and where they go."""

    def __init__(self, t: Table, seat: i64) -> None:
        self.eyes: i64 = SPECTATOR if seat < 0 else seat  # the row of what the seat knows
        self.pool = vec[i64]([0] * CARDS)  # the cards,
        self.slot = vec[i64]([0] * CARDS)  # and where they lie: a place of the deck, or HAND + seat
        self.count: i64 = 0
        for other in range(t.terms.players):
            if other != seat:
                for _card in range(t.hands[other]):
                    self.add_slot(HAND + other)
        for i in range(t.left):
            self.add_slot((t.base + i) & (RING - 1))

    def add_slot(self, slot: i64) -> None:
        self.slot[self.count] = slot
        self.count += 1

    def spread(self, t: Table, seat: i64, rng: Rng) -> None:
        """Put the unseen cards into the slots: traced ones where they may be, the others by lot."""
        unknown = vec[i64]([0] * CARDS)
        free: i64 = 0
        cards = vec[i64]([0] * CARDS)  # that may be in some slots only,
        allowed = vec[i64]([0] * CARDS)  # in which,
        holds = vec[i64]([0] * PLACES)  # and which of those cards a slot then has
        traced: i64 = 0
        for card in range(CARDS):
            if t.at[card] <= IN_DECK and t.at[card] != seat:
                mask = t.maybe[self.eyes * CARDS + card]
                if mask == ANYWHERE:
                    unknown[free] = card
                    free += 1
                else:
                    cards[traced] = card
                    for i in range(self.count):
                        if mask >> self.slot[i] & 1:
                            allowed[traced] |= bit(i)
                    traced += 1
        rng.shuffle(unknown, 0, free)
        find_places(traced, allowed, holds)
        for i in range(self.count):
            if holds[i] >= 0:
                self.pool[i] = cards[holds[i]]
            else:
                free -= 1
                self.pool[i] = unknown[free]

    def move_traced(self, t: Table, rng: Rng) -> None:
        """Let each traced card change places with any other, as far as what is known of both allows."""
        maybe = t.maybe
        row = self.eyes * CARDS
        for i in range(self.count):
            mine = maybe[row + self.pool[i]]
            if mine == ANYWHERE:
                continue
            choices: i64 = 0
            chosen = i
            for j in range(self.count):
                if mine >> self.slot[j] & 1 and maybe[row + self.pool[j]] >> self.slot[i] & 1:
                    choices += 1
                    if rng.below(choices) == 0:
                        chosen = j
            kept = self.pool[i]
            self.pool[i] = self.pool[chosen]
            self.pool[chosen] = kept

    def lay_out(self, t: Table) -> None:
        for i in range(self.count):
            card = self.pool[i]
            slot = self.slot[i]
            if slot >= HAND:
                t.at[card] = slot - HAND
            else:
                t.at[card] = IN_DECK
                t.deck[slot] = card

    def hand_on_traces(self, t: Table, old: vec[i64]) -> None:
        """Of these cards the others know what everybody knows, and the places of the deck that they knew."""
        maybe = t.maybe
        sure = vec[i64]([0] * SPECTATOR)
        for other in range(SPECTATOR):
            if other != self.eyes:
                for i in range(t.left):
                    place = (t.base + i) & (RING - 1)
                    if maybe[other * CARDS + old[place]] == bit(place):
                        sure[other] |= bit(place)
        for other in range(SPECTATOR):
            if other != self.eyes:
                for i in range(self.count):
                    card = self.pool[i]
                    slot = self.slot[i]
                    known = slot < HAND and sure[other] >> slot & 1
                    maybe[other * CARDS + card] = bit(slot) if known else maybe[SPECTATOR * CARDS + card]
        for card in range(CARDS):
            traced = False
            for other in range(SPECTATOR + 1):
                if maybe[other * CARDS + card] != ANYWHERE:
                    traced = True
            t.traced = t.traced | bit(card) if traced else t.traced & ~bit(card)


def deal_woes(t: Table, eyes: i64, rng: Rng) -> None:
    """Shuffle the places of the Beldam deck that the seat has not looked at."""
    places = vec[i64]([0] * CARDS)
    cards = vec[i64]([0] * CARDS)
    free: i64 = 0
    for i in range(t.woes_left):
        place = (t.woes_base + i) & (RING - 1)
        if t.seen[place] >> eyes & 1 == 0:
            places[free] = place
            cards[free] = t.woes[place]
            free += 1
    rng.deal_anew(cards, 0, free)
    for i in range(free):
        t.woes[places[i]] = cards[i]
