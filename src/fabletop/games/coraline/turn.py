"""Setting up, rounds, and the phases of a turn that follow the Story Phase."""

from mypy_extensions import i64

from fabletop.games.coraline.cards import BELDAM, CARDS, CORALINE, NOWHERE, OBJECTS, STARTERS
from fabletop.games.coraline.knowledge import trace_draw, trace_open
from fabletop.games.coraline.table import (
    DECK_LOST,
    DISCARDED,
    F_CARD,
    F_NEXT,
    F_STORY,
    HANDS_LOST,
    LAST_MOON,
    MOON_LOST,
    RING,
    SATCHEL,
    TOLD_BUTTON,
    TOLD_DEAL,
    TOLD_DRAW,
    TOLD_END,
    TOLD_MOON,
    TOLD_ROUND,
    TOLD_SKIP,
    TOLD_TURN,
    TOLD_WARN,
    TOLD_WOE,
    WON,
    Table,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.state import NOBODY

# --- Setting up (CO-SETUP) ------------------------------------------------------------------------


def set_up(t: Table) -> None:
    box = t.box
    t.where[CORALINE] = box.kitchen  # CO-SETUP.2
    t.where[BELDAM] = box.living_room
    for thing in range(STARTERS):
        t.lies[thing] = SATCHEL  # CO-SETUP.3
    for thing in range(STARTERS, OBJECTS):
        t.lies[thing] = box.starts[thing]  # CO-SETUP.4
        t.hidden |= bit(thing)
    for card in range(CARDS):
        t.deck[card] = card
        t.woes[card] = card
    t.left = CARDS
    t.rng.shuffle(t.deck, 0, CARDS)  # CO-SETUP.7
    t.woes_left = CARDS
    t.rng.shuffle(t.woes, 0, CARDS)  # CO-SETUP.8
    t.tell(TOLD_DEAL, NOBODY, t.terms.hand_size)
    for seat in range(t.terms.players):
        fill_hand(t, seat)
    new_round(t)


# --- Rounds (CO-ROUND, CO-BUTTON) -----------------------------------------------------------------


def new_round(t: Table) -> None:
    """All buttons show their colour again (CO-BUTTON.2, CO-SETUP.6)."""
    t.round += 1
    t.black = 0
    t.active = NOWHERE
    if t.terms.players > 1:  # CO-SOLO.1
        t.tell(TOLD_ROUND, NOBODY, t.round)
    t.push(F_NEXT)  # CO-ROUND.1: all have seen their hands


def everybody(t: Table) -> i64:
    return bit(t.terms.players) - 1


def begin_turn(t: Table, seat: i64) -> None:
    """Story, Draw, Beldam, Button: the phases of a turn (CO-ROUND.3)."""
    t.pop()
    t.turn += 1
    t.active = seat
    t.hush = 0
    t.tell(TOLD_TURN, seat, t.turn)
    t.push(F_STORY)


def end_turn(t: Table) -> None:
    """The Button Phase (CO-BUTTON.1); a solo player has no button (CO-SOLO.1)."""
    t.black |= bit(t.active)
    if t.terms.players > 1:
        t.tell(TOLD_BUTTON, t.active, 0)
    if t.black == everybody(t):
        new_round(t)  # CO-ROUND.2, CO-ROUND.4
    else:
        t.active = NOWHERE
        t.push(F_NEXT)


# --- The Draw Phase (CO-DRAW) ---------------------------------------------------------------------


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


def end_story(t: Table) -> None:
    """After the Story Phase: draw, then the Beldam (CO-STORY.12)."""
    t.depth = 0
    if t.musing:
        return
    fill_hand(t, t.active)
    if no_hands(t):  # CO-R22
        end_game(t, HANDS_LOST)
        return
    begin_beldam(t)


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


# --- The Beldam Phase (CO-BELDAM) -----------------------------------------------------------------


def begin_beldam(t: Table) -> None:
    if t.hush:  # CO-R21
        t.tell(TOLD_SKIP, t.active, 0)
        end_turn(t)
        return
    if t.woes_left == 0:  # CO-BELDAM.1, CO-LOSE.3
        end_game(t, DECK_LOST)
        return
    place = t.woe_at(0)
    t.woe = t.woes[place]  # CO-BELDAM.2
    t.seen[place] = 0
    t.woes_left -= 1
    t.sealed += 1
    t.tell(TOLD_WOE, t.active, t.woe)
    t.push(F_CARD, 1, t.box.woes[t.woe], NOWHERE)


def end_beldam(t: Table) -> None:
    t.woes_done[CARDS - 1 - t.woes_left] = t.woe  # CO-BELDAM.2
    t.woe = NOWHERE
    if no_hands(t):  # CO-R22
        end_game(t, HANDS_LOST)
        return
    end_turn(t)


def advance_moon(t: Table) -> bool:
    """The top Moon card goes; False if the last is now shown, and all is lost (CO-MOON.1, CO-MOON.2)."""
    t.moon += 1
    t.tell(TOLD_MOON, t.active, t.moon)
    if t.moon < LAST_MOON:  # CO-R20, CO-LOSE.1
        return True
    end_game(t, MOON_LOST)
    return False


# --- The end (CO-WIN, CO-LOSE) --------------------------------------------------------------------


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


def won(t: Table) -> bool:
    return t.ending == WON
