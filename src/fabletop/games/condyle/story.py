"""The journal in words: one line for each thing that happened, as one seat may read it."""

from collections.abc import Callable

from fabletop.games.condyle import codes
from fabletop.games.condyle import table as t
from fabletop.games.condyle.state import Condyle
from fabletop.games.condyle.wording import act_text, charm_text, counted, face_text
from fabletop.games.condyle.words import (
    FATES,
    act,
    charm,
    face,
    kind_name,
    player_name,
    solo,
    space_name,
)
from fabletop.kernel.game import kinds_of
from fabletop.kernel.journal import UNSEEN

KINDS = kinds_of(vars(codes))
Line = Callable[[Condyle, str, int, int, int], str]


def card(state: Condyle, number: int) -> str:
    return "a card" if number == UNSEEN else face(state, number).name


def played(state: Condyle, name: str, number: int) -> str:
    return f"{name} plays {face(state, number).name}. {face_text(face(state, number))}"


def flipped(state: Condyle, number: int) -> str:
    return f"{charm(state, number).name}. {charm_text(charm(state, number))}"


def seen_act(state: Condyle, name: str, number: int, slot: int) -> str:
    found = f": {act(state, number).name}" if number != UNSEEN else ""
    return f"{name} looks at Act {slot + 1}{found}."


def cancelled(state: Condyle, name: str, number: int) -> str:
    return f"{name} cancels it."


def won(state: Condyle, who: str) -> str:
    if not who:
        return "The Boogeyman wins."
    return f"{who} wins."


def recovered(state: Condyle, name: str, n: int, shuffled: int) -> str:
    how = "into the pile and shuffles it" if shuffled else "under the pile"
    return f"{name} puts {counted(n, 'discard') if n else 'no discard'} {how}."


def shielded(name: str, how: int) -> str:
    what = {1: "stolen from", 2: "moved", 3: "stolen from or moved"}[how]
    return f"{name} cannot be {what} by others until the next own turn."


def spot(state: Condyle, b: int, c: int) -> str:
    """A place; on the ring, which never changes, with its name."""
    cell = (c + t.MIDDLE) * t.WIDE + b + t.MIDDLE
    return space_name(state, cell) if solo(state) else f"({b}, {c})"


def pawn(state: Condyle, number: int) -> str:
    return player_name(state, number)


LINES: dict[int, Line] = {
    codes.TOLD_FIRST: lambda s, name, a, b, c: f"{name} is the youngest and goes first.",
    codes.TOLD_PLACE: lambda s, name, a, b, c: f"{name} lays {kind_name(s, a)} at {spot(s, b, c)}.",
    codes.TOLD_PAWN: lambda s, name, a, b, c: f"{name} starts at {spot(s, b, c)}.",
    codes.TOLD_DEAL: lambda s, name, a, b, c: f"All draw {a} cards.",
    codes.TOLD_TURN: lambda s, name, a, b, c: f"Turn {a}: {name}.",
    codes.TOLD_ACT: lambda s, name, a, b, c: (
        f"{name} flips Act {b + 1}: {act(s, a).name}. {act_text(act(s, a))}"
    ),
    codes.TOLD_OUT: lambda s, name, a, b, c: f"{name} is out of the game: {FATES[a]}.",
    codes.TOLD_HIDE: lambda s, name, a, b, c: (
        f"{name} puts the Boogeyman back at a secret place" + ("." if a == UNSEEN else f": {a + 1}.")
    ),
    codes.TOLD_SHUFFLED: lambda s, name, a, b, c: "The Boogeyman and the face-down Acts are shuffled.",
    codes.TOLD_GO: lambda s, name, a, b, c: f"{name} goes to {spot(s, b, c)}.",
    codes.TOLD_STAY: lambda s, name, a, b, c: f"{name} stays.",
    codes.TOLD_PLAY: lambda s, name, a, b, c: played(s, name, a),
    codes.TOLD_TARGET: lambda s, name, a, b, c: f"{name} chooses {pawn(s, a)}.",
    codes.TOLD_NUMBER: lambda s, name, a, b, c: f"{name} says {a} spaces.",
    codes.TOLD_DEFEND: lambda s, name, a, b, c: f"{name} defends with {face(s, a).name}.",
    codes.TOLD_CANCELLED: lambda s, name, a, b, c: cancelled(s, name, a),
    codes.TOLD_SPARED: lambda s, name, a, b, c: f"It does nothing to {name}.",
    codes.TOLD_MOVED: lambda s, name, a, b, c: f"{name} moves {pawn(s, a)} to {spot(s, b, c)}.",
    codes.TOLD_SENT: lambda s, name, a, b, c: f"{name} puts {pawn(s, a)} on {spot(s, b, c)}.",
    codes.TOLD_STOLEN: lambda s, name, a, b, c: f"{name} takes {card(s, a)} from {pawn(s, b)}.",
    codes.TOLD_STOLEN_PILE: lambda s, name, a, b, c: (
        f"{name} takes {counted(a, 'card')} of the pile of {pawn(s, b)}."
    ),
    codes.TOLD_SCAVENGED: lambda s, name, a, b, c: f"{name} takes {counted(a, 'discard')} of {pawn(s, b)}.",
    codes.TOLD_LOST: lambda s, name, a, b, c: f"{name} loses {card(s, a)} from hand.",
    codes.TOLD_LOST_TOP: lambda s, name, a, b, c: f"{name} loses the top {counted(a, 'card')} of the pile.",
    codes.TOLD_RECOVERED: lambda s, name, a, b, c: recovered(s, name, a, b),
    codes.TOLD_STASHED: lambda s, name, a, b, c: f"{name} puts {card(s, a)} under the pile.",
    codes.TOLD_FETCHED: lambda s, name, a, b, c: f"{name} takes {card(s, a)} back to hand.",
    codes.TOLD_DRAW: lambda s, name, a, b, c: f"{name} draws {card(s, a)}.",
    codes.TOLD_SIFTED: lambda s, name, a, b, c: (
        f"{name} puts {card(s, a)} {'on top' if b else 'at the bottom'}."
    ),
    codes.TOLD_SAW: lambda s, name, a, b, c: f"{name} sees {card(s, a)} of {pawn(s, b)}.",
    codes.TOLD_PEEKED: lambda s, name, a, b, c: seen_act(s, name, a, b),
    codes.TOLD_TRADED: lambda s, name, a, b, c: f"{name} and {pawn(s, a)} exchange hands.",
    codes.TOLD_GAVE: lambda s, name, a, b, c: f"{name} passes {card(s, a)} to {pawn(s, b)}.",
    codes.TOLD_BOOST: lambda s, name, a, b, c: f"The next Movement of {name} may be {a} longer.",
    codes.TOLD_SHIELD: lambda s, name, a, b, c: shielded(name, a),
    codes.TOLD_END_TURN: lambda s, name, a, b, c: f"The turn of {name} ends.",
    codes.TOLD_BUILT: lambda s, name, a, b, c: f"{name} puts {kind_name(s, a)} at {spot(s, b, c)}.",
    codes.TOLD_SHIFTED: lambda s, name, a, b, c: f"{kind_name(s, a)} goes to {spot(s, b, c)}.",
    codes.TOLD_CLEARED: lambda s, name, a, b, c: f"All Permanent cards of {name} leave the game ({a}).",
    codes.TOLD_BENNY: lambda s, name, a, b, c: f"Benny comes to {spot(s, b, c)}.",
    codes.TOLD_WINTER: lambda s, name, a, b, c: f"{name} flips the Last Winter card {flipped(s, a)}",
    codes.TOLD_HAUNTED: lambda s, name, a, b, c: f"{name} meets Benny and draws {flipped(s, a)}",
    codes.TOLD_SCREAM: lambda s, name, a, b, c: f"Benny screams! ({a} in the turn of {name})",
    codes.TOLD_WON: lambda s, name, a, b, c: won(s, name),
    codes.TOLD_COVE: lambda s, name, a, b, c: f"{name} draws the Cove card {kind_name(s, a)}.",
    codes.TOLD_OPEN: lambda s, name, a, b, c: f"The hand of {name} lies open.",
    codes.TOLD_HIS_MOVE: lambda s, name, a, b, c: f"The Boogeyman flips {face(s, a).name}.",
    codes.TOLD_HE_MOVES: lambda s, name, a, b, c: (
        f"The Boogeyman moves {counted(a, 'space')} to {spot(s, b, c)}."
    ),
    codes.TOLD_HE_PLAYS: lambda s, name, a, b, c: (
        f"The Boogeyman plays {face(s, a).name}. {face_text(face(s, a))}"
    ),
    codes.TOLD_CAUGHT: lambda s, name, a, b, c: f"The Boogeyman and the orphan meet at {spot(s, b, c)}.",
    codes.TOLD_DRAWN_ACT: lambda s, name, a, b, c: (
        f"{name} draws the Act {act(s, a).name}. {act_text(act(s, a))}"
    ),
    codes.TOLD_SWAPPED: lambda s, name, a, b, c: f"{name} and {pawn(s, a)} change places.",
    codes.TOLD_SLAP: lambda s, name, a, b, c: f"{name} slaps the table.",
    codes.TOLD_SAFE: lambda s, name, a, b, c: f"{name} is safe: nothing is {'taken' if a else 'moved'}.",
    codes.TOLD_RESHUFFLE: lambda s, name, a, b, c: "The Move deck is shuffled anew.",
}
