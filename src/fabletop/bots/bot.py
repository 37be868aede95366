"""What a bot is: it answers questions, from a state in which all it may not know is dealt anew."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from fabletop.kernel.advisor import Advisor
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import State

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening


class Bot:
    name: str = ""
    blind: bool = False  # True: looks at nothing but the list of answers, so any state will do
    sees_all: bool = False  # True: wants the truth, which only the lab gives

    def choose(self, state: State, rng: Rng) -> i64:
        """One of the legal answers of the seat that is asked. The state may be played on."""
        raise NotImplementedError


class Advised(Bot):
    """A bot that asks the game's advisor; it has one of its own for the game that it plays."""

    def __init__(self) -> None:
        self.learnt_in: Path | None = None  # a folder of what was learnt, other than the game's own
        self.opening: Opening | None = None
        self.kept_advisor: Advisor[Any] | None = None

    def advisor(self, state: State) -> Advisor[Any]:
        kept = self.kept_advisor
        if kept is None or self.opening is not state.opening:
            self.opening = state.opening
            game = state.opening.game
            kept = game.advisor(state.opening, game.learnt(state.opening, self.learnt_in))
            self.kept_advisor = kept
        return kept

    def take_advice(self, opening: "Opening", advisor: Advisor[Any]) -> None:
        """Be told by this one, in games of that opening."""
        self.opening = opening
        self.kept_advisor = advisor
