"""Coraline: Beware the Other Mother as the rest of Fabletop sees it."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import explain as why
from fabletop.games.coraline import table as t
from fabletop.games.coraline import view as sight
from fabletop.games.coraline.audit import audit
from fabletop.games.coraline.catalog import catalog
from fabletop.games.coraline.edition import CoralineEdition, read_edition
from fabletop.games.coraline.net import Net
from fabletop.games.coraline.state import Coraline
from fabletop.games.coraline.story import ENDINGS, KINDS, LINES
from fabletop.games.coraline.table import Terms
from fabletop.games.coraline.words import VERBS, edition_of, option, others_prompt, prompt, seat_name
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.game import Choice, Game, Json, Opening, Use
from fabletop.kernel.interim import OldAdvisor
from fabletop.kernel.journal import Row
from fabletop.kernel.question import Label, Option, Refusal
from fabletop.kernel.state import Frame, State


class CoralineGame(Game):
    name = "coraline"
    title = "Coraline: Beware the Other Mother"
    blurb = "All together against the Beldam: guide Coraline to five lost things and out by the little door."
    rules_version = 1
    players = (1, 2, 3, 4)
    home = Path(__file__).parent
    kinds = KINDS
    book: list[Frame[Any]] = []  # noqa: RUF012
    verbs = VERBS
    over_rule = asked_rule = answer_rule = ""

    # --- starting --------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def choices(self, players: int, edition: Edition) -> dict[str, Choice]:
        words = "let the group give up once the final victory card is discarded (CO-R24)"
        return {"concede": Choice(words, ("on", "off"), "on")}

    def blank(self, opening: Opening) -> Coraline:
        edition = cast(CoralineEdition, opening.edition)
        assert edition.box is not None
        concede = opening.options.get("concede", "on") == "on"
        return Coraline(opening, Terms(edition.box, opening.players, concede, learnt(opening.players)))

    # --- what people see ----------------------------------------------------------------

    def prompt(self, state: State) -> str:
        return prompt(table(state))

    def option(self, state: State, seat: int, action: int) -> Option:
        return option(table(state), action)

    def waiting(self, state: State) -> str:
        return others_prompt(table(state))

    def view(self, state: State, seat: int | None) -> Json:
        return sight.view(table(state), seat)

    def text(self, state: State, seat: int | None, spoken: bool = False) -> str:
        return sight.text(table(state), seat, spoken)

    def explain(self, state: State, seat: int | None, action: object) -> Refusal | None:
        return why.explain(table(state), seat, action)

    def conceivable(self, state: State, seat: int | None) -> list[Option]:
        return why.conceivable(table(state), seat)

    def audit(self, state: State) -> list[str]:
        return audit(table(state))

    def line(self, state: State, kind: int, name: str, a: int, b: int, c: int) -> str:
        return LINES[kind](table(state), name, a, b, c)

    def seat_name(self, state: State, seat: int) -> str:
        return seat_name(seat)

    def result(self, state: State) -> str:
        return ENDINGS[int(table(state).ending)]

    def label(self, state: State, seat: int, verb: int, thing: int) -> Label:
        raise NotImplementedError

    def thoughts(self, state: State, seat: int) -> list[int]:
        raise NotImplementedError

    def advisor(self, opening: Opening) -> Advisor[Any]:
        return OldAdvisor(opening)

    def catalog(self, edition: Edition) -> Json:
        return catalog(cast(CoralineEdition, edition))

    def progress(self, state: State) -> float:
        """The nearest of the Treasures, the Moon and the end of the Beldam deck (CO-WIN.1, CO-LOSE.1)."""
        s = table(state)
        found = sum(s.lies[thing] == t.SATCHEL for thing in range(c.STARTERS, c.OBJECTS))
        moon = (s.moon - t.FIRST_MOON) / (t.LAST_MOON - t.FIRST_MOON)
        return 1.0 if s.over else max(found / (c.OBJECTS - c.STARTERS), moon, 1 - s.woes_left / c.CARDS)

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

    # --- what a study compares ------------------------------------------------------------

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(players)),)  # CO-GEN.1

    def uses(self, state: State, rows: Iterable[Row]) -> list[Use]:
        """The group is one: seat 0 stands for it. A Beldam card that is turned up is played."""
        edition = edition_of(table(state))
        came: dict[int, set[int]] = {t.TOLD_DRAW: set(), t.TOLD_PLAY: set(), t.TOLD_WOE: set()}
        for kind, _, a, _, _, _ in rows:
            if kind in came:
                came[kind].add(a)
        drawn, played, woes = came.values()
        return [
            Use(0, "Coraline card", card.id, card.name, number in drawn, number in played)
            for number, card in enumerate(edition.coraline)
        ] + [
            Use(0, "Beldam card", card.id, card.name, number in woes, number in woes)
            for number, card in enumerate(edition.beldam)
        ]


def table(state: State) -> Coraline:
    assert isinstance(state, Coraline), f"a state of Coraline is wanted, not {state!r}"
    return state


@cache
def learnt(players: int) -> Net:
    """What bots have learnt for so many players."""
    path = Path(__file__).parent / "learnt" / f"{players}.txt"
    return Net([float(word) for word in path.read_text().split()])


GAME = CoralineGame()
