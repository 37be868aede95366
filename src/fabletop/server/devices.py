"""The same person on several devices: a link that works once brings one more, and each can be ended."""

import hashlib
import io
import secrets
from collections.abc import Callable

import msgspec
import segno

from fabletop.server import messages as msg
from fabletop.server.guests import Guest, new_device
from fabletop.server.store import Store

LIVES = 600.0  # seconds for which a link works
KEPT = "insert or ignore into devices (guest, device, made) values (?, ?, ?)"


decode_guest = msgspec.json.Decoder(Guest).decode


class Devices:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.revoked: set[tuple[str, str]] = set()
        self.read_anew()

    def read_anew(self) -> None:
        revoked = self.store.rows("select guest, device from devices where revoked is not null")
        self.revoked = {(guest, device) for guest, device in revoked}

    def is_revoked(self, guest: Guest) -> bool:
        return (guest.id, guest.device) in self.revoked

    def link(self, guest: Guest) -> str:
        """A token that makes whoever shows it this guest, once and soon; an earlier one ends."""
        briefly, until = self.store.briefly, self.now() + LIVES
        earlier = briefly.take(f"link of {guest.id}", self.now())
        if earlier is not None:
            briefly.take(earlier, self.now())
        token = secrets.token_urlsafe(16)
        briefly.put(name_of(token), msgspec.json.encode(guest).decode(), until)
        briefly.put(f"link of {guest.id}", name_of(token), until)
        return token

    def owner(self, token: str) -> Guest | None:
        """Who made a link, which is used up by that."""
        kept = self.store.briefly.take(name_of(token), self.now())
        guest = None if kept is None else decode_guest(kept)
        return None if guest is None or self.is_revoked(guest) else guest

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


def name_of(token: str) -> str:
    """By which a link is kept: who reads that cannot use it."""
    return f"link {hashlib.sha256(token.encode()).hexdigest()}"


def drawing(address: str) -> bytes:
    """The address as a QR code: an image in SVG."""
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", scale=4, border=2, light="#fff")
    return drawn.getvalue()


def picture(address: str) -> str:
    """The address as a QR code, to be shown as an image."""
    return str(segno.make(address, micro=False).svg_data_uri(scale=4, border=2, light="#fff"))
