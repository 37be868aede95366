"""The shelf: the games of the house, and the tables that a guest may go on with or join."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

import fabletop
from fabletop.bots.levels import LEVELS, STAND_INS, seated
from fabletop.games import stored_game
from fabletop.server import messages as msg
from fabletop.server.guests import Guest
from fabletop.server.history import WORDS_OF
from fabletop.server.lesson import has_lesson, lesson_minutes, taught
from fabletop.server.summary import decode_summary

if TYPE_CHECKING:
    from fabletop.server.house import House

LISTED_FOR = 24 * 3600  # seconds
MOST_LISTED = 30
MOST_MINE = 50
MOST_FINISHED = 4
MOST_INVITATIONS = 20


def shelf_for(house: "House", guest: Guest) -> msg.Shelf:
    mine = running(house, guest)
    listed = house.store.rows(
        "select code, game, status, summary, changed from tables "
        "where listed = 1 and status != 'over' and changed > ? order by changed desc limit ?",
        house.time() - LISTED_FOR,
        MOST_LISTED,
    )
    own, apart = {info.code for info in mine}, house.friends.kept_apart(guest.id)
    others = [info for info, guests in infos_of(house, guest, listed) if not apart & guests]
    why = house.operating.barred.why
    return msg.Shelf(
        me=guest.name,
        levels=[level_info(name) for name in LEVELS],
        games=[game_info(name, why("game", name)) for name in fabletop.names()],
        mine=[*mine[:MOST_MINE], *finished(house, guest)],
        open=[info for info in others if info.code not in own],
        notice=house.operating.notice,
        kept=house.persons.is_kept(guest.id),
    )


def level_info(name: str) -> msg.LevelInfo:
    return msg.LevelInfo(name, LEVELS[name].words, name in STAND_INS)


def running(house: "House", guest: Guest, archived: bool = False) -> list[msg.TableInfo]:
    """The tables at which a guest sits and the game is not over, and those they are invited to: first those
    that wait for them."""
    sitting = house.store.rows(
        "select t.code, game, status, summary, changed from sitting s indexed by sitting_running "
        "join tables t on t.code = s.code "
        "where s.guest = ? and s.over = 0 and s.archived = ? and t.status != 'over'",
        guest.id,
        int(archived),
    )
    found = [info for info, guests in infos_of(house, guest, sitting) if guest.id in guests]
    if not archived:
        found += invitations(house, guest, {info.code for info in found})
    return sorted(found, key=lambda info: (not info.your_turn, not info.invited_by, -info.changed))


def invitations(house: "House", guest: Guest, own: set[str]) -> list[msg.TableInfo]:
    """Tables at which somebody keeps a seat for this guest."""
    rows = house.store.rows(
        "select t.code, game, status, summary, changed, coalesce(p.name, m.name) from invited i "
        "join tables t on t.code = i.code left join persons p on p.guest = i.by "
        "left join met m on m.guest = i.guest and m.other = i.by "
        "where i.guest = ? and t.status = 'waiting' order by i.since desc limit ?",
        guest.id,
        MOST_INVITATIONS,
    )
    names = {row[0]: row[5] for row in rows}
    return [
        msgspec.structs.replace(info, invited_by=names[info.code] or "Somebody")
        for info, _ in infos_of(house, guest, (row[:5] for row in rows))
        if info.free and info.code not in own
    ]


def finished(house: "House", guest: Guest) -> list[msg.TableInfo]:
    """The latest finished games of a guest."""
    rows = house.store.rows(
        "select t.code, t.game, t.status, t.summary, p.ended, p.worth from played p "
        "join tables t on t.code = p.code where p.guest = ? and p.archived = 0 order by p.ended desc limit ?",
        guest.id,
        MOST_FINISHED,
    )
    results = {row[0]: WORDS_OF[row[5]] for row in rows}
    return [
        msgspec.structs.replace(info, result=results[info.code])
        for info, _ in infos_of(house, guest, (row[:5] for row in rows))
    ]


def next_waiting(house: "House", guest: Guest, after: str) -> msg.Next:
    """The next table that waits for a guest, after this one in their list, and how many do."""
    waiting = [info.code for info in running(house, guest) if info.your_turn]
    others = [code for code in waiting if code != after]
    later = waiting[waiting.index(after) + 1 :] if after in waiting else []
    return msg.Next([*later, *others, ""][0], len(waiting))


def infos_of(
    house: "House", guest: Guest, rows: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[msg.TableInfo, set[str]]]:
    """How tables look in a guest's list, and who sits there; not those that were closed or withdrawn, nor one
    that cannot be shown."""
    why = house.operating.barred.why
    for code, game, status, summary, changed in rows:
        if why("table", code) is not None or why("game", game) is not None:
            continue
        try:
            found = decode_summary(summary)
            today = stored_game(game, len(found.seats))
            turn = any(found.guests[seat] == guest.id for seat in found.asked)
        except Exception as error:
            house.cannot_open(code, error)
            continue
        info = msg.TableInfo(
            code,
            today.name,
            today.title,
            status,
            found.seats,
            turn,
            found.free,
            changed,
            lesson=found.lesson,
        )
        yield info, set(found.guests)


def game_info(name: str, withdrawn: str | None) -> msg.GameInfo:
    game = fabletop.game(name)
    edition = game.edition("house")
    choices = {}
    for players in game.players:
        found = game.choices(players, edition).items()
        choices[str(players)] = [
            msg.ChoiceInfo(
                name=n,
                words=c.words,
                values=list(c.values),
                default=c.together or c.people or c.default,
                of=c.of,
                needs={value: list(others) for value, others in c.needs.items()},
                names=dict(c.names),
                title=c.title,
                front=c.front,
                closed=c.closed,
            )
            for n, c in found
        ]
    return msg.GameInfo(
        name=name,
        title=game.title,
        blurb=game.blurb,
        players=sorted(game.players),
        choices=choices,
        lesson=has_lesson(game),
        lesson_minutes=lesson_minutes(game),
        how_many=game.how_many,
        minutes=game.minutes,
        weight=game.weight,
        withdrawn=withdrawn or "",
        against=[players for players in sorted(game.players) if len(game.sides(players)) > 1],
        sides={
            str(players): [list(side) for side in game.sides(players)]
            for players in sorted(game.players)
            if 1 < len(game.sides(players)) < players
        },
        taught=taught(game),
        levels={str(players): seated(game.together(players)) for players in game.players},
    )
