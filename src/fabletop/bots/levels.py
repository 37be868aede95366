"""The bots by name, their budgets, and thinking in several processes."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabletop.bots.bot import Bot
from fabletop.bots.chance import RandomBot
from fabletop.bots.greedy import GreedyBot
from fabletop.bots.policy import PolicyBot, load
from fabletop.bots.thinker import CLAIRVOYANT, OPENHANDED, Thinker
from fabletop.bots.verdict import Findings
from fabletop.kernel.advisor import Ease
from fabletop.kernel.question import Mistake, did_you_mean
from fabletop.kernel.rng import seeded
from fabletop.kernel.snapshot import restore


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot thinks about a question: walks through its tree, or seconds; 0: no limit."""

    walks: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Level:
    words: str  # what it is like to play with
    budget: Budget
    temperature: float = 0.0  # 0: takes what it thinks best; 1: as often as it looked at it


PLAIN: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}
LEVELS = {
    "gentle": Level("knows the rules, and errs", Budget(walks=60), temperature=1.0),
    "fair": Level("plays fairly well, and errs now and then", Budget(walks=250), temperature=0.3),
    "sharp": Level("plays well, and soon", Budget(seconds=0.2)),
    "relentless": Level("plays its best, and takes up to a second for it", Budget(seconds=1.0)),
}
CHARACTERS = {"steady": 0.0, "bold": 1.0, "careful": -1.0}  # by how bold they are; about equally strong
STAND_INS = ("fair", "sharp", "relentless")  # may play for people who left: nobody's game is thrown away
POLICY = "policy"  # a trained one, by its file: for the lab and for one's own table
YARDSTICKS = (CLAIRVOYANT, OPENHANDED)  # for the lab, never offered to people
LEARNT = "learnt"  # a folder of what was learnt, other than the game's own
TEMPERATURE = "temperature"  # in place of what the level has
CHARACTER = "character"
OVERRIDES: dict[str, Callable[[str], float]] = {
    "cutoff": int,
    "explore": float,
    "picks": int,
    "prior_weight": float,
    "caution": float,
    "greedy_weight": float,
    "plain": lambda value: value == "1",
    "turns": int,
    "most": int,
    "margin": float,
    "pace": float,
    "prior_trials": float,
}


def names() -> list[str]:
    """The bots that people may play with, the weakest first."""
    return [*PLAIN, *LEVELS]


def seated(together: bool) -> list[str]:
    """The levels that people may seat, the weakest first; where all win or lose together, those that play
    their best."""
    return [name for name, level in LEVELS.items() if not together or not level.temperature]


def character(level: str, seat: int, together: bool) -> str:
    """Of the bot of that level in that seat: each of them has a name of its own, and is always alike. Where
    all win or lose together they have none: partners play their best."""
    if level not in LEVELS or together:
        return ""
    return list(CHARACTERS)[(list(LEVELS).index(level) + seat) % len(CHARACTERS)]


def in_character(level: str, seat: int, together: bool) -> str:
    """The name under which `make` makes it."""
    found = character(level, seat, together)
    return f"{level}:{CHARACTER}={found}" if found else level


def make(name: str) -> Bot:
    """A bot by its name: "sharp", "sharp:500" (walks), "sharp:200ms", "sharp:character=bold"; in the lab also
    "sharp:500:explore=0.3", which changes one of the game's search settings, "sharp:learnt=FOLDER", which
    knows other things, "clairvoyant:500", "openhanded:500", and "policy:duel.pt", a trained policy."""
    word, _, rest = name.partition(":")
    if word == POLICY:
        return PolicyBot(load(rest))
    if word in PLAIN:
        if rest:
            raise Mistake(f"there is no budget for {word!r}, which does not search")
        return PLAIN[word]()
    if word not in LEVELS and word not in YARDSTICKS:
        raise Mistake(f"there is no bot {word!r}: {did_you_mean(word, names())}")
    level = LEVELS["sharp" if word in YARDSTICKS else word]
    budget = level.budget
    overrides: dict[str, Any] = {}
    learnt_in = None
    ease, as_usual, boldness = None, True, 0.0
    for part in rest.split(":") if ":" in name else []:
        key, is_override, value = part.partition("=")
        if key == LEARNT:
            learnt_in = read_folder(value)
        elif key == TEMPERATURE:
            ease = Ease(read_number(key, value, float))
        elif key == CHARACTER:
            boldness = read_character(value)
        elif is_override:
            overrides[key] = read_override(key, value)
        else:
            budget = read_budget(part)
            as_usual = False
    bot = Thinker(word, budget.walks, budget.seconds, Ease(level.temperature), overrides, as_usual)
    bot.learnt_in, bot.own_ease, bot.boldness = learnt_in, ease, boldness
    return bot


def read_budget(words: str) -> Budget:
    """ "500" walks or "200ms"; a Mistake if it is neither."""
    found = re.fullmatch(r"([1-9][0-9]{0,8})(ms)?", words)
    if not found:
        raise Mistake(f"a budget is a number of walks, like 500, or a time, like 200ms; not {words!r}")
    number = int(found[1])
    return Budget(seconds=number / 1000) if found[2] else Budget(walks=number)


def read_folder(words: str) -> Path:
    folder = Path(words)
    if not folder.is_dir():
        raise Mistake(f"there is no folder {words!r} of what was learnt (`fabletop teach GAME --to FOLDER`)")
    return folder


def read_character(words: str) -> float:
    if words not in CHARACTERS:
        raise Mistake(f"there is no character {words!r}: {did_you_mean(words, list(CHARACTERS))}")
    return CHARACTERS[words]


def read_override(key: str, value: str) -> float:
    if key not in OVERRIDES:
        raise Mistake(f"there is no search setting {key!r}: {did_you_mean(key, list(OVERRIDES))}")
    return read_number(key, value, OVERRIDES[key])


def read_number(key: str, value: str, kind: Callable[[str], float]) -> float:
    try:
        return kind(value)
    except ValueError:
        raise Mistake(f"{key}={value} is not a number that fits") from None


# --- In several processes --------------------------------------------------------------------------


def think(snapshot: dict[str, Any], seat: int, budget: Budget, seed: int) -> Findings:
    """Think about a stored state, for one of its seats; what several processes find, `merge` adds up.

    Each wants a seed of its own. The snapshot should be of a state dealt anew for the seat, so that no
    hidden truth leaves the table; the findings are the same either way.
    """
    bot = Thinker("sharp", budget.walks, budget.seconds)
    return bot.findings(restore(snapshot), seeded(seed), seat)
