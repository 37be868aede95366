"""Teach the bots of Coraline: python tools/teach.py PLAYERS [--start FILE] ...

Games are played as all agree (`games/coraline/convention.py`), and a small net learns from what was seen in
them whether they were won. The weights go to games/coraline/learnt/PLAYERS.txt. Wants the compiled engine.

The committed weights were made so, on the edition as it was before version 2, one after the other:

    python tools/teach.py 1 --rounds 100 --games 400 --naive 4 --rate 0.003
    python tools/teach.py 2 --rounds 80 --games 250 --still 5 --rate 0.0012 --start 1.txt
    python tools/teach.py 3 --rounds 80 --games 250 --still 5 --rate 0.0012 --start 2.txt
    python tools/teach.py 4 --rounds 120 --games 250 --still 5 --rate 0.0015 --start 3.txt --seed 2
"""

import argparse
from pathlib import Path

from fabletop.games.coraline.convention import PLAN
from fabletop.games.coraline.game import GAME
from fabletop.games.coraline.learning import Pupil, blank_weights
from fabletop.games.coraline.net import Net
from fabletop.games.coraline.state import Coraline
from fabletop.kernel.rng import seeded

LEARNT = Path(__file__).resolve().parent.parent / "src/fabletop/games/coraline/learnt"
MOMENTS = 30_000  # gone over after each round
LAPSES = 20  # of 1000 thoughts, so that other ways are seen too


def teach(args: argparse.Namespace) -> None:
    rng = seeded(1000 * args.players + args.seed)
    opening = GAME.opening(args.players, {"concede": "off"}, args.edition)
    start = [float(word) for word in args.start.read_text().split()] if args.start else blank_weights(rng)
    pupil = Pupil(Net(start))
    for number in range(args.rounds):
        PLAN.naive = number < args.naive
        won = 0
        for _ in range(args.games):
            state = GAME.begin(opening, rng.split())
            assert isinstance(state, Coraline)
            state.terms.net = pupil.net
            won += pupil.play(state, rng, LAPSES)
        rate = args.rate * (1 - 0.9 * number / args.rounds)
        error = pupil.learn(MOMENTS, rate, rng) if number >= args.still else 0.0
        print(f"round {number}: won {won / args.games:.1%}, error {error:.4f}", flush=True)
    weights = " ".join(f"{weight:.4f}" for weight in pupil.net.weights)
    args.to.mkdir(exist_ok=True)
    Path(args.to, f"{args.players}.txt").write_text(weights + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach the bots of Coraline.")
    parser.add_argument("players", type=int, choices=GAME.players)
    parser.add_argument("--rounds", type=int, default=80, help="of games, then learning")
    parser.add_argument("--games", type=int, default=250, help="a round")
    parser.add_argument("--naive", type=int, default=0, help="rounds played by `sense` alone, to begin with")
    parser.add_argument("--still", type=int, default=0, help="rounds before the learning begins")
    parser.add_argument("--rate", type=float, default=0.0012)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="house")
    parser.add_argument("--to", type=Path, default=LEARNT, help="the folder to write to")
    teach(parser.parse_args())


if __name__ == "__main__":
    main()
