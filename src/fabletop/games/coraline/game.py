"""Coraline: Beware the Other Mother as the rest of Fabletop sees it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from fabletop.games.coraline import activities, effects, following, moves, things, told, turn, verbs
from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline import text as words
from fabletop.games.coraline import view as sight
from fabletop.games.coraline.audit import audit
from fabletop.games.coraline.bot import reasons
from fabletop.games.coraline.bot.advisor import CoralineAdvisor
from fabletop.games.coraline.catalog import catalog
from fabletop.games.coraline.edition import CoralineEdition, read_edition
from fabletop.games.coraline.knowledge import Knowledge
from fabletop.games.coraline.observing import CoralineObserver
from fabletop.games.coraline.story import BEATS, ENDINGS, KINDS, LINES, TURNS
from fabletop.games.coraline.table import Table, Terms
from fabletop.kernel.action import act
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.game import Change, Choice, Game, Hints, Json, Opening, Use, verbs_of
from fabletop.kernel.journal import Row
from fabletop.kernel.observing import Observer
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import State, book_of

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
        ("rounds", "Rounds"),
        ("turns", "Turns"),
        ("treasures", "Treasures found"),
        ("beldam_cards", "Beldam cards turned over"),
        ("moon", "The Moon stood at"),
    )
    phrases = (
        "I can help here.",
        "I can reveal something here.",
        "Leave the Beldam to me.",
        "Let me go next.",
        "You go first.",
        "I have nothing useful.",
        "Mind the Moon!",
        "Well played!",
    )
    minutes = "20 to 40"
    weight = "light"
    rules_version = 2
    older_rules = (1,)
    players = (1, 2, 3, 4)
    home = Path(__file__).parent
    kinds = KINDS
    beats = BEATS
    turns = TURNS
    dealer = Knowledge()
    book = BOOK
    verbs = verbs_of(vars(verbs))
    occasions = words.OCCASIONS
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

    # --- starting --------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def choices(self, players: int, edition: Edition) -> dict[str, Choice]:
        concede = "let the group give up once the final victory card is discarded (CO-R24)"
        talk = "what partners may tell each other (CO-TALK.1)"
        return {
            "concede": Choice(concede, ("on", "off"), "on"),
            "talk": Choice(
                talk, tuple(words.TALK), "free", names=words.TALK, title="Talk", front=players > 1
            ),
        }

    def blank(self, opening: Opening) -> Table:
        edition = cast(CoralineEdition, opening.edition)
        assert edition.box is not None
        concede = opening.option("concede") == "on"
        partly = opening.played_by > 1  # CO-R18
        return Table(opening, Terms(edition.box, opening.players, concede, partly))

    # --- what people see ----------------------------------------------------------------

    def label(self, state: State, seat: int, verb: int, thing: int) -> Label:
        return words.label(table(state), verb, thing)

    def waiting(self, state: State) -> str:
        return words.waiting(table(state))

    def view(self, state: State, seat: int | None) -> Json:
        return cast(Json, sight.view(table(state), seat))

    def text(self, state: State, seat: int | None, spoken: bool = False) -> str:
        return sight.text(table(state), seat, spoken)

    def untimely(self, state: State, verb: int, thing: int) -> Refusal:
        early = isinstance(state.question, activities.StoryPhase)
        refusal = activities.not_yet(table(state), verb, thing) if early else None
        return refusal or super().untimely(state, verb, thing)

    def thoughts(self, state: State, seat: int) -> list[int]:
        """Every action on things in sight."""
        s = table(state)
        held = [card for card in range(c.CARDS) if s.at[card] == seat]
        on_cards = (verbs.PLAY, verbs.WALK, verbs.PICK, verbs.SLIDE)
        return [
            *(act(verb, card) for card in held for verb in on_cards),
            act(verbs.PASS, 0),
            *([act(verbs.CONCEDE, 0)] if s.terms.concede else []),
            *(act(verbs.NEXT, other) for other in range(s.opening.players)),
            *(act(verbs.GO, room) for room in range(c.ROOMS)),
            *(act(verbs.OBJECT, thing) for thing in range(c.OBJECTS)),
        ]

    def audit(self, state: State) -> list[str]:
        return audit(table(state))

    def line(self, state: State, kind: int, name: str, a: int, b: int, c: int) -> str:
        return LINES[kind](table(state), name, a, b, c)

    def seat_name(self, state: State, seat: int) -> str:
        return words.seat_name(seat)

    def result(self, state: State) -> str:
        return ENDINGS[int(table(state).ending)]

    def advisor(self, opening: Opening) -> Advisor[Any]:
        return CoralineAdvisor(opening)

    def changes(self, before: Json, after: Json) -> list[Change]:
        return reasons.changes(before, after)

    def observer(self, opening: Opening) -> Observer[Any]:
        return CoralineObserver(opening)

    def catalog(self, edition: Edition) -> Json:
        return cast(Json, catalog(cast(CoralineEdition, edition)))

    def progress(self, state: State) -> float:
        """The nearest of the Treasures, the Moon and the end of the Beldam deck (CO-WIN.1, CO-LOSE.1)."""
        s = table(state)
        found = sum(s.lies[thing] == t.SATCHEL for thing in range(c.STARTERS, c.OBJECTS))
        moon = (s.moon - t.FIRST_MOON) / (t.LAST_MOON - t.FIRST_MOON)
        return 1.0 if s.over else max(found / (c.OBJECTS - c.STARTERS), moon, 1 - s.woes_left / c.CARDS)

    def facts(self, state: State) -> dict[str, str | int]:
        s = table(state)
        edition = words.edition_of(s)
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
        edition = words.edition_of(table(state))
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


def table(state: State) -> Table:
    assert isinstance(state, Table), f"a state of Coraline is wanted, not {state!r}"
    return state


GAME = CoralineGame()
