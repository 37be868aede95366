"""What the orphan may know: the table's view, and what only solo play has."""

from fabletop.games.condyle import table as t
from fabletop.games.condyle import view as shared
from fabletop.games.condyle.picture import Picture
from fabletop.games.condyle.solo.ring import BOOGEYMAN, SOLO_ACTS
from fabletop.games.condyle.table import Table
from fabletop.games.condyle.text import edition_of, face, space_named
from fabletop.games.condyle.view import View


def view(state: Table, seat: int | None) -> View:
    found = shared.view(state, seat)
    for space, node in zip(found["map"], shared.nodes_by_place(state), strict=True):
        space["ring"] = node
    found["acts"] = found["acts"][:SOLO_ACTS]
    found["decks"] = {"move": int(state.move_n)}
    found["moves"] = [face(state, number).id for number in flipped_moves(state)]
    found["played"] = [f.id for i, f in enumerate(edition_of(state).faces) if state.played >> i & 1]
    return found


def flipped_moves(state: Table) -> list[int]:
    """The Move cards flipped since the last shuffle, the latest first (CC-R96)."""
    cards = range(t.MOVES + state.move_n, t.MOVES + state.terms.move_cards)
    return [int(state.face(state.deck[i])) for i in cards]


class RingPicture(Picture):
    letters = "OB"
    acts = SOLO_ACTS

    def spoken_map(self) -> list[str]:
        return [self.spoken_space(node) for node in range(self.state.nodes)]

    def name_on_map(self, node: int) -> str:
        return f"{node} {space_named(self.state, node)}"

    def where(self, node: int) -> str:
        return ""

    def in_hand(self, player: int) -> str:
        return "" if player == BOOGEYMAN else super().in_hand(player)

    def deck_lines(self) -> list[str]:
        flipped = [face(self.state, number) for number in flipped_moves(self.state)]
        since = " Turned up so far, the latest first:" if flipped else ""
        heading = f"Move deck: {self.state.move_n} left.{since}"
        return [heading, *(f"  {card.name}: {card.his}." for card in flipped)]
