"""Teach the bots of The Unrelenting Other: python tools/teach_unrelenting.py [--start FILE] ...

Games are played by `games/unrelenting/bot/policy.py`, some seats by `greedy`, and the weights of
`evaluation.py` are fitted to who won them. They go to games/unrelenting/bot/learnt/weights.txt. Wants the
compiled engine.

The committed weights went on from those of rules version 2. What a set of one kind, rabbits where a victory
wants them and a lucky night are worth was first set by hand, for one lucky roll used to turn a whole set.
Then, on two drafts of the small house and on house edition 3 itself (`--alike 100 --moments 25000` each):

    --edition DRAFT --rounds 10 --games 120 --still 1 --rate 0.002 --seed 6              # nine rounds of it
    --edition OTHER --rounds 8 --games 150 --still 1 --rate 0.002 --seed 7
    --edition house --rounds 9 --games 150 --still 3 --rate 0.001 --lapses 3 --seed 9    # six rounds of it

Begin with still rounds: what is learnt from 150 games alone ends in stalemates.
"""

import argparse
from pathlib import Path

from fabletop.bots.greedy import GreedyBot
from fabletop.games.unrelenting.bot.evaluation import Evaluation
from fabletop.games.unrelenting.bot.features import FEATURES
from fabletop.games.unrelenting.bot.learning import Pupil
from fabletop.games.unrelenting.bot.policy import Policy
from fabletop.games.unrelenting.game import GAME
from fabletop.games.unrelenting.table import PLAYERS, Table
from fabletop.kernel.rng import Rng, seeded

LEARNT = Path(__file__).resolve().parent.parent / "src/fabletop/games/unrelenting/bot/learnt/weights.txt"


class Record:
    """How often planners and greedy players won, where both played."""

    def __init__(self) -> None:
        self.seats = [0, 0]
        self.wins = [0, 0]
        self.characters = [0] * PLAYERS
        self.ends = [0] * 4

    def add(self, state: Table, plans: list[bool]) -> None:
        self.ends[int(state.how)] += 1
        for player in range(PLAYERS):
            won = int(state.winners) >> player & 1
            self.characters[player] += won
            if 0 < sum(plans) < PLAYERS:
                self.seats[plans[player]] += 1
                self.wins[plans[player]] += won

    def __str__(self) -> str:
        shares = [f"{w / s:.1%} of {s}" if s else "-" for w, s in zip(self.wins, self.seats, strict=True)]
        return (
            f"greedy won {shares[0]}, planners {shares[1]}; by character {self.characters}; "
            f"control, insanity, dawn {self.ends[1:]}"
        )


def play(pupil: Pupil, state: Table, plans: list[bool], rng: Rng, lapses: int) -> None:
    """`lapses` of 1000 answers are given by lot, so that other ways are seen too."""
    greedy = GreedyBot()
    policy = Policy(pupil.evaluation)
    first = pupil.next
    turns = -1
    while state.seat >= 0:
        if state.turns != turns:
            turns = int(state.turns)
            pupil.keep(state)
        if rng.below(1000) < lapses:
            legal = state.legal()
            state.step(legal[rng.below(len(legal))])
        elif plans[state.seat]:
            policy.follow(state)
        else:
            state.step(greedy.choose(state, rng))
    pupil.tell(state, first)


def teach(args: argparse.Namespace) -> None:
    rng = seeded(args.seed)
    words = args.start.read_text().split() if args.start else ["0"] * FEATURES
    pupil = Pupil(Evaluation([float(word) for word in words]))
    opening = GAME.opening(PLAYERS, {"characters": "seats"}, args.edition)
    for number in range(args.rounds):
        record = Record()
        for _ in range(args.games):
            state = GAME.begin(opening, rng.split())
            assert isinstance(state, Table)
            plans = [rng.below(100) < args.planners for _ in range(PLAYERS)]
            if rng.below(100) < args.alike:
                plans = [number >= args.naive] * PLAYERS
            play(pupil, state, plans, rng, args.lapses)
            record.add(state, plans)
        rate = args.rate * (1 - 0.8 * number / args.rounds)
        surprise = pupil.learn(args.moments, rate, rng) if number >= args.still else 0.0
        print(f"round {number}: {record}; surprise {surprise:.4f}", flush=True)
        args.to.write_text(" ".join(f"{weight:.4f}" for weight in pupil.evaluation.weights) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach the bots of The Unrelenting Other.")
    parser.add_argument("--rounds", type=int, default=30, help="of games, then learning")
    parser.add_argument("--games", type=int, default=60, help="a round")
    parser.add_argument("--naive", type=int, default=0, help="rounds played by greedy alone, to begin with")
    parser.add_argument("--still", type=int, default=0, help="rounds before the learning begins")
    parser.add_argument("--planners", type=int, default=30, help="in 100 seats; the others are greedy")
    parser.add_argument("--alike", type=int, default=0, help="in 100 games; then all are planners, or naive")
    parser.add_argument("--lapses", type=int, default=5, help="in 1000 answers")
    parser.add_argument("--moments", type=int, default=100_000, help="gone over after each round")
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="house")
    parser.add_argument("--to", type=Path, default=LEARNT, help="the file to write")
    teach(parser.parse_args())


if __name__ == "__main__":
    main()
