"""Notices by web push (RFC 8030, 8291, 8292). Where to comes from strangers: see `reach`."""

import asyncio
import base64
import ipaddress
import json
import ssl
import time
from typing import Any
from urllib.parse import SplitResult, urlsplit

from fabletop.kernel.question import Mistake
from fabletop.server.notices.outbox import Dead, Failed, Letter
from fabletop.server.notices.words import Notice
from fabletop.server.store import Statement, Store

PATIENCE = 10.0  # seconds
SIGNED_FOR = 12 * 3600  # seconds
KEPT_FOR = 24 * 3600  # seconds for which a push service keeps a notice for a browser that is not there
LONGEST = 1000  # letters of an address
MOST_BROWSERS = 8  # of one person
WITHOUT = "push needs pywebpush: pip install 'fabletop[notices]'"
NAME = "push-key"  # among the settings of the house


class Push:
    def __init__(self, key: str, contact: str) -> None:
        """`key` is the private one, of `new_key`; `contact` whom push services ask if something is wrong."""
        try:
            import py_vapid
            import pywebpush
        except ImportError:
            raise Mistake(WITHOUT) from None
        if not contact.startswith(("mailto:", "https://")):
            raise Mistake(
                "--push is how a push service reaches you: mailto:you@example.org, or an https:// page"
            )
        self.pusher: Any = pywebpush.WebPusher
        self.signer: Any = py_vapid.Vapid02
        self.contact = contact
        self.use(key)
        self.inside = False  # whether it may reach what is not public, and without TLS: only trials may
        self.tls = ssl.create_default_context()

    def use(self, key: str) -> None:
        self.vapid: Any = self.signer.from_raw(key.encode())
        self.public_key = public_key(key)

    def check(self, endpoint: str, p256dh: str, auth: str) -> None:
        """A Mistake, if this can be no subscription of a browser."""
        self.place_of(endpoint)
        try:
            self.encrypted(p256dh, auth, b"x")
        except Exception:
            raise Mistake("These are no keys of a browser.") from None

    async def tell(self, letter: Letter, notice: Notice, stop: str, p256dh: str, auth: str) -> None:
        place = self.place_of(letter.target)
        said = {"title": notice.title, "body": "\n".join(notice.lines), "path": notice.path, "stop": stop}
        body = self.encrypted(p256dh, auth, json.dumps(said, ensure_ascii=False).encode())
        claims = {
            "aud": f"{place.scheme}://{place.netloc}",
            "exp": int(time.time()) + SIGNED_FOR,
            "sub": self.contact,
        }
        headers = {
            **self.vapid.sign(claims),
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR), "Urgency": "normal", "Topic": f"turn-{letter.id}",
        }  # fmt: skip
        async with asyncio.timeout(PATIENCE):
            status = await self.post(place, headers, body)
        if status in (404, 410):
            raise Dead(str(status))
        if not 200 <= status < 300:
            raise Failed(f"the push service answered {status}")

    def encrypted(self, p256dh: str, auth: str, content: bytes) -> bytes:
        info = {"endpoint": "https://nowhere.invalid", "keys": {"p256dh": p256dh, "auth": auth}}
        body: bytes = self.pusher(info).encode(content)["body"]
        return body

    # --- Reaching it -------------------------------------------------------------------------------

    def place_of(self, endpoint: str) -> SplitResult:
        """A Mistake, if this is no public place."""
        try:
            place = urlsplit(endpoint)
            is_plain = place.username is None and place.port in (None, 443) and place.scheme == "https"
            host = place.hostname or ""
        except ValueError:
            raise Mistake("This is no address.") from None
        printable = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
        if not host or not printable or len(endpoint) > LONGEST or not (is_plain or self.inside):
            raise Mistake("A push service has an https:// address.")
        return place

    async def reach(self, place: SplitResult) -> tuple[str, int]:
        """The very address to connect to: looked up once, so that it cannot be another one a moment later."""
        host, port = place.hostname or "", place.port or 443
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)  # a stream
        addresses = [str(entry[4][0]) for entry in found]
        if not self.inside and not all(is_public(address) for address in addresses):
            raise Dead("not a public address")
        return addresses[0], port

    async def post(self, place: SplitResult, headers: dict[str, str], body: bytes) -> int:
        """One request, one status; whatever else is answered is not read, and nothing is followed."""
        address, port = await self.reach(place)
        secure = place.scheme == "https"
        reader, writer = await asyncio.open_connection(
            address,
            port,
            ssl=self.tls if secure else None,
            server_hostname=place.hostname if secure else None,
            limit=2048,
        )
        try:
            path = (place.path or "/") + (f"?{place.query}" if place.query else "")
            fields = {
                "Host": place.netloc,
                **headers,
                "Content-Length": str(len(body)),
                "Connection": "close",
            }
            lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            writer.write(f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body)
            await writer.drain()
            first = (await reader.readline()).split()
            if len(first) < 2 or not first[1].isdigit():
                raise Failed("this is no HTTP")
            return int(first[1])
        except (asyncio.LimitOverrunError, ValueError):
            raise Failed("this is no HTTP") from None
        finally:
            writer.close()


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(found, "ipv4_mapped", None) or found
    return bool(inner.is_global and not inner.is_multicast)


# --- The key of the house -----------------------------------------------------------------------------------


def kept_key(store: Store) -> str:
    row = store.row("select value from settings where name = ?", NAME)
    return row[0] if row else ""


def new_key() -> str:
    """The private key as 43 letters."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def public_key(key: str) -> str:
    """As browsers want it."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(base64.urlsafe_b64decode(key + "="), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def keeping_key(key: str) -> list[Statement]:
    """Browsers have subscribed to the key before: they have to do it again."""
    return [
        ("insert or replace into settings (name, value) values (?, ?)", (NAME, key)),
        ("delete from subscriptions", ()),
        ("delete from outbox where way = 'push'", ()),
    ]
