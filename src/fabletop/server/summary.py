"""A table as lists need it, kept beside its log."""

import msgspec
from msgspec import Struct

from fabletop.server.table import Table


class Summary(Struct, frozen=True):
    seats: list[str]
    guests: list[str]
    asked: list[int]
    free: int
    lesson: bool = False


decode_summary = msgspec.json.Decoder(Summary).decode


def summary_of(table: Table) -> Summary:
    return Summary(
        seats=["open" if c.holder == "open" else table.name_of(s) for s, c in enumerate(table.chairs)],
        guests=[chair.guest for chair in table.chairs],
        asked=table.people_asked(),
        free=sum(chair.holder == "open" for chair in table.chairs),
        lesson=table.lesson is not None,
    )
