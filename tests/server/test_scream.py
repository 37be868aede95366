"""Benny screams in real time: the server's clock decides, and nobody learns from it when (CC-R69)."""

import random
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.server.place import Clock, Place, noted, open_place, unnoted
from tests.server.test_clocks import again, follow

from fabletop.kernel import replay
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import LATER, NOBODY, STILL
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.alarm import AGAIN
from fabletop.server.room import Key, Room
from fabletop.server.store import Statement
from fabletop.server.table import BEAT
from fabletop.server.trials.haste import hasten
from fabletop.server.trials.screams import Hastened
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio
OPTIONS = {"ghost": "on", "first": "0", "cross": "auto", "cul_de_sac": "kiddie_corner"}


@pytest.fixture(autouse=True)
def the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda bits: 11)


async def haunted(place: Place, *names: str, clock: Clock | None = None, **more: object) -> list[Page]:
    """A table in its first turn, which is that of seat 0."""
    wanted = {"game": "condyle", "options": OPTIONS, "absent_seconds": 0} | more
    pages = await place.table(*names, **wanted)
    for page in pages:
        await page.until(lambda page: bool(page.options))
        await do(page, "start", -1)
    while clock is not None and not pages[0].options:
        await clock.pass_by(5)  # bots have a pawn, too
    await pages[0].until(lambda page: bool(page.options))
    return pages


async def two(place: Place) -> tuple[Page, Page]:
    anna, bert = await haunted(place, "Anna", "Bert")
    return anna, bert


async def do(page: Page, verb: str, which: int = 0) -> None:
    """Give an answer, and wait until it is seen."""
    number, found = number_of(page), [option for option in page.options if option.verb == verb]
    reply = await page.act(found[which].action)
    assert reply.refused is None, reply.refused
    await page.until(lambda page: number_of(page) > number)


async def to_the_slap(page: Page) -> None:
    await do(page, "stay")
    await do(page, "stop")
    while any(option.verb == "draw" for option in page.options):
        await do(page, "draw")
    assert [option.verb for option in page.options] == ["slap"]


def number_of(page: Page) -> int:
    return page.position.number if page.position else -1


def ghost(page: Page) -> dict[str, int]:
    assert page.position is not None
    return dict(page.position.view["ghost"])


def room_of(place: Place, page: Page) -> Room:
    return place.house.rooms[page.code]


def left(place: Place, page: Page) -> float:
    """Hidden truth: seconds until he screams; time runs when all have seen what happened."""
    alarm = room_of(place, page).alarm
    return max(0.0, alarm.shown - place.house.now()) + (alarm.limit - alarm.exactly) / 1000


async def screamed(page: Page, times: int) -> None:
    await page.until(lambda page: ghost(page)["heard"] == times)


async def until_he_screams(place: Place, clock: Clock, page: Page) -> None:
    heard = ghost(page)["heard"]
    await clock.pass_by(left(place, page) + 0.001)
    await screamed(page, heard + 1)


# --- He screams ------------------------------------------------------------------------------------------


async def test_he_screams_when_his_time_is_up_and_not_before(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        cleo = await place.visit(await place.guest("Cleo"), anna.code, keep=True)
        assert anna.table is not None and anna.table.options["clock"] == "live"
        wait = left(place, anna)
        assert 18 <= wait <= 75
        assert cleo.frames is not None
        before = len(cleo.frames)
        for _ in range(4):
            await clock.pass_by(wait / 4 - 0.01)
        assert len(cleo.frames) == before, "nothing is told until then"
        number = number_of(anna)
        await clock.pass_by(0.05)
        for page in (anna, bert, cleo):
            await screamed(page, 1)
            assert number_of(page) == number + 1
            heard = next(line for line in page.log if line.number == number + 1)
            assert (heard.seat, heard.kind) == (None, "scream")
        assert anna.options[0].verb == "stay", "the question is the same"
        assert room_of(place, anna).table.session.actions[-1].seat == NOBODY
        assert sum(place.house.metrics.times["alarm"].buckets) == 1


async def test_before_and_after_the_slap(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        await to_the_slap(anna)
        await clock.pass_by(left(place, anna) - 0.5)
        await do(anna, "slap")
        await bert.until(lambda page: bool(page.options))
        assert ghost(bert) == {"screams": 0, "heard": 0}
        assert left(place, bert) == pytest.approx(0.5, abs=0.002), "the slap does not wind the clock anew"
        await until_he_screams(place, clock, bert)
        assert ghost(anna) == {"screams": 1, "heard": 1} and anna.position is not None
        assert anna.position.view["active"] == 1, "it is meant for Bert"


async def test_an_answer_under_way_is_carried_out_after_the_scream(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        await to_the_slap(anna)
        number, slap = number_of(anna), anna.options[0].action
        await until_he_screams(place, clock, anna)
        reply = await anna.do(msg.Act, number=number, action=slap)  # it was sent for the position before
        assert reply.refused is None
        await bert.until(lambda page: bool(page.options))
        said = [line.words for line in bert.log if line.kind == "scream"]
        assert said == ["Benny screams! (1 in the turn of Orphan 1)"], "it came before the slap"
        assert ghost(bert)["screams"] == 0
        older = await bert.do(msg.Act, number=number, action=bert.options[0].action)
        assert older.refused is not None and "moved on" in older.refused.words


async def test_what_is_due_comes_first_however_late_the_server_is(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        await to_the_slap(anna)
        clock.time += left(place, anna) + 0.2  # nobody has woken up
        await do(anna, "slap")
        await bert.until(lambda page: bool(page.options))
        kinds = [line.kind for line in bert.log if line.kind in ("scream", "slap")]
        assert kinds == ["scream", "slap"]


async def test_two_in_a_turn_end_it_and_the_game_replays_without_a_clock(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        await clock.pass_by(BEAT + 3)
        await do(anna, "stay")
        stop = next(option.action for option in anna.options if option.verb == "stop")
        await until_he_screams(place, clock, anna)
        number = number_of(anna)
        await clock.pass_by(left(place, anna) + 0.001)
        await anna.until(lambda page: page.over)
        reply = await anna.do(msg.Act, number=number, action=stop)
        assert reply.refused is not None
        assert bert.position is not None and bert.position.winners == [1]
        exported = await anna.visitor.get(f"/api/tables/{anna.code}/export")
        (tmp_path / "game.json").write_bytes(exported.body)
        summary = replay.verify(tmp_path / "game.json")
        assert summary.over and summary.seed_hash and b'"spent": 3000' in exported.body


async def test_an_answer_under_way_comes_too_late_for_who_is_out(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert, _ = await haunted(place, "Anna", "Bert", "Cleo", seats=["me", "open", "open"])
        await until_he_screams(place, clock, anna)
        number, stay = number_of(anna), anna.options[0].action
        await until_he_screams(place, clock, anna)
        await bert.until(lambda page: bool(page.options))
        reply = await anna.do(msg.Act, number=number, action=stay)
        assert reply.refused is not None
        assert reply.refused.words.startswith("Benny screams before your answer was here. It is not your")


async def test_time_runs_when_all_have_seen_what_happened(tmp_path: Path) -> None:
    """The last pawn was put down: half a second for everybody to see it."""
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, _ = await two(place)
        alarm = room_of(place, anna).alarm
        await clock.pass_by(BEAT - 0.1)
        assert alarm.spent == 0
        await clock.pass_by(1.1)
        assert alarm.spent == 1000


# --- When the clock stands -------------------------------------------------------------------------------


async def test_who_thinks_about_it_knows_how_long_he_has_been_quiet(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, _ = await two(place)
        alarm = room_of(place, anna).alarm
        await clock.pass_by(BEAT + 17)
        assert alarm.as_of_now().alarm() == alarm.limit - 17_000
        quietest = 75_000 - 17_000
        for seed in range(50):
            guess = alarm.as_of_now().resampled(0, seeded(seed))
            assert 1_000 <= guess.alarm() <= quietest, "whatever the truth is"
        assert alarm.table.session.state.alarm() == alarm.limit, "the game itself is told with the answer"


async def test_during_the_question_of_another_there_is_none(tmp_path: Path) -> None:
    clock, luck = Clock(), random.Random(5)
    async with open_place(tmp_path, clock) as place:
        pages = await haunted(place, "Anna", "Bert")
        room = room_of(place, pages[0])
        while room.alarm.limit != STILL:
            (page,) = [page for page in pages if page.options and number_of(page) == room.table.length]
            number = number_of(page)
            assert (await page.act(luck.choice(page.options).action)).refused is None
            for one in pages:
                await one.until(lambda page, number=number: number_of(page) > number)  # type: ignore[misc]
        state = room.table.session.state
        assert state.asks(1) and state.active == 0, "Bert is asked in the turn of Anna"  # type: ignore[attr-defined]
        clock_then = state.clock  # type: ignore[attr-defined]
        await clock.pass_by(1000)
        assert ghost(pages[1])["heard"] == 0
        assert state.clock == clock_then and not room.alarm.spent  # type: ignore[attr-defined]


async def test_who_leaves_finds_what_was_left(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        wait = left(place, anna)
        await clock.pass_by(10)
        await anna.close()
        await bert.until(lambda page: page.table is not None and not page.table.seats[0].here)
        await clock.pass_by(5000)
        assert ghost(bert)["heard"] == 0
        anna = await again(place, anna)
        assert left(place, anna) == pytest.approx(wait - 10, abs=0.01)
        await bert.close()
        await anna.until(lambda page: page.table is not None and not page.table.seats[1].here)
        await until_he_screams(place, clock, anna)


async def test_a_pause_stops_time_and_answers(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        wait = left(place, anna)
        await clock.pass_by(10)
        assert (await anna.do(msg.Pause, on=True)).refused is None
        await bert.until(lambda page: page.table is not None and page.table.paused is True)
        await clock.pass_by(5000)
        reply = await anna.act(anna.options[0].action)
        assert reply.refused is not None and "paused" in reply.refused.words
        assert (await bert.do(msg.Pause, on=False)).refused is None, "anybody may go on"
        assert left(place, anna) == pytest.approx(wait - 10, abs=0.01)
        await until_he_screams(place, clock, anna)
        (page, _) = await place.table("Carl", "Dora")
        assert (await page.do(msg.Pause, on=True)).refused is not None, "elsewhere no time goes"


async def test_a_bot_is_not_late_because_the_server_is(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        (page,) = await haunted(place, "Anna", clock=clock, seats=["me", "random"], pace=4.0)
        await to_the_slap(page)
        await do(page, "slap")
        room = room_of(place, page)
        mine = room.table.length
        while room.table.asked == [1]:
            await clock.pass_by(9)
        bots = [answer for answer in room.table.session.actions[mine:] if answer.seat == 1]
        assert bots and max(answer.spent for answer in bots) == 4000


# --- Restarts and faults ---------------------------------------------------------------------------------


async def test_over_a_kill_no_more_than_a_second_is_lost(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        anna, bert = await two(place)
        wait = left(place, anna)
        await clock.pass_by(10)
        await noted(place)
        unnoted(place)
        await clock.pass_by(0.9)
    clock.time += 5000
    async with open_place(tmp_path, clock) as place:
        follow(place, clock)
        bert = await again(place, bert)
        await clock.pass_by(100)
        assert ghost(bert)["heard"] == 0, "it waits for Anna"
        anna = await again(place, anna)
        assert left(place, anna) == pytest.approx(wait - 10, abs=0.01)
        await until_he_screams(place, clock, anna)
        await clock.pass_by(7)
        wait = left(place, anna)
    async with open_place(tmp_path, clock) as place:  # closed in peace: nothing is lost
        follow(place, clock)
        anna = await again(place, anna)
        assert left(place, anna) == pytest.approx(wait, abs=0.01)
        assert ghost(anna)["heard"] == 1


def fail_once(room: Room) -> list[Sequence[ev.Event]]:
    """The next thing cannot be kept; returns what that was."""
    kept = room.carry_out
    failed: list[Sequence[ev.Event]] = []

    async def failing(events: Sequence[ev.Event], key: Key | None, more: Sequence[Statement] = ()) -> None:
        if not failed:
            failed.append(events)
            raise sqlite3.OperationalError("the disk is full")
        await kept(events, key, more)

    room.carry_out = failing  # type: ignore[method-assign]
    return failed


async def test_who_leaves_stops_the_clock_even_if_that_cannot_be_kept(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        await clock.pass_by(BEAT)
        wait, failed = left(place, anna), fail_once(room_of(place, anna))
        await anna.close()
        await bert.until(lambda page: page.table is not None and not page.table.seats[0].here)
        await clock.pass_by(5000)
        assert failed == [[]] and ghost(bert)["heard"] == 0
        anna = await again(place, anna)
        assert left(place, anna) == pytest.approx(wait, abs=0.01)
        await until_he_screams(place, clock, anna)


async def test_a_scream_that_could_not_be_kept_comes_a_little_later(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        failed = fail_once(room_of(place, anna))
        await clock.pass_by(left(place, anna) + 0.001)
        assert failed == [[ev.Rang()]] and ghost(bert)["heard"] == 0
        await clock.pass_by(AGAIN)
        await clock.pass_by(0)
        await screamed(bert, 1)


# --- Going back ------------------------------------------------------------------------------------------


async def test_nobody_goes_back_behind_a_scream(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await two(place)
        await do(anna, "stay")
        number = number_of(anna)
        await until_he_screams(place, clock, anna)
        for at in (number, number + 1):
            assert (await anna.do(msg.Undo, number=at)).refused is not None
        reply = await anna.do(msg.Propose, to=number)
        assert reply.refused is not None and "not behind it" in reply.refused.words
        await clock.pass_by(5)
        wait = left(place, anna)
        await do(anna, "stop")
        assert (await anna.do(msg.Propose, to=number + 1)).refused is None
        await bert.until(lambda page: page.table is not None and page.table.proposal is not None)
        assert bert.table is not None and bert.table.proposal is not None
        assert (await bert.do(msg.Vote, proposal=bert.table.proposal.number, yes=True)).refused is None
        await anna.until(lambda page: number_of(page) == number + 1)
        assert left(place, anna) == pytest.approx(wait, abs=0.01), "time that was spent stays spent"


# --- Where it is so --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "clock"),
    [
        ({}, "live"),
        ({"turn_seconds": 60}, "live"),
        ({"turn_seconds": 86400}, None),
        ({"options": {}}, None),
        ({"options": {"ghost": "on", "clock": "nominal"}}, None),
    ],
)
async def test_people_who_play_at_the_same_time_have_it(
    more: dict[str, object], clock: str | None, tmp_path: Path
) -> None:
    async with open_place(tmp_path) as place:
        guest = await place.guest("Anna")
        code = await guest.make(
            **{"game": "condyle", "seats": ["me", "open"], "options": {"ghost": "on"}} | more
        )
        page = await place.visit(guest, code)
        assert page.table is not None and page.table.options.get("clock") == clock


async def test_amid_an_action_it_waits_and_then_it_is_there_at_once(tmp_path: Path) -> None:
    clock, luck = Clock(), random.Random(5)
    async with open_place(tmp_path, clock) as place:
        while (page := await heard_after_an_action(place, clock, luck)) is None:
            pass  # he had screamed before, or the game was over
        rows = room_of(place, page).table.session.actions
        assert any(one.seat == NOBODY and one.spent == 0 for one in rows)


async def heard_after_an_action(place: Place, clock: Clock, luck: random.Random) -> Page | None:
    """A game in which he was to scream amid an action, waited, and then did; None if none came of it."""
    (page,) = await haunted(place, "Anna", clock=clock, seats=["me", "random"])

    def some(options: list[msg.Option]) -> msg.Option:
        return luck.choice([one for one in options if one.verb in ("stay", "play")] or options)

    while room_of(place, page).alarm.limit != LATER:
        if page.over or ghost(page)["heard"]:
            return None
        await answer(place, page, some)
        await clock.pass_by(0.1)  # the bot, too, waits until all have seen what happened
    await clock.pass_by(100)
    assert ghost(page)["heard"] == 0
    while ghost(page)["heard"] == 0:
        if page.over:
            return None
        await answer(place, page, lambda options: options[0])
        await clock.pass_by(1)
    return page


async def answer(place: Place, page: Page, choose: Callable[[list[msg.Option]], msg.Option]) -> None:
    if page.options and number_of(page) == room_of(place, page).table.length:
        await page.act(choose(page.options).action)


# --- The trial ------------------------------------------------------------------------------------------


async def test_a_hastened_house_says_how_late_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_place(tmp_path) as place:
        hasten(place.house, 100.0)
        start = place.house.now()
        await place.house.sleep(1.0)
        assert place.house.now() - start >= 1.0 and place.house.beat_every == 0.01
        place.house.metrics.observe("alarm", 0.5)
        place.house.metrics.observe("think", 0.5)
        said = capsys.readouterr().err
    hastened = Hastened(tmp_path, 100.0)
    hastened.errors.write_text(f"not JSON\n{said}")
    assert hastened.lateness() == [5.0]
    assert hastened.command[2:4] == ["fabletop.server.trials.haste", "100.0"]
