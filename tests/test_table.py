"""The table in the terminal: whole games through a pipe, what can be typed, and who sees what."""

import io
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import fabletop
from fabletop.cli import screen as screens
from fabletop.cli.answers import find_answer, grouped, listed
from fabletop.cli.commands import play as command
from fabletop.cli.main import main
from fabletop.cli.screen import Pretty, Screen, make_screen
from fabletop.cli.seats import BotSeat, default_seats, seat_bots
from fabletop.cli.table import Quit, Table
from fabletop.kernel import replay
from fabletop.kernel.question import Mistake, Option
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


# --- Whole games -----------------------------------------------------------------------------


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
    first = play(capsys, monkeypatch, numbers(7, 300), "storybook", "--seed", "7")
    assert first == play(capsys, monkeypatch, numbers(7, 300), "storybook", "--seed", "7")
    assert first != play(capsys, monkeypatch, numbers(7, 300), "storybook", "--seed", "8")


def test_without_arguments_one_sits_at_seat_0_against_greedy(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, ["storybook", "quit"])
    assert "Storybook Battles\n" in out
    assert "At the table: seat 0: a person, seat 1: the bot greedy." in out
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


# --- What can be typed ------------------------------------------------------------------------------


def test_answers_by_number_and_by_words() -> None:
    table, _ = at_table(["2", "hook"])
    run_out(table)
    assert [a.words for a in table.session.actions if a.seat == 0] == [
        "Play the Villains",
        "Lead Captain Hook",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("0", "There is no answer 0: type a number from 1 to 2."),
        ("3", "There is no answer 3: type a number from 1 to 2."),
        ("-1", "There is no answer -1: type a number from 1 to 2."),
        ("9" * 5000, "There is no answer 999"),
        ("why " + "9" * 5000, "There is no answer 999"),
        ("x" * 5000, "No answer here begins with 'xxx"),
        ("xyzzy", "No answer here begins with 'xyzzy': type a number, or 'help'"),
        (
            "play",
            "'play' could mean 2 answers: Play the Heroes; Play the Villains. Type a number, or more words.",
        ),
        ("why", "Why what? Name a thing or an action"),
        ("why xyzzy", "Nothing to be done here speaks of 'xyzzy'"),
        ("why 3", "There is no answer 3"),
        ("undo", "There is no answer of yours to take back."),
        ("save", "Save to which file? Type: save game.json"),
        ("save /nowhere/at/all.json", "/nowhere/at/all.json: cannot be written"),
        ("rules SB-SLIDES.2", "did you mean 'SB-SLIDE.2'?"),
        ("\x00", "No answer here begins with"),
    ],
)
def test_a_line_that_cannot_be_followed_is_answered_and_the_question_repeated(line: str, words: str) -> None:
    table, out = at_table([line])
    before = table.session.actions.copy()
    run_out(table)
    assert table.session.actions == before
    said = out.getvalue().split("> ", 1)[1]
    assert words in said
    assert len(said.replace(line, "")) < 300
    assert said.count("Which side do you take?") == 1


def test_an_empty_line_shows_the_question_again() -> None:
    table, out = at_table([""])
    run_out(table)
    assert out.getvalue().count("1. Play the Heroes") == 2


def test_enter_gives_the_only_answer_there_is() -> None:
    table, _ = at_table([""], ("me", "me"))
    session, chance = table.session, fabletop.seeded(1)
    while len(legal := session.state.legal()) > 1:
        session.play(int(session.state.seat), legal[chance.below(len(legal))])
    given = len(session.actions)
    run_out(table)
    assert session.actions[given].action == legal[0]


def test_help_names_every_command() -> None:
    table, out = at_table(["help"])
    run_out(table)
    assert all(f"\n{name}" in out.getvalue().split("> help")[1] for name in table.commands)


def test_why_tells_the_rule_in_its_own_words() -> None:
    table, out = at_table(["why 1", "why 4099", "why heroes"])
    run_out(table)
    said = out.getvalue()
    assert "Play the Heroes\nThis is allowed now." in said.split("> why 1\n")[1]
    refusal = GAME.explain(table.session.state, 0, 4099)
    assert refusal is not None
    assert f"Action 4099\n{refusal}\n\n{refusal.rule} · " in said
    assert GAME.rules[refusal.rule].words in said
    assert "Play the Heroes\nThis is allowed now." in said.split("> why heroes\n")[1]


def test_why_knows_what_is_not_offered() -> None:
    table, _ = at_table(["1", "1", "1", "2", "1", "1"], seed=1)
    run_out(table)
    out = io.StringIO()
    table.screen = Screen(out, typed("why slide"))
    with pytest.raises(EOFError):
        table.ask_person(0)
    said = out.getvalue().split("> why slide\n")[1]
    refused = {
        str(refusal)
        for option in GAME.conceivable(table.session.state, 0)
        if option.verb == "slide" and (refusal := GAME.explain(table.session.state, 0, option.action))
    }
    assert len(refused) > 1
    assert all(f"\n{refusal}\n" in said for refusal in refused)
    assert said.count(GAME.rules["SB-SLIDE.1"].words) <= 1


def test_undo_takes_back_and_asks_again() -> None:
    table, out = at_table(["1", "undo", "2"], seats=("me", "me"))
    run_out(table)
    assert [answer.action for answer in table.session.actions] == [4097]
    assert "Taken back: Play the Heroes" in out.getvalue()


def test_what_was_taken_back_and_done_again_is_told_again() -> None:
    table, out = at_table(["1", "undo", "1"], seats=("me", "me"))
    run_out(table)
    assert out.getvalue().splitlines().count("Player 1 plays the Heroes.") == 2


def test_log_tells_the_last_things_or_everything() -> None:
    table, out = at_table([*numbers(3, 60, 4), "log", "log all"])
    run_out(table)
    short, everything = out.getvalue().split("> log\n")[1].split("> log all\n")
    entries = [entry.words for entry in table.session.entries(0)]
    assert len(entries) > 20
    assert short.splitlines() == entries[-20:]
    assert everything.splitlines()[:-1] == entries


def test_rules_at_the_table() -> None:
    table, out = at_table(["rules", "rules sb-slide.2", "rules slide"])
    run_out(table)
    contents, one, many = (part for part in out.getvalue().split("> rules")[1:])
    assert "SB-SLIDE.2 · " in contents
    assert GAME.rules["SB-SLIDE.2"].words in one and "SB-SLIDE.3" not in one
    assert many.strip().startswith("slide\nSB-SLIDE.") and "Also: " in many


# --- Keeping games --------------------------------------------------------------------------------------


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


# --- Who sees what -----------------------------------------------------------------------------------------


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
    assert seen[0].rng.words() != session.past[0].state.rng.words()
    assert seen[0].journal is None


def test_news_is_told_once() -> None:
    table, out = at_table(numbers(2, 80, 5))
    run_out(table)
    entries = [entry.words for entry in table.session.entries(0)]
    assert len(entries) > 30
    told = out.getvalue().splitlines()
    for words in set(entries):
        assert told.count(words) == entries.count(words)


# --- Screens ------------------------------------------------------------------------------------------------


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


# --- Finding the answer a person means --------------------------------------------------


OPTIONS = [
    Option(1, "slide", "", "Slide Crocodile at (0, 1) north to (0, 3) (2 AP)"),
    Option(2, "slide", "", "Slide Crocodile at (0, 1) west to (-1, 1) (2 AP)"),
    Option(3, "play", "", "Play Peter’s Shadow"),
    Option(4, "end", "", "End"),
    Option(5, "end", "", "End all"),
]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("2", 2),
        ("#2", 2),
        ("2.", 2),
        ("slide crocodile at (0, 1) n", 1),
        ("SLIDE   croc west", 2),
        ("peter's", 3),
        ("end", 4),
        ("end a", 5),
        ("all", 5),
    ],
)
def test_what_a_person_types_finds_the_answer(text: str, action: int) -> None:
    assert find_answer(text, OPTIONS).action == action


@pytest.mark.parametrize("text", ["slide", "croc", "6", "0", "dile", "crocodile south", "²"])
def test_what_finds_none_or_several_is_a_mistake(text: str) -> None:
    with pytest.raises(Mistake):
        find_answer(text, OPTIONS)


def test_many_options_are_grouped_by_verb_and_numbered_as_shown() -> None:
    assert grouped(OPTIONS) == [("", OPTIONS)]
    many = [Option(i, "ab"[i % 2], "", str(i)) for i in range(10)]
    assert [(name, [o.action for o in group]) for name, group in grouped(many)] == [
        ("a", [0, 2, 4, 6, 8]),
        ("b", [1, 3, 5, 7, 9]),
    ]
    assert [option.action for option in listed(many)] == [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
