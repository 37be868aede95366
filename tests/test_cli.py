"""The command `fabletop`: what it prints, where errors go, and with which exit code."""

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import fabletop
from fabletop.cli import main as cli
from fabletop.cli.main import main
from fabletop.kernel import replay
from fabletop.kernel.session import Session

GAME = fabletop.game("storybook")
HOUSE = GAME.home / "editions" / "house.toml"
Captured = pytest.CaptureFixture[str]


def ran(capsys: Captured, *argv: str) -> str:
    """What a command that goes well prints."""
    assert main(list(argv)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Captured, *argv: str) -> str:
    """The one message of a command that is refused."""
    assert main(list(argv)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fabletop: ")
    return err


def stored(path: Path, answers: int) -> Session:
    session = Session(GAME, seed=5, options={"side": "heroes"})
    chance = random.Random(5)
    for _ in range(answers):
        if session.seat is not None:
            session.play(session.seat, chance.choice(session.state.legal()))
    replay.save(session, path)
    return session


@pytest.fixture
def finished(tmp_path: Path) -> tuple[str, Session]:
    return str(tmp_path / "finished.json"), stored(tmp_path / "finished.json", 5000)


@pytest.fixture
def begun(tmp_path: Path) -> tuple[str, Session]:
    return str(tmp_path / "begun.json"), stored(tmp_path / "begun.json", 30)


# --- The frame ---------------------------------------------------------------------------


def test_every_command_has_a_name_a_help_and_a_description() -> None:
    found = list(cli.found_commands())
    assert {"games", "play", "rules", "replay", "verify", "check"} <= {module.NAME for module in found}
    for module in found:
        assert module.HELP and module.__doc__


def test_alone_it_lists_its_commands(capsys: Captured) -> None:
    out = ran(capsys)
    for name in ("games", "play", "rules", "replay", "verify", "check"):
        assert f"\n    {name}" in out


def test_version(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"fabletop {fabletop.__version__}\n"


@pytest.mark.parametrize("argv", [["dance"], ["verify"], ["play", "--seed", "x"], ["games", "--jsn"]])
def test_arguments_that_make_no_sense_are_exit_code_2(capsys: Captured, argv: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert "error: " in capsys.readouterr().err


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def run(args: object) -> int:
        raise error

    module = ModuleType("failing", "A command that fails.")
    vars(module).update(NAME="fail", HELP="fail", add=lambda parser: None, run=run)
    monkeypatch.setattr(cli, "found_commands", lambda: iter([module]))


def test_an_interrupt_is_exit_code_130_and_a_short_sentence(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, KeyboardInterrupt())
    assert main(["fail"]) == 130
    assert capsys.readouterr().err == "\nfabletop: stopped\n"


def test_an_illegal_action_is_a_message_not_a_traceback(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, GAME.illegal(GAME.start(), 7))
    assert "no action of this game" in refused(capsys, "fail")


def test_a_fault_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        main(["fail"])


def as_process(*argv: str) -> subprocess.Popen[str]:
    """`python -m fabletop`, as a process of its own."""
    source = str(Path(fabletop.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": source}
    return subprocess.Popen(
        [sys.executable, "-m", "fabletop", *argv],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("argv", [["games"], ["rules", "storybook", "--json"]], ids=["short", "long"])
def test_a_reader_who_stops_reading_causes_no_traceback(argv: list[str]) -> None:
    process = as_process(*argv)
    assert process.stdout is not None and process.stderr is not None and process.stdin is not None
    process.stdin.close()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 141
    process.stderr.close()


def test_it_runs_as_a_module() -> None:
    out, err = as_process("verify", "none.json").communicate()
    assert (out, err) == ("", "fabletop: there is no file 'none.json'\n")


# --- games and rules --------------------------------------------------------------------------


def test_games(capsys: Captured) -> None:
    assert "storybook: Storybook Battles, for 2 or 4 players" in ran(capsys, "games")
    about = ran(capsys, "games", "storybook")
    assert "Editions: house" in about
    assert (
        "  side: " in about
        and "one of heroes (Heroes), villains (Villains), ask (chosen at the table); if not given: ask"
        in about
    )
    assert "there is no game 'storybok': did you mean 'storybook'?" in refused(capsys, "games", "storybok")


def test_games_tell_what_depends_on_another_option(capsys: Captured) -> None:
    about = ran(capsys, "games", "condyle")
    assert "with cul_de_sac=creepy_carnival: cotton_candy (COTTON CANDY), hall_of_mirrors" in about
    binky = json.loads(ran(capsys, "games", "condyle", "--json"))["options"]["2"]["binky"]
    assert binky["of"] == "cul_de_sac" and binky["needs"]["rat_king"] == ["beneath_the_cove"]
    assert binky["names"]["rat_king"] == "RAT KING"


def test_games_as_json(capsys: Captured) -> None:
    listed = json.loads(ran(capsys, "games", "--json"))
    assert [game["name"] for game in listed] == list(fabletop.names())
    about = json.loads(ran(capsys, "games", "storybook", "--json"))
    assert about["players"] == [2, 4]
    assert about["options"]["2"]["side"]["default"] == "ask"
    assert "hero2" in about["options"]["4"] and "hero2" not in about["options"]["2"]


def test_rules(capsys: Captured) -> None:
    contents = ran(capsys, "rules", "storybook")
    assert all(f"  {rule.id} · {rule.title}" in contents for rule in GAME.rules.rules.values())
    one = ran(capsys, "rules", "storybook", "sb-slide.2")
    assert one.startswith(f"SB-SLIDE.2 · {GAME.rules['SB-SLIDE.2'].title}\n{GAME.rules['SB-SLIDE.2'].words}")
    assert "SB-SLIDE.1" not in one
    assert ran(capsys, "rules", "storybook", "SB-SLIDE").count("SB-SLIDE.") >= 7
    assert "SB-TURN.5" in ran(capsys, "rules", "storybook", "cost", "1", "AP")


def test_rules_as_json(capsys: Captured) -> None:
    (rule,) = json.loads(ran(capsys, "rules", "storybook", "SB-SLIDE.2", "--json"))
    assert rule["id"] == "SB-SLIDE.2" and rule["section"] == "SB-SLIDE"
    assert len(json.loads(ran(capsys, "rules", "storybook", "--json"))) == len(GAME.rules)


def test_a_rule_that_is_not_there(capsys: Captured) -> None:
    assert "did you mean 'SB-SLIDE.2'?" in refused(capsys, "rules", "storybook", "SB-SLIDES.2")
    assert "try another word" in refused(capsys, "rules", "storybook", "xylophone")


# --- replay and verify ---------------------------------------------------------------------------


def test_verify(capsys: Captured, finished: tuple[str, Session]) -> None:
    path, session = finished
    out = ran(capsys, "verify", path)
    assert out.startswith(f"{path}: a true game of storybook")
    assert GAME.result(session.state) in out
    told = json.loads(ran(capsys, "verify", path, "--json"))
    assert told["result"] == session.state.returns()
    assert told["over"] is True


def test_replay_tells_a_spectator_no_secrets(capsys: Captured, begun: tuple[str, Session]) -> None:
    path, session = begun
    out = ran(capsys, "replay", path)
    assert [line for line in out.splitlines() if "keeps" in line]
    assert all("in secret" in line for line in out.splitlines() if "keeps" in line)
    assert all("draws a card." in line for line in out.splitlines() if "draws" in line)
    assert GAME.text(session.state, None) in out
    assert "\n   0  Player 1 plays the Heroes.\n" in out


def test_replay_for_a_seat_tells_its_own_secrets_only(capsys: Captured, begun: tuple[str, Session]) -> None:
    path, session = begun
    out = ran(capsys, "replay", path, "--seat", "0")
    assert GAME.text(session.state, 0) in out
    kept = [line for line in out.splitlines() if "keeps" in line]
    assert len(kept) == 2
    assert "in secret" not in kept[0] and "in secret" in kept[1]


def test_replay_as_json_holds_answers_only_for_eyes_that_may_know(
    capsys: Captured, begun: tuple[str, Session]
) -> None:
    path, session = begun
    watched = json.loads(ran(capsys, "replay", path, "--json"))
    assert [step["step"] for step in watched] == list(range(31))
    assert watched[0]["told"] == ["Player 1 plays the Heroes."]
    assert all(set(step) == {"step", "seat", "told"} for step in watched)
    seen = json.loads(ran(capsys, "replay", path, "--seat", "1", "--json"))
    assert [step["step"] for step in seen if "action" in step] == [
        number for number, answer in enumerate(session.actions, 1) if answer.seat == 1
    ]


def test_replay_of_everything_is_for_finished_games(
    capsys: Captured, begun: tuple[str, Session], finished: tuple[str, Session]
) -> None:
    assert "this game is not over" in refused(capsys, "replay", begun[0], "--all")
    path, session = finished
    out = ran(capsys, "replay", path, "--all")
    assert all(answer.words in out for answer in session.actions)
    assert GAME.result(session.state) in out
    assert all(GAME.text(session.state, seat) in out for seat in (0, 1))


def test_replay_of_one_step(capsys: Captured, begun: tuple[str, Session]) -> None:
    path, session = begun
    assert ran(capsys, "replay", path, "--step", "20").startswith(GAME.text(session.at(20), None))
    assert ran(capsys, "replay", path, "--step", "0").startswith(GAME.text(session.at(0), None))
    view = json.loads(ran(capsys, "replay", path, "--step", "20", "--seat", "1", "--json"))
    assert view == json.loads(json.dumps(GAME.view(session.at(20), 1)))
    assert "this game has the steps 0 to 30" in refused(capsys, "replay", path, "--step", "31")
    assert "there is no seat 2" in refused(capsys, "replay", path, "--seat", "2")


# --- check ----------------------------------------------------------------------------------------


def test_check_sums_up_a_good_edition(capsys: Captured) -> None:
    out = ran(capsys, "check", str(HOUSE))
    assert out.startswith("house.toml: ok. ")
    assert "24 twists" in out and "fabletop play storybook --edition " in out
    told = json.loads(ran(capsys, "check", str(HOUSE), "--json"))
    assert told["ok"] is True and told["counts"]["twists"] == 24


def test_check_tells_every_problem(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        HOUSE.read_text("utf-8").replace("points = 5", "points = 99").replace("title", "titel", 1)
    )
    err = refused(capsys, "check", str(path))
    assert "mine.toml" in err and "titel" in err and "99" in err
    assert main(["check", str(path), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False and len(told["problems"]) > 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = 'x'", f"mine.toml, game: is missing; expected a line like game = '{fabletop.names()[0]}'"),
        ("game = 'storybok'", "game: there is no game 'storybok'; did you mean 'storybook'?"),
        ("game = [1]", "game: there is no game [1]; choose one of"),
        ("game =", "this is not TOML"),
    ],
)
def test_check_of_what_is_no_edition(capsys: Captured, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert words in refused(capsys, "check", str(path))


def test_check_with_a_game_or_without_a_file(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("name = 'x'")
    assert "problem" in refused(capsys, "check", str(path), "--game", "storybook")
    assert "there is no game 'chess'" in refused(capsys, "check", str(path), "--game", "chess")
    assert "there is no edition" in refused(capsys, "check", str(tmp_path / "none.toml"))


# --- play: what is refused before the game ------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["chess"], "there is no game 'chess'"),
        (["storybook", "--players", "3"], "is for 2 or 4 players, not 3"),
        (["storybook", "--seats", "me,gredy"], "nobody is called 'gredy': did you mean 'greedy'?"),
        (["storybook", "--seats", "me"], "is for 2 or 4 players, not 1"),
        (["storybook", "--players", "4", "--seats", "me,greedy"], "--seats names 2 seats, but 4 play"),
        (["storybook", "--option", "side"], "--option 'side': expected name=value"),
        (["storybook", "--option", "sied=heroes"], "did you mean 'side'?"),
        (["storybook", "--option", "side=hero"], "option 'side' cannot be 'hero'"),
        (["storybook", "--option", "side=heroes", "--option", "side=villains"], "'side' is given twice"),
        (["storybook", "--edition", "hose"], "has no edition 'hose': did you mean 'house'?"),
        (["storybook", "--edition", "none.toml"], "there is no edition 'none.toml'"),
        (["--load", "none.json"], "there is no file 'none.json'"),
        (["storybook", "--load", "none.json"], "--load takes 'game' from the file: leave it out"),
        (["--load", "none.json", "--seed", "0"], "--load takes 'seed' from the file: leave it out"),
        (["storybook", "--save", "."], "--save: there is a file . already"),
    ],
)
def test_a_table_that_cannot_be_set(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, argv: list[str], words: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert words in refused(capsys, "play", *argv)
