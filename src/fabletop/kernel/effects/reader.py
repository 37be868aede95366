"""Reading a program: letters, tokens, steps. The first thing that is wrong is named at its letter."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from fabletop.kernel.effects.engine import MOST_BRANCHES, Condition, Verb
from fabletop.kernel.effects.kinds import LEFT_OUT, Names, any_of
from fabletop.kernel.effects.nodes import Choose, If, Node, Step, Steps, Test
from fabletop.kernel.question import Mistake, did_you_mean

if TYPE_CHECKING:
    from fabletop.kernel.effects.vocabulary import Vocabulary

TOKEN = re.compile(
    r"(?P<number>\d+(?![\w'’]))"
    r"|(?P<word>\w[\w.'’]*(?:-[\w.'’]+)*)"
    r"|(?P<sign><=|>=|≤|≥|[^\w\s])"
)
SIGNS = {"≤": "<=", "≥": ">="}
PARTS = {",", ";", ":", "|", "(", ")", "/", "@", "<=", ">=", ""}  # what ends a name
RESERVED = ("may", "else")
LONGEST = 2000  # letters of a program
DEEPEST = 12  # steps within steps


class Token(NamedTuple):
    kind: str  # "number", "word", "sign", or "end"
    text: str
    at: int


class BadEffect(Mistake):
    """What is wrong with a program, and at which letter."""

    def __init__(self, text: str, at: int, words: str) -> None:
        self.words = words
        self.at = at
        self.until = word_end(text, at)
        self.line = text.count("\n", 0, at) + 1
        self.column = at - (text.rfind("\n", 0, at) + 1) + 1
        super().__init__(f"line {self.line}, column {self.column}: {words}")


def within(whole: str, part: str, mistake: BadEffect) -> BadEffect:
    """What is wrong with a part of a text, as said of the whole."""
    return BadEffect(whole, whole.find(part) + mistake.at, mistake.words)


def word_end(text: str, at: int) -> int:
    """Where the word that begins at a letter ends; at the very end of a text, that letter."""
    found = TOKEN.match(text, at)
    return found.end() if found else min(at + 1, len(text))


def tokens_of(text: str) -> list[Token]:
    found = [
        Token(str(match.lastgroup), SIGNS.get(match[0], match[0]), match.start())
        for match in TOKEN.finditer(text)
    ]
    return [*found, Token("end", "", len(text))]


class Reader:
    """A text, and how far it has been read."""

    def __init__(self, text: str, vocabulary: "Vocabulary", names: Names) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.names = names
        self.tokens = tokens_of(text[:LONGEST])
        self.place = 0
        self.depth = 0
        if len(text) > LONGEST:
            self.wrong(f"an effect has at most {LONGEST} letters, not {len(text)}", LONGEST)
        self.done: list[Step] = []  # the steps read so far, for kinds that look back ("there", "it")

    # --- what kinds of arguments use ------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self.tokens[self.place]

    def next(self) -> Token:
        token = self.token
        self.place += token.kind != "end"
        return token

    def at(self, *signs: str) -> bool:
        return self.token.text in signs and self.token.kind != "end"

    def accept(self, text: str) -> bool:
        """Step over this sign or word, if it stands here."""
        found = self.at(text)
        self.place += found
        return found

    def expect(self, text: str, words: str = "") -> None:
        if not self.accept(text):
            self.wrong(f"expected {words or repr(text)}, not {self.seen()}")

    def wrong(self, words: str, at: int | None = None) -> NoReturn:
        raise BadEffect(self.text, self.token.at if at is None else at, words)

    def seen(self) -> str:
        return repr(self.token.text) if self.token.kind != "end" else "the end"

    def number(self, low: int, high: int) -> int:
        at = self.token.at
        before = self.place
        sign = -1 if self.accept("-") else 1
        if sign > 0:
            self.accept("+")
        if self.token.kind == "number" and low <= sign * int(self.token.text) <= high:
            return sign * int(self.next().text)
        seen = self.text[at : self.token.at] + self.token.text
        self.place = before
        self.wrong(f"expected a number from {low} to {high}, not {repr(seen) if seen else 'the end'}", at)

    def phrase(self) -> str:
        """All up to the next sign that parts things: "Mr. Bobinsky", "here+adj"; blanks made single."""
        start = end = self.token.at
        while self.token.text not in PARTS:
            token = self.next()
            end = token.at + len(token.text)
        return " ".join(self.text[start:end].split())

    def word(self, known: Iterable[str], expected: str = "") -> str:
        """One of these words."""
        at = self.token.at
        phrase = self.phrase()
        spelt = {word.lower(): word for word in known}
        if phrase.lower() not in spelt:
            seen = repr(phrase) if phrase else self.seen()
            wanted = expected or any_of([repr(word) for word in spelt.values()])
            close = did_you_mean(phrase, list(spelt.values()))
            hint = f"; {close}" if close.startswith("did") else ""
            self.wrong(f"expected {wanted}, not {seen}{hint}", at)
        return spelt[phrase.lower()]

    def named(self, kind: str) -> int:
        """A thing of the edition."""
        at = self.token.at
        phrase = self.phrase()
        known = self.names.numbers[kind]
        if phrase.lower() not in known:
            if not phrase:
                self.wrong(f"expected the name of a {kind}, not {self.seen()}", at)
            close = did_you_mean(phrase.lower(), list(known))
            self.wrong(f"there is no {kind} {phrase!r}; {close}", at)
        return known[phrase.lower()]

    # --- programs -------------------------------------------------------------------------------------

    def program(self) -> Steps:
        found = self.steps()
        self.end()
        return found

    def needs(self) -> tuple[Test, ...]:
        """Requirements, parted by ';'; there may be none."""
        found: list[Test] = []
        while self.token.kind != "end" or found:
            found.append(self.test())
            if not self.accept(";"):
                break
        self.end()
        return tuple(found)

    def end(self) -> None:
        if self.token.kind != "end":
            self.wrong(f"expected ';' or the end, not {self.seen()}")

    def steps(self) -> Steps:
        if self.depth == DEEPEST:
            self.wrong(f"steps can stand within steps, but not more than {DEEPEST} deep")
        self.depth += 1
        found = [self.step()]
        while self.at(";") and self.tokens[self.place + 1].text != "else":
            self.next()
            found.append(self.step())
        self.depth -= 1
        return tuple(found)

    def step(self) -> Node:
        token = self.token
        may = self.accept("may")
        name = self.token
        if name.kind != "word" or name.text in RESERVED:
            self.wrong(f"expected a step, not {self.seen()}")
        upper = name.text.upper()
        if upper in ("IF", "CHOOSE"):
            if may:
                self.wrong(f"'may' stands before a verb, not before {upper}", token.at)
            self.next()
            return self.read_if(token.at) if upper == "IF" else self.read_choose(token.at)
        verb = self.vocabulary.verb(upper)
        if verb is None:
            known = [*self.vocabulary.verb_names(), "IF", "CHOOSE"]
            self.wrong(f"there is no step {name.text!r}; {did_you_mean(upper, known)}")
        if may and not verb.may:
            able = [one.name for one in self.vocabulary.verbs if one.may]
            hint = f"; 'may' goes with {any_of(able)}" if able else ""
            self.wrong(f"{verb.name} cannot be optional{hint}", token.at)
        self.next()
        return self.read_step(verb, may, token.at)

    def read_step(self, verb: Verb[Any], may: bool, at: int) -> Step:
        closed = not self.accept("(")
        values = self.values(verb.name, [kind for _, kind in verb.takes], not closed)
        body: Steps = ()
        if verb.body and not closed and self.accept(":"):
            body = self.steps()
        if not closed:
            self.expect(")")
        step = Step(verb, values, may, body, at)
        self.vocabulary.check(step, self)
        self.done.append(step)
        return step

    def values(self, name: str, kinds: list[Any], opened: bool) -> tuple[Any, ...]:
        """The arguments, parted by ','. Those at the end may be left out that have a default."""
        found: list[Any] = []
        for kind in kinds:
            here = opened and not self.at(")", ":") if not found else self.accept(",")
            if here:
                found.append(kind.read(self))
            elif kind.default is not LEFT_OUT:
                found.append(kind.default)
            else:
                self.wrong(f"{name} lacks {kind.expects(self.names)}")
        if opened and self.at(","):
            self.wrong(f"{name} takes {len(kinds)} of what stands in ( ), not more")
        return tuple(found)

    def read_if(self, at: int) -> If:
        self.expect("(", "'(' and a condition")
        test = self.test()
        self.expect(":", "':' and the steps that follow from the condition")
        then = self.steps()
        otherwise: Steps = ()
        if self.accept(";"):
            self.expect("else")
            otherwise = self.steps()
        self.expect(")", "';', '; else' or ')'")
        return If(test, then, otherwise, at)

    def read_choose(self, at: int) -> Choose:
        self.expect("(", "'(' and steps")
        branches = [self.steps()]
        while self.accept("|"):
            branches.append(self.steps())
        if not 2 <= len(branches) <= MOST_BRANCHES:
            self.wrong(f"CHOOSE(a | b) has 2 to {MOST_BRANCHES} branches, not {len(branches)}")
        self.expect(")", "'|' or ')'")
        return Choose(tuple(branches), at)

    def test(self) -> Test:
        token = self.token
        condition = self.vocabulary.condition(token.text.upper()) if token.kind == "word" else None
        if condition is None:
            known = self.vocabulary.condition_names()
            self.wrong(f"{self.seen()} is no condition; {did_you_mean(token.text, known)}")
        self.next()
        return Test(condition, self.test_values(condition), token.at)

    def test_values(self, condition: Condition[Any]) -> tuple[Any, ...]:
        """Arguments in ( ), and a last one behind the comparison."""
        kinds = [kind for _, kind in condition.takes]
        last = kinds.pop() if condition.compare else None
        opened = self.accept("(")
        values = self.values(condition.name, kinds, opened)
        if opened:
            self.expect(")")
        if last is None:
            return values
        if last.default is not LEFT_OUT and not self.at(condition.compare):
            return (*values, last.default)
        self.expect(condition.compare)
        return (*values, last.read(self))
