"""The bot that answers at random."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.bots.bot import Bot
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS, State


class RandomBot(Bot):
    def __init__(self) -> None:
        self.name = "random"
        self.blind = True
        self.listed = vec[i64]([0] * MOST_ACTIONS)

    def choose(self, state: State, rng: Rng) -> i64:
        count = state.legal_into(self.listed)
        return self.listed[rng.below(count)]
