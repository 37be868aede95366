"""Where a request came from, and by which name it meant to reach us."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from fabletop.kernel.question import Mistake
from fabletop.server.limits import plain


def network(address: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(address)
    except ValueError:
        raise Mistake(f"--proxy {address}: expected an address or a network, such as 127.0.0.1") from None


def behind(app: ASGIApp, proxies: tuple[str, ...]) -> ASGIApp:
    """What a proxy forwards is believed of those that were named, and of nobody else."""
    forwarded: ASGIApp = ProxyHeadersMiddleware(app, list(proxies)) if proxies else app  # type: ignore[arg-type, assignment]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("client"):
            host, port = scope["client"]
            scope["client"] = (plain(host), port)
        await forwarded(scope, receive, send)

    return wrapped


class Names:
    """The names of this server. Another one in `Host` is of a page that had it lead to our address."""

    def __init__(self, host: str, origins: Iterable[str]) -> None:
        here = socket.gethostname().lower()
        self.known = {"localhost", host.lower(), here, f"{here}.local"}
        self.known |= {(urlsplit(origin).hostname or "").lower() for origin in origins}
        self.known.discard("")

    def knows(self, header: str) -> bool:
        """Whether `Host` names us: by one of our names, or by an address."""
        try:
            name = (urlsplit(f"//{header}").hostname or "").lower()
        except ValueError:
            return False
        try:
            ipaddress.ip_address(name.partition("%")[0])
        except ValueError:
            return name.rstrip(".") in self.known
        return True
