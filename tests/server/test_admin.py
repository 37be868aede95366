"""What an operator does: to a running house by its socket, to one that is closed by its folder."""

import asyncio
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from tests.server.place import NoWorkers, Place, open_place
from tests.server.test_play import play_out, settled, some_answers

import fabletop
from fabletop.cli.main import main
from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import people
from fabletop.server.admin_line import NAME, ask
from fabletop.server.dialect import shapes
from fabletop.server.guests import GRACE, Guest, keyring
from fabletop.server.house import House
from fabletop.server.sockets import CLOSED
from fabletop.server.trials.running import Running
from fabletop.server.trials.visitor import Page, Visitor


def told(folder: Path, act: str, **arguments: Any) -> Any:
    """What the house answers when no server runs."""
    return asyncio.run(ask(folder, act, arguments))


async def guest_of(place: Place, page: Page) -> str:
    known = place.house.keyring.read(page.visitor.cookie)
    assert known is not None
    return known.id


async def shelf_of(visitor: Visitor) -> Any:
    return (await visitor.get("/api/shelf")).json()


# --- Tables -------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_tables_are_listed_and_shown(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        (row,) = await ask(tmp_path, "tables", {"status": "playing"})
        assert row["code"] == pages[0].code and row["seats"] == "Anna, Bert" and row["status"] == "playing"
        assert await ask(tmp_path, "tables", {"game": "coraline"}) == []
        one = await ask(tmp_path, "table", {"code": pages[0].code})
        assert one["pages"] == 2 and one["events"] == place.house.rooms[pages[0].code].table.version
        assert [seat["guest"] for seat in one["seats"]] == [await guest_of(place, page) for page in pages]
        with pytest.raises(Mistake, match="there is no table XXXXXX"):
            await ask(tmp_path, "table", {"code": "XXXXXX"})


@pytest.mark.asyncio
async def test_a_closed_table_sends_all_away_with_words_until_it_is_reopened(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 3)
        code = pages[0].code
        await ask(tmp_path, "close", {"code": code, "words": "Closed for painting."})
        for page in pages:
            await page.until(lambda page: page.closed == CLOSED)
        assert (await shelf_of(pages[0].visitor))["mine"] == []
        again = Page(pages[0].visitor, code)
        again.open()
        await again.until(lambda page: page.closed == CLOSED)
        await ask(tmp_path, "reopen", {"code": code})
        back = [await place.visit(page.visitor, code) for page in pages]
        await settled(back)
        assert back[0].position is not None and back[0].position.number == 3
        await play_out(back)


@pytest.mark.asyncio
async def test_a_deleted_table_leaves_nothing(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await pages[0].do(msg.Note, words="mine")
        room = place.house.rooms[pages[0].code]
        await ask(tmp_path, "delete", {"code": room.table.code})
        await pages[1].until(lambda page: page.closed == CLOSED)
        guest = Guest(await guest_of(place, pages[0]), "Anna")
        act = msg.Act(77, 0, int(room.table.session.state.legal()[0]))
        with pytest.raises(Exception, match="deleted by the house"):  # one who was under way comes too late
            await room.perform(guest, act, (guest.id, "page", 77))
        for table in ("tables", "events", "sitting", "notes"):
            assert place.house.store.row(f"select count(*) from {table}") == (0,)


# --- People -------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_one_who_is_banned_is_sent_away_and_not_let_in(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        bert = await guest_of(place, pages[1])
        (row,) = await ask(tmp_path, "guests", {"name": "bert"})
        assert row["guest"] == bert and not row["banned"]
        await ask(tmp_path, "ban", {"who": bert, "words": "Enough."})
        await pages[1].until(lambda page: page.closed == CLOSED)
        answer = await pages[1].visitor.get("/api/shelf")
        assert answer.status == 403 and answer.json()["words"] == "Enough."
        assert (await pages[0].visitor.get("/api/shelf")).status == 200
        await ask(tmp_path, "unban", {"who": bert})
        assert (await pages[1].visitor.get("/api/shelf")).status == 200
        await ask(tmp_path, "ban", {"who": "127.0.0.1/8"})
        assert (await pages[0].visitor.get("/api/shelf")).status == 403
        with pytest.raises(Mistake, match="not barred"):
            await ask(tmp_path, "unban", {"who": "192.168.0.0/16"})


@pytest.mark.asyncio
async def test_a_person_is_exported_and_forgotten_and_the_game_goes_on(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bartholomew")
        anna, bert = pages
        await bert.do(msg.Say, words="my secret plan")
        await anna.do(msg.Say, words="hello")
        await bert.do(msg.Note, words="private thought")
        await bert.do(msg.Report, words="strange")
        await some_answers(pages, 6)
        guest = await guest_of(place, bert)
        exported = await ask(tmp_path, "export", {"guest": guest})
        assert exported["tables"][0]["names"] == ["Bartholomew"]
        assert [line["words"] for line in exported["chat"]] == ["my secret plan"]
        assert exported["notes"][0]["words"] == "private thought" and exported["reports"]
        await ask(tmp_path, "forget", {"guest": guest})
        await bert.until(lambda page: page.closed == CLOSED)
        await anna.until(lambda page: page.table is not None and page.table.seats[1].who == "Somebody")
        assert not (await shelf_of(bert.visitor))["mine"]
    left = b"".join(row_bytes(tmp_path))
    for trace in ("Bartholomew", "my secret plan", "private thought", "strange", guest):
        assert trace.encode() not in left, trace
    assert b"hello" in left and b"Anna" in left
    async with open_place(tmp_path) as place:
        anna.visitor.address = place.address
        again = await place.visit(anna.visitor, anna.code)
        assert again.position is not None and again.position.number == 6
        assert [line.words for line in again.chat] == ["…", "hello"]


def test_every_table_that_knows_guests_forgets_them() -> None:
    assert {name for name, shape in shapes().items() if "guest" in shape.columns} == {
        *people.THEIRS,
        "events",
    }


def test_what_others_did_to_a_person_is_without_their_name(tmp_path: Path) -> None:
    muted = {"type": "muted", "guest": "a", "who": "Anna", "on": True}
    assert people.without(muted, "a", "p", "Somebody") == {**muted, "guest": "p", "who": "Somebody"}
    assert people.without(muted, "b", "p", "Somebody") == muted


def row_bytes(folder: Path) -> list[bytes]:
    """All that the database of a closed house holds."""
    house = House(folder, NoWorkers())
    found = [repr(row).encode() for name in shapes() for row in house.store.rows(f"select * from {name}")]
    house.close()
    return found


@pytest.mark.asyncio
async def test_reports_are_listed_until_they_are_resolved(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"], pace=5.0)
        await page.do(msg.Report, words="the rabbit is wrong")
        (report,) = await ask(tmp_path, "reports", {})
        assert report["words"] == "the rabbit is wrong" and report["code"] == page.code
        await ask(tmp_path, "resolve", {"report": report["report"]})
        assert await ask(tmp_path, "reports", {}) == []
        assert (await ask(tmp_path, "reports", {"all": True}))[0]["resolved"]
        with pytest.raises(Mistake, match="no report"):
            await ask(tmp_path, "resolve", {"report": "0"})


# --- The house ----------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_what_is_said_stands_on_all_pages_also_after_a_restart(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await ask(tmp_path, "say", {"words": "We close at ten."})
        for page in pages:
            await page.until(lambda page: page.table is not None and page.table.notice == "We close at ten.")
    async with open_place(tmp_path) as place:
        visitor = await place.guest()
        assert (await shelf_of(visitor))["notice"] == "We close at ten."
        await ask(tmp_path, "say", {})
        assert (await shelf_of(visitor))["notice"] == ""
        with pytest.raises(Mistake, match="300 letters"):
            await ask(tmp_path, "say", {"words": "x" * 301})


@pytest.mark.asyncio
async def test_a_game_that_is_withdrawn_leaves_words_in_its_place(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await ask(tmp_path, "withdraw", {"kind": "game", "name": "storybook", "words": "Not any more."})
        await pages[0].until(lambda page: page.closed == CLOSED)
        shelf = await shelf_of(pages[0].visitor)
        withdrawn = {game["name"]: game.get("withdrawn", "") for game in shelf["games"]}
        assert withdrawn == {name: "Not any more." * (name == "storybook") for name in fabletop.names()}
        assert shelf["mine"] == []
        refused = await pages[0].visitor.send("POST", "/api/tables", {"game": "storybook"})
        assert refused.status == 400 and refused.json()["words"] == "Not any more."
        assert await pages[0].visitor.make(game="coraline")
        await ask(tmp_path, "bring-back", {"kind": "game", "name": "storybook"})
        assert (await place.visit(pages[0].visitor, pages[0].code)).position is not None


@pytest.mark.asyncio
async def test_an_edition_that_is_withdrawn_is_not_played(tmp_path: Path) -> None:
    digest = fabletop.game("storybook").edition("house").digest
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await ask(tmp_path, "withdraw", {"kind": "edition", "name": digest})
        await pages[0].until(lambda page: page.closed == CLOSED)
        refused = await pages[0].visitor.send("POST", "/api/tables", {"game": "storybook"})
        assert refused.json()["words"] == "The edition of this table was withdrawn."
        with pytest.raises(Mistake, match="cannot be withdrawn"):
            await ask(tmp_path, "withdraw", {"kind": "table", "name": pages[0].code})


@pytest.mark.asyncio
async def test_a_new_secret_keeps_the_guests_and_signs_them_anew(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        visitor = await place.guest("Anna")
        known, old = place.house.keyring.read(visitor.cookie), visitor.cookie
        await ask(tmp_path, "rotate-secret", {})
        await visitor.get("/api/shelf")
        assert visitor.cookie != old
        assert place.house.keyring.read(visitor.cookie) == place.house.keyring.read(old) == known
        await ask(tmp_path, "rotate-secret", {"at_once": True})
        assert place.house.keyring.read(visitor.cookie) is None


def test_an_old_secret_is_believed_for_a_while_only(tmp_path: Path) -> None:
    House(tmp_path, NoWorkers()).close()
    cookie = keyring(tmp_path).seal(Guest("a", "Anna"))
    told(tmp_path, "rotate-secret")
    assert keyring(tmp_path).read(cookie) and keyring(tmp_path).is_old(cookie)
    for name in ("secret", "secret.before"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    long_ago = (tmp_path / "secret.before").stat().st_mtime - GRACE - 1
    os.utime(tmp_path / "secret.before", (long_ago, long_ago))
    assert keyring(tmp_path).read(cookie) is None


# --- How it is reached --------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_only_its_owner_reaches_the_socket(tmp_path: Path) -> None:
    async with open_place(tmp_path):
        assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
        with pytest.raises(Mistake, match="there is no 'dance'"):
            await ask(tmp_path, "dance", {})
        with pytest.raises(Mistake, match="close: missing a required argument: 'code'"):
            await ask(tmp_path, "close", {})
    assert not (tmp_path / NAME).exists()


def test_what_was_done_without_a_server_holds_when_one_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> str:
        async with open_place(tmp_path) as place:
            (page,) = await place.table("Anna", seats=["me", "random"], pace=5.0)
            return page.code

    code = asyncio.run(play())

    def run(*arguments: str) -> str:
        assert main(["admin", "--data", str(tmp_path), *arguments]) == 0
        return capsys.readouterr().out

    assert code in run("tables") and "Anna" in run("table", code)
    assert "is closed" in run("close", code, "--words", "No.")
    assert "closed" in run("tables") and "No." in run("withheld")
    assert run("reports") == "None.\n"
    assert json.loads(run("--json", "status"))["tables"] == {"playing": 1}
    guest = json.loads(run("--json", "guests"))[0]["guest"]
    assert json.loads(run("export", guest))["guest"] == guest

    async def visit() -> None:
        async with open_place(tmp_path) as place:
            page = Page(place.visitor(), code)
            page.open()
            await page.until(lambda page: page.closed == CLOSED)
            await page.close()

    asyncio.run(visit())
    assert main(["admin", "--data", str(tmp_path), "drain"]) == 2
    assert "nothing to drain" in capsys.readouterr().err
    assert main(["admin", "--data", str(tmp_path / "none"), "tables"]) == 2
    assert "holds no house" in capsys.readouterr().err


@pytest.mark.asyncio
async def test_draining_lets_bots_answer_and_takes_no_new_tables(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        stopped = asyncio.Event()
        place.app.stop = stopped.set
        (page,) = await place.table("Anna", seats=["me", "random"], pace=0.3)
        while page.options:
            await page.act(page.options[0].action)
        assert page.position is not None
        number = page.position.number
        await ask(tmp_path, "drain", {})
        refused = await page.visitor.send("POST", "/api/tables", {"game": "storybook"})
        assert "about to close" in refused.json()["words"]
        await page.until(lambda page: page.table is not None and "about to close" in page.table.notice)
        await asyncio.wait_for(stopped.wait(), 5)
        await page.until(lambda page: page.position is not None and page.position.number == number + 1)


@pytest.mark.asyncio
async def test_sigterm_lets_a_bot_answer_before_the_server_stops(tmp_path: Path) -> None:
    running = Running(tmp_path)
    running.start()
    try:
        await running.until_ready()
        visitor = Visitor(running.address)
        page = await visitor.visit(await visitor.make(game="storybook", seats=["me", "random"], pace=1.0))
        while page.options:
            await page.act(page.options[0].action)
        assert page.position is not None
        number = page.position.number
    finally:
        running.stop()
    await page.close()
    assert running.process is not None and running.process.returncode == 0
    said = [json.loads(line)["words"] for line in running.errors.read_text().splitlines()]
    assert said[-2:] == ["draining", "stopped"]
    again = House(running.data, NoWorkers())
    room = await again.room(page.code)
    assert room is not None and room.table.length == number + 1
    again.close()
