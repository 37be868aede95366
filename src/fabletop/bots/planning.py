"""A whole move with reasons: what a strong bot would answer until the turn or the question passes on, what
would change by it, what it keeps from happening, and what may follow.

All of it comes from worlds that were dealt anew for the seat, so it can tell nothing the seat may not know.
The move goes on as long as the seat would see the same in all of them, and a reason is told only if it holds
in all of them: then it is true of what the seat sees, and not of one guess.
"""

from dataclasses import dataclass
from typing import Literal

from fabletop.bots.thinker import Thinker
from fabletop.bots.verdict import Verdict
from fabletop.kernel.action import act
from fabletop.kernel.game import Change
from fabletop.kernel.journal import Journal, Row, as_seen
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import State

WORLDS = 40  # in which a reason must hold
ALIKE = 12  # of them, in which it is looked after every answer whether something has come to light
LONGEST = 12  # answers of a move, and of what may follow it
LATER = 0.2  # of the time for the first answer, for each further one
MOST_GAINS = 2
SURE = 0.05  # worth of a change, below which it is not worth a word
SHOWS = 0.1  # from which on it says more than what happens on the way

Kind = Literal["gain", "risk", "told", "denies", "reply", "outlook"]
OPENED = {
    "denies": "the next best would let this happen: ",
    "risk": "but ",
    "reply": "beware of the answer: ",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a move, as it is offered."""

    action: int
    words: str
    thing: str
    to: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a `gain` or `risk` of the move, what happens (`told`) where little is gained, a `reply` to be
    feared, what it `denies` (the next best would let that happen), or an `outlook` in figures alone."""

    kind: Kind
    key: str
    words: str  # a clause

    @property
    def sentence(self) -> str:
        words = OPENED.get(self.kind, "") + self.words
        return f"{words[0].upper()}{words[1:]}."


@dataclass(frozen=True, slots=True)
class Plan:
    """A move, and why. Of whoever checks it: the answers of all seats that the reasons speak of."""

    verdict: Verdict  # of its first answer
    steps: tuple[Step, ...]
    reasons: tuple[Reason, ...]
    second: str  # the next best first answer, in words; or ""
    unless: bool  # others could interfere on the way; they are thought to let it happen
    answers: tuple[int, ...]  # of the move, with those of others who let it happen
    reply: tuple[int, ...]  # which may follow
    instead: tuple[int, ...]  # the next best, and what may follow it


@dataclass(frozen=True, slots=True)
class Budget:
    walks: int
    seconds: float

    def part(self, share: float) -> "Budget":
        return Budget(max(1, int(self.walks * share)) if self.walks else 0, self.seconds * share)

    def think(self, state: State, rng: Rng, seat: int) -> Verdict:
        return Thinker("sharp", self.walks, self.seconds).consider(state, rng, seat)


class Course:
    """What one seat expects: a world to think in, and others that look the same, all played on together."""

    def __init__(self, state: State, worlds: list[State], seat: int, rng: Rng, budget: Budget) -> None:
        self.world = state.clone()
        self.worlds = [world.clone() for world in worlds]
        self.seat = seat
        self.rng = rng
        self.budget = budget
        self.game = state.opening.game
        self.side = next(side for side in self.game.sides(state.opening.players) if seat in side)
        for one in (self.world, *self.worlds):
            one.journal = Journal()
        self.answers: list[int] = []
        self.steps: list[Step] = []
        self.unless = False

    def all_allow(self, action: int) -> bool:
        worlds = (self.world, *self.worlds)
        return all(one.seat == self.world.seat and one.allows(action) for one in worlds)

    def give(self, action: int) -> None:
        self.answers.append(action)
        for one in (self.world, *self.worlds):
            one.step(action)

    def looks_alike(self) -> bool:
        """Whether the seat sees the same in all worlds: nothing came to light that it did not know."""
        seen = self.game.view(self.world, self.seat)
        return all(self.game.view(one, self.seat) == seen for one in self.worlds[:ALIKE])

    def turned(self) -> bool:
        return any(row[0] in self.game.turns for row in rows_of(self.world))

    def move(self, first: int) -> None:
        """From this answer on, until the turn or the question passes on, or something comes to light."""
        action = first
        while True:
            self.steps.append(self.offered(action))
            self.give(action)
            self.pass_windows()
            if self.world.over or self.turned() or not self.world.asks(self.seat):
                return
            if len(self.steps) >= LONGEST or not self.looks_alike():
                return
            action = int(self.budget.think(self.world.clone(), self.rng, self.seat).action)
            if not self.all_allow(action):
                return

    def offered(self, action: int) -> Step:
        options = self.game.ask(self.world, self.seat).options
        option = next(one for one in options if one.action == action)
        return Step(action, option.words, option.thing, option.to)

    def pass_windows(self) -> None:
        """Others who may interfere are thought to let it happen."""
        while not self.world.over and not self.world.asks(self.seat) and not self.turned():
            verb = self.world.question.declined_by
            if verb < 0 or not self.all_allow(int(act(verb, 0))):
                return
            self.unless = True
            self.give(int(act(verb, 0)))

    def follow(self) -> list[int]:
        """What others would answer then, as far as they can in every world."""
        begun = len(self.answers)
        while not self.world.over and int(self.world.seat) not in self.side:
            asked = int(self.world.seat)
            dealt = self.game.resample(self.world, asked, self.rng)
            action = int(self.budget.think(dealt, self.rng, asked).action)
            if len(self.answers) - begun >= LONGEST or not self.all_allow(action):
                break
            self.give(action)
        return self.answers[begun:]

    def told(self) -> list[str]:
        """What people would look up at, as far as all worlds go the same way."""
        found: list[str] = []
        for rows in zip(*(rows_of(one) for one in (self.world, *self.worlds)), strict=False):
            seen = {as_seen(row, self.seat) for row in rows}
            if len(seen) > 1:
                break
            if rows[0][0] in self.game.beats:
                found += [entry.words for entry in self.game.tell(self.world, [rows[0]], self.seat)]
        return [words for words in found if words]

    def views(self) -> list[dict[str, object]]:
        return [self.game.view(one, self.seat) for one in (self.world, *self.worlds)]

    def changes(self, before: list[dict[str, object]]) -> list[Change]:
        """What is otherwise than it was, in all worlds alike; what is worth most first."""
        found = [set(self.game.changes(a, b)) for a, b in zip(before, self.views(), strict=True)]
        alike = found[0].intersection(*found[1:])
        return sorted((one for one in alike if abs(one.worth) > SURE), key=lambda one: (-one.worth, one.key))


def plan(state: State, seat: int, rng: Rng, walks: int, seconds: float) -> Plan:
    """Think about a state that was dealt anew for this seat, and say what to do, and why."""
    game, budget = state.opening.game, Budget(walks, seconds)
    words = {option.action: option.words for option in game.ask(state, seat).options}
    verdict = budget.think(state.clone(), rng, seat)
    worlds = [game.resample(state, seat, rng) for _ in range(WORLDS)]
    begin = [game.view(state, seat)] * (1 + WORLDS)

    course = Course(state, worlds, seat, rng, budget.part(LATER))
    course.move(verdict.action)
    moved, answers, told = course.views(), tuple(course.answers), course.told()
    changes = [] if game.fickle and not course.looks_alike() else course.changes(begin)
    reply = [] if game.fickle else course.follow()
    feared = losses(course.changes(moved)) if reply else []

    second = verdict.second
    instead: tuple[int, ...] = ()
    denied: list[Change] = []
    if second is not None and not (game.fickle and not course.looks_alike()):
        other = Course(state, worlds, seat, rng, budget.part(LATER))
        other.move(second.action)
        other.follow()
        sure = not game.fickle or other.looks_alike()
        bad = {one.key for one in losses(course.changes(begin))}
        denied = [one for one in losses(other.changes(begin)) if sure and one.key not in bad]
        instead = tuple(other.answers)
    gains = [Reason("gain", one.key, one.words) for one in changes if one.worth > 0][:MOST_GAINS]
    reasons = [
        *gains,
        *(Reason("denies", one.key, one.words) for one in denied[:1]),
        *(Reason("risk", one.key, one.words) for one in losses(changes)[:1]),
        *(Reason("reply", one.key, one.words) for one in feared[:1]),
    ]
    called = words[second.action] if second else ""
    if not losses(changes) and not any(one.worth >= SHOWS for one in changes):
        reasons = [*(Reason("told", line, line.rstrip(".")) for line in told[-MOST_GAINS:]), *reasons]
    if not any(one.kind in ("gain", "denies", "told") for one in reasons):
        reasons.insert(0, outlook(verdict))
    steps, unless = tuple(course.steps), course.unless
    return Plan(verdict, steps, tuple(reasons), called, unless, answers, tuple(reply), instead)


def rows_of(state: State) -> list[Row]:
    return state.journal.rows if state.journal is not None else []


def losses(changes: list[Change]) -> list[Change]:
    """The worst first."""
    return [one for one in reversed(changes) if one.worth < 0]


def outlook(verdict: Verdict) -> Reason:
    """Where nothing shows at once."""
    words = f"it leaves about {percent(verdict.after)} to win"
    second = verdict.second
    if second is not None and round(100 * second.chance) < round(100 * verdict.after):
        words += f", the next best about {percent(second.chance)}"
    return Reason("outlook", "", words)


def percent(chance: float) -> str:
    return f"{round(100 * chance)} %"
