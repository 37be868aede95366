"""Whether everything on the table adds up; for tests and soaks."""

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
from fabletop.games.condyle.table import Table
from fabletop.games.condyle.turn import PutCoveCard
from fabletop.kernel.state import FRAME


def audit(state: Table) -> list[str]:
    """What does not add up, in words."""
    return piece_problems(state) + map_problems(state) + deck_problems(state) + knowledge_problems(state)


def piece_problems(state: Table) -> list[str]:
    """Every piece is in exactly one place, and every card is printed on one piece."""
    found = []
    n = int(state.terms.pieces)
    places: dict[int, list[str]] = {piece: [] for piece in range(n)}
    for player in range(state.terms.seats):
        for i in range(state.hand_n(player)):
            places[int(state.tally[t.HAND + player * 4 + i])].append(f"hand {player}")
        for i in range(state.pile_n(player)):
            places[int(state.piece_at(state.pile_at(player) + i))].append(f"pile {player}")
        for i in range(state.discard_n(player)):
            places[int(state.piece_at(state.discard_at(player) + i))].append(f"discard {player}")
        if not 0 <= state.hand_n(player) <= t.FULL_HAND:
            found.append(f"player {player} holds {state.hand_n(player)} cards (CC-HAND.1)")
    for node in range(state.nodes):
        if state.site[t.PIECE + node] >= 0:
            places[int(state.site[t.PIECE + node])].append("map")
    for i in range(state.fx_n):
        if state.fx[i * t.FX + t.FX_PIECE] >= 0:
            places[int(state.fx[i * t.FX + t.FX_PIECE])].append("being played")
    for i in range(state.terms.move_cards):
        places[int(state.deck[t.MOVES + i])].append("move deck")
    for piece, where in places.items():
        if len(where) > 1 or (not where and not state.over):  # one may be in mid-air when all ends
            found.append(f"piece {piece} is in {where or 'no place'}")
        if state.up >> piece & 1 and not any(place.startswith("discard") for place in where):
            found.append(f"piece {piece} lies face up, but in no discard")
    if sorted(int(card) for card in state.print) != list(range(n)):
        found.append("a card is printed twice, or not at all")
    return found


def map_problems(state: Table) -> list[str]:
    found = []
    cells = {int(state.cell_of(node)): node for node in range(state.nodes) if state.cell_of(node) >= 0}
    on_board = {cell: int(there) - 1 for cell, there in enumerate(bytes(state.board)) if there}
    if cells != on_board:
        found.append(f"the map says {cells}, the board {on_board}")
    for cell in cells:
        if all(other in cells for other in (cell + 1, cell + t.WIDE, cell + t.WIDE + 1)):
            found.append(f"a block of two by two at {cell} (CC-MAP.3)")
    if cells and not connected(cells):
        found.append("the map has fallen apart (CC-R11)")
    for pawn in range(t.BENNY + 1):
        node = int(state.pawn[pawn])
        here = pawn < state.terms.seats and state.is_live(pawn) and state.turn > 0
        if node >= state.nodes or (here and node < 0):
            found.append(f"pawn {pawn} stands nowhere")
        if pawn < t.BENNY and not state.is_live(pawn) and node >= 0:
            found.append(f"the pawn of {pawn} is still in the map (CC-R57)")
    return found


def connected(cells: dict[int, int]) -> bool:
    start = next(iter(cells))
    seen, edge = {start}, [start]
    while edge:
        cell = edge.pop()
        for way in (1, -1, t.WIDE, -t.WIDE):
            if cell + way in cells and cell + way not in seen:
                seen.add(cell + way)
                edge.append(cell + way)
    return len(seen) == len(cells)


def deck_problems(state: Table) -> list[str]:
    """Cove cards, Acts and Permanent cards: none lost, none doubled."""
    return cove_problems(state) + act_problems(state) + charm_problems(state)


def cove_problems(state: Table) -> list[str]:
    kinds = [int(state.kind_of(node)) for node in range(state.nodes)]
    kinds += [int(state.deck[t.COVE + i]) for i in range(state.cove_n)]
    for at in range(0, state.depth, FRAME):
        if isinstance(state.book[state.stack[at]], PutCoveCard):
            kinds.append(int(state.stack[at + 1]))
    own = sorted(kind for kind in kinds if kind not in (c.CUL_DE_SAC, c.DETOUR, c.PASSAGE))
    wanted = sorted([*map(int, state.terms.cove), *[c.HAUNTED_GROUND] * (state.terms.ghost == 1)])
    return [] if own == wanted else [f"the Cove cards are {own}, not {wanted}"]


def act_problems(state: Table) -> list[str]:
    acts, wanted = sorted(list(state.deck)[t.ACT : t.SEEN]), sorted(state.terms.acts)
    if acts != wanted:
        return [f"the Acts are {acts}, not {wanted}"]
    if state.turn > 0 and state.depth and not any(state.cards.act_boogeyman[act] for act in acts):
        return ["no Boogeyman lies among the Acts (CC-R54)"]
    return []


def charm_problems(state: Table) -> list[str]:
    charms = [int(state.deck[t.WINTER + i]) for i in range(state.winter_n)]
    charms += [int(state.deck[t.HAUNTED + i]) for i in range(state.haunted_n)]
    for player in range(state.terms.seats):
        charms += [int(state.charm(player, i)) for i in range(state.tally[t.CHARM_N + player])]
    charms += [i for i in range(62) if state.gone >> i & 1]
    for i in range(state.fx_n):
        if state.fx[i * t.FX + t.FX_SOURCE] == t.FROM_WINTER:
            charms.append(int(state.fx[i * t.FX + t.FX_WHAT]))
    wanted = sorted([*map(int, state.terms.winter), *map(int, state.terms.haunted)])
    if sorted(charms) != wanted and not state.over:
        return [f"the Last Winter and Haunted cards are {sorted(charms)}, not {wanted}"]
    return []


def knowledge_problems(state: Table) -> list[str]:
    """Nobody is sure of something that is not so."""
    found = []
    n = int(state.terms.pieces)
    for seat in range(state.opening.players + 1):
        for piece in range(n):
            if state.among[seat * n + int(state.print[piece])] >> piece & 1 == 0:
                found.append(f"seat {seat} is wrong about piece {piece}")
    for player in range(state.opening.players):
        for i in range(state.hand_n(player)):
            piece = int(state.tally[t.HAND + player * 4 + i])
            if state.among[player * n + int(state.print[piece])] != 1 << piece:
                found.append(f"seat {player} does not know its own hand")
    return found
