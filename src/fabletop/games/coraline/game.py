"""Coraline: Beware the Other Mother as the rest of Fabletop sees it."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import cast

from fabletop.games.coraline import activities, effects, following, moves, things, told, turn, verbs
from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline import text as words
from fabletop.games.coraline import view as sight
from fabletop.games.coraline.asking import StepAsks, may_decline
from fabletop.games.coraline.audit import audit
from fabletop.games.coraline.bot import reasons, talk
from fabletop.games.coraline.bot.advisor import CoralineAdvisor
from fabletop.games.coraline.bot.lessons import Odds
from fabletop.games.coraline.catalog import catalog
from fabletop.games.coraline.declared import DECLARED
from fabletop.games.coraline.edition import CoralineEdition, read_edition
from fabletop.games.coraline.knowledge import Knowledge
from fabletop.games.coraline.observing import CoralineObserver
from fabletop.games.coraline.story import BEATS, ENDINGS, GISTS, KINDS, LINES, TURN_ENDS, TURNS
from fabletop.games.coraline.table import Table, Terms
from fabletop.kernel.action import act, verb_of
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.effects.engine import OP
from fabletop.kernel.game import Change, Choice, Game, Hints, Json, Opening, Use, verbs_of
from fabletop.kernel.journal import Row
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import book_of
from fabletop.kernel.talk import Saying
from fabletop.kernel.teaching import Lesson

BOOK = book_of(
    [
        turn.WhoIsNext(),
        turn.Turn(),
        activities.StoryPhase(),
        activities.WalkWhere(),
        activities.PickWhich(),
        activities.SlideUnder(),
        activities.PlayAnother(),
        activities.GiveCard(),
        following.FollowCard(),
        following.DoOrDecline(),
        following.WhichBranch(),
        moves.WhereTo(),
        moves.WhichWay(),
        moves.WhichCharacter(),
        things.WhichObject(),
        effects.WhichDiscard(),
        effects.WhichRecall(),
        effects.WhichSinks(),
    ]
)


class CoralineGame(Game):
    name = "coraline"
    title = "Coraline: Beware the Other Mother"
    blurb = "All together against the Beldam: guide Coraline to five lost things and out by the little door."
    figures = (
        ("treasures", "Treasures found, of five"),
        ("rounds", "Rounds"),
        ("turns", "Turns"),
        ("beldam_cards", "Beldam cards turned over"),
        ("moon", "The Moon stood at"),
    )
    inquiries = MappingProxyType(
        {"What can you do?": "can", "What do you hold?": "hold", "Who should go?": ""}
    )
    phrases = (
        *inquiries,
        "Leave the Beldam to me.",
        "Let me go next.",
        "You go first.",
        "Mind the Moon!",
        "Well played!",
    )
    goal = "Find all five Treasures, go home to the Living Room, and slip away."
    minutes = "20 to 40"
    weight = "light"
    rules_version = 3
    older_rules = (1, 2)
    players = (1, 2, 3, 4)
    home = Path(__file__).parent
    advised_by = CoralineAdvisor
    declared = DECLARED
    observed_by = CoralineObserver
    kinds = KINDS
    lines = LINES
    beats = BEATS
    gists = GISTS
    turns = TURNS
    turn_ends = TURN_ENDS
    fickle = True  # the Beldam Phase follows
    dealer = Knowledge()
    book = BOOK
    verbs = verbs_of(vars(verbs))
    occasions = words.OCCASIONS
    answers_with = words.ANSWERS_WITH
    hints = Hints(
        names={
            "hand": "your hand",
            "discard": "discard pile",
            "beldam_discard": "the Beldam's discard pile",
            "following": "being followed",
            "known": "what you have seen",
            "beldam": "the Beldam's deck",
        }
    )
    over_rule = "CO-ROUND.4"
    asked_rule = "CO-ROUND.3"
    answer_rule = "CO-STORY.1"

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        return tuple(Odds(self, players) for players in self.players)

    def lesson_for(self, opening: Opening) -> str:
        return str(opening.players)

    # --- starting --------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def choices(self, players: int, edition: CoralineEdition) -> dict[str, Choice]:
        concede = "let the group give up once the final victory card is discarded (CO-R24)"
        talk = "what partners may tell each other (CO-TALK.1)"
        return {
            "difficulty": Choice(
                "how hard the game is (CO-R29)",
                tuple(words.DIFFICULTY),
                "book",
                names=words.DIFFICULTY | ({"cruel": words.CRUEL_FOUR} if players == t.MOST_PLAYERS else {}),
                title="How hard",
                front=True,
            ),
            "concede": Choice(concede, ("on", "off"), "on"),
            "talk": Choice(
                talk, tuple(words.TALK), "free", names=words.TALK, title="Talk", front=players > 1
            ),
        }

    def blank(self, opening: Opening) -> Table:
        edition = cast(CoralineEdition, opening.edition)
        concede = opening.option("concede") == "on"
        partly = opening.played_by > 1  # CO-R18
        asleep = t.ASLEEP if opening.option("difficulty") == "kind" else 0
        moon = first_moon(opening)
        return Table(opening, Terms(edition.box, opening.players, concede, partly, asleep, moon))

    def convert_state(self, fields: Json) -> Json:
        return {"torn": 0} | fields

    # --- talking (CO-TALK) ------------------------------------------------------------------

    def sayings(self, state: Table, seat: int) -> list[Saying]:
        return talk.sayings(state, seat)

    def hear(self, state: Table, seat: int, means: tuple[int, ...]) -> None:
        talk.hear(state, seat, means)

    def epoch(self, state: Table, seat: int) -> int:
        return talk.epoch(state, seat)

    # --- what people see ----------------------------------------------------------------

    def label(self, state: Table, seat: int, verb: int, thing: int) -> Label:
        return words.label(state, verb, thing)

    def waiting(self, state: Table) -> str:
        return words.waiting(state)

    def view(self, state: Table, seat: int | None) -> Json:
        return cast(Json, sight.view(state, seat))

    def text(self, state: Table, seat: int | None, spoken: bool = False) -> str:
        return sight.text(state, seat, spoken)

    def untimely(self, state: Table, verb: int, thing: int) -> Refusal:
        early = isinstance(state.question, activities.StoryPhase)
        refusal = activities.not_yet(state, verb, thing) if early else None
        return refusal or super().untimely(state, verb, thing)

    def thoughts(self, state: Table, seat: int) -> list[int]:
        """Every action on things in sight."""
        held = [card for card in range(c.CARDS) if state.at[card] == seat]
        on_cards = (verbs.PLAY, verbs.WALK, verbs.PICK, verbs.SLIDE)
        return [
            *(act(verb, card) for card in held for verb in on_cards),
            act(verbs.PASS, 0),
            *([act(verbs.CONCEDE, 0)] if state.terms.concede else []),
            *(act(verbs.NEXT, other) for other in range(state.opening.players)),
            *(act(verbs.GO, room) for room in range(c.ROOMS)),
            *(act(verbs.OBJECT, thing) for thing in range(c.OBJECTS)),
        ]

    def audit(self, state: Table) -> list[str]:
        return audit(state)

    def seat_name(self, state: Table, seat: int) -> str:
        return words.seat_name(seat)

    def result(self, state: Table) -> str:
        return ENDINGS[int(state.ending)]

    def catalog(self, edition: CoralineEdition) -> Json:
        return cast(Json, catalog(edition))

    def changes(self, before: Json, after: Json) -> list[Change]:
        return reasons.changes(before, after)

    def progress(self, state: Table) -> float:
        """The nearest of the Treasures, the Moon and the end of the Beldam deck (CO-WIN.1, CO-LOSE.1)."""
        found = sum(state.lies[thing] == t.SATCHEL for thing in range(c.STARTERS, c.OBJECTS))
        moon = (state.moon - t.FIRST_MOON) / (t.LAST_MOON - t.FIRST_MOON)
        nearest = max(found / (c.OBJECTS - c.STARTERS), moon, 1 - state.woes_left / c.CARDS)
        return 1.0 if state.over else nearest

    def facts(self, state: Table) -> dict[str, str | int]:
        edition = words.edition_of(state)
        treasures = [thing for thing in range(c.STARTERS, c.OBJECTS) if state.lies[thing] == t.SATCHEL]
        return {
            "ended": sight.ENDINGS[int(state.ending)],
            "turns": int(state.turn),
            "rounds": int(state.round),
            "beldam_cards": c.CARDS - int(state.woes_left),
            "moon": int(state.moon),
            "treasures": len(treasures),
            "coraline_in": edition.rooms[state.here()].id,
            "final_card_discarded": int(state.at[state.box.victory] == t.DISCARDED and state.ending != t.WON),
        }

    # --- what a study compares ------------------------------------------------------------

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(players)),)  # CO-GEN.1

    def uses(self, state: Table, rows: Iterable[Row]) -> list[Use]:
        """The group is one: seat 0 stands for it. A Beldam card that is turned up is played."""
        edition = words.edition_of(state)
        came: dict[int, set[int]] = {told.TOLD_DRAW: set(), told.TOLD_PLAY: set(), told.TOLD_WOE: set()}
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

    def declinable(self, state: Table, action: int) -> tuple[str, bool] | None:
        """A step of a Coraline card (CO-R1). Who is placed decides nothing: the room is asked next."""
        if not isinstance(state.question, (StepAsks, following.DoOrDecline)) or not may_decline(
            state, state.arg(0)
        ):
            return None
        taken = verb_of(action) != verbs.DONE
        if taken and verb_of(action) == verbs.WHO and state.box.step(state.arg(0), OP) == c.PLACE:
            return None
        return state.box.program.verb(state.arg(0)).name, taken


def first_moon(opening: Opening) -> int:
    """What the Moon shows as the game begins (CO-R29)."""
    if opening.option("difficulty") != "cruel":
        return t.FIRST_MOON
    felt = opening.players == t.MOST_PLAYERS and opening.played_by > 2
    return t.FIRST_MOON + (2 if felt else 1)


GAME = CoralineGame()
