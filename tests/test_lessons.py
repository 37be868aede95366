"""The guided first games: every step can be taken, and every step of the learner's is explained."""

import re
import tomllib
from typing import Any

import pytest

import fabletop
from fabletop.games import ours
from fabletop.kernel.session import Session
from fabletop.server.lesson import FILE, has_lesson, make_lesson, read_lesson, read_step, taught

TAUGHT = [name for name in ours() if has_lesson(fabletop.game(name))]
LESSONS = [(name, option) for name in TAUGHT for option in ("", *taught(fabletop.game(name)))]
RULE = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+(?:\.\d+)?\b")


def content_of(name: str, option: str = "") -> dict[str, Any]:
    file = f"lesson-{option}.toml" if option else FILE
    return tomllib.loads((fabletop.game(name).home / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name, option", LESSONS)
def test_it_can_be_played_as_written(name: str, option: str) -> None:
    lesson = make_lesson(fabletop.game(name), content_of(name, option))
    assert all(step.action is not None for step in lesson.steps[:-1])
    assert lesson.steps[-1].action is None  # from there on the game goes on freely


@pytest.mark.parametrize("name, option", LESSONS)
def test_the_learner_is_told_why_at_every_step(name: str, option: str) -> None:
    content = content_of(name, option)
    game, learner = fabletop.game(name), content["seat"]
    session = Session(game, content["players"], content["seed"], content.get("options", {}))
    told = []
    for number, row in enumerate(content["step"], 1):
        if session.asks(learner):
            told.append(row.get("words", ""))
        read_step(session, row, f"step {number}", learner)
    assert all(len(words) > 12 for words in told), told
    assert 12 <= len(told) <= 21
    assert all(len(words) < 420 for words in told), "a coach who talks too much"


@pytest.mark.parametrize("name, option", LESSONS)
def test_the_rules_it_quotes_exist(name: str, option: str) -> None:
    known = {rule.id for rule in fabletop.game(name).rules}
    quoted = {id for row in content_of(name, option)["step"] for id in RULE.findall(row.get("words", ""))}
    assert quoted
    assert quoted <= known


@pytest.mark.parametrize("name, option", LESSONS)
def test_it_takes_as_long_as_is_said(name: str, option: str) -> None:
    lesson = read_lesson(fabletop.game(name), option)
    mine = sum(step.mine for step in lesson.steps)
    assert 8 * mine / 60 <= lesson.minutes <= 5, "eight seconds for each answer, at least"


def test_every_game_of_ours_is_taught() -> None:
    assert list(ours()) == TAUGHT
    assert {("condyle", "ghost"), ("condyle", "winter")} < set(LESSONS)


def test_lessons_are_told_apart_and_are_about_what_they_say() -> None:
    for name in TAUGHT:
        game = fabletop.game(name)
        lessons = [read_lesson(game, option) for option in ("", *taught(game))]
        assert len({lesson.seed for lesson in lessons}) == len(lessons)
        for lesson in lessons[1:]:
            choice = game.choices(lesson.players, game.edition("house"))[lesson.taught]
            assert lesson.options[lesson.taught] != choice.default


def test_a_step_that_cannot_be_is_named() -> None:
    content = content_of(TAUGHT[0])
    content["step"][0]["action"] = "Fly to the moon"
    with pytest.raises(fabletop.Mistake, match="step 1, action: 'Fly to the moon' is not one of these"):
        make_lesson(fabletop.game(TAUGHT[0]), content)
