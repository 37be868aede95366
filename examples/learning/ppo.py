"""Masked PPO by self-play alone, on a batch of games, in one file.

    python examples/learning/ppo.py --minutes 60 --out duel.pt

One network plays every seat and learns from what each of them came to. Every few minutes it is saved and
plays against `greedy` on other seeds, only to draw the curve: nothing is learnt from that. The best of the
checkpoints, by those games, is what --out gets; FILE.jsonl has the curve.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy
import torch
from torch import nn

import fabletop
from fabletop.envs.batch import Batch
from fabletop.envs.policies import save

Both = tuple[torch.Tensor, torch.Tensor]


class Network(nn.Module):  # type: ignore[misc,unused-ignore]
    """For any game: two layers over what is seen, and a number for each column."""

    def __init__(self, observer: Any, hidden: int = 256) -> None:
        super().__init__()
        width, columns = int(observer.width), int(observer.actions.columns)
        self.body = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.likes = nn.Linear(hidden, columns)
        self.worth = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.likes.weight, 0.01)

    def both(self, seen: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor) -> Both:
        """How it likes each of these columns, each of a row of `seen`; and what each row is worth."""
        found = self.body(torch.log1p(seen.float()))
        return self.likes(found)[rows, columns], torch.tanh(self.worth(found)).squeeze(-1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """What a saved policy gives: one number a column."""
        return self.likes(self.body(torch.log1p(seen)))


def network_for(game: str, observer: Any) -> Any:
    if game == "storybook" and int(observer.players) == 2:
        from duel import Duel

        return Duel(observer)
    return Network(observer)


class Chances:
    """How likely each allowed column of each row is: a softmax over lists of different lengths."""

    def __init__(self, network: Any, seen: torch.Tensor, legal: torch.Tensor) -> None:
        self.legal = legal[:, : int((legal >= 0).sum(1).max())]
        self.rows, self.places = (self.legal >= 0).nonzero(as_tuple=True)
        likes, self.worth = network.both(seen, self.rows, legal[self.rows, self.places].long())
        best = torch.full((len(legal),), -1e9).scatter_reduce(0, self.rows, likes.detach(), "amax")
        raised = (likes - best[self.rows]).exp()
        total = torch.zeros(len(legal)).index_add(0, self.rows, raised)
        self.log = likes - best[self.rows] - total.log()[self.rows]

    def spread(self) -> torch.Tensor:
        """The same as a square: a row for each, a place for each column of its list."""
        square = torch.full(self.legal.shape, -torch.inf)
        square[self.rows, self.places] = self.log
        return square

    def entropy(self) -> torch.Tensor:
        return -(self.log.exp() * self.log).sum() / len(self.legal)


# --- Playing ---------------------------------------------------------------------------------------


class Rollout:
    """What was seen, done and paid in `steps` steps of all games."""

    def __init__(self, batch: Batch, steps: int) -> None:
        games = batch.games
        self.seen = torch.zeros(steps, games, batch.width, dtype=torch.uint8)
        self.legal = torch.zeros(steps, games, batch.legal.shape[1], dtype=torch.int16)
        self.picks = torch.zeros(steps, games, dtype=torch.int64)  # places in the lists of what was legal
        self.log_chance = torch.zeros(steps, games)
        self.worth = torch.zeros(steps, games)
        self.seats = numpy.zeros((steps, games), numpy.int64)
        self.rewards = numpy.zeros((steps, games, batch.players))
        self.ended = numpy.zeros((steps, games), bool)

    def play(self, batch: Batch, network: Any) -> torch.Tensor:
        """Fill it; returns what the seats that are asked then think they will come to."""
        with torch.no_grad():
            for step in range(len(self.seats)):
                self.seen[step] = torch.from_numpy(batch.observations.copy())
                self.legal[step] = torch.from_numpy(batch.legal.astype(numpy.int16))
                self.seats[step] = batch.seats
                chances = Chances(network, self.seen[step], self.legal[step])
                logs = chances.spread()
                self.worth[step] = chances.worth
                picks = logs.exp().multinomial(1)
                self.picks[step] = picks.squeeze(1)
                self.log_chance[step] = logs.gather(1, picks).squeeze(1)
                batch.step(self.legal[step].gather(1, picks).squeeze(1).numpy())
                self.rewards[step] = batch.rewards
                self.ended[step] = batch.ended
            legal = torch.from_numpy(batch.legal.astype(numpy.int16))
            return Chances(network, torch.from_numpy(batch.observations.copy()), legal).worth

    def advantages(self, worth_then: Any, seats_then: Any, discount: float, trace: float) -> torch.Tensor:
        """Generalised advantage estimation, for each seat of each game along its own answers.

        The next answer of a seat is where it is asked again, however many others were asked between. A seat
        that is not asked any more before the rollout ends keeps its own last guess.
        """
        steps, games = self.seats.shape
        rows = numpy.arange(games)
        seats = self.rewards.shape[2]
        later = numpy.full((games, seats), numpy.nan)  # the guess at a seat's next answer
        later[rows, seats_then] = worth_then
        ahead = numpy.zeros((games, seats))  # and the advantage there
        paid = numpy.zeros((games, seats))
        found = numpy.zeros((steps, games))
        worth = self.worth.numpy()
        for step in reversed(range(steps)):
            over = self.ended[step]
            later[over], ahead[over] = 0.0, 0.0
            paid[over] = self.rewards[step][over]
            seat = self.seats[step]
            now = worth[step]
            then = later[rows, seat]
            then = numpy.where(numpy.isnan(then), now, then)
            error = paid[rows, seat] + discount * then - now
            found[step] = error + discount * trace * ahead[rows, seat]
            later[rows, seat], ahead[rows, seat], paid[rows, seat] = now, found[step], 0.0
        return torch.from_numpy(found).float()


# --- Learning --------------------------------------------------------------------------------------


def learn(network: Any, optimizer: Any, rollout: Rollout, advantages: torch.Tensor, args: Any) -> None:
    seen, legal = rollout.seen.flatten(0, 1), rollout.legal.flatten(0, 1)
    picks, before = rollout.picks.flatten(), rollout.log_chance.flatten()
    goal = (advantages + rollout.worth).flatten()
    advantages = advantages.flatten()
    for _ in range(args.epochs):
        for chosen in torch.randperm(len(picks)).split(args.minibatch):
            chances = Chances(network, seen[chosen], legal[chosen])
            now = chances.spread().gather(1, picks[chosen].unsqueeze(1)).squeeze(1)
            ratio = (now - before[chosen]).exp()
            gain = advantages[chosen]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            loss = -torch.minimum(gain * ratio, gain * clipped).mean()
            loss = loss + 0.5 * (chances.worth - goal[chosen]).square().mean()
            loss = loss - args.entropy * chances.entropy()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def strength(network: Any, args: Any, seed: int) -> float:
    """The share of games won against bots, from every seat in turn; a draw is half a win."""
    points: list[float] = []
    players = fabletop.game(args.game).opening(args.players).players
    for seat in range(players):
        bots = {other: args.against for other in range(players) if other != seat}
        rows = fabletop.batch(args.game, 32, players=players, seed=seed + seat, bots=bots)
        wanted = len(points) + args.evaluate // players
        while len(points) < wanted:
            legal = torch.from_numpy(rows.legal.astype(numpy.int16))
            with torch.no_grad():
                chances = Chances(network, torch.from_numpy(rows.observations.copy()), legal)
            best = chances.spread().argmax(1, keepdim=True)
            rows.step(legal.gather(1, best).squeeze(1).numpy())
            worth = rows.rewards[:, seat][rows.ended == 1]
            points += [1.0 if one > 0 else 0.5 if one == 0 else 0.0 for one in worth]
        del points[wanted:]
    return sum(points) / len(points)


def train(args: argparse.Namespace) -> list[dict[str, Any]]:
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # nets this small learn four times as much from a processor that does not wait
    batch = fabletop.batch(args.game, args.games, players=args.players, seed=args.seed)
    network = network_for(args.game, batch.observer)
    optimizer = torch.optim.Adam(network.parameters(), lr=args.rate, eps=1e-5)
    rollout = Rollout(batch, args.steps)
    curve: list[dict[str, Any]] = []
    start = time.process_time()
    steps, look = 0, 0.0
    while True:
        minutes = (time.process_time() - start) / 60
        if minutes >= look or minutes >= args.minutes or steps >= args.most:
            share = strength(network, args, 10**9 + 1000 * len(curve))
            look_at = {"steps": steps, "minutes": round(minutes, 2), "won": round(share, 4)}
            curve.append({**look_at, "games": args.evaluate, "against": args.against})
            print(json.dumps(curve[-1]), flush=True)
            Path(args.out).with_suffix(".jsonl").write_text("".join(json.dumps(one) + "\n" for one in curve))
            if share >= max(one["won"] for one in curve):
                save(network, batch.observer, args.out)
            look = minutes + args.every
        if minutes >= args.minutes or steps >= args.most:
            break
        for group in optimizer.param_groups:
            group["lr"] = args.rate * max(0.05, 1 - minutes / args.minutes)
        then = rollout.play(batch, network)
        advantages = rollout.advantages(then.numpy(), batch.seats, args.discount, args.trace)
        learn(network, optimizer, rollout, advantages, args)
        steps += args.steps * args.games
    return curve


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="storybook")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--out", default="policy.pt", help="where the best policy goes (.pt or .onnx)")
    parser.add_argument("--minutes", type=float, default=12, help="of processor time, on one core")
    parser.add_argument("--most", type=int, default=10**12, help="steps after which it ends")
    parser.add_argument("--every", type=float, default=1.5, help="such minutes between looks at its strength")
    parser.add_argument("--evaluate", type=int, default=400, help="games of such a look")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=64, help="of each game between two lessons")
    parser.add_argument("--minibatch", type=int, default=2048)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--discount", type=float, default=0.998)
    parser.add_argument("--trace", type=float, default=0.95)
    return parser


if __name__ == "__main__":
    train(arguments().parse_args())
