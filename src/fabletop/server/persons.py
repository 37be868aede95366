"""Guests who want to be kept: their name and settings live here, and passkeys or a phrase bring them back."""

import secrets

from fabletop.server.guests import Guest
from fabletop.server.store import Statement, Store

PAGE_LETTERS = 12  # bytes of the address of a person's page


class Persons:
    def __init__(self, store: Store) -> None:
        self.store = store

    def is_kept(self, guest: str) -> bool:
        """Whether somebody is more than the cookie of one browser."""
        return self.name_of(guest) is not None

    def name_of(self, guest: str) -> str | None:
        row = self.store.row("select name from persons where guest = ?", guest)
        return None if row is None else str(row[0])

    def keeping(self, guest: Guest, time: float) -> Statement:
        """From now on this guest is kept; who is already, stays as they are."""
        values = (guest.id, guest.name, time, secrets.token_urlsafe(PAGE_LETTERS))
        return ("insert or ignore into persons (guest, name, made, page) values (?, ?, ?, ?)", values)
