"""What a person may do at a table: each message is turned into events, or refused in words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fabletop import bots
from fabletop.bots.levels import LEVELS
from fabletop.kernel.question import Refusal
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.guests import Guest, is_shown
from fabletop.server.table import STAND_IN, Table

LONGEST_CHAT = 400
MOST_CHATS = 2000  # lines at one table
SLOWEST = 10.0  # seconds between the moves of bots
GRACE = 20.0  # seconds after which somebody who left counts as absent
NOT_SEATED = "You are not sitting at this table."


class Refused(Exception):
    """A refusal: words for this case, and the rule where there is one."""

    def __init__(self, words: str, rule: str = "") -> None:
        super().__init__(words)
        self.refused = msg.Refused(words, rule)


@dataclass(frozen=True, slots=True)
class Asking:
    """Who wants something, at which table, and who was seen there."""

    table: Table
    guest: Guest
    gone: Callable[[str], float | None]  # for how many seconds a guest has been away; None: here

    @property
    def seat(self) -> int:
        seat = self.table.seat_of(self.guest.id)
        if seat is None:
            raise Refused(NOT_SEATED)
        return seat

    @property
    def is_host(self) -> bool:
        return self.table.agreed.host == self.guest.id

    def must_play(self) -> None:
        if self.table.status == "waiting":
            raise Refused("The game has not begun.")
        if self.table.status == "over":
            raise Refused("The game is over.")


def decide(asking: Asking, message: msg.FromPage) -> list[ev.Event]:
    """What the message leads to; Refused says why it cannot be."""
    return DECIDERS[type(message)](asking, message)


# --- Playing --------------------------------------------------------------------------------------


def act(asking: Asking, message: msg.Act) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    asking.must_play()
    chair = table.chairs[seat]
    if chair.resigned:
        raise Refused("You have resigned: a bot plays on for you.")
    if chair.away:
        raise Refused("A bot plays for you: take your seat back first.")
    if message.number != table.length:
        raise Refused("The game has moved on since: look at it again.")
    check_legal(table, seat, message.action)
    check_lesson(table, seat, message.action)
    return [ev.Answered(seat, message.action)]


def check_legal(table: Table, seat: int, action: int) -> None:
    session = table.session
    if session.asks(seat) and session.state.allows(action):
        return
    refusal = session.game.explain(session.state, seat, action)
    raise Refused("It is not your question.") if refusal is None else refused(refusal)


def refused(refusal: Refusal) -> Refused:
    return Refused(refusal.words, refusal.rule)


def check_lesson(table: Table, seat: int, action: int) -> None:
    step = table.lesson.step(table.length) if table.lesson else None
    if step is None or step.action in (None, action) or not table.session.state.allows(step.action):
        return
    words = table.session.game.words(table.session.state, step.action)
    raise Refused(f"That would be allowed, but the lesson goes another way. Try this: {words}.")


def undo(asking: Asking, message: msg.Undo) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    asking.must_play()
    if message.number != table.length:
        raise Refused("The game has moved on since: look at it again.")
    if not table.chairs[seat].answers:
        raise Refused("A bot plays for you: take your seat back first.")
    reason = table.session.can_undo(seat)
    if reason is not None:
        raise Refused(reason)
    return [ev.TakenBack(table.length - 1)]


def propose(asking: Asking, message: msg.Propose) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    asking.must_play()
    if seat not in table.voters():
        raise Refused("A bot plays for you: take your seat back first.")
    check_nobody_away(table)
    if table.offer is not None:
        raise Refused("There is a proposal already: agree to it or not.")
    if not 0 <= message.to < table.length:
        raise Refused(f"The game can go back to any of its answers 0 to {table.length - 1}.")
    proposed: list[ev.Event] = [ev.Proposed(seat, message.to)]
    return [*proposed, ev.TakenBack(message.to)] if table.voters() == [seat] else proposed


def check_nobody_away(table: Table) -> None:
    """Who goes back knows what was to come: not behind the back of somebody who may return."""
    for chair in table.chairs:
        if chair.holder == "person" and chair.away and not chair.resigned:
            raise Refused(f"{chair.who} is away: going back needs everybody.")


def vote(asking: Asking, message: msg.Vote) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    asking.must_play()
    offer = table.offer
    if offer is None or offer.number != message.proposal:
        raise Refused("This proposal is no longer there.")
    if seat not in table.voters() or seat in offer.yes:
        raise Refused("You have agreed already." if seat in offer.yes else "A bot plays for you.")
    if message.yes:
        check_nobody_away(table)
    voted: list[ev.Event] = [ev.Voted(seat, message.yes)]
    agreed = message.yes and set(table.voters()) <= {seat, *offer.yes}
    return [*voted, ev.TakenBack(offer.to)] if agreed else voted


def resign(asking: Asking, message: msg.Resign) -> list[ev.Event]:
    seat = asking.seat
    asking.must_play()
    if asking.table.chairs[seat].resigned:
        raise Refused("You have resigned already.")
    resigned: list[ev.Event] = [ev.Resigned(seat)]
    given_up = asking.table.given_up(seat)
    return [*resigned, ev.GaveUp(given_up)] if given_up else resigned


# --- Seats ----------------------------------------------------------------------------------------


def sit(asking: Asking, message: msg.Sit) -> list[ev.Event]:
    table = asking.table
    mine = table.seat_of(asking.guest.id)
    check_seat(table, message.seat)
    if mine == message.seat:
        chair = table.chairs[mine]
        if chair.resigned:
            raise Refused("You have resigned: a bot plays on for you.")
        if not chair.away:
            raise Refused("You are sitting there.")
        return [ev.Returned(mine)]
    if table.status != "waiting" or table.chairs[message.seat].holder != "open":
        raise Refused("This seat is taken.")
    left: list[ev.Event] = [] if mine is None else [ev.Opened(mine)]
    return [*left, ev.Sat(message.seat, asking.guest.id, asking.guest.name)]


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < table.agreed.players:
        raise Refused("There is no such seat.")


def stand(asking: Asking, message: msg.Stand) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    if table.status == "waiting":
        return [ev.Opened(seat)]
    asking.must_play()
    if not table.chairs[seat].answers:
        raise Refused("A bot plays for you already.")
    return [ev.Kept(seat, STAND_IN, "left")]


def arrange(asking: Asking, message: msg.Arrange) -> list[ev.Event]:
    table = asking.table
    check_seat(table, message.seat)
    check_level(message.holder, "open")
    if table.status == "over":
        raise Refused("The game is over.")
    chair = table.chairs[message.seat]
    if table.status == "waiting" or chair.holder == "bot":
        if not asking.is_host:
            raise Refused("Only the host gives seats.")
        if message.holder != "open":
            return [ev.Hired(message.seat, message.holder)]
        if table.status == "playing":
            raise Refused("A seat cannot be opened during a game.")
        return [ev.Opened(message.seat)]
    return keep(asking, message)


def keep(asking: Asking, message: msg.Arrange) -> list[ev.Event]:
    """A bot for somebody who is not there."""
    chair = asking.table.chairs[message.seat]
    if asking.table.seat_of(asking.guest.id) is None:
        raise Refused("Only those who sit at the table may do that.")
    if message.holder == "open":
        raise Refused("A seat cannot be opened during a game.")
    if not chair.answers:
        raise Refused("A bot plays there already.")
    gone = asking.gone(chair.guest)
    if gone is None:
        raise Refused(f"{chair.who} is here.")
    if gone < GRACE:
        raise Refused(f"{chair.who} was here a moment ago: give them {GRACE:.0f} seconds.")
    return [ev.Kept(message.seat, message.holder, "absent")]


def check_level(level: str, *more: str) -> None:
    if level not in (*LEVELS, *bots.names(), *more):
        raise Refused(f"There is no bot {level[:20]!r}: choose one of {', '.join(LEVELS)}.")


def start(asking: Asking, message: msg.Start) -> list[ev.Event]:
    table = asking.table
    if not asking.is_host:
        raise Refused("The host starts the game.")
    if table.status != "waiting":
        raise Refused("The game has begun.")
    free = [seat for seat, chair in enumerate(table.chairs) if chair.holder == "open"]
    if free:
        raise Refused(f"Seat {free[0] + 1} is still open: give it to a bot, or wait for somebody.")
    started: list[ev.Event] = [ev.Started()]
    seconds = table.agreed.turn_seconds
    return [*started, ev.Wound(seconds)] if seconds else started


def rematch(asking: Asking, message: msg.Rematch) -> list[ev.Event]:
    """The wish alone: the house makes the next table when everybody who is here wishes it."""
    table, seat = asking.table, asking.seat
    if table.status != "over":
        raise Refused("The game is not over.")
    if table.rematch is not None:
        raise Refused("The next table is there already.")
    if table.chairs[seat].ready:
        raise Refused("The others have to agree.")
    return [ev.Wished(seat)]


# --- Talking --------------------------------------------------------------------------------------


def say(asking: Asking, message: msg.Say) -> list[ev.Event]:
    words = " ".join("".join(c if is_shown(c) else " " for c in message.words).split())
    if not words:
        raise Refused("There is nothing to say in that.")
    if len(words) > LONGEST_CHAT:
        raise Refused(f"A line may have {LONGEST_CHAT} letters, not {len(words)}.")
    if len(asking.table.chat) >= MOST_CHATS:
        raise Refused("Enough has been said at this table.")
    return [ev.Said(asking.guest.name, asking.table.seat_of(asking.guest.id), words)]


def pace(asking: Asking, message: msg.Pace) -> list[ev.Event]:
    check_pace(message.seconds)
    return [ev.Paced(message.seconds)] if asking.seat is not None else []


def check_pace(seconds: float) -> None:
    if not 0 <= seconds <= SLOWEST:
        raise Refused(f"Bots can wait 0 to {SLOWEST:.0f} seconds.")


DECIDERS: dict[type, Callable[[Asking, Any], list[ev.Event]]] = {
    msg.Act: act,
    msg.Undo: undo,
    msg.Propose: propose,
    msg.Vote: vote,
    msg.Resign: resign,
    msg.Sit: sit,
    msg.Stand: stand,
    msg.Arrange: arrange,
    msg.Start: start,
    msg.Rematch: rematch,
    msg.Say: say,
    msg.Pace: pace,
}
