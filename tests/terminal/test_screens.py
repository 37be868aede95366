"""What the table looks like: plain, or pretty."""

import io
import random
import sys
from collections.abc import Iterator, Sequence

import pytest

from fabletop.cli import screen as screens
from fabletop.cli.screen import Pretty, Screen, make_screen
from fabletop.cli.seats import default_seats, seat_bots
from fabletop.cli.table import Table
from fabletop.kernel.question import Option
from fabletop.kernel.session import Session

from .tables import GAME, at_table, numbers, run_out, typed


class Typist:
    """Types lines into a pretty screen, and then nothing more."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines: Iterator[str] = iter(lines)

    def __call__(self) -> str:
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def pretty(lines: Sequence[str], width: int = 200, colour: bool = False) -> tuple[Pretty, io.StringIO]:
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=colour, color_system="standard" if colour else None
    )
    return Pretty(console, Typist(lines), pause=0), out


def test_a_whole_game_on_a_pretty_screen() -> None:
    screen, out = pretty(numbers(1))
    table = Table(Session(GAME, seed=5), seat_bots(default_seats(2), 5), screen)
    run_out(table)
    assert table.session.over
    assert GAME.result(table.session.state) in out.getvalue()
    assert "╭" in out.getvalue() and "┌──" in out.getvalue()


def test_a_plain_screen_has_no_boxes_no_colours_and_no_cursor_tricks() -> None:
    table, out = at_table(numbers(1), seats=("me", "me"))
    run_out(table)
    assert "\x1b" not in out.getvalue()
    assert not set("╭╮╰╯│─┌┐└┘") & set(out.getvalue())
    assert "┌──" not in out.getvalue()


def test_words_are_never_taken_for_markup() -> None:
    screen, out = pretty([])
    option = Option(1, "play", "", "Play [bold]Tootles[/bold] [2 pt]")
    screen.question("Which [red]one?", [("", [option])])
    screen.title("[bold] end")
    screen.say("[x]")
    screen.hint("[y]")
    screen.news(["[z]"])
    screen.board("[/b]")
    for text in (
        "Play [bold]Tootles[/bold] [2 pt]",
        "Which [red]one?",
        "[bold] end",
        "[x]",
        "[y]",
        "[z]",
        "[/b]",
    ):
        assert text in out.getvalue()


def test_many_answers_stand_in_columns_that_are_read_downwards() -> None:
    screen, out = pretty([], width=61)
    many = [Option(i, "to", "", f"Move to {i:02}") for i in range(1, 14)]
    screen.question("Where?", [("to", many), ("end", [Option(0, "end", "", "End " * 20)])])
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert lines[1] == "   To"
    assert lines[2] == " 1 Move to 01    5 Move to 05    9 Move to 09   13 Move to 13"
    assert lines[5] == " 4 Move to 04    8 Move to 08   12 Move to 12"
    assert lines[6] == "   End"
    assert lines[7].startswith("14 End End") and lines[8].startswith("   End End")
    few, out = pretty([], width=61)
    few.question("Where?", [("", many[:12])])
    assert len(out.getvalue().splitlines()) == 13


def test_a_board_too_wide_for_the_terminal_is_told_in_lines() -> None:
    screen, out = pretty([], width=30)
    session = Session(GAME, seed=5)
    chance = random.Random(1)
    while len(session.actions) < 40 and session.seat is not None:
        session.play(session.seat, chance.choice(session.state.legal()))
    table = Table(session, {}, screen)
    table.board(0)
    assert "┌──" not in out.getvalue()
    wide, out = pretty([], width=200)
    table.screen = wide
    table.board(0)
    assert "┌──" in out.getvalue()


def test_a_pretty_screen_is_cleared_with_what_scrolled_off_it() -> None:
    screen, out = pretty([], colour=True)
    screen.clear()
    assert out.getvalue() == screens.CLEAR
    unlit, out = pretty([])
    unlit.clear()
    assert out.getvalue() == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_plain_terminal_pushes_what_was_seen_out_of_sight() -> None:
    out = Terminal()
    Screen(out, typed()).clear()
    assert out.getvalue().count("\n") > screens.BLANK_LINES


def test_which_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("FABLETOP_FAST", raising=False)
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert type(make_screen(False, False)) is Screen
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert type(make_screen(True, False)) is Screen
    shown = make_screen(False, False)
    assert isinstance(shown, Pretty) and shown.seconds == screens.PAUSE > 0
    hurried = make_screen(False, True)
    assert isinstance(hurried, Pretty) and hurried.seconds == 0
    monkeypatch.setenv("FABLETOP_FAST", "1")
    hurried = make_screen(False, False)
    assert isinstance(hurried, Pretty) and hurried.seconds == 0
    monkeypatch.setenv("TERM", "dumb")
    assert type(make_screen(False, False)) is Screen
