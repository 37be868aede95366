"""Guests: a name and a signed cookie, no account. The cookie is all there is; nothing is stored."""

import base64
import hashlib
import hmac
import os
import re
import secrets
import time
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from fabletop.kernel.question import Mistake

COOKIE = "fabletop"
YEAR = 365 * 24 * 3600
RENEWED = 30  # days after which a cookie is given anew
GRACE = 90 * 24 * 3600  # seconds for which a secret that was replaced is still believed
LONGEST_NAME = 24
MACHINE = "bot-"  # how the ids of bots from outside begin; those of people are hexadecimal
LONGEST_COOKIE = 400
# Letters, marks and signs by their category that nothing is drawn for: fillers, selectors, blank Braille.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
STACKED = re.compile(
    r"([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{2})[\u0300-\u036f\u1ab0-\u20ff]+"
)
FIRST = ("Curious", "Drowsy", "Gentle", "Merry", "Patient", "Quiet", "Sly", "Tall", "Velvet", "Wandering")
SECOND = ("Badger", "Button", "Dormouse", "Fox", "Hare", "Lantern", "Magpie", "Moth", "Otter", "Thimble")


@dataclass(frozen=True, slots=True)
class Guest:
    id: str
    name: str
    device: str = field(default="", compare=False)  # which of their browsers this is
    day: int = field(default=0, compare=False)  # when their cookie was given, in days since 1970

    @property
    def is_machine(self) -> bool:
        return is_machine(self.id)

    @property
    def is_due(self) -> bool:
        """Whether their cookie should be given anew, so that it never ends while it is used."""
        return today() - self.day >= RENEWED


class Keyring:
    """Signs cookies, and reads those that it has signed, or that the secret before did."""

    def __init__(self, secret: bytes, before: bytes | None = None) -> None:
        self.secret = secret
        self.before = before

    def seal(self, guest: Guest) -> str:
        name = base64.urlsafe_b64encode(guest.name.encode()).decode().rstrip("=")
        body = f"{guest.id}.{name}.{guest.device or new_device()}.{today()}"
        return f"{body}.{self.signature(body)}"

    def read(self, cookie: str) -> Guest | None:
        """The guest whom this cookie names; None if we have not signed it."""
        body, _, signature = cookie.rpartition(".")
        if len(cookie) > LONGEST_COOKIE or not cookie.isascii():
            return None
        if not hmac.compare_digest(signature, self.signature(body)) and not self.is_old(cookie):
            return None
        who, name, device, day = [*body.split("."), "", "0"][:4]  # those of 0.1.0 had only two parts
        shown = base64.urlsafe_b64decode(name + "=" * (-len(name) % 4)).decode()
        return Guest(who, shown, device, int(day))

    def is_old(self, cookie: str) -> bool:
        """Whether the secret before has signed it: it is to be signed anew."""
        body, _, signature = cookie.rpartition(".")
        if self.before is None or not cookie.isascii():
            return False
        return hmac.compare_digest(signature, sign(self.before, body))

    def signature(self, body: str) -> str:
        return sign(self.secret, body)


def sign(secret: bytes, body: str) -> str:
    return hmac.new(secret, body.encode(), hashlib.sha256).hexdigest()[:43]


# --- The secret on disk -------------------------------------------------------------------------------------


def keyring(folder: Path) -> Keyring:
    """The keyring of a data folder; its secret is made once and read by nobody else."""
    file, before = folder / "secret", folder / "secret.before"
    if not file.exists():
        write_secret(file, secrets.token_bytes(32))
    return Keyring(read_secret(file), read_secret(before) if is_believed(before) else None)


def replace_secret(folder: Path, at_once: bool) -> None:
    """A new secret signs. What the one before signed is believed for a while, or no more at once."""
    file, before = folder / "secret", folder / "secret.before"
    if at_once:
        before.unlink(missing_ok=True)
    else:
        write_secret(before, read_secret(file))
    write_secret(file, secrets.token_bytes(32))


def is_believed(before: Path) -> bool:
    return before.exists() and time.time() - before.stat().st_mtime < GRACE


def read_secret(file: Path) -> bytes:
    secret = file.read_bytes()
    if len(secret) < 32:
        raise Mistake(f"{file} is damaged: remove it, and all guests begin anew")
    return secret


def write_secret(file: Path, secret: bytes) -> None:
    """Whole or not at all, and for its owner's eyes only."""
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(secret)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# --- Names --------------------------------------------------------------------------------------------------


def new_guest() -> Guest:
    return Guest(secrets.token_hex(10), f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}", new_device())


def new_machine(name: str, owner: str) -> Guest:
    """A bot from outside: what it is, and whose, is part of its name."""
    whose = f"bot of {owner}" if owner else "a stranger’s bot"
    return Guest(MACHINE + secrets.token_hex(10), f"{checked_name(name)}, {whose}", new_device())


def is_machine(guest: str) -> bool:
    return guest.startswith(MACHINE)


def new_device() -> str:
    return secrets.token_hex(4)


def today() -> int:
    return int(time.time() // (24 * 3600))


def checked_name(text: str) -> str:
    """A name that can be shown anywhere; a Mistake if there is nothing left of it."""
    name = " ".join("".join(c for c in unicodedata.normalize("NFKC", text) if is_shown(c)).split())
    name = STACKED.sub(r"\1", name)
    if not any(unicodedata.category(letter)[0] in "LNS" for letter in name):
        raise Mistake("A name needs at least one letter.")
    if len(name) > LONGEST_NAME:
        raise Mistake(f"A name may have {LONGEST_NAME} letters, not {len(name)}.")
    return name


def is_shown(letter: str) -> bool:
    """Whether a letter is drawn: no control signs, nothing that turns the line around, nothing blank."""
    return letter == " " or (unicodedata.category(letter)[0] in "LMNPS" and not BLANK.match(letter))
