"""What is kept of one person: all of it to take along, or to be removed. Games stay, under a pseudonym."""

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from fabletop.server.store import Statement, Store

SOMEBODY = "Somebody"
REMOVED = "…"  # in place of what a person said

decode = msgspec.json.decode
encode = msgspec.json.encode

# Where a person's id stands, besides tables and events. A device that was revoked stays so.
THEIRS = {
    "sitting": "", "notes": "", "remarks": "", "reports": "", "devices": "and revoked is null",
    "turns": "", "telling": "", "subscriptions": "", "outbox": "", "holidays": "",
}  # fmt: skip


def tables_of(store: Store, guest: str) -> list[str]:
    """The codes of all tables at which somebody sat, spoke or was the host."""
    query = (
        "select code from sitting where guest = ? union select code from tables where host = ? "
        "union select code from events where guest = ? order by code"
    )
    return [code for (code,) in store.rows(query, guest, guest, guest)]


def export(store: Store, guest: str) -> dict[str, Any]:
    """All that is kept of a person, in plain data."""
    tables, chat = [], []
    for code in tables_of(store, guest):
        row = store.row("select game, made, changed, status, host from tables where code = ?", code)
        assert row is not None
        game, made, changed, status, host = row
        tables.append(
            {
                "code": code, "game": game, "made": made, "changed": changed, "status": status,
                "host": host == guest, "names": names_at(store, guest, code),
            }
        )  # fmt: skip
        chat += [{"code": code, "time": time, "words": words} for time, words in said_at(store, guest, code)]
    return {
        "guest": guest,
        "tables": tables,
        "chat": chat,
        "devices": [
            {"made": made, "revoked": revoked}
            for made, revoked in store.rows("select made, revoked from devices where guest = ?", guest)
        ],
        "notices": [
            {"zone": zone, "quiet_from": begins, "quiet_until": ends, "mail": mail}
            for zone, begins, ends, mail in store.rows(
                "select zone, quiet_from, quiet_until, mail from telling where guest = ?", guest
            )
        ],
        "push": [
            {"endpoint": endpoint, "made": made}
            for endpoint, made in store.rows(
                "select endpoint, made from subscriptions where guest = ?", guest
            )
        ],
        "holidays": [
            {"begins": begins, "ends": ends}
            for begins, ends in store.rows("select begins, ends from holidays where guest = ?", guest)
        ],
        "notes": [
            {"code": code, "words": words}
            for code, words in store.rows("select code, words from notes where guest = ?", guest)
        ],
        "remarks": [
            {"code": code, "thing": thing, "words": words}
            for code, thing, words in store.rows(
                "select code, thing, words from remarks where guest = ?", guest
            )
        ],
        "reports": [
            {"code": code, "time": time, "words": words}
            for code, time, words in store.rows(
                "select code, time, words from reports where guest = ?", guest
            )
        ],
    }


def names_at(store: Store, guest: str, code: str) -> list[str]:
    """What a person was called at a table."""
    bodies = (decode(body) for (body,) in store.rows("select body from events where code = ?", code))
    found = [body["name"] for body in bodies if body.get("guest") == guest and "name" in body]
    return list(dict.fromkeys(found))


def said_at(store: Store, guest: str, code: str) -> Iterable[tuple[float, str]]:
    query = "select time, body from events where code = ? and guest = ?"
    for time, body in store.rows(query, code, guest):
        event = decode(body)
        if event["type"] == "said":
            yield time, event["words"]


def forgetting(store: Store, guest: str, codes: list[str]) -> list[Statement]:
    """How a person's name, words and notes are removed; at these tables, all of theirs, they are somebody."""
    pseudonym = f"gone-{secrets.token_hex(8)}"
    statements: list[Statement] = []
    for code in codes:
        statements += renaming(store, guest, pseudonym, code)
    statements += [(f"delete from {table} where guest = ? {if_}", (guest,)) for table, if_ in THEIRS.items()]
    return statements


def renaming(store: Store, guest: str, pseudonym: str, code: str) -> list[Statement]:
    """The log of a table in which a person is somebody."""
    statements: list[Statement] = []
    query = "select number, body, guest from events where code = ? order by number"
    for number, body, sender in store.rows(query, code):
        old = decode(body)
        new = without(old, guest, pseudonym)
        if sender == guest and new["type"] == "said":
            new |= {"who": SOMEBODY, "words": REMOVED}
        if new != old:
            statements.append(
                ("update events set body = ? where code = ? and number = ?", (encode(new), code, number))
            )
    statements.append(("update events set guest = ? where code = ? and guest = ?", (pseudonym, code, guest)))
    row = store.row("select opening, summary, host from tables where code = ?", code)
    assert row is not None
    opening, summary, host = decode(row[0]), decode(row[1]), row[2]
    values = (
        encode(without(opening, guest, pseudonym)),
        encode(without(summary, guest, pseudonym)),
        pseudonym if host == guest else host,
        code,
    )
    statements.append(("update tables set opening = ?, summary = ?, host = ? where code = ?", values))
    return statements


def without(data: Any, guest: str, pseudonym: str) -> Any:
    """The same data with another id in place of a guest's, and without the names that belong to it."""
    if data == guest:
        return pseudonym
    if isinstance(data, list):
        return [without(each, guest, pseudonym) for each in data]
    if not isinstance(data, dict):
        return data
    new = {key: without(value, guest, pseudonym) for key, value in data.items()}
    if data.get("guest") == guest:
        new |= {key: SOMEBODY for key in ("name", "who") if key in data}
    if guest in data.get("guests", ()):  # a summary: names and guests by seat
        new["seats"] = [
            SOMEBODY if who == guest else name
            for name, who in zip(data["seats"], data["guests"], strict=True)
        ]
    return new
