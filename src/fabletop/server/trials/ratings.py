"""A thousand people who are bots of the lab: do their ratings come out in the order that the lab knows?

Everybody plays so many rated games, half of them against anybody, half against their like, and is rated by
them as people are. How strong the bots truly are, a match of their own tells: other deals, and Elo figures
fitted to all games of it at once.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import correlation, fmean
from typing import Any

from fabletop.games import game as find_game
from fabletop.kernel.rng import seeded
from fabletop.lab.match import Results, match_of, play_match
from fabletop.lab.openings import draw_options, drawn_names
from fabletop.lab.rating import Elo
from fabletop.lab.sim import play_out
from fabletop.lab.standings import standings_of
from fabletop.lab.workers import ByNumber, Progress, derived, play_games
from fabletop.server.ratings import Rating, after

# Of people. `random` is none of them: it loses every game, so nothing bounds its figure from below.
KINDS = ("greedy", "gentle", "sharp:5", "sharp:20", "sharp:60", "fair")
PLAYERS = 2
LIKE = 0.7  # how far, in kinds, one looks for one's like


Outcomes = ByNumber[tuple[float, ...]]  # what each game was worth to its two


@dataclass(frozen=True)
class Evenings:
    """The games of all people, a deal each."""

    game: str
    tables: tuple[tuple[str, ...], ...]  # the bots of each, as they sit
    seed: int

    def accumulator(self) -> Outcomes:
        return Outcomes()

    def prepare(self) -> Callable[[int], tuple[int, tuple[float, ...]]]:
        game = find_game(self.game)
        opening = game.opening(PLAYERS, {})
        names = drawn_names(game, PLAYERS, opening.edition, {}, (), False)

        def play(number: int) -> tuple[int, tuple[float, ...]]:
            agreed = draw_options(opening, names, seeded(derived(self.seed, number, "options")))
            state = game.begin(agreed, seeded(derived(self.seed, number, "game")))
            play_out(game, state, self.tables[number], derived(self.seed, number, "bots"))
            return number, tuple(state.returns())

        return play


@dataclass(frozen=True, slots=True)
class KindFound:
    bot: str
    people: int
    true: int  # points: by the lab's match, shifted so that all people have the middle
    low: int  # of its interval
    high: int
    mean: int  # points of these people
    inside: int  # people in whose interval the true figure lies


@dataclass(frozen=True, slots=True)
class Result:
    game: str
    people: int
    games: int  # of each
    match_games: int
    kinds: list[KindFound]  # the weakest first, as the lab knows them
    inside: float
    ranks: float  # how the ranks of people by rating and by kind correlate

    @property
    def in_order(self) -> bool:
        """Wherever the lab itself tells two kinds apart."""
        return all(
            weak.mean < strong.mean
            for i, weak in enumerate(self.kinds)
            for strong in self.kinds[i + 1 :]
            if weak.high < strong.low
        )

    @property
    def good(self) -> bool:
        return self.in_order and self.inside >= 0.95

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"in_order": self.in_order}


def run(
    game: str,
    kinds: Sequence[str],
    people: int,
    games: int,
    match_games: int,
    seed: int,
    jobs: int | None,
    progress: Progress,
) -> Result:
    match = match_of(game, kinds, games=match_games, players=PLAYERS, seed=seed + 1)
    results = Results()
    play_match(match, results, jobs, progress)
    elos = {one.bot: one.elo for one in standings_of(match, results).standings if one.elo is not None}
    order = sorted(kinds, key=lambda bot: elos[bot].value)
    bots = [order[number * len(order) // people] for number in range(people)]
    tables = seated(people, games, len(order) / people, random.Random(seed))
    evenings = Evenings(game, tuple(tuple(bots[one] for one in table) for table in tables), seed)
    worths = play_games(evenings, len(tables), jobs, progress).tally.played
    found = [Rating()] * people
    for number, table in enumerate(tables):
        for one, (new,) in zip(table, after([[found[one]] for one in table], worths[number]), strict=True):
            found[one] = new
    rows, ranks = compared(order, bots, found, elos)
    inside = sum(row.inside for row in rows) / people
    return Result(game, people, games, match.games, rows, inside, ranks)


def seated(people: int, games: int, step: float, luck: random.Random) -> list[tuple[int, ...]]:
    """Round after round everybody plays once: in turns against anybody, and against somebody alike."""
    tables = []
    for number in range(games):
        near = number % 2
        place = {one: one * step * near + luck.gauss(0, LIKE if near else 1) for one in range(people)}
        order = sorted(place, key=place.__getitem__)
        tables += [tuple(luck.sample(order[i : i + PLAYERS], PLAYERS)) for i in range(0, people, PLAYERS)]
    return tables


def compared(
    order: list[str], bots: list[str], found: list[Rating], elos: dict[str, Elo]
) -> tuple[list[KindFound], float]:
    """Elo differences have no zero: both scales are laid upon each other by the mean of all people."""
    shift = fmean(one.points for one in found) - fmean(elos[bot].value for bot in bots)
    kinds = []
    for bot in order:
        true, low, high = (round(shift + end) for end in (elos[bot].value, elos[bot].low, elos[bot].high))
        mine = [one for one, other in zip(found, bots, strict=True) if other == bot]
        inside = sum(one.low <= true <= one.high for one in mine)
        mean = round(fmean(one.points for one in mine))
        kinds.append(KindFound(bot, len(mine), true, low, high, mean, inside))
    by_rating = sorted(range(len(found)), key=lambda one: found[one].mu)
    place = {one: float(rank) for rank, one in enumerate(by_rating)}
    ranks = correlation([float(order.index(bot)) for bot in bots], [place[one] for one in range(len(found))])
    return kinds, ranks
