"""What each may see. Everything that leaves the server about a game is made here, for one pair of eyes.

Eyes are a seat, or None for a spectator. A game is shown through Game.view, ask, text and tell alone,
which say the same for the true game and for any other that these eyes could not tell from it.
"""

import math
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import cast

from librt.vecs import vec
from mypy_extensions import u8

from fabletop.bots.levels import LEVELS, character, seated
from fabletop.kernel.game import Entry, Game, Json
from fabletop.kernel.state import State
from fabletop.kernel.telling import Line as Sentence
from fabletop.server import messages as msg
from fabletop.server.guests import Guest
from fabletop.server.table import MOST_CHATS, Offer, Table

MOST_REASONS = 12
NOTHING_TO_UNDO = "There is no answer of yours to take back."


def position(table: Table, viewer: int | None) -> msg.Position:
    session = table.session
    state, game = session.state, session.game
    over = session.over
    return msg.Position(
        number=table.length,
        over=over,
        view=game.view(state, viewer),
        question=question(table, table.length, viewer),
        undo=NOTHING_TO_UNDO if viewer is None else session.can_undo(viewer),
        mine=last_answer(table, viewer),
        since=0 if viewer is None else session.turn_ended(viewer),
        progress=1.0 if over else game.progress(state),
        result=session.result() if over else "",
        winners=seats_of_worth(table, 1) if over else [],
        losers=seats_of_worth(table, -1) if over else [],
        figures=figures(table) if over else [],
        sayings=sayings(table, viewer),
    )


def sayings(table: Table, viewer: int | None) -> list[str]:
    if viewer is None or table.status != "playing":
        return []
    return [one.words for one in table.session.game.sayings(table.session.state, viewer)]


def past_position(table: Table, viewer: int | None, number: int) -> msg.Position:
    """The game as it was after so many answers; there is nothing to be answered there."""
    session = table.session
    state, game = session.at(number), session.game
    asked = question(table, number, viewer)
    over = session.over and number == table.length
    return msg.Position(
        number=number,
        over=over,
        view=game.view(state, viewer),
        question=msg.Question(asked.seats, asked.prompt, []),
        spoken=game.text(state, viewer, spoken=True).splitlines(),
        undo="This is an earlier moment.",
        mine=0,
        since=0,
        progress=1.0 if over else game.progress(state),
        result=session.result() if over else "",
        winners=seats_of_worth(table, 1) if over else [],
        losers=seats_of_worth(table, -1) if over else [],
        figures=figures(table) if over else [],
    )


def question(table: Table, number: int, viewer: int | None) -> msg.Question:
    if table.session.over and number == table.length:
        return msg.Question([], table.session.result(), [])
    state = table.session.at(number)
    asked = table.session.game.ask(state, viewer)
    seats = [seat for seat in range(table.agreed.players) if state.asks(seat)]
    options = [
        msg.Option(o.action, o.verb, o.thing, o.words, o.sure, o.to, o.ends, o.vain) for o in asked.options
    ]
    return msg.Question(seats, asked.prompt, options)


def last_answer(table: Table, viewer: int | None) -> int:
    actions = table.session.actions
    return next((number for number in range(len(actions), 0, -1) if actions[number - 1].seat == viewer), 0)


def seats_of_worth(table: Table, sign: int) -> list[int]:
    """Who has won the finished game, or with -1, who has lost it."""
    return [seat for seat, worth in enumerate(table.session.returns()) if worth * sign > 0]


def figures(table: Table) -> list[msg.Figure]:
    """How the game went, in numbers; one that was given up has not come to any."""
    session = table.session
    if not session.state.over:
        return []
    facts = session.game.facts(session.state)
    return [msg.Figure(words, facts[name]) for name, words in session.game.figures if facts[name]]


def lines(table: Table, viewer: int | None, number: int) -> list[msg.Line]:
    """What answer `number` led to; 0: what happened before the first."""
    return lines_at(table, viewer, number, table.session.at(number))


def lines_from(table: Table, viewer: int | None, first: int) -> Iterator[tuple[int, list[msg.Line]]]:
    """What answer `first` and each one since led to."""
    for number, state in table.session.states(first):
        yield number, lines_at(table, viewer, number, state)


def lines_at(table: Table, viewer: int | None, number: int, state: State) -> list[msg.Line]:
    session = table.session
    return told_lines(table, number, state, session.game.tell(state, session.rows_of(number), viewer))


def told_lines(table: Table, number: int, state: State, told: list[Entry]) -> list[msg.Line]:
    game, seat = table.session.game, table.session.answered_by(number)
    gists, opens = gists_of(game)
    found = []
    for entry in told:
        kind, words, data = entry.kind, entry.words, entry.data
        gist = gists[kind](state, entry) if kind in gists else ""
        found.append(msg.Line(number, seat, kind, words, data, beat(entry), gist, kind in opens))
    return found


@cache
def gists_of(game: Game) -> tuple[dict[str, Callable[[State, Entry], str]], set[str]]:
    """How a game sums up what counts, by kinds of entries; and the kinds that begin a part of the story."""

    def summed_up(line: Sentence) -> Callable[[State, Entry], str]:
        def gist(state: State, entry: Entry) -> str:
            row = cast(dict[str, int], entry.data)
            name = "" if row["seat"] is None else game.seat_name(state, row["seat"])
            return line(state, name, row["a"], row["b"], row["c"])

        return gist

    gists = {game.kinds[kind]: summed_up(line) for kind, line in game.gists.items()}
    return gists, {game.kinds[kind] for kind in game.opens or game.turns}


def beat(entry: Entry) -> msg.Beat | None:
    drawn = entry.beat
    if drawn is None:
        return None
    return msg.Beat(drawn.look, drawn.thing, drawn.start, drawn.to, drawn.number, drawn.card)


def all_views(table: Table, number: int) -> list[Json] | None:
    """The views of all seats: for a review, when nothing is secret any more."""
    if table.status != "over":
        return None
    state = table.session.at(number)
    return [table.session.game.view(state, seat) for seat in range(table.agreed.players)]


def reasons(table: Table, viewer: int | None, thing: str) -> list[msg.Reason]:
    """Why nothing, or not everything, can be done with a thing; or why it cannot lead somewhere ("rabbit
    henry space 1-E6"). What two rules say in the same words is said once."""
    game, state = table.session.game, table.session.state
    options = game.conceivable(state, viewer)
    about = [option for option in options if thing in (option.thing, f"{option.thing} {option.to}")]
    told: dict[str, msg.Reason] = {}
    for why, words in game.reasons(state, viewer, about).items():
        if why:
            told.setdefault(why.words, msg.Reason("; ".join(words), why.words, why.rule))
    if not told and not about:
        told = {why.words: msg.Reason("", why.words, why.rule) for why in game.occasions_of(thing)}
    return list(told.values())[:MOST_REASONS]


def observation(table: Table, seat: int) -> msg.Observation:
    """What a seat that is asked sees, as numbers, and its options as columns."""
    state = table.session.state
    observer = table.session.game.observer(state.opening)
    seen = vec[u8]([0] * int(observer.width))
    observer.observe_into(state, seat, seen, 0)
    columns = [int(observer.actions.column(state, action)) for action in state.legal()]
    return msg.Observation(observer.digest, b64encode(bytes(seen)).decode(), columns)


def coach(table: Table, viewer: int | None) -> msg.Coach | None:
    lesson = table.lesson
    if lesson is None or table.status != "playing":
        return None
    step, steps = lesson.step(table.length), lesson.mine(len(lesson.steps))
    if step is None:
        return msg.Coach(steps, steps, "", None)
    mine = viewer is not None and table.session.asks(viewer)
    return msg.Coach(lesson.mine(table.length), steps, step.words, step.action if mine else None)


# --- The table around the game --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Around:
    """What a room knows beyond the table: who is there, and how time runs."""

    gone: Callable[[str], float | None]  # for how many seconds a guest has not been there; None: is there
    patience: Callable[[str], float | None]  # seconds until a bot may play for a guest; None: never
    spectators: list[msg.Spectator]
    clock: float | None  # seconds left to those who are asked
    takeover: float | None  # seconds until bots play for those who are asked and not there
    notice: str = ""  # of those who run the house
    window: float | None = None  # seconds until the window closes that a person is asked in
    consent: float | None = None  # seconds until a group's answer is given, if nobody objects
    holiday: Callable[[str], float | None] = lambda guest: None  # until when a guest is on holiday
    closed: bool = False  # it is today's deal
    rating: Callable[[str], msg.Rating | None] = lambda guest: None  # of a guest, where the game is rated


def table_for(table: Table, guest: Guest, around: Around) -> msg.Table:
    agreed = table.agreed
    over = table.status == "over"
    asked, mine = table.people_asked(), table.seat_of(guest.id)
    return msg.Table(
        code=table.code,
        game=table.session.game.name,
        title=table.session.game.title,
        edition=agreed.edition,
        edition_digest=agreed.edition_digest,
        edition_title=table.session.opening.edition.title,
        own_edition=table.session.opening.edition.name not in table.session.game.editions,
        players=agreed.players,
        options=table.open_options,
        status=table.status,
        open=agreed.listed,
        lesson=agreed.lesson,
        taught=table.lesson.taught if table.lesson else "",
        host=agreed.host == guest.id,
        seat=mine,
        seats=[seat_for(table, guest, around, seat, seat in asked) for seat in range(agreed.players)],
        spectators=around.spectators,
        turn_seconds=agreed.turn_seconds,
        absent_seconds=agreed.absent_seconds,
        stand_in=agreed.stand_in,
        resign=resigning(table, mine),
        taken_back=table.taken_back,
        pace=table.pace,
        seed_hash=table.seed_hash,
        seed=str(table.seed) if over and not around.closed else None,
        proposal=proposal(table, mine, around),
        rematch=table.rematch,
        notice=around.notice,
        paused=paused(table),
        auto_pass=agreed.auto_pass,
        window=window(table, around) if asked else None,
        partners=[seat for seat in table.side_of(mine) if seat != mine],
        silent=table.is_silent,
        game_seconds=agreed.game_seconds,
        late=agreed.late,
        waived=waived(table, mine),
        daily=agreed.daily,
        closed=around.closed,
        rated=agreed.rated,
        origin=agreed.origin,
        played_on=agreed.played_on,
        unlearnt=unlearnt(table),
        free_undo=agreed.free_undo,
        levels=seated(table.session.game.together(agreed.players)) if table.status == "waiting" else [],
    )


def unlearnt(table: Table) -> str:
    """What people should know of the bots that sit here."""
    bots = any(chair.holder == "bot" and chair.level in LEVELS for chair in table.chairs)
    return table.session.game.unlearnt(table.session.opening) if bots else ""


def chat(table: Table, viewer: int | None, since: int) -> list[msg.Chat]:
    """The lines after this one that a viewer may read: what was said to a side is its own until the end."""
    if since >= table.said:
        return []
    side, over = table.side_of(viewer), table.status == "over"
    lines = table.chat[-min(table.said - since, MOST_CHATS) :]
    return [line for line in lines if not line.team or over or line.seat in side]


def window(table: Table, around: Around) -> msg.Window | None:
    if table.passing is None:
        return None
    return msg.Window(None if table.held or around.window is None else round(around.window, 1), table.held)


def waived(table: Table, seat: int | None) -> bool | None:
    """Whether a seat lets windows pass; None where it is asked in none."""
    has_windows = any(getattr(frame, "declined_by", -1) >= 0 for frame in table.session.game.book)
    return seat in table.waived if seat is not None and has_windows else None


def seat_for(table: Table, guest: Guest, around: Around, seat: int, asked: bool) -> msg.Seat:
    chair = table.chairs[seat]
    person = chair.holder == "person"
    gone = around.gone(chair.guest) if person else None
    keep = around.patience(chair.guest) if gone is not None and chair.answers else None
    return msg.Seat(
        seat=seat,
        name=table.session.name(seat),
        holder=chair.holder,
        who=chair.who if person else chair.level,
        here=person and gone is None,
        away=chair.away,
        resigned=chair.resigned,
        ready=chair.ready,
        clock=around.clock if asked else None,
        you=person and chair.guest == guest.id,
        handle=table.handle(chair.guest) if person and table.agreed.host == guest.id else "",
        muted=chair.guest in table.muted,
        gone=None if gone is None else int(gone),
        keep=None if keep is None or table.status != "playing" else math.ceil(keep),
        takeover=math.ceil(around.takeover) if around.takeover is not None and asked else None,
        machine=chair.is_machine,
        holiday=around.holiday(chair.guest) if person and table.agreed.is_by_days else None,
        rating=around.rating(chair.guest) if person and table.agreed.rated else None,
        character=character_of(table, seat),
    )


def character_of(table: Table, seat: int) -> str:
    """At the daily deal bots have none: they answer everybody alike."""
    chair, agreed = table.chairs[seat], table.agreed
    if chair.holder != "bot" or agreed.daily:
        return ""
    return character(chair.level, seat, table.session.game.together(agreed.players))


def resigning(table: Table, seat: int | None) -> str:
    """What would follow if this seat resigned, in words for its person; nothing where it cannot."""
    if seat is None or table.status != "playing" or table.chairs[seat].resigned:
        return ""
    given_up = table.given_up(seat)
    if not given_up:
        return "A bot plays on for you, and you cannot come back."
    left = [other for other in range(table.agreed.players) if other not in given_up]
    if not left:
        return "The game ends, and is lost."
    if len(table.session.sides) > 2:
        return "The game ends: no people are left to play it."
    winners = " and ".join(map(table.session.name, left))
    return f"The game ends, and {winners} {'wins' if len(left) == 1 else 'win'}."


def paused(table: Table) -> bool | None:
    """Whether the game is paused; None: it cannot be."""
    can_be = table.status == "playing" and table.session.state.is_timed and not table.agreed.is_clocked
    return table.paused if can_be else None


def proposal(table: Table, viewer: int | None, around: Around) -> msg.Proposal | None:
    offer = table.offer
    if offer is None:
        return None
    who, answer, instead, instead_words = table.name_of(offer.seat), None, None, ""
    words = f"{who} would like to go back to answer {offer.to}."
    if offer.undo:
        words = f"{who} would like to take the last answer back. To play on is to decline."
    if offer.bot is not None:
        words = f"{who} would like that a {offer.level} bot plays {table.session.name(offer.bot)}."
    elif offer.answer is not None:
        words = f"{who} proposes an answer."
        if viewer is not None and table.session.asks(viewer):
            answer = offer.answer
            words = f"{who} proposes: {proposed(table, viewer, offer)}."
            if offer.instead is not None and offer.instead.answer != answer:
                instead, former = offer.instead.answer, table.name_of(offer.instead.seat)
                instead_words = f"{former} had proposed: {proposed(table, viewer, offer.instead)}."
    return msg.Proposal(
        offer.number,
        offer.seat,
        offer.to,
        list(offer.yes),
        words,
        offer.bot,
        answer,
        None if around.consent is None else round(around.consent, 1),
        table.offer_voters(),
        instead,
        instead_words,
    )


def proposed(table: Table, viewer: int, offer: Offer) -> str:
    """The answer, in words."""
    assert offer.answer is not None
    return table.session.game.option(table.session.state, viewer, offer.answer).words
