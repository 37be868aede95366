"""Teach the bots of Coraline: python tools/teach_coraline.py [PLAYERS ...]

Games are played as all agree (`games/coraline/bot/policy.py`), and a small net learns from what was seen in
them whether they were won. The weights go to games/coraline/bot/learnt/PLAYERS.txt. One player begins with
nothing; two, three and four go on from what one fewer have learnt. Wants the compiled engine.

The committed weights were begun with those of a draft of house edition 4 (`--begin`) and taught anew, on its
last draft (two and four players) and on the edition itself (one and three):

    python tools/teach_coraline.py 1 2 3 4 --begin OLD --rounds 14 --games 300 --rate 0.003
    python tools/teach_coraline.py 1 3 --begin OLD --rounds 14 --games 400 --rate 0.003

After each round the state of the lesson goes to PLAYERS.part.json in the same folder; stopped with Ctrl-C,
the tool says with which command it goes on from there.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from librt.vecs import vec

from fabletop.games.coraline.bot.almanac import almanac_of
from fabletop.games.coraline.bot.evaluation import Evaluation
from fabletop.games.coraline.bot.learning import Pupil, blank_weights
from fabletop.games.coraline.bot.net import Net
from fabletop.games.coraline.bot.policy import Policy
from fabletop.games.coraline.edition import CoralineEdition
from fabletop.games.coraline.game import GAME
from fabletop.games.coraline.table import Table
from fabletop.kernel.game import Opening
from fabletop.kernel.rng import Rng, seeded

LEARNT = Path(__file__).resolve().parent.parent / "src/fabletop/games/coraline/bot/learnt"
MOMENTS = 30_000  # gone over after each round
LAPSES = 20  # of 1000 thoughts, so that other ways are seen too
NAIVE = 4  # rounds that a beginner plays by `heuristic` alone
STILL = 2  # rounds before the learning begins, or begins again
ROUNDS = {1: 60, 2: 30, 3: 30, 4: 40}  # of games, then learning; by players


class Lesson:
    """The teaching of bots for one number of players."""

    def __init__(self, args: argparse.Namespace, players: int) -> None:
        self.args = args
        self.players = players
        self.opening = GAME.opening(players, {"concede": "off"}, args.edition)
        self.kept = Path(args.to, f"{players}.part.json")
        self.rng = seeded(1000 * players + args.seed)
        self.round = 0
        self.pupil = pupil_of(self.opening, self.before())
        self.still = 0 if players == 1 and not args.begin else STILL
        self.rounds: int = args.rounds or ROUNDS[players]

    def before(self) -> list[float]:
        """The weights to begin with."""
        if self.args.begin:
            return read(Path(self.args.begin, f"{self.players}.txt"))
        if self.players == 1:
            return blank_weights(self.rng)
        return read(Path(self.args.to, f"{self.players - 1}.txt"))

    def teach(self) -> None:
        self.resume()
        start, first = time.monotonic(), self.round
        while self.round < self.rounds:
            won = self.play()
            error = 0.0
            if self.still > 0:
                self.still -= 1
            else:
                rate = self.args.rate * (1 - 0.95 * self.round / self.rounds)
                error = self.pupil.learn(MOMENTS, rate, self.rng)
            self.round += 1
            self.keep()
            left = (time.monotonic() - start) / (self.round - first) * (self.rounds - self.round)
            print(
                f"{self.players} players, round {self.round} of {self.rounds}: "
                f"won {won / self.args.games:.1%}, error {error:.4f}, {left / 60:.1f} min left",
                flush=True,
            )
        write(Path(self.args.to, f"{self.players}.txt"), self.pupil.net)
        self.kept.unlink()

    def play(self) -> int:
        """Play the games of a round; return how many were won."""
        self.pupil.policy.naive = self.players == 1 and self.round < NAIVE and not self.args.begin
        won = 0
        for _ in range(self.args.games):
            state = GAME.begin(self.opening, self.rng.split())
            assert isinstance(state, Table)
            won += self.pupil.play(state, self.rng, LAPSES)
        return won

    # --- Stopping and going on -----------------------------------------------------------------------

    def keep(self) -> None:
        pupil, rng = self.pupil, self.rng
        lesson = {
            "round": self.round,
            "rng": [rng.a, rng.b, rng.c, rng.d],
            "steps": pupil.adam.rounds,
            "weights": list(pupil.net.weights),
            "mean": list(pupil.adam.mean),
            "variance": list(pupil.adam.variance),
        }
        fresh = self.kept.with_suffix(".new")
        fresh.write_text(json.dumps(lesson))
        fresh.replace(self.kept)

    def resume(self) -> None:
        """Go on from where it stopped, if it did. What was seen is not kept, so some rounds fill it again."""
        if not self.kept.exists():
            return
        lesson = json.loads(self.kept.read_text())
        self.round = lesson["round"]
        self.rng = Rng(*lesson["rng"])
        self.pupil = pupil_of(self.opening, lesson["weights"])
        self.pupil.adam.mean = vec[float](lesson["mean"])
        self.pupil.adam.variance = vec[float](lesson["variance"])
        self.pupil.adam.rounds = lesson["steps"]
        self.still = STILL


def pupil_of(opening: Opening, weights: list[float]) -> Pupil:
    assert isinstance(opening.edition, CoralineEdition)
    return Pupil(Policy(opening, Evaluation(Net(weights), almanac_of(opening.edition))))


def read(path: Path) -> list[float]:
    return [float(word) for word in path.read_text().split()]


def write(path: Path, net: Net) -> None:
    path.write_text(" ".join(f"{weight:.4f}" for weight in net.weights) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach the bots of Coraline.")
    parser.add_argument("players", type=int, nargs="+", choices=GAME.players)
    parser.add_argument("--rounds", type=int, help="of games, then learning (ROUNDS)")
    parser.add_argument("--games", type=int, default=250, help="a round")
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="house")
    parser.add_argument("--begin", type=Path, help="a folder of weights to begin with, instead of nothing")
    parser.add_argument("--to", type=Path, default=LEARNT, help="the folder to write to")
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    for number, players in enumerate(args.players):
        try:
            Lesson(args, players).teach()
        except KeyboardInterrupt:
            rest = " ".join(map(str, args.players[number:]))
            sys.exit(f"Stopped. To go on: python tools/teach_coraline.py {rest}, and the same options.")


if __name__ == "__main__":
    main()
