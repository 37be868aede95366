"""The lab: simulation on one and more processes, stopping halfway, soak tests."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.cli.main import main
from fabletop.kernel.question import Option
from fabletop.kernel.replay import load
from fabletop.kernel.state import State
from fabletop.lab import sim, workers
from fabletop.lab.arguments import options_from, seats_from
from fabletop.lab.conformance import BrokenPromise
from fabletop.lab.report import bar, paragraph, short, table
from fabletop.lab.sim import Simulation, simulate, spread_seats
from fabletop.lab.soak import play_watched, save_failure, soak
from fabletop.lab.tally import Failure, Record, Tally
from fabletop.lab.workers import chunks, derived, play_games

# --- Simulation ----------------------------------------------------------------------


def test_the_same_games_for_any_number_of_jobs() -> None:
    alone = simulate("storybook", 12, seed=4, jobs=1)
    together = simulate("storybook", 12, seed=4, jobs=2)
    assert alone.tally == together.tally
    assert alone.tally.as_json() == together.tally.as_json()
    assert not alone.stopped
    assert not together.stopped


def test_what_is_counted_adds_up() -> None:
    tally = simulate("storybook", 20, seed=1).tally
    assert tally.games == 20
    first, second = tally.seats()
    assert (first.wins, first.draws, first.losses) == (second.losses, second.draws, second.wins)
    assert first.wins + first.draws + first.losses == 20
    assert first.low <= first.wins / 20 <= first.high
    assert sum(tally.lengths.values()) == 20
    for name, counts in tally.facts.items():
        assert sum(counts.values()) == 20, name


def test_a_game_without_an_end_is_broken_off_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the rules two bots may go round for ever; nobody wins that."""
    monkeypatch.setattr(sim, "LONGEST", 5)
    assert main(["sim", "storybook", "--games", "3", "--jobs", "1"]) == 0
    assert "3 of them without an end" in capsys.readouterr().out
    found = simulate("storybook", 3, jobs=1).tally
    assert found.endless == 3 and set(found.lengths) == {5} and set(found.returns) == {(0.0, 0.0)}


def test_another_seed_gives_other_games() -> None:
    assert simulate("storybook", 5, seed=1).tally != simulate("storybook", 5, seed=2).tally
    assert simulate("storybook", 5, seed=1).tally == simulate("storybook", 5, seed=1).tally


def test_bots_that_look_get_a_state_that_was_dealt_anew() -> None:
    seen = simulate("storybook", 4, seats=["greedy", "random"], seed=1).tally
    assert seen.games == 4


def test_seeds_are_small_enough_for_every_reader_of_json() -> None:
    seeds = {derived(7, number, "game") for number in range(1000)}
    assert len(seeds) == 1000
    assert max(seeds) < 2**53


@pytest.mark.parametrize(("games", "jobs"), [(1, 1), (7, 2), (250, 2), (1000, 3), (100_000, 2)])
def test_chunks_hold_every_game_once(games: int, jobs: int) -> None:
    parts = chunks(range(games), jobs)
    assert [n for part in parts for n in part] == list(range(games))
    if games >= 100 * jobs:
        assert all(len(part) >= 100 for part in parts[:-1])
    else:
        assert len(parts) <= jobs


def test_what_is_handed_back_is_shared_out_more_finely() -> None:
    assert workers.halves(range(5)) == [range(2), range(2, 5)]
    assert workers.halves([7]) == [[7]]


def test_a_worker_hands_back_what_it_has_no_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "TURN", -1.0)
    done, stop = multiprocessing.Value("q", 0), multiprocessing.Event()
    monkeypatch.setattr(workers, "CONTEXT", [workers.WorkerContext(Fake(-1, KeyboardInterrupt), done, stop)])
    accumulator, rest = workers.play_chunk(range(3, 9))
    assert (accumulator.games, rest) == (1, range(4, 9))
    stop.set()
    accumulator, rest = workers.play_chunk(range(3, 9))
    assert (accumulator.games, rest) == (0, range(3, 9))


@dataclass(frozen=True)
class Fake:
    """A task that ends badly at one game."""

    at: int
    error: type[BaseException]

    def accumulator(self) -> Tally:
        return Tally()

    def prepare(self) -> Callable[[int], Record]:
        def play(number: int) -> Record:
            if number == self.at:
                raise self.error
            return Record((1.0, -1.0), number)

        return play


def test_an_interruption_keeps_what_is_done() -> None:
    told: list[tuple[int, int]] = []
    work = play_games(Fake(5, KeyboardInterrupt), 10, 1, lambda done, total: told.append((done, total)))
    assert work.stopped
    assert work.tally.games == 5
    assert told[-1] == (5, 10)


def test_an_interruption_keeps_what_other_processes_have_done() -> None:
    asked: list[int] = []

    def interrupt_once(done: int, total: int) -> None:
        if done and not asked:
            asked.append(done)
            raise KeyboardInterrupt

    work = simulate("storybook", 4000, jobs=2, progress=interrupt_once)
    assert work.stopped
    assert 0 < asked[0] <= work.tally.games < 4000


def test_an_error_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        play_games(Fake(5, ZeroDivisionError), 10, 1)
    with pytest.raises(fabletop.Mistake, match="there is no bot 'nobody'"):
        play_games(Simulation("storybook", ("nobody", "nobody")), 10, 2)
    with pytest.raises(BrokenProcessPool):
        play_games(Simulation("nothing", ("random", "random")), 10, 2)


def test_an_error_says_in_which_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("fabletop.lab.sim.play_out", stumble)
    with pytest.raises(ZeroDivisionError) as caught:
        simulate("storybook", 10, seed=3)
    assert f"in game 0 of the simulation: seed {derived(3, 0, 'game')}" in caught.value.__notes__[0]


STARTED = """
import sys
from fabletop.cli.main import main
from fabletop.lab import sim
play_out = sim.play_out
def first(*rest):
    sim.play_out = play_out
    print("ready", file=sys.stderr, flush=True)
    play_out(*rest)
sim.play_out = first
sys.exit(main())
"""


def test_ctrl_c_on_the_command_line_reports_the_games_played() -> None:
    command = [
        sys.executable,
        "-c",
        STARTED,
        "sim",
        "storybook",
        "--games",
        "500000",
        "--jobs",
        "1",
        "--json",
    ]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stderr
    assert child.stderr.readline() == "ready\n"
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert child.returncode == 0, err
    found = json.loads(out)
    assert found["stopped"]
    assert f"stopped after {found['games']} of 500000 games" in err


def test_a_moment_of_work_stays_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[range] = []

    def apart(task: object, numbers: range, jobs: int, *rest: object) -> None:
        shared.append(numbers)

    monkeypatch.setattr(workers, "processors", lambda: 2)
    monkeypatch.setattr(workers, "play_apart", apart)
    assert play_games(Fake(-1, KeyboardInterrupt), 10).tally.games == 10
    assert shared == []
    monkeypatch.setattr(workers, "MOMENT", -1.0)
    play_games(Fake(-1, KeyboardInterrupt), 10)
    assert shared == [range(1, 10)]
    play_games(Fake(-1, KeyboardInterrupt), 10, 1)
    play_games(Fake(-1, KeyboardInterrupt), 1)
    assert shared == [range(1, 10)]
    play_games(Fake(-1, KeyboardInterrupt), 10, 2)
    assert shared == [range(1, 10), range(10)]


def test_work_begun_here_and_finished_elsewhere_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "processors", lambda: 2)
    monkeypatch.setattr(workers, "MOMENT", -1.0)
    told: list[tuple[int, int]] = []
    begun = simulate("storybook", 7, seed=4, progress=lambda done, total: told.append((done, total)))
    assert begun.tally == simulate("storybook", 7, seed=4, jobs=1).tally
    assert told[-1] == (7, 7)
    assert {total for _, total in told} == {7}


# --- Bad input -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"game": "storyboook"}, "did you mean 'storybook'"),
        ({"seats": ["grumpy"]}, "there is no bot 'grumpy'"),
        ({"seats": ["random"] * 3}, "3 bots cannot be spread over 2 seats; name 1 or 2"),
        ({"seats": []}, "0 bots cannot be spread"),
        ({"games": 0}, "0 games cannot be played"),
        ({"jobs": 0}, "0 jobs cannot do anything"),
        ({"players": 3}, "2 or 4 players, not 3"),
        ({"options": {"colour": "red"}}, "has no option 'colour'"),
        ({"edition": "hose"}, "did you mean 'house'"),
        ({"seed": 1.5}, "a seed is a whole number"),
    ],
)
def test_a_wish_that_cannot_be_met(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(fabletop.Mistake, match=words):
        simulate(**{"game": "storybook", "games": 1, **wrong})


def test_seats_are_repeated_around_the_table() -> None:
    assert spread_seats(["greedy", "random"], 4) == ("greedy", "random", "greedy", "random")


@pytest.mark.parametrize("word", ["hero", "=alice", "hero=", ""])
def test_an_option_has_a_name_and_a_value(word: str) -> None:
    with pytest.raises(fabletop.Mistake, match="name=value"):
        options_from([word])


def test_wishes() -> None:
    assert options_from(["hero=alice", "side=heroes"]) == {"hero": "alice", "side": "heroes"}
    assert seats_from("greedy, random") == ["greedy", "random"]
    with pytest.raises(fabletop.Mistake, match="given twice"):
        options_from(["hero=alice", "hero=alice"])
    with pytest.raises(fabletop.Mistake, match="names of bots"):
        seats_from("greedy,,random")


# --- Soak tests ------------------------------------------------------------------------


def test_a_soak_test_plays_all_kinds_of_games() -> None:
    work = soak("storybook", 24, seed=1)
    assert work.tally.games == 24
    assert not work.tally.failures
    assert {len(returns) for returns in work.tally.returns} == {2, 4}


def test_given_options_are_kept() -> None:
    tally = soak("storybook", 8, seed=1, players=2, options={"hero": "alice"}).tally
    assert tally.facts["hero"] == Counter({"alice": 8})
    assert {len(returns) for returns in tally.returns} == {2}


class Broken:
    """A state whose questions have no answer."""

    seat = 0
    over = False
    moves = 0

    def legal(self) -> list[int]:
        return []


def test_a_question_without_an_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.lab.soak.look_closely", lambda game, state: None)
    with pytest.raises(BrokenPromise, match="seat 0 is asked, but has no answer"):
        play_watched(fabletop.game("storybook"), Broken(), fabletop.seeded(1), [])  # type: ignore[arg-type]


def test_a_failed_game_is_counted_apart_and_stops_the_work() -> None:
    tally = Tally()
    tally.add(Record((), 3, failure=Failure("no answer", 1, 2, {}, [1, 2, 3])))
    assert tally.games == 0
    assert len(tally.failures) == 1


def test_a_failed_game_is_saved_as_a_replay(tmp_path: Path) -> None:
    state = fabletop.game("storybook").start(seed=5)
    actions = []
    for _ in range(6):
        actions.append(state.legal()[-1])
        state.apply(actions[-1])
    file = tmp_path / "failed.json"
    save_failure("storybook", Failure("it broke", 5, 2, {}, actions), file)
    assert [answer.action for answer in load(file).actions] == actions


def test_a_game_too_broken_to_replay_is_saved_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "failed.json"
    save_failure("storybook", Failure("it broke", 5, 2, {}, [1, 2]), file)
    assert json.loads(file.read_text())["actions"] == [1, 2]


def deck_of(state: State) -> list[int]:
    return list(state.deck)  # type: ignore[attr-defined]


def at_the_end(state: State, seat: int | None) -> bool:
    return state.over and seat == 1


def to_a_spectator(state: State, seat: int | None) -> bool:
    return seat is None and state.moves == 40


@pytest.mark.parametrize("leaks", [at_the_end, to_a_spectator])
def test_a_leak_at_one_moment_to_one_viewer_is_found(
    monkeypatch: pytest.MonkeyPatch, leaks: Callable[[State, int | None], bool]
) -> None:
    """Every step to the very end, every seat and a spectator: nothing is left out."""
    kind = type(fabletop.game("storybook"))
    honest = kind.view

    def leaky(self: Any, state: State, seat: int | None) -> dict[str, Any]:
        return honest(self, state, seat) | ({"deck": deck_of(state)} if leaks(state, seat) else {})

    assert not soak("storybook", 1, seed=3, players=2, jobs=1, secrets=True).tally.failures
    monkeypatch.setattr(kind, "view", leaky)
    failures = soak("storybook", 1, seed=3, players=2, jobs=1, secrets=True).tally.failures
    assert "can tell worlds apart" in failures[0].words


def test_a_warning_that_knows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(fabletop.game("storybook"))
    honest = kind.option

    def warned(self: Any, state: State, seat: int, action: int) -> Option:
        return replace(honest(self, state, seat, action), sure=str(deck_of(state)))

    monkeypatch.setattr(kind, "option", warned)
    failures = soak("storybook", 1, seed=3, players=2, jobs=1, secrets=True).tally.failures
    assert "can tell worlds apart" in failures[0].words


def test_a_failing_soak_test_says_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fabletop.lab.soak.ENDLESS", 5)
    monkeypatch.chdir(tmp_path)
    assert main(["soak", "storybook", "--games", "3", "--jobs", "1"]) == 1
    err = capsys.readouterr().err
    assert "has not ended after 5 answers" in err
    assert "--seed" in err
    assert len(load(next(tmp_path.glob("soak-storybook-*.json"))).actions) == 5


# --- The commands ----------------------------------------------------------------------


def test_sim_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "storybook", "--games", "5", "--seats", "random", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "5 games of storybook, seed 3" in out
    assert "95 % interval" in out


def test_sim_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["sim", "storybook", "--games", "5", "--players", "4", "--option", "hero=alice", "--json"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 5
    assert found["bots"] == ["random"] * 4
    assert found["options"] == {"hero": "alice"}


@pytest.mark.parametrize("command", ["sim", "soak"])
def test_a_mistake_is_a_sentence_and_code_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "storybook", "--games", "0"]) == 2
    assert "0 games cannot be played" in capsys.readouterr().err


def test_perft_and_playthrough_as_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "storybook", "3"]) == 0
    assert capsys.readouterr().out == "18\n"
    assert main(["perft", "storybook", "3", "--divide"]) == 0
    assert "4096  Play the Heroes" in capsys.readouterr().out
    assert main(["perft", "storybook", "2", "--divide", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["divide"] == {"4096": 3, "4097": 3}
    assert main(["playthrough", "storybook", "--seed", "5"]) == 0
    assert "over after" in capsys.readouterr().out
    assert main(["perft", "storybook", "-1"]) == 2


# --- Tables ----------------------------------------------------------------------------


def test_tables_and_bars() -> None:
    assert table([["a", "1"], ["bb", "22"]]) == ["a    1", "bb  22"]
    assert table([]) == []
    assert bar(1, 2, width=4) == "██"
    assert bar(0, 2) == ""
    assert bar(1e-9, 1) == "▏"
    assert [short(number) for number in (12.345, 1234, 3_490_000)] == ["12.3", "1.23 k", "3.49 M"]


def test_a_paragraph_is_broken_between_its_items() -> None:
    lines = paragraph("twist:", [f"number {n}" for n in range(20)])
    assert len(lines) > 1
    assert all(line.endswith(",") for line in lines[:-1])
    assert " ".join(line.strip() for line in lines).count("number ") == 20


def test_processors_are_counted() -> None:
    assert 1 <= workers.processors() <= (os.cpu_count() or 1)
