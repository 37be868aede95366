"""Whole games at the table in the terminal, through a pipe."""

from pathlib import Path

import pytest

import fabletop
from fabletop.kernel import replay

from .tables import GAME, Captured, at_table, numbers, play, run_out, typed


@pytest.mark.parametrize(
    ("seats", "seed"), [("me,greedy", 1), ("greedy,me", 2), ("me,random", 3), ("me,greedy,greedy,random", 4)]
)
def test_a_game_against_bots_is_played_to_its_end(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seats: str, seed: int
) -> None:
    file = tmp_path / "game.json"
    argv = ["storybook", "--seed", str(seed), "--seats", seats, "--save", str(file)]
    out = play(capsys, monkeypatch, numbers(seed), *argv)
    summary = replay.verify(file)
    assert summary.over
    assert out.count(f"\n{summary.words}\n") == 1
    assert "(you): " in out.split(summary.words)[1]
    assert "Type 'save FILE' to keep this game, 'again' for another one, or 'quit'." in out


@pytest.mark.parametrize(("seats", "seed"), [("me,me", 1), ("me,human,me,me", 2)])
def test_a_hot_seat_game_is_played_to_its_end(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seats: str, seed: int
) -> None:
    file = tmp_path / "game.json"
    lines = [line for number in numbers(seed, 6000) for line in (number, "")]
    out = play(
        capsys, monkeypatch, lines, "storybook", "--seed", str(seed), "--seats", seats, "--save", str(file)
    )
    summary = replay.verify(file)
    assert summary.over
    assert summary.words in out
    assert out.count("Pass the keyboard to ") > 20


def test_bots_alone_are_watched(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, [], "storybook", "--seed", "3", "--seats", "random,random")
    assert "draws a card." in out
    assert " win, " in out or "A draw, " in out
    assert "Your hand" not in out


def test_the_same_seed_and_the_same_lines_are_the_same_game(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play(capsys, monkeypatch, numbers(7, 300), "storybook", "--seats", "me,greedy", "--seed", "7")
    assert first == play(
        capsys, monkeypatch, numbers(7, 300), "storybook", "--seats", "me,greedy", "--seed", "7"
    )
    assert first != play(
        capsys, monkeypatch, numbers(7, 300), "storybook", "--seats", "me,greedy", "--seed", "8"
    )


def test_without_arguments_one_sits_at_seat_0_against_a_bot_that_searches(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, ["storybook", "quit"])
    assert "Storybook Battles\n" in out
    assert "At the table: seat 0: a person, seat 1: the bot fair." in out
    assert "Answer with a number or with words." in out


def test_with_several_games_one_is_asked_which(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fabletop, "names", lambda: ("chess", "storybook"))
    monkeypatch.setattr(fabletop, "game", lambda name: GAME)
    out = play(capsys, monkeypatch, ["3", "story", "quit"])
    assert out.startswith("\nWhich game do you play?\n1. chess: ")
    assert "There is no answer 3: type a number from 1 to 2." in out
    assert play(capsys, monkeypatch, []).endswith("> \n")


def test_after_the_end_one_can_save_and_play_again(tmp_path: Path) -> None:
    table, out = at_table(numbers(1))
    run_out(table)
    for lines, again in (
        (["again"], True),
        (["AGAIN"], True),
        (["quit"], False),
        (["", "", "again"], True),  # Enter, pressed too often, must not lose the game
        (["no"], False),
    ):
        table.screen.lines = typed(*lines)
        assert table.close() is again
    name = tmp_path / "My Game.json"
    table.screen.lines = typed(
        "dance", "undo", "why 1", "rules SB-WIN.2", "log all", "board", f"save {name}", "quit"
    )
    assert table.close() is False
    assert replay.verify(name).over
    told = out.getvalue()
    assert "The game is over: type 'save FILE', 'log all', 'board', 'again' or 'quit'." in told
    assert "The game is over: nothing can be taken back." in told
    assert GAME.rules["SB-WIN.2"].words in told
    assert not table.unsaved


def test_again_is_another_game_with_the_same_people(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = ["storybook", "--seed", "5", "--seats", "me,random"]
    once = play(capsys, monkeypatch, numbers(1), *duel)
    lines = numbers(1)[: once.split("Type 'save FILE' to keep")[0].count("\n> ")]
    out = play(capsys, monkeypatch, [*lines, "again", "quit"], *duel)
    first, second = out.split("> again\n")
    assert "Which side do you take?" in first
    assert second.endswith(
        "Which side do you take?\n1. Play the Heroes\n2. Play the Villains\n> quit\nGoodbye.\n"
    )
