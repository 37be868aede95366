"""The Unrelenting Other as the rest of Fabletop sees it."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fabletop.games.unrelenting import explain as why
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import view as sight
from fabletop.games.unrelenting.audit import audit
from fabletop.games.unrelenting.catalog import catalog
from fabletop.games.unrelenting.edition import UnrelentingEdition, read_edition
from fabletop.games.unrelenting.state import Unrelenting
from fabletop.games.unrelenting.story import tell
from fabletop.games.unrelenting.table import Terms
from fabletop.games.unrelenting.words import KEYS, ends_of, named, option, prompt, seat_name
from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Choice, Entry, Game, Json, Opening
from fabletop.kernel.journal import Journal, Row
from fabletop.kernel.question import Option, Question, Refusal
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import State

DEALS = {"choose": t.CHOOSE, "lot": t.BY_LOT, "seats": t.BY_SEAT}
DAWNS = ("2", "5", "10", "20", "40", "60")


class UnrelentingGame(Game):
    name = "unrelenting"
    title = "The Unrelenting Other"
    blurb = (
        "Four in a haunted house: collect its things by day, steer rabbits by night, win control or go mad."
    )
    rules_version = 1
    players = (4,)  # UO-GEN.1
    home = Path(__file__).parent

    # --- starting --------------------------------------------------------------------

    def read_edition(self, path: Path) -> Edition:
        return cached_edition(path, path.stat().st_mtime_ns if path.exists() else 0)

    def choices(self, players: int, edition: Edition) -> dict[str, Choice]:
        return {
            "characters": Choice(
                "chosen in an order drawn by lot, dealt by lot, or in the order of the seats (UO-R3)",
                tuple(DEALS),
                "choose",
            ),
            "dawn": Choice("the cycle after which the game ends anyway (UO-R56)", DAWNS, "40"),
            "switch": Choice("how many items a lucky night roll may turn (UO-R29)", ("any", "one"), "any"),
        }

    def begin(self, opening: Opening, rng: Rng, journal: Journal | None = None) -> State:
        state = self.blank(opening)
        state.rng = rng
        state.journal = journal
        state.begin()
        return state

    def blank(self, opening: Opening) -> Unrelenting:
        edition = opening.edition
        assert isinstance(edition, UnrelentingEdition) and edition.board is not None
        given = opening.options
        terms = Terms(
            edition.board,
            int(given.get("dawn", "40")),
            given.get("switch") == "one",
            DEALS[given.get("characters", "choose")],
        )
        return Unrelenting(opening, terms)

    # --- what people see ----------------------------------------------------------------

    def ask(self, state: State, seat: int | None) -> Question:
        s = table(state)
        if s.over:
            return Question(None, self.result(s))
        asked = int(s.seat)
        if seat != asked:
            return Question(asked, f"{seat_name(s, asked)} is asked.")
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

    def catalog(self, edition: Edition) -> Json:
        assert isinstance(edition, UnrelentingEdition)
        return catalog(edition, self.rules)

    def tell(self, state: State, rows: Iterable[Row], seat: int | None) -> list[Entry]:
        return tell(table(state), rows)

    def seat_name(self, state: State, seat: int) -> str:
        return seat_name(table(state), seat)

    def result(self, state: State) -> str:
        return ends_of(table(state))

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


def table(state: State) -> Unrelenting:
    assert isinstance(state, Unrelenting), f"a state of The Unrelenting Other is wanted, not {state!r}"
    return state


@cache
def cached_edition(path: Path, changed: int) -> UnrelentingEdition:
    return read_edition(path)


GAME = UnrelentingGame()
