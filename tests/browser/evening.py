"""A game that bots have thought out beforehand, played on a still server by people at all seats, while pages
of one of them look on: every question of a whole game comes before the eyes, as fast as it can be drawn."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, Page

import fabletop
from fabletop.bots import make
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.server import messages as msg
from fabletop.server.guests import COOKIE
from fabletop.server.trials.visitor import Page as Seat
from fabletop.server.trials.visitor import Visitor

from .conftest import QUICK
from .house import Server
from .still import SEED

SIZES = ((1440, 900), (1280, 720), (1024, 768), (390, 844))


@dataclass(frozen=True)
class Variant:
    game: str
    players: int
    options: dict[str, str] = field(default_factory=dict)
    seats: tuple[int, ...] = (0,)  # whose pages look on

    def __str__(self) -> str:
        return "-".join((self.game, str(self.players), *(f"{k}={v}" for k, v in self.options.items())))


VARIANTS = (
    Variant("storybook", 2),
    Variant("storybook", 4),
    Variant("coraline", 1),
    Variant("coraline", 4),
    Variant("condyle", 2, {"ghost": "on", "winter": "on", "cross": "auto"}),
    Variant("condyle", 4),
    Variant("condyle-solo", 1),
    Variant("unrelenting", 4),
)


def script(variant: Variant) -> list[tuple[tuple[int, ...], int]]:
    """Who is asked, and what is answered, through a whole game."""
    game = fabletop.game(variant.game)
    opening = game.for_people(variant.players, variant.options, together=True)
    session = Session(game, seed=SEED, keyed=True, opening=opening)
    rng, bot = seeded(SEED), make("greedy")
    found = []
    while session.seat is not None:
        asked = tuple(seat for seat in range(variant.players) if session.asks(seat))
        action = int(bot.choose(session.state.resampled(session.seat, rng), rng))
        found.append((asked, action))
        session.play(session.seat, action)
    return found


class Evening:
    def __init__(
        self, browser: Browser, server: Server, variant: Variant, script: list[tuple[tuple[int, ...], int]]
    ) -> None:
        self.browser = browser
        self.server = server
        self.variant = variant
        self.script = script
        self.seats: list[Seat] = []
        self.pages: list[tuple[tuple[int, int], Page]] = []
        self.contexts: list[BrowserContext] = []
        self.code = ""
        self.number = 0

    async def begin(self, **wish: Any) -> Self:
        address = self.server.address.removeprefix("http://")
        people = [Visitor(address) for _ in range(self.variant.players)]
        seats = ["me", *["open"] * (len(people) - 1)]
        wish = {
            "game": self.variant.game,
            "options": self.variant.options,
            "seats": seats,
            "absent_seconds": 0,
        } | wish
        self.code = await people[0].make(**wish)
        for number, person in enumerate(people):
            await person.send("PUT", "/api/me", {"name": NAMES[number]})
            self.seats.append(await person.visit(self.code))
            if number:
                await self.seats[-1].do(msg.Sit, seat=number)
        if len(people) > 1:
            await self.seats[0].do(msg.Start)
        await self.seats[0].until(lambda page: page.position is not None)
        return self

    async def look_on(self, seat: int, *sizes: tuple[int, int], look: str = "light") -> list[Page]:
        """Pages of this seat, at these sizes."""
        found = []
        for width, height in sizes:
            context = await self.browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=width < 500,
                reduced_motion="reduce",
                color_scheme=look,  # type: ignore[arg-type]
                base_url=self.server.address,
                service_workers="block",
            )
            cookie = self.seats[seat].visitor.cookie
            await context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.server.address}])
            await context.add_init_script(QUICK)
            page = await context.new_page()
            await page.goto(f"/t/{self.code}")
            await page.locator(".board [data-thing], .board > div > *").first.wait_for(state="attached")
            self.contexts.append(context)
            self.pages.append(((width, height), page))
            found.append(page)
        await self.shown()
        return found

    async def shown(self) -> None:
        """All pages show the present position."""
        for _, page in self.pages:
            await page.wait_for_function(
                "wanted => document.querySelector('[data-number]')?.dataset.number === String(wanted)",
                arg=self.number,
            )

    async def play(self, answers: int | None = None) -> AsyncIterator[tuple[int, ...]]:
        """Who was asked, after each of so many answers, when all pages show what came of it."""
        end = len(self.script) if answers is None else min(len(self.script), self.number + answers)
        while self.number < end:
            asked, action = self.script[self.number]
            for seat in asked:
                page = self.seats[seat]
                await page.until(lambda one: one.position is not None and one.position.number == self.number)
                reply = await page.act(action)
                assert reply.refused is None, reply.refused
                if page.position and page.position.number > self.number:
                    break
            self.number += 1
            await self.shown()
            yield asked

    async def look_away(self) -> None:
        for context in self.contexts:
            await context.close()
        self.contexts.clear()
        self.pages.clear()

    async def end(self) -> None:
        await self.look_away()
        for seat in self.seats:
            await seat.close()


NAMES = ("Anna", "Ben", "Clara", "David")
