"""Games outlive versions: each stored game of a released version opens, is the same game, and goes on."""

import asyncio
import gzip
import json
import random
import shutil
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.server.place import Place, open_place
from tools import corpus
from tools.corpus import LOOK, look, truth

import fabletop
from fabletop import Mistake
from fabletop.games import ours
from fabletop.kernel import replay
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.kernel.state import State
from fabletop.server import history, visibility
from fabletop.server import messages as msg
from fabletop.server.guests import Guest
from fabletop.server.history import Wanted, games_of
from fabletop.server.shelf import shelf_for
from fabletop.server.table import Table
from fabletop.server.trials.visitor import Page

CORPUS = Path(__file__).resolve().parent / "corpus"
GAMES = sorted(CORPUS.glob("*/games/*.json.gz"))
FOLDERS = sorted(CORPUS.glob("*/server"))
CHANGED = tomllib.loads((CORPUS / "changed.toml").read_text(encoding="utf-8"))
ON = 25  # answers that a running game is gone on with, one by one

Json = dict[str, Any]


def unpacked(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


# --- The same game ---------------------------------------------------------------------------------------


def check_truth(state: State, kept: Json) -> None:
    """The hidden state is as it was, but for what changed.toml says."""
    changed = CHANGED.get(state.opening.game.name, {})
    parts = ("renamed", "joined", "dropped", "frames")
    renamed, joined, dropped, frames = (changed.get(part, {}) for part in parts)
    named = renamed.keys() | joined.keys() | dropped.keys()
    assert not named - kept.keys(), "changed.toml names a field that never was"
    now = truth(state)
    stack = [kind for kind in kept["stack"] if kind not in frames.get("gone", ())]
    assert [kind for kind in now["stack"] if kind not in frames.get("new", ())] == stack
    for name, (field, place) in joined.items():
        first = place if place >= 0 else len(now[field]) - len(kept[name])
        assert now[field][first : first + len(kept[name])] == kept[name], name
    for name, value in kept.items():
        if name != "stack" and name not in dropped and name not in joined:
            assert now[renamed.get(name, name)] == value, name


def check_moment(session: Session, kept: Json) -> None:
    """This moment of a game is as its trace has it."""
    number = len(session.actions)
    place = number * LOOK
    assert look(session.state) == kept["looks"][place : place + LOOK], f"after answer {number}"
    if str(number) in kept["moments"]:
        check_truth(session.state, kept["moments"][str(number)])


def go_on(session: Session) -> None:
    """Some answers, one by one, and then to the end."""
    luck = random.Random(3)
    for _ in range(ON):
        if session.seat is not None:
            session.play(session.seat, luck.choice(session.state.legal()), worded=False)
    if session.opening.options.get("stall") != "off":
        state = session.state.clone()
        state.playout(seeded(3))
        assert state.over


def test_a_corpus_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fabletop, "__version__", "0.1.0")
    with pytest.raises(SystemExit, match=r"0\.1\.0 has its corpus: a released version never changes"):
        corpus.main()


# --- Replay files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parents[1].name}-{file.name.split('.')[0]}")
def test_a_stored_game_is_the_same_game_today(file: Path, tmp_path: Path) -> None:
    stored = tmp_path / "game.json"
    stored.write_bytes(gzip.decompress(file.read_bytes()))
    content = json.loads(stored.read_text(encoding="utf-8"))
    kept = unpacked(file.parents[1] / "traces" / file.name)
    edition = None
    if content["edition"] != "house":
        edition = file.parents[1] / "editions" / f"{content['game']}-{content['edition_digest']}.toml"
    found = replay.read(stored, edition)
    session = replay.opened(found)
    replay.check_promise(found, session)
    check_moment(session, kept)
    for _ in replay.replay(found, session):
        check_moment(session, kept)
    assert len(kept["looks"]) == LOOK * (len(found.actions) + 1)
    assert len(found.actions) < 20 or any(entry.beat for entry in session.entries(None))
    assert session.returns() == kept["returns"] and session.over == (content["result"] is not None)
    if not session.over:
        go_on(session)


@pytest.mark.parametrize("game", ["condyle", "coraline", "storybook", "unrelenting"])
def test_verify_confirms_what_was_promised(game: str, tmp_path: Path) -> None:
    promised = [file for file in GAMES if file.name.startswith(game) and "-finished" in file.name]
    texts = [gzip.decompress(file.read_bytes()) for file in promised]
    text = next(text for text in texts if b"seed_hash" in text and b'"edition": "house"' in text)
    stored = tmp_path / "game.json"
    stored.write_bytes(text)
    summary = replay.verify(stored)
    assert summary.over and summary.seed_hash == json.loads(text)["seed_hash"] and summary.taken_back == 3
    stored.write_bytes(text.replace(b'"nonce": "', b'"nonce": "0'))
    with pytest.raises(Mistake, match="this seed was not promised"):
        replay.verify(stored)


# --- Editions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*/editions/*.toml")), ids=lambda file: file.stem)
def test_an_edition_that_was_played_is_read_today(file: Path) -> None:
    """Those of the house are found by their digests alone, with the same cards as their old text has."""
    name, digest = file.stem.rsplit("-", 1)
    game = fabletop.game(name)
    edition = game.edition(file)
    assert edition.digest == digest
    if edition.name == "house":
        found = game.edition_by(digest)
        assert found is not None and found.digest == digest
        assert game.catalog(found) == game.catalog(edition)
    else:
        assert game.edition_by(digest) is None


@pytest.mark.parametrize("name", ours())
def test_what_is_recorded_of_released_editions_holds(name: str) -> None:
    """A file that an old digest leads to must not change its cards: keep it under another name first."""
    game = fabletop.game(name)
    for digest, found in game.released.items():
        path = (game.former | game.editions)[found["now"]]
        assert game.read_edition(path).digest == found["digest"], f"{name}, {digest}"


# --- A server's folder -------------------------------------------------------------------------------------


@cache
def tables_of(folder: Path) -> Json:
    found: Json = unpacked(folder / "tables.json.gz")
    return found


TABLES = [
    pytest.param(folder, code, id=f"{folder.parent.name}-{kept['game']}-{kept['status']}-{code}")
    for folder in FOLDERS
    for code, kept in tables_of(folder).items()
]


def data_of(folder: Path, where: Path) -> Path:
    """The folder as that version's server left it."""
    shutil.copy(folder / "secret", where / "secret")
    file = where / "tables.sqlite"
    file.write_bytes(gzip.decompress((folder / "tables.sqlite.gz").read_bytes()))
    return where


def check_table(table: Table, kept: Json) -> None:
    assert table.status == kept["status"] and table.seed_hash == kept["seed_hash"]
    assert table.taken_back == kept["taken_back"] and table.session.returns() == kept["returns"]
    assert [chat.words for chat in table.chat] == kept["chat"]
    session = table.session
    assert len(kept["looks"]) == LOOK * (table.length + 1)
    for number in range(table.length + 1):
        assert look(session.at(number)) == kept["looks"][number * LOOK : (number + 1) * LOOK], number
    for number, fields in kept["moments"].items():
        check_truth(session.at(int(number)), fields)


def look_through(table: Table) -> None:
    """Every moment, from every seat and as a spectator."""
    for viewer in (*range(table.agreed.players), None):
        assert visibility.position(table, viewer).view
        for number in range(table.length + 1):
            assert visibility.past_position(table, viewer, number).question.prompt
            visibility.lines(table, viewer, number)


async def people_of(place: Place, table: Table) -> list[Page]:
    """All who sit there, each with the cookie that the old server gave them."""
    pages = []
    for chair in table.chairs:
        if chair.holder == "person":
            visitor = place.visitor()
            visitor.cookie = place.house.keyring.seal(Guest(chair.guest, chair.who))
            pages.append(await place.visit(visitor, table.code))
    return pages


async def play_on(pages: list[Page], table: Table) -> None:
    luck = random.Random(4)
    upto = table.length + ON
    while table.length < upto and table.status == "playing":
        asked = [page for page in pages if page.options and page.version == table.version]
        if asked:
            page = luck.choice(asked)
            wanted = page.coach.action if page.coach else None
            action = luck.choice(page.options).action if wanted is None else wanted
            assert (await page.act(action)).refused is None
        await asyncio.sleep(0.002)


@pytest.mark.asyncio
@pytest.mark.parametrize(("folder", "code"), TABLES)
async def test_a_stored_table_opens_and_goes_on(folder: Path, code: str, tmp_path: Path) -> None:
    kept = tables_of(folder)[code]
    async with open_place(data_of(folder, tmp_path)) as place:
        room = await place.house.room(code)
        assert room is not None
        table = room.table
        check_table(table, kept)
        assert (table.agreed.edition_digest,) in place.house.store.rows("select digest from editions")
        look_through(table)
        pages = await people_of(place, table)
        if table.status == "waiting":
            for seat, chair in enumerate(table.chairs):
                if chair.holder == "open":
                    assert (await pages[0].do(msg.Arrange, seat=seat, holder="fair")).refused is None
            assert (await pages[0].do(msg.Pace, seconds=0.0)).refused is None
            assert (await pages[0].do(msg.Start)).refused is None
        if table.status == "playing":
            await play_on(pages, table)
            go_on(table.session)
        else:
            exported = await pages[0].visitor.get(f"/api/tables/{code}/export")
            (tmp_path / "game.json").write_bytes(exported.body)
            assert replay.verify(tmp_path / "game.json").seed_hash == kept["seed_hash"]


@pytest.mark.asyncio
async def test_all_tables_of_a_stored_folder_are_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those in play on the shelf; those that ended in the history, written when it is opened."""
    monkeypatch.setattr(history, "CATCHING_UP", 0)
    for folder in FOLDERS:
        data = tmp_path / folder.parent.name
        data.mkdir()
        async with open_place(data_of(folder, data)) as place:
            store = place.house.store
            await history.catch_up(store)
            guests = [guest for (guest,) in store.rows("select distinct guest from sitting")]
            running = {
                info.code for guest in guests for info in shelf_for(place.house, Guest(guest, "")).mine
            }
            ended = {one.code for guest in guests for one in games_of(store, guest, Wanted()).games}
            assert running | ended == tables_of(folder).keys()
