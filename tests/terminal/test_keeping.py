"""Saving a game, going on with it, and leaving the table."""

from pathlib import Path

import pytest

from fabletop.cli.commands import play as command
from fabletop.cli.main import main
from fabletop.kernel import replay

from .tables import Captured, at_table, numbers, play, run_out


def test_a_saved_game_goes_on_where_it_was(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    out = play(capsys, monkeypatch, ["1", "1", f"save {file}", "quit"], "storybook", "--seed", "5")
    assert f"Saved to {file}.\n> quit\nGoodbye.\n" in out
    assert "was not saved" not in out
    out = play(capsys, monkeypatch, ["1", "save", "quit"], "--load", str(file))
    assert "Which side do you take?" not in out
    assert "Whom do you recruit as your Ally?" in out
    assert f"Saved to {file}." in out
    assert len(replay.load(file).actions) == 5


def test_of_a_loaded_game_only_the_last_things_are_told_again(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    play(capsys, monkeypatch, numbers(4, 60, 4), "storybook", "--seed", "4", "--save", str(file))
    entries = [entry.words for entry in replay.resume(replay.load(file)).entries(0)]
    assert len(entries) > 20
    told = play(capsys, monkeypatch, ["quit"], "--load", str(file)).split("help, quit.\n")[1]
    assert told.startswith("\n".join([*entries[-20:], ""]))


def test_a_finished_game_can_be_loaded_and_looked_at(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    play(capsys, monkeypatch, numbers(1), "storybook", "--seed", "1", "--save", str(file))
    out = play(capsys, monkeypatch, ["log all"], "--load", str(file))
    assert replay.verify(file).words in out
    assert "Which side do you take?" not in out and "Player 1 plays the " in out


def test_another_file_is_replaced_only_when_asked_twice(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary")
    table, out = at_table([f"save {file}"])
    run_out(table)
    assert file.read_text() == "Dear diary"
    assert "Type the same again to replace it." in out.getvalue()
    table.save(0, str(file))
    assert replay.load(file).actions == ()


def test_whoever_leaves_through_a_pipe_is_told_how_to_save(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for lines in (["1", "quit"], ["1"]):
        out = play(capsys, monkeypatch, lines, "storybook")
        assert "This game was not saved. To keep one, type 'save FILE'" in out
    assert "was not saved" not in play(capsys, monkeypatch, ["quit"], "storybook")
    assert list(tmp_path.iterdir()) == []


def test_with_save_the_game_is_kept_when_the_input_ends(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    out = play(capsys, monkeypatch, ["1", "2"], "storybook", "--save", str(file))
    assert "was not saved" not in out
    assert len(replay.load(file).actions) == 3


@pytest.mark.parametrize("answers", [["kept.json"], ["save kept.json"], [".", "kept.json"]])
def test_whoever_can_be_asked_is_asked_once_before_a_game_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    table, out = at_table(["1", "quit", *answers])
    table.screen.asks = True
    assert command.play(table, None) == (0, False)
    assert out.getvalue().count("Save this game?") == 1
    assert len(replay.load("kept.json").actions) == len(table.session.actions) > 0


def test_leaving_without_saving_is_possible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table, out = at_table(["1", "quit", ""])
    table.screen.asks = True
    assert command.play(table, None) == (0, False)
    assert "This game was not saved." in out.getvalue()
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_at_the_table_also_asks_and_is_exit_code_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table, _ = at_table(["1", "^C", "kept.json"])
    table.screen.asks = True
    read = table.screen.read

    def interrupted() -> str:
        line = read()
        if line == "^C":
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(table.screen, "read", interrupted)
    assert command.play(table, None) == (130, False)
    assert len(replay.load("kept.json").actions) > 0


def test_a_finished_game_is_played_on_from_a_moment(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    play(capsys, monkeypatch, numbers(1), "storybook", "--seed", "1", "--save", str(file))
    last = len(replay.load(file).actions) - 1
    out = play(capsys, monkeypatch, ["quit"], "--load", str(file), "--at", "1")
    assert "Who is your Champion?" in out and "was not saved" in out
    for args in (["--load", str(file), "--at", str(last + 1)], ["storybook", "--at", "1"]):
        assert main(["play", *args]) != 0 and "--at" in capsys.readouterr().err
