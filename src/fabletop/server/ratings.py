"""Ratings: how strong kept people are against each other, by OpenSkill, from games that were agreed as rated.

What counts, and why (docs/ratings.md has it in people's words):

- A table is rated if it was made so. Who sits down sees it, and agrees by sitting down.
- Only kept people sit there, each at a device and a place of their own; no bot is ever rated.
- Where all play together there is no rating: it would tell how hard the deals were.
- Who resigned, or is away when the game ends, has lost, whatever the bot in their seat made of it. Where
  nobody is left, nothing counts. Without a clock somebody's absence must have an end.
- Of the games of the same people on one day, only a few count.

The rating is written with the answer that ends the game, in one transaction; its keys (person, game, number)
and (table, person) let a second one fail.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from openskill.models import PlackettLuce

import fabletop
from fabletop.server import messages as msg
from fabletop.server.commands import Refused
from fabletop.server.guests import Guest
from fabletop.server.store import Statement
from fabletop.server.table import DAY, Table

if TYPE_CHECKING:
    from fabletop.server.house import House

MU, SIGMA, BETA = 25.0, 25 / 3, 25 / 6  # where everybody begins; how much one game says
TAU = 0.3  # by which nobody is ever quite sure: people change
CERTAIN = 2.6  # sigmas either way: 2 held 87 of 100 where people had met their like for long (tests/server)
MIDDLE = 1000  # points of who begins
POINTS = 400 / (2.302585092994046 * BETA * 2**0.5)  # of one mu: then differences in duels are those of Elo
MOST_A_DAY = 3  # games of the same people that count
MOST_SHOWN = 20
LONGEST_PATH = 50
RATED = "insert into ratings (guest, game, number, code, time, mu, sigma) values (?, ?, ?, ?, ?, ?, ?)"
SEATED = "insert or replace into places (code, guest, device, place) values (?, ?, ?, ?)"
NOT_KEPT = "Rated games are for names that are kept for good: make a passkey or a phrase first."
ONE_PLACE = "{} sits at the same place: a rated game needs people at places of their own."

# Elo above `fair`, measured in the lab: docs/ratings.md has the matches and their intervals.
LAB = {"storybook": {"gentle": -443, "fair": 0}, "condyle": {"gentle": -230, "fair": 0}}

MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


class Rating(NamedTuple):
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def low(self) -> int:
        """What somebody has at least, most likely."""
        return points(self.mu - CERTAIN * self.sigma)

    @property
    def high(self) -> int:
        return points(self.mu + CERTAIN * self.sigma)

    def shown(self, name: str = "") -> msg.Rating:
        return msg.Rating(name, self.points, self.low, self.high, self.games)


def points(mu: float) -> int:
    return round(MIDDLE + POINTS * (mu - MU))


def after(sides: Sequence[Sequence[Rating]], worths: Sequence[float]) -> list[list[Rating]]:
    """The ratings of all sides after a game that was worth so much to each."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    ranks = [sorted(worths, reverse=True).index(worth) + 1 for worth in worths]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        [Rating(new.mu, new.sigma, old.games + 1) for new, old in zip(team, side, strict=True)]
        for team, side in zip(rated, sides, strict=True)
    ]


def outcome(table: Table) -> dict[int, list[float]]:
    """By seat of a finished game: what it counts as for each side. Who left has lost; a side that all have
    left has lost for everybody."""
    sides, returns = table.session.sides, table.session.returns()
    left = {seat for seat, chair in enumerate(table.chairs) if chair.away or chair.resigned}
    lost = min(returns) - 1
    worths = [lost if set(side) <= left else returns[side[0]] for side in sides]
    found = {}
    for number, side in enumerate(sides):
        for seat in side:
            own = [lost - 1 if seat in left and at == number else worth for at, worth in enumerate(worths)]
            found[seat] = own if not set(side) <= left else worths
    return found


def rate(table: Table, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """By seat: the ratings after a finished game; none where nobody stayed."""
    if all(chair.away or chair.resigned for chair in table.chairs):
        return {}
    sides, new = table.session.sides, {}
    for seat, worths in outcome(table).items():
        rated = after([[before[one] for one in side] for side in sides], worths)
        new[seat] = next(rated[number][side.index(seat)] for number, side in enumerate(sides) if seat in side)
    return new


class Ratings:
    def __init__(self, house: "House") -> None:
        self.house = house
        self.latest: dict[tuple[str, str], Rating] = {}  # what is being written counts already

    def of(self, guest: str, game: str) -> Rating:
        found = self.latest.get((guest, game))
        if found is None:
            query = "select mu, sigma, number from ratings where guest = ? and game = ? order by number desc"
            row = self.house.store.row(f"{query} limit 1", guest, game)
            found = Rating() if row is None else Rating(*row)
        return found

    def read_anew(self) -> None:
        """Something was not kept."""
        self.latest.clear()

    # --- Agreeing ------------------------------------------------------------------------------------

    def opening_table(self, table: Table, guest: Guest, address: str) -> list[Statement]:
        """A new table; Refused says why it cannot be rated."""
        agreed = table.agreed
        if not agreed.rated:
            return []
        title = table.session.game.title
        if agreed.lesson or any(chair.holder == "bot" for chair in table.chairs):
            raise Refused("Rated games are between people: leave the seats open for them.")
        if len(table.session.sides) < 2:
            raise Refused(f"In this {title} nobody plays against anybody: there is no rating.")
        if not agreed.turn_seconds and not agreed.absent_seconds:
            raise Refused("In a rated game somebody's absence must have an end: agree on a time.")
        return self.sitting_down(table, guest, address) if table.seat_of(guest.id) is not None else []

    def sitting_down(self, table: Table, guest: Guest, address: str) -> list[Statement]:
        """Somebody takes a seat; Refused says why they cannot, where the game is rated."""
        if not table.agreed.rated or table.status != "waiting":
            return []
        if not self.house.persons.is_kept(guest.id):
            raise Refused(NOT_KEPT)
        place = self.place_of(address)
        query = "select guest, device, place from places where code = ? and guest != ?"
        for other, device, there in self.house.store.rows(query, table.code, guest.id):
            seat, near = table.seat_of(other), device == guest.device or (place and there == place)
            if seat is not None and (near or self.is_same(guest.id, other)):
                raise Refused(ONE_PLACE.format(table.chairs[seat].who))
        return [(SEATED, (table.code, guest.id, guest.device, place))]

    def becoming(self, old: Guest, new: str) -> list[Statement]:
        """Two guests of one browser are one person: they do not sit at a rated table together."""
        been = "insert or ignore into browsers (guest, browser)"
        return [
            (f"{been} values (?, ?)", (old.id, old.device)),
            (f"{been} select ?, browser from browsers where guest = ?", (new, old.id)),
        ]

    def is_same(self, one: str, other: str) -> bool:
        query = "select 1 from browsers a join browsers b on b.browser = a.browser"
        return self.house.store.row(f"{query} where a.guest = ? and b.guest = ?", one, other) is not None

    def place_of(self, address: str) -> str:
        """An address that nobody can read: only whether it is the same again."""
        if not address:
            return ""
        key = self.house.keyring.secret[:64]
        return hashlib.blake2b(
            address.encode(), key=key, person=b"fabletop place", digest_size=12
        ).hexdigest()

    # --- After a game --------------------------------------------------------------------------------

    def at_the_end(self, table: Table, now: float) -> list[Statement]:
        if not table.agreed.rated:
            return []
        statements: list[Statement] = [("delete from places where code = ?", (table.code,))]
        guests, game = [chair.guest for chair in table.chairs], table.agreed.game
        if self.is_enough(guests, game, now):
            return statements
        before = {seat: self.of(guest, game) for seat, guest in enumerate(guests)}
        for seat, new in rate(table, before).items():
            values = (guests[seat], game, new.games, table.code, now, new.mu, new.sigma)
            statements.append((RATED, values))
            self.latest[guests[seat], game] = new
        return statements

    def is_enough(self, guests: list[str], game: str, now: float) -> bool:
        """Whether these very people have had enough games of a day that count."""
        here = ", ".join("?" * len(guests))
        query = (
            "select count(*) from (select code from ratings where game = ? and time > ? "
            f"and guest in ({here}) group by code having count(*) = ?) as together"
        )
        ((played,),) = self.house.store.rows(query, game, now - DAY, *guests, len(guests))
        return bool(played >= MOST_A_DAY)

    # --- Looking at them -------------------------------------------------------------------------------

    def show(self, guest: str) -> msg.Ratings:
        names = [name for name in fabletop.names() if is_competitive(name)]
        return msg.Ratings(self.house.persons.is_kept(guest), [self.show_game(guest, name) for name in names])

    def show_game(self, guest: str, name: str) -> msg.GameRatings:
        mine = self.of(guest, name)
        query = "select mu from ratings where guest = ? and game = ? order by number desc limit ?"
        path = [points(mu) for (mu,) in self.house.store.rows(query, guest, name, LONGEST_PATH)]
        bots = [
            msg.Rating(level, MIDDLE + elo, MIDDLE + elo, MIDDLE + elo, 0)
            for level, elo in LAB.get(name, {}).items()
        ]
        return msg.GameRatings(
            game=name,
            title=fabletop.game(name).title,
            mine=mine.shown() if mine.games else None,
            path=path[::-1],
            bots=bots,
            shown=self.shown(guest, name),
        )

    def shown(self, guest: str, game: str) -> list[msg.Rating]:
        """Others who show themselves."""
        query = (
            "select p.name, r.mu, r.sigma, r.number from ratings r join persons p on p.guest = r.guest "
            "where r.game = ? and p.shown = 1 and r.guest != ? and r.number = "
            "(select max(number) from ratings where guest = r.guest and game = r.game) "
            "order by r.mu - ? * r.sigma desc limit ?"
        )
        rows = self.house.store.rows(query, game, guest, CERTAIN, MOST_SHOWN)
        return [Rating(mu, sigma, number).shown(name) for name, mu, sigma, number in rows]


def is_competitive(name: str) -> bool:
    """Whether people play this game against each other."""
    game = fabletop.game(name)
    return any(len(game.sides(players)) > 1 for players in game.players)
