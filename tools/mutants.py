"""Break the rules of a game: python tools/mutants.py GAME [word ...] [--random N [--seed S]].

Each mutant is one change of the source in a copy of it; a test must go red. Those made by hand stand in
tools/mutants_<game>.py: a test that carries the broken rule must find each of them; words choose those whose
file or rules hold one of them. With --random, N changes of the rules are drawn by lot and tried on the game's
tests, perft, playthroughs, what is spoken, stored games and conformance; it can be stopped at any time, and
the same command goes on. Exits with 1 if a mutant made by hand survives, or more than three of a hundred
drawn by lot.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # started as a script
    sys.path.insert(0, str(ROOT))

from tools.random_changes import Change, chosen  # noqa: E402

RULE = re.compile(r"[A-Z]{2}-\d?[A-Z]+\.?\d+")
RED = re.compile(r"^(?:FAILED|ERROR) tests/(\S+)", re.MULTILINE)
PATIENCE = 300  # seconds: a game that a mutant made endless is found out too
MEMORY = 4 << 30  # bytes: and one that grows for ever
KERNEL = "kernel"  # stands for a game where changes are drawn by lot
NO_RULES = ("adam.py", "advisor.py", "card_text.py", "observing.py", "text.py", "view.py")  # though compiled
FEW = 3  # of a hundred drawn by lot may survive: some changes change nothing
NO_TESTS = (4, 5)  # what pytest says where it was called wrongly, or found none
SURVIVED = "SURVIVED"


@dataclass(frozen=True)
class Mutant:
    """A change made by hand: this text of a file becomes another."""

    file: str
    old: str
    new: str
    rules: str  # the ids that it breaks

    def __str__(self) -> str:
        return " ".join(f"{self.old} -> {self.new or 'nothing'}".split())[:140]


# --- One runner for both ---------------------------------------------------------------------------------


def bounded() -> None:
    """In the process of the tests: no more memory than this."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def tested(source: Path, tests: list[str], patience: float, keep: bool = False) -> tuple[int, str]:
    """What pytest says of this source: its code and its words. No bytecode of a mutant is to be kept."""
    command = [sys.executable, "-m", "pytest", *tests, "-x", "-q", "-p", "no:cacheprovider", "--assert=plain"]
    environment = {
        **os.environ,
        "PYTHONPATH": str(source),
        "PYTHONPYCACHEPREFIX": str(source.parent / "bytecode"),
        "PYTHONDONTWRITEBYTECODE": "" if keep else "1",
    }
    run = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=patience,
        preexec_fn=bounded if os.name == "posix" else None,
    )
    if run.returncode in NO_TESTS:
        raise SystemExit(f"The tests do not run:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    return run.returncode, run.stdout


def first_red(source: Path, tests: list[str], patience: float = PATIENCE) -> str | None:
    """The first of these tests that fails on this source, or None."""
    try:
        code, said = tested(source, tests, patience)
    except subprocess.TimeoutExpired:
        return "the tests do not end"
    if code == 0:
        return None
    found = RED.search(said)
    return found[1] if found else "the tests break off"


@contextmanager
def source_copy() -> Iterator[Path]:
    """The source alone: without compiled modules, so that a change of it counts."""
    with tempfile.TemporaryDirectory() as folder:
        left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        yield Path(shutil.copytree(ROOT / "src", Path(folder) / "src", ignore=left_out))


@contextmanager
def broken(path: Path, text: str) -> Iterator[None]:
    """While this lasts, the file holds another text, from another time: its bytecode is not taken for it."""
    compile(text, path.name, "exec")  # a mutant that cannot be read proves nothing
    whole, written = path.read_text("utf-8"), path.stat().st_mtime_ns
    path.write_text(text, "utf-8")
    os.utime(path, (0, 0))
    try:
        yield
    finally:
        path.write_text(whole, "utf-8")
        os.utime(path, ns=(written, written))


# --- Made by hand ----------------------------------------------------------------------------------------


def tests_of(folder: str, rules: str) -> list[str]:
    """The tests that carry one of these rules."""
    found = []
    for path in sorted((ROOT / folder).glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                marks = {text for mark in node.decorator_list for text in RULE.findall(ast.unparse(mark))}
                if marks & set(rules.split()):
                    found.append(f"{folder}/{path.name}::{node.name}")
    return found


def verdict(source: Path, game: str, mutant: Mutant) -> tuple[bool, str]:
    tests = f"tests/{game}"
    path = source / "fabletop/games" / game / mutant.file
    text = path.read_text("utf-8")
    if mutant.old not in text:
        return False, "the text to change is no longer there"
    with broken(path, text.replace(mutant.old, mutant.new, 1)):
        carriers = tests_of(tests, mutant.rules)
        red = first_red(source, carriers) if carriers else None
        if red is None and (other := first_red(source, [tests])):
            return False, f"not red by a test of its rule, only by {other}"
    return red is not None, red or SURVIVED


def made_by_hand(game: str) -> list[Mutant]:
    mutants: list[Mutant] = import_module(f"tools.mutants_{game}").MUTANTS
    return mutants


def try_made_by_hand(game: str, words: list[str]) -> int:
    wanted = [
        m for m in made_by_hand(game) if not words or any(word in f"{m.file} {m.rules}" for word in words)
    ]
    killed = 0
    with source_copy() as source:
        must_be_green(source, [f"tests/{game}"])
        for mutant in wanted:
            good, outcome = verdict(source, game, mutant)
            killed += good
            print(f"{'red  ' if good else 'GREEN'} {mutant.rules:<18} {mutant.file:<11} {outcome}")
            print(f"      {mutant}", flush=True)
    print(f"{killed} of {len(wanted)} mutants are found out.")
    return 0 if killed == len(wanted) else 1


def must_be_green(source: Path, tests: list[str]) -> float:
    """The seconds that the tests take without any mutant."""
    began = time.monotonic()
    if red := first_red(source, tests):
        raise SystemExit(f"The tests are red without any mutant: {red}")
    return time.monotonic() - began


# --- Drawn by lot ------------------------------------------------------------------------------------------


def home_of(game: str) -> str:
    return "fabletop/kernel/" if game == KERNEL else f"fabletop/games/{game}/"


def rule_files(game: str) -> dict[str, str]:
    """The text of the files in which the rules are carried out."""
    engine = import_module("setup").engine_files()
    home = f"src/{home_of(game)}"
    names = [name.removeprefix(home) for name in engine if name.startswith(home)]
    rules = [name for name in names if name not in NO_RULES and "bot/" not in name]
    return {name: (ROOT / f"{home}{name}").read_text("utf-8") for name in rules}


def tests_that_find(game: str) -> list[str]:
    """All that can find a broken rule of a game."""
    shared = [f"tests/test_{name}.py" for name in ("perft", "playthrough", "spoken", "corpus", "conformance")]
    if game == KERNEL:
        own = [f"tests/test_{name}.py" for name in ("kernel", "effects", "session", "replay", "record")]
        return [*shared, *own, "tests/condyle", "tests/storybook"]
    return [*shared, f"tests/{game}", "-k", game]


def fingerprint(game: str) -> str:
    """Another one when anything has changed that could change a verdict."""
    found = hashlib.blake2b(digest_size=8)
    folders = ("src/fabletop/kernel", f"src/{home_of(game)}", f"tests/{game}", "tests/goldens")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.*")]
    for path in sorted([*paths, *(ROOT / "tests").glob("*.py")]):
        if path.suffix in (".py", ".toml", ".md", ".txt", ".json"):
            found.update(path.read_bytes())
    return found.hexdigest()


@dataclass
class Notes:
    """What has been found out so far, kept in a file. What a change of tests cannot undo is kept for ever."""

    path: Path
    fingerprint: str
    patience: float = 0
    found: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kept = json.loads(self.path.read_text("utf-8")) if self.path.exists() else {}
        self.found = kept.get("found", {})
        if kept.get("fingerprint") == self.fingerprint:
            self.patience = kept["patience"]
        else:
            self.found = {key: outcome for key, outcome in self.found.items() if outcome != SURVIVED}

    def note(self, key: str, outcome: str) -> None:
        self.found[key] = outcome
        self.keep()

    def keep(self) -> None:
        text = json.dumps(
            {"fingerprint": self.fingerprint, "patience": self.patience, "found": self.found}, indent=1
        )
        self.path.write_text(text, "utf-8")


def try_drawn_by_lot(game: str, count: int, seed: int) -> int:
    files = rule_files(game)
    changes = chosen(files, count, seed)
    kept = Path(tempfile.gettempdir())
    notes = Notes(kept / f"fabletop-mutants-{game}-{seed}.json", fingerprint(game))
    seconds = kept / f"fabletop-mutants-{game}-seconds.json"
    tests = [*tests_that_find(game), "-p", "tools.quickest_first", "--seconds", str(seconds)]
    with source_copy() as source:
        tested(source, [*tests, "--collect-only"], PATIENCE, keep=True)
        if not seconds.exists():
            must_be_green(source, tests)
        if not notes.patience:
            notes.patience = 20 + 3 * must_be_green(source, tests)
            notes.keep()

        def red(change: Change) -> str | None:
            with broken(source / home_of(game) / change.file, change.made_in(files[change.file])):
                return first_red(source, tests, notes.patience)

        return told(changes, files, notes, red)


def told(
    changes: list[Change], files: dict[str, str], notes: Notes, red: Callable[[Change], str | None]
) -> int:
    """Try what has not been tried; tell each, then the survivors."""
    survivors: list[Change] = []
    done = 0
    try:
        for change in changes:
            key = f"{change} at {change.start} of {hashlib.md5(files[change.file].encode()).hexdigest()}"
            if key not in notes.found:
                notes.note(key, red(change) or SURVIVED)
            done += 1
            outcome = notes.found[key]
            survivors += [change] if outcome == SURVIVED else []
            print(f"{done:>4} of {len(changes)}  {len(survivors)} survive  {change}: {outcome}", flush=True)
    except KeyboardInterrupt:
        print(f"Stopped after {done} of {len(changes)}: the same command goes on.")
    print(f"{len(survivors)} of {done} mutants survive.")
    for change in survivors:
        print(f"  {change}")
    return 1 if len(survivors) * 100 > FEW * done else 0


def main() -> int:
    known = sorted(path.stem.removeprefix("mutants_") for path in ROOT.glob("tools/mutants_*.py"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("game", choices=[*known, KERNEL])
    parser.add_argument("words", nargs="*", help="only mutants whose file or rules hold one of these")
    parser.add_argument("--random", type=int, metavar="N", help="so many changes of the rules, by lot")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same ones")
    args = parser.parse_args()
    if args.random is None and args.game == KERNEL:
        parser.error("the kernel has no mutants made by hand: add --random N")
    try:
        if args.random is None:
            return try_made_by_hand(args.game, args.words)
        return try_drawn_by_lot(args.game, args.random, args.seed)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
