"""What happened, as rows of plain integers, with who may see the secret part.

The game turns rows into data and words for one seat: see `Game.tell`. A journal is attached to
the one state that people play on; clones have none, so simulation pays nothing for it.
"""

from typing import Final

ALL: Final = -1  # eyes: everybody, spectators too
UNSEEN: Final = -1  # stands for a secret that the reader may not know

# kind, who acted (a seat, or -1), a, b, c, eyes: a bit mask of the seats that may know `a`
Row = tuple[int, int, int, int, int, int]


class Journal:
    def __init__(self) -> None:
        self.rows: list[Row] = []

    def note(self, kind: int, who: int, a: int, b: int, c: int, eyes: int) -> None:
        self.rows.append((kind, who, a, b, c, eyes))


def as_seen(row: Row, seat: int | None) -> Row:
    """The row with its secret blanked out, if this seat (None: a spectator) may not know it."""
    kind, who, _, b, c, eyes = row
    if eyes == ALL or (seat is not None and eyes >> seat & 1):
        return row
    return (kind, who, UNSEEN, b, c, ALL)
