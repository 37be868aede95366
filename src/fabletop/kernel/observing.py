"""A game as learners want it: what a seat sees as bytes, and answers as columns of one dense table.

An observer belongs to an opening. Its widths follow from what the game and its edition declare, never
from what happens to come up, and are the same for every option and every game of so many players.
"""

from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from fabletop.kernel.action import THING_BITS, THINGS, VERBS, thing_of, verb_of
from fabletop.kernel.bits import lowest
from fabletop.kernel.state import FRAME, State

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

T = TypeVar("T", bound=State)
NO_COLUMN: Final = -1
ARGUMENTS: Final = FRAME - 1  # of a question


@mypyc_attr(allow_interpreted_subclasses=True)
class Actions(Generic[T]):
    """Every answer that a game knows, as one column of a table: verb by verb, so many things of each.

    A thing may be coded relative to the table (a space by the card beside it) or to the seat that is
    asked (its own cards first); then `code` and `thing` need to look at the state. Each is the inverse
    of the other for whatever is allowed now.
    """

    def __init__(self, opening: "Opening", bounds: dict[int, int]) -> None:
        """`bounds`: how many things there are for a verb, where it is more than one."""
        self.opening = opening
        self.things = {verb: bounds.get(verb, 1) for verb in sorted(opening.game.verbs)}
        self.first = vec[i64]([NO_COLUMN] * VERBS)  # the first column of a verb
        self.end = vec[i64]([NO_COLUMN] * VERBS)
        verbs = []
        at = 0
        for verb, count in self.things.items():
            self.first[verb] = at
            at += count
            self.end[verb] = at
            verbs += [verb] * count
        self.verb_of_column = vec[i64](verbs)
        self.columns: i64 = at

    def prepare(self, t: T) -> None:
        """Look at what `code` and `thing` need to know of the state; called once before them."""

    def code(self, t: T, verb: i64, thing: i64) -> i64:
        """Which of its verb's columns a thing has now."""
        return thing

    def thing(self, t: T, verb: i64, code: i64) -> i64:
        """The thing of a column of this verb."""
        return code

    def column(self, t: T, action: i64) -> i64:
        """The column of one of the allowed answers."""
        self.prepare(t)
        verb = verb_of(action)
        return self.first[verb] + self.code(t, verb, thing_of(action))

    def action(self, t: T, column: i64) -> i64:
        """The answer of one of the allowed columns."""
        self.prepare(t)
        verb = self.verb_of_column[column]
        return verb << THING_BITS | self.thing(t, verb, column - self.first[verb])

    def columns_into(self, t: T, listed: vec[i64], count: i64, out: vec[i64]) -> None:
        """The columns of the answers that `legal_into` has listed, in their order."""
        self.prepare(t)
        first = self.first
        for i in range(count):
            verb = listed[i] >> THING_BITS
            out[i] = first[verb] + self.code(t, verb, listed[i] & (THINGS - 1))

    def name(self, column: int) -> str:
        """A column in words, for people who look at what a policy likes."""
        verb = int(self.verb_of_column[column])
        return f"{self.opening.game.verbs[verb]} {column - int(self.first[verb])}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(Generic[T]):
    """What a seat may know, as bytes: itself first, then the others in their order round the table.

    A game's own subclass gives `parts` and writes them one after the other in `observe_into`. What is
    written depends on nothing that the seat may not know: in worlds dealt anew for it, it is the same.
    """

    def __init__(self, opening: "Opening", actions: Actions[T], parts: list[tuple[str, int]]) -> None:
        self.opening = opening
        self.actions = actions
        self.parts = parts  # names and widths of what is written, in order
        self.width: i64 = sum(width for _, width in parts)
        self.frames: i64 = len(opening.game.book)
        self.players: i64 = opening.players

    def observe_into(self, t: T, seat: i64, out: vec[u8], at: i64) -> i64:
        """Write what the seat sees to `out` from place `at` on, where all is 0; return the place after it."""
        raise NotImplementedError

    def asked_into(
        self, t: T, listed: vec[i64], count: i64, columns: vec[i64], out: vec[u8], at: i64
    ) -> None:
        """For whoever is asked: the columns of what `legal_into` has listed, and what that seat sees."""
        self.actions.columns_into(t, listed, count, columns)
        self.observe_into(t, t.seat, out, at)

    def question_into(self, t: T, seat: i64, out: vec[u8], at: i64) -> i64:
        """Who is asked, and what, if it is this seat: `question_parts` wide."""
        asked = t.seat
        players = self.players
        question = at + 1 + players
        if asked >= 0:
            out[at + 1 + (asked - seat + players) % players] = 1
            if t.asks(seat):
                out[at] = 1
                top = t.depth - FRAME
                stack = t.stack
                out[question + stack[top]] = 1
                for i in range(ARGUMENTS):
                    out[question + self.frames + i] = byte(stack[top + 1 + i])
        return question + self.frames + ARGUMENTS

    @property
    def slices(self) -> dict[str, slice]:
        """Where each part of an observation is."""
        found = {}
        at = 0
        for name, width in self.parts:
            found[name] = slice(at, at + width)
            at += width
        return found

    @property
    def digest(self) -> str:
        """What a policy was trained for: it fits only where this is the same."""
        game = self.opening.game
        table = [[game.verbs[verb], count] for verb, count in self.actions.things.items()]
        words = f"{game.name} {game.rules_version} {self.opening.players} {table} {self.parts}"
        return blake2b(words.encode(), digest_size=8).hexdigest()


def question_parts(opening: "Opening") -> list[tuple[str, int]]:
    """The parts that `question_into` writes."""
    return [
        ("asked", 1 + opening.players),
        ("question", len(opening.game.book)),
        ("arguments", ARGUMENTS),
    ]


def bits_into(out: vec[u8], at: i64, mask: i64) -> None:
    """Write the bits of a mask, a byte each."""
    while mask:
        out[at + lowest(mask)] = 1
        mask &= mask - 1


def byte(value: i64) -> u8:
    """A number as far as a byte can hold it."""
    return u8(0) if value < 0 else u8(255) if value > 255 else u8(value)
