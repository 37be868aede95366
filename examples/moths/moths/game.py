"""The face of the game: its edition, its words, and what each seat may see."""

from pathlib import Path
from typing import cast

from fabletop.kernel.action import act
from fabletop.kernel.edition import Edition, Sheet, Source, begin_edition, end_edition
from fabletop.kernel.game import Beat, Game, Hints, Json, Opening, kinds_of
from fabletop.kernel.question import Label
from fabletop.kernel.state import State, book_of
from moths import table as m
from moths.bot import MothAdvisor


class MothEdition(Edition):
    moths: list[Json]
    lanterns: list[Json]
    box: m.Box


def read_row(sheet: Sheet, *numbers: str) -> Json:
    row: Json = {"id": sheet.text("id"), "name": sheet.text("name")}
    row |= {key: sheet.number(key, 1, 9) for key in numbers}
    sheet.done()
    return row


class MothsToALantern(Game):
    name = "moths"
    title = "Moths to a Lantern"
    blurb = "Send your moths to the lanterns of the garden, one of them unseen: the brightest take the light."
    rules_version = 1
    players = (2, 3, 4)
    home = Path(__file__).parent
    advised_by = MothAdvisor
    book = book_of([m.Send(), m.Where()])
    verbs = {m.REST: "rest", m.FLY: "fly", m.HIDE: "hide", m.TO: "to"}  # noqa: RUF012
    kinds = kinds_of(vars(m))
    beats = {  # noqa: RUF012
        m.TOLD_SENT: lambda t, seat, moth, to, _: Beat("move", start=f"seat {seat}", to=f"lantern {to}"),
        m.TOLD_BURNT: lambda t, seat, lantern, *_: Beat("mark", f"lantern {lantern}"),
    }
    over_rule, asked_rule, answer_rule = "MO-END.1", "MO-TURN.1", "MO-TURN.1"
    hints = Hints(names={"hand": "your moths", "deck": "moths to come"}, piles=["deck"], hide=["count"])

    def parse_edition(self, file: Source) -> Edition:
        edition, sheet = begin_edition(file, self.name, MothEdition)
        edition.moths = [read_row(one, "light", "count") for one in sheet.sheets("moth", "moth {n}")]
        lanterns = sheet.sheets("lantern", "lantern {n}")
        edition.lanterns = [read_row(one, "points", "places") for one in lanterns]
        end_edition(file, sheet)
        edition.box = m.Box(edition.moths, edition.lanterns)
        return edition

    def blank(self, opening: Opening) -> State:
        return m.Moths(opening, None)

    def label(self, state: State, seat: int, verb: int, thing: int) -> Label:
        if verb == m.REST:
            return Label("Rest and draw a moth", "deck")
        if verb == m.TO:
            return Label(f"To the {edition_of(state).lanterns[thing]['name']}", f"lantern {thing}")
        moth = edition_of(state).moths[thing]
        dark = " in the dark" if verb == m.HIDE else ""
        return Label(f"Send the {moth['name']}{dark}", f"hand {moth['id']}")

    def thoughts(self, state: State, seat: int) -> list[int]:
        return [act(verb, kind) for verb in (m.FLY, m.HIDE) for kind in range(len(edition_of(state).moths))]

    def view(self, t: m.Moths, seat: int | None) -> Json:
        hand = [] if seat is None else m.lying(t, m.HAND + seat)
        return {
            "seat": seat,
            "moment": f"{list(t.taken).count(m.LIT)} lanterns burn",
            "deck": len(m.lying(t, m.DECK)),
            "lanterns": [self.lantern_view(t, slot, seat) for slot in range(len(t.taken))],
            "seats": [self.seat_view(t, other) for other in range(t.opening.players)],
            "hand": [edition_of(t).moths[t.box.moths[moth]] for moth in hand],
        }

    def lantern_view(self, t: m.Moths, slot: int, seat: int | None) -> Json:
        moths = []
        for moth in m.around(t, slot):
            seen = m.sees(t, -1 if seat is None else seat, moth)
            face = edition_of(t).moths[t.box.moths[moth]]["name"] if seen else "?"
            moths.append({"name": face, "of": self.seat_name(t, int(m.owner(t.where[moth])))})
        moths.sort(key=lambda one: (one["of"], one["name"]))
        taken = int(t.taken[slot])
        fate = None if taken == m.LIT else self.seat_name(t, taken) if taken >= 0 else "nobody"
        return {"thing": f"lantern {slot}", **edition_of(t).lanterns[slot], "taken by": fate, "moths": moths}

    def seat_view(self, t: m.Moths, seat: int) -> Json:
        counts = {"points": int(m.score(t, seat)), "moths": len(m.lying(t, m.HAND + seat))}
        return {"seat": seat, "name": self.seat_name(t, seat), **counts}

    def line(self, state: State, kind: int, name: str, a: int, b: int, c: int) -> str:
        if kind == m.TOLD_BURNT:
            return f"The {edition_of(state).lanterns[a]['name']} burns out: {name or 'nobody'} takes it."
        moth = f"the {edition_of(state).moths[a]['name']}" if a >= 0 else "a moth"
        if kind == m.TOLD_DREW:
            return f"{name} draws {moth}."
        dark = " in the dark" if c else ""
        return f"{name} sends {moth}{dark} to the {edition_of(state).lanterns[b]['name']}."

    def audit(self, t: m.Moths) -> list[str]:
        return [f"lantern {n} is full" for n in range(len(t.taken)) if len(m.around(t, n)) > t.box.places[n]]


def edition_of(state: State) -> MothEdition:
    return cast(MothEdition, state.opening.edition)


GAME: Game = MothsToALantern()
