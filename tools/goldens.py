"""Write the golden files of the tests anew: python tools/goldens.py. Review what changed as a diff."""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GOLDENS = ROOT / "tests" / "goldens"

# Playthroughs: file, game, players, seed, options.
PLAYTHROUGHS: tuple[tuple[str, str, int, int, dict[str, str]], ...] = (
    ("storybook-duel.txt", "storybook", 2, 14, {}),
    ("storybook-team.txt", "storybook", 4, 20, {}),
    ("unrelenting.txt", "unrelenting", 4, 7, {"dawn": "2"}),
    ("coraline-solo.txt", "coraline", 1, 3, {}),
    ("coraline-four.txt", "coraline", 4, 5, {}),
    ("condyle-three.txt", "condyle", 3, 7, {}),
    ("condyle-solo.txt", "condyle", 1, 3, {}),
)

DUEL = {"side": "heroes", "hero": "alice", "hero_ally": "genie", "hero_twist": "WH-T2"}
DUEL |= {"villain": "hook", "villain_ally": "mad-hatter", "villain_twist": "NV-T1"}
TEAM = {"hero2": "peter-pan", "hero2_ally": "tinker-bell", "hero2_twist": "NH-T1"}
TEAM |= {"villain2": "magician", "villain2_ally": "tinker-bell", "villain2_twist": "AV-T2"}

# Counts: game, players, options, seed, random answers before the count, depths.
PERFTS: tuple[tuple[str, int, dict[str, str], int, int, int], ...] = (
    ("storybook", 2, {}, 0, 0, 7),
    ("storybook", 4, {}, 0, 0, 7),
    ("storybook", 2, DUEL, 1, 0, 4),
    ("storybook", 4, {**DUEL, **TEAM}, 1, 0, 5),
    ("storybook", 2, DUEL, 2, 12, 3),
    ("storybook", 2, {}, 3, 40, 3),
    ("storybook", 2, {}, 4, 70, 3),
    ("storybook", 4, {}, 5, 60, 2),
    ("storybook", 4, {}, 6, 120, 2),
    ("unrelenting", 4, {}, 0, 0, 4),
    ("unrelenting", 4, {"characters": "seats"}, 1, 0, 3),
    ("unrelenting", 4, {"characters": "seats"}, 2, 60, 3),
    ("unrelenting", 4, {"characters": "lot", "switch": "one"}, 3, 150, 2),
    ("unrelenting", 4, {}, 4, 400, 3),
    ("unrelenting", 4, {"dawn": "60"}, 5, 900, 3),
    ("coraline", 1, {}, 0, 0, 3),
    ("coraline", 2, {}, 0, 0, 4),
    ("coraline", 3, {}, 1, 0, 4),
    ("coraline", 4, {}, 1, 0, 4),
    ("coraline", 1, {"concede": "off"}, 2, 30, 3),
    ("coraline", 2, {"concede": "off"}, 3, 30, 3),
    ("coraline", 3, {"concede": "off"}, 4, 40, 3),
    ("coraline", 4, {}, 5, 20, 3),
    ("condyle", 2, {}, 0, 0, 5),
    ("condyle", 3, {"fourth": "on", "winter": "on", "ghost": "on"}, 1, 12, 4),
    ("condyle", 4, {"cul_de_sac": "creepy_carnival"}, 2, 40, 3),
    ("condyle", 2, {"ghost": "hard", "binky": "head_start"}, 3, 30, 4),
    ("condyle", 1, {}, 4, 0, 5),
)


def perft_rows() -> list[dict[str, Any]]:
    from fabletop.kernel.perft import perft

    rows = []
    for game, players, options, seed, answers, depth in PERFTS:
        state = position(game, players, options, seed, answers)
        counts = [perft(state, i) for i in range(1, depth + 1)]
        start = {"game": game, "players": players, "options": options, "seed": seed, "answers": answers}
        rows.append({**start, "perft": counts})
    return rows


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
    for file, name, players, seed, options in PLAYTHROUGHS:
        text = playthrough(fabletop.game(name), seed, players, options)
        (GOLDENS / file).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    main()
