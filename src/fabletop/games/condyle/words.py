"""Names and sentences: players, cards, spaces, questions and answers."""

from typing import cast

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import codes, losing
from fabletop.games.condyle import table as t
from fabletop.games.condyle.edition import Act, Charm, CondyleEdition, Face
from fabletop.games.condyle.state import Condyle
from fabletop.games.condyle.wording import BUILT, face_text, space_text
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.question import Option
from fabletop.kernel.state import State

VERBS = {
    codes.PLACE: "place",
    codes.START: "start",
    codes.FLIP: "flip",
    codes.HIDE: "hide",
    codes.SHUFFLE: "shuffle",
    codes.GO: "go",
    codes.STAY: "stay",
    codes.PLAY: "play",
    codes.STOP: "stop",
    codes.WINTER: "winter",
    codes.DRAW: "draw",
    codes.SLAP: "slap",
    codes.TICK: "tick",
    codes.DEFEND: "defend",
    codes.PASS: "pass",
    codes.TARGET: "target",
    codes.NUMBER: "number",
    codes.TO: "to",
    codes.DONE: "done",
    codes.TAKE: "take",
    codes.LOSE: "lose",
    codes.LOSE_TOP: "lose top",
    codes.STASH: "stash",
    codes.TOP: "top",
    codes.BOTTOM: "bottom",
    codes.PEEK: "peek",
    codes.GIVE: "give",
    codes.BUILD: "build",
    codes.YES: "yes",
}
BY_CELL = {codes.PLACE, codes.START, codes.GO, codes.TO, codes.BUILD}
BY_FACE = {codes.PLAY, codes.DEFEND, codes.TAKE, codes.LOSE, codes.STASH, codes.TOP, codes.BOTTOM, codes.GIVE}
BY_SLOT = {codes.FLIP, codes.HIDE, codes.PEEK}
FATES = {
    t.EATEN: "eaten by a Boogeyman",
    t.EMPTY: "out of Options",
    t.SCREAMED: "taken by Benny's second scream",
    t.CAUGHT: "caught by the Boogeyman",
    t.OUTLASTED: "outlasted",
    t.ESCAPED: "escaped",
}


# --- Names -------------------------------------------------------------------------------------------


def edition_of(state: State) -> CondyleEdition:
    return cast(CondyleEdition, state.opening.edition)


def solo(state: State) -> bool:
    return state.opening.players == 1


def player_name(state: State, player: int) -> str:
    if player == t.BENNY:
        return "Benny"
    if solo(state):
        return "The Boogeyman" if player == t.BOOGEYMAN else "The orphan"
    return f"Orphan {player + 1}"


def face(state: State, number: int) -> Face:
    return edition_of(state).faces[number]


def act(state: State, number: int) -> Act:
    return edition_of(state).acts[number]


def charm(state: State, number: int) -> Charm:
    return edition_of(state).charms[number]


def kind_name(state: State, kind: int) -> str:
    if kind == c.CUL_DE_SAC:
        edition = edition_of(state)
        return edition.cul_de_sacs[state.opening.options.get("cul_de_sac", "kiddie_corner")]
    return edition_of(state).spaces[kind].name


def at(state: Condyle, cell: int) -> str:
    return f"({state.x_of(cell)}, {state.y_of(cell)})"


def space_name(state: Condyle, cell: int) -> str:
    """The space on a cell, with its place; solo: with its number on the ring."""
    node = state.node_at(cell)
    if node < 0:
        return at(state, cell)
    where = f"(space {node})" if solo(state) else at(state, cell)
    return f"{kind_name(state, state.node_kind[node])} {where}"


# --- Answers -----------------------------------------------------------------------------------------


def option(state: Condyle, action: int) -> Option:
    verb, thing = int(verb_of(action)), int(thing_of(action))
    ref, words = answer_words(state, verb, thing)
    return Option(action, VERBS[verb], ref, words)


def answer_words(state: Condyle, verb: int, thing: int) -> tuple[str, str]:
    """What an answer is done to, and the whole of it in words, for the seat that is asked."""
    if verb in BY_CELL:
        return f"cell {state.x_of(thing)},{state.y_of(thing)}", cell_words(state, verb, thing)
    if verb in BY_FACE:
        return face_words(state, verb, thing)
    if verb in BY_SLOT:
        return f"act {thing + 1}", slot_words(state, verb, thing)
    if verb == codes.TARGET:
        return f"player {thing}", f"Choose {player_name(state, thing)}{where_is(state, thing)}"
    if verb == codes.NUMBER:
        return f"number {thing}", f"Move {thing} spaces"
    if verb == codes.DRAW:
        return ("cove", "Draw a Cove card and place it") if thing else ("pile", "Draw from your pile")
    if verb == codes.STOP:
        words = "Play no more cards" + (", and flip a Last Winter card in your Draw phase" if thing else "")
        return "", words
    if verb == codes.TICK:
        return f"seconds {thing}", f"Time passes: {thing} seconds"
    return ("winter" if verb == codes.WINTER else ""), PLAIN[verb]


PLAIN = {
    codes.SHUFFLE: "Shuffle the Boogeyman among the face-down Acts",
    codes.STAY: "Stay where you are",
    codes.WINTER: "Flip the top Last Winter card",
    codes.SLAP: "Slap the table: your turn is over",
    codes.PASS: "Let it happen",
    codes.DONE: "No",
    codes.LOSE_TOP: "Lose the top card of your pile, unseen",
    codes.YES: "Yes",
}


def where_is(state: Condyle, pawn: int) -> str:
    node = state.pawn[pawn] if pawn <= t.BENNY else -1
    return f", on {space_name(state, state.node_cell[node])}" if node >= 0 else ""


def cell_words(state: Condyle, verb: int, cell: int) -> str:
    name = space_name(state, cell) if 0 <= cell < t.CELLS else "there"
    if verb == codes.PLACE:
        return f"Lay it at {name}"
    if verb == codes.START:
        return f"Start on {name}"
    if verb == codes.GO:
        return f"Go to {name}"
    if verb == codes.BUILD:
        replaced = 0 <= cell < t.CELLS and state.node_at(cell) >= 0
        return f"Put it in the place of {name}" if replaced else f"Add it at {name}"
    return f"To {name}"


FACE_MANNERS = {
    codes.PLAY: "Play {}",
    codes.DEFEND: "Defend with {}",
    codes.TAKE: "Take {}",
    codes.LOSE: "Discard {}",
    codes.STASH: "Put {} under your pile",
    codes.TOP: "Put {} on top",
    codes.BOTTOM: "Put {} at the bottom",
    codes.GIVE: "Pass on {}",
}


def face_words(state: Condyle, verb: int, number: int) -> tuple[str, str]:
    if number >= len(edition_of(state).faces):
        return "", FACE_MANNERS[verb].format("no card of this game")
    card = face(state, number)
    words = FACE_MANNERS[verb].format(card.name)
    return f"card {card.id}", f"{words}: {face_text(card)}" if verb in (codes.PLAY, codes.DEFEND) else words


def slot_words(state: Condyle, verb: int, slot: int) -> str:
    known = ""
    if slot < t.ACTS and state.seat >= 0 and state.act_seen[slot] >> state.seat & 1 and verb != codes.HIDE:
        known = f" ({act(state, state.act[slot]).name})"
    manner = {codes.FLIP: "Flip Act", codes.HIDE: "Put the Boogeyman at place", codes.PEEK: "Look at Act"}[
        verb
    ]
    return f"{manner} {slot + 1}{known}"


# --- Questions ---------------------------------------------------------------------------------------


def carried_out(state: Condyle) -> str:
    """The name of the card or space on top."""
    what, source = int(state.fx_get(t.FX_WHAT)), state.fx_get(t.FX_SOURCE)
    if source in (t.FROM_OPTIONS, t.FROM_MOVE_DECK):
        return face(state, what).name
    if source == t.FROM_ACT:
        return act(state, what).name
    if source == t.FROM_SPACE:
        return kind_name(state, what)
    return charm(state, what).name


def prompt(state: Condyle) -> str:
    """What the seat that is asked reads."""
    kind = int(state.top())
    if kind == codes.F_CROSS:
        return f"Where do you lay {kind_name(state, state.cove[state.cove_n - 1])}?"
    if kind == codes.F_PUT:
        name = kind_name(state, state.arg(0))
        return f"You drew {name}. {space_text(edition_of(state).spaces[state.arg(0)])} Where do you lay it?"
    if kind == codes.F_SHIFT:
        return f"Where does {kind_name(state, state.node_kind[state.arg(0)])} go?"
    if kind == codes.F_GO:
        steps = "clockwise " if solo(state) else ""
        return f"Movement: you may go {steps}up to {state.stride} spaces. Where?"
    if kind == codes.F_PLAY:
        return play_prompt(state)
    if kind == codes.F_WINDOW:
        return window_prompt(state)
    if kind in PROMPTS:
        return PROMPTS[kind]
    return f"{carried_out(state)}: {effect_prompt(state, kind)}"


def play_prompt(state: Condyle) -> str:
    from fabletop.games.condyle.turn import may_stop

    if solo(state):
        return "Play: which card do you play?" if state.played == 0 else "Play: another card?"
    must = "" if may_stop(state, 0) else " You hold too many cards for your draws, so you must."
    return f"Play: which card do you play?{must}"


def window_prompt(state: Condyle) -> str:
    owner, target = int(state.fx_get(t.FX_OWNER)), int(state.fx_get(t.FX_TARGET))
    aimed = f" at {player_name(state, target)}" if target >= 0 else ""
    who = "You play" if owner == state.seat else f"{player_name(state, owner)} plays"
    source = "flips" if state.fx_get(t.FX_SOURCE) in (t.FROM_WINTER, t.FROM_MOVE_DECK) else ""
    who = who.replace("plays", source) if source else who
    return f"{who} {carried_out(state)}{aimed}. Do you defend?"


PROMPTS = {
    codes.F_PAWN: "Where does your pawn start?",
    codes.F_FLIP: "You begin on the cul-de-sac. Which Act do you flip?",
    codes.F_HIDE: "The Boogeyman has you. Where does he go among the face-down Acts?",
    codes.F_DRAW: "Draw: from where?",
    codes.F_SLAP: "Your turn is done.",
}


def effect_prompt(state: Condyle, kind: int) -> str:
    if kind == codes.F_PATH:
        return f"where does {player_name(state, int(state.arg(0)))} go?"
    if kind == codes.F_SEND:
        return f"where is {player_name(state, int(state.arg(0)))} put?"
    if kind == codes.F_LOSE and state.arg(1) == c.YOURS:
        return f"which card does {player_name(state, int(state.arg(0)))} lose?"
    if kind == codes.F_TAKE:
        return f"which card do you take from {player_name(state, int(state.arg(0)))}?"
    if kind == codes.F_GIVE:
        to = losing.receiver(state, losing.giver(state))
        return f"which card do you pass to {player_name(state, int(to))}?"
    return EFFECT_PROMPTS[kind]


EFFECT_PROMPTS = {
    codes.F_TARGET: "whom do you choose?",
    codes.F_NUMBER: "how many spaces?",
    codes.F_LOSE: "which card do you lose?",
    codes.F_STASH: "which card goes under your pile?",
    codes.F_FETCH: "which face-up discard do you take?",
    codes.F_SIFT: "you look at the top of your pile. What goes where?",
    codes.F_PEEK: "which Act do you look at?",
    codes.F_BUILD: f"{BUILT}. Where?",
    codes.F_MAY: "do you want it?",
}
