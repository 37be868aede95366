"""Condyle Cove for one, against the Boogeyman: a game of its own on the same table."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import cast

from fabletop.games.condyle import audit as auditing
from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
from fabletop.games.condyle import text, told
from fabletop.games.condyle.declared import SOLO_DECLARED
from fabletop.games.condyle.edition import CondyleEdition, Space
from fabletop.games.condyle.game import GAME as COMPANY
from fabletop.games.condyle.game import SHARED, CondyleGame, thinnest
from fabletop.games.condyle.solo.bot.advisor import SoloAdvisor
from fabletop.games.condyle.solo.effects import RingPath, RingSend, SoloEffects, SoloWindow, solo_program
from fabletop.games.condyle.solo.ring import (
    BOOGEYMAN,
    SOLO_ACTS,
    GoRound,
    HisMove,
    PlayOnce,
    Round,
    SetUpRing,
    Touch,
    acts_used,
)
from fabletop.games.condyle.solo.view import RingPicture, view
from fabletop.games.condyle.table import Table, Terms
from fabletop.games.condyle.text import FATES, edition_of
from fabletop.kernel.game import Choice, Json, Opening, Use
from fabletop.kernel.journal import Row
from fabletop.kernel.ledger import Ledger
from fabletop.kernel.state import book_of

RESULTS = {
    t.EMPTY: "You lose: you have no Options left to draw.",
    t.CAUGHT: "You lose: the Boogeyman has caught you.",
    t.OUTLASTED: "You win: the Boogeyman has run out of cards.",
    t.ESCAPED: "You win: all five Acts of Desperation are used.",
}


SPACES = {  # that do something else when one is alone
    "cemetery": "Landing here or passing by: an Act; landing costs a hand card first.",
    "cul_de_sac": "Nothing for you; whenever he comes here or passes by, he plays the top card of his deck.",
    "open_field": "Landing: you may look at the top card of his deck.",
    "playground": "Nothing happens here.",
}


class SoloGame(CondyleGame):
    name = "condyle-solo"
    title = "Alone in Condyle Cove"
    blurb = "One orphan and the Boogeyman walk a ring of ten: use all five Acts, or outlast him."
    figures = (("solo turns", "Turns"),)
    goal = "Draw all five Acts at the Cemetery, or outlast his Options deck."
    in_short = "alone"
    minutes = "15 to 25"
    players = (1,)
    formerly = (("condyle", 1),)
    reads = "condyle"
    home = Path(__file__).parent
    advised_by = SoloAdvisor
    declared = SOLO_DECLARED
    book = book_of(
        [
            *(SetUpRing(), Round(), GoRound(), PlayOnce(), Touch(), HisMove()),
            *(SoloWindow(), SoloEffects(), RingPath(), RingSend()),
            *SHARED,
        ]
    )

    lessons = ()  # what its bots know was written by hand

    def lesson_for(self, opening: Opening) -> str:
        return ""

    # --- starting ----------------------------------------------------------------------------

    @cached_property
    def rules(self) -> Ledger:
        """One law for both games."""
        return COMPANY.rules

    @cached_property
    def editions(self) -> dict[str, Path]:
        return COMPANY.editions

    @cached_property
    def former(self) -> dict[str, Path]:
        return COMPANY.former

    @cached_property
    def released(self) -> dict[str, dict[str, str]]:
        return COMPANY.released

    def choices(self, players: int, edition: CondyleEdition) -> dict[str, Choice]:
        """No expansion (CC-R98)."""
        return {
            "last_draw": Choice(
                "if fewer cards are left than you must draw (CC-R83)",
                ("what_is_left", "lose"),
                "what_is_left",
                varied=True,
                names={"what_is_left": "you draw what is left", "lose": "you lose"},
                since=2,
                formerly="lose",
            )
        }

    def terms(self, edition: CondyleEdition, opening: Opening) -> Terms:
        return solo_terms(edition, opening)

    # --- what people see -----------------------------------------------------------------------

    def view(self, state: Table, seat: int | None) -> Json:
        return cast(Json, view(state, seat))

    def text(self, state: Table, seat: int | None, spoken: bool = False) -> str:
        return RingPicture(state, seat).text(spoken)

    def audit(self, state: Table) -> list[str]:
        parts = (auditing.piece_problems, auditing.map_problems, auditing.knowledge_problems)
        return [problem for part in parts for problem in part(state)]

    def seat_name(self, state: Table, seat: int) -> str:
        return text.BOOGEYMAN if seat == BOOGEYMAN else "The orphan"

    def space(self, state: Table, node: int) -> str:
        return f"{text.space_named(state, node)} (space {node})"

    def space_words(self, space: Space) -> str:
        return SPACES.get(space.id, space.words)

    def catalog(self, edition: CondyleEdition) -> Json:
        """The cards and spaces as they are alone."""
        found = super().catalog(edition)
        for space in edition.spaces:
            found["spaces"][space.id]["words"] = self.space_words(space)
        return found

    def danger(self, state: Table, node: int) -> str:
        return "The Boogeyman is there: he would have you." if node == state.pawn[BOOGEYMAN] else ""

    def result(self, state: Table) -> str:
        return RESULTS[fate(state)]

    # --- what a study compares -----------------------------------------------------------------

    def progress(self, state: Table) -> float:
        """By the thinner pile, or by the Acts (CC-SOLO.13)."""
        return 1.0 if state.over else max(thinnest(state), int(acts_used(state)) / SOLO_ACTS)

    def facts(self, state: Table) -> dict[str, str | int]:
        return {
            "solo ended": FATES[fate(state)],
            "solo won": "yes" if state.winner == 0 else "no",
            "solo turns": int(state.turn),
        }

    def cast(self, state: Table) -> list[dict[str, str]]:
        return [{}]

    def uses(self, state: Table, rows: Iterable[Row]) -> list[Use]:
        """Seat 0 also stands for what the Boogeyman plays: it is then a kind of its own."""
        rows = list(rows)
        his = {row[2] for row in rows if row[0] == told.HE_PLAYS}
        found = super().uses(state, rows)
        for n in sorted(set(map(int, state.terms.faces))):
            face = edition_of(state).faces[n]
            found.append(Use(0, "Boogeyman's card", face.id, face.name, n in his, n in his))
        return found


def fate(s: t.Table) -> int:
    """How it ended, for either of the two."""
    return int(s.tally[t.FATE] or s.tally[t.FATE + BOOGEYMAN])


def solo_terms(edition: CondyleEdition, opening: Opening) -> Terms:
    """28 cards in two decks, then the Move deck (CC-SOLO.1 to CC-SOLO.5, CC-SOLO.8, CC-R80)."""
    faces = [(i, face) for i, face in enumerate(edition.faces) if face.set != "fourth"]
    decks = [i for i, face in faces if face.solo == "deck" for _ in range(face.count)]
    moves = [i for i, face in faces if face.solo == "move" for _ in range(face.count)]
    cove = [kind for kind, space in enumerate(edition.spaces) if space.deck == "base" and kind != c.CEMETERY]
    acts = [i for i, act in enumerate(edition.acts) if act.set == "kiddie_corner" and not act.boogeyman]
    return Terms(
        edition.cards,
        solo_program(edition.program),
        players=1,
        seats=2,
        faces=decks + moves,
        cove=cove,
        acts=acts,
        winter=[],
        haunted=[],
        settings={
            "rules": opening.played_by,
            "move_cards": len(moves),
            "makes_do": int(opening.option("last_draw") == "what_is_left"),
        },
    )


GAME = SoloGame()
