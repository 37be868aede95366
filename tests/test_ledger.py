"""The ledger: every rule is written down, enacted by code and guarded by a test, under one id."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import fabletop
from fabletop.games import ours
from fabletop.kernel.ledger import Ledger

TESTS = Path(__file__).resolve().parent
NAMES = list(ours())
STORYBOOK = {
    "SB-GEN": 2,
    "SB-COMP": 5,
    "SB-BUILD": 6,
    "SB-SETUP": 5,
    "SB-TURN": 7,
    "SB-ADJ": 1,
    "SB-DRAW": 2,
    "SB-REVEAL": 2,
    "SB-SPIN": 2,
    "SB-SLIDE": 7,
    "SB-PLAY": 1,
    "SB-HIDE": 2,
    "SB-TWIST": 8,
    "SB-BATTLE": 8,
    "SB-WIN": 4,
    "SB-EX": 5,
    "SB-TEAM": 10,
    "SB-VOCAB": 17,
    "SB-R": 39,
}


def ledger(name: str) -> Ledger:
    return fabletop.game(name).rules


def prefix(name: str) -> str:
    """What all ids of a game begin with: SB."""
    found = {rule.id.split("-")[0] for rule in ledger(name)}
    assert len(found) == 1, f"the rules of {name} have several prefixes: {found}"
    return found.pop()


def stem(rule: str) -> str:
    """An id without its number: SB-SLIDE, SB-R."""
    return re.sub(r"\.?\d+$", "", rule)


# --- What code and tests cite ---------------------------------------------------------------------


def cited_in(text: str, start: str) -> set[str]:
    """Ids in a text; 'SB-VOCAB.11, .12' and 'SB-SETUP.1 to SB-SETUP.4' cite all that they mean."""
    id_, more = rf"{start}-\d?[A-Z]+\.?\d+", r"(?:(?:, | and )\.\d+)*"
    found: set[str] = set()
    for match in re.finditer(rf"({id_})({more})", text):
        found.add(match[1])
        found |= {f"{stem(match[1])}.{n}" for n in re.findall(r"\.(\d+)", match[2])}
    for first, last in re.findall(rf"({id_}) to ({id_})", text):
        if stem(first) == stem(last):
            low, high = (int(re.findall(r"\d+$", rule)[0]) for rule in (first, last))
            dot = "." if "." in first else ""
            found |= {f"{stem(first)}{dot}{n}" for n in range(low, high + 1)}
    return found


def law(name: str) -> Path:
    """The rules of a game; a game in another's folder keeps that one's."""
    home = fabletop.game(name).home
    return next(path for path in (home / "rules.md", home.parent / "rules.md") if path.exists())


def code_of(name: str) -> dict[Path, str]:
    """All code that a law is for."""
    return {path: path.read_text("utf-8") for path in sorted(law(name).parent.rglob("*.py"))}


def rule_marks(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """(rule, test) for every @pytest.mark.rule(...) on a test or a class of tests."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for rule in mark.args:
                        assert isinstance(rule, ast.Constant), f"{node.name}: a rule id is a plain string"
                        yield str(rule.value), node.name


@cache
def marked() -> dict[str, list[str]]:
    """Every rule that a test carries, and those tests."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule, test in rule_marks(ast.parse(path.read_text("utf-8"))):
            found.setdefault(rule, []).append(f"{path.relative_to(TESTS)}::{test}")
    return found


# --- Every game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_title_words_and_source(name: str) -> None:
    assert len(ledger(name)) > 0
    for rule in ledger(name):
        assert rule.title.strip() and rule.words.strip() and rule.source.strip(), rule.id
        assert rule.section in ledger(name).sections, rule.id


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_numbered_without_holes_and_in_order(name: str) -> None:
    numbers: dict[str, list[int]] = {}
    for rule in ledger(name):
        numbers.setdefault(stem(rule.id), []).append(int(re.findall(r"\d+$", rule.id)[0]))
    for part, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), part


@pytest.mark.parametrize("name", NAMES)
def test_the_headings_of_the_file_are_all_rules(name: str) -> None:
    """No rule is lost because its heading is written twice or its id is not understood."""
    text = law(name).read_text("utf-8")
    headings = re.findall(r"^### (\S+)", text, re.MULTILINE)
    assert headings == [rule.id for rule in ledger(name)]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_cited_by_the_code_that_enacts_it(name: str) -> None:
    cited = cited_in("\n".join(code_of(name).values()), prefix(name))
    missing = [rule.id for rule in ledger(name) if rule.id not in cited]
    assert not missing, f"no code of {name} cites {', '.join(missing)}"


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_a_test(name: str) -> None:
    missing = [rule.id for rule in ledger(name) if rule.id not in marked()]
    assert not missing, f"no test carries {', '.join(missing)}"


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_cited_exists(name: str) -> None:
    places = code_of(name) | {law(name): ""}
    places = {path: path.read_text("utf-8") for path in places}
    strange = [
        f"{path.name}: {rule}"
        for path, text in places.items()
        for rule in sorted(cited_in(text, prefix(name)))
        if rule not in ledger(name)
    ]
    assert not strange, "\n".join(strange)


def test_whatever_a_test_carries_exists() -> None:
    known = {rule.id for name in NAMES for rule in ledger(name)}
    strange = {rule: tests for rule, tests in marked().items() if rule not in known}
    assert not strange


# --- Storybook Battles ----------------------------------------------------------------------------


def test_storybook_has_the_rules_of_its_ledger() -> None:
    assert Counter(stem(rule.id) for rule in ledger("storybook")) == STORYBOOK
    assert sum(STORYBOOK.values()) == 113 + 20


# --- The reading of citations ---------------------------------------------------------------------


def test_how_citations_are_read() -> None:
    text = "SB-TWIST.1, .2 and .4; SB-R27 (SB-SETUP.1 to SB-SETUP.4), SB-R9 to SB-R11. SBX-R1"
    assert cited_in(text, "SB") == {
        "SB-TWIST.1",
        "SB-TWIST.2",
        "SB-TWIST.4",
        "SB-R27",
        *(f"SB-SETUP.{n}" for n in range(1, 5)),
        *(f"SB-R{n}" for n in range(9, 12)),
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_game_in_short_speaks_of_rules(name: str) -> None:
    """A few sentences, each of which says which rules it puts so shortly."""
    summary = fabletop.game(name).summary
    assert 5 <= len(summary) <= 10
    for sentence in summary:
        cited = re.findall(rf"{prefix(name)}-[A-Z0-9.]*[0-9]", sentence)
        assert cited, f"which rule says so? {sentence}"
        assert all(rule in ledger(name) for rule in cited), sentence


def test_alone_the_game_in_short_is_another() -> None:
    assert fabletop.game("condyle-solo").summary != fabletop.game("condyle").summary
