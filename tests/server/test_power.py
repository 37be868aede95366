"""A short version of `fabletop power-test`: the power is cut at every write."""

import sys
from pathlib import Path

import pytest

from fabletop.cli.main import main
from fabletop.server.trials import power
from fabletop.server.trials.disk import Change, NotedStore, cuts

pytestmark = [pytest.mark.asyncio, pytest.mark.sqlite]


async def test_nothing_acknowledged_is_lost_at_any_cut(tmp_path: Path) -> None:
    """With a checkpoint every few answers, so that the database itself is written to, too."""
    trial = power.Trial(tmp_path, 3, lambda words: None)
    result = await trial.run(answers=24, tables=2, tears=1, open_every=50, pages=30)
    assert result.good, result
    assert result.acknowledged == 24 and result.checkpoints > 3 and result.states > 600 and result.opened > 5


async def test_a_store_that_does_not_wait_for_the_disk_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = NotedStore.connect

    def hasty(self: NotedStore) -> object:
        self.durable = False
        return honest(self)

    monkeypatch.setattr(NotedStore, "connect", hasty)
    result = await power.Trial(tmp_path, 3, lambda words: None).run(6, 1, tears=0, open_every=10_000)
    assert result.lost and not result.good


def left(changes: list[Change], tears: int = 0) -> list[list[dict[str, bytes]]]:
    return [found for _, found in cuts(changes, tears, seed=1)]


async def test_what_was_not_synced_may_be_lost_or_torn() -> None:
    written = Change("write", "a", 0, b"x" * 1024)
    assert left([written]) == [[{}, {"a": b"x" * 1024}]]
    assert left([written, Change("sync", "a")])[-1] == [{"a": b"x" * 1024}]
    assert len({state["a"] for state in left([written], tears=30)[0] if "a" in state}) > 2


async def test_a_deletion_is_certain_when_the_folder_was_synced() -> None:
    begun = [Change("write", "a", 0, b"x"), Change("sync", "a"), Change("delete", "a")]
    assert left(begun)[-1] == [{"a": b"x"}, {}]
    assert left([*begun, Change("sync folder", "b")])[-1] == [{}]


async def test_without_apsw_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "apsw", None)
    for name in ("power", "disk"):
        monkeypatch.delitem(sys.modules, f"fabletop.server.trials.{name}")
        monkeypatch.delattr(f"fabletop.server.trials.{name}")
    assert main(["power-test"]) == 2
    assert "pip install 'fabletop[trials]'" in capsys.readouterr().err
