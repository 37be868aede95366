"""How often, and how many at once: by guest and address, whatever lines they come on, and in every race."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from tests.server.place import NoWorkers, Place, open_place
from tests.server.test_play import asked, some_answers
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from fabletop.server import house as houses
from fabletop.server import messages as msg
from fabletop.server import review
from fabletop.server.limits import LIMITS, Counts, Limit, Limits, Most, Rate, Who
from fabletop.server.trials.visitor import Page, encode

pytestmark = pytest.mark.asyncio

FEW = Limit(Rate(3, 0.0), Rate(5, 0.0))


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_a_guest_and_an_address_have_each_their_limit() -> None:
    hit: list[str] = []
    limits = Limits(hit.append)
    limits.limits["chat"] = FEW
    anna, bert = Who("anna", "203.0.113.1"), Who("bert", "203.0.113.1")
    assert [limits.take("chat", anna) for _ in range(4)] == [True, True, True, False]
    assert [limits.take("chat", bert) for _ in range(3)] == [True, True, False]  # five from one address
    assert limits.take("chat", Who("bert", "203.0.113.2"))
    assert limits.take("notes", anna) and hit == ["chat", "chat"]


async def test_what_is_left_comes_back_with_time() -> None:
    time = Time()
    limits = Limits(now=time)
    limits.limits["chat"] = Limit(Rate(2, 0.5), Rate(100, 1.0))
    who = Who("anna", "")
    assert [limits.take("chat", who) for _ in range(3)] == [True, True, False]
    time.now = 1.9
    assert not limits.take("chat", who)
    time.now = 2.0
    assert limits.take("chat", who) and not limits.take("chat", who)
    limits.give_back("chat", who)
    assert limits.take("chat", who)


async def test_several_processes_count_as_one() -> None:
    time = Time()
    one, other = Limits(now=time), Limits(now=time)
    for limits in (one, other):
        limits.limits["reports"] = Limit(Rate(4, 0.1), Rate(6, 0.1))
        limits.limits["messages"] = Limit(Rate(40, 20.0), Rate(400, 100.0))
    anna, bert = Who("anna", "203.0.113.1"), Who("bert", "203.0.113.1")
    assert all(one.take("reports", anna) for _ in range(3)) and one.take("messages", anna)
    told = one.told_others()
    assert {(row.kind, row.key, row.count) for row in told.taken} == {
        ("reports", "anna", 3),
        ("reports", "203.0.113.1", 3),
    }  # of messages there are plenty
    other.hear("one", told)
    assert not one.told_others().taken and not other.told_others().taken
    assert [other.take("reports", anna) for _ in range(2)] == [True, False]
    assert [other.take("reports", bert) for _ in range(3)] == [True, True, False]
    one.hear("other", other.told_others())
    assert not one.take("reports", anna) and not one.take("reports", bert)
    time.now = 20.0
    assert one.take("reports", anna) and other.take("reports", anna)
    assert all(one.take("messages", anna) for _ in range(20))
    told = one.told_others()
    assert [(row.key, row.count) for row in told.taken if row.kind == "messages"] == [("anna", 20)]


async def test_what_is_open_in_several_processes_counts_together() -> None:
    time = Time()
    one, other = Limits(now=time), Limits(now=time)
    one.most["sockets"] = other.most["sockets"] = Most(5, 100)
    anna = Who("anna", "")
    assert all(one.enter("sockets", anna) for _ in range(4))
    other.hear("one", one.told_others())
    assert [other.enter("sockets", anna) for _ in range(2)] == [True, False]
    for _ in range(3):
        one.leave("sockets", anna)
    other.hear("one", one.told_others())
    assert other.enter("sockets", anna)
    other.hear("gone", Counts([], [("sockets", "guest anna", 4)]))
    assert not other.enter("sockets", anna)
    time.now = 10.0
    other.told_others()
    assert other.enter("sockets", anna)  # that process has said nothing for long


async def test_full_buckets_are_forgotten_and_empty_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from fabletop.server import limits as module

    monkeypatch.setattr(module, "FORGET_FROM", 10)
    time = Time()
    limits = Limits(now=time)
    limits.limits["chat"] = Limit(Rate(1, 0.01), Rate(1, 0.01))
    for number in range(50):
        time.now = number
        assert limits.take("chat", Who(f"guest {number}", ""))
    time.now = 149.5
    limits.forget(time.now)
    assert len(limits.buckets) == 0 or not limits.take("chat", Who("guest 49", ""))
    assert limits.take("chat", Who("guest 0", ""))


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("203.0.113.1", "::ffff:203.0.113.1", True),
        ("203.0.113.1", "203.0.113.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("127.0.0.1", "::1", True),  # neither is counted
        ("127.0.0.1", "::ffff:127.0.0.1", True),
    ],
)
async def test_what_is_one_address(one: str, other: str, same: bool) -> None:
    limits = Limits()
    assert (limits.address_of(one) == limits.address_of(other)) == same
    assert limits.address_of("127.0.0.1") == ""


async def test_how_many_are_open_at_once() -> None:
    limits = Limits()
    limits.most["sockets"] = Most(2, 3)
    anna, bert = Who("anna", "203.0.113.1"), Who("bert", "203.0.113.1")
    assert [limits.enter("sockets", anna) for _ in range(3)] == [True, True, False]
    assert [limits.enter("sockets", bert) for _ in range(2)] == [True, False]
    limits.leave("sockets", anna)
    assert limits.enter("sockets", bert)
    limits.leave("sockets", anna)
    for _ in range(2):
        limits.leave("sockets", bert)
    assert not limits.open


# --- Over the line ------------------------------------------------------------------------------------------


async def again(place: Place, page: Page) -> Page:
    """The same person on a new line."""
    await page.close()
    return await place.visit(page.visitor, page.code)


@pytest.mark.parametrize(
    "kind, message",
    [
        ("chat", (msg.Say, {"words": "hello"})),
        ("notes", (msg.Note, {"words": "hello"})),
        ("reports", (msg.Report, {"words": "hello"})),
        ("changes", (msg.Pace, {"seconds": 3.0})),
        ("changes", (msg.Undo, {"number": 0})),
        ("tables", (msg.Rematch, {})),
    ],
)
async def test_limits_outlive_a_connection(
    kind: str, message: tuple[type, dict[str, Any]], tmp_path: Path
) -> None:
    async with open_place(tmp_path) as place:
        page, _ = asked(await place.table("Anna", "Bert"))
        place.house.limits.limits[kind] = Limit(Rate(2, 0.0), Rate(9, 0.0))
        words = []
        for _ in range(4):
            page = await again(place, page)
            reply = await page.do(message[0], **message[1])
            words.append(reply.refused.words if reply.refused else "")
        assert ["quick" in found for found in words] == [False, False, True, True]
        assert place.house.metrics.counts["limits", f'{{kind="{kind}"}}'] == 2


async def test_a_message_that_was_carried_out_is_answered_again_whatever_the_limit(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        place.house.limits.limits["chat"] = Limit(Rate(1, 0.0), Rate(9, 0.0))
        for _ in range(3):
            assert (await page.do(msg.Say, id=77, words="hello")).refused is None
        assert (await page.do(msg.Say, words="hello")).refused
        assert len(page.chat) == 1


async def test_sockets_cannot_be_raced_for(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.most["sockets"] = Most(3, 100)
        anna = await place.guest()
        code = await anna.make(game="storybook")
        place.house.rooms.clear()  # reading it takes a while
        url = f"ws://{place.address}/ws/{code}"

        async def come() -> int:
            async with connect(url, additional_headers=anna.headers(), proxy=None) as line:
                with contextlib.suppress(WebSocketException):
                    await line.send(encode(msg.Hello(1, "page")).decode())
                    await line.recv()
                    await asyncio.sleep(0.3)
                return line.close_code or 0

        codes = await asyncio.gather(*(come() for _ in range(12)))
        assert sorted(codes) == [0] * 3 + [4429] * 9
        while place.house.limits.open:
            await asyncio.sleep(0.01)


async def test_tables_cannot_be_raced_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "TABLES_A_DAY", 3)
    async with open_place(tmp_path) as place:
        anna = await place.guest()
        wanted = {"game": "storybook"}
        answers = await asyncio.gather(*(anna.send("POST", "/api/tables", wanted) for _ in range(9)))
        assert sum(answer.status == 200 for answer in answers) == 3
        assert place.house.store.row("select count(*) from tables") == (3,) and not place.house.making


async def test_new_tables_are_limited_whoever_finishes_the_old_ones(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        made = 1
        while True:
            await page.do(msg.Resign)
            if (await page.do(msg.Rematch)).refused:
                break
            await page.until(lambda page: bool(page.table and page.table.rematch))
            assert page.table is not None and page.table.rematch is not None
            await page.close()
            page = await place.visit(page.visitor, page.table.rematch)
            made += 1
        assert made == LIMITS["tables"].guest.at_once
        assert (await page.visitor.send("POST", "/api/tables", {"game": "storybook"})).status == 429


async def test_codes_cannot_be_guessed(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert, mallory = [await place.guest() for _ in range(3)]
        code = await anna.make(game="storybook", seats=["me", "open"])
        assert len(code) == 8
        place.house.limits.limits["guesses"] = Limit(Rate(6, 0.0), Rate(6, 0.0))
        for _ in range(3):
            assert (await bert.get(f"/api/tables/{code}/export")).status == 404  # it exists: no guess
        tried = await asyncio.gather(*(mallory.get(f"/api/tables/XXXXXX{n:02}/export") for n in range(30)))
        assert sorted(answer.status for answer in tried) == [404] * 6 + [429] * 24
        page = Page(mallory, code)
        page.open()
        await page.until(lambda page: page.closed is not None)
        assert page.closed == 4429  # nor does a right guess tell anything now
        assert (await place.visit(bert, code)).table is not None
        await place.visit(anna, code)


# --- Hints and curves ---------------------------------------------------------------------------------------


def thinkers(place: Place) -> NoWorkers:
    found = place.house.thinkers
    assert isinstance(found, NoWorkers)
    return found


async def test_a_hint_that_comes_too_quickly_waits_also_on_a_new_line(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page, _ = asked(await place.table("Anna", "Bert"))
        place.house.limits.limits["hints"] = Limit(Rate(1, 0.0), Rate(9, 0.0))
        assert (await page.do(msg.AskHint, number=0)).hint is not None
        place.house.rooms[page.code].drop_hints()  # as when the game has moved on
        page = await again(place, page)
        waiting = asyncio.create_task(page.do(msg.AskHint, number=0))
        await asyncio.sleep(0.2)
        assert not waiting.done() and thinkers(place).asked == 1
        place.house.limits.limits["hints"] = Limit(Rate(2, 100.0), Rate(9, 0.0))
        assert (await waiting).hint is not None


async def test_who_asks_again_is_told_the_same(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page, _ = asked(await place.table("Anna", "Bert"))
        hints = [(await page.do(msg.AskHint, number=0)).hint for _ in range(5)]
        assert hints[0] is not None and all(hint == hints[0] for hint in hints)
        assert thinkers(place).asked == 1


async def test_one_hint_a_seat_is_thought_about_and_given_up_when_its_page_leaves(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        one, _ = asked(await place.table("Anna", "Bert"))
        room = place.house.rooms[one.code]
        thinkers(place).thinking.clear()
        waiting = asyncio.create_task(one.do(msg.AskHint, number=0))
        while not room.hints:
            await asyncio.sleep(0.01)
        (thinking,) = room.hints.values()
        second = await place.visit(one.visitor, one.code)
        for page in (one, second):
            reply = await page.do(msg.AskHint, number=0)
            assert reply.refused and "on its way" in reply.refused.words
        await one.close()
        while room.hints:
            await asyncio.sleep(0.01)
        assert thinking.cancelled() and thinkers(place).asked == 1
        waiting.cancel()
        thinkers(place).thinking.set()
        assert (await second.do(msg.AskHint, number=0)).hint is not None


async def test_a_hint_is_given_up_when_the_game_moves_on(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        one, _ = asked(await place.table("Anna", "Bert"))
        thinkers(place).thinking.clear()
        waiting = asyncio.create_task(one.do(msg.AskHint, number=0))
        while not place.house.rooms[one.code].hints:
            await asyncio.sleep(0.01)
        assert (await one.act(one.options[0].action)).refused is None
        reply = await waiting
        assert reply.refused and "moved on" in reply.refused.words


async def finished(place: Place) -> list[Page]:
    """A short game that is over."""
    pages = await place.table("Anna", "Bert")
    await some_answers(pages, 2)
    assert (await pages[0].do(msg.Resign)).refused is None
    return pages


async def test_a_curve_is_estimated_once_while_somebody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_place(tmp_path) as place:
        pages = await finished(place)
        path, curves = f"/api/tables/{pages[0].code}/curve", place.app.review.curves
        thinkers(place).thinking.clear()
        answers = await asyncio.gather(*(page.visitor.get(path) for page in pages * 4))
        assert {answer.status for answer in answers} == {200} and len(curves) == 1
        (under_way,) = curves.values()
        monkeypatch.setattr(review, "MOST_CURVES", 1)
        other = await finished(place)
        assert (await other[0].visitor.get(f"/api/tables/{other[0].code}/curve")).status == 200
        assert list(curves) == [other[0].code]  # it took the place of the first
        await asyncio.sleep(0.01)
        assert under_way.task is not None and under_way.task.cancelled()


async def test_a_curve_that_nobody_waits_for_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "UNWATCHED", -1.0)
    async with open_place(tmp_path) as place:
        pages = await finished(place)
        assert (await pages[0].visitor.get(f"/api/tables/{pages[0].code}/curve")).status == 200
        while place.app.review.curves:
            await asyncio.sleep(0.01)
        assert place.house.store.row("select count(*) from curves") == (0,)


async def test_curves_are_limited(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.limits["curves"] = Limit(Rate(1, 0.0), Rate(9, 0.0))
        thinkers(place).thinking.clear()
        statuses = []
        anna = await place.guest()
        for _ in range(3):
            page = await place.visit(anna, await anna.make(game="storybook"))
            await page.do(msg.Resign)
            statuses.append((await anna.get(f"/api/tables/{page.code}/curve")).status)
        assert statuses == [200, 400, 400]
