"""What a notice says: which game, with whom, and how long there is. Nothing of it is hidden at that table."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from fabletop.games import stored_game
from fabletop.server.notices.waiting import Turn
from fabletop.server.store import Store
from fabletop.server.summary import decode_summary

MOST_NAMED = 8  # games in one notice
HOUR, DAY = 3600, 24 * 3600


class Item(NamedTuple):
    """One turn that a notice is about."""

    turn: Turn
    kind: Literal["turn", "reminder"]
    left: float | None  # seconds
    game: str  # "Coraline with Dora and Emil"

    @property
    def words(self) -> str:
        if self.left is None:
            return f"{self.game}."
        within = f" within {span(self.left)}" if self.kind == "turn" else f": {span(self.left)} left"
        return f"{self.game}{within}."


class Notice(NamedTuple):
    title: str
    lines: list[str]
    path: str  # of the page it leads to


def notice_of(items: Sequence[Item]) -> Notice:
    if len(items) == 1:
        (item,) = items
        title = "It is your turn" if item.kind == "turn" else "Your time runs out"
        return Notice(title, [item.words], f"/t/{item.turn.code}")
    lines = [item.words for item in items[:MOST_NAMED]]
    more = len(items) - len(lines)
    return Notice(f"{len(items)} games wait for you", [*lines, *([f"And {more} more."] if more else [])], "/")


def game_of(store: Store, turn: Turn) -> str | None:
    """The game of a turn and who else plays; None if it cannot be said any more."""
    row = store.row("select game, summary from tables where code = ?", turn.code)
    if row is None:
        return None
    game, summary = row[0], decode_summary(row[1])
    title = stored_game(game, len(summary.seats)).title
    others = [
        who for who, guest in zip(summary.seats, summary.guests, strict=True) if guest not in ("", turn.guest)
    ]
    return f"{title} with {listed(others) if others else 'bots'}"


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def span(seconds: float) -> str:
    """ "2 days", "5 hours", "20 minutes": never more than there is."""
    for size, word in ((DAY, "day"), (HOUR, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count >= (2 if size == DAY else 1):
            return f"{count} {word}{'' if count == 1 else 's'}"
    return "a minute"
