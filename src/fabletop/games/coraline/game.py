"""Coraline: Beware the Other Mother as the rest of Fabletop sees it."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import cast

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import explain as why
from fabletop.games.coraline import table as t
from fabletop.games.coraline import view as sight
from fabletop.games.coraline.audit import audit
from fabletop.games.coraline.edition import CoralineEdition, read_edition
from fabletop.games.coraline.net import Net
from fabletop.games.coraline.state import Coraline
from fabletop.games.coraline.story import ENDINGS, tell
from fabletop.games.coraline.table import Terms
from fabletop.games.coraline.words import edition_of, option, others_prompt, prompt, seat_name
from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Choice, Entry, Game, Json, Opening
from fabletop.kernel.journal import Journal, Row
from fabletop.kernel.question import Option, Question, Refusal
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import State


class CoralineGame(Game):
    name = "coraline"
    title = "Coraline: Beware the Other Mother"
    blurb = "All together against the Beldam: guide Coraline to five lost things and out by the little door."
    rules_version = 1
    players = (1, 2, 3, 4)
    home = Path(__file__).parent

    # --- starting --------------------------------------------------------------------

    def read_edition(self, path: Path) -> Edition:
        return cached_edition(path, path.stat().st_mtime_ns if path.exists() else 0)

    def choices(self, players: int, edition: Edition) -> dict[str, Choice]:
        words = "let the group give up once the final victory card is discarded (CO-R24)"
        return {"concede": Choice(words, ("on", "off"), "on")}

    def begin(self, opening: Opening, rng: Rng, journal: Journal | None = None) -> State:
        state = self.blank(opening)
        state.rng = rng
        state.journal = journal
        state.begin()
        return state

    def blank(self, opening: Opening) -> Coraline:
        edition = cast(CoralineEdition, opening.edition)
        assert edition.box is not None
        concede = opening.options.get("concede", "on") == "on"
        return Coraline(opening, Terms(edition.box, opening.players, concede, learnt(opening.players)))

    # --- what people see ----------------------------------------------------------------

    def ask(self, state: State, seat: int | None) -> Question:
        s = table(state)
        if s.over:
            return Question(None, self.result(s))
        asked = int(s.seat)
        if seat is None or not s.asks(seat):
            return Question(asked, others_prompt(s))
        return Question(asked, prompt(s), tuple(option(s, action) for action in s.legal()))

    def view(self, state: State, seat: int | None) -> Json:
        return sight.view(table(state), seat)

    def text(self, state: State, seat: int | None, spoken: bool = False) -> str:
        return sight.text(table(state), seat, spoken)

    def explain(self, state: State, seat: int | None, action: int) -> Refusal | None:
        return why.explain(table(state), seat, action)

    def conceivable(self, state: State, seat: int | None) -> list[Option]:
        return why.conceivable(table(state), seat)

    def audit(self, state: State) -> list[str]:
        return audit(table(state))

    def tell(self, state: State, rows: Iterable[Row], seat: int | None) -> list[Entry]:
        return tell(table(state), rows, seat)

    def seat_name(self, state: State, seat: int) -> str:
        return seat_name(seat)

    def result(self, state: State) -> str:
        return ENDINGS[int(table(state).ending)]

    def facts(self, state: State) -> dict[str, str | int]:
        s = table(state)
        edition = edition_of(s)
        treasures = [thing for thing in range(c.STARTERS, c.OBJECTS) if s.lies[thing] == t.SATCHEL]
        return {
            "ended": sight.ENDINGS[int(s.ending)],
            "turns": int(s.turn),
            "rounds": int(s.round),
            "beldam_cards": c.CARDS - int(s.woes_left),
            "moon": int(s.moon),
            "treasures": len(treasures),
            "coraline_in": edition.rooms[s.here()].id,
            "final_card_discarded": int(s.at[s.box.victory] == t.DISCARDED and s.ending != t.WON),
        }


def table(state: State) -> Coraline:
    assert isinstance(state, Coraline), f"a state of Coraline is wanted, not {state!r}"
    return state


@cache
def cached_edition(path: Path, changed: int) -> CoralineEdition:
    return read_edition(path)


@cache
def learnt(players: int) -> Net:
    """What bots have learnt for so many players."""
    path = Path(__file__).parent / "learnt" / f"{players}.txt"
    return Net([float(word) for word in path.read_text().split()])


GAME = CoralineGame()
