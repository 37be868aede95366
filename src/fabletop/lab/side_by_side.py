"""Two builds of Fabletop in one run: what a change of the engine costs or gains.

Both wait in processes of their own and work in turns, slice by slice, each first as often as the other, so
that whatever else the machine does hits both alike. A ratio compares a slice with its neighbour.
"""

import os
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from fabletop.games import game as find_game
from fabletop.kernel.question import Mistake
from fabletop.lab.bench import (
    Child,
    ChildFailed,
    Progress,
    Report,
    Row,
    Target,
    find_compiled,
    is_compiled,
    machine,
    source_tree,
)
from fabletop.lab.intervals import around_median
from fabletop.lab.stopwatch import CLONE, DRIVEN, INSIDE, subject_of

OURS, THEIRS = "this build", "the other"
COMPARED = (INSIDE, DRIVEN, CLONE)
WANTED = 0.9  # of the other's speed

INTERVALS = "Ratios: of neighbouring slices; median [where it lies 95 times of 100]."

Pair = tuple[str, str]  # subject, measure


def side_by_side(
    games: Sequence[str], other: Path, seconds: float, rounds: int, progress: Progress | None = None
) -> Report:
    """Measure these games in this build and in another. Ctrl-C ends it after the last complete round."""
    if seconds <= 0 or rounds < 1:
        raise Mistake("a benchmark needs at least 1 round, and slices of more than 0 seconds")
    for name in games:
        find_game(name)
    report = Report(machine=machine(), notes=[INTERVALS])
    with ExitStack() as stack:
        ours = started(stack, OURS, None, find_compiled(), games)
        former_names = [name for game in games for name, _ in find_game(game).formerly]
        theirs = started(stack, THEIRS, *find_build(other), list(dict.fromkeys([*games, *former_names])))
        report.engines = {child.engine: child.says for child in (ours, theirs)}
        if ours.says != theirs.says:
            report.notes.append(f"{OURS} is {ours.says}, {THEIRS} {theirs.says}: the ratios say little.")
        pairs = in_both(ours, theirs, report.notes)
        try:
            run_in_turns(ours, theirs, pairs, seconds, rounds, report, progress or (lambda done, total: None))
        except KeyboardInterrupt:
            report.stopped = True
            if report.rounds == 0:
                raise
    report.targets = [ratio(report, pair) for pair, _ in pairs]
    return report


def find_build(given: Path) -> tuple[Path | None, Path | None]:
    """The Python of a checkout's own .venv, or a tree from which this Python can import the package."""
    for name in (".venv/bin/python", ".venv/Scripts/python.exe"):
        if (given / name).exists():
            return (given / name).absolute(), None
    return None, given.resolve() if is_compiled(given) else source_tree(given)


def started(
    stack: ExitStack, engine: str, python: Path | None, tree: Path | None, games: Sequence[str]
) -> Child:
    names = known_to(python, games) if python else list(games)
    try:
        child = Child(engine, ["fabletop", *names], tree, python)
    except ChildFailed as error:
        raise Mistake(f"{engine} cannot be measured: {error}") from None
    stack.callback(child.close)
    return child


def known_to(python: Path, games: Sequence[str]) -> list[str]:
    """Those of the games that a build of another day has, too."""
    code = "import fabletop; print(*fabletop.names())"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    asked = subprocess.run(
        [python, "-P", "-c", code], check=False, capture_output=True, text=True, env=environment
    )
    if asked.returncode:
        raise Mistake(f"there is no Fabletop for {str(python)!r}: {asked.stderr.strip().splitlines()[-1]}")
    return [name for name in games if name in asked.stdout.split()]


def in_both(ours: Child, theirs: Child, notes: list[str]) -> list[tuple[Pair, Pair]]:
    """What can be compared: ours, and how the other calls it."""
    there = {subject for subject, _ in theirs.slices}
    alone = sorted({subject for subject, _ in ours.slices if former(subject, there) not in there})
    notes += [f"{subject}: only in {OURS}, so there is nothing to compare." for subject in alone]
    pairs = [((subject, kind), (former(subject, there), kind)) for subject, kind in ours.slices]
    pairs = [(mine, other) for mine, other in pairs if other in theirs.slices and mine[1] in COMPARED]
    if not pairs:
        raise Mistake("the two builds have none of these games in common")
    return pairs


def former(subject: str, known: set[str]) -> str:
    """What this was called when it was part of another game."""
    found = find_game(subject.split(",", maxsplit=1)[0]) if subject not in known else None
    names = [subject_of(name, players) for name, players in found.formerly] if found else []
    return next((name for name in names if name in known), subject)


def run_in_turns(
    ours: Child,
    theirs: Child,
    pairs: list[tuple[Pair, Pair]],
    seconds: float,
    rounds: int,
    report: Report,
    progress: Progress,
) -> None:
    for number in range(rounds):
        found = []
        for place, (pair, other) in enumerate(pairs):
            turns = [(ours, pair), (theirs, other)]
            for child, called in turns if (number + place) % 2 else reversed(turns):
                found.append((child.engine, *pair, child.run(*called, seconds)))
            progress(number * len(pairs) + place + 1, rounds * len(pairs))
        for engine, subject, measure, slice_ in found:
            report.rows.setdefault((engine, subject, measure), Row(engine, subject, measure)).add(*slice_)
        report.rounds += 1


def ratio(report: Report, pair: Pair) -> Target:
    ours, theirs = report.rows[OURS, *pair], report.rows[THEIRS, *pair]
    ratios = [mine / other for mine, other in zip(ours.rates, theirs.rates, strict=True)]
    subject, measure = pair
    return Target(subject, f"{measure} / the other's", WANTED, median(ratios), *around_median(ratios))
