"""Who asked for what, a JSON object a line: without codes, names or cookies; of an address its network."""

import ipaddress
import json
import time
from pathlib import Path
from typing import TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fabletop.kernel.question import Mistake

KNOWN = {
    "", "api", "shelf", "me", "tables", "games", "curve", "export", "ws", "healthz", "metrics", "t", "review",
    "learn", "daily", "ratings", "rules", "credits", "assets", "licences.txt", "you",
    "notices", "feed", "push", "mail", "holidays", "stop", "confirm", "sw.js",
}  # fmt: skip


class AccessLog:
    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self.out: TextIO = file.open("a", encoding="utf-8", buffering=1)
            file.chmod(0o600)
        except OSError as error:
            raise Mistake(f"--access-log {file}: {error.strerror}") from None

    def reopen(self) -> None:
        """After the file was moved away to be kept or packed."""
        self.out.close()
        self.out = self.file.open("a", encoding="utf-8", buffering=1)

    def write(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        if not self.file.exists():
            self.reopen()
        line = {
            "time": round(time.time(), 3),
            "from": network_of(scope["client"][0] if scope.get("client") else ""),
            "method": scope.get("method", "WS"),
            "place": place(scope["path"]),
            "status": status,
            "bytes": size,
            "seconds": round(seconds, 4),
        }
        print(json.dumps(line), file=self.out)

    def around(self, app: ASGIApp) -> ASGIApp:
        async def logged(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "lifespan":
                await app(scope, receive, send)
                return
            start, status, size = time.monotonic(), 0, 0

            async def noting(message: Message) -> None:
                nonlocal status, size
                status = message.get("status", status)
                size += len(message.get("body", b""))
                await send(message)

            try:
                await app(scope, receive, noting)
            finally:
                self.write(scope, status, size, time.monotonic() - start)

        return logged


def place(path: str) -> str:
    """Where somebody went, with a star for everything that could be a code or a name."""
    return "/".join(part if part in KNOWN else "*" for part in path.split("/", 5))


def network_of(host: str) -> str:
    """The neighbourhood of an address: enough to see where a flood comes from."""
    try:
        address = ipaddress.ip_address(host.removeprefix("::ffff:"))
    except ValueError:
        return ""
    return str(ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False))
