"""Why not: the rule that forbids an action, in words for the case at hand.

Nothing here may depend on what the seat cannot know: an enemy's card is refused in the same words
wherever it is.
"""

from fabletop.games.storybook import actions, build, twists
from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.state import Storybook
from fabletop.games.storybook.wording import when_text
from fabletop.games.storybook.words import (
    VERBS,
    answer_words,
    edition_of,
    face_of,
    held_twist,
    prompt,
    seat_name,
    space,
)
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.question import Option, Refusal

# Which verbs answer which question, and the rule that says so.
ANSWERS: dict[int, tuple[set[int], str]] = {
    t.F_SIDE: ({t.SIDE}, "SB-BUILD.1"),
    t.F_CHAMPION: ({t.CHAMPION}, "SB-BUILD.2"),
    t.F_ALLY: ({t.ALLY_OF}, "SB-BUILD.3"),
    t.F_KEEP: ({t.KEEP}, "SB-BUILD.5"),
    t.F_LAY: ({t.LAY}, "SB-R5"),
    t.F_TURN: (
        {t.END, t.DRAW, t.REVEAL, t.SPIN, t.SLIDE, t.PLAY, t.HIDE, t.TWIST},
        "SB-TURN.2",
    ),
    t.F_PUT: ({t.PUT}, "SB-PLAY.1"),
    t.F_WINDOW: ({t.PASS, t.TWIST}, "SB-R28"),
    t.F_AIM: ({t.TARGET, t.DONE}, "SB-VOCAB.16"),
    t.F_SWAP: ({t.TARGET}, "SB-VOCAB.8"),
    t.F_WAY: ({t.WAY}, "SB-VOCAB.6"),
    t.F_SPOT: ({t.PUT}, "SB-VOCAB.7"),
    t.F_TURNS: ({t.TURNS}, "SB-VOCAB.5"),
    t.F_FROM_HAND: ({t.PLAY, t.HIDE}, "SB-VOCAB.3"),
    t.F_WISH: ({t.WISH}, "SB-VOCAB.14"),
}
COSTS = {
    t.DRAW: t.DRAW_COST,
    t.REVEAL: t.REVEAL_COST,
    t.SPIN: t.SPIN_COST,
    t.SLIDE: t.SLIDE_COST,
    t.PLAY: t.PLAY_COST,
    t.HIDE: t.HIDE_COST,
}


def explain(state: Storybook, seat: int | None, action: object) -> Refusal | None:
    if state.over:
        return Refusal("SB-GEN.1", "The game is over.")
    if seat is None or not state.asks(seat):
        return Refusal("SB-TURN.1", f"It is not your question: {seat_name(state, state.seat)} is asked.")
    if not isinstance(action, int) or isinstance(action, bool):
        return Refusal("SB-TURN.2", f"{action!r} is no action: an action is one of the numbers of legal().")
    if state.allows(action):
        return None
    if not 0 <= action < 1 << 32 or verb_of(action) not in VERBS:
        return Refusal("SB-TURN.2", f"{action} is no action of this game.")
    verb, thing = int(verb_of(action)), int(thing_of(action))
    kind = state.top()
    verbs, rule = ANSWERS[kind]
    if verb not in verbs:
        names = " or ".join(repr(VERBS[wanted]) for wanted in sorted(verbs))
        return Refusal(
            rule, f"{VERBS[verb]!r} does not answer this question. {prompt(state)} Answer {names}."
        )
    if kind == t.F_TURN:
        return refuse_action(state, verb, thing)
    if kind in (t.F_PUT, t.F_SPOT):
        return refuse_space(state, rule, thing)
    if kind == t.F_WINDOW:
        return refuse_twist(state, int(state.arg(0))) if thing == 0 else nothing_like(rule)
    if kind in (t.F_LAY, t.F_FROM_HAND):
        return refuse_hand(state, thing, rule)
    if kind in (t.F_CHAMPION, t.F_ALLY, t.F_KEEP):
        return refuse_pick(state, kind, thing)
    return Refusal(rule, "That is not one of the choices your Plot Twist leaves.")


def nothing_like(rule: str) -> Refusal:
    return Refusal(rule, "There is no such thing here.")


# --- Choosing a team ------------------------------------------------------------------------------


def refuse_pick(state: Storybook, kind: int, thing: int) -> Refusal:
    edition = edition_of(state)
    if kind == t.F_KEEP:
        return Refusal(
            "SB-BUILD.5", "You keep one of the two Twists of your Champion or the two of your Ally."
        )
    rule = "SB-BUILD.2" if kind == t.F_CHAMPION else "SB-BUILD.3"
    if thing >= len(edition.teams):
        return nothing_like(rule)
    team = edition.teams[thing]
    if team.kind != ("champion" if kind == t.F_CHAMPION else "ally"):
        return Refusal(rule, f"{team.name} is a team of the other kind.")
    if team.side != ("hero", "villain")[build.picks(state, state.arg(0)) & 1]:
        return Refusal(rule, f"That {team.name} serves the other side.")
    return Refusal("SB-R34", f"Your teammate already has {team.name}.")


# --- The six actions ------------------------------------------------------------------------------


def refuse_action(state: Storybook, verb: int, thing: int) -> Refusal:
    if verb == t.TWIST:
        return (
            refuse_twist(state, int(twists.moment_of_turn(state)))
            if thing == 0
            else nothing_like("SB-TWIST.1")
        )
    if verb == t.DRAW and thing == 0:
        return refuse_draw(state)
    if verb == t.REVEAL:
        return refuse_reveal(state, thing)
    if verb == t.SPIN:
        return refuse_spin(state, thing >> 1)
    if verb == t.SLIDE:
        return refuse_slide(state, thing >> 2, thing & 3)
    if verb in (t.PLAY, t.HIDE):
        return (
            refuse_hand(state, thing, "SB-PLAY.1" if verb == t.PLAY else "SB-HIDE.1")
            if affordable(state, verb)
            else too_dear(state, verb)
        )
    return nothing_like("SB-TURN.2")


def affordable(state: Storybook, verb: int) -> bool:
    return bool(state.ap >= COSTS[verb])


def too_dear(state: Storybook, verb: int) -> Refusal:
    name = VERBS[verb].capitalize()
    return Refusal("SB-TURN.4", f"{name} costs {COSTS[verb]} AP, and you have {state.ap} left.")


def refuse_draw(state: Storybook) -> Refusal:
    if state.tally[t.HAND_SIZE + state.role] >= t.FULL_HAND:
        held = state.tally[t.HAND_SIZE + state.role]
        return Refusal("SB-DRAW.2", f"You hold {held} cards; with {t.FULL_HAND} or more you may not draw.")
    if state.tally[t.DECK_SIZE + state.role] == 0:
        return Refusal("SB-R15", "Your deck is empty.")
    return too_dear(state, t.DRAW)


def refuse_reveal(state: Storybook, cell: int) -> Refusal:
    card = state.card_at(cell)
    if card < 0:
        return Refusal("SB-REVEAL.1", f"There is no card at {space(state, cell)}.")
    if state.is_up(card):
        return Refusal("SB-REVEAL.1", f"{face_of(state, card).name} is face up already.")
    return too_dear(state, t.REVEAL)


def not_on_table(state: Storybook, card: int, rule: str) -> Refusal | None:
    """The refusal of a card that is not the player's, or not in play."""
    if card // c.DECK != state.role:
        return Refusal(rule, "You do not control that card.")
    if not state.in_play(card):
        return Refusal(rule, f"{face_of(state, card).name} is not in play.")
    return None


def refuse_spin(state: Storybook, card: int) -> Refusal:
    refusal = not_on_table(state, card, "SB-SPIN.2")
    if refusal:
        return refusal
    if not state.is_up(card):
        return Refusal("SB-SPIN.2", f"{face_of(state, card).name} is face down, and only face-up cards spin.")
    return too_dear(state, t.SPIN)


def refuse_slide(state: Storybook, card: int, way: int) -> Refusal:
    refusal = not_on_table(state, card, "SB-SLIDE.1")
    if refusal:
        return refusal
    name = face_of(state, card).name
    if state.card_at(state.at[card] + t.STEP[way]) >= 0:
        return Refusal("SB-R10", f"Another card is in the way of {name}; a Slide never passes or pushes.")
    if state.taken == 1:
        return Refusal("SB-SLIDE.6", f"{name} is the only card in play, and cannot slide.")
    if actions.landing(state, card, way) == t.NOWHERE:
        return Refusal("SB-SLIDE.5", f"That way {name} would never come beside another card.")
    return too_dear(state, t.SLIDE)


def refuse_hand(state: Storybook, card: int, rule: str) -> Refusal:
    if card // c.DECK != state.seat ^ state.flipped:
        return Refusal(rule, "That is not one of your cards.")
    if state.at[card] == t.IN_HAND:
        return Refusal("SB-VOCAB.9", f"{face_of(state, card).name} has just returned: choose another card.")
    return Refusal(rule, f"{face_of(state, card).name} is not in your hand.")


def refuse_space(state: Storybook, rule: str, cell: int) -> Refusal:
    if not state.cell_in_reach(cell):
        return Refusal(rule, "That space is far from every card; put yours beside one.")
    if state.card_at(cell) >= 0:
        return Refusal(rule, f"{space(state, cell)} is taken.")
    return Refusal(rule, f"{space(state, cell)} is not beside any card in play.")


# --- Plot Twists ----------------------------------------------------------------------------------


def refuse_twist(state: Storybook, when: int) -> Refusal:
    """For the seat that is asked, about the Twist it holds."""
    role = state.seat ^ state.flipped
    if state.shown >> role & 1:
        return Refusal("SB-TWIST.1", "You have used your Plot Twist; there is one a game.")
    if twists.is_spent(state, role):
        return Refusal("SB-TEAM.6", "Your team has used its one Plot Twist.")
    twist = held_twist(state)
    index = state.tally[t.TWIST_OF + role]
    if not state.cards.twist_when[index] & when:
        rule = "SB-TWIST.4" if twist.hourglass else "SB-TWIST.2"
        return Refusal(rule, f"{twist.name} is played at another time: {when_text(twist)}.")
    if twist.enemy_turn and (state.role ^ role) & 1 == 0:
        return Refusal("SB-TWIST.4", f"{twist.name} is for an enemy's turn only.")
    if not twists.needs_hold(state, role, index):
        return Refusal("SB-TWIST.3", f"What {twist.name} requires does not hold now.")
    return Refusal("SB-R31", f"{twist.name} could do nothing now, so it may not be played.")


# --- What a person may wonder about ---------------------------------------------------------------


def conceivable(state: Storybook, seat: int | None) -> list[Option]:
    """Every action on things in sight, whether or not it is allowed."""
    if seat is None or state.over:
        return []
    thought = [*state.legal()] if seat == state.seat else []
    if state.turn > 0:
        thought += turn_thoughts(state, seat)
    return [as_thought(state, seat, action) for action in dict.fromkeys(thought)]


def turn_thoughts(state: Storybook, seat: int) -> list[int]:
    role = seat ^ state.flipped
    thought = [act(t.DRAW, 0), act(t.TWIST, 0), act(t.END, 0)]
    for card in sorted(range(len(state.at)), key=lambda card: int(state.at[card])):
        cell = state.at[card]
        if cell >= 0:
            thought.append(act(t.REVEAL, cell))
        if cell >= 0 and (card // c.DECK == role or state.is_up(card)):
            thought += [act(t.SPIN, card * 2 + way) for way in range(2)]
            thought += [act(t.SLIDE, card * 4 + way) for way in range(4)]
        if card // c.DECK == role and cell == t.IN_HAND:
            thought += [act(t.PLAY, card), act(t.HIDE, card)]
    return thought


def as_thought(state: Storybook, seat: int, action: int) -> Option:
    verb, thing = int(verb_of(action)), int(thing_of(action))
    if verb == t.TWIST:
        return Option(action, VERBS[verb], "twist", "Play your Plot Twist")
    ref, words = answer_words(state, seat, verb, thing)
    return Option(action, VERBS[verb], ref, words)
