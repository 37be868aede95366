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
from fabletop.kernel.game import Beat, Drawing
from fabletop.kernel.journal import UNSEEN
from fabletop.kernel.telling import lines_of


def card(state: Table, number: int) -> str:
    return "a card" if number == UNSEEN else face(state, number).name


def played(state: Table, name: str, number: int, *_: int) -> str:
    return f"{name} plays {face(state, number).name}. {face(state, number).words}"


def flipped(state: Table, number: int) -> str:
    return f"{charm(state, number).name}. {charm(state, number).words}"


def seen_act(state: Table, name: str, number: int, slot: int, _: int) -> str:
    found = f": {act(state, number).name}" if number != UNSEEN else ""
    return f"{name} looks at Act {slot + 1}{found}."


def recovered(state: Table, name: str, n: int, shuffled: int, _: int) -> str:
    how = "into the pile and shuffles it" if shuffled else "under the pile"
    return f"{name} puts {counted(n, 'discard') if n else 'no discard'} {how}."


def shielded(name: str, how: int) -> str:
    what = {1: "stolen from", 2: "moved", 3: "stolen from or moved"}[how]
    return f"{name} cannot be {what} by others until the next own turn."


def told_act(state: Table, number: int) -> str:
    """Of a Boogeyman's the next line says what comes of it, and for whom."""
    one = act(state, number)
    return f"{one.name}." if one.boogeyman else f"{one.name}. {one.words}"


def spot(state: Table, node: int) -> str:
    """A card of the map: its name stays, wherever it is put."""
    return game_of(state).space(state, node)


def beside(state: Table, code: int) -> str:
    """Where a card came to lie (see Table.beside)."""
    return f"{list(WAYS)[code & 3]} of {spot(state, code >> 2)}"


def landed(state: Table, node: int) -> str:
    """What stands on a space that the table does not carry out."""
    space = edition_of(state).spaces[int(state.kind_of(node))]
    return f" {space.words}" if space.unplayed else ""


def moved(state: Table, name: str, pawn: int, node: int, _: int) -> str:
    whom = player_name(state, pawn)
    goes = "goes" if whom == name else f"moves {whom}"
    return f"{name} {goes} to {spot(state, node)}.{landed(state, node)}"


def moved_in_short(state: Table, name: str, pawn: int, node: int, _: int) -> str:
    whom = player_name(state, pawn)
    return f"{'goes on' if whom == name else f'moves {whom}'} to {spot(state, node)}"


def sent(state: Table, name: str, pawn: int, node: int, _: int) -> str:
    whom = player_name(state, pawn)
    comes = "comes to" if whom == name else f"puts {whom} on"
    return f"{name} {comes} {spot(state, node)}.{landed(state, node)}"


def his_card(state: Table, does: str, number: int, more: int) -> str:
    card = face(state, number)
    longer = f" (from the HIGHWAY {more} more)" if more > 0 and "he moves" in card.his else ""
    return f"The Boogeyman {does} {card.name}: {card.his}{longer}."


def nothing(state: Table, name: str, row: int, *_: int) -> str:
    """A card that did nothing at all, or (not -1) a step of one, by its words."""
    names = Names(space=[(space.name,) for space in edition_of(state).spaces])
    speech = HisSpeech(names) if name == BOOGEYMAN else CardSpeech(names)
    words = speech.order(state.program.source[row]) if row >= 0 else ""
    return f"No effect: {words}." if words else "Nothing comes of it."


LINES = lines_of(
    {
        told.FIRST: "{name} is the youngest and goes first.",
        told.PLACE: "{name} lays {b:spot} {c:beside}.",
        told.PAWN: "{name} starts at {b:spot}.",
        told.DEAL: "All draw {a} cards.",
        told.TURN: "Turn {a}: {name}.",
        told.ACT: "{name} flips Act {b:slot}: {a:act}",
        told.OUT: "{name} is out of the game: {a:fate}.",
        told.HIDE: lambda s, name, a, b, c: (
            f"{name} puts the Boogeyman back at a secret place" + ("." if a == UNSEEN else f": {a + 1}.")
        ),
        told.SHUFFLED: "The Boogeyman and the face-down Acts are shuffled.",
        told.GO: "{name} goes to {b:spot}.{b:landed}",
        told.STAY: "{name} stays.",
        told.PLAY: played,
        told.TARGET: "{name} chooses {a:player}.",
        told.NUMBER: "{name} says {a} spaces.",
        told.DEFEND: "{name} defends with {a:card}.",
        told.CANCELLED: "{name} cancels it.",
        told.SPARED: "It does nothing to {name}.",
        told.MOVED: moved,
        told.SENT: sent,
        told.STOLEN: "{name} takes {a:card} from {b:player}.",
        told.STOLEN_PILE: "{name} takes {a:cards} of the pile of {b:player}.",
        told.SCAVENGED: "{name} takes {a:discards} of {b:player}.",
        told.LOST: "{name} loses {a:card} from hand.",
        told.LOST_TOP: "{name} loses {a:top} of the pile.",
        told.RECOVERED: recovered,
        told.STASHED: "{name} puts {a:card} under the pile.",
        told.FETCHED: "{name} takes {a:card} back to hand.",
        told.DRAW: "{name} draws {a:card}.",
        told.SIFTED: "{name} puts {a:card} {b:end}.",
        told.SAW: "{name} sees {a:card} of {b:player}.",
        told.PEEKED: seen_act,
        told.TRADED: "{name} and {a:player} exchange hands.",
        told.GAVE: "{name} passes {a:card} to {b:player}.",
        told.BOOST: "The next Movement of {name} may be {a} longer.",
        told.SHIELD: lambda s, name, a, b, c: shielded(name, a),
        told.END_TURN: lambda s, name, a, b, c: (
            f"{name} plays no more cards, and draws." if a else f"The turn of {name} ends, without a draw."
        ),
        told.BUILT: lambda s, name, a, b, c: (
            f"{name} puts {spot(s, b)} {f'in the place of {spot(s, a)}' if a >= 0 else beside(s, c)}."
        ),
        told.SHIFTED: "{b:spot} now lies {c:beside}.",
        told.CLEARED: "All Permanent cards of {name} leave the game ({a}).",
        told.BENNY: "Benny comes to {b:spot}.",
        told.WINTER: "{name} flips the Last Winter card {a:flipped}",
        told.HAUNTED: "{name} meets Benny and draws {a:flipped}",
        told.SCREAM: "Benny screams! ({a} in the turn of {name})",
        told.WON: lambda s, name, a, b, c: f"{name or 'The Boogeyman'} wins.",
        told.COVE: "{name} draws the Cove card {a:space}.",
        told.OPEN: "The hand of {name} lies open.",
        told.HIS_MOVE: lambda s, name, a, b, c: his_card(s, "flips", a, b),
        told.HE_MOVES: "The Boogeyman moves {a:spaces} to {b:spot}.",
        told.HE_PLAYS: lambda s, name, a, b, c: his_card(s, "plays", a, b),
        told.CAUGHT: "The Boogeyman and the orphan meet at {b:spot}.",
        told.DRAWN_ACT: "{name} draws the Act {a:act}",
        told.SWAPPED: "{name} and {a:player} change places.",
        told.SLAP: "{name} slaps the table.",
        told.SAFE: "{name} is safe: nothing is {a:done}.",
        told.NO_ROOM: lambda s, name, a, b, c: (
            f"{name} has no place in hand: {'one draw lapses' if a == 1 else f'{a} draws lapse'}."
        ),
        told.NOTHING: nothing,
        told.RESHUFFLE: "The Move deck is shuffled anew.",
    },
    act=told_act,
    beside=beside,
    card=card,
    cards=lambda s, n: counted(n, "card"),
    discards=lambda s, n: counted(n, "discard"),
    done=("moved", "taken"),
    end=("at the bottom", "on top"),
    fate=FATES,
    flipped=flipped,
    landed=landed,
    player=player_name,
    space=kind_name,
    slot=lambda s, n: str(n + 1),
    spaces=lambda s, n: counted(n, "space"),
    spot=spot,
    top=lambda s, n: top(n),
)
GISTS = lines_of(
    {
        told.TURN: "{name}",
        told.ACT: "flips {a:act}",
        told.OUT: "{name} is out",
        told.GO: "goes to {b:spot}",
        told.STAY: "stays",
        told.PLAY: "plays {a:card}",
        told.DEFEND: "{name} defends",
        told.MOVED: moved_in_short,
        told.SENT: moved_in_short,
        told.STOLEN: "takes a card from {b:player}",
        told.STOLEN_PILE: "takes {a:cards} of the pile of {b:player}",
        told.SCAVENGED: "takes {a:discards} of {b:player}",
        told.LOST: "{name} loses a card",
        told.LOST_TOP: "{name} loses {a:cards} of the pile",
        told.RECOVERED: lambda s, name, a, b, c: f"recovers {counted(a, 'discard')}" if a else "",
        told.STASHED: "puts a card under the pile",
        told.FETCHED: "takes a card back",
        told.DRAW: "draws a card",
        told.PEEKED: "looks at Act {b:slot}",
        told.TRADED: "exchanges hands with {a:player}",
        told.GAVE: "passes a card to {b:player}",
        told.PLACE: "lays {b:spot}",
        told.BUILT: "builds {b:spot}",
        told.BENNY: "Benny to {b:spot}",
        told.WON: lambda s, name, a, b, c: f"{name or 'the Boogeyman'} wins",
        told.HE_MOVES: "the Boogeyman to {b:spot}",
        told.HE_PLAYS: "he plays {a:card}",
        told.SWAPPED: "changes places with {a:player}",
    },
    act=lambda s, n: act(s, n).name,
    card=card,
    cards=lambda s, n: counted(n, "card"),
    discards=lambda s, n: counted(n, "discard"),
    player=player_name,
    slot=lambda s, n: str(n + 1),
    spot=spot,
)


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
