"""The face of the game: its edition, its words, and what each seat may see."""

from pathlib import Path
from typing import Any, cast

from fabletop.kernel.action import act
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.edition import BadEdition, Edition, Sheet, read_toml
from fabletop.kernel.game import Game, Hints, Json, Opening, kinds_of, verbs_of
from fabletop.kernel.question import Label
from fabletop.kernel.state import State, book_of

from moths import table
from moths.bot import MothAdvisor
from moths.table import FLY, HIDE, LIT, OUT, PLACES, REST, SEND, TO, WHERE, Box, Moths, held, score

Row = dict[str, Any]


class MothEdition(Edition):
    moths: list[Row]
    lanterns: list[Row]
    box: Box


def read_edition(path: Path) -> MothEdition:
    content, digest = read_toml(path)
    problems: list[str] = []
    sheet = Sheet(content, "the file", problems)
    edition = MothEdition(sheet.text("name"), sheet.text("title"), sheet.number("version", 1, 999), digest)
    edition.moths = [read_row(row, "light", "count") for row in sheet.sheets("moth", "moth {n}")]
    edition.lanterns = [read_row(row, "points", "places") for row in sheet.sheets("lantern", "lantern {n}")]
    sheet.done()
    if problems:
        raise BadEdition(path.name, problems)
    columns = [[row[key] for row in edition.moths] for key in ("light", "count")]
    columns += [[row[key] for row in edition.lanterns] for key in ("points", "places")]
    edition.box = Box(*columns)
    return edition


def read_row(sheet: Sheet, first: str, second: str) -> Row:
    row: Row = {"id": sheet.text("id"), "name": sheet.text("name")}
    row |= {first: sheet.number(first, 1, 9), second: sheet.number(second, 1, PLACES if first == "points" else 9)}
    sheet.done()
    return row


def edition_of(state: State) -> MothEdition:
    return cast(MothEdition, state.opening.edition)


class MothsToALantern(Game):
    name = "moths"
    title = "Moths to a Lantern"
    blurb = "Send your moths to the lanterns of the garden, one of them unseen: the brightest take the light."
    rules_version = 1
    players = (2, 3, 4)
    home = Path(__file__).parent
    book = book_of([SEND, WHERE])
    verbs = verbs_of({name: getattr(table, name) for name in ("REST", "FLY", "HIDE", "TO")})
    kinds = kinds_of(vars(table))
    over_rule, asked_rule, answer_rule = "MO-END.1", "MO-TURN.1", "MO-TURN.1"
    hints = Hints(
        names={"hand": "Your moths", "seats": "In the garden", "deck": "Moths to come", "moths": "moths here"},
        piles=["deck"],
    )

    def parse_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def blank(self, opening: Opening) -> State:
        return Moths(opening, None, cast(MothEdition, opening.edition).box)

    def advisor(self, opening: Opening) -> Advisor[Any]:
        return MothAdvisor(opening)

    def label(self, state: State, seat: int, verb: int, thing: int) -> Label:
        edition = edition_of(state)
        if verb == REST:
            return Label("Rest and draw a moth", "deck")
        if verb == TO:
            return Label(f"To the {lantern(state, thing)['name']}", f"lantern {thing}")
        moth = edition.moths[thing % len(edition.moths)]
        return Label(f"Send the {moth['name']}{' in the dark' if verb == HIDE else ''}", f"hand {moth['id']}")

    def thoughts(self, state: State, seat: int) -> list[int]:
        kinds = range(len(edition_of(state).moths))
        return [act(REST, 0), *(act(verb, kind) for verb in (FLY, HIDE) for kind in kinds)]

    def view(self, state: State, seat: int | None) -> Json:
        t = cast(Moths, state)
        seats = range(t.opening.players)
        return {
            "game": self.name,
            "seat": seat,
            "asked": None if t.over else int(t.seat),
            "moment": f"{list(t.taken).count(LIT)} lanterns burn",
            "deck": len(t.deck),
            "lanterns": [self.lantern_view(t, slot, seat) for slot in range(len(t.taken))],
            "seats": [
                {"seat": s, "name": self.seat_name(t, s), "points": int(score(t, s)), "moths": int(held(t, s))}
                for s in seats
            ],
            "hand": [] if seat is None else self.hand_view(t, seat),
        }

    def lantern_view(self, t: Moths, slot: int, seat: int | None) -> Json:
        moths = []
        for place in range(slot * PLACES, slot * PLACES + PLACES):
            if t.at[place] >= 0:
                known = not t.dark[place] or t.whose[place] == seat
                name = edition_of(t).moths[t.at[place]]["name"] if known else "in the dark"
                moths.append({"name": name, "of": self.seat_name(t, int(t.whose[place]))})
        row, taken = lantern(t, slot), int(t.taken[slot])
        fate = "" if taken == LIT else "nobody" if taken == OUT else self.seat_name(t, taken)
        shown = {"thing": f"lantern {slot}", **row, "taken by": fate, "moths": moths}
        return {key: value for key, value in shown.items() if value != ""}

    def hand_view(self, t: Moths, seat: int) -> list[Json]:
        moths = enumerate(edition_of(t).moths)
        own = [(moth, int(t.hand[seat * t.box.kinds + kind])) for kind, moth in moths]
        return [
            {"id": moth["id"], "name": moth["name"], "light": moth["light"], "held": count}
            for moth, count in own
            if count
        ]

    def line(self, state: State, kind: int, name: str, a: int, b: int, c: int) -> str:
        moth = edition_of(state).moths[a]["name"] if a >= 0 else "moth"
        if kind == table.TOLD_DREW:
            return f"{name} draws a {moth}."
        if kind == table.TOLD_BURNT:
            return f"The {lantern(state, a)['name']} burns out: {name or 'nobody'} takes it."
        dark = " in the dark" if kind == table.TOLD_HID else ""
        return f"{name} sends a {moth} to the {lantern(state, b)['name']}{dark}."

    def audit(self, state: State) -> list[str]:
        t = cast(Moths, state)
        there = len(t.deck) + sum(t.hand) + sum(1 for kind in t.at if kind >= 0)
        return [] if there == sum(t.box.counts) else [f"{there} moths instead of {sum(t.box.counts)}"]

    def progress(self, state: State) -> float:
        taken = list(cast(Moths, state).taken)
        return 1 - taken.count(LIT) / len(taken)


def lantern(state: State, slot: int) -> Row:
    t = cast(Moths, state)
    return edition_of(state).lanterns[t.lanterns[slot % len(t.lanterns)]]


GAME = MothsToALantern()
