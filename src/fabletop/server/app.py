"""HTTP and WebSocket: the routes, who may use them, and the page itself."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import fabletop
from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import review
from fabletop.server.commands import Refused
from fabletop.server.events import encode
from fabletop.server.guests import COOKIE, YEAR, Guest, checked_name, new_guest
from fabletop.server.house import House
from fabletop.server.limits import Buckets
from fabletop.server.logs import log
from fabletop.server.page import Page
from fabletop.server.sockets import LONGEST_REASON, TOO_MANY, UNKNOWN, UNPLAYABLE, Socket

BIGGEST_BODY = 8 * 1024
SOCKETS_OF_ONE = 12  # of one person
MOST_SOCKETS = 20_000
TIDY_EVERY = 30.0
POSTS = (20, 0.5)  # new tables and names, of one person: at once, and a second
STRANGERS = (200, 10.0)  # first visits from one address
TABLES = (200, 1.0)  # new tables from one address
NEAR = ("127.0.0.1", "::1")  # the same machine: not counted
CSP = "; ".join(
    (
        "default-src 'self'",
        "style-src-attr 'unsafe-inline'",  # where a thing lies on a board is a transform of its own
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

T = TypeVar("T")


class Refusal(Exception):
    """An answer with a status of 400 and above."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


class App:
    def __init__(self, house: House, origins: tuple[str, ...] = ()) -> None:
        self.house = house
        self.origins = origins  # other addresses whose pages may use this server
        self.page = Page()
        self.sockets: set[Socket] = set()
        self.posts = Buckets(*POSTS)
        self.strangers = Buckets(*STRANGERS)
        self.tables = Buckets(*TABLES)
        self.began = time.monotonic()
        self.review = review.Review(house)

    def asgi(self) -> ASGIApp:
        api = [
            Route("/api/shelf", self.answering(self.shelf)),
            Route("/api/me", self.answering(self.rename), methods=["PUT"]),
            Route("/api/tables", self.answering(self.make), methods=["POST"]),
            Route("/api/games/{game}", self.answering(self.book)),
            Route("/api/tables/{code}/curve", self.answering(self.curve)),
            Route("/api/tables/{code}/export", self.answering(self.export)),
            Route("/api/{rest:path}", self.answering(self.nothing), methods=["GET", "POST", "PUT"]),
            Route("/healthz", self.answering(self.health)),
            Route("/metrics", self.answering(self.metrics)),
            WebSocketRoute("/ws/{code}", self.socket),
            Route("/{path:path}", self.answering(self.show_page)),
        ]
        app = Starlette(routes=api, lifespan=self.lifespan)
        return with_headers(GZipMiddleware(app, minimum_size=4096))

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.house.thinkers.warm_up()
        regular = [asyncio.create_task(work) for work in (self.tidy_on(), self.house.beat_on())]
        yield
        for task in regular:
            task.cancel()
        self.house.close()
        log("info", "stopped")

    async def tidy_on(self) -> None:
        while True:
            await asyncio.sleep(TIDY_EVERY)
            self.house.tidy()

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
                return failure(500, "Something went wrong here.")

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
        """Who this is, and whether they are here for the first time."""
        known = self.house.keyring.read(connection.cookies.get(COOKIE, ""))
        if known is not None:
            return known, False
        self.not_too_many(self.strangers, connection)
        return new_guest(), True

    def not_too_many(self, buckets: Buckets, connection: Request | WebSocket) -> None:
        address = connection.client.host if connection.client else ""
        if address not in NEAR and not buckets.take(address):
            raise Refusal(429, "Too much comes from one place: wait a moment.")

    def cookie(self, connection: Request | WebSocket, guest: Guest) -> str:
        secure = "; Secure" if connection.url.scheme in ("https", "wss") else ""
        sealed = self.house.keyring.seal(guest)
        return f"{COOKIE}={sealed}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"

    def with_cookie(self, request: Request, guest: Guest, is_new: bool, response: Response) -> Response:
        if is_new:
            response.headers["set-cookie"] = self.cookie(request, guest)
        return response

    def actor(self, request: Request) -> tuple[Guest, bool]:
        """Who wants to change something; not too often."""
        guest, is_new = self.guest_of(request)
        if not self.posts.take(guest.id):
            raise Refusal(429, "That was too quick: wait a moment.")
        return guest, is_new

    # --- The shelf ---------------------------------------------------------------------------------

    async def shelf(self, request: Request) -> Response:
        guest, is_new = self.guest_of(request)
        return self.with_cookie(request, guest, is_new, json(self.house.shelf(guest)))

    async def rename(self, request: Request) -> Response:
        guest, _ = self.actor(request)
        wanted = await body_of(request, msg.Rename)
        renamed = Guest(guest.id, checked_name(wanted.name))
        return self.with_cookie(request, renamed, True, json(msg.Rename(renamed.name)))

    async def make(self, request: Request) -> Response:
        guest, is_new = self.actor(request)
        self.not_too_many(self.tables, request)
        wanted = await body_of(request, msg.NewTable)
        code = await self.house.make(guest, wanted)
        return self.with_cookie(request, guest, is_new, json(msg.Made(code)))

    async def book(self, request: Request) -> Response:
        try:
            game = fabletop.game(request.path_params["game"])
        except Mistake as mistake:
            raise Refusal(404, str(mistake)) from None
        titles = game.rules.sections
        rules = [msg.RuleInfo(r.id, r.title, r.words, titles[r.section]) for r in game.rules]
        return json(msg.GameBook(game.name, game.title, rules, game.catalog(game.edition("house"))))

    async def nothing(self, request: Request) -> Response:
        raise Refusal(404, "There is nothing here.")

    # --- After the end -----------------------------------------------------------------------------

    async def curve(self, request: Request) -> Response:
        return json(await self.review.curve(await self.finished(request)))

    async def export(self, request: Request) -> Response:
        room = await self.finished(request)
        name = f"fabletop-{room.agreed.game}-{room.code}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(review.export(room), media_type="application/json", headers=headers)

    async def finished(self, request: Request) -> Any:
        room = await self.house.room(request.path_params["code"].upper())
        if room is None:
            raise Refusal(404, "There is no table of this code.")
        if room.table.status != "over":
            raise Refusal(403, "Only after the end of the game: it would tell what is hidden.")
        return room.table

    # --- For those who run the server --------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Healthy is who can still write."""
        try:
            await asyncio.wait_for(self.house.store.write(), 5)
        except Exception as error:
            log("error", "cannot write", error=error)
            raise Refusal(503, "Nothing can be kept at the moment.") from None
        return json({"ok": True, "version": fabletop.__version__})

    async def metrics(self, request: Request) -> Response:
        address = request.client.host if request.client else ""
        if address not in NEAR or "x-forwarded-for" in request.headers:
            raise Refusal(404, "There is nothing here.")
        gauges = {
            "sockets": len(self.sockets),
            "tables_in_memory": len(self.house.rooms),
            "bots_thinking": self.house.thinkers.waiting,
            "seconds_up": time.monotonic() - self.began,
        }
        return Response(self.house.metrics.text(gauges), media_type="text/plain; version=0.0.4")

    # --- The table ---------------------------------------------------------------------------------

    async def socket(self, websocket: WebSocket) -> None:
        try:
            self.check_origin(websocket.headers)
            guest, is_new = self.guest_of(websocket)
        except Refusal:
            await websocket.close()  # before it is accepted: the answer is 403
            return
        cookie = [(b"set-cookie", self.cookie(websocket, guest).encode())] if is_new else []
        await websocket.accept(headers=cookie)
        of_one = sum(socket.guest.id == guest.id for socket in self.sockets)
        if of_one >= SOCKETS_OF_ONE or len(self.sockets) >= MOST_SOCKETS:
            await websocket.close(TOO_MANY, "Too many pages are open.")
            return
        try:
            room = await self.house.room(websocket.path_params["code"].upper())
        except Mistake as mistake:
            await websocket.close(UNPLAYABLE, str(mistake)[:LONGEST_REASON])
            return
        except Exception as error:
            self.house.count("errors")
            log("error", "a table cannot be read", error=error)
            await websocket.close(1011)
            return
        if room is None:
            await websocket.close(UNKNOWN, "There is no table of this code.")
            return
        socket = Socket(self.house, room, guest, websocket)
        self.sockets.add(socket)
        try:
            await socket.run()
        finally:
            self.sockets.discard(socket)

    # --- The page ----------------------------------------------------------------------------------

    async def show_page(self, request: Request) -> Response:
        file = self.page.find(request.url.path)
        response = self.page.answer(file, request.headers)
        if file.is_page:
            guest, is_new = self.guest_of(request)
            return self.with_cookie(request, guest, is_new, response)
        return response


def json(content: Any) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(encode(content), media_type="application/json", headers=headers)


def failure(status: int, words: str) -> Response:
    response = json(msg.Failure(words))
    response.status_code = status
    return response


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request as one of our types, if it is not too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "Send JSON.")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BIGGEST_BODY:
            raise Refusal(413, "That is too long.")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal(400, f"This cannot be read: {error}") from None


def with_headers(app: ASGIApp) -> ASGIApp:
    """Every answer says what a browser may do with it."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await app(scope, receive, send_with_headers if scope["type"] == "http" else send)

    return wrapped
