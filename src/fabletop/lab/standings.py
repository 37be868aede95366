"""What a match says: who is better, by how much, and how sure that is."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fabletop.lab.intervals import Difference, effective, paired_ratio, paired_shares, wilson
from fabletop.lab.match import Match, Played, Results
from fabletop.lab.rating import Elo, Table, ratings
from fabletop.lab.win_shares import WIN, points

Round = list[Played]  # the games of one seed, in the order of the seatings


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot, over all its games of complete rounds."""

    bot: str
    games: int
    wins: int
    draws: int  # wins shared with another bot
    losses: int
    share: float  # of the wins; a shared win counts in part
    low: float
    high: float
    fair: float | None  # the share it would have if all were equal
    elo: Elo | None
    moves: int
    wall: float  # seconds a move
    cpu: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bots that played the same seeds against the game itself."""

    bot: str
    against: str
    both: int  # seeds that both won
    alone: int  # that only this bot won
    other: int  # that only the other won
    seeds: int
    difference: Difference
    ratio: tuple[float, float, float] | None  # with its interval


@dataclass(frozen=True, slots=True)
class Standings:
    rounds: int  # seeds with all their seatings played: only these count
    games: int
    mean_length: float
    standings: list[Standing]
    pairs: list[Standing]  # each lineup by itself, where there are several
    comparisons: list[Comparison]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def standings_of(match: Match, results: Results) -> Standings:
    rounds = complete_rounds(match, results)
    lineups = range(len(match.lineups))
    alone = len(match.sides) == 1
    tables = {i: by_round(match, rounds, i) for i in lineups}
    elos = (
        {} if alone or not rounds else ratings(match.bots, [table_of(match, i, tables[i]) for i in lineups])
    )
    games = [one for round_ in rounds for one in round_]
    return Standings(
        len(rounds),
        len(games),
        sum(one.length for one in games) / len(games) if games else 0.0,
        [standing(match, rounds, bot, lineups, elos.get(bot)) for bot in match.bots],
        [standing(match, rounds, bot, [i], None) for i in lineups for bot in dict.fromkeys(match.lineups[i])]
        if len(lineups) > 1 and not alone
        else [],
        [comparison(match, rounds, bot, match.bots[0]) for bot in match.bots[1:]] if alone and rounds else [],
    )


def complete_rounds(match: Match, results: Results) -> list[Round]:
    size = len(match.seatings)
    found = []
    for first in range(0, match.games, size):
        numbers = range(first, first + size)
        if all(number in results.played for number in numbers):
            found.append([results.played[number] for number in numbers])
    return found


def parts_of(match: Match, place: int, one: Played) -> dict[str, int]:
    """What each bot got of the win."""
    _, seated = match.seatings[place]
    parts = dict.fromkeys(seated, 0)
    for bot, part in zip(seated, points(one.returns, match.sides), strict=True):
        parts[bot] += part
    return parts


def by_round(match: Match, rounds: Sequence[Round], lineup: int) -> list[dict[str, int]]:
    """What each bot of a lineup got, round by round."""
    places = [place for place, (number, _) in enumerate(match.seatings) if number == lineup]
    found = []
    for round_ in rounds:
        total = dict.fromkeys(match.lineups[lineup], 0)
        for place in places:
            for bot, part in parts_of(match, place, round_[place]).items():
                total[bot] += part
        found.append(total)
    return found


def table_of(match: Match, lineup: int, rounds: list[dict[str, int]]) -> Table:
    """The lineup as the ratings want it, its games counted for what they are worth together."""
    seats = {bot: match.lineups[lineup].count(bot) for bot in match.lineups[lineup]}
    games = sum(number == lineup for number, _ in match.seatings)
    shares = {bot: [one[bot] / (WIN * games) for one in rounds] for bot in seats}
    worth = min(effective(shares[bot], games) for bot in seats)
    return Table(seats, {bot: worth * sum(shares[bot]) / len(rounds) for bot in seats})


def standing(
    match: Match, rounds: Sequence[Round], bot: str, lineups: Sequence[int], elo: Elo | None
) -> Standing:
    places = [i for i, (number, seated) in enumerate(match.seatings) if number in lineups and bot in seated]
    got = [[parts_of(match, place, round_[place])[bot] for place in places] for round_ in rounds]
    each = [part for parts in got for part in parts]
    shares = [sum(parts) / (WIN * len(places)) for parts in got]
    share = sum(shares) / len(shares) if shares else 0.0
    worth = effective(shares, len(places))
    seats = sum(match.seatings[place][1].count(bot) for place in places) / len(places)
    times = [
        clock
        for round_ in rounds
        for place in places
        for clock in clocks_of(match, place, round_[place], bot)
    ]
    moves = sum(clock[0] for clock in times)
    return Standing(
        bot,
        len(each),
        each.count(WIN),
        sum(0 < part < WIN for part in each),
        each.count(0),
        share,
        *wilson(min(share, 1.0) * worth, worth),
        seats / len(match.sides) if len(match.sides) > 1 else None,
        elo,
        moves,
        sum(clock[1] for clock in times) / moves if moves else 0.0,
        sum(clock[2] for clock in times) / moves if moves else 0.0,
    )


def clocks_of(match: Match, place: int, one: Played, bot: str) -> list[tuple[int, float, float]]:
    return [clock for name, clock in zip(match.seats_of(place), one.times, strict=True) if name == bot]


def comparison(match: Match, rounds: Sequence[Round], bot: str, against: str) -> Comparison:
    place, other = match.bots.index(bot), match.bots.index(against)
    pairs = [
        (
            points(round_[place].returns, match.sides)[0] / WIN,
            points(round_[other].returns, match.sides)[0] / WIN,
        )
        for round_ in rounds
    ]
    both = sum(mine == 1 and theirs == 1 for mine, theirs in pairs)
    alone = sum(mine == 1 and theirs < 1 for mine, theirs in pairs)
    lost = sum(mine < 1 and theirs == 1 for mine, theirs in pairs)
    gaps = [mine - theirs for mine, theirs in pairs]
    found = paired_shares(len(pairs), sum(gaps), sum(gap * gap for gap in gaps))
    return Comparison(bot, against, both, alone, lost, len(pairs), found, paired_ratio(both, alone, lost))
