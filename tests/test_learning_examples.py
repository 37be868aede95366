"""The examples that learn, for a moment each: they need torch (docs/learning.md)."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop import bots

pytestmark = pytest.mark.training
EXAMPLES = Path(__file__).resolve().parent.parent / "examples/learning"


def run(name: str, *arguments: str) -> Any:
    """Train with an example as its command line would."""
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    example: Any = module_from_spec(spec)
    spec.loader.exec_module(example)
    return example.train(example.arguments().parse_args(arguments))


def test_self_play_on_a_batch_saves_a_policy_that_can_play(tmp_path: Path) -> None:
    out = tmp_path / "duel.pt"
    quick = ["--most", "1024", "--games", "16", "--steps", "32", "--minibatch", "256"]
    curve = run("ppo", *quick, "--evaluate", "4", "--against", "random", "--out", str(out))
    assert [point["steps"] for point in curve] == [0, 1024]
    assert all(0 <= point["won"] <= 1 for point in curve)
    state = fabletop.game("storybook").start(2, seed=1)
    assert bots.make(f"policy:{out}").choose(state, fabletop.seeded(1)) in state.legal()
    assert len(out.with_suffix(".jsonl").read_text().splitlines()) == 2


def test_maskable_ppo_learns_on_gymnasium() -> None:
    reward = run("maskable_ppo", "--steps", "256", "--rollout", "128", "--evaluate", "2", "--verbose", "0")
    assert -1 <= reward <= 1


def test_openspiel_s_dqn_learns() -> None:
    curve = run("openspiel_dqn", "--games", "10", "--evaluate", "1", "--warm-up", "100")
    assert len(curve) == 10
    assert "pyspiel" in sys.modules
