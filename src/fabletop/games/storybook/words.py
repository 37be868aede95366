"""Names and sentences: cards, spaces, questions, answers, Plot Twists and the journal."""

from typing import cast

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.edition import Face, StorybookEdition, Twist
from fabletop.games.storybook.state import Storybook
from fabletop.games.storybook.wording import TURNED, steps_text, twist_text
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.question import Option
from fabletop.kernel.state import State

SIDE_NAMES = ["Heroes", "Villains"]
ROLE_KEYS = ["hero", "villain", "hero2", "villain2"]
DUEL_ROLES = ["Hero", "Villain"]
TEAM_ROLES = ["Hero 1", "Villain A", "Hero 2", "Villain B"]
WAYS = ["north", "east", "south", "west"]
VERBS = {
    t.SIDE: "side",
    t.CHAMPION: "champion",
    t.ALLY_OF: "ally",
    t.KEEP: "keep",
    t.LAY: "lay",
    t.END: "end",
    t.DRAW: "draw",
    t.REVEAL: "reveal",
    t.SPIN: "spin",
    t.SLIDE: "slide",
    t.PLAY: "play",
    t.HIDE: "hide",
    t.PUT: "put",
    t.TWIST: "twist",
    t.PASS: "pass",
    t.TARGET: "target",
    t.WAY: "way",
    t.TURNS: "turns",
    t.WISH: "wish",
    t.DONE: "done",
}


# --- Names ----------------------------------------------------------------------------------------


def edition_of(state: State) -> StorybookEdition:
    return cast(StorybookEdition, state.opening.edition)


def face_of(state: Storybook, card: int) -> Face:
    return edition_of(state).faces[state.face[card]]


def role_name(state: Storybook, role: int) -> str:
    return (DUEL_ROLES if state.opening.players == 2 else TEAM_ROLES)[role]


def seat_name(state: Storybook, seat: int) -> str:
    if state.depth > 0 and state.top() == t.F_SIDE:
        return f"Player {seat + 1}"
    role = seat ^ state.flipped
    champion = state.tally[t.CHAMPION_OF + role]
    name = role_name(state, role)
    return f"{name} ({edition_of(state).teams[champion].name})" if champion >= 0 else name


def knows(state: Storybook, seat: int | None, card: int) -> bool:
    """Whether this seat may know which card this is."""
    if seat is not None and card // c.DECK == seat ^ state.flipped:
        return state.at[card] != t.IN_DECK
    return state.eyes_on(card) == -1


def space(state: Storybook, cell: int) -> str:
    return f"({state.x_of(cell)}, {state.y_of(cell)})"


def card_words(state: Storybook, seat: int | None, card: int) -> str:
    """A card in play as this seat knows it, with its space."""
    where = f"at {space(state, state.at[card])}"
    if not knows(state, seat, card):
        return f"the face-down card {where}"
    hidden = ", face down," if state.lies[card] == t.FACE_DOWN else ""
    return f"{face_of(state, card).name}{hidden} {where}"


def face_line(face: Face, sides: list[tuple[int, int]] | None = None) -> str:
    edges = " ".join(f"{e}{a}/{b}" for e, (a, b) in zip("NESW", sides or face.sides, strict=True))
    star = "★ " if face.leader else ""
    return f"{star}{face.points} pt, {edges}"


# --- Answers --------------------------------------------------------------------------------------


def option(state: Storybook, seat: int, action: int) -> Option:
    """An answer in words, for the seat that is asked."""
    verb = int(verb_of(action))
    thing, words = answer_words(state, seat, verb, int(thing_of(action)))
    return Option(action, VERBS[verb], thing, words)


def answer_words(state: Storybook, seat: int, verb: int, thing: int) -> tuple[str, str]:
    """What an answer is done to, and the whole of it in words."""
    if verb in (t.SIDE, t.CHAMPION, t.ALLY_OF, t.KEEP):
        return build_words(state, verb, thing)
    if verb in (t.LAY, t.PLAY, t.HIDE):
        face = face_of(state, thing)
        cost = "" if verb == t.LAY or state.top() != t.F_TURN else " (3 AP)"
        manner = {t.LAY: "Lay", t.PLAY: "Play", t.HIDE: "Hide"}[verb]
        return f"hand {face.id}", f"{manner} {face.name} [{face_line(face)}]{cost}"
    if verb in (t.REVEAL, t.PUT, t.TARGET):
        return f"cell {state.x_of(thing)},{state.y_of(thing)}", cell_words(state, seat, verb, thing)
    if verb == t.SPIN:
        card = thing >> 1
        way = "right" if thing & 1 else "left"
        return card_ref(state, card), f"Spin {card_words(state, seat, card)} to the {way} (2 AP)"
    if verb == t.SLIDE:
        return card_ref(state, thing >> 2), slide_words(state, seat, thing >> 2, thing & 3)
    return plain_words(state, verb, thing)


def build_words(state: Storybook, verb: int, thing: int) -> tuple[str, str]:
    edition = edition_of(state)
    if verb == t.SIDE:
        return f"side {SIDE_NAMES[thing].lower()}", f"Play the {SIDE_NAMES[thing]}"
    if verb == t.KEEP:
        twist = edition.twists[thing]
        return f"twist {twist.id}", f"Keep {twist.name}: {twist_text(twist)}"
    team = edition.teams[thing]
    manner = "Lead" if verb == t.CHAMPION else "Recruit"
    return f"team {team.id}", f"{manner} {team.name}"


def card_ref(state: Storybook, card: int) -> str:
    cell = state.at[card]
    return f"cell {state.x_of(cell)},{state.y_of(cell)}" if cell >= 0 else ""


def cell_words(state: Storybook, seat: int, verb: int, cell: int) -> str:
    if verb == t.PUT:
        return f"Put it at {space(state, cell)}"
    card = state.card_at(cell)
    if card < 0:
        return f"{VERBS[verb].capitalize()} the empty space {space(state, cell)}"
    words = card_words(state, seat, card)
    return f"Reveal {words} (1 AP)" if verb == t.REVEAL else f"Choose {words}"


def slide_words(state: Storybook, seat: int, card: int, way: int) -> str:
    from fabletop.games.storybook.actions import landing

    end = landing(state, card, way) if state.at[card] >= 0 else t.NOWHERE
    to = f" to {space(state, end)}" if end != t.NOWHERE else ""
    return f"Slide {card_words(state, seat, card)} {WAYS[way]}{to} (2 AP)"


def plain_words(state: Storybook, verb: int, thing: int) -> tuple[str, str]:
    if verb == t.TWIST:
        twist = held_twist(state)
        return "twist", f"Play your Plot Twist, {twist.name}: {twist_text(twist)}"
    if verb == t.WISH:
        row = held_twist(state).does[0]
        return "", f"Choose: {steps_text(row['either'][thing])}"
    words = {
        t.END: f"End actions ({state.ap} AP left)",
        t.DRAW: "Draw a card (1 AP)",
        t.PASS: "Play no Plot Twist now",
        t.WAY: f"Slide it {WAYS[thing & 3]}",
        t.TURNS: f"Turn it {TURNED[thing & 3]}",
        t.DONE: "No more",
    }
    return ("deck" if verb == t.DRAW else ""), words[verb]


def held_twist(state: Storybook) -> Twist:
    """The Twist of the seat that is asked."""
    role = state.seat ^ state.flipped
    return edition_of(state).twists[state.tally[t.TWIST_OF + role]]


# --- Questions ------------------------------------------------------------------------------------


def prompt(state: Storybook) -> str:
    """What the seat that is asked reads."""
    kind = state.top()
    if kind == t.F_TURN:
        return f"Your turn: {state.ap} AP left. What do you do?"
    if kind == t.F_LAY:
        from fabletop.games.storybook.build import laid_by, space_to_fill

        face = "face down" if laid_by(state) & 1 == c.HERO else "face up"
        return f"Which card do you lay {face} at {space(state, space_to_fill(state))}?"
    if kind == t.F_PUT:
        face = "face down" if state.arg(0) else "face up"
        return f"Where do you put {face_of(state, state.held).name} ({face})?"
    if kind == t.F_WINDOW:
        return f"{WINDOW_WORDS[state.arg(0)]} Do you play a Plot Twist?"
    return PROMPTS[kind]


WINDOW_WORDS = {
    c.AT_START: "A turn begins.",
    c.AFTER_ACTION: "An action is complete.",
    c.BEFORE_BATTLE: "The Battle is about to begin.",
    c.AT_CAPTURE: "Cards are being captured.",
}
PROMPTS = {
    t.F_SIDE: "Which side do you take?",
    t.F_CHAMPION: "Who is your Champion?",
    t.F_ALLY: "Whom do you recruit as your Ally?",
    t.F_KEEP: "Which Plot Twist do you keep, in secret?",
    t.F_AIM: "Your Plot Twist: which card?",
    t.F_SWAP: "Your Plot Twist: exchange it with which card?",
    t.F_WAY: "Your Plot Twist: slide it which way?",
    t.F_SPOT: "Your Plot Twist: move it where?",
    t.F_TURNS: "Your Plot Twist: turn it how far?",
    t.F_FROM_HAND: "Your Plot Twist: which card from your hand?",
    t.F_WISH: "Your Plot Twist: what do you wish for?",
}
