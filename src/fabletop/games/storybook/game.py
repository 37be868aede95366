"""Storybook Battles as the rest of Fabletop sees it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from fabletop.games.storybook import actions, aimed, build, effects, told, turn, twists, verbs
from fabletop.games.storybook import table as t
from fabletop.games.storybook.audit import audit
from fabletop.games.storybook.bot import reasons, talk
from fabletop.games.storybook.bot.heuristic import StorybookAdvisor
from fabletop.games.storybook.bot.lessons import NAMES, Odds
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.catalog import catalog
from fabletop.games.storybook.convert import converted
from fabletop.games.storybook.declared import DECLARED
from fabletop.games.storybook.edition import read_edition
from fabletop.games.storybook.faces import SIDES, StorybookEdition, Team, Twist
from fabletop.games.storybook.knowledge import Knowledge
from fabletop.games.storybook.observing import StorybookObserver
from fabletop.games.storybook.picture import text
from fabletop.games.storybook.story import BEATS, GISTS, LINES, TURNS
from fabletop.games.storybook.table import Storybook, Terms
from fabletop.games.storybook.text import (
    ANSWERS_WITH,
    OCCASIONS,
    ROLE_KEYS,
    SIDE_KEYS,
    SIDE_NAMES,
    Side,
    edition_of,
    face_of,
    role_names,
    seat_name,
)
from fabletop.games.storybook.view import view
from fabletop.kernel.action import act
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.game import Change, Choice, Game, Hints, Json, Opening, Use, verbs_of
from fabletop.kernel.journal import Row
from fabletop.kernel.question import Label, Mistake
from fabletop.kernel.state import book_of
from fabletop.kernel.talk import Saying
from fabletop.kernel.teaching import Lesson

PUT_DOWN = (told.LAY, told.PLAY, told.HIDE)


class StorybookGame(Game):
    name = "storybook"
    title = "Storybook Battles"
    blurb = "A tactical card duel on a growing grid: heroes against villains, swords against shields."
    figures = (
        ("turns", "Turns"),
        ("heroes", "Points of the Heroes"),
        ("villains", "Points of the Villains"),
    )
    inquiries = MappingProxyType({"What can you do?": "can"})
    phrases = (
        *inquiries,
        "I can help here.",
        "Leave this one to me.",
        "Attack here!",
        "Guard your Leader.",
        "I keep my Twist for later.",
        "Now is the time for your Twist.",
        "Well played!",
    )
    minutes = "30 to 45"
    weight = "medium"
    rules_version = 2
    older_rules = (1,)
    players = (2, 4)
    zero_sum = True
    home = Path(__file__).parent
    advised_by = StorybookAdvisor
    declared = DECLARED
    observed_by = StorybookObserver
    dealer = Knowledge()
    book = book_of(
        [
            build.ChooseSide(),
            build.ChooseChampion(),
            build.ChooseAlly(),
            build.KeepTwist(),
            build.LayCards(),
            turn.Turn(),
            turn.After(),
            actions.PutWhere(),
            turn.Battle(),
            turn.Captures(),
            twists.Window(),
            effects.FollowTwist(),
            effects.AimAt(),
            aimed.TurnHowFar(),
            aimed.SlideWhichWay(),
            aimed.MoveWhere(),
            aimed.SwapWith(),
            effects.FromHand(),
            effects.Wish(),
        ]
    )
    verbs = verbs_of(vars(verbs))
    occasions = OCCASIONS
    answers_with = ANSWERS_WITH
    hints = Hints(names={"hand": "your hand", "twist": "Plot Twist", "effects": "lasting"})
    kinds = verbs_of(vars(told))
    lines = LINES
    beats = BEATS
    gists = GISTS
    turns = TURNS
    over_rule = "SB-GEN.1"
    asked_rule = "SB-TURN.1"
    answer_rule = "SB-TURN.2"

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        return tuple(Odds(self, players) for players in NAMES)

    def lesson_for(self, opening: Opening) -> str:
        return NAMES[opening.players]

    # --- talking (SB-TEAM.8) -----------------------------------------------------------

    def sayings(self, state: Storybook, seat: int) -> list[Saying]:
        return talk.sayings(state, seat)

    # --- starting --------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def convert_edition(self, text: str) -> str:
        return converted(text)

    def choices(self, players: int, edition: StorybookEdition) -> dict[str, Choice]:
        return choices_of(players, edition)

    def checked_options(
        self, options: Mapping[str, Any], players: int, edition: StorybookEdition, rules: int = 0
    ) -> dict[str, str]:
        checked = super().checked_options(options, players, edition, rules)
        for key in ROLE_KEYS[:players]:
            check_twist(edition, checked, key)
        if players == 4 and checked.get("boxes") != "2":
            check_pairs(edition, checked)
        return checked

    def blank(self, opening: Opening) -> Storybook:
        edition = cast(StorybookEdition, opening.edition)
        terms = Terms(
            edition.cards,
            opening.players,
            given(edition, opening.options, opening.players),
            stall=opening.option("stall") == "on",
            secret=opening.option("choosing") == "secret",
            boxes=int(opening.option("boxes")) if opening.players == 4 else 1,
            rules=opening.played_by,
        )
        return Storybook(opening, terms)

    # --- what people see ----------------------------------------------------------------

    def view(self, state: Storybook, seat: int | None) -> Json:
        return dict(view(state, seat))

    def text(self, state: Storybook, seat: int | None, spoken: bool = False) -> str:
        return text(state, seat, spoken)

    def audit(self, state: Storybook) -> list[str]:
        return audit(state)

    def label(self, state: Storybook, seat: int, verb: int, thing: int) -> Label:
        return turn.action_label(state, seat, verb, thing)

    def thoughts(self, state: Storybook, seat: int) -> list[int]:
        """Every action of a turn on things in sight."""
        if state.turn == 0:
            return super().thoughts(state, seat)
        role = state.role_of(seat)
        found = [act(verbs.DRAW, 0), act(verbs.TWIST, 0), act(verbs.END, 0)]
        for card in sorted(range(len(state.at)), key=lambda card: int(state.at[card])):
            cell = state.at[card]
            if cell >= 0:
                found.append(act(verbs.REVEAL, cell))
            if cell >= 0 and (card // DECK == role or state.is_up(card)):
                found += [act(verbs.SPIN, card * 2 + way) for way in range(2)]
                found += [act(verbs.SLIDE, card * 4 + way) for way in range(4)]
            if card // DECK == role and cell == t.IN_HAND:
                found += [act(verbs.PLAY, card), act(verbs.HIDE, card)]
        return found

    def catalog(self, edition: StorybookEdition) -> Json:
        return dict(catalog(edition))

    def changes(self, before: Json, after: Json) -> list[Change]:
        return reasons.changes(before, after)

    def seat_name(self, state: Storybook, seat: int) -> str:
        return seat_name(state, seat)

    def result(self, state: Storybook) -> str:
        heroes, villains = state.tally[t.SCORE], state.tally[t.SCORE + 1]
        score = f"{max(heroes, villains)} to {min(heroes, villains)}"
        if heroes == villains:
            return f"A draw, {score}: {why_ended(state)}."
        return f"The {SIDE_NAMES[0 if heroes > villains else 1]} win, {score}: {why_ended(state)}."

    def progress(self, state: Storybook) -> float:
        """The better side's way to the points that win (SB-WIN.2)."""
        best = max(int(state.tally[t.SCORE]), int(state.tally[t.SCORE + 1]))
        return 1.0 if state.over else min(1.0, best / int(state.terms.target))

    def facts(self, state: Storybook) -> dict[str, str | int]:
        edition = edition_of(state)
        heroes, villains = int(state.tally[t.SCORE]), int(state.tally[t.SCORE + 1])
        found: dict[str, str | int] = {
            "winner": "draw" if heroes == villains else SIDE_KEYS[villains > heroes],
            "ended": ending(state),
            "turns": int(state.turn),
            "heroes": heroes,
            "villains": villains,
        }
        for role in range(state.opening.players):
            key = ROLE_KEYS[role]
            found[key] = edition.teams[state.tally[t.CHAMPION_OF + role]].id
            found[f"{key}_ally"] = edition.teams[state.tally[t.ALLY_OF + role]].id
            found[f"{key}_twist"] = edition.twists[state.tally[t.TWIST_OF + role]].id
            found[f"{key}_twist_used"] = int(state.shown >> role & 1)
        return found

    # --- what a study compares ------------------------------------------------------------

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,)) if players == 2 else ((0, 2), (1, 3))

    def cast(self, state: Storybook) -> list[dict[str, str]]:
        return [cast_of(state, int(state.flipped) ^ seat) for seat in range(state.opening.players)]

    def uses(self, state: Storybook, rows: Iterable[Row]) -> list[Use]:
        """Where a card lies at the end tells whether it was drawn; the journal, whether it was put down."""
        put_down = {a for kind, _, a, _, _, _ in rows if kind in PUT_DOWN}
        found = []
        for card in range(len(state.at)):
            seat, face = int(state.seat_of(card // DECK)), face_of(state, card)
            if face.leader and card // DECK & 1 == 0:
                continue  # a Hero's Leader begins on the table
            drawn = int(state.at[card]) != t.IN_DECK
            found.append(Use(seat, "card", face.id, face.name, drawn, card in put_down))
        for role in range(state.opening.players):
            twist = edition_of(state).twists[state.tally[t.TWIST_OF + role]]
            used = bool(state.shown >> role & 1)
            found.append(Use(int(state.seat_of(role)), "twist", twist.id, twist.name, True, used))
        return found


def cast_of(s: Storybook, role: int) -> dict[str, str]:
    """The side, Champion, Ally and Twist of a role, as far as they are chosen; the Allies of both sides have
    the same names."""
    edition, found = edition_of(s), {"side": SIDE_NAMES[role & 1]}
    for kind, place in (("champion", t.CHAMPION_OF), ("ally", t.ALLY_OF)):
        team = int(s.tally[place + role])
        if team >= 0:
            found[kind] = f"{edition.teams[team].name} ({SIDES[role & 1]})"
    if s.tally[t.TWIST_OF + role] >= 0:
        twist = edition.twists[s.tally[t.TWIST_OF + role]]
        found["twist"] = f"{twist.name} ({twist.id})"
    return found


def ending(s: Storybook) -> str:
    """How a finished game came to its end."""
    if 0 < s.stall_limit() <= s.quiet:
        return "stall"
    return "overtime" if s.overtime else "points"


def why_ended(s: Storybook) -> str:
    """SB-WIN.2, SB-WIN.4, SB-R26."""
    ways = {
        "points": f"{s.terms.target} Plot Points are enough",
        "overtime": "it was level, and the first to be ahead has won",
        "stall": f"{s.terms.stall} turns went by without a capture",
    }
    return ways[ending(s)]


# --- Options --------------------------------------------------------------------------------------


@cache
def choices_of(players: int, edition: StorybookEdition) -> dict[str, Choice]:
    sides = tuple(SIDE_KEYS)
    found: dict[str, Choice] = {
        "side": Choice(
            "of the first seat; the others sit opposite and beside",
            (*sides, "ask"),
            "ask",
            evenly=sides,
            names={**{side: side.capitalize() for side in sides}, "ask": "chosen at the table"},
            title="Side",
            front=True,
        ),
        "stall": Choice(
            "end the game after many turns without a capture, if not in overtime (SB-R26)",
            ("on", "off"),
            "on",
            people="off",
        ),
        "choosing": Choice(
            "Champions, Allies and Plot Twists, in turn or all at once (SB-R37)",
            ("open", "secret"),
            "open",
            varied=True,
            names={"open": "openly, in turn", "secret": "in secret, then shown"},
            title="Choosing teams",
            front=True,
        ),
    }
    if players == 4:
        found["boxes"] = Choice(
            "how many boxes there are; with two, teammates may have the same teams (SB-R38)",
            ("1", "2"),
            "1",
            varied=True,
        )
    for role in range(players):
        key, side = ROLE_KEYS[role], SIDES[role & 1]
        role_name = role_names(players)[role]
        twists = [twist for twist in edition.twists if twist.side == side]
        found[key] = asked(f"the Champion of {role_name}", edition.teams_of("champion", side))
        found[f"{key}_ally"] = asked(f"the Ally of {role_name}", edition.teams_of("ally", side))
        found[f"{key}_twist"] = asked(f"the Plot Twist of {role_name}", twists, secret=True)
    return found


def asked(words: str, things: Sequence[Team | Twist], secret: bool = False) -> Choice:
    names = {thing.id: thing.name for thing in things}
    values = tuple(names)
    names["ask"] = "chosen at the table"
    return Choice(words, (*values, "ask"), "ask", secret=secret, evenly=values, names=names)


def given(edition: StorybookEdition, options: dict[str, str], players: int) -> list[int]:
    """The choices that the options make, as the engine wants them."""
    numbers = [SIDE_KEYS.index(cast(Side, options["side"])) if "side" in options else -1]
    for role in range(players):
        key, side = ROLE_KEYS[role], SIDES[role & 1]
        for name, kind in ((key, "champion"), (f"{key}_ally", "ally")):
            numbers.append(edition.team_index(kind, side, options[name]) if name in options else -1)
        twist = options.get(f"{key}_twist")
        numbers.append(edition.twist_index(twist) if twist else -1)
    return numbers


def check_twist(edition: StorybookEdition, options: dict[str, str], key: str) -> None:
    """A Twist may be given only with the Champion or Ally it belongs to (SB-BUILD.5)."""
    if f"{key}_twist" not in options:
        return
    twist = edition.twists[edition.twist_index(options[f"{key}_twist"])]
    kind = next(team.kind for team in edition.teams if (team.id, team.side) == (twist.team, twist.side))
    owner = key if kind == "champion" else f"{key}_ally"
    if options.get(owner) != twist.team:
        raise Mistake(
            f"option '{key}_twist' cannot be {twist.id!r} ({twist.name}) "
            f"unless {owner}={twist.team} is given too"
        )


def check_pairs(edition: StorybookEdition, options: dict[str, str]) -> None:
    """Teammates have different Champions and different Allies (SB-R34)."""
    for side in SIDES:
        for kind in ("champion", "ally"):
            if len(edition.teams_of(kind, side)) < 2:
                raise Mistake(
                    f"edition {edition.name!r} has one {side} {kind}; four players need two (SB-R34), "
                    "or boxes=2"
                )
        for end in ("", "_ally"):
            first, second = options.get(side + end), options.get(f"{side}2{end}")
            if first is not None and first == second:
                raise Mistake(
                    f"options '{side}{end}' and '{side}2{end}' are both {first!r}: teammates differ (SB-R34)"
                )


GAME = StorybookGame()
