"""The benchmark: its arithmetic, its tables, where it finds the engines, and a tiny real run."""

import json
from pathlib import Path
from typing import cast

import pytest

import fabletop
from fabletop.cli.main import main
from fabletop.lab import bench as benchmark
from fabletop.lab import learners
from fabletop.lab.bench import (
    COMPILED,
    INTERPRETED,
    OPENSPIEL,
    Key,
    Report,
    Row,
    bench,
    package_root,
    ratio_target,
    source_tree,
    targets,
    without_binaries,
)
from fabletop.lab.benchtable import lines
from fabletop.lab.side_by_side import in_both
from fabletop.lab.stopwatch import even_outcome, fabletop_slices, run, weighed_outcome

SUBJECT = "storybook, 2 players"


def rows_with(**rates: float) -> dict[Key, Row]:
    """Rows of one round, ours and theirs."""
    keys: dict[str, Key] = {
        "inside": (COMPILED, SUBJECT, "inside"),
        "interpreted": (INTERPRETED, SUBJECT, "inside"),
        "driven": (COMPILED, SUBJECT, "driven"),
        "clone": (COMPILED, SUBJECT, "clone"),
        "resample": (COMPILED, SUBJECT, "resample"),
        "backgammon": (OPENSPIEL, "backgammon", "driven"),
        "eights": (OPENSPIEL, "crazy_eights, 4 players", "driven"),
        "hearts": (OPENSPIEL, "hearts", "clone"),
        "search": (COMPILED, SUBJECT, "search"),
        "rummy": (OPENSPIEL, "gin_rummy", "search"),
    }
    return {keys[name]: Row(*keys[name], rates=[rate], games=[1.0]) for name, rate in rates.items()}


ALL = {"inside": 2e6, "interpreted": 1e5, "driven": 7e5, "clone": 1e6, "resample": 2.5e5, "search": 3e4}
THEIRS = {"backgammon": 7e4, "eights": 4e5, "hearts": 1.1e6, "rummy": 1500.0}


def test_the_ratios_that_we_want() -> None:
    found = targets(SUBJECT, rows_with(**ALL, **THEIRS))
    assert [target.ratio for target in found] == pytest.approx(
        [28.57, 20, 10, 1.75, 0.909, 1.25, 20], rel=1e-3
    )
    assert [target.wanted for target in found] == [20, 15, 8, 1.5, 1, 1, 15]
    assert [target.met for target in found] == [True, True, True, True, False, True, True]


def test_resampling_may_cost_three_clones_and_two_microseconds() -> None:
    """A clone takes 1 µs, so 5 µs are allowed."""
    just = targets(SUBJECT, rows_with(clone=1e6, resample=1e6 / 4.99))[-2]
    too_slow = targets(SUBJECT, rows_with(clone=1e6, resample=1e6 / 5.01))[-2]
    assert (just.met, too_slow.met) == (True, False)


def test_what_was_not_measured_is_neither_met_nor_missed() -> None:
    found = targets(SUBJECT, rows_with(**ALL))
    assert [target.met for target in found] == [None, True, None, None, None, True, None]


def test_rounds_are_compared_one_by_one() -> None:
    """The machine was three times slower in the second round: the ratio does not show it."""
    target = ratio_target(SUBJECT, "", 2, [300.0, 100.0, 320.0], [100.0, 33.0, 100.0])
    assert target.ratio == pytest.approx(3.03, abs=0.01)
    assert target.met


def test_the_table_says_what_is_met() -> None:
    report = Report(rows_with(**ALL, **THEIRS), rounds=1, machine=benchmark.machine())
    report.targets = targets(SUBJECT, report.rows)
    report.notes = ["a note"]
    text = "\n".join(lines(report))
    assert "median of 1 round " in text
    assert "2 M" in text
    assert text.count("NOT MET") == 1
    assert "hearts" in text
    assert text.endswith("a note")


def test_the_figures_name_no_machine() -> None:
    import platform

    text = json.dumps(benchmark.machine())
    assert platform.node() not in text
    assert str(Path.home()) not in text


# --- Where the engines are -----------------------------------------------------------------


def test_a_copy_without_binaries_can_be_interpreted(tmp_path: Path) -> None:
    package = tmp_path / "there" / "fabletop" / "kernel"
    package.mkdir(parents=True)
    for name in ("state.py", "state.cpython-311-x86_64-linux-gnu.so"):
        (package / name).touch()
    assert benchmark.is_compiled(tmp_path / "there")
    scratch = without_binaries(tmp_path / "there", tmp_path / "here")
    assert not benchmark.is_compiled(scratch)
    assert source_tree(scratch) == scratch
    with pytest.raises(fabletop.Mistake, match="holds a compiled Fabletop"):
        source_tree(tmp_path / "there")


def test_a_source_tree_must_hold_the_package(tmp_path: Path) -> None:
    with pytest.raises(fabletop.Mistake, match="is no source tree"):
        source_tree(tmp_path)


# --- Measuring -----------------------------------------------------------------------------


def test_every_slice_of_the_engine_does_something() -> None:
    slices = fabletop_slices(["storybook"])
    assert {subject for subject, _ in slices} == {"storybook, 2 players", "storybook, 4 players"}
    for burst in slices.values():
        things, bursts, spent = run(burst, 0.001)
        assert things >= bursts >= 1
        assert spent > 0


def test_chance_is_drawn_by_its_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = [(7, 0.5), (8, 0.25), (9, 0.25)]
    for dice, weighed, even in ((0.0, 7, 7), (0.49, 7, 8), (0.6, 8, 8), (0.99, 9, 9)):
        monkeypatch.setattr("random.random", lambda dice=dice: dice)
        assert (weighed_outcome(odds), even_outcome(odds)) == (weighed, even)


def test_a_tiny_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bench.json"
    wishes = ["--seconds", "0.001", "--rounds", "2", "--no-openspiel", "--json", str(file)]
    assert main(["bench", "storybook", *wishes]) == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["rounds"] == 2
    assert found["engines"]["interpreted"] == "interpreted"
    assert found["engines"].get("compiled") in (None, "compiled")
    measured = {row["measure"] for row in found["rows"] if row["engine"] == "interpreted"}
    assert measured == set(benchmark.MEASURES) - set(benchmark.LEARNERS)
    assert all(row["per_second"]["median"] > 0 for row in found["rows"])
    assert "OpenSpiel was left out, as asked." in found["notes"]
    out = capsys.readouterr().out
    assert "random playouts inside the engine" in out
    assert "not measured" in out


# --- Two builds ------------------------------------------------------------------------------


def test_two_builds_are_compared_in_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Against a copy of itself, but a build may only know some of the games."""
    scratch = without_binaries(package_root(), tmp_path)
    wishes = ["--seconds", "0.001", "--rounds", "2", "--json", "-"]
    assert main(["bench", "storybook", "--against", str(scratch), *wishes]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["engines"]) == {"this build", "the other"}
    assert {target["words"].split()[0] for target in found["targets"]} == {"inside", "driven", "clone"}
    assert {target["subject"] for target in found["targets"]} == {SUBJECT, "storybook, 4 players"}
    assert all(0 < target["low"] <= target["ratio"] <= target["high"] for target in found["targets"])
    assert len(found["rows"]) == 2 * len(found["targets"])


def test_a_build_must_hold_the_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "storybook", "--against", str(tmp_path)]) == 2
    assert "is no source tree" in capsys.readouterr().err


def test_what_only_one_build_has_is_named() -> None:
    class Fake:
        def __init__(self, *subjects: str) -> None:
            self.slices = [(subject, measure) for subject in subjects for measure in benchmark.MEASURES]

    notes: list[str] = []
    one, solo, former, two = (
        "storybook, 2 players",
        "condyle-solo, 1 players",
        "condyle, 1 players",
        "condyle, 2 players",
    )
    old, new = cast(benchmark.Child, Fake(one, former)), cast(benchmark.Child, Fake(one, solo, two))
    found = [(mine[0], other[0]) for mine, other in in_both(new, old, notes) if mine[1] == "clone"]
    assert found == [(one, one), (solo, former)]
    assert notes == ["condyle, 2 players: only in this build, so there is nothing to compare."]
    with pytest.raises(fabletop.Mistake, match="none of these games in common"):
        in_both(cast(benchmark.Child, Fake(two)), old, notes)


@pytest.mark.parametrize(
    "wrong", [["--rounds", "0"], ["--seconds", "0"], ["nothing"], ["--json", "no/where.json"]]
)
def test_a_wish_that_cannot_be_met(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *wrong]) == 2
    assert capsys.readouterr().err.startswith("fabletop: ")


def test_a_child_that_fails_says_why() -> None:
    with pytest.raises(benchmark.ChildFailed, match="there is no game"):
        benchmark.Child(INTERPRETED, ["fabletop", "nonsense"], None)


def test_an_interrupted_run_keeps_complete_rounds() -> None:
    def interrupt(done: int, total: int) -> None:
        if done > total * 0.7:
            raise KeyboardInterrupt

    report = bench(["storybook"], 0.001, 2, openspiel=False, progress=interrupt)
    assert report.stopped
    assert report.rounds == 1


def test_learners_are_measured_with_others_beside_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learners, "GAMES", 16)
    monkeypatch.setattr(learners, "AGEING", 2)
    assert main(["bench", "--learning", "--rounds", "1", "--seconds", "0.01", "--json", "-", "coraline"]) == 0
    report = json.loads(capsys.readouterr().out)
    measured = {(row["subject"], row["measure"]) for row in report["rows"]}
    ways = ("batch", "PettingZoo", "Gymnasium")
    assert {(f"coraline, {n} players", way) for n in (1, 2, 3, 4) for way in ways} <= measured
    assert all(row["per_second"]["median"] > 0 for row in report["rows"])
    words = [target["words"] for target in report["targets"]]
    assert "batch, million steps/s" in words
    assert words[-1] == "two processes / one, by the clock"
    assert all(target["met"] is (target["ratio"] >= target["wanted"]) for target in report["targets"])


def test_a_peer_is_compared_round_by_round() -> None:
    mine = Row("compiled", SUBJECT, "batch", rates=[6e5, 9e5, 7e5], games=[1.0] * 3)
    slow = Row("OpenSpiel", "hearts", "peer", rates=[3e3, 3e3, 3e3], games=[1.0] * 3)
    fast = Row("OpenSpiel", "gin_rummy", "peer", rates=[2e4, 3e4, 1e4], games=[1.0] * 3)
    rows = {(row.engine, row.subject, row.measure): row for row in (mine, slow, fast)}
    rate, beside = learners.targets(rows)
    assert (rate.ratio, rate.low, rate.high, rate.met) == (0.7, 0.6, 0.9, True)
    assert (beside.ratio, beside.low, beside.high, beside.met) == (30, 30, 70, True)
    assert beside.words.endswith("gin_rummy")
