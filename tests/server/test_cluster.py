"""Several processes on one house in PostgreSQL: any of them serves any table, and one at a time owns it."""

import asyncio
import contextlib
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from psycopg.errors import UndefinedTable
from tests.server.conftest import database_of, own_postgres
from tests.server.place import Place, open_place, unnoted
from tests.server.test_play import asked, play_out, settled, some_answers

from fabletop.cli.main import main
from fabletop.kernel.question import Mistake
from fabletop.server import briefly, cluster, folder
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.cluster import LEASE, MISSED, Cluster
from fabletop.server.copying import copy, opened
from fabletop.server.folder import open_house
from fabletop.server.guests import Guest, Keyring
from fabletop.server.house import House
from fabletop.server.limits import Limit, Rate, Who
from fabletop.server.postgres import IN_COMPANY, Connection, NotOurs, PostgresStore, connected
from fabletop.server.relay import introduce, introduced
from fabletop.server.store import KEPT, Statement, Store, Write
from fabletop.server.thinkers import choose, repeatable
from fabletop.server.thinking import Helpers, Thinking
from fabletop.server.trials.database import Postgres
from fabletop.server.trials.visitor import Page, Visitor
from fabletop.server.trials.wire import Wire

pytestmark = pytest.mark.asyncio


@contextlib.asynccontextmanager
async def two_places(postgres: str, folder: Path) -> AsyncIterator[tuple[Place, Place]]:
    """Two servers on one house."""
    database = database_of(postgres, folder)
    async with (
        open_place(folder / "one", database=database) as one,
        open_place(folder / "other", database=database) as other,
    ):
        yield one, other


async def across(one: Place, other: Place, **wanted: object) -> list[Page]:
    """A game between Anna, who comes to one server, and Bert, who comes to the other."""
    anna, bert = await one.guest("Anna"), await other.guest("Bert")
    agreed = {"game": "storybook", "seats": ["me", "open"], "pace": 0.0} | wanted
    code = await anna.make(**agreed)
    pages = [await one.visit(anna, code), await other.visit(bert, code)]
    assert (await pages[1].do(msg.Sit, seat=1)).refused is None
    assert (await pages[0].do(msg.Start)).refused is None
    for page in pages:
        await page.until(lambda page: page.position is not None)
    return pages


async def end_lease(place: Place) -> None:
    """As if it had slept for too long; but it does not know yet."""
    cluster = place.house.cluster
    assert isinstance(cluster, Cluster)
    cluster.store.run("update processes set until = 0 where id = %s", cluster.process)


async def test_two_people_at_different_servers_play_a_game(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        pages = await across(one, other)
        assert [*one.house.rooms] == [pages[0].code] and not other.house.rooms
        assert pages[0].table is not None and all(seat.here for seat in pages[0].table.seats)
        await some_answers(pages, 4)
        assert (await pages[1].do(msg.Say, words="Good evening!")).refused is None
        await pages[0].until(lambda page: any(line.words == "Good evening!" for line in page.chat))
        await play_out(pages)
        for place, page in ((one, pages[0]), (other, pages[1])):
            assert (await page.visitor.get(f"/api/tables/{page.code}/export")).status == 200
            assert page.visitor.address == place.address
            (game,) = (await page.visitor.get("/api/me/history")).json()["games"]
            assert game["code"] == page.code


async def test_who_lost_a_table_writes_nothing_any_more_and_steps_down(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        pages = await across(one, other)
        await some_answers(pages, 3)
        late = one.house.rooms[pages[0].code]
        await end_lease(one)
        other.house.cluster.claim(late.table.code)
        before = await other.house.read(late.table.code)
        assert late.table.status == "playing"
        seat = late.table.asked[0]
        action = late.table.session.state.legal()[0]
        with pytest.raises((NotOurs, sqlite3.Error)):
            await late.carry_out([ev.Answered(seat, int(action))], None)
        assert (await other.house.read(late.table.code))[0].version == before[0].version
        assert late.table.code not in one.house.rooms
        await some_answers(pages, 3)  # both pages came again
        assert [*other.house.rooms] == [late.table.code] and not one.house.rooms
        assert pages[0].reconnections > 0


async def test_a_table_goes_on_where_people_come_when_its_server_is_gone(
    postgres: str, tmp_path: Path
) -> None:
    database = database_of(postgres, tmp_path)
    async with open_place(tmp_path / "other", database=database) as other:
        async with open_place(tmp_path / "one", database=database) as one:
            pages = await across(one, other)
            await some_answers(pages, 2)
            number = pages[1].position.number if pages[1].position else -1
            pages[0].visitor.address = other.address
            one.pages.clear()  # they stay open
        other.pages += pages[:1]
        await settled(pages)
        await some_answers(pages, 2)
        assert pages[1].position is not None and pages[1].position.number == number + 2


async def test_who_is_banned_at_one_server_is_at_all(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        pages = await across(one, other)
        room = one.house.rooms[pages[0].code]
        await one.app.admin.ban(room.table.chairs[1].guest)
        await pages[1].until(lambda page: page.closed is not None)
        assert "not let into this house" in pages[1].why
        async with asyncio.timeout(30):
            while (await pages[1].visitor.get("/api/shelf")).status != 403:
                await asyncio.sleep(0.05)


async def test_what_an_operator_says_stands_on_the_pages_of_all(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        pages = await across(one, other)
        await other.app.admin.say("Tea at five")
        for page in pages:
            await page.until(lambda page: page.table is not None and page.table.notice == "Tea at five")


async def test_a_table_is_closed_wherever_it_is(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        pages = await across(one, other)
        await other.app.admin.close(pages[0].code, "Closed for tonight")
        for page in pages:
            await page.until(lambda page: page.closed is not None)
            assert page.why == "Closed for tonight"


async def test_a_link_of_one_server_works_once_at_another(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        anna = await one.guest("Anna")
        token = (await anna.send("POST", "/api/me/link", {})).json()["address"].rpartition("/")[2]
        assert not any(token in str(row) for row in one.house.store.rows("select * from briefly"))
        fresh = other.visitor()
        assert (await fresh.send("POST", "/api/link", {"token": token})).status == 200
        assert (await fresh.get("/api/shelf")).json()["me"] == "Anna"
        for place in (one, other):
            assert (await place.visitor().send("POST", "/api/link", {"token": token})).status == 404


async def test_a_passkey_is_asked_for_at_one_server_and_shown_at_another(
    postgres: str, tmp_path: Path
) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        anna = Guest("anna", "Anna")
        asked = one.house.persons.passkeys.challenge("use", anna)
        assert other.house.persons.passkeys.answered("use", anna) == asked
        with pytest.raises(Mistake, match="That took too long"):
            one.house.persons.passkeys.answered("use", anna)


async def test_a_flood_is_one_whichever_server_it_comes_to(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        anna = Who("anna", "203.0.113.1")
        for place in (one, other):
            place.house.limits.limits["reports"] = Limit(Rate(5, 0.0), Rate(8, 0.0))
        assert all(one.house.limits.take("reports", anna) for _ in range(5))
        async with asyncio.timeout(30):
            while other.house.limits.filled("reports", anna)[0].left >= 1:
                await asyncio.sleep(0.05)
        assert not other.house.limits.take("reports", anna)
        bert = Who("bert", "203.0.113.1")
        assert [other.house.limits.take("reports", bert) for _ in range(4)] == [True] * 3 + [False]


async def test_one_of_them_looks_after_the_house(postgres: str, tmp_path: Path) -> None:
    def leading(place: Place) -> bool:
        return isinstance(place.house.cluster, Cluster) and bool(place.house.cluster.leading)

    async with two_places(postgres, tmp_path) as (one, other):
        async with asyncio.timeout(30):
            while not (leading(one) or leading(other)):
                await asyncio.sleep(0.02)
        assert leading(one) != leading(other)
        first, second = (one, other) if leading(one) else (other, one)
        await end_lease(first)
        async with asyncio.timeout(30):
            while not leading(second) and not leading(first):
                await asyncio.sleep(0.02)


async def test_only_a_server_of_the_house_introduces_somebody() -> None:
    ours, others = Keyring(b"a" * 32), Keyring(b"b" * 32)
    guest, who = Guest("anna", "Anna", "d", 3), Who("anna", "10.0.0.1")
    letter = introduce(ours, guest, who, "BCDF")
    assert introduced(ours, letter, "BCDF") == (guest, who)
    assert introduced(ours, letter, "GHJK") is None and introduced(others, letter, "BCDF") is None
    assert introduced(ours, "", "BCDF") is None and introduced(ours, "é.f", "BCDF") is None


async def test_a_house_moves_to_postgresql_and_back_and_is_the_same(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(House, "kept_in", Store)
    async with open_place(tmp_path / "house") as place:
        (page,) = await place.table("Anna", seats=["me", "gentle"])
        await play_out([page])
        cookie, code = page.visitor.cookie, page.code
    database = database_of(postgres, tmp_path / "there")
    there = copy(str(tmp_path / "house"), database)
    assert there["tables"] == 1 and there["events"] > 10 and there["figures"] > 0
    assert main(["copy", database, str(tmp_path / "back")]) == 0
    assert copy(str(tmp_path / "back"), database_of(postgres, tmp_path / "once more")) == there
    with pytest.raises(Exception, match="has tables already"):
        copy(str(tmp_path / "back"), database)
    for more in ({"folder": tmp_path / "a", "database": database}, {"folder": tmp_path / "back"}):
        async with open_place(**more) as place:
            anna = Visitor(place.address, cookie)
            assert (await anna.get(f"/api/tables/{code}/export")).status == 200
            assert [one["code"] for one in (await anna.get("/api/me/history")).json()["games"]] == [code]


async def test_another_process_thinks_and_when_it_is_gone_we_do(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[tuple[object, ...]] = []

    async def ask(work: object, *arguments: object, owner: str = "") -> int:
        thoughts.append((work, *arguments, owner))
        return 7

    thinking = Thinking(b"s" * 32, 1)
    monkeypatch.setattr(thinking.workers, "ask", ask)
    server = await thinking.open("127.0.0.1", 0)
    address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    strangers = Helpers(lambda: b"t" * 32)
    await strangers.call_all({address})
    assert not strangers.found and await strangers.ask("choose", b"{}", "fair", 1, "anna") is None
    helpers = Helpers(lambda: b"s" * 32)
    await helpers.call_all({address})
    assert await helpers.ask("choose", b"{}", "fair", 1, "anna") == 7
    assert await helpers.ask("repeat", b"{}", "fair", 2, "anna") == 7
    assert thoughts == [(choose, b"{}", "fair", 1, "anna"), (repeatable, b"{}", "fair", 2, "anna")]
    server.close()
    await server.wait_closed()
    assert await helpers.ask("choose", b"{}", "fair", 3, "anna") is None
    thinking.close()


async def test_a_clock_stands_while_nobody_serves_its_table(postgres: str, tmp_path: Path) -> None:
    database = database_of(postgres, tmp_path)
    async with open_place(tmp_path / "other", database=database) as other:
        async with open_place(tmp_path / "one", database=database) as one:
            pages = await across(one, other, turn_seconds=600)
            await some_answers(pages, 1)
            clock = one.house.rooms[pages[0].code].table.clock
            for page in pages:
                await page.close()
        until = other.house.cluster.was_there_until(pages[0].code, clock.since)
        assert until is not None and until >= clock.since
        other.house.time = lambda: time.time() + 300  # that much later somebody comes
        page = await other.visit(Visitor(other.address, pages[0].visitor.cookie), pages[0].code)
        assert page.table is not None
        left = other.house.rooms[page.code].autoplay.left
        assert 600 - (until - clock.since) - 5 < left <= 600


async def test_an_older_release_leads_to_a_newer_one_what_that_has_had(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_places(postgres, tmp_path) as (old, new):
        store = old.house.store
        assert isinstance(store, PostgresStore) and isinstance(new.house.cluster, Cluster)
        store.run("update processes set release = release + 1 where id = %s", new.house.cluster.process)
        guest = await old.guest("Anna")
        code = await guest.make(game="storybook", seats=["me", "fair"], pace=5.0)
        store.run("update needs set release = release + 1 where code = %s", code)
        old.house.step_down(code)
        old.house.cluster.release([code])
        monkeypatch.setattr(cluster, "RELEASE", cluster.RELEASE + 1)  # from here on for both; but see below
        claim = old.house.cluster.claim

        def as_before(code: str, forced: bool = False) -> None:
            monkeypatch.setattr(cluster, "RELEASE", cluster.RELEASE - 1)
            try:
                claim(code, forced)
            finally:
                monkeypatch.setattr(cluster, "RELEASE", cluster.RELEASE + 1)

        monkeypatch.setattr(old.house.cluster, "claim", as_before)
        page = await old.visit(guest, code)
        assert page.position is not None or page.table is not None
        assert [*new.house.rooms] == [code] and not old.house.rooms


async def test_an_older_release_runs_beside_a_newer_one_only_where_that_says_so(
    postgres: str, tmp_path: Path
) -> None:
    database = database_of(postgres, tmp_path)
    store = PostgresStore(database, tmp_path / "x")
    store.run("update shape set version = version + 5")
    store.close()
    store = PostgresStore(database, tmp_path / "x")  # what came since is nothing we need to know
    store.run("update shape set least = version")
    store.close()
    with pytest.raises(Mistake, match="written by a newer fabletop"):
        PostgresStore(database, tmp_path / "x")


async def test_nothing_is_acknowledged_without_the_database_and_then_all_goes_on(tmp_path: Path) -> None:
    server = own_postgres()
    try:
        async with open_place(tmp_path / "one", database=server.url) as place:
            pages = await place.table("Anna", "Bert")
            await some_answers(pages, 2)
            number = pages[0].position.number if pages[0].position else -1
            await asyncio.to_thread(server.stop)
            for page in pages:
                await page.until(lambda p: p.table is not None and "cannot be reached" in p.table.notice)
            one, _ = asked(pages)
            answer = asyncio.create_task(one.act(one.options[0].action, 60.0))
            assert (await pages[0].visitor.get("/api/shelf")).status == 503
            await asyncio.to_thread(start_again, server)
            assert (await answer).refused is None
            await settled(pages)
            for page in pages:
                await page.until(
                    lambda page: page.position is not None and page.position.number == number + 1
                )
                await page.until(lambda page: page.table is not None and not page.table.notice)
            await some_answers(pages, 2)
    finally:
        server.throw_away()


def events_at(follower: Connection) -> int:
    """How many have come there; its tables come by and by, too."""
    with contextlib.suppress(UndefinedTable):
        (count,) = follower.execute("select count(*) from events").fetchone() or (0,)
        return int(count)
    return 0


async def test_a_game_goes_on_at_the_other_address_when_the_database_is_lost(tmp_path: Path) -> None:
    first = own_postgres()
    second = first.follower()
    both = f"127.0.0.1:{first.port},127.0.0.1:{second.port}"
    url = f"postgresql://postgres@{both}/postgres?target_session_attrs=read-write"
    try:
        async with open_place(tmp_path / "one", database=url) as place:
            pages = await place.table("Anna", "Bert")
            await some_answers(pages, 3)
            number = pages[0].position.number if pages[0].position else -1
            ((kept,),) = place.house.store.rows("select count(*) from events")
            with connected(second.url) as reading:
                async with asyncio.timeout(30):
                    while events_at(reading) != kept:
                        await asyncio.sleep(0.02)
            first.stop(signal.SIGQUIT)
            await asyncio.to_thread(second.promote)
            await settled(pages)
            await some_answers(pages, 2)
            assert pages[1].position is not None and pages[1].position.number == number + 2
            assert place.house.store.row("select count(*) from events") == (kept + 2,)
    finally:
        first.throw_away()
        second.throw_away()


async def test_a_server_waits_for_its_database_or_says_why_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = own_postgres()
    try:
        server.stop()
        opening = asyncio.create_task(asyncio.to_thread(open_house, tmp_path / "one", 1, server.url))
        await asyncio.sleep(0.3)
        start_again(server)
        (await opening).close()
        assert "the database is not there: it is waited for" in capsys.readouterr().err
        nowhere = server.url.replace("/postgres", "/nowhere")
        for command in ("serve", "think"):
            more = ["--data", str(tmp_path / "two")] if command == "serve" else []
            assert await asyncio.to_thread(main, [command, "--database", nowhere, "--port", "0", *more]) == 2
            assert "does not exist" in capsys.readouterr().err
        server.stop()
        monkeypatch.setattr(folder, "WAITS", 0.1)
        with pytest.raises(Mistake, match="the database cannot be used: connection failed"):
            open_house(tmp_path / "two", 1, server.url)
    finally:
        server.throw_away()


async def test_who_has_no_lease_makes_a_table_when_it_has_one_again(postgres: str, tmp_path: Path) -> None:
    async with two_places(postgres, tmp_path) as (one, other):
        anna = await one.guest("Anna")
        cluster = one.house.cluster
        assert isinstance(cluster, Cluster)
        cluster.name_anew()  # as after a while without the database, before we have signed in
        nobody = cluster.process
        code = await anna.make(game="storybook", seats=["me", "fair"])
        owners = other.house.store.rows("select process from owners where code = ?", code)
        assert cluster.process != nobody and owners == [(cluster.process,)]


async def test_the_tables_of_a_server_that_nobody_is_at_are_anybodys_soon(
    postgres: str, tmp_path: Path
) -> None:
    """Of one that was killed, an operating system says that nobody listens: its lease need not run out."""
    database = database_of(postgres, tmp_path)
    async with open_place(tmp_path / "other", database=database) as other:
        async with open_place(tmp_path / "one", database=database) as one:
            anna = await one.guest("Anna")
            code = await anna.make(game="storybook", seats=["me", "fair"], pace=5.0)
            unnoted(one)
            store = other.house.store
            assert isinstance(store, PostgresStore)
        store.run(
            "update processes set until = extract(epoch from clock_timestamp()) + %s where address = %s",
            *(LEASE + 60 - MISSED, one.address),
        )  # it would have it for another minute
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(cluster, "LEASE", LEASE + 60)
            page = await other.visit(Visitor(other.address, anna.cookie), code)
        assert page.table is not None and [*other.house.rooms] == [code]


def start_again(server: Postgres) -> None:
    server.start()
    server.until_ready()


async def test_who_asks_all_the_time_does_not_keep_us_from_the_database(tmp_path: Path) -> None:
    server = own_postgres()
    try:
        store = PostgresStore(server.url, tmp_path / "x")
        server.stop()
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            with contextlib.suppress(sqlite3.Error):
                store.row("select 1")
            await asyncio.sleep(0.01)
        start_again(server)
        async with asyncio.timeout(5):
            while True:
                with contextlib.suppress(sqlite3.Error):
                    if store.row("select 1") == (1,):
                        break
                await asyncio.sleep(0.01)
        store.close()
    finally:
        server.throw_away()


async def test_a_house_is_copied_however_slow_the_other_end_is(postgres: str, tmp_path: Path) -> None:
    with opened(database_of(postgres, tmp_path), new=False) as end:
        await asyncio.sleep(2.0)  # longer than a server may leave a transaction open
        assert [name for name, _ in end.rows("select name, value from settings")] == ["salt"]


async def test_who_is_cut_off_from_the_database_does_not_stand_still_for_it(tmp_path: Path) -> None:
    """Whoever waits for it in the loop holds up all tables, and the farewell to their pages."""
    server = own_postgres()
    wire = Wire(server.port)
    await wire.start()
    through = server.url.replace(str(server.port), str(wire.port))
    try:
        async with open_place(tmp_path / "one", database=through) as place:
            pages = await place.table("Anna", "Bert")
            await some_answers(pages, 2)
            wire.cut()
            began = last = time.monotonic()
            longest = 0.0
            while place.house.rooms:  # until they are anybody's
                with contextlib.suppress(sqlite3.Error):
                    place.house.store.row("select 1")
                await asyncio.sleep(0.02)
                longest, last = max(longest, time.monotonic() - last), time.monotonic()
                assert last - began < LEASE + 1.5
            assert longest < IN_COMPANY + 0.5
            assert place.house.cluster.trouble
            await wire.mend()
            await settled(pages)
            await some_answers(pages, 2)
    finally:
        wire.stop()
        server.throw_away()


async def test_a_server_that_says_nothing_any_more_is_known_to_be_silent(
    postgres: str, tmp_path: Path
) -> None:
    """Those whose lines to it were lost do not each try to reach it: they wait for the end of its lease."""
    async with two_places(postgres, tmp_path) as (one, other):
        pages = await across(one, other)
        await some_answers(pages, 2)
        (line,) = one.app.sockets - {socket for socket in one.app.sockets if socket.guest.name == "Anna"}
        cluster = other.house.cluster
        assert isinstance(cluster, Cluster) and not cluster.is_silent(one.address)
        line.line.abort()
        async with asyncio.timeout(5.0):
            while not cluster.is_silent(one.address):
                await asyncio.sleep(0.01)
            while cluster.is_silent(one.address):  # it has renewed its lease
                await asyncio.sleep(0.01)
        await settled(pages)
        await some_answers(pages, 2)
        assert not other.house.rooms


async def test_what_is_kept_briefly_by_all_has_a_limit(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(briefly, "MOST", 5)
    monkeypatch.setattr(briefly, "LOOK_EVERY", 3)
    store = PostgresStore(database_of(postgres, tmp_path), tmp_path / "x")
    try:
        for number in range(30):
            store.briefly.put(f"{number}", f"words {number}", 100.0 + number)
        (kept,) = store.row("select count(*) from briefly") or (0,)
        assert 5 <= kept < 5 + 3
        assert store.briefly.take("0", 0.0) is None and store.briefly.take("29", 0.0) == "words 29"
    finally:
        store.close()


async def test_pages_that_leave_by_another_server_are_counted(postgres: str, tmp_path: Path) -> None:
    """Both have something to tidy up: who was their door, and whose table it was."""
    async with two_places(postgres, tmp_path) as (one, other):
        pages = await across(one, other)
        before = one.app.garbage.parted, other.app.garbage.parted
        await pages[1].close()
        async with asyncio.timeout(5.0):
            while (one.app.garbage.parted, other.app.garbage.parted) != (before[0] + 1, before[1] + 1):
                await asyncio.sleep(0.01)


async def test_a_write_that_failed_spoils_no_later_one(postgres: str, tmp_path: Path) -> None:
    """Those that were committed with it in one pipeline were to be prepared, and were not."""
    store = PostgresStore(database_of(postgres, tmp_path), tmp_path / "x")
    try:
        store.process = "somebody"
        anothers = (KEPT, ("NOTOURS2", 1, 0.0, b"{}", None, None, None))
        for times in range(10):  # psycopg prepares what it has carried out some times
            noted = (f"update runs set last = ? where began = {times}", (1.0,))
            for _ in range(times):
                assert store.commit([write_of(noted)]) == [None]
            late, well = store.commit([write_of(anothers), write_of(noted)])
            assert isinstance(late, NotOurs) and well is None
            assert store.commit([write_of(noted)]) == [None]
    finally:
        store.close()


def write_of(*statements: Statement) -> Write:
    return Write(list(statements), asyncio.get_running_loop().create_future())
