"""The protocol as the page reads it, and the seed that was promised."""

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import msgspec
import pytest
from tools import protocol

import fabletop
from fabletop.cli.main import main
from fabletop.kernel import replay
from fabletop.kernel.question import Mistake
from fabletop.kernel.session import Session
from fabletop.server import messages as msg
from fabletop.server.commands import DECIDERS
from fabletop.server.logs import log
from fabletop.server.telling import Sent


def test_the_types_of_the_page_are_current() -> None:
    for path, text in protocol.written().items():
        assert path.read_text(encoding="utf-8") == text, "run python -m tools.protocol"


class Pawn(TypedDict):
    """What a board draws of a pawn."""

    cell: tuple[int, int] | None
    colour: Literal["blue", "red"]
    worn: NotRequired[list[str]]


def test_a_view_becomes_an_interface() -> None:
    _, parts = msgspec.json.schema_components([Pawn], ref_template="{name}")
    assert protocol.interface("Pawn", parts["Pawn"]) == (
        "/** What a board draws of a pawn. */\n"
        "export interface Pawn {\n"
        "  cell: [number, number] | null\n"
        '  colour: "blue" | "red"\n'
        "  worn?: string[]\n"
        "}\n"
    )


def test_what_is_sent_has_the_parts_of_an_update() -> None:
    ours = {field.name for field in msgspec.structs.fields(msg.Update)}
    assert {field.name for field in msgspec.structs.fields(Sent)} == ours


def test_every_message_that_changes_a_table_is_decided() -> None:
    reading = {
        msg.Hello,
        msg.Attend,
        msg.Why,
        msg.AskHint,
        msg.Look,
        msg.Observe,
        msg.Note,
        msg.Report,
        msg.Ping,
    }
    assert set(DECIDERS) | reading == set(msg.FromPage.__args__)


# --- The promise of the seed --------------------------------------------------------------------------------


def finished(keyed: bool = False) -> Session:
    session = Session(fabletop.game("storybook"), 2, 12, keyed=keyed)
    while session.seat is not None:
        session.play(session.seat, session.state.legal()[0], worded=False)
    return session


def test_a_replay_confirms_the_seed_that_was_promised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = finished()
    file = tmp_path / "game.json"
    file.write_text(replay.dump(session, "0123abcd"))
    promised = replay.promise(session.opening, 12, "0123abcd")
    assert replay.verify(file).seed_hash == promised
    assert main(["verify", str(file)]) == 0
    assert promised in capsys.readouterr().out


@pytest.mark.parametrize(
    "change, words",
    [({"nonce": "other"}, "not promised"), ({"seed_hash": "00"}, "not promised"), ({"nonce": ""}, "both")],
)
def test_a_broken_promise_is_found(change: dict[str, str], words: str, tmp_path: Path) -> None:
    content = json.loads(replay.dump(finished(), "0123abcd"))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(content | change))
    with pytest.raises(Mistake, match=words):
        replay.verify(file)


def test_the_kind_of_chance_is_part_of_the_promise(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(replay.dump(finished(keyed=True), "0123abcd"))
    content = json.loads(file.read_text())
    assert content["chance"] == "keyed" and replay.verify(file).seed_hash == content["seed_hash"]
    for chance, words in (("plain", "not promised"), ("odd", "chance: expected")):
        file.write_text(json.dumps(content | {"chance": chance}))
        with pytest.raises(Mistake, match=words):
            replay.verify(file)


def test_a_game_may_be_given_up_before_its_first_answer(tmp_path: Path) -> None:
    session = Session(fabletop.game("storybook"), 4, 12)
    for seats in ((), (0,), (0, 1, 2), (9,)):
        with pytest.raises(Mistake):
            session.resign(seats)
    session.resign((1, 3))
    with pytest.raises(Mistake):
        session.resign((0, 2))
    file = tmp_path / "game.json"
    file.write_text(replay.dump(session))
    summary = replay.verify(file)
    assert summary.over and summary.result == (1.0, -1.0, 1.0, -1.0) and "resigned" in summary.words
    assert replay.resume(replay.load(file)).over


def test_a_promise_tells_nothing_without_its_nonce() -> None:
    session = finished()
    assert replay.promise(session.opening, 12, "a") != replay.promise(session.opening, 12, "b")
    assert replay.promise(session.opening, 12, "a") != replay.promise(session.opening, 13, "a")


def test_unworded_answers_find_their_words() -> None:
    worded, unworded = Session(fabletop.game("storybook"), 2, 3), Session(fabletop.game("storybook"), 2, 3)
    for _ in range(20):
        assert worded.seat is not None
        action = worded.state.legal()[-1]
        worded.play(worded.seat, action)
        unworded.play(worded.actions[-1].seat, action, worded=False)
    assert replay.dump(worded) == replay.dump(unworded)
    unworded.go_back_to(5)
    assert len(unworded.actions) == 5 and unworded.words(5) == worded.words(5)


# --- Logs ---------------------------------------------------------------------------------------------


def test_a_log_line_tells_where_but_not_what(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError("the Queen lies on top")
    except ValueError as error:
        log("error", "a message failed", error=error, table="ABC")
    line = json.loads(capsys.readouterr().err)
    assert line["error"] == "ValueError" and line["where"] and line["table"] == "ABC"
    assert "Queen" not in json.dumps(line)


def test_a_log_that_nobody_reads_any_more_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", buffering=1, closefd=False) as broken:
        monkeypatch.setattr(sys, "stderr", broken)
        log("info", "draining")
        monkeypatch.undo()
        with contextlib.suppress(OSError):
            broken.close()
    os.close(writer)
