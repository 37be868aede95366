"""Giving up: who may, what follows, and that everything after it copes."""

import json
from pathlib import Path

import pytest
from tests.server.place import Place, open_place
from tests.server.test_play import asked, play_out, settled, some_answers

from fabletop.cli.main import main
from fabletop.kernel import replay
from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio


def resigning(page: Page) -> str:
    assert page.table is not None
    return page.table.resign


async def exported(page: Page, folder: Path) -> Path:
    answer = await page.visitor.get(f"/api/tables/{page.code}/export")
    assert answer.status == 200
    file = folder / "game.json"
    file.write_bytes(answer.body)
    return file


async def test_of_two_sides_the_other_wins(tmp_path: Path) -> None:
    async with open_place(tmp_path / "data") as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 9)
        one, other = asked(pages)
        watcher = await place.visit(await place.guest(), one.code)
        assert one.table is not None and one.table.seat is not None and other.table is not None
        action, seat = one.options[0].action, one.table.seat
        assert resigning(one) == f"The game ends, and {other.table.seats[1 - seat].name} wins."
        assert resigning(watcher) == "" and (await watcher.do(msg.Resign)).refused
        assert (await one.do(msg.Resign)).refused is None
        await settled([*pages, watcher])
        for page in (*pages, watcher):
            assert page.position is not None and page.position.over and page.table is not None
            assert page.position.winners == [1 - seat] and "resigned" in page.position.result
            assert page.position.question == msg.Question([], page.position.result, [])
            assert page.position.progress == 1.0 and page.table.status == "over" and page.table.seed
            assert page.chat[-1].words == f"{page.table.seats[seat].who} resigned."
        for refused in (await one.act(action), await one.do(msg.Resign), await other.do(msg.Propose, to=0)):
            assert refused.refused and "over" in refused.refused.words
        await check_afterwards(place, pages, seat, tmp_path)


async def check_afterwards(place: Place, pages: list[Page], seat: int, folder: Path) -> None:
    """Review, list, export, verification, curve and rematch of a game that was given up."""
    one, other = pages[seat], pages[1 - seat]
    looked = await other.do(msg.Look, number=9)
    assert looked.views is not None and looked.position is not None and looked.position.over
    assert [view["seat"] for view in looked.views] == [0, 1] and looked.views[seat]["hand"]
    earlier = await other.do(msg.Look, number=8)
    assert earlier.position is not None and not earlier.position.over and earlier.position.question.seats
    info = (await one.visitor.get("/api/shelf")).json()["mine"][0]
    assert info["status"] == "over" and not info["your_turn"]
    file = await exported(one, folder)
    found = json.loads(file.read_text())
    worth = [-1.0 if each == seat else 1.0 for each in (0, 1)]
    assert found["resigned"] == [seat] and found["result"] == worth
    summary = replay.verify(file)
    assert summary.over and summary.result == tuple(worth) and "resigned" in summary.words
    assert main(["replay", str(file), "--all"]) == 0
    while (curve := (await one.visitor.get(f"/api/tables/{one.code}/curve")).json())["done"] < 10:
        pass
    assert curve["estimates"][-1] == {"number": 9, "chances": [(1 + value) / 2 for value in worth]}
    for page in pages:
        assert (await page.do(msg.Rematch)).refused is None
    await settled(pages)
    assert one.table is not None and one.table.rematch is not None
    following = await place.visit(one.visitor, one.table.rematch)
    assert following.table is not None and following.table.status == "playing"
    assert not any(chair.resigned for chair in following.table.seats)


async def test_it_stays_so_after_a_restart(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 4)
        await pages[1].do(msg.Resign)
        await settled(pages)
    async with open_place(tmp_path) as place:
        pages[0].visitor.address = place.address
        again = await place.visit(pages[0].visitor, pages[0].code)
        assert again.position == pages[0].position and again.over


async def test_a_lie_about_who_resigned_is_found(tmp_path: Path) -> None:
    async with open_place(tmp_path / "data") as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 4)
        await pages[1].do(msg.Resign)
        file = await exported(pages[0], tmp_path)
    content = json.loads(file.read_text())
    for change, words in (
        ({"resigned": [0]}, "result"),
        ({"resigned": [7]}, "no seat 7"),
        ({"resigned": []}, "not over"),
        ({"resigned": ["x"]}, "a list of seats"),
    ):
        file.write_text(json.dumps(content | change))
        with pytest.raises(Mistake, match=words):
            replay.verify(file)


async def test_a_partner_plays_on_with_a_bot(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert", "Carl", "Dora")
        assert "bot plays on" in resigning(pages[0])
        assert (await pages[0].do(msg.Resign)).refused is None
        await settled(pages)
        assert not pages[2].over and pages[1].chat[-1].words == "Anna resigned: a bot plays on."
        assert pages[0].table is not None
        assert (await pages[0].do(msg.Sit, seat=0)).refused and resigning(pages[0]) == ""
        assert resigning(pages[2]).startswith("The game ends, and ")
        assert (await pages[2].do(msg.Resign)).refused is None
        await settled(pages)
        assert pages[1].position is not None and pages[1].position.winners == [1, 3]


async def test_together_against_the_game_the_last_one_gives_up_for_all(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert", game="coraline")
        assert (await pages[1].do(msg.Resign)).refused is None
        await settled(pages)
        assert not pages[0].over and resigning(pages[0]) == "The game ends, and is lost."
        assert (await pages[0].do(msg.Resign)).refused is None
        await settled(pages)
        assert pages[0].position is not None and pages[0].position.over and pages[0].position.winners == []


async def test_with_more_sides_a_bot_plays_on_while_there_are_people(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        wanted = {"game": "condyle", "seats": ["me", "open", "random"]}
        pages = await place.table("Anna", "Bert", **wanted)
        assert "bot plays on" in resigning(pages[0])
        assert (await pages[0].do(msg.Resign)).refused is None
        await settled(pages)
        assert not pages[1].over and resigning(pages[1]) == "The game ends: no people are left to play it."
        assert (await pages[1].do(msg.Resign)).refused is None
        await settled(pages)
        assert pages[1].over and pages[1].position is not None and pages[1].position.winners == [2]


async def test_after_one_of_three_has_resigned_the_game_goes_to_its_end(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert", game="condyle", seats=["me", "open", "random"])
        await pages[0].do(msg.Resign)
        await settled(pages)
        await play_out([pages[1]])
        assert pages[1].position is not None and "last orphan" in pages[1].position.result
