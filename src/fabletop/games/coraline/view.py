"""What one seat may know, as plain data and as text. Other hands are counted, never shown (CO-R8)."""

import textwrap
from typing import Literal, TypedDict

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline.activities import may_concede
from fabletop.games.coraline.card_text import card_text
from fabletop.games.coraline.catalog import RoomPlan, room_plan
from fabletop.games.coraline.edition import Card
from fabletop.games.coraline.knowledge import HAND
from fabletop.games.coraline.table import Table
from fabletop.games.coraline.text import NTH, TALK, capital, card_of, edition_of, seat_name, woe_of
from fabletop.kernel.effects.kinds import counted
from fabletop.kernel.view import Seen, seen

ENDINGS = {
    t.WON: "won",
    t.MOON_LOST: "moon",
    t.HANDS_LOST: "no cards",
    t.DECK_LOST: "beldam deck",
    t.CONCEDED: "conceded",
}


class ObjectView(TypedDict):
    id: str
    name: str
    hidden: bool


class RoomView(RoomPlan):
    characters: list[str]
    objects: list[ObjectView]


class SeatView(TypedDict):
    seat: int
    name: str
    hand: int
    button: Literal["colour", "black"] | None


class StoryCard(TypedDict):
    id: str
    name: str
    words: str
    needs: list[str]


class FollowedCard(StoryCard):
    deck: Literal["coraline", "beldam"]


class KnownInDeck(TypedDict):
    from_below: int
    card: str


class KnownInHand(TypedDict):
    seat: int
    card: str


class KnownWoe(TypedDict):
    from_above: int
    card: str


class Known(TypedDict):
    """What a seat has seen and can remember."""

    deck: list[KnownInDeck]
    hands: list[KnownInHand]
    beldam: list[KnownWoe]


class View(Seen):
    asks: list[int]
    ending: str | None
    round: int
    turn: int
    active: int | None
    moon: int
    rooms: list[RoomView]
    off_board: list[str]
    satchel: list[str]
    boxed: list[str]
    seats: list[SeatView]
    hand: list[StoryCard]
    deck: int
    discard: list[str]
    following: FollowedCard | None
    beldam_deck: int
    beldam_discard: list[str]
    beldam_torn: list[str]  # those of them that nobody followed (CO-R28)
    hush: bool
    known: Known
    final_card_discarded: bool


# --- As data --------------------------------------------------------------------------------------


def view(state: Table, seat: int | None) -> View:
    seats = range(state.opening.players)
    return {
        **seen(state, seat, phase(state)),
        "asks": [] if state.over else [other for other in seats if state.asks(other)],
        "ending": ENDINGS.get(int(state.ending)),
        "round": int(state.round),
        "turn": int(state.turn),
        "active": int(state.active) if state.active >= 0 else None,
        "moon": int(state.moon),
        "rooms": [room_view(state, room) for room in range(c.ROOMS)],
        "off_board": [one.id for n, one in enumerate(edition_of(state).characters) if state.where[n] < 0],
        "satchel": things_in(state, t.SATCHEL),
        "boxed": things_in(state, t.BOXED),
        "seats": [seat_view(state, other) for other in seats],
        "hand": [card_view(state, card_of(state, card)) for card in held(state, seat)],
        "deck": int(state.left),
        "discard": [card_of(state, card).id for card in lying(state, t.DISCARDED)],
        "following": following_view(state),
        "beldam_deck": int(state.woes_left),
        "beldam_discard": [woe_of(state, card).id for card in woes_done(state)],
        "beldam_torn": [woe_of(state, card).id for card in woes_done(state) if state.torn >> card & 1],
        "hush": bool(state.hush),
        "known": {
            "deck": known_in_deck(state, seat),
            "hands": known_in_hands(state, seat),
            "beldam": known_woes(state, seat),
        },
        "final_card_discarded": state.at[state.box.victory] == t.DISCARDED,
    }


def phase(state: Table) -> str:
    if state.over:
        return "over"
    if state.active < 0:
        return "who is next"
    return "beldam" if state.woe >= 0 else "story"


def room_view(state: Table, room: int) -> RoomView:
    edition = edition_of(state)
    return {
        **room_plan(edition, room),
        "characters": [who.id for n, who in enumerate(edition.characters) if state.where[n] == room],
        "objects": [
            {"id": thing.id, "name": thing.name, "hidden": bool(state.hidden >> n & 1)}
            for n, thing in enumerate(edition.objects)
            if state.lies[n] == room
        ],
    }


def things_in(state: Table, place: int) -> list[str]:
    return [thing.id for n, thing in enumerate(edition_of(state).objects) if state.lies[n] == place]


def seat_view(state: Table, seat: int) -> SeatView:
    black = bool(state.black >> seat & 1)
    return {
        "seat": seat,
        "name": seat_name(seat),
        "hand": int(state.hands[seat]),
        "button": None if state.opening.players == 1 else "black" if black else "colour",
    }


def card_view(state: Table, card: Card) -> StoryCard:
    edition = edition_of(state)
    return {
        "id": card.id,
        "name": card.name,
        "words": card_text(edition, card),
        "needs": [edition.objects[thing].id for thing in card.needs],
    }


def lying(state: Table, place: int) -> list[int]:
    return [card for card in range(c.CARDS) if state.at[card] == place]


def held(state: Table, seat: int | None) -> list[int]:
    return [] if seat is None else lying(state, seat)


def woes_done(state: Table) -> list[int]:
    """The Beldam discard pile, the latest last."""
    return [int(state.woes_done[i]) for i in range(state.woes_gone())]


def following_view(state: Table) -> FollowedCard | None:
    if state.aside >= 0:
        return {"deck": "coraline", **card_view(state, card_of(state, state.aside))}
    if state.woe >= 0:
        return {"deck": "beldam", **card_view(state, woe_of(state, state.woe))}
    return None


# --- What a seat has seen and can remember ---------------------------------------------------------


def traces(state: Table, seat: int | None) -> list[tuple[int, int]]:
    """Hidden cards of which the seat knows the very place: the card, and the bit of the place."""
    eyes = t.SPECTATOR if seat is None else seat
    found = []
    for card in range(c.CARDS):
        mask = int(state.maybe[eyes * c.CARDS + card])
        if mask > 0 and mask & (mask - 1) == 0 and state.at[card] != seat:
            found.append((card, mask.bit_length() - 1))
    return found


def known_in_deck(state: Table, seat: int | None) -> list[KnownInDeck]:
    found: list[KnownInDeck] = [
        {"from_below": (place - int(state.base)) % t.RING + 1, "card": card_of(state, card).id}
        for card, place in traces(state, seat)
        if place < HAND
    ]
    return sorted(found, key=lambda one: one["from_below"])


def known_in_hands(state: Table, seat: int | None) -> list[KnownInHand]:
    return [
        {"seat": place - HAND, "card": card_of(state, card).id}
        for card, place in traces(state, seat)
        if place >= HAND
    ]


def known_woes(state: Table, seat: int | None) -> list[KnownWoe]:
    if seat is None:
        return []
    found: list[KnownWoe] = []
    for place in range(state.woes_left):
        at = state.woe_at(place)
        if state.seen[at] >> seat & 1:
            found.append({"from_above": place + 1, "card": woe_of(state, state.woes[at]).id})
    return found


# --- As text --------------------------------------------------------------------------------------

INSIDE = 24  # letters that fit into a room


def text(state: Table, seat: int | None, spoken: bool = False) -> str:
    board = spoken_board(state) if spoken else drawn_board(state)
    return "\n".join([*board, "", *status_lines(state, seat)])


def drawn_board(state: Table) -> list[str]:
    rooms = edition_of(state).rooms
    columns = sorted({room.column for room in rooms})
    lines = []
    for row in sorted({room.row for room in rooms}):
        cells = [
            next((room_lines(state, n) for n, r in enumerate(rooms) if (r.column, r.row) == (x, row)), [])
            for x in columns
        ]
        high = max(map(len, cells))
        edge = "+" + "-" * INSIDE + "+"
        blank = " " * (INSIDE + 2)
        lines.append(" ".join(edge if cell else blank for cell in cells).rstrip())
        for n in range(high):
            parts = [f"|{cell[n] if n < len(cell) else '':<{INSIDE}}|" if cell else blank for cell in cells]
            lines.append(" ".join(parts).rstrip())
        lines.append(" ".join(edge if cell else blank for cell in cells).rstrip())
    return lines


def room_lines(state: Table, room: int) -> list[str]:
    """The name, whose portrait hangs here, who is here, and what lies here: ? hidden, * revealed."""
    edition = edition_of(state)
    lines = [f"{edition.rooms[room].name.upper():^{INSIDE}}"]
    portraits = [who.name for who in edition.characters if who.home == room]
    if portraits:
        lines += textwrap.wrap(
            f"[{', '.join(portraits)}]", INSIDE - 2, initial_indent=" ", subsequent_indent="  "
        )
    lines += [f" {who.name}" for n, who in enumerate(edition.characters) if state.where[n] == room]
    for n, thing in enumerate(edition.objects):
        if state.lies[n] == room:
            mark = "?" if state.hidden >> n & 1 else "*"
            lines += textwrap.wrap(f"{mark} {thing.name}", INSIDE - 1, subsequent_indent="  ")
    return lines


def spoken_board(state: Table) -> list[str]:
    edition = edition_of(state)
    lines = []
    for number, room in enumerate(edition.rooms):
        here = [capital(who.called) for n, who in enumerate(edition.characters) if state.where[n] == number]
        for n, thing in enumerate(edition.objects):
            if state.lies[n] == number:
                here.append(f"the {thing.name}, {'hidden' if state.hidden >> n & 1 else 'revealed'}")
        doors = [other.name for n, other in enumerate(edition.rooms) if state.box.beside[number] >> n & 1]
        hung = [who.called for who in edition.characters if who.home == number]
        portraits = f"; portrait of {' and of '.join(hung)}" if hung else ""
        what = "; ".join(here) or "nobody and nothing"
        lines.append(f"{room.name} (beside {', '.join(doors)}{portraits}): {what}.")
    return lines


def status_lines(state: Table, seat: int | None) -> list[str]:
    edition = edition_of(state)
    names = [edition.objects[n].name for n in range(c.OBJECTS) if state.lies[n] == t.SATCHEL]
    missing = [edition.objects[n].name for n in range(c.STARTERS, c.OBJECTS) if state.lies[n] != t.SATCHEL]
    lines = [
        f"Moon {state.moon} of {t.LAST_MOON}. Satchel: {', '.join(names) or 'empty'}.",
        f"Treasures still to find: {', '.join(missing) or 'none'}.",
        f"Deck: {counted_cards(state.left)}. Beldam deck: {counted_cards(state.woes_left)}.",
        *away_lines(state),
    ]
    following = following_view(state)
    if following:
        lines.append(f"Being followed: {following['name']}. {following['words']}")
    if state.opening.players > 1:
        lines.append(" ".join(seat_line(state, seat, other) for other in range(state.opening.players)))
        if state.opening.option("talk") != "free":
            lines.append(TALK[state.opening.option("talk")])
    if state.at[state.box.victory] == t.DISCARDED and not state.over:
        lines.append(warning_line(state))
    hand = held(state, seat)
    lines += [f"In your hand, {card_of(state, card).name}: {words_of(state, card)}" for card in hand]
    return lines + memory_lines(state, seat)


def away_lines(state: Table) -> list[str]:
    """What no longer is, or not yet, in a room, a hand or a deck."""
    edition = edition_of(state)
    beside = [who.called for n, who in enumerate(edition.characters) if state.where[n] < 0]
    boxed = [thing.name for n, thing in enumerate(edition.objects) if state.lies[n] == t.BOXED]
    discarded = [card_of(state, card).name for card in lying(state, t.DISCARDED)]
    woes = [woe_line(state, card) for card in woes_done(state)]
    found = [
        ("Beside the board", beside),
        ("Out of the game", boxed),
        ("Discard pile", discarded),
        ("Beldam discard pile, the latest last", woes),
    ]
    return [f"{what}: {', '.join(names)}." for what, names in found if names]


def woe_line(state: Table, card: int) -> str:
    return woe_of(state, card).name + (" (not followed)" if state.torn >> card & 1 else "")


def words_of(state: Table, card: int) -> str:
    return card_text(edition_of(state), card_of(state, card))


def counted_cards(n: int) -> str:
    return counted(n, "card") if n else "empty"


def warning_line(state: Table) -> str:
    """CO-R24."""
    may = " You may concede." if may_concede(state) else ""
    return f"Warning: {card_of(state, state.box.victory).name} lies in the discard pile.{may}"


def seat_line(state: Table, seat: int | None, other: int) -> str:
    you = " (you)" if other == seat else ""
    button = "black" if state.black >> other & 1 else "coloured"
    now = ", whose turn it is" if other == state.active else ""
    return f"{seat_name(other)}{you}: {counted_cards(state.hands[other])}, button {button}{now}."


def memory_lines(state: Table, seat: int | None) -> list[str]:
    """What was seen and is hidden now."""
    edition = edition_of(state)
    names = {card.id: card.name for card in [*edition.coraline, *edition.beldam]}
    words = {card.id: card_text(edition, card) for card in edition.beldam}
    lines = [
        f"You know: {names[one['card']]} is card {one['from_below']} of the deck from below."
        for one in known_in_deck(state, seat)
    ]
    for held_card in known_in_hands(state, seat):
        lines.append(f"You know: {seat_name(held_card['seat'])} holds {names[held_card['card']]}.")
    for woe in known_woes(state, seat):
        place = woe["from_above"]
        where = f"the {NTH[place - 1]}" if place <= len(NTH) else f"number {place} from the top"
        lines.append(f"You know: of the Beldam deck {names[woe['card']]} is {where}. {words[woe['card']]}")
    return lines
