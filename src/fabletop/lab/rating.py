"""Elo figures: how strong players are, from who won at which table.

The model is Luce's choice: at a table a player wins with the chance  strength / sum of strengths  (for two
that is Bradley and Terry's, on which Elo is built). The strengths are the most likely ones, found by Hunter's
(2004) iteration. Intervals are Jeffreys': the win shares of each table are drawn from their posterior, the
strengths fitted anew, 1000 times, so that a table without a single loss has a finite lower end too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from random import Random

DRAWS = 1000
STEPS = 500  # of the iteration, at most
CLOSE = 1e-6  # relative change at which it ends
JEFFREYS = 0.5


@dataclass(frozen=True, slots=True)
class Table:
    """Who sat there how often at once, and how many (effective) wins each had."""

    seats: dict[str, int]
    wins: dict[str, float]


@dataclass(frozen=True, slots=True)
class Elo:
    """Above (or below) the first of the players."""

    value: float
    low: float
    high: float


def ratings(players: Sequence[str], tables: Sequence[Table]) -> dict[str, Elo]:
    """The Elo of each player, the first being 0."""
    middle = strengths(players, [smoothed(table) for table in tables], {})
    rng = Random(1)  # the same figures whenever the same games are looked at
    drawn: dict[str, list[float]] = {player: [] for player in players}
    for _ in range(DRAWS):
        found = strengths(players, [redrawn(table, rng) for table in tables], middle)
        for player, elo in in_elo(players, found).items():
            drawn[player].append(elo)
    values = in_elo(players, middle)
    return {player: Elo(values[player], *ends(drawn[player])) for player in players}


def smoothed(table: Table) -> Table:
    """With half a win more for everybody: else who never wins would be infinitely weak."""
    return Table(table.seats, {player: wins + JEFFREYS for player, wins in table.wins.items()})


def redrawn(table: Table, rng: Random) -> Table:
    """Win shares as they might be as well, after what was seen."""
    parts = {player: rng.gammavariate(wins + JEFFREYS, 1) for player, wins in table.wins.items()}
    games = sum(table.wins.values())
    total = sum(parts.values())
    return Table(table.seats, {player: part / total * games for player, part in parts.items()})


def strengths(
    players: Sequence[str], tables: Sequence[Table], start: Mapping[str, float]
) -> dict[str, float]:
    """The most likely ones; they sum to 1."""
    won = {player: sum(table.wins.get(player, 0.0) for table in tables) for player in players}
    games = [sum(table.wins.values()) for table in tables]
    found = {player: start.get(player, 1.0) for player in players}
    for _ in range(STEPS):
        weights = {player: 0.0 for player in players}
        for table, count in zip(tables, games, strict=True):
            total = sum(seats * found[player] for player, seats in table.seats.items())
            for player, seats in table.seats.items():
                weights[player] += count * seats / total
        before, found = found, {player: won[player] / weights[player] for player in players}
        total = sum(found.values())
        found = {player: strength / total for player, strength in found.items()}
        if all(abs(found[player] - before[player]) < CLOSE * found[player] for player in players):
            break
    return found


def in_elo(players: Sequence[str], found: Mapping[str, float]) -> dict[str, float]:
    zero = found[players[0]]
    return {player: 400 * log10(found[player] / zero) for player in players}


def ends(drawn: list[float]) -> tuple[float, float]:
    """The middle 95 %."""
    ordered = sorted(drawn)
    cut = len(ordered) // 40
    return ordered[cut], ordered[-1 - cut]
