"""Storybook Battles as the rest of Fabletop sees it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from fabletop.games.storybook import actions, aimed, build, effects, told, turn, twists, verbs
from fabletop.games.storybook import table as t
from fabletop.games.storybook.audit import audit
from fabletop.games.storybook.bot import reasons
from fabletop.games.storybook.bot.heuristic import StorybookAdvisor
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.catalog import catalog
from fabletop.games.storybook.convert import converted
from fabletop.games.storybook.edition import read_edition
from fabletop.games.storybook.faces import SIDES, StorybookEdition, Team, Twist
from fabletop.games.storybook.knowledge import Knowledge
from fabletop.games.storybook.observing import StorybookObserver
from fabletop.games.storybook.picture import text
from fabletop.games.storybook.story import BEATS, LINES, TURNS
from fabletop.games.storybook.table import Storybook, Terms
from fabletop.games.storybook.text import (
    OCCASIONS,
    ROLE_KEYS,
    SIDE_KEYS,
    SIDE_NAMES,
    Side,
    edition_of,
    face_of,
    seat_name,
)
from fabletop.games.storybook.view import view
from fabletop.kernel.action import act
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.game import Change, Choice, Game, Hints, Json, Opening, Use, verbs_of
from fabletop.kernel.journal import Row
from fabletop.kernel.observing import Observer
from fabletop.kernel.question import Label, Mistake
from fabletop.kernel.state import State, book_of

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
    phrases = (
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
    hints = Hints(names={"hand": "your hand", "twist": "Plot Twist", "effects": "lasting"})
    kinds = verbs_of(vars(told))
    beats = BEATS
    turns = TURNS
    over_rule = "SB-GEN.1"
    asked_rule = "SB-TURN.1"
    answer_rule = "SB-TURN.2"

    # --- starting --------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def convert_edition(self, text: str) -> str:
        return converted(text)

    def choices(self, players: int, edition: Edition) -> dict[str, Choice]:
        assert isinstance(edition, StorybookEdition)
        return choices_of(players, edition)

    def checked_options(
        self, options: Mapping[str, Any], players: int, edition: Edition, rules: int = 0
    ) -> dict[str, str]:
        assert isinstance(edition, StorybookEdition)
        checked = super().checked_options(options, players, edition, rules)
        for key in ROLE_KEYS[:players]:
            check_twist(edition, checked, key)
        if players == 4 and checked.get("boxes") != "2":
            check_pairs(edition, checked)
        return checked

    def blank(self, opening: Opening) -> Storybook:
        edition = cast(StorybookEdition, opening.edition)
        assert edition.cards is not None
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

    def view(self, state: State, seat: int | None) -> Json:
        return dict(view(table(state), seat))

    def text(self, state: State, seat: int | None, spoken: bool = False) -> str:
        return text(table(state), seat, spoken)

    def audit(self, state: State) -> list[str]:
        return audit(table(state))

    def line(self, state: State, kind: int, name: str, a: int, b: int, c: int) -> str:
        return LINES[kind](table(state), name, a, b, c)

    def label(self, state: State, seat: int, verb: int, thing: int) -> Label:
        return turn.action_label(table(state), seat, verb, thing)

    def thoughts(self, state: State, seat: int) -> list[int]:
        """Every action of a turn on things in sight."""
        s = table(state)
        if s.turn == 0:
            return super().thoughts(state, seat)
        role = s.role_of(seat)
        found = [act(verbs.DRAW, 0), act(verbs.TWIST, 0), act(verbs.END, 0)]
        for card in sorted(range(len(s.at)), key=lambda card: int(s.at[card])):
            cell = s.at[card]
            if cell >= 0:
                found.append(act(verbs.REVEAL, cell))
            if cell >= 0 and (card // DECK == role or s.is_up(card)):
                found += [act(verbs.SPIN, card * 2 + way) for way in range(2)]
                found += [act(verbs.SLIDE, card * 4 + way) for way in range(4)]
            if card // DECK == role and cell == t.IN_HAND:
                found += [act(verbs.PLAY, card), act(verbs.HIDE, card)]
        return found

    def advisor(self, opening: Opening) -> Advisor[Any]:
        return StorybookAdvisor(opening)

    def changes(self, before: Json, after: Json) -> list[Change]:
        return reasons.changes(before, after)

    def observer(self, opening: Opening) -> Observer[Any]:
        return StorybookObserver(opening)

    def catalog(self, edition: Edition) -> Json:
        return dict(catalog(cast(StorybookEdition, edition)))

    def seat_name(self, state: State, seat: int) -> str:
        return seat_name(table(state), seat)

    def result(self, state: State) -> str:
        s = table(state)
        heroes, villains = s.tally[t.SCORE], s.tally[t.SCORE + 1]
        score = f"{max(heroes, villains)} to {min(heroes, villains)}"
        if heroes == villains:
            return f"A draw, {score}."
        return f"The {SIDE_NAMES[0 if heroes > villains else 1]} win, {score}."

    def progress(self, state: State) -> float:
        """The better side's way to the points that win (SB-WIN.2)."""
        s = table(state)
        return (
            1.0
            if s.over
            else min(1.0, max(int(s.tally[t.SCORE + side]) for side in (0, 1)) / int(s.terms.target))
        )

    def facts(self, state: State) -> dict[str, str | int]:
        s = table(state)
        edition = edition_of(s)
        heroes, villains = int(s.tally[t.SCORE]), int(s.tally[t.SCORE + 1])
        found: dict[str, str | int] = {
            "winner": "draw" if heroes == villains else SIDE_KEYS[villains > heroes],
            "ended": ending(s),
            "turns": int(s.turn),
            "heroes": heroes,
            "villains": villains,
        }
        for role in range(s.opening.players):
            key = ROLE_KEYS[role]
            found[key] = edition.teams[s.tally[t.CHAMPION_OF + role]].id
            found[f"{key}_ally"] = edition.teams[s.tally[t.ALLY_OF + role]].id
            found[f"{key}_twist"] = edition.twists[s.tally[t.TWIST_OF + role]].id
            found[f"{key}_twist_used"] = int(s.shown >> role & 1)
        return found

    # --- what a study compares ------------------------------------------------------------

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,)) if players == 2 else ((0, 2), (1, 3))

    def cast(self, state: State) -> list[dict[str, str]]:
        s = table(state)
        return [cast_of(s, int(s.flipped) ^ seat) for seat in range(s.opening.players)]

    def uses(self, state: State, rows: Iterable[Row]) -> list[Use]:
        """Where a card lies at the end tells whether it was drawn; the journal, whether it was put down."""
        s = table(state)
        put_down = {a for kind, _, a, _, _, _ in rows if kind in PUT_DOWN}
        found = []
        for card in range(len(s.at)):
            seat, face = int(s.seat_of(card // DECK)), face_of(s, card)
            if face.leader and card // DECK & 1 == 0:
                continue  # a Hero's Leader begins on the table
            drawn = int(s.at[card]) != t.IN_DECK
            found.append(Use(seat, "card", face.id, face.name, drawn, card in put_down))
        for role in range(s.opening.players):
            twist = edition_of(s).twists[s.tally[t.TWIST_OF + role]]
            used = bool(s.shown >> role & 1)
            found.append(Use(int(s.seat_of(role)), "twist", twist.id, twist.name, True, used))
        return found


def table(state: State) -> Storybook:
    assert isinstance(state, Storybook), f"a state of Storybook Battles is wanted, not {state!r}"
    return state


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
        role_name = key.replace("_", " ").title()
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
