"""MaskablePPO of SB3-contrib on Gymnasium: a seat of a duel against a bot, or Coraline alone.

python examples/learning/maskable_ppo.py --steps 200000 --id fabletop/storybook-2-v1 --bots random
"""

import argparse
import json
import time
from pathlib import Path

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import fabletop.envs.gym  # noqa: F401  (registers the ids)


def train(args: argparse.Namespace) -> list[dict[str, float | str]]:
    """What it came to after each part of the steps, in games that it did not learn from."""
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy", env(args), seed=args.seed, n_steps=args.rollout, device="cpu", verbose=args.verbose
    )
    curve: list[dict[str, float | str]] = []
    start = time.process_time()
    for look in range(args.looks + 1):
        if look:
            model.learn(args.steps // args.looks, reset_num_timesteps=False)
        rewards, _ = evaluate_policy(
            model, env(args), args.evaluate, warn=False, return_episode_rewards=True, deterministic=False
        )
        won = sum(1.0 if one > 0 else 0.5 if one == 0 else 0.0 for one in rewards) / args.evaluate
        minutes = round((time.process_time() - start) / 60, 2)
        curve.append(
            {
                "steps": model.num_timesteps,
                "minutes": minutes,
                "won": won,
                "games": args.evaluate,
                "against": args.bots,
            }
        )
        print(json.dumps(curve[-1]), flush=True)
        Path(args.out).write_text("".join(json.dumps(one) + "\n" for one in curve))
    return curve


def env(args: argparse.Namespace) -> gymnasium.Env:
    return gymnasium.make(args.id, bots=args.bots)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--id", default="fabletop/storybook-2-v1")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rollout", type=int, default=2048, help="steps between two lessons")
    parser.add_argument("--looks", type=int, default=10, help="how often its strength is looked at")
    parser.add_argument("--evaluate", type=int, default=200, help="games of such a look")
    parser.add_argument("--out", default="maskable_ppo.jsonl", help="where the curve goes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", type=int, default=0)
    return parser


if __name__ == "__main__":
    train(arguments().parse_args())
