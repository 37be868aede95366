"""The hot part of environments: games as rows of plain buffers, stepped without a Python object a game.

A buffer is written anew by every step; whoever reads it over `numpy.frombuffer` copies what is to be kept.
"""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from fabletop.bots.bot import Bot
from fabletop.bots.levels import make
from fabletop.kernel.advisor import world_of
from fabletop.kernel.observing import Observer
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.state import MOST_ACTIONS, State

RUN: Final = 1_000_000_000_000  # seeds that a run has for its games,
BOTS: Final = 500_000_000_000  # the second half of them for its bots


def seed_of(seed: int, number: int) -> int:
    """The seed of game `number` of a run: any two runs, and any two games, have different ones."""
    return seed * RUN + number


def new_game(blank: State, seed: int) -> State:
    """The game of this seed, as `Game.start` has it."""
    state = blank.clone()
    state.rng = seeded(seed)
    state.begin()
    return state


def bots_of(names: list[str]) -> list[Bot | None]:
    """The bots of these names, for one game; nobody where there is no name."""
    return [make(name) if name else None for name in names]


@final
class Play:
    """One game with its observation, mask and short list, for environments that play one at a time."""

    def __init__(self, blank: State, observer: Observer[Any]) -> None:
        self.blank = blank
        self.state = blank
        self.observer = observer
        self.actions = observer.actions
        columns = int(observer.actions.columns)
        self.seen = vec[u8]([0] * int(observer.width))
        self.mask = vec[u8]([0] * columns)
        self.listed = vec[i64]([0] * MOST_ACTIONS)
        self.columns = vec[i64]([0] * MOST_ACTIONS)  # of the allowed answers
        self.count: i64 = 0

    def begin(self, seed: int) -> None:
        self.state = new_game(self.blank, seed)
        self.list_answers()

    def resume(self, state: State) -> None:
        self.state = state
        self.list_answers()

    def list_answers(self) -> None:
        """Write the mask and the short list of whoever is asked; both are empty when the game is over."""
        mask = self.mask
        columns = self.columns
        for i in range(self.count):
            mask[columns[i]] = 0
        state = self.state
        self.count = state.legal_into(self.listed)
        if self.count > 0:
            self.actions.columns_into(state, self.listed, self.count, columns)
        for i in range(self.count):
            mask[columns[i]] = 1

    def look(self, seat: i64) -> None:
        """Write what this seat sees."""
        seen = self.seen
        for i in range(self.observer.width):
            seen[i] = 0
        self.observer.observe_into(self.state, seat, self.seen, 0)

    def take(self, column: int) -> bool:
        """Answer; False, and nothing happens, if that is not allowed."""
        wanted: i64 = column
        columns = self.columns
        for i in range(self.count):
            if columns[i] == wanted:
                self.state.step(self.listed[i])
                self.list_answers()
                return True
        return False

    def let_bots(self, bots: list[Bot | None], rng: Rng) -> None:
        """Let bots answer until a seat without one is asked, or the game is over."""
        if answer_for(self.state, bots, rng):
            self.list_answers()


def answer_for(state: State, bots: list[Bot | None], rng: Rng) -> bool:
    """Let bots answer, each from a world dealt anew for its seat; whether any was asked."""
    asked = False
    while state.seat >= 0:
        bot = bots[state.seat]
        if bot is None:
            break
        asked = True
        state.step(bot.choose(state if bot.blind else world_of(state, state.seat, rng, bot.sees_all), rng))
    return asked


@final
class Core:
    """Many games at once. A game that ends starts anew: row i plays the games i, i + all, i + 2 * all ..."""

    def __init__(
        self, blank: State, observer: Observer[Any], bots: list[str], seed: int, rows: range, all: int
    ) -> None:
        """`bots`: the bot of each seat, or "" where the learner answers."""
        games = len(rows)
        columns = int(observer.actions.columns)
        self.blank = blank
        self.observer = observer
        self.names = bots
        self.has_bots: bool = any(bots)
        self.bots = [bots_of(bots) for _ in rows]
        self.seed = seed
        self.all = all
        self.games: i64 = games
        self.width: i64 = observer.width
        self.players: i64 = observer.players
        self.columns: i64 = columns
        self.longest: i64 = min(columns, MOST_ACTIONS)
        self.listed = vec[i64]([0] * MOST_ACTIONS)
        self.found = vec[i64]([0] * MOST_ACTIONS)
        self.numbers = list(rows)  # which game each row plays
        self.chances = [seeded(seed_of(seed, number) + BOTS) for number in rows]  # of the bots
        self.observations = vec[u8]([0] * int(games * self.width))
        self.masks = vec[u8]([0] * (games * columns))
        self.legal = vec[i32]([-1] * int(games * self.longest))  # columns; -1 after the last
        self.answers = vec[i64]([0] * int(games * self.longest))  # what they stand for
        self.counts = vec[i32]([0] * games)
        self.seats = vec[i32]([0] * games)
        self.rewards = vec[float]([0.0] * int(games * self.players))
        self.ended = vec[u8]([0] * games)
        self.lengths = vec[i32]([0] * games)  # answers of the games that have just ended
        self.states: vec[State] = vec[State]([blank] * games)
        for row in range(self.games):
            self.states[row] = new_game(blank, seed_of(seed, self.numbers[row]))
            self.go_on(row)

    def step(self, chosen: bytes) -> None:
        """One answer in every game, which must be allowed: a column, two bytes, the low one first.

        Observations must have been wiped: see `batch.wipe`.
        """
        legal = self.legal
        for row in range(self.games):
            column = i32(chosen[2 * row]) | i32(chosen[2 * row + 1]) << 8
            place = row * self.longest
            while legal[place] != column:
                place += 1
            self.states[row].step(self.answers[place])
            self.go_on(row)

    def go_on(self, row: i64) -> None:
        """Bots answer; a game that has ended is paid out and starts anew; whoever is asked is shown."""
        if self.ended[row]:
            self.ended[row] = 0
            for i in range(row * self.players, row * self.players + self.players):
                self.rewards[i] = 0.0
        state = self.states[row]
        if self.has_bots:
            answer_for(state, self.bots[row], self.chances[row])
        if state.seat < 0:
            state = self.start_anew(row, state)
        self.show(row, state)

    def start_anew(self, row: i64, state: State) -> State:
        """With bots a whole game may pass before anybody else is asked: it counts as never played."""
        for seat in range(self.players):
            self.rewards[row * self.players + seat] = state.outcome(seat)
        self.ended[row] = 1
        self.lengths[row] = i32(state.moves)
        while state.seat < 0:
            self.numbers[row] += self.all
            state = new_game(self.blank, seed_of(self.seed, self.numbers[row]))
            if self.has_bots:
                self.bots[row] = bots_of(self.names)  # what one remembers of a game must not reach the next
                answer_for(state, self.bots[row], self.chances[row])
        self.states[row] = state
        return state

    def show(self, row: i64, state: State) -> None:
        """Write the row of whoever is asked. Of mask and short list only what differs is touched."""
        legal = self.legal
        masks = self.masks
        first = row * self.longest
        mask = row * self.columns
        before = i64(self.counts[row])
        for i in range(first, first + before):
            masks[mask + i64(legal[i])] = 0
        listed = self.listed
        found = self.found
        count = state.legal_into(listed)
        self.observer.asked_into(state, listed, count, found, self.observations, row * self.width)
        answers = self.answers
        for i in range(count):
            answers[first + i] = listed[i]
            legal[first + i] = i32(found[i])
            masks[mask + found[i]] = 1
        for i in range(first + count, first + before):
            legal[i] = -1
        self.counts[row] = i32(count)
        self.seats[row] = i32(state.seat)
