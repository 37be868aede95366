"""One moment of a game, and the questions it is made of.

A game subclasses State with flat data (`vec` and `i64`), and Question for everything it asks. Pending
work is a stack of frames, each of FRAME plain integers: the number of a Frame and its arguments.
`settle` runs the frame on top until one of them is a question that somebody has to answer.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar, cast

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from fabletop.kernel.action import THINGS, VERBS, thing_of, verb_of
from fabletop.kernel.journal import ALL, Journal
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.rng import Rng

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

FRAME: Final = 4
FRAMES: Final = 12  # the deepest nesting of pending work
MOST_ACTIONS: Final = 1024  # the longest list of answers
NOBODY: Final = -1

# A game may have a clock that is hidden in its state: see State.alarm
RING: Final = 0  # what nobody answers when its time is up
STILL: Final = -1  # the clock stands
LATER: Final = 1_000_000_000_000  # it goes, but first there must be an answer


T = TypeVar("T", bound="State")


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[T]):
    """What lies on the stack: a question, or something that is still to happen."""

    number: ClassVar[int] = 0  # which frame of its game it is; stored games know it, so it never changes

    def run(self, t: T) -> bool:
        """Go on with the frame on top of the stack; True if somebody is asked now."""
        raise NotImplementedError

    # Only questions have these. They stand here so that the state need not ask whether a frame is one.

    def offer(self, t: T, out: vec[i64], n: i64) -> i64:
        """Write every answer now allowed to `out`, from place n on; return the place after the last."""
        raise NotImplementedError

    def answer(self, t: T, verb: i64, thing: i64) -> None:
        """Carry out one of the allowed answers."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Frame[T]):
    """One thing that a seat is asked: what it offers, what an answer does, and its words."""

    rule: ClassVar[str] = ""  # what says so
    verbs: ClassVar[tuple[int, ...]] = ()  # what an answer may do
    asks: ClassVar[str] = ""  # the prompt, where it is always the same
    declined_by: ClassVar[int] = -1  # the verb of "no", in a window: who can only pass is asked all the same

    def who(self, t: T) -> i64:
        """The seat that is asked."""
        raise NotImplementedError

    def run(self, t: T) -> bool:
        """Ask, if there is a choice. What has one answer only is answered by the table; a question that
        must not be skipped, because that would tell something, overrides `always`."""
        if self.spent(t):
            return False
        t.seat = self.who(t)
        if self.always(t):
            return True
        count = self.offer(t, OFFERED, 0)
        if count > 1:
            return True
        if count == 1:
            self.answer(t, verb_of(OFFERED[0]), thing_of(OFFERED[0]))
        else:
            self.lapse(t)
        return False

    def spent(self, t: T) -> bool:
        """Whether there is nothing to ask any more; if so, go on from here."""
        if self.more(t):
            return False
        self.lapse(t)
        return True

    def more(self, t: T) -> bool:
        """Whether there is something left to ask."""
        return True

    def always(self, t: T) -> bool:
        """Whether to ask without counting the answers: they are several, or even one must not be skipped."""
        return False

    def lapse(self, t: T) -> None:
        """There is no answer, or no more: go on."""
        t.pop()

    # --- words: never called in simulation -----------------------------------------------------------

    def prompt(self, t: T) -> str:
        """The question, for whoever is asked."""
        return self.asks

    def label(self, t: T, seat: int, verb: int, thing: int) -> Label:
        """An answer, for the seat that is asked."""
        return t.opening.game.label(t, seat, verb, thing)

    def thoughts(self, t: T) -> list[int]:
        """Actions that whoever is asked may wonder about, besides the allowed ones."""
        return []

    def why_not(self, t: T, verb: int, thing: int) -> Refusal:
        """Why something is no answer that has one of this question's verbs."""
        return Refusal(self.rule, "That is not one of the choices.")


def book_of(frames: Sequence[Frame[Any]]) -> list[Frame[Any]]:
    """All frames of a game, each in the place of its number."""
    numbers = [frame.number for frame in frames]
    book: list[Frame[Any]] = [Frame() for _ in range(1 + max(numbers))]
    for frame, number in zip(frames, numbers, strict=True):
        assert numbers.count(number) == 1, f"two frames have the number {number}"
        book[number] = frame
    return book


def attribute(of: object, name: str) -> Any:
    """As `of.name`, where an interpreted class may have set it: compiled code would see the base's value."""
    return getattr(of, name)


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer(Generic[T]):
    """Knows what each seat knows; a game with anything hidden brings its own `deal`."""

    def deal_anew(self, t: T, seat: i64, rng: Rng) -> None:
        """Turn this state into one that the seat (NOBODY: a spectator) cannot tell from the true one.

        What comes out depends on nothing that is hidden, but on the given chance alone.
        """
        t.rng = rng.split()
        self.deal(t, seat, rng)

    def deal(self, t: T, seat: i64, rng: Rng) -> None:
        """Deal what the seat cannot know. It is first laid in order, so that nothing hidden matters."""

    def show_hands(self, t: T, seat: i64) -> None:
        """For the lab alone: let the seat see the hands of all others, where hands are hidden."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    def __init__(self, opening: "Opening", src: "State | None") -> None:
        self.opening = opening  # which game, edition and options
        self.journal: Journal | None = None
        if src is None:
            # A vec knows what it holds: a frame is found in it at half the cost of one in a list.
            self.book: vec[Frame[Any]] = vec[Frame](opening.game.book)  # type: ignore[type-arg]
            self.seat: i64 = NOBODY  # whose question it is; NOBODY when the game is over
            self.moves: i64 = 0  # answers given so far
            self.sealed: i64 = 0  # grows with every draw, roll and reveal: undo does not go behind it
            self.stack = vec[i64]([0] * (FRAME * FRAMES))
            self.depth: i64 = 0
            self.rng = Rng(1, 2, 3, 4)
        else:
            self.book = src.book
            self.seat = src.seat
            self.moves = src.moves
            self.sealed = src.sealed
            self.stack = src.stack[:]
            self.depth = src.depth
            self.rng = src.rng.copy()

    # --- what a game defines -------------------------------------------------------

    def set_up(self) -> None:
        """Lay everything out, and push what comes first."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An independent copy, without the journal."""
        return type(self)(self.opening, self)

    def resampled(self, seat: i64, rng: Rng) -> "State":
        """A clone in which all that `seat` (NOBODY: a spectator) cannot know is dealt anew."""
        other = self.clone()
        dealer: Dealer[Any] = self.opening.game.dealer
        dealer.deal_anew(other, seat, rng)
        return other

    def outcome(self, seat: i64) -> float:
        """What the finished game was worth to this seat, -1 to 1."""
        raise NotImplementedError

    def asks(self, seat: i64) -> bool:
        """Whether this seat may answer. A game widens it for a question to a group; `seat` then speaks
        for the group."""
        return seat == self.seat

    # --- asking and answering --------------------------------------------------------

    def begin(self) -> None:
        """Lay everything out, and ask the first question."""
        self.set_up()
        self.settle()

    def settle(self) -> None:
        """Go on until somebody has to be asked, or the game is over."""
        while self.depth > 0:
            if self.book[self.stack[self.depth - FRAME]].run(self):
                return

    @property
    def question(self) -> Question[Any]:
        """What is asked; there is nothing when the game is over."""
        return cast(Question[Any], self.book[self.stack[self.depth - FRAME]])

    def legal_into(self, out: vec[i64]) -> i64:
        """Write every answer now allowed to the front of `out`; return how many."""
        if self.seat < 0:
            return 0
        return self.book[self.stack[self.depth - FRAME]].offer(self, out, 0)

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
        self.book[self.stack[self.depth - FRAME]].answer(self, verb_of(action), thing_of(action))
        self.settle()

    # --- a hidden clock, in games that have one -------------------------------------------

    @property
    def is_timed(self) -> bool:
        """Whether this game has one."""
        return False

    def alarm(self) -> i64:
        """After how many milliseconds of thinking the game does something by itself, by RING: hidden truth.

        STILL: time does not count now; LATER: it counts, but nothing happens before there is an answer.
        """
        return STILL

    def pass_time(self, spent: i64) -> None:
        """So many milliseconds have passed before the answer that follows."""
        raise NotImplementedError

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
        stack = self.stack
        stack[at] = kind
        stack[at + 1] = a
        stack[at + 2] = b
        stack[at + 3] = c
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
OFFERED: Final = vec[i64]([0] * MOST_ACTIONS)  # what a question offers while it is decided whether to ask

# Every action as an int object: to look one up costs less than to make it.
NUMBERS: Final[list[object]] = list(range(VERBS * THINGS))
