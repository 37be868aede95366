"""After the end: the file of a game, and how its chances went."""

import asyncio
import contextlib
import itertools

import msgspec

from fabletop.kernel.replay import dump
from fabletop.kernel.state import State
from fabletop.server import messages as msg
from fabletop.server.events import encode
from fabletop.server.house import House
from fabletop.server.logs import log
from fabletop.server.room import surely
from fabletop.server.table import Table
from fabletop.server.thinkers import pack

MOST_POSITIONS = 120  # of a game, that are estimated
SECONDS = 0.12  # for each of them
MOST_CURVES = 50  # under way or just finished, at hand
TURNING = 0.15  # a change of somebody's chance that counts as a turn of the game
MOST_TURNS = 6

decode_curve = msgspec.json.Decoder(msg.Curve).decode


def export(table: Table) -> str:
    """The replay of a finished game, with the promise of its seed; `fabletop verify` confirms both."""
    return dump(table.session, table.agreed.nonce, table.taken_back)


class Review:
    """Curves of finished games: estimated one game at a time, kept for ever."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.one = asyncio.Lock()
        self.curves: dict[str, msg.Curve] = {}

    async def curve(self, table: Table) -> msg.Curve:
        """What is known so far; ask again until `done` is `total`."""
        if table.code not in self.curves:
            row = self.house.store.row("select body from curves where code = ?", table.code)
            if row is not None:
                return decode_curve(row[0])
            while len(self.curves) >= MOST_CURVES:
                self.curves.pop(next(iter(self.curves)))
            self.curves[table.code] = msg.Curve(0, len(numbers(table)), [], [])
            self.house.in_background(self.estimate(table))
        return self.curves[table.code]

    async def estimate(self, table: Table) -> None:
        wanted = numbers(table)
        estimates: list[msg.Estimate] = []
        try:
            async with self.one:
                for number in wanted:
                    estimates.append(await self.estimated(table, number))
                    found = msg.Curve(len(estimates), len(wanted), list(estimates), turning(estimates))
                    self.curves[table.code] = found
            body = encode(self.curves[table.code])
            await surely(
                self.house.store.write(
                    ("insert or replace into curves (code, body) values (?, ?)", (table.code, body))
                )
            )
        except Exception as error:
            log("error", "a curve failed", table=table.code, error=error)
        finally:
            with contextlib.suppress(KeyError):
                del self.curves[table.code]

    async def estimated(self, table: Table, number: int) -> msg.Estimate:
        state = table.session.at(number)
        if number == table.length:
            return msg.Estimate(number, [(1 + worth) / 2 for worth in table.session.returns()])
        seat = int(state.seat)
        verdict = await self.house.thinkers.consider(pack(state, seat), seat, SECONDS)
        return msg.Estimate(number, [round(chance, 3) for chance in spread(state, seat, verdict.before)])


def numbers(table: Table) -> list[int]:
    """After which answers the chances are estimated: all, or evenly spread."""
    count = min(table.length + 1, MOST_POSITIONS)
    return [round(i * table.length / max(1, count - 1)) for i in range(count)]


def spread(state: State, seat: int, chance: float) -> list[float]:
    """The chances of all seats, from that of one.

    Seats that the game values alike win and lose together; the others share what is left, the better
    placed the more.
    """
    advisor = state.opening.game.advisor(state.opening)
    values = [advisor.value(state, other) for other in range(state.opening.players)]
    with_us = [abs(value - values[seat]) < 1e-9 for value in values]
    sides = {
        round(value, 9): value + 1.000001 for value, ours in zip(values, with_us, strict=True) if not ours
    }
    total = sum(sides.values())
    return [
        chance if ours else (1 - chance) * sides[round(value, 9)] / total
        for value, ours in zip(values, with_us, strict=True)
    ]


def turning(estimates: list[msg.Estimate]) -> list[int]:
    """The answers after which somebody's chance changed most."""
    changes = []
    for before, after in itertools.pairwise(estimates):
        change = max(abs(b - a) for a, b in zip(before.chances, after.chances, strict=True))
        if change >= TURNING:
            changes.append((change, after.number))
    return sorted(number for _, number in sorted(changes, reverse=True)[:MOST_TURNS])
