"""Nothing is lost: the store, restarts in mid-game, reconnections, slow readers, commits that fail."""

import asyncio
import gzip
import random
import sqlite3
from pathlib import Path

import msgspec
import pytest
from tests.server.place import Clock, NoWorkers, Place, open_place
from tests.server.test_play import asked, play_out, settled, some_answers

import fabletop
from fabletop import Mistake
from fabletop.kernel.replay import promise
from fabletop.kernel.session import Session
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server import schema
from fabletop.server.guests import Guest
from fabletop.server.house import House
from fabletop.server.room import Room
from fabletop.server.sockets import AHEAD
from fabletop.server.store import KEPT, MOST_ROWS, SUMMED_UP, Store
from fabletop.server.thinkers import Thinkers, pack
from fabletop.server.trials.visitor import Page, decode

pytestmark = pytest.mark.asyncio
CORPUS = Path(__file__).resolve().parent.parent / "corpus"


# --- The store --------------------------------------------------------------------------------------------


async def test_a_write_is_there_when_it_is_done(tmp_path: Path) -> None:
    store = Store(tmp_path / "x.sqlite")
    await store.write(("insert into notes values (?, ?, ?)", ("a", "T", "words")))
    assert store.row("select words from notes") == ("words",)
    store.close()


async def test_writes_are_committed_together_and_fail_alone(tmp_path: Path) -> None:
    sizes: list[int] = []
    store = Store(tmp_path / "x.sqlite", lambda seconds, writes: sizes.append(writes))
    event = "insert into events (code, number, time, body) values (?, ?, 0, '')"
    first = store.write((event, ("T", 1)))
    writes = [store.write((event, ("T", number)), (event, ("U", number))) for number in range(1, 40)]
    results = await asyncio.gather(first, *writes, return_exceptions=True)
    failed = [result for result in results if result is not None]
    assert len(failed) == 1 and isinstance(failed[0], sqlite3.IntegrityError)
    assert len(sizes) < 40
    # Of the write that failed, nothing is there: (U, 1) belonged to it.
    assert store.row("select count(*), min(number) from events where code = 'U'") == (38, 2)
    store.close()


async def test_answers_of_many_tables_are_written_in_a_few_statements(tmp_path: Path) -> None:
    store = Store(tmp_path / "x.sqlite")
    table = "insert into tables values (?, 'g', '', '1', 'h', 0, 0, 'waiting', 0, '')"
    codes = [f"T{number}" for number in range(MOST_ROWS + 5)]
    said: list[str] = []
    store.writer.set_trace_callback(said.append)
    blocked = sqlite3.connect(store.file, isolation_level=None)
    blocked.execute("begin immediate")
    done = [store.write((table, (code,))) for code in codes]
    for number in (1, 2):
        for code in codes:
            event = (KEPT, (code, number, 0.0, b"", "a", "c", number))
            done.append(store.write(event, (SUMMED_UP, (float(number), "playing", b"", code))))
    again = (KEPT, ("T3", 2, 0.0, b"other", None, None, None))
    done.append(store.write(again, (SUMMED_UP, (9.0, "over", b"", "T3"))))
    blocked.execute("rollback")
    results = await asyncio.gather(*done, return_exceptions=True)
    assert [result for result in results if result is not None] == [results[-1]]
    assert isinstance(results[-1], sqlite3.IntegrityError)
    assert store.row("select count(*), sum(number) from events") == (2 * len(codes), 3 * len(codes))
    assert store.rows("select distinct changed, status from tables") == [(2.0, "playing")]
    assert any(words.startswith("insert into events") and words.count("(") > MOST_ROWS for words in said)
    blocked.close()
    store.close()


async def test_what_waits_is_written_before_the_end(tmp_path: Path) -> None:
    store = Store(tmp_path / "x.sqlite")
    store.write(("insert into notes values (?, ?, ?)", ("a", "T", "words")))
    store.close()
    again = Store(tmp_path / "x.sqlite")
    assert again.row("select words from notes") == ("words",)
    again.close()


@pytest.mark.parametrize("value", [2**70, "\ud800", object()])
async def test_the_writer_survives_what_cannot_be_written(value: object, tmp_path: Path) -> None:
    store = Store(tmp_path / "x.sqlite")
    insert = "insert into notes values (?, ?, ?)"
    bad = store.write((insert, ("a", "T", "words")), (insert, ("b", "T", value)))
    good = store.write((insert, ("c", "T", "words")))
    with pytest.raises((OverflowError, UnicodeEncodeError, sqlite3.Error)):
        await bad
    await good
    assert store.rows("select guest from notes") == [("c",)]
    store.close()


async def test_the_writer_survives_whoever_counts_its_commits(tmp_path: Path) -> None:
    def timed(seconds: float, writes: int) -> None:
        raise ValueError("cannot count")

    store = Store(tmp_path / "x.sqlite", timed)
    for guest in "ab":
        await store.write(("insert into notes values (?, ?, ?)", (guest, "T", "words")))
    store.close()


# --- The shape of the database ----------------------------------------------------------------------------


def shape(file: Path) -> tuple[int, list[tuple[str, str]]]:
    """The number of a database's shape, and all of its tables and columns."""
    store = sqlite3.connect(file)
    columns = "select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c order by 1, 2"
    (version,) = store.execute("pragma user_version").fetchone()
    found = store.execute(columns).fetchall()
    store.close()
    return version, found


@pytest.mark.parametrize("old", sorted(CORPUS.glob("*/server/tables.sqlite.gz")), ids=lambda f: f.parts[-3])
async def test_a_database_of_a_released_version_gets_the_shape_of_a_new_one(
    old: Path, tmp_path: Path
) -> None:
    file, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    file.write_bytes(gzip.decompress(old.read_bytes()))
    before, _ = shape(file)
    for path in (file, file, new):  # the second time there is nothing left to do
        Store(path).close()
    assert shape(file) == shape(new)
    assert before < shape(file)[0] == len(schema.STEPS)


async def test_a_step_that_fails_leaves_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.sqlite"
    Store(file).close()
    before = shape(file)
    steps = (*schema.STEPS, ("create table more (x)",), ("create table much (y)", "this is no SQL"))
    monkeypatch.setattr(schema, "STEPS", steps)
    with pytest.raises(sqlite3.OperationalError, match="syntax"):
        Store(file)
    assert shape(file) == before
    monkeypatch.setattr(schema, "STEPS", steps[:-1])
    Store(file).close()
    assert shape(file)[0] == before[0] + 1


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    newer = sqlite3.connect(file)
    newer.execute("pragma user_version = 99")
    newer.close()
    with pytest.raises(Mistake, match=r"tables.sqlite was written by a newer fabletop \(its schema is 99"):
        Store(file)
    assert shape(file) == (99, [])


# --- Restarts ---------------------------------------------------------------------------------------------


async def resumed(place: Place, old: list[Page]) -> list[Page]:
    """The same people at a new server, with pages that know what they knew."""
    pages = []
    for page in old:
        page.visitor.address = place.address
        again = Page(page.visitor, page.code, page.client)
        for name in ("version", "log", "chat", "table", "position", "next_id"):
            setattr(again, name, getattr(page, name))
        again.open()
        place.pages.append(again)
        await again.do(msg.Ping)
        pages.append(again)
    return pages


async def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await pages[0].do(msg.Say, words="hello")
        await some_answers(pages, 10)
        one, _ = asked(pages)
        act = {"id": 900, "number": 10, "action": one.options[0].action}
        assert (await one.do(msg.Act, **act)).refused is None
        await settled(pages)
    async with open_place(tmp_path) as place:
        again = await resumed(place, pages)
        for page, old in zip(again, pages, strict=True):
            assert page.log == old.log and page.position == old.position and page.chat == old.chat
        same = again[pages.index(one)]
        assert (await same.do(msg.Act, **act)).refused is None  # sent again: answered again, done once
        assert place.house.rooms[one.code].table.length == 11
        fresh = await place.visit(one.visitor, one.code)
        await settled([fresh, same])
        assert fresh.log == same.log
        await play_out(again)
        assert (await one.visitor.get(f"/api/tables/{one.code}/export")).status == 200


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        (page,) = await place.table("Anna", seats=["me", "random"], pace=5.0)
        while page.options:
            await page.act(page.options[0].action)
        assert page.position is not None
        number = page.position.number
    async with open_place(tmp_path) as place:
        page.visitor.address = place.address
        again = await place.visit(page.visitor, page.code)
        await again.do(msg.Pace, seconds=0.0)
        await again.until(lambda page: page.position is not None and page.position.number > number)


async def test_taking_back_survives_a_restart(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 9)
        await pages[0].do(msg.Propose, to=3)
        await settled(pages)
        assert pages[1].table is not None and pages[1].table.proposal is not None
        await pages[1].do(msg.Vote, proposal=pages[1].table.proposal.number, yes=True)
        await settled(pages)
    async with open_place(tmp_path) as place:
        again = await resumed(place, pages)
        assert [page.position for page in again] == [page.position for page in pages]
        assert place.house.rooms[pages[0].code].table.length == 3


async def test_a_page_that_missed_something_gets_just_that(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 6)
        away = pages[1]
        await away.close()
        held, known = len(away.log), list(away.log)
        one = pages[0]
        luck = random.Random(2)
        while not one.options:
            # The other's page is away; let a bot answer for it.
            room = place.house.rooms[one.code]
            room.left.update(dict.fromkeys(room.left, -999.0))
            room.came.update(dict.fromkeys(room.came, -999.0))
            await one.do(msg.Arrange, seat=1, holder="fair")
            await one.until(lambda page: bool(page.options))
        await one.act(luck.choice(one.options).action)
        await one.do(msg.Say, words="where are you?")
        away.frames = []
        away.open()
        await away.until(lambda page: page.version >= one.version)
        first = decode(away.frames[0])
        assert isinstance(first, msg.Update)
        assert first.log_from == held and away.log[:held] == known
        fresh = await place.visit(away.visitor, away.code)
        await settled([fresh, away])
        assert fresh.log == away.log and fresh.chat == away.chat


async def test_a_page_that_missed_an_undo_forgets_it(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 8)
        away = pages[1]
        await away.close()
        room = place.house.rooms[away.code]
        async with room.lock:
            await room.carry_out([ev.TakenBack(4)], None)
        for page in pages:
            page.open() if page is away else None
        await away.until(lambda page: page.position is not None and page.position.number == 4)
        fresh = await place.visit(away.visitor, away.code)
        await settled([fresh, away])
        assert fresh.log == away.log and max(line.number for line in away.log) <= 4


@pytest.mark.parametrize("version, log", [(10**9, 5), (3, 10**9), (3, 0), (0, -5), (-7, 3)])
async def test_what_a_page_claims_to_have_is_not_believed(version: int, log: int, tmp_path: Path) -> None:
    """It may get more than it needs, and never an error."""
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 5)
        assert (
            await pages[0].do(msg.Hello, client=pages[0].client, version=version, log=log)
        ).refused is None
        assert (await pages[0].do(msg.Hello, client="somebody else")).refused
        assert place.house.metrics.counts["errors", ""] == 0


# --- When something fails ---------------------------------------------------------------------------------


async def test_what_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 4)
        one, _ = asked(pages)
        room = place.house.rooms[one.code]
        version = room.table.version
        # Another process has written the next event.
        await place.house.store.write(
            (
                "insert into events (code, number, time, body) values (?, ?, 0, ?)",
                (one.code, version + 1, ev.encode(ev.Said("", None, "from another process"))),
            )
        )
        reply = await one.act(one.options[0].action)
        assert reply.refused and "Nothing was changed" in reply.refused.words
        await settled(pages)
        for page in pages:
            await page.until(lambda page: bool(page.chat))
            assert page.position is not None and page.position.number == 4
        assert (await one.act(one.options[0].action)).refused is None
        await settled(pages)
        fresh = await place.visit(one.visitor, one.code)
        await settled([fresh, *pages])
        assert fresh.log == one.log


class Slow:
    """A reader who never reads."""

    def __init__(self) -> None:
        self.guest = Guest("slow", "Slow")
        self.lagging = False
        self.visible = True
        self.got: list[bytes] = []

    def send_away(self, words: str) -> None: ...

    def come_again(self) -> None: ...

    def push(self, data: bytes) -> None:
        self.got.append(data)
        self.lagging = len(self.got) >= AHEAD


async def test_a_slow_reader_holds_nobody_up_and_catches_up(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        room = place.house.rooms[pages[0].code]
        slow = Slow()
        await room.join(slow, msg.Hello(1, "slow"))
        await some_answers(pages, 30)
        assert len(slow.got) == AHEAD
        reader = Page(place.visitor(), pages[0].code)
        await room.catch_up(slow)
        for data in slow.got:
            update = decode(data)
            assert isinstance(update, msg.Update)
            reader.take(update)
        watcher = await place.visit(place.visitor(), pages[0].code)
        assert reader.log == watcher.log and reader.position == watcher.position
        room.leave(slow)


async def test_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 3)
        await clock.pass_by(10_000)
        place.house.tidy()
        assert place.house.rooms  # somebody is there
        for page in pages:
            await page.close()
        await asyncio.sleep(0.05)
        place.house.tidy()
        assert place.house.rooms  # just left
        await clock.pass_by(10_000)
        place.house.tidy()
        assert not place.house.rooms
        again = await place.visit(pages[0].visitor, pages[0].code)
        assert again.position is not None and again.position.number == 3


async def test_two_who_come_at_once_find_the_same_room(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        code = await (await place.guest()).make(game="storybook")
        place.house.rooms.clear()
        rooms = await asyncio.gather(*(place.house.room(code) for _ in range(5)))
        assert len({id(room) for room in rooms}) == 1 and isinstance(rooms[0], Room)


# --- Workers ----------------------------------------------------------------------------------------------


async def test_bots_think_in_another_process_on_a_world_dealt_anew(tmp_path: Path) -> None:
    house = House(tmp_path, Thinkers(1), durable=False)
    try:
        code = await house.make(Guest("a", "Anna"), msg.NewTable("storybook", seats=["me", "greedy"]))
        state = house.rooms[code].table.session.state
        assert await house.thinkers.choose(pack(state, int(state.seat)), "greedy") in state.legal()
        for process in list((house.thinkers.players.pool._processes or {}).values()):
            process.kill()
        assert await house.thinkers.choose(pack(state, int(state.seat)), "random") in state.legal()
    finally:
        house.close()


async def test_what_is_sent_to_a_worker_is_not_the_truth(tmp_path: Path) -> None:
    house = House(tmp_path, NoWorkers(), durable=False)
    code = await house.make(Guest("a", "Anna"), msg.NewTable("storybook", seats=["me", "greedy"]))
    state = house.rooms[code].table.session.state
    assert len({pack(state, int(state.seat)) for _ in range(5)}) == 5
    house.close()


async def test_a_table_of_an_older_version_is_read_as_it_was(tmp_path: Path) -> None:
    """Without keyed chance, without a limit of absence, and with a bot that plays on for who resigned."""
    house = House(tmp_path, NoWorkers())
    code = await house.make(Guest("a", "Anna"), msg.NewTable("storybook", seats=["me", "random"]))
    row = house.store.row("select opening from tables where code = ?", code)
    assert row is not None
    old = msgspec.json.decode(row[0])
    del old["keyed"], old["absent_seconds"]
    events = [(1, ev.Sat(0, "a", "Anna")), (2, ev.Hired(1, "random")), (3, ev.Started()), (4, ev.Resigned(0))]
    await house.store.write(
        ("update tables set opening = ?, seed = '12' where code = ?", (msgspec.json.encode(old), code)),
        ("delete from events where code = ?", (code,)),
        *(
            ("insert into events values (?, ?, 0, ?, null, null, null)", (code, number, ev.encode(event)))
            for number, event in events
        ),
    )
    table, _ = await house.read(code)
    assert table.status == "playing" and table.chairs[0].resigned and not table.agreed.absent_seconds
    fresh = Session(fabletop.game("storybook"), 2, 12, table.agreed.options)
    assert table.session.state.rng.words() == fresh.state.rng.words()
    assert table.seed_hash == promise(fresh.opening, 12, table.agreed.nonce)
    house.close()
