"""The hidden clock of a game at the table in the terminal: it goes while whoever is asked can type."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from fabletop.cli.seats import BotSeat
from fabletop.kernel.state import LATER, STILL

if TYPE_CHECKING:
    from fabletop.cli.table import Table

BOT = 700  # milliseconds that a bot takes


class Watch:
    def __init__(self, table: "Table") -> None:
        self.table = table
        self.session = table.session
        self.now = time.monotonic
        self.number = -1  # after so many answers,
        self.spent = 0.0  # milliseconds were spent on the next

    @property
    def limit(self) -> int:
        """After how many milliseconds the game does something by itself: hidden truth."""
        if len(self.session.actions) != self.number:
            self.number, self.spent = len(self.session.actions), self.session.owed
        return int(self.session.state.alarm()) if self.table.screen.waits else STILL

    def read(self) -> str | None:
        """The next line that is typed; None: the time was up before."""
        limit = self.limit
        if not STILL < limit < LATER:
            return self.timed(limit, self.table.screen.read)
        left = max(0.0, limit - self.spent) / 1000
        return self.timed(limit, lambda: self.table.screen.read_within(left))

    def timed(self, limit: int, read: Callable[[], str | None]) -> str | None:
        began = self.now()
        line = read()
        if limit != STILL:
            self.spent += 1000 * (self.now() - began)
        return line

    def play(self, seat: int, action: int) -> None:
        """Give an answer, with the time that it took: it was there before that was up."""
        limit = self.limit
        self.session.play(seat, action, spent=0 if limit == STILL else min(int(self.spent), limit - 1))
        self.catch_up()

    def let_answer(self, bot: BotSeat) -> None:
        limit = self.limit
        if STILL < limit <= BOT:
            self.session.ring()
        else:
            bot.answer(self.session, 0 if limit == STILL else BOT)
            self.catch_up()

    def catch_up(self) -> None:
        """What had to wait for this answer happens at once."""
        while self.limit == 0:
            self.session.ring()
