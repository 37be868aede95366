"""Endangered Orphans of Condyle Cove as the rest of Fabletop sees it."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from fabletop.games.condyle import (
    acts,
    building,
    keeping,
    losing,
    pawns,
    playing,
    setting,
    taking,
    told,
    turn,
)
from fabletop.games.condyle import audit as auditing
from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle import view as sight
from fabletop.games.condyle.bot import reasons
from fabletop.games.condyle.bot.advisor import CondyleAdvisor
from fabletop.games.condyle.bot.lessons import Odds
from fabletop.games.condyle.catalog import catalog
from fabletop.games.condyle.convert import converted
from fabletop.games.condyle.declared import DECLARED
from fabletop.games.condyle.edition import CondyleEdition, Space, read_edition
from fabletop.games.condyle.effects import Effects
from fabletop.games.condyle.knowledge import Knowledge
from fabletop.games.condyle.observing import CondyleObserver
from fabletop.games.condyle.picture import Picture
from fabletop.games.condyle.story import BEATS, GISTS, LINES, TURNS
from fabletop.games.condyle.table import Table, Terms
from fabletop.games.condyle.text import ANSWERS_WITH, FATES, LEAVES, OCCASIONS, edition_of, label, space_named
from fabletop.kernel.action import act
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.effects.kinds import counted
from fabletop.kernel.game import Change, Choice, Game, Hints, Json, Opening, Use, verbs_of
from fabletop.kernel.journal import Row
from fabletop.kernel.question import Label, Mistake, Refusal
from fabletop.kernel.state import book_of
from fabletop.kernel.teaching import Lesson

PLACES = ("first", "second", "third", "fourth")
GHOSTS = {"off": 0, "on": 1, "hard": 2}
FINAL = "All moves are final here: a pawn let go of and a card laid down stay where they are (CC-TURN.3)."

LAST_ACT = "No face-down Act but a Boogeyman is left: begin a turn there, and you are out."

# What both games at this table have.
SHARED = [
    *(acts.Flip(), acts.Hide(), acts.Peek()),
    *(playing.Target(), playing.Number(), pawns.Land(), keeping.Wanted()),
    *(taking.Take(), losing.Lose(), losing.Give()),
    *(keeping.Stash(), keeping.Fetch(), keeping.Sift()),
    *(building.Build(), building.Shift()),
]


class CondyleGame(Game):
    name = "condyle"
    title = "Endangered Orphans of Condyle Cove"
    blurb = "Outlive the other orphans: cards are your life, the map grows, and the Boogeyman waits."
    figures: tuple[tuple[str, str], ...] = (
        ("turns", "Turns"),
        ("eaten", "Eaten"),
        ("out of options", "Ran out of cards"),
        ("screamed", "Fell to Benny's screams"),
    )
    goal = "Be the last orphan: keep cards in your pile, and turn up no Boogeyman."
    minutes = "20 to 40"
    weight = "light"
    rules_version = 2
    older_rules = (1,)
    players: tuple[int, ...] = (2, 3, 4)  # CC-COMP.2
    home = Path(__file__).parent
    dealer = Knowledge()
    advised_by: type[Advisor[Any]] = CondyleAdvisor
    declared = DECLARED
    observed_by = CondyleObserver
    book = book_of(
        [
            *(setting.SetUp(), setting.Cross(), setting.PlacePawn()),
            *(turn.Turn(), turn.Go(), turn.Play(), turn.Draw(), turn.PutCoveCard(), turn.Slap()),
            *(playing.Window(), Effects(), pawns.Path(), pawns.Send()),
            *SHARED,
        ]
    )
    verbs = {**verbs_of(vars(v)), v.LOSE_TOP: "lose top"}  # noqa: RUF012
    occasions = OCCASIONS
    answers_with = ANSWERS_WITH
    hints = Hints(
        names={
            "hand": "your hand",
            "discard": "discard pile",
            "permanent": "lasting",
            "carried_out": "being carried out",
            "map": "spaces",
            "remembered": "what you have seen",
        }
    )
    kinds = verbs_of(vars(told))
    lines = LINES
    beats = BEATS
    gists = GISTS
    turns = TURNS
    heard = ("scream", "benny")  # CC-GHOST.5: he screams and comes
    over_rule = "CC-OUT.2"
    asked_rule = "CC-SETUP.10"
    answer_rule = "CC-TURN.1"
    rings = "Benny screams"

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        return tuple(Odds(self, players) for players in self.players)

    def lesson_for(self, opening: Opening) -> str:
        return str(opening.players)

    # --- starting ----------------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def choices(self, players: int, edition: CondyleEdition) -> dict[str, Choice]:
        on = ("off", "on")
        seats = {"random": "by lot", **{str(seat): f"seat {seat + 1}" for seat in range(players)}}
        swaps = {act.id: act for act in edition.acts if act.set != "choices" and not act.boogeyman}
        by_cul_de_sac: Mapping[str, Any] = {
            "varied": True,
            "of": "cul_de_sac",
            "needs": {id: (act.set,) for id, act in swaps.items()},
            "names": {id: act.name for id, act in swaps.items()},
        }
        haunted = ("on", "hard")
        return {
            "first": Choice(
                "the youngest, who goes first (CC-R1)", tuple(seats), "random", varied=True, names=seats
            ),
            "cross": Choice(
                "who lays the starting cross (CC-R3)",
                ("ask", "auto"),
                "ask",
                names={"ask": "the players", "auto": "it lies there"},
            ),
            "fourth": Choice(
                "more Options cards, for the whole pile",
                on,
                "on" if players == 4 else "off",
                varied=True,
                title="4th Player",
                front=True,
                closed="Always with four players." if players == 4 else "",
            ),
            "winter": Choice(
                "snow lies on the Cove: spaces and a deck that help whoever finds them",
                on,
                "off",
                varied=True,
                title="Last Winter",
                front=True,
            ),
            "ghost": Choice(
                "a hot potato: pass Benny on before he screams twice",
                tuple(GHOSTS),
                "off",
                varied=True,
                names={"off": "not in this game", "on": "he haunts", "hard": "he haunts, and it is worse"},
                title="The Ghost of Benny Harris",
                front=True,
                closed="Only with two or three players." if players == 4 else "",
            ),
            "cul_de_sac": Choice(
                "where the six Acts lie, and which they are",
                tuple(edition.cul_de_sacs),
                "kiddie_corner",
                varied=True,
                names={id: name.title() for id, name in edition.cul_de_sacs.items()},
                title="The cul-de-sac",
                front=True,
            ),
            "binky": Choice("the Act that MY BINKY replaces", ("off", *swaps), "off", **by_cul_de_sac),
            "boogeyman": Choice(
                "the Act that the extra Boogeyman replaces",
                ("off", "standard", *swaps),
                "off",
                **by_cul_de_sac,
            ),
            "away": Choice(
                "AWAY FROM DANGER ends the turn (CC-R27)",
                ("undrawn", "drawn"),
                "undrawn",
                varied=True,
                names={"undrawn": "without a draw", "drawn": "after the draws"},
            ),
            "flip": Choice(
                "what a Last Winter flip costs (CC-R63)",
                ("draw", "free"),
                "draw",
                varied=True,
                names={"draw": "a draw", "free": "nothing"},
                of="winter",
                needs={"free": ("on",)},
            ),
            "haunted_ground": Choice(
                "when a Permanent card gained on HAUNTED GROUND goes (CC-R74)",
                ("at_once", "landing"),
                "at_once",
                varied=True,
                names={"at_once": "at once", "landing": "at the next landing"},
                since=2,
                formerly="landing",
                of="ghost",
                needs={"landing": haunted},
            ),
            "clock": Choice(
                "Benny's time: counted by actions, or as it really passes (CC-R69, CC-R70)",
                ("nominal", "live"),
                "nominal",
                together="live",
                of="ghost",
                needs={"live": haunted},
            ),
        }

    def checked_options(
        self, options: Mapping[str, Any], players: int, edition: CondyleEdition, rules: int = 0
    ) -> dict[str, str]:
        checked = super().checked_options(options, players, edition, rules)
        if players == 4 and checked.get("fourth") == "off":
            raise Mistake("option 'fourth' cannot be 'off': four players need the 4th Player set (CC-R2)")
        if players == 4 and "ghost" in checked:
            raise Mistake("option 'ghost' is for two or three players, not for 4 (CC-GHOST.1, CC-R76)")
        acts_in_play(edition, checked)
        return checked

    def convert_edition(self, text: str) -> str:
        return converted(text)

    def convert_state(self, fields: Json) -> Json:
        return {"heard": 0, "imagined": 0} | fields

    def blank(self, opening: Opening) -> Table:
        return Table(opening, self.terms(cast(CondyleEdition, opening.edition), opening))

    def terms(self, edition: CondyleEdition, opening: Opening) -> Terms:
        return terms(edition, opening)

    def changes(self, before: Json, after: Json) -> list[Change]:
        return reasons.changes(before, after)

    # --- what people see -----------------------------------------------------------------------

    def label(self, state: Table, seat: int, verb: int, thing: int) -> Label:
        return label(state, verb, thing)

    def view(self, state: Table, seat: int | None) -> Json:
        return cast(Json, sight.view(state, seat))

    def text(self, state: Table, seat: int | None, spoken: bool = False) -> str:
        return Picture(state, seat).text(spoken)

    def audit(self, state: Table) -> list[str]:
        return auditing.audit(state)

    def seat_name(self, state: Table, seat: int) -> str:
        return f"Orphan {seat + 1}"

    def space(self, state: Table, node: int) -> str:
        """What a card of the map is called."""
        return space_named(state, node)

    def space_words(self, space: Space) -> str:
        return space.words

    def danger(self, state: Table, node: int) -> str:
        """What a person should know before the own pawn comes there (CC-AOD.8)."""
        return LAST_ACT if node == 0 and acts.only_boogeymen_left(state) else ""

    def untimely(self, state: Table, verb: int, thing: int) -> Refusal:
        if verb == v.TICK:
            return Refusal("CC-R69", "The game keeps its own time: nobody is asked how it passes.")
        later = {v.GO: "Movement is over", v.PLAY: "it is not your Play phase"}
        if verb in later and isinstance(state.question, turn.Play | turn.Draw | turn.PutCoveCard | turn.Slap):
            return Refusal("CC-TURN.2", f"A phase once left is not entered again this turn: {later[verb]}.")
        return super().untimely(state, verb, thing)

    def thoughts(self, state: Table, seat: int) -> list[int]:
        """Every action on things in sight, whether or not it is allowed."""
        thought = [act(v.STAY, 0), act(v.STOP, 0), act(v.DRAW, 0), act(v.DRAW, 1), act(v.PASS, 0)]
        if len(state.terms.winter):
            thought.append(act(v.WINTER, 0))
        cells = sorted(int(state.cell_of(node)) for node in range(state.nodes))
        thought += [act(v.GO, cell) for cell in cells if cell >= 0]
        for i in range(state.hand_n(seat)):
            number = int(state.face(state.tally[t.HAND + seat * 4 + i]))
            thought += [act(v.PLAY, number), act(v.DEFEND, number)]
        thought += [act(v.TARGET, player) for player in range(state.terms.seats)]
        return sorted(thought)

    def catalog(self, edition: CondyleEdition) -> Json:
        return cast(Json, catalog(edition))

    def final(self, opening: Opening) -> str:
        """A confirmed answer stands, whatever it showed (CC-TURN.3, CC-R37)."""
        return FINAL if opening.played_by > 1 else ""

    def result(self, state: Table) -> str:
        winner, turns = int(state.winner), counted(int(state.turn), "turn")
        cards = int(state.hand_n(winner) + state.pile_n(winner))
        left = counted(cards, "Options card") if cards else "no Options cards"
        others = [seat for seat in range(state.opening.players) if seat != winner]
        fates = [
            f"{self.seat_name(state, seat)} {LEAVES[int(state.tally[t.FATE + seat])]}"
            for seat in sorted(others, key=lambda seat: int(state.tally[t.RANK + seat]))
        ]
        name = self.seat_name(state, winner)
        return (
            f"{name} is the last orphan standing, after {turns}, with {left} left: {', then '.join(fates)}."
        )

    # --- what a study compares -----------------------------------------------------------------

    def progress(self, state: Table) -> float:
        """By who is out and by the thinnest pile (CC-GOAL.2)."""
        if state.over:
            return 1.0
        seats = int(state.terms.seats)
        out = sum(not state.is_live(seat) for seat in range(seats))
        return (out + thinnest(state)) / (seats - 1)

    def facts(self, state: Table) -> dict[str, str | int]:
        seats = range(state.opening.players)
        fates = [int(state.tally[t.FATE + seat]) for seat in seats]
        return {
            "winner from the first": int((state.winner - state.first) % state.opening.players),
            "turns": int(state.turn),
            "eaten": fates.count(t.EATEN),
            "out of options": fates.count(t.EMPTY),
            "screamed": fates.count(t.SCREAMED),
            "last out": FATES[fates[max(seats, key=lambda seat: int(state.tally[t.RANK + seat]))]],
            "players": str(state.opening.players),
        }

    def cast(self, state: Table) -> list[dict[str, str]]:
        players = state.opening.players
        return [{"turn": PLACES[int(seat - state.first) % players]} for seat in range(players)]

    def uses(self, state: Table, rows: Iterable[Row]) -> list[Use]:
        """A card of several copies counts as one. An Act is drawn and played when it is flipped."""
        edition = edition_of(state)
        came = {(row[0], row[1], row[2]) for row in rows}
        faces, acts = sorted(set(map(int, state.terms.faces))), sorted(map(int, state.terms.acts))
        found = []
        for seat in range(state.opening.players):
            for n in faces:
                face = edition.faces[n]
                played = (told.PLAY, seat, n) in came or (told.DEFEND, seat, n) in came
                drawn = (told.DRAW, seat, n) in came or (told.STOLEN, seat, n) in came
                found.append(Use(seat, "Options card", face.id, face.name, drawn or played, played))
            for n in acts:
                act = edition.acts[n]
                flipped = (told.ACT, seat, n) in came or (told.DRAWN_ACT, seat, n) in came
                found.append(Use(seat, "Act", act.id, act.name, flipped, flipped))
        return found


def thinnest(s: t.Table) -> float:
    """How far the thinnest pile has dwindled, 0 to 1."""
    seats = int(s.terms.seats)
    each = int(s.terms.pieces - s.terms.move_cards) // seats
    fewest = min(int(s.pile_n(seat)) for seat in range(seats) if s.is_live(seat))
    return 1 - min(1.0, fewest / each)


# --- What is in a game (CC-R79) -----------------------------------------------------------------------


def terms(edition: CondyleEdition, opening: Opening) -> Terms:
    agreed = {name: opening.option(name) for name in opening.game.choices(opening.players, edition)}
    winter, ghost = agreed["winter"] == "on", GHOSTS[agreed["ghost"]]
    sets = ["base", "fourth"] if agreed["fourth"] == "on" else ["base"]  # CC-4P.1, CC-4P.2, CC-COMP.4
    decks = ["base"] + ["winter"] * winter + ["ghost"] * bool(ghost)  # CC-LW.1, CC-R67
    cove = [kind for kind, space in enumerate(edition.spaces) if space.deck in decks]
    if ghost == 1:  # it is part of the starting cross (CC-GHOST.2)
        cove.remove(c.HAUNTED_GROUND)
    charms = list(enumerate(edition.charms))
    return Terms(
        edition.cards,
        edition.program,
        opening.players,
        seats=opening.players,
        faces=[i for i, face in enumerate(edition.faces) if face.set in sets for _ in range(face.count)],
        cove=cove,
        acts=acts_in_play(edition, agreed),
        winter=[i for i, charm in charms if charm.deck == "winter"] if winter else [],
        haunted=[i for i, charm in charms if charm.deck == "haunted"] if ghost else [],
        settings={
            "rules": opening.played_by,
            "first": -1 if agreed["first"] == "random" else int(agreed["first"]),
            "ask_cross": int(agreed["cross"] == "ask"),
            "ghost": ghost,
            "live": how_time_passes(opening),
            "away_draws": int(agreed["away"] == "drawn"),
            "free_flip": int(agreed["flip"] == "free"),
            "sheds": int(agreed["haunted_ground"] == "at_once"),
        },
    )


def how_time_passes(opening: Opening) -> int:
    if opening.option("clock") == "nominal":
        return t.COUNTED
    return t.TOLD if opening.played_by > 1 else t.ANSWERED


def acts_in_play(edition: CondyleEdition, options: Mapping[str, str]) -> list[int]:
    """The six Acts of a set (CC-ALT.1), with MY BINKY and the extra Boogeyman where they are wanted.

    Both at once will do (CC-R78), and as neither takes the place of the last Boogeyman but a Boogeyman,
    there are always six, one of them deadly (CC-CHOICE.3).
    """
    chosen = options.get("cul_de_sac", "kiddie_corner")
    ids = [act.id for act in edition.acts_of(chosen)]
    for name, newcomer in (("binky", "my_binky"), ("boogeyman", "extra_boogeyman")):
        wish = options.get(name, "off")
        if wish == "off":
            continue
        if wish == "standard":
            wish = next(act.id for act in edition.acts_of(chosen) if act.boogeyman)
        if wish not in ids:
            raise Mistake(
                f"option {name!r} cannot be {wish!r}: MY BINKY replaces it (CC-CHOICE.1, CC-CHOICE.2)"
            )
        ids[ids.index(wish)] = newcomer
    return [edition.act_index(id) for id in ids]


GAME = CondyleGame()
