"""The daily deal: the same for everybody, sealed before, one try, nothing of it for others, opened after."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.server.place import NoWorkers, Place, open_place

import fabletop
from fabletop.cli.main import main
from fabletop.kernel.replay import promise, verify
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.daily import AHEAD, BEHIND, Daily, Deal, Played, bot_seed
from fabletop.server.sockets import UNKNOWN
from fabletop.server.thinkers import pack, repeatable
from fabletop.server.trials.kill import has_moved
from fabletop.server.trials.visitor import Page, Visitor

pytestmark = pytest.mark.asyncio

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()
TODAY, TOMORROW = "2026-11-16", "2026-11-17"
DAY = 24 * 3600


class Calendar:
    """The time of people, which tests set."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> float:
        return self.time


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest_asyncio.fixture
async def place(tmp_path: Path, calendar: Calendar) -> AsyncIterator[Place]:
    async with open_place(tmp_path / "data") as found:
        found.house.time = calendar.now
        yield found


async def daily(visitor: Visitor, day: str = "") -> dict[str, Any]:
    answer = await visitor.get(f"/api/daily{day and '/'}{day}")
    assert answer.status == 200, answer.body
    found: dict[str, Any] = answer.json()
    return found


async def deal_of(visitor: Visitor, game: str, day: str = "") -> dict[str, Any]:
    return next(deal for deal in (await daily(visitor, day))["deals"] if deal["game"] == game)


async def begin(place: Place, visitor: Visitor, game: str, **wanted: Any) -> Page:
    answer = await visitor.send("POST", f"/api/daily/{game}", {"pace": 0.0, **wanted})
    assert answer.status == 200, answer.body
    page = await place.visit(visitor, answer.json()["code"])
    await page.until(lambda page: page.position is not None)
    return page


async def answer_first(page: Page, count: int = 10_000) -> None:
    """Always the first that is offered, so often or to the end."""
    for _ in range(count):
        await page.until(lambda page: bool(page.options) or page.over)
        if page.over:
            return
        assert page.position is not None
        moved = partial(has_moved, page.position.number)
        assert (await page.act(page.options[0].action)).refused is None
        await page.until(moved)


def actions_of(place: Place, page: Page) -> list[tuple[int, int]]:
    session = place.house.rooms[page.code].table.session
    return [(answer.seat, answer.action) for answer in session.actions]


async def test_everybody_is_dealt_the_same_and_the_same_answers_lead_to_the_same_game(place: Place) -> None:
    pages = [await begin(place, await place.guest(name), "storybook") for name in ("Anna", "Bert")]
    for page in pages:
        await answer_first(page, 12)
    await asyncio.gather(*(page.until(lambda page: bool(page.options) or page.over) for page in pages))
    one, other = (actions_of(place, page) for page in pages)
    assert one == other and {seat for seat, _ in one} == {0, 1}
    assert isinstance(place.house.thinkers, NoWorkers)
    assert set(place.house.thinkers.levels) == {"fair"}, "whose bots have no character"
    assert pages[0].table is not None and {seat.character for seat in pages[0].table.seats} == {""}
    assert pages[0].position is not None and pages[1].position is not None
    assert pages[0].position.view == pages[1].position.view


@pytest.mark.parametrize("game", ["storybook", "unrelenting"])
async def test_a_bot_of_the_deal_thinks_alike_whenever_it_is_asked(game: str) -> None:
    found = fabletop.game(game)
    state = found.start(players=min(found.players), seed=7)
    packed, again, later = (pack(state, int(state.seat), bot_seed(7, number)) for number in (0, 0, 1))
    assert packed == again != later
    assert repeatable(packed, "gentle", 5) == repeatable(packed, "gentle", 5)


async def test_each_game_is_dealt_alone_or_with_bots(place: Place) -> None:
    deals = (await daily(await place.guest()))["deals"]
    assert {deal["game"]: deal["company"] for deal in deals} == {
        "condyle": "1 fair bot", "condyle-solo": "", "coraline": "", "storybook": "1 fair bot",
        "unrelenting": "3 fair bots",
    }  # fmt: skip


async def test_one_try_a_day(place: Place, calendar: Calendar) -> None:
    anna = await place.guest("Anna")
    codes = set()
    for answer in await asyncio.gather(*(anna.send("POST", "/api/daily/coraline", {}) for _ in range(5))):
        assert answer.status == 200
        codes.add(answer.json()["code"])
    assert len(codes) == 1
    page = await place.visit(anna, codes.pop())
    assert (await page.do(msg.Resign)).refused is None
    answer = await anna.send("POST", "/api/daily/coraline", {})
    assert answer.json()["code"] == page.code, "it is over, and there is no other try"
    tables = place.house.store.rows("select code from tables")
    assert tables == [(page.code,)]
    calendar.time += DAY
    assert (await begin(place, anna, "coraline")).code != page.code


async def test_seals_are_shown_before_and_opened_after(
    place: Place, calendar: Calendar, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = await place.guest("Anna")
    coming = (await daily(anna))["coming"]
    assert sorted({seal["day"] for seal in coming}) == [f"2026-11-{16 + n}" for n in range(1, AHEAD + 1)]
    sealed = {(seal["day"], seal["game"]): seal["seal"] for seal in coming}
    assert len(set(sealed.values())) == len(sealed)
    calendar.time += DAY
    today = await deal_of(anna, "storybook")
    assert today["seal"] == sealed[TOMORROW, "storybook"] and today["seed"] is None and today["nonce"] is None
    page = await begin(place, anna, "storybook")
    assert page.table is not None and page.table.seed_hash == today["seal"]
    assert (await page.do(msg.Resign)).refused is None
    calendar.time += DAY
    opened = await deal_of(anna, "storybook", TOMORROW)
    game = fabletop.game("storybook")
    assert promise(game.for_people(2, {}), int(opened["seed"]), opened["nonce"], True) == today["seal"]
    paths = (f"/api/tables/{page.code}/export", f"/api/daily/{TOMORROW}/storybook/replay")
    for number, path in enumerate(paths):
        file = tmp_path / f"{number}.json"
        file.write_bytes((await anna.get(path)).body)
        assert verify(file).seed_hash == today["seal"]
        assert main(["verify", str(file)]) == 0 and today["seal"] in capsys.readouterr().out
        broken = json.loads(file.read_text()) | {"seed": int(opened["seed"]) + 1}
        file.write_text(json.dumps(broken))
        assert main(["verify", str(file)]) != 0
        capsys.readouterr()


async def test_what_is_sealed_outlives_a_new_secret_and_a_restart(tmp_path: Path, calendar: Calendar) -> None:
    async with open_place(tmp_path) as place:
        place.house.time = calendar.now
        before = (await daily(await place.guest()))["coming"]
    (tmp_path / "secret").write_bytes(b"another secret, of thirty-two bytes")
    async with open_place(tmp_path) as place:
        place.house.time = calendar.now
        assert (await daily(await place.guest()))["coming"] == before


async def test_a_house_that_lost_its_deals_seals_the_same_again(place: Place) -> None:
    before = (await daily(await place.guest()))["coming"]
    await place.house.store.write(("delete from deals", ()))
    assert (await daily(await place.guest()))["coming"] == before


async def test_nobody_learns_of_another_day(place: Place) -> None:
    anna = await place.guest()
    await daily(anna)
    for day in (TOMORROW, "2026-11-08", "2099-01-01", "0", "x'or'", "2026-11-16T", "%00"):
        assert (await anna.get(f"/api/daily/{day}")).status in (400, 404)
        assert (await anna.get(f"/api/daily/{day}/storybook/replay")).status in (400, 404)
        assert (await anna.send("POST", "/api/daily/storybook", {"day": day})).status == 400
    assert (await anna.get(f"/api/daily/{TODAY}/storybook/replay")).status == 400, "not before it is over"
    assert (await anna.send("POST", "/api/daily/zzz", {})).status == 400
    assert not place.house.store.rows("select code from tables")
    seeds = [seed for (seed,) in place.house.store.rows("select seed from deals")]
    told = (await anna.get("/api/daily")).body.decode() + (await anna.get("/api/shelf")).body.decode()
    assert len(seeds) == 5 * (1 + AHEAD) and not any(seed in told for seed in seeds)


async def test_today_is_nobody_elses_business(place: Place, calendar: Calendar) -> None:
    anna, bert = await place.guest("Anna"), await place.guest("Bert")
    page = await begin(place, anna, "storybook")
    stranger = Page(bert, page.code)
    stranger.open()
    place.pages.append(stranger)
    await stranger.until(lambda page: page.closed is not None)
    assert stranger.closed == UNKNOWN and stranger.table is None
    assert page.code not in (await bert.get("/api/shelf")).body.decode()
    seed = str(place.house.rooms[page.code].table.seed)
    assert (await page.do(msg.Resign)).refused is None
    await page.until(lambda page: page.over)
    assert page.table is not None and page.table.seed is None and page.table.closed
    looked = await page.do(msg.Look, number=0)
    assert looked.views is None and looked.position is not None
    for visitor in (anna, bert):
        for what in ("export", "curve"):
            assert (await visitor.get(f"/api/tables/{page.code}/{what}")).status == 404
        for path in ("/api/daily", "/api/shelf"):
            assert seed not in (await visitor.get(path)).body.decode()
    assert "today's deal" in (await anna.get(f"/api/tables/{page.code}/export")).json()["words"]
    calendar.time += DAY
    again = await place.visit(bert, page.code)
    assert again.table is not None and again.table.seed == seed and not again.table.closed
    assert (await bert.get(f"/api/tables/{page.code}/export")).status == 200
    looked = await page.do(msg.Look, number=0)
    assert looked.views is not None and len(looked.views) == 2


async def test_no_hints_and_no_going_back_today(place: Place, calendar: Calendar) -> None:
    page = await begin(place, await place.guest("Anna"), "storybook")
    await answer_first(page, 4)
    await page.until(lambda page: bool(page.options))
    assert page.position is not None
    number = page.position.number
    refused = [
        await page.do(msg.AskHint, number=number),
        await page.do(msg.Propose, to=0),
        await page.do(msg.Stand),
        await page.do(msg.Arrange, seat=1, holder="gentle"),
        await page.do(msg.Arrange, seat=0, holder="relentless"),
    ]
    assert all(reply.refused is not None for reply in refused)
    assert place.house.rooms[page.code].table.length == number
    calendar.time += DAY
    assert (await page.do(msg.Propose, to=0)).refused is None, "now it is practice"


async def test_what_is_compared(place: Place, calendar: Calendar) -> None:
    anna, bert, cleo = [await place.guest(name) for name in ("Anna", "Bert", "Cleo")]
    for visitor in (anna, bert):
        who = visitor.cookie.partition(".")[0]
        kept = "insert into persons (guest, name, made, page, shown) values (?, ?, 0, ?, ?)"
        await place.house.store.write((kept, (who, f"Kept {who[:4]}", who, int(visitor is bert))))
    pages = [await begin(place, visitor, "coraline") for visitor in (anna, bert)]
    assert (await deal_of(anna, "coraline"))["compared"] is None, "not while it is played"
    await answer_first(pages[1], 3)
    for page in pages:
        assert (await page.do(msg.Resign)).refused is None
    found = await deal_of(anna, "coraline")
    assert found["mine"]["played"]["worth"] == -1 and found["mine"]["played"]["answers"] == 0
    assert found["compared"]["played"] == 2 and found["compared"]["won"] == 0
    assert found["compared"]["place"] == 1 and (await deal_of(bert, "coraline"))["compared"]["place"] == 2
    (shown,) = found["compared"]["shown"]
    assert shown["name"].startswith("Kept") and shown["answers"] == 3
    assert (await deal_of(bert, "coraline"))["compared"]["shown"] == [], "Anna does not show herself"
    assert (await deal_of(cleo, "coraline"))["compared"] is None, "she has not played it"
    calendar.time += DAY
    assert (await deal_of(cleo, "coraline", TODAY))["compared"]["played"] == 2


async def test_the_house_plays_the_same_deal(place: Place, calendar: Calendar, tmp_path: Path) -> None:
    anna = await place.guest("Anna")
    page = await begin(place, anna, "storybook")
    assert not place.house.daily.playing
    await page.do(msg.Resign)
    assert (await deal_of(anna, "storybook"))["compared"]["house"] is None
    await asyncio.gather(*place.house.daily.playing.values())
    found = (await deal_of(anna, "storybook"))["compared"]["house"]
    assert found["name"] == "relentless" and found["answers"] > 5 and found["words"]
    calendar.time += DAY
    file = tmp_path / "house.json"
    file.write_bytes((await anna.get(f"/api/daily/{TODAY}/storybook/replay")).body)
    assert verify(file).over and verify(file).seed_hash == (await deal_of(anna, "storybook", TODAY))["seal"]


async def test_the_house_plays_only_what_somebody_asks_for(
    place: Place, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[str] = []
    gate = asyncio.Event()

    async def played_through(self: Daily, deal: Deal) -> Played:
        began.append(deal.game)
        await gate.wait()
        if deal.game == "coraline":
            raise TimeoutError
        return Played(1.0, 7, "Won.")

    monkeypatch.setattr(Daily, "played_through", played_through)
    anna = await place.guest("Anna")
    await daily(anna)
    early = await anna.send("POST", f"/api/daily/{TODAY}/storybook/house", {})
    assert early.status == 400 and b"day is over" in early.body
    calendar.time += DAY
    shown = await daily(anna, TODAY)
    await anna.get(f"/api/daily/{TODAY}/storybook/replay")
    assert [deal["compared"]["at_it"] for deal in shown["deals"]] == [False] * len(shown["deals"])
    assert not place.house.daily.playing
    for game in ("storybook", "coraline"):
        answer = await anna.send("POST", f"/api/daily/{TODAY}/{game}/house", {})
        assert answer.status == 200, answer.body
    assert (await deal_of(anna, "storybook", TODAY))["compared"]["at_it"]
    gate.set()
    await asyncio.gather(*place.house.daily.playing.values())
    assert began == ["storybook", "coraline"]
    assert (await deal_of(anna, "storybook", TODAY))["compared"]["house"]["answers"] == 7
    again = await anna.send("POST", f"/api/daily/{TODAY}/coraline/house", {})
    assert again.status == 400 and b"could not" in again.body and began == ["storybook", "coraline"]
    monkeypatch.setattr("fabletop.server.daily.MOST_PLAYING", 0)
    full = await anna.send("POST", f"/api/daily/{TODAY}/condyle/house", {})
    assert full.status == 400 and b"ask again later" in full.body
    missing = await anna.send("POST", "/api/daily/2020-01-01/condyle/house", {})
    assert b"no such deal" in missing.body


async def test_what_does_not_end_on_its_day_does_not_count(place: Place, calendar: Calendar) -> None:
    anna = await place.guest("Anna")
    page = await begin(place, anna, "coraline")
    calendar.time += DAY
    assert (await page.do(msg.Resign)).refused is None
    found = await deal_of(anna, "coraline", TODAY)
    assert found["mine"]["code"] == page.code and found["mine"]["played"] is None
    assert found["compared"]["played"] == 0


async def test_a_day_that_is_over_can_be_practised(place: Place, calendar: Calendar) -> None:
    anna = await place.guest("Anna")
    first = await begin(place, anna, "coraline")
    assert (await first.do(msg.Resign)).refused is None
    calendar.time += DAY
    practice = await begin(place, anna, "coraline", day=TODAY)
    assert practice.code != first.code and practice.table is not None and not practice.table.closed
    assert practice.table.seed_hash == (await deal_of(anna, "coraline", TODAY))["seal"]
    await answer_first(practice, 2)
    await practice.do(msg.Resign)
    found = await deal_of(anna, "coraline", TODAY)
    assert found["mine"]["code"] == first.code and found["compared"]["played"] == 1
    calendar.time += BEHIND * DAY
    assert (await anna.get(f"/api/daily/{TODAY}")).status == 400


async def test_a_rematch_is_a_game_of_its_own(place: Place) -> None:
    page = await begin(place, await place.guest("Anna"), "storybook")
    await page.do(msg.Resign)
    assert (await page.do(msg.Rematch)).refused is None
    await page.until(lambda page: page.table is not None and page.table.rematch is not None)
    assert page.table is not None and page.table.rematch is not None
    room = await place.house.room(page.table.rematch)
    assert room is not None and room.table.agreed.daily == "" and not room.closed
    assert room.table.seed != place.house.rooms[page.code].table.seed


async def test_older_tables_are_no_deal() -> None:
    plain = ev.Agreed(
        game="storybook", rules_version=1, edition="house", edition_digest="", players=2, options={}, host="",
        listed=False, turn_seconds=0, pace=0.0, lesson=False, nonce="",
    )  # fmt: skip
    older = json.loads(ev.encode(plain))
    del older["daily"], older["rated"]
    assert ev.decode_agreed(json.dumps(older)) == plain
