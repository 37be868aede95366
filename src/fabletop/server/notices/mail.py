"""Notices by mail, through any SMTP server."""

import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fabletop.kernel.question import Mistake
from fabletop.server.notices.outbox import Dead, Failed, Letter
from fabletop.server.notices.words import Notice

if TYPE_CHECKING:
    import aiosmtplib

PORTS = {"smtp": 587, "smtps": 465}
PATIENCE = 20.0  # seconds
LONGEST = 254
PLAIN = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
WITHOUT = "mail needs aiosmtplib: pip install 'fabletop[notices]'"


def checked_address(text: str) -> str:
    """A mail address that can stand in a header; a Mistake if it is none."""
    address = text.strip()
    if len(address) > LONGEST or not PLAIN.fullmatch(address):
        raise Mistake("This is no mail address: it should look like anna@example.org.")
    return address


class Mail:
    def __init__(self, server: str, sender: str) -> None:
        try:
            import aiosmtplib
        except ImportError:
            raise Mistake(WITHOUT) from None
        self.client = aiosmtplib
        place = urlsplit(server)
        if place.scheme not in PORTS or not place.hostname:
            raise Mistake(
                "--mail is the address of a mail server: smtp://user:password@mail.example:587, or smtps://"
            )
        self.host, self.port = place.hostname, place.port or PORTS[place.scheme]
        self.tls = place.scheme == "smtps"
        self.user = unquote(place.username) if place.username else None
        self.password = unquote(place.password) if place.password else None
        name, address = parseaddr(sender)
        checked_address(address)
        self.sender = Address(name or "Fabletop", addr_spec=address)

    async def tell(self, letter: Letter, notice: Notice, stop: str, address: str) -> None:
        lines = [
            f"{notice.title}.",
            "",
            *notice.lines,
            "",
            f"{address}{notice.path}",
            "",
            "--",
            f"No more of these mails: {stop}",
        ]
        message = self.message(letter, notice.title, lines)
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self.send(message)

    async def ask_to_confirm(self, letter: Letter, link: str, address: str) -> None:
        lines = [
            f"Somebody at {address} wants to be told here when it is their turn in a game.",
            "", "If that is you, say so there:", link, "", "If not, do nothing: no other mail will come.",
        ]  # fmt: skip
        await self.send(self.message(letter, "Is this your address?", lines))

    def message(self, letter: Letter, subject: str, lines: list[str]) -> EmailMessage:
        """The same letter has the same id, so that one that had to be sent again can be known."""
        found = EmailMessage(policy=SMTP)
        found["From"] = self.sender
        found["To"] = Address(addr_spec=letter.target)
        found["Subject"] = f"Fabletop: {subject}"
        found["Date"] = formatdate()
        found["Message-ID"] = f"<{letter.id}.{letter.made:.0f}.notice@{self.sender.domain}>"
        found["Auto-Submitted"] = "auto-generated"
        found.set_content("\n".join(lines) + "\n")
        return found

    async def send(self, message: EmailMessage) -> None:
        smtp: aiosmtplib.SMTP = self.client.SMTP(
            hostname=self.host, port=self.port, use_tls=self.tls, timeout=PATIENCE,
            username=self.user, password=self.password,
        )  # fmt: skip
        try:
            async with smtp:
                await smtp.send_message(message)
        except self.client.SMTPRecipientsRefused as error:
            if all(one.code >= 500 for one in error.recipients):
                raise Dead(str(error)) from None
            raise Failed(str(error)) from None
        except self.client.SMTPException as error:
            raise Failed(str(error)) from None
