"""Games outlive versions: other editions, other rules, other names; and tables that cannot be opened."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from tests.server.place import NoWorkers, Place, open_place
from tests.server.test_play import some_answers

import fabletop
from fabletop import games
from fabletop.cli.main import main
from fabletop.kernel import replay
from fabletop.kernel.edition import digest_of
from fabletop.kernel.game import Choice, Game, Opening
from fabletop.kernel.journal import Journal
from fabletop.kernel.rng import Rng
from fabletop.kernel.session import Session
from fabletop.kernel.state import State
from fabletop.server import events as ev
from fabletop.server import lesson as lessons
from fabletop.server import messages as msg
from fabletop.server import table as tables
from fabletop.server import visibility
from fabletop.server.guests import Guest
from fabletop.server.house import House
from fabletop.server.lesson import read_lesson
from fabletop.server.records import Records
from fabletop.server.shelf import shelf_for
from fabletop.server.table import Table, Unplayable
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio
GAME = fabletop.game("storybook")
HOUSE = GAME.editions["house"]
ANNA = Guest("a", "Anna")
NOW = GAME.rules_version


@pytest.fixture(autouse=True)
def fresh_shelf() -> Iterator[None]:
    yield
    games.stored_game.cache_clear()


@pytest.fixture
def new_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """From now on the house edition has another text."""

    def change(old: str, new: str) -> None:
        changed = tmp_path / "house.toml"
        changed.write_text(HOUSE.read_text("utf-8").replace(old, new), "utf-8")
        assert changed.read_bytes() != HOUSE.read_bytes()
        monkeypatch.setitem(GAME.__dict__, "editions", {"house": changed})

    return change


def renamed(table: Table) -> bool:
    return "Peter Piper" in json.dumps(GAME.catalog(table.session.opening.edition))


async def reopened(folder: Path, code: str) -> Table:
    house = House(folder, NoWorkers(), durable=False)
    try:
        table, _ = await house.read(code)
        return table
    finally:
        house.close()


# --- Editions ---------------------------------------------------------------------------------------------


async def test_a_table_keeps_its_edition_whatever_the_house_edition_becomes(
    new_house: Callable[[str, str], None], tmp_path: Path
) -> None:
    async with open_place(tmp_path / "data") as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 12)
        before = place.house.rooms[pages[0].code].table
    new_house("Peter Pan", "Peter Piper")
    async with open_place(tmp_path / "data") as place:
        visitors = [page.visitor for page in pages]
        for visitor in visitors:
            visitor.address = place.address
        again = [await place.visit(visitor, pages[0].code) for visitor in visitors]
        table = place.house.rooms[pages[0].code].table
        assert table.length == 12 and table.seed_hash == before.seed_hash and not renamed(table)
        await check_books(again[0])
        await some_answers(again, 6)
        hint = await next(page for page in again if page.options).do(msg.AskHint, number=18)
        assert hint.hint is not None  # thought about elsewhere, with the edition of this game
        assert (await again[0].do(msg.Resign)).refused is None
        exported = await again[0].visitor.get(f"/api/tables/{again[0].code}/export")
        await check_rematch(again)
        rematch = place.house.rooms[again[0].code].table.rematch
    assert rematch is not None and renamed(await reopened(tmp_path / "data", rematch))
    file = tmp_path / "game.json"
    file.write_bytes(exported.body)
    with pytest.raises(fabletop.Mistake, match="played with another text of the edition 'house'"):
        replay.verify(file)
    assert replay.verify(file, HOUSE).seed_hash == before.seed_hash


async def check_books(page: Page) -> None:
    """The page of the table gets the cards of its edition; the shelf those of today."""
    assert page.table is not None
    old, new, none = [
        await page.visitor.get(f"/api/games/storybook{query}")
        for query in (f"?edition={page.table.edition_digest}", "", "?edition=0123")
    ]
    assert b"Peter Piper" not in old.body and b"Peter Piper" in new.body and none.status == 404


async def check_rematch(pages: list[Page]) -> None:
    for page in pages:
        assert (await page.do(msg.Rematch)).refused is None


async def test_an_edition_in_an_older_notation_is_converted_and_keeps_its_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = HOUSE.read_text("utf-8").replace('name = "house"', 'name = "mine"').replace("does =", "effect =")
    mine = tmp_path / "mine.toml"
    mine.write_text(old, "utf-8")
    with pytest.raises(fabletop.Mistake, match="effect"):
        GAME.edition(mine)
    monkeypatch.setattr(type(GAME), "convert_edition", lambda self, text: text.replace("effect =", "does ="))
    edition = GAME.edition(mine)
    assert edition.digest == digest_of(old) and edition.text == old
    assert main(["check", str(mine)]) == 0 and "Note: It is written in an older" in capsys.readouterr().out
    house = House(tmp_path / "data", NoWorkers(), durable=False)
    agreed = ev.Agreed(
        "storybook", 1, "mine", edition.digest, 2, {}, "a", False, 0, 0.0, False, "n", keyed=True
    )
    made = Table("MYTABL", agreed, 5, 0.0, edition)
    await house.store.write(*house.statements_of(made, []))
    assert house.store.row("select digest, body from editions") == (edition.digest, old)
    house.close()
    table = await reopened(tmp_path / "data", "MYTABL")
    assert table.seed_hash == made.seed_hash and table.session.opening.edition.digest == digest_of(old)


async def test_a_text_that_was_released_before_leads_to_the_cards_of_today(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old = digest_of("the house edition in another notation")
    today = GAME.edition("house").digest
    released = {old: {"now": "house", "digest": today}, "f" * 16: {"now": "house", "digest": "0" * 16}}
    monkeypatch.setitem(GAME.__dict__, "released", released)
    edition = GAME.edition_by(old)
    assert edition is not None and edition.digest == old
    assert GAME.catalog(edition) == GAME.catalog(GAME.edition("house"))
    assert GAME.edition_by("f" * 16) is None  # that file has been changed since
    session = Session(GAME, 2, 12, edition=edition)
    file = tmp_path / "game.json"
    file.write_text(replay.dump(session, "0123"), "utf-8")
    promised = replay.promise(session.opening, 12, "0123")
    assert replay.verify(file).seed_hash == promised
    assert json.loads(file.read_text("utf-8"))["edition_digest"] == old


# --- Rules and names --------------------------------------------------------------------------------------


async def a_table(folder: Path) -> Table:
    house = House(folder, NoWorkers(), durable=False)
    code = await house.make(ANNA, msg.NewTable("storybook", seats=["me", "random"]))
    table = house.rooms[code].table
    house.close()
    return table


async def test_a_game_goes_on_by_the_older_rules_that_are_still_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await a_table(tmp_path)
    monkeypatch.setattr(type(GAME), "rules_version", NOW + 1)
    monkeypatch.setattr(type(GAME), "older_rules", (NOW,))
    table = await reopened(tmp_path, old.code)
    assert table.seed_hash == old.seed_hash and table.session.opening.rules_version == NOW
    assert json.loads(replay.dump(table.session))["rules_version"] == NOW
    assert GAME.opening().rules_version == NOW + 1


async def test_what_was_not_agreed_on_stays_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option that came later, or whose default changed, holds for games that begin later."""
    old = await a_table(tmp_path)
    monkeypatch.setattr(type(GAME), "rules_version", NOW + 1)
    monkeypatch.setattr(type(GAME), "older_rules", (NOW,))
    choosing = Choice("how", ("open", "secret"), "secret", since=NOW + 1, formerly="open")
    tempo = Choice("a tempo", ("brisk", "slow"), "brisk", people="slow")
    choices = GAME.choices
    monkeypatch.setattr(
        type(GAME), "choices", lambda self, *about: choices(*about) | {"choosing": choosing, "tempo": tempo}
    )
    table = await reopened(tmp_path, old.code)
    assert table.seed_hash == old.seed_hash and table.session.opening.option("choosing") == "open"
    assert GAME.opening(2, {"choosing": "secret"}, rules=NOW).options == {"choosing": "secret"}
    assert GAME.opening(2).option("choosing") == "secret"
    assert GAME.opening(2, {"choosing": "secret"}).options == {}
    assert GAME.opening(2).option("tempo") == "brisk"
    assert GAME.for_people(2, {}).options == {"stall": "off", "tempo": "slow"}
    assert GAME.for_people(2, {"tempo": "brisk"}).options == {"stall": "off"}


async def test_a_guided_game_goes_on_when_its_script_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, NoWorkers(), durable=False)
    code = await house.make(ANNA, msg.NewTable("storybook", lesson=True))
    assert house.rooms[code].table.lesson is not None
    house.close()
    another = msgspec.structs.replace(read_lesson(GAME), seed=99)
    monkeypatch.setattr(lessons, "read_lesson", lambda game, option: another)
    assert (await reopened(tmp_path, code)).lesson is None
    monkeypatch.setattr(tables, "has_lesson", lambda game: False)
    assert (await reopened(tmp_path, code)).lesson is None


async def test_a_game_that_has_another_name_today_keeps_its_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await a_table(tmp_path)
    house = House(tmp_path, NoWorkers(), durable=False)
    agreed = msgspec.structs.replace(old.agreed, game="tales")
    statement = "update tables set game = 'tales', opening = ? where code = ?"
    await house.store.write((statement, (ev.encode(agreed), old.code)))
    games.stored_game.cache_clear()
    monkeypatch.setattr(type(GAME), "formerly", (("tales", 2),))
    room = await house.room(old.code)
    assert room is not None and room.table.session.game is GAME
    assert room.table.seed_hash != old.seed_hash  # it was promised under the other name
    assert [info.title for info in shelf_for(house, ANNA).mine] == [GAME.title]
    exported = tmp_path / "game.json"
    exported.write_text(replay.dump(room.table.session, agreed.nonce), "utf-8")
    assert json.loads(exported.read_text("utf-8"))["game"] == "tales"
    assert replay.verify(exported).seed_hash == room.table.seed_hash
    house.close()


# --- Tables that cannot be opened ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "This is a table of 'chess': this server has no such game."),
        ({"rules_version": 99}, "This game was begun by version 99 of the rules of Storybook Battles"),
        ({"edition_digest": "0" * 16}, "begun with an edition of Storybook Battles that this server does"),
        ({"players": "two"}, "what was kept of it cannot be read"),
    ],
)
async def test_a_table_that_cannot_be_opened_says_why_and_harms_nobody(
    change: dict[str, object], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        bad, good = [await anna.make(game="storybook", open=True, seats=["me", "open"]) for _ in "ab"]
        row = place.house.store.row("select opening from tables where code = ?", bad)
        assert row is not None
        opening = msgspec.json.encode(msgspec.json.decode(row[0]) | change)
        statement = "update tables set opening = ?, game = ? where code = ?"
        game = change.get("game", "storybook")
        await place.house.store.write((statement, (opening, game, bad)))
        place.house.rooms.clear()
        for _ in range(2):
            with pytest.raises(Unplayable, match=words):
                await place.house.room(bad)
        exported = await anna.get(f"/api/tables/{bad}/export")
        assert exported.status == 400 and words in exported.json()["words"]
        page = Page(anna, bad)
        page.open()
        await page.until(lambda page: page.closed is not None)
        assert page.why.startswith(words[:60]) or words in page.why
        shelf = await (await place.guest("Bert")).get("/api/shelf")
        assert shelf.status == 200 and good in [info["code"] for info in shelf.json()["open"]]
        assert good in [info["code"] for info in (await anna.get("/api/shelf")).json()["mine"]]
        assert await place.house.room(good) is not None
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["table"] for line in lines if line["words"] == "a table cannot be opened"] == [bad]


# --- Rules that are no longer played ------------------------------------------------------------------------


@pytest.fixture
def mended_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on Storybook deals otherwise: the answers of a stored game lead elsewhere."""

    def mend() -> None:
        def begin(self: Game, opening: Opening, rng: Rng, journal: Journal | None = None) -> State:
            rng.word()
            return Game.begin(self, opening, rng, journal)

        monkeypatch.setattr(type(GAME), "rules_version", NOW + 1)
        monkeypatch.setattr(type(GAME), "begin", begin)

    return mend


def seen(table: Table) -> list[object]:
    """Every moment from every side, and what was told of it."""
    return [
        (visibility.past_position(table, viewer, number), visibility.lines(table, viewer, number))
        for viewer in (0, 1, None)
        for number in range(table.length + 1)
    ]


async def played(
    folder: Path, answers: int, resign: bool = False, **wanted: object
) -> tuple[list[Page], Table]:
    async with open_place(folder) as place:
        pages = await place.table("Anna", "Bert", **wanted)
        await some_answers(pages, answers)
        await pages[0].do(msg.Propose, to=answers - 3)
        await pages[1].do(msg.Vote, proposal=pages[1].version, yes=True)
        if resign:
            assert (await pages[0].do(msg.Resign)).refused is None
        return pages, place.house.rooms[pages[0].code].table


async def come_again(place: Place, old: list[Page]) -> list[Page]:
    for page in old:
        page.visitor.address = place.address
    return [await place.visit(page.visitor, page.code) for page in old]


async def test_a_running_game_goes_on_from_its_record_by_the_mended_rules(
    mended_rules: Callable[[], None], tmp_path: Path
) -> None:
    old_pages, old = await played(tmp_path / "data", 20, turn_seconds=3600)
    before = seen(old)
    mended_rules()
    for times in (1, 2):
        async with open_place(tmp_path / "data") as place:
            pages = await come_again(place, old_pages)
            table = place.house.rooms[pages[0].code].table
            assert seen(table)[: old.length] == before[: old.length] and table.seed_hash == old.seed_hash
            notices = [chat.words for chat in pages[0].chat if "mended" in chat.words]
            assert notices == [
                f"A fault in the rules of {GAME.title} was mended: after answer {old.length} its "
                f"version {NOW + 1} holds."
            ]
            assert table.clock.seats == table.people_asked() and table.clock.left > 3000
            assert table.session.opening.played_by == NOW + 1 and table.length == old.length + 5 * (times - 1)
            await some_answers(pages, 5)
            hint = await next(page for page in pages if page.options).do(msg.AskHint, number=table.length)
            assert hint.hint is not None
            if times == 2:
                await pages[0].do(msg.Resign)
                exported = await pages[0].visitor.get(f"/api/tables/{pages[0].code}/export")
    file = tmp_path / "game.json"
    file.write_bytes(exported.body)
    with pytest.raises(
        fabletop.Mistake, match=f"began by version {NOW} of the rules and went on by version {NOW + 1}"
    ):
        replay.verify(file)


async def test_a_finished_game_is_shown_as_it_was_recorded(
    mended_rules: Callable[[], None], tmp_path: Path
) -> None:
    _, old = await played(tmp_path, 20, resign=True)
    before = seen(old)
    mended_rules()
    table = await reopened(tmp_path, old.code)
    assert table.status == "over" and seen(table) == before and table.seed_hash == old.seed_hash
    assert table.session.result() == old.session.result() and table.version == old.version
    assert json.loads(replay.dump(table.session))["resigned"] == [0]


async def test_after_a_crash_what_came_since_the_record_is_answered_again(
    mended_rules: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_pages, _ = await played(tmp_path, 20)
    monkeypatch.setattr(Records, "keep_at_the_end", lambda self, tables: None)
    async with open_place(tmp_path) as place:
        pages = await come_again(place, old_pages)
        await some_answers(pages, 7)
        before = seen(place.house.rooms[pages[0].code].table)
    mended_rules()
    table = await reopened(tmp_path, pages[0].code)
    assert seen(table) == before and not table.torn


async def test_without_a_record_a_game_goes_on_from_where_its_answers_are_still_allowed(
    mended_rules: Callable[[], None], tmp_path: Path
) -> None:
    old_pages, old = await played(tmp_path, 30)
    _, finished = await played(tmp_path, 30, resign=True)
    house = House(tmp_path, NoWorkers(), durable=False)
    await house.store.write(("delete from records", ()))
    house.close()
    mended_rules()
    async with open_place(tmp_path) as place:
        pages = await come_again(place, old_pages)
        table = place.house.rooms[pages[0].code].table
        assert table.torn and 0 < table.length < old.length and table.version == old.version + 1
        assert f"after answer {table.length}" in pages[0].chat[-1].words
        await some_answers(pages, 3)
        room = await place.house.room(finished.code)
        assert room is not None and room.table.status == "over"  # its people gave up: that needs no rules


async def test_games_of_older_versions_are_recorded_in_time(tmp_path: Path) -> None:
    _, old = await played(tmp_path, 20, resign=True)
    house = House(tmp_path, NoWorkers(), durable=False)
    await house.store.write(("delete from records", ()))
    house.close()
    house = House(tmp_path, NoWorkers(), durable=False)
    assert house.records.missing == [old.code]
    house.tidy()
    while house.store.row("select version from records where code = ?", old.code) != (old.version,):
        await asyncio.sleep(0.01)
    assert house.records.missing == []
    house.close()
