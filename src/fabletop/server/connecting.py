"""A page connects: who it is, which process has its table, and the socket that serves it there."""

import asyncio
import sqlite3
import time
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from fabletop.kernel.question import Mistake
from fabletop.server.alone import Elsewhere
from fabletop.server.answers import Refusal
from fabletop.server.guests import Guest
from fabletop.server.health import words_of
from fabletop.server.limits import Who
from fabletop.server.lines import Line
from fabletop.server.logs import log
from fabletop.server.relay import HEADER, PEER, Relay, introduce, introduced
from fabletop.server.room import SENT_AWAY, Room
from fabletop.server.sockets import AGAIN_PLEASE, CLOSED, TOO_MANY, UNKNOWN, Socket, shortened

if TYPE_CHECKING:
    from fabletop.server.app import App

MOST_SOCKETS = 20_000
UNREACHED = 6.0  # seconds for a table that was another process's to be ours
NO_TABLE = "There is no table of this code."
PLACE = "/ws/"  # and the code of a table


class Connecting:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.house = app.house
        self.sockets: set[Socket] = set()
        self.relays: set[Relay] = set()  # pages whose tables are elsewhere

    # --- Who comes ---------------------------------------------------------------------------------

    async def come(self, websocket: WebSocket) -> None:
        if websocket.url.path.startswith(PEER):
            await self.come_from_peer(websocket)
            return
        if self.house.cluster.trouble:  # a proxy tries another process
            await self.not_now(websocket, self.house.cluster.trouble)
            return
        try:
            self.app.check_origin(websocket.headers)
            guest, is_new = self.app.guest_of(websocket)
        except Refusal:
            await websocket.close()  # before it is accepted: the answer is 403
            return
        except sqlite3.Error as error:
            await self.not_now(websocket, words_of(error))
            return
        who, line = self.app.who(websocket, guest), websocket.state.line
        if not self.app.limits.enter("sockets", who):
            await self.turn_away(websocket, TOO_MANY, "Too many pages are open.")
            return
        try:
            cookie = [(b"set-cookie", self.app.cookie(websocket, guest).encode())] if is_new else []
            await websocket.accept(headers=cookie)
            await self.serve_line(line, guest, who, websocket.url.path.removeprefix(PLACE))
        finally:
            self.app.limits.leave("sockets", who)
            self.app.garbage.page_left()

    async def come_from_peer(self, websocket: WebSocket) -> None:
        """Another process sends us a page whose table is ours."""
        code = websocket.url.path.removeprefix(PEER)
        found = introduced(self.house.keyring, websocket.headers.get(HEADER, ""), code)
        if found is None:
            await websocket.close()
            return
        await websocket.accept()
        try:
            await self.serve_line(websocket.state.line, *found, code, is_relayed=True)
        finally:
            self.app.garbage.page_left()

    async def not_now(self, websocket: WebSocket, words: str) -> None:
        head = {"type": "websocket.http.response.start", "status": 503, "headers": []}
        await websocket.send(head)
        await websocket.send({"type": "websocket.http.response.body", "body": words.encode()})
        websocket.state.line.handshake_complete = True  # or uvicorn complains

    async def turn_away(self, websocket: WebSocket, code: int, words: str) -> None:
        await websocket.accept()
        websocket.state.line.cut(code, words)

    # --- Where the table is -----------------------------------------------------------------------

    async def relay(self, line: Line, guest: Guest, who: Who, code: str, address: str) -> bool:
        """To the process that has the table; False if it cannot be reached."""
        relay = Relay(line, guest)
        self.relays.add(relay)
        try:
            return await relay.run(address, code, introduce(self.house.keyring, guest, who, code))
        finally:
            self.relays.discard(relay)
            if relay.was_lost:
                self.house.in_background(self.house.cluster.until_gone(address))

    async def serve_line(
        self, line: Line, guest: Guest, who: Who, code: str, is_relayed: bool = False
    ) -> None:
        until = time.monotonic() + UNREACHED
        while True:
            try:
                room = await self.app.find(who, code)
                break
            except Elsewhere as elsewhere:
                at, cluster = elsewhere.address, self.house.cluster
                if at and not is_relayed and not cluster.is_silent(at):
                    if await self.relay(line, guest, who, code.upper(), at):
                        return
                if is_relayed or not at or time.monotonic() > until:
                    await asyncio.sleep(0.1)
                    line.cut(AGAIN_PLEASE)
                    return
                await cluster.until_gone(at)  # then the table is ours
            except (Mistake, Refusal, sqlite3.Error) as error:
                self.cannot_serve(line, error)
                return
            except Exception as error:
                self.house.count("errors")
                log("error", "a table cannot be read", error=error)
                line.cut(1011)
                return
        if room is None:
            line.cut(UNKNOWN, NO_TABLE)
            return
        await self.serve_room(line, guest, who, room)

    def cannot_serve(self, line: Line, error: Exception) -> None:
        if isinstance(error, Mistake):
            line.cut(CLOSED, shortened(str(error)))
        elif isinstance(error, Refusal):
            line.cut(TOO_MANY, error.words)
        else:
            log("error", "a table cannot be read", error=error)
            line.cut(1011)

    async def serve_room(self, line: Line, guest: Guest, who: Who, room: Room) -> None:
        if guest.id in room.table.sent_away:
            line.cut(CLOSED, SENT_AWAY)
            return
        if len(self.sockets) >= MOST_SOCKETS:
            line.cut(TOO_MANY, "Too many pages are open.")
            return
        socket = Socket(self.house, room, guest, who, line)
        self.sockets.add(socket)
        try:
            await socket.run()
        finally:
            self.sockets.discard(socket)

    def send_barred_away(self) -> None:
        """Another process may have barred somebody."""
        pages: list[Socket | Relay] = [*self.sockets, *self.relays]
        for page in pages:
            words = self.house.operating.barred.why("guest", page.guest.id)
            if words is not None:
                page.send_away(words)
