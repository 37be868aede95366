"""Nobody's seat, bot or game changes behind their back: absence, stand-ins, pace, and bots in mid-game."""

import asyncio
from pathlib import Path

import pytest
from tests.server.place import Clock, Place, open_place
from tests.server.test_play import asked, settled
from tests.server.test_seats import seats_of

from fabletop.server import messages as msg
from fabletop.server.house import IDLE
from fabletop.server.table import MOST_CHATS
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio


async def words_of(page: Page, kind: type, **fields: object) -> str:
    reply = await page.do(kind, **fields)  # type: ignore[arg-type]
    return reply.refused.words if reply.refused else ""


async def left_alone(pages: list[Page]) -> tuple[Page, int]:
    """The one who is asked leaves; returns the other, and the seat that is empty."""
    one, other = asked(pages)
    assert one.table is not None and one.table.seat is not None
    await one.close()
    seat = one.table.seat
    await other.until(lambda page: seats_of(page)[seat].gone is not None)
    return other, seat


async def test_who_is_waited_for_for_ever_is_never_replaced(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        other, seat = await left_alone(await place.table("Anna", "Bert", absent_seconds=0))
        await clock.pass_by(100_000)
        assert "as long as it takes" in await words_of(other, msg.Arrange, seat=seat, holder="random")
        assert seats_of(other)[seat].keep is None
        assert not place.house.rooms[other.code].table.chairs[seat].away


async def test_where_there_is_a_clock_it_alone_decides(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        other, seat = await left_alone(await place.table("Anna", "Bert", turn_seconds=3600))
        await clock.pass_by(1000)
        assert "clock" in await words_of(other, msg.Arrange, seat=seat, holder="fair")


@pytest.mark.parametrize("level", ["fair", "relentless", "gentle", "random"])
async def test_the_stand_in_is_agreed_when_the_table_is_made(level: str, tmp_path: Path) -> None:
    clock, is_good = Clock(), level in ("fair", "relentless")
    async with open_place(tmp_path, clock) as place:
        anna = await place.guest("Anna")
        wanted = {"game": "storybook", "seats": ["me", "open"], "stand_in": level}
        assert (await anna.send("POST", "/api/tables", wanted)).status == (200 if is_good else 400)
        if is_good:
            pages = await place.table("Anna", "Bert", stand_in=level, absent_seconds=60, pace=5.0)
            other, seat = await left_alone(pages)
            assert other.table is not None and other.table.stand_in == level
            await clock.pass_by(61)
            await other.until(lambda page: seats_of(page)[seat].away)
            assert place.house.rooms[other.code].table.chairs[seat].level == level


async def test_bots_are_not_hurried_while_somebody_is_away(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert", absent_seconds=60, pace=3.0)
        assert await words_of(pages[0], msg.Pace, seconds=0.0) == ""  # both are here
        other, seat = await left_alone(pages)
        room = place.house.rooms[other.code]
        assert room.table.pace == 0.0 and room.autoplay.pace == 3.0
        assert "no faster" in await words_of(other, msg.Pace, seconds=0.1)
        assert await words_of(other, msg.Pace, seconds=4.0) == ""
        assert room.autoplay.pace == 4.0
        await clock.pass_by(61)
        await other.until(lambda page: seats_of(page)[seat].away)
        number = room.table.length
        await clock.pass_by(3.9)
        assert room.table.length == number
        await clock.pass_by(0.2)
        await other.until(lambda page: page.position is not None and page.position.number == number + 1)


async def test_the_same_pace_again_is_no_event(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        await page.do(msg.Pace, seconds=1.0)
        version = place.house.rooms[page.code].table.version
        for _ in range(5):
            assert await words_of(page, msg.Pace, seconds=1.0) == ""
        assert place.house.rooms[page.code].table.version == version


# --- Across restarts ----------------------------------------------------------------------------------------


async def again(place: Place, page: Page) -> Page:
    page.visitor.address = place.address
    return await place.visit(page.visitor, page.code)


async def test_absence_counts_from_when_the_server_came_back(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        one, other = asked(await place.table("Anna", "Bert", absent_seconds=300))
        assert one.table is not None and one.table.seat is not None
        seat = one.table.seat
    async with open_place(tmp_path, clock) as place:
        await clock.pass_by(100)  # nobody has come yet
        page = await again(place, other)
        await page.until(lambda page: seats_of(page)[seat].takeover is not None)
        shown = seats_of(page)[seat]
        assert (shown.gone, shown.keep, shown.takeover) == (100, 200, 200)
        await clock.pass_by(199)
        assert not seats_of(page)[seat].away
        await clock.pass_by(2)
        await page.until(lambda page: seats_of(page)[seat].away)


async def test_absence_counts_on_when_a_table_leaves_memory(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        one, other = asked(await place.table("Anna", "Bert", absent_seconds=5000))
        assert one.table is not None and one.table.seat is not None
        seat = one.table.seat
        for page in (one, other):
            await page.close()
        await asyncio.sleep(0.05)
        await clock.pass_by(IDLE + 1)
        place.house.tidy()
        assert not place.house.rooms
        page = await again(place, other)
        assert (seats_of(page)[seat].gone, seats_of(page)[seat].keep) == (601, 4399)


async def test_at_a_rematch_absence_counts_from_its_beginning(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert", absent_seconds=300)
        await clock.pass_by(10_000)
        await pages[0].do(msg.Resign)
        for page in pages:
            await page.do(msg.Rematch)
        await pages[0].until(lambda page: bool(page.table and page.table.rematch))
        assert pages[0].table is not None and pages[0].table.rematch is not None
        following = await place.visit(pages[0].visitor, pages[0].table.rematch)
        assert [seat.gone for seat in seats_of(following) if not seat.you] == [0]


# --- Bots in mid-game ---------------------------------------------------------------------------------------


async def three(place: Place) -> list[Page]:
    return await place.table("Anna", "Bert", game="condyle", seats=["me", "open", "fair"], pace=9.0)


async def test_another_bot_needs_everybody(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = pages = await three(place)
        chair = place.house.rooms[anna.code].table.chairs[2]
        assert await words_of(anna, msg.Arrange, seat=2, holder="random") == ""
        await bert.until(lambda page: bool(page.table and page.table.proposal))
        assert bert.table is not None and bert.table.proposal is not None
        proposal = bert.table.proposal
        assert proposal.bot == 2 and "random bot" in proposal.words and chair.level == "fair"
        assert await words_of(anna, msg.Arrange, seat=2, holder="sharp") != ""  # one at a time
        assert await words_of(bert, msg.Vote, proposal=proposal.number, yes=False) == ""
        await settled(pages)
        assert "did not agree to another bot" in bert.chat[-1].words
        assert place.house.rooms[anna.code].table.chairs[2].level == "fair"
        assert await words_of(bert, msg.Arrange, seat=2, holder="sharp") == ""
        await anna.until(lambda page: bool(page.table and page.table.proposal))
        assert anna.table is not None and anna.table.proposal is not None
        assert await words_of(anna, msg.Vote, proposal=anna.table.proposal.number, yes=True) == ""
        await settled(pages)
        assert place.house.rooms[anna.code].table.chairs[2].level == "sharp"
        assert "is played by a sharp bot now" in bert.chat[-1].words and bert.table is not None
        assert bert.table.proposal is None and bert.table.taken_back == 0


async def test_no_other_bot_while_somebody_is_away(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await three(place)
        assert await words_of(bert, msg.Stand) == ""
        assert "needs everybody" in await words_of(anna, msg.Arrange, seat=2, holder="random")
        assert "take your seat back" in await words_of(bert, msg.Arrange, seat=2, holder="random")


async def test_who_plays_alone_with_bots_changes_them_freely(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "fair"], pace=9.0)
        assert await words_of(page, msg.Arrange, seat=1, holder="sharp") == ""
        await page.until(lambda page: seats_of(page)[1].who == "sharp")
        assert "sharp bot" in page.chat[-1].words
        stranger = await place.visit(await place.guest(), page.code)
        assert await words_of(stranger, msg.Arrange, seat=1, holder="random") != ""


# --- Chat ---------------------------------------------------------------------------------------------------


async def test_old_chat_makes_room_for_new(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.lift("chat")
        pages = await place.table("Anna", "Bert")
        for number in range(2 * MOST_CHATS + 50):
            reply = await pages[0].do(msg.Say, words=f"line {number}")
            assert reply.refused is None
        await pages[1].until(lambda page: page.last_chat == 2 * MOST_CHATS + 50)
        assert [line.number for line in pages[1].chat] == list(range(1, 2 * MOST_CHATS + 51))
        fresh = await place.visit(pages[1].visitor, pages[1].code)
        assert fresh.last_chat == 2 * MOST_CHATS + 50 and len(fresh.chat) == MOST_CHATS
        await fresh.close()
        await pages[0].do(msg.Say, words="one more")
        fresh.open()
        await fresh.until(lambda page: page.chat[-1].words == "one more")
        assert len(fresh.chat) == MOST_CHATS + 1
