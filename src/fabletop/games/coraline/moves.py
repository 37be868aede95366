"""Moving tokens: the steps CORALINE, BELDAM, PLACE and REMOVE (CO-COMP.2)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.activities import offer_rooms
from fabletop.games.coraline.cards import (
    AT_ANY,
    AT_BELDAM,
    AT_HERE,
    AT_HOME,
    AT_ROOMS,
    BELDAM,
    CHARACTERS,
    CORALINE,
    DO_PLACE,
    NOWHERE,
    OP,
    PLACES,
    ROOMS,
    WHERE,
    WHO,
    WITHIN,
    N,
)
from fabletop.games.coraline.table import (
    DONE,
    F_CARD,
    F_ROOM,
    F_WHO,
    TOLD_BELDAM,
    TOLD_CORALINE,
    TOLD_PLACE,
    TOLD_REMOVE,
    Table,
)
from fabletop.games.coraline.table import WHO as WHO_VERB
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

ALL_ROOMS: Final = (1 << ROOMS) - 1


def optional(t: Table) -> bool:
    """Whether a step may be declined: it is a Coraline card's."""
    return t.aside >= 0


def rooms_of(t: Table, row: i64, who: i64) -> i64:
    """Bits of the rooms that a step sends a token to."""
    box = t.box
    where = box.step(row, WHERE)
    if where == AT_ROOMS:
        return box.step(row, PLACES)
    if where == AT_HERE:
        return bit(t.here())
    if where == AT_ANY:
        return ALL_ROOMS
    if where == WITHIN:
        return box.within(t.lair() if who == BELDAM else t.here(), box.step(row, N))
    if where == AT_BELDAM:
        return bit(t.lair())
    if where == AT_HOME:
        return bit(box.homes[who]) if box.homes[who] >= 0 else 0
    return there(t)


def there(t: Table) -> i64:
    """The room where this card's PLACE went, as a bit; 0 if it was declined."""
    at = t.depth - 1
    while t.stack[at - 3] != F_CARD:
        at -= 4
    return bit(t.stack[at]) if t.stack[at] >= 0 else 0


def begin_move(t: Table, row: i64, who: i64) -> None:
    """Coraline or the Beldam goes to one of some rooms."""
    rooms = rooms_of(t, row, who)
    if optional(t):
        rooms &= ~bit(t.where[who])
    if rooms:
        t.push(F_ROOM, row, who)


def begin_place(t: Table, row: i64) -> None:
    who = t.box.step(row, WHO)
    if who & (who - 1):
        t.push(F_WHO, row, 0)
    else:
        place_one(t, row, index_of(who))


def index_of(one: i64) -> i64:
    """The number of the only bit that is set."""
    n: i64 = 0
    while one >> n & 1 == 0:
        n += 1
    return n


def place_one(t: Table, row: i64, who: i64) -> None:
    """A character comes onto the board, or moves on it (CO-STORY.3)."""
    rooms = rooms_of(t, row, who)
    if rooms == 0:
        return
    if t.where[who] >= 0 and rooms == bit(t.where[who]):
        t.set_arg(2, t.where[who])  # it stands there already
    else:
        t.push(F_ROOM, row, who)


def offer_destinations(t: Table, out: vec[i64]) -> i64:
    row = t.arg(0)
    who = t.arg(1)
    rooms = rooms_of(t, row, who)
    n: i64 = 0
    if optional(t):
        if t.box.step(row, OP) != DO_PLACE:
            rooms &= ~bit(t.where[who])
        out[0] = act(DONE, 0)
        n = 1
    return offer_rooms(rooms, out, n)


def go_to(t: Table, room: i64) -> None:
    row = t.arg(0)
    who = t.arg(1)
    t.pop()
    move_token(t, who, room)
    if t.box.step(row, OP) == DO_PLACE:
        t.set_arg(2, room)


def move_token(t: Table, who: i64, room: i64) -> None:
    t.where[who] = room  # CO-R14: meeting the Beldam has no effect of itself
    if who == CORALINE:
        t.tell_of(TOLD_CORALINE, room)
    elif who == BELDAM:
        t.tell_of(TOLD_BELDAM, room)
    else:
        t.tell_of(TOLD_PLACE, who, room)


def offer_stalk(t: Table, out: vec[i64]) -> i64:
    """The Beldam's next step toward Coraline; a tie is the active player's to break (CO-R16)."""
    n: i64 = 0
    if optional(t):
        out[0] = act(DONE, 0)
        n = 1
    return offer_rooms(t.box.toward(t.lair(), t.here()), out, n)


def stalk_to(t: Table, room: i64) -> None:
    t.set_arg(1, t.arg(1) - 1)
    move_token(t, BELDAM, room)


def candidates(t: Table, row: i64) -> i64:
    """Bits of the characters that a step may choose among."""
    box = t.box
    who = box.step(row, WHO)
    found: i64 = 0
    for character in range(CHARACTERS):
        if who >> character & 1:
            if box.step(row, OP) == DO_PLACE:
                if rooms_of(t, row, character):
                    found |= bit(character)
            elif t.where[character] >= 0:
                if box.step(row, WHERE) != AT_HERE or t.where[character] == t.here():
                    found |= bit(character)
    return found


def offer_characters(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    if optional(t):
        out[0] = act(DONE, 0)
        n = 1
    who = candidates(t, t.arg(0))
    for character in range(CHARACTERS):
        if who >> character & 1:
            out[n] = act(WHO_VERB, character)
            n += 1
    return n


def choose_character(t: Table, who: i64) -> None:
    row = t.arg(0)
    if t.box.step(row, OP) == DO_PLACE:
        t.pop()
        place_one(t, row, who)
        return
    t.where[who] = NOWHERE
    t.tell_of(TOLD_REMOVE, who)
    t.set_arg(1, t.arg(1) + 1)
