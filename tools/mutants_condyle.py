"""Break one rule of Condyle Cove at a time and see that a test notices: python tools/mutants_condyle.py."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME = "fabletop/games/condyle"

# File, what stands there, what is put there instead, the rules that break.
MUTANTS: tuple[tuple[str, str, str, str], ...] = (
    ("cove.py", "if north and east and board[cell + WIDE + 1] != 0:", "if False:", "CC-MAP.3 CC-R9"),
    ("cove.py", "if mask & doors:", "if False:", "CC-4P.3 CC-R62"),
    ("cove.py", "    for _step in range(steps):", "    for _step in range(steps + 1):", "CC-MOVE.3 CC-R17"),
    ("turn.py", "most += boost", "most += 1", "CC-SPACE.3"),
    ("turn.py", "if t.kind_under(player) == CUL_DE_SAC:", "if False:", "CC-TURN.5 CC-AOD.1"),
    ("turn.py", "if t.pile_n(player) == 0:  # CC-DRAW.2", "if False:  # CC-DRAW.2", "CC-DRAW.2 CC-GOAL.2"),
    (
        "turn.py",
        "return t.hand_n(player) <= FULL_HAND - (draws - from_cove)",
        "return True",
        "CC-HAND.2 CC-R28",
    ),
    ("turn.py", "    t.screams = 0  # CC-R71\n", "", "CC-R71"),
    ("turn.py", "if t.screams == 2:", "if t.screams == 3:", "CC-GHOST.8"),
    ("turn.py", "t.clock += new_gap(t)", "t.clock = new_gap(t)", "CC-R69"),
    ("turn.py", "return t.flipped if t.terms.free_flip == 0 else 0", "return 0", "CC-R63"),
    ("pawns.py", "if t.has_rule(pawn, MOVE_SAFE) or", "if False or", "CC-PREC.1 CC-R20"),
    ("taking.py", "if t.has_rule(player, rule) or", "if False or", "CC-SPACE.7 CC-R32"),
    (
        "pawns.py",
        "    t.push(F_LAND, player, mine)\n    t.push(F_LAND, you, theirs)",
        "    t.push(F_LAND, you, theirs)",
        "CC-R22 CC-R23",
    ),
    ("taking.py", "while n > 0 and room(t, thief) > 0 and", "while n > 0 and", "CC-XFER.2 CC-R31"),
    (
        "building.py",
        "for node in range(1, t.nodes):\n        out[n] = act(BUILD",
        "for node in range(0, t.nodes):\n        out[n] = act(BUILD",
        "CC-DETOUR.4",
    ),
    ("aims.py", "return full if full else mask", "return mask", "CC-R55"),
    ("effects.py", "if t.cards.row(row, LATE) == 0 or", "if True or", "CC-R26"),
    ("defence.py", "    return affects(t, player)", "    return True", "CC-R44"),
    (
        "defence.py",
        "DEFENSIVE and may_be_among(t, card, pieces):",
        "DEFENSIVE and t.held(player, faces[card]) >= 0:",
        "CC-R49",
    ),
    ("defence.py", "if kind == BUILDING:", "if False:", "CC-R47"),
    (
        "piles.py",
        "        put_on_discard(t, player, take_top(t, player), False)",
        "        put_on_discard(t, player, take_top(t, player), True)",
        "CC-HAND.4",
    ),
    (
        "piles.py",
        "put_under(t, thief, take_top(t, victim))",
        "put_on_top(t, thief, take_top(t, victim))",
        "CC-XFER.3 CC-R35",
    ),
    ("acts.py", "        t.placed = 1\n", "", "CC-R52"),
    ("acts.py", "            t.act_seen[at] = 0\n", "", "CC-R53"),
    ("ending.py", "    t.pawn[player] = -1\n", "", "CC-R57"),
    (
        "knowledge.py",
        "            if among[at] & pieces:\n                among[at] |= pieces",
        "            pass",
        "CC-HAND.4 CC-R36",
    ),
    ("setting.py", "(t.first + piece) % t.terms.players", "piece % t.terms.players", "CC-R2"),
    (
        "solo.py",
        "if node == t.pawn[ORPHAN]:",
        "if _step == steps - 1 and node == t.pawn[ORPHAN]:",
        "CC-SOLO.14 CC-R82",
    ),
    ("solo.py", "if slot == SOLO_ACTS - 1:", "if False:", "CC-SOLO.13"),
    ("solo.py", "if t.played >> (out[i] & 4095) & 1 == 0:", "if True:", "CC-SOLO.18"),
    ("solo.py", "put_on_top(t, BOOGEYMAN, piece)", "put_under(t, BOOGEYMAN, piece)", "CC-SOLO.28"),
)


def main() -> int:
    survived = 0
    with tempfile.TemporaryDirectory() as scratch:
        for file, old, new, rules in MUTANTS:
            tree = Path(scratch) / "src"
            shutil.rmtree(tree, ignore_errors=True)
            shutil.copytree(ROOT / "src", tree, ignore=shutil.ignore_patterns("__pycache__"))
            path = tree / GAME / file
            text = path.read_text("utf-8")
            if old not in text:
                print(f"STALE     {file}: {old.strip()[:60]}")
                survived += 1
                continue
            path.write_text(text.replace(old, new, 1), "utf-8")
            alive = tests_pass(tree)
            survived += alive
            line = old.strip().splitlines()[0][:60]
            print(f"{'SURVIVED' if alive else 'killed':<9} {rules:<24} {file}: {line}")
    print(f"{len(MUTANTS) - survived} of {len(MUTANTS)} were noticed")
    return 1 if survived else 0


def tests_pass(tree: Path) -> bool:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        str(ROOT / "tests/condyle"),
    ]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    found = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=300)
    return found.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
