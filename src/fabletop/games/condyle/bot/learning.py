"""Learning the weights of the evaluation: games are played by search, and it is fitted to who won them.

`fabletop teach condyle` does it (`lessons.py`).
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec

from fabletop.games.condyle.bot.evaluation import ROOM, Evaluation, danger, look_at, nodes_by_steps
from fabletop.games.condyle.table import Table
from fabletop.kernel.learning import RivalPupil
from fabletop.kernel.moments import Moments
from fabletop.kernel.rng import Rng
from fabletop.kernel.teaching import Lived

if TYPE_CHECKING:
    from fabletop.kernel.teaching import Answering

BATCH: Final = 256
PULL: Final = 0.0002  # what is seldom seen weighs little
PATIENCE: Final = 0.95  # how much more the end of a game counts than what was hoped on the way
LAPSES: Final = 30  # of 1000 answers
KEPT: Final = 3  # one of so many moments
LONGEST: Final = 4000  # answers: what goes on longer goes round in circles, and teaches nothing


class Pupil(RivalPupil):
    def __init__(self, evaluation: Evaluation, players: int, moments: int) -> None:
        super().__init__(evaluation.weights, Moments(moments, ROOM, players), BATCH, PULL, PATIENCE)
        self.evaluation = evaluation

    def live(self, t: Table, rng: Rng, naive: bool, answer: "Answering") -> Lived:
        """Play a game; how well it went is how likely it was thought, in the mean, that the winner wins."""
        memory = self.memory
        memory.held = 0
        hopes: list[list[float]] = []
        while t.seat >= 0 and t.moves < LONGEST:
            if t.turn > 0 and rng.below(KEPT) == 0 and memory.held < memory.room:
                self.evaluation.look_at_all(t)
                hopes.append(list(self.evaluation.chance))
                self.keep(t)
            self.go_on(t, rng, LAPSES, answer)
        if t.seat >= 0:
            memory.held = 0
            return Lived(0.0, memory.pack())
        self.judge(vec[float]([1.0 if player == t.winner else 0.0 for player in range(memory.players)]))
        return Lived(sum(hope[t.winner] for hope in hopes) / len(hopes) if hopes else 0.0, memory.pack())

    def keep(self, t: Table) -> None:
        """Remember what is to be seen of each player now."""
        seen = self.evaluation.seen
        risk = danger(t)
        steps = nodes_by_steps(t)
        seen.prospects.look(t)
        for player in range(self.memory.players):
            seen.count = 0
            if t.is_live(player):
                look_at(t, player, risk, steps, seen)
            self.memory.keep(seen.what, seen.much, seen.count)
