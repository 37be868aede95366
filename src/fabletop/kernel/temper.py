"""How a searching bot should think about a game: a few numbers that each game sets in its `sense.py`."""

from typing import Any

from mypy_extensions import i64


class Temper:
    def __init__(
        self,
        cutoff: i64 = 20,
        explore: float = 0.6,
        picks: i64 = 1,
        prior: float = 1.0,
        caution: float = 0.1,
        lean: float = 0.0,
        plain: bool = False,
        turns: i64 = 0,
        most: i64 = 8,
        margin: float = 0.4,
        pace: float = 300.0,
        faith: float = 0.0,
    ) -> None:
        self.cutoff: i64 = cutoff  # answers that are tried out behind the tree before a position is valued
        self.explore: float = explore  # how readily an option is looked at that has not shone so far
        self.picks: i64 = picks  # a playout draws so many options and takes the most promising
        self.prior: float = prior  # how much the promise of an option counts before it was tried
        self.caution: float = caution  # how much worse than the rest an untried option is thought to be
        self.lean: float = lean  # how much it counts what `greedy` would think of the options of the question
        self.plain: bool = plain  # UCB1 as in the books, without promise: for comparison
        self.turns: i64 = turns  # of the convention after each answer (bots.council); 0: search a tree
        self.most: i64 = most  # answers that a council compares,
        self.margin: float = margin  # how much less than the best they may promise,
        self.pace: float = pace  # and how many trials it makes for each second that it may think;
        self.faith: float = faith  # so many trials a look at the end of the turn is worth to it

    def turned(self, dials: dict[str, Any]) -> "Temper":
        """A copy with some of the numbers changed."""
        other = Temper(
            self.cutoff,
            self.explore,
            self.picks,
            self.prior,
            self.caution,
            self.lean,
            self.plain,
            self.turns,
            self.most,
            self.margin,
            self.pace,
            self.faith,
        )
        for name, value in dials.items():
            setattr(other, name, value)
        return other
