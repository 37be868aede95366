"""People I played with: invited again in one click, or kept away without a word."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.place import Place, open_place
from tests.server.test_history import over, read

from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Page, Visitor

pytestmark = pytest.mark.asyncio


async def friends(place: Place) -> list[Page]:
    pages = await place.table("Anna", "Bert", options={"hero": "alice"})
    await over(pages, 1)
    return pages


async def the_one(visitor: Visitor) -> dict[str, Any]:
    (met,) = (await read(visitor, "/api/me/people"))["people"]
    return dict(met)


async def invite(visitor: Visitor) -> str:
    met = await the_one(visitor)
    answer = await visitor.send("POST", f"/api/me/people/{met['handle']}/invite", {})
    assert answer.status == 200, answer.body
    return str(answer.json()["code"])


async def block(visitor: Visitor, on: bool = True) -> None:
    met = await the_one(visitor)
    path = f"/api/me/people/{met['handle']}/blocked"
    (met,) = (await visitor.send("PUT", path, {"blocked": on})).json()["people"]
    assert met["blocked"] == on


async def mine(visitor: Visitor) -> dict[str, str]:
    tables = (await read(visitor, "/api/shelf"))["mine"]
    return {one["code"]: one["invited_by"] for one in tables if one["status"] == "waiting"}


async def test_one_click_opens_a_table_like_the_last_and_the_other_finds_it(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await friends(place)
        met = await the_one(anna.visitor)
        assert (met["name"], met["games"], met["won"], met["blocked"]) == ("Bert", 1, 1, False)
        assert bert.visitor.cookie.partition(".")[0] not in str(met)  # nobody learns who that is elsewhere
        code = await invite(anna.visitor)
        assert await mine(anna.visitor) == {code: ""} and await mine(bert.visitor) == {code: "Anna"}
        there = await place.visit(bert.visitor, code)
        assert there.table is not None and there.table.options["hero"] == "alice"
        assert (await there.do(msg.Sit, seat=1)).refused is None
        assert await mine(bert.visitor) == {code: ""}  # now it is their own


async def test_an_invitation_can_be_put_aside(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await friends(place)
        code = await invite(anna.visitor)
        await bert.visitor.send("PUT", f"/api/me/tables/{code}/archived", {"archived": True})
        assert await mine(bert.visitor) == {} and await mine(anna.visitor) == {code: ""}


async def test_who_is_blocked_cannot_invite_or_sit_down_and_is_not_told(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await friends(place)
        first = await invite(bert.visitor)
        assert first in await mine(anna.visitor)
        await block(anna.visitor)
        assert await mine(anna.visitor) == {}  # also what came before
        second = await invite(bert.visitor)  # to Bert all is as ever
        assert await mine(anna.visitor) == {} and second in await mine(bert.visitor)
        assert not (await the_one(bert.visitor))["blocked"]
        code = await anna.visitor.make(game="storybook", seats=["me", "open"], open=True)
        listed = [one["code"] for one in (await read(bert.visitor, "/api/shelf"))["open"]]
        assert code not in listed
        there = await place.visit(bert.visitor, code)
        refused = (await there.do(msg.Sit, seat=1)).refused
        assert refused is not None and "block" not in refused.words.lower()
        await block(anna.visitor, on=False)
        assert (await there.do(msg.Sit, seat=1)).refused is None


async def test_who_is_blocked_is_not_heard(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await friends(place)
        await block(anna.visitor)
        await bert.do(msg.Say, words="psst")
        await anna.do(msg.Say, words="good night")
        await bert.until(lambda page: len(page.chat) >= 2)
        await anna.until(lambda page: any(line.words == "good night" for line in page.chat))
        assert not any(line.words == "psst" for line in anna.chat)
        assert any(line.words == "psst" for line in bert.chat)


async def test_no_rematch_seats_somebody_beside_whom_they_blocked(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await friends(place)
        await block(anna.visitor)
        await anna.close()
        await bert.until(lambda page: page.table is not None and not page.table.seats[0].here)
        await bert.do(msg.Rematch)
        await bert.until(lambda page: page.table is not None and page.table.rematch is not None)
        assert bert.table is not None
        assert bert.table.rematch not in {
            one["code"] for one in (await read(anna.visitor, "/api/shelf"))["mine"]
        }


async def test_handles_of_others_lead_nowhere(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, _ = await friends(place)
        handle = (await the_one(anna.visitor))["handle"]
        carl = await place.guest("Carl")
        assert (await carl.send("POST", f"/api/me/people/{handle}/invite", {})).status == 400
        assert (await carl.send("PUT", f"/api/me/people/{handle}/blocked", {"blocked": True})).status == 400
