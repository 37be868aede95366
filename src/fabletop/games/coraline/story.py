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
from fabletop.kernel.game import Beat, Drawing, kinds_of
from fabletop.kernel.journal import UNSEEN
from fabletop.kernel.telling import lines_of

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


def played(state: Table, name: str, number: int, holder: int, _: int) -> str:
    whose = "" if seat_name(holder) == name else f", from the hand of {seat_name(holder)},"
    return f"{name} plays{whose} {card_words(state, card_of(state, number))}"


def becomes(state: Table, thing: int, room: int, what: str) -> str:
    """What happens to an object in a room, which its name may tell already."""
    words = f"{capital(object_name(state, thing))} {is_or_are(state, thing)} {what}"
    return f"{words}." if room_name(state, room) in words else f"{words} in {room_name(state, room)}."


def looked(state: Table, name: str, number: int, place: int, _: int) -> str:
    words = "" if number == UNSEEN else f": {card_words(state, woe_of(state, number))}"
    return f"{name} looks at the {NTH[place]} Beldam card{words or '.'}"


LINES = lines_of(
    {
        t.TOLD_DEAL: "Both decks are shuffled; the starting hand is {a} cards.",
        t.TOLD_ROUND: "Round {a}: all buttons show their colour.",
        t.TOLD_TURN: "Turn {a}: {name}.",
        t.TOLD_PLAY: played,
        t.TOLD_WALK: "{name} discards {a:card} to move Coraline.",
        t.TOLD_PICK: "{name} discards {a:card} to collect an object.",
        t.TOLD_PASS: "{name} passes.",
        t.TOLD_SLIDE: "{name} slides {a:card} under the deck.",
        t.TOLD_DRAW: "{name} draws {a:card}; {b} left in the deck.",
        t.TOLD_WOE: lambda s, name, a, b, c: f"Beldam Phase: {card_words(s, woe_of(s, a))}",
        t.TOLD_CORALINE: "Coraline goes to {a:room}.",
        t.TOLD_BELDAM: "The Beldam goes to {a:room}.",
        t.TOLD_STAY: "{a:Character} is in {b:room} already.",
        t.TOLD_PLACE: "{a:Character} comes to {b:room}.",
        t.TOLD_REMOVE: "{a:Character} leaves the board.",
        t.TOLD_REVEAL: lambda s, name, a, b, c: becomes(s, a, b, "revealed"),
        t.TOLD_HIDE: lambda s, name, a, b, c: becomes(s, a, b, "hidden again"),
        t.TOLD_COLLECT: "Coraline collects {a:object}.",
        t.TOLD_DROP: "Coraline drops {a:object} where she stands.",
        t.TOLD_TAKE: "The Beldam takes {a:object} back to {b:room}, revealed.",
        t.TOLD_SPEND: "{a:Object} {a:is_or_are} out of the game.",
        t.TOLD_RECALL: "{name} takes {a:card} back from the discard pile.",
        t.TOLD_DISCARD: "{name} discards {a:card}.",
        t.TOLD_SCRY: looked,
        t.TOLD_SINK: "{name} puts the {b:nth} Beldam card at the bottom: {a:woe}.",
        t.TOLD_TEAR: "{a:woe} goes to the Beldam's discard pile and is not followed.",
        t.TOLD_MORE: "Another Beldam card will follow.",
        t.TOLD_HUSH: "This turn will have no Beldam Phase.",
        t.TOLD_MOON: "The Moon advances to {a}.",
        t.TOLD_BUTTON: "{name} turns the button to black.",
        t.TOLD_ASK: "{name} asks {a:seat} for a card.",
        t.TOLD_KEEP: "{name} gives no card.",
        t.TOLD_SKIP: "There is no Beldam Phase.",
        t.TOLD_END: "{a:ending}",
        t.TOLD_WARN: "{a:card} lies in the discard pile: unless a card brings it back, you cannot win.",
    },
    card=card,
    Character=lambda s, n: capital(character_name(s, n)),
    ending=ENDINGS,
    is_or_are=is_or_are,
    nth=NTH,
    object=object_name,
    Object=lambda s, n: capital(object_name(s, n)),
    room=room_name,
    seat=lambda s, n: seat_name(n),
    woe=woe,
)
GISTS = lines_of(
    {
        t.TOLD_TURN: "{name}",
        t.TOLD_PLAY: lambda s, name, a, b, c: f"plays {card(s, a)}",
        t.TOLD_PASS: "passes",
        t.TOLD_SLIDE: "slides {a:card} under the deck",
        t.TOLD_WOE: "the Beldam: {a:woe}",
        t.TOLD_CORALINE: "Coraline to {a:room}",
        t.TOLD_BELDAM: "the Beldam to {a:room}",
        t.TOLD_REVEAL: "{a:object} revealed",
        t.TOLD_HIDE: "{a:object} hidden again",
        t.TOLD_COLLECT: "{a:object} collected",
        t.TOLD_DROP: "{a:object} dropped",
        t.TOLD_TAKE: "the Beldam takes {a:object}",
        t.TOLD_SPEND: "{a:object} out of the game",
        t.TOLD_TEAR: "{a:woe} not followed",
        t.TOLD_MOON: "the Moon to {a}",
    },
    card=card,
    object=object_name,
    room=room_name,
    woe=woe,
)


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
TURN_ENDS = (t.TOLD_BUTTON,)
