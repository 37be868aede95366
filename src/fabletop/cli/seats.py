"""Who sits where: people and bots."""

from fabletop import bots
from fabletop.bots import Bot
from fabletop.bots.planning import Plan, plan
from fabletop.bots.thinker import Thinker
from fabletop.kernel.question import Mistake, did_you_mean
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.session import Session
from fabletop.kernel.talk import Heard

PEOPLE = ("me", "human")
OPPONENT = "fair"
ADVISOR = "sharp"


class BotSeat:
    """A bot at the table. It is shown a state in which all that its seat may not know is dealt anew."""

    def __init__(self, seat: int, bot: Bot, rng: Rng) -> None:
        self.seat = seat
        self.bot = bot
        self.rng = rng
        self.heard = Heard()

    def answer(self, session: Session, spent: int = 0) -> None:
        known = self.heard.known(session.game, session.state)
        guess = session.game.resample(known, self.seat, self.rng)
        session.play(self.seat, int(self.bot.choose(guess, self.rng)), spent=spent)


def advice(session: Session, seat: int) -> Plan:
    """What a strong bot would do for this seat, by what the seat may know, and why."""
    rng = seeded(len(session.actions))
    bot = bots.make(ADVISOR)
    assert isinstance(bot, Thinker)
    dealt = session.game.resample(session.state, seat, rng)
    return plan(dealt, seat, rng, int(bot.walks), bot.seconds)


def read_seats(text: str) -> list[str]:
    """'me,sharp:500ms' as a list; a Mistake if one of them is neither a person nor a bot."""
    names = [name.strip().lower() for name in text.split(",")]
    known = [*PEOPLE, *bots.names()]
    for name in names:
        word = name.partition(":")[0]
        if word not in known:
            raise Mistake(f"--seats: nobody is called {word!r}: {did_you_mean(word, known)}")
        if name not in PEOPLE:
            bots.make(name)
    return names


def default_seats(players: int) -> list[str]:
    return [PEOPLE[0]] + [OPPONENT] * (players - 1)


def seat_bots(names: list[str], seed: int) -> dict[int, BotSeat]:
    """The bots among the seats, each with chance of its own; the same seed gives the same bots."""
    return {
        seat: BotSeat(seat, bots.make(name), seeded(len(names) * seed + seat + 1))
        for seat, name in enumerate(names)
        if name not in PEOPLE
    }
