"""Break the rules of Storybook Battles one by one: python tools/mutants.py [word ...].

Each mutant is one change of the source in a copy of it; a test that carries the broken rule must go
red. Words choose the mutants whose file or rules hold one of them. Exits with 1 if a mutant survives,
or if the text it changes is no longer there.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME = Path("fabletop/games/storybook")
TESTS = "tests/storybook"
RULE = re.compile(r"SB-[A-Z]+\.?\d+")


@dataclass(frozen=True)
class Mutant:
    file: str
    old: str
    new: str
    rules: str


MUTANTS = [
    # --- The numbers of the rulebook ----------------------------------------------------
    Mutant("table.py", "AP_A_TURN: Final = 5", "AP_A_TURN: Final = 6", "SB-TURN.2"),
    Mutant("table.py", "SPIN_COST: Final = 2", "SPIN_COST: Final = 1", "SB-TURN.5"),
    Mutant("table.py", "FULL_HAND: Final = 5", "FULL_HAND: Final = 6", "SB-DRAW.2"),
    Mutant("table.py", "DUEL_TARGET: Final = 10", "DUEL_TARGET: Final = 11", "SB-WIN.2"),
    Mutant("table.py", "TEAM_TARGET: Final = 15", "TEAM_TARGET: Final = 10", "SB-TEAM.2 SB-R36"),
    Mutant("table.py", "DUEL_STALL: Final = 20", "DUEL_STALL: Final = 21", "SB-R26"),
    # --- Choosing and setting up --------------------------------------------------------
    Mutant("build.py", "[1, 0, 0, -1, 0, 1, 1, 1]", "[1, 0, 0, -1, 0, 1, -1, 0]", "SB-R4"),
    Mutant("build.py", "[-1, 0, 0, -1, -1, 1,", "[-1, 0, 0, -1, -1, 2,", "SB-R35"),
    Mutant("build.py", "and team != taken", "", "SB-R34"),
    Mutant("build.py", "out[3] = act(KEEP, ally + 1)\n    return 4", "return 3", "SB-BUILD.5"),
    Mutant("build.py", "return (place & 1) * 2 + (place >> 1)", "return place", "SB-R2"),
    Mutant("build.py", "if card == leader and role & 1 == HERO:", "if card == leader:", "SB-SETUP.2"),
    Mutant("build.py", "space_to_fill(t), FACE_DOWN)", "space_to_fill(t), upright(role))", "SB-SETUP.3"),
    # --- Turns --------------------------------------------------------------------------
    Mutant("table.py", "(role - 1) & (self.terms", "(role + 1) & (self.terms", "SB-TEAM.9"),
    Mutant("state.py", "self.start_turn(VILLAIN)", "self.start_turn(0)", "SB-TURN.1"),
    Mutant("turn.py", "t.ap = AP_A_TURN", "t.ap += AP_A_TURN", "SB-TURN.3"),
    Mutant("state.py", "or twists.could_twist(self, self.role", "or False and (self, self.role", "SB-R29"),
    # --- Actions ------------------------------------------------------------------------
    Mutant("actions.py", "card = t.deck[role * DECK + left]", "card = t.deck[role * DECK]", "SB-DRAW.1"),
    Mutant("actions.py", "t.lies[card] = upright(owner)", "t.lies[card] = upright(role)", "SB-REVEAL.2"),
    Mutant("state.py", "1 if thing & 1 else 3)", "3 if thing & 1 else 1)", "SB-R17"),
    Mutant(
        "actions.py", "            if t.lies[card] != FACE_DOWN:\n", "            if True:\n", "SB-SPIN.2"
    ),
    Mutant(
        "actions.py",
        "        if card // DECK == role:\n",
        "        if (card // DECK ^ role) & 1 == 0:\n",
        "SB-R32",
    ),
    Mutant("actions.py", "        if card // DECK == role:\n", "        if True:\n", "SB-SLIDE.1 SB-SPIN.2"),
    Mutant(
        "actions.py",
        "== FACE_DOWN:\n                out[n] = act(REVEAL",
        "< 9:\n                out[n] = act(REVEAL",
        "SB-REVEAL.1",
    ),
    Mutant("actions.py", "    if board[cell] != 0:  # SB-R10", "    if False:", "SB-R10"),
    Mutant(
        "actions.py", "| board[cell + aside] | board[cell - aside]", "| board[cell + aside]", "SB-SLIDE.2"
    ),
    Mutant("actions.py", "cell += ahead\n        reach -= 1", "return NOWHERE", "SB-SLIDE.3"),
    Mutant("actions.py", "t.set_down(card, cell, FACE_DOWN)", "t.set_down(card, cell, 0)", "SB-HIDE.1"),
    Mutant("actions.py", "t.set_down(card, cell, upright(role))", "t.set_down(card, cell, 0)", "SB-PLAY.1"),
    # --- Battle -------------------------------------------------------------------------
    Mutant("battle.py", "and lies[other] != FACE_DOWN", "", "SB-BATTLE.1"),
    Mutant(
        "table.py",
        "swords[self.face[card] * 4 + ((way - self",
        "swords[self.face[card] * 4 + ((way + self",
        "SB-BATTLE.2",
    ),
    Mutant("battle.py", "swords < shields or swords == 0", "swords <= shields or swords == 0", "SB-BATTLE.3"),
    Mutant("battle.py", "swords < shields or swords == 0", "swords < shields", "SB-R21"),
    Mutant("battle.py", "swords >= 2 * shields", "swords > 2 * shields", "SB-BATTLE.4"),
    Mutant("battle.py", "BESTED[other] > 1", "BESTED[other] > 2", "SB-BATTLE.5"),
    Mutant("battle.py", "BESTED[other] > 1", "BESTED[other] > 0", "SB-BATTLE.6"),
    Mutant("battle.py", "bested[i64(board[t.spots[i]]) - 1] = 0", "pass", "SB-BATTLE.6"),
    Mutant("battle.py", "taker = (card // DECK & 1) ^ 1", "taker = card // DECK & 1", "SB-BATTLE.8"),
    # --- Winning ------------------------------------------------------------------------
    Mutant("battle.py", "if heroes >= t.terms.target or", "if heroes > t.terms.target or", "SB-WIN.2"),
    Mutant("battle.py", "if heroes != villains:", "if True:", "SB-WIN.4"),
    Mutant("battle.py", "    t.quiet = 0\n", "", "SB-R26"),
    # --- Twists: when -------------------------------------------------------------------
    Mutant("twists.py", "t.spent |= bit(role & 1)", "pass", "SB-TWIST.1"),
    Mutant(
        "twists.py", "return t.spent >> (role & 1) & 1 == 1", "return t.shown >> role & 1 == 1", "SB-TEAM.6"
    ),
    Mutant("twists.py", "return OWN_TURN | (AT_START", "return (AT_START", "SB-TWIST.2"),
    Mutant(
        "twists.py", "return needs_hold(t, role, twist) and has_effect", "return has_effect", "SB-TWIST.3"
    ),
    Mutant(
        "twists.py",
        "needs_hold(t, role, twist) and has_effect(",
        "needs_hold(t, role, twist) or has_effect(",
        "SB-R31",
    ),
    Mutant("state.py", "twists.open_window(self, AT_START)", "pass", "SB-R27"),
    Mutant("state.py", "twists.open_window(self, AFTER_ACTION)", "pass", "SB-R27"),
    Mutant("state.py", "twists.open_window(self, BEFORE_BATTLE)", "pass", "SB-TWIST.4"),
    Mutant("state.py", "twists.open_window(self, AT_CAPTURE)", "pass", "SB-R27"),
    Mutant("twists.py", "if could_twist(t, role, t.arg(0)):", "if may_twist(t, role, t.arg(0)):", "SB-R28"),
    Mutant("twists.py", "return (t.role - t.arg(1)) &", "return (t.role - t.arg(1) - 1) &", "SB-R28"),
    Mutant("state.py", "self.set_arg(2, 0)", "pass", "SB-R28"),
    Mutant("twists.py", "mine = owner == role", "mine = (owner ^ role) & 1 == 0", "SB-R32"),
    Mutant(
        "twists.py",
        "        if other >= 0 and (other // DECK",
        "        if other >= 0 and t.lies[other] < 4 and (other // DECK",
        "SB-R30",
    ),
    # --- Twists: what -------------------------------------------------------------------
    Mutant("turn.py", "    fade(t, UNTIL_START)\n", "", "SB-VOCAB.15"),
    Mutant("effects.py", "2 if until == UNTIL_END and t.role == t.caster else 1", "1", "SB-VOCAB.15"),
    Mutant(
        "effects.py",
        "    t.drop_boons_of(card)\n    t.lies[card] = FACE_DOWN",
        "    t.lies[card] = FACE_DOWN",
        "SB-VOCAB.15",
    ),
    Mutant("effects.py", "    t.doomed &= ~bit(card)\n    t.drop_boons", "    t.drop_boons", "SB-VOCAB.9"),
    Mutant("table.py", "return 1 if shown > 0 else 0", "return 0", "SB-VOCAB.11"),
    Mutant("battle.py", "if t.boon(other, BOON_GUARD) > 0:", "if False:", "SB-VOCAB.12"),
    Mutant("battle.py", "if t.boon(card, BOON_DUEL) > 0:", "if False:", "SB-VOCAB.13"),
    Mutant("effects.py", "    t.board[start] = 0\n", "", "SB-VOCAB.7"),
    Mutant("effects.py", "while n > 0 and t.tally", "if n > 0 and t.tally", "SB-VOCAB.2"),
    Mutant("effects.py", "if done < n and hand > 0:", "if hand > 0:", "SB-VOCAB.3"),
    Mutant("effects.py", "            t.ap += n\n", "            t.ap += 1\n", "SB-VOCAB.1"),
    Mutant("effects.py", "and cards.step(row, A) == 1:  # SB-VOCAB.4", "and False:", "SB-VOCAB.4"),
    Mutant(
        "effects.py", "t.set_down(first, cell, t.lies[first])", "t.set_down(first, cell, 0)", "SB-VOCAB.8"
    ),
    Mutant("effects.py", "    t.lies[card] = FACE_DOWN\n", "", "SB-VOCAB.10"),
    Mutant("effects.py", "out[n] = act(WISH, which)", "out[n] = act(WISH, 0)", "SB-VOCAB.14"),
    Mutant("effects.py", "if t.cards.step(t.arg(0), A) >> quarters & 1:", "if True:", "SB-VOCAB.5"),
    # --- Knowledge ----------------------------------------------------------------------
    Mutant("words.py", "return state.eyes_on(card) == -1", "return True", "SB-HIDE.2"),
]


def tests_of(rules: str) -> list[str]:
    """The tests that carry one of these rules."""
    found = []
    for path in sorted((ROOT / TESTS).glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                marks = {text for mark in node.decorator_list for text in RULE.findall(ast.unparse(mark))}
                if marks & set(rules.split()):
                    found.append(f"{TESTS}/{path.name}::{node.name}")
    return found


def first_red(source: Path, tests: list[str]) -> str | None:
    """The first of these tests that fails on this source, or None."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *tests, "-x", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    if run.returncode == 0:
        return None
    found = re.search(rf"^(?:FAILED|ERROR) {TESTS}/(\S+)", run.stdout, re.MULTILINE)
    return found[1] if found else "the tests do not run"


def copied_source(folder: Path) -> Path:
    """The source alone: without compiled modules, so that a change of it counts."""
    left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    return Path(shutil.copytree(ROOT / "src", folder / "src", ignore=left_out))


def verdict(mutant: Mutant) -> tuple[bool, str]:
    with tempfile.TemporaryDirectory() as folder:
        source = copied_source(Path(folder))
        path = source / GAME / mutant.file
        text = path.read_text("utf-8")
        if text.count(mutant.old) != 1:
            return False, f"the text to change is there {text.count(mutant.old)} times, not once"
        path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        red = first_red(source, tests_of(mutant.rules))
        if red is None and (other := first_red(source, [TESTS])):
            return False, f"not red by a test of its rule, only by {other}"
    return red is not None, red or "SURVIVED"


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        red = first_red(copied_source(Path(folder)), [TESTS])
    if red:
        print(f"The tests are red without any mutant: {red}", file=sys.stderr)
        return 1
    chosen = [m for m in MUTANTS if not words or any(word in f"{m.file} {m.rules}" for word in words)]
    killed = 0
    for mutant in chosen:
        good, outcome = verdict(mutant)
        killed += good
        change = " ".join(f"{mutant.old} -> {mutant.new or 'nothing'}".split())
        print(f"{'red  ' if good else 'GREEN'} {mutant.rules:<18} {mutant.file:<11} {outcome}", flush=True)
        print(f"      {change[:140]}", flush=True)
    print(f"{killed} of {len(chosen)} mutants are found out.")
    return 0 if killed == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
