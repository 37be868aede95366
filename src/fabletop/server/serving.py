"""Runs the server: one process, one folder of data."""

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from fabletop.games import broken
from fabletop.kernel.question import Mistake
from fabletop.server import garbage
from fabletop.server.access import AccessLog
from fabletop.server.app import App
from fabletop.server.folder import open_house, take
from fabletop.server.house import House
from fabletop.server.housekeeping import Housekeeping, Policy, make_shrinkable
from fabletop.server.lines import PING_EVERY, PONG_WITHIN, Line, Requests
from fabletop.server.logs import log, only_json
from fabletop.server.notices.switches import Switches
from fabletop.server.sockets import BIGGEST

FAREWELL = 3  # seconds for what is under way when the server is stopped
# When a commit is done, the writer waits for its turn to say so; Python lets the loop go on for 5 ms.
TURN = 0.001  # seconds
EVERYTHING = Policy()  # is kept
SILENT = Switches()


def serve(
    host: str,
    port: int,
    data: Path,
    workers: int | None,
    origins: tuple[str, ...],
    proxies: tuple[str, ...] = (),
    show: bool = False,
    policy: Policy = EVERYTHING,
    switches: Switches = SILENT,
    prepare: Callable[[House], None] | None = None,
    database: str = "",
    reachable: str = "",
) -> int:
    allow_many_sockets()
    only_json()
    sys.setswitchinterval(TURN)
    listening = listen(host, port)
    address = (
        f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{listening.getsockname()[1]}/"
    )
    held = take(data)
    if policy.keep_days is not None or policy.abandoned_days is not None:
        make_shrinkable(data / "tables.sqlite")
    house = open_house(data, workers, database)
    switches.set(house, origins)
    if prepare is not None:
        prepare(house)  # trials have a house of their own kind
    app = App(house, origins, proxies, host)
    app.address = reachable or f"{'127.0.0.1' if host == '0.0.0.0' else host}:{listening.getsockname()[1]}"
    app.keeping = Housekeeping(house, policy)
    app.access = AccessLog(policy.access_log) if policy.access_log else None
    server = Server(config(app))
    server.drain, app.stop = app.drain_soon, server.stop
    log("info", "started", address=address, pid=os.getpid())
    for words in broken():
        log("warning", words)
    print(f"Fabletop is open: {address}", flush=True)
    if show and has_screen():
        threading.Timer(0.5, webbrowser.open, [address]).start()
    garbage.in_small_steps()
    server.run([listening])
    held.close()
    return 0


def allow_many_sockets() -> None:
    """Each socket is a file: ask for as many as the system grants."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


class Server(uvicorn.Server):
    """Stops without an exit code of its own: at once on Ctrl-C, on SIGTERM when bots have answered."""

    drain: Callable[[], None] | None = None

    def stop(self) -> None:
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        drain, self.drain = self.drain, None  # the second signal does not wait
        if sig == signal.SIGTERM and self.started and drain is not None:
            drain()
        else:
            self.stop()
        if sig == signal.SIGINT:
            print(flush=True)


def config(app: App) -> uvicorn.Config:
    return uvicorn.Config(
        app.asgi(),
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=Requests,
        ws=Line,
        ws_max_size=BIGGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        proxy_headers=False,  # see App.asgi
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=FAREWELL,
    )


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio delays answers
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise Mistake(f"{host}:{port} cannot be used: {error.strerror}; choose another --port") from None
    return found
