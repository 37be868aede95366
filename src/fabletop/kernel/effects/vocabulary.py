"""The words a game brings, programs in them, and what is made of those: rows, notation, comparison."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fabletop.kernel.effects.engine import (
    ARGUMENTS,
    CHOOSE,
    END,
    FIRST,
    FIRST_VERB,
    IF,
    MAY,
    MOST_BRANCHES,
    NEXT,
    NO_BRANCH,
    OP,
    SECOND,
    TEST,
    Condition,
    Program,
    Verb,
)
from fabletop.kernel.effects.kinds import LEFT_OUT, Names
from fabletop.kernel.effects.nodes import Choose, If, Node, Step, Steps, Test
from fabletop.kernel.effects.reader import Reader

Check = Callable[[Step, Reader], None]  # what a game looks at besides the kinds of arguments


class Vocabulary:
    def __init__(
        self,
        verbs: Sequence[Verb[Any]],
        conditions: Sequence[Condition[Any]] = (),
        check: Check | None = None,
    ) -> None:
        self.verbs = verbs
        self.conditions = conditions
        self.check = check or (lambda step, reader: None)
        self.by_name = {verb.name: verb for verb in verbs}
        self.tests: dict[str, Condition[Any]] = {}
        for condition in conditions:
            self.tests |= dict.fromkeys([condition.name.upper(), *condition.aliases], condition)

    # --- reading --------------------------------------------------------------------------------------

    def verb(self, name: str) -> Verb[Any] | None:
        return self.by_name.get(name)

    def verb_names(self) -> list[str]:
        return list(self.by_name)

    def condition(self, name: str) -> Condition[Any] | None:
        return self.tests.get(name)

    def condition_names(self) -> list[str]:
        return [condition.name for condition in self.conditions]

    def read(self, text: str, names: Names) -> Steps:
        """The steps of a program; BadEffect says what is wrong with it, and where."""
        return Reader(text, self, names).program()

    def read_needs(self, text: str, names: Names) -> tuple[Test, ...]:
        """A list of requirements: "moon >= 3; SAME"."""
        return Reader(text, self, names).needs()

    # --- for an editor --------------------------------------------------------------------------------

    def describe(self, names: Names) -> dict[str, Any]:
        """Everything that may be typed, as plain data."""
        return {
            "verbs": [
                {
                    "name": verb.name,
                    "may": verb.may,
                    "body": verb.body,
                    "compare": "",
                    "says": verb.says,
                    "arguments": described(verb.takes, names),
                }
                for verb in self.verbs
            ],
            "conditions": [
                {
                    "name": condition.name,
                    "may": False,
                    "body": False,
                    "compare": condition.compare,
                    "says": condition.says,
                    "arguments": described(condition.takes, names),
                }
                for condition in self.conditions
            ],
            "branches": MOST_BRANCHES,
        }

    # --- writing rows -----------------------------------------------------------------------------------

    def writer(self, width: int) -> "Writer":
        return Writer(self, width)


def described(takes: Sequence[tuple[int, Any]], names: Names) -> list[dict[str, Any]]:
    return [
        {
            "kind": kind.name,
            "expects": kind.expects(names),
            "optional": kind.default is not LEFT_OUT,
            "offers": kind.offers(names),
        }
        for _, kind in takes
    ]


class Writer:
    """Writes programs as rows of integers, one after the other; `width` columns a row."""

    def __init__(self, vocabulary: Vocabulary, width: int) -> None:
        self.vocabulary = vocabulary
        self.width = width
        self.rows: list[int] = []
        self.source: list[Any] = []

    def program(self) -> Program:
        """All that has been written, for the engine."""
        verbs: list[Verb[Any]] = by_number(self.vocabulary.verbs, Verb())
        conditions: list[Condition[Any]] = by_number(self.vocabulary.conditions, Condition())
        assert all(verb.number >= FIRST_VERB for verb in self.vocabulary.verbs)
        return Program(self.rows, self.width, verbs, conditions, self.source)

    def write(self, steps: Steps, offers: bool = False, after: int = END) -> int:
        """Write steps that go on with row `after`; return the row of the first. Where they are `offers`,
        each may be declined whose verb allows it."""
        for node in reversed(steps):
            after = self.write_node(node, offers, after)
        return after

    def write_needs(self, needs: tuple[Test, ...]) -> list[int]:
        """One row for each requirement; `Program.holds` tells whether it does."""
        return [self.add(IF, END, self.test_row(test), test) for test in needs]

    def write_node(self, node: Node, offers: bool, after: int) -> int:
        if isinstance(node, If):
            row = self.test_row(node.test)
            row[FIRST] = self.write(node.then, offers, after)
            row[SECOND] = self.write(node.otherwise, offers, after)
            return self.add(IF, after, row, node)
        row = [0] * self.width
        if isinstance(node, Choose):
            row[FIRST : FIRST + MOST_BRANCHES] = [NO_BRANCH] * MOST_BRANCHES
            for which, branch in enumerate(node.branches):
                row[FIRST + which] = self.write(branch, offers, after)
            row[MAY] = int(offers)
            return self.add(CHOOSE, after, row, node)
        row[MAY] = int(node.may or (offers and node.verb.may))
        self.fill(row, node.verb.takes, node.values)
        if node.body:
            row[SECOND] = self.write(node.body, offers)
        return self.add(node.verb.number, after, row, node)

    def test_row(self, test: Test) -> list[int]:
        row = [0] * self.width
        self.fill(row, test.condition.takes, test.values)
        row[TEST] = test.condition.number
        return row

    def fill(self, row: list[int], takes: Sequence[tuple[int, Any]], values: tuple[Any, ...]) -> None:
        for (column, kind), value in zip(takes, values, strict=True):
            numbers = kind.numbers(value)
            assert ARGUMENTS <= column <= self.width - len(numbers), f"{kind.name} does not fit into the row"
            row[column : column + len(numbers)] = numbers

    def add(self, op: int, after: int, row: list[int], source: Any) -> int:
        row[OP] = op
        row[NEXT] = after
        self.rows += row
        self.source.append(source)
        return len(self.source) - 1


def by_number(what: Sequence[Any], nothing: Any) -> list[Any]:
    found = [nothing] * (1 + max([one.number for one in what], default=0))
    for one in what:
        assert found[one.number] is nothing, f"{one.name} has the number of {found[one.number].name}"
        found[one.number] = one
    return found


# --- notation ---------------------------------------------------------------------------------------------


def notation(steps: Steps, names: Names) -> str:
    """The program as it is usually written: reading this gives the same steps again."""
    return "; ".join(node_text(node, names, False) for node in steps)


def needs_notation(needs: tuple[Test, ...], names: Names) -> str:
    return "; ".join(test_text(test, names) for test in needs)


def canonical(steps: Steps, names: Names) -> str:
    """As `notation`, but the same for all programs that do the same in another order of words."""
    return "; ".join(node_text(node, names, True) for node in steps)


def node_text(node: Node, names: Names, sort: bool) -> str:
    def text(steps: Steps) -> str:
        return "; ".join(node_text(one, names, sort) for one in steps)

    if isinstance(node, If):
        otherwise = f"; else {text(node.otherwise)}" if node.otherwise else ""
        return f"IF({test_text(node.test, names, sort)}: {text(node.then)}{otherwise})"
    if isinstance(node, Choose):
        branches = [text(branch) for branch in node.branches]
        return f"CHOOSE({' | '.join(sorted(branches) if sort else branches)})"
    arguments = arguments_text(node.verb.takes, node.values, names, sort)
    inside = f"{arguments}: {text(node.body)}" if node.body else arguments
    return f"{'may ' * node.may}{node.verb.name}{f'({inside})' if inside else ''}"


def test_text(test: Test, names: Names, sort: bool = False) -> str:
    condition = test.condition
    if not condition.compare:
        arguments = arguments_text(condition.takes, test.values, names, sort)
        return f"{condition.name}({arguments})" if arguments else condition.name
    arguments = arguments_text(condition.takes[:-1], test.values[:-1], names, sort)
    name = f"{condition.name}({arguments})" if arguments else condition.name
    kind = condition.takes[-1][1]
    if test.values[-1] == kind.default:
        return name
    return f"{name} {condition.compare} {kind.text(test.values[-1], names)}"


def arguments_text(
    takes: Sequence[tuple[int, Any]], values: tuple[Any, ...], names: Names, sort: bool
) -> str:
    """All but those at the end that are what they would be if left out."""
    pairs = [(kind, value) for (_, kind), value in zip(takes, values, strict=True)]
    while pairs and pairs[-1][0].default is not LEFT_OUT and pairs[-1][1] == pairs[-1][0].default:
        pairs.pop()
    return ", ".join(kind.text(kind.canonical(value) if sort else value, names) for kind, value in pairs)


def same_effects(cards: Iterable[tuple[str, str]]) -> list[str]:
    """Which cards do the same, for the check of an edition. `cards`: what each is called, and all that it
    needs and does, in canonical notation."""
    found: dict[str, list[str]] = {}
    for card, effect in cards:
        found.setdefault(effect, []).append(card)
    return [
        f"{', '.join(alike[:-1])} and {alike[-1]} do the same: {effect}"
        for effect, alike in found.items()
        if len(alike) > 1
    ]
