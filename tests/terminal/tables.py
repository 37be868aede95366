"""Tables at which lines are typed, and what they print."""

import io
import random
import sys
from collections.abc import Sequence

import pytest

import fabletop
from fabletop.cli.main import main
from fabletop.cli.screen import Screen
from fabletop.cli.seats import seat_bots
from fabletop.cli.table import Table
from fabletop.kernel.session import Session

GAME = fabletop.game("storybook")
Captured = pytest.CaptureFixture[str]


def typed(*lines: str) -> io.StringIO:
    return io.StringIO("".join(f"{line}\n" for line in lines))


def numbers(seed: int, count: int = 4000, highest: int = 12) -> list[str]:
    """What somebody types who answers at random, and sometimes a number that is not there."""
    chance = random.Random(seed)
    return [str(chance.randint(1, highest)) for _ in range(count)]


def play(capsys: Captured, monkeypatch: pytest.MonkeyPatch, lines: Sequence[str], *argv: str) -> str:
    """What the table prints while these lines are typed into it through a pipe."""
    monkeypatch.setattr(sys, "stdin", typed(*lines))
    assert main(["play", *argv]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def at_table(
    lines: Sequence[str], seats: Sequence[str] = ("me", "greedy"), seed: int = 5
) -> tuple[Table, io.StringIO]:
    session = Session(GAME, len(seats), seed)
    out = io.StringIO()
    return Table(session, seat_bots(list(seats), seed), Screen(out, typed(*lines))), out


def run_out(table: Table) -> None:
    """Play until there is nothing more to read."""
    with pytest.raises(EOFError):
        table.run()


def at_house(*lines: str) -> tuple[Table, io.StringIO]:
    """Henry's first move in The Unrelenting Other, with three bots to follow."""
    game = fabletop.game("unrelenting")
    session = Session(game, 4, 5, {"characters": "seats"}, game.edition(game.former["house-0.1"]))
    out = io.StringIO()
    return Table(session, seat_bots(["me", *["greedy"] * 3], 5), Screen(out, typed(*lines))), out


def given(table: Table) -> list[str]:
    return [answer.words for answer in table.session.actions if answer.seat == 0]
