"""What the operator switches on of the ways to tell people."""

from dataclasses import dataclass

from fabletop.kernel.question import Mistake
from fabletop.server.house import House
from fabletop.server.notices.mail import Mail
from fabletop.server.notices.outbox import Ways
from fabletop.server.notices.push import Push, keeping_key, kept_key, new_key


@dataclass(frozen=True)
class Switches:
    mail: str = ""  # smtp://user:password@host:587
    sender: str = ""
    push: str = ""  # how a push service reaches the operator
    feeds: bool = False

    def set(self, house: House, origins: tuple[str, ...]) -> None:
        """A Mistake says what is missing."""
        if not (self.mail or self.push or self.feeds):
            return
        if not origins:
            raise Mistake("notices lead to the table: name the address of this server with --origin")
        if self.mail and not self.sender:
            raise Mistake("mails have a sender: name it with --mail-from")
        address = origins[0].rstrip("/")
        house.notices.ways = Ways(
            address,
            Mail(self.mail, self.sender) if self.mail else None,
            Push(key_of(house), self.push) if self.push else None,
            self.feeds,
        )


def key_of(house: House) -> str:
    """The key by which browsers know this house; made once."""
    key = kept_key(house.store)
    if not key:
        key = new_key()
        house.store.write_now(*keeping_key(key))
    return key
