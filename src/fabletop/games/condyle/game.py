"""Endangered Orphans of Condyle Cove as the rest of Fabletop sees it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import codes
from fabletop.games.condyle import explain as why
from fabletop.games.condyle import table as t
from fabletop.games.condyle import view as sight
from fabletop.games.condyle.audit import audit
from fabletop.games.condyle.catalog import catalog
from fabletop.games.condyle.edition import CondyleEdition, read_edition
from fabletop.games.condyle.solo import SOLO_ACTS, acts_used
from fabletop.games.condyle.state import Condyle
from fabletop.games.condyle.story import KINDS, LINES
from fabletop.games.condyle.table import Terms
from fabletop.games.condyle.words import FATES, VERBS, edition_of, option, player_name, prompt, solo
from fabletop.kernel.advisor import Advisor
from fabletop.kernel.edition import Edition, Source
from fabletop.kernel.game import Choice, Game, Json, Opening, Use
from fabletop.kernel.interim import OldAdvisor
from fabletop.kernel.journal import Row
from fabletop.kernel.question import Label, Mistake, Option, Refusal
from fabletop.kernel.state import Frame, State

PLACES = ("first", "second", "third", "fourth")
GHOSTS = {"off": 0, "on": 1, "hard": 2}


class CondyleGame(Game):
    name = "condyle"
    title = "Endangered Orphans of Condyle Cove"
    blurb = "Outlive the other orphans: cards are your life, the map grows, and the Boogeyman waits."
    rules_version = 1
    players = (2, 3, 4, 1)  # CC-COMP.2
    home = Path(__file__).parent
    kinds = KINDS
    book: list[Frame[Any]] = []  # noqa: RUF012
    verbs = VERBS
    over_rule = asked_rule = answer_rule = ""

    # --- starting ----------------------------------------------------------------------------

    def parse_edition(self, file: Source) -> Edition:
        return read_edition(file)

    def choices(self, players: int, edition: Edition) -> dict[str, Choice]:
        assert isinstance(edition, CondyleEdition)
        if players == 1:  # CC-R98
            return {}
        on = ("off", "on")
        seats = ("random", *(str(seat) for seat in range(players)))
        swaps = tuple(act.id for act in edition.acts if act.set != "choices" and not act.boogeyman)
        return {
            "first": Choice("the seat of the youngest, who goes first (CC-R1)", seats, "random", varied=True),
            "cross": Choice("place the starting cross: asked, or as drawn (CC-R3)", ("ask", "auto"), "ask"),
            "fourth": Choice("the 4th Player set", on, "on" if players == 4 else "off", varied=True),
            "winter": Choice("the Last Winter expansion", on, "off", varied=True),
            "ghost": Choice("the Ghost of Benny Harris", tuple(GHOSTS), "off", varied=True),
            "cul_de_sac": Choice(
                "which cul-de-sac and Acts", tuple(edition.cul_de_sacs), "kiddie_corner", varied=True
            ),
            "binky": Choice("the Act that MY BINKY replaces", ("off", *swaps), "off", varied=True),
            "boogeyman": Choice(
                "the Act that the extra Boogeyman replaces", ("off", "standard", *swaps), "off", varied=True
            ),
            "away": Choice(
                "AWAY FROM DANGER ends the turn without or with the draws (CC-R27)",
                ("undrawn", "drawn"),
                "undrawn",
                varied=True,
            ),
            "flip": Choice(
                "a Last Winter flip replaces a draw, or is free (CC-R63)",
                ("draw", "free"),
                "draw",
                varied=True,
            ),
            "clock": Choice("what drives Benny's screams (CC-R69, CC-R70)", ("nominal", "live"), "nominal"),
        }

    def checked_options(self, options: Mapping[str, Any], players: int, edition: Edition) -> dict[str, str]:
        assert isinstance(edition, CondyleEdition)
        if players == 1 and options:
            raise Mistake("solo play takes no options: it is made for the base cards alone (CC-R98)")
        checked = super().checked_options(options, players, edition)
        if players == 4 and checked.get("fourth") == "off":
            raise Mistake("option 'fourth' cannot be 'off': four players need the 4th Player set (CC-R2)")
        if players == 4 and "ghost" in checked:
            raise Mistake("option 'ghost' is for two or three players, not for 4 (CC-GHOST.1, CC-R76)")
        if checked.get("clock") == "live" and "ghost" not in checked:
            raise Mistake("option 'clock' cannot be 'live' without the Ghost: nobody screams (CC-R69)")
        if checked.get("flip") == "free" and "winter" not in checked:
            raise Mistake("option 'flip' means nothing without winter=on (CC-R63)")
        acts_in_play(edition, checked)
        return checked

    def blank(self, opening: Opening) -> Condyle:
        edition = cast(CondyleEdition, opening.edition)
        return Condyle(opening, terms(edition, opening.players, opening.options))

    # --- what people see -----------------------------------------------------------------------

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

    def seat_name(self, state: State, seat: int) -> str:
        return player_name(state, seat)

    def result(self, state: State) -> str:
        s = table(state)
        if solo(s):
            fate = int(s.tally[t.FATE] or s.tally[t.FATE + t.BOOGEYMAN])
            words = {
                t.EMPTY: "You lose: you have no Options left to draw.",
                t.CAUGHT: "You lose: the Boogeyman has caught you.",
                t.OUTLASTED: "You win: the Boogeyman has run out of cards.",
                t.ESCAPED: "You win: all five Acts of Desperation are used.",
            }
            return words[fate]
        return f"{player_name(s, int(s.winner))} is the last orphan standing, after {s.turn} turns."

    def label(self, state: State, seat: int, verb: int, thing: int) -> Label:
        raise NotImplementedError

    def thoughts(self, state: State, seat: int) -> list[int]:
        raise NotImplementedError

    def advisor(self, opening: Opening) -> Advisor[Any]:
        return OldAdvisor(opening)

    def catalog(self, edition: Edition) -> Json:
        return catalog(cast(CondyleEdition, edition))

    def progress(self, state: State) -> float:
        """By who is out and by the thinnest pile (CC-GOAL.2); alone, also by the Acts (CC-SOLO.13)."""
        s = table(state)
        if s.over:
            return 1.0
        seats = int(s.terms.seats)
        each = int(s.terms.pieces - s.terms.move_cards) // seats
        fewest = min(int(s.pile_n(seat)) for seat in range(seats) if s.is_live(seat))
        thinnest = 1 - min(1.0, fewest / each)
        if solo(s):
            return max(thinnest, int(acts_used(s)) / SOLO_ACTS)
        out = sum(not s.is_live(seat) for seat in range(seats))
        return (out + thinnest) / (seats - 1)

    def facts(self, state: State) -> dict[str, str | int]:
        s = table(state)
        if solo(s):
            fate = FATES[int(s.tally[t.FATE] or s.tally[t.FATE + t.BOOGEYMAN])]
            return {
                "solo ended": fate,
                "solo won": "yes" if s.winner == 0 else "no",
                "solo turns": int(s.turn),
            }
        seats = range(s.opening.players)
        fates = [int(s.tally[t.FATE + seat]) for seat in seats]
        return {
            "winner from the first": int((s.winner - s.first) % s.opening.players),
            "turns": int(s.turn),
            "eaten": fates.count(t.EATEN),
            "out of options": fates.count(t.EMPTY),
            "screamed": fates.count(t.SCREAMED),
            "last out": FATES[fates[max(seats, key=lambda seat: int(s.tally[t.RANK + seat]))]],
            "players": str(s.opening.players),
        }

    # --- what a study compares -----------------------------------------------------------------

    def cast(self, state: State) -> list[dict[str, str]]:
        s = table(state)
        if solo(s):
            return [{}]
        players = s.opening.players
        return [{"turn": PLACES[int(seat - s.first) % players]} for seat in range(players)]

    def uses(self, state: State, rows: Iterable[Row]) -> list[Use]:
        """A card of several copies counts as one. An Act is drawn and played when it is flipped.

        Solo, seat 0 also stands for what the Boogeyman plays: it is then a kind of its own.
        """
        s = table(state)
        edition = edition_of(s)
        came: dict[int, set[tuple[int, int]]] = {}
        for kind, seat, a, _, _, _ in rows:
            came.setdefault(kind, set()).add((seat, a))
        drawn = came.get(codes.TOLD_DRAW, set()) | came.get(codes.TOLD_STOLEN, set())
        played = came.get(codes.TOLD_PLAY, set()) | came.get(codes.TOLD_DEFEND, set())
        flipped = came.get(codes.TOLD_ACT, set()) | came.get(codes.TOLD_DRAWN_ACT, set())
        his = came.get(codes.TOLD_HE_PLAYS, set())
        faces, acts = sorted(set(map(int, s.terms.faces))), sorted(map(int, s.terms.acts))
        found = []
        for seat in range(s.opening.players):
            for n in faces:
                face, had = edition.faces[n], (seat, n) in drawn or (seat, n) in played
                found.append(Use(seat, "Options card", face.id, face.name, had, (seat, n) in played))
            for n in acts:
                act = edition.acts[n]
                found.append(Use(seat, "Act", act.id, act.name, (seat, n) in flipped, (seat, n) in flipped))
        if solo(s):
            for n in faces:
                face, used = edition.faces[n], (t.BOOGEYMAN, n) in his
                found.append(Use(0, "Boogeyman's card", face.id, face.name, used, used))
        return found


def table(state: State) -> Condyle:
    assert isinstance(state, Condyle), f"a state of Condyle Cove is wanted, not {state!r}"
    return state


# --- What is in a game (CC-R79) -----------------------------------------------------------------------


def terms(edition: CondyleEdition, players: int, options: dict[str, str]) -> Terms:
    assert edition.cards is not None
    if players == 1:
        return solo_terms(edition)
    winter, ghost = options.get("winter") == "on", GHOSTS[options.get("ghost", "off")]
    fourth = options.get("fourth", "on" if players == 4 else "off") == "on"
    sets = ["base", "fourth"] if fourth else ["base"]  # CC-4P.1, CC-4P.2, CC-COMP.4
    decks = ["base"] + ["winter"] * winter + ["ghost"] * bool(ghost)  # CC-LW.1, CC-R67
    cove = [kind for kind, space in enumerate(edition.spaces) if space.deck in decks]
    if ghost == 1:  # it is part of the starting cross (CC-GHOST.2)
        cove.remove(c.HAUNTED_GROUND)
    charms = list(enumerate(edition.charms))
    first = options.get("first", "random")
    return Terms(
        edition.cards,
        players,
        faces=[i for i, face in enumerate(edition.faces) if face.set in sets for _ in range(face.count)],
        cove=cove,
        acts=acts_in_play(edition, options),
        winter=[i for i, charm in charms if charm.deck == "winter"] if winter else [],
        haunted=[i for i, charm in charms if charm.deck == "haunted"] if ghost else [],
        settings={
            "first": -1 if first == "random" else int(first),
            "ask_cross": int(options.get("cross", "ask") == "ask"),
            "ghost": ghost,
            "live": int(options.get("clock") == "live"),
            "away_draws": int(options.get("away") == "drawn"),
            "free_flip": int(options.get("flip") == "free"),
        },
    )


def solo_terms(edition: CondyleEdition) -> Terms:
    """28 cards in two decks, then the Move deck (CC-SOLO.1 to CC-SOLO.5, CC-SOLO.8, CC-R80)."""
    assert edition.cards is not None
    faces = [(i, face) for i, face in enumerate(edition.faces) if face.set != "fourth"]
    decks = [i for i, face in faces if face.solo == "deck" for _ in range(face.count)]
    moves = [i for i, face in faces if face.solo == "move" for _ in range(face.count)]
    cove = [kind for kind, space in enumerate(edition.spaces) if space.deck == "base" and kind != c.CEMETERY]
    acts = [i for i, act in enumerate(edition.acts) if act.set == "kiddie_corner" and not act.boogeyman]
    return Terms(edition.cards, 1, decks + moves, cove, acts, [], [], {"move_cards": len(moves)})


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
            have = ", ".join(act.id for act in edition.acts_of(chosen) if not act.boogeyman and act.id in ids)
            raise Mistake(
                f"option {name!r} cannot be {wish!r}: that is no Act of {chosen!r}, or it is replaced "
                f"already; there are {have} (CC-CHOICE.1, CC-CHOICE.2)"
            )
        ids[ids.index(wish)] = newcomer
    return [edition.act_index(id) for id in ids]


GAME = CondyleGame()
