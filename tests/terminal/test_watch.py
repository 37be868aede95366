"""Benny screams at the table in the terminal, too, while somebody sits there and thinks."""

import io
import os
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import screen as screens
from fabletop.cli.screen import Screen, line_within
from fabletop.cli.seats import seat_bots
from fabletop.cli.table import Table
from fabletop.kernel import replay
from fabletop.kernel.session import Session
from fabletop.kernel.state import NOBODY

OPTIONS = {"ghost": "on", "clock": "live", "cross": "auto", "first": "0"}


class Slow(Screen):
    """Somebody takes so many seconds for each line; who takes too long types it when asked again."""

    waits = True

    def __init__(self, *lines: tuple[float, str]) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.script = list(lines)
        self.time = 0.0

    def read(self) -> str:
        if not self.script:
            raise EOFError
        seconds, line = self.script.pop(0)
        self.time += seconds
        return line

    def read_within(self, seconds: float) -> str | None:
        if self.script and self.script[0][0] >= seconds:
            self.time += seconds
            self.script[0] = (self.script[0][0] - seconds, self.script[0][1])
            return None
        return self.read()


def sit(screen: Slow, *seats: str) -> Table:
    session = Session(fabletop.game("condyle"), 2, 5, OPTIONS)
    table = Table(session, seat_bots(list(seats), 5), screen)
    table.watch.now = lambda: screen.time
    with pytest.raises(EOFError):
        table.run()
    return table


def shouts(table: Table) -> list[int]:
    """After which answers he screamed."""
    return [number for number, one in enumerate(table.session.actions, 1) if one.seat == NOBODY]


def test_who_thinks_for_too_long_hears_him(tmp_path: Path) -> None:
    quick = sit(Slow((1, "2"), (3, "stay"), (4, "help"), (5, "play no")), "me", "greedy")
    assert not shouts(quick)
    assert [one.spent for one in quick.session.actions if one.seat == 0][-2:] == [3000, 9000]
    slow = sit(Slow((1, "2"), (76, "stay")), "me", "greedy")
    (number,) = shouts(slow)
    assert slow.session.actions[number - 1].spent + slow.session.actions[number].spent == 76_000
    said = slow.screen.out.getvalue()  # type: ignore[attr-defined]
    assert "\a" in said and "Benny screams!" in said
    replay.save(slow.session, tmp_path / "game.json")
    assert replay.verify(tmp_path / "game.json").actions == len(slow.session.actions)


def test_bots_take_their_time_and_he_screams_at_them_too() -> None:
    session = Session(fabletop.game("condyle"), 2, 5, OPTIONS)
    table = Table(session, seat_bots(["greedy", "greedy"], 5), Slow())
    assert not table.run()
    assert session.over and shouts(table)
    assert {one.spent for one in session.actions if one.seat != NOBODY} == {0, 700}


def test_without_a_terminal_time_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Screen(io.StringIO(), io.StringIO())
    assert not plain.waits
    plain.asks = True
    assert plain.waits
    monkeypatch.setattr(screens.sys, "platform", "win32")
    assert not plain.waits


def test_a_line_comes_in_time_or_not() -> None:
    here, there = os.pipe()
    with os.fdopen(here, encoding="utf-8") as lines:
        assert line_within(lines, 0.0) is None
        os.write(there, b"stay\n")
        assert line_within(lines, 10.0) == "stay"
        os.close(there)
        with pytest.raises(EOFError):
            line_within(lines, 10.0)
