"""A backup is a house: made while people play, restored elsewhere, and played on by the same guests."""

import asyncio
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from tests.server.place import open_place
from tests.server.test_play import play_out, settled, some_answers

from fabletop.cli.main import main
from fabletop.kernel.question import Mistake
from fabletop.server.backup import copy_house
from fabletop.server.house import House

pytestmark = pytest.mark.sqlite


@pytest.mark.asyncio
async def test_a_backup_made_during_play_is_restored_and_played_on(tmp_path: Path) -> None:
    data, copy, again = tmp_path / "data", tmp_path / "copy", tmp_path / "again"
    async with open_place(data) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 12)
        assert copy_house(data, copy) == 1
        await settled(pages)
        shown = [(page.position, list(page.log)) for page in pages]
        await some_answers(pages, 5)  # after the backup: not in it
    assert copy_house(copy, again) == 1
    async with open_place(again) as place:
        restored = []
        for page in pages:
            page.visitor.address = place.address
            restored.append(await place.visit(page.visitor, page.code))
        await settled(restored)
        assert [(page.position, page.log) for page in restored] == shown
        await play_out(restored)


@pytest.mark.asyncio
async def test_a_backup_under_load_holds_all_that_was_acknowledged_before(tmp_path: Path) -> None:
    async with open_place(tmp_path / "data") as place:
        pages = await place.table("Anna", "Bert")
        playing = asyncio.create_task(some_answers(pages, 60))
        for number in range(6):
            await asyncio.sleep(0.03)
            known = place.house.rooms[pages[0].code].table.version
            await asyncio.to_thread(copy_house, tmp_path / "data", tmp_path / f"copy{number}")
            with sqlite3.connect(tmp_path / f"copy{number}" / "tables.sqlite") as found:
                numbers = [row[0] for row in found.execute("select number from events order by number")]
            assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= known - 1
        await playing


def test_only_its_owner_can_read_a_backup(tmp_path: Path) -> None:
    House(tmp_path / "data").close()
    copy_house(tmp_path / "data", tmp_path / "copy")
    assert {path.name for path in (tmp_path / "copy").iterdir()} == {"secret", "tables.sqlite"}
    for path in (tmp_path / "copy", *(tmp_path / "copy").iterdir()):
        assert not stat.S_IMODE(os.stat(path).st_mode) & 0o077


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    House(tmp_path / "data").close()
    House(tmp_path / "other").close()
    before = (tmp_path / "other" / "secret").read_bytes()
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")]) == 0
    assert main(["restore", str(tmp_path / "copy"), "--data", str(tmp_path / "other")]) == 2
    assert "other is not empty" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")]) == 2
    assert (tmp_path / "other" / "secret").read_bytes() == before
    (tmp_path / "new").mkdir()
    assert main(["restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "secret").read_bytes() == (tmp_path / "data" / "secret").read_bytes()


def test_a_house_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    House(tmp_path / "data").close()
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may read everything
    with pytest.raises(Mistake, match="as the user who runs the server"):
        copy_house(tmp_path / "data", tmp_path / "copy")


def test_what_is_no_house_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="holds no house"):
        copy_house(tmp_path, tmp_path / "copy")
    House(tmp_path / "data").close()
    database = tmp_path / "data" / "tables.sqlite"
    database.write_bytes(b"no database at all" * 1000)
    with pytest.raises(Mistake, match="cannot be copied"):
        copy_house(tmp_path / "data", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
