"""Break the rules of a game one by one: python tools/mutants.py GAME [word ...].

Each mutant is one change of the source in a copy of it; a test that carries the broken rule must go
red. Words choose the mutants whose file or rules hold one of them. Exits with 1 if a mutant survives,
or if the text it changes is no longer there. The mutants stand in tools/mutants_<game>.py.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULE = re.compile(r"[A-Z]{2}-\d?[A-Z]+\.?\d+")
PATIENCE = 300  # seconds: a game that a mutant made endless is found out too


@dataclass(frozen=True)
class Mutant:
    file: str
    old: str
    new: str
    rules: str  # the ids that it breaks


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


def first_red(source: Path, tests: list[str]) -> str | None:
    """The first of these tests that fails on this source, or None."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *tests, "-x", "-q", "-p", "no:cacheprovider"]
    try:
        run = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return "the tests do not end"
    if run.returncode == 0:
        return None
    found = re.search(r"^FAILED tests/\w+/(\S+)", run.stdout, re.MULTILINE)
    if not found:
        raise SystemExit(f"The tests do not run:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    return found[1]


def copied_source(folder: Path) -> Path:
    """The source alone: without compiled modules, so that a change of it counts."""
    left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    return Path(shutil.copytree(ROOT / "src", folder / "src", ignore=left_out))


def verdict(game: str, mutant: Mutant) -> tuple[bool, str]:
    tests = f"tests/{game}"
    with tempfile.TemporaryDirectory() as folder:
        source = copied_source(Path(folder))
        path = source / "fabletop/games" / game / mutant.file
        text = path.read_text("utf-8")
        if mutant.old not in text:
            return False, "the text to change is no longer there"
        changed = text.replace(mutant.old, mutant.new, 1)
        compile(changed, mutant.file, "exec")  # a mutant that cannot be read proves nothing
        path.write_text(changed, "utf-8")
        carriers = tests_of(tests, mutant.rules)
        red = first_red(source, carriers) if carriers else None
        if red is None and (other := first_red(source, [tests])):
            return False, f"not red by a test of its rule, only by {other}"
    return red is not None, red or "SURVIVED"


def main(game: str, words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        red = first_red(copied_source(Path(folder)), [f"tests/{game}"])
    if red:
        print(f"The tests are red without any mutant: {red}", file=sys.stderr)
        return 1
    mutants: list[Mutant] = import_module(f"tools.mutants_{game}").MUTANTS
    chosen = [m for m in mutants if not words or any(word in f"{m.file} {m.rules}" for word in words)]
    killed = 0
    for mutant in chosen:
        good, outcome = verdict(game, mutant)
        killed += good
        change = " ".join(f"{mutant.old} -> {mutant.new or 'nothing'}".split())
        print(f"{'red  ' if good else 'GREEN'} {mutant.rules:<18} {mutant.file:<11} {outcome}", flush=True)
        print(f"      {change[:140]}", flush=True)
    print(f"{killed} of {len(chosen)} mutants are found out.")
    return 0 if killed == len(chosen) else 1


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    known = sorted(path.stem.removeprefix("mutants_") for path in ROOT.glob("tools/mutants_*.py"))
    if len(sys.argv) < 2 or sys.argv[1] not in known:
        sys.exit(f"Which game? One of: {', '.join(known)}")
    sys.exit(main(sys.argv[1], sys.argv[2:]))
