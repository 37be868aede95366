"""Simulation: bots play many games of one kind against each other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fabletop import bots
from fabletop.games import game as find_game
from fabletop.kernel.game import Game, Opening, checked_seed
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import State
from fabletop.lab.crew import Progress, Work, derived, play_games
from fabletop.lab.tally import Record, record


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is simulated: everything that the result depends on, but for the number of games."""

    game: str
    seats: tuple[str, ...]  # the bot of each seat
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    edition: str = "house"

    def prepare(self) -> Callable[[int], Record]:
        game = find_game(self.game)
        opening = game.opening(len(self.seats), self.options, self.edition)
        players = [bots.make(name) for name in self.seats]
        return lambda number: self.play(game, opening, players, number)

    def play(self, game: Game, opening: Opening, players: "list[bots.Bot]", number: int) -> Record:
        seed = self.seed_of(number)
        state = game.begin(opening, seeded(seed))
        try:
            play_out(game, state, players, derived(self.seed, number, "bots"))
        except Exception as error:
            error.add_note(f"in game {number} of the simulation: seed {seed}, after {state.moves} answers")
            raise
        return record(game, state)

    def seed_of(self, number: int) -> int:
        """The seed of one of the games."""
        return derived(self.seed, number, "game")


def play_out(game: Game, state: State, players: "list[bots.Bot]", seed: int) -> None:
    """Let bots answer until the game is over. They see nothing that their seat may not see, but for
    `clairvoyant`, the lab's yardstick, which asks for the truth and says so."""
    source = seeded(seed)
    chance = [source.split() for _ in players]
    trusted = [player.blind or player.sees_all for player in players]
    while not state.over:
        seat = int(state.seat)
        seen = state if trusted[seat] else game.resample(state, seat, chance[seat])
        state.apply(players[seat].choose(seen, chance[seat]))


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
) -> Work:
    """Play `games` games between bots and count what came of them; the same for any number of jobs.

    Ctrl-C stops it early: what was played until then is in the result, and `stopped` says so.
    """
    return play_games(simulation(game, seats, players, seed, options, edition), games, jobs, progress)
