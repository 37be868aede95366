"""Who sits where: before the start, during a game, absent, back, against the clock."""

import asyncio
from pathlib import Path

import pytest
from tests.server.place import Clock, NoWorkers, open_place
from tests.server.test_play import asked, settled

from fabletop.bots.levels import LEVELS, character, in_character
from fabletop.server import messages as msg
from fabletop.server.thinkers import Thinkers
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio


def seats_of(page: Page) -> list[msg.Seat]:
    assert page.table is not None
    return page.table.seats


async def test_sitting_down_before_the_start(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        host = await place.guest("Anna")
        code = await host.make(game="storybook", players=4, seats=["open", "me", "fair", "open"])
        anna = await place.visit(host, code)
        bert = await place.visit(await place.guest("Bert"), code)
        assert anna.table is not None and anna.table.host and anna.table.status == "waiting"
        assert anna.position is None
        assert (await anna.do(msg.Start)).refused
        assert (await bert.do(msg.Sit, seat=1)).refused  # taken
        assert (await bert.do(msg.Sit, seat=2)).refused  # a bot's
        assert (await bert.do(msg.Sit, seat=9)).refused
        assert (await bert.do(msg.Arrange, seat=0, holder="sharp")).refused
        assert (await bert.do(msg.Act, number=0, action=0)).refused
        assert (await bert.do(msg.Sit, seat=0)).refused is None
        assert (await bert.do(msg.Sit, seat=0)).refused
        assert (await bert.do(msg.Sit, seat=3)).refused is None  # changes seats
        await settled([anna, bert])
        assert [seat.holder for seat in seats_of(anna)] == ["open", "person", "bot", "person"]
        assert seats_of(bert)[3].you and not seats_of(anna)[3].you and seats_of(anna)[3].who == "Bert"
        assert (await bert.do(msg.Start)).refused
        assert (await anna.do(msg.Arrange, seat=0, holder="clairvoyant")).refused
        assert (await anna.do(msg.Arrange, seat=0, holder="gentle")).refused is None
        assert (await anna.do(msg.Start)).refused is None
        assert (await anna.do(msg.Start)).refused
        await bert.until(lambda page: page.position is not None)


async def test_a_bot_at_a_table_has_the_character_that_is_told(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        code = await anna.make(game="storybook", players=4, seats=["fair", "me", "fair", "greedy"], pace=0.0)
        page = await place.visit(anna, code)
        await page.until(lambda page: bool(page.options))
        told = [seat.character for seat in seats_of(page)]
        assert told == [character("fair", 0, False), "", character("fair", 2, False), ""]
        assert isinstance(place.house.thinkers, NoWorkers)
        assert place.house.thinkers.levels[0] == in_character("fair", 0, False)


async def test_partners_against_the_game_have_no_character(tmp_path: Path) -> None:
    """They play their best."""
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        page = await place.visit(anna, await anna.make(game="coraline", players=2, seats=["me", "sharp"]))
        assert [seat.character for seat in seats_of(page)] == ["", ""]


async def test_standing_up_before_the_start_opens_the_seat(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        host = await place.guest("Anna")
        code = await host.make(game="storybook", seats=["me", "open"])
        page = await place.visit(host, code)
        assert (await page.do(msg.Stand)).refused is None
        await page.until(lambda page: seats_of(page)[0].holder == "open")
        assert (await page.do(msg.Stand)).refused
        assert [info["code"] for info in (await host.get("/api/shelf")).json()["mine"]] == []


async def test_a_bot_keeps_the_seat_of_one_who_leaves(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one, other = asked(pages)
        assert one.table is not None
        seat, action = one.table.seat, one.options[0].action
        assert (await one.do(msg.Stand)).refused is None
        assert (await one.do(msg.Stand)).refused
        assert (await one.act(action)).refused
        assert (await one.do(msg.Undo, number=one.position.number if one.position else 0)).refused
        assert (await one.do(msg.Propose, to=0)).refused
        await other.until(lambda page: bool(page.options))  # the bot has moved
        assert seats_of(other)[seat or 0].away
        reply = await other.do(msg.Propose, to=0)  # the one who is away would not be asked
        assert reply.refused and "needs everybody" in reply.refused.words
        assert (await other.do(msg.Sit, seat=seat)).refused
        assert (await one.do(msg.Sit, seat=seat)).refused is None
        await settled(pages)
        assert not seats_of(other)[seat or 0].away
        assert [chat.words for chat in other.chat][-1] == f"{seats_of(other)[seat or 0].who} is back."


async def test_others_may_let_a_bot_play_for_one_who_is_not_there(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert")
        assert "is here" in (await refusal(pages[0], seat=1))
        await pages[1].close()
        await pages[0].until(lambda page: not seats_of(page)[1].here)
        assert "120 more seconds" in (await refusal(pages[0], seat=1))
        await clock.pass_by(119)
        assert "1 more seconds" in (await refusal(pages[0], seat=1))
        place.house.rooms[pages[0].code].autoplay.stop()  # it is not to happen by itself
        await clock.pass_by(2)
        watcher = await place.visit(await place.guest(), pages[0].code)
        assert (await watcher.do(msg.Arrange, seat=1, holder="fair")).refused
        assert (await pages[0].do(msg.Arrange, seat=1, holder="open")).refused
        assert (await pages[0].do(msg.Arrange, seat=1, holder="random")).refused is None
        await pages[0].until(lambda page: seats_of(page)[1].away)
        assert place.house.rooms[pages[0].code].table.chairs[1].level == "fair"  # as agreed
        pages[1].open()
        await pages[0].until(lambda page: seats_of(page)[1].here)
        assert (await pages[1].do(msg.Sit, seat=1)).refused is None
        await pages[0].until(lambda page: not seats_of(page)[1].away)


async def refusal(page: Page, seat: int) -> str:
    reply = await page.do(msg.Arrange, seat=seat, holder="fair")
    assert reply.refused is not None
    return reply.refused.words


async def test_the_clock(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert", turn_seconds=30)
        one, other = asked(pages)
        assert one.table is not None and one.table.seat is not None
        seat = one.table.seat
        await clock.pass_by(12)
        assert (await other.do(msg.Say, words="hurry up")).refused is None
        await one.until(lambda page: bool(page.chat))
        assert seats_of(one)[seat].clock == 18.0 and seats_of(one)[1 - seat].clock is None
        await clock.pass_by(17)
        assert not seats_of(other)[seat].away
        await clock.pass_by(2)
        await other.until(lambda page: seats_of(page)[seat].away)
        assert "ran out of time" in other.chat[-1].words


async def test_an_answer_of_the_other_winds_the_clock_again(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert", turn_seconds=30)
        for _ in range(8):
            await settled(pages)
            one, _ = asked(pages)
            await clock.pass_by(3)
            await one.act(one.options[0].action)
        await settled(pages)
        assert not any(seat.away for seat in seats_of(pages[0]))


async def test_bots_answer_after_the_same_time_whatever_they_hold(tmp_path: Path) -> None:
    """However short a bot thinks, its answer comes when the pace says."""
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        (page,) = await place.table("Anna", seats=["me", "random"], pace=2.0)
        while page.options:
            assert page.position is not None
            await page.act(page.options[0].action)
            number = page.position.number
        await asyncio.sleep(0.05)
        assert page.position is not None
        for _ in range(3):
            number = page.position.number
            assert not page.options
            assert min(due for due, _ in clock.sleepers) == clock.now() + 2.0
            await clock.pass_by(1.9)
            assert page.position.number == number
            await clock.pass_by(0.1)
            await page.until(lambda page, number=number: page.position.number == number + 1)  # type: ignore
            if page.options:
                break


async def test_the_pace_is_set_by_those_who_play(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        watcher = await place.visit(await place.guest(), page.code)
        assert (await watcher.do(msg.Pace, seconds=3.0)).refused
        assert (await page.do(msg.Pace, seconds=-1.0)).refused
        assert (await page.do(msg.Pace, seconds=99.0)).refused
        assert (await page.do(msg.Pace, seconds=3.0)).refused is None
        await watcher.until(lambda page: page.table is not None and page.table.pace == 3.0)


async def test_chat_notes_and_reports(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        watcher = await place.visit(await place.guest("Carl"), pages[0].code)
        assert (await pages[0].do(msg.Say, words="  good   luck\u202e ")).refused is None
        assert (await watcher.do(msg.Say, words="hello")).refused is None
        await pages[1].until(lambda page: len(page.chat) == 2)
        assert [(chat.who, chat.seat, chat.words) for chat in pages[1].chat] == [
            ("Anna", 0, "good luck"),
            ("Carl", None, "hello"),
        ]
        assert (await watcher.do(msg.Say, words=" ")).refused
        assert (await watcher.do(msg.Say, words="x" * 401)).refused
        assert (await pages[0].do(msg.Note, words="beware of the Rabbit")).refused is None
        assert (await pages[0].do(msg.Note, words="x" * 4001)).refused
        again = await place.visit(pages[0].visitor, pages[0].code)
        other = await place.visit(pages[1].visitor, pages[0].code)
        assert again.notes and again.notes.words == "beware of the Rabbit"
        assert other.notes == msg.Notes(1, "", {})
        assert (await pages[0].do(msg.Report, words="odd")).refused is None
        reports = [await watcher.do(msg.Report, words="") for _ in range(40)]
        assert reports[0].refused is None and reports[-1].refused and "quick" in reports[-1].refused.words
        assert place.house.store.row("select words, number from reports where words != ''") == ("odd", 0)
        last = [await watcher.do(msg.Say, words=f"{n}") for n in range(8)][-1]
        assert last.refused and "quick" in last.refused.words


async def test_presence(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        second = await place.visit(pages[1].visitor, pages[0].code)
        await pages[0].until(lambda page: seats_of(page)[1].here)
        await pages[1].close()
        assert (await pages[0].do(msg.Ping)).refused is None
        assert seats_of(pages[0])[1].here  # another page of theirs is open
        await second.close()
        await pages[0].until(lambda page: not seats_of(page)[1].here)


async def test_a_new_name_is_known_at_the_table(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await pages[1].visitor.send("PUT", "/api/me", {"name": "Berta"})
        await place.visit(pages[1].visitor, pages[0].code)
        await pages[0].until(lambda page: seats_of(page)[1].who == "Berta")


# --- Waiting for somebody ---------------------------------------------------------------------------------


async def test_a_bot_takes_the_seat_of_one_who_is_waited_for(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert", absent_seconds=60)
        one, other = asked(pages)
        assert one.table is not None and one.table.seat is not None
        seat = one.table.seat
        await one.close()
        await other.until(lambda page: seats_of(page)[seat].takeover is not None)
        shown = seats_of(other)[seat]
        assert (shown.gone, shown.keep, shown.takeover, shown.here) == (0, 60, 60, False)
        await clock.pass_by(25)
        await other.do(msg.Say, words="where are you?")
        await other.until(lambda page: bool(page.chat))
        shown = seats_of(other)[seat]
        assert (shown.gone, shown.keep, shown.takeover) == (25, 35, 35)
        await clock.pass_by(34)
        assert not seats_of(other)[seat].away
        await clock.pass_by(2)
        await other.until(lambda page: seats_of(page)[seat].away)
        assert "is away: a bot plays on" in other.chat[-1].words
        assert seats_of(other)[seat].takeover is None and seats_of(other)[seat].keep is None
        one.open()
        await other.until(lambda page: seats_of(page)[seat].here and seats_of(page)[seat].gone is None)
        assert (await one.do(msg.Sit, seat=seat)).refused is None
        await other.until(lambda page: not seats_of(page)[seat].away)


async def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert", absent_seconds=60)
        one, other = asked(pages)
        assert other.table is not None and one.table is not None and one.table.seat is not None
        await other.close()  # not asked: the other one plays on without waiting
        await one.until(lambda page: not all(seat.here for seat in seats_of(page)))
        assert all(seat.takeover is None for seat in seats_of(one))
        await clock.pass_by(100)
        await one.close()  # now both are gone
        await asyncio.sleep(0.05)
        await clock.pass_by(1000)
        room = place.house.rooms[one.code]
        assert room.is_idle and not any(chair.away for chair in room.table.chairs)
        other.open()  # and this one begins to wait
        await other.until(lambda page: any(seat.takeover is not None for seat in seats_of(page)))
        shown = seats_of(other)[one.table.seat]
        assert (shown.gone, shown.takeover) == (1000, 20)


async def test_a_table_may_wait_for_ever(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert", absent_seconds=0)
        one, other = asked(pages)
        assert one.table is not None and one.table.seat is not None
        seat = one.table.seat
        await one.close()
        await other.until(lambda page: seats_of(page)[seat].gone is not None)
        await clock.pass_by(100_000)
        assert seats_of(other)[seat].takeover is None
        assert not place.house.rooms[one.code].table.chairs[seat].away


async def test_waiting_in_real_time(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert", absent_seconds=5)
        one, other = asked(pages)
        assert one.table is not None and one.table.seat is not None and one.line is not None
        seat = one.table.seat
        one.line.transport.abort()  # as if the power were gone: no farewell
        await one.close()
        await other.until(lambda page: seats_of(page)[seat].away)
        await other.until(lambda page: bool(page.options))  # the bot has moved
        one.open()
        assert (await one.do(msg.Sit, seat=seat)).refused is None
        await other.until(lambda page: not seats_of(page)[seat].away)


# --- Notes ------------------------------------------------------------------------------------------------


async def test_notes_on_things_are_private_until_the_end(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.lift("notes")
        pages = await place.table("Anna", "Bert")
        watcher = await place.visit(await place.guest("Carl"), pages[0].code)
        second = await place.visit(pages[0].visitor, pages[0].code)
        for thing, words in (("card AL03", "theirs, I think"), ("cell 3,4", "weak"), ("", "be bold")):
            assert (await pages[0].do(msg.Note, words=words, thing=thing)).refused is None
        assert (await watcher.do(msg.Note, words="exciting")).refused is None
        assert (await pages[0].do(msg.Note, words="", thing="cell 3,4")).refused is None
        kept = msg.Notes(0, "be bold", {"card AL03": "theirs, I think"})
        for page in (pages[0], second):
            await page.until(lambda page: page.notes == kept)
        for words, thing in (("x" * 401, "a"), ("x", "a" * 81), ("x" * 4001, "")):
            assert (await pages[0].do(msg.Note, words=words, thing=thing)).refused
        for number in range(199):
            assert (await pages[0].do(msg.Note, words="x", thing=f"{number}")).refused is None
        assert (await pages[0].do(msg.Note, words="x", thing="one more")).refused
        for number in range(199):
            await pages[0].do(msg.Note, words="", thing=f"{number}")
        await pages[1].do(msg.Ping)
        assert pages[1].notes == msg.Notes(1, "", {}) and pages[1].open_notes == watcher.open_notes == []
        assert (await pages[1].do(msg.Resign)).refused is None
        for page in (*pages, watcher):
            await page.until(lambda page: page.open_notes == [kept])
        await pages[1].do(msg.Note, words="well played")
        late = await place.visit(await place.guest(), pages[0].code)
        both = [kept, msg.Notes(1, "well played", {})]
        for page in (*pages, watcher, late):
            await page.until(lambda page: page.open_notes == both)


async def test_a_bot_that_thinks_longer_than_the_pace_always_takes_as_long(tmp_path: Path) -> None:
    """With one answer to choose from or many, the time is that of its level."""
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        place.house.thinkers.slot = Thinkers(1).slot  # type: ignore[method-assign]
        (page,) = await place.table("Anna", seats=["me", "relentless"], pace=0.0)
        while page.options:
            await page.act(page.options[0].action)
        await asyncio.sleep(0.05)
        slot = place.house.thinkers.slot
        assert min(due for due, _ in clock.sleepers) == clock.now() + slot("relentless")
        assert all(slot(name) >= level.budget.seconds + 0.1 for name, level in LEVELS.items())
        assert slot("random") == 0.0
