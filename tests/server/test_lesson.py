"""Guided games: the script, what it suggests, what it refuses, and how it ends."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.place import open_place

import fabletop
from fabletop.kernel.question import Mistake
from fabletop.kernel.session import Session
from fabletop.server import new_tables, table
from fabletop.server.lesson import Lesson, has_lesson, make_lesson, read_lesson

GAME = fabletop.game("storybook")


def script(length: int = 6) -> dict[str, Any]:
    """The first answers of a game, always the first option, by words and by number in turn."""
    session = Session(GAME, 2, 7)
    steps: list[dict[str, Any]] = []
    for number in range(length):
        assert session.seat is not None
        option = GAME.ask(session.state, session.seat).options[0]
        action = option.action if number % 2 or "," in option.words else option.words
        fitting = [o for o in GAME.ask(session.state, session.seat).options if o.words == option.words]
        steps.append({"words": f"Step {number}.", "action": option.action if len(fitting) > 1 else action})
        session.play(session.seat, option.action)
    return {"players": 2, "seed": 7, "seat": first_seat(), "step": steps}


def first_seat() -> int:
    return Session(GAME, 2, 7).seat or 0


@pytest.fixture
def lesson(monkeypatch: pytest.MonkeyPatch) -> Lesson:
    found = make_lesson(GAME, script())
    monkeypatch.setattr(new_tables, "read_lesson", lambda game, option: found)
    monkeypatch.setattr(table, "lesson_of", lambda game, seed: found)
    return found


@pytest.mark.asyncio
async def test_a_lesson_leads_through_its_steps_and_then_lets_go(lesson: Lesson, tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        visitor = await place.guest("Anna")
        code = await visitor.make(game="storybook", lesson=True, pace=0.0)
        page = await place.visit(visitor, code)
        assert page.table is not None and page.table.lesson and page.table.seat == lesson.seat
        (listed,) = (await visitor.get("/api/shelf")).json()["mine"]
        assert listed["lesson"], "on the shelf it is called one"
        refused = 0
        while page.position is not None and page.position.number < len(lesson.steps):
            await page.until(lambda page: bool(page.options) or page.position.number >= len(lesson.steps))  # type: ignore
            if page.position.number >= len(lesson.steps):
                break
            assert page.coach is not None and page.coach.words == f"Step {page.position.number}."
            wanted = page.coach.action
            assert wanted == lesson.steps[page.position.number].action
            others = [option for option in page.options if option.action != wanted]
            if others:
                reply = await page.act(others[0].action)
                assert reply.refused and "lesson" in reply.refused.words
                right = next(option.words for option in page.options if option.action == wanted)
                assert right in reply.refused.words
                refused += 1
            assert (await page.act(wanted or 0)).refused is None
        assert refused
        await page.until(lambda page: page.coach is not None and not page.coach.words)
        assert page.coach and page.coach.step == page.coach.steps == sum(step.mine for step in lesson.steps)
        await page.until(lambda page: bool(page.options))
        assert (await page.act(page.options[-1].action)).refused is None
        script_played = [answer.action for answer in place.house.rooms[code].table.session.actions][:6]
        assert script_played == [step.action for step in lesson.steps]


@pytest.mark.parametrize(
    "change, words",
    [
        ({"seed": "x"}, "seed"),
        ({"hat": 1}, "hat"),
        ({"seat": 5}, "seat"),
        ({"step": [{"words": "x", "action": "Fly to the moon"}]}, "step 1, action: 'Fly to the moon'"),
        ({"step": [{"words": 3}]}, "step 1, words"),
        ({"options": {"hat": "red"}}, "no option"),
    ],
)
def test_lessons_that_cannot_be(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Mistake, match=words):
        make_lesson(GAME, script() | change)


def test_a_step_without_an_action_is_the_learners() -> None:
    content = script()
    content["seat"] = 1 - content["seat"]
    del content["step"][0]["action"]
    with pytest.raises(Mistake, match="is missing"):
        make_lesson(GAME, content)
    content = script(1)
    del content["step"][0]["action"]
    assert make_lesson(GAME, content).steps[0].action is None


@pytest.mark.asyncio
async def test_an_option_has_a_lesson_of_its_own(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        visitor = await place.guest("Anna")
        page = await place.visit(visitor, await visitor.make(game="condyle", lesson=True, taught="winter"))
        assert page.table and page.table.taught == "winter" and page.table.options["winter"] == "on"
        assert page.coach and "Last Winter" in page.coach.words
        wish = {"game": "condyle", "lesson": True, "taught": "fog"}
        answer = await visitor.send("POST", "/api/tables", wish)
        assert answer.status == 400 and "no lesson about 'fog'" in answer.body.decode()


@pytest.mark.parametrize("name", fabletop.names())
def test_the_lesson_of_a_game_can_be_played(name: str) -> None:
    game = fabletop.game(name)
    if has_lesson(game):
        assert read_lesson(game).steps
    else:
        with pytest.raises(Mistake, match="no guided game"):
            read_lesson(game)
