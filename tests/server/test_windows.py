"""Windows that pass by themselves: when they close tells nothing about any hand."""

import random
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from tests.server.place import Clock, Place, open_place

import fabletop
from fabletop.kernel.action import act
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.kernel.state import State
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.room import Room
from fabletop.server.trials.visitor import Page
from fabletop.server.windows import LENGTHS

pytestmark = pytest.mark.asyncio

SHORTEST, LONGEST = LENGTHS
GAMES = "storybook", "condyle"
TICK = 0.25


@dataclass
class Moment:
    """A window of a game, and worlds that nobody else can tell from the true one."""

    game: str
    players: int
    seed: int
    answers: list[ev.Event]
    seat: int  # who is asked
    passing: int
    empty: State  # there is nothing to play
    full: State  # and here there is


def moment_of(name: str, players: int = 2) -> Moment:
    """The first window whose pass shows nothing new, so that all that follows must look the same."""
    game = fabletop.game(name)
    for seed in range(1, 100):
        luck = random.Random(seed)
        session = Session(game, seed=seed, keyed=True, opening=game.for_people(players, {}))
        while not session.over:
            found = window_in(session)
            if found is not None:
                return found
            session.play(int(session.state.seat), luck.choice(session.state.legal()), worded=False)
    raise AssertionError(f"{name} has no such window")


def window_in(session: Session) -> Moment | None:
    state = session.state
    if state.question.declined_by < 0:
        return None
    seat, passing, game = int(state.seat), int(act(state.question.declined_by, 0)), session.game
    players = session.opening.players
    worlds = [game.resample(state, (seat + 1) % players, seeded(n)) for n in range(12)]
    empty = [world for world in worlds if world.legal() == [passing]]
    full = [world for world in worlds if len(world.legal()) > 1]
    if not empty or not full or any(shows_more(world, passing) for world in (empty[0], full[0])):
        return None
    answers: list[ev.Event] = [ev.Answered(one.seat, one.action) for one in session.actions]
    return Moment(game.name, players, session.seed, answers, seat, passing, empty[0], full[0])


def shows_more(world: State, passing: int) -> bool:
    after = world.clone()
    after.step(passing)
    return after.sealed != world.sealed


class Fixed:
    """Draws what makes all tables of this test the same one."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = random.Random(seed)

    def randbits(self, bits: int) -> int:
        return self.seed

    def token_hex(self, count: int) -> str:
        return self.luck.randbytes(count).hex()

    def choice(self, letters: str) -> str:
        return self.luck.choice(letters)


@dataclass
class AtWindow:
    """Two people and a spectator, at a table where one of them has just come to a window."""

    place: Place
    clock: Clock
    room: Room
    asked: Page
    others: list[Page]
    began: float

    @property
    def number(self) -> int:
        return self.room.table.length

    async def pass_by(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK)):
            await self.clock.pass_by(TICK)
            async with self.room.lock:  # what was to happen has happened, and has been told
                pass

    async def heard(self) -> list[str]:
        """All that was told to the others, but for names that are drawn for each guest."""
        frames = []
        for page in self.others:
            await page.do(msg.Ping)  # what was told before has then come
            frames += [frame for frame in page.frames or [] if '"type":"update"' in frame]
        return [re.sub(r'"handle":"\w*"', "", frame) for frame in frames]

    async def passing(self) -> msg.Reply:
        passing = self.room.table.passing
        assert passing is not None
        return await self.asked.act(passing)

    async def until_closed(self, most: float = 2 * LONGEST) -> float:
        """Seconds from the beginning of the window to its end."""
        number = self.number
        while self.number == number:
            assert self.clock.time - self.began < most, "it does not close"
            await self.pass_by(TICK)
        return self.clock.time - self.began


async def come_to(
    place: Place,
    clock: Clock,
    found: Moment,
    world: State,
    bots: Sequence[int] = (),
    before: Sequence[ev.Event] = (),
    watched: bool = True,
    **agreed: object,
) -> AtWindow:
    place.house.time = clock.now
    people = [seat for seat in range(found.players) if seat not in bots]
    seats = [
        "fair" if seat in bots else "me" if seat == people[0] else "open" for seat in range(found.players)
    ]
    pages = {seat: await place.guest(f"Guest {seat}") for seat in people}
    host = pages[people[0]]
    with patch("fabletop.server.new_tables.secrets", Fixed(found.seed)):
        code = await host.make(
            **{"game": found.game, "seats": seats, "pace": 0.0, "auto_pass": True} | agreed
        )
    visits = {seat: await place.visit(guest, code, keep=True) for seat, guest in pages.items()}
    for seat in people[1:]:
        assert (await visits[seat].do(msg.Sit, seat=seat)).refused is None
    others = [page for seat, page in visits.items() if seat != found.seat]
    if watched:
        others.append(await place.visit(await place.guest("Carl"), code, keep=True))
    room = place.house.rooms[code]
    async with room.lock:
        await room.carry_out([*([ev.Started()] if people[1:] else []), *before, *found.answers], None)
        room.table.session.state = world.clone()
        room.table.session.state.journal = room.table.session.journal
        room.autoplay.go_on()
        room.publish()
    asked = visits.get(found.seat) or others[-1]
    for page in (*others[-1:], asked):
        await page.until(
            lambda page: page.position is not None and page.position.number >= len(found.answers)
        )
    return AtWindow(place, clock, room, asked, others, clock.time)


Doing = Callable[[AtWindow], Coroutine[Any, Any, None]]


async def nothing(at: AtWindow) -> None: ...


async def pass_soon(at: AtWindow) -> None:
    await at.pass_by(1)
    assert (await at.passing()).refused is None


async def hold_and_pass(at: AtWindow) -> None:
    await at.pass_by(1)
    assert (await at.asked.do(msg.Hold, number=at.number)).refused is None
    await at.pass_by(2 * LONGEST)
    assert (await at.passing()).refused is None


@pytest.mark.parametrize("doing", [nothing, pass_soon, hold_and_pass])
@pytest.mark.parametrize("game", GAMES)
async def test_all_is_told_as_if_the_hand_were_another(game: str, doing: Doing, tmp_path: Path) -> None:
    """Frames, their number, order and times, for the other player and for a spectator."""
    found = moment_of(game)
    seen = []
    for name, world in (("empty", found.empty), ("full", found.full)):
        clock = Clock()
        async with open_place(tmp_path / name, clock) as place:
            at = await come_to(place, clock, found, world)
            number = at.number
            times = [(0.0, await at.heard())]
            await doing(at)
            times.append((clock.time - at.began, await at.heard()))
            if at.number == number:
                times.append((await at.until_closed(), await at.heard()))
            seen.append((times, kept_events(place, at.room)))
    empty, full = seen
    assert empty == full


def kept_events(place: Place, room: Room) -> list[tuple[float, ev.Event]]:
    rows = place.house.store.rows(
        "select time, body from events where code = ? order by number", room.table.code
    )
    return [(time, ev.decode_event(re.sub(rb'"guest":"\w+"', b'"guest":""', body))) for time, body in rows]


async def test_a_click_changes_nothing_about_when_it_closes(tmp_path: Path) -> None:
    found = moment_of("storybook")
    ends = []
    for doing in (nothing, pass_soon):
        clock = Clock()
        async with open_place(tmp_path / doing.__name__, clock) as place:
            at = await come_to(place, clock, found, found.full)
            before = len(await at.heard())
            await doing(at)
            assert len(await at.heard()) == before
            ends.append(await at.until_closed())
            assert at.room.table.session.actions[-1].action == found.passing
    assert ends[0] == ends[1] and SHORTEST <= ends[0] <= LONGEST + TICK


async def test_a_card_is_played_at_once(tmp_path: Path) -> None:
    found, clock = moment_of("storybook"), Clock()
    async with open_place(tmp_path, clock) as place:
        at = await come_to(place, clock, found, found.full)
        (card,) = [option for option in at.asked.options if option.action != found.passing]
        assert (await at.passing()).refused is None
        assert (await at.asked.act(card.action)).refused is None  # until it closes, one may think again
        assert at.room.table.session.actions[-1].action == card.action


async def test_a_pass_that_was_sent_twice_is_one(tmp_path: Path) -> None:
    found, clock = moment_of("storybook"), Clock()
    async with open_place(tmp_path, clock) as place:
        at = await come_to(place, clock, found, found.empty)
        number = at.number
        sent = {"id": 900, "number": number, "action": found.passing}
        for _ in range(2):
            assert (await at.asked.do(msg.Act, **sent)).refused is None
        await at.until_closed()
        assert (await at.asked.do(msg.Act, **sent)).refused is None
        assert at.number == number + 1


async def test_who_is_asked_and_not_here_is_waited_for(tmp_path: Path) -> None:
    found, clock = moment_of("storybook"), Clock()
    async with open_place(tmp_path, clock) as place:
        at = await come_to(place, clock, found, found.empty)
        number = at.number
        await leave(at)
        await at.pass_by(2 * LONGEST)
        assert at.number == number
        await place.visit(at.asked.visitor, at.asked.code)
        at.began = clock.time
        assert SHORTEST <= await at.until_closed() <= LONGEST + TICK


async def test_the_server_is_killed_while_one_is_open(tmp_path: Path) -> None:
    """A pass that was clicked is one all the same; one that was held is held."""
    found, clock = moment_of("storybook"), Clock()
    for name, doing in (("passed", pass_soon), ("held", hold)):
        async with open_place(tmp_path / name, clock) as place:
            at = await come_to(place, clock, found, found.empty)
            number, visitor, code = at.number, at.asked.visitor, at.asked.code
            await doing(at)
            place.house.rooms.pop(code).close()  # cut off: no farewell
        async with open_place(tmp_path / name, clock) as place:
            visitor.address = place.address
            page = await place.visit(visitor, code)
            room = place.house.rooms[code]
            again = AtWindow(place, clock, room, page, [], clock.time)
            assert again.number == number
            if name == "held":
                await again.pass_by(2 * LONGEST)
                assert again.number == number and (await again.passing()).refused is None
            else:
                assert SHORTEST <= await again.until_closed() <= LONGEST + TICK
            assert again.number == number + 1


async def leave(at: AtWindow) -> None:
    await at.asked.close()
    while at.room.is_here(at.asked.visitor.cookie.partition(".")[0]):
        await at.pass_by(0)
        await at.others[0].do(msg.Ping)


async def test_who_plays_over_days_can_let_windows_pass_whatever_they_hold(tmp_path: Path) -> None:
    """What the others are told, and when, is the same whether there was a card to play or not."""
    found = moment_of("storybook")
    seen = []
    for name, world in (("empty", found.empty), ("full", found.full)):
        clock = Clock()
        async with open_place(tmp_path / name, clock) as place:
            before: list[ev.Event] = [ev.Wound(86400), ev.Waived(found.seat, True)]
            at = await come_to(place, clock, found, world, before=before, turn_seconds=86400, auto_pass=False)
            await leave(at)
            end = await at.until_closed()
            assert SHORTEST <= end <= LONGEST + TICK
            assert at.room.table.session.actions[-1].action == found.passing
            assert place.house.store.row("select 1 from turns where seat = ?", found.seat) is None
            seen.append((end, await at.heard(), kept_events(place, at.room)))
    assert seen[0] == seen[1]


async def test_nobody_lets_windows_pass_for_others(tmp_path: Path) -> None:
    found, clock = moment_of("storybook"), Clock()
    async with open_place(tmp_path, clock) as place:
        at = await come_to(place, clock, found, found.empty, auto_pass=False)
        assert (await at.others[1].do(msg.Waive, on=True)).refused is not None  # a spectator
        assert (await at.others[0].do(msg.Waive, on=True)).refused is None
        number = at.number
        await at.pass_by(2 * LONGEST)
        assert at.number == number and at.others[0].table is not None and at.others[0].table.waived
        assert at.asked.table is not None and not at.asked.table.waived
        assert (await at.asked.do(msg.Waive, on=True)).refused is None
        at.began = clock.time
        assert SHORTEST <= await at.until_closed() <= LONGEST + TICK


async def hold(at: AtWindow) -> None:
    assert (await at.asked.do(msg.Hold, number=at.number)).refused is None


async def test_a_bot_answers_when_the_window_closes(tmp_path: Path) -> None:
    """Among people no sooner than they would, whatever it holds."""
    found = moment_of("condyle", players=3)
    ends = []
    for name, world in (("empty", found.empty), ("full", found.full)):
        clock = Clock()
        async with open_place(tmp_path / name, clock) as place:
            at = await come_to(place, clock, found, world, bots=[found.seat])
            ends.append(await at.until_closed())
    assert ends[0] == ends[1] and SHORTEST <= ends[0] <= LONGEST + TICK


@pytest.mark.parametrize("click", [False, True])
async def test_alone_with_bots(click: bool, tmp_path: Path) -> None:
    """It passes by itself as well; but there is nobody to hide from, and a click takes effect at once."""
    found, clock = moment_of("storybook"), Clock()
    async with open_place(tmp_path, clock) as place:
        at = await come_to(place, clock, found, found.empty, bots=[1 - found.seat])
        if click:
            number = at.number
            assert (await at.passing()).refused is None and at.number > number
        else:
            assert SHORTEST <= await at.until_closed() <= LONGEST + TICK


@pytest.mark.parametrize("full", [False, True])
async def test_alone_with_bots_and_watched_by_nobody(full: bool, tmp_path: Path) -> None:
    """Who can only pass is not kept waiting; who holds something has time to think of it."""
    found, clock = moment_of("condyle"), Clock()
    async with open_place(tmp_path, clock) as place:
        world = found.full if full else found.empty
        at = await come_to(place, clock, found, world, bots=[1 - found.seat], watched=False)
        if full:
            assert SHORTEST <= await at.until_closed() <= LONGEST + TICK
        else:
            await at.pass_by(at.room.table.showing + TICK)
            assert at.number > len(found.answers)


async def test_what_cannot_be_held(tmp_path: Path) -> None:
    found, clock = moment_of("storybook"), Clock()
    async with open_place(tmp_path, clock) as place:
        at = await come_to(place, clock, found, found.empty)
        assert (await at.others[0].do(msg.Hold, number=at.number)).refused is not None
        assert (await at.others[1].do(msg.Hold, number=at.number)).refused is not None
        assert (await at.asked.do(msg.Hold, number=at.number - 1)).refused is not None
        pages = await place.table("Dora", "Emil")
        for page in pages:
            refused = (await page.do(msg.Hold, number=0)).refused
            assert refused is not None and "passes by itself" in refused.words


async def test_lessons_have_none(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        host = await place.guest("Anna")
        page = await place.visit(host, await host.make(game="storybook", lesson=True, auto_pass=True))
        assert page.table is not None and not page.table.auto_pass
