"""What a bot is: it answers questions, from a state in which all it may not know is dealt anew."""

from mypy_extensions import i64

from fabletop.kernel.rng import Rng
from fabletop.kernel.state import State


class Bot:
    name: str = ""
    blind: bool = False  # True: looks at nothing but the list of answers, so any state will do
    sees_all: bool = False  # True: wants the truth, which only the lab gives

    def choose(self, state: State, rng: Rng) -> i64:
        """One of the legal answers of the seat that is asked. The state may be played on."""
        raise NotImplementedError


def world_of(state: State, seat: i64, rng: Rng, clairvoyant: bool) -> State:
    """A world as the seat may think it is; to the lab's yardstick the true one, but for chance to come."""
    if clairvoyant:
        world = state.clone()
        world.reseed(rng)
        return world
    return state.resampled(seat, rng)
