"""After the end: the file of a game, and how its chances went."""

import asyncio
import itertools
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from librt.vecs import vec

from fabletop.kernel.record import Recorded
from fabletop.kernel.replay import dump
from fabletop.kernel.session import Session
from fabletop.kernel.state import State
from fabletop.server import messages as msg
from fabletop.server.commands import Refused
from fabletop.server.events import encode
from fabletop.server.house import House, hint_of
from fabletop.server.limits import Who
from fabletop.server.logs import log
from fabletop.server.store import surely
from fabletop.server.table import Table
from fabletop.server.thinkers import CURVE, pack

MOST_POSITIONS = 120  # of a game, that are estimated at first;
CLOSER = 2  # then so often those between two of them where the game turned, to know with which answer
SECONDS = 0.12  # for each of them
BETTER = 0.03  # a chance by which an answer must have been better to say so
TEACHING = 0.4  # for the first answer of what was better
MOST_CURVES = 20  # under way
UNWATCHED = 15.0  # seconds after which nobody waits for a curve any more
TURNING = 0.15  # a change of somebody's chance that counts as a turn of the game;
SLIGHT = 0.05  # or, of a game that had few of those, as one of its largest
FEW_TURNS = 3
MOST_TURNS = 6

decode_curve = msgspec.json.Decoder(msg.Curve).decode


def export(table: Table) -> str:
    """The replay of a finished game, with the promise of its seed; `fabletop verify` confirms both."""
    return dump(table.session, table.agreed.nonce, table.taken_back, table.agreed.played_on)


@dataclass
class Estimating:
    """A curve under way."""

    curve: msg.Curve
    asked: float  # when somebody last wanted to see it
    task: asyncio.Task[None] | None = None
    first: float = 0.0  # the chance of who is asked at the beginning


class Review:
    """Curves of finished games: estimated one game at a time while somebody waits, and kept for ever."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.one = asyncio.Lock()
        self.curves: dict[str, Estimating] = {}

    async def curve(self, table: Table, who: Who) -> msg.Curve:
        """What is known so far; ask again until `done` is `total`."""
        under_way = self.curves.get(table.code)
        if under_way is None:
            row = self.house.store.row("select body from curves where code = ?", table.code)
            kept = None if row is None else decode_curve(row[0])
            if kept is not None and len(kept.lessons) == len(kept.turning):  # older ones had none
                return kept
            if not self.house.limits.take("curves", who):
                raise Refused("That was much to estimate: wait a minute.")
            under_way = self.begin(table)
        under_way.asked = self.house.now()
        return under_way.curve

    def begin(self, table: Table) -> Estimating:
        while len(self.curves) >= MOST_CURVES:
            self.give_up(min(self.curves, key=lambda code: self.curves[code].asked))
        begun = Estimating(msg.Curve(0, len(numbers(table)) + 1, [], []), self.house.now())
        self.curves[table.code] = begun
        begun.task = asyncio.create_task(self.estimate(table, begun))
        return begun

    def give_up(self, code: str) -> None:
        task = self.curves.pop(code).task
        if task is not None:
            task.cancel()

    async def estimate(self, table: Table, begun: Estimating) -> None:
        estimates: list[msg.Estimate] = []
        try:
            async with self.one:
                wanted = numbers(table)
                for _ in range(1 + CLOSER):
                    if not await self.estimate_all(table, begun, estimates, wanted):
                        return
                    wanted = skipped(estimates)
                reached = {one.number: one.chances for one in estimates}
                turns = turning(estimates[:-1] if table.session.resigned else estimates)  # that was no answer
                turns = [number for number in turns if number - 1 in reached]
                lessons = [await self.lesson(table, number, reached[number]) for number in turns]
                done = len(estimates) + 1
                begun.curve = msg.Curve(done, done, list(estimates), turns, lessons)
            statement = "insert or replace into curves (code, body) values (?, ?)"
            await surely(self.house.store.write((statement, (table.code, encode(begun.curve)))))
        except Exception as error:
            log("error", "a curve failed", table=table.code, error=error)
        finally:
            if self.curves.get(table.code) is begun:
                del self.curves[table.code]

    async def estimate_all(
        self, table: Table, begun: Estimating, estimates: list[msg.Estimate], wanted: list[int]
    ) -> bool:
        """Estimate these positions too; False: nobody waits for it any more."""
        total = len(estimates) + len(wanted) + 1
        for number in wanted:
            if self.house.now() - begun.asked > UNWATCHED:
                return False
            chance = await self.chance(table, number)
            begun.first = begun.first or chance
            insort(estimates, estimated(table, number, chance, begun.first), key=lambda one: one.number)
            begun.curve = msg.Curve(len(estimates), total, list(estimates), [])
        return True

    def close(self) -> None:
        for code in list(self.curves):
            self.give_up(code)

    async def chance(self, table: Table, number: int) -> float:
        """Of the seat that is asked there."""
        state = table.session.at(number)
        if number == table.length:
            return 0.0
        seat = int(state.seat)
        return (await self.house.thinkers.consider(pack(state, seat), seat, SECONDS, CURVE)).before

    async def lesson(self, table: Table, number: int, reached: Sequence[float]) -> msg.Lesson:
        """What a strong bot would have done in place of answer `number`, by what that seat could know. What
        led to better chances than it hopes for is not called worse."""
        seat, given = table.session.answered_by(number), table.session.words(number)
        if seat is None or isinstance(table.session, Recorded):
            return msg.Lesson(number, seat, given, [], 0.0, [])
        state = table.session.at(number - 1)
        plan = await self.house.thinkers.plan(pack(state, seat), seat, TEACHING, CURVE)
        hint = hint_of(plan)
        chosen = table.session.actions[number - 1].action
        chance = next(
            (one.chance for one in plan.verdict.options if one.action == chosen and one.visits), 0.0
        )
        as_good = chosen == plan.verdict.action or plan.verdict.after - chance < BETTER
        as_good = as_good or reached[seat] > hint.chance - BETTER
        better = [] if as_good else [step.words for step in hint.steps]
        return msg.Lesson(number, seat, given, better, round(hint.chance, 3), hint.reasons)


def numbers(table: Table) -> list[int]:
    """After which answers the chances are estimated: all, or evenly spread."""
    count = min(table.length + 1, MOST_POSITIONS)
    return [round(i * table.length / max(1, count - 1)) for i in range(count)]


def skipped(estimates: list[msg.Estimate]) -> list[int]:
    """The positions between two that were estimated and between which the game turned."""
    turns = set(turning(estimates))
    spans = [(one.number, two.number) for one, two in itertools.pairwise(estimates) if two.number in turns]
    return [number for before, after in spans for number in range(before + 1, after)]


def estimated(table: Table, number: int, chance: float, first: float) -> msg.Estimate:
    if number == table.length:
        return msg.Estimate(number, outcome(table.session))
    state = table.session.at(number)
    chance = levelled(chance, first, len(table.session.game.sides(state.opening.players)))
    return msg.Estimate(number, [round(one, 3) for one in spread(state, int(state.seat), chance)])


def outcome(session: Session) -> list[float]:
    """How it ended, as chances. Where somebody gave up, and nobody won by that, the others had the same."""
    returns = session.returns()
    if not session.resigned or max(returns) > 0:
        return [sure(worth) for worth in returns]
    others = sum(not set(side) & set(session.resigned) for side in session.sides)
    return [1 / others if worth == 0 else 0.0 for worth in returns]


def sure(worth: float) -> float:
    """What came of it, as a chance: of three who lost to a fourth, none had a third of a victory."""
    return (1 + worth) / 2 if worth >= 0 else 0.0


def levelled(chance: float, first: float, sides: int) -> float:
    """With three sides and more an advisor may call it even at a half: its first is taken for that."""
    if sides < 3 or chance == 1.0 or not 0.0 < first < 1.0:
        return chance
    odds = chance / (1 - chance) * (1 - first) / first / (sides - 1)
    return odds / (1 + odds)


def spread(state: State, seat: int, chance: float) -> list[float]:
    """The chances of all seats, from that of one: the other sides share what is left, the better placed the
    more."""
    game, players = state.opening.game, state.opening.players
    values = vec[float]([0.0] * players)
    game.advisor(state.opening).values_into(state, values)
    worth = {side: values[side[0]] + 1.000001 for side in game.sides(players) if seat not in side}
    total = sum(worth.values())
    chances = [chance] * players
    for side, value in worth.items():
        for other in side:
            chances[other] = (1 - chance) * value / total
    return chances


def turning(estimates: list[msg.Estimate]) -> list[int]:
    """The answers after which somebody's chance changed most: what turned the game, and where it went slowly
    to its end, a few from which one may learn all the same."""
    changes = []
    for before, after in itertools.pairwise(estimates):
        change = max(abs(b - a) for a, b in zip(before.chances, after.chances, strict=True))
        changes.append((change, after.number))
    largest = sorted(changes, reverse=True)[:MOST_TURNS]
    return sorted(
        number
        for place, (change, number) in enumerate(largest)
        if change >= (SLIGHT if place < FEW_TURNS else TURNING)
    )
