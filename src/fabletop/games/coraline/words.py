"""Names and sentences: seats, things, questions and answers."""

from typing import cast

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline.edition import Card, CoralineEdition
from fabletop.games.coraline.program import Step
from fabletop.games.coraline.state import Coraline
from fabletop.games.coraline.wording import card_text, clauses, counted
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.question import Option
from fabletop.kernel.state import State

VERBS = {
    t.NEXT: "next",
    t.PLAY: "play",
    t.WALK: "walk",
    t.PICK: "pick",
    t.PASS: "pass",
    t.SLIDE: "slide",
    t.GO: "go",
    t.WHO: "who",
    t.OBJECT: "object",
    t.DISCARD: "discard",
    t.RECALL: "recall",
    t.SINK: "sink",
    t.ASK: "ask",
    t.DO: "do",
    t.WISH: "wish",
    t.DONE: "done",
    t.CONCEDE: "concede",
}
# How many things a verb may be done to; an answer beyond names nothing.
THINGS = {
    t.NEXT: t.MOST_PLAYERS,
    t.PLAY: c.CARDS,
    t.WALK: c.CARDS,
    t.PICK: c.CARDS,
    t.SLIDE: c.CARDS,
    t.GO: c.ROOMS,
    t.WHO: c.CHARACTERS,
    t.OBJECT: c.OBJECTS,
    t.DISCARD: c.CARDS,
    t.RECALL: c.CARDS,
    t.SINK: 5,
    t.ASK: t.MOST_PLAYERS,
    t.WISH: 2,
}
FINAL = (
    "This is the final victory card: once discarded, only a card that takes one back from the "
    "discard pile can save you (CO-R24)."
)
GIVE_UP = "All of you will have lost (CO-R24)."
NTH = ["top", "second", "third", "fourth", "fifth"]


# --- Names ----------------------------------------------------------------------------------------


def edition_of(state: State) -> CoralineEdition:
    return cast(CoralineEdition, state.opening.edition)


def seat_name(seat: int) -> str:
    return f"Player {seat + 1}"


def card_of(state: Coraline, card: int) -> Card:
    return edition_of(state).coraline[card]


def woe_of(state: Coraline, card: int) -> Card:
    return edition_of(state).beldam[card]


def room_name(state: Coraline, room: int) -> str:
    return f"the {edition_of(state).rooms[room].name}"


def object_name(state: Coraline, thing: int) -> str:
    return f"the {edition_of(state).objects[thing].name}"


def character_name(state: Coraline, who: int) -> str:
    return edition_of(state).characters[who].called


def card_words(state: Coraline, card: Card) -> str:
    return f"{card.name}: {card_text(edition_of(state), card)}"


# --- Answers --------------------------------------------------------------------------------------


def option(state: Coraline, action: int) -> Option:
    """An answer in words, for one who is asked."""
    verb, thing = int(verb_of(action)), int(thing_of(action))
    ref, words = answer_words(state, verb, thing)
    return Option(action, VERBS[verb], ref, words, warning(state, verb, thing))


def warning(state: Coraline, verb: int, thing: int) -> str:
    """What a person should be sure of (CO-R24)."""
    if verb == t.CONCEDE:
        return GIVE_UP
    if verb in (t.WALK, t.PICK, t.DISCARD) and thing == state.box.victory:
        return FINAL
    return ""


def answer_words(state: Coraline, verb: int, thing: int) -> tuple[str, str]:
    """What an answer is done to, and the whole of it in words."""
    if verb in (t.PLAY, t.WALK, t.PICK, t.SLIDE, t.DISCARD, t.RECALL):
        return hand_words(state, verb, thing)
    if verb == t.NEXT:
        return f"seat {thing}", f"{seat_name(thing)} goes next"
    if verb == t.ASK:
        return f"seat {thing}", f"Ask {seat_name(thing)} for a card"
    if verb == t.GO:
        return f"room {edition_of(state).rooms[thing].id}", go_words(state, thing)
    if verb == t.WHO:
        return f"character {edition_of(state).characters[thing].id}", f"Choose {character_name(state, thing)}"
    if verb == t.OBJECT:
        ref = f"object {edition_of(state).objects[thing].id}"
        return ref, f"{object_verb(state)} {object_name(state, thing)}"
    if verb == t.SINK:
        return f"beldam {thing}", sink_words(state, thing)
    return plain_words(state, verb, thing)


def hand_words(state: Coraline, verb: int, card: int) -> tuple[str, str]:
    one = card_of(state, card)
    if verb == t.RECALL:
        return f"discard {one.id}", f"Take back {card_words(state, one)}"
    words = {
        t.PLAY: f"Play {card_words(state, one)}",
        t.WALK: f"Discard {one.name} to move Coraline",
        t.PICK: f"Discard {one.name} to collect an object here",
        t.SLIDE: f"Slide {one.name} under the deck",
        t.DISCARD: f"Discard {one.name}",
    }
    return f"hand {one.id}", words[verb]


def open_step(state: Coraline) -> Step | None:
    """The step of the card being followed that asks now."""
    if state.depth == 0 or state.top() < t.F_ROOM or state.top() > t.F_WISH:
        return None
    return edition_of(state).book[int(state.arg(0))]


def mover(state: Coraline) -> int:
    """Whose way the question is about."""
    if state.depth > 0 and state.top() == t.F_ROOM:
        return int(state.arg(1))
    return c.BELDAM if state.depth > 0 and state.top() == t.F_STALK else c.CORALINE


def go_words(state: Coraline, room: int) -> str:
    step = open_step(state)
    manner = "Place" if step and step.op == c.DO_PLACE else "Move"
    joint = "in" if manner == "Place" else "to"
    return f"{manner} {character_name(state, mover(state))} {joint} {room_name(state, room)}"


def object_verb(state: Coraline) -> str:
    step = open_step(state)
    if step is None:
        return "Collect"
    words = {c.DO_REVEAL: "Reveal", c.DO_HIDE: "Hide", c.DO_DROP: "Drop", c.DO_TAKE: "Give back"}
    return words.get(step.op, "Collect")


def sink_words(state: Coraline, place: int) -> str:
    """Only for the seat that has looked at the cards."""
    if state.depth == 0 or state.top() != t.F_SCRY or place >= state.arg(1):
        return f"Put the {NTH[place]} Beldam card at the bottom"
    woe = woe_of(state, state.woes[state.woe_at(place)])
    return f"Put {woe.name} (the {NTH[place]} card) at the bottom"


def plain_words(state: Coraline, verb: int, thing: int) -> tuple[str, str]:
    if verb == t.PASS:
        return "", "Pass"
    if verb == t.CONCEDE:
        return "", "Concede the game"
    step = open_step(state)
    if verb == t.WISH:
        branch = () if step is None else step.second if thing else step.first
        return "", f"Choose: {clauses(edition_of(state), branch, False)}" if branch else "Choose"
    if verb == t.DO:
        return "", "Do it"
    return "", done_words(state)


def done_words(state: Coraline) -> str:
    kind = state.top() if state.depth > 0 else 0
    step = open_step(state)
    if kind == t.F_ROOM and step and step.op == c.DO_PLACE:
        return f"Do not place {character_name(state, mover(state))}"
    words = {
        t.F_SLIDE: "Slide no more cards" if kind == t.F_SLIDE and state.arg(0) else "Keep all cards",
        t.F_AGAIN: "Play no other card",
        t.F_GIVE: "Give no card",
        t.F_SCRY: "Leave them as they are",
        t.F_ROOM: f"{capital(character_name(state, mover(state)))} stays",
    }
    return words.get(kind, "No, go on")


def capital(words: str) -> str:
    return words[0].upper() + words[1:]


# --- Questions ------------------------------------------------------------------------------------


def prompt(state: Coraline) -> str:
    """What those who are asked read."""
    kind = state.top()
    if kind == t.F_ROOM:
        return f"{following(state)}where does {character_name(state, mover(state))} go?"
    if kind == t.F_OBJECT:
        return f"{following(state)}which object?"
    if kind == t.F_WISH:
        return f"{following(state)}which do you choose?"
    if kind == t.F_MAY:
        step = open_step(state)
        assert step is not None
        return f"{following(state)}do you {clauses(edition_of(state), (step,), False)}?"
    if kind == t.F_DISCARD:
        step = open_step(state)
        left = (step.n if step else 1) - int(state.arg(1))
        return f"{following(state)}discard {counted(left, 'card')}. Which one?"
    if kind in STEP_PROMPTS:
        return following(state) + STEP_PROMPTS[kind]
    return PROMPTS[kind]


def following(state: Coraline) -> str:
    """The card that asks."""
    card = card_of(state, state.aside) if state.aside >= 0 else woe_of(state, state.woe)
    return f"{card.name}: "


def others_prompt(state: Coraline) -> str:
    """What all read whom it does not ask; nothing in it depends on a hand."""
    if state.top() == t.F_NEXT:
        return "The players are asked who goes next."
    return f"{seat_name(int(state.seat))} is asked."


PROMPTS = {
    t.F_NEXT: "All of you: who goes next?",
    t.F_STORY: "Your Story Phase: play a card, discard one to move or to collect, or pass.",
    t.F_SLIDE: "You pass. Do you slide a card under the deck?",
    t.F_WALK: "Where does Coraline go?",
    t.F_PICK: "Which object does Coraline collect?",
    t.F_AGAIN: "Do you play another card?",
    t.F_GIVE: "Do you let a card of yours be played?",
}
STEP_PROMPTS = {
    t.F_STALK: "which way does the Beldam go?",
    t.F_WHO: "which character?",
    t.F_RECALL: "which card do you take back?",
    t.F_SCRY: "which of these Beldam cards goes to the bottom?",
}
