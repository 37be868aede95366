"""The shelf: the games of the house, and the tables that a guest may go on with or join."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

import fabletop
from fabletop.bots.levels import LEVELS, STAND_INS
from fabletop.games import stored_game
from fabletop.server import messages as msg
from fabletop.server.guests import Guest
from fabletop.server.lesson import has_lesson
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.house import House

LISTED_FOR = 24 * 3600  # seconds
MOST_LISTED = 30
MOST_MINE = 50


class Summary(Struct, frozen=True):
    """A table as lists need it, kept beside its log."""

    seats: list[str]
    guests: list[str]
    asked: list[int]
    free: int


decode_summary = msgspec.json.Decoder(Summary).decode


def summary_of(table: Table) -> Summary:
    return Summary(
        seats=["open" if c.holder == "open" else table.name_of(s) for s, c in enumerate(table.chairs)],
        guests=[chair.guest for chair in table.chairs],
        asked=table.people_asked(),
        free=sum(chair.holder == "open" for chair in table.chairs),
    )


def shelf_for(house: "House", guest: Guest) -> msg.Shelf:
    mine = house.store.rows(
        "select t.code, game, status, summary, changed from tables t join sitting s on s.code = t.code "
        "where s.guest = ? order by status = 'over', changed desc limit ?",
        guest.id,
        MOST_MINE,
    )
    listed = house.store.rows(
        "select code, game, status, summary, changed from tables "
        "where listed = 1 and status != 'over' and changed > ? order by changed desc limit ?",
        house.time() - LISTED_FOR,
        MOST_LISTED,
    )
    infos = [info for info, sits in infos_of(house, guest, mine) if sits]
    own = {info.code for info in infos}
    others = [info for info, _ in infos_of(house, guest, listed)]
    why = house.operating.barred.why
    return msg.Shelf(
        me=guest.name,
        levels=[msg.LevelInfo(name, level.words, name in STAND_INS) for name, level in LEVELS.items()],
        games=[game_info(name, why("game", name)) for name in fabletop.names()],
        mine=infos,
        open=[info for info in others if info.code not in own],
        notice=house.operating.notice,
    )


def infos_of(
    house: "House", guest: Guest, rows: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[msg.TableInfo, bool]]:
    """How tables look in a guest's list, and whether they sit there; not those that were closed or withdrawn,
    nor one that cannot be shown."""
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
        info = msg.TableInfo(code, today.name, today.title, status, found.seats, turn, found.free, changed)
        yield info, guest.id in found.guests


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
        how_many=game.how_many,
        minutes=game.minutes,
        weight=game.weight,
        withdrawn=withdrawn or "",
    )
