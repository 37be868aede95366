"""One moment of a game: whose question it is, what may be answered, and what then happens.

A game subclasses State with flat data (`vec` and `i64`) and three methods: `legal_into` lists the
answers to the question on top of the stack, `answer` carries one out, and the copy constructor
copies. Pending work is a stack of frames, each of FRAME plain integers: a kind and its arguments.
"""

from typing import TYPE_CHECKING, Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.action import THINGS, VERBS
from fabletop.kernel.journal import ALL, Journal
from fabletop.kernel.rng import Rng
from fabletop.kernel.temper import Temper

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

FRAME: Final = 4
FRAMES: Final = 12  # the deepest nesting of pending work
MOST_ACTIONS: Final = 1024  # the longest list of answers
NOBODY: Final = -1


class State:
    def __init__(self, opening: "Opening", src: "State | None") -> None:
        self.opening = opening  # which game, edition and options
        self.journal: Journal | None = None
        if src is None:
            self.seat: i64 = NOBODY  # whose question it is; NOBODY when the game is over
            self.moves: i64 = 0  # answers given so far
            self.sealed: i64 = 0  # grows with every draw, roll and reveal: undo does not go behind it
            self.stack = vec[i64]([0] * (FRAME * FRAMES))
            self.depth: i64 = 0
            self.rng = Rng(1, 2, 3, 4)
        else:
            self.seat = src.seat
            self.moves = src.moves
            self.sealed = src.sealed
            self.stack = src.stack[:]
            self.depth = src.depth
            self.rng = src.rng.copy()

    # --- what a game defines -------------------------------------------------------

    def begin(self) -> None:
        """Lay everything out, and ask the first question."""
        raise NotImplementedError

    def legal_into(self, out: vec[i64]) -> i64:
        """Write every answer now allowed to the front of `out`; return how many."""
        raise NotImplementedError

    def answer(self, action: i64) -> None:
        """Carry out one of the allowed answers, and all that follows without a question."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An independent copy, without the journal."""
        raise NotImplementedError

    def resampled(self, seat: i64, rng: Rng) -> "State":
        """A clone in which all that `seat` (NOBODY: a spectator) cannot know is dealt anew."""
        raise NotImplementedError

    def outcome(self, seat: i64) -> float:
        """What the finished game was worth to this seat, -1 to 1."""
        raise NotImplementedError

    def value(self, seat: i64) -> float:
        """A guess at how well this seat stands, -1 to 1; what greedy bots look at."""
        raise NotImplementedError

    def asks(self, seat: i64) -> bool:
        """Whether this seat may answer. A game widens it for a question to a group; `seat` then speaks
        for the group."""
        return seat == self.seat

    def same_move(self, depth: i64) -> bool:
        """Whether this question goes on with the move that began with a question at this depth."""
        return self.depth >= depth + FRAME

    def worlds(self) -> i64:
        """How many worlds a bot should look at: more than one, where chance follows an answer at once."""
        return 1

    def values_into(self, out: vec[float]) -> None:
        """Write how each seat stands, from -1 (lost) to 1 (won); what searching bots look at."""
        for seat in range(len(out)):
            out[seat] = self.value(seat)

    def promise(self, action: i64) -> float:
        """How good one of the allowed answers looks at a glance, for the seat that is asked.

        Only differences count: an answer that promises 1 more is tried e times as readily.
        """
        return 0.0

    def shortlist(self, out: vec[i64], most: i64, margin: float) -> i64:
        """Write the allowed answers worth a closer look to `out`, the most promising first: at most so
        many, and none whose promise is by more than the margin below the best."""
        return self.legal_into(out)

    def play_on(self, turns: i64, seat: i64) -> float:
        """Go on for so many turns as the game's convention has it; how this seat then stands, from -1 to 1.

        See `bots.council`.
        """
        raise NotImplementedError

    def temper(self) -> Temper:
        """How a searching bot should think about this game."""
        return EVEN_TEMPER

    # --- what everybody calls ------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.seat < 0

    def legal(self) -> list[int]:
        """Every answer now allowed; empty only when the game is over."""
        if self.seat < 0:
            return []
        cache = CACHE
        count = self.legal_into(cache.listed)
        cache.count = count
        cache.moves = self.moves
        cache.state = self
        listed = cache.listed
        numbers = NUMBERS
        actions: list[object] = [None] * count
        for i in range(count):
            actions[i] = numbers[listed[i]]
        return cast(list[int], actions)

    def allows(self, action: int) -> bool:
        """Whether this answer is one of legal()."""
        if self.seat < 0 or not 0 <= action < 1 << 32:
            return False
        cache = CACHE
        if cache.state is not self or cache.moves != self.moves:
            cache.count = self.legal_into(cache.listed)
            cache.moves = self.moves
            cache.state = self
        wanted: i64 = action
        listed = cache.listed
        for i in range(cache.count):
            if listed[i] == wanted:
                return True
        return False

    def apply(self, action: int) -> None:
        """Answer the question. Anything but one of legal() raises Illegal and changes nothing."""
        if not self.allows(action):
            raise self.opening.game.illegal(self, action)
        self.step(action)

    def step(self, action: i64) -> None:
        """As `apply`, for callers who took the action from `legal_into`: nothing is checked."""
        self.moves += 1
        self.answer(action)

    def returns(self) -> list[float]:
        """One number a seat, -1 to 1; all 0 while the game is on."""
        seats = range(self.opening.players)
        return [0.0 if self.seat >= 0 else self.outcome(seat) for seat in seats]

    def playout(self, rng: Rng) -> int:
        """Answer at random until the game is over; return how many answers that took."""
        listed = vec[i64]([0] * MOST_ACTIONS)
        before = self.moves
        while self.seat >= 0:
            count = self.legal_into(listed)
            self.step(listed[rng.below(count)])
        return self.moves - before

    def reseed(self, rng: Rng) -> None:
        """Give the chance that is still to come another course."""
        self.rng = rng.split()

    # --- pending work --------------------------------------------------------------

    def push(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        at = self.depth
        self.stack[at] = kind
        self.stack[at + 1] = a
        self.stack[at + 2] = b
        self.stack[at + 3] = c
        self.depth = at + FRAME

    def pop(self) -> None:
        self.depth -= FRAME

    def top(self) -> i64:
        return self.stack[self.depth - FRAME]

    def arg(self, i: i64) -> i64:
        """An argument of the frame on top: 0, 1 or 2."""
        return self.stack[self.depth - FRAME + 1 + i]

    def set_arg(self, i: i64, to: i64) -> None:
        self.stack[self.depth - FRAME + 1 + i] = to

    # --- the journal -----------------------------------------------------------------

    def note(self, kind: i64, who: i64, a: i64, b: i64, c: i64, eyes: i64) -> None:
        if self.journal is not None:
            self.journal.note(kind, who, a, b, c, eyes)

    def tell(self, kind: i64, who: i64, a: i64) -> None:
        """Note something that everybody may know."""
        if self.journal is not None:
            self.journal.note(kind, who, a, -1, -1, ALL)

    # --- storing ---------------------------------------------------------------------

    def __reduce__(self) -> tuple[object, ...]:
        from fabletop.kernel.snapshot import restore, snapshot

        return (restore, (snapshot(self),))


class LegalCache:
    """The list that `legal` wrote last, so that the `apply` that follows need not write it again."""

    def __init__(self) -> None:
        self.listed = vec[i64]([0] * MOST_ACTIONS)
        self.count: i64 = 0
        self.moves: i64 = -1
        self.state: State | None = None


CACHE: Final = LegalCache()
EVEN_TEMPER: Final = Temper()

# Every action as an int object: to look one up costs less than to make it.
NUMBERS: Final[list[object]] = list(range(VERBS * THINGS))
