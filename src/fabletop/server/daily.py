"""The daily deal: one a day of each game, the same for everybody; sealed days before, opened the day after.

Its seed comes from the house's secret by a keyed hash. Its seal, the promise of kernel/replay.py, is kept and
shown before the day begins; seed and nonce are shown when the day is over, by the clock of Greenwich. One try
of a guest counts, if it ends on the day. Until then nobody else can reach its table, and who plays it gets no
hint, no review and no going back. Bots think with chance of the deal's own, on budgets of walks and not of
time: the same answers lead to the same game.
"""

import asyncio
import hashlib
import sqlite3
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

import fabletop
from fabletop.games import stored_game
from fabletop.kernel.question import Mistake
from fabletop.kernel.replay import dump, promise
from fabletop.kernel.session import Session
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.commands import Refused
from fabletop.server.guests import Guest
from fabletop.server.keeping import edition_kept
from fabletop.server.logs import log
from fabletop.server.new_tables import new_code, seated
from fabletop.server.reading import edition_of
from fabletop.server.store import Statement
from fabletop.server.table import Table
from fabletop.server.thinkers import pack

if TYPE_CHECKING:
    from fabletop.server.house import House

AHEAD = 3  # days whose seals are shown before they begin
BEHIND = 7  # days that are opened, and can be looked back at
MINE = 0  # the seat of who plays
OPPONENTS = "fair"  # the others: a level whose budget is no time
YARDSTICK = "relentless"  # what the house itself plays a deal with, for comparison
MOST_ANSWERS = 3000  # of the house,
MOST_SECONDS = 1800.0  # that it spends on a deal,
MOST_PLAYING = 6  # and deals that it has before it
MOST_SHOWN = 20  # others in a comparison
DEALT = "insert or ignore into deals (day, game, opening, seed, seal, sealed) values (?, ?, ?, ?, ?, ?)"
OF_GUEST = "day = ? and game = ? and guest = ?"
TRIED = "insert into tries (day, game, guest, code) values (?, ?, ?, ?)"
ENDED = "update tries set ended = ?, worth = ?, answers = ?, words = ? where code = ? and " + OF_GUEST
NO_SUCH = "There is no such deal."
NOT_YET = "What the house makes of a deal is told when your own try is through, or the day is over."
GIVEN_UP = "The house could not play this deal to its end."
BUSY = "The house has {} deals before it: ask again later."


class Deal(Struct, frozen=True):
    """What everybody is dealt on a day."""

    day: str
    game: str
    agreed: ev.Agreed
    seed: int
    seal: str
    sealed: float  # since when the seal is kept


class Played(Struct, frozen=True):
    """How a try went: a person's, or the house's."""

    worth: float  # -1 lost to 1 won
    answers: int  # of who tried it
    words: str
    actions: list[tuple[int, int]] = []  # of the house's: seat and answer


decode_played = msgspec.json.Decoder(Played).decode


def bot_seed(seed: int, number: int) -> int:
    """The chance with which a bot answers after so many answers of a deal."""
    found = hashlib.blake2b(f"{seed} {number}".encode(), person=b"fabletop bot", digest_size=16)
    return int.from_bytes(found.digest(), "big")


class Daily:
    def __init__(self, house: "House") -> None:
        self.house = house
        self.playing: dict[tuple[str, str], asyncio.Task[None]] = {}  # deals that the house is at
        self.given_up: set[tuple[str, str]] = set()
        self.one = asyncio.Lock()

    # --- Days and deals ------------------------------------------------------------------------------

    @property
    def today(self) -> str:
        return datetime.fromtimestamp(self.house.time(), UTC).date().isoformat()

    def day(self, distance: int) -> str:
        return (date.fromisoformat(self.today) + timedelta(days=distance)).isoformat()

    def is_over(self, day: str) -> bool:
        return day < self.today

    def games(self) -> list[str]:
        why = self.house.operating.barred.why
        return [name for name in fabletop.names() if why("game", name) is None]

    async def seal(self) -> None:
        """Keep what is dealt today and on the days to come; what is sealed already stays as it is."""
        statements: list[Statement] = []
        query = "select day, game from deals where day >= ?"
        there = set(self.house.store.rows(query, self.today))
        for day in (self.day(distance) for distance in range(AHEAD + 1)):
            for game in self.games():
                if (day, game) not in there:
                    statements += self.sealing(day, game)
        if statements:
            await self.house.store.write(*statements)

    def sealing(self, day: str, name: str) -> list[Statement]:
        game = fabletop.game(name)
        opening = game.for_people(min(game.players), {})
        secret = self.house.keyring.secret[:64]
        key = hashlib.blake2b(f"{day} {name}".encode(), key=secret, person=b"fabletop deal").digest()
        seed, nonce = int.from_bytes(key[:16], "big"), key[16:32].hex()
        agreed = ev.Agreed(
            game=name,
            rules_version=game.rules_version,
            edition=opening.edition.name,
            edition_digest=opening.edition.digest,
            players=opening.players,
            options=opening.options,
            host="",
            listed=False,
            turn_seconds=0,
            pace=0.0,
            lesson=False,
            nonce=nonce,
            keyed=True,
            daily=day,
        )
        seal = promise(opening, seed, nonce, keyed=True)
        return [
            (DEALT, (day, name, ev.encode(agreed), str(seed), seal, self.house.time())),
            edition_kept(name, opening.edition),
        ]

    def find(self, day: str, game: str) -> Deal | None:
        query = "select opening, seed, seal, sealed from deals where day = ? and game = ?"
        row = self.house.store.row(query, day, game)
        if row is None:
            return None
        return Deal(day, game, ev.decode_agreed(row[0]), int(row[1]), row[2], row[3])

    def table(self, deal: Deal, code: str, agreed: ev.Agreed) -> Table:
        edition = edition_of(self.house.store, stored_game(deal.game, agreed.players), agreed.edition_digest)
        return Table(code, agreed, deal.seed, self.house.time(), edition)

    # --- Playing -------------------------------------------------------------------------------------

    async def play(self, guest: Guest, game: str, wanted: msg.PlayDeal) -> str:
        """The table of a guest's one try of today; or another one to practise a deal whose day is over."""
        day = wanted.day or self.today
        await self.seal()
        deal = self.find(day, game)
        if deal is None or day > self.today:
            raise Refused(NO_SUCH)
        mine = self.code_of(day, game, guest.id)
        if mine is not None and day == self.today:
            return mine
        agreed = msgspec.structs.replace(
            deal.agreed, host=guest.id, pace=wanted.pace, auto_pass=wanted.auto_pass
        )
        table = self.table(deal, new_code(self.house.store), agreed)
        events: list[ev.Event] = [ev.Sat(MINE, guest.id, guest.name)]
        events += [ev.Hired(seat, OPPONENTS) for seat in range(1, agreed.players)]
        events.append(ev.Started())
        seated(table, events)
        tried: list[Statement] = []
        if day == self.today:
            tried.append((TRIED, (day, game, guest.id, table.code)))
        try:
            return await self.house.set_up(guest, table, events, tried)
        except sqlite3.IntegrityError:  # another page of theirs was quicker
            mine = self.code_of(day, game, guest.id)
            if mine is None:
                raise
            return mine

    def code_of(self, day: str, game: str, guest: str) -> str | None:
        query = f"select code from tries where {OF_GUEST}"
        row = self.house.store.row(query, day, game, guest)
        return None if row is None else str(row[0])

    def becoming(self, old: str, new: str) -> list[Statement]:
        """Who has tried today's deal as one guest does not try it again as another."""
        return [("update or ignore tries set guest = ? where guest = ? and day >= ?", (new, old, self.today))]

    def at_the_end(self, table: Table, now: float) -> list[Statement]:
        """A try that ends on its day counts."""
        day = table.agreed.daily
        if not day or now >= table.closed_until:
            return []
        guest, played = table.chairs[MINE].guest, as_played(table.session)
        values = (now, played.worth, played.answers, played.words, table.code, day, table.agreed.game, guest)
        return [(ENDED, values)]

    # --- Looking at it -------------------------------------------------------------------------------

    async def show(self, day: str, guest: Guest) -> msg.Daily:
        """A day as a guest may see it: today, or one that is over."""
        await self.seal()
        if not self.day(-BEHIND) <= day <= self.today:
            raise Refused(NO_SUCH)
        query = "select game from deals where day = ? order by game"
        games = [game for (game,) in self.house.store.rows(query, day) if game in self.games()]
        query = "select day, game, seal from deals where day > ? order by day, game"
        coming = [msg.Seal(*row) for row in self.house.store.rows(query, self.today)]
        query = "select distinct day from deals where day < ? and day >= ? order by day desc"
        before = [day for (day,) in self.house.store.rows(query, self.today, self.day(-BEHIND))]
        ends = datetime.fromisoformat(f"{self.day(1)}T00:00+00:00").timestamp()
        deals = [self.show_deal(day, game, guest.id) for game in games]
        return msg.Daily(day, self.is_over(day), ends - self.house.time(), deals, coming, before)

    def show_deal(self, day: str, name: str, guest: str) -> msg.DealInfo:
        deal = self.find(day, name)
        assert deal is not None
        others = deal.agreed.players - 1
        mine = self.try_of(deal, guest)
        over = self.is_over(day)
        through = mine is not None and mine.played is not None
        if through and self.of_the_house(deal) is None and self.may_begin(deal):
            self.begin(deal)
        return msg.DealInfo(
            game=name,
            title=fabletop.game(name).title,
            company="" if not others else f"{others} {OPPONENTS} bot{'s' if others > 1 else ''}",
            seal=deal.seal,
            sealed=deal.sealed,
            seed=str(deal.seed) if over else None,
            nonce=deal.agreed.nonce if over else None,
            mine=mine,
            compared=self.compare(deal, mine, guest) if over or through else None,
        )

    def try_of(self, deal: Deal, guest: str) -> msg.MyTry | None:
        query = f"select code, ended, worth, answers, words from tries where {OF_GUEST}"
        row = self.house.store.row(query, deal.day, deal.game, guest)
        if row is None:
            return None
        code, ended, worth, answers, words = row
        return msg.MyTry(code, None if ended is None else msg.Try("", worth, answers, words))

    def compare(self, deal: Deal, mine: msg.MyTry | None, guest: str) -> msg.Compared:
        """All tries that counted; by name only those who show themselves."""
        store, key = self.house.store, (deal.day, deal.game)
        counted = "from tries where day = ? and game = ? and ended is not null"
        ((played, won),) = store.rows(f"select count(*), count(*) filter (where worth > 0) {counted}", *key)
        place = None
        if mine is not None and mine.played is not None:
            better = "and (worth > ? or (worth = ? and answers < ?))"
            values = (mine.played.worth, mine.played.worth, mine.played.answers)
            ((ahead,),) = store.rows(f"select count(*) {counted} {better}", *key, *values)
            place = ahead + 1
        query = (
            "select p.name, t.worth, t.answers, t.words from tries t join persons p on p.guest = t.guest "
            "where t.day = ? and t.game = ? and t.ended is not null and p.shown = 1 and t.guest != ? "
            "order by t.worth desc, t.answers, p.name limit ?"
        )
        shown = [msg.Try(*row) for row in store.rows(query, *key, guest, MOST_SHOWN)]
        house = self.of_the_house(deal)
        return msg.Compared(
            played=played,
            won=won,
            place=place,
            shown=shown,
            house=None if house is None else msg.Try(YARDSTICK, house.worth, house.answers, house.words),
            at_it=key in self.playing,
        )

    # --- What the house itself makes of a deal ----------------------------------------------------------

    def of_the_house(self, deal: Deal) -> Played | None:
        """How the strongest bot did in the same seat, if that is known."""
        row = self.house.store.row("select played from deals where day = ? and game = ?", deal.day, deal.game)
        return None if row is None or row[0] is None else decode_played(row[0])

    async def ask_house(self, day: str, game: str, guest: Guest) -> msg.Daily:
        """Somebody wants to know of one deal what the house makes of it."""
        deal = self.find(day, game)
        if deal is None or not self.day(-BEHIND) <= day <= self.today:
            raise Refused(NO_SUCH)
        mine = self.try_of(deal, guest.id)
        if not self.is_over(day) and (mine is None or mine.played is None):
            raise Refused(NOT_YET)
        if (day, game) in self.given_up:
            raise Refused(GIVEN_UP)
        if self.of_the_house(deal) is None and (day, game) not in self.playing:
            if not self.may_begin(deal):
                raise Refused(BUSY.format(len(self.playing)))
            self.begin(deal)
        return await self.show(day, guest)

    def may_begin(self, deal: Deal) -> bool:
        key, full = (deal.day, deal.game), len(self.playing) >= MOST_PLAYING
        return not full and key not in self.given_up and not self.house.operating.draining

    def begin(self, deal: Deal) -> None:
        key = (deal.day, deal.game)
        if key not in self.playing:
            self.playing[key] = task = asyncio.create_task(self.play_it(deal))
            task.add_done_callback(lambda _: self.playing.pop(key, None))

    async def play_it(self, deal: Deal) -> None:
        try:
            async with self.one, asyncio.timeout(MOST_SECONDS):
                played = await self.played_through(deal)
            statement = "update deals set played = ? where day = ? and game = ?"
            await self.house.store.write((statement, (ev.encode(played), deal.day, deal.game)))
        except Exception as error:  # nobody begins it anew before the next start
            self.given_up.add((deal.day, deal.game))
            log("error", "the house could not play a deal", game=deal.game, error=error)

    async def played_through(self, deal: Deal) -> Played:
        session = self.table(deal, "", deal.agreed).session
        thinkers = self.house.thinkers
        while session.seat is not None and len(session.actions) < MOST_ANSWERS:
            seat, number = session.seat, len(session.actions)
            if seat == MINE:
                action = await thinkers.study(pack(session.state, seat), YARDSTICK)
            else:
                seed = bot_seed(deal.seed, number)
                action = await thinkers.repeat(pack(session.state, seat, seed), OPPONENTS, seed)
            session.play(seat, action, worded=False)
            await asyncio.sleep(0)
        if not session.over:
            raise Mistake(f"it does not end within {MOST_ANSWERS} answers")
        return as_played(session, [(answer.seat, answer.action) for answer in session.actions])

    def replay(self, day: str, game: str) -> str:
        """A deal whose day is over as a file for `fabletop verify`: what the house played, if it has."""
        deal = self.find(day, game)
        if deal is None or not self.is_over(day):
            raise Refused(NO_SUCH)
        session = self.table(deal, "", deal.agreed).session
        house = self.of_the_house(deal)
        for seat, action in house.actions if house is not None else ():
            session.play(seat, action, worded=False)
        return dump(session, deal.agreed.nonce)

    def close(self) -> None:
        for task in list(self.playing.values()):
            task.cancel()


def as_played(session: Session, actions: list[Any] | None = None) -> Played:
    answers = sum(answer.seat == MINE for answer in session.actions)
    return Played(session.returns()[MINE], answers, session.result(), actions or [])
