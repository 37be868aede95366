"""Windows that pass by themselves, without telling what anybody holds.

A window is a question that is asked of whoever could want it, as far as everybody knows; many can only pass.
How long one stays open is drawn from a keyed hash of the table and the number of the answer, not from hands.
A pass, clicked or not, takes effect when it closes; who is asked may hold it open, with or without a card. A
card that is played takes effect at once: that it was held is then seen anyway, and when is its player's own
doing. Alone with bots, and watched by nobody, who can only pass is not kept waiting.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from fabletop.server import events as ev
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.room import Key

LENGTHS = 2.5, 4.5  # seconds, the shortest and the longest


@dataclass(slots=True)
class Window:
    """One that somebody is asked in, and whose page is here."""

    plays: int  # the position that asks
    closes: float
    passed: "Key | None" = None  # the message with which a pass was clicked

    def waits_for(self, table: Table, events: list[ev.Event], key: "Key", now: float) -> bool:
        """Whether this is a pass that takes effect when the window closes; then it is kept until it does.

        Alone with bots there is nobody to hide from: a click takes effect at once.
        """
        is_pass = any(isinstance(event, ev.Answered) and event.action == table.passing for event in events)
        if not is_pass or self.plays != table.plays or now >= self.closes or len(table.voters()) < 2:
            return False
        self.passed = key
        return True


def length_of(table: Table, lengths: tuple[float, float]) -> float:
    """For how many seconds the window that is asked now stays open, whatever is in anybody's hand."""
    place = f"{table.code} {table.length}".encode()
    drawn = blake2b(place, key=table.agreed.nonce.encode(), digest_size=4).digest()
    shortest, longest = lengths
    return shortest + (longest - shortest) * int.from_bytes(drawn) / 2**32
