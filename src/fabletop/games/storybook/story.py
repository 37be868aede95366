"""The journal in words: one line for each thing that happened, as one seat may read it."""

from fabletop.games.storybook import told
from fabletop.games.storybook.battle import FROM, SWORD, WAY
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.notation import TURNED
from fabletop.games.storybook.table import SPOT, WIDE, Storybook
from fabletop.games.storybook.text import SIDE_KEYS, SIDE_NAMES, blow_words, cell_ref, edition_of, face_of
from fabletop.kernel.game import Beat, Drawing
from fabletop.kernel.journal import UNSEEN
from fabletop.kernel.telling import lines_of

NEXT = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west


def card(state: Storybook, number: int) -> str:
    return "a card" if number == UNSEEN else face_of(state, number).name


def bested(state: Storybook, a: int, b: int, numbers: int) -> str:
    return blow_words(state, a, b, *divmod(numbers % WAY, SWORD)) + "."


def space(spot: int) -> tuple[int, int]:
    """Where a spot is: see Storybook.spot."""
    return (spot >> 7 & 127) - WIDE, (spot & 127) - WIDE


def way(b: int, c: int) -> tuple[str, str]:
    """Of a card that was moved: from where, if that is known, and to where; as views name spaces."""
    if b < SPOT:  # as older versions recorded it
        return "", f"({b}, {c})"
    return "({}, {})".format(*space(b)), "({}, {})".format(*space(c))


def went(name: str, does: str, what: str, b: int, c: int) -> str:
    start, end = way(b, c)
    return f"{name} {does} {what}{f' from {start}' if start else ''} to {end}."


def laid(name: str, what: str, x: int, y: int) -> str:
    """In the set-up Heroes hide, and Villains play what is shown later."""
    if name.startswith("Villain"):
        return f"{name} plays {what} at ({x}, {y}), to be shown when all have chosen."
    return f"{name} hides {what} at ({x}, {y})."


def picked(state: Storybook, name: str, number: int, *_: int) -> str:
    return f"{role_alone(name)} picks {'a team' if number == UNSEEN else team(state, number)} in secret."


def role_alone(name: str) -> str:
    return name.partition(" (")[0]


def team(state: Storybook, number: int) -> str:
    return edition_of(state).teams[number].name


def twist(state: Storybook, number: int) -> str:
    return edition_of(state).twists[number].name


def played_twist(state: Storybook, name: str, number: int, *_: int) -> str:
    played = edition_of(state).twists[number]
    return f"{name} plays the Plot Twist {played.name}. {twist_text(played)}"


def kept(state: Storybook, name: str, number: int, *_: int) -> str:
    return f"{name} keeps " + ("a Plot Twist in secret." if number == UNSEEN else f"{twist(state, number)}.")


LINES = lines_of(
    {
        told.SIDE: "Player 1 plays the {a:side}.",
        told.CHAMPION: lambda s, name, a, b, c: f"{role_alone(name)} is led by {team(s, a)}.",
        told.ALLY: "{name} recruits {a:team}.",
        told.KEEP: kept,
        told.LEADER: "{a:card} leads from ({b}, {c}).",
        told.LAY: lambda s, name, a, b, c: laid(name, card(s, a), b, c),
        told.SHOWN: "{name} shows {a:card} at ({b}, {c}).",
        told.TURN: "Turn {a}: {name}.",
        told.DRAW: "{name} draws {a:card}.",
        told.REVEAL: "{name} reveals {a:card} at ({b}, {c}).",
        told.SPIN: "{name} turns {a:card} {b:turned}.",
        told.SLIDE: lambda s, name, a, b, c: went(name, "slides", card(s, a), b, c),
        told.PLAY: "{name} plays {a:card} at ({b}, {c}).",
        told.HIDE: "{name} hides {a:card} at ({b}, {c}).",
        told.END: lambda s, name, a, b, c: f"{name} ends actions" + (f", {a} AP unused." if a else "."),
        told.TWIST: played_twist,
        told.MOVE: lambda s, name, a, b, c: went(name, "moves", card(s, a), b, c),
        told.SWAP: lambda s, name, a, b, c: f"{name} exchanges: {card(s, a)} goes to {way(b, c)[1]}.",
        told.RETURN: "{a:card} returns from ({b}, {c}) to its owner's hand.",
        told.FLIPDOWN: "{a:card} at ({b}, {c}) is turned face down.",
        told.AP: "{name} gains {a} AP.",
        told.BUFF: "{a:card} has {b:+} Swords, {c:+} Shields for now.",
        told.GUARD: "{a:card} cannot be captured for now.",
        told.DUEL: "{a:card} captures whatever it Bests for now.",
        told.BESTED: lambda s, name, a, b, c: bested(s, a, b, c),
        told.CAPTURED: "{a:card} at ({b}, {c}) is captured.",
        told.SCORE: "Plot Points: Heroes {a}, Villains {b}.",
        told.FADE: "The Plot Twist on {a:card} wears off.",
        told.WON: lambda s, name, a, b, c: "A draw." if a < 0 else f"The {SIDE_NAMES[a]} win.",
        told.OVERTIME: "{a} to {a}: overtime. The first to be ahead wins.",
        told.STALL: "{a} turns without a capture: the game ends.",
        told.PICKED: picked,
        told.DEAL: "The decks are shuffled, and all draw {a} cards.",
    },
    card=card,
    side=SIDE_NAMES,
    team=team,
    turned=TURNED,
)
GISTS = lines_of(
    {
        told.TURN: "{name}",
        told.REVEAL: "reveals {a:card}",
        told.SPIN: "turns {a:card}",
        told.SLIDE: "slides {a:card}",
        told.PLAY: "plays {a:card}",
        told.HIDE: "hides {a:card}",
        told.TWIST: lambda s, name, a, b, c: f"the Twist {twist(s, a)}",
        told.MOVE: "moves {a:card}",
        told.RETURN: "{a:card} returns to hand",
        told.FLIPDOWN: "{a:card} turned down",
        told.CAPTURED: lambda s, name, a, b, c: f"{card(s, a)} captured (+{s.points(a)})",
        told.WON: lambda s, name, a, b, c: "a draw" if a < 0 else f"the {SIDE_NAMES[a]} win",
    },
    card=card,
)


# --- What people look up at ------------------------------------------------------------------------


def cell(x: int, y: int) -> str:
    return f"cell {x},{y}"


def id_of(state: Storybook, number: int) -> str:
    return "" if number == UNSEEN else face_of(state, number).id


def put(state: Storybook, number: int, x: int, y: int) -> Beat:
    return Beat("move", start=f"hand {id_of(state, number)}".strip(), to=cell(x, y))


def moves(b: int, c: int) -> Beat:
    start, end = (cell(*space(b)), cell(*space(c))) if b >= SPOT else ("", cell(b, c))
    return Beat("move", start=start, to=end)


def shown(state: Storybook, number: int, x: int, y: int) -> Beat:
    return Beat("show", cell(x, y), card=f"card {id_of(state, number)}")


def blow(state: Storybook, number: int, other: int, numbers: int) -> Beat:
    swords, shields = divmod(numbers % WAY, SWORD)
    start, struck = cell_ref(state, state.at[number]), cell_ref(state, state.at[other])
    if numbers >= FROM:
        x, y = space(numbers // FROM)
        dx, dy = NEXT[numbers // WAY % 4]
        start, struck = cell(x, y), cell(x + dx, y + dy)
    return Beat("clash", struck, start, number=f"{swords} : {shields}")


def captured(state: Storybook, number: int, x: int, y: int) -> Beat:
    taker = SIDE_KEYS[(number // DECK & 1) ^ 1]
    return Beat("gone", cell(x, y), to=f"score {taker}", number=f"+{state.points(number)}")


def on(state: Storybook, number: int, what: str = "") -> Beat:
    return Beat("mark", cell_ref(state, state.at[number]), number=what)


BEATS: dict[int, Drawing] = {
    told.LAY: lambda s, seat, a, b, c: put(s, a, b, c),
    told.SHOWN: lambda s, seat, a, b, c: shown(s, a, b, c),
    told.REVEAL: lambda s, seat, a, b, c: shown(s, a, b, c),
    told.SPIN: lambda s, seat, a, b, c: on(s, a),
    told.SLIDE: lambda s, seat, a, b, c: moves(b, c),
    told.PLAY: lambda s, seat, a, b, c: put(s, a, b, c),
    told.HIDE: lambda s, seat, a, b, c: put(s, a, b, c),
    told.TWIST: lambda s, seat, a, b, c: Beat("show", card=f"twist {edition_of(s).twists[a].id}"),
    told.MOVE: lambda s, seat, a, b, c: moves(b, c),
    told.SWAP: lambda s, seat, a, b, c: moves(b, c),
    told.RETURN: lambda s, seat, a, b, c: Beat("gone", cell(b, c)),
    told.FLIPDOWN: lambda s, seat, a, b, c: Beat("mark", cell(b, c)),
    told.BUFF: lambda s, seat, a, b, c: on(s, a, f"{b:+} / {c:+}"),
    told.GUARD: lambda s, seat, a, b, c: on(s, a),
    told.DUEL: lambda s, seat, a, b, c: on(s, a),
    told.BESTED: lambda s, seat, a, b, c: blow(s, a, b, c),
    told.CAPTURED: lambda s, seat, a, b, c: captured(s, a, b, c),
}
TURNS = (told.TURN,)
