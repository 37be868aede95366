"""Guests: a name and a signed cookie, no account. The cookie is all there is; nothing is stored."""

import base64
import hashlib
import hmac
import os
import secrets
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from fabletop.kernel.question import Mistake

COOKIE = "fabletop"
YEAR = 365 * 24 * 3600
LONGEST_NAME = 24
LONGEST_COOKIE = 400
FIRST = ("Curious", "Drowsy", "Gentle", "Merry", "Patient", "Quiet", "Sly", "Tall", "Velvet", "Wandering")
SECOND = ("Badger", "Button", "Dormouse", "Fox", "Hare", "Lantern", "Magpie", "Moth", "Otter", "Thimble")


@dataclass(frozen=True, slots=True)
class Guest:
    id: str
    name: str


class Keyring:
    """Signs cookies, and reads those that it has signed."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def seal(self, guest: Guest) -> str:
        name = base64.urlsafe_b64encode(guest.name.encode()).decode().rstrip("=")
        body = f"{guest.id}.{name}"
        return f"{body}.{self.signature(body)}"

    def read(self, cookie: str) -> Guest | None:
        """The guest whom this cookie names; None if we have not signed it."""
        body, _, signature = cookie.rpartition(".")
        if len(cookie) > LONGEST_COOKIE or not cookie.isascii():
            return None
        if not hmac.compare_digest(signature, self.signature(body)):
            return None
        who, _, name = body.partition(".")
        return Guest(who, base64.urlsafe_b64decode(name + "=" * (-len(name) % 4)).decode())

    def signature(self, body: str) -> str:
        return hmac.new(self.secret, body.encode(), hashlib.sha256).hexdigest()[:43]


def keyring(folder: Path) -> Keyring:
    """The keyring of a data folder; its secret is made once and read by nobody else."""
    file = folder / "secret"
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        secret = file.read_bytes()
        if len(secret) < 32:
            raise Mistake(f"{file} is damaged: remove it, and all guests begin anew") from None
        return Keyring(secret)
    with os.fdopen(handle, "wb") as out:
        out.write(secrets.token_bytes(32))
        out.flush()
        os.fsync(out.fileno())
    return Keyring(file.read_bytes())


def new_guest() -> Guest:
    return Guest(secrets.token_hex(10), f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}")


def checked_name(text: str) -> str:
    """A name that can be shown anywhere; a Mistake if there is nothing left of it."""
    name = " ".join("".join(c for c in text if is_shown(c)).split())
    if not name:
        raise Mistake("A name needs at least one letter.")
    if len(name) > LONGEST_NAME:
        raise Mistake(f"A name may have {LONGEST_NAME} letters, not {len(name)}.")
    return name


def is_shown(letter: str) -> bool:
    """Whether a letter is drawn: no control signs, and none that would turn the line around."""
    return letter == " " or unicodedata.category(letter)[0] in "LMNPS"
