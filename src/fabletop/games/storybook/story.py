"""The journal in words: one line for each thing that happened, as one seat may read it."""

from collections.abc import Callable

from fabletop.games.storybook import table as t
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.state import Storybook
from fabletop.games.storybook.wording import TURNED, twist_text
from fabletop.games.storybook.words import SIDE_NAMES, edition_of, face_of, role_name
from fabletop.kernel.game import kinds_of
from fabletop.kernel.journal import UNSEEN

KINDS = kinds_of(vars(t))
Line = Callable[[Storybook, str, int, int, int], str]


def card(state: Storybook, number: int) -> str:
    return "a card" if number == UNSEEN else face_of(state, number).name


def bested(state: Storybook, a: int, b: int, overwhelmed: int) -> str:
    """Who bested whom; both sides may have an Ally of the same name."""
    one, other = card(state, a), card(state, b)
    if one == other:
        one, other = f"{role_name(state, a // DECK)}'s {one}", f"{role_name(state, b // DECK)}'s"
    return f"{one} {'overwhelms' if overwhelmed else 'bests'} {other}."


def team(state: Storybook, number: int) -> str:
    return edition_of(state).teams[number].name


def twist(state: Storybook, number: int) -> str:
    return edition_of(state).twists[number].name


def played_twist(state: Storybook, name: str, number: int) -> str:
    played = edition_of(state).twists[number]
    return f"{name} plays the Plot Twist {played.name}. {twist_text(played)}"


def kept(state: Storybook, name: str, number: int) -> str:
    return f"{name} keeps " + ("a Plot Twist in secret." if number == UNSEEN else f"{twist(state, number)}.")


LINES: dict[int, Line] = {
    t.TOLD_SIDE: lambda s, name, a, b, c: f"Player 1 plays the {SIDE_NAMES[a]}.",
    t.TOLD_CHAMPION: lambda s, name, a, b, c: f"{name.split(' (')[0]} is led by {team(s, a)}.",
    t.TOLD_ALLY: lambda s, name, a, b, c: f"{name} recruits {team(s, a)}.",
    t.TOLD_KEEP: lambda s, name, a, b, c: kept(s, name, a),
    t.TOLD_LEADER: lambda s, name, a, b, c: f"{card(s, a)} leads from ({b}, {c}).",
    t.TOLD_LAY: lambda s, name, a, b, c: f"{name} lays {card(s, a)} at ({b}, {c}).",
    t.TOLD_SHOWN: lambda s, name, a, b, c: f"{name} shows {card(s, a)} at ({b}, {c}).",
    t.TOLD_TURN: lambda s, name, a, b, c: f"Turn {a}: {name}.",
    t.TOLD_DRAW: lambda s, name, a, b, c: f"{name} draws {card(s, a)}.",
    t.TOLD_REVEAL: lambda s, name, a, b, c: f"{name} reveals {card(s, a)} at ({b}, {c}).",
    t.TOLD_SPIN: lambda s, name, a, b, c: f"{name} turns {card(s, a)} {TURNED[b]}.",
    t.TOLD_SLIDE: lambda s, name, a, b, c: f"{name} slides {card(s, a)} to ({b}, {c}).",
    t.TOLD_PLAY: lambda s, name, a, b, c: f"{name} plays {card(s, a)} at ({b}, {c}).",
    t.TOLD_HIDE: lambda s, name, a, b, c: f"{name} hides {card(s, a)} at ({b}, {c}).",
    t.TOLD_END: lambda s, name, a, b, c: f"{name} ends actions" + (f", {a} AP unused." if a else "."),
    t.TOLD_TWIST: lambda s, name, a, b, c: played_twist(s, name, a),
    t.TOLD_MOVE: lambda s, name, a, b, c: f"{name} moves {card(s, a)} to ({b}, {c}).",
    t.TOLD_SWAP: lambda s, name, a, b, c: f"{name} exchanges: {card(s, a)} goes to ({b}, {c}).",
    t.TOLD_RETURN: lambda s, name, a, b, c: f"{card(s, a)} returns from ({b}, {c}) to its owner's hand.",
    t.TOLD_FLIPDOWN: lambda s, name, a, b, c: f"{card(s, a)} at ({b}, {c}) is turned face down.",
    t.TOLD_AP: lambda s, name, a, b, c: f"{name} gains {a} AP.",
    t.TOLD_BUFF: lambda s, name, a, b, c: f"{card(s, a)} has {b:+} Swords, {c:+} Shields for now.",
    t.TOLD_GUARD: lambda s, name, a, b, c: f"{card(s, a)} cannot be captured for now.",
    t.TOLD_DUEL: lambda s, name, a, b, c: f"{card(s, a)} captures whatever it Bests for now.",
    t.TOLD_BESTED: lambda s, name, a, b, c: f"{card(s, a)} {'overwhelms' if c else 'bests'} {card(s, b)}.",
    t.TOLD_CAPTURED: lambda s, name, a, b, c: f"{card(s, a)} at ({b}, {c}) is captured.",
    t.TOLD_SCORE: lambda s, name, a, b, c: f"Plot Points: Heroes {a}, Villains {b}.",
    t.TOLD_FADE: lambda s, name, a, b, c: f"The Plot Twist on {card(s, a)} wears off.",
    t.TOLD_WON: lambda s, name, a, b, c: "A draw." if a < 0 else f"The {SIDE_NAMES[a]} win.",
    t.TOLD_OVERTIME: lambda s, name, a, b, c: f"{a} to {a}: overtime. The first to be ahead wins.",
    t.TOLD_STALL: lambda s, name, a, b, c: f"{a} turns without a capture: the game ends.",
    t.TOLD_DEAL: lambda s, name, a, b, c: f"The decks are shuffled, and all draw {a} cards.",
}
