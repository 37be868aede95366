"""Names and sentences that several questions share: seats, things, answers, refusals."""

from typing import TYPE_CHECKING, cast

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import perils
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.card_text import card_text
from fabletop.games.coraline.foresight import would_do_nothing
from fabletop.games.coraline.table import IN_DECK, MOST_PLAYERS, Table
from fabletop.kernel.effects.engine import MOST_BRANCHES
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.games.coraline.edition import Card, CoralineEdition

# How many things a verb may be done to; an answer beyond names nothing.
THINGS = {
    v.NEXT: MOST_PLAYERS,
    v.PLAY: c.CARDS,
    v.WALK: c.CARDS,
    v.PICK: c.CARDS,
    v.SLIDE: c.CARDS,
    v.GO: c.ROOMS,
    v.WHO: c.CHARACTERS,
    v.OBJECT: c.OBJECTS,
    v.DISCARD: c.CARDS,
    v.RECALL: c.CARDS,
    v.SINK: 5,
    v.ASK: MOST_PLAYERS,
    v.WISH: MOST_BRANCHES,
}
TALK = {
    "free": "Say what you like, also what you hold; show no card.",
    "plans": "Say what you plan, not which cards you hold.",
    "silent": "Nobody says anything about the game.",
}
DIFFICULTY = {
    "kind": "The Beldam sleeps for the first three turns.",
    "book": "As the book has it.",
    "cruel": "The Moon shows 2 from the start.",
}
CRUEL_FOUR = "The Moon shows 3 from the start."
NOTHING = " Now it would do nothing."
NTH = ["top", "second", "third", "fourth", "fifth"]


# --- Names ----------------------------------------------------------------------------------------


def edition_of(state: State) -> "CoralineEdition":
    return cast("CoralineEdition", state.opening.edition)


def seat_name(seat: int) -> str:
    return f"Player {seat + 1}"


def card_of(t: Table, card: int) -> "Card":
    return edition_of(t).coraline[card]


def woe_of(t: Table, card: int) -> "Card":
    return edition_of(t).beldam[card]


def room_name(t: Table, room: int) -> str:
    return f"the {edition_of(t).rooms[room].name}"


def object_name(t: Table, thing: int) -> str:
    return f"the {edition_of(t).objects[thing].name}"


def is_or_are(t: Table, thing: int) -> str:
    """What follows the name of an object: "the Garden Shears are"."""
    return "are" if edition_of(t).objects[thing].plural else "is"


def character_name(t: Table, who: int) -> str:
    return edition_of(t).characters[who].called


def card_words(t: Table, card: "Card") -> str:
    return f"{card.name}: {card_text(edition_of(t), card)}"


def following(t: Table) -> str:
    """The card that asks."""
    card = card_of(t, t.aside) if t.aside >= 0 else woe_of(t, t.woe)
    return f"{card.name}: "


def capital(words: str) -> str:
    return words[0].upper() + words[1:]


def waiting(t: Table) -> str:
    """What all others read while somebody is asked."""
    if t.active < 0:
        return "The players are asked who goes next."
    name = seat_name(int(t.seat))
    if t.seat != t.active:
        return f"{name} is asked for a card that {seat_name(int(t.active))} could play."
    if t.woe >= 0:
        return f"The Beldam's card, {woe_of(t, t.woe).name}: {name} chooses."
    if t.aside >= 0:
        return f"{name} follows {card_of(t, t.aside).name}."
    return f"{name} tells the story: to play a card, to move, to collect, or to pass."


# --- Answers --------------------------------------------------------------------------------------


def label(t: Table, verb: int, thing: int) -> Label:
    """What an answer is called, whatever is asked now."""
    if verb in (v.PLAY, v.WALK, v.PICK, v.SLIDE, v.DISCARD, v.RECALL):
        return hand_label(t, verb, thing)
    if verb == v.NEXT:
        return Label(f"{seat_name(thing)} goes next", f"seat {thing}")
    if verb == v.ASK:
        return Label(f"Ask {seat_name(thing)} for a card", f"seat {thing}")
    if verb == v.GO:
        return go_label(t, f"Move Coraline to {room_name(t, thing)}", thing)
    if verb == v.WHO:
        who = f"character {edition_of(t).characters[thing].id}"
        return Label(f"Choose {character_name(t, thing)}", who)
    if verb == v.OBJECT:
        return object_label(t, "Collect", thing)
    if verb == v.SINK:
        return Label(f"Put the {NTH[thing]} Beldam card at the bottom", f"beldam {thing}")
    if verb == v.CONCEDE:
        return Label("Concede the game", sure=perils.GIVE_UP)
    if verb == v.PASS:
        return Label("Pass", sure=perils.of_waiting(t))
    return Label({v.WISH: "Choose", v.DO: "Do it"}.get(verb, "No, go on"))


def hand_label(t: Table, verb: int, card: int) -> Label:
    one = card_of(t, card)
    if verb == v.RECALL:
        return Label(f"Take back {card_words(t, one)}", f"discard {one.id}")
    vain = verb == v.PLAY and comes_to_nothing(t, card)
    words = {
        v.PLAY: f"Play {card_words(t, one)}{NOTHING if vain else ''}",
        v.WALK: f"Discard {one.name} to move Coraline",
        v.PICK: f"Discard {one.name} to collect an object here",
        v.SLIDE: f"Slide {one.name} under the deck",
        v.DISCARD: f"Discard {one.name}",
    }
    return Label(words[verb], f"hand {one.id}", sure=perils.of_card(t, verb, card), vain=vain)


def comes_to_nothing(t: Table, card: int) -> bool:
    """Of a card in somebody's hand that may be played (CO-R1)."""
    return t.at[card] < IN_DECK and card != t.box.victory and t.may_play(card) and would_do_nothing(t, card)


def go_label(t: Table, words: str, room: int) -> Label:
    place = f"room {edition_of(t).rooms[room].id}"
    return Label(words, place, place)


def object_label(t: Table, manner: str, thing: int) -> Label:
    return Label(f"{manner} {object_name(t, thing)}", f"object {edition_of(t).objects[thing].id}")


# --- Why not --------------------------------------------------------------------------------------
# Nothing here may depend on what the seat cannot know: a card that it does not hold is refused in the
# same words wherever it is.


def not_held(t: Table, card: int, rule: str) -> Refusal:
    return Refusal(rule, f"You do not hold {card_of(t, card).name}.")


# When each thing can be done, for whoever tries it at another time.
OCCASIONS = {
    v.NEXT: "Who goes next is decided together, before a turn begins.",
    v.PLAY: "A card is played in your own Story Phase, or where a card lets another follow.",
    v.WALK: "A card is discarded to move Coraline in your own Story Phase.",
    v.PICK: "A card is discarded to collect an object in your own Story Phase.",
    v.PASS: "You pass in your own Story Phase.",
    v.SLIDE: "Cards go under the deck when you pass.",
    v.GO: "Coraline walks when you discard a card for it, or where a card lets her.",
    v.WHO: "A character is chosen where a card moves or places one.",
    v.OBJECT: "An object is chosen where a card asks for one, or once a card is discarded to collect it.",
    v.DISCARD: "A card is given up where another card asks for it, or to move or to collect.",
    v.RECALL: "A card comes back from the discard pile only where a card says so.",
    v.SINK: "A Beldam card goes to the bottom of her deck only where a card lets you look at it.",
    v.ASK: "Another player is asked for a card only where one may follow from any hand.",
    v.DO: "There is no step of a card now that you may do or leave.",
    v.WISH: "There is no card now that leaves you a choice of what it does.",
    v.DONE: "There is nothing to decline now.",
    v.CONCEDE: "The group may give up when asked who goes next, once the final victory card is discarded.",
}

# What an answer with a thing does, by the first word of its name, and which rule says so.
ANSWERS_WITH = {
    "hand": {v.PLAY: "CO-STORY.2", v.WALK: "CO-STORY.7"},
    "room": {v.GO: "CO-STORY.8"},
    "object": {v.OBJECT: "CO-STORY.5"},
    "seat": {v.NEXT: "CO-ROUND.2", v.ASK: "CO-STORY.6"},
    "character": {v.WHO: "CO-STORY.3"},
    "beldam": {v.SINK: "CO-BELDAM.2"},
    "discard": {v.RECALL: "CO-DRAW.3"},
}
