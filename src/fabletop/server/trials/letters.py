"""Where notices arrive in trials: a real mail server, and a push service whose browsers decrypt."""

import asyncio
import base64
import contextlib
import json
import os
import re
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ARRIVES = 30.0  # seconds within which something should
LINK = re.compile(r"https?://\S+")


class Arriving:
    """Things that arrive one after another."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self.news = asyncio.Event()

    def add(self, thing: Any) -> None:
        self.all.append(thing)
        self.news.set()

    async def until(self, count: int, patience: float = ARRIVES) -> None:
        async with asyncio.timeout(patience):
            while len(self.all) < count:
                self.news.clear()
                await self.news.wait()


class Mailbox(Arriving):
    """A mail server, and all that it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.refusals = 0  # of the next letters, so many are not taken now

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refusals > 0:
            self.refusals -= 1
            return "451 not now"
        content = envelope.content
        assert isinstance(content, bytes)
        self.add(message_from_bytes(content, policy=policy.default))
        return "250 taken"

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """The address of the server, as `--mail` wants it."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(self, enable_SMTPUTF8=True), "127.0.0.1", 0)
        try:
            yield f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()

    def mails_to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.all if mail["To"] == address]


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def links_in(mail: EmailMessage) -> list[str]:
    return LINK.findall(text_of(mail))


class Browser:
    """One that has subscribed."""

    def __init__(self, address: str, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.endpoint = f"{address}/{name}"
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": self.endpoint, "p256dh": packed(public), "auth": packed(self.secret)}
        self.got = Arriving()

    def take(self, body: bytes) -> None:
        said = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        self.got.add(json.loads(said))


def packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class PushService:
    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}  # by the path of each
        self.gone: set[str] = set()
        self.address = ""
        self.headers: list[dict[str, str]] = []  # of all that was sent

    def browser(self, name: str) -> Browser:
        found = self.browsers[f"/{name}"] = Browser(self.address, name)
        return found

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator["PushService"]:
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        path = head[0].split()[1]
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers["content-length"]))
        self.headers.append(headers)
        status = "410 Gone" if path in self.gone else "201 Created"
        if path not in self.gone:
            self.browsers[path].take(body)
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
        writer.close()
