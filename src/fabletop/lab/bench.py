"""The benchmark: our engine, compiled and interpreted, and OpenSpiel beside it, all in one run.

Every engine waits in a process of its own and gets a slice of work in each round, so that whatever
else the machine does hits all of them alike. Time is CPU time; figures are medians of the rounds.
"""

import json
import os
import platform
import shutil
import site
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import IO, Any

import fabletop
from fabletop.games import game as find_game
from fabletop.games import ours
from fabletop.kernel.question import Mistake
from fabletop.lab.stopwatch import CHOICE, CLONE, DRIVEN, INSIDE, LEGAL, RESAMPLE, SEARCH, subject_of

BATCH, AEC, GYM, PEER = LEARNERS = "batch", "PettingZoo", "Gymnasium", "peer"  # measured by `learners`
COMPILED, INTERPRETED, OPENSPIEL = "compiled", "interpreted", "OpenSpiel"
MEASURES = {
    INSIDE: "random playouts inside the engine",
    DRIVEN: "driven from Python: legal, pick, apply",
    CHOICE: "driven from Python with random.choice",
    CLONE: "clone",
    RESAMPLE: "clone + resample",
    LEGAL: "legal()",
    SEARCH: "walks of a search",
    BATCH: "batch of 1,024 games with observation, mask and short list",
    AEC: "PettingZoo, one game at a time",
    GYM: "Gymnasium, one seat among random bots",
    PEER: "environments of others",
}
PLAYOUTS = (INSIDE, DRIVEN, CHOICE, BATCH, AEC, GYM, PEER)  # these count actions, and games beside them

Key = tuple[str, str, str]  # engine, subject, measure
Progress = Callable[[int, int], None]  # slices done, slices in all


@dataclass(slots=True)
class Row:
    """One thing measured, round by round."""

    engine: str
    subject: str
    measure: str
    rates: list[float] = field(default_factory=list)  # things per CPU second
    games: list[float] = field(default_factory=list)  # games per CPU second, for playouts

    def add(self, things: int, bursts: int, spent: float) -> None:
        """What one more slice has done."""
        self.rates.append(things / spent)
        if self.measure in PLAYOUTS:
            self.games.append(bursts / spent)

    @property
    def rate(self) -> float:
        return median(self.rates)


@dataclass(frozen=True, slots=True)
class Target:
    """A ratio that we want to reach, and what was measured; None where that could not be."""

    subject: str
    words: str
    wanted: float
    ratio: float | None
    low: float | None = None
    high: float | None = None

    @property
    def met(self) -> bool | None:
        return None if self.ratio is None else self.ratio >= self.wanted


@dataclass(slots=True)
class Report:
    rows: dict[Key, Row] = field(default_factory=dict)
    targets: list[Target] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what could not be measured, and why
    machine: dict[str, Any] = field(default_factory=dict)
    engines: dict[str, str] = field(default_factory=dict)  # as they introduced themselves
    rounds: int = 0
    stopped: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "machine": self.machine,
            "engines": self.engines,
            "rounds": self.rounds,
            "stopped": self.stopped,
            "rows": [row_json(row) for row in self.rows.values()],
            "targets": [{**asdict(target), "met": target.met} for target in self.targets],
            "notes": self.notes,
        }


def row_json(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {"engine": row.engine, "subject": row.subject, "measure": row.measure}
    found["per_second"] = summary(row.rates)
    if row.measure in PLAYOUTS:
        found["games_per_second"] = summary(row.games)
    return found


def summary(rates: list[float]) -> dict[str, float]:
    return {"median": round(median(rates), 1), "min": round(min(rates), 1), "max": round(max(rates), 1)}


# --- The run ---------------------------------------------------------------------------


def bench(
    games: Sequence[str],
    seconds: float = 0.1,
    rounds: int = 11,
    source: Path | None = None,
    openspiel: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Measure these games. Ctrl-C ends it after the last complete round.

    `seconds` is the CPU time of one slice; `source` a source tree for the interpreted engine,
    if it is not to be the compiled one's own source.
    """
    if seconds <= 0 or rounds < 1:
        raise Mistake("a benchmark needs at least 1 round, and slices of more than 0 seconds")
    for name in games:
        find_game(name)
    report = Report(machine=machine())
    with ExitStack() as stack:
        trees = find_trees(source, Path(stack.enter_context(tempfile.TemporaryDirectory())), report.notes)
        children = start_children(stack, trees, list(games), openspiel, report)
        try:
            run_rounds(children, seconds, rounds, report, progress or (lambda done, total: None))
        except KeyboardInterrupt:
            report.stopped = True
            if report.rounds == 0:
                raise
    report.targets = [target for name in games for target in targets_of(name, report.rows)]
    return report


def run_rounds(
    children: "list[Child]", seconds: float, rounds: int, report: Report, progress: Progress
) -> None:
    slices = interleaved(children)
    for number in range(rounds):
        found = []
        for place, (child, subject, measure) in enumerate(slices):
            found.append((child.engine, subject, measure, child.run(subject, measure, seconds)))
            progress(number * len(slices) + place + 1, rounds * len(slices))
        for engine, subject, measure, slice_ in found:
            report.rows.setdefault((engine, subject, measure), Row(engine, subject, measure)).add(*slice_)
        report.rounds += 1


def interleaved(children: "list[Child]") -> "list[tuple[Child, str, str]]":
    """All slices of a round, those of one measure next to each other."""
    slices = [(child, subject, measure) for child in children for subject, measure in child.slices]
    order = list(MEASURES)
    return sorted(slices, key=lambda one: order.index(one[2]))


# --- The children ----------------------------------------------------------------------


class Child:
    """A process that holds one engine ready: see `stopwatch`."""

    def __init__(
        self, engine: str, arguments: list[str], tree: Path | None, python: Path | None = None
    ) -> None:
        self.engine = engine
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        environment = dict(os.environ)
        if python is not None:
            environment.pop("PYTHONPATH", None)  # it has a package of its own
        if tree is not None:
            paths = [str(tree), environment.get("PYTHONPATH", "")]
            environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        self.process = subprocess.Popen(
            [python or sys.executable, "-P", "-m", "fabletop.lab.stopwatch", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment,
            text=True,
            start_new_session=True,  # Ctrl-C is for the parent
        )
        hello = self.read()
        self.says: str = hello["engine"]
        self.slices: list[tuple[str, str]] = [(subject, measure) for subject, measure in hello["slices"]]

    def run(self, subject: str, measure: str, seconds: float) -> tuple[int, int, float]:
        assert self.process.stdin
        self.process.stdin.write(json.dumps([subject, measure, seconds]) + "\n")
        self.process.stdin.flush()
        things, bursts, spent = self.read()
        return things, bursts, spent

    def read(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.errors.seek(0)
            words = self.errors.read().decode(errors="replace").strip().splitlines()
            raise ChildFailed(words[-1] if words else f"it ended with code {self.process.returncode}")
        return json.loads(line)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            if stream:
                stream.close()


class ChildFailed(Exception):
    pass


def start_children(
    stack: ExitStack, trees: dict[str, Path], games: list[str], openspiel: bool, report: Report
) -> list[Child]:
    """A process for each engine there is. Ours must work, but a compiled game from outside cannot be
    interpreted; OpenSpiel may be missing."""
    children = []
    for engine, tree in trees.items():
        try:
            child = Child(engine, ["fabletop", *games], tree)
        except ChildFailed as error:
            if engine == COMPILED or all(name in ours() for name in games):
                raise Mistake(f"the {engine} engine cannot be measured: {error}") from None
            report.notes.append(f"The {engine} engine was not measured: {error}")
        else:
            children.append(child)
    if not openspiel:
        report.notes.append("OpenSpiel was left out, as asked.")
    elif find_spec("pyspiel") is None:
        report.notes.append("OpenSpiel is not installed here: pip install -r requirements/bench.txt")
    else:
        try:
            children.append(Child(OPENSPIEL, ["openspiel"], next(iter(trees.values()))))
        except ChildFailed as error:
            report.notes.append(f"OpenSpiel does not work here: {error}")
    for child in children:
        stack.callback(child.close)
        report.engines[child.engine] = child.says
    return children


# --- Where the engines are -----------------------------------------------------------------


def find_trees(source: Path | None, scratch: Path, notes: list[str]) -> dict[str, Path]:
    """The directories from which the compiled and the interpreted package can be imported."""
    here = package_root()
    trees: dict[str, Path] = {}
    compiled = find_compiled()
    if compiled:
        trees[COMPILED] = compiled
    else:
        notes.append("The compiled engine is not installed for this Python, so it was not measured.")
    if source:
        trees[INTERPRETED] = source_tree(source)
    elif not is_compiled(here):
        trees[INTERPRETED] = here
    else:
        trees[INTERPRETED] = without_binaries(here, scratch)
    if compiled and texts(compiled) != texts(trees[INTERPRETED]):
        notes.append("The compiled engine was built from another source than the interpreted one.")
    return trees


def package_root() -> Path:
    return Path(fabletop.__file__).parent.parent


def find_compiled() -> Path | None:
    return next(filter(is_compiled, places(package_root())), None)


def places(here: Path) -> Iterator[Path]:
    """Where a package of ours may lie: here first."""
    yield here
    for name in [*sys.path, *site.getsitepackages()]:
        if name and Path(name, "fabletop", "kernel").is_dir():
            yield Path(name)


def is_compiled(tree: Path) -> bool:
    kernel = tree / "fabletop" / "kernel"
    return any(path.suffix in (".so", ".pyd") for path in kernel.glob("state.*"))


def source_tree(given: Path) -> Path:
    for tree in (given, given / "src"):
        if (tree / "fabletop" / "kernel" / "state.py").is_file():
            if is_compiled(tree):
                raise Mistake(f"{str(given)!r} holds a compiled Fabletop; --source wants one that is not")
            return tree.resolve()
    raise Mistake(f"{str(given)!r} is no source tree: there is no fabletop in it, nor in its src")


def without_binaries(tree: Path, scratch: Path) -> Path:
    """A copy of the package that Python has to interpret."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(tree / "fabletop", scratch / "fabletop", ignore=ignored)
    return scratch


def texts(tree: Path) -> dict[str, bytes]:
    """The sources that make up the engine."""
    package = tree / "fabletop"
    files = [path for folder in ("kernel", "games") for path in (package / folder).rglob("*.py")]
    return {path.relative_to(package).as_posix(): path.read_bytes() for path in files}


def machine() -> dict[str, Any]:
    """What a reader of the figures needs to know; nothing that names this very machine."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "fabletop": fabletop.__version__,
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


# --- What we want ----------------------------------------------------------------------


def targets_of(name: str, rows: dict[Key, Row]) -> list[Target]:
    subjects = [subject_of(name, players) for players in find_game(name).players]
    return [target for subject in subjects for target in targets(subject, rows)]


def targets(subject: str, rows: dict[Key, Row]) -> list[Target]:
    ours = COMPILED, subject
    backgammon = OPENSPIEL, "backgammon", DRIVEN
    crazy_eights = OPENSPIEL, "crazy_eights, 4 players", DRIVEN
    return [
        against(rows, subject, "inside / backgammon driven", 20, (*ours, INSIDE), backgammon),
        against(rows, subject, "inside / interpreted", 15, (*ours, INSIDE), (INTERPRETED, subject, INSIDE)),
        against(rows, subject, "driven / backgammon driven", 8, (*ours, DRIVEN), backgammon),
        against(rows, subject, "driven / crazy_eights driven", 1.5, (*ours, DRIVEN), crazy_eights),
        against(rows, subject, "clone / hearts' clone", 1, (*ours, CLONE), (OPENSPIEL, "hearts", CLONE)),
        resample_target(rows, subject),
        against(rows, subject, "search / gin_rummy's", 15, (*ours, SEARCH), (OPENSPIEL, "gin_rummy", SEARCH)),
    ]


def against(rows: dict[Key, Row], subject: str, words: str, wanted: float, ours: Key, theirs: Key) -> Target:
    if ours not in rows or theirs not in rows:
        return Target(subject, words, wanted, None)
    return ratio_target(subject, words, wanted, rows[ours].rates, rows[theirs].rates)


def resample_target(rows: dict[Key, Row], subject: str) -> Target:
    """Clone + resample may cost three clones and two microseconds: how much of that is used, turned over."""
    words = "(3 clones + 2 µs) / (clone + resample)"
    clone = rows.get((COMPILED, subject, CLONE))
    resample = rows.get((COMPILED, subject, RESAMPLE))
    if clone is None or resample is None:
        return Target(subject, words, 1, None)
    allowed = [1 / (3 / rate + 2e-6) for rate in clone.rates]
    return ratio_target(subject, words, 1, resample.rates, allowed)


def ratio_target(subject: str, words: str, wanted: float, ours: list[float], theirs: list[float]) -> Target:
    """Round against the same round, so that a busy moment of the machine cancels out."""
    ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    return Target(subject, words, wanted, median(ratios), min(ratios), max(ratios))
