"""Names and sentences that several questions share: cards, spaces, seats, Plot Twists."""

from typing import Literal, cast

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.faces import Face, StorybookEdition, Twist
from fabletop.games.storybook.table import CHAMPION_OF, FACE_DOWN, IN_DECK, IN_HAND, TWIST_OF, Storybook
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import State

Side = Literal["heroes", "villains"]
Way = Literal["north", "east", "south", "west"]
SIDE_KEYS: list[Side] = ["heroes", "villains"]
SIDE_NAMES = ["Heroes", "Villains"]
ROLE_KEYS = ["hero", "villain", "hero2", "villain2"]
DUEL_ROLES = ["Hero", "Villain"]
TEAM_ROLES = ["Hero 1", "Villain A", "Hero 2", "Villain B"]
WAYS: list[Way] = ["north", "east", "south", "west"]
SLIDES = ["up", "right", "down", "left"]  # the same from where a Hero sits
EDGES = ["top", "right", "bottom", "left"]


# --- Who ------------------------------------------------------------------------------------------


def edition_of(state: State) -> StorybookEdition:
    return cast(StorybookEdition, state.opening.edition)


def role_names(players: int) -> list[str]:
    return DUEL_ROLES if players == 2 else TEAM_ROLES


def role_name(state: Storybook, role: int) -> str:
    return role_names(state.opening.players)[role]


def seat_name(state: Storybook, seat: int) -> str:
    """Before all may know it, nobody's Champion is named."""
    from fabletop.games.storybook.build import ChooseSide, picks_are_hidden

    if state.depth > 0 and isinstance(state.question, ChooseSide):
        return f"Player {seat + 1}"
    role = state.role_of(seat)
    champion = state.tally[CHAMPION_OF + role]
    name = role_name(state, role)
    if champion < 0 or picks_are_hidden(state):
        return name
    return f"{name} ({edition_of(state).teams[champion].name})"


def knows(state: Storybook, seat: int | None, card: int) -> bool:
    """Whether this seat may know which card this is."""
    if seat is not None and card // c.DECK == state.role_of(seat):
        return state.at[card] != IN_DECK
    return state.eyes_on(card) == -1


# --- Spaces, and ways as seen from a chair: Villains sit opposite the Heroes -----------------------


def turned_for(state: Storybook, seat: int | None) -> int:
    """By how many quarters the table is turned for a seat; a spectator sits with the Heroes."""
    return 0 if seat is None else 2 * (int(state.role_of(seat)) & 1)


def slide_words(state: Storybook, seat: int, way: int) -> str:
    return SLIDES[(way + turned_for(state, seat)) & 3]


def beside_leader(state: Storybook, role: int, cell: int) -> str:
    """Where a space of the set-up is, as the role sees it from its chair."""
    x, y = int(state.x_of(cell)), int(state.y_of(cell))
    leader = role >> 1 if role & 1 == c.HERO else min(max(x, 0), state.opening.players // 2 - 1)
    turn = -1 if role & 1 else 1
    parts = [
        f"{'' if abs(steps) == 1 else f'{abs(steps)} spaces '}{words[steps > 0]}"
        for steps, words in ((y * turn, ("below", "above")), ((x - leader) * turn, ("left", "right")))
        if steps
    ]
    if parts[-1].endswith(("left", "right")):
        parts[-1] = f"to the {parts[-1]} of"
    name = "your Leader" if role & 1 == c.HERO else face_of(state, leader * 2 * c.DECK + c.LEADER).name
    return f"{' and '.join(parts)} {name}"


# --- Cards ----------------------------------------------------------------------------------------


def space(state: Storybook, cell: int) -> str:
    return f"({state.x_of(cell)}, {state.y_of(cell)})"


def cell_ref(state: Storybook, cell: int) -> str:
    """A cell as views and options name it."""
    return f"cell {state.x_of(cell)},{state.y_of(cell)}" if cell >= 0 else ""


def face_of(state: Storybook, card: int) -> Face:
    return edition_of(state).faces[state.face[card]]


def card_words(state: Storybook, seat: int | None, card: int) -> str:
    """A card in play as this seat knows it, with its space."""
    where = f"at {space(state, state.at[card])}"
    if not knows(state, seat, card):
        return f"the face-down card {where}"
    hidden = ", face down," if state.lies[card] == FACE_DOWN else ""
    return f"{face_of(state, card).name}{hidden} {where}"


def sides_for(state: Storybook, seat: int | None, card: int) -> list[tuple[int, int]]:
    """Swords and Shields of a card as a seat sees them: top, right, bottom, left. One that does not lie face
    up shows them as it will lie (SB-PLAY.1, SB-REVEAL.2)."""
    turned = turned_for(state, seat)
    if state.is_up(card):
        ways = [(way + turned) & 3 for way in range(4)]
        return [(int(state.swords(card, way)), int(state.shields(card, way))) for way in ways]
    return sides_upright(face_of(state, card), card // c.DECK, turned)


def sides_upright(face: Face, role: int, turned: int) -> list[tuple[int, int]]:
    return [face.sides[(way + turned - 2 * (role & 1)) & 3] for way in range(4)]


def face_line(face: Face, sides: list[tuple[int, int]]) -> str:
    edges = ", ".join(f"{edge} {a}/{b}" for edge, (a, b) in zip(EDGES, sides, strict=True))
    star = "★ " if face.leader else ""
    return f"{star}{face.points} pt, {edges}"


def card_line(state: Storybook, seat: int | None, card: int) -> str:
    face = face_of(state, card)
    return f"{face.name} [{face_line(face, sides_for(state, seat, card))}]"


def blow_words(state: Storybook, card: int, other: int, swords: int, shields: int) -> str:
    """Who bests whom, and the numbers that say so; both sides may have an Ally of the same name."""
    one, two = face_of(state, card).name, face_of(state, other).name
    if one == two:
        one, two = f"{role_name(state, card // c.DECK)}'s {one}", f"{role_name(state, other // c.DECK)}'s"
    bests = 0 < swords >= shields
    verb = "overwhelms" if bests and swords >= 2 * shields else "bests" if bests else "is held off by"
    return f"{one} {verb} {two}: {amount(swords, 'Sword')} against {amount(shields, 'Shield')}"


def amount(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"


# --- Answers --------------------------------------------------------------------------------------


def hand_label(state: Storybook, seat: int, manner: str, card: int, cost: str = "") -> Label:
    """Something done with a card of one's hand."""
    return Label(f"{manner} {card_line(state, seat, card)}{cost}", f"hand {face_of(state, card).id}")


def why_not_from_hand(state: Storybook, card: int, rule: str) -> Refusal:
    """An enemy's card is refused in the same words wherever it is."""
    if card // c.DECK != state.role_of(state.seat):
        return Refusal(rule, "That is not one of your cards.")
    if state.at[card] == IN_HAND:
        return Refusal("SB-VOCAB.9", f"{face_of(state, card).name} has just returned: choose another card.")
    return Refusal(rule, f"{face_of(state, card).name} is not in your hand.")


LAST_AP = "That takes your last AP: then comes the Battle."


def put_label(state: Storybook, cell: int, ends: str = "") -> Label:
    return Label(f"Put it at {space(state, cell)}", cell_ref(state, cell), ends=ends)


def why_not_there(state: Storybook, cell: int, rule: str) -> Refusal:
    if not state.cell_in_reach(cell):
        return Refusal(rule, "That space is far from every card; put yours beside one.")
    if state.card_at(cell) >= 0:
        return Refusal(rule, f"{space(state, cell)} is taken.")
    return Refusal(rule, f"{space(state, cell)} is not beside any card in play.")


def no_such_thing(rule: str) -> Refusal:
    return Refusal(rule, "There is no such thing here.")


# --- Plot Twists ----------------------------------------------------------------------------------


def twist_of(state: Storybook, seat: int) -> Twist:
    return edition_of(state).twists[state.tally[TWIST_OF + state.role_of(seat)]]


def twist_label(state: Storybook, seat: int) -> Label:
    twist = twist_of(state, seat)
    return Label(f"Play your Plot Twist, {twist.name}: {twist_text(twist)}", "twist")


# When each thing can be done, for whoever tries it at another time.
OCCASIONS = {
    v.SIDE: "Sides are taken once, before everything else.",
    v.CHAMPION: "A Champion is chosen once, before the first turn.",
    v.ALLY: "An Ally is recruited once, before the first turn.",
    v.KEEP: "A Plot Twist is kept once, before the first turn.",
    v.LAY: "The first cards are hidden and played before the first turn.",
    v.END: "You end your actions in your own turn, when nothing else is asked.",
    v.DRAW: "To draw is an action of your own turn.",
    v.REVEAL: "To reveal a card is an action of your own turn.",
    v.SPIN: "To spin a card is an action of your own turn.",
    v.SLIDE: "To slide a card is an action of your own turn.",
    v.PLAY: "A card is played from your hand in your own turn, or by a Plot Twist.",
    v.HIDE: "A card is hidden from your hand in your own turn, or by a Plot Twist.",
    v.PUT: "A space is chosen once you have said which card goes there.",
    v.TWIST: "A Plot Twist is played in your own turn, or with an hourglass at the moment it names.",
    v.PASS: "You pass when you are asked whether to play your Plot Twist.",
    v.TARGET: "A card is aimed at once a Plot Twist has been played that needs it.",
    v.WAY: "The way is chosen once a Plot Twist slides a card.",
    v.TURNS: "How far a card turns is chosen once a Plot Twist spins it.",
    v.WISH: "There is a choice only once a Plot Twist has been played that leaves one.",
    v.DONE: "Nothing is asked now that you may leave out.",
}

# What an answer with a thing does, by the first word of its name, and which rule says so.
ANSWERS_WITH = {
    "side": {v.SIDE: "SB-BUILD.1"},
    "team": {v.CHAMPION: "SB-BUILD.2", v.ALLY: "SB-BUILD.3"},
    "twist": {v.KEEP: "SB-BUILD.5", v.TWIST: "SB-TWIST.2"},
    "hand": {v.LAY: "SB-SETUP.3", v.PLAY: "SB-PLAY.1"},
    "deck": {v.DRAW: "SB-DRAW.1"},
    "cell": {v.PUT: "SB-PLAY.1", v.REVEAL: "SB-REVEAL.1"},
}
