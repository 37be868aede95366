"""Following a program: verbs and conditions as the engine meets them, and the frames on the stack.

A program is rows of integers. A row is one step: which verb, the row that comes after, and the arguments
in the columns that the verb has chosen for them.
"""

from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from fabletop.kernel.action import act
from fabletop.kernel.state import Frame, Question, State, attribute

if TYPE_CHECKING:
    from fabletop.kernel.effects.nodes import Step, Test
    from fabletop.kernel.effects.text import Speech

T = TypeVar("T", bound=State)

# --- The columns of a row ---------------------------------------------------------------------------------
OP: Final = 0  # the number of a verb, or IF, or CHOOSE
NEXT: Final = 1  # the row that comes after, or END
MAY: Final = 2  # 1: it may be declined
TEST: Final = 2  # of IF: the number of its condition
FIRST: Final = 3  # of IF: the row of "then"; of CHOOSE: of its first branch; the others follow
SECOND: Final = 4  # of IF: the row of "else"; of a verb with steps of its own: their first row
ARGUMENTS: Final = 5  # the first column that is free for arguments

IF: Final = 0
CHOOSE: Final = 1
FIRST_VERB: Final = 2  # the lowest number that a game's verb may have
END: Final = -1
NO_BRANCH: Final = -2
MOST_BRANCHES: Final = 3

ROW: Final = 1  # which argument of a frame is the row of the next step


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb(Generic[T]):
    """What a step does: how it is written, how it is said, and the few lines that carry it out."""

    name: ClassVar[str] = ""  # as it is written
    number: ClassVar[int] = 0  # from FIRST_VERB on
    takes: ClassVar[tuple[tuple[int, Any], ...]] = ()  # its arguments: the column of each, and its Kind
    says: ClassVar[str] = ""  # its words, with {} for each argument
    may: ClassVar[bool] = False  # whether "may" can stand before it
    confirm: ClassVar[bool] = False  # whether, if it may be declined, that is asked before it is done
    body: ClassVar[bool] = False  # whether steps of its own follow the arguments: NAME(argument: steps)

    def do(self, t: T, row: i64) -> None:
        """Carry it out, or push the question that it asks."""
        raise NotImplementedError

    def idle(self, t: T, row: i64) -> bool:
        """Whether it would do nothing now, so that it need not be asked for."""
        return False

    def words(self, step: "Step", speech: "Speech") -> str:
        return speech.filled(self, step.values)


@mypyc_attr(allow_interpreted_subclasses=True)
class Condition(Generic[T]):
    """What an IF or a requirement looks at."""

    name: ClassVar[str] = ""
    number: ClassVar[int] = 0
    takes: ClassVar[tuple[tuple[int, Any], ...]] = ()
    compare: ClassVar[str] = ""  # ">=" or "<=": its last argument is written behind it, as in "moon >= 3"
    aliases: ClassVar[tuple[str, ...]] = ()
    says: ClassVar[str] = ""
    joint: ClassVar[str] = "if"  # the word before it in a sentence

    def holds(self, t: T, row: i64) -> bool:
        raise NotImplementedError

    def words(self, test: "Test", speech: "Speech") -> str:
        return speech.filled(self, test.values)


@final
class Program:
    """The rows of all effects of an edition, and who carries them out."""

    def __init__(
        self,
        rows: list[int],
        width: int,
        verbs: list[Verb[Any]],
        conditions: list[Condition[Any]],
        source: list[Any],
    ) -> None:
        self.rows = vec[i64](rows)
        self.width: i64 = width
        self.verbs: vec[Verb[Any]] = vec[Verb](verbs)  # type: ignore[type-arg]  # by number
        self.conditions: vec[Condition[Any]] = vec[Condition](conditions)  # type: ignore[type-arg]
        self.source = source  # the step, IF or CHOOSE that each row was made from
        self.confirmed = vec[i64]([int(verb.confirm) for verb in verbs])

    def at(self, row: i64, column: i64) -> i64:
        return self.rows[row * self.width + column]

    def holds(self, t: State, row: i64) -> bool:
        """Whether the condition in this row does."""
        return self.conditions[self.rows[row * self.width + TEST]].holds(t, row)

    def verb(self, row: i64) -> Verb[Any]:
        return self.verbs[self.rows[row * self.width]]

    def branch(self, row: i64, which: i64) -> i64:
        """The first row of a branch of CHOOSE; NO_BRANCH where there are fewer."""
        return self.rows[row * self.width + FIRST + which]


@mypyc_attr(allow_interpreted_subclasses=True)
class Follow(Frame[T]):
    """A program that is being followed; argument ROW of the frame is the row of its next step."""

    def program(self, t: T) -> Program:
        raise NotImplementedError

    def finish(self, t: T) -> None:
        """The last step has been done; the frame is still there."""
        t.pop()

    def choose(self, t: T, row: i64) -> None:
        """Push the game's `Choose`, with the row as its first argument."""
        raise NotImplementedError

    def confirm(self, t: T, row: i64) -> None:
        """Push the game's `Confirm`, with the row as its first argument."""
        raise NotImplementedError

    def carry_out(self, t: T, program: Program, row: i64) -> None:
        """One step of a verb. The frame has gone on to the next row."""
        verb = program.verb(row)
        if program.at(row, MAY) == 0 or program.confirmed[program.at(row, OP)] == 0:
            verb.do(t, row)
        elif not verb.idle(t, row):
            self.confirm(t, row)

    def run(self, t: T) -> bool:
        """Go on until something else lies on top."""
        kind = t.top()
        program = self.program(t)
        rows = program.rows
        while t.depth > 0 and t.top() == kind:
            row = t.arg(ROW)
            if row == END:
                self.finish(t)
                return False
            at = row * program.width
            if rows[at] == IF:
                holds = program.conditions[rows[at + TEST]].holds(t, row)
                t.set_arg(ROW, rows[at + FIRST] if holds else rows[at + SECOND])
                continue
            t.set_arg(ROW, rows[at + NEXT])
            if rows[at] == CHOOSE:
                self.choose(t, row)
            else:
                self.carry_out(t, program, row)
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Choose(Question[T]):
    """CHOOSE(a | b): which branch is followed. Argument 0 of the frame is the row."""

    wish: int = 0  # the game's verb for a branch

    def __init__(self) -> None:
        self.wish = attribute(self, "wish")

    def program(self, t: T) -> Program:
        raise NotImplementedError

    def open_to(self, t: T, row: i64) -> i64:
        """Bits of the branches that may be chosen now."""
        return (1 << MOST_BRANCHES) - 1

    def offer(self, t: T, out: vec[i64], n: i64) -> i64:
        row = t.arg(0)
        program = self.program(t)
        branches = self.open_to(t, row)
        for which in range(MOST_BRANCHES):
            if branches >> which & 1 and program.branch(row, which) != NO_BRANCH:
                out[n] = act(self.wish, which)
                n += 1
        return n

    def answer(self, t: T, verb: i64, thing: i64) -> None:
        row = t.arg(0)
        t.pop()
        if verb == self.wish:
            t.set_arg(ROW, self.program(t).branch(row, thing))


@mypyc_attr(allow_interpreted_subclasses=True)
class Confirm(Question[T]):
    """A step that may be declined is done, or not. Argument 0 of the frame is the row."""

    yes: int = 0  # the game's verbs
    no: int = 0

    def __init__(self) -> None:
        self.yes = attribute(self, "yes")
        self.no = attribute(self, "no")

    def program(self, t: T) -> Program:
        raise NotImplementedError

    def always(self, t: T) -> bool:
        return True

    def offer(self, t: T, out: vec[i64], n: i64) -> i64:
        out[n] = act(self.yes, 0)
        out[n + 1] = act(self.no, 0)
        return n + 2

    def answer(self, t: T, verb: i64, thing: i64) -> None:
        row = t.arg(0)
        t.pop()
        if verb == self.yes:
            self.program(t).verb(row).do(t, row)
