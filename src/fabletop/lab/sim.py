"""Simulation: bots play many games of one kind against each other."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fabletop import bots
from fabletop.games import game as find_game
from fabletop.kernel.game import Game, Opening, checked_seed
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.state import State
from fabletop.kernel.talk import Heard
from fabletop.lab.tally import Record, Tally, record
from fabletop.lab.workers import Progress, Work, derived, play_games

LONGEST = 20_000  # answers, after which a game has no end: by the rules bots may go round for ever


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is simulated: everything that the result depends on, but for the number of games."""

    game: str
    seats: tuple[str, ...]  # the bot of each seat
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    edition: str = "house"

    def accumulator(self) -> Tally:
        return Tally()

    def prepare(self) -> Callable[[int], Record]:
        game = find_game(self.game)
        opening = game.opening(len(self.seats), self.options, self.edition)
        return lambda number: self.play(game, opening, number)

    def play(self, game: Game, opening: Opening, number: int) -> Record:
        seed = self.seed_of(number)
        state = game.begin(opening, seeded(seed))
        with saying_where(state, f"game {number} of the simulation: seed {seed}"):
            play_out(game, state, self.seats, derived(self.seed, number, "bots"))
        return record(game, state)

    def seed_of(self, number: int) -> int:
        """The seed of one of the games."""
        return derived(self.seed, number, "game")


@contextmanager
def saying_where(state: State, where: str) -> Iterator[None]:
    """Let an error say in which game it happened."""
    try:
        yield
    except Exception as error:
        error.add_note(f"in {where}, after {state.moves} answers")
        raise


class Clock:
    """How long a seat took for its answers."""

    def __init__(self) -> None:
        self.moves = 0
        self.wall = 0.0
        self.cpu = 0.0


def play_out(
    game: Game,
    state: State,
    seats: Sequence[str],
    seed: int,
    clocks: Sequence[Clock] | None = None,
    heed: Callable[[State, int], None] | None = None,
) -> None:
    """Let bots answer until the game is over, or has no end: then it is broken off, and nobody has won.
    They see nothing that their seat may not see.

    Each game has bots of its own: what one remembers of a game must not reach the next. `heed` is called
    before every answer is carried out.
    """
    players = [bots.make(name) for name in seats]
    talking = Talking(game, state, [seat for seat, player in enumerate(players) if not player.blind])
    source = seeded(seed)
    chance = [source.split() for _ in players]
    while not state.over and state.moves < LONGEST:
        seat = int(state.seat)
        player = players[seat]
        talking.go_round(state)
        seen = shown_to(player, game, talking.heard.known(game, state), chance[seat])
        wall, cpu = time.perf_counter(), time.process_time()
        action = player.choose(seen, chance[seat])
        if clocks is not None:
            clock = clocks[seat]
            clock.cpu += time.process_time() - cpu
            clock.wall += time.perf_counter() - wall
            clock.moves += 1
        if heed is not None:
            heed(state, action)
        state.apply(action)


class Talking:
    """Partners who say what they hold, as soon as it has changed, where that was agreed."""

    def __init__(self, game: Game, state: State, seats: Sequence[int]) -> None:
        self.game = game
        self.heard = Heard()
        self.seats = [seat for seat in seats if game.sayings(state, seat)]

    def go_round(self, state: State) -> None:
        for seat in self.seats:
            if self.heard.is_due(self.game, state, seat):
                self.heard.note(self.game, state, seat, self.game.sayings(state, seat)[0].means)


def shown_to(player: "bots.Bot", game: Game, state: State, chance: Rng) -> State:
    """What a bot looks at: its seat's guess at the truth. The lab's yardstick alone gets the truth."""
    if player.blind:
        return state
    if player.sees_all:
        return state.clone()
    return game.resample(state, int(state.seat), chance)


def simulation(
    game: str,
    seats: Sequence[str] = ("random",),
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    edition: str = "house",
) -> Simulation:
    """Check what was asked for; a Mistake says what is wrong with it."""
    opening = find_game(game).opening(players, options, edition)
    for name in seats:
        bots.check_fits(name, opening)
    return Simulation(
        game, spread_seats(seats, opening.players), checked_seed(seed), opening.options, str(edition)
    )


def spread_seats(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat; fewer names are repeated around the table."""
    for name in names:
        bots.make(name)
    if not names or len(names) > players or players % len(names):
        count = f"{len(names)} bots" if len(names) != 1 else "1 bot"
        fits = " or ".join(str(n) for n in range(1, players + 1) if players % n == 0)
        raise Mistake(f"{count} cannot be spread over {players} seats; name {fits}")
    return tuple(names) * (players // len(names))


def simulate(
    game: str,
    games: int = 1000,
    seats: Sequence[str] = ("random",),
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    edition: str = "house",
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Work[Tally]:
    """Play `games` games between bots and count what came of them; the same for any number of jobs.

    Ctrl-C stops it early: what was played until then is in the result, and `stopped` says so.
    """
    return play_games(simulation(game, seats, players, seed, options, edition), games, jobs, progress)
