"""What one seat may know, as plain data."""

from typing import NotRequired, TypedDict

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
from fabletop.games.condyle import text
from fabletop.games.condyle.asking import Ask
from fabletop.games.condyle.building import Shift
from fabletop.games.condyle.edition import Charm
from fabletop.games.condyle.keeping import Sift
from fabletop.games.condyle.knowledge import knows
from fabletop.games.condyle.losing import Lose
from fabletop.games.condyle.setting import Cross
from fabletop.games.condyle.table import Table
from fabletop.games.condyle.taking import Take
from fabletop.games.condyle.text import FATES, act, charm, edition_of, face, kind_name, player_name
from fabletop.games.condyle.turn import PutCoveCard
from fabletop.kernel.journal import ALL
from fabletop.kernel.state import FRAME
from fabletop.kernel.view import Seen, seen

SOURCES = ["options", "winter", "act", "space", "permanent", "move deck"]
Spot = tuple[int, int]


class SpaceView(TypedDict):
    cell: Spot | None
    space: str
    name: str
    pawns: list[int]
    ring: NotRequired[int]  # solo: its number on the ring


RememberedView = TypedDict("RememberedView", {"in": str, "from_top": int, "card": str})


class SeatView(TypedDict):
    seat: int
    name: str
    live: bool
    fate: str | None
    hand: int
    pile: int
    discard: list[str | None]
    cell: Spot | None
    permanent: list[str]
    boost: int
    shield: int
    top: str | None
    known: list[str]
    remembered: list[RememberedView]


class ActView(TypedDict):
    slot: int
    up: bool
    act: str | None


class LastActView(TypedDict):
    slot: int
    act: str


class DecksView(TypedDict, total=False):
    cove: int
    winter: int
    haunted: int
    move: int  # solo


CarriedView = TypedDict(
    "CarriedView",
    {"from": str, "what": str, "by": int, "target": int | None, "number": int, "spared": list[int]},
)


class GhostView(TypedDict):
    screams: int
    heard: int
    counted: NotRequired[int]  # seconds since he was heard, where actions cost fixed time: all can count them


class View(Seen):
    """All that a seat may know of a game of Condyle Cove."""

    turn: int
    active: int | None
    first: int
    cul_de_sac: str
    map: list[SpaceView]
    seats: list[SeatView]
    hand: list[str]
    acts: list[ActView]
    last_act: LastActView | None
    decks: DecksView
    carried_out: list[CarriedView]
    looked_at: list[str]
    to_place: list[str]
    steps: int
    gone: list[str]
    ghost: NotRequired[GhostView]
    moves: NotRequired[list[str]]  # solo
    played: NotRequired[list[str]]  # solo


def view(state: Table, seat: int | None) -> View:
    found: View = {
        **seen(state, seat, phase(state)),  # type: ignore[typeddict-item]
        "turn": int(state.turn),
        "active": int(state.active) if state.turn > 0 else None,
        "first": int(state.first),
        "cul_de_sac": kind_name(state, c.CUL_DE_SAC),
        "map": [space_view(state, node) for node in nodes_by_place(state)],
        "seats": [seat_view(state, seat, player) for player in range(state.terms.seats)],
        "hand": own_hand(state, seat),
        "acts": [act_view(state, seat, slot) for slot in range(t.ACTS)],
        "last_act": last_act(state),
        "decks": {
            "cove": int(state.cove_n),
            "winter": int(state.winter_n),
            "haunted": int(state.haunted_n),
        },
        "carried_out": [carried_view(state, i) for i in range(state.fx_n)],
        "looked_at": looked_at(state, seat),
        "to_place": to_place(state),
        "steps": int(state.stride),
        "gone": [charm(state, i).id for i in range(len(edition_of(state).charms)) if state.gone >> i & 1],
    }
    if state.terms.ghost:
        found["ghost"] = {"screams": int(state.screams), "heard": int(state.heard)}
        if state.terms.live == t.COUNTED:
            found["ghost"]["counted"] = int(state.waited)
    return found


def phase(state: Table) -> str:
    """The part of the turn that the lowest question belongs to."""
    if state.over:
        return "over"
    for at in range(0, state.depth, FRAME):
        frame = state.book[state.stack[at]]
        if isinstance(frame, Ask) and frame.phase:
            return frame.phase
    return "effect"


def nodes_by_place(state: Table) -> list[int]:
    return sorted(range(state.nodes), key=lambda node: int(state.cell_of(node)))


def pawns_on(state: Table, node: int) -> list[int]:
    return [pawn for pawn in range(t.BENNY + 1) if state.pawn[pawn] == node]


def spot(state: Table, cell: int) -> Spot | None:
    return (int(state.x_of(cell)), int(state.y_of(cell))) if cell >= 0 else None


def space_view(state: Table, node: int) -> SpaceView:
    kind = int(state.kind_of(node))
    return {
        "cell": spot(state, int(state.cell_of(node))),
        "space": edition_of(state).spaces[kind].id,
        "name": text.space_named(state, node),
        "pawns": pawns_on(state, node),
    }


def hand_faces(state: Table, player: int | None) -> list[int]:
    """The faces of a hand, in their own order: that of the hand tells nothing."""
    if player is None:
        return []
    return sorted(int(state.face(state.tally[t.HAND + player * 4 + i])) for i in range(state.hand_n(player)))


def own_hand(state: Table, seat: int | None) -> list[str]:
    """In the order in which its owner came by the cards."""
    if seat is None:
        return []
    return [face(state, state.face(state.tally[t.HAND + seat * 4 + i])).id for i in range(state.hand_n(seat))]


def seat_view(state: Table, seat: int | None, player: int) -> SeatView:
    node = state.pawn[player]
    return {
        "seat": player,
        "name": player_name(state, player),
        "live": bool(state.is_live(player)),
        "fate": FATES.get(int(state.tally[t.FATE + player])),
        "hand": int(state.hand_n(player)),
        "pile": int(state.pile_n(player)),
        "discard": discard_view(state, player),
        "cell": spot(state, int(state.cell_of(node)) if node >= 0 else -1),
        "permanent": [held.id for held in charms_of(state, player)],
        "boost": int(state.tally[t.BOOST + player]),
        "shield": int(state.tally[t.SHIELD + player]),
        "top": known_top(state, seat, player),
        "known": [face(state, number).id for number in known_in_hand(state, seat, player)],
        "remembered": remembered(state, seat, player),
    }


def charms_of(state: Table, player: int) -> list[Charm]:
    return [charm(state, state.charm(player, i)) for i in range(state.tally[t.CHARM_N + player])]


def known_in_hand(state: Table, seat: int | None, player: int) -> list[int]:
    """Cards of another's hand that this seat knows to be there."""
    if seat == player:
        return []
    if state.eyes_on_hand(player) == ALL:
        return hand_faces(state, player)
    eyes = -1 if seat is None else seat
    pieces = [int(state.tally[t.HAND + player * 4 + i]) for i in range(state.hand_n(player))]
    return sorted(int(state.face(piece)) for piece in pieces if knows(state, eyes, piece))


def known_top(state: Table, seat: int | None, player: int) -> str | None:
    """The top of a pile, if this seat has seen it and nothing has come upon it."""
    if state.pile_n(player) == 0:
        return None
    piece = int(state.piece_at(state.pile_at(player) + state.pile_n(player) - 1))
    return face(state, state.face(piece)).id if knows(state, -1 if seat is None else seat, piece) else None


def remembered(state: Table, seat: int | None, player: int) -> list[RememberedView]:
    """Cards in a pile or face down in a discard that this seat has seen on their way there.

    Nobody may look at them again (CC-R36); but who saw them knows.
    """
    eyes = -1 if seat is None else seat
    found: list[RememberedView] = []
    for place, base, size in (
        ("pile", state.pile_at(player), state.pile_n(player)),
        ("discard", state.discard_at(player), state.discard_n(player)),
    ):
        for i in range(size):
            piece = int(state.piece_at(base + size - 1 - i))
            if not state.up >> piece & 1 and knows(state, eyes, piece):
                found.append({"in": place, "from_top": i, "card": face(state, state.face(piece)).id})
    return found


def discard_view(state: Table, player: int) -> list[str | None]:
    """The top first; face-down cards are shown to nobody (CC-R36)."""
    base = state.discard_at(player)
    pieces = [int(state.piece_at(base + i)) for i in range(state.discard_n(player) - 1, -1, -1)]
    return [face(state, state.face(piece)).id if state.up >> piece & 1 else None for piece in pieces]


def act_view(state: Table, seat: int | None, slot: int) -> ActView:
    up = bool(state.act_up >> slot & 1)
    known = up or (seat is not None and state.deck[t.SEEN + slot] >> seat & 1 == 1)
    return {"slot": slot, "up": up, "act": act(state, state.deck[t.ACT + slot]).id if known else None}


def last_act(state: Table) -> LastActView | None:
    """The Act flipped last: a Boogeyman does not stay face up."""
    if state.last_act < 0:
        return None
    return {"slot": int(state.last_slot), "act": act(state, state.last_act).id}


def carried_view(state: Table, i: int) -> CarriedView:
    """A card or space that is being carried out."""
    row = [int(state.fx[i * t.FX + field]) for field in range(t.FX)]
    source = row[t.FX_SOURCE]
    return {
        "from": SOURCES[source],
        "what": carried_id(state, source, row[t.FX_WHAT]),
        "by": row[t.FX_OWNER],
        "target": row[t.FX_TARGET] if row[t.FX_TARGET] >= 0 else None,
        "number": row[t.FX_NUMBER],
        "spared": [player for player in range(4) if row[t.FX_IMMUNE] >> player & 1],
    }


def carried_id(state: Table, source: int, what: int) -> str:
    if source in (t.FROM_OPTIONS, t.FROM_MOVE_DECK):
        return face(state, what).id
    if source == t.FROM_ACT:
        return act(state, what).id
    return edition_of(state).spaces[what].id if source == t.FROM_SPACE else charm(state, what).id


def looked_at(state: Table, seat: int | None) -> list[str]:
    """The cards that the seat is sifting, or the hand it chooses a card from."""
    if state.over or seat != state.seat:
        return []
    question = state.question
    player = int(state.arg(0))
    if isinstance(question, Sift):
        top = state.pile_at(player) + state.pile_n(player)
        faces = sorted(int(state.face(state.piece_at(top - 1 - i))) for i in range(state.arg(1)))
    elif isinstance(question, Take) or (isinstance(question, Lose) and question.yours(state)):
        faces = hand_faces(state, player)
    else:
        return []
    return [face(state, number).id for number in faces]


def to_place(state: Table) -> list[str]:
    """Cove cards that lie open and wait to be placed."""
    if state.over:
        return []
    spaces = edition_of(state).spaces
    question = state.question
    if isinstance(question, Cross):
        top = t.COVE + state.cove_n - 1
        return [spaces[state.deck[top - i]].id for i in range(4 - state.arg(0))]
    if isinstance(question, PutCoveCard):
        return [spaces[state.arg(0)].id]
    return [spaces[state.kind_of(state.arg(0))].id] if isinstance(question, Shift) else []
