"""What one seat may know, as a picture in text or as lines for a screen reader."""

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
from fabletop.games.condyle.table import Table
from fabletop.games.condyle.text import (
    FATES,
    WAYS,
    carried_out,
    edition_of,
    face,
    game_of,
    player_name,
)
from fabletop.games.condyle.view import (
    act_view,
    charms_of,
    discard_view,
    hand_faces,
    known_in_hand,
    known_top,
    nodes_by_place,
    pawns_on,
    to_place,
)

INSIDE = 15


class Picture:
    """A table as one seat sees it."""

    letters = "1234G"  # of the pawns: the numbers of the orphans, and Benny's ghost
    acts = t.ACTS

    def __init__(self, state: Table, seat: int | None) -> None:
        self.state = state
        self.seat = seat

    def text(self, spoken: bool) -> str:
        lines = [self.heading(), ""]
        lines += self.spoken_map() if spoken else self.drawn_map()
        lines.append("")
        for player in range(self.state.terms.seats):
            lines += self.player_lines(player)
        lines += ["", self.acts_line(), *self.deck_lines()]
        if self.seat is not None:
            lines += ["", *self.hand_lines(self.seat)]
        return "\n".join(lines)

    def heading(self) -> str:
        if self.state.over:
            return "The game is over."
        if self.state.turn == 0:
            return "Setting up."
        return f"Turn {self.state.turn}: {player_name(self.state, int(self.state.active))}."

    # --- The map -----------------------------------------------------------------------------------

    def drawn_map(self) -> list[str]:
        """North at the top."""
        state = self.state
        cells = [int(state.cell_of(node)) for node in range(state.nodes) if state.cell_of(node) >= 0]
        if not cells:
            return []
        xs = sorted(cell % t.WIDE for cell in cells)
        ys = sorted(cell // t.WIDE for cell in cells)
        wide = max(INSIDE, *(len(self.name_on_map(node)) for node in range(state.nodes)))
        lines = []
        for y in range(ys[-1], ys[0] - 1, -1):
            row = [self.drawn_cell(y * t.WIDE + x, wide) for x in range(xs[0], xs[-1] + 1)]
            lines += [" ".join(parts).rstrip() for parts in zip(*row, strict=True)]
        return lines

    def drawn_cell(self, cell: int, wide: int) -> list[str]:
        state = self.state
        node = int(state.node_at(cell))
        if node < 0:
            return [" " * (wide + 2)] * 4
        edge = f"+{('=' if state.kind_of(node) == c.CUL_DE_SAC else '-') * wide}+"
        pawns = " ".join(self.letters[pawn] for pawn in pawns_on(state, node))
        return [edge, f"|{self.name_on_map(node):^{wide}}|", f"|{pawns:^{wide}}|", edge]

    def name_on_map(self, node: int) -> str:
        return game_of(self.state).space(self.state, node)

    def spoken_map(self) -> list[str]:
        return [self.spoken_space(node) for node in nodes_by_place(self.state)]

    def spoken_space(self, node: int) -> str:
        state = self.state
        here = ", ".join(player_name(state, pawn) for pawn in pawns_on(state, node))
        return f"{self.name_on_map(node)}{self.where(node)}{f'; here: {here}' if here else ''}."

    def where(self, node: int) -> str:
        """What lies on each side of it."""
        cell = int(self.state.cell_of(node))
        if cell < 0:
            return ", waiting to be placed"
        beside = [(way, int(self.state.node_at(cell + step))) for way, step in WAYS.items()]
        return "".join(f"; {way} {self.name_on_map(other)}" for way, other in beside if other >= 0)

    # --- Players, decks and the hand -----------------------------------------------------------------

    def player_lines(self, player: int) -> list[str]:
        state = self.state
        name = player_name(state, player) + (" (you)" if player == self.seat else "")
        if not state.is_live(player):
            return [f"{name}: {FATES[int(state.tally[t.FATE + player])]}."]
        pile = discard_view(state, player)
        shown = ", ".join(self.name_of(card) for card in pile[:4]) + (", ..." if len(pile) > 4 else "")
        held = f"{self.in_hand(player)}{state.pile_n(player)} in the pile, discard {len(pile)}"
        lines = [f"{name}: {held}" + f" ({shown})" * bool(pile) + "."]
        lines += [f"  {held.name}: {held.words}" for held in charms_of(state, player)]
        known = known_in_hand(state, self.seat, player)
        if known:
            lines.append(f"  known in hand: {', '.join(face(state, number).name for number in known)}")
        top = known_top(state, self.seat, player)
        if top:
            lines.append(f"  known on top of the pile: {self.name_of(top)}")
        if state.tally[t.SHIELD + player]:
            lines.append("  shielded until the next own turn")
        return lines

    def in_hand(self, player: int) -> str:
        return f"{self.state.hand_n(player)} in hand, "

    def name_of(self, id: str | None) -> str:
        if id is None:
            return "face down"
        return next(f.name for f in edition_of(self.state).faces if f.id == id)

    def acts_line(self) -> str:
        names = {act.id: act.name for act in edition_of(self.state).acts}
        slots = []
        for slot in range(self.acts):
            shown = act_view(self.state, self.seat, slot)
            name = names[shown["act"]] if shown["act"] else "face down"
            seen = "" if shown["up"] or not shown["act"] else " (seen by you)"
            slots.append(f"{slot + 1} {name}{seen}")
        return f"Acts of Desperation: {'; '.join(slots)}."

    def deck_lines(self) -> list[str]:
        state = self.state
        decks = [f"Cove deck {state.cove_n}"]
        if len(state.terms.winter):
            decks.append(f"Last Winter {state.winter_n}")
        if state.terms.ghost:
            decks.append(f"Haunted {state.haunted_n}")
        lines = [", ".join(decks) + "."]
        waiting = to_place(state)
        if waiting:
            names = {space.id: space.name for space in edition_of(state).spaces}
            lines.append(f"To be placed: {', '.join(names[id] for id in waiting)}.")
        if state.fx_n and not state.over:
            lines.append(f"Being carried out: {carried_out(state)}.")
        return lines

    def hand_lines(self, seat: int) -> list[str]:
        cards = [face(self.state, number) for number in hand_faces(self.state, seat)]
        if not cards:
            return ["Your hand is empty."]
        return ["Your hand:", *(f"  {card.name}: {card.words}" for card in cards)]
