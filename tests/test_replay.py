"""Replay files: what is written is read back, and every way to be wrong has its sentence."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop import Mistake
from fabletop.cli.main import main
from fabletop.kernel import replay
from fabletop.kernel.session import Session
from fabletop.kernel.snapshot import snapshot

GAME = fabletop.game("storybook")
HOUSE = GAME.home / "editions" / "house.toml"


def a_game(answers: int = 5000, edition: "str | Path" = "house", seed: int = 5) -> Session:
    session = Session(GAME, 2, seed, {"side": "heroes"}, edition)
    chance = random.Random(seed)
    for _ in range(answers):
        if session.seat is not None:
            session.play(session.seat, chance.choice(session.state.legal()))
    return session


FINISHED = replay.dump(a_game())
BEGUN = replay.dump(a_game(30))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


# --- Writing and reading -------------------------------------------------------------


@pytest.mark.parametrize("answers", [0, 1, 30, 5000])
def test_what_is_saved_is_the_same_game_again(file: Path, answers: int) -> None:
    session = a_game(answers)
    replay.save(session, file)
    found = replay.load(file)
    again = replay.resume(found)
    assert snapshot(again.state) == snapshot(session.state)
    assert again.actions == session.actions
    assert again.journal.rows == session.journal.rows
    assert (found.result is not None) == session.over
    assert replay.dump(again) == file.read_text("utf-8")


def test_a_resumed_game_can_be_played_on(file: Path) -> None:
    replay.save(a_game(30), file)
    session = replay.resume(replay.load(file))
    assert session.seat is not None
    session.play(session.seat, session.state.legal()[0])
    assert len(session.actions) == 31


def test_a_file_has_one_answer_a_line_and_is_plain_json() -> None:
    content = json.loads(FINISHED)
    assert list(content) == [
        "format",
        "version",
        "game",
        "rules_version",
        "edition",
        "edition_digest",
        "players",
        "options",
        "seed",
        "actions",
        "result",
    ]
    lines = [line.strip().rstrip(",") for line in FINISHED.splitlines() if '"action":' in line]
    assert [json.loads(line) for line in lines] == content["actions"]
    assert FINISHED.endswith("}\n")


def test_saving_replaces_a_file_at_once_and_leaves_nothing_else(file: Path) -> None:
    file.write_text("old")
    replay.save(a_game(3), file)
    assert len(replay.load(file).actions) == 3
    assert [path.name for path in file.parent.iterdir()] == ["game.json"]


def test_a_full_disk_leaves_the_old_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    file.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Mistake, match=r"game\.json: cannot be written: No space left on device"):
        replay.save(a_game(3), file)
    assert file.read_text() == "old"
    assert [path.name for path in file.parent.iterdir()] == ["game.json"]


def test_a_file_that_cannot_be_written_is_a_mistake_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"nowhere.game\.json: cannot be written: No such file"):
        replay.save(a_game(3), tmp_path / "nowhere" / "game.json")
    with pytest.raises(Mistake, match="this is not a file"):
        replay.save(a_game(3), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_replaying_goes_step_by_step(file: Path) -> None:
    file.write_text(BEGUN, "utf-8")
    seen = []
    for step in replay.replay(replay.load(file)):
        assert len(step.session.actions) == step.number
        seen.append(step.answer)
    assert [(a.seat, a.action) for a in seen] == [
        (a["seat"], a["action"]) for a in json.loads(BEGUN)["actions"]
    ]


def test_verify_sums_up(file: Path) -> None:
    file.write_text(FINISHED, "utf-8")
    summary = replay.verify(file)
    session = a_game()
    assert summary.over
    assert summary.result == tuple(session.state.returns())
    assert summary.words == GAME.result(session.state)
    assert (summary.actions, summary.reworded) == (len(session.actions), 0)
    file.write_text(BEGUN.replace("Lead ", "Follow "), "utf-8")
    summary = replay.verify(file)
    assert not summary.over and summary.words.startswith("not over; it is the question of ")
    assert summary.reworded == BEGUN.count("Lead ") > 0


def test_a_finished_game_of_rules_that_are_not_played_is_shown_as_its_file_tells(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    version = GAME.rules_version
    by = f'"rules_version": {version}'
    for changed in ('"rules_version": 0', f'{by},\n  "mended": {version + 1}'):
        file.write_text(FINISHED.replace(by, changed), "utf-8")
        assert main(["replay", str(file)]) == 0
        shown = capsys.readouterr().out
        assert a_game().actions[3].words in shown and "to seat 1" in shown and "by version" in shown
        file.write_text(BEGUN.replace(by, changed), "utf-8")
        assert main(["replay", str(file)]) == 2  # hands are still hidden
        with pytest.raises(replay.NotPlayed):
            replay.verify(file)


# --- Editions of one's own ----------------------------------------------------------------


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(HOUSE.read_text("utf-8").replace('name = "house"', 'name = "mine"', 1), "utf-8")
    return path


def test_a_game_with_an_edition_of_ones_own_needs_that_file(file: Path, mine: Path) -> None:
    replay.save(a_game(20, mine), file)
    with pytest.raises(Mistake, match=r"edition: 'mine' does not come with .* --edition mine\.toml"):
        replay.load(file)
    assert replay.load(file, mine).opening.edition.name == "mine"
    assert main(["verify", str(file), "--edition", str(mine)]) == 0


def test_a_changed_edition_is_noticed(file: Path, mine: Path) -> None:
    replay.save(a_game(20, mine), file)
    mine.write_text(mine.read_text("utf-8") + "\n# a note\n", "utf-8")
    with pytest.raises(Mistake, match=r"edition_digest: .*give the file it was played with"):
        replay.load(file, mine)
    with pytest.raises(Mistake, match="there is no edition"):
        replay.load(file, mine.with_name("other.toml"))


# --- Broken files ------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


def without(field: str) -> Change:
    return lambda content: content.pop(field)


def changed(field: str, value: Any) -> Change:
    return lambda content: content.update({field: value})


def action(number: int, **fields: Any) -> Change:
    return lambda content: content["actions"][number - 1].update(fields)


def one_more(content: dict[str, Any]) -> None:
    content["actions"].append({"seat": 0, "action": 24576, "words": "End actions"})


def cut_short(content: dict[str, Any]) -> None:
    del content["actions"][10:]


BROKEN: list[tuple[Change, str]] = [
    (without("format"), "game.json, format: this is no replay; expected 'fabletop-replay', not None"),
    (changed("format", "chess"), "format: this is no replay; expected 'fabletop-replay', not 'chess'"),
    (without("version"), "version: this fabletop reads 1, not None"),
    (changed("version", 2), "version: this fabletop reads 1, not 2"),
    (changed("version", True), "version: this fabletop reads 1, not True"),
    *[
        (without(field), f"game.json, {field}: is missing; expected ")
        for field in (
            "game",
            "rules_version",
            "edition",
            "edition_digest",
            "players",
            "options",
            "seed",
            "actions",
            "result",
        )
    ],
    (changed("game", "storybok"), "game: there is no game 'storybok': did you mean 'storybook'?"),
    (changed("game", 7), "game: expected a text in quotes, not 7"),
    (changed("game", ""), "game: must not be empty"),
    (changed("rules_version", 99), "rules_version: this game was played by version 99"),
    (changed("rules_version", 99), "replay it with a newer fabletop"),
    (changed("rules_version", 0), "replay it with an older fabletop"),
    (changed("rules_version", "1"), "rules_version: expected a whole number, not '1'"),
    (
        lambda content: content.update(edition="mine", edition_digest="0" * 16),
        "edition: 'mine' does not come with Storybook Battles",
    ),
    (changed("edition_digest", "0" * 16), "edition_digest: this game was played with another text"),
    (changed("players", 3), "Storybook Battles is for 2 or 4 players, not 3"),
    (changed("players", "2"), "players: expected a whole number, not '2'"),
    (changed("options", []), "options: expected an object in { }, not []"),
    (changed("options", {"side": 1}), "options: 'side': expected a text in quotes, not 1"),
    (changed("options", {"sied": "heroes"}), "Storybook Battles has no option 'sied'"),
    (changed("options", {"side": "hero"}), "option 'side' cannot be 'hero': did you mean 'heroes'?"),
    (changed("seed", 1.5), "seed: expected a whole number, not 1.5"),
    (changed("seed", True), "seed: expected a whole number, not True"),
    (changed("seed", None), "seed: expected a whole number, not None"),
    (changed("seed", 6), "game.json, action "),
    (changed("sede", 5), "sede: is not known here; did you mean 'seed'?"),
    (changed("actions", {}), "actions: expected a list in [ ], not {}"),
    (changed("actions", [24576]), "action 1: expected an object in { }, not 24576"),
    (action(3, seat="0"), "action 3, seat: expected the number of a seat, not '0'"),
    (action(3, action=None), "action 3, action: expected a whole number, not None"),
    (action(3, words=5), "action 3, words: expected a text in quotes, not 5"),
    (action(3, acton=5), "action 3, acton: is not known here; did you mean 'action'?"),
    (lambda content: content["actions"][1].pop("seat"), "action 2, seat: is missing"),
    (action(2, seat=0), "action 2, seat: it is the question of seat 1, not 0"),
    (action(2, seat=7), "action 2, seat: it is the question of seat 1, not 7"),
    (action(2, action=4096), "action 2: 4096 is not allowed: "),
    (action(2, action=4096), "(SB-BUILD.2)"),
    (action(2, action=-5), "action 2: -5 is not allowed: "),
    (action(2, action=1 << 80), f"action 2: {1 << 80} is not allowed: "),
    (one_more, "the game was over before it; expected no more actions"),
    (cut_short, "result: expected null (the game is not over), not ["),
    (changed("result", None), "(the game ended so), not null"),
    (changed("result", [0.5, -0.5]), "(the game ended so), not [0.5, -0.5]"),
    (changed("result", [1.0]), "(the game ended so), not [1.0]"),
    (
        changed("result", ["1", "-1"]),
        "result: expected null, or a list with one number a seat, not ['1', '-1']",
    ),
    (changed("result", "heroes"), "result: expected null, or a list with one number a seat, not 'heroes'"),
]


@pytest.mark.parametrize(("change", "words"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_replay_is_refused_with_a_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], change: Change, words: str
) -> None:
    content = json.loads(FINISHED)
    change(content)
    file.write_text(json.dumps(content), "utf-8")
    assert main(["verify", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fabletop: game.json")
    assert words in err


NO_JSON = [
    (b"", "game.json, line 1, column 1: this is not JSON"),
    (FINISHED.encode()[:-10], "this is not JSON"),
    (FINISHED.encode().replace(b'"seed": 5', b'"seed": 05'), "line 10, column 12: this is not JSON"),
    (b"[1, 2]", "game.json: this is no replay; expected an object in { }"),
    (b"\xff\xfe\x00", "game.json: this is no replay: not text in UTF-8"),
    (b'{"format": NaN}', "game.json: this cannot be read as JSON: NaN is not a number"),
    (b'{"seed": 1, "seed": 2}', "game.json: this cannot be read as JSON: 'seed' stands twice in one object"),
    (b"[" * 100_000, "game.json: this cannot be read as JSON"),
    (b'{"seed": ' + b"9" * 5000 + b"}", "game.json: this cannot be read as JSON"),
]


@pytest.mark.parametrize(("blob", "words"), NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_not_json_is_refused_with_a_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], blob: bytes, words: str
) -> None:
    file.write_bytes(blob)
    assert main(["verify", str(file)]) == 2
    assert words in capsys.readouterr().err


def test_several_problems_are_told_at_once(file: Path) -> None:
    content = json.loads(FINISHED)
    content["seed"] = "five"
    del content["players"]
    file.write_text(json.dumps(content), "utf-8")
    with pytest.raises(Mistake, match=r"players: is missing.*\n.*seed: expected a whole number"):
        replay.load(file)


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["verify", str(tmp_path / "none.json")]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert main(["verify", str(tmp_path)]) == 2
    assert "cannot be read: Is a directory" in capsys.readouterr().err
