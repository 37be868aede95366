"""Finished games by who played them: written down once, when a game ends, and found again by what it was."""

import asyncio
import sqlite3
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import fabletop
from fabletop.bots.levels import LEVELS
from fabletop.games import stored_game
from fabletop.kernel.question import Mistake
from fabletop.kernel.session import Session
from fabletop.lab.intervals import wilson
from fabletop.server import messages as msg
from fabletop.server.friends import met
from fabletop.server.guests import LONGEST_NAME
from fabletop.server.logs import log
from fabletop.server.reading import read_table
from fabletop.server.store import Statement, Store, surely
from fabletop.server.summary import decode_summary
from fabletop.server.table import Table

PAGE = 30  # games at once
OUTSIDE = "a bot from outside"
MOST_FOUND = 50  # people whose names fit a search
MOST_PEOPLE = 40  # in figures
CATCHING_UP = 0.2  # seconds between tables that an older version left without a history
BY_THING = (
    "select game, kind, value, games, won, drawn from figures "
    "where guest = ? and kind not in ('against', 'with') order by games desc, value"
)
BY_PERSON = (
    "select f.game, f.kind, coalesce(p.name, m.name), f.games, f.won, f.drawn from figures f "
    "join met m on m.guest = f.guest and m.other = f.value left join persons p on p.guest = f.value "
    "where f.guest = ? and f.kind in ('against', 'with') order by f.games desc limit ?"
)
RESULTS: dict[msg.Result, int] = {"won": 1, "drew": 0, "lost": -1}
WORDS_OF = {worth: words for words, worth in RESULTS.items()}
PLAYED = (
    "insert or ignore into played (guest, code, ended, game, seat, worth, length, seconds, words) "
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
TOLD = (
    "insert or ignore into facts (guest, kind, value, ended, code, game, worth) values (?, ?, ?, ?, ?, ?, ?)"
)
STREAK_FROM = 3  # wins in a row that are worth a word
FIRST_WIN = (
    "select ended from facts where guest = ? and kind = 'game' and value = ? and worth > 0 "
    "order by ended limit 1"
)
STREAK = (
    "insert into streaks (guest, game, now, best) values (?, ?, ?, ?) on conflict (guest, game) do update "
    "set now = (streaks.now + 1) * excluded.now, best = case when "
    "(streaks.now + 1) * excluded.now > streaks.best then streaks.now + 1 else streaks.best end"
)


class Wanted(NamedTuple):
    """Which of my finished games are looked for."""

    game: str = ""
    worth: int | None = None
    who: str = ""  # part of a person's name, or a bot's level
    archived: bool = False
    before: float | None = None  # those that ended earlier


def wanted_of(query: Mapping[str, str]) -> Wanted:
    """What an address asks for; a Mistake if it cannot be read."""
    before, result = query.get("before"), query.get("result", "")
    worth = next((worth for words, worth in RESULTS.items() if words == result), None)
    if result and worth is None:
        raise Mistake(f"A result is one of {', '.join(RESULTS)}.")
    try:
        until = None if before is None else float(before)
    except ValueError:
        raise Mistake("`before` is a time in seconds since 1970.") from None
    who = query.get("who", "").strip()[:LONGEST_NAME]
    return Wanted(query.get("game", ""), worth, who, query.get("archived") == "1", until)


def archiving(guest: str, code: str, on: bool) -> list[Statement]:
    """Put a table aside, wherever it is listed, or take it back."""
    aside: list[Statement] = [
        (f"update {table} set archived = ? where guest = ? and code = ?", (int(on), guest, code))
        for table in ("sitting", "played")
    ]
    return [*aside, ("delete from invited where guest = ? and code = ?", (guest, code))]


def ended(table: Table, now: float) -> list[Statement]:
    """What is written down when a game is over."""
    statements: list[Statement] = [("update sitting set over = 1 where code = ?", (table.code,))]
    game, words, worths = table.session.game.name, table.session.result(), table.session.returns()
    for seat, chair in enumerate(table.chairs):
        if chair.holder != "person" or chair.is_machine:
            continue
        worth = (worths[seat] > 0) - (worths[seat] < 0)
        seconds = now - table.made
        values = (chair.guest, table.code, now, game, seat, worth, table.length, seconds, words)
        statements.append((PLAYED, values))
        if table.agreed.lesson or table.agreed.origin:  # no figure counts them
            continue
        statements += [
            (TOLD, (chair.guest, kind, value, now, table.code, game, worth))
            for kind, value in facts_of(table, seat)
        ]
        statements.append((STREAK, (chair.guest, game, int(worth > 0), int(worth > 0))))
    return statements


def facts_of(table: Table, seat: int) -> set[tuple[str, str]]:
    """What a finished game tells of one who played it: as what, against whom, and with whom."""
    session, mine = table.session, table.side_of(seat)
    found = {("game", session.game.name), *cast_of(session)[seat].items()}
    for place, chair in enumerate(table.chairs):
        if chair.holder == "bot" or chair.is_machine:
            found |= {("level", chair.level or OUTSIDE)} if place not in mine else set()
        elif chair.holder == "person" and place != seat:
            found.add(("with" if place in mine else "against", chair.guest))
    return found


def cast_of(session: Session) -> list[dict[str, str]]:
    """Who played as what. A game from outside may not know that of one that was given up."""
    try:
        return session.game.cast(session.state)
    except Exception as error:
        log("warning", "a game does not tell who played as what", game=session.game.name, error=error)
        return [{} for _ in range(session.opening.players)]


# --- Finding them again -------------------------------------------------------------------------------------


def games_of(store: Store, guest: str, wanted: Wanted) -> msg.History:
    """A page of finished games, the latest first."""
    conditions, values = conditions_of(store, guest, wanted)
    query = (
        "select p.code, p.game, p.ended, p.worth, p.length, p.seconds, p.words, p.archived, t.summary "
        "from played p join tables t on t.code = p.code "
        f"where {' and '.join(conditions)} order by p.ended desc limit {PAGE + 1}"
    )
    rows = store.rows(query, *values)
    return msg.History([found for row in rows[:PAGE] if (found := played(row))], len(rows) > PAGE)


def conditions_of(store: Store, guest: str, wanted: Wanted) -> tuple[list[str], list[Any]]:
    conditions: list[str] = ["p.guest = ?", "p.archived = ?"]
    values: list[Any] = [guest, int(wanted.archived)]
    if wanted.game:
        conditions.append("p.game = ?")
        values.append(wanted.game)
    if wanted.worth is not None:
        conditions.append("p.worth = ?")
        values.append(wanted.worth)
    if wanted.before is not None:
        conditions.append("p.ended < ?")
        values.append(wanted.before)
    found = named(store, guest, wanted.who) if wanted.who else []
    if wanted.who and not found:
        conditions.append("1 = 0")
    if found:
        conditions.append(
            "p.code in (select code from facts where guest = ? and kind in ('against', 'with', 'level') "
            f"and value in ({', '.join('?' * len(found))}))"
        )
        values += [guest, *found]
    return conditions, values


def named(store: Store, guest: str, part: str) -> list[str]:
    """Those of whom I met whose name has this part, and bots of such a level."""
    query = (
        "select m.other from met m left join persons p on p.guest = m.other "
        "where m.guest = ? and instr(lower(coalesce(p.name, m.name)), ?) > 0 limit ?"
    )
    people = [other for (other,) in store.rows(query, guest, part.lower(), MOST_FOUND)]
    return people + [level for level in LEVELS if part.lower() in level]


def played(row: Sequence[Any]) -> msg.Played | None:
    """A finished game as a list shows it; None for one of a game that is not here any more."""
    code, game, ended, worth, length, seconds, words, archived, summary = row
    seats = decode_summary(summary).seats
    try:
        today = stored_game(game, len(seats))
    except Mistake:
        return None
    result = WORDS_OF[worth]
    return msg.Played(
        code, today.name, today.title, ended, result, words, length, seconds, seats, bool(archived)
    )


# --- Figures ------------------------------------------------------------------------------------------------


def figures_of(store: Store, guest: str) -> msg.Figures:
    """How somebody's games went: by game, by what each tells, and by those they were played with."""
    found = [row for row in store.rows(BY_THING, guest) if titled(row[0])]
    people = [row for row in store.rows(BY_PERSON, guest, MOST_PEOPLE) if titled(row[0])]
    return msg.Figures(
        games=[tally(row) for row in found if row[1] == "game"],
        tallies=[tally(row) for row in found if row[1] != "game"],
        people=[tally(row) for row in people],
        words=kind_words(store, guest),
    )


def tally(row: Sequence[Any]) -> msg.Tally:
    game, kind, value, games, won, drawn = row
    low, high = wilson(won, games)
    return msg.Tally(game, titled(game), kind, value, games, won, drawn, round(low, 3), round(high, 3))


def titled(game: str) -> str:
    """What a game is called; nothing if it is not here any more."""
    return fabletop.game(game).title if game in fabletop.names() else ""


def kind_words(store: Store, guest: str) -> list[str]:
    """Firsts and streaks, in sentences; what went badly is not counted up."""
    words = []
    for game, now, best in store.rows(
        "select game, now, best from streaks where guest = ? order by game", guest
    ):
        title = titled(game)
        if not title:
            continue
        first = store.row(FIRST_WIN, guest, game)
        if first is not None:
            words.append(f"Your first win at {title} was on {day(first[0])}.")
        if now >= STREAK_FROM:
            words.append(f"You have won your last {now} games of {title}.")
        elif best >= STREAK_FROM:
            words.append(f"You once won {best} games of {title} in a row.")
    return words


def day(seconds: float) -> str:
    found = time.gmtime(seconds)
    return f"{found.tm_mday} {time.strftime('%B %Y', found)}"


# --- Games of before ----------------------------------------------------------------------------------------


async def catch_up(store: Store) -> None:
    """Write down the games that ended before there was a history, one by one."""
    query = (
        "select s.code from sitting s indexed by sitting_running cross join tables t where s.over = 0 "
        "and t.code = s.code and t.status = 'over' group by s.code, t.changed order by t.changed"
    )
    for (code,) in store.rows(query):
        try:
            table, _ = await read_table(store, code)
            statements = [*ended(table, table.changed), *met(table, table.changed)]
        except sqlite3.OperationalError:
            raise  # the database is away, not the game
        except Exception as error:  # it cannot be opened, so nobody can look at it either
            log("warning", "a game has no history", table=code, error=error)
            statements = [("update sitting set over = 1 where code = ?", (code,))]
        try:
            await surely(store.write(*statements))
        except sqlite3.Error as error:  # the disk may be full; there is another start
            log("error", "histories could not be written down", error=error)
            return
        await asyncio.sleep(CATCHING_UP)
