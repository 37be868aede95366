"""OpenSpiel's DQN (in torch) in one of our games: it learns a seat while the others play at random.

python examples/learning/openspiel_dqn.py --games 5000
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.pytorch import dqn

from fabletop.envs import openspiel


def play(env: rl_environment.Environment, agents: list[Any], learning: bool) -> tuple[float, int]:
    """One game; what it was worth to seat 0, and how often that seat was asked."""
    told = env.reset()
    asked = 0
    while not told.last():
        player = told.observations["current_player"]
        asked += player == 0
        told = env.step([agents[player].step(told, is_evaluation=not learning).action])
    for agent in agents:
        agent.step(told, is_evaluation=not learning)
    return float(told.rewards[0]), asked


def train(args: argparse.Namespace) -> list[dict[str, float | str]]:
    """What seat 0 wins after each tenth of the games, in games that it does not learn from."""
    env = rl_environment.Environment(openspiel.load(args.game, args.players))
    env.seed(args.seed)
    columns = env.action_spec()["num_actions"]
    width = env.observation_spec()["info_state"][0]
    learner = dqn.DQN(
        0, width, columns, hidden_layers_sizes=(128, 128), learning_rate=1e-3, optimizer_str="adam",
        loss_str="huber", epsilon_decay_duration=20 * args.games, min_buffer_size_to_learn=args.warm_up,
        seed=args.seed,
    )  # fmt: skip
    numpy.random.seed(args.seed)
    others = [random_agent.RandomAgent(player, columns) for player in range(1, env.num_players)]
    curve: list[dict[str, float | str]] = []
    start = time.process_time()
    steps = 0
    for tenth in range(11):
        for _ in range(args.games // 10 if tenth else 0):
            steps += play(env, [learner, *others], learning=True)[1]
        worth = [play(env, [learner, *others], learning=False)[0] for _ in range(args.evaluate)]
        won = sum(1.0 if one > 0 else 0.5 if one == 0 else 0.0 for one in worth) / args.evaluate
        minutes = round((time.process_time() - start) / 60, 2)
        curve.append(
            {"steps": steps, "minutes": minutes, "won": won, "games": args.evaluate, "against": "random"}
        )
        print(json.dumps(curve[-1]), flush=True)
        Path(args.out).write_text("".join(json.dumps(one) + "\n" for one in curve))
    return curve


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="storybook")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--warm-up", type=int, default=1000, help="answers before it begins to learn")
    parser.add_argument("--out", default="openspiel_dqn.jsonl", help="where the curve goes")
    parser.add_argument("--evaluate", type=int, default=200, help="games of a look at its strength")
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    train(arguments().parse_args())
