"""Bots that talk: what they say by themselves, and what they answer when a person asks them.

They say what `Game.sayings` gives for their seat: nothing that they do not see, and no more than was agreed.
"""

from collections.abc import Iterator

from fabletop.bots.levels import LEVELS
from fabletop.kernel.state import State
from fabletop.kernel.talk import Saying
from fabletop.server import events as ev
from fabletop.server.table import Table


def talkers(table: Table) -> list[int]:
    """The bots that talk here: partners of people, where nobody plays for a list."""
    if table.status != "playing" or table.is_silent or table.agreed.daily or table.lesson is not None:
        return []
    chairs = table.chairs
    bots = [seat for seat, chair in enumerate(chairs) if chair.holder == "bot" and chair.level in LEVELS]
    return [
        seat for seat in bots if any(chairs[partner].holder == "person" for partner in table.side_of(seat))
    ]


def listening(table: Table, state: State) -> State:
    """The state as it is to those who have listened; a daily deal is the same for everybody."""
    return state if table.agreed.daily else table.heard.known(table.session.game, state)


def remarks(table: Table) -> Iterator[ev.Event]:
    """What bots say before a question of the whole group, if their hands have changed since they spoke."""
    game, state = table.session.game, table.session.state
    seats = talkers(table)
    if not seats or not is_for_all(table, seats[0]):
        return
    for seat in seats:
        if table.heard.is_due(game, state, seat):
            for saying in game.sayings(state, seat)[:1]:
                yield said(table, seat, saying)


def replies(table: Table, words: str, asker: int | None, to_team: bool) -> Iterator[ev.Event]:
    """What bots answer when a partner asks them what they can do, or hold."""
    game = table.session.game
    key = game.inquiries.get(words, "")
    if not key or asker is None:
        return
    partners = table.side_of(asker)
    for seat in talkers(table):
        if seat not in partners:
            continue
        known = game.sayings(table.session.state, seat)
        wanted = [saying for saying in known if saying.key == key] or known
        for saying in wanted[:1]:
            yield said(table, seat, saying, to_team)


def said(table: Table, seat: int, saying: Saying, to_team: bool = False) -> ev.Said:
    return ev.Said(table.chairs[seat].level, seat, saying.words, to_team, list(saying.means), True)


def meaning(table: Table, seat: int | None, words: str) -> list[int]:
    """What somebody has said of their hand, if it is what they could truly say."""
    if seat is None or table.status != "playing":
        return []
    known = table.session.game.sayings(table.session.state, seat)
    return [one for saying in known if saying.words == words for one in saying.means]


# --- Who should go ------------------------------------------------------------------------------------


def adviser(table: Table, words: str) -> int | None:
    """The bot that answers, when it is asked what the group should do."""
    seats = talkers(table) if table.session.game.inquiries.get(words) == "" else []
    return seats[0] if seats else None


def advised(table: Table, seat: int, action: int | None) -> ev.Said:
    """What it says then; without an action there is nothing that the group could do."""
    game, state = table.session.game, table.session.state
    words = (
        game.waiting(state) if action is None else f"I would say: {game.option(state, seat, action).words}."
    )
    return said(table, seat, Saying("", words))


def is_for_all(table: Table, seat: int) -> bool:
    """Whether this seat is asked, and not alone."""
    state = table.session.state
    return state.asks(seat) and sum(state.asks(other) for other in range(table.agreed.players)) > 1
