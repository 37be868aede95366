"""A match: bots against each other, every seed with every seating, so that luck is the same for all.

The bots of a table take its sides (a seat each; in team games a team each) in all rotations, with the same
seed, the same options drawn and the same chance for each seat. Against the game itself every bot plays
alone, or with its like, and all of them the same seeds.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from fabletop import bots
from fabletop.games import game as find_game
from fabletop.kernel.game import checked_seed
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.lab.openings import draw_options, drawn_names
from fabletop.lab.sim import Clock, play_out, saying_where
from fabletop.lab.workers import ByNumber, Progress, derived, play_games

FORMAT = "fabletop match 1"
Lineup = tuple[str, ...]  # a bot for each side


@dataclass(frozen=True)
class Match:
    """All that the games depend on. Game `number` is round number // seatings, with one of the seatings."""

    game: str
    lineups: tuple[Lineup, ...]
    players: int
    rounds: int
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    edition: str = "house"
    choose: bool = False  # the bots choose what a study would draw

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return find_game(self.game).sides(self.players)

    @cached_property
    def seatings(self) -> list[tuple[int, Lineup]]:
        """The number of the lineup, and its bots as they sit, for all games of one round."""
        return [(i, seated) for i, lineup in enumerate(self.lineups) for seated in rotations(lineup)]

    @property
    def games(self) -> int:
        return self.rounds * len(self.seatings)

    @property
    def bots(self) -> list[str]:
        return list(dict.fromkeys(name for lineup in self.lineups for name in lineup))

    # --- Playing ---------------------------------------------------------------------

    def accumulator(self) -> "Results":
        return Results()

    def prepare(self) -> "Callable[[int], Played]":
        game = find_game(self.game)
        opening = game.opening(self.players, self.options, self.edition)
        names = drawn_names(game, self.players, opening.edition, self.options, (), self.choose)

        def play(number: int) -> Played:
            round_, place = divmod(number, len(self.seatings))
            seed = derived(self.seed, round_, "game")
            agreed = draw_options(opening, names, seeded(derived(self.seed, round_, "options")))
            state = game.begin(agreed, seeded(seed))
            clocks = [Clock() for _ in range(self.players)]
            with saying_where(state, f"game {number} of the match: seed {seed}, options {agreed.options}"):
                seats = self.seats_of(place)
                play_out(game, state, seats, derived(self.seed, round_, "bots"), clocks)
            times = [(clock.moves, clock.wall, clock.cpu) for clock in clocks]
            return Played(number, tuple(state.returns()), int(state.moves), tuple(times))

        return play

    def seats_of(self, place: int) -> list[str]:
        """The bot of each seat."""
        _, seated = self.seatings[place]
        seats = {seat: name for side, name in zip(self.sides, seated, strict=True) for seat in side}
        return [seats[seat] for seat in range(self.players)]


def rotations(lineup: Lineup) -> list[Lineup]:
    """All that differ: a,b,b,b has four, a,a has one."""
    return list(dict.fromkeys(lineup[i:] + lineup[:i] for i in range(len(lineup))))


@dataclass(frozen=True, slots=True)
class Played:
    """One game. The times are the only part that is not the same when it is played again."""

    number: int
    returns: tuple[float, ...]
    length: int
    times: tuple[tuple[int, float, float], ...]  # by seat: moves, wall and CPU seconds


class Results(ByNumber[Played]):
    def add(self, one: Played) -> None:
        self.played[one.number] = one


# --- What was asked for --------------------------------------------------------------------


def match_of(
    game: str,
    names: Sequence[str] = (),
    lineup: Sequence[str] = (),
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    edition: str = "house",
    budget: str | None = None,
    choose: bool = False,
) -> Match:
    """Check what was asked for; a Mistake says what is wrong with it.

    `games` is for each lineup; it is rounded up to whole rounds.
    """
    found = find_game(game)
    opening = found.opening(players, options, edition)
    if bool(names) == bool(lineup):
        raise Mistake("a match needs either the bots that meet each other, or the lineup of one table")
    if games < 1:
        raise Mistake(f"{games} games cannot be played; give 1 or more")
    sides = len(found.sides(opening.players))
    given = with_budget(list(names or lineup), budget)
    for name in given:
        bots.check_fits(name, opening)
    lineups = lineups_of(given, sides) if names else [one_lineup(given, sides)]
    return Match(
        game,
        tuple(lineups),
        opening.players,
        -(-games // len(rotations(lineups[0]))),
        checked_seed(seed),
        {name: str(value) for name, value in (options or {}).items()},
        edition,
        choose,
    )


def lineups_of(names: list[str], sides: int) -> list[Lineup]:
    """Everybody alone, or every choice of as many bots as there are sides."""
    if len(set(names)) < len(names):
        raise Mistake("a bot is named twice: at one table say it with a lineup, like a,b,b,b")
    if len(names) < sides:
        raise Mistake(
            f"{len(names)} bots do not fill {sides} sides; name {sides} or more, or a lineup like "
            + ",".join((names * sides)[:1] + [names[-1]] * (sides - 1))
        )
    return [(name,) for name in names] if sides == 1 else list(combinations(names, sides))


def one_lineup(names: list[str], sides: int) -> Lineup:
    if sides == 1:
        raise Mistake("all play together here, so there is no lineup; name the bots to be compared")
    if len(names) != sides:
        raise Mistake(f"a lineup has a bot for each side: {sides}, not {len(names)}")
    return tuple(names)


def with_budget(names: list[str], budget: str | None) -> list[str]:
    """The bots, with this budget where they take one and have none of their own."""
    for name in names:
        bots.make(name)
    if budget is None:
        return names
    found = [f"{name}:{budget}" if ":" not in name and takes(name, budget) else name for name in names]
    if found == names:
        raise Mistake(f"none of {', '.join(names)} takes the budget {budget!r}")
    return found


def takes(name: str, budget: str) -> bool:
    try:
        bots.make(f"{name}:{budget}")
    except Mistake:
        return False
    return True


# --- Playing and storing ---------------------------------------------------------------------


def play_match(
    match: Match,
    results: Results,
    jobs: int | None = None,
    progress: Progress | None = None,
    out: Path | None = None,
    cluster: str | None = None,
) -> bool:
    """Play what is missing; whether it was stopped. The file holds all that is done, at every moment."""
    missing = [number for number in range(match.games) if number not in results.played]
    before = results.games
    report = progress or (lambda done, total: None)

    def keep(new: Results) -> None:
        if out:
            store(out, match, Results(results.played | new.played))

    keep(Results())
    stopped = False
    if missing:
        further = lambda done, total: report(before + done, match.games)  # noqa: E731
        work = play_games(match, missing, jobs, further, keep, cluster)
        results.merge(work.tally)
        stopped = work.stopped
    keep(Results())
    return stopped


def store(path: Path, match: Match, results: Results) -> None:
    """Write a new file beside the old one, and put it in its place when it is complete."""
    rows = ",\n".join(json.dumps(row_of(results.played[number])) for number in sorted(results.played))
    head = json.dumps({"format": FORMAT, "match": asdict(match)}, ensure_ascii=False)
    text = f'{head[:-1]}, "games": [\n{rows}\n]}}\n'
    scratch = path.with_name(path.name + ".new")
    try:
        scratch.write_text(text, encoding="utf-8")
        os.replace(scratch, path)
    except OSError as error:
        raise Mistake(f"{str(path)!r} cannot be written: {error.strerror}") from None


def row_of(one: Played) -> list[Any]:
    times = [[moves, round(wall, 6), round(cpu, 6)] for moves, wall, cpu in one.times]
    return [one.number, list(one.returns), one.length, times]


def load(path: Path) -> tuple[Match, Results]:
    """A stored match; a Mistake says why it cannot be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Mistake(f"there is no match {str(path)!r}") from None
    except (OSError, ValueError) as error:
        raise Mistake(f"{path.name}: cannot be read: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Mistake(f"{path.name}: this is not a stored match ({FORMAT!r})")
    try:
        spec = content["match"]
        lineups = tuple(tuple(map(str, lineup)) for lineup in spec.pop("lineups"))
        match = Match(lineups=lineups, **spec)
        results = Results({one.number: one for one in map(played_from, content["games"])})
        check_stored(match, results.played.values())
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise Mistake(f"{path.name}: this match cannot be resumed: {error}") from None
    return match, results


def check_stored(match: Match, played: Iterable[Played]) -> None:
    game = find_game(match.game)
    opening = game.opening(match.players, match.options, match.edition)
    if not match.lineups or any(len(lineup) != len(game.sides(opening.players)) for lineup in match.lineups):
        raise Mistake("its lineups do not fit the game")
    for name in match.bots:
        bots.make(name)
        bots.check_fits(name, opening)
    for one in played:
        if not 0 <= one.number < match.games or len(one.returns) != match.players:
            raise Mistake(f"it has no game {one.number}")


def played_from(row: Any) -> Played:
    number, returns, length, times = row
    clocks = tuple((int(moves), float(wall), float(cpu)) for moves, wall, cpu in times)
    return Played(int(number), tuple(map(float, returns)), int(length), clocks)
