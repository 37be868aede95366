"""The journal in words: one line for each thing that happened, as one seat may read it."""

from fabletop.games.coraline import table
from fabletop.games.coraline import told as t
from fabletop.games.coraline.cards import BELDAM, CORALINE
from fabletop.games.coraline.table import Table
from fabletop.games.coraline.text import (
    NTH,
    capital,
    card_of,
    card_words,
    character_name,
    edition_of,
    is_or_are,
    object_name,
    room_name,
    seat_name,
    woe_of,
)
from fabletop.kernel.game import Beat, Drawing, Line, kinds_of
from fabletop.kernel.journal import UNSEEN

KINDS = kinds_of(vars(t))
ENDINGS = {
    table.WON: "Coraline escapes through the little door: you all win.",
    table.MOON_LOST: "The button covers the Moon: you all lose.",
    table.HANDS_LOST: "Nobody has a card left: you all lose.",
    table.DECK_LOST: "The Beldam deck has run out: you all lose.",
    table.CONCEDED: "You give up: you all lose.",
}


def card(state: Table, number: int) -> str:
    return "a card" if number == UNSEEN else card_of(state, number).name


def woe(state: Table, number: int) -> str:
    return "a card" if number == UNSEEN else woe_of(state, number).name


def played(state: Table, name: str, number: int, holder: int) -> str:
    whose = "" if seat_name(holder) == name else f", from the hand of {seat_name(holder)},"
    return f"{name} plays{whose} {card_words(state, card_of(state, number))}"


def becomes(state: Table, thing: int, room: int, what: str) -> str:
    """What happens to an object in a room, which its name may tell already."""
    words = f"{capital(object_name(state, thing))} {is_or_are(state, thing)} {what}"
    return f"{words}." if room_name(state, room) in words else f"{words} in {room_name(state, room)}."


def looked(state: Table, name: str, number: int, place: int) -> str:
    words = "" if number == UNSEEN else f": {card_words(state, woe_of(state, number))}"
    return f"{name} looks at the {NTH[place]} Beldam card{words or '.'}"


LINES: dict[int, Line] = {
    t.TOLD_DEAL: lambda s, name, a, b, c: f"Both decks are shuffled; the starting hand is {a} cards.",
    t.TOLD_ROUND: lambda s, name, a, b, c: f"Round {a}: all buttons show their colour.",
    t.TOLD_TURN: lambda s, name, a, b, c: f"Turn {a}: {name}.",
    t.TOLD_PLAY: lambda s, name, a, b, c: played(s, name, a, b),
    t.TOLD_WALK: lambda s, name, a, b, c: f"{name} discards {card(s, a)} to move Coraline.",
    t.TOLD_PICK: lambda s, name, a, b, c: f"{name} discards {card(s, a)} to collect an object.",
    t.TOLD_PASS: lambda s, name, a, b, c: f"{name} passes.",
    t.TOLD_SLIDE: lambda s, name, a, b, c: f"{name} slides {card(s, a)} under the deck.",
    t.TOLD_DRAW: lambda s, name, a, b, c: f"{name} draws {card(s, a)}; {b} left in the deck.",
    t.TOLD_WOE: lambda s, name, a, b, c: f"Beldam Phase: {card_words(s, woe_of(s, a))}",
    t.TOLD_CORALINE: lambda s, name, a, b, c: f"Coraline goes to {room_name(s, a)}.",
    t.TOLD_BELDAM: lambda s, name, a, b, c: f"The Beldam goes to {room_name(s, a)}.",
    t.TOLD_STAY: lambda s, name, a, b, c: f"{capital(character_name(s, a))} is in {room_name(s, b)} already.",
    t.TOLD_PLACE: lambda s, name, a, b, c: f"{capital(character_name(s, a))} comes to {room_name(s, b)}.",
    t.TOLD_REMOVE: lambda s, name, a, b, c: f"{capital(character_name(s, a))} leaves the board.",
    t.TOLD_REVEAL: lambda s, name, a, b, c: becomes(s, a, b, "revealed"),
    t.TOLD_HIDE: lambda s, name, a, b, c: becomes(s, a, b, "hidden again"),
    t.TOLD_COLLECT: lambda s, name, a, b, c: f"Coraline collects {object_name(s, a)}.",
    t.TOLD_DROP: lambda s, name, a, b, c: f"Coraline drops {object_name(s, a)} where she stands.",
    t.TOLD_TAKE: lambda s, name, a, b, c: (
        f"The Beldam takes {object_name(s, a)} back to {room_name(s, b)}, revealed."
    ),
    t.TOLD_SPEND: lambda s, name, a, b, c: f"{capital(object_name(s, a))} {is_or_are(s, a)} out of the game.",
    t.TOLD_RECALL: lambda s, name, a, b, c: f"{name} takes {card(s, a)} back from the discard pile.",
    t.TOLD_DISCARD: lambda s, name, a, b, c: f"{name} discards {card(s, a)}.",
    t.TOLD_SCRY: lambda s, name, a, b, c: looked(s, name, a, b),
    t.TOLD_SINK: lambda s, name, a, b, c: f"{name} puts the {NTH[b]} Beldam card at the bottom: {woe(s, a)}.",
    t.TOLD_TEAR: lambda s, name, a, b, c: (
        f"{woe(s, a)} goes to the Beldam's discard pile and is not followed."
    ),
    t.TOLD_MORE: lambda s, name, a, b, c: "Another Beldam card will follow.",
    t.TOLD_HUSH: lambda s, name, a, b, c: "This turn will have no Beldam Phase.",
    t.TOLD_MOON: lambda s, name, a, b, c: f"The Moon advances to {a}.",
    t.TOLD_BUTTON: lambda s, name, a, b, c: f"{name} turns the button to black.",
    t.TOLD_ASK: lambda s, name, a, b, c: f"{name} asks {seat_name(a)} for a card.",
    t.TOLD_KEEP: lambda s, name, a, b, c: f"{name} gives no card.",
    t.TOLD_SKIP: lambda s, name, a, b, c: "There is no Beldam Phase.",
    t.TOLD_END: lambda s, name, a, b, c: ENDINGS[a],
    t.TOLD_WARN: lambda s, name, a, b, c: (
        f"{card(s, a)} lies in the discard pile: unless a card brings it back, you cannot win."
    ),
}


# --- What people look up at ------------------------------------------------------------------------


def shown(state: Table, seat: int, number: int) -> Beat:
    return Beat("show", start=f"seat {seat}", card=f"card {card_of(state, number).id}")


def her_card(state: Table, number: int) -> Beat:
    return Beat("show", start="beldam", card=f"card {woe_of(state, number).id}")


def goes(state: Table, who: int, room: int) -> Beat:
    return Beat("move", f"character {edition_of(state).characters[who].id}", to=place(state, room))


def place(state: Table, room: int) -> str:
    return f"room {edition_of(state).rooms[room].id}"


def thing(state: Table, number: int) -> str:
    return f"object {edition_of(state).objects[number].id}"


BEATS: dict[int, Drawing] = {
    t.TOLD_PLAY: lambda s, seat, a, b, c: shown(s, b, a),
    t.TOLD_WALK: lambda s, seat, a, b, c: shown(s, seat, a),
    t.TOLD_PICK: lambda s, seat, a, b, c: shown(s, seat, a),
    t.TOLD_DISCARD: lambda s, seat, a, b, c: shown(s, seat, a),
    t.TOLD_RECALL: lambda s, seat, a, b, c: shown(s, seat, a),
    t.TOLD_WOE: lambda s, seat, a, b, c: her_card(s, a),
    t.TOLD_TEAR: lambda s, seat, a, b, c: her_card(s, a),
    t.TOLD_CORALINE: lambda s, seat, a, b, c: goes(s, CORALINE, a),
    t.TOLD_BELDAM: lambda s, seat, a, b, c: goes(s, BELDAM, a),
    t.TOLD_PLACE: lambda s, seat, a, b, c: goes(s, a, b),
    t.TOLD_REMOVE: lambda s, seat, a, b, c: Beat("move", f"character {edition_of(s).characters[a].id}"),
    t.TOLD_REVEAL: lambda s, seat, a, b, c: Beat("mark", thing(s, a), number="!"),
    t.TOLD_HIDE: lambda s, seat, a, b, c: Beat("mark", thing(s, a), number="?"),
    t.TOLD_COLLECT: lambda s, seat, a, b, c: Beat("move", thing(s, a), to="satchel"),
    t.TOLD_DROP: lambda s, seat, a, b, c: Beat("move", thing(s, a), to=place(s, b)),
    t.TOLD_TAKE: lambda s, seat, a, b, c: Beat("move", thing(s, a), to=place(s, b)),
    t.TOLD_SPEND: lambda s, seat, a, b, c: Beat("gone", thing(s, a)),
    t.TOLD_MOON: lambda s, seat, a, b, c: Beat("mark", "moon", number=str(a)),
}
TURNS = (t.TOLD_TURN,)
