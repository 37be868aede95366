"""A moment of Condyle Cove."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import setting
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import Ask
from fabletop.games.condyle.ghost import offer_ticks, tick
from fabletop.games.condyle.knowledge import deal_anew
from fabletop.games.condyle.table import Table
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.rng import Rng


class Condyle(Table):
    def set_up(self) -> None:
        setting.set_up(self)

    def clone(self) -> "Condyle":
        return Condyle(self.opening, self.terms, self)

    def resampled(self, seat: i64, rng: Rng) -> "Condyle":
        other = Condyle(self.opening, self.terms, self)
        deal_anew(other, seat, rng)
        return other

    def outcome(self, seat: i64) -> float:
        """1 for the last orphan (CC-GOAL.1), -1 for the others; against the Boogeyman 1 or -1."""
        return 1.0 if self.winner == seat else -1.0

    # --- At a live table time passes, whatever the active player is asked (CC-R69) -------------------

    def legal_into(self, out: vec[i64]) -> i64:
        if self.seat < 0:
            return 0
        count = self.question.offer(self, out, 0)
        if self.terms.live and self.turn > 0 and self.seat == self.active:
            return offer_ticks(out, count)
        return count

    def step(self, action: i64) -> None:
        """An answer given is final (CC-TURN.3, CC-R37); the session offers no way round what was seen."""
        self.moves += 1
        self.ticked = 0
        question = self.question
        if verb_of(action) == v.TICK:
            assert isinstance(question, Ask)
            tick(self, thing_of(action), question.between)
        else:
            question.answer(self, verb_of(action), thing_of(action))
        self.settle()
