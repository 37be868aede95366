"""One person on several devices; and what a host may do about those who came."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.place import Place, open_place

from fabletop.server import briefly
from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Page, Visitor

pytestmark = pytest.mark.asyncio


async def linked(visitor: Visitor) -> msg.Link:
    answer = await visitor.send("POST", "/api/me/link", {})
    assert answer.status == 200, answer.body
    return msgspec.convert(answer.json(), msg.Link)


async def listed(visitor: Visitor) -> list[msg.Device]:
    return msgspec.convert((await visitor.get("/api/me/devices")).json(), msg.Devices).devices


async def use(place: Place, link: msg.Link, visitor: Visitor | None = None) -> tuple[Visitor, int]:
    visitor = visitor or place.visitor()
    token = link.address.rpartition("/")[2]
    return visitor, (await visitor.send("POST", "/api/link", {"token": token})).status


async def test_a_link_brings_the_same_person_to_another_device_once(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page, _ = pages = await place.table("Anna", "Bert")
        anna = page.visitor
        assert [device.this for device in await listed(anna)] == [True]
        link = await linked(anna)
        assert link.address.startswith(f"http://{place.address}/link/")
        assert link.picture.startswith("data:image/svg+xml")
        assert (await place.visitor().get(link.address.partition(place.address)[2])).status == 200
        second, status = await use(place, link)  # looking at it was not using it
        assert status == 200 and second.cookie != anna.cookie
        assert (await use(place, link))[1] == 404
        again = await place.visit(second, page.code)
        assert again.table is not None and page.table is not None and again.table.seat == page.table.seat
        assert [device.this for device in await listed(anna)].count(True) == 1
        assert len(await listed(second)) == 2
        assert (await pages[1].do(msg.Ping)).refused is None
        kept = place.house.store.row("select count(*) from devices")
        assert kept == (2,)


async def test_a_link_ends_with_time_and_with_the_next_one(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        first = await linked(anna)
        second = await linked(anna)
        assert (await use(place, first))[1] == 404
        place.house.devices.now = lambda: 1e12
        assert (await use(place, second))[1] == 404


async def test_a_device_can_be_ended_and_stays_so(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page, _ = await place.table("Anna", "Bert")
        anna = page.visitor
        second, _ = await use(place, await linked(anna))
        there = await place.visit(second, page.code)
        lost = next(device for device in await listed(anna) if not device.this)
        stranger = await place.guest()
        assert (await stranger.ask("DELETE", f"/api/me/devices/{lost.id}")).status == 404
        answer = await anna.ask("DELETE", f"/api/me/devices/{lost.id}")
        assert answer.status == 200 and len(answer.json()["devices"]) == 1
        await there.until(lambda page: page.closed is not None)
        cookie = second.cookie
        assert (await second.get("/api/shelf")).json()["me"] != "Anna"
        assert (await anna.get("/api/shelf")).json()["me"] == "Anna"
    async with open_place(tmp_path) as place:
        assert (await Visitor(place.address, cookie).get("/api/shelf")).json()["me"] != "Anna"
        assert (await Visitor(place.address, anna.cookie).get("/api/shelf")).json()["me"] == "Anna"


async def test_what_is_kept_briefly_does_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(briefly, "MOST", 3)
    kept = briefly.Briefly()
    for number in range(6):
        kept.put(f"link {number}", "words", until=10.0)
    assert [*kept.kept] == ["link 3", "link 4", "link 5"]
    assert kept.take("link 4", now=10.0) == "words" and kept.take("link 4", now=10.0) is None
    assert kept.take("link 5", now=10.1) is None and kept.take("link 0", now=0.0) is None


# --- The host -----------------------------------------------------------------------------------------------


async def words_of(page: Page, kind: type, **fields: Any) -> str:
    reply = await page.do(kind, **fields)
    return reply.refused.words if reply.refused else ""


async def test_the_host_mutes_and_sends_spectators_away(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await place.table("Anna", "Bert")
        carl = await place.visit(await place.guest("Carl"), anna.code)
        await anna.until(lambda page: bool(page.table and page.table.spectators))
        assert anna.table is not None
        (seen,) = anna.table.spectators
        assert (seen.name, seen.muted) == ("Carl", False)
        assert "host" in await words_of(bert, msg.Mute, handle=seen.handle, on=True)
        assert await words_of(anna, msg.Mute, handle=seen.handle, on=True) == ""
        assert "muted" in await words_of(carl, msg.Say, words="hello")
        assert await words_of(anna, msg.Mute, handle=seen.handle, on=False) == ""
        assert await words_of(carl, msg.Say, words="hello") == ""
        assert "nobody" in await words_of(anna, msg.SendAway, handle="0" * 12)
        assert await words_of(anna, msg.SendAway, handle=seen.handle) == ""
        await carl.until(lambda page: page.closed is not None)
        assert carl.closed == 4410
        await anna.until(lambda page: page.table is not None and page.table.spectators == [])
        code, cookie = anna.code, carl.visitor.cookie
        seated = place.house.rooms[code].table.handle(bert.visitor.cookie.partition(".")[0])
        assert "plays" in await words_of(anna, msg.SendAway, handle=seated)
    async with open_place(tmp_path) as place:  # and this is remembered
        back = Page(Visitor(place.address, cookie), code)
        back.open()
        await back.until(lambda page: page.closed is not None)
        await back.close()
        assert back.closed == 4410


async def test_before_the_start_the_host_may_send_anybody_away(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        host = await place.guest("Anna")
        anna = await place.visit(host, await host.make(game="storybook", seats=["me", "open"]))
        bert = await place.visit(await place.guest("Bert"), anna.code)
        await bert.do(msg.Sit, seat=1)
        await anna.until(lambda page: page.table is not None and page.table.seats[1].holder == "person")
        assert anna.table is not None and bert.table is not None
        assert not bert.table.seats[0].handle  # only the host can name people
        assert "nobody" in await words_of(anna, msg.SendAway, handle=anna.table.seats[0].handle)
        assert await words_of(anna, msg.SendAway, handle=anna.table.seats[1].handle) == ""
        await bert.until(lambda page: page.closed is not None)
        await anna.until(lambda page: page.table is not None and page.table.seats[1].holder == "open")
        assert "sent Bert away" in anna.chat[-1].words
        await asyncio.sleep(0)
