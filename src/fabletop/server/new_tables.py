"""New tables: what may be wished for, who sits where, and the table of a rematch."""

import secrets
from typing import TYPE_CHECKING

import msgspec

import fabletop
from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.commands import Refused, check_level, check_pace, check_stand_in
from fabletop.server.guests import Guest
from fabletop.server.lesson import read_lesson
from fabletop.server.reading import edition_of
from fabletop.server.store import Store
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.house import House

LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"  # no vowels: no words, and nothing to be misread
CODE_LENGTH = 8
DAY = 24 * 3600
SHORTEST_WAIT, LONGEST_WAIT = 5, DAY  # seconds for one who left
LONGEST_TURN, LONGEST_GAME = 14 * DAY, 90 * DAY  # seconds for one answer, and for all of one person
LATE = ("bot", "loss")
SEED_BITS = 128


def new_table(
    house: "House", guest: Guest, wanted: msg.NewTable, seed: int | None = None
) -> tuple[Table, list[ev.Event]]:
    """As it was wished for; Refused or Mistake says why not."""
    game = fabletop.game(wanted.game)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    edition = wanted_edition(house, game, wanted)
    seats = wanted.seats
    players, options = wanted.players, wanted.options
    if players is None and seats:
        players = len(seats)
    if wanted.lesson:
        lesson = read_lesson(game, wanted.taught)
        players, options, seed = lesson.players, lesson.options, lesson.seed
        seats = ["me" if seat == lesson.seat else "gentle" for seat in range(players)]
    together = wanted.turn_seconds < ev.CORRESPONDENCE and not wanted.game_seconds
    opening = (
        game.opening(players, options)
        if wanted.lesson
        else game.for_people(players, options, edition, together=together)
    )
    house.operating.barred.check("edition", opening.edition.digest)
    seats = seats or ["me", *["fair"] * (opening.players - 1)]
    check_seats(seats, opening.players)
    check_pace(wanted.pace)
    check_stand_in(wanted.stand_in)
    check_times(wanted)
    agreed = ev.Agreed(
        game=game.name,
        rules_version=game.rules_version,
        edition=opening.edition.name,
        edition_digest=opening.edition.digest,
        players=opening.players,
        options=opening.options,
        host=guest.id,
        listed=wanted.open,
        turn_seconds=wanted.turn_seconds,
        absent_seconds=wanted.absent_seconds,
        keyed=not wanted.lesson,
        pace=wanted.pace,
        lesson=wanted.lesson,
        nonce=secrets.token_hex(16),
        stand_in=wanted.stand_in,
        auto_pass=wanted.auto_pass and not wanted.lesson,
        rated=wanted.rated,
        free_undo=wanted.free_undo,
        game_seconds=wanted.game_seconds,
        late=wanted.late,
    )
    events = seating(guest, seats)
    if "open" not in seats:
        events.append(ev.Started())
    table = Table(new_code(house.store), agreed, seed, house.time(), opening.edition)
    return seated(table, events), events


def wanted_edition(house: "House", game: Game, wanted: msg.NewTable) -> Edition:
    """The edition that a table is made with; a Mistake where it cannot be played, or not so."""
    if not wanted.edition:
        return game.edition("house")
    house.operating.barred.check("edition", wanted.edition)
    found = edition_of(house.store, game, wanted.edition)
    if found is None:
        raise Mistake(f"There is no such edition of {game.title}.")
    if wanted.rated and found.digest != game.edition("house").digest:
        raise Refused("Rated games are played with the house edition.")
    if wanted.lesson:
        raise Refused("The lesson is taught with the house edition.")
    return found


def seated(table: Table, events: list[ev.Event]) -> Table:
    for event in events:
        table.apply(event, table.made)
    return table


def rematch(house: "House", old: Table, rated: bool, apart: set[str]) -> tuple[Table, list[ev.Event]]:
    """The table of a rematch: the same people and bots, each one seat further; in place of those who are
    to be kept apart, bots."""
    game, edition = old.session.game, old.session.opening.edition
    if edition.name in game.editions:
        edition = game.edition(edition.name)  # as it is today
    house.operating.check_new_table(game.name)
    agreed = msgspec.structs.replace(
        old.agreed,
        game=game.name,
        rules_version=game.rules_version,
        edition_digest=edition.digest,
        nonce=secrets.token_hex(16),
        lesson=False,
        pace=old.pace,
        keyed=True,
        daily="",
        rated=rated,
        origin="",
        played_on=0,
    )
    table = Table(new_code(house.store), agreed, secrets.randbits(SEED_BITS), house.time(), edition)
    events: list[ev.Event] = []
    for seat, chair in enumerate(old.chairs):
        place = (seat + 1) % agreed.players
        if chair.holder == "person" and chair.guest not in apart:
            events.append(ev.Sat(place, chair.guest, chair.who))
        else:
            events.append(ev.Hired(place, chair.level or agreed.stand_in))
    events.append(ev.Started())
    return seated(table, events), events


def new_code(store: Store) -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if store.row("select 1 from tables where code = ?", code) is None:
            return code


def check_times(wanted: msg.NewTable) -> None:
    limits = (
        ("A turn", wanted.turn_seconds, SHORTEST_WAIT, LONGEST_TURN, "5 seconds to two weeks"),
        ("An absence", wanted.absent_seconds, SHORTEST_WAIT, LONGEST_WAIT, "5 seconds to a day"),
        ("One person's game", wanted.game_seconds, ev.CORRESPONDENCE, LONGEST_GAME, "an hour to 90 days"),
    )
    for what, seconds, least, most, words in limits:
        if seconds != 0 and not least <= seconds <= most:
            raise Refused(f"{what} can last {words}; 0: for ever.")
    if wanted.turn_seconds and wanted.game_seconds:
        raise Refused("Time is agreed by the turn or by the game, not both.")
    if wanted.late not in LATE:
        raise Refused("When time is up, there is a bot or a loss.")


def seating(guest: Guest, seats: list[str]) -> list[ev.Event]:
    """Who sits down before anything else happens."""
    events: list[ev.Event] = []
    for seat, holder in enumerate(seats):
        if holder == "me":
            events.append(ev.Sat(seat, guest.id, guest.name))
        elif holder != "open":
            events.append(ev.Hired(seat, holder))
    return events


def check_seats(seats: list[str], players: int) -> None:
    if len(seats) != players:
        raise Mistake(f"{players} play, but {len(seats)} seats are named.")
    if seats.count("me") > 1:
        raise Refused("You can sit on one seat only.")
    if "me" not in seats and "open" not in seats:
        raise Refused("Bots alone need no table: take a seat, or leave one open.")
    for holder in seats:
        check_level(holder, "me", "open")
