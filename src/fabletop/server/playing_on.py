"""Play on from here: a table of its own, begun at a moment of a finished game.

It is dealt as that game was: the same seed, and its answers up to the moment stand in the new log, so that it
is read, exported and verified like any other table. All who sit there may know everything; so it is never
rated, and no figure counts it.
"""

import msgspec

from fabletop.kernel.record import Recorded
from fabletop.kernel.session import Answer
from fabletop.kernel.state import NOBODY
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.commands import Refused, check_pace
from fabletop.server.guests import Guest
from fabletop.server.house import House
from fabletop.server.new_tables import check_seats, new_code, seated, seating
from fabletop.server.reading import edition_of
from fabletop.server.table import Table, game_of

ABSENT_SECONDS = 120
OPPONENTS = "fair"


async def play_on(house: House, guest: Guest, old: Table, wanted: msg.PlayOn) -> str:
    """The code of a table that goes on from there; Refused says why it cannot be."""
    check(old, wanted.number)
    check_pace(wanted.pace)
    seats = wanted.seats or usual(old, guest, wanted.number)
    check_seats(seats, old.agreed.players)
    agreed = msgspec.structs.replace(
        old.agreed,
        host=guest.id,
        listed=False,
        turn_seconds=0,
        game_seconds=0,
        absent_seconds=ABSENT_SECONDS,
        pace=wanted.pace,
        auto_pass=wanted.auto_pass,
        lesson=False,
        daily="",
        rated=False,
        origin=old.code,
        played_on=wanted.number,
    )
    edition = edition_of(house.store, game_of(agreed), agreed.edition_digest)
    table = Table(new_code(house.store), agreed, old.seed, house.time(), edition)
    events = [*seating(guest, seats), *map(given, old.session.actions[: wanted.number])]
    if "open" not in seats:
        events.append(ev.Started())
    return await house.set_up(guest, seated(table, events), events)


def check(old: Table, number: int) -> None:
    if old.status != "over":
        raise Refused("Only a game that is over can be played on from one of its moments.")
    if isinstance(old.session, Recorded) or old.torn or old.rules != old.agreed.rules_version:
        raise Refused("This game was played by earlier rules: it cannot be played on.")
    last = old.length - old.session.state.over
    if not 0 <= number <= last:
        raise Refused(f"This game can be played on after 0 to {last} answers.")


def usual(old: Table, guest: Guest, number: int) -> list[str]:
    """Who asks sits where they sat, or where somebody is asked; the others are bots."""
    mine = old.seat_of(guest.id)
    if mine is None:
        mine = max(0, int(old.session.at(number).seat))
    return ["me" if seat == mine else OPPONENTS for seat in range(old.agreed.players)]


def given(answer: Answer) -> ev.Event:
    return ev.Rang() if answer.seat == NOBODY else ev.Answered(answer.seat, answer.action, answer.spent)
