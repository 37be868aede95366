"""The guided first games: every step can be taken, and every step of the learner's is explained."""

import re
import tomllib
from typing import Any

import pytest

import fabletop
from fabletop.games import ours
from fabletop.kernel.session import Session
from fabletop.server.lesson import FILE, has_lesson, make_lesson, read_step

TAUGHT = [name for name in ours() if has_lesson(fabletop.game(name))]
RULE = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+(?:\.\d+)?\b")


def content_of(name: str) -> dict[str, Any]:
    return tomllib.loads((fabletop.game(name).home / FILE).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TAUGHT)
def test_it_can_be_played_as_written(name: str) -> None:
    lesson = make_lesson(fabletop.game(name), content_of(name))
    assert all(step.action is not None for step in lesson.steps[:-1])
    assert lesson.steps[-1].action is None  # from there on the game goes on freely


@pytest.mark.parametrize("name", TAUGHT)
def test_the_learner_is_told_why_at_every_step(name: str) -> None:
    content = content_of(name)
    game, learner = fabletop.game(name), content["seat"]
    session = Session(game, content["players"], content["seed"], content.get("options", {}))
    told = []
    for number, row in enumerate(content["step"], 1):
        if session.asks(learner):
            told.append(row.get("words", ""))
        read_step(session, row, f"step {number}", learner)
    assert all(len(words) > 12 for words in told)
    assert 12 <= len(told) <= 25
    assert all(len(words) < 420 for words in told), "a coach who talks too much"


@pytest.mark.parametrize("name", TAUGHT)
def test_the_rules_it_quotes_exist(name: str) -> None:
    known = {rule.id for rule in fabletop.game(name).rules}
    quoted = {id for row in content_of(name)["step"] for id in RULE.findall(row.get("words", ""))}
    assert quoted
    assert quoted <= known


def test_every_game_of_ours_is_taught() -> None:
    assert list(ours()) == TAUGHT


def test_a_step_that_cannot_be_is_named() -> None:
    content = content_of(TAUGHT[0])
    content["step"][0]["action"] = "Fly to the moon"
    with pytest.raises(fabletop.Mistake, match="step 1, action: 'Fly to the moon' is not one of these"):
        make_lesson(fabletop.game(TAUGHT[0]), content)
