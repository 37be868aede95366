"""Clocks across restarts: they go on where they stood, and the time without a server costs nobody."""

import contextlib
import random
import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from tests.server.place import Clock, Place, noted, open_place, unnoted
from tests.server.test_play import asked
from tests.server.test_seats import seats_of

from fabletop.server import messages as msg
from fabletop.server.autoplay import AGAIN
from fabletop.server.events import Event
from fabletop.server.folder import open_store
from fabletop.server.postgres import PostgresStore
from fabletop.server.room import Key
from fabletop.server.store import Statement
from fabletop.server.table import BEAT, BEATS
from fabletop.server.trials.running import Running
from fabletop.server.trials.visitor import Page, Visitor

pytestmark = pytest.mark.asyncio


def follow(place: Place, clock: Clock) -> None:
    """People's time is the test's as well."""
    place.house.time = clock.now
    place.house.began = clock.now()


async def again(place: Place, page: Page) -> Page:
    page.visitor.address = place.address
    return await place.visit(page.visitor, page.code)


def left_to(page: Page) -> float:
    (left,) = [seat.clock for seat in seats_of(page) if seat.clock is not None]
    return left


async def test_a_clock_goes_on_where_it_stood(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        pages = await place.table("Anna", "Bert", turn_seconds=300)
        one, _ = asked(pages)
        assert left_to(one) == 300
        await clock.pass_by(100)
        await noted(place)
        unnoted(place)
        await clock.pass_by(7)
    for used in (100, 130):
        clock.time += 5000  # nobody is there
        async with open_place(tmp_path, clock) as place:
            follow(place, clock)
            page = await again(place, one)
            assert left_to(page) == 300 - used
            await clock.pass_by(30)
            await noted(place)
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        page, seat = await again(place, one), seats_of(one).index(next(s for s in seats_of(one) if s.you))
        await clock.pass_by(139)
        assert not seats_of(page)[seat].away
        await clock.pass_by(2)
        await page.until(lambda page: seats_of(page)[seat].away)


async def test_a_server_that_ran_without_the_table_did_not_use_its_time(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        one, _ = asked(await place.table("Anna", "Bert", turn_seconds=300))
        await clock.pass_by(40)
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        await place.table("Carl", "Dora", turn_seconds=300)
        await clock.pass_by(200)
        place.house.beat()
        assert left_to(await again(place, one)) == 260


async def test_a_table_has_its_time_from_when_somebody_is_there(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        other, _ = asked(await place.table("Carl", "Dora", turn_seconds=300))
        anna = await place.guest("Anna")
        code = await anna.make(game="unrelenting", turn_seconds=60, options={"characters": "seats"})
        await clock.pass_by(200)
        place.house.beat()
        page = await place.visit(anna, code)
        assert left_to(page) == 60 and left_to(other) == 300


def set_back(folder: Path) -> None:
    """The times of a house, as if it had run for ten minutes and then been away for an hour."""
    with contextlib.closing(open_store(folder)) as store:
        statements = [
            "update events set time = time - 4200",
            "delete from runs",
            "insert into runs select min(time), max(time) + 600 from events",
        ]
        if isinstance(store, PostgresStore):
            statements.append("update processes set until = 0")  # it is gone
        store.write_now(*((statement, ()) for statement in statements))


async def test_the_clock_of_a_killed_server(tmp_path: Path) -> None:
    running = Running(tmp_path)
    running.start()
    try:
        await running.until_ready()
        anna = Visitor(running.address)
        await anna.get("/api/shelf")
        code = await anna.make(game="unrelenting", turn_seconds=3600, options={"characters": "seats"})
        page = await anna.visit(code)
        assert 3590 < left_to(page) <= 3600
        await page.close()
        running.kill()
        set_back(running.data)
        running.start()
        await running.until_ready()
        page = await anna.visit(code)
        assert 2980 < left_to(page) <= 3000
        assert (await page.do(msg.Ping)).refused is None
        await page.close()
        assert not running.logged_errors()
    finally:
        running.stop()


def is_past(number: int, page: Page) -> bool:
    return page.position is not None and page.position.number > number


async def test_a_turn_has_its_time_after_what_happened_was_seen(tmp_path: Path) -> None:
    """An hour, and half a second for each moment that led to it; for all alike."""
    async with open_place(tmp_path, Clock()) as place:
        pages = await place.table("Anna", "Bert", turn_seconds=3600)
        luck, leads = random.Random(3), set()
        for _ in range(40):
            one, other = asked(pages)
            before = one.position.number if one.position else 0
            assert (await one.act(luck.choice(one.options).action)).refused is None
            for page in pages:
                await page.until(partial(is_past, before))
            if one.options or one.over:
                continue
            moments = [line for line in other.log if line.number > before and line.beat]
            lead = min(BEATS, BEAT * len(moments))
            assert left_to(one) == left_to(other) == 3600 + lead
            leads.add(lead)
        assert len(leads) > 1


async def test_what_could_not_be_kept_when_time_was_up_is_tried_again(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        one, other = asked(await place.table("Anna", "Bert", turn_seconds=30))
        room = place.house.rooms[one.code]
        kept = room.carry_out
        failed: list[Sequence[Event]] = []

        async def failing(events: Sequence[Event], key: Key | None, more: Sequence[Statement] = ()) -> None:
            if not failed:
                failed.append(events)
                raise sqlite3.OperationalError("the disk is full")
            await kept(events, key, more)

        room.carry_out = failing  # type: ignore[method-assign]
        await clock.pass_by(31)
        assert failed and not any(seat.away for seat in seats_of(other))
        await clock.pass_by(AGAIN)
        await clock.pass_by(0)
        await other.until(lambda page: any(seat.away for seat in seats_of(page)))
        assert place.house.metrics.counts["errors", ""] == 1
