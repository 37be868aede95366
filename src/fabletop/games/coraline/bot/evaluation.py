"""The chance of winning, as a small net reads it from what a seat knows.

`look` writes down what is to be seen: the open table, the seat's own hand, and which cards are still to
come; never another's hand or the order of a deck. The weights were learnt from games of bots against
the Beldam: see `learning`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline.bot.almanac import KINDS, OMENS, Almanac
from fabletop.games.coraline.bot.net import Features, Net
from fabletop.games.coraline.table import ANYWHERE, DISCARDED, IN_DECK, RING, SATCHEL, Table
from fabletop.kernel.bits import bit, count_of

# --- What is seen, by number ----------------------------------------------------------------------
STAGES: Final = 4  # of a deck that runs out
FEW: Final = vec[i64]([1, 3, 6, 10])
ALWAYS: Final = 0
SAVED: Final = 1  # Treasures in the Satchel, 0 to 5
HIDDEN: Final = 7  # Treasures not yet revealed, 0 to 5
MOON: Final = 13  # the number shown, from 1
STARTER: Final = 18  # in the Satchel, one by one
HERE: Final = 21  # Coraline's room
LAIR: Final = 27  # the Beldam's room
APART: Final = 33  # steps between them, at most 3
WAY: Final = 37
VISITS: Final = 38
LYING_HERE: Final = 39
PICKABLE: Final = 40
CROWDED: Final = 41
LYING: Final = 42
BARRED: Final = 43
AT_DOOR: Final = 44
DECK: Final = 45
HANDS: Final = 46
WOES: Final = 47
OMEN: Final = 48  # how likely the next Beldam card is of each kind
OMENS_LEFT: Final = OMEN + OMENS  # how many of each kind are left
FINAL_MINE: Final = OMENS_LEFT + OMENS
FINAL_GONE: Final = FINAL_MINE + 1
FINAL_DEEP: Final = FINAL_MINE + 2
MINE: Final = FINAL_MINE + 3  # cards in the own hand, by what they do
HAND: Final = MINE + KINDS
TO_COME: Final = HAND + 1  # cards elsewhere and not discarded, by what they do
DRAW_AHEAD: Final = TO_COME + KINDS
WOE_AHEAD: Final = DRAW_AHEAD + 1
WAITING: Final = DRAW_AHEAD + 2
TREASURE: Final = DRAW_AHEAD + 3  # one by one: in the Satchel, hidden
CARD: Final = TREASURE + 10  # in the own hand, one by one
DONE: Final = CARD + c.CARDS  # the own turn of this round is over
HELPER: Final = DONE + 1  # on the board, one by one
AT_HOME: Final = HELPER + c.CHARACTERS  # where the portrait is, one by one
BESIDE: Final = AT_HOME + c.CHARACTERS  # with Coraline, one by one
OPEN: Final = BESIDE + c.CHARACTERS  # Treasures that lie revealed, by room
FEW_WOES: Final = OPEN + c.ROOMS  # at most so many Beldam cards are left
FEW_CARDS: Final = FEW_WOES + STAGES  # and so many Coraline cards, in hands and deck
FEATURES: Final = FEW_CARDS + STAGES


class Evaluation:
    def __init__(self, net: Net, almanac: Almanac) -> None:
        self.net = net
        self.almanac = almanac
        self.seen = Features(FEATURES)

    def odds(self, t: Table, seat: i64, ahead: bool) -> float:
        """The logarithm of the odds of winning, as this seat sees it; `ahead`: its Draw Phase is to come."""
        look(t, seat, ahead, self.almanac, self.seen)
        return self.net.answer(self.seen)


# --- Looking --------------------------------------------------------------------------------------


def look(t: Table, seat: i64, ahead: bool, almanac: Almanac, seen: Features) -> None:
    seen.count = 0
    seen.see(ALWAYS, 1.0)
    if ahead:
        seen.see(DRAW_AHEAD, 1.0)
        if not t.hush:
            seen.see(WOE_AHEAD, 1.0)
    look_at_things(t, almanac, seen)
    look_at_rooms(t, seen)
    look_at_decks(t, almanac, seen)
    look_at_cards(t, seat, almanac, seen)


def look_at_things(t: Table, almanac: Almanac, seen: Features) -> None:
    here = t.where[c.CORALINE]
    crowd: i64 = 0  # rooms with somebody in them
    for character in range(c.BELDAM, c.CHARACTERS):
        if t.where[character] >= 0:
            crowd |= bit(t.where[character])
            seen.see(HELPER + character, 1.0)
            if t.where[character] == t.box.homes[character]:
                seen.see(AT_HOME + character, 1.0)
            if t.where[character] == here:
                seen.see(BESIDE + character, 1.0)
    saved: i64 = 0
    rooms: i64 = 0
    lying: i64 = 0
    lying_here: i64 = 0
    crowded: i64 = 0
    open_in = vec[float]([0.0] * c.ROOMS)
    for thing in range(c.OBJECTS):
        place = t.lies[thing]
        if thing < c.STARTERS:
            if place == SATCHEL:
                seen.see(STARTER + thing, 1.0)
        elif place == SATCHEL:
            saved += 1
            seen.see(TREASURE + thing - c.STARTERS, 1.0)
        else:
            rooms |= bit(place)
            if t.hidden >> thing & 1:
                seen.see(TREASURE + 5 + thing - c.STARTERS, 1.0)
            else:
                lying += 1
                open_in[place] += 1.0
                if place == here:
                    lying_here += 1
                if crowd >> place & 1:
                    crowded += 1
    for room in range(c.ROOMS):
        seen.see(OPEN + room, open_in[room])
    seen.see(SAVED + saved, 1.0)
    seen.see(HIDDEN + count_of(t.hidden & c.TREASURES), 1.0)
    seen.see(LYING, float(lying) * 0.5)
    seen.see(LYING_HERE, float(lying_here))
    seen.see(CROWDED, float(crowded) * 0.5)
    if lying_here and crowd >> here & 1 == 0:
        seen.see(PICKABLE, 1.0)
    seen.see(WAY, float(almanac.way(here, rooms)) * 0.2)
    seen.see(VISITS, float(count_of(rooms)) * 0.4)
    if saved == c.OBJECTS - c.STARTERS:
        if t.where[c.BELDAM] == t.box.living_room:
            seen.see(BARRED, 1.0)
        if here == t.box.living_room:
            seen.see(AT_DOOR, 1.0)


def look_at_rooms(t: Table, seen: Features) -> None:
    here = t.where[c.CORALINE]
    lair = t.where[c.BELDAM]
    seen.see(MOON + t.moon - 1, 1.0)
    seen.see(HERE + here, 1.0)
    seen.see(LAIR + lair, 1.0)
    apart = t.box.apart(here, lair)
    seen.see(APART + (apart if apart < 3 else 3), 1.0)


def look_at_decks(t: Table, almanac: Almanac, seen: Features) -> None:
    held: i64 = 0
    for seat in range(t.terms.players):
        held += t.hands[seat]
    seen.see(DECK, float(t.left) * 0.05)
    seen.see(HANDS, float(held) * 0.1)
    seen.see(WOES, float(t.woes_left) * 0.04)
    for stage in range(STAGES):
        if t.woes_left <= FEW[stage]:
            seen.see(FEW_WOES + stage, 1.0)
        if t.left + held <= FEW[stage]:
            seen.see(FEW_CARDS + stage, 1.0)
    if t.woes_left:
        likely = 2.0 / float(t.woes_left)
        coming = bit(c.CARDS) - 1
        for i in range(t.woes_gone()):
            coming &= ~bit(t.woes_done[i])
        if t.woe >= 0:
            coming &= ~bit(t.woe)
        for kind in range(OMENS):
            left = float(count_of(coming & almanac.omens[kind]))
            seen.see(OMEN + kind, left * likely)
            seen.see(OMENS_LEFT + kind, left * 0.2)
    seen.see(WAITING, float(count_of(t.black)) * 0.3)


def look_at_cards(t: Table, seat: i64, almanac: Almanac, seen: Features) -> None:
    box = t.box
    mine: i64 = 0
    unseen: i64 = 0
    for card in range(c.CARDS):
        place = t.at[card]
        if place == seat:
            mine |= bit(card)
            seen.see(CARD + card, 1.0)
        elif place <= IN_DECK:
            unseen |= bit(card)
    for kind in range(KINDS):
        doing = almanac.doing[kind]
        seen.see(MINE + kind, float(count_of(mine & doing)) * 0.5)
        seen.see(TO_COME + kind, float(count_of(unseen & doing)) * 0.2)
    seen.see(HAND, float(t.hands[seat]) * 0.25)
    if t.black >> seat & 1 or seat == t.active:
        seen.see(DONE, 1.0)
    place = t.at[box.victory]
    if place == seat:
        seen.see(FINAL_MINE, 1.0)
    elif place == DISCARDED:
        seen.see(FINAL_GONE, 1.0)
    else:
        known = t.maybe[seat * c.CARDS + box.victory]
        if known != ANYWHERE and known >> RING == 0:
            seen.see(FINAL_DEEP, 1.0)
