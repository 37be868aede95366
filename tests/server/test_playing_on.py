"""Play on from a moment of a finished game: a table like any other, but that counts for nothing."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.server.place import Place, open_place
from tests.server.test_daily import answer_first, begin
from tests.server.test_play import some_answers

import fabletop
from fabletop.cli.main import main
from fabletop.kernel.replay import verify
from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Answer, Page, Visitor

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with open_place(tmp_path / "data") as found:
        yield found


async def finished(place: Place, anna: Visitor, game: str = "storybook", answers: int = 12) -> Page:
    """A game of hers that was given up."""
    page = await place.visit(anna, await anna.make(game=game, pace=0.0))
    await answer_first(page, answers)
    if not page.over:
        assert (await page.do(msg.Resign)).refused is None
    await page.until(lambda page: page.over)
    return page


async def play_on(visitor: Visitor, page: Page, **wanted: Any) -> Answer:
    return await visitor.send("POST", f"/api/tables/{page.code}/play-on", {"pace": 0.0, **wanted})


@pytest.mark.parametrize("game", fabletop.names())
async def test_it_goes_on_as_it_was(place: Place, game: str) -> None:
    anna = await place.guest("Anna")
    page = await finished(place, anna, game, 5)
    old = place.house.rooms[page.code].table
    number = next(n for n in range(1, old.length + 1) if old.session.at(n).asks(0))
    answer = await play_on(anna, page, number=number)
    assert answer.status == 200, answer.body
    on = await place.visit(anna, answer.json()["code"])
    await on.until(lambda page: bool(page.options))
    assert on.table is not None and on.position is not None and on.position.number == number
    assert (on.table.origin, on.table.played_on, on.table.rated) == (page.code, number, False)
    looked = await page.do(msg.Look, number=number)
    assert looked.views is not None and looked.views[0] == on.position.view
    new = place.house.rooms[on.code].table
    assert new.session.actions == old.session.actions[:number] and new.seed_hash == old.seed_hash
    await answer_first(on, 2)


async def test_it_outlives_a_restart_and_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_place(tmp_path / "data") as place:
        anna = await place.guest("Anna")
        page = await finished(place, anna)
        code = (await play_on(anna, page, number=10)).json()["code"]
        on = await place.visit(anna, code)
        await answer_first(on, 3)
        before = [*place.house.rooms[code].table.session.actions]
    async with open_place(tmp_path / "data") as place:
        anna.address = place.address
        on = await place.visit(anna, code)
        assert place.house.rooms[code].table.session.actions[: len(before)] == before
        assert (await anna.get(f"/api/tables/{code}/export")).status == 404, "it is not over"
        assert (await on.do(msg.Resign)).refused is None
        file = tmp_path / "on.json"
        file.write_bytes((await anna.get(f"/api/tables/{code}/export")).body)
        assert verify(file).played_on == 10 and main(["verify", str(file)]) == 0
        assert "after answer 10 of a game that was over" in capsys.readouterr().out
        broken = json.loads(file.read_text())
        broken["actions"][3]["action"] += 1
        file.write_text(json.dumps(broken))
        assert main(["verify", str(file)]) != 0


async def test_it_is_in_no_figures(place: Place) -> None:
    anna = await place.guest("Anna")
    page = await finished(place, anna)
    figures = (await anna.get("/api/me/figures")).json()
    on = await place.visit(anna, (await play_on(anna, page, number=3)).json()["code"])
    assert (await on.do(msg.Resign)).refused is None
    await on.until(lambda page: page.over)
    assert (await anna.get("/api/me/figures")).json() == figures
    codes = [game["code"] for game in (await anna.get("/api/me/history")).json()["games"]]
    assert codes == [on.code, page.code], "but it can be found again"
    assert (await on.do(msg.Rematch)).refused is None
    await on.until(lambda page: page.table is not None and page.table.rematch is not None)
    assert on.table is not None and on.table.rematch is not None
    room = await place.house.room(on.table.rematch)
    assert room is not None and room.table.agreed.origin == "" and room.table.length == 0


async def test_with_friends(place: Place) -> None:
    anna, bert = await place.guest("Anna"), await place.guest("Bert")
    page = await finished(place, anna)
    code = (await play_on(bert, page, number=9, seats=["open", "me"])).json()["code"]
    pages = [await place.visit(anna, code), await place.visit(bert, code)]
    assert pages[0].position is None, "it has not begun"
    assert (await pages[0].do(msg.Sit, seat=0)).refused is None
    assert (await pages[1].do(msg.Start)).refused is None
    for one in pages:
        await one.until(lambda page: page.position is not None)
    await some_answers(pages, 4)


async def test_who_has_not_played_sits_where_somebody_is_asked(place: Place) -> None:
    page = await finished(place, await place.guest("Anna"))
    cleo = await place.guest("Cleo")
    old = place.house.rooms[page.code].table
    on = await place.visit(cleo, (await play_on(cleo, page, number=4)).json()["code"])
    assert on.table is not None and on.table.seat == old.session.at(4).seat


async def test_what_cannot_be_played_on(place: Place) -> None:
    anna = await place.guest("Anna")
    running = await place.visit(anna, await anna.make(game="storybook", pace=0.0))
    await answer_first(running, 3)
    assert (await play_on(anna, running, number=1)).status == 404, "it is not over"
    page = await finished(place, anna)
    length = place.house.rooms[page.code].table.length
    for number in (-1, length + 1, 1 << 40):
        answer = await play_on(anna, page, number=number)
        assert answer.status == 400 and "0 to" in answer.json()["words"]
    assert (await play_on(anna, page, number=1, seats=["me", "me"])).status == 400
    assert (await play_on(anna, page, number=1, seats=["me", "clairvoyant"])).status == 400
    assert (await play_on(anna, page, number=length)).status == 200, "it was given up, not decided"
    today = await begin(place, anna, "coraline")
    assert (await today.do(msg.Resign)).refused is None
    assert (await play_on(anna, today, number=0)).status == 404, "today's deal is closed"
