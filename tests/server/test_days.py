"""Games over days: time by the turn or by the game, holidays, windows that pass for who is away."""

import time
from pathlib import Path

import pytest
from tests.server.place import Clock, Place, open_place
from tests.server.test_clocks import again, left_to
from tests.server.test_play import asked
from tests.server.test_seats import seats_of

from fabletop.server import messages as msg
from fabletop.server.days import DAY, DAYS_A_YEAR
from fabletop.server.table import Table
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio

NOON = 1_790_000_000.0  # of a day in September 2026


def follow(place: Place, clock: Clock) -> None:
    """People's time is the test's, and no other."""
    if clock.time < NOON:
        clock.time += NOON
    clock.is_calendar = True
    place.house.time = clock.now
    place.house.began = clock.now()


def table_of(place: Place, page: Page) -> Table:
    return place.house.rooms[page.code].table


async def look(place: Place) -> None:
    """What the watch does every few seconds."""
    await place.house.store.write(("update turns set next = 0", ()))
    await place.house.notices.look()


async def forgotten(place: Place, page: Page) -> None:
    """Nobody is at the table, and it has left memory."""
    for one in place.pages:
        await one.close()
    place.house.rooms.pop(page.code).close()


async def test_the_time_for_a_turn_runs_while_nobody_is_there_but_not_without_a_server(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        one, _ = asked(await place.table("Anna", "Bert", turn_seconds=3 * DAY))
        await forgotten(place, one)
        await clock.pass_by(DAY)
    for _ in range(2):
        clock.time += 5 * DAY  # no server is there
        async with open_place(tmp_path, clock) as place:
            follow(place, clock)
            await clock.pass_by(DAY / 4)
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        assert left_to(await again(place, one)) == 1.5 * DAY


async def test_a_bot_plays_on_when_the_days_are_over_though_nobody_has_come(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        one, other = asked(await place.table("Anna", "Bert", turn_seconds=DAY))
        seat = seats_of(one).index(next(seat for seat in seats_of(one) if seat.you))
        await forgotten(place, one)
        await clock.pass_by(DAY - 1)
        await look(place)
        assert place.house.store.row("select count(*) from turns") == (1,)
        await clock.pass_by(2)
        await look(place)
        page = await again(place, other)
        await page.until(lambda page: seats_of(page)[seat].away)


async def test_or_it_is_a_loss(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        one, other = asked(await place.table("Anna", "Bert", turn_seconds=DAY, late="loss"))
        name = next(seat.who for seat in seats_of(one) if seat.you)
        await forgotten(place, one)
        await clock.pass_by(DAY + 1)
        await look(place)
        page = await again(place, other)
        await page.until(lambda page: page.over)
        assert page.table is not None and page.position is not None
        assert page.position.winners == [page.table.seat]
        assert f"{name} lost by running out of time." in [line.words for line in page.chat]


async def test_time_for_the_game_is_used_up_turn_by_turn(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        pages = await place.table("Anna", "Bert", game_seconds=2 * DAY)
        one, _ = asked(pages)
        seat = one.table.seat if one.table else None
        assert seat is not None and left_to(one) == 2 * DAY
        await clock.pass_by(DAY)
        number = one.position.number if one.position else 0
        while one.options:
            await one.act(one.options[0].action)
        await one.until(lambda page: page.position is not None and page.position.number > number)
        assert table_of(place, one).savings == [DAY if place_ == seat else 2 * DAY for place_ in range(2)]
        assert left_to(one) == 2 * DAY  # of the other, who is asked now
        await clock.pass_by(DAY)
        used = table_of(place, one).savings
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        page = await again(place, one)
        assert table_of(place, one).savings == used  # the log tells the same
        assert left_to(page) == DAY


async def test_holidays_stop_the_clock_of_who_is_asked(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        one, other = asked(await place.table("Anna", "Bert", turn_seconds=3 * DAY))
        now = clock.now()
        answer = await one.visitor.send("POST", "/api/me/holidays", msg.Holiday(now + DAY, now + 6 * DAY))
        assert answer.json()["days_left"] == DAYS_A_YEAR - 5
        await other.visitor.send(
            "POST", "/api/me/holidays", msg.Holiday(now, now + 20 * DAY)
        )  # nobody asks them
        await clock.pass_by(5 * DAY)
        await look(place)
        assert left_to(await again(place, one)) == 2 * DAY
        ended = await one.visitor.ask("DELETE", f"/api/me/holidays/{now + DAY}")
        assert ended.json() == {**answer.json(), "holidays": [], "days_left": DAYS_A_YEAR - 4}
        await clock.pass_by(DAY)
        assert left_to(await again(place, other)) == DAY


async def test_a_year_has_so_many_days_of_holidays(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        begins = time.time() + 400 * DAY
        for days, status in ((DAYS_A_YEAR + 1, 400), (-1, 400)):
            wish = msg.Holiday(time.time(), time.time() + days * DAY)
            assert (await anna.send("POST", "/api/me/holidays", wish)).status == status
        late = await anna.send("POST", "/api/me/holidays", msg.Holiday(begins + DAY, begins + 2 * DAY))
        assert late.json()["words"] == "A holiday begins within a year, and ends after that."
        wish = msg.Holiday(time.time() + DAY, time.time() + 3 * DAY)
        assert (await anna.send("POST", "/api/me/holidays", wish)).status == 200
        twice = await anna.send("POST", "/api/me/holidays", wish)
        assert twice.json()["words"] == "You have a holiday then already."


async def test_what_can_be_agreed(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        for wish, words in (
            ({"turn_seconds": 15 * DAY}, "A turn can last 5 seconds to two weeks; 0: for ever."),
            ({"game_seconds": 60}, "One person's game can last an hour to 90 days; 0: for ever."),
            (
                {"game_seconds": DAY, "turn_seconds": DAY},
                "Time is agreed by the turn or by the game, not both.",
            ),
            ({"late": "shame"}, "When time is up, there is a bot or a loss."),
        ):
            answer = await anna.send("POST", "/api/tables", {"game": "storybook", **wish})
            assert answer.json()["words"] == words
