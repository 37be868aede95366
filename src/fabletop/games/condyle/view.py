"""What one seat may know, as plain data and as text."""

from typing import Any

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import codes
from fabletop.games.condyle import table as t
from fabletop.games.condyle.knowledge import knows
from fabletop.games.condyle.solo import SOLO_ACTS
from fabletop.games.condyle.state import Condyle
from fabletop.games.condyle.wording import charm_text, face_text
from fabletop.games.condyle.words import (
    FATES,
    act,
    carried_out,
    charm,
    edition_of,
    face,
    kind_name,
    player_name,
    solo,
)
from fabletop.kernel.journal import ALL
from fabletop.kernel.state import FRAME

Json = dict[str, Any]
PHASES = {codes.F_CROSS: "setting up", codes.F_PAWN: "setting up"}
SOURCES = ["options", "winter", "act", "space", "permanent", "move deck"]


# --- As data -----------------------------------------------------------------------------------------


def view(state: Condyle, seat: int | None) -> Json:
    found: Json = {
        "game": "condyle",
        "edition": state.opening.edition.name,
        "options": dict(state.opening.options),
        "seat": seat,
        "phase": phase(state),
        "asked": None if state.over else int(state.seat),
        "turn": int(state.turn),
        "active": int(state.active) if state.turn > 0 else None,
        "first": int(state.first),
        "cul_de_sac": kind_name(state, c.CUL_DE_SAC),
        "map": map_view(state),
        "seats": [player_view(state, seat, player) for player in range(state.terms.seats)],
        "hand": own_hand(state, seat),
        "acts": acts_view(state, seat),
        "last_act": last_act(state),
        "decks": {
            "cove": int(state.cove_n),
            "winter": int(state.winter_n),
            "haunted": int(state.haunted_n),
        },
        "carried_out": stack_view(state),
        "looked_at": looked_at(state, seat),
        "to_place": to_place(state),
        "steps": int(state.stride),
        "gone": [charm(state, i).id for i in range(len(edition_of(state).charms)) if state.gone >> i & 1],
    }
    if state.terms.ghost:
        found["ghost"] = {"screams": int(state.screams), "waited": int(state.waited)}
    if solo(state):
        found["decks"] = {"move": int(state.move_n)}
        found["moves"] = [face(state, number).id for number in flipped_moves(state)]
        found["played"] = [f.id for i, f in enumerate(edition_of(state).faces) if state.played >> i & 1]
    return found


def phase(state: Condyle) -> str:
    if state.over:
        return "over"
    kinds = [int(state.stack[i]) for i in range(0, state.depth, FRAME)]
    for kind in kinds:
        if kind in PHASES:
            return PHASES[kind]
    last = {
        codes.F_FLIP: "acts",
        codes.F_GO: "movement",
        codes.F_PLAY: "play",
        codes.F_DRAW: "draw",
        codes.F_PUT: "draw",
    }
    return next((last[kind] for kind in kinds if kind in last), "effect")


def nodes_by_place(state: Condyle) -> list[int]:
    return sorted(range(state.nodes), key=lambda node: int(state.node_cell[node]))


def pawns_on(state: Condyle, node: int) -> list[int]:
    return [pawn for pawn in range(t.BENNY + 1) if state.pawn[pawn] == node]


def map_view(state: Condyle) -> list[Json]:
    shown = []
    for node in nodes_by_place(state):
        cell = int(state.node_cell[node])
        kind = int(state.node_kind[node])
        shown.append(
            {
                "cell": [int(state.x_of(cell)), int(state.y_of(cell))] if cell >= 0 else None,
                "space": edition_of(state).spaces[kind].id,
                "name": kind_name(state, kind),
                "pawns": pawns_on(state, node),
                **({"ring": node} if solo(state) else {}),
            }
        )
    return shown


def hand_faces(state: Condyle, player: int | None) -> list[int]:
    """The faces of a hand, in their own order: that of the hand tells nothing."""
    if player is None:
        return []
    return sorted(int(state.face(state.hand[player * 4 + i])) for i in range(state.hand_n(player)))


def own_hand(state: Condyle, seat: int | None) -> list[str]:
    """In the order in which its owner came by the cards."""
    if seat is None:
        return []
    return [face(state, state.face(state.hand[seat * 4 + i])).id for i in range(state.hand_n(seat))]


def player_view(state: Condyle, seat: int | None, player: int) -> Json:
    live = bool(state.is_live(player))
    node = state.pawn[player]
    cell = int(state.node_cell[node]) if node >= 0 else -1
    spare = player * t.CHARMS
    return {
        "seat": player,
        "name": player_name(state, player),
        "live": live,
        "fate": FATES.get(int(state.tally[t.FATE + player])),
        "hand": int(state.hand_n(player)),
        "pile": int(state.pile_n(player)),
        "discard": discard_view(state, player),
        "cell": [int(state.x_of(cell)), int(state.y_of(cell))] if cell >= 0 else None,
        "permanent": [
            charm(state, int(state.charms[spare + i])).id for i in range(state.tally[t.CHARM_N + player])
        ],
        "boost": int(state.tally[t.BOOST + player]),
        "shield": int(state.tally[t.SHIELD + player]),
        "top": known_top(state, seat, player),
        "known": [face(state, number).id for number in known_in_hand(state, seat, player)],
        "remembered": remembered(state, seat, player),
    }


def known_in_hand(state: Condyle, seat: int | None, player: int) -> list[int]:
    """Cards of another's hand that this seat knows to be there."""
    if seat == player:
        return []
    if state.eyes_on_hand(player) == ALL:
        return hand_faces(state, player)
    eyes = -1 if seat is None else seat
    pieces = [int(state.hand[player * 4 + i]) for i in range(state.hand_n(player))]
    return sorted(int(state.face(piece)) for piece in pieces if knows(state, eyes, piece))


def known_top(state: Condyle, seat: int | None, player: int) -> str | None:
    """The top of a pile, if this seat has seen it and nothing has come upon it."""
    if state.pile_n(player) == 0:
        return None
    piece = int(state.pile[player * state.terms.pieces + state.pile_n(player) - 1])
    return face(state, state.face(piece)).id if knows(state, -1 if seat is None else seat, piece) else None


def remembered(state: Condyle, seat: int | None, player: int) -> list[Json]:
    """Cards in a pile or face down in a discard that this seat has seen on their way there.

    Nobody may look at them again (CC-R36); but who saw them knows.
    """
    eyes = -1 if seat is None else seat
    base = player * state.terms.pieces
    found = []
    for place, pieces, size in (
        ("pile", state.pile, state.pile_n(player)),
        ("discard", state.discard, state.discard_n(player)),
    ):
        for i in range(size):
            piece = int(pieces[base + size - 1 - i])
            if not state.up >> piece & 1 and knows(state, eyes, piece):
                found.append({"in": place, "from_top": i, "card": face(state, state.face(piece)).id})
    return found


def discard_view(state: Condyle, player: int) -> list[str | None]:
    """The top first; face-down cards are shown to nobody (CC-R36)."""
    base = player * state.terms.pieces
    pieces = [int(state.discard[base + i]) for i in range(state.discard_n(player) - 1, -1, -1)]
    return [face(state, state.face(piece)).id if state.up >> piece & 1 else None for piece in pieces]


def acts_view(state: Condyle, seat: int | None) -> list[Json]:
    count = SOLO_ACTS if solo(state) else t.ACTS
    shown = []
    for slot in range(count):
        up = bool(state.act_up >> slot & 1)
        known = up or (seat is not None and state.act_seen[slot] >> seat & 1 == 1)
        name = act(state, state.act[slot]).id if known else None
        shown.append({"slot": slot, "up": up, "act": name})
    return shown


def last_act(state: Condyle) -> Json | None:
    """The Act flipped last: a Boogeyman does not stay face up."""
    if state.last_act < 0:
        return None
    return {"slot": int(state.last_slot), "act": act(state, state.last_act).id}


def stack_view(state: Condyle) -> list[Json]:
    """The cards and spaces being carried out, the first below."""
    shown = []
    for i in range(state.fx_n):
        row = [int(state.fx[i * t.FX + field]) for field in range(t.FX)]
        source = row[t.FX_SOURCE]
        shown.append(
            {
                "from": SOURCES[source],
                "what": carried_id(state, source, row[t.FX_WHAT]),
                "by": row[t.FX_OWNER],
                "target": row[t.FX_TARGET] if row[t.FX_TARGET] >= 0 else None,
                "number": row[t.FX_NUMBER],
                "spared": [player for player in range(4) if row[t.FX_IMMUNE] >> player & 1],
            }
        )
    return shown


def carried_id(state: Condyle, source: int, what: int) -> str:
    if source in (t.FROM_OPTIONS, t.FROM_MOVE_DECK):
        return face(state, what).id
    if source == t.FROM_ACT:
        return act(state, what).id
    return edition_of(state).spaces[what].id if source == t.FROM_SPACE else charm(state, what).id


def looked_at(state: Condyle, seat: int | None) -> list[str]:
    """The cards that the seat is sifting, or the hand it chooses a card from."""
    if state.over or seat != state.seat:
        return []
    kind = state.top()
    if kind == codes.F_SIFT:
        top = state.arg(0) * state.terms.pieces + state.pile_n(state.arg(0))
        pieces = [int(state.pile[top - 1 - i]) for i in range(state.arg(1))]
        return [face(state, n).id for n in sorted(int(state.face(piece)) for piece in pieces)]
    if kind == codes.F_TAKE or (kind == codes.F_LOSE and state.arg(1) == c.YOURS):
        return [face(state, number).id for number in hand_faces(state, int(state.arg(0)))]
    return []


def to_place(state: Condyle) -> list[str]:
    """Cove cards that lie open and wait to be placed."""
    if state.over:
        return []
    spaces = edition_of(state).spaces
    kind = state.top()
    if kind == codes.F_CROSS:
        left = 4 - state.arg(0)
        return [spaces[state.cove[state.cove_n - 1 - i]].id for i in range(left)]
    if kind == codes.F_PUT:
        return [spaces[state.arg(0)].id]
    return [spaces[state.node_kind[state.arg(0)]].id] if kind == codes.F_SHIFT else []


def flipped_moves(state: Condyle) -> list[int]:
    """The Move cards flipped since the last shuffle, the latest first (CC-R96)."""
    return [int(state.face(state.move_deck[i])) for i in range(state.move_n, state.terms.move_cards)]


# --- As text -----------------------------------------------------------------------------------------

INSIDE = 15


def text(state: Condyle, seat: int | None, spoken: bool = False) -> str:
    lines = [*heading(state), ""]
    lines += spoken_map(state) if spoken else drawn_map(state)
    lines.append("")
    for player in range(state.terms.seats):
        lines += player_lines(state, seat, player)
    lines += ["", *table_lines(state, seat)]
    if seat is not None:
        lines += ["", *hand_lines(state, seat)]
    return "\n".join(lines)


def heading(state: Condyle) -> list[str]:
    if state.over:
        return ["The game is over."]
    if state.turn == 0:
        return ["Setting up."]
    return [f"Turn {state.turn}: {player_name(state, int(state.active))}."]


def pawn_letters(state: Condyle, node: int) -> str:
    letters = "OB" if solo(state) else "1234G"
    return " ".join("G" if pawn == t.BENNY else letters[pawn] for pawn in pawns_on(state, node))


def drawn_map(state: Condyle) -> list[str]:
    """North at the top; pawns are the numbers of the orphans, G is Benny's ghost."""
    cells = [int(state.node_cell[node]) for node in range(state.nodes) if state.node_cell[node] >= 0]
    if not cells:
        return []
    xs = sorted(cell % t.WIDE for cell in cells)
    ys = sorted(cell // t.WIDE for cell in cells)
    columns = range(xs[0], xs[-1] + 1)
    lines = []
    for y in range(ys[-1], ys[0] - 1, -1):
        row = [drawn_cell(state, y * t.WIDE + x) for x in columns]
        for n, parts in enumerate(zip(*row, strict=True)):
            label = f"{y - t.MIDDLE:>3} " if n == 1 else "    "
            lines.append((label + " ".join(parts)).rstrip())
    lines.append("    " + " ".join(f"{x - t.MIDDLE:^{INSIDE + 2}}" for x in columns).rstrip())
    return lines


def drawn_cell(state: Condyle, cell: int) -> list[str]:
    node = state.node_at(cell)
    if node < 0:
        return [" " * (INSIDE + 2)] * 4
    name = kind_name(state, state.node_kind[node])
    edge = "=" if state.node_kind[node] == c.CUL_DE_SAC else "-"
    return [
        f"+{edge * INSIDE}+",
        f"|{name[:INSIDE]:^{INSIDE}}|",
        f"|{pawn_letters(state, node):^{INSIDE}}|",
        f"+{edge * INSIDE}+",
    ]


def spoken_map(state: Condyle) -> list[str]:
    lines = []
    for node in range(state.nodes) if solo(state) else nodes_by_place(state):
        cell = int(state.node_cell[node])
        where = f"({state.x_of(cell)}, {state.y_of(cell)})" if cell >= 0 else "waiting to be placed"
        if solo(state):
            where = f"space {node}"
        here = ", ".join(player_name(state, pawn) for pawn in pawns_on(state, node))
        lines.append(
            f"{where}: {kind_name(state, state.node_kind[node])}{f'; here: {here}' if here else ''}."
        )
    return lines


def player_lines(state: Condyle, seat: int | None, player: int) -> list[str]:
    name = player_name(state, player) + (" (you)" if player == seat else "")
    if not state.is_live(player):
        return [f"{name}: {FATES[int(state.tally[t.FATE + player])]}."]
    pile = discard_view(state, player)
    shown = ", ".join(name_of(state, card) for card in pile[:4]) + (", ..." if len(pile) > 4 else "")
    hand = "" if solo(state) and player == t.BOOGEYMAN else f"{state.hand_n(player)} in hand, "
    lines = [
        f"{name}: {hand}{state.pile_n(player)} in the pile, discard {len(pile)}"
        + (f" ({shown})" * bool(pile))
        + "."
    ]
    for i in range(state.tally[t.CHARM_N + player]):
        held = charm(state, int(state.charms[player * t.CHARMS + i]))
        lines.append(f"  {held.name}: {charm_text(held)}")
    known = known_in_hand(state, seat, player)
    if known:
        lines.append(f"  known in hand: {', '.join(face(state, number).name for number in known)}")
    top = known_top(state, seat, player)
    if top:
        lines.append(f"  known on top of the pile: {name_of(state, top)}")
    if state.tally[t.SHIELD + player]:
        lines.append("  shielded until the next own turn")
    return lines


def name_of(state: Condyle, id: str | None) -> str:
    if id is None:
        return "face down"
    return next(f.name for f in edition_of(state).faces if f.id == id)


def table_lines(state: Condyle, seat: int | None) -> list[str]:
    slots = []
    for shown in acts_view(state, seat):
        name = next((a.name for a in edition_of(state).acts if a.id == shown["act"]), "face down")
        slots.append(
            f"{shown['slot'] + 1} {name}" + ("" if shown["up"] or not shown["act"] else " (seen by you)")
        )
    lines = [f"Acts of Desperation: {'; '.join(slots)}."]
    if solo(state):
        moves = [face(state, number).name for number in flipped_moves(state)]
        lines.append(
            f"Move deck: {state.move_n} left" + (f"; flipped: {', '.join(moves)}." if moves else ".")
        )
        return lines
    decks = [f"Cove deck {state.cove_n}"]
    if len(state.terms.winter):
        decks.append(f"Last Winter {state.winter_n}")
    if state.terms.ghost:
        decks.append(f"Haunted {state.haunted_n}; {state.waited} seconds since the last scream")
    lines.append(", ".join(decks) + ".")
    waiting = to_place(state)
    if waiting:
        names = {space.id: space.name for space in edition_of(state).spaces}
        lines.append(f"To be placed: {', '.join(names[id] for id in waiting)}.")
    if state.fx_n and not state.over:
        lines.append(f"Being carried out: {carried_out(state)}.")
    return lines


def hand_lines(state: Condyle, seat: int) -> list[str]:
    cards = hand_faces(state, seat)
    if not cards:
        return ["Your hand is empty."]
    return ["Your hand:", *(f"  {face(state, n).name}: {face_text(face(state, n))}" for n in cards)]
