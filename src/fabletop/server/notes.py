"""What people write down at a table: private notes, which all may read after the end, and reports."""

from fabletop.server import messages as msg
from fabletop.server.commands import Refused
from fabletop.server.store import Statement, Store
from fabletop.server.table import Table

LONGEST_NOTE = 4000
LONGEST_REMARK = 400  # on one thing
LONGEST_THING = 80
MOST_REMARKS = 200  # of one person at one table


def notes_of(store: Store, table: Table, guest: str) -> msg.Notes:
    """All that one person has written down at a table."""
    row = store.row("select words from notes where guest = ? and code = ?", guest, table.code)
    query = "select thing, words from remarks where guest = ? and code = ? order by thing"
    things = dict(store.rows(query, guest, table.code))
    return msg.Notes(table.seat_of(guest), str(row[0]) if row else "", things)


def opened_notes(store: Store, table: Table) -> list[msg.Notes]:
    """After the end: the notes of all who played, if they wrote any."""
    found = [notes_of(store, table, chair.guest) for chair in table.chairs if chair.holder == "person"]
    return [notes for notes in found if notes.words or notes.things]


def keeping(table: Table, guest: str, before: msg.Notes, note: msg.Note) -> Statement:
    """How a note is kept; Refused says why it cannot be."""
    longest = LONGEST_REMARK if note.thing else LONGEST_NOTE
    if len(note.words) > longest:
        raise Refused(f"Notes may have {longest} letters here, not {len(note.words)}.")
    if not note.thing:
        values = (guest, table.code, note.words)
        return ("insert or replace into notes (guest, code, words) values (?, ?, ?)", values)
    if len(note.thing) > LONGEST_THING:
        raise Refused(f"The name of a thing may have {LONGEST_THING} letters.")
    if not note.words:
        key = (guest, table.code, note.thing)
        return ("delete from remarks where guest = ? and code = ? and thing = ?", key)
    if note.thing not in before.things and len(before.things) >= MOST_REMARKS:
        raise Refused(f"You may write on {MOST_REMARKS} things.")
    remark = (guest, table.code, note.thing, note.words)
    return ("insert or replace into remarks (guest, code, thing, words) values (?, ?, ?, ?)", remark)


def reporting(table: Table, key: tuple[str, str, int], time: float, words: str) -> Statement:
    """How a report is kept, with the position it is about."""
    if len(words) > LONGEST_NOTE:
        raise Refused(f"A report may have {LONGEST_NOTE} letters, not {len(words)}.")
    guest, client, message = key
    return (
        "insert or ignore into reports (code, guest, client, message, number, time, words) "
        "values (?, ?, ?, ?, ?, ?, ?)",
        (table.code, guest, client, message, table.length, time, words),
    )
