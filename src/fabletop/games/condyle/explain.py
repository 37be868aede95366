"""Why not: the rule that forbids an action, in words for the case at hand.

Only the seat that is asked gets past the first lines, and what follows depends on nothing but what
that seat can see.
"""

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import codes
from fabletop.games.condyle import table as t
from fabletop.games.condyle.state import Condyle
from fabletop.games.condyle.words import (
    BY_CELL,
    BY_FACE,
    VERBS,
    answer_words,
    at,
    edition_of,
    face,
    kind_name,
    player_name,
    prompt,
    solo,
    space_name,
)
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.question import Option, Refusal

# Which verbs answer which question, and the rule that says so.
ANSWERS: dict[int, tuple[set[int], str]] = {
    codes.F_CROSS: ({codes.PLACE}, "CC-SETUP.6"),
    codes.F_PAWN: ({codes.START}, "CC-SETUP.8"),
    codes.F_FLIP: ({codes.FLIP}, "CC-AOD.1"),
    codes.F_HIDE: ({codes.HIDE, codes.SHUFFLE}, "CC-AOD.7"),
    codes.F_GO: ({codes.GO, codes.STAY}, "CC-MOVE.1"),
    codes.F_PLAY: ({codes.PLAY, codes.STOP, codes.WINTER}, "CC-PLAY.1"),
    codes.F_DRAW: ({codes.DRAW, codes.WINTER}, "CC-DRAW.4"),
    codes.F_PUT: ({codes.PLACE}, "CC-MAP.1"),
    codes.F_SLAP: ({codes.SLAP}, "CC-GHOST.7"),
    codes.F_TARGET: ({codes.TARGET, codes.DONE}, "CC-R26"),
    codes.F_NUMBER: ({codes.NUMBER}, "CC-R26"),
    codes.F_WINDOW: ({codes.DEFEND, codes.PASS}, "CC-R43"),
    codes.F_PATH: ({codes.TO, codes.DONE}, "CC-R17"),
    codes.F_SEND: ({codes.TO, codes.DONE}, "CC-R22"),
    codes.F_TAKE: ({codes.TAKE}, "CC-R30"),
    codes.F_LOSE: ({codes.LOSE, codes.LOSE_TOP}, "CC-HAND.4"),
    codes.F_STASH: ({codes.STASH, codes.DONE}, "CC-R38"),
    codes.F_FETCH: ({codes.TAKE, codes.DONE}, "CC-R36"),
    codes.F_SIFT: ({codes.TOP, codes.BOTTOM}, "CC-R26"),
    codes.F_PEEK: ({codes.PEEK, codes.DONE}, "CC-R26"),
    codes.F_GIVE: ({codes.GIVE}, "CC-R26"),
    codes.F_BUILD: ({codes.BUILD}, "CC-R12"),
    codes.F_SHIFT: ({codes.PLACE}, "CC-R13"),
    codes.F_MAY: ({codes.YES, codes.DONE}, "CC-R38"),
}


def explain(state: Condyle, seat: int | None, action: object) -> Refusal | None:
    if state.over:
        return Refusal("CC-OUT.2", "The game is over.")
    if seat != state.seat:
        return Refusal(
            "CC-SETUP.10", f"It is not your question: {player_name(state, int(state.seat))} is asked."
        )
    if not isinstance(action, int) or isinstance(action, bool):
        return Refusal("CC-TURN.1", f"{action!r} is no action: an action is one of the numbers of legal().")
    if state.allows(action):
        return None
    if not 0 <= action < 1 << 32 or verb_of(action) not in VERBS:
        return Refusal("CC-TURN.1", f"{action} is no action of this game.")
    verb, thing = int(verb_of(action)), int(thing_of(action))
    kind = int(state.top())
    verbs, rule = ANSWERS[kind]
    if verb == codes.TICK:
        return Refusal("CC-R69", "The game keeps its own time: only a live table tells how it passes.")
    if verb not in verbs:
        return wrong_verb(state, verb, verbs, rule)
    if verb in BY_FACE:
        return refuse_face(state, kind, verb, thing, rule)
    if verb in BY_CELL:
        return refuse_cell(state, kind, thing, rule)
    return refuse_other(state, kind, verb, thing, rule)


def wrong_verb(state: Condyle, verb: int, verbs: set[int], rule: str) -> Refusal:
    later = {
        codes.GO: ("CC-TURN.2", "Movement is over"),
        codes.PLAY: ("CC-TURN.2", "it is not your Play phase"),
    }
    if verb in later and state.top() in (codes.F_PLAY, codes.F_DRAW, codes.F_PUT, codes.F_SLAP):
        rule, words = later[verb]
        return Refusal(rule, f"A phase once left is not entered again this turn: {words}.")
    names = " or ".join(repr(VERBS[wanted]) for wanted in sorted(verbs))
    return Refusal(rule, f"{VERBS[verb]!r} does not answer this question. {prompt(state)} Answer {names}.")


# --- Cards -------------------------------------------------------------------------------------------


def refuse_face(state: Condyle, kind: int, verb: int, number: int, rule: str) -> Refusal:
    if number >= len(edition_of(state).faces):
        return Refusal(rule, "There is no such card.")
    card = face(state, number)
    if verb == codes.DEFEND:
        return refuse_defence(state, number)
    if kind == codes.F_PLAY and state.held(state.seat, number) >= 0:
        return Refusal("CC-SOLO.18", f"You have played {card.name} this turn; no name is played twice.")
    if kind == codes.F_SIFT:
        return Refusal(rule, f"{card.name} is not one of the cards you look at.")
    if kind == codes.F_FETCH:
        return Refusal("CC-R36", f"{card.name} does not lie face up in your discard.")
    owner = (
        int(state.arg(0))
        if kind == codes.F_TAKE or (kind == codes.F_LOSE and state.arg(1) == c.YOURS)
        else None
    )
    whose = "your hand" if owner is None else f"the hand of {player_name(state, owner)}"
    return Refusal(rule, f"{card.name} is not in {whose}.")


def refuse_defence(state: Condyle, number: int) -> Refusal:
    card = face(state, number)
    if not card.defensive:
        return Refusal("CC-DEF.2", f"{card.name} is no Defensive card; only those are played out of turn.")
    if state.held(state.seat, number) < 0:
        return Refusal("CC-DEF.2", f"{card.name} is not in your hand.")
    if solo(state):
        return Refusal("CC-SOLO.18", f"You have played {card.name} this turn; no name is played twice.")
    return Refusal("CC-R44", f"{card.name} shields only yourself, and this card does nothing to you.")


# --- Spaces ------------------------------------------------------------------------------------------


def refuse_cell(state: Condyle, kind: int, cell: int, rule: str) -> Refusal:
    if not inside(cell):
        return Refusal(rule, "There is no such place.")
    node = state.node_at(cell)
    if kind in (codes.F_PUT, codes.F_SHIFT, codes.F_CROSS) or (kind == codes.F_BUILD and node < 0):
        return refuse_placing(state, kind, cell)
    if kind == codes.F_BUILD:
        return Refusal("CC-DETOUR.4", f"{kind_name(state, c.CUL_DE_SAC)} cannot be replaced.")
    if node < 0:
        return Refusal("CC-SETUP.7", f"There is no space at {at(state, cell)}.")
    name = space_name(state, cell)
    if kind == codes.F_PAWN:
        return Refusal("CC-SETUP.8", f"{name} is not one of the five spaces.")
    if kind == codes.F_SEND:
        return Refusal(rule, f"{name} is not where the card may put the pawn.")
    if solo(state):
        return Refusal("CC-SOLO.16", f"{name} cannot be reached clockwise with these steps.")
    if kind == codes.F_GO:
        return Refusal("CC-MOVE.1", f"{name} is farther than {state.stride} spaces.")
    return Refusal("CC-R17", f"{name} cannot be reached in exactly so many steps.")


def inside(cell: int) -> bool:
    """Whether the cell and its neighbours lie in the window."""
    return 1 <= cell % t.WIDE < t.WIDE - 1 and 1 <= cell // t.WIDE < t.WIDE - 1


def refuse_placing(state: Condyle, kind: int, cell: int) -> Refusal:
    if state.node_at(cell) >= 0:
        return Refusal("CC-R9", f"{at(state, cell)} is taken.")
    if kind == codes.F_CROSS:
        return Refusal("CC-SETUP.6", "A card of the starting cross lies against a side of the cul-de-sac.")
    if all(state.node_at(cell + way) < 0 for way in t.STEP):
        return Refusal("CC-MAP.2", f"No card touches {at(state, cell)}: one side must lie against a card.")
    return Refusal("CC-MAP.3", f"At a corner of {at(state, cell)} four cards would meet.")


# --- The rest ----------------------------------------------------------------------------------------


def refuse_other(state: Condyle, kind: int, verb: int, thing: int, rule: str) -> Refusal:
    if verb in (codes.FLIP, codes.PEEK, codes.HIDE):
        if thing < t.ACTS and state.act_up >> thing & 1:
            return Refusal("CC-AOD.4", f"Act {thing + 1} lies face up, and cannot be chosen again.")
        return Refusal(rule, "That is not one of the face-down Acts to choose from.")
    if verb == codes.STOP:
        return refuse_stop(state, thing)
    if verb == codes.WINTER:
        return refuse_winter(state)
    if verb == codes.DRAW:
        return refuse_draw(state, thing)
    if verb == codes.TARGET:
        return refuse_target(state, thing)
    if verb == codes.LOSE_TOP:
        return Refusal("CC-R24", "There is no card in your pile to lose, or it must come from a hand.")
    if verb == codes.DONE:
        return Refusal("CC-R38", "This is not optional: do as much of it as you can.")
    return Refusal(rule, "That is not one of the choices.")


def refuse_stop(state: Condyle, thing: int) -> Refusal:
    if solo(state):
        return Refusal("CC-SOLO.17", "You must play at least one card.")
    if thing == 1:
        return Refusal("CC-R28", "You need not, or cannot, promise to flip a Last Winter card.")
    if thing > 1:
        return Refusal("CC-PLAY.1", "That is not one of the choices.")
    held = state.hand_n(state.seat)
    return Refusal("CC-HAND.2", f"With {held} cards in hand your draws do not fit: play a card first.")


def refuse_winter(state: Condyle) -> Refusal:
    if len(state.terms.winter) == 0:
        return Refusal("CC-LW.2", "The Last Winter cards are not in this game.")
    if state.kind_under(state.active) != c.COLD:
        return Refusal("CC-LW.4", "You can flip a Last Winter card only while you rest on OUT IN THE COLD.")
    if state.flipped:
        return Refusal("CC-R63", "You have flipped a Last Winter card this turn.")
    return Refusal("CC-R65", "There is no Last Winter card left.")


def refuse_draw(state: Condyle, thing: int) -> Refusal:
    if thing == 1:
        return Refusal("CC-DRAW.4", "The Cove deck is empty.")
    if thing > 1:
        return Refusal("CC-DRAW.4", "Draw from your pile or from the Cove deck.")
    if state.pile_n(state.seat) == 0:
        return Refusal("CC-R40", "Your pile is empty.")
    return Refusal("CC-HAND.1", "You hold four cards already: draw from the Cove deck.")


def refuse_target(state: Condyle, player: int) -> Refusal:
    if player > t.BENNY or (player < t.BENNY and player >= state.terms.seats):
        return Refusal("CC-R26", "There is no such player.")
    name = player_name(state, player)
    if player == t.BENNY:
        return Refusal("CC-CARD.5", f"{name} is no player: this card cannot name him.")
    if not state.is_live(player):
        return Refusal("CC-OUT.1", f"{name} is out of the game and cannot be reached.")
    if player == state.fx_get(t.FX_OWNER):
        return Refusal("CC-CARD.5", "The card names another player, not you.")
    if state.cards.row(state.arg(0), c.OP) == c.DO_SCAVENGE:
        return Refusal("CC-R55", f"The discard of {name} is empty, and another one is not.")
    return Refusal("CC-R26", f"{name} is not where the card wants its target to be.")


# --- What a person may wonder about ------------------------------------------------------------------


def conceivable(state: Condyle, seat: int | None) -> list[Option]:
    """Every action on things in sight, whether or not it is allowed."""
    if seat is None or state.over:
        return []
    thought = [*state.legal()] if seat == state.seat else []
    thought += [
        act(codes.STAY, 0),
        act(codes.STOP, 0),
        act(codes.DRAW, 0),
        act(codes.DRAW, 1),
        act(codes.PASS, 0),
    ]
    if len(state.terms.winter):
        thought.append(act(codes.WINTER, 0))
    for node in sorted(range(state.nodes), key=lambda node: int(state.node_cell[node])):
        if state.node_cell[node] >= 0:
            thought.append(act(codes.GO, int(state.node_cell[node])))
    for i in range(state.hand_n(seat)):
        number = int(state.face(state.hand[seat * 4 + i]))
        thought += [act(codes.PLAY, number), act(codes.DEFEND, number)]
    thought += [act(codes.TARGET, player) for player in range(state.terms.seats)]
    ordered = sorted(dict.fromkeys(thought))
    return [as_thought(state, action) for action in ordered]


def as_thought(state: Condyle, action: int) -> Option:
    verb, thing = int(verb_of(action)), int(thing_of(action))
    ref, words = answer_words(state, verb, thing)
    return Option(action, VERBS[verb], ref, words)
