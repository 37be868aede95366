"""The journal in words: one line for each thing that happened, as one seat may read it."""

from fabletop.games.condyle import told
from fabletop.games.condyle.card_text import HisSpeech
from fabletop.games.condyle.notation import CardSpeech, top
from fabletop.games.condyle.table import Table
from fabletop.games.condyle.text import (
    BOOGEYMAN,
    FATES,
    WAYS,
    act,
    charm,
    edition_of,
    face,
    game_of,
    kind_name,
    player_name,
)
from fabletop.kernel.effects.kinds import Names, counted
from fabletop.kernel.game import Beat, Drawing, Line
from fabletop.kernel.journal import UNSEEN


def card(state: Table, number: int) -> str:
    return "a card" if number == UNSEEN else face(state, number).name


def played(state: Table, name: str, number: int) -> str:
    return f"{name} plays {face(state, number).name}. {face(state, number).words}"


def flipped(state: Table, number: int) -> str:
    return f"{charm(state, number).name}. {charm(state, number).words}"


def seen_act(state: Table, name: str, number: int, slot: int) -> str:
    found = f": {act(state, number).name}" if number != UNSEEN else ""
    return f"{name} looks at Act {slot + 1}{found}."


def recovered(state: Table, name: str, n: int, shuffled: int) -> str:
    how = "into the pile and shuffles it" if shuffled else "under the pile"
    return f"{name} puts {counted(n, 'discard') if n else 'no discard'} {how}."


def shielded(name: str, how: int) -> str:
    what = {1: "stolen from", 2: "moved", 3: "stolen from or moved"}[how]
    return f"{name} cannot be {what} by others until the next own turn."


def spot(state: Table, node: int) -> str:
    """A card of the map: its name stays, wherever it is put."""
    return game_of(state).space(state, node)


def beside(state: Table, code: int) -> str:
    """Where a card came to lie (see Table.beside)."""
    return f"{list(WAYS)[code & 3]} of {spot(state, code >> 2)}"


def moved(state: Table, name: str, pawn: int, node: int) -> str:
    whom = player_name(state, pawn)
    return f"{name} {'goes' if whom == name else f'moves {whom}'} to {spot(state, node)}."


def sent(state: Table, name: str, pawn: int, node: int) -> str:
    whom = player_name(state, pawn)
    return f"{name} {'comes to' if whom == name else f'puts {whom} on'} {spot(state, node)}."


def his_card(state: Table, does: str, number: int, more: int) -> str:
    card = face(state, number)
    longer = f" (from the HIGHWAY {more} more)" if more > 0 and "he moves" in card.his else ""
    return f"The Boogeyman {does} {card.name}: {card.his}{longer}."


def nothing(state: Table, name: str, row: int) -> str:
    """A card that did nothing at all, or (not -1) a step of one, by its words."""
    names = Names(space=[(space.name,) for space in edition_of(state).spaces])
    speech = HisSpeech(names) if name == BOOGEYMAN else CardSpeech(names)
    words = speech.order(state.program.source[row]) if row >= 0 else ""
    return f"No effect: {words}." if words else "Nothing comes of it."


LINES: dict[int, Line] = {
    told.FIRST: lambda s, name, a, b, c: f"{name} is the youngest and goes first.",
    told.PLACE: lambda s, name, a, b, c: f"{name} lays {spot(s, b)} {beside(s, c)}.",
    told.PAWN: lambda s, name, a, b, c: f"{name} starts at {spot(s, b)}.",
    told.DEAL: lambda s, name, a, b, c: f"All draw {a} cards.",
    told.TURN: lambda s, name, a, b, c: f"Turn {a}: {name}.",
    told.ACT: lambda s, name, a, b, c: f"{name} flips Act {b + 1}: {act(s, a).name}. {act(s, a).words}",
    told.OUT: lambda s, name, a, b, c: f"{name} is out of the game: {FATES[a]}.",
    told.HIDE: lambda s, name, a, b, c: (
        f"{name} puts the Boogeyman back at a secret place" + ("." if a == UNSEEN else f": {a + 1}.")
    ),
    told.SHUFFLED: lambda s, name, a, b, c: "The Boogeyman and the face-down Acts are shuffled.",
    told.GO: lambda s, name, a, b, c: f"{name} goes to {spot(s, b)}.",
    told.STAY: lambda s, name, a, b, c: f"{name} stays.",
    told.PLAY: lambda s, name, a, b, c: played(s, name, a),
    told.TARGET: lambda s, name, a, b, c: f"{name} chooses {player_name(s, a)}.",
    told.NUMBER: lambda s, name, a, b, c: f"{name} says {a} spaces.",
    told.DEFEND: lambda s, name, a, b, c: f"{name} defends with {face(s, a).name}.",
    told.CANCELLED: lambda s, name, a, b, c: f"{name} cancels it.",
    told.SPARED: lambda s, name, a, b, c: f"It does nothing to {name}.",
    told.MOVED: lambda s, name, a, b, c: moved(s, name, a, b),
    told.SENT: lambda s, name, a, b, c: sent(s, name, a, b),
    told.STOLEN: lambda s, name, a, b, c: f"{name} takes {card(s, a)} from {player_name(s, b)}.",
    told.STOLEN_PILE: lambda s, name, a, b, c: (
        f"{name} takes {counted(a, 'card')} of the pile of {player_name(s, b)}."
    ),
    told.SCAVENGED: lambda s, name, a, b, c: f"{name} takes {counted(a, 'discard')} of {player_name(s, b)}.",
    told.LOST: lambda s, name, a, b, c: f"{name} loses {card(s, a)} from hand.",
    told.LOST_TOP: lambda s, name, a, b, c: f"{name} loses {top(a)} of the pile.",
    told.RECOVERED: lambda s, name, a, b, c: recovered(s, name, a, b),
    told.STASHED: lambda s, name, a, b, c: f"{name} puts {card(s, a)} under the pile.",
    told.FETCHED: lambda s, name, a, b, c: f"{name} takes {card(s, a)} back to hand.",
    told.DRAW: lambda s, name, a, b, c: f"{name} draws {card(s, a)}.",
    told.SIFTED: lambda s, name, a, b, c: f"{name} puts {card(s, a)} {'on top' if b else 'at the bottom'}.",
    told.SAW: lambda s, name, a, b, c: f"{name} sees {card(s, a)} of {player_name(s, b)}.",
    told.PEEKED: lambda s, name, a, b, c: seen_act(s, name, a, b),
    told.TRADED: lambda s, name, a, b, c: f"{name} and {player_name(s, a)} exchange hands.",
    told.GAVE: lambda s, name, a, b, c: f"{name} passes {card(s, a)} to {player_name(s, b)}.",
    told.BOOST: lambda s, name, a, b, c: f"The next Movement of {name} may be {a} longer.",
    told.SHIELD: lambda s, name, a, b, c: shielded(name, a),
    told.END_TURN: lambda s, name, a, b, c: (
        f"{name} plays no more cards, and draws." if a else f"The turn of {name} ends, without a draw."
    ),
    told.BUILT: lambda s, name, a, b, c: (
        f"{name} puts {spot(s, b)} {f'in the place of {spot(s, a)}' if a >= 0 else beside(s, c)}."
    ),
    told.SHIFTED: lambda s, name, a, b, c: f"{spot(s, b)} now lies {beside(s, c)}.",
    told.CLEARED: lambda s, name, a, b, c: f"All Permanent cards of {name} leave the game ({a}).",
    told.BENNY: lambda s, name, a, b, c: f"Benny comes to {spot(s, b)}.",
    told.WINTER: lambda s, name, a, b, c: f"{name} flips the Last Winter card {flipped(s, a)}",
    told.HAUNTED: lambda s, name, a, b, c: f"{name} meets Benny and draws {flipped(s, a)}",
    told.SCREAM: lambda s, name, a, b, c: f"Benny screams! ({a} in the turn of {name})",
    told.WON: lambda s, name, a, b, c: f"{name or 'The Boogeyman'} wins.",
    told.COVE: lambda s, name, a, b, c: f"{name} draws the Cove card {kind_name(s, a)}.",
    told.OPEN: lambda s, name, a, b, c: f"The hand of {name} lies open.",
    told.HIS_MOVE: lambda s, name, a, b, c: his_card(s, "flips", a, b),
    told.HE_MOVES: lambda s, name, a, b, c: f"The Boogeyman moves {counted(a, 'space')} to {spot(s, b)}.",
    told.HE_PLAYS: lambda s, name, a, b, c: his_card(s, "plays", a, b),
    told.CAUGHT: lambda s, name, a, b, c: f"The Boogeyman and the orphan meet at {spot(s, b)}.",
    told.DRAWN_ACT: lambda s, name, a, b, c: f"{name} draws the Act {act(s, a).name}. {act(s, a).words}",
    told.SWAPPED: lambda s, name, a, b, c: f"{name} and {player_name(s, a)} change places.",
    told.SLAP: lambda s, name, a, b, c: f"{name} slaps the table.",
    told.SAFE: lambda s, name, a, b, c: f"{name} is safe: nothing is {'taken' if a else 'moved'}.",
    told.NO_ROOM: lambda s, name, a, b, c: (
        f"{name} has no place in hand: {'one draw lapses' if a == 1 else f'{a} draws lapse'}."
    ),
    told.NOTHING: lambda s, name, a, b, c: nothing(s, name, a),
    told.RESHUFFLE: lambda s, name, a, b, c: "The Move deck is shuffled anew.",
}


# --- What people look up at ------------------------------------------------------------------------
GHOST = 4  # Benny's pawn


def cell(state: Table, node: int) -> str:
    place = int(state.cell_of(node))
    return f"cell {state.x_of(place)},{state.y_of(place)}" if place >= 0 else ""


def walks(state: Table, pawn: int, node: int) -> Beat:
    return Beat("move", f"pawn {pawn}", to=cell(state, node))


def shows(seat: int, key: str, thing: str = "") -> Beat:
    return Beat("show", thing, start=f"mat {seat}", card=key)


def option(state: Table, seat: int, number: int) -> Beat:
    return shows(seat, f"card {face(state, number).id}")


def his_option(state: Table, number: int) -> Beat:
    return shows(1, f"card {face(state, number).id}")


def turned_act(state: Table, seat: int, number: int, slot: int) -> Beat:
    return shows(seat, f"act {act(state, number).id}", f"act {slot + 1}")


def turned_charm(state: Table, seat: int, number: int) -> Beat:
    return shows(seat, f"charm {charm(state, number).id}")


def counts(what: str, seat: int, change: int) -> Beat:
    return Beat("mark", f"{what} {seat}", number=f"{change:+}".replace("-", "−") if change else "")


BEATS: dict[int, Drawing] = {
    told.PLACE: lambda s, seat, a, b, c: Beat("move", start="cove", to=cell(s, b)),
    told.PAWN: lambda s, seat, a, b, c: walks(s, seat, b),
    told.ACT: lambda s, seat, a, b, c: turned_act(s, seat, a, b),
    told.OUT: lambda s, seat, a, b, c: Beat("cry", f"pawn {seat}"),
    told.GO: lambda s, seat, a, b, c: walks(s, seat, b),
    told.PLAY: lambda s, seat, a, b, c: option(s, seat, a),
    told.DEFEND: lambda s, seat, a, b, c: option(s, seat, a),
    told.MOVED: lambda s, seat, a, b, c: walks(s, a, b),
    told.SENT: lambda s, seat, a, b, c: walks(s, a, b),
    told.STOLEN: lambda s, seat, a, b, c: counts("mat", b, -1),
    told.STOLEN_PILE: lambda s, seat, a, b, c: counts("pile", b, -a),
    told.SCAVENGED: lambda s, seat, a, b, c: counts("mat", b, -a),
    told.LOST: lambda s, seat, a, b, c: counts("mat", seat, -1),
    told.LOST_TOP: lambda s, seat, a, b, c: counts("pile", seat, -a),
    told.RECOVERED: lambda s, seat, a, b, c: counts("pile", seat, a),
    told.TRADED: lambda s, seat, a, b, c: Beat("mark", f"mat {a}", number="⇄"),
    told.GAVE: lambda s, seat, a, b, c: counts("mat", b, 1),
    told.BUILT: lambda s, seat, a, b, c: Beat("move", start=f"mat {seat}", to=cell(s, b)),
    told.SHIFTED: lambda s, seat, a, b, c: Beat("mark", cell(s, b)),
    told.BENNY: lambda s, seat, a, b, c: walks(s, GHOST, b),
    told.WINTER: lambda s, seat, a, b, c: turned_charm(s, seat, a),
    told.HAUNTED: lambda s, seat, a, b, c: turned_charm(s, seat, a),
    told.SCREAM: lambda s, seat, a, b, c: Beat("cry", f"pawn {GHOST}"),
    told.COVE: lambda s, seat, a, b, c: Beat(
        "show", start="cove", card=f"space {edition_of(s).spaces[a].id}"
    ),
    told.HIS_MOVE: lambda s, seat, a, b, c: his_option(s, a),
    told.HE_MOVES: lambda s, seat, a, b, c: walks(s, 1, b),
    told.HE_PLAYS: lambda s, seat, a, b, c: his_option(s, a),
    told.CAUGHT: lambda s, seat, a, b, c: Beat("cry", cell(s, b)),
    told.DRAWN_ACT: lambda s, seat, a, b, c: turned_act(s, seat, a, b),
    told.SWAPPED: lambda s, seat, a, b, c: Beat("move", f"pawn {seat}"),
}
TURNS = (told.TURN,)
