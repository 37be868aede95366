"""Hands and piles that run out, the Moon, and the end (CO-DRAW, CO-MOON, CO-WIN, CO-LOSE)."""

from typing import Final

from mypy_extensions import i64

from fabletop.games.coraline.cards import CARDS, NOWHERE
from fabletop.games.coraline.knowledge import trace_draw, trace_open
from fabletop.games.coraline.table import DISCARDED, LAST_MOON, MOON_LOST, RING, Table
from fabletop.games.coraline.told import TOLD_DRAW, TOLD_END, TOLD_MOON, TOLD_WARN
from fabletop.kernel.bits import bit
from fabletop.kernel.state import NOBODY

MORE: Final = 1  # the argument of a turn's frame, the lowest: 1 if another Beldam card is to follow (CO-R28)

# --- Hands ------------------------------------------------------------------------------------------


def fill_hand(t: Table, seat: i64) -> None:
    """Draw up to the starting hand; a larger hand is kept (CO-DRAW.1, CO-R7)."""
    while t.hands[seat] < t.terms.hand_size and t.left > 0:  # CO-DRAW.2, CO-DRAW.3
        t.left -= 1
        place = (t.base + t.left) & (RING - 1)
        card = t.deck[place]
        t.at[card] = seat
        t.hands[seat] += 1
        t.sealed += 1
        trace_draw(t, seat, card, place)
        t.note(TOLD_DRAW, seat, card, t.left, -1, bit(seat))


def no_hands(t: Table) -> bool:
    """No player has any card left (CO-LOSE.2)."""
    for seat in range(t.terms.players):
        if t.hands[seat] > 0:
            return False
    return True


def discard(t: Table, card: i64) -> None:
    """A card from a hand, or set aside, goes face up on the discard pile."""
    t.at[card] = DISCARDED
    trace_open(t, card)
    if card == t.box.victory:
        t.tell(TOLD_WARN, t.active, card)  # CO-R24


def discard_from_hand(t: Table, card: i64) -> None:
    t.hands[t.at[card]] -= 1
    discard(t, card)


# --- The end (CO-MOON, CO-WIN, CO-LOSE) -------------------------------------------------------------


def advance_moon(t: Table) -> bool:
    """The top Moon card goes; False if the last is now shown, and all is lost (CO-MOON.1, CO-MOON.2)."""
    t.moon += 1
    t.tell(TOLD_MOON, t.active, t.moon)
    if t.moon < LAST_MOON:  # CO-R20, CO-LOSE.1
        return True
    end_game(t, MOON_LOST)
    return False


def turn_up(t: Table) -> i64:
    """The top card of the Beldam deck, before all eyes (CO-BELDAM.2)."""
    place = t.woe_at(0)
    t.seen[place] = 0
    t.woes_left -= 1
    t.sealed += 1
    return t.woes[place]


def end_game(t: Table, how: i64) -> None:
    """All win or all lose, at once (CO-GEN.1, CO-R23)."""
    if t.aside >= 0:
        t.at[t.aside] = DISCARDED
        t.aside = NOWHERE
    if t.woe >= 0:
        t.woes_done[CARDS - 1 - t.woes_left] = t.woe
        t.woe = NOWHERE
    t.ending = how
    t.depth = 0
    t.seat = NOBODY
    t.tell(TOLD_END, NOBODY, how)
