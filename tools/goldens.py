"""Write the golden files of the tests anew: python tools/goldens.py. Review what changed as a diff."""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GOLDENS = ROOT / "tests" / "goldens"


def perft_rows() -> list[dict[str, Any]]:
    """The counts that the games ask for in their checks.toml."""
    from fabletop.kernel.perft import perft

    rows = []
    for name, checks in all_checks().items():
        for one in checks.perft:
            state = position(name, one.players, one.options, one.seed, one.answers)
            counts = [perft(state, depth) for depth in range(1, one.depth + 1)]
            rows.append({"game": name, **start_of(one), "perft": counts})
    return rows


def start_of(one: Any) -> dict[str, Any]:
    return {"players": one.players, "options": one.options, "seed": one.seed, "answers": one.answers}


def all_checks() -> dict[str, Any]:
    import fabletop
    from fabletop.games import ours
    from fabletop.lab.checks import checks_of

    return {name: checks_of(fabletop.game(name)) for name in ours()}


def position(name: str, players: int, options: dict[str, str], seed: int, answers: int) -> Any:
    """The state after some random answers."""
    import fabletop

    state = fabletop.game(name).start(players, seed, options)
    chance = fabletop.seeded(seed).split()
    for _ in range(answers):
        actions = state.legal()
        assert actions, f"seed {seed}: this game is over before {answers} answers; take another seed"
        state.apply(actions[chance.below(len(actions))])
    return state


def main() -> None:
    import fabletop
    from fabletop.kernel.playthrough import playthrough

    GOLDENS.mkdir(exist_ok=True)
    rows = ",\n".join(json.dumps(row) for row in perft_rows())
    (GOLDENS / "perft.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    for name, checks in all_checks().items():
        for one in checks.playthrough:
            text = playthrough(fabletop.game(name), one.seed, one.players, one.options)
            (GOLDENS / one.file).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    sys.path.insert(0, str(ROOT / "src"))
    main()
