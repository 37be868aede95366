"""What a seat knows, and dealing anew all that it does not.

Hidden from a role: the order of every deck, the others' hands and face-down cards, the Twists they
kept, and chance to come; where all choose in secret, at first the enemies' teams. Not hidden: a card
that was turned face down before all eyes, and that a card which went back to a hand is still there, or
among those hidden since.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.storybook.actions import holds_another
from fabletop.games.storybook.build import may_pick, picks_are_hidden, take_team
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import (
    ALLY_OF,
    CHAMPION_OF,
    FACE_DOWN,
    HELD,
    IN_DECK,
    IN_HAND,
    RETURNED,
    TWIST_OF,
    Storybook,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import Dealer

LATE: Final = 1 << 16  # added to the cell of a card hidden since one returned to hand


class Knowledge(Dealer[Storybook]):
    def deal(self, t: Storybook, seat: i64, rng: Rng) -> None:
        if t.turn == 0 and t.taken == 0:
            t.terms = t.terms.without_twists(t.seat_of(seat) if seat >= 0 else -1)
        if picks_are_hidden(t):
            guess_teams(t, seat, rng)
        t.deck = t.deck[:]
        pool = t.deck[:DECK]  # room for the cards nobody else can tell apart
        slots = t.deck[:DECK]  # and for the places they lie in: HELD, IN_HAND, a cell, or IN_DECK
        for role in range(t.terms.players):
            if seat >= 0 and t.seat_of(role) == seat:
                shuffle_deck(t, role, rng)
            else:
                deal_cards(t, role, rng, pool, slots)
                guess_twist(t, role, rng)

    def show_hands(self, t: Storybook, seat: i64) -> None:
        """And what lies face down: it comes from a hand."""
        for role in range(t.terms.players):
            if t.seat_of(role) != seat:
                for card in range(role * DECK, role * DECK + DECK):
                    hidden = t.at[card] >= 0 and t.lies[card] == FACE_DOWN
                    if hidden or t.at[card] == IN_HAND or t.at[card] == HELD:
                        t.known |= bit(card)


def shuffle_deck(t: Storybook, role: i64, rng: Rng) -> None:
    """Of its own deck a role knows what is in it, not the order."""
    place = role * DECK
    for card in range(role * DECK, role * DECK + DECK):
        if t.at[card] == IN_DECK:
            t.deck[place] = card
            place += 1
    rng.shuffle(t.deck, role * DECK, place - role * DECK)


def deal_cards(t: Storybook, role: i64, rng: Rng, pool: vec[i64], slots: vec[i64]) -> None:
    """Spread the unseen cards of a role over the places where they may be."""
    count = gather(t, role, pool, slots)
    rng.shuffle(pool, 0, count)
    keep_returned(t, role, rng, count, pool, slots)
    place = role * DECK
    at = t.at
    for i in range(count):
        card = pool[i]
        slot = slots[i]
        if slot >= LATE:
            slot -= LATE
            t.late |= bit(card)
        at[card] = slot
        t.lies[card] = 0
        if slot >= 0:
            t.board[slot] = u8(card + 1)
            t.lies[card] = FACE_DOWN
        elif slot == IN_DECK:
            t.deck[place] = card
            place += 1
        elif slot == HELD:
            t.held = card
    while place < role * DECK + DECK:
        t.deck[place] = 0  # where drawn cards lay
        place += 1


def gather(t: Storybook, role: i64, pool: vec[i64], slots: vec[i64]) -> i64:
    """Collect a role's unseen cards in order, and in another order their places; return how many."""
    count: i64 = 0
    placed: i64 = 0
    for i in range(t.taken):
        cell = t.spots[i]
        card = t.card_at(cell)
        if card // DECK == role and t.lies[card] == FACE_DOWN and not t.known >> card & 1:
            if t.late >> card & 1:
                cell += LATE
                t.late &= ~bit(card)
            slots[placed] = cell
            placed += 1
    in_hand: i64 = 0
    held: i64 = 0
    at = t.at
    for card in range(role * DECK, role * DECK + DECK):
        place = at[card]
        if place >= 0:
            if t.lies[card] != FACE_DOWN or t.known >> card & 1:
                continue
        elif t.known >> card & 1:
            continue
        elif place == IN_HAND:
            in_hand += 1
        elif place == HELD:
            held = 1
        elif place != IN_DECK:
            continue
        pool[count] = card
        count += 1
    if held:
        slots[placed] = HELD
        placed += 1
    while placed < count:
        slots[placed] = IN_HAND if in_hand > 0 else IN_DECK
        in_hand -= 1
        placed += 1
    return count


def keep_returned(t: Storybook, role: i64, rng: Rng, count: i64, pool: vec[i64], slots: vec[i64]) -> None:
    """A card that went back to hand before all eyes is in the hand, or hidden since."""
    card = t.tally[RETURNED + role]
    if card < 0 or t.known >> card & 1:
        return
    not_held = holds_another(t)
    choices: i64 = 0
    chosen: i64 = 0
    now: i64 = 0
    for i in range(count):
        slot = slots[i]
        if pool[i] == card:
            now = i
        if slot == IN_HAND or slot >= LATE or (slot == HELD and not not_held):
            choices += 1
            if rng.below(choices) == 0:
                chosen = i
    pool[now] = pool[chosen]
    pool[chosen] = card


def guess_teams(t: Storybook, seat: i64, rng: Rng) -> None:
    """Any teams that those of the other side may have picked so far (SB-R37)."""
    unknown: i64 = 0
    for role in range(t.terms.players):
        for kind in range(2):
            place = CHAMPION_OF + 4 * kind + role
            known = seat >= 0 and (t.role_of(seat) ^ role) & 1 == 0
            if not known and t.tally[place] >= 0 and t.terms.given[1 + role * 3 + kind] < 0:
                unknown |= bit(place)
                t.tally[place] = -1
    for role in range(t.terms.players):
        for kind in range(2):
            if unknown >> (CHAMPION_OF + 4 * kind + role) & 1:
                guess_team(t, role, kind, rng)


def guess_team(t: Storybook, role: i64, kind: i64, rng: Rng) -> None:
    choices: i64 = 0
    chosen: i64 = 0
    for team in range(t.cards.teams):
        if may_pick(t, role, kind, team):
            choices += 1
            if rng.below(choices) == 0:
                chosen = team
    take_team(t, role, chosen)


def guess_twist(t: Storybook, role: i64, rng: Rng) -> None:
    """Any of the four that the role may have kept, unless it has been shown."""
    if t.tally[TWIST_OF + role] < 0 or t.shown >> role & 1:
        return
    which = rng.below(4)
    team = t.tally[(CHAMPION_OF if which < 2 else ALLY_OF) + role]
    t.tally[TWIST_OF + role] = t.cards.team_twist[team] + (which & 1)
