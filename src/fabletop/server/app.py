"""HTTP and WebSocket: the routes, who may use them, and the page itself."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

import fabletop
from fabletop.kernel.question import Mistake
from fabletop.server import lists, review
from fabletop.server import messages as msg
from fabletop.server.access import AccessLog
from fabletop.server.admin import Admin
from fabletop.server.admin_line import listening
from fabletop.server.alone import Duty, Elsewhere
from fabletop.server.answers import Refusal, body_of, failure, json
from fabletop.server.commands import Refused
from fabletop.server.connecting import Connecting
from fabletop.server.garbage import Garbage
from fabletop.server.guests import COOKIE, YEAR, Guest, new_guest
from fabletop.server.headers import with_headers
from fabletop.server.health import cause, words_of
from fabletop.server.history import catch_up
from fabletop.server.house import House
from fabletop.server.housekeeping import Housekeeping, Policy
from fabletop.server.lesson import has_lesson, lesson_minutes
from fabletop.server.limits import Who
from fabletop.server.logs import log
from fabletop.server.notices.routes import Notices
from fabletop.server.page import Page
from fabletop.server.playing_on import play_on
from fabletop.server.proxies import Names, behind, network
from fabletop.server.reading import edition_of
from fabletop.server.room import Room
from fabletop.server.shelf import shelf_for
from fabletop.server.sockets import Socket
from fabletop.server.table import Table
from fabletop.server.workshop.routes import WorkshopRoutes
from fabletop.server.you import You

TIDY_EVERY = 30.0
LONGEST_DRAIN = 15.0  # seconds for bots to finish their answer
NOT_FINISHED = "There is no finished game of this code. Before the end, it would tell what is hidden."
TOMORROW = "This is today's deal: it can be read again when the day is over, by the clock of Greenwich."
TOO_MUCH = "Too much at once: wait a moment."
MISDIRECTED = "This server is not known by that name; whoever runs it can name it with --origin."


class App:
    def __init__(
        self, house: House, origins: tuple[str, ...] = (), proxies: tuple[str, ...] = (), host: str = ""
    ) -> None:
        self.house = house
        self.proxies = proxies
        self.names = Names(host, origins)
        house.limits.near += map(network, proxies)
        self.origins = origins  # other addresses whose pages may use this server
        self.page = Page()
        house.page = self.page.digest
        self.garbage = Garbage()
        self.connecting = Connecting(self)
        self.address = ""  # where other processes of this house reach us
        house.barred_anew = self.connecting.send_barred_away
        self.limits = house.limits
        self.warned = False  # that a proxy was not named
        self.began = time.monotonic()
        self.review = review.Review(house)
        self.workshop = WorkshopRoutes(self)
        self.keeping = Housekeeping(house, Policy())
        self.access: AccessLog | None = None
        self.admin = Admin(house, lambda: self.sockets, self.drain)
        self.stop: Callable[[], None] = lambda: None  # what ends the server
        self.loop: asyncio.AbstractEventLoop | None = None

    @property
    def sockets(self) -> set[Socket]:
        """The pages that are open here."""
        return self.connecting.sockets

    def asgi(self) -> ASGIApp:
        api = [
            Route("/api/shelf", self.answering(self.shelf)),
            *You(self).routes,
            Route("/api/tables", self.answering(self.make), methods=["POST"]),
            Route("/api/games/{game}", self.answering(self.book)),
            Route("/api/tables/{code}/curve", self.answering(self.curve)),
            Route("/api/tables/{code}/export", self.answering(self.export)),
            Route("/api/tables/{code}/play-on", self.answering(self.play_on), methods=["POST"]),
            *Notices(self).routes(),
            *lists.routes(self),
            *self.workshop.routes,
            Route("/api/{rest:path}", self.answering(self.nothing), methods=["GET", "POST", "PUT"]),
            Route("/healthz", self.answering(self.health)),
            Route("/metrics", self.answering(self.metrics)),
            Route("/{path:path}", self.answering(self.show_page)),
        ]
        app = Starlette(routes=api, lifespan=self.lifespan)
        named = self.by_its_name(self.beside_sockets(GZipMiddleware(app, minimum_size=4096)))
        answering = with_headers(named)
        return behind(answering if self.access is None else self.access.around(answering), self.proxies)

    def beside_sockets(self, app: ASGIApp) -> ASGIApp:
        """Sockets stay for long: they are spared the layers of requests, which would stay with them."""

        async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket":
                await self.connecting.come(WebSocket(scope, receive, send))
            else:
                await app(scope, receive, send)

        return wrapped

    def by_its_name(self, app: ASGIApp) -> ASGIApp:
        """Only for those who meant to reach this server."""

        async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "lifespan" and not self.names.knows(Headers(scope=scope).get("host", "")):
                app_or_not: ASGIApp = failure(421, MISDIRECTED) if scope["type"] == "http" else no_socket
                await app_or_not(scope, receive, send)
            else:
                await app(scope, receive, send)

        return wrapped

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[dict[str, Any]]:
        self.loop = asyncio.get_running_loop()
        self.house.cluster.begin(self.address)
        self.house.thinkers.warm_up()
        regular = [
            asyncio.create_task(work)
            for work in (
                self.tidy_on(),
                self.house.beat_on(),
                self.house.cluster.run(self.duties),
            )
        ]
        async with listening(self.house.store.folder, self.admin):
            yield {"limits": self.limits}  # for the lines
        for task in regular:
            task.cancel()
        await self.house.notices.outbox.finish()
        self.review.close()
        self.workshop.close()
        self.house.close()
        log("info", "stopped")

    @property
    def duties(self) -> list[Duty]:
        """What one process does for the whole house."""
        return [
            self.keeping.sweep_on,
            self.house.notices.watch_on,
            lambda: catch_up(self.house.store),
        ]

    async def tidy_on(self) -> None:
        while True:
            await asyncio.sleep(TIDY_EVERY)
            self.house.tidy()
            self.garbage.look()

    def answering(
        self, handler: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A handler whose refusals and errors become answers in words."""

        async def answer(request: Request) -> Response:
            try:
                if request.method not in ("GET", "HEAD"):
                    self.check_origin(request.headers)
                return await handler(request)
            except Refusal as refusal:
                return failure(refusal.status, refusal.words)
            except Refused as no:
                return failure(400, no.refused.words)
            except Mistake as mistake:
                return failure(400, str(mistake))
            except ClientDisconnect:
                return failure(400, "The line was cut.")
            except Exception as error:
                self.house.count("errors")
                log("error", "a request failed", path=request.url.path[:80], error=error)
                return failure(503 if cause(error) else 500, words_of(error))

        return answer

    # --- Who ---------------------------------------------------------------------------------------

    def check_origin(self, headers: Headers) -> None:
        """Pages of other places must not act with a guest's cookie."""
        origin = headers.get("origin")
        if origin is None or origin in self.origins:
            return
        try:
            place = urlsplit(origin).netloc
        except ValueError:
            place = ""
        if not place or place.lower() != headers.get("host", "").lower():
            self.house.count("strangers")
            raise Refusal(403, "Another page wanted this; it may not.")

    def guest_of(self, connection: Request | WebSocket) -> tuple[Guest, bool]:
        """Who this is, and whether they need a cookie: at first, and when theirs has grown old."""
        cookie = connection.cookies.get(COOKIE, "")
        known = self.house.keyring.read(cookie)
        if known is not None and self.house.devices.is_revoked(known):
            known = None
        barred = self.house.operating.barred
        why = barred.why("guest", known.id if known else "")
        why = why or barred.why_not_from(connection.client.host if connection.client else "")
        if why is not None:
            raise Refusal(403, why)
        if known is not None:
            is_due = known.is_due or self.house.keyring.is_old(cookie)
            return self.house.persons.known(known), is_due
        self.take("strangers", Who("", self.address_of(connection)))
        return new_guest(), True

    def address_of(self, connection: Request | WebSocket) -> str:
        address = self.limits.address_of(connection.client.host if connection.client else "")
        if not address and "x-forwarded-for" in connection.headers and not self.proxies:
            if not self.warned:
                log("warning", "a proxy that --proxy does not name: all it forwards counts as one address")
            self.warned, address = True, "a proxy"
        return address

    def who(self, connection: Request | WebSocket, guest: Guest) -> Who:
        return Who(guest.id, self.address_of(connection))

    def take(self, kind: str, who: Who) -> None:
        if not self.limits.take(kind, who):
            raise Refusal(429, TOO_MUCH)

    async def find(self, who: Who, code: str) -> Room | None:
        """The room of a table. Codes cannot be guessed: whoever tried many that are not there must wait."""
        code = code.upper()
        if self.house.sits(who.guest, code):
            return await self.house.room(code)
        self.take("guesses", who)
        try:
            room = await self.house.room(code)
        except Elsewhere:
            self.limits.give_back("guesses", who)
            raise
        if room is not None and room.closed:
            return None  # today's deal is nobody else's business
        if room is not None:
            self.limits.give_back("guesses", who)
        return room

    def cookie(self, connection: Request | WebSocket, guest: Guest) -> str:
        secure = "; Secure" if connection.url.scheme in ("https", "wss") else ""
        sealed = self.house.keyring.seal(guest)
        return f"{COOKIE}={sealed}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"

    def with_cookie(self, request: Request, guest: Guest, is_new: bool, response: Response) -> Response:
        if is_new:
            response.headers["set-cookie"] = self.cookie(request, guest)
        return response

    def visitor(self, request: Request, *kinds: str) -> tuple[Guest, bool]:
        """Who asks; not too often, and for these kinds of things even less often."""
        guest, is_new = self.guest_of(request)
        for kind in ("requests", *kinds):
            self.take(kind, self.who(request, guest))
        return guest, is_new

    # --- The shelf ---------------------------------------------------------------------------------

    async def shelf(self, request: Request) -> Response:
        guest, is_new = self.visitor(request)
        return self.with_cookie(request, guest, is_new, json(shelf_for(self.house, guest)))

    async def make(self, request: Request) -> Response:
        guest, is_new = self.visitor(request, "tables")
        wanted = await body_of(request, msg.NewTable)
        if wanted.edition:
            self.workshop.works.check_open(guest, fabletop.game(wanted.game), wanted.edition)
        code = await self.house.make(guest, wanted, self.address_of(request))
        return self.with_cookie(request, guest, is_new, json(msg.Made(code)))

    async def book(self, request: Request) -> Response:
        try:
            game = fabletop.game(request.path_params["game"])
        except Mistake as mistake:
            raise Refusal(404, str(mistake)) from None
        titles = game.rules.sections
        rules = [msg.RuleInfo(r.id, r.title, r.words, titles[r.section]) for r in game.rules]
        digest = request.query_params.get("edition", "")
        self.house.operating.barred.check("edition", digest)
        edition = edition_of(self.house.store, game, digest) if digest else game.edition("house")
        if edition is None:
            raise Refusal(404, f"There is no such edition of {game.title}.")
        return json(
            msg.GameBook(
                game=game.name,
                title=game.title,
                goal=game.goal,
                summary=game.summary,
                rules=rules,
                catalog=game.catalog(edition),
                hints=game.hints,
                phrases=list(game.phrases),
                lesson=has_lesson(game),
                lesson_minutes=lesson_minutes(game),
            )
        )

    async def nothing(self, request: Request) -> Response:
        raise Refusal(404, "There is nothing here.")

    # --- After the end -----------------------------------------------------------------------------

    async def curve(self, request: Request) -> Response:
        guest, table = await self.finished(request)
        return json(await self.review.curve(table, self.who(request, guest)))

    async def export(self, request: Request) -> Response:
        _, table = await self.finished(request)
        name = f"fabletop-{table.agreed.game}-{table.code}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(review.export(table), media_type="application/json", headers=headers)

    async def play_on(self, request: Request) -> Response:
        self.visitor(request, "tables")
        guest, table = await self.finished(request)
        wanted = await body_of(request, msg.PlayOn)
        return json(msg.Made(await play_on(self.house, guest, table, wanted)))

    async def finished(self, request: Request) -> tuple[Guest, Table]:
        """A finished game, for a guest we know; whether others exist is not told."""
        guest, _ = self.visitor(request)
        if self.house.keyring.read(request.cookies.get(COOKIE, "")) is None:
            raise Refusal(403, "Open the page first: it brings a cookie.")
        code = request.path_params["code"].upper()
        try:
            room = await self.find(self.who(request, guest), code)
            table = None if room is None else room.table
        except Elsewhere:
            table, _ = await self.house.read(code)
        if table is None or table.status != "over" or guest.id in table.sent_away:
            raise Refusal(404, NOT_FINISHED)
        if self.house.time() < table.closed_until:
            raise Refusal(404, TOMORROW)
        return guest, table

    # --- For those who run the server --------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Healthy is who can still write, and read it again."""
        try:
            await self.house.check()
        except Exception as error:
            log("error", "nothing can be kept", error=error)
            raise Refusal(503, words_of(error)) from None
        return json({"ok": True, "version": fabletop.__version__})

    def drain(self) -> None:
        """No new tables; pages are told, bots finish their answer; then the server stops."""
        if not self.house.operating.draining:
            self.house.operating.draining = True
            self.house.in_background(self.drained())

    def drain_soon(self) -> None:
        """The same, from outside the loop."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.drain)

    async def drained(self) -> None:
        log("info", "draining")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_DRAIN):
                await self.admin.tell_all()
                while any(room.is_answering for room in self.house.rooms.values()):
                    await asyncio.sleep(0.05)
        self.stop()

    async def metrics(self, request: Request) -> Response:
        if self.address_of(request) or "x-forwarded-for" in request.headers:
            raise Refusal(404, "There is nothing here.")
        gauges = {"sockets": len(self.sockets), "seconds_up": time.monotonic() - self.began}
        text = self.house.metrics.text(gauges | self.house.gauges())
        return Response(text, media_type="text/plain; version=0.0.4")

    # --- The page ----------------------------------------------------------------------------------

    async def show_page(self, request: Request) -> Response:
        file = self.page.find(request.url.path)
        response = self.page.answer(file, request.headers)
        if file.is_page:
            guest, is_new = self.guest_of(request)
            return self.with_cookie(request, guest, is_new, response)
        return response


async def no_socket(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.close"})  # before it is accepted: the answer is 403
