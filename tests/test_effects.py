"""The language of effects, with a small vocabulary of its own: a pond with frogs, flies and a moon."""

from dataclasses import dataclass, field
from typing import Any, Final, cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.action import act
from fabletop.kernel.edition import Edition
from fabletop.kernel.effects import engine
from fabletop.kernel.effects.engine import ARGUMENTS, END, MAY, Condition, Program, Verb
from fabletop.kernel.effects.kinds import AnyOf, Flag, Named, Names, Number, UpTo, Word
from fabletop.kernel.effects.nodes import If, Step, all_steps, speaks_of
from fabletop.kernel.effects.reader import BadEffect, Reader
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.effects.vocabulary import (
    Vocabulary,
    canonical,
    needs_notation,
    notation,
    same_effects,
)
from fabletop.kernel.state import Frame, State, book_of

N: Final = ARGUMENTS
WHAT: Final = ARGUMENTS + 1
WIDTH: Final = ARGUMENTS + 2
WISH, YES, NO = 1, 2, 3
F_CARD, F_WISH, F_MAY = 1, 2, 3

NAMES = Names(leaf=[("Big Leaf", "big"), ("Mr. Moss's Leaf",), ("CUL-DE-SAC",)])


class Pond(State):
    """A state that is followed without a game around it."""

    def __init__(self, opening: Any, src: "Pond | None" = None) -> None:
        super().__init__(opening, src)
        self.moon = 0
        self.flies = 0
        self.leaf = 0


class Moon(Verb[Pond]):
    name, number, takes = "MOON", 2, ((N, Number(1, 5)),)
    says = "the moon rises {} times"

    def do(self, t: Pond, row: i64) -> None:
        t.moon += PROGRAM[0].at(row, N)


class Eat(Verb[Pond]):
    name, number = "EAT", 3
    takes = ((N, UpTo(1, 9, "fly")), (WHAT, Flag("quietly")))
    says = "eat {}"
    may = confirm = True

    def do(self, t: Pond, row: i64) -> None:
        t.flies += PROGRAM[0].at(row, N)

    def idle(self, t: Pond, row: i64) -> bool:
        return t.flies > 5


class Hop(Verb[Pond]):
    name, number, takes = "HOP", 4, ((WHAT, AnyOf("leaf")),)
    says = "hop to {}"
    may = True

    def do(self, t: Pond, row: i64) -> None:
        t.leaf = PROGRAM[0].at(row, WHAT)


class Sing(Verb[Pond]):
    name, number, takes, says = "SING", 5, ((WHAT, Word({"low": 1, "high": 2})),), "sing {}"


class When(Verb[Pond]):
    name, number, takes, says, body = "WHEN", 6, ((WHAT, Named("leaf")),), "on {}", True


class Rest(Verb[Pond]):
    name, number, says = "REST", 7, "rest"


class MoonIs(Condition[Pond]):
    name, number, takes, compare = "moon", 0, ((N, Number(1, 5)),), ">="
    says = "the moon is {} or more"

    def holds(self, t: Pond, row: i64) -> bool:
        return t.moon >= PROGRAM[0].at(row, N)


class On(Condition[Pond]):
    name, number, takes, says = "ON", 1, ((WHAT, AnyOf("leaf")),), "you sit on {}"


class Frogs(Condition[Pond]):
    name, number, compare, says = "frogs", 2, ">=", "{1} frogs sit on {0}"
    takes = ((WHAT, Named("leaf")), (N, Number(1, 9, default=1)))


WORDS = Vocabulary([Moon(), Eat(), Hop(), Sing(), When(), Rest()], [MoonIs(), On(), Frogs()])
PROGRAM: list[Program] = []


def read(text: str) -> tuple[Any, ...]:
    return WORDS.read(text, NAMES)


# --- Reading and writing -------------------------------------------------------------------------------


ROUND = [
    "REST",
    "MOON(3); EAT(2)",
    "EAT(1, quietly)",
    "may EAT(1); may HOP(Big Leaf)",
    "HOP(Big Leaf/Mr. Moss's Leaf/CUL-DE-SAC)",
    "IF(moon >= 3: EAT(1); else MOON(1); REST)",
    "IF(ON(Big Leaf/CUL-DE-SAC): IF(moon >= 2: EAT(1)); REST; else CHOOSE(EAT(2) | MOON(1)))",
    "CHOOSE(EAT(1); REST | IF(moon >= 1: REST) | MOON(1))",
    "WHEN(Mr. Moss's Leaf: SING(low); REST)",
]


@pytest.mark.parametrize("text", ROUND)
def test_text_to_steps_and_back(text: str) -> None:
    assert notation(read(text), NAMES) == text


def test_blanks_case_other_signs_and_spellings_do_not_matter() -> None:
    assert read("if( MOON ≥ 3 :eat(1);\n  else hop(big/cul-de-sac) )") == read(
        "IF(moon >= 3: EAT(1); else HOP(Big Leaf/CUL-DE-SAC))"
    )


def test_steps_remember_where_they_stood() -> None:
    steps = read("REST; IF(moon >= 3: EAT(1))")
    assert [step.at for step in steps] == [0, 6]
    inner = cast(If, steps[1]).then[0]
    assert inner.at == 20 and cast(If, steps[1]).test.at == 9


def test_all_steps_also_those_within_others() -> None:
    steps = read("IF(moon >= 1: EAT(1); else CHOOSE(REST | WHEN(big: SING(low))))")
    assert [step.verb.name for step in all_steps(steps)] == ["EAT", "REST", "WHEN", "SING"]
    assert speaks_of(steps, "SING") and not speaks_of(steps, "MOON")


def test_requirements_are_a_list_of_conditions() -> None:
    needs = WORDS.read_needs("frogs(big) >= 2; ON(big); frogs(cul-de-sac)", NAMES)
    assert needs_notation(needs, NAMES) == "frogs(Big Leaf) >= 2; ON(Big Leaf); frogs(CUL-DE-SAC)"
    assert WORDS.read_needs("  ", NAMES) == ()


WRONG = [
    ("EET(1)", 1, "there is no step 'EET'; did you mean 'EAT'?"),
    ("MOON(7)", 6, "expected a number from 1 to 5, not '7'"),
    ("MOON(-1)", 6, "expected a number from 1 to 5, not '-1'"),
    ("MOON()", 6, "MOON lacks a number from 1 to 5"),
    ("MOON", 5, "MOON lacks a number from 1 to 5"),
    ("MOON(1, 2)", 7, "MOON takes 1 of what stands in ( ), not more"),
    ("MOON(1", 7, "expected ')', not the end"),
    ("EAT(1, loudly)", 8, "expected 'quietly' or nothing, not 'loudly'"),
    ("EAT(1, quitly)", 8, "did you mean 'quietly'?"),
    ("HOP(Big Leaf/Moss)", 14, "there is no leaf 'Moss'; choose one of"),
    ("HOP(bigg)", 5, "there is no leaf 'bigg'; did you mean 'big'?"),
    ("HOP(big/)", 9, "expected the name of a leaf, not ')'"),
    ("SING(loud)", 6, "expected 'low' or 'high', not 'loud'"),
    ("REST;", 6, "expected a step, not the end"),
    ("REST REST", 6, "expected ';' or the end, not 'REST'"),
    ("", 1, "expected a step, not the end"),
    ("may MOON(1)", 1, "MOON cannot be optional; 'may' goes with EAT or HOP"),
    ("may IF(ON(big): REST)", 1, "'may' stands before a verb, not before IF"),
    ("IF moon", 4, "expected '(' and a condition, not 'moon'"),
    ("IF(mon >= 1: REST)", 4, "'mon' is no condition; did you mean 'moon'?"),
    ("IF(moon <= 1: REST)", 9, "expected '>=', not '<='"),
    ("IF(moon >= 1 REST)", 14, "expected ':' and the steps that follow from the condition, not 'REST'"),
    ("IF(moon >= 1: REST; EAT(1); els)", 29, "there is no step 'els'"),
    ("IF(moon >= 1: REST; else EAT(1); else REST)", 32, "expected ';', '; else' or ')', not ';'"),
    ("CHOOSE(REST)", 12, "CHOOSE(a | b) has 2 to 3 branches, not 1"),
    ("CHOOSE(REST | EAT(1) | REST | REST)", 35, "has 2 to 3 branches, not 4"),
    ("CHOOSE(REST | )", 15, "expected a step, not ')'"),
]


@pytest.mark.parametrize(("text", "column", "said"), WRONG)
def test_a_mistake_is_named_at_its_letter(text: str, column: int, said: str) -> None:
    with pytest.raises(BadEffect) as bad:
        read(text)
    assert str(bad.value).startswith(f"line 1, column {column}: ") and said in str(bad.value), bad.value


def test_lines_are_counted() -> None:
    with pytest.raises(BadEffect, match=r"^line 3, column 5: there is no step 'RETS'; did you mean 'REST'"):
        read("REST;\n  IF(moon >= 1:\n    RETS)")


def test_requirements_are_read_with_the_same_care() -> None:
    with pytest.raises(BadEffect, match=r"column 9: expected ';' or the end, not '>='"):
        WORDS.read_needs("ON(big) >= 2", NAMES)
    with pytest.raises(BadEffect, match=r"column 9: the end is no condition"):
        WORDS.read_needs("ON(big);", NAMES)


def test_a_game_may_look_at_a_step_itself() -> None:
    def check(step: Step, reader: Reader) -> None:
        if step.verb.name == "EAT" and not any(one.verb.name == "REST" for one in reader.done):
            reader.wrong("first REST, then EAT", step.at)

    strict = Vocabulary(WORDS.verbs, WORDS.conditions, check)
    assert strict.read("REST; EAT(1)", NAMES)
    with pytest.raises(BadEffect, match="column 10: first REST"):
        strict.read("MOON(1); EAT(1); REST", NAMES)


# --- Words ---------------------------------------------------------------------------------------------


def test_words_are_made_from_the_steps() -> None:
    speech = Speech(NAMES)
    assert speech.clauses(read("EAT(2); may HOP(big/cul-de-sac)")) == (
        "eat up to 2 flys; you may hop to Big Leaf or CUL-DE-SAC"
    )
    text = "IF(moon >= 2: EAT(1); REST; else REST); CHOOSE(EAT(1) | REST)"
    assert speech.clauses(read(text)) == (
        "if the moon is 2 or more: eat a fly; rest; otherwise: rest; choose one: eat a fly, or rest"
    )
    assert speech.sentences(read(text)) == (
        "If the moon is 2 or more: eat a fly; rest. Otherwise: rest. Choose one: eat a fly, or rest."
    )


def test_where_all_is_offered_every_step_that_can_be_says_so() -> None:
    speech = Speech(NAMES, offers=True)
    assert speech.sentences(read("EAT(1); REST; CHOOSE(EAT(1) | REST)")) == (
        "You may eat a fly. Rest. You may choose one: eat a fly, or rest."
    )


def test_requirements_in_words() -> None:
    needs = WORDS.read_needs("frogs(big) >= 2; moon >= 3", NAMES)
    assert Speech(NAMES).needed(needs) == "2 frogs sit on Big Leaf and the moon is 3 or more"


# --- Which cards do the same ---------------------------------------------------------------------------


def test_cards_that_do_the_same_are_found_however_they_are_written() -> None:
    texts = {
        "A": "CHOOSE(EAT(2) | MOON(1))",
        "B": "choose(moon(1)|eat(2))",
        "C": "CHOOSE(EAT(3) | MOON(1))",
        "D": "HOP(cul-de-sac/big)",
        "E": "HOP(Big Leaf/CUL-DE-SAC)",
        "F": "CHOOSE(EAT(2) | MOON(1))",
    }
    cards = [(name, canonical(read(text), NAMES)) for name, text in texts.items()]
    assert same_effects(cards) == [
        "A, B and F do the same: CHOOSE(EAT(2) | MOON(1))",
        "D and E do the same: HOP(Big Leaf/CUL-DE-SAC)",
    ]


# --- For an editor -------------------------------------------------------------------------------------


def test_a_vocabulary_describes_itself() -> None:
    import json

    told = json.loads(json.dumps(WORDS.describe(NAMES)))
    assert [verb["name"] for verb in told["verbs"]] == ["MOON", "EAT", "HOP", "SING", "WHEN", "REST"]
    eat = told["verbs"][1]
    assert eat["may"] and [one["optional"] for one in eat["arguments"]] == [False, True]
    assert told["verbs"][2]["arguments"][0]["offers"] == ["Big Leaf", "Mr. Moss's Leaf", "CUL-DE-SAC"]
    assert told["conditions"][0] == {
        "name": "moon",
        "may": False,
        "body": False,
        "says": "the moon is {} or more",
        "compare": ">=",
        "arguments": [
            {
                "kind": "number",
                "expects": "a number from 1 to 5",
                "optional": False,
                "offers": ["1", "2", "3", "4", "5"],
            }
        ],
    }


# --- Following a program -------------------------------------------------------------------------------


class FollowCard(engine.Follow[Pond]):
    number = F_CARD

    def program(self, t: Pond) -> Program:
        return PROGRAM[0]

    def finish(self, t: Pond) -> None:
        t.pop()
        t.seat = -1

    def choose(self, t: Pond, row: i64) -> None:
        t.push(F_WISH, row)

    def confirm(self, t: Pond, row: i64) -> None:
        t.push(F_MAY, row)


class WhichBranch(engine.Choose[Pond]):
    number, wish = F_WISH, WISH

    def program(self, t: Pond) -> Program:
        return PROGRAM[0]

    def who(self, t: Pond) -> i64:
        return 0


class DoIt(engine.Confirm[Pond]):
    number, yes, no = F_MAY, YES, NO

    def program(self, t: Pond) -> Program:
        return PROGRAM[0]

    def who(self, t: Pond) -> i64:
        return 0


BOOK: list[Frame[Any]] = book_of([FollowCard(), WhichBranch(), DoIt()])


@dataclass
class PondGame:
    book: list[Frame[Any]] = field(default_factory=lambda: BOOK)


@dataclass
class PondOpening:
    game: PondGame = field(default_factory=PondGame)
    edition: Edition | None = None


def followed(text: str, offers: bool = False, moon: int = 0) -> Pond:
    writer = WORDS.writer(WIDTH)
    first = writer.write(read(text), offers)
    PROGRAM[:] = [writer.program()]
    pond = Pond(PondOpening())
    pond.moon = moon
    pond.push(F_CARD, 0, first)
    pond.settle()
    return pond


def legal(pond: Pond) -> list[int]:
    out = vec[i64]([0] * 8)
    return [int(out[i]) for i in range(pond.legal_into(out))]


@pytest.mark.parametrize(("moon", "flies", "then"), [(0, 0, 1), (3, 2, 3), (4, 2, 4)])
def test_if_takes_one_way_and_goes_on_behind(moon: int, flies: int, then: int) -> None:
    pond = followed("IF(moon >= 3: EAT(2); else MOON(1)); HOP(big)", moon=moon)
    assert (pond.seat, pond.flies, pond.moon, pond.leaf) == (-1, flies, then, 1)


@pytest.mark.parametrize(("branch", "flies", "moon"), [(0, 1, 0), (1, 0, 2), (2, 7, 0)])
def test_choose_asks_and_goes_on_behind(branch: int, flies: int, moon: int) -> None:
    pond = followed("CHOOSE(EAT(1) | MOON(1); MOON(1) | IF(moon >= 1: REST; else EAT(7))); HOP(cul-de-sac)")
    assert legal(pond) == [act(WISH, which) for which in range(3)] and pond.leaf == 0
    pond.step(act(WISH, branch))
    assert (pond.flies, pond.moon, pond.leaf, pond.depth) == (flies, moon, 4, 0)


def test_may_asks_first_unless_it_would_be_idle() -> None:
    pond = followed("may EAT(6); may EAT(1); HOP(big)")
    assert legal(pond) == [act(YES, 0), act(NO, 0)] and pond.flies == 0
    pond.step(act(YES, 0))
    assert (pond.flies, pond.leaf) == (6, 1), "the second would be idle, so nobody is asked"
    pond = followed("may EAT(6); EAT(1)")
    pond.step(act(NO, 0))
    assert pond.flies == 1


def test_a_card_of_offers_lets_decline_every_verb_that_can_be() -> None:
    pond = followed("MOON(1); EAT(1)", offers=True)
    assert pond.moon == 1 and legal(pond) == [act(YES, 0), act(NO, 0)]
    program = PROGRAM[0]
    assert [program.at(row, MAY) for row in range(2)] == [1, 0]
    assert program.at(0, engine.NEXT) == END and program.source[0].verb.name == "EAT"


def test_what_does_not_fit_into_a_row_is_found_when_it_is_written() -> None:
    class Far(Verb[Pond]):
        name, number, takes = "FAR", 2, ((WIDTH, Number(1, 2)),)

    far = Vocabulary([Far()])
    with pytest.raises(AssertionError, match="does not fit"):
        far.writer(WIDTH).write(far.read("FAR(1)", NAMES))
    twice: list[Verb[Any]] = [Rest(), Rest()]
    with pytest.raises(AssertionError, match="REST has the number of REST"):
        Vocabulary(twice).writer(WIDTH).program()
