"""The same person on several devices: a link that works once brings one more, and each can be ended."""

import io
import secrets
from collections.abc import Callable
from typing import NamedTuple

import segno

from fabletop.server import messages as msg
from fabletop.server.guests import Guest, new_device
from fabletop.server.store import Store

LIVES = 600.0  # seconds for which a link works
MOST_LINKS = 1000
KEPT = "insert or ignore into devices (guest, device, made) values (?, ?, ?)"


class Link(NamedTuple):
    guest: Guest
    until: float


class Devices:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.links: dict[str, Link] = {}  # by the token of each
        self.revoked: set[tuple[str, str]] = set()
        self.read_anew()

    def read_anew(self) -> None:
        revoked = self.store.rows("select guest, device from devices where revoked is not null")
        self.revoked = {(guest, device) for guest, device in revoked}

    def is_revoked(self, guest: Guest) -> bool:
        return (guest.id, guest.device) in self.revoked

    def link(self, guest: Guest) -> str:
        """A token that makes whoever shows it this guest, once and soon; an earlier one ends."""
        others = {token: one for token, one in self.links.items() if one.guest.id != guest.id}
        self.links = dict([*others.items()][-MOST_LINKS:])
        token = secrets.token_urlsafe(16)
        self.links[token] = Link(guest, self.now() + LIVES)
        return token

    def owner(self, token: str) -> Guest | None:
        """Who made a link, which is used up by that."""
        link = self.links.pop(token, None)
        fits = link is not None and link.until >= self.now() and not self.is_revoked(link.guest)
        return link.guest if link is not None and fits else None

    async def redeem(self, token: str) -> Guest | None:
        """The guest of a link, on a new device; None if it has been used, or is too old."""
        owner = self.owner(token)
        if owner is None:
            return None
        fresh = Guest(owner.id, owner.name, new_device())
        await self.keep(owner, fresh)
        return fresh

    async def keep(self, *guests: Guest) -> None:
        """Note which browsers are theirs, so that each can be ended."""
        devices = [(guest.id, guest.device) for guest in guests if guest.device]
        await self.store.write(*((KEPT, (*device, self.now())) for device in devices))

    def of(self, guest: Guest) -> list[msg.Device]:
        query = "select device, made from devices where guest = ? and revoked is null order by made, device"
        rows = self.store.rows(query, guest.id)
        found = [msg.Device(device, made, device == guest.device) for device, made in rows]
        return found or [msg.Device(guest.device, self.now(), True)]

    async def revoke(self, guest: Guest, device: str) -> bool:
        """From now on nobody is this guest with the cookie of this device."""
        if all(one.id != device for one in self.of(guest)):
            return False
        await self.store.write(
            (KEPT, (guest.id, device, self.now())),
            ("update devices set revoked = ? where guest = ? and device = ?", (self.now(), guest.id, device)),
        )
        self.revoked.add((guest.id, device))
        return True


def drawing(address: str) -> bytes:
    """The address as a QR code: an image in SVG."""
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", scale=4, border=2, light="#fff")
    return drawn.getvalue()


def picture(address: str) -> str:
    """The address as a QR code, to be shown as an image."""
    return str(segno.make(address, micro=False).svg_data_uri(scale=4, border=2, light="#fff"))
