"""The turns that wait for somebody, for a reader (Atom) or a calendar (iCalendar)."""

from collections.abc import Iterable
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from fabletop.server.notices.words import Item

KINDS = {"atom": "application/atom+xml", "ics": "text/calendar; charset=utf-8"}
FOLDED = 73  # bytes of a line


def atom(items: Iterable[Item], address: str, own: str, now: float) -> str:
    entries = [
        f"<entry><id>{escape(place(address, item))}#{item.turn.number}</id>"
        f"<title>It is your turn: {escape(item.game)}</title>"
        f"<updated>{iso(item.turn.since)}</updated><link href={quoteattr(place(address, item))}/>"
        f"<content>{escape(item.words)}</content></entry>"
        for item in items
    ]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>{escape(own)}</id><title>Fabletop: games that wait for you</title><updated>{iso(now)}</updated>"
        f'<author><name>Fabletop</name></author><link rel="self" href={quoteattr(own)}/>'
        f"{''.join(entries)}</feed>\n"
    )


def calendar(items: Iterable[Item], address: str, now: float) -> str:
    """Each turn at the moment until which it has time; without a clock, when it began."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fabletop//Turns//EN", "X-WR-CALNAME:Fabletop"]
    for item in items:
        when = item.turn.since if item.left is None else now + item.left
        lines += [
            "BEGIN:VEVENT", f"UID:{item.turn.code}-{item.turn.number}-{item.turn.seat}@fabletop",
            f"DTSTAMP:{compact(now)}", f"DTSTART:{compact(when)}", "DURATION:PT0S",
            f"SUMMARY:{text('Your turn: ' + item.game)}", f"URL:{place(address, item)}", "END:VEVENT",
        ]  # fmt: skip
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def place(address: str, item: Item) -> str:
    return f"{address}/t/{item.turn.code}"


def iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def compact(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y%m%dT%H%M%SZ")


def text(words: str) -> str:
    for sign in "\\;,":
        words = words.replace(sign, f"\\{sign}")
    return words


def folded(line: str) -> str:
    """No line is longer than a calendar may expect, and no letter is cut."""
    rows, row = [], ""
    for letter in line:
        if len((row + letter).encode()) > FOLDED:
            rows.append(row)
            row = ""
        row += letter
    return "\r\n ".join([*rows, row])
