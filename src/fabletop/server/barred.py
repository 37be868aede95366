"""Who and what the operator does not let in, and the words that stand in its place."""

import ipaddress
from typing import Literal, get_args

from fabletop.kernel.question import Mistake
from fabletop.server.store import Statement, Store

Kind = Literal["table", "game", "edition", "guest", "address"]
KINDS: tuple[Kind, ...] = get_args(Kind)
WORDS: dict[Kind, str] = {
    "table": "This table was closed by the house.",
    "game": "This game was withdrawn.",
    "edition": "The edition of this table was withdrawn.",
    "guest": "You are not let into this house.",
    "address": "Nobody is let in from there.",
}


class Barred:
    """Few, so that all of them are at hand."""

    def __init__(self, store: Store) -> None:
        self.words: dict[tuple[Kind, str], str] = {}
        self.read_anew(store)

    def read_anew(self, store: Store) -> None:
        rows = store.rows("select kind, name, words from barred")
        self.words = {(kind, name): words for kind, name, words in rows}

    def why(self, kind: Kind, name: str) -> str | None:
        """The words in its place; None if it is let in."""
        return self.words.get((kind, name))

    def check(self, kind: Kind, name: str) -> None:
        words = self.why(kind, name)
        if words is not None:
            raise Mistake(words)

    def why_not_from(self, host: str) -> str | None:
        """The words for an address; networks are barred, and all that lies in them."""
        networks = [(name, words) for (kind, name), words in self.words.items() if kind == "address"]
        if not networks:
            return None
        try:
            address = ipaddress.ip_address(host.removeprefix("::ffff:"))
        except ValueError:
            return None
        return next((words for name, words in networks if address in ipaddress.ip_network(name)), None)

    def bar(self, kind: Kind, name: str, words: str, time: float) -> Statement:
        """From now on it is not let in, and will not be when this is committed."""
        words = words or WORDS[kind]
        self.words[kind, name] = words
        values = (kind, name, time, words)
        return ("insert or replace into barred (kind, name, since, words) values (?, ?, ?, ?)", values)

    def lift(self, kind: Kind, name: str) -> Statement:
        if self.words.pop((kind, name), None) is None:
            raise Mistake(f"{kind} {name} is not barred.")
        return ("delete from barred where kind = ? and name = ?", (kind, name))


def network(text: str) -> str | None:
    """An address or network as it is kept; None if it is none."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        return None
