"""A program in words. The engine carries out the same steps, so that words and effect cannot disagree."""

from typing import Any

from fabletop.kernel.effects.engine import Condition, Verb
from fabletop.kernel.effects.kinds import Names
from fabletop.kernel.effects.nodes import Choose, If, Node, Step, Steps, Test


class Speech:
    """How a card speaks. A game's own knows what else its words depend on."""

    choice = "choose one"

    def __init__(self, names: Names, offers: bool = False) -> None:
        self.names = names
        self.offers = offers  # whether every step is an offer ("you may ...") that can be one

    def called(self, kind: str, number: int) -> str:
        """A thing within a sentence."""
        return self.names.text(kind, number)

    def filled(self, what: Verb[Any] | Condition[Any], values: tuple[Any, ...]) -> str:
        """The words of a verb or condition, with those of its arguments."""
        kinds = [kind for _, kind in what.takes]
        return what.says.format(*(kind.words(value, self) for kind, value in zip(kinds, values, strict=True)))

    # --- clauses --------------------------------------------------------------------------------------

    def clauses(self, steps: Steps) -> str:
        return "; ".join(self.clause(node) for node in steps)

    def clause(self, node: Node) -> str:
        if isinstance(node, If):
            words = f"{self.test(node.test)}: {self.clauses(node.then)}"
            return f"{words}; otherwise: {self.clauses(node.otherwise)}" if node.otherwise else words
        if isinstance(node, Choose):
            return self.offered(self.offers, f"{self.choice}: {self.branches(node)}")
        return self.offered(node.may or (self.offers and node.verb.may), self.order(node))

    def order(self, step: Step) -> str:
        """A step, as if it were compulsory."""
        return step.verb.words(step, self)

    def branches(self, node: Choose) -> str:
        quiet = self.offers
        self.offers = False
        words = ", or ".join(self.clauses(branch) for branch in node.branches)
        self.offers = quiet
        return words

    def offered(self, may: bool, words: str) -> str:
        return words if not may or words.startswith("you may") else f"you may {words}"

    def test(self, test: Test) -> str:
        return f"{test.condition.joint} {test.condition.words(test, self)}"

    def needed(self, needs: tuple[Test, ...]) -> str:
        """Requirements: "a and b"."""
        return " and ".join(test.condition.words(test, self) for test in needs)

    # --- sentences ------------------------------------------------------------------------------------

    def sentences(self, steps: Steps) -> str:
        """One sentence a step, two for an IF with an else."""
        return " ".join(self.sentence(node) for node in steps)

    def sentence(self, node: Node) -> str:
        if isinstance(node, If) and node.otherwise:
            then = self.clause(If(node.test, node.then))
            return f"{as_sentence(then)} {as_sentence('otherwise: ' + self.clauses(node.otherwise))}"
        return as_sentence(self.clause(node))


def as_sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."
