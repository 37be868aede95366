"""A match as text."""

from fabletop.lab.match import Match
from fabletop.lab.report import percent, table
from fabletop.lab.standings import Comparison, Standing, Standings


def lines(match: Match, found: Standings) -> list[str]:
    if not found.games:
        return ["No deal has been played with all its seatings yet: there is nothing to compare."]
    each = "bot" if len(match.sides) == 1 else "seating"
    count = len(match.seatings)
    parts = [
        [
            f"{found.games} games of {match.game} with {match.players} players, seed {match.seed}: "
            f"{found.rounds} deals, each with {count} {each}{'' if count == 1 else 's'}",
            f"mean length {found.mean_length:.0f} answers",
        ],
        standing_lines(found.standings),
    ]
    if found.pairs:
        parts.append(["Each pairing by itself:", *standing_lines(found.pairs)])
    if found.comparisons:
        parts.append(comparison_lines(found.comparisons))
    elif any(one.elo for one in found.standings):
        parts.append(
            [
                f"Elo above {found.standings[0].bot}: Bradley-Terry (Luce) fit, 95 % by Jeffreys' posterior. "
                "Shares: Wilson,",
                "with the seatings of a deal counted for what they are worth together.",
            ]
        )
    return [line for part in parts for line in [*part, ""]][:-1]


def standing_lines(standings: list[Standing]) -> list[str]:
    rated = any(one.elo for one in standings)
    head = ["bot", "games", "won", "drawn", "lost", "share", "95 % interval", "fair"]
    rows = [[*head, *(["Elo", "95 % interval"] if rated else []), "CPU/move", "wall/move", "moves"]]
    for one in standings:
        row = [one.bot, *map(str, (one.games, one.wins, one.draws, one.losses)), percent(one.share)]
        row += [f"{100 * one.low:.1f}–{100 * one.high:.1f} %", "-" if one.fair is None else percent(one.fair)]
        if rated:
            elo = one.elo
            row += [f"{elo.value:+.0f}", f"{elo.low:+.0f} to {elo.high:+.0f}"] if elo else ["", ""]
        rows.append([*row, f"{1000 * one.cpu:.3g} ms", f"{1000 * one.wall:.3g} ms", str(one.moves)])
    return table(rows)


def comparison_lines(comparisons: list[Comparison]) -> list[str]:
    head = ["on the same deals", "both won", "only it", "only the other", "difference", "95 % interval"]
    rows = [[*head, "times as often", "95 % interval"]]
    for one in comparisons:
        gap, ratio = one.difference, one.ratio
        counts = map(str, (one.both, one.alone, one.other))
        row = [f"{one.bot} against {one.against}", *counts, f"{100 * gap.value:+.1f}"]
        row.append(f"{100 * gap.low:+.1f} to {100 * gap.high:+.1f}")
        rows.append([*row, *((f"{ratio[0]:.2f}", f"{ratio[1]:.2f}–{ratio[2]:.2f}") if ratio else ("-", "-"))])
    note = "Differences in points of 100, intervals of Bonett and Price for pairs (McNemar's table)."
    return [*table(rows), note]
