"""Why not: the rule that forbids an action, in words for the case at hand.

Nothing here may depend on what the seat cannot know: a card that it does not hold is refused in the
same words wherever it is.
"""

from fabletop.games.coraline import activities
from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline.state import Coraline
from fabletop.games.coraline.words import (
    THINGS,
    VERBS,
    answer_words,
    capital,
    card_of,
    character_name,
    mover,
    object_name,
    open_step,
    prompt,
    room_name,
    seat_name,
)
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.question import Option, Refusal

# Which verbs answer which question, and the rule that says so.
ANSWERS: dict[int, tuple[set[int], str]] = {
    t.F_NEXT: ({t.NEXT, t.CONCEDE}, "CO-ROUND.2"),
    t.F_STORY: ({t.PLAY, t.WALK, t.PICK, t.PASS, t.CONCEDE}, "CO-STORY.1"),
    t.F_SLIDE: ({t.SLIDE, t.DONE}, "CO-STORY.10"),
    t.F_WALK: ({t.GO}, "CO-STORY.8"),
    t.F_PICK: ({t.OBJECT}, "CO-STORY.9"),
    t.F_ROOM: ({t.GO, t.DONE}, "CO-COMP.2"),
    t.F_STALK: ({t.GO, t.DONE}, "CO-R16"),
    t.F_WHO: ({t.WHO, t.DONE}, "CO-R15"),
    t.F_OBJECT: ({t.OBJECT, t.DONE}, "CO-R13"),
    t.F_DISCARD: ({t.DISCARD, t.DONE}, "CO-R19"),
    t.F_RECALL: ({t.RECALL, t.DONE}, "CO-R2"),
    t.F_SCRY: ({t.SINK, t.DONE}, "CO-R1"),
    t.F_MAY: ({t.DO, t.DONE}, "CO-R1"),
    t.F_WISH: ({t.WISH, t.DONE}, "CO-R18"),
    t.F_AGAIN: ({t.PLAY, t.ASK, t.DONE}, "CO-STORY.6"),
    t.F_GIVE: ({t.PLAY, t.DONE}, "CO-R8"),
}
OBJECT_RULES = {
    c.DO_REVEAL: "CO-STORY.4",
    c.DO_COLLECT: "CO-STORY.5",
    c.DO_DROP: "CO-BELDAM.3",
    c.DO_TAKE: "CO-R10",
    c.DO_HIDE: "CO-R18",
}


def explain(state: Coraline, seat: int | None, action: object) -> Refusal | None:
    if state.over:
        return Refusal("CO-ROUND.4", "The game is over.")
    if seat is None or not state.asks(seat):
        return Refusal("CO-ROUND.3", f"It is not your question: {seat_name(int(state.seat))} is asked.")
    if not isinstance(action, int) or isinstance(action, bool):
        return Refusal("CO-STORY.1", f"{action!r} is no action: an action is one of the numbers of legal().")
    if state.allows(action):
        return None
    if not 0 <= action < 1 << 32 or verb_of(action) not in VERBS:
        return Refusal("CO-STORY.1", f"{action} is no action of this game.")
    return refuse(state, int(state.top()), int(verb_of(action)), int(thing_of(action)))


def refuse(state: Coraline, kind: int, verb: int, thing: int) -> Refusal:
    verbs, rule = ANSWERS[kind]
    if verb == t.SLIDE and kind == t.F_STORY:
        return refuse_exchange(state)
    if verb not in verbs:
        names = " or ".join(repr(VERBS[wanted]) for wanted in sorted(verbs))
        return Refusal(
            rule, f"{VERBS[verb]!r} does not answer this question. {prompt(state)} Answer {names}."
        )
    if thing >= THINGS.get(verb, 1):
        return Refusal(rule, "There is no such thing in this game.")
    if verb == t.CONCEDE:
        return refuse_concede(state, kind)
    if verb == t.NEXT:
        return refuse_next(state, thing)
    if verb in (t.PLAY, t.WALK, t.PICK, t.SLIDE, t.DISCARD):
        return refuse_hand(state, verb, thing, rule)
    if verb == t.GO:
        return refuse_room(state, kind, thing, rule)
    if verb == t.OBJECT:
        return refuse_object(state, kind, thing, rule)
    if verb == t.WHO:
        return Refusal(rule, f"{capital(character_name(state, thing))} is not meant by this card now.")
    if verb == t.RECALL:
        return Refusal(rule, f"{card_of(state, thing).name} does not lie in the discard pile.")
    if verb == t.ASK:
        return refuse_ask(state, thing)
    if verb == t.WISH:
        return Refusal(rule, "That cannot be done in full now, and the other can: choose the other.")
    if verb == t.SINK:
        return Refusal(rule, f"You look at {state.arg(1)} cards only.")
    return Refusal("CO-R18", "What a Beldam card says cannot be declined.")


def refuse_exchange(state: Coraline) -> Refusal:
    if state.left == 0:
        return Refusal("CO-STORY.11", "The deck is empty, so nothing can be exchanged with it.")
    return Refusal("CO-STORY.10", "Cards go under the deck when you pass: pass first.")


def refuse_concede(state: Coraline, kind: int) -> Refusal:
    if kind == t.F_STORY and state.opening.players > 1:
        return Refusal("CO-R24", "To give up is for the group to decide, when it is asked who goes next.")
    if not state.terms.concede:
        return Refusal("CO-R24", "It was agreed that nobody concedes.")
    return Refusal("CO-R24", "You may concede only once the final victory card has been discarded.")


def refuse_next(state: Coraline, seat: int) -> Refusal:
    if seat >= state.opening.players:
        return Refusal("CO-ROUND.2", f"There is no {seat_name(seat)}.")
    return Refusal("CO-BUTTON.1", f"{seat_name(seat)} has had a turn this round: the button shows black.")


# --- Cards ----------------------------------------------------------------------------------------


def refuse_hand(state: Coraline, verb: int, card: int, rule: str) -> Refusal:
    name = card_of(state, card).name
    if verb == t.PICK and not activities.may_pick(state):
        return refuse_pick(state)
    if state.at[card] != state.seat:
        rules = {t.PLAY: "CO-STORY.2", t.WALK: "CO-STORY.7", t.PICK: "CO-STORY.9"}
        return Refusal(rules.get(verb, rule), f"You do not hold {name}.")
    if card == state.box.victory:
        return refuse_victory(state)
    missing = [thing for thing in card_of(state, card).needs if state.lies[thing] != t.SATCHEL]
    needed = " and ".join(object_name(state, thing) for thing in missing)
    return Refusal("CO-R1", f"{name} needs {needed} in the Satchel.")


def refuse_pick(state: Coraline) -> Refusal:
    here = room_name(state, state.here())
    others = [
        character_name(state, who)
        for who in range(c.BELDAM, c.CHARACTERS)
        if state.where[who] == state.here()
    ]
    if others:
        return Refusal("CO-R12", f"Coraline is not alone in {here}: {', '.join(others)}.")
    return Refusal("CO-R26", f"No revealed object lies in {here}.")


def refuse_victory(state: Coraline) -> Refusal:
    living_room = room_name(state, state.box.living_room)
    missing = [n for n in range(c.STARTERS, c.OBJECTS) if state.lies[n] != t.SATCHEL]
    if missing:
        names = ", ".join(object_name(state, thing) for thing in missing)
        return Refusal("CO-WIN.1", f"The Satchel still lacks {names}.")
    if state.here() != state.box.living_room:
        return Refusal("CO-WIN.1", f"Coraline must be in {living_room}.")
    return Refusal("CO-WIN.2", f"The Beldam is in {living_room}, and must first be forced out.")


def refuse_ask(state: Coraline, seat: int) -> Refusal:
    if not state.arg(0):
        return Refusal("CO-STORY.6", "Only a card from your own hand may follow.")
    if seat >= state.opening.players or seat == state.active:
        return Refusal("CO-STORY.6", "There is no such other player.")
    if state.arg(1) >> seat & 1:
        return Refusal("CO-R8", f"{seat_name(seat)} has been asked already.")
    return Refusal("CO-R8", f"{seat_name(seat)} holds no cards.")


# --- Rooms and objects ----------------------------------------------------------------------------


def refuse_room(state: Coraline, kind: int, room: int, rule: str) -> Refusal:
    name = room_name(state, room)
    who = capital(character_name(state, mover(state)))
    if kind == t.F_WALK:
        words = (
            "is where she stands"
            if room == state.here()
            else f"is not beside {room_name(state, state.here())}"
        )
        return Refusal(
            rule, f"{capital(name)} {words}: Coraline moves to an adjacent room, never diagonally."
        )
    if kind == t.F_STALK:
        return Refusal(rule, f"{capital(name)} is not the next step of a shortest way to Coraline.")
    if state.where[mover(state)] == room:
        return Refusal(rule, f"{who} is in {name} already.")
    return Refusal(rule, f"This card does not send {who} to {name}.")


def refuse_object(state: Coraline, kind: int, thing: int, rule: str) -> Refusal:
    step = open_step(state)
    if step is not None:
        rule = OBJECT_RULES.get(step.op, rule)
    name = capital(object_name(state, thing))
    if state.lies[thing] == t.BOXED:
        return Refusal(rule, f"{name} is out of the game.")
    where = (
        "in the Satchel" if state.lies[thing] == t.SATCHEL else f"in {room_name(state, state.lies[thing])}"
    )
    side = "hidden" if state.hidden >> thing & 1 else "revealed"
    return Refusal(rule, f"{name} is {where}, {side}: it cannot be chosen here.")


# --- What a person may wonder about ---------------------------------------------------------------


def conceivable(state: Coraline, seat: int | None) -> list[Option]:
    """Every action on things in sight, whether or not it is allowed."""
    if seat is None or state.over:
        return []
    thought = [*state.legal()] if state.asks(seat) else []
    for card in range(c.CARDS):
        if state.at[card] == seat:
            thought += [act(verb, card) for verb in (t.PLAY, t.WALK, t.PICK, t.SLIDE)]
    thought += [act(t.PASS, 0), act(t.CONCEDE, 0)]
    thought += [act(t.NEXT, other) for other in range(state.opening.players)]
    thought += [act(t.GO, room) for room in range(c.ROOMS)]
    thought += [act(t.OBJECT, thing) for thing in range(c.OBJECTS)]
    return [as_thought(state, action) for action in dict.fromkeys(thought)]


def as_thought(state: Coraline, action: int) -> Option:
    verb, thing = int(verb_of(action)), int(thing_of(action))
    ref, words = answer_words(state, verb, thing)
    return Option(action, VERBS[verb], ref, words)
