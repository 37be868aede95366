"""Ratings: only from rated games between kept people, once a game, and never by sitting with oneself."""

import random
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from math import exp, sqrt
from pathlib import Path
from statistics import correlation, fmean
from typing import Any

import pytest
import pytest_asyncio
from tests.server.place import Clock, Place, open_place
from tests.server.test_play import some_answers

from fabletop.server import messages as msg
from fabletop.server.ratings import (
    BETA,
    MIDDLE,
    MODEL,
    MOST_A_DAY,
    MU,
    POINTS,
    RATED,
    SIGMA,
    Rating,
    after,
    is_competitive,
    points,
    rate,
)  # fmt: skip
from fabletop.server.table import Chair
from fabletop.server.trials import ratings as trial
from fabletop.server.trials.visitor import Page, Visitor

NEW = Rating()


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with open_place(tmp_path / "data") as found:
        yield found


async def keep(place: Place, visitor: Visitor, shown: bool = False) -> str:
    """Whoever this is, they are kept from now on."""
    guest = place.house.keyring.read(visitor.cookie)
    assert guest is not None
    kept = place.house.persons.keeping(guest)
    await place.house.store.write(kept, place.house.persons.showing(guest.id, shown))
    return guest.id


async def person(place: Place, name: str, shown: bool = False) -> Visitor:
    visitor = await place.guest(name)
    await keep(place, visitor, shown)
    return visitor


async def game(place: Place, *people: Visitor, **wanted: Any) -> list[Page]:
    """A running rated game of these people."""
    code = await people[0].make(
        game="storybook", seats=["me", *["open"] * (len(people) - 1)], rated=True, **wanted
    )
    pages = [await place.visit(visitor, code) for visitor in people]
    for seat, page in enumerate(pages[1:], 1):
        assert (await page.do(msg.Sit, seat=seat)).refused is None
    assert (await pages[0].do(msg.Start)).refused is None
    for page in pages:
        await page.until(lambda page: page.position is not None)
    return pages


def rows(place: Place) -> list[tuple[Any, ...]]:
    return place.house.store.rows("select guest, game, number, code, mu, sigma from ratings")


async def mine(visitor: Visitor, name: str = "storybook") -> dict[str, Any]:
    found = (await visitor.get("/api/me/ratings")).json()["games"]
    return next(game for game in found if game["game"] == name)


@pytest.mark.asyncio
async def test_who_resigns_has_lost_and_both_are_rated_once(place: Place) -> None:
    anna, bert = await person(place, "Anna"), await person(place, "Bert")
    pages = await game(place, anna, bert)
    assert all(page.table is not None and page.table.rated for page in pages)
    await some_answers(pages, 4)
    assert rows(place) == [] and (await mine(anna))["mine"] is None
    assert (await pages[0].do(msg.Resign)).refused is None
    one, other = (await mine(anna))["mine"], (await mine(bert))["mine"]
    assert one["points"] < MIDDLE < other["points"] and one["games"] == other["games"] == 1
    assert one["low"] < one["points"] < one["high"]
    assert (await mine(bert))["path"] == [other["points"]]
    assert len(rows(place)) == 2 and not place.house.store.rows("select * from places")
    (row, *_) = place.house.store.rows("select guest, game, number, code, time, mu, sigma from ratings")
    with pytest.raises(sqlite3.IntegrityError):
        await place.house.store.write((RATED, row))


@pytest.mark.asyncio
async def test_ratings_are_there_after_a_restart_and_no_game_counts_twice(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await person(place, "Anna"), await person(place, "Bert")
        pages = await game(place, anna, bert)
        await pages[0].do(msg.Resign)
        before = rows(place)
    async with open_place(tmp_path) as place:
        room = await place.house.room(pages[0].code)
        assert room is not None and room.table.status == "over"
        anna.address = place.address
        page = await place.visit(anna, pages[0].code)
        assert (await page.do(msg.Resign)).refused is not None
        assert rows(place) == before and len(before) == 2


@pytest.mark.asyncio
async def test_what_is_not_rated_changes_nothing(place: Place) -> None:
    anna, bert = await person(place, "Anna"), await person(place, "Bert")
    code = await anna.make(game="storybook", seats=["me", "open"])
    pages = [await place.visit(anna, code), await place.visit(bert, code)]
    await pages[1].do(msg.Sit, seat=1)
    await pages[0].do(msg.Start)
    assert (await pages[0].do(msg.Resign)).refused is None
    for wanted in ({"seats": ["me", "gentle"]}, {"lesson": True}):
        page = await place.visit(anna, await anna.make(game="storybook", **wanted))
        await page.until(lambda page: page.position is not None)
        assert (await page.do(msg.Resign)).refused is None
    daily = await anna.send("POST", "/api/daily/storybook", {})
    assert (await (await place.visit(anna, daily.json()["code"])).do(msg.Resign)).refused is None
    assert rows(place) == []


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "wanted",
    [
        {"seats": ["me", "fair"]},
        {"seats": ["me", "open"], "absent_seconds": 0},
        {"lesson": True},
        {"game": "coraline", "seats": ["me", "open"]},
        {"game": "condyle-solo", "seats": ["me"]},
    ],
)
async def test_what_cannot_be_rated(place: Place, wanted: dict[str, Any]) -> None:
    anna = await person(place, "Anna")
    answer = await anna.send("POST", "/api/tables", {"game": "storybook", "rated": True, **wanted})
    assert answer.status == 400 and answer.json()["words"]
    assert place.house.store.rows("select code from tables") == []


@pytest.mark.asyncio
async def test_only_kept_people_sit_at_rated_tables_and_no_bots(place: Place) -> None:
    guest = await place.guest("Gast")
    answer = await guest.send(
        "POST", "/api/tables", {"game": "storybook", "seats": ["me", "open"], "rated": True}
    )
    assert answer.status == 400 and "kept" in answer.json()["words"]
    anna = await person(place, "Anna")
    code = await anna.make(game="storybook", seats=["me", "open"], rated=True)
    page, other = await place.visit(anna, code), await place.visit(guest, code)
    refused = (await other.do(msg.Sit, seat=1)).refused
    assert refused is not None and "kept" in refused.words
    refused = (await page.do(msg.Arrange, seat=1, holder="fair")).refused
    assert refused is not None and "people" in refused.words
    await keep(place, guest)
    assert (await other.do(msg.Sit, seat=1)).refused is None


@pytest.mark.asyncio
async def test_nobody_sits_with_themselves(tmp_path: Path) -> None:
    async with open_place(tmp_path, proxies=("127.0.0.1",)) as place:
        people = []
        for name, address in (("Anna", "203.0.113.5"), ("Bert", "203.0.113.5"), ("Cleo", "203.0.113.6")):
            visitor = Visitor(place.address, forwarded=address)
            await visitor.get("/api/shelf")
            await visitor.send("PUT", "/api/me", {"name": name})
            await keep(place, visitor)
            people.append(visitor)
        anna, bert, cleo = people
        code = await anna.make(game="storybook", seats=["me", "open"], rated=True)
        page = await place.visit(bert, code)
        refused = (await page.do(msg.Sit, seat=1)).refused
        assert refused is not None and "Anna" in refused.words and "same place" in refused.words
        places = place.house.store.rows("select device, place from places")
        assert len(places) == 1 and "203.0" not in str(places)
        was = place.house.keyring.read(anna.cookie)
        third = place.house.keyring.read(cleo.cookie)
        assert was is not None and third is not None
        await place.house.store.write(*place.house.becoming(was, third.id))
        page = await place.visit(cleo, code)
        refused = (await page.do(msg.Sit, seat=1)).refused
        assert refused is not None, "her browser was Anna's once"
        dora = Visitor(place.address, forwarded="203.0.113.7")
        await dora.get("/api/shelf")
        await keep(place, dora)
        assert (await (await place.visit(dora, code)).do(msg.Sit, seat=1)).refused is None


@pytest.mark.asyncio
async def test_a_browser_that_was_somebody_else_brings_their_try_of_today(place: Place) -> None:
    guest = await place.guest("Gast")
    anna = await person(place, "Anna")
    tried = (await guest.send("POST", "/api/daily/coraline", {})).json()["code"]
    link = (await anna.send("POST", "/api/me/link", {})).json()["address"].rpartition("/")[2]
    assert (await guest.send("POST", "/api/link", {"token": link})).status == 200
    assert (await guest.send("POST", "/api/daily/coraline", {})).json()["code"] == tried
    assert (await anna.send("POST", "/api/daily/coraline", {})).json()["code"] == tried
    one = place.house.keyring.read(anna.cookie)
    assert one is not None and place.house.store.rows("select guest from tries") == [(one.id,)]


@pytest.mark.asyncio
async def test_leaving_does_not_help(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await person(place, "Anna"), await person(place, "Bert")
        pages = await game(place, anna, bert, absent_seconds=60, pace=0.0)
        table = place.house.rooms[pages[0].code].table
        assert (await pages[0].do(msg.Stand)).refused is None
        assert table.chairs[0].away
        table.session.resign([1])  # as if the bot in her seat had won
        found = rate(table, {0: NEW, 1: NEW})
        assert found[0].mu < MU < found[1].mu


@pytest.mark.asyncio
async def test_where_nobody_stayed_nothing_counts(place: Place) -> None:
    pages = await game(place, await person(place, "Anna"), await person(place, "Bert"))
    table = place.house.rooms[pages[0].code].table
    table.session.resign([0])
    for chair in table.chairs:
        chair.away = True
    assert rate(table, {0: NEW, 1: NEW}) == {}


@pytest.mark.asyncio
async def test_of_two_partners_only_who_left_has_lost(place: Place) -> None:
    people = [await person(place, name) for name in ("Anna", "Bert", "Cleo", "Dora")]
    pages = await game(place, *people)
    table = place.house.rooms[pages[0].code].table
    table.chairs[0] = Chair("person", table.chairs[0].guest, "Anna", level="fair", away=True)
    table.session.resign([1, 3])
    found = rate(table, dict.fromkeys(range(4), NEW))
    assert found[0].mu < MU < found[2].mu and found[1].mu < MU and found[1] == found[3]


@pytest.mark.asyncio
async def test_the_same_people_are_rated_a_few_times_a_day(place: Place) -> None:
    anna, bert = await person(place, "Anna"), await person(place, "Bert")
    for _ in range(MOST_A_DAY + 1):
        pages = await game(place, anna, bert)
        assert (await pages[0].do(msg.Resign)).refused is None
    assert len(rows(place)) == 2 * MOST_A_DAY
    later = place.house.time() + 25 * 3600
    place.house.time = lambda: later
    pages = await game(place, anna, bert)
    await pages[0].do(msg.Resign)
    assert len(rows(place)) == 2 * MOST_A_DAY + 2


@pytest.mark.asyncio
async def test_no_hints_and_no_going_back_where_it_counts(place: Place) -> None:
    pages = await game(place, await person(place, "Anna"), await person(place, "Bert"))
    await some_answers(pages, 3)
    one = next(page for page in pages if page.options)
    assert one.position is not None
    assert (await one.do(msg.AskHint, number=one.position.number)).refused is not None
    assert (await one.do(msg.Propose, to=0)).refused is not None


@pytest.mark.asyncio
async def test_a_rematch_counts_if_all_wished_it(place: Place) -> None:
    for both in (True, False):
        pages = await game(place, await person(place, "Anna"), await person(place, "Bert"))
        await pages[0].do(msg.Resign)
        if not both:
            await pages[1].close()
            room = place.house.rooms[pages[0].code]
            await pages[0].until(lambda page: page.table is not None and not page.table.seats[1].here)
            assert len(room.present) == 1
        for page in pages[: 1 + both]:
            await page.do(msg.Rematch)
        await pages[0].until(lambda page: page.table is not None and page.table.rematch is not None)
        assert pages[0].table is not None and pages[0].table.rematch is not None
        room = await place.house.room(pages[0].table.rematch)  # type: ignore[assignment]
        assert room is not None and room.table.agreed.rated is both


@pytest.mark.asyncio
async def test_only_those_who_show_themselves_are_named(place: Place) -> None:
    anna, bert = await person(place, "Anna"), await person(place, "Bert", shown=True)
    pages = await game(place, anna, bert)
    await pages[0].do(msg.Resign)
    assert [one["name"] for one in (await mine(anna))["shown"]] == ["Bert"]
    assert (await mine(bert))["shown"] == [] and (await mine(await place.guest()))["shown"][0]["games"] == 1
    assert (await mine(await place.guest()))["mine"] is None


@pytest.mark.asyncio
async def test_what_could_not_be_kept_has_not_been_rated(place: Place) -> None:
    anna, bert = await person(place, "Anna"), await person(place, "Bert")
    pages = await game(place, anna, bert)
    table = place.house.rooms[pages[0].code].table
    place.house.ratings.at_the_end(table, 0.0)  # nothing is written
    guest = table.chairs[0].guest
    assert place.house.ratings.of(guest, "storybook") != NEW
    await place.house.rooms[pages[0].code].start_over()
    assert place.house.ratings.of(guest, "storybook") == NEW


def test_figures_of_a_duel_and_of_four() -> None:
    (won,), (lost,) = after([[NEW], [NEW]], [1, -1])
    assert won.mu - MU == pytest.approx(MU - lost.mu) and won.sigma < SIGMA and won.games == 1
    (drawn,), (same,) = after([[NEW], [NEW]], [0, 0])
    assert drawn.mu == pytest.approx(same.mu) == pytest.approx(MU)
    first, *others = after([[NEW]] * 4, [1, -1, -1, -1])
    assert first[0].mu > MU and len({round(one.mu, 6) for (one,) in others}) == 1
    assert points(MU) == MIDDLE and NEW.low == 2 * MIDDLE - NEW.high


def test_400_points_are_ten_of_eleven() -> None:
    """In a duel of people of whom everything is known, by the model's own chance to win."""
    sure = [[MODEL.rating(mu=MU + 400 / POINTS, sigma=1e-6)], [MODEL.rating(sigma=1e-6)]]
    assert MODEL.predict_win(sure)[0] > 0.85
    assert 1 / (1 + exp(-400 / POINTS / (BETA * sqrt(2)))) == pytest.approx(10 / 11)
    assert points(MU + 400 / POINTS) == MIDDLE + 400


@pytest.mark.parametrize(("seats", "rounds"), [(2, 40), (4, 60)])
def test_a_thousand_people_of_known_strength_come_out_in_order(seats: int, rounds: int) -> None:
    """Half of the games by lot, half among people who are thought to be alike."""
    luck, count = random.Random(seats), 1000
    true = [luck.gauss(MU, 7) for _ in range(count)]
    found = [NEW] * count
    for number in range(rounds):
        order = sorted(range(count), key=lambda one: found[one].mu * (number % 2) + luck.gauss(0, 2))
        for table in (order[i : i + seats] for i in range(0, count, seats)):
            chances = [exp((true[one] - MU) / (BETA * sqrt(seats))) for one in table]
            (won,) = luck.choices(table, chances)
            rated = after([[found[one]] for one in table], [1 if one == won else -1 for one in table])
            for one, (new,) in zip(table, rated, strict=True):
                found[one] = new
    inside = sum(one.low <= points(mu) <= one.high for one, mu in zip(found, true, strict=True))
    assert inside >= 0.95 * count
    by_strength = sorted(range(count), key=lambda one: true[one])
    by_rating = sorted(range(count), key=lambda one: found[one].mu)
    assert (
        correlation(*([order.index(one) for one in range(count)] for order in (by_strength, by_rating))) > 0.9
    )
    tenths = [fmean(found[one].points for one in by_strength[i : i + 100]) for i in range(0, count, 100)]
    assert tenths == sorted(tenths)


def test_people_who_are_bots_come_out_as_the_lab_knows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """`fabletop rating-test` does it with a thousand, and six kinds."""
    monkeypatch.setattr("fabletop.lab.rating.DRAWS", 20)
    result = trial.run("storybook", ("greedy", "random"), 16, 4, 4, 1, 1, lambda done, total: None)
    assert [one.bot for one in result.kinds] == ["random", "greedy"]
    weak, strong = result.kinds
    assert weak.people == strong.people == 8 and weak.true < MIDDLE < strong.true
    assert result.in_order and weak.mean < strong.mean and result.ranks > 0.5
    wrong = replace(
        result, kinds=[replace(weak, low=weak.low - 900, high=weak.true, mean=strong.mean), strong]
    )
    assert not wrong.in_order and not wrong.good
    assert not replace(result, inside=0.9).good


def test_which_games_have_ratings() -> None:
    assert [is_competitive(name) for name in ("storybook", "unrelenting", "condyle")] == [True] * 3
    assert not is_competitive("coraline") and not is_competitive("condyle-solo")
