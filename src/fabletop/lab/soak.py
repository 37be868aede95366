"""Soak tests: random games over random options, watched for broken promises."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fabletop.games import game as find_game
from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Game, Opening, checked_seed
from fabletop.kernel.replay import save
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.session import Answer, Session
from fabletop.kernel.snapshot import restore, snapshot
from fabletop.kernel.state import State
from fabletop.lab.conformance import ENDLESS, BrokenPromise, check_every_eye
from fabletop.lab.openings import draw_option
from fabletop.lab.tally import Failure, Record, Tally, record
from fabletop.lab.workers import Progress, Work, derived, play_games

CLOSE_LOOK = 64  # answers between the checks that take longer


@dataclass(frozen=True, slots=True)
class Soak:
    """What is played: all that is not given is drawn anew for each game."""

    game: str
    seed: int = 0
    players: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    edition: str = "house"
    secrets: bool = False  # look at every step through every seat's eyes

    def accumulator(self) -> Tally:
        return Tally()

    def prepare(self) -> Callable[[int], Record]:
        game = find_game(self.game)
        edition = game.edition(self.edition)
        return lambda number: self.play(game, edition, number)

    def play(self, game: Game, edition: Edition, number: int) -> Record:
        chance = seeded(derived(self.seed, number, "answers"))
        agreed = self.draw_opening(game, edition, chance)
        seed = derived(self.seed, number, "game")
        actions: list[int] = []
        try:
            state = game.begin(agreed, seeded(seed))
            worlds = seeded(derived(self.seed, number, "eyes")) if self.secrets else None
            play_watched(game, state, chance, actions, worlds)
            return record(game, state)
        except Exception as error:
            words = str(error) if isinstance(error, BrokenPromise) else f"{type(error).__name__}: {error}"
            failure = Failure(words, seed, agreed.players, agreed.options, actions)
            return Record((), len(actions), failure=failure)

    def draw_opening(self, game: Game, edition: Edition, chance: Rng) -> Opening:
        """Half of the games ask their set-up as questions, half have it given as options."""
        players = self.players or game.players[chance.below(len(game.players))]
        opening = game.opening(players, self.options, edition)
        if chance.below(2) == 0:
            return opening
        for name, choice in game.choices(players, edition).items():
            if (choice.default == "ask" or choice.varied) and name not in self.options:
                opening = draw_option(opening, name, list(choice.values), chance)
        return opening


def play_watched(
    game: Game, state: State, chance: Rng, actions: list[int], worlds: Rng | None = None
) -> None:
    """Play at random to the end; `actions` holds the answers, also when a promise is broken.

    With `worlds`, what each seat sees and is told is compared with worlds it could not tell apart.
    """
    look_closely(game, state)
    while not state.over:
        allowed = state.legal()
        if not allowed:
            raise BrokenPromise(f"seat {state.seat} is asked, but has no answer")
        if len(set(allowed)) < len(allowed):
            raise BrokenPromise(f"an answer is offered twice: {sorted(allowed)}")
        if len(actions) == ENDLESS:
            raise BrokenPromise(f"the game has not ended after {ENDLESS} answers")
        action = allowed[chance.below(len(allowed))]
        if worlds is not None:
            check_every_eye(game, state, action, worlds)
        actions.append(action)
        state.apply(action)
        if state.moves != len(actions):
            raise BrokenPromise(f"{len(actions)} answers were given, but {state.moves} were counted")
        if len(actions) % CLOSE_LOOK == 0:
            look_closely(game, state)
    look_closely(game, state)
    check_end(state)
    if worlds is not None:
        check_every_eye(game, state, None, worlds)


def look_closely(game: Game, state: State) -> None:
    """Nothing may be lost or doubled, neither on the table nor in a stored copy."""
    problems = game.audit(state)
    if problems:
        raise BrokenPromise("; ".join(problems))
    stored = snapshot(state)
    copy = restore(stored)
    if snapshot(copy) != stored or copy.legal() != state.legal():
        raise BrokenPromise("a stored game is not the same game when it is read again")


def check_end(state: State) -> None:
    if state.legal():
        raise BrokenPromise("the game is over, but answers are offered")
    returns = state.returns()
    if len(returns) != state.opening.players:
        raise BrokenPromise(f"the returns {returns} are not one a seat")
    if not all(-1 <= worth <= 1 for worth in returns):
        raise BrokenPromise(f"the returns {returns} are not all from -1 to 1")


def soak(
    game: str,
    games: int = 1000,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    edition: str = "house",
    jobs: int | None = None,
    progress: Progress | None = None,
    secrets: bool = False,
    cluster: str | None = None,
) -> Work[Tally]:
    """Play random games over all numbers of players and options, but for those that are given.

    It stops at the first game that breaks a promise: see the failures of the tally.
    """
    found = find_game(game)
    for count in found.players if players is None else (players,):
        found.opening(count, options, edition)
    given = {name: str(value) for name, value in (options or {}).items()}
    task = Soak(game, checked_seed(seed), players, given, edition, secrets)
    return play_games(task, games, jobs, progress, cluster=cluster)


# --- The game that failed ----------------------------------------------------------------


def save_failure(game: str, failure: Failure, path: Path, edition: str = "house") -> None:
    """Write a game that failed as a replay. Its last answer may be the one that breaks something.

    A game too broken to be replayed is written as it is.
    """
    try:
        session = Session(find_game(game), failure.players, failure.seed, failure.options, edition)
        for number, action in enumerate(failure.actions, 1):
            if number == len(failure.actions):
                session.actions.append(Answer(int(session.state.seat), action, "the answer that failed"))
            else:
                session.play(int(session.state.seat), action)
        save(session, path)
    except Exception:
        path.write_text(json.dumps({"game": game, **asdict(failure)}, indent=1) + "\n")
