"""Names and sentences: players, cards, spaces, and answers; what several questions say."""

from typing import TYPE_CHECKING, cast

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
from fabletop.games.condyle import verbs as v
from fabletop.kernel.effects.nodes import Step, all_steps
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.games.condyle.carrying import Deed
    from fabletop.games.condyle.edition import Act, Charm, CondyleEdition, Face
    from fabletop.games.condyle.game import CondyleGame

WAYS = {"north": t.WIDE, "east": 1, "south": -t.WIDE, "west": -1}
BY_CELL = {v.PLACE, v.START, v.GO, v.TO, v.BUILD}
BY_FACE = {v.PLAY, v.DEFEND, v.TAKE, v.LOSE, v.STASH, v.TOP, v.BOTTOM, v.GIVE}
BY_SLOT = {v.FLIP, v.HIDE, v.PEEK}
BOOGEYMAN = "The Boogeyman"  # what he is called
LEAVES = {
    t.EATEN: "was eaten by a Boogeyman",
    t.EMPTY: "had no Options left to draw",
    t.SCREAMED: "was taken by Benny's second scream",
}
FATES = {
    t.EATEN: "eaten by a Boogeyman",
    t.EMPTY: "out of Options",
    t.SCREAMED: "taken by Benny's second scream",
    t.CAUGHT: "caught by the Boogeyman",
    t.OUTLASTED: "outlasted",
    t.ESCAPED: "escaped",
}


# --- Names -------------------------------------------------------------------------------------------


def game_of(state: State) -> "CondyleGame":
    return cast("CondyleGame", state.opening.game)


def edition_of(state: State) -> "CondyleEdition":
    return cast("CondyleEdition", state.opening.edition)


def player_name(state: t.Table, player: int) -> str:
    return "Benny" if player == t.BENNY else game_of(state).seat_name(state, player)


def face(state: State, number: int) -> "Face":
    return edition_of(state).faces[number]


def act(state: State, number: int) -> "Act":
    return edition_of(state).acts[number]


def charm(state: State, number: int) -> "Charm":
    return edition_of(state).charms[number]


def kind_name(state: State, kind: int) -> str:
    if kind == c.CUL_DE_SAC:
        edition = edition_of(state)
        return edition.cul_de_sacs[state.opening.options.get("cul_de_sac", "kiddie_corner")]
    return edition_of(state).spaces[kind].name


def space_named(state: t.Table, node: int) -> str:
    """A card of the map by its name, and a DETOUR or PASSAGE by which of them it is."""
    kind = int(state.kind_of(node))
    name = kind_name(state, kind)
    if kind not in (c.DETOUR, c.PASSAGE):
        return name
    return f"{name} {1 + sum(state.kind_of(other) == kind for other in range(node))}"


def space_words(state: State, kind: int) -> str:
    """What a kind of space does."""
    return game_of(state).space_words(edition_of(state).spaces[kind])


def inside(cell: int) -> bool:
    """Whether the cell and its neighbours lie in the window."""
    return 1 <= cell % t.WIDE < t.WIDE - 1 and 1 <= cell // t.WIDE < t.WIDE - 1


def space_name(state: t.Table, cell: int) -> str:
    """The space on a cell; an empty cell by the spaces that it lies against."""
    node = int(state.node_at(cell))
    if node >= 0:
        return game_of(state).space(state, node)
    beside = [(way, int(state.node_at(cell - step))) for way, step in WAYS.items()]
    near = [f"{way} of {game_of(state).space(state, other)}" for way, other in beside if other >= 0]
    return " and ".join(near) if near else "far from the map"


# --- Answers -----------------------------------------------------------------------------------------


def label(state: t.Table, verb: int, thing: int) -> Label:
    """What an answer is done to, and the whole of it in words, for the seat that is asked."""
    if verb in BY_CELL:
        return Label(cell_words(state, verb, thing), f"cell {state.x_of(thing)},{state.y_of(thing)}")
    if verb in BY_FACE:
        return face_label(state, verb, thing)
    if verb in BY_SLOT:
        return Label(slot_words(state, verb, thing), f"act {thing + 1}")
    if verb == v.TARGET:
        return Label(f"Choose {player_name(state, thing)}{where_is(state, thing)}", f"player {thing}")
    if verb == v.NUMBER:
        return Label(f"Move {thing} spaces", f"number {thing}")
    if verb == v.DRAW:
        cove, pile = Label("Draw a Cove card and place it", "cove"), Label("Draw from your pile", "pile")
        return cove if thing else pile
    if verb == v.STOP:
        return Label(
            "Play no more cards" + (", and flip a Last Winter card in your Draw phase" if thing else "")
        )
    if verb == v.TICK:
        return Label(f"Time passes: {thing} seconds", f"seconds {thing}")
    return Label(PLAIN[verb], {v.WINTER: "winter", v.SLAP: "slap"}.get(verb, ""))


PLAIN = {
    v.SHUFFLE: "Shuffle the Boogeyman among the face-down Acts",
    v.STAY: "Stay where you are",
    v.WINTER: "Flip the top Last Winter card",
    v.SLAP: "Slap the table: your turn is over",
    v.PASS: "Let it happen",
    v.DONE: "None",
    v.LOSE_TOP: "Lose the top card of your pile, unseen",
    v.YES: "Yes",
}


def where_is(state: t.Table, pawn: int) -> str:
    node = state.pawn[pawn] if pawn <= t.BENNY else -1
    return f", on {space_name(state, state.cell_of(node))}" if node >= 0 else ""


def cell_words(state: t.Table, verb: int, cell: int) -> str:
    name = space_name(state, cell) if 0 <= cell < t.CELLS else "there"
    if verb == v.PLACE:
        return f"Lay it {name}"
    if verb == v.START:
        return f"Start on {name}"
    if verb == v.GO:
        return f"Go to {name}"
    if verb == v.BUILD:
        replaced = 0 <= cell < t.CELLS and state.node_at(cell) >= 0
        return f"Put it in the place of {name}" if replaced else f"Add it {name}"
    return f"To {name}"


WITH_A_CARD = {
    v.PLAY: "Play {}",
    v.DEFEND: "Defend with {}",
    v.TAKE: "Take {}",
    v.LOSE: "Discard {}",
    v.STASH: "Put {} under your pile",
    v.TOP: "Put {} on top",
    v.BOTTOM: "Put {} at the bottom",
    v.GIVE: "Pass on {}",
}


def face_label(state: t.Table, verb: int, number: int) -> Label:
    if number >= len(edition_of(state).faces):
        return Label(WITH_A_CARD[verb].format("no card of this game"))
    card = face(state, number)
    words = WITH_A_CARD[verb].format(card.name)
    if verb in (v.PLAY, v.DEFEND):
        words += f": {card.words}"
    if verb == v.PLAY:
        words += safe_ones(state, number)
    return Label(words, f"card {card.id}")


def safe_ones(state: t.Table, number: int) -> str:
    """Whom a card could name, but not touch where they rest: said before it is played (CC-R20, CC-R32)."""
    steps = [step for step in all_steps(face(state, number).does) if names_another(step)]
    if not steps:
        return ""
    row = state.program.source.index(steps[0])
    others = [player for player in range(state.terms.seats) if player != state.seat and state.is_live(player)]
    safe = [player for player in others if cast("Deed", steps[0].verb).spares(state, row, player)]
    return "".join(f" {player_name(state, one)} is safe from it{where_is(state, one)}." for one in safe)


def names_another(step: Step) -> bool:
    return bool(step.verb.takes) and step.values[0] in (("other", "", ()), ("any", "", ()), ("pawn", "", ()))


def slot_words(state: t.Table, verb: int, slot: int) -> str:
    known = ""
    if slot < t.ACTS and state.seat >= 0 and state.deck[t.SEEN + slot] >> state.seat & 1 and verb != v.HIDE:
        known = f" ({act(state, state.deck[t.ACT + slot]).name})"
    words = {v.FLIP: "Flip Act", v.HIDE: "Put the Boogeyman at place", v.PEEK: "Look at Act"}
    return f"{words[verb]} {slot + 1}{known}"


# --- What several questions say --------------------------------------------------------------------------


def carried_out(state: t.Table) -> str:
    """The name of the card or space on top."""
    what, source = int(state.fx_get(t.FX_WHAT)), state.fx_get(t.FX_SOURCE)
    if source in (t.FROM_OPTIONS, t.FROM_MOVE_DECK):
        return face(state, what).name
    if source == t.FROM_ACT:
        return act(state, what).name
    if source == t.FROM_SPACE:
        return kind_name(state, what)
    return charm(state, what).name


def not_in_hand_of(state: t.Table, player: int, number: int, rule: str) -> Refusal:
    """A card that was to come out of another's hand."""
    return Refusal(rule, f"{face(state, number).name} is not in the hand of {player_name(state, player)}.")


def refuse_slot(state: t.Table, slot: int, rule: str) -> Refusal:
    if slot < t.ACTS and state.act_up >> slot & 1:
        return Refusal("CC-AOD.4", f"Act {slot + 1} lies face up, and cannot be chosen again.")
    return Refusal(rule, "That is not one of the face-down Acts to choose from.")


# When each thing can be done, for whoever tries it at another time.
OCCASIONS = {
    v.PLACE: "A Cove card is laid when it has been drawn, or while the map is set up.",
    v.START: "A starting space is chosen once, before the first turn.",
    v.FLIP: "An Act is flipped when your turn finds you on the cul-de-sac.",
    v.HIDE: "Where he hides is chosen by the first whom the Boogeyman eats.",
    v.SHUFFLE: "The Acts are mixed when the Boogeyman has eaten somebody.",
    v.GO: "You move at the beginning of your own turn, or where a card moves you.",
    v.STAY: "You stay or move at the beginning of your own turn.",
    v.PLAY: "Cards are played in your own turn, after moving and before drawing.",
    v.STOP: "You stop playing cards in your own turn, after moving and before drawing.",
    v.WINTER: "A Last Winter card is flipped while you play or draw, on OUT IN THE COLD.",
    v.DRAW: "You draw at the end of your own turn.",
    v.SLAP: "The slap ends your own turn, when all else is done.",
    v.TICK: "Time passes by itself.",
    v.DEFEND: "A Defensive card is played against what others do to you, when you are asked.",
    v.PASS: "You are not asked whether you defend.",
    v.TARGET: "Whom it befalls is chosen once a card has been played that needs it.",
    v.NUMBER: "A number is chosen once a card has been played that needs it.",
    v.TO: "A space is chosen once a card moves or sends somebody.",
    v.DONE: "Nothing is asked now that you may leave out.",
    v.TAKE: "A card is taken only where another card says so.",
    v.LOSE: "Cards are lost only where something makes you lose them.",
    v.LOSE_TOP: "Cards are lost only where something makes you lose them.",
    v.STASH: "A card goes under your pile only where another card says so.",
    v.TOP: "Cards are put in order only where a card lets you look at them.",
    v.BOTTOM: "Cards are put in order only where a card lets you look at them.",
    v.PEEK: "You look at an Act only where a card lets you.",
    v.GIVE: "A card is passed on only where another card says so.",
    v.BUILD: "A DETOUR is laid or exchanged when its card is played.",
    v.YES: "No card asks now whether you want what it does.",
}

# What an answer with a thing does, by the first word of its name, and which rule says so.
ANSWERS_WITH = {
    "cell": {v.GO: "CC-MOVE.1"},
    "card": {v.PLAY: "CC-PLAY.1"},
    "pile": {v.DRAW: "CC-DRAW.4"},
    "cove": {v.DRAW: "CC-DRAW.4"},
    "act": {v.FLIP: "CC-AOD.1"},
    "player": {v.TARGET: "CC-CARD.5"},
    "number": {v.NUMBER: "CC-PLAY.1"},
}
