"""MaskablePPO of SB3-contrib on Gymnasium: a seat of a duel against a bot, or Coraline alone.

python examples/learning/maskable_ppo.py --steps 200000 --id fabletop/storybook-2-v1 --bots random
"""

import argparse

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import fabletop.envs.gym  # noqa: F401  (registers the ids)


def train(args: argparse.Namespace) -> float:
    """The mean reward of the trained policy, over games that it did not learn from."""
    kwargs = {"bots": args.bots}
    model = MaskablePPO(
        "MlpPolicy",
        gymnasium.make(args.id, **kwargs),
        seed=args.seed,
        n_steps=args.rollout,
        device="cpu",
        verbose=args.verbose,
    )
    model.learn(args.steps)
    mean, _ = evaluate_policy(model, gymnasium.make(args.id, **kwargs), args.evaluate, warn=False)
    print(f"{args.id}: a mean reward of {mean:.2f} in {args.evaluate} games against {args.bots}")
    return float(mean)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--id", default="fabletop/storybook-2-v1")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rollout", type=int, default=2048, help="steps between two lessons")
    parser.add_argument("--evaluate", type=int, default=100, help="games at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", type=int, default=1)
    return parser


if __name__ == "__main__":
    train(arguments().parse_args())
