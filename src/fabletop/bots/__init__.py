"""Players that see only what their seat may see."""

from fabletop.bots.bot import Bot
from fabletop.bots.chance import RandomBot
from fabletop.bots.greedy import GreedyBot
from fabletop.kernel.question import Mistake, did_you_mean

MAKERS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}

__all__ = ["Bot", "make", "names"]


def names() -> list[str]:
    return list(MAKERS)


def make(name: str) -> Bot:
    """A bot by its name."""
    if name not in MAKERS:
        raise Mistake(f"there is no bot {name!r}: {did_you_mean(name, names())}")
    return MAKERS[name]()
