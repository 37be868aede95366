"""What pages have been told of a table, so that each is sent only what is new to it."""

import sqlite3
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Protocol

from msgspec import Raw, Struct

from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server import visibility
from fabletop.server.guests import Guest
from fabletop.server.logs import log
from fabletop.server.notes import opened_notes
from fabletop.server.table import Table

if TYPE_CHECKING:
    from fabletop.server.room import Room

Setting = tuple[object, ...]


class Sent(Struct, tag="update", omit_defaults=True):
    """messages.Update with parts that are encoded already; a test compares them."""

    version: int
    table: Raw | None = None
    position: Raw | None = None
    log_from: int = 0
    log: list[msg.Line] | None = None
    chat: list[msg.Chat] | None = None
    coach: msg.Coach | None = None
    notes: msg.Notes | None = None
    open_notes: list[msg.Notes] | None = None


class Line(Protocol):
    """What a room needs to know of a socket."""

    guest: Guest
    lagging: bool
    visible: bool  # somebody can see the page

    def push(self, data: bytes) -> None: ...

    def send_away(self, words: str) -> None: ...

    def come_again(self) -> None: ...


class Told:
    """What one socket has been told, so that only what is new is sent."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.viewer: int | None = None
        self.version = -1
        self.table = 0  # a hash of what it was told of the table: with thousands, keeping that counts
        self.setting: Setting | None = None  # in which it was told of the table
        self.plays = -1
        self.upto = -1  # the answer up to which it has the log
        self.lines = 0  # how many lines that is
        self.chats = 0
        self.whispers = 0  # how many lines had been said to sides
        self.heard_whispers = False  # it has been told them all, after the end
        self.notes: msg.Notes | None = None
        self.open_notes: list[msg.Notes] | None = None


class Telling:
    """Of one room."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.told: dict[Line, Told] = {}
        self.shown: dict[int | None, tuple[int, Raw]] = {}  # by viewer: the position, and of which play
        self.counts: dict[int | None, list[int]] = {}  # by viewer: lines of log up to each answer
        self.open_notes: list[msg.Notes] | None = None

    @property
    def table(self) -> Table:
        return self.room.table

    def recall(self, told: Told, hello: msg.Hello) -> None:
        """How much of the log the page still has; what was taken back since is gone."""
        table = self.table
        told.chats = max(0, min(hello.chat, table.said))
        if not table.started or not 0 <= hello.version <= table.version:
            return
        floor = min(table.lengths[hello.version :])
        lines = self.line_counts(told.viewer)[floor]
        if hello.log >= lines:
            told.upto, told.lines = floor, lines

    def note_cut(self, event: ev.Event) -> None:
        """After taking back, nobody has the lines of what was taken back."""
        if not isinstance(event, ev.TakenBack):
            return
        for counts in self.counts.values():
            del counts[event.to + 1 :]
        for told in self.told.values():
            if told.upto > event.to:
                told.upto, told.lines = event.to, self.line_counts(told.viewer)[event.to]

    def forget(self) -> None:
        """The table was read anew: everybody is told all of it."""
        self.shown.clear()
        self.counts.clear()
        for told in self.told.values():
            told.plays, told.upto, told.lines, told.table, told.setting = -1, -1, 0, 0, None

    def tell_all(self) -> None:
        """Tell everybody what is new to them. One who reads too slowly is told all of it later."""
        setting, around = self.room.setting(), cache(self.room.around)
        for told in list(self.told.values()):
            if not told.line.lagging:
                self.tell(told, setting, around)
        self.shown.clear()  # who comes now is shown it anew: with thousands of tables, keeping it counts

    def tell_one(self, line: Line) -> None:
        self.tell(self.told[line], self.room.setting(), self.room.around)

    def prepare(self) -> None:
        """Make what will be told, while the disk is busy."""
        if self.table.started:
            for told in self.told.values():
                self.position(self.table.seat_of(told.line.guest.id))

    def position(self, seat: int | None) -> Raw:
        found = self.shown.get(seat)
        if found is None or found[0] != self.table.plays:
            found = (self.table.plays, Raw(ev.encode(visibility.position(self.table, seat))))
            self.shown[seat] = found
        return found[1]

    def line_counts(self, seat: int | None) -> list[int]:
        counts = self.counts.setdefault(seat, [])
        if len(counts) <= self.table.length:
            for _, lines in visibility.lines_from(self.table, seat, len(counts)):
                counts.append((counts[-1] if counts else 0) + len(lines))
        return counts

    def tell(self, told: Told, setting: Setting | None, around: Callable[[], visibility.Around]) -> None:
        """Send one socket what it does not know yet, if there is anything.

        Where the database fails in the middle of it, half is noted as told: that page comes again.
        """
        try:
            self.send_news(told, setting, around)
        except sqlite3.Error as error:
            log("warning", "a page is to come again", table=self.table.code, error=error)
            told.line.come_again()

    def send_news(self, told: Told, setting: Setting | None, around: Callable[[], visibility.Around]) -> None:
        table = self.table
        seat = table.seat_of(told.line.guest.id)
        if seat != told.viewer:
            told.viewer, told.plays, told.upto, told.lines = seat, -1, -1, 0
        sent = Sent(table.version)
        if setting is None or setting != told.setting:
            told.setting = setting
            shown = ev.encode(visibility.table_for(table, told.line.guest, around()))
            if hash(shown) != told.table:
                told.table = hash(shown)
                sent.table = Raw(shown)
        if table.started and told.plays != table.plays:
            told.plays = table.plays
            sent.position = self.position(seat)
            sent.log_from, sent.log = told.lines, self.new_lines(told, seat)
            sent.coach = visibility.coach(table, seat)
        self.tell_chat(told, sent)
        self.tell_notes(told, sent)
        unheard = table.whispers - told.whispers  # of others: that something was said is nobody's business
        news = table.version - told.version > unheard or table.version < told.version
        if sent.table or sent.chat or sent.notes or sent.open_notes or news:
            told.version, told.whispers = table.version, table.whispers
            told.line.push(ev.encode(sent))

    def tell_chat(self, told: Told, sent: Sent) -> None:
        """What was said since; and when the game is over, what the sides have said among themselves."""
        table = self.table
        if table.status == "over" and table.whispers and not told.heard_whispers:
            told.chats, told.heard_whispers = 0, True
        lines = visibility.chat(table, told.viewer, told.chats)
        deaf = self.room.house.friends.not_heard(told.line.guest.id, table) if lines else set()
        sent.chat = [line for line in lines if not line.who or line.seat not in deaf] or None
        told.chats = table.said

    def tell_notes(self, told: Told, sent: Sent) -> None:
        notes = self.room.notes.get(told.line.guest.id)
        if notes is not told.notes:
            told.notes = sent.notes = notes
        if self.table.status == "over":
            if self.open_notes is None:
                self.open_notes = opened_notes(self.room.house.store, self.table)
            if self.open_notes is not told.open_notes:
                told.open_notes = sent.open_notes = self.open_notes

    def new_lines(self, told: Told, seat: int | None) -> list[msg.Line]:
        table = self.table
        counts = self.counts.setdefault(seat, [])
        found = []
        if told.upto >= table.length:
            return []
        for number, lines in visibility.lines_from(table, seat, told.upto + 1):
            if number == len(counts):
                counts.append((counts[-1] if counts else 0) + len(lines))
            found += lines
        told.upto = table.length
        told.lines += len(found)
        return found
