"""OpenSpiel's PPO (in torch) in one of our games: it learns a seat while the others play at random.

python examples/learning/openspiel_ppo.py --steps 200000
"""

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy
import torch
from open_spiel.python import rl_environment
from open_spiel.python.pytorch import ppo

from fabletop.envs import openspiel


class Seat:
    """Seat 0 of one game after another; whoever else is asked answers at random."""

    def __init__(self, game: Any, seed: int) -> None:
        self.env = rl_environment.Environment(game)
        self.env.seed(seed)
        self.luck = random.Random(seed)
        self.told = self.env.reset()
        self.go_on()

    def go_on(self) -> None:
        while not self.told.last() and self.told.observations["current_player"] != 0:
            player = self.told.observations["current_player"]
            self.told = self.env.step([self.luck.choice(self.told.observations["legal_actions"][player])])

    def answer(self, action: int) -> tuple[float, bool]:
        """What that was worth, and whether the game was over with it; then the next has begun."""
        self.told = self.env.step([action])
        self.go_on()
        over = self.told.last()
        worth = float(self.told.rewards[0]) if over else 0.0
        while self.told.last():
            self.told = self.env.reset()
            self.go_on()
        return worth, over


def strength(learner: ppo.PPO, seat: Seat, games: int) -> float:
    """The share of games that it wins, in games that it does not learn from."""
    won = 0.0
    while games:
        (chosen,) = learner.step([seat.told], is_evaluation=True)
        worth, over = seat.answer(chosen.action)
        won += over * (1.0 if worth > 0 else 0.5 if worth == 0 else 0.0)
        games -= over
    return won


def train(args: argparse.Namespace) -> list[dict[str, float | str]]:
    """What seat 0 wins after each part of the steps."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    numpy.random.seed(args.seed)
    game = openspiel.load(args.game, args.players)
    seats = [Seat(game, args.seed + number) for number in range(args.envs)]
    shape = (game.observation_tensor_size(),)
    learner = ppo.PPO(
        shape, game.num_distinct_actions(), args.players, num_envs=args.envs, steps_per_batch=args.rollout,
        learning_rate=3e-4, gamma=1.0, agent_fn=ppo.PPOAgent,
    )  # fmt: skip
    examiner = Seat(game, args.seed + 1_000_000)
    curve: list[dict[str, float | str]] = []
    start = time.process_time()
    for look in range(args.looks + 1):
        while look and learner.total_steps_done < args.steps * look // args.looks:
            for _ in range(args.rollout):
                chosen = learner.step([seat.told for seat in seats])
                gone = [seat.answer(one.action) for seat, one in zip(seats, chosen, strict=True)]
                learner.post_step([worth for worth, _ in gone], [over for _, over in gone])
            learner.learn([seat.told for seat in seats])
        won = strength(learner, examiner, args.evaluate) / args.evaluate
        minutes = round((time.process_time() - start) / 60, 2)
        steps = learner.total_steps_done
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
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--envs", type=int, default=16, help="games at once")
    parser.add_argument(
        "--rollout", type=int, default=128, help="answers in each of them between two lessons"
    )
    parser.add_argument("--looks", type=int, default=10, help="how often its strength is looked at")
    parser.add_argument("--evaluate", type=int, default=200, help="games of such a look")
    parser.add_argument("--out", default="openspiel_ppo.jsonl", help="where the curve goes")
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    train(arguments().parse_args())
