"""Teaching bots: the lessons of a game one after the other, in rounds of games and learning.

What comes of it depends on the seed alone: not on how many processes play, nor on whether it was stopped on
the way. All of it is in a folder of its own until everything is learnt; only then do bots play with it.
"""

import json
import shutil
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from librt.vecs import vec

from fabletop.bots.bot import Bot
from fabletop.bots.greedy import GreedyBot
from fabletop.bots.thinker import Thinker
from fabletop.games import game as find_game
from fabletop.kernel.game import Game, checked_seed
from fabletop.kernel.learning import Pupil
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.kernel.teaching import Learnt, Lesson, Lived, read_learnt, write_learnt
from fabletop.lab.workers import ByNumber, Progress, derived, play_games

PART = "part"  # the folder of what is half done
ONE_GAME = 2000  # moments at most
FALLS = 0.95  # of the rate, from the first round to the last


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be taught: everything that the outcome depends on."""

    game: str
    edition: str
    digest: str
    rules: int
    seed: int
    rounds: int = 0  # 0: as many as the lesson wants
    games: int = 0
    begin: str = ""  # a folder of what is known already; without one all is learnt from nothing


def plan_of(
    name: str, edition: str = "house", seed: int = 1, rounds: int = 0, games: int = 0, begin: str = ""
) -> Plan:
    """Check what was asked for; a Mistake says what is wrong with it."""
    game = find_game(name)
    if not game.lessons:
        raise Mistake(
            f"the bots of {game.title} learn nothing: what they know of it was written by hand "
            f"({', '.join(other for other in learners())} can be taught)"
        )
    if rounds < 0 or games < 0:
        raise Mistake("rounds and games are numbers from 1 on")
    opening = game.lessons[0].opening(edition)
    return Plan(
        name, edition, opening.edition.digest, opening.played_by, checked_seed(seed), rounds, games, begin
    )


def learners() -> list[str]:
    from fabletop.games import ours

    return [name for name in ours() if find_game(name).lessons]


# --- A round of games -----------------------------------------------------------------------------


class Lives(ByNumber[Lived]):
    """What was kept of games."""

    @property
    def good(self) -> float:
        return sum(one.good for one in self.played.values()) / len(self.played)

    @property
    def moments(self) -> bytes:
        return b"".join(self.played[number].moments for number in sorted(self.played))


@dataclass(frozen=True, slots=True)
class Round:
    """Games to be played with what is known so far."""

    game: str
    lesson: str
    edition: str
    seed: int
    weights: list[float]
    naive: bool

    def accumulator(self) -> Lives:
        return Lives()

    def prepare(self) -> Callable[[int], tuple[int, Lived]]:
        game = find_game(self.game)
        lesson = next(one for one in game.lessons if one.name == self.lesson)
        opening = lesson.opening(self.edition)
        pupil = lesson.pupil(opening, self.weights, ONE_GAME)

        def bot() -> Bot:
            if self.naive or not lesson.walks:
                return GreedyBot()
            overrides = {"explore": lesson.explore} if lesson.explore else {}
            thinker = Thinker("sharp", lesson.walks, 0.0, overrides=overrides)
            thinker.take_advice(opening, game.advisor(opening, Learnt(self.weights, "", 0, "")))
            return thinker

        def play(number: int) -> tuple[int, Lived]:
            rng = seeded(derived(self.seed, number, "lesson"))
            state = game.begin(opening, rng.split())
            bots = [bot() for _ in range(opening.players)]
            return number, pupil.live(
                state, rng, self.naive, lambda t, chance: int(bots[t.seat].choose(t, chance))
            )

        return play


# --- Lessons --------------------------------------------------------------------------------------


class Told(NamedTuple):
    """How far it is, after each round."""

    lesson: str
    round: int
    rounds: int
    good: float
    surprise: float


Report = Callable[[Told], None]


class Course:
    """The teaching of one lesson, as far as it has come."""

    def __init__(self, game: Game, lesson: Lesson, plan: Plan, folder: Path) -> None:
        self.lesson = lesson
        self.plan = plan
        self.folder = folder
        self.kept = folder / f"{lesson.name}.json"
        self.rounds = plan.rounds or lesson.rounds
        self.games = plan.games or lesson.games
        self.opening = lesson.opening(plan.edition)
        self.round = 0
        self.lately: deque[bytes] = deque(maxlen=lesson.recalls)
        self.fresh = not plan.begin and not lesson.follows
        self.pupil: Pupil = self.pupil_with(self.before())
        self.resume()

    def pupil_with(self, weights: list[float]) -> Pupil:
        return self.lesson.pupil(
            self.opening, weights, self.games * self.lesson.recalls * self.lesson.moments
        )

    def before(self) -> list[float]:
        """What is known already."""
        if self.plan.begin:
            return list(self.lesson.known(Path(self.plan.begin)).weights)
        if self.lesson.follows:
            return list(read_learnt(self.folder / f"{self.lesson.follows}.txt").weights)
        return self.lesson.blank(seeded(derived(self.plan.seed, 0, self.lesson.name)))

    def teach(self, jobs: int | None, cluster: str | None, progress: Progress, report: Report) -> bool:
        """Go on to the end; False if it was stopped before."""
        while self.round < self.rounds:
            lives = self.play(jobs, cluster, progress)
            if lives is None:
                return False
            self.lately.append(lives.moments)
            self.pupil.remember(b"".join(reversed(self.lately)))
            rate = self.lesson.rate * (1 - FALLS * self.round / self.rounds)
            chance = seeded(derived(self.plan.seed, self.round, f"{self.lesson.name} learns"))
            surprise = self.pupil.learn(self.lesson.reviews * self.games, rate, chance)
            self.round += 1
            self.keep()
            report(Told(self.lesson.words, self.round, self.rounds, lives.good, surprise))
        opening, weights = self.opening, list(self.pupil.weights)
        title = f"{opening.edition.title}, version {opening.edition.version}"
        learnt = Learnt(weights, opening.edition.digest, opening.played_by, title)
        write_learnt(self.folder / f"{self.lesson.name}.txt", learnt)
        for path in (self.kept, *self.folder.glob(f"{self.lesson.name}.*.moments")):
            path.unlink()
        return True

    def play(self, jobs: int | None, cluster: str | None, progress: Progress) -> Lives | None:
        naive = self.fresh and self.round < self.lesson.naive
        seed = derived(self.plan.seed, self.round, self.lesson.name)
        weights = list(self.pupil.weights)
        task = Round(self.plan.game, self.lesson.name, self.plan.edition, seed, weights, naive)
        work = play_games(task, self.games, jobs, progress, cluster=cluster)
        return None if work.stopped else work.tally

    # --- Stopping and going on -----------------------------------------------------------------------

    def moments_of(self, number: int) -> Path:
        return self.folder / f"{self.lesson.name}.{number}.moments"

    def keep(self) -> None:
        adam = self.pupil.adam
        state = {
            "round": self.round,
            "weights": list(self.pupil.weights),
            "mean": list(adam.mean),
            "variance": list(adam.variance),
            "steps": adam.rounds,
        }
        self.moments_of(self.round).write_bytes(self.lately[-1])
        write_whole(self.kept, state)
        self.moments_of(self.round - self.lesson.recalls).unlink(missing_ok=True)

    def resume(self) -> None:
        if not self.kept.exists():
            return
        state = json.loads(self.kept.read_text(encoding="utf-8"))
        self.round = state["round"]
        self.pupil = self.pupil_with(state["weights"])
        adam = self.pupil.adam
        adam.mean, adam.variance = vec[float](state["mean"]), vec[float](state["variance"])
        adam.rounds = state["steps"]
        first = max(1, self.round - self.lesson.recalls + 1)
        self.lately.extend(self.moments_of(number).read_bytes() for number in range(first, self.round + 1))


def teach(
    plan: Plan,
    to: Path,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda done, total: None,
    report: Report = lambda told: None,
) -> bool:
    """Teach all lessons of a game, or go on where it was stopped; False if it was stopped again."""
    game = find_game(plan.game)
    folder = to / PART
    agree(plan, folder)
    for lesson in game.lessons:
        if (folder / f"{lesson.name}.txt").exists():
            continue
        if not Course(game, lesson, plan, folder).teach(jobs, cluster, progress, report):
            return False
    for lesson in game.lessons:
        (folder / f"{lesson.name}.txt").replace(to / f"{lesson.name}.txt")
    shutil.rmtree(folder)
    read_learnt.cache_clear()
    return True


def agree(plan: Plan, folder: Path) -> None:
    """Begin, or see that what is half done was to become the same."""
    file = folder / "plan.json"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(file, asdict(plan))
        return
    before: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for name, value in asdict(plan).items():
        if before.get(name) != value:
            raise Mistake(
                f"in {str(folder)!r} is something half taught, with {name} {before.get(name)!r}, "
                f"not {value!r}: go on with the same, or delete that folder"
            )


def write_whole(path: Path, content: object) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(content), encoding="utf-8")
    fresh.replace(path)
