"""The examples that learn, for a moment each: they need torch (docs/learning.md)."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import u8

import fabletop
from fabletop import bots
from fabletop.games.storybook import verbs

pytestmark = pytest.mark.training
EXAMPLES = Path(__file__).resolve().parent.parent / "examples/learning"


@pytest.fixture(autouse=True)
def examples_find_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))


def example_of(name: str) -> Any:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    example: Any = module_from_spec(spec)
    spec.loader.exec_module(example)
    return example


def run(name: str, *arguments: str) -> Any:
    """Train with an example as its command line would."""
    example = example_of(name)
    return example.train(example.arguments().parse_args(arguments))


@pytest.mark.parametrize(("game", "players"), [("storybook", 2), ("coraline", 3)])
def test_self_play_on_a_batch_saves_a_policy_that_can_play(tmp_path: Path, game: str, players: int) -> None:
    out = tmp_path / "learnt.pt"
    quick = ["--most", "1024", "--games", "16", "--steps", "32", "--minibatch", "256"]
    which = ["--game", game, "--players", str(players), "--against", "random", "--evaluate", "6"]
    curve = run("ppo", *quick, *which, "--out", str(out))
    assert [point["steps"] for point in curve] == [0, 1024]
    assert all(0 <= point["won"] <= 1 for point in curve)
    state = fabletop.game(game).start(players, seed=1)
    assert bots.make(f"policy:{out}").choose(state, fabletop.seeded(1)) in state.legal()
    assert len(out.with_suffix(".jsonl").read_text().splitlines()) == 2


def test_a_curve_is_drawn(tmp_path: Path) -> None:
    look = {"minutes": 1, "games": 100, "against": "greedy"}
    looks = [{**look, "steps": 0, "won": 0.01}, {**look, "steps": 9000, "won": 0.8}]
    file = tmp_path / "mine.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in looks))
    points = example_of("plot").points([str(file)])
    assert [(point["steps"], point["learner"]) for point in points] == [
        (0, "mine against greedy"), (9000, "mine against greedy"),
    ]  # fmt: skip
    assert points[1]["low"] == pytest.approx(0.711, abs=0.001)
    assert points[1]["high"] == pytest.approx(0.867, abs=0.001)
    assert "mine against greedy" in example_of("plot").draw([str(file)], "How it went")


# --- What the network of the duel is told ----------------------------------------------------------


def seen_by(observer: Any, state: Any, seat: int) -> Any:
    import torch

    out = vec[u8]([0] * int(observer.width))
    observer.observe_into(state, seat, out, 0)
    return torch.tensor(list(bytes(out)), dtype=torch.uint8).unsqueeze(0)


def test_what_a_card_would_touch_is_what_it_then_touches() -> None:
    """Slides, spins and cards that are put down: before the answer, and looked at after it."""
    import torch

    duel = example_of("duel")
    game = fabletop.game("storybook")
    observer: Any = game.observer(game.opening(2))
    network = duel.Duel(observer)
    compared = dict.fromkeys((verbs.SLIDE, verbs.SPIN, verbs.PUT), 0)
    for seed in range(5):
        state: Any = game.start(2, seed=seed)
        rng = fabletop.seeded(seed)
        while not state.over:
            action = state.legal()[rng.below(len(state.legal()))]
            seat, verb = state.seat, action >> 12
            before = duel.Table(seen_by(observer, state, seat), network.cards_at)
            column = torch.tensor([int(observer.actions.column(state, action))])
            state.apply(action)
            after = duel.Table(seen_by(observer, state, seat), network.cards_at)
            slot = network.slot[column] if verb != verbs.PUT else before.held
            if verb not in compared or state.seat != seat or int(after.cards[0, slot, duel.UP]) == 0:
                continue
            row = torch.zeros(1, dtype=torch.int64)
            then = after.touches(row, slot, after.at[0, slot], row)
            cells = before.at[0, slot]
            turn = row
            if verb == verbs.SLIDE:
                cells = before.landing(row, cells, network.way[column])
            elif verb == verbs.SPIN:
                turn = network.way[column] * 2 + 3
            else:
                cells = before.at[0, network.slot[column]] + duel.STEPS[network.way[column]]
            told = before.touches(row, slot, cells, turn)
            fights = told // 8 >= duel.ENEMY_UP  # whether others strike it too may change with the move
            assert (
                torch.where(fights, told // 16, told).tolist()
                == torch.where(fights, then // 16, then).tolist()
            )
            compared[verb] += 1
    assert min(compared.values()) > 20


def test_maskable_ppo_learns_on_gymnasium(tmp_path: Path) -> None:
    out = tmp_path / "curve.jsonl"
    quick = ["--steps", "256", "--rollout", "128", "--looks", "2", "--evaluate", "2", "--out", str(out)]
    curve = run("maskable_ppo", *quick)
    assert [point["steps"] for point in curve] == [0, 128, 256]
    assert len(out.read_text().splitlines()) == 3


def test_openspiel_s_ppo_learns(tmp_path: Path) -> None:
    out = str(tmp_path / "curve.jsonl")
    quick = ["--steps", "128", "--envs", "2", "--rollout", "32", "--looks", "2", "--evaluate", "1"]
    curve = run("openspiel_ppo", *quick, "--out", out)
    assert [point["steps"] for point in curve] == [0, 64, 128]
    assert "pyspiel" in sys.modules
