"""What partners say to each other of what they hold, and for how long it is known.

What was said is known to all, like a card taken openly from a pile: worlds dealt anew agree with it. It is no
part of a state, for no rule depends on it; whoever lets bots think keeps it beside the game.
"""

from typing import TYPE_CHECKING, NamedTuple

from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.kernel.game import Game


class Saying(NamedTuple):
    """Something that a seat can say, by what it sees, and as far as it was agreed."""

    key: str  # "hold", "can"
    words: str  # "I hold Squeeze Through and Wybie Calls."
    means: tuple[int, ...] = ()  # what all know then: the cards that it holds, by number


class Heard:
    """What was said at a table, as long as it holds."""

    def __init__(self) -> None:
        self.latest: dict[int, tuple[int, tuple[int, ...]]] = {}  # by seat: its epoch, and what was meant

    def note(self, game: "Game", state: State, seat: int, means: tuple[int, ...]) -> None:
        """Who has said more already has said that, too."""
        if means or self.is_due(game, state, seat):
            self.latest[seat] = (game.epoch(state, seat), means)

    def is_due(self, game: "Game", state: State, seat: int) -> bool:
        """Whether what this seat said last holds no longer, or it said nothing."""
        return seat not in self.latest or self.latest[seat][0] != game.epoch(state, seat)

    def known(self, game: "Game", state: State) -> State:
        """The state as it is to those who have listened."""
        holding = [seat for seat in self.latest if not self.is_due(game, state, seat)]
        if not any(self.latest[seat][1] for seat in holding):
            return state
        twin = state.clone()
        for seat in holding:
            game.hear(twin, seat, self.latest[seat][1])
        return twin

    def forget(self) -> None:
        self.latest.clear()
