"""Who sees what, when people share a keyboard and bots sit among them."""

import io
import re
from types import SimpleNamespace
from typing import Any

import pytest

import fabletop
from fabletop.cli.seats import BotSeat
from fabletop.cli.table import Quit
from fabletop.kernel.session import Session

from .tables import GAME, at_table, numbers, run_out


def test_between_two_people_the_screen_is_cleared_and_nothing_of_either_is_shown() -> None:
    table, _ = at_table([line for n in numbers(1, 60, 3) for line in (n, "")], seats=("me", "me"))
    cleared: list[str] = []
    out = table.screen.out
    assert isinstance(out, io.StringIO)

    def clear() -> None:
        cleared.append(out.getvalue())
        out.seek(0)
        out.truncate()

    table.screen.clear = clear  # type: ignore[method-assign]
    run_out(table)
    gates = [shown for shown in cleared if "Pass the keyboard to " in shown]
    assert len(gates) >= 6
    for shown in gates:
        assert "Your " not in shown and "1. " not in shown and "(you)" not in shown
        assert all("in secret" in line for line in shown.splitlines() if "keeps" in line)
        assert all("draws a card." in line for line in shown.splitlines() if "draws" in line)
    people = [set(re.findall(r"^(Hero|Villain)\b.*\(you\)", shown, re.MULTILINE)) for shown in cleared]
    assert {"Hero"} in people and {"Villain"} in people
    assert all(len(names) < 2 for names in people)
    assert any("Your hand" in shown for shown in cleared)


def test_at_the_gate_the_last_answer_may_be_taken_back() -> None:
    table, out = at_table(["1", "1", "dance", "undo", "2"], seats=("me", "me"))
    run_out(table)
    assert [answer.words for answer in table.session.actions] == ["Play the Heroes", "Lead Alice"]
    assert "(Hero (Peter Pan) may still type undo.)" in out.getvalue()
    assert "Hero is led by Alice." in out.getvalue().split("Taken back: ")[1]
    assert "Just press Enter once the keyboard has been passed." in out.getvalue()


def test_at_the_gate_one_is_told_why_nothing_can_be_taken_back() -> None:
    table, out = at_table(["1", "1", "", "1", "", "1", "", "1", "", "1", "", "1", "undo"], seats=("me", "me"))
    run_out(table)
    gate = out.getvalue().split("> undo\n")[1]
    assert "what was seen cannot be unseen. Just press Enter" in gate
    assert len(table.session.actions) == 7


def test_one_can_quit_at_the_gate() -> None:
    table, _ = at_table(["1", "1", "quit"], seats=("me", "me"))
    with pytest.raises(Quit):
        table.run()


def test_one_person_never_reads_another_seats_secrets() -> None:
    table, out = at_table([*numbers(9, 200, 6), "log all"])
    run_out(table)
    theirs = [entry for entry in table.session.entries(1) if entry not in table.session.entries(0)]
    assert theirs
    for entry in theirs:
        assert entry.words not in out.getvalue()


def test_a_bot_is_never_shown_the_true_state() -> None:
    seen: list[Any] = []

    def choose(state: Any, rng: Any) -> int:
        seen.append(state)
        return int(state.legal()[0])

    session = Session(GAME, seed=5)
    spy: Any = SimpleNamespace(choose=choose)
    BotSeat(0, spy, fabletop.seeded(1)).answer(session)
    assert len(session.actions) == 1
    assert seen[0] is not session.state
    assert seen[0].rng.words() != session.at(0).rng.words()
    assert seen[0].journal is None


def test_news_is_told_once() -> None:
    table, out = at_table(numbers(2, 80, 5))
    run_out(table)
    entries = [entry.words for entry in table.session.entries(0)]
    assert len(entries) > 30
    told = out.getvalue().splitlines()
    for words in set(entries):
        assert told.count(words) == entries.count(words)
