"""One effect as an editor needs it: where each part of it stands, and what may be typed at a letter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from fabletop.kernel.effects.engine import Condition
from fabletop.kernel.effects.kinds import Names
from fabletop.kernel.effects.nodes import Choose, If, Node, Step, Steps, Test
from fabletop.kernel.effects.reader import BadEffect, Reader, word_end
from fabletop.kernel.effects.vocabulary import Vocabulary, test_text

T = TypeVar("T")
Part = tuple[int, int]  # from and to which letter
STEP, TEST = "step", "test"
MOST_OFFERS = 40


class Watched(Reader):
    """A reader that remembers where it read what."""

    def __init__(self, text: str, vocabulary: Vocabulary, names: Names) -> None:
        super().__init__(text, vocabulary, names)
        self.trail: list[
            tuple[int, Any]
        ] = []  # what was read, and from which letter on: a kind, STEP or TEST
        self.ends: dict[int, int] = {}  # of steps, by where they begin
        self.arguments: dict[int, list[Part]] = {}  # of steps, likewise
        self.owners: list[int] = [-1]

    @property
    def last(self) -> int:
        """Where that ends which was read last."""
        return word_end(self.text, self.tokens[self.place - 1].at) if self.place else 0

    def step(self) -> Node:
        return self.watch(STEP, super().step)

    def test(self) -> Test:
        return self.watch(TEST, super().test)

    def test_values(self, condition: Condition[Any]) -> tuple[Any, ...]:
        """Also what stands behind a comparison."""
        first = self.place
        found = super().test_values(condition)
        compared = [token for token in self.tokens[first : self.place] if token.text == condition.compare]
        if compared:
            after = self.tokens[self.tokens.index(compared[-1]) + 1].at
            self.arguments.setdefault(self.owners[-1], []).append((after, self.last))
        return found

    def watch(self, what: str, read: Callable[[], T]) -> T:
        at = self.token.at
        self.trail.append((at, what))
        self.owners.append(at)
        found = read()
        self.owners.pop()
        self.ends[at] = self.last
        return found

    def values(self, name: str, kinds: list[Any], opened: bool) -> tuple[Any, ...]:
        return super().values(name, [Spy(kind, self) for kind in kinds], opened)


class Spy:
    """A kind that tells when it is read."""

    def __init__(self, kind: Any, reader: Watched) -> None:
        self.kind = kind
        self.reader = reader

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kind, name)

    def read(self, reader: Watched) -> Any:
        at = reader.token.at
        reader.trail.append((at, self.kind))
        found = self.kind.read(reader)
        reader.arguments.setdefault(reader.owners[-1], []).append((at, reader.last))
        return found


@dataclass(frozen=True, slots=True)
class Piece:
    """A step with its place in the text, and those within it."""

    kind: str  # "verb", "if" or "choose"
    name: str
    may: bool
    start: int
    end: int
    arguments: list[Part]
    test: str
    branches: list[list["Piece"]]


def pieces(text: str, vocabulary: Vocabulary, names: Names, needs: bool = False) -> list[Piece]:
    """The steps of an effect, or its requirements; BadEffect if it cannot be read."""
    reader = Watched(text, vocabulary, names)

    def part(test: Test) -> Piece:
        arguments = reader.arguments.get(test.at, [])
        return Piece("verb", test.condition.name, False, test.at, reader.ends[test.at], arguments, "", [])

    if needs:
        return [part(test) for test in reader.needs()]

    def told(steps: Steps) -> list[Piece]:
        return [piece(node) for node in steps]

    def piece(node: Node) -> Piece:
        end = reader.ends.get(node.at, len(text))
        if isinstance(node, If):
            test = test_text(node.test, names)
            return Piece("if", "IF", False, node.at, end, [], test, [told(node.then), told(node.otherwise)])
        if isinstance(node, Choose):
            return Piece("choose", "CHOOSE", False, node.at, end, [], "", [*map(told, node.branches)])
        assert isinstance(node, Step)
        body = [told(node.body)] if node.body else []
        arguments = reader.arguments.get(node.at, [])
        return Piece("verb", node.verb.name, node.may, node.at, end, arguments, "", body)

    return told(reader.program())


def offers(
    text: str, at: int, vocabulary: Vocabulary, names: Names, needs: bool = False
) -> list[tuple[str, int, int, str]]:
    """What may be typed at a letter: the text, from and to which letter it stands then, and what it says."""
    text = text[:at]
    reader = None
    try:
        reader = Watched(text, vocabulary, names)
        reader.needs() if needs else reader.program()
    except BadEffect:
        pass
    start, what = reader.trail[-1] if reader and reader.trail else (0, TEST if needs else STEP)
    typed = text[start:]
    word = typed.replace("/", " ").replace("@", " ").rpartition(" ")[2]
    known = known_words(what, vocabulary, names)
    for begun in dict.fromkeys((typed.strip(), word)):
        fitting = [(one, says) for one, says in known if one.lower().startswith(begun.lower())]
        if fitting:
            return [(one, at - len(begun), at, says) for one, says in fitting[:MOST_OFFERS]]
    return []


def known_words(what: Any, vocabulary: Vocabulary, names: Names) -> list[tuple[str, str]]:
    if what is STEP or what == STEP:
        verbs = [(f"{verb.name}(" if verb.takes else verb.name, verb.says) for verb in vocabulary.verbs]
        return [*verbs, ("IF(", "if something holds"), ("CHOOSE(", "one of two or three")]
    if what == TEST:
        return [(one.name, one.says) for one in vocabulary.conditions]
    return [(one, "") for one in what.offers(names)]
