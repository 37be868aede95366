"""The Unrelenting Other as the rest of Fabletop sees it."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from fabletop.games.unrelenting import explain as why
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import view as sight
from fabletop.games.unrelenting.audit import audit
from fabletop.games.unrelenting.catalog import catalog
from fabletop.games.unrelenting.edition import UnrelentingEdition, read_edition
from fabletop.games.unrelenting.state import Unrelenting
from fabletop.games.unrelenting.story import KINDS, LINES
from fabletop.games.unrelenting.table import Terms
from fabletop.games.unrelenting.winning import of_kind
from fabletop.games.unrelenting.words import (
    KEYS,
    NAMES,
    ROLE_KEYS,
    ROLE_NAMES,
    VERBS,
    edition_of,
    ends_of,
    named,
    option,
    prompt,
    seat_name,
)
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.game import Choice, Game, Json, Opening, Use
from fabletop.kernel.interim import OldAdvisor
from fabletop.kernel.journal import Row
from fabletop.kernel.question import Label, Option, Refusal
from fabletop.kernel.state import Frame, State

DEALS = {"choose": t.CHOOSE, "lot": t.BY_LOT, "seats": t.BY_SEAT}
DAWNS = ("2", "5", "10", "20", "40", "60")


class UnrelentingGame(Game):
    name = "unrelenting"
    title = "The Unrelenting Other"
    blurb = (
        "Four in a haunted house: collect its things by day, steer rabbits by night, win control or go mad."
    )
    rules_version = 2
    players = (4,)  # UO-GEN.1
    home = Path(__file__).parent
    kinds = KINDS
    book: list[Frame[Any]] = []  # noqa: RUF012
    verbs = VERBS
    over_rule = asked_rule = answer_rule = ""

    # --- starting --------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def choices(self, players: int, edition: Edition) -> dict[str, Choice]:
        return {
            "characters": Choice(
                "chosen in an order drawn by lot, dealt by lot, or in the order of the seats (UO-R3)",
                tuple(DEALS),
                "choose",
                evenly=("lot",),
            ),
            "dawn": Choice("the cycle after which the game ends anyway (UO-R56)", DAWNS, "40"),
            "switch": Choice("how many items a lucky night roll may turn (UO-R29)", ("any", "one"), "any"),
        }

    def blank(self, opening: Opening) -> Unrelenting:
        edition = opening.edition
        assert isinstance(edition, UnrelentingEdition) and edition.board is not None
        given = opening.options
        terms = Terms(
            edition.board,
            int(given.get("dawn", "40")),
            given.get("switch") == "one",
            DEALS[given.get("characters", "choose")],
            learnt(),
        )
        return Unrelenting(opening, terms)

    # --- what people see ----------------------------------------------------------------

    def prompt(self, state: State) -> str:
        return prompt(table(state))

    def option(self, state: State, seat: int, action: int) -> Option:
        return option(table(state), action)

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

    def label(self, state: State, seat: int, verb: int, thing: int) -> Label:
        raise NotImplementedError

    def thoughts(self, state: State, seat: int) -> list[int]:
        raise NotImplementedError

    def advisor(self, opening: Opening) -> Advisor[Any]:
        return OldAdvisor(opening)

    def catalog(self, edition: Edition) -> Json:
        assert isinstance(edition, UnrelentingEdition)
        return catalog(edition, self.rules)

    def seat_name(self, state: State, seat: int) -> str:
        return seat_name(table(state), seat)

    def result(self, state: State) -> str:
        return ends_of(table(state))

    def progress(self, state: State) -> float:
        """The best collection of one kind, or the way to the last dawn: the nearer (UO-WIN.1, UO-R56)."""
        s = table(state)
        most = max(
            int(of_kind(s, player, side)) for player in range(t.PLAYERS) for side in (t.CONTROL, t.INSANITY)
        )
        return 1.0 if s.over else max(most / t.SLOTS, (int(s.cycle) - 1) / int(s.terms.dawn))

    def facts(self, state: State) -> dict[str, str | int]:
        s = table(state)
        won = named(s.winners)
        found: dict[str, str | int] = {
            "winner": KEYS[won[0]] if len(won) == 1 else "shared",
            "ended": {t.BY_CONTROL: "control", t.BY_INSANITY: "insanity", t.BY_DAWN: "dawn"}[int(s.how)],
            "cycles": int(s.cycle),
            "rounds": int(2 * s.cycle - 1 + s.night),
            "turns": int(s.turns),
        }
        found["winner by"] = f"{found['winner']} by {found['ended']}"
        for seat in range(t.PLAYERS):
            found[f"seat {seat}"] = KEYS[s.player_of(seat)]
        return found

    # --- what a study compares ------------------------------------------------------------

    def cast(self, state: State) -> list[dict[str, str]]:
        s = table(state)
        return [{"character": NAMES[s.player_of(seat)]} for seat in range(t.PLAYERS)]

    def uses(self, state: State, rows: Iterable[Row]) -> list[Use]:
        """To collect an item is to draw it, to put it on somebody to play it; a paid role is played."""
        s = table(state)
        told = (t.TOLD_COLLECT, t.TOLD_ATTACK, t.TOLD_ROLE)
        came: dict[int, set[tuple[int, int]]] = {kind: set() for kind in told}
        for kind, seat, a, _, _, _ in rows:
            if kind in came:
                came[kind].add((seat, a))
        collected, attacked, paid = came.values()
        found = [
            Use(seat, "item", item.id, item.name, (seat, n) in collected, (seat, n) in attacked)
            for seat in range(t.PLAYERS)
            for n, item in enumerate(edition_of(s).items)
        ]
        for n, owner in enumerate(t.ROLE_OWNER):
            seat = int(s.seats[owner])
            found.append(Use(seat, "role", ROLE_KEYS[n], ROLE_NAMES[n], True, (seat, n) in paid))
        return found


@cache
def learnt() -> list[float]:
    """What bots have learnt of how good a position is."""
    text = (Path(__file__).parent / "learnt" / "weights.txt").read_text(encoding="utf-8")
    return [float(word) for word in text.split()]


def table(state: State) -> Unrelenting:
    assert isinstance(state, Unrelenting), f"a state of The Unrelenting Other is wanted, not {state!r}"
    return state


GAME = UnrelentingGame()
