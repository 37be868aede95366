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
    Mutant("table.py", "FIRST_HAND: Final = 4", "FIRST_HAND: Final = 5", "SB-SETUP.5"),
    Mutant("table.py", "PLAY_COST: Final = 3", "PLAY_COST: Final = 2", "SB-EX.1"),
    Mutant("table.py", "([WIDE, 1, -WIDE, -1])", "([WIDE + 1, 1, -WIDE, -1])", "SB-ADJ.1"),
    # --- Choosing and setting up --------------------------------------------------------
    Mutant("build.py", "[1, 0, 0, -1, 0, 1, 1, 1]", "[1, 0, 0, -1, 0, 1, -1, 0]", "SB-R4"),
    Mutant("build.py", "[-1, 0, 0, -1, -1, 1,", "[-1, 0, 0, -1, -1, 2,", "SB-R35"),
    Mutant("build.py", "and team != taken", "", "SB-R34"),
    Mutant("build.py", "out[3] = act(KEEP, ally + 1)\n    return 4", "return 3", "SB-BUILD.5"),
    Mutant("build.py", "return (place & 1) * 2 + (place >> 1)", "return place", "SB-R2"),
    Mutant("build.py", "if card == leader and role & 1 == HERO:", "if card == leader:", "SB-SETUP.2"),
    Mutant("build.py", "space_to_fill(t), FACE_DOWN)", "space_to_fill(t), upright(role))", "SB-SETUP.3"),
    Mutant("build.py", "t.flipped = side", "t.flipped = 0", "SB-BUILD.1"),
    Mutant("build.py", " and cards.team_side[team] == role & 1", "", "SB-BUILD.2 SB-BUILD.3"),
    Mutant(
        "build.py", "t.cell_of(role >> 1, 0), upright(role))", "t.cell_of(role >> 1, 0), 4)", "SB-SETUP.1"
    ),
    Mutant("build.py", "t.lies[card] = upright(VILLAIN)", "pass", "SB-SETUP.4"),
    Mutant("build.py", "[1, 0, 0, -1, 0, 1, 1, 1]", "[1, 0, -1, 0, 0, 1, 1, 1]", "SB-R3"),
    Mutant(
        "build.py",
        "if cards.team_kind[team] == kind",
        "if (kind == 0 or team % 3) and cards.team_kind[team] == kind",
        "SB-BUILD.4",
    ),
    Mutant("build.py", "for team in range(cards.teams):", "for team in range(cards.teams - 4):", "SB-R1"),
    Mutant("build.py", "return (place & 1) * 2 + (place >> 1)", "return place", "SB-TEAM.3"),
    Mutant("build.py", "out[3] = act(KEEP, ally + 1)\n    return 4", "return 3", "SB-TEAM.5"),
    Mutant("build.py", "t.cell_of(role >> 1, 0)", "t.cell_of(role, 0)", "SB-TEAM.10"),
    Mutant("table.py", "self.spent: i64 = 0", "self.spent: i64 = 3", "SB-BUILD.6"),
    Mutant(
        "state.py",
        "if self.arg(0) == 2 * self.terms.players:",
        "if self.arg(0) == self.terms.players:",
        "SB-R5",
    ),
    Mutant("actions.py", "return (role & 1) * 2", "return 2 - (role & 1) * 2", "SB-R7"),
    Mutant("actions.py", "return (role & 1) * 2", "return role", "SB-TEAM.7"),
    Mutant(
        "table.py",
        "shields[self.face[card] * 4 + ((way - self",
        "shields[self.face[card] * 4 + ((way + self",
        "SB-EX.3",
    ),
    Mutant("state.py", "self.ap -= SPIN_COST", "self.ap -= SPIN_COST + self.terms.players // 4", "SB-TEAM.1"),
    # --- Turns --------------------------------------------------------------------------
    Mutant("table.py", "(role - 1) & (self.terms", "(role + 1) & (self.terms", "SB-TEAM.9"),
    Mutant("state.py", "self.start_turn(VILLAIN)", "self.start_turn(0)", "SB-TURN.1"),
    Mutant("turn.py", "t.ap = AP_A_TURN", "t.ap += AP_A_TURN", "SB-TURN.3"),
    Mutant("state.py", "or twists.could_twist(self, self.role", "or False and (self, self.role", "SB-R29"),
    Mutant("state.py", "self.start_turn(self.after(self.role))", "self.start_turn(self.role)", "SB-TURN.7"),
    Mutant("actions.py", "t.ap >= DRAW_COST  # SB-TURN.4", "t.ap >= 0", "SB-TURN.4"),
    Mutant("state.py", "= judge(self)", "= judge(self) if self.acts else 0", "SB-TURN.6 SB-R22"),
    # --- Actions ------------------------------------------------------------------------
    Mutant("actions.py", "card = t.deck[role * DECK + left]", "card = t.deck[role * DECK]", "SB-DRAW.1"),
    Mutant("actions.py", "t.lies[card] = upright(owner)", "t.lies[card] = upright(role)", "SB-REVEAL.2"),
    Mutant("state.py", "1 if thing & 1 else 3)", "3 if thing & 1 else 1)", "SB-R17"),
    Mutant("actions.py", "            if lies[card] != FACE_DOWN:\n", "            if True:\n", "SB-SPIN.2"),
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
    Mutant("actions.py", "(t.lies[card] + quarters) & 3", "(t.lies[card] + 2 * quarters) & 3", "SB-SPIN.1"),
    Mutant(
        "actions.py",
        "        reach -= 1\n    return NOWHERE",
        "        reach -= 1\n    return cell",
        "SB-SLIDE.5",
    ),
    Mutant(
        "actions.py",
        "        if board[cell + ahead] |",
        "        if board[cell - ahead] | board[cell + ahead] |",
        "SB-R9",
    ),
    Mutant(
        "actions.py", "    t.set_down(card, cell, lies)\n", "    t.set_down(card, cell, 0)\n", "SB-SLIDE.7"
    ),
    Mutant("actions.py", "t.cell_of(0, 0))  # SB-R14", "t.cell_of(1, 0))  #", "SB-R14"),
    Mutant("actions.py", "        and t.tally[DECK_SIZE + role] > 0  # SB-R15\n", "", "SB-R15"),
    Mutant(
        "actions.py",
        "        reach -= 1\n    return NOWHERE",
        "        reach -= 1\n    return cell",
        "SB-SLIDE.4",
    ),
    Mutant(
        "actions.py",
        "    if reach <= 0:\n        return NOWHERE",
        "    if reach <= 0:\n        return start + STEP[way]",
        "SB-SLIDE.6",
    ),
    Mutant("actions.py", "t.lies[card] = upright(owner)", "t.lies[card] = upright(role)", "SB-R18"),
    Mutant(
        "actions.py",
        "    t.set_down(card, cell, lies)\n",
        "    t.set_down(card, cell, FACE_DOWN)\n",
        "SB-R19",
    ),
    Mutant(
        "actions.py",
        "t.set_down(card, cell, upright(role))",
        "t.set_down(card, cell + 2, upright(role))",
        "SB-EX.2",
    ),
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
    Mutant("battle.py", "- 1] = 0\n    doomed: i64 = 0", "- 1] += 0\n    doomed: i64 = 0", "SB-BATTLE.6"),
    Mutant("battle.py", "taker = (card // DECK & 1) ^ 1", "taker = card // DECK & 1", "SB-BATTLE.8"),
    Mutant(
        "battle.py",
        "doomed |= attack(t, card",
        "doomed |= 0 if doomed >> card & 1 else attack(t, card",
        "SB-BATTLE.7",
    ),
    Mutant("battle.py", "BESTED[other] += 1", "BESTED[other] += 2", "SB-R23"),
    Mutant("battle.py", "+= t.points(card)", "+= 1", "SB-WIN.1"),
    Mutant("state.py", "return 1.0 if ahead > 0", "return 1.0 if ahead < 0", "SB-GEN.1"),
    Mutant("battle.py", "swords < shields or swords == 0", "swords <= shields or swords == 0", "SB-EX.3"),
    Mutant("battle.py", "swords >= 2 * shields", "swords >= 5 * shields", "SB-EX.4"),
    Mutant("battle.py", "+= t.points(card)", "+= 1", "SB-EX.5"),
    Mutant(
        "table.py",
        "swords[self.face[card] * 4 + ((way - self",
        "swords[self.face[card] * 4 + ((way + self",
        "SB-R6",
    ),
    # --- Winning ------------------------------------------------------------------------
    Mutant("battle.py", "if heroes >= t.terms.target or", "if heroes > t.terms.target or", "SB-WIN.2"),
    Mutant("battle.py", "if heroes != villains:", "if True:", "SB-WIN.4"),
    Mutant("battle.py", "    t.quiet = 0\n", "", "SB-R26"),
    Mutant(
        "battle.py",
        "        if heroes != villains:",
        "        if heroes != villains and (heroes < 10 or villains < 10):",
        "SB-WIN.3",
    ),
    Mutant(
        "battle.py",
        "+= t.points(card)",
        "+= t.points(card) if t.tally[SCORE + 1] < t.terms.target else 0",
        "SB-R24",
    ),
    Mutant("battle.py", "if heroes >= t.terms.target or villains >= t.terms.target:", "if True:", "SB-R25"),
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
    Mutant("twists.py", "ENEMY and owner != role:", "ENEMY and (owner ^ role) & 1:", "SB-R32"),
    Mutant(
        "twists.py",
        "        if other >= 0 and (other // DECK",
        "        if other >= 0 and t.lies[other] < 4 and (other // DECK",
        "SB-R30",
    ),
    Mutant("twists.py", "if named >= 0:  # a named card", "if False:  # a named card", "SB-TWIST.3"),
    Mutant("twists.py", "return ahead > 0", "return ahead >= 0", "SB-TWIST.7"),
    Mutant("twists.py", "enemies_beside(t, card) < 2", "enemies_beside(t, card) < 1", "SB-TWIST.8"),
    Mutant("twists.py", "if cards.twist_when[twist] & when == 0:", "if False:", "SB-TWIST.4 SB-VOCAB.17"),
    Mutant("twists.py", "if cards.twist_enemy_turn[twist] and", "if False and", "SB-TWIST.4"),
    Mutant("twists.py", "    t.caster = role\n", "    t.caster = role\n    t.ap -= 1\n", "SB-TWIST.6"),
    Mutant(
        "twists.py",
        "    t.caster = role\n",
        "    t.caster = role\n    t.tally[SCORE + (role & 1)] += 1\n",
        "SB-GEN.2",
    ),
    Mutant("twists.py", "(cards & UP and not up) or ", "", "SB-R8"),
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
    Mutant("effects.py", "and cards.step(row, A) == 1:  # SB-VOCAB.4", "and False:  #", "SB-VOCAB.4"),
    Mutant(
        "effects.py",
        "    t.at[first] = cell\n",
        "    t.at[first] = cell\n    t.lies[first] = 0\n",
        "SB-VOCAB.8",
    ),
    Mutant("effects.py", "    t.lies[card] = FACE_DOWN\n", "", "SB-VOCAB.10"),
    Mutant("effects.py", "out[n] = act(WISH, which)", "out[n] = act(WISH, 0)", "SB-VOCAB.14"),
    Mutant("effects.py", "if t.cards.step(t.arg(0), A) >> quarters & 1:", "if True:", "SB-VOCAB.5"),
    Mutant("turn.py", "    t.boons = kept\n", "", "SB-TWIST.5"),
    Mutant("state.py", "self.ask(self.caster)", "self.ask(self.role)", "SB-VOCAB.16"),
    Mutant("effects.py", "if landing(t, card, way) != NOWHERE:", "if True:", "SB-VOCAB.6"),
    Mutant(
        "effects.py",
        "while n > 0 and t.tally",
        "while n > 0 and t.tally[HAND_SIZE + role] < 5 and t.tally",
        "SB-R16",
    ),
    # --- Knowledge ----------------------------------------------------------------------
    Mutant("words.py", "return state.eyes_on(card) == -1", "return True", "SB-HIDE.2 SB-TEAM.8"),
    Mutant("view.py", '"owner": int(state.seat_of(card // c.DECK)),', '"owner": 0,', "SB-COMP.3 SB-COMP.5"),
    Mutant("view.py", '"hand": int(state.tally[t.HAND_SIZE + role]),', '"hand": 0,', "SB-R20"),
    Mutant("view.py", '"leader": face.leader,', '"leader": False,', "SB-COMP.4"),
    Mutant("view.py", 'return "boxed" if', 'return "kept" if', "SB-R33"),
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
    found = re.search(rf"^FAILED {TESTS}/(\S+)", run.stdout, re.MULTILINE)
    if not found:
        raise SystemExit(f"The tests do not run:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    return found[1]


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
        changed = text.replace(mutant.old, mutant.new)
        compile(changed, mutant.file, "exec")  # a mutant that cannot be read proves nothing
        path.write_text(changed, "utf-8")
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
