"""A house over the years: what is old goes, the file shrinks, a quota holds; metrics and access log."""

import asyncio
import contextlib
import json
import sqlite3
import stat
from pathlib import Path

import pytest
from tests.server.place import NoWorkers, Place, open_place
from tests.server.test_play import play_out

from fabletop.cli.commands.serve import size
from fabletop.cli.main import main
from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import operating
from fabletop.server.access import AccessLog, network_of, place
from fabletop.server.folder import open_store
from fabletop.server.guests import Guest
from fabletop.server.house import House
from fabletop.server.housekeeping import DAY, Housekeeping, Policy, make_shrinkable
from fabletop.server.postgres import Connection, PostgresStore, connected
from fabletop.server.store import Store
from fabletop.server.thinkers import Workers


async def a_finished_and_a_running_game(where: Place) -> tuple[str, str]:
    over = await where.table("Anna", "Bert")
    await play_out(over)
    running = await where.table("Carl", "Dora")
    return over[0].code, running[0].code


def codes(house: House) -> set[str]:
    return {code for (code,) in house.store.rows("select code from tables")}


@pytest.mark.asyncio
async def test_finished_and_abandoned_tables_go_when_they_are_old(tmp_path: Path) -> None:
    async with open_place(tmp_path) as where:
        over, running = await a_finished_and_a_running_game(where)
    with contextlib.closing(open_store(tmp_path)) as store:
        store.write_now(("delete from records", ()))
    house = House(tmp_path, NoWorkers())
    try:
        assert house.records.missing == [over]
        now = house.time()
        keeping = Housekeeping(house, Policy(keep_days=30, abandoned_days=90))
        assert await keeping.sweep() == 0
        house.time = lambda: now + 31 * DAY
        assert await keeping.sweep() == 1 and codes(house) == {running} and house.records.missing == []
        house.time = lambda: now + 91 * DAY
        room = await house.room(running)
        assert await keeping.sweep() == 0  # in somebody's hands
        house.rooms.pop(running)
        assert room is not None and await keeping.sweep() == 1 and codes(house) == set()
        assert house.store.row("select count(*) from events") == (0,)
    finally:
        house.close()


@pytest.mark.sqlite  # PostgreSQL shrinks by itself
@pytest.mark.asyncio
async def test_the_file_shrinks_when_tables_are_deleted(tmp_path: Path) -> None:
    house = House(tmp_path, NoWorkers(), durable=False)
    try:
        for number in range(60):
            guest = Guest(f"guest{number}", "Anna")
            await house.make(guest, msg.NewTable("storybook", seats=["me", "greedy"]))
            house.rooms.clear()
        words = ("insert into notes (guest, code, words) select host, code, ? from tables", ("x" * 4000,))
        await house.store.write(words)
        await house.store.write(("update tables set changed = 0", ()))
        house.store.row("pragma wal_checkpoint(truncate)")
        before = house.store.size
        assert await Housekeeping(house, Policy(abandoned_days=1)).sweep() == 60
        house.store.row("pragma wal_checkpoint(truncate)")
        assert house.store.size < before / 2
        assert house.store.row("pragma integrity_check") == ("ok",)
    finally:
        house.close()


def test_a_file_of_an_older_version_is_made_to_shrink(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "tables.sqlite")
    old.execute("create table kept (x)")
    old.execute("insert into kept values (7)")
    old.commit()
    old.close()
    make_shrinkable(tmp_path / "tables.sqlite")
    make_shrinkable(tmp_path / "none.sqlite")
    with sqlite3.connect(tmp_path / "tables.sqlite") as found:
        assert found.execute("pragma auto_vacuum").fetchone() == (2,)
        assert found.execute("select x from kept").fetchone() == (7,)
    assert not (tmp_path / "none.sqlite").exists()


@pytest.mark.asyncio
async def test_a_full_house_makes_no_new_tables_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_place(tmp_path) as where:
        pages = await where.table("Anna", "Bert")
        where.house.operating.quota = 1000
        refused = await pages[0].visitor.send("POST", "/api/tables", {"game": "storybook"})
        assert refused.status == 400 and "no more room for new tables" in refused.json()["words"]
        await play_out(pages)
        again = await pages[0].do(msg.Rematch)
        again = again if again.refused else await pages[1].do(msg.Rematch)
        assert again.refused and "no more room" in again.refused.words
        where.house.operating.quota = None
        assert await pages[0].visitor.make(game="storybook")
        monkeypatch.setattr(operating, "LEAST_FREE", 2**60)
        assert (await pages[0].visitor.send("POST", "/api/tables", {"game": "storybook"})).status == 400


def test_sizes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert size("500M") == 500 * 2**20 and size("2g") == 2 * 2**30 and size("1000") == 1000
    for text in ("", "much", "2X", "-1G"):
        with pytest.raises(Mistake):
            size(text)
    assert main(["serve", "--quota", "much", "--data", str(tmp_path)]) == 2
    assert "write 500M or 2G" in capsys.readouterr().err


# --- What those who run it see ------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_metrics_tell_of_tables_disk_and_queues(tmp_path: Path) -> None:
    async with open_place(tmp_path) as where:
        await a_finished_and_a_running_game(where)
        text = (await where.visitor().get("/metrics")).body.decode()
        found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert found['fabletop_tables{status="over"}'] == found['fabletop_tables{status="playing"}'] == "1"
        assert float(found["fabletop_disk_free_bytes"]) > 2**20
        assert float(found["fabletop_database_bytes"]) == where.house.store.size
        assert found["fabletop_writes_waiting"] == found["fabletop_full"] == "0"
        assert text.count("# TYPE fabletop_tables gauge") == 1


def another_program(store: Store) -> sqlite3.Connection | Connection:
    """It holds what we want to write, until it rolls back."""
    if isinstance(store, PostgresStore):
        one = connected(store.url)
        one.execute("begin")
        one.execute("lock table notes")
        return one
    other = sqlite3.connect(store.file, isolation_level=None)
    other.execute("begin immediate")
    return other


@pytest.mark.asyncio
async def test_a_write_that_waits_is_seen(tmp_path: Path) -> None:
    house = House(tmp_path, NoWorkers(), durable=False)
    other = another_program(house.store)
    done = house.store.write(("insert into notes values ('a', 'b', 'c')", ()))
    await asyncio.sleep(0.3)
    assert 0.2 < house.gauges()["oldest_write_seconds"] < 5
    other.execute("rollback")
    await done
    async with asyncio.timeout(20):
        while house.gauges()["oldest_write_seconds"]:  # the writer looks up after it has said so
            await asyncio.sleep(0.01)
    other.close()
    house.close()


@pytest.mark.asyncio
async def test_a_bot_that_waits_for_a_worker_is_seen() -> None:
    workers = Workers(1)
    await workers.turn(0, "a")  # the only one is taken
    waiting = asyncio.create_task(workers.turn(0, "b"))
    await asyncio.sleep(0.1)
    assert workers.waiting == 1 and 0.05 < workers.oldest < 5
    workers.release()
    await waiting
    assert workers.waiting == 0 and workers.oldest == 0
    workers.stop()


@pytest.mark.asyncio
async def test_the_access_log_holds_no_secrets(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / "access.log")
    async with open_place(tmp_path / "data", access=log) as where:
        pages = await where.table("Bartholomew", "Bert")
        visitor, code = pages[0].visitor, pages[0].code
        await visitor.get(f"/t/{code}")
        await visitor.get(f"/api/tables/{code}/export")
        (tmp_path / "access.log").rename(tmp_path / "access.log.1")  # as logrotate does
        await visitor.get("/api/shelf")
    text = (tmp_path / "access.log.1").read_text() + (tmp_path / "access.log").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"/t/*", "/api/shelf", "/api/tables/*/export", "/ws/*"} <= {line["place"] for line in lines}
    assert {line["method"] for line in lines if line["place"] == "/ws/*"} == {"WS"}
    assert all(line["from"] == "127.0.0.0/24" and line["seconds"] >= 0 for line in lines)
    assert {line["status"] for line in lines if line["place"] == "/t/*"} == {200}
    for secret in (code, "Bartholomew", visitor.cookie, visitor.cookie.split(".")[0]):
        assert secret not in text
    assert stat.S_IMODE((tmp_path / "access.log.1").stat().st_mode) == 0o600


def test_places_and_networks() -> None:
    assert place("/api/tables/BCDFGH/curve") == "/api/tables/*/curve"
    assert place("/review/BCDFGH/12/a/b/c/d") == "/review/*/*/*/*"
    assert network_of("203.0.113.77") == "203.0.113.0/24"
    assert network_of("2001:db8:1:2::3") == "2001:db8:1::/48"
    assert network_of("::ffff:203.0.113.77") == "203.0.113.0/24" and network_of("unix") == ""
