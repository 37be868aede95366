"""A guided first game: games/<game>/lesson.toml names a seed and the first answers, with words to each.

    players = 2
    seed = 7
    seat = 0                    # the learner's
    options = { champion = "alice" }

    [[step]]                    # one for each answer of the scripted part, the other seats' too
    words = "Click the White Rabbit in your hand."
    action = "Play White Rabbit"    # the answer as it is offered, or its number

    [[step]]
    words = "Now do as you like."   # without an action, any answer will do

After the last step the game goes on freely. lesson-<option>.toml teaches what an option brings.
"""

import math
import tomllib
from functools import cache
from typing import Any

from msgspec import Struct

from fabletop.kernel.edition import Sheet
from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake
from fabletop.kernel.session import Session

FILE = "lesson.toml"
READING = 3.5  # words a second
ANSWERING = 3.0  # seconds for each answer of the learner's
WATCHING = 1.0  # and of the others


class Step(Struct, frozen=True):
    words: str
    action: int | None  # None: any answer will do
    mine: bool  # the learner's


class Lesson(Struct, frozen=True):
    players: int
    seed: int
    options: dict[str, str]
    seat: int
    steps: list[Step]
    taught: str = ""  # the option that it is about

    def step(self, number: int) -> Step | None:
        """What the lesson says after so many answers; None when it is over."""
        return self.steps[number] if number < len(self.steps) else None

    def mine(self, number: int) -> int:
        """How many of so many answers were the learner's."""
        return sum(step.mine for step in self.steps[:number])

    @property
    def minutes(self) -> int:
        """How long it takes to read it and to do what it says."""
        read = sum(len(step.words.split()) for step in self.steps) / READING
        done = sum(ANSWERING if step.mine else WATCHING for step in self.steps)
        return math.ceil((read + done) / 60)


def has_lesson(game: Game) -> bool:
    return (game.home / FILE).exists()


def lesson_minutes(game: Game) -> int:
    """0: it has no lesson that could be played."""
    try:
        return read_lesson(game).minutes
    except Mistake:
        return 0


def taught(game: Game) -> list[str]:
    """The options that have a lesson of their own."""
    return sorted(path.stem.removeprefix("lesson-") for path in game.home.glob("lesson-*.toml"))


@cache
def read_lesson(game: Game, option: str = "") -> Lesson:
    """A game's lesson, played through: a Mistake says which step cannot be."""
    if not has_lesson(game):
        raise Mistake(f"{game.title} has no guided game yet.")
    if option and option not in taught(game):
        raise Mistake(f"{game.title} has no lesson about {option!r}.")
    file = f"lesson-{option}.toml" if option else FILE
    text = (game.home / file).read_text(encoding="utf-8")
    try:
        return make_lesson(game, tomllib.loads(text), f"{game.name}/{file}", option)
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"{game.name}/{file}: {error}") from None


def lesson_of(game: Game, seed: int) -> Lesson | None:
    """The lesson that is taught with this seed; what was taught earlier may be another one by now."""
    lessons = (read_lesson(game, option) for option in ("", *taught(game)))
    return next((lesson for lesson in lessons if lesson.seed == seed), None)


def make_lesson(game: Game, content: dict[str, Any], place: str = FILE, option: str = "") -> Lesson:
    problems: list[str] = []
    sheet = Sheet(content, place, problems)
    players = sheet.raw("players", int, "a whole number", game.players[0])
    seed = sheet.raw("seed", int, "a whole number", None)
    seat = sheet.raw("seat", int, "the number of a seat", 0)
    options = sheet.raw("options", dict, "a table", {})
    rows = sheet.raw("step", list, "a list of [[step]]", None) or []
    sheet.done()
    if problems:
        raise Mistake("\n".join(problems))
    session = Session(game, players, seed, options)
    session.check_seat(seat)
    steps = []
    for number, row in enumerate(rows, 1):
        steps.append(read_step(session, row, f"{place}, step {number}", seat))
    return Lesson(players, seed, session.opening.options, seat, steps, option)


def read_step(session: Session, row: dict[str, Any], place: str, learner: int) -> Step:
    """One step, and play it: the next one is offered in the position after it."""
    problems: list[str] = []
    sheet = Sheet(row, place, problems)
    words = sheet.raw("words", str, "a text in quotes", "")
    wanted = row.get("action")
    sheet.asked.add("action")
    sheet.done()
    if problems:
        raise Mistake("\n".join(problems))
    if session.seat is None:
        raise Mistake(f"{place}: the game is over before it")
    seat = learner if session.asks(learner) else session.seat
    if wanted is None and seat != learner:
        raise Mistake(f"{place}, action: is missing; it is the answer of {session.name(seat)}")
    action = None if wanted is None else find_action(session, seat, wanted, place)
    session.play(seat, session.state.legal()[0] if action is None else action)
    return Step(words, action, seat == learner)


def find_action(session: Session, seat: int, wanted: object, place: str) -> int:
    options = session.game.ask(session.state, seat).options
    fitting = [o for o in options if wanted in (o.action, o.words)]
    if not fitting and isinstance(wanted, str):
        fitting = [o for o in options if o.words.lower().startswith(wanted.lower())]
    if len(fitting) != 1:
        offered = "; ".join(f"{o.words} ({o.action})" for o in options)
        raise Mistake(f"{place}, action: {wanted!r} is not one of these: {offered}")
    return fitting[0].action
