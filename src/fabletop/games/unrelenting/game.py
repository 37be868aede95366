"""The Unrelenting Other as the rest of Fabletop sees it."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import cast

from fabletop.games.unrelenting import day, items, night, older_night, roles, text, told, turn, verbs
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import view as sight
from fabletop.games.unrelenting.audit import audit
from fabletop.games.unrelenting.bot import reasons
from fabletop.games.unrelenting.bot.advisor import UnrelentingAdvisor
from fabletop.games.unrelenting.bot.lessons import Worths
from fabletop.games.unrelenting.catalog import catalog
from fabletop.games.unrelenting.declared import DECLARED
from fabletop.games.unrelenting.edition import UnrelentingEdition, read_edition, with_marks
from fabletop.games.unrelenting.observing import UnrelentingObserver
from fabletop.games.unrelenting.story import BEATS, GISTS, LINES, OPENS, TURNS
from fabletop.games.unrelenting.table import Table, Terms
from fabletop.games.unrelenting.text import KEYS, NAMES, ROLE_KEYS, ROLE_NAMES
from fabletop.games.unrelenting.winning import of_kind
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.game import Change, Choice, Game, Json, Opening, Use, frames_in, kinds_of, verbs_of
from fabletop.kernel.journal import Row
from fabletop.kernel.question import Label
from fabletop.kernel.state import book_of
from fabletop.kernel.teaching import Lesson

DEALS = {"choose": t.CHOOSE, "lot": t.BY_LOT, "seats": t.BY_SEAT}
DAWNS = {"2": 2, "5": 5, "10": 10, "20": 20, "40": 40, "60": 60, "never": t.NEVER}
COLLECTED = 0.9  # of the way to a victory is a full set; the rest is up to the rabbits
ENDS = {t.BY_CONTROL: "control", t.BY_INSANITY: "insanity", t.BY_DAWN: "dawn"}


class UnrelentingGame(Game):
    name = "unrelenting"
    title = "The Unrelenting Other"
    blurb = (
        "Four in a haunted house: collect its things by day, steer rabbits by night, win control or go mad."
    )
    rules_version = 3
    older_rules = (2,)  # nights were asked rabbit by rabbit
    figures = (("cycles", "Days and nights"), ("turns", "Turns"))
    minutes = "45 to 90"
    weight = "medium"
    players = (4,)  # UO-GEN.1
    zero_sum = True
    home = Path(__file__).parent
    advised_by = UnrelentingAdvisor
    declared = DECLARED
    observed_by = UnrelentingObserver
    book = book_of(frames_in(turn, day, night, older_night, items, roles))
    verbs = verbs_of(vars(verbs))
    occasions = text.OCCASIONS
    answers_with = text.ANSWERS_WITH
    kinds = kinds_of(vars(told))
    lines = LINES
    beats = BEATS
    gists = GISTS
    opens = OPENS
    turns = TURNS
    over_rule = "UO-WIN.3"
    asked_rule = "UO-MODE.1"
    answer_rule = "UO-LATER.2"

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        return (Worths(self),)

    # --- starting --------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def convert_edition(self, text: str) -> str:
        return with_marks(text)

    def choices(self, players: int, edition: UnrelentingEdition) -> dict[str, Choice]:
        return {
            "characters": Choice(
                "chosen in an order drawn by lot, dealt by lot, or in the order of the seats (UO-R3)",
                tuple(DEALS),
                "choose",
                evenly=("lot",),
                names={"choose": "each chooses", "lot": "by lot", "seats": "by seat"},
                title="Characters",
                front=True,
            ),
            "dawn": Choice(
                "the cycle after which the game ends anyway (UO-R56)", tuple(DAWNS), "40", title="Last dawn"
            ),
            "switch": Choice(
                "how many items a lucky night roll may turn (UO-R29)",
                ("one", "any"),
                "one",
                since=3,
                formerly="any",
                names={"one": "one item", "any": "any number"},
                title="A lucky night turns",
            ),
            "stoppers": Choice(
                "freed dream stoppers return to the basement/yard, or are gone (UO-R34)",
                ("return", "gone"),
                "return",
                since=3,
                formerly="gone",
                names={"return": "return to the basement", "gone": "are gone"},
                title="Freed dream stoppers",
            ),
            "painting": Choice(
                "Catherine keeps to the edge while Henry is away, or on the day he leaves (UO-R44)",
                ("away", "day"),
                "away",
                since=3,
                formerly="day",
                names={"away": "while Henry is away", "day": "on the day he leaves"},
                title="Catherine paints",
            ),
            "night_roles": Choice(
                "roles of the dice that do not speak of moving work by night too (UO-R23)",
                ("off", "on"),
                "off",
                title="Dice roles by night",
            ),
        }

    def blank(self, opening: Opening) -> Table:
        edition = cast(UnrelentingEdition, opening.edition)
        terms = Terms(
            edition.board,
            opening.played_by,
            DEALS[opening.option("characters")],
            DAWNS[opening.option("dawn")],
            one_switch=opening.option("switch") == "one",
            stoppers_return=opening.option("stoppers") == "return",
            paints_on=opening.option("painting") == "away",
            night_roles=opening.option("night_roles") == "on",
        )
        return Table(opening, terms)

    # --- what people see ----------------------------------------------------------------

    def view(self, state: Table, seat: int | None) -> Json:
        return cast(Json, sight.view(state, seat))

    def text(self, state: Table, seat: int | None, spoken: bool = False) -> str:
        return sight.text(state, seat, spoken)

    def label(self, state: Table, seat: int, verb: int, thing: int) -> Label:
        return state.question.label(state, seat, verb, thing)

    def audit(self, state: Table) -> list[str]:
        return audit(state)

    def changes(self, before: Json, after: Json) -> list[Change]:
        return reasons.changes(before, after)

    def catalog(self, edition: UnrelentingEdition) -> Json:
        return cast(Json, catalog(edition, self.rules))

    def seat_name(self, state: Table, seat: int) -> str:
        return text.seat_name(state, seat)

    def result(self, state: Table) -> str:
        return text.ends_of(state)

    def progress(self, state: Table) -> float:
        """The best collection of one kind, which then waits for the rabbits, or the way to the last dawn: the
        nearer (UO-WIN.1, UO-R56)."""
        most = max(
            int(of_kind(state, player, side))
            for player in range(t.PLAYERS)
            for side in (t.CONTROL, t.INSANITY)
        )
        toward_dawn = (int(state.cycle) - 1) / int(state.terms.dawn) if state.terms.dawn else 0.0
        return 1.0 if state.over else max(most / t.SLOTS * COLLECTED, toward_dawn)

    def facts(self, state: Table) -> dict[str, str | int]:
        won = text.named(state.winners)
        found: dict[str, str | int] = {
            "winner": KEYS[won[0]] if len(won) == 1 else "shared",
            "ended": ENDS[int(state.how)],
            "cycles": int(state.cycle),
            "rounds": int(2 * state.cycle - 1 + state.night),
            "turns": int(state.turns),
        }
        found["winner by"] = f"{found['winner']} by {found['ended']}"
        for seat in range(t.PLAYERS):
            found[f"seat {seat}"] = KEYS[state.player_of(seat)]
        return found

    # --- what a study compares ------------------------------------------------------------

    def cast(self, state: Table) -> list[dict[str, str]]:
        players = [int(state.player_of(seat)) for seat in range(t.PLAYERS)]
        return [{"character": NAMES[player]} if player >= 0 else {} for player in players]

    def uses(self, state: Table, rows: Iterable[Row]) -> list[Use]:
        """To collect an item is to draw it, to put it on somebody to play it; a paid role is played."""
        kinds = (told.TOLD_COLLECT, told.TOLD_ATTACK, told.TOLD_ROLE)
        came: dict[int, set[tuple[int, int]]] = {kind: set() for kind in kinds}
        for kind, seat, a, _, _, _ in rows:
            if kind in came:
                came[kind].add((seat, a))
        collected, attacked, paid = came.values()
        found = [
            Use(seat, "item", item.id, item.name, (seat, n) in collected, (seat, n) in attacked)
            for seat in range(t.PLAYERS)
            for n, item in enumerate(text.edition_of(state).items)
        ]
        for n, owner in enumerate(roles.ROLE_OWNER):
            seat = int(state.seats[owner])
            found.append(Use(seat, "role", ROLE_KEYS[n], ROLE_NAMES[n], True, (seat, n) in paid))
        return found


GAME = UnrelentingGame()
