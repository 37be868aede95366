"""What is kept of one person: all of it to take along, to be given to another guest, or to be removed.

Games stay, under a pseudonym.
"""

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from fabletop.server.store import Statement, Store

SOMEBODY = "Somebody"
REMOVED = "…"  # in place of what a person said

decode = msgspec.json.decode
encode = msgspec.json.encode

# Where a person's id stands, besides tables and events: with a table's code beside it, and alone. A device
# that was revoked stays so.
AT_A_TABLE = ("sitting", "notes", "remarks", "reports", "tries", "played", "facts", "invited", "turns")
THEIRS = {
    **dict.fromkeys(AT_A_TABLE, ""),
    **dict.fromkeys(("persons", "passkeys", "phrases", "figures", "streaks", "met", "blocked"), ""),
    **dict.fromkeys(("ratings", "places", "browsers"), ""),
    **dict.fromkeys(("telling", "subscriptions", "outbox", "holidays"), ""),
    "devices": "and revoked is null",
}
# What is exported as it is kept: from which table, and which columns of it.
EXPORTED = {
    "passkeys": ("passkeys", "credential, made, used"),
    "devices": ("devices", "made, revoked"),
    "notices": ("telling", "zone, quiet_from, quiet_until, mail"),
    "push": ("subscriptions", "endpoint, made"),
    "holidays": ("holidays", "begins, ends"),
    "notes": ("notes", "code, words"),
    "remarks": ("remarks", "code, thing, words"),
    "reports": ("reports", "code, time, words"),
    "tries": ("tries", "day, game, code, words"),
    "ratings": ("ratings", "game, code, time, mu, sigma"),
}
OTHERS = {"met": "other", "blocked": "other", "invited": "by"}  # where others have to do with them


def tables_of(store: Store, guest: str) -> list[str]:
    """The codes of all tables at which somebody sat, spoke or was the host."""
    query = (
        "select code from sitting where guest = ? union select code from tables where host = ? "
        "union select code from events where guest = ? order by code"
    )
    return [code for (code,) in store.rows(query, guest, guest, guest)]


def seats_of(store: Store, guest: str) -> list[str]:
    """The codes of all tables at which somebody sits."""
    query = "select s.code, summary from sitting s join tables t on t.code = s.code where s.guest = ?"
    return [code for code, summary in store.rows(query, guest) if guest in decode(summary)["guests"]]


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
        "person": [
            {**row, "settings": decode(row["settings"]), "shown": bool(row["shown"])}
            for row in rows_of(store, guest, "persons", "name, made, settings, shown")
        ],
        "played": rows_of(store, guest, "played", "code, ended, worth, words", "order by ended"),
        "met": [
            {"name": name, "last": last, "blocked": bool(blocked)}
            for name, last, blocked in store.rows(
                "select m.name, m.last, b.other is not null from met m "
                "left join blocked b on b.guest = m.guest and b.other = m.other where m.guest = ?",
                guest,
            )
        ],
        **{name: rows_of(store, guest, table, columns) for name, (table, columns) in EXPORTED.items()},
    }


def rows_of(store: Store, guest: str, table: str, columns: str, order: str = "") -> list[dict[str, Any]]:
    """What a table has of a person."""
    names = columns.split(", ")
    rows = store.rows(f"select {columns} from {table} where guest = ? {order}", guest)
    return [dict(zip(names, row, strict=True)) for row in rows]


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
        statements += renaming(store, guest, pseudonym, code, SOMEBODY, forget=True)
    statements += [(f"delete from {table} where guest = ? {if_}", (guest,)) for table, if_ in THEIRS.items()]
    statements += [(f"delete from {table} where {column} = ?", (guest,)) for table, column in OTHERS.items()]
    return statements


def joining(store: Store, guest: str, person: str, name: str, codes: list[str]) -> list[Statement]:
    """How all that a guest has at these tables becomes another's."""
    statements: list[Statement] = []
    for code in codes:
        statements += renaming(store, guest, person, code, name)
        statements += [
            (f"update or ignore {table} set guest = ? where guest = ? and code = ?", (person, guest, code))
            for table in AT_A_TABLE
        ]
    for table, column in [*dict.fromkeys(("met", "blocked"), "guest").items(), *OTHERS.items()]:
        statements += [
            (f"update or ignore {table} set {column} = ? where {column} = ?", (person, guest)),
            (f"delete from {table} where {column} = ?", (guest,)),
        ]
    statements += [
        (f"delete from {table} where guest = ? and other = guest", (person,)) for table in ("met", "blocked")
    ]
    statements.append(("delete from streaks where guest = ?", (guest,)))
    return statements


def renaming(
    store: Store, guest: str, other: str, code: str, name: str, forget: bool = False
) -> list[Statement]:
    """The log of a table in which another sits in a guest's place; what they said is forgotten, or not."""
    statements: list[Statement] = []
    query = "select number, body, guest from events where code = ? order by number"
    for number, body, sender in store.rows(query, code):
        old = decode(body)
        new = without(old, guest, other, name)
        if forget and sender == guest and new["type"] == "said":
            new |= {"who": SOMEBODY, "words": REMOVED}
        if new != old:
            statements.append(
                ("update events set body = ? where code = ? and number = ?", (encode(new), code, number))
            )
    statements.append(("update events set guest = ? where code = ? and guest = ?", (other, code, guest)))
    statements.append(
        ("update or ignore facts set value = ? where code = ? and value = ?", (other, code, guest))
    )
    row = store.row("select opening, summary, host from tables where code = ?", code)
    assert row is not None
    opening, summary, host = decode(row[0]), decode(row[1]), row[2]
    values = (
        encode(without(opening, guest, other, name)),
        encode(without(summary, guest, other, name)),
        other if host == guest else host,
        code,
    )
    statements.append(("update tables set opening = ?, summary = ?, host = ? where code = ?", values))
    return statements


def without(data: Any, guest: str, other: str, name: str) -> Any:
    """The same data with another id in place of a guest's, and another name beside it."""
    if data == guest:
        return other
    if isinstance(data, list):
        return [without(each, guest, other, name) for each in data]
    if not isinstance(data, dict):
        return data
    new = {key: without(value, guest, other, name) for key, value in data.items()}
    if data.get("guest") == guest:
        new |= {key: name for key in ("name", "who") if key in data}
    if guest in data.get("guests", ()):  # a summary: names and guests by seat
        new["seats"] = [
            name if who == guest else before
            for before, who in zip(data["seats"], data["guests"], strict=True)
        ]
    return new
