"""What a person may do at a table: each message is turned into events, or refused in words."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fabletop import bots
from fabletop.bots.levels import LEVELS, STAND_INS
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.guests import Guest, is_shown
from fabletop.server.table import Table
from fabletop.server.talking import meaning, replies

LONGEST_CHAT = 400
SLOWEST = 10.0  # seconds between the moves of bots
NOT_TODAY = (msg.Propose, msg.Stand, msg.Arrange)
NOT_SEATED = "You are not sitting at this table."
TOO_LATE = "{} before your answer was here. "


class Refused(Exception):
    """A refusal: words for this case, and the rule where there is one."""

    def __init__(self, words: str, rule: str = "") -> None:
        super().__init__(words)
        self.refused = msg.Refused(words, rule)


@dataclass(frozen=True, slots=True)
class Asking:
    """Who wants something, at which table, and who is there."""

    table: Table
    guest: Guest
    is_here: Callable[[str], bool]
    patience: Callable[[str], float | None]  # seconds until a bot may play for one who left; None: never
    present: Mapping[str, str]  # guests who are there, and their names
    closed: bool = False  # it is today's deal

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
    if asking.guest.is_machine and not isinstance(message, FOR_MACHINES):
        raise Refused("A bot sits down and answers; everything else is for people.")
    if asking.closed and isinstance(message, NOT_TODAY):
        raise Refused("Today's deal is for you alone, and without going back.")
    if asking.table.agreed.rated and isinstance(message, msg.Propose):
        raise Refused("A rated game does not go back.")
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
    if table.paused:
        raise Refused("The game is paused.")
    if not table.is_up_to_date(message.number):
        raise Refused("The game has moved on since: look at it again.")
    check_legal(table, seat, message.action, "" if message.number == table.length else TOO_LATE)
    check_lesson(table, seat, message.action)
    if len(table.people_asked()) > 1:
        return answer_together(table, seat, message.action)
    return [ev.Answered(seat, message.action)]


def answer_together(table: Table, seat: int, action: int) -> list[ev.Event]:
    """Of several people who are asked together, the first answer is a proposal to the others: the same from
    another is consent, another one an objection."""
    offer, session = table.offer, table.session
    moved = ev.Moved(seat, action, bool(session.game.option(session.state, seat, action).sure))
    if offer is None or offer.answer is None:
        return [moved]
    if offer.answer == action:
        return [] if seat in offer.yes else consent(table, seat)
    return [moved] if offer.seat == seat else [ev.Voted(seat, False), moved]


def hold(asking: Asking, message: msg.Hold) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    asking.must_play()
    if message.number != table.length:
        raise Refused("The game has moved on since: look at it again.")
    offer = table.offer
    if offer is not None and offer.answer is not None and seat in table.offer_voters():
        return [] if offer.sure or seat in offer.yes else [ev.Held(seat)]
    if table.passing is None or seat not in table.people_asked():
        raise Refused("Nothing passes by itself that you are asked.")
    return [] if seat in table.held else [ev.Held(seat)]


def waive(asking: Asking, message: msg.Waive) -> list[ev.Event]:
    """My answer if I am asked in a window; what I hold plays no part in it."""
    asking.must_play()
    return [ev.Waived(asking.seat, message.on)] if message.on != (asking.seat in asking.table.waived) else []


def check_legal(table: Table, seat: int, action: int, late: str = "") -> None:
    session = table.session
    if session.asks(seat) and session.state.allows(action):
        return
    refusal = session.game.explain(session.state, seat, action)
    if refusal is None:
        raise Refused("It is not your question.")
    raise Refused(late.format(session.game.rings) + refusal.words, refusal.rule)


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
    if not table.asks_before_undo(seat):
        return [ev.TakenBack(table.length - 1, seat)]
    check_nobody_away(table)
    check_no_offer(table)
    return [ev.Proposed(seat, table.length - 1, undo=True)]


def propose(asking: Asking, message: msg.Propose) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    asking.must_play()
    if seat not in table.voters():
        raise Refused("A bot plays for you: take your seat back first.")
    check_nobody_away(table)
    check_no_offer(table)
    if not 0 <= message.to < table.length:
        raise Refused(f"The game can go back to any of its answers 0 to {table.length - 1}.")
    if message.to < table.session.last_ring:
        rings, number = table.session.game.rings, table.session.last_ring
        raise Refused(f"{rings} at answer {number}: the game can go back to it, and not behind it.")
    proposed: list[ev.Event] = [ev.Proposed(seat, message.to)]
    return [*proposed, ev.TakenBack(message.to)] if table.voters() == [seat] else proposed


def check_nobody_away(table: Table) -> None:
    """Who goes back knows what was to come: not behind the back of somebody who may return."""
    for chair in table.chairs:
        if chair.holder == "person" and chair.away and not chair.resigned:
            raise Refused(f"{chair.who} is away: that needs everybody.")


def check_no_offer(table: Table) -> None:
    if table.offer is not None:
        raise Refused("There is a proposal already: agree to it or not.")


def vote(asking: Asking, message: msg.Vote) -> list[ev.Event]:
    table, seat = asking.table, asking.seat
    asking.must_play()
    offer = table.offer
    if offer is None or offer.number != message.proposal:
        raise Refused("This proposal is no longer there.")
    if seat not in table.offer_voters():
        raise Refused("A bot plays for you.")
    if not message.yes:  # who proposed it withdraws it so
        return [ev.Voted(seat, False)]
    if seat in offer.yes:
        raise Refused("You have agreed already.")
    if offer.answer is None:
        check_nobody_away(table)
    return consent(table, seat)


def consent(table: Table, seat: int) -> list[ev.Event]:
    """One more agrees; what was proposed happens when all have."""
    assert table.offer is not None
    agreed = set(table.offer_voters()) <= {seat, *table.offer.yes}
    return [ev.Voted(seat, True), *([table.offer.outcome] if agreed else [])]


def pause(asking: Asking, message: msg.Pause) -> list[ev.Event]:
    """Whoever plays may stop the time, and whoever plays may let it go on: nobody gains by it."""
    table, seat = asking.table, asking.seat
    asking.must_play()
    if seat not in table.voters():
        raise Refused("A bot plays for you: take your seat back first.")
    if not table.session.state.is_timed or table.agreed.is_clocked:
        raise Refused("The time of this table cannot be stopped.")
    return [ev.Paused(seat, message.on)] if message.on != table.paused else []


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
        if asking.guest.is_machine:
            raise Refused("You did not answer in time: another bot plays on.")
        if table.agreed.game_seconds and not table.savings[mine]:
            raise Refused("Your time for this game is used up: a bot plays on for you.")
        return [ev.Returned(mine)]
    if table.status != "waiting" or table.chairs[message.seat].holder != "open":
        raise Refused("This seat is taken.")
    if asking.guest.is_machine and table.agreed.listed:
        raise Refused("This table waits for people: bots sit down at private ones.")
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
    return [ev.Kept(seat, table.agreed.stand_in, "left")]


def arrange(asking: Asking, message: msg.Arrange) -> list[ev.Event]:
    table = asking.table
    check_seat(table, message.seat)
    check_level(message.holder, "open")
    if table.status == "over":
        raise Refused("The game is over.")
    chair = table.chairs[message.seat]
    if table.status == "waiting":
        if not asking.is_host:
            raise Refused("Only the host gives seats.")
        opened = message.holder == "open"
        if table.agreed.rated and not opened:
            raise Refused("Rated games are between people: leave the seat open.")
        return [ev.Opened(message.seat) if opened else ev.Hired(message.seat, message.holder)]
    if message.holder == "open":
        raise Refused("A seat cannot be opened during a game.")
    if asking.seat not in table.voters():
        raise Refused("A bot plays for you: take your seat back first.")
    return suggest(asking, message) if chair.holder == "bot" else keep(asking, message)


def suggest(asking: Asking, message: msg.Arrange) -> list[ev.Event]:
    """Another bot in the midst of a game: everybody plays with it, so everybody is asked."""
    table, seat = asking.table, asking.seat
    check_nobody_away(table)
    check_no_offer(table)
    if table.chairs[message.seat].level == message.holder:
        raise Refused(f"A {message.holder} bot plays there already.")
    if table.voters() == [seat]:
        return [ev.Hired(message.seat, message.holder)]
    return [ev.Suggested(seat, message.seat, message.holder)]


def keep(asking: Asking, message: msg.Arrange) -> list[ev.Event]:
    """A bot for somebody who is not there: of the level and after the time that were agreed."""
    chair = asking.table.chairs[message.seat]
    if not chair.answers:
        raise Refused("A bot plays there already.")
    if asking.is_here(chair.guest):
        raise Refused(f"{chair.who} is here.")
    if asking.table.agreed.is_clocked:
        raise Refused("At this table the clock alone decides.")
    left = asking.patience(chair.guest)
    if left is None:
        raise Refused(f"At this table {chair.who} is waited for, for as long as it takes.")
    if left > 0:
        raise Refused(f"It was agreed to wait for {chair.who}: {math.ceil(left)} more seconds.")
    return [ev.Kept(message.seat, asking.table.agreed.stand_in, "absent")]


def check_stand_in(level: str) -> None:
    """Nobody's game is to be thrown away by who plays for them."""
    if level not in STAND_INS:
        raise Refused(f"Who plays for one who left must be one of these: {', '.join(STAND_INS)}.")


def check_level(level: str, *more: str) -> None:
    if level not in (*LEVELS, *bots.names(), *more):
        raise Refused(f"There is no bot {level[:20]!r}: choose one of {', '.join(LEVELS)}.")


def send_away(asking: Asking, message: msg.SendAway) -> list[ev.Event]:
    guest, who = host_means(asking, message.handle)
    return [ev.SentAway(guest, who)]


def mute(asking: Asking, message: msg.Mute) -> list[ev.Event]:
    guest, who = host_means(asking, message.handle)
    return [ev.Muted(guest, who, message.on)] if message.on != (guest in asking.table.muted) else []


def host_means(asking: Asking, handle: str) -> tuple[str, str]:
    """The guest whom the host may send away or mute, and their name."""
    table = asking.table
    if not asking.is_host:
        raise Refused("Only the host may do that.")
    seated = {chair.guest: chair.who for chair in table.chairs if chair.holder == "person"}
    found = [(g, n) for g, n in {**asking.present, **seated}.items() if table.handle(g) == handle]
    if not found or found[0][0] == asking.guest.id:
        raise Refused("There is nobody else of that kind at this table.")
    if found[0][0] in seated and table.status != "waiting":
        raise Refused(f"{found[0][1]} plays: that was to be decided before the start.")
    return found[0]


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
    seconds = table.agreed.game_seconds or table.agreed.turn_seconds
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
    table = asking.table
    if asking.guest.id in table.muted:
        raise Refused("The host has muted you at this table.")
    if table.is_silent:
        raise Refused("At this table nobody talks before the game is over.")
    if message.team:
        check_team(asking)
    words = " ".join("".join(c if is_shown(c) else " " for c in message.words).split())
    if not words:
        raise Refused("There is nothing to say in that.")
    if len(words) > LONGEST_CHAT:
        raise Refused(f"A line may have {LONGEST_CHAT} letters, not {len(words)}.")
    seat = table.seat_of(asking.guest.id)
    means = [] if message.team else meaning(table, seat, words)
    return [
        ev.Said(asking.guest.name, seat, words, message.team, means),
        *replies(table, words, seat, message.team),
    ]


def check_team(asking: Asking) -> None:
    asking.must_play()  # before, anybody may still come to sit beside you; after, nothing is a secret
    if not 1 < len(asking.table.side_of(asking.seat)) < asking.table.agreed.players:
        raise Refused("You have no partner here against others: say it to all.")


def pace(asking: Asking, message: msg.Pace) -> list[ev.Event]:
    table = asking.table
    check_pace(message.seconds)
    if asking.seat not in table.voters():
        raise Refused("A bot plays for you: take your seat back first.")
    away = table.away(asking.is_here)
    if away and message.seconds < table.agreed.pace:
        raise Refused(f"While {away[0].who} is away, bots move no faster than it was agreed.")
    return [ev.Paced(message.seconds)] if message.seconds != table.pace else []


def check_pace(seconds: float) -> None:
    if not 0 <= seconds <= SLOWEST:
        raise Refused(f"Bots can wait 0 to {SLOWEST:.0f} seconds.")


FOR_MACHINES = (msg.Act, msg.Hold, msg.Sit, msg.Stand, msg.Resign)

DECIDERS: dict[type, Callable[[Asking, Any], list[ev.Event]]] = {
    msg.Act: act,
    msg.Hold: hold,
    msg.Waive: waive,
    msg.Undo: undo,
    msg.Propose: propose,
    msg.Vote: vote,
    msg.Pause: pause,
    msg.Resign: resign,
    msg.Sit: sit,
    msg.Stand: stand,
    msg.Arrange: arrange,
    msg.Start: start,
    msg.Rematch: rematch,
    msg.Say: say,
    msg.Pace: pace,
    msg.SendAway: send_away,
    msg.Mute: mute,
}
